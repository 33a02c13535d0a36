"""`twenties backup`, `restore`, `doctor`, `rescore` and `load-sample`: occasional work on an
archive as a whole."""

from __future__ import annotations

import json
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from archive.cli.progress import Bar
from archive.cli.serve import (
    archive_of,
    existing_archive,
    instance_option,
    require_archive,
    settings_of,
)
from archive.cli.speech import _, in_figures_of, ngettext, refused, spoken

if TYPE_CHECKING:
    from archive.store.backup.file import Manifest


@click.command()
@instance_option
@click.option("--without-key", is_flag=True, help="Leave the secret key out.")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def backup(instance: Path | None, file: Path, without_key: bool) -> None:
    """Write the whole archive into FILE.

    Everything may go on running: FILE holds one moment of it. It holds all that is in the
    database (bytes, verdicts, accounts and the hashes of their passwords), and the secret key
    where that is kept in the instance folder: keep it as you would keep the archive. It does not
    hold the queue, which is filled again from the database, nor the settings.
    """
    from archive.core.errors import TwentiesError
    from archive.ops.backup import back_up

    settings = settings_of(instance, making=False)
    require_archive(settings)
    try:
        with Bar(0).working(_("Writing the backup")):
            made = back_up(settings, file, with_key=not without_key)
    except TwentiesError as error:
        raise refused(error) from error
    size = _size(file.stat().st_size)
    click.echo(_("Wrote {held} to {file} ({size}).", held=_held(made), file=file, size=size))
    if not made.files:
        click.echo(_("The secret key is not in it: keep it by itself."))


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
        with Bar(0).working(_("Reading the backup")):
            done = put_back(settings, file, replace=force)
    except TwentiesError as error:
        raise refused(error) from error
    made = done.manifest
    click.echo(_("Restored {held} of {moment}.", held=_held(made), moment=made.made_at))
    if done.aside is not None:
        click.echo(_("What was there before is in {folder}.", folder=done.aside))
    if not done.key:
        click.echo(
            _("The secret key is not the one of the backup: everybody has to sign in again.")
        )


def _held(made: Manifest) -> str:
    """Return the content of a backup: `3 uploads and 1,204 records`."""
    uploads, records = made.rows("upload"), made.rows("record")
    return _(
        "{uploads} and {records}",
        uploads=ngettext("{n} upload", "{n} uploads", uploads),
        records=ngettext("{n} record", "{n} records", records),
    )


def _size(size: int) -> str:
    said = f"{size / (1 << 20):,.1f} MB" if size >= 1 << 20 else f"{size / 1024:,.1f} KB"
    return in_figures_of(spoken(None, as_json=False), said)


ILL = 1
_COLOURS = {"well": "green", "warning": "yellow", "ill": "red"}


@click.command()
@instance_option
@click.option("--json", "as_json", is_flag=True, help="An object for programs.")
@click.option("--recount", is_flag=True, help="Count again what lists show, before looking.")
def doctor(instance: Path | None, as_json: bool, recount: bool) -> None:
    """Look at settings, database, broker, workers and work, and say how they are.

    Nothing is changed, unless --recount asks for it: that makes the counts beside the lists again,
    and nothing is judged meanwhile. Exit code 0: all is well, or well enough (warnings say what
    to see to). 1: something is wrong.
    """
    from archive.ops.health import State, examine, worst

    with archive_of(settings_of(instance, making=False)) as archive:
        if recount and archive.settings.instance.exists():
            with Bar(0).working(_("Counting again")):
                archive.search.recount()
        found = examine(archive)
    state = worst(found)
    if as_json:
        body = {
            "state": state,
            "findings": [
                {"subject": one.subject, "state": one.state, "says": one.says, "facts": one.facts}
                for one in found
            ],
        }
        click.echo(json.dumps(body, indent=2, ensure_ascii=False, default=str))
    else:
        language = spoken(None, as_json=False)
        lines = [
            (
                language.text(one.state),
                language.text(one.subject),
                in_figures_of(language, one.told(language)),
            )
            for one in found
        ]
        width = max(len(subject) for _state, subject, _says in lines)
        for one, (how, subject, says) in zip(found, lines, strict=True):
            mark = click.style(f"{how:<8}", fg=_COLOURS[one.state])
            click.echo(f"{mark} {subject:<{width}}  {says}")
    sys.exit(ILL if state is State.ILL else 0)


@click.command()
@instance_option
@click.option("--dry-run", is_flag=True, help="Only say how many records it would be.")
def rescore(instance: Path | None, *, dry_run: bool) -> None:
    """Re-score every record that another engine judged, and those that were given up.

    The workers do it, as a job that can be watched and cancelled at the address that is printed.
    Old verdicts stay; where the new ones say something else, that is listed. Asked for twice, it is
    done once.
    """
    from archive.scoring import ENGINE

    with existing_archive(instance) as archive:
        stale = archive.rescoring.to_rescore()
        for engine, number in sorted(stale.items()):
            click.echo(ngettext("{n} record judged by {engine}", "{n} records judged by {engine}",
                                number, engine=engine))  # fmt: skip
        if not stale:
            click.echo(_("Every record has been judged by {engine}: there is nothing to do.",
                         engine=ENGINE))  # fmt: skip
        elif not dry_run:
            job_id = archive.rescoring.begin()
            click.echo(_("They are being re-scored by {engine}: {address}",
                         engine=ENGINE, address=f"/jobs/{job_id}"))  # fmt: skip


@click.command("load-sample")
@click.argument("number", metavar="N", type=click.IntRange(1, 10_000_000))
@click.option("--seed", type=click.IntRange(min=0), metavar="S", help="Makes the same games again.")
@click.option("--flawed", type=click.FloatRange(0, 1), default=0.2, show_default=True,
              metavar="SHARE", help="How many of them have a fault.")  # fmt: skip
@click.option("--public", is_flag=True, help="List them; otherwise they are unlisted.")
@instance_option
def load_sample(
    number: int, seed: int | None, flawed: float, public: bool, instance: Path | None
) -> None:
    """Add N made-up games to the archive.

    At most 300 games are made up and judged. The records are these with other players, dates,
    events and places, so a million takes minutes and not days: bytes, scores and findings are real,
    but a record has no verdict of its own until the archive is re-scored.
    """
    from archive.services.sample_data import load

    with archive_of(settings_of(instance)) as archive:
        archive.migrate()
        if seed is None:
            seed = secrets.randbelow(1_000_000)
        click.echo(_("Seed {seed}. Judging the games that the others are made from.", seed=seed),
                   err=True)  # fmt: skip
        with Bar(number, counted=True) as bar:
            games = load(
                archive.database, number, seed=seed, flawed=flawed, public=public,
                progress=lambda done, _all: bar.advance(done - bar.done),
            )  # fmt: skip
    click.echo(_("Added {records}, made from {games} that were judged.",
                 records=ngettext("{n} record", "{n} records", number),
                 games=ngettext("{n} game", "{n} games", games)))  # fmt: skip
