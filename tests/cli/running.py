"""A command run in this very process."""

from pathlib import Path

from click.testing import CliRunner, Result

from archive.cli import main


def run(*arguments: str | Path, stdin: str | bytes | None = None, **env: str) -> Result:
    """Return what a command said and how it ended, with these variables in its environment."""
    return CliRunner(env={"LC_ALL": "C", **env}).invoke(
        main, [str(one) for one in arguments], input=stdin
    )


def flat(text: str) -> str:
    """Return a text with its line breaks taken out."""
    return " ".join(text.split())
