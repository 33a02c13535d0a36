"""docs/rulings.md, made of docs/rulings.toml: for each ruling the clauses that carry it out, the
tests named after it, and the fixtures in which one of those clauses decides something.

    make rulings
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from archive.games import GAMES
from tests.judged import judged

ROOT = Path(__file__).parents[2]
LIST = ROOT / "docs" / "rulings.toml"
PAGE = ROOT / "docs" / "rulings.md"
TESTS = ROOT / "tests" / "games"
FIXTURES = ROOT / "fixtures"
MOST = 5  # fixtures named in a cell

HEAD = """\
# Rulings

The rules of these games were written down for players, and leave gaps. Here is how each gap is
read, with the clauses of the rulebook that say so, the tests that hold to it (those named
`test_ruling_…` in [tests/games](../tests/games), in their words), and records in which one of
those clauses decides something. Where people really play it both ways, the reading is an option of
the rule set.

This page is made by `make rulings` from [rulings.toml](rulings.toml).
"""

COLUMNS = """\
| | ruling | clauses | tests | records |
|---|---|---|---|---|
"""


class Ruling(NamedTuple):
    """One decision: its game, its number there, what it says, and what carries it out. `shown` are
    fixtures in which it shows by nothing being found."""

    game: str
    number: int
    says: str
    clauses: list[str]
    shown: list[str]

    @property
    def tests(self) -> list[str]:
        name = f"test_ruling_{self.game.replace('-', '_')}_{self.number}_"
        return [test for test in all_tests() if test.startswith(name)]

    @property
    def fixtures(self) -> list[str]:
        cited = {f"{self.game}/{clause}" for clause in self.clauses}
        decided = deciding_clauses()
        deciding = [name for name, clauses in decided.items() if cited & set().union(*clauses)]
        # what is found wrong tells more than what scores; and those about little else come first
        deciding.sort(key=lambda name: (not cited & decided[name].found, len(decided[name].found)))
        return list(dict.fromkeys([*self.shown, *deciding]))


def rulings() -> list[Ruling]:
    """All rulings of the games that stand, in their order."""
    listed = tomllib.loads(LIST.read_text(encoding="utf-8"))
    return [
        Ruling(game, number, one["says"], one["clauses"], one.get("shown", []))
        for game, found in listed.items()
        for number, one in enumerate(found, 1)
        if game in GAMES
    ]


@cache
def all_tests() -> list[str]:
    """Every test named after a ruling."""
    sources = "".join(path.read_text("utf-8") for path in sorted(TESTS.glob("test_*.py")))
    return re.findall(r"^def (test_ruling_\w+)", sources, re.MULTILINE)


class Decided(NamedTuple):
    """The clauses by which something in a record is found wrong or not known, and those by which
    somebody scores."""

    found: set[str]
    scored: set[str]


@cache
def deciding_clauses() -> dict[str, Decided]:
    """The fixtures by name, each with the clauses that decide something in it."""
    return {
        "/".join(path.relative_to(FIXTURES).with_suffix("").parts): _decided(path)
        for path in sorted(FIXTURES.glob("*/*/*.xxn"))
        if path.parts[-3] in GAMES
    }


def _decided(path: Path) -> Decided:
    verdict = judged(path)
    lines = verdict.examination.table.ledger.lines if verdict.examination else []
    found = {finding.clause for finding in verdict.findings if finding.clause}
    return Decided(found, {line.clause for line in lines})


def page() -> str:
    """The whole page as it should be."""
    parts = [HEAD]
    game = ""
    for ruling in rulings():
        if ruling.game != game:
            game = ruling.game
            book = GAMES[game].book
            where = book.path.relative_to(ROOT).as_posix()
            parts.append(f"\n## [{book.title}](../{where})\n\n{COLUMNS}")
        parts.append(_row(ruling))
    return "".join(parts)


def _row(ruling: Ruling) -> str:
    clauses = ", ".join(ruling.clauses)
    prefix = f"test_ruling_{ruling.game.replace('-', '_')}_{ruling.number}_"
    tests = "; ".join(test.removeprefix(prefix).replace("_", " ") for test in ruling.tests)
    first, rest = ruling.fixtures[:MOST], ruling.fixtures[MOST:]
    records = ", ".join(
        f"[{name.rpartition('/')[2]}](../fixtures/{name}.xxn)" for name in first
    ) + (" and others" if rest else "")
    name = f"{ruling.game} {ruling.number}"
    return f"| {name} | {ruling.says} | {clauses} | {tests} | {records} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
