"""A game of Twenty, weighed: every play of the rounds that were played to their end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from archive.analyst import glyphs
from archive.analyst.annotations import Move, Option, PlyWeighed, RoundWeighed
from archive.analyst.twenty.expected_values import SAMPLES, PlayExpected, plays_expected
from archive.analyst.twenty.rest_of_round import SCALE, before_hands
from archive.analyst.twenty.rounds import (
    HANDS,
    PAIR,
    Hindsight,
    PlayKnown,
    RoundPlayed,
    rounds_of,
    value_of,
)
from archive.analyst.twenty.states import FLAGGED, PLACES, POINTS
from archive.core.cards import Card
from archive.core.record import Record
from archive.games.twenty.rules import AIM, ROUNDS

GAME = "twenty"
USUAL_BONUS = 5
"""The bonus of a round still to come: 4.93 on average over all pairs of cards."""


class GameWeighed(NamedTuple):
    """The rounds that were weighed, their plays, and the expected margin after each."""

    rounds: list[RoundWeighed]
    plies: list[PlyWeighed]
    expected: list[tuple[int, float]]

    @property
    def whole(self) -> bool:
        """Return whether the game was played to its end, and all of it weighed."""
        return [one.round for one in self.rounds] == [*range(1, ROUNDS + 1)]


def weigh(
    record: Record, seed: str, options: Mapping[str, str], samples: int = SAMPLES
) -> GameWeighed:
    """Return the plays of a record, all allowed, weighed; `seed` says which hands are drawn."""
    found = GameWeighed([], [], [])
    open_hands = options.get("hands") == "open"
    ahead = 0
    for played in rounds_of(record):
        solved = Hindsight(played)
        fair = plays_expected(solved, seed, open_hands=open_hands, samples=samples)
        ahead = _Round(solved, fair, ahead).tell(found)
    return found


class _Round:
    """A round that is weighed play by play. `ahead` is by how much the first player leads."""

    def __init__(self, solved: Hindsight, fair: list[PlayExpected], ahead: int) -> None:
        self.solved, self.fair, self.ahead = solved, fair, ahead
        self.played: RoundPlayed = solved.played
        self.to_come = self._to_come()

    def _to_come(self) -> float:
        """Return by how much the first player will win the rounds still to come, on average."""
        if self.played.number == ROUNDS:
            return 0.0
        return _first_players(3 - self.played.starter, before_hands(HANDS, USUAL_BONUS)[0]) / SCALE

    def tell(self, found: GameWeighed) -> int:
        """Add the round to the result, and return by how much the first player then leads."""
        begun, starter = self.ahead, self.played.starter
        plies: list[PlyWeighed] = []
        for known, expected in zip(self.solved.plays, self.fair, strict=True):
            seat = known.standing.seat
            worth = _first_players(seat, expected.value)
            found.expected.append((self._ply(known) - 1, self.ahead + worth + self.to_come))
            plies.append(self._weighed(known, expected))
            self.ahead += _first_players(seat, _points(known))
        last = self.solved.plays[-1].standing
        bonus_to = self._last_scorer()
        self.ahead += _first_players(bonus_to, self.played.bonus)
        found.expected.append((self.played.first_ply + last.at, self.ahead + self.to_come))
        found.plies.extend(plies)
        margin = _first_players(starter, self.ahead - begun)
        seats = (1, 2)
        given = {seat: [one for one in plies if one.seat == seat] for seat in seats}
        found.rounds.append(
            RoundWeighed(
                self.played.number, starter, self.played.first_ply, self.played.bonus,
                self.solved.par, margin,
                {seat: sum(one.loss for one in self.solved.plays if one.standing.seat == seat)
                 for seat in seats},
                {seat: round(sum(glyphs.certain(one.fair, one.error) for one in given[seat]), 2)
                 for seat in seats},
            )
        )  # fmt: skip
        return self.ahead

    def _ply(self, play: PlayKnown) -> int:
        return self.played.first_ply + play.standing.at

    def _last_scorer(self) -> int:
        return next(one.standing.seat for one in reversed(self.solved.plays) if _points(one))

    def _weighed(self, known: PlayKnown, expected: PlayExpected) -> PlyWeighed:
        now = known.standing
        names = {value_of(card): card.text for card in reversed(self.played.held(now.at))}
        mark = glyphs.mistake(GAME, expected.loss, expected.error)
        forced = len(known.worth) == 1
        if not mark and not forced and expected.best == now.value:
            mark = self._good(expected)
        is_mistake = mark not in (0, glyphs.GOOD)
        return PlyWeighed(
            self._ply(known), now.seat, self.played.cards[now.at].text, names[expected.best],
            self.ahead, known.loss, round(expected.loss, 2), round(expected.error, 2), mark,
            glyphs.luck(GAME, mark, known.loss),
            [] if forced else [
                Option(names[value], known.worth[value], round(expected.worth[value], 2))
                for value in sorted(known.worth)
            ],
            self._line(known, expected.best) if is_mistake else [],
        )  # fmt: skip

    def _good(self, expected: PlayExpected) -> int:
        """Return the mark of the only good play, hard to find if another scores more at once."""
        now = expected.standing
        others = [value for value in expected.worth if value != now.value]
        second = max(others, key=lambda value: expected.worth[value])
        at_once = {value: POINTS[value][now.place % FLAGGED] for value in expected.worth}
        return glyphs.only_good(
            GAME, expected.worth[now.value] - expected.worth[second], expected.errors[second],
            hard=max(at_once.values()) > at_once[now.value],
        )  # fmt: skip

    def _line(self, known: PlayKnown, value: int) -> list[Move]:
        now = known.standing
        hands = {now.seat: list(self.played.held(now.at)),
                 3 - now.seat: list(self.played.held(now.at + 1))}  # fmt: skip
        if now.at % PAIR == PAIR - 1:  # the other player's next hand is not dealt
            hands[3 - now.seat] = []
        tally, line = PLACES[now.place % FLAGGED][0], []
        for seat, one, points in self.solved.line(now, value):
            card = _taken(hands[seat], one)
            tally += one
            line.append(Move(seat, card.text, tally, points))
            tally = tally if tally < AIM else 0
        return line


def _taken(hand: list[Card], value: int) -> Card:
    card = next(one for one in hand if value_of(one) == value)
    hand.remove(card)
    return card


def _points(play: PlayKnown) -> int:
    return POINTS[play.standing.value][play.standing.place % FLAGGED]


N = TypeVar("N", int, float)


def _first_players(seat: int, worth: N) -> N:
    """Return a seat's lead as the first player's lead."""
    return worth if seat == 1 else -worth
