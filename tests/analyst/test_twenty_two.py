"""The analyst of Twenty-Two, held against the game's own rules played out one by one."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.analyst import Annotations, of_json, weigh
from archive.analyst.hidden import HiddenCards
from archive.analyst.random_numbers import chances
from archive.analyst.twenty_two.moments import KeepMoment, is_exchange, moments, packed, state_of
from archive.analyst.twenty_two.packed_hands import follows, leads, takes
from archive.analyst.twenty_two.plain_players import PlainPlayers, chances_met
from archive.analyst.twenty_two.solver import Keeping
from archive.analyst.twenty_two.weighed_game import Budget, Choosing
from archive.analyst.twenty_two.weighed_game import weigh as weigh_deals
from archive.games.twenty_two.rules import TwentyTwo
from archive.generator import generate
from archive.notation import read, write
from archive.rules.hand import Hand
from archive.scoring import verify
from archive.scoring.prepared import playable
from archive.scoring.record_positions import positions
from tests.analyst.by_rules import best_by_rules, lines_followed
from tests.laws import tried

SEEDS = st.integers(0, 1 << 32)
BOTH = ("twenty-two/north-american@1", "twenty-two/rasmussen@1")
FEW = 4
PLENTY = 1 << 40


def dealt(rng: Random, seats: int, cards: int, rasmussen: bool) -> TwentyTwo:
    """A deal of so many cards after an exchange of none; few ranks, many equal cards."""
    position = TwentyTwo(seats, rasmussen=rasmussen)
    pack = [card for card in position.pack() if card & 15 in (1, 2, 5, 9, 10, 12)]
    rng.shuffle(pack)
    position.play(("cut", [1, *[2] * (seats - 1)]))
    position.size = cards
    position.play(("deal", position.drawing[0]))
    for seat in position.order:
        position.play(("hand", seat, [pack.pop() for _ in range(cards)]))
    for seat in position.order:
        position.play(("put_away", seat, []))
    return position


def cost_by_rules(position: TwentyTwo, seat: int) -> int:
    """Return what a seat pays if all others play against it."""

    def worth(now: TwentyTwo) -> int | None:
        over = now.due != "lay" or now.totals != [0] * (now.seats + 1)
        return -now.totals[seat] if over else None

    return -best_by_rules(position, seat, worth)


@given(SEEDS, st.sampled_from([(2, 4), (2, 5), (3, 3), (4, 2)]), st.booleans())
@tried(15)
def test_what_is_sure_is_what_every_play_tried_by_the_rules_gives(
    seed: int, sizes: tuple[int, int], rasmussen: bool
) -> None:
    rng = Random(seed)
    position = dealt(rng, *sizes, rasmussen)
    for _ in range(rng.randrange(2)):
        position.play(rng.choice(position.legal()))
    for seat in position.order:
        solver = Keeping(position.seats, rasmussen, PLENTY)
        assert solver.sure(state_of(position, seat)) == cost_by_rules(position.copy(), seat)


@given(SEEDS, st.booleans())
@tried(15)
def test_what_may_be_played_and_who_takes_are_what_the_rules_say(
    seed: int, rasmussen: bool
) -> None:
    rng = Random(seed)
    position = dealt(rng, rng.randint(2, 4), 5, rasmussen)
    while position.due == "lay" and position.deals == 1:
        stand = state_of(position, position.turn)
        hand = stand.hands[0]
        may = (
            follows(hand, stand.number, stand.led, stand.best, rasmussen)
            if stand.laid else leads(hand, stand.size)
        )  # fmt: skip
        legal = position.legal()
        assert sorted(may) == sorted(packed(one[2]) for one in legal)
        plain = PlainPlayers(rasmussen, chances(rng, chances_met(stand.size))).choice(stand)
        assert plain in may
        action = rng.choice(legal)
        seat, full = position.turn, len(position.trick) == position.seats - 1
        wins = not stand.laid or takes(packed(action[2]), stand.led, stand.best, rasmussen)
        position.play(action)
        if not full:
            assert (position.taking == [seat]) == wins


def cards_of(packed_cards: int) -> list[int]:
    """Cards of one suit as numbers, so many of each rank."""
    return [
        16 + (1 if rank == 12 else rank + 2)
        for rank in range(13) for _ in range(packed_cards >> 4 * rank & 15)
    ]  # fmt: skip


def cost_played_plainly(
    now: KeepMoment, put: int, held: list[int], rest: list[int], met: list[float]
) -> int:
    """What a player pays who puts cards away, by the position itself: the others stand pat, and all
    are plain players who meet these chances."""
    position, own = now.position.copy(), now.seat
    at = position.order.index(own)
    others = [*position.order[at + 1 :], *position.order[:at]]
    for seat, hand in zip((own, *others), (now.stand.hands[0], *held), strict=True):
        position.hands[seat] = Hand(cards_of(hand))
    players = PlainPlayers(position.meets, met)
    while position.deals == now.position.deals and position.due in ("put_away", "take", "lay"):
        seat = position.turn
        if position.due == "put_away":
            position.play(("put_away", seat, cards_of(put) if seat == own else []))
        elif position.due == "take":
            position.play(("take", seat, cards_of(sum(rest[: position.wanted]))))
        else:
            choice = players.choice(state_of(position, own))
            position.play(next(one for one in position.legal() if packed(one[2]) == choice))
    assert not position.objections
    return position.totals[own] - now.position.totals[own]


@given(SEEDS, st.sampled_from(BOTH))
@tried(3)
def test_exchanges_cost_what_the_rules_make_of_plain_play(seed: int, rules: str) -> None:
    record = read(write(generate(rules, 3, seed, {})).encode())
    found = [one for one in moments(record) if is_exchange(one)][-8:]
    assert found
    for now in found:
        hidden, twin = (
            HiddenCards(now.unseen, now.sizes[1:], now.faults, Random(seed)) for _ in range(2)
        )
        *held, rest = twin.drawn()
        met = chances(twin.rng, chances_met(now.stand.size))
        choices = list(now.choices)
        weigher = Choosing(now, Budget(1, 1, 1, 1), hidden)
        for put, (_, cost) in list(zip(choices, weigher.played_out(choices), strict=True))[::7]:
            assert cost == cost_played_plainly(now, put, [*map(sum, held)], rest, met)


def test_where_the_budget_does_not_do_nothing_is_claimed() -> None:
    position = dealt(Random(3), 4, 6, False)
    solver = Keeping(4, False, 50)
    solver.sure(state_of(position, 1))
    assert solver.spent


@pytest.mark.parametrize("rules", BOTH)
def test_what_is_taken_for_shown_is_true_of_the_hands(rules: str) -> None:
    """What ducks prove never speaks against the hand that was held, and sometimes against others:
    here, against one of all cards not seen."""
    record = read(write(generate(rules, 4, 7, {})).encode())
    bound = 0
    for now in moments(record):
        if is_exchange(now):
            continue
        for hand, faults in zip(now.stand.hands[1:], now.faults, strict=True):
            if faults is None:
                continue
            cards = [1 << 4 * rank for rank in range(13) for _ in range(hand >> 4 * rank & 15)]
            assert faults(cards) == 0
            bound += faults(list(now.unseen)) > 0
    assert bound > 20


@cache
def weighed(rules: str = BOTH[0], seats: int = 2, seed: int = 3) -> tuple[bytes, Annotations]:
    data = write(generate(rules, seats, seed, {})).encode()
    return data, weigh(verify(data), FEW)


@pytest.mark.parametrize("rules", [BOTH[0], pytest.param(BOTH[1], marks=pytest.mark.broad)])
def test_every_play_is_weighed_and_lines_are_allowed(rules: str) -> None:
    data, said = weighed(rules)
    record = read(data)
    assert said.not_weighed == ""
    assert weigh(verify(data), FEW).json() == said.json()
    assert of_json(said.json()) == said
    exchanges = [one.card.startswith("x") for one in said.plies if one.line]
    for line, exchanged in zip(lines_followed(record, said), exchanges, strict=True):
        assert exchanged or line.position.due != "lay"
    for one in said.plies:
        assert one.fair >= 0
        assert one.how in (("sure", "average") if one.options else ("",))
        assert len({option.hindsight is None for option in one.options}) < 2
        if not one.options:
            assert (one.glyph, one.fair, one.hindsight) == (0, 0, 0)
        if one.card.startswith("x"):
            assert one.hindsight is None


def test_the_end_of_a_deal_is_exact_and_what_is_sure_is_said() -> None:
    _, said = weighed()
    sure = [one for one in said.plies if one.how == "sure"]
    assert sure
    assert any(one.luck for one in sure) or any(one.hindsight for one in sure)
    totals = [one.total for one in said.plies if one.options]
    assert all(total is not None and 0 <= total <= 33 for total in totals)


def test_of_a_very_long_game_the_first_deals_are_weighed() -> None:
    data, said = weighed()
    few = weigh_deals(read(data), said.seed, FEW, most=20_000)
    assert 0 < len(few) < len(said.plies)


def test_where_no_exchange_is_written_all_stood_pat() -> None:
    head = """[XXN "1.0"]
[Game "twenty-two"]
[P1 "Ana"]
[P2 "Björk"]
[P3 "Cem"]

@deal dealer=p3 cards=7
p1: KdKsQh7d7h5c4s
p2: Qs8h7c7s6c2sAs
p3: JcTd8d6h3h2dAh
"""
    told = read(f"{head}1. p1 x- 2. p2 x- 3. p3 x-\n4. p1 7h7d 5. p2 Qs7s 6. p3 3h2d".encode())
    untold = read(f"{head}1. p1 7h7d 2. p2 Qs7s 3. p3 3h2d".encode())
    stood, supposed = positions(playable(told)), positions(playable(untold))
    for ply in (0, 1, 2, 3):
        one, other = stood[3 + ply], supposed[ply]
        assert isinstance(one, TwentyTwo)
        assert (one.due, one.turn, one.objections) == (other.due, other.turn, other.objections)
        assert state_of(one, 1) == state_of(other, 1)
    assert len(weigh(verify(untold.raw)).plies) == 3
