"""The losing cards of a whole sheet: those behind the number of a hand, and lists without numbers,
`Ann K / Bob 9`, of which the totals below them tell what they are.

Cards of several ranks in one hand are the last cards that the players showed, of which the highest
loses; a line without a number may also list the losers of several hands. What a list is said to be
must come to the totals.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, groupby
from typing import NamedTuple

from archive.importers import which_game
from archive.importers.losing_lines import (
    LONGEST_LINE,
    Cards,
    Lost,
    cards_in,
    lost_in,
    who_are_out,
    without_out,
)
from archive.importers.ranks import COUNTS, Ranks
from archive.importers.totals.kinds_of_lines import Line
from archive.importers.totals.lines import lines_of
from archive.importers.totals.points import players_in
from archive.importers.totals.standings import standing_of

SAID_SO = re.compile(
    r"(?<!\w)(?:(?:losing|lost|last|kept)\s+cards?|losers?|who\s+lost|collected|gesammelt|verlierer(?:innen)?"
    r"|(?:letzte|verlorene|behaltene)\s+karten?|verlierkarten?|wer\s+verloren\s+hat)(?!\w)",
    re.IGNORECASE,
)
"""A heading that says that losing cards stand below."""
BY_NUMBER = re.compile(
    r"22(?![\d./])(?P<game>\s*+[(]?(?:(?:the|das)\s)?(?:card\s?game|kartenspiel)[)]?)?"
    r"\s*+[:,;–-]?\s*+",
    re.IGNORECASE,
)
"""The game’s name in figures."""
HANDS = 2
"""The fewest cards that make a list."""
COLUMNS = {
    "number": {"hand", "deal", "round", "spiel", "runde", "blatt", "nr", "no", "#"},
    "loser": {"loser", "losers", "lost", "lost by", "who lost", "verlierer", "verliererin",
              "verloren", "wer verlor", "wer verliert", "wer verloren hat"},
    "card": {"card", "losing card", "last card", "karte", "letzte karte", "with", "mit"},
    "worth": {"total", "totals", "points", "score", "stand", "summe", "gesamt", "punkte",
              "now", "has", "now has", "has now", "hat", "hat jetzt", "hat nun", "damit"},
}  # fmt: skip
"""The columns of a table of losing cards, by what stands above them."""
NEEDED = COLUMNS.keys() - {"worth"}


class Told(NamedTuple):
    """A line of a sheet, its words, and who lost which hand by them; a line that tells of several
    hands stands once for each."""

    line: Line
    words: str
    lost: Lost | None


def told_in(text: str, ranks: Ranks) -> tuple[list[Told], bool]:
    """Return the lines of a sheet with the losers that they tell, and whether it can be of no other
    game: there is a table of losers, or a heading such as “22, losing cards”."""
    lines, in_table = sentences_of(text)
    told = [Told(line, words, lost_in(words, ranks)) for line, words in lines]
    losers = {name.casefold() for one in told if one.lost for name, _, _ in one.lost.cards}
    told = [
        one._replace(line=one.line._replace(kind="game")) if _names_by_number(one, losers) else one
        for one in told
    ]
    sure = in_table or any(BY_NUMBER.match(one.line.text) for one in told
                           if one.line.kind == "game")  # fmt: skip
    totals = _totals(lines)
    if not any(one.lost for one in told):
        told = _numbered(told, ranks, totals) if sure or _is_named(lines) else told
    elif _are_shown(told, totals):
        told = [one._replace(lost=one.lost and _as_shown(one.lost)) for one in told]
    return told, sure


def _names_by_number(one: Told, losers: set[str]) -> bool:
    """Return whether a line names the game in figures, beside losing cards or the players of whom
    some lost, or alone above these."""
    number = BY_NUMBER.match(one.line.text) if one.lost is None else None
    text = one.line.text[:LONGEST_LINE]
    listed = {name.casefold() for name in players_in(text[number.end() :])} if number else set()
    alone = number is not None and not text[number.end() :].strip(" .:#*")
    told = bool(losers) and (alone or losers <= listed)
    said = number is not None and number["game"] is not None
    return number is not None and (bool(SAID_SO.search(text)) or told or said)


def _is_named(lines: Sequence[tuple[Line, str]]) -> bool:
    titles = (which_game.in_title(line.text) for line, _ in lines if line.kind in ("game", "tag"))
    return any(found and found[0] == "twenty-two" for found in titles)


def _totals(lines: Sequence[tuple[Line, str]]) -> dict[str, int]:
    """Return the last totals of a sheet, by names in small letters."""
    for line, words in reversed(lines):
        if points := line.points or (standing_of(words) if line.kind == "odd" else ()):
            return {name.casefold(): total for name, total in points}
    return {}


def _as_shown(lost: Lost) -> Lost:
    """Return the cards of a hand as those shown, where they are of several ranks and neither a word
    nor what each counts says that all their players lost."""
    if lost.in_words or any(worth for _, _, worth in lost.cards):
        return lost
    mixed = len({card.rank for _, card, _ in lost.cards}) > 1
    players = {name.casefold() for name, _, _ in lost.cards}
    if not mixed or len(players) < len(lost.cards):
        return lost
    return lost._replace(shown=True)


def _are_shown(told: Sequence[Told], totals: dict[str, int]) -> bool:
    """Return whether cards of several ranks in one hand were shown, and not all of them lost: as
    many totals or more come to that. Without totals king and queen, which count the same, are
    losing cards."""
    hands = [one.lost for one in told if one.lost]
    if not totals:
        return not any(_count_alike(lost) for lost in hands)
    kept, shown = Counter[str](), Counter[str]()
    for lost in hands:
        kept.update(lost.counted())
        shown.update(_as_shown(lost).counted())
    fits = [sum(total == sums[name] for name, total in totals.items()) for sums in (shown, kept)]
    return fits[0] >= fits[1]


def _count_alike(lost: Lost) -> bool:
    """Return whether cards of several ranks count the same."""
    ranks = {card.rank for _, card, _ in lost.cards}
    return len(ranks) > 1 and len({COUNTS.get(rank) for rank in ranks}) == 1


def _numbered(told: list[Told], ranks: Ranks, totals: dict[str, int]) -> list[Told]:
    """Return the lines with their lists of cards taken for those of hands, if they come to the
    totals of most players, or a heading says that they are losing cards."""
    lists = [_list_in(one, ranks) for one in told]
    below = next((at for at in range(len(told) - 1, -1, -1)
                  if told[at].line.points or standing_of(told[at].words)), None)  # fmt: skip
    if below is not None:
        lists[below] = ()
    if sum(map(len, lists)) < HANDS:
        return told
    said = any(SAID_SO.search(one.line.text[:LONGEST_LINE]) for one in told)
    for hands in (_one_by_one(told, lists), _line_by_line(told, lists)):
        losers = {name for one in hands if one.lost for name in one.lost.counted()}
        fits = sum(1 for name in losers if totals.get(name) == _sums(hands)[name])
        if losers <= totals.keys() and 2 * fits >= len(losers):
            return hands
    return _line_by_line(told, lists) if said and not totals else told


def _list_in(one: Told, ranks: Ranks) -> Cards:
    """Return each name with its card in a line that lists nothing else but who of them is out."""
    if len(one.words) > LONGEST_LINE or one.line.kind not in ("odd", "out"):
        return ()
    words, out = without_out(one.words)
    cards = () if which_game.in_title(words) else cards_in(words, ranks)
    return cards if not out or out.casefold() in {name.casefold() for name, _, _ in cards} else ()


def _sums(told: Iterable[Told]) -> Counter[str]:
    sums = Counter[str]()
    for one in told:
        sums.update(one.lost.counted() if one.lost else {})
    return sums


def _one_by_one(told: Sequence[Told], lists: Sequence[Cards]) -> list[Told]:
    """Return each card as that of a hand of its own; equal ones on a line are of one hand."""
    numbers = count(1)

    return [
        one._replace(lost=lost)
        for one, cards in zip(told, lists, strict=True)
        for lost in (_hands(cards, numbers, one.words) if cards else [None])
    ]


def _hands(cards: Cards, numbers: Iterator[int], words: str) -> list[Lost]:
    """Return a hand for each card of a line, or for equal ones beside each other; who is out by the
    line is so behind the last."""
    hands = [
        Lost(next(numbers), tuple(alike))
        for _, alike in groupby(cards, key=lambda one: one[1].rank)
    ]
    last = who_are_out(hands[-1], without_out(words)[1]) or hands[-1]
    return [*hands[:-1], last]


def _line_by_line(told: Sequence[Told], lists: Sequence[Cards]) -> list[Told]:
    """Return the cards of each line as those of a hand."""
    numbers = count(1)
    return [
        one._replace(lost=_hand(cards, next(numbers), one.words) if cards else None)
        for one, cards in zip(told, lists, strict=True)
    ]


def _hand(cards: Cards, number: int, words: str) -> Lost:
    """Return the cards of a line as those of one hand."""
    lost = _as_shown(Lost(number, cards))
    return who_are_out(lost, without_out(words)[1]) or lost


def sentences_of(text: str) -> tuple[list[tuple[Line, str]], bool]:
    """Return the lines of a sheet with what each says, a row of a table of losers as the sentence
    that it means, and whether there is such a table."""
    found: list[tuple[Line, str]] = []
    columns: dict[str, int] = {}
    for line in lines_of(text):
        cells = [cell.strip() for cell in _row(text, line).split("|")]
        if headed := _columns(cells):
            columns = headed
            continue
        row = {key: cells[at] for key, at in columns.items() if at < len(cells)}
        if len(cells) > 1 and row.keys() >= NEEDED:
            behind = f" ({row['worth']})" if row.get("worth") else ""
            found.append((line, "Hand {number}: {loser} {card}".format(**row) + behind))
        else:
            found.append((line, line.text))
    return found, bool(columns)


def _row(text: str, line: Line) -> str:
    """Return a line as it stands in the text where it has bars: a `#` that heads its first column
    is no part of a sentence."""
    end = text.find("\n", line.at)
    whole = text[text.rfind("\n", 0, line.at) + 1 : end if end >= 0 else None].strip()
    return whole.strip("|") if "|" in whole[:LONGEST_LINE] else line.text


def _columns(cells: Sequence[str]) -> dict[str, int]:
    """Return the columns of a table of losers by what they hold; none where this is no header."""
    found = {
        key: at
        for at, cell in enumerate(cells)
        for key, words in COLUMNS.items()
        if cell.casefold().strip(" .:") in words
    }
    return found if found.keys() >= NEEDED else {}
