"""Fields of the bodies, each with its meaning in a line."""
