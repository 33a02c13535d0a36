"""The counts kept, less what is on its way out.

What a deletion has taken is counted until its rows are gone, some hundred at a time, and is listed
no more. While there is such a thing, every statement that reads counts reads them from here: the
rows kept, and beside them those records' own with the number below nothing. One statement sees one
state of the database, so that it does not matter which of them have just gone.
"""

from __future__ import annotations

from typing import Final

from archive.store.facet_counts import ALL_MONTHS
from archive.store.pending_deletion import GOES

KEPT: Final = "facetcount"
"""Where counts are read from when nothing is on its way out."""
_SOURCES: Final = {
    "": "",
    "player": "JOIN seat ON seat.record_id = record.id AND seat.player_id = substr(:scope, 8)",
    "finding": "JOIN finding ON finding.record_id = record.id AND 'finding:' || code = :scope",
    "tag": "JOIN tag ON tag.record_id = record.id AND 'tag:' || tag.tag = :scope",
}
_GOING: Final = """
SELECT {scope}, coalesce(game, ''), coalesce(rules, ''), standing, {month},
    -count(DISTINCT record.id)
FROM record {joined} WHERE record.shown IS TRUE AND {goes} GROUP BY 1, 2, 3, 4, 5
"""
_LESS: Final = """(
SELECT scope, game, rules, standing, month, records FROM facetcount WHERE {which}
UNION ALL SELECT * FROM ({going}) AS going
) AS less"""


def of_scope(scope: str, *, months: bool) -> str:
    """Counts of `:scope`, by month or for all months together."""
    month = "substr(day, 1, 7)" if months else f"'{ALL_MONTHS}'"
    joined = _SOURCES[scope.partition(":")[0]]
    which = f"scope = :scope AND month {'<>' if months else '='} '{ALL_MONTHS}'"
    return _less(which, "CAST(:scope AS TEXT)", month, joined)


def of_findings() -> str:
    """Counts of every finding, for all months together."""
    which = f"month = '{ALL_MONTHS}' AND scope LIKE 'finding:%'"
    joined = "JOIN finding ON finding.record_id = record.id"
    return _less(which, "'finding:' || code", f"'{ALL_MONTHS}'", joined)


def _less(which: str, scope: str, month: str, joined: str) -> str:
    going = _GOING.format(scope=scope, month=month, joined=joined, goes=GOES)
    return _LESS.format(which=which, going=going)
