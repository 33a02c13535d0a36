"""What the templates draw: plain values made from a record, its replay and its verdict."""
