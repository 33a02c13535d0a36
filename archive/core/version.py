"""Which release this is, as pyproject.toml has it."""

VERSION = "0.1.0"
"""Stands here as well because asking the installed package takes longer than judging a record."""
