"""Documents whose commands are run: what is in their blocks, and what has to be answered."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from tests.served import BACKSTOP, TWENTIES

BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_AROUND = {
    "sh": "{}",
    "sh postgres": "( export PGUSER=postgres\n{})\n",
    "sh service": """\
running=
while read -r command; do $command >>services.log & running="$running $!"; done <<'END'
{}END
trap 'kill $running && wait $running' EXIT
for _ in {{1..900}}; do
  place=$(grep -o 'http://[^/ ]*' services.log) && curl -s "$place/health/ready" |
    grep -q '"broker": *true' && break
  sleep 1
done
""",
}
"""What is run, by the kind of block: commands; those of PostgreSQL's own user; and services, which
run until the end of the document. Any other block shows what the commands above it answer."""
RUN = tuple(_AROUND)


class Block(NamedTuple):
    """Commands of a document, by the place they have among its blocks, and the pattern of what
    they answer, empty where nothing is shown."""

    kind: str
    commands: str
    answer: str


def blocks(page: Path) -> Iterator[Block]:
    """Yield the commands of a document, each with what is shown below it."""
    found = BLOCK.findall(page.read_text(encoding="utf-8"))
    for (kind, text), (below, shown) in zip(found, [*found[1:], ("sh", "")], strict=True):
        if kind in RUN:
            yield Block(kind, text, "" if below in RUN else _pattern(shown))


def run(those: list[Block], folder: Path, variables: Mapping[str, str]) -> None:
    """Run blocks as one script in a folder, and hold each answer against what is shown."""
    script = "".join(
        f"{{\n{_AROUND[one.kind].format(one.commands)}}} > answered-{at}\n"
        for at, one in enumerate(those, start=1)
    )
    found = {**os.environ, **variables}
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        env={**found, "PATH": f"{Path(TWENTIES).parent}{os.pathsep}{found['PATH']}"},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=BACKSTOP,
        check=False,
    )
    for at, one in enumerate(those, start=1):
        answered = folder / f"answered-{at}"
        assert answered.exists(), f"{done.stdout}{done.stderr}"
        said = _squeezed(answered.read_text(encoding="utf-8"))
        if one.answer:
            assert re.fullmatch(one.answer, said, re.DOTALL), f"{one.commands}{said}{done.stderr}"
    assert done.returncode == 0, done.stderr


def _pattern(shown: str) -> str:
    """What is shown, with `…` for whatever may differ from time to time."""
    return ".*".join(re.escape(part) for part in _squeezed(shown).split("…"))


def _squeezed(text: str) -> str:
    """Without gaps and line ends: the page breaks lines where it is readable."""
    return re.sub(r"\s+", "", text)
