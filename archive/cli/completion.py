"""`twenties completion`: the script by which a shell completes what is typed after `twenties`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_TWENTIES_COMPLETE"
"""The variable in which the script asks `twenties` for completions; click looks for it."""


def games(_context: click.Context, _option: click.Parameter, typed: str) -> list[str]:
    """Return the games whose names begin with `typed`."""
    from archive.games import GAMES

    return [name for name in GAMES if name.startswith(typed)]


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion_command(context: click.Context, shell: str) -> None:
    """Print a script that completes commands, options and files in SHELL.

    bash: put  eval "$(twenties completion bash)"  into ~/.bashrc. zsh: the same with zsh, into
    ~/.zshrc, after  autoload -Uz compinit && compinit.  fish: twenties completion fish >
    ~/.config/fish/completions/twenties.fish
    """
    made = get_completion_class(shell)
    assert made is not None
    main = context.find_root()
    click.echo(made(main.command, {}, "twenties", VARIABLE).source())
