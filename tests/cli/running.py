"""A command run in this very process."""

from pathlib import Path

from click.testing import CliRunner, Result

from archive.cli import main


def run(*arguments: str | Path, stdin: bytes | None = None) -> Result:
    """Return what a command said and how it ended."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=stdin)
