"""The values that templates draw: made from a record, its replay and its verdict."""
