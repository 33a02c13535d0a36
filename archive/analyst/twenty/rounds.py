"""Rounds of Twenty as they were played, read from a record whose plays were allowed; and such a
round with all cards known: its value, and what every play gave away.

Every hand is used up before the next is dealt, so the plays of a round show all its hands, listed
or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from archive.analyst.twenty.solver import PairsOfHands
from archive.analyst.twenty.states import (
    FLAGGED,
    HAND_OF,
    PLAYABLE,
    WHOLE,
    WHOLE_LAST,
    Choices,
    without,
)
from archive.core.cards import Card
from archive.core.events import Play, Round, Up
from archive.core.record import Record
from archive.games.twenty.rules import HAND, PLAYS, VALUES, bonus_of
from archive.rules.pack import read_cards

PAIR: Final = 2 * HAND
"""The number of plays that use up a hand of each player."""
HANDS: Final = PLAYS // PAIR


class Standing(NamedTuple):
    """The moment before a play: the player, both hands, and the cards on the table."""

    at: int
    """Its number in the round, from 0."""
    seat: int
    mine: int
    theirs: int
    place: int
    value: int
    """What the card played counts."""


class RoundPlayed(NamedTuple):
    """A round that was played to its end."""

    number: int
    starter: int
    bonus: int
    up: tuple[int, ...]
    """What the two cards turned up count."""
    first_ply: int
    cards: tuple[Card, ...]

    @property
    def values(self) -> list[int]:
        """Return what the cards played count, in their order."""
        return [value_of(card) for card in self.cards]

    def hand(self, number: int, of_starter: bool) -> int:
        """Return a player's hand, numbered from 0, as it was dealt."""
        begin = number * PAIR + (not of_starter)
        return HAND_OF[tuple(sorted(self.values[begin : (number + 1) * PAIR : 2]))]

    def held(self, at: int) -> tuple[Card, ...]:
        """Return the cards that a play was chosen from, the card played first."""
        return self.cards[at : (at // PAIR + 1) * PAIR : 2]

    def standings(self) -> Iterator[Standing]:
        """Yield the moments before its plays, in order."""
        values, place = self.values, 0
        for at, value in enumerate(values):
            number, end = at // PAIR, (at // PAIR + 1) * PAIR
            mine, theirs = (HAND_OF[tuple(sorted(values[one:end:2]))] for one in (at, at + 1))
            seat = self.starter if at % 2 == 0 else 3 - self.starter
            yield Standing(at, seat, mine, theirs, place, value)
            place = choices_of(number).after[value][place]


def choices_of(number: int) -> Choices:
    """Return the choices of a pair of hands, numbered from 0, in whole points."""
    return WHOLE_LAST if number == HANDS - 1 else WHOLE


def bonus_ends(worth: int) -> list[int]:
    """Return by place the value of the end of a round for the player on turn."""
    return [-worth] * FLAGGED + [worth] * FLAGGED


def value_of(card: Card) -> int:
    """Return what a card counts, 0 where its rank is not known."""
    return VALUES[read_cards(card.text)[0] & 15] if card.rank != "?" else 0


def rounds_of(record: Record) -> list[RoundPlayed]:
    """Return the rounds of a record that were played to the end with every card named, and whose
    bonus is known. Its plays are taken to be allowed."""
    found: list[RoundPlayed] = []
    number, ply, begun = 0, 0, 0
    up: tuple[Card, ...] = ()
    plays: list[Play] = []
    for event in (*record.events, Round(None, None)):
        if isinstance(event, Round):
            whole = _round(number, begun, up, plays)
            found += [whole] if whole else []
            number, begun, up, plays = number + 1, ply, (), []
        elif isinstance(event, Up):
            up = event.cards
        elif isinstance(event, Play):
            ply += 1
            plays.append(event)
            if len(plays) == PLAYS and number == 0:
                number = 1
    return found


def _round(number: int, begun: int, up: tuple[Card, ...], plays: list[Play]) -> RoundPlayed | None:
    cards = tuple(card for play in plays for card in play.cards)
    values = tuple(value_of(card) for card in up)
    bonus = bonus_of(read_cards("".join(card.text for card in up))) if all(values) else 0
    if len(plays) != PLAYS or len(cards) != PLAYS or not bonus or not all(map(value_of, cards)):
        return None
    return RoundPlayed(number, plays[0].seat, bonus, values, begun + 1, cards)


class PlayKnown(NamedTuple):
    """A play with all cards known: by value of the cards that could be played, the value of the
    rest of the round for the player then, in points."""

    standing: Standing
    worth: dict[int, int]

    @property
    def loss(self) -> int:
        """Return what the play gave away."""
        return max(self.worth.values()) - self.worth[self.standing.value]


class Hindsight:
    """A solved round. `par` is by how much its starter outscores the other when both play their
    best, `plays` are the plays made."""

    def __init__(self, played: RoundPlayed) -> None:
        self.played = played
        self.pairs: list[PairsOfHands] = []
        following: PairsOfHands | None = None
        for number in reversed(range(HANDS)):
            following = PairsOfHands(
                choices_of(number),
                bonus_ends(played.bonus) if number == HANDS - 1 else [],
                played.hand(number, True),
                played.hand(number, False),
                following,
            )
            self.pairs.insert(0, following)
        first = self.pairs[0]
        self.par = first.value(first.first, first.second, 0)
        self.plays = [PlayKnown(one, self.worth(one)) for one in played.standings()]

    def worth(self, now: Standing) -> dict[int, int]:
        """Return by value of the cards that can be played the value of the rest."""
        each = self.pairs[now.at // PAIR].each(now.mine, now.theirs, now.place)
        return dict(zip(PLAYABLE[now.mine], each, strict=True))

    def losses(self, seat: int) -> int:
        """Return what a player gave away in the round."""
        return sum(play.loss for play in self.plays if play.standing.seat == seat)

    def line(self, now: Standing, value: int) -> list[tuple[int, int, int]]:
        """Return the line that follows when a card of that value is played, both then playing their
        best, to the end of the hands: seat, value and points of every play, that card's first."""
        choices = choices_of(now.at // PAIR)
        found = []
        while True:
            after, points = choices.after[value], choices.points[value]
            found.append((now.seat, value, points[now.place]))
            rest = without(now.mine, value)
            now = Standing(now.at + 1, 3 - now.seat, now.theirs, rest, after[now.place], 0)
            if not now.mine:
                return found
            worth = self.worth(now)
            value = max(worth, key=lambda one: (worth[one], -one))
