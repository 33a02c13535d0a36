"""The command line. Each command is imported only when it is asked for."""

from __future__ import annotations

import importlib

import click

COMMANDS = {
    "verify": "archive.cli.records:verify_command",
    "fmt": "archive.cli.records:fmt_command",
    "schema": "archive.cli.schema:schema_command",
    "serve": "archive.cli.serving:serve",
    "web": "archive.cli.serving:web",
    "worker": "archive.cli.serving:worker",
    "migrate": "archive.cli.serving:migrate",
}


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports the one that is run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        where = COMMANDS.get(cmd_name)
        if where is None:
            return None
        module, _, name = where.partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command


@click.group(cls=LazyGroup)
@click.version_option(package_name="twenties")
def main() -> None:
    """Twenties: an archive that replays and re-scores card games."""
