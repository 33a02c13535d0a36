"""`twenties backup` and `twenties restore`: the whole archive in one file, and back."""

from __future__ import annotations

from pathlib import Path

import click

from archive.cli.serve import instance_option, settings_of


@click.command()
@instance_option
@click.option("--without-key", is_flag=True, help="Leave the secret key out.")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def backup(instance: Path | None, file: Path, without_key: bool) -> None:
    """Write the whole archive into FILE.

    Everything may go on running: FILE holds one moment of it. It holds all that is in the
    database (bytes, verdicts, accounts and the hashes of their passwords), and the secret key
    where that is kept in the instance folder: keep it as you would keep the archive. It does not
    hold the queue, which is made anew from the database, nor the settings.
    """
    from archive.core.errors import TwentiesError
    from archive.ops.backup import back_up

    settings = settings_of(instance, making=False)
    try:
        made = back_up(settings, file, with_key=not without_key)
    except TwentiesError as error:
        raise click.ClickException(str(error)) from error
    held = (
        f"{_counted(made.rows('upload'), 'upload')} and {_counted(made.rows('record'), 'record')}"
    )
    click.echo(f"Wrote {held} to {file} ({_size(file.stat().st_size)}).")
    if not made.files:
        click.echo("The secret key is not in it: keep it by itself.")


@click.command()
@instance_option
@click.option("--force", is_flag=True, help="Set an archive aside that is there already.")
@click.argument("file", type=click.Path(path_type=Path))
def restore(instance: Path | None, file: Path, force: bool) -> None:
    """Put the archive that is in FILE into an empty database.

    The database is the one that the settings name, of either kind, whatever kind the backup was
    made of. Nothing may run on the archive meanwhile, on any machine. A FILE that is damaged, or
    that a later version has made, is refused before anything is changed.
    """
    from archive.core.errors import TwentiesError
    from archive.ops.backup import restore as put_back

    settings = settings_of(instance, making=False)
    try:
        done = put_back(settings, file, replace=force)
    except TwentiesError as error:
        raise click.ClickException(str(error)) from error
    made = done.manifest
    held = (
        f"{_counted(made.rows('upload'), 'upload')} and {_counted(made.rows('record'), 'record')}"
    )
    click.echo(f"Restored {held} of {made.made_at}.")
    if done.aside is not None:
        click.echo(f"What was there before is in {done.aside}.")
    if not done.key:
        click.echo("The secret key is not the backup's: whoever was signed in has to do so again.")


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _size(size: int) -> str:
    return f"{size / (1 << 20):,.1f} MB" if size >= 1 << 20 else f"{size / 1024:,.1f} KB"
