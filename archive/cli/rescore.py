"""`twenties rescore`: judge the archive anew after the engine or the rules have changed."""

from __future__ import annotations

from pathlib import Path

import click

from archive.cli.serve import archive_of, instance_option, settings_of


@click.command()
@instance_option
@click.option("--dry-run", is_flag=True, help="Only say how many records it would be.")
def rescore(instance: Path | None, *, dry_run: bool) -> None:
    """Judge every record anew that another engine judged, and those that were given up.

    The workers do it, as a job that can be watched and cancelled at the address that is printed.
    Old verdicts stay; where the new ones say something else, that is listed. Asked for twice, it is
    done once.
    """
    from archive.scoring import ENGINE

    with archive_of(settings_of(instance)) as archive:
        stale = archive.to_rescore()
        for engine, number in sorted(stale.items()):
            click.echo(f"{number:,} records judged by {engine}")
        if not stale:
            click.echo(f"Every record has been judged by {ENGINE}: there is nothing to do.")
        elif not dry_run:
            job_id = archive.begin_rescoring()
            click.echo(f"They are judged anew by {ENGINE}: /jobs/{job_id}")
