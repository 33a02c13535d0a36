"""The columns that hold the cards of a play, where a heading alone does not settle which they
are."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from archive.importers.action_words import LAYS
from archive.importers.actions import deed
from archive.importers.ranks import Ranks
from archive.importers.rows.cells import Row
from archive.importers.rows.headers import is_nth_card, meaning_of, plain

TRIED = 12
"""The number of rows below a header in which a column must hold plays."""
NAME = re.compile(r"[^\W\d_][^\d:;|()=]{0,39}")
ENDED = re.compile(r"[\s.]*")
PLAYS = re.compile(LAYS, re.IGNORECASE)
WEAK = {
    "card": frozenset({"play", "played", "action", "what", "gespielt", "gelegt", "legt"}),
    "tally": frozenset({"pile", "count", "stapel"}),
}
"""Headings that mean something else where another column has a plain one of the same meaning: a
`Play` beside a `Card` numbers the plays, a `Pile` beside a `Tally` counts its cards."""


def told_apart(
    rows: Sequence[Row], index: int, below: Callable[[int], Sequence[str]], ranks: Ranks
) -> list[str | None]:
    """Return the meaning of each column by the headings of a row, of which a weak one gives way to
    a plain one of the same meaning; `below` gives the texts below a heading. Several columns hold
    cards where they are numbered, or where one says in words what was done with the card in the
    other."""
    headers = rows[index].texts
    found = [meaning_of(text) for text in headers]
    for meaning, words in WEAK.items():
        same = [at for at, one in enumerate(found) if one == meaning]
        weak = [at for at in same if plain(headers[at]) in words]
        for at in weak if len(weak) < len(same) else ():
            found[at] = _gives_way(meaning, below(at), found, ranks)
    if found.count("card") == 1 and plain(headers[at := found.index("card")]) in WEAK["card"]:
        others = [*found[:at], None, *found[at + 1 :]]
        if counts_rows(below(at)) and cards_in(rows, index, ranks, others) not in (None, at):
            found[at] = _gives_way("card", below(at), found, ranks)
    return found


def _gives_way(
    meaning: str, texts: Sequence[str], found: Sequence[str | None], ranks: Ranks
) -> str | None:
    """Return the meaning of a column with a weak heading, where another one has the plain one."""
    if counts_rows(texts):
        return None if "number" in found else "number"
    return meaning if meaning == "card" and _are_deeds(texts, ranks) else None


def joined(headers: Sequence[str], meanings: Sequence[str | None]) -> set[int]:
    """Return the columns that hold the cards of a play together."""
    cards = [at for at, meaning in enumerate(meanings) if meaning == "card"]
    nth = [at for at in cards if is_nth_card(headers[at])]
    weak = [at for at in cards if plain(headers[at]) in WEAK["card"]]
    first = [at for at in cards if at not in (*nth, *weak)][:1]
    return {*nth, *first, *weak[: 1 if nth or first else 0]} if nth or weak else set()


def _are_deeds(texts: Sequence[str], ranks: Ranks) -> bool:
    """Return whether all texts of a column say what was done."""
    return bool(texts) and all(PLAYS.fullmatch(one) or whole_deed(one, ranks) for one in texts)


def cards_in(
    rows: Sequence[Row], index: int, ranks: Ranks, meanings: Sequence[str | None]
) -> int | None:
    """Return the column with the cards of a table that has one with the players, where no heading
    says so: the only one that nothing is known of and that holds actions throughout."""
    if "card" in meanings or meanings.count("player") != 1:
        return None
    below = rows[index + 1 : index + 1 + TRIED]
    texts = [[row.cells[number].text for row in below if number < len(row.cells)]
             for number in range(len(meanings))]  # fmt: skip
    names = [text for text in texts[meanings.index("player")] if text]
    if not names or not all(NAME.fullmatch(one) and not whole_deed(one, ranks) for one in names):
        return None
    able = [number for number, column in enumerate(texts)
            if meanings[number] is None and rows[index].cells[number].text and len(column) > 1
            and all(text and whole_deed(text, ranks) for text in column)]  # fmt: skip
    return able[0] if len(able) == 1 else None


def counts_rows(texts: Sequence[str]) -> bool:
    """Return whether cells number their rows from 1: no player's cards do, because no card is a
    1."""
    numbers = [int(text) for text in texts if text.isdecimal()]
    return bool(numbers) and numbers[0] == 1 and len(numbers) == len(texts) and (
        numbers == sorted(numbers)
    )  # fmt: skip


def whole_deed(text: str, ranks: Ranks) -> bool:
    """Return whether a cell gives one action of a player, and nothing else."""
    found = deed(text, 0, ranks)
    return found is not None and not found.odd and ENDED.fullmatch(text, found.end) is not None
