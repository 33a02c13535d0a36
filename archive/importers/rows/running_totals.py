"""The meaning of a column headed “score”: the points of each play, or every player's running total.

Both are written under that word. Points of plays are mostly nothing and go up and down; running
totals never go down. Tallies beside them decide: a tally of twenty or more goes with points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from archive.importers.rows.cells import Row
from archive.importers.rows.headers import meaning_of
from archive.importers.rows.tables import Layout
from archive.importers.source import Source

DOUBTFUL = frozenset({"score", "scores", "points", "pts", "punkte", "wertung"})
ENOUGH = 2
"""The fewest plays of one player after one that scored whose numbers do not fall: for points that
is rare."""
FULL = 20
ASKED = ("player", "card", "tally", "points")


def are_totals(layout: Layout, rows: Sequence[Row], source: Source) -> bool:
    """Return whether the column of points has running totals, and report it where it has."""
    if "points" not in layout.meanings or "standing" in layout.meanings:
        return False
    index = layout.meanings.index("points")
    header = layout.columns[index].header
    if header.casefold().strip(" .:*") not in DOUBTFUL or meaning_of(header) != "points":
        return False
    if not _never_fall(list(_values(layout, rows))):
        return False
    at = next((row.cells[index].at for row in rows if index < len(row.cells)), 0)
    source.report(at, "running-totals", "points of single plays; these never go down and were read "
                  "as running totals", header, severity="note")  # fmt: skip
    return True


def _values(layout: Layout, rows: Sequence[Row]) -> Iterator[tuple[str, int | None, int]]:
    """Yield player, tally and value of each row that has one."""
    columns = [
        (number, meaning, layout.owner(number) or "")
        for number, meaning in enumerate(layout.meanings)
        if meaning in ASKED
    ]
    for row in rows:
        owned: dict[str, dict[str, str]] = {}
        for number, meaning, owner in columns:
            if number < len(row.cells) and (text := row.cells[number].text):
                owned.setdefault(owner, {})[meaning] = text
        for owner, about in owned.items():
            player, value = owner or about.get("player", "").casefold(), about.get("points", "")
            if (
                player
                and value.lstrip("+-").isdecimal()
                and about.get("card", "").lower() != "bonus"
            ):
                tally = about.get("tally", "")
                yield player, int(tally) if tally.isdecimal() else None, int(value)


def _never_fall(values: list[tuple[str, int | None, int]]) -> bool:
    before: dict[str, int] = {}
    as_points = as_totals = rises = stays = 0
    for player, tally, value in values:
        last = before.get(player, 0)
        if value < last:
            return False
        if player in before and last > 0:
            stays += value == last
            rises += value > last
        before[player] = value
        if tally is not None:
            as_points += (value != 0) == (tally >= FULL)
            as_totals += (value != last) == (tally >= FULL)
    if as_points != as_totals:
        return as_totals > as_points
    return stays + rises >= ENOUGH
