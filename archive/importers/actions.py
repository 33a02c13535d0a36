"""What a player did in turn, as it is written behind the player's name: an action with its tally
and points.

`8 (8)`, `9 (20; 10 points)`, `9 = 20 +10`, `♠9 [20] 10 points`, `Ad+2h+K:2 = 5`, `x9s7d>QhJh`,
`exchanges 9s 7d for Qh Jh`, `d5c`, `draws a card`, `stays in`, `out`, `passes`. Sentences and cells
are read alike.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from archive.core import events as said
from archive.core.cards import CARDS, UNKNOWN, Card
from archive.core.events import Action, Part
from archive.importers.action_words import (
    COMMA_BEHIND,
    COUNT_BEHIND,
    MADE,
    ODD,
    ONE,
    VALUE,
    written,
)
from archive.importers.number_words import NUMBER_WORDS, number
from archive.importers.play_claims import Claims, claims
from archive.importers.ranks import Ranks, words
from archive.importers.source import blank

LONGEST_CELL: Final = 40
"""The longest cell whose action is remembered."""

AND_A = re.compile(r"(?<=[ ](?:and|und)[ ])a(?=[ ](?!(?:and|und|a)(?!\w))\w)")
"""An article, and no ace: `an ace and a two`."""


class Deed(NamedTuple):
    """A player's action, and where its text ends. `odd` holds the places and texts of cards that
    cannot be read, `unclear` that of brackets which say neither tally nor points."""

    kind: str
    end: int
    cards: tuple[Card, ...] = ()
    parts: tuple[Part, ...] = ()
    taken: tuple[Card, ...] | None = None
    stays: bool = True
    tally: int | None = None
    points: int | None = None
    odd: tuple[tuple[int, str], ...] = ()
    unclear: tuple[int, str] | None = None

    @property
    def claims(self) -> bool:
        """Return whether the text claims a tally or points."""
        return self.tally is not None or self.points is not None

    def event(self, number: int | None, seat: int) -> Action:
        """Return the action as an event of a record."""
        match self.kind:
            case "draw":
                return said.Draw(number, seat, self.cards[0])
            case "exchange":
                return said.Exchange(number, seat, self.cards, self.taken)
            case "stay":
                return said.Stay(number, seat, self.stays)
            case "pass":
                return said.Pass(number, seat)
        return said.Play(
            number, seat, self.cards or (UNKNOWN,), self.tally, self.points, "", self.parts
        )


def deed(
    text: str, at: int, ranks: Ranks, *, one_card: bool = False, slashed: bool = False,
    scored: bool = False,
) -> Deed | None:  # fmt: skip
    """Return the action that the text gives from `at` on; None where it gives none. `one_card` is
    for games in which a play is one card, so that a card behind it is no second one; `slashed` is
    for sheets in which the tally follows the first stroke, `scored` for those in which a number
    alone is the points."""
    whole_cell = at == 0 and len(text) <= LONGEST_CELL
    return (_deed_of_cell if whole_cell else _deed)(text, at, ranks, one_card, slashed, scored)


def _deed(
    text: str, at: int, ranks: Ranks, one_card: bool, slashed: bool, scored: bool
) -> Deed | None:
    forms = written(ranks.name)
    if not one_card:
        if match := forms.exchange.match(text, at):
            return _exchange(match, ranks)
        if match := forms.draw.match(text, at):
            card = ranks.card(match["card"]) if match["card"] else UNKNOWN
            odd = () if card else ((match.start("card"), match["card"]),)
            return Deed("draw", match.end(), (card or UNKNOWN,), odd=odd)
        if match := forms.stay.match(text, at):
            return Deed("stay", match.end(), stays=bool(match["stays"] or match["stay"]))
        if match := forms.passes.match(text, at):
            return Deed("pass", match.end())
        if match := forms.makes.match(text, at):
            return _made(match, ranks)
        if (match := forms.counted.match(text, at)) and (counted := _counted(match, ranks)):
            return counted
    elif match := forms.reaches.match(text, at):
        cards, parts, wrong = _set(match["set"], match.start("set"), ranks)
        claimed = claims(text, match.end())._replace(tally=number(match["count"]))
        return _play(cards, parts, wrong, claimed)
    match = (forms.one if one_card else forms.several).match(text, at)
    if match is None:
        return _odd(text, at, one_card=one_card)
    said, end = (match["set"], match.end()) if one_card else _without_count(match, ranks)
    cards, parts, wrong = _set(said, match.start("set"), ranks)
    claimed = claims(text, end, one_card=one_card, slashed=slashed, scored=scored)
    if not one_card and not claimed.tally and (told := MADE.match(text, claimed.end)):
        count = number(told["count"] or told["bare"] or told["word"])
        if not told["bare"] or can_make(cards, count or 0):  # else the number of the next play
            claimed = claimed._replace(end=told.end(), tally=count)
    return _play(cards, parts, wrong, claimed)


def _without_count(match: re.Match[str], ranks: Ranks) -> tuple[str, int]:
    """Return the cards of a play without a word or a number behind them that is the count, and
    where they end."""
    if (told := COMMA_BEHIND.fullmatch(match["set"])) and can_make(
        _cards(told["set"], 0, ranks)[0], number(told["count"]) or 0
    ):  # fmt: skip
        return told["set"], match.start("set") + told.end("set")
    behind = COUNT_BEHIND.fullmatch(match["set"])
    if behind is None or behind["count"] not in NUMBER_WORDS:
        return match["set"], match.end()
    return behind["set"], match.start("set") + behind.end("set")


_deed_of_cell = lru_cache(4096)(_deed)
"""Most cells of a table have a text that others have, too."""


def _play(
    cards: tuple[Card, ...], parts: tuple[Part, ...], odd: tuple[tuple[int, str], ...], said: Claims
) -> Deed:
    return Deed(
        "play", said.end, cards, parts, tally=said.tally, points=said.points, odd=odd,
        unclear=said.unclear,
    )  # fmt: skip


def _odd(text: str, at: int, *, one_card: bool) -> Deed | None:
    """Return a play of something that is not written as a card: a `1` for an ace, or a card that
    cannot be read."""
    if one_card and (ace := ONE.match(text, at)):
        return _play((CARDS["A"],), (), (), claims(text, ace.end()))
    match = ODD.match(text, at)
    if match is None:
        return None
    odd = ((match.start(), match["odd"]),)
    return _play((), (), odd, claims(text, match.end()))


def _cards(
    text: str, at: int, ranks: Ranks
) -> tuple[tuple[Card, ...], tuple[tuple[int, str], ...]]:
    found, odd = [], []
    for match in words(ranks.name).finditer(AND_A.sub(" ", text)):
        card = ranks.card(match[0])
        if card is None:
            odd.append((at + match.start(), match[0]))
        found.append(card or UNKNOWN)
    return tuple(found), tuple(odd)


def _set(
    text: str, at: int, ranks: Ranks
) -> tuple[tuple[Card, ...], tuple[Part, ...], tuple[tuple[int, str], ...]]:
    """Return the cards of a play, and what was announced for them."""
    bare = VALUE.sub(blank, text)
    found, odd = _cards(bare, at, ranks)
    if bare == text and "+" not in text:
        return found, (), odd
    parts = []
    start = 0
    for piece in text.split("+"):
        end = 0
        for value in VALUE.finditer(piece):
            if run := _cards(piece[end : value.start()], 0, ranks)[0]:
                before, meant = _announced(run)
                parts += [Part(before, None)] if before else []
                parts.append(Part(meant, number(value["value"])))
            else:  # a second value for the same card
                odd += ((at + start + value.start(), value[0].strip()),)
            end = value.end()
        if rest := _cards(piece[end:], 0, ranks)[0]:
            parts.append(Part(rest, None))
        start += len(piece) + 1
    return found, tuple(parts), odd


def _announced(run: tuple[Card, ...]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the cards before those for which a value is announced, and these: the last card, or
    all of its rank where it is a ten, a jack or a queen."""
    least = len(run) - 1
    while run[-1].rank in "TJQ" and least and run[least - 1].rank == run[-1].rank:
        least -= 1
    return run[:least], run[least:]


