"""A witness: a deal of the pack that fits what a record leaves out, found and written into it."""
