"""The order round the table, as the tricks of a sheet show it: a sentence above them may name the
players in another."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from archive.importers.first_person import called
from archive.importers.prose.names import any_of, are_listed
from archive.importers.prose.words import SUITED
from archive.importers.ranks import word

PAIR = 2
LOOKED_AT = 1 << 16
"""The number of characters in which tricks are looked for."""
HEADED = re.compile(
    r"^[#*_> \t]*(?:(?:trick|stich)[ \t]+\d{1,2}|\d{1,2}\.[ \t]+(?:trick|stich)|[ts]\d{1,2})"
    r"(?=[ \t]*(?:[:.,(*–-]|$))",
    re.IGNORECASE | re.MULTILINE,
)
LINE_END = re.compile(r"\n")
Order = tuple[str, ...]


def round_the_table(names: list[str], text: str) -> list[str]:
    """Return the players of a text in the order of most of its tricks, from the one named first;
    as they are where the text lists them, or where no other order is that of more tricks."""
    if len(names) <= PAIR or are_listed(text):
        return names
    times = Counter(_orders(names, text[:LOOKED_AT]))
    own = times[tuple(names)]
    order, most = max(times.items(), key=lambda one: one[1], default=((), 0))
    return [*order] if most > own else names


def _orders(names: Sequence[str], text: str) -> Iterator[Order]:
    """Yield the order of each trick in which all players play in turn, turned so that the player
    named first is first."""
    spelled = {" ".join(name.split()).casefold(): name for name in names}
    who = any_of(names)
    heads = [head.end() for head in HEADED.finditer(text)]
    card = word("") if heads else SUITED
    starts = heads or [0, *(end.end() for end in LINE_END.finditer(text))]
    play = re.compile(rf"(?<!\w)(?P<who>(?i:{who}))(?!\w)[^\n\w]{{1,6}}(?:{card})(?!\w)")
    for start, end in pairwise([*starts, len(text)]):
        plays = islice(play.finditer(text, start, end), len(names))
        turn = [spelled[called(" ".join(one["who"].split())).casefold()] for one in plays]
        if len({*turn}) == len(names):
            first = turn.index(names[0])
            yield (*turn[first:], *turn[:first])
