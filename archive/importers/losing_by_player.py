"""The losing cards of a sheet of Twenty-Two by player, `Ann: J, A` above `Bob: 9`. In which hand a
card lost they do not tell, but what a player's cards come to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from archive.core.cards import Card
from archive.importers.losing_lines import LONGEST_LINE, card_named
from archive.importers.losing_lists import SAID_SO
from archive.importers.player_names import called
from archive.importers.ranks import COUNTS, Ranks
from archive.importers.totals.kinds_of_lines import Line
from archive.importers.totals.points import could_be_a_name

LIST = re.compile(r"(?P<name>[^\W\d_][^\d,;:=()]{0,40}?)\s*(?:[:=]|\s[–—-])\s*(?P<cards>[^\s:=].*)")
BEHIND = re.compile(
    r"\s*+[(=]\s*+(?:(?P<total>\d{1,3})(?:\s++(?:points|punkte))?)?(?:\s*+,)?\s*+(?P<out>(?:is\s|ist\s)?"
    r"(?:out|raus|ausgeschieden))?[)!. ]*$",
    re.IGNORECASE,
)
"""What the cards come to, and that their player is out: `K 7 5 (22, out)`."""
BETWEEN = re.compile(r"\s*[,;/+&]\s*|\s+(?:and|und)\s+|\s+")
NONE = frozenset({"none", "nothing", "keine", "nichts", "-", "–", "—", "0"})
OUT_WITH = 22
MOST = 12
"""More cards than a player can lose with before being out: eleven twos, and one more."""


class Listed(NamedTuple):
    """A line of the sheet, the player that it names, and the cards with which this one lost; what
    the line says that these come to, and that the player is out."""

    line: Line
    name: str
    cards: tuple[Card, ...]
    total: int | None = None
    out: bool = False

    @property
    def points(self) -> int:
        """Return what the cards come to."""
        return sum(self.counts)

    @property
    def counts(self) -> list[int]:
        """Return what each of the cards counts."""
        return [COUNTS[card.rank] for card in self.cards]


def listed_in(lines: Sequence[Line], ranks: Ranks) -> list[Listed]:
    """Return each player's losing cards, if a sheet lists these and besides tells no more than who
    is out and who won; otherwise nothing. Cards that may be a trick are none."""
    said = any(SAID_SO.search(line.text[:LONGEST_LINE]) for line in lines)
    odd = [line for line in lines if line.kind not in ("game", "tag", "out", "won")]
    told = [line for line in odd if not SAID_SO.search(line.text[:LONGEST_LINE])]
    found = [one for line in told if (one := _list_in(line, ranks))]
    names = {one.name.casefold() for one in found}
    if len(found) < len(told) or len(names) < max(2, len(found)):
        return []
    return found if all(map(_could_lose, found)) and (said or not _is_trick(found)) else []


def _list_in(line: Line, ranks: Ranks) -> Listed | None:
    """Return the player and the cards of a line that has nothing else."""
    text = line.text[:LONGEST_LINE].rstrip(" .")
    behind = BEHIND.search(text)
    match = LIST.fullmatch(text[: behind.start()] if behind else text)
    if line.kind != "odd" or match is None or not could_be_a_name(match["name"]):
        return None
    if match["cards"].casefold() in NONE:
        return Listed(line, called(match["name"]), ())
    cards = [card_named(one, ranks) for one in BETWEEN.split(match["cards"], MOST)]
    known = tuple(card for card in cards if card is not None and card.rank in COUNTS)
    if len(known) < len(cards):
        return None
    total = int(behind["total"]) if behind and behind["total"] else None
    return Listed(line, called(match["name"]), known, total, bool(behind and behind["out"]))


def _could_lose(one: Listed) -> bool:
    """Return whether a player could lose with the last of these cards: who has 22 points is out."""
    return one.points - max((COUNTS[card.rank] for card in one.cards), default=0) < OUT_WITH


def _is_trick(found: Sequence[Listed]) -> bool:
    """Return whether the cards may also be those of a trick: as many of each player, those that are
    led of one rank."""
    alike = len({len(one.cards) for one in found}) == 1
    return alike and len({card.rank for card in found[0].cards}) < 2
