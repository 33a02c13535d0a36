"""A game of Zwanzig ab or Twenty down, weighed: cards laid, and who might have stayed in.

What a card is worth is what its player can be sure of when all others play against that player as
one. That is less than can be hoped for, for the others have aims of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from archive.analyst import glyphs
from archive.analyst.annotations import Move, Option, PlyWeighed
from archive.analyst.comparison import loss as apart_from
from archive.analyst.zwanzig_ab.dealing import drawn
from archive.analyst.zwanzig_ab.deals import Choice, choices, text_of
from archive.analyst.zwanzig_ab.solver import Tricks
from archive.analyst.zwanzig_ab.tricks import WHOLE_PACK, average, fairly, in_hindsight
from archive.core.record import Record
from archive.games.zwanzig_ab.rules import LOST, TRICKS, ZwanzigAb
from archive.rules.pack import HEARTS

GAME: Final = "zwanzig-ab"
SAMPLES: Final = 32
"""Deals drawn for one choice, at most."""
LEAST: Final = 8
MOST_DEALS: Final = 60
"""Deals of a game that are weighed; hardly any game has more."""
IN_A_GAME: Final = 300
"""Deals drawn for the choices of one kind in all deals of a game together: a long game has fewer
for each."""


def weigh(
    record: Record, seed: str, samples: int = SAMPLES, most: int = MOST_DEALS
) -> list[PlyWeighed]:
    """Return the plays of a record, all of them allowed, weighed as far as all cards are named, in
    so many deals at most."""
    found = [one for one in choices(record) if one.position.deals <= most]
    deals = found[-1].position.deals if found else 1
    samples = min(samples, max(LEAST, IN_A_GAME // deals))
    return [
        _card(one, seed, samples) if one.card else _staying(one, seed, samples) for one in found
    ]


def points(position: ZwanzigAb, tricks: int) -> int:
    """Return what so many tricks bring: points that go down count for the player."""
    worth = -LOST if tricks == 0 else position.sweep if tricks == TRICKS else tricks
    return worth * (2 if position.trump == HEARTS else 1)


def _card(one: Choice, seed: str, samples: int) -> PlyWeighed:
    now, position = one.moment, one.position
    apart = now.apart
    if len(apart) == 1:
        return PlyWeighed(one.ply, one.seat, one.done, one.done, 0, 0, 0.0, 0.0)
    known = {card: points(position, tricks) for card, tricks in in_hindsight(now).items()}
    rng = Random(f"{seed}/{one.ply}")  # noqa: S311 - nothing secret
    rows = [
        {card: points(position, tricks) for card, tricks in row.items()}
        for row in fairly(now, samples, rng)
    ] or [known]
    means = {card: average([row[card] for row in rows])[0] for card in apart}
    played = now.like(one.card)
    best = max(apart, key=lambda card: (means[card], card == played, -card))
    _, loss, error = apart_from(
        [[row[card] for card in apart] for row in rows], apart.index(played)
    )
    mark = glyphs.mistake(GAME, loss, error)
    lost = max(known.values()) - known[played]
    names = {card: one.done if card == played else text_of(card) for card in apart}
    return PlyWeighed(
        one.ply, one.seat, one.done, names[best], 0, lost, round(loss, 2), round(error, 2), mark,
        glyphs.luck(GAME, mark, lost),
        [Option(names[card], known[card], round(means[card], 2)) for card in sorted(apart)],
        _line(one, best) if mark else [],
    )  # fmt: skip


def _staying(one: Choice, seed: str, samples: int) -> PlyWeighed:
    """Return a choice to stay in or drop out. What staying in makes sure of is the least that it
    can be worth: to drop out may be a mistake, to stay in is never called one."""
    now, position = one.moment, one.position
    known = points(position, _sure(one, now.hands))
    rng = Random(f"{seed}/{one.ply}")  # noqa: S311 - nothing secret
    seen = now.gone | now.hands[0]
    unseen = [card for card in WHOLE_PACK if not card & seen]
    sizes = [TRICKS] * (len(now.hands) - 1)
    deals = [drawn(unseen, sizes, [0] * len(sizes), rng) for _ in range(samples)]
    sure = [points(position, _sure(one, [now.hands[0], *one_])) for one_ in deals if one_]
    worth, error = average(sure)
    stays = one.done == "in"
    loss, lost = (0.0, 0) if stays else (max(0.0, worth), max(0, known))
    mark = glyphs.mistake(GAME, loss, error)
    return PlyWeighed(
        one.ply, one.seat, one.done, "in" if stays or worth > 0 else "out", 0, lost,
        round(loss, 2), round(error, 2), mark, "",
        [Option("in", known, round(worth, 2)), Option("out", 0, 0.0)],
    )  # fmt: skip


def _sure(one: Choice, hands: Sequence[int]) -> int:
    return Tricks(len(hands), 0, one.moment.trump).sure(list(hands), one.leads)


def _line(one: Choice, card: int) -> list[Move]:
    """Return where a card leads, to the end of the deal: the player keeping what is sure, all
    others against that."""
    now, seats = one.moment, one.seats
    solver = Tricks(len(seats), 0, now.trump)
    hands, trick = list(now.hands), list(now.trick)
    turn, first = 0, -len(trick) % len(seats)
    found = []
    while True:
        found.append(Move(seats[turn], text_of(card), 0, 0))
        hands[turn] ^= card
        trick.append(card)
        if len(trick) == len(seats):
            taker = max(range(len(trick)), key=lambda at: _strength(trick, at, now.trump))
            turn = first = (first + taker) % len(seats)
            trick = []
        else:
            turn = (turn + 1) % len(seats)
        if not hands[turn]:
            return found
        card = _best(solver, hands, trick, turn, first)


def _strength(trick: Sequence[int], at: int, trump: int) -> tuple[int, int]:
    suit, led = ((card.bit_length() - 1) >> 3 for card in (trick[at], trick[0]))
    return (2 if suit == trump else 1 if suit == led else 0, trick[at])


def _best(solver: Tricks, hands: list[int], trick: list[int], turn: int, first: int) -> int:
    """Return the card that the one on turn lays: the player's best, or the worst for that
    player."""
    led = (trick[0].bit_length() - 1) >> 3 if trick else -1
    best, taker = 0, first
    for number, laid in enumerate(trick):
        if number == 0 or solver.beats(laid, best):
            best, taker = laid, (first + number) % len(hands)
    found: list[tuple[int, int]] = []
    for card in solver.choices(hands, turn, led, best):
        wins = not trick or solver.beats(card, best)
        left = [*hands]
        left[turn] ^= card
        value = solver.rest(
            left, (turn + 1) % len(hands), len(trick) + 1,
            led if trick else (card.bit_length() - 1) >> 3, card if wins else best,
            turn if wins else taker, 0, TRICKS,
        )  # fmt: skip
        found.append((value if turn == 0 else -value, -card))
    return -max(found)[1]
