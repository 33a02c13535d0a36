"""`twenties load-sample`: a large made-up archive, quickly."""

from __future__ import annotations

import secrets
import time
from pathlib import Path

import click

from archive.cli.serve import archive_of, instance_option, settings_of


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
    but a record has no verdict of its own until the archive is judged anew.
    """
    from archive.services.sample_data import load

    with archive_of(settings_of(instance)) as archive:
        archive.migrate()
        if seed is None:
            seed = secrets.randbelow(1_000_000)
        click.echo(f"Seed {seed}. Judging the games that the others are made from.", err=True)
        begun = said = time.monotonic()

        def progress(done: int, of: int) -> None:
            nonlocal begun, said
            now = time.monotonic()
            if not done:
                begun = now
            if done < of and (not done or now - said < 2):
                return
            said = now
            rate = done / max(now - begun, 0.001)
            left = f", {(of - done) / rate:.0f} s left" if done < of else ""
            click.echo(f"{done:,} of {of:,} games, {rate:,.0f} a second{left}", err=True)

        games = load(
            archive.database, number, seed=seed, flawed=flawed, public=public, progress=progress
        )
    click.echo(f"Added {number:,} records, made from {games} games that were judged.")
