"""Comparing two sheets of one game; `compare` begins it."""
