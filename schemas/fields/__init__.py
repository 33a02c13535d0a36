"""Fields of the bodies, each with what it means, in a line."""
