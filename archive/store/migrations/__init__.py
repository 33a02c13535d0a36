"""The migrations, and what they are written with."""
