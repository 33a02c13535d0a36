"""The migrations, and the functions they are written with."""
