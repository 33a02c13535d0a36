"""A round of Twenty with all cards known: its value, and what every play gave away."""

from __future__ import annotations

from typing import NamedTuple

from archive.analyst.twenty.rounds import HANDS, PAIR, RoundPlayed, Standing, bonus_ends, choices_of
from archive.analyst.twenty.solver import PairsOfHands
from archive.analyst.twenty.states import PLAYABLE, without


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