def _exchange(match: re.Match[str], ranks: Ranks) -> Deed:
    if told := match["number"] or match["bare"]:
        return Deed("exchange", match.end(), (UNKNOWN,) * min(number(told) or 0, 52))
    if not match["put"]:
        return Deed("exchange", match.end(), (), taken=())
    put, odd = _cards(match["put"], match.start("put"), ranks)
    taken = None
    if match["taken"]:
        taken, more = _cards(match["taken"], match.start("taken"), ranks)
        odd += more
    return Deed("exchange", match.end(), put, taken=taken, odd=odd)


def _made(match: re.Match[str], ranks: Ranks) -> Deed:
    """Return a count made with cards. A number behind them at the end of a sentence belongs to the
    count unless it is the next play's: `makes 3 with A 2. Mia draws`."""
    count, end = number(match["count"] or match["bare"]), match.end("set")
    whole = match["set"] + (match["last"] or "")
    cards, parts, wrong = _set(match["set"], match.start("set"), ranks)
    if match["last"] and sum(map(_pips, cards)) != count:
        cards, parts, wrong = _set(whole, match.start("set"), ranks)
        end = match.end()
    return Deed("play", end, cards, parts, tally=count, odd=wrong)


def _counted(match: re.Match[str], ranks: Ranks) -> Deed | None:
    """Return a count with its cards behind it, `6: 3s+3d` or `6 (3+3)`; None where the cards do not
    make it."""
    told = "set" if match["set"] else "within"
    cards, parts, wrong = _set(match[told], match.start(told), ranks)
    count = int(match["count"])
    if wrong or not can_make(cards, count):
        return None
    return Deed("play", match.end(), cards, parts, tally=count)


def can_make(cards: Sequence[Card], count: int) -> bool:
    """Return whether cards can make a count by the rules of Count to 20."""
    kings = sum(card.rank == "K" for card in cards)
    ranks_of_ten = [card.rank for card in cards if card.rank in "TJQ"]
    pairs = sum(ranks_of_ten.count(rank) // 2 for rank in "TJQ")  # each may count ten
    made = [sum(map(_pips, cards)) + kings - 10 * fewer for fewer in range(pairs + 1)]
    return any(one <= count if kings else one == count for one in made)


def _pips(card: Card) -> int:
    """Return what a card counts by its rank; nothing for a king, which may count anything."""
    return int(card.rank) if card.rank.isdigit() else {"A": 1, "K": 0}.get(card.rank, 10)
