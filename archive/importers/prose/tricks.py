"""Tricks in words: numbers in front of plays that are those of tricks, or of plays within a trick;
and the order round the table, as most tricks show it: a sentence above them may name the players in
another."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise, takewhile

from archive.core import events as said
from archive.importers.player_names import called
from archive.importers.prose.game_in_words import GameInWords
from archive.importers.prose.names import any_of, are_listed
from archive.importers.prose.words import SUITED
from archive.importers.ranks import word
from archive.importers.which_game import COUNT_TO_20

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
SECOND = 2
LONGEST_TRICK = 400
"""The most characters of a trick in front of its winner."""
LONGEST_HAND = 100
"""The most events of a hand that are counted."""
WON = ("shown", "to", "taker", "who")
"""The groups of the player who won a trick."""
NEAR = 30
"""The most events between the beginning of a deal and its second trick."""


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


def with_winners_shown(text: str, names: Sequence[str], card: str) -> str:
    """Return a text with an arrow before the winner of a trick in place of brackets: `Ann 7, Bob
    J (Bob)`, behind the cards of several players."""
    if not names:
        return text
    who = re.compile(rf"(?<!\w)(?i:{any_of(names)})(?!\w)")
    behind = re.compile(
        rf"(?<!\w)(?P<card>{card})[ ](?:\((?P<won>{who.pattern})\)|\[(?P<by>{who.pattern})\])"
        r"(?=[ \t]*\.?[ \t]*$)",
        re.MULTILINE,
    )

    def shown(found: re.Match[str]) -> str:
        line = max(text.rfind("\n", 0, found.start()) + 1, found.start() - LONGEST_TRICK)
        several = len({one[0].casefold() for one in who.finditer(text, line, found.start())}) > 1
        return f"{found['card']}->{found['won'] or found['by']} " if several else found[0]

    return behind.sub(shown, text)


def number_of_play(told: GameInWords, number: int, at: int) -> int | None:
    """Return the number of a play in front of which a number stands; None where it is that of the
    next trick of its deal, which begins there, that of a play within its trick, or the count that
    is made with it.

    `1. Bob 8♠, Cy K♠` behind the exchange begins the first trick; so does a `1.` before the first
    play of all, as a `2.` that goes on with no play shows."""
    sheet = told.sheet
    if told.one_card:
        return number
    dealt, last = sheet.last(said.Deal), _last_trick(told)
    behind = sheet.events[last + 1 :] if last is not None else []
    plays = sum(isinstance(event, said.Play) for event in behind)
    if number == 1 and last is not None and not plays:
        told.counted_trick = last
    if last is not None and last == told.counted_trick and number == plays + 1:
        return None
    if number == sheet.played + 1:
        return number
    if sheet.game == COUNT_TO_20 and number == _counted(told) + 1:
        return None
    trick = sheet.events[last] if last is not None else said.Trick(0)
    assert isinstance(trick, said.Trick)
    first = _first_play(told, dealt) if last is None and number == SECOND <= sheet.played else None
    if first is not None:
        sheet.events.insert(first, said.Trick(1))
        sheet.places.insert(first, sheet.places[first])
        trick = said.Trick(1)
    headed = last is not None and not plays
    begun = first is not None or dealt is not None or last is not None
    follows = trick.number is not None and number == trick.number + 1 and sheet.played > 0
    if not begun or headed or not follows:
        return number
    begin(told, number, None, at)
    return None


def _counted(told: GameInWords) -> int:
    """Return how many plays were made in the hand of Count to 20 that is told: each is a count."""
    dealt = told.sheet.last(said.Deal)
    hand = told.sheet.events[(-1 if dealt is None else dealt) + 1 :][-LONGEST_HAND:]
    return sum(isinstance(event, said.Play) for event in hand)


def begin(told: GameInWords, number: int, leader: int | None, at: int) -> None:
    """Begin a trick; who won the one before leads to it, where nothing else is told."""
    told.add(_trick(told, number, leader), at)


def _trick(told: GameInWords, number: int, leader: int | None = None) -> said.Trick:
    won = told.trick_won_by if _last_trick(told) is not None else None
    told.trick_won_by = None
    return said.Trick(number, leader or won)


def _last_trick(told: GameInWords) -> int | None:
    """Return the index of the last trick of the deal that is being told."""
    dealt, last = told.sheet.last(said.Deal), told.sheet.last(said.Trick)
    return last if dealt is None or (last is not None and dealt < last) else None


def read_winner(told: GameInWords, name: str, at: int) -> int | None:
    """Read who won a trick, behind its last play: `Jan CK, Ute CA -> Ute`, `. Ute takes it.` With
    that the plays of the line are a trick, where no heading says so."""
    text, sheet = told.text, told.sheet
    won = told.words.trick_won.match(text, told.at)
    if told.one_card or won is None or at not in (won.start(group) for group in WON):
        return None
    if sheet.game == COUNT_TO_20 and not won["shown"]:
        return None
    line = told.where(text.rfind("\n", 0, told.at) + 1)
    here = len([*takewhile(lambda place: place >= line, reversed(sheet.places))])
    events, first = sheet.events[len(sheet.events) - here :], len(sheet.events) - here
    last = _last_trick(told)
    plays = [isinstance(event, said.Play) for event in events]
    if not won["shown"] and last is not None and sum(plays) < PAIR:
        events, first = sheet.events[last:], last  # its plays stand on several lines
        plays = [isinstance(event, said.Play) for event in events]
    if sum(plays) < PAIR or not plays[-1]:
        return None
    if not any(isinstance(event, said.Trick) for event in events):
        above = sheet.events[last] if last is not None else said.Trick(0)
        assert isinstance(above, said.Trick)
        first += plays.index(True)
        sheet.events.insert(first, _trick(told, (above.number or 0) + 1))
        sheet.places.insert(first, sheet.places[first])
    told.trick_won_by = told.seat(name, at)
    told.comment(told.whole[told.at : won.end()].strip(), told.at)
    return won.end()


def _first_play(told: GameInWords, dealt: int | None) -> int | None:
    """Return the index of the first play behind a deal, or of all; None where it is too far back
    for that of a first trick."""
    events = told.sheet.events
    start = 0 if dealt is None else dealt + 1
    near = range(start, len(events)) if len(events) - start <= NEAR else ()
    return next((at for at in near if isinstance(events[at], said.Play)), None)
