"""`twenties doctor`: is all well, and if not, what is wrong and what helps."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

import click

from archive.cli.serve import archive_of, instance_option, settings_of

ILL = 1
_COLOURS = {"well": "green", "warning": "yellow", "ill": "red"}


@click.command()
@instance_option
@click.option("--json", "as_json", is_flag=True, help="An object for programs.")
@click.option("--recount", is_flag=True, help="Count what lists show anew, before looking.")
def doctor(instance: Path | None, as_json: bool, recount: bool) -> None:
    """Look at settings, database, broker, workers and work, and say how they are.

    Nothing is changed, unless --recount asks for it: that makes the counts beside the lists anew,
    and nothing is judged meanwhile. Exit code 0: all is well, or well enough (warnings say what
    to see to). 1: something is wrong.
    """
    from archive.ops.health import State, examine, worst

    with archive_of(settings_of(instance, making=False)) as archive:
        if recount and archive.settings.instance.exists():
            archive.search.recount()
        found = examine(archive)
    state = worst(found)
    if as_json:
        body = {"state": state, "findings": [asdict(one) for one in found]}
        click.echo(json.dumps(body, indent=2, ensure_ascii=False, default=str))
    else:
        width = max(len(one.subject) for one in found)
        for one in found:
            mark = click.style(f"{one.state:<8}", fg=_COLOURS[one.state])
            click.echo(f"{mark} {one.subject:<{width}}  {one.says}")
    sys.exit(ILL if state is State.ILL else 0)
