"""Which release this is, as pyproject.toml has it."""

VERSION = "0.1.0"
"""The release, repeated here because asking the installed package takes longer than judging a
record."""
