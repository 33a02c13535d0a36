"""The analyst of Count to 20, held against the game's own rules played out one by one."""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from archive.analyst import Annotations, of_json, weigh
from archive.analyst.count_to_20.dearest_sets import dearest, dearest_last, highest_cost
from archive.analyst.count_to_20.moments import (
    CountShown,
    choice_of,
    moments,
    packed,
    seats_from,
    state_of,
)
from archive.analyst.count_to_20.packed_hands import KINGS, cost_of, sets_for
from archive.analyst.count_to_20.plain_players import PlainPlayers, made_of
from archive.analyst.count_to_20.shown_by_turns import Past
from archive.analyst.count_to_20.solver import WIDE, LastTurns
from archive.analyst.hidden import HiddenCards
from archive.analyst.kept import Kept
from archive.analyst.random_numbers import DOUBT
from archive.games.count_to_20 import counting
from archive.games.count_to_20.rules import CountTo20
from archive.generator import generate
from archive.notation import read, write
from archive.rules.hand import Hand
from archive.rules.pack import KING, full_pack
from archive.rules.position import Action
from archive.scoring import verify
from archive.scoring.line_in_address import event_of
from tests.analyst.by_rules import lines_followed
from tests.laws import tried

SEEDS = st.integers(0, 1 << 32)
RULES = "count-to-20/stovel@1"
FEW = 8
PLENTY = 1 << 40


@given(SEEDS, st.integers(1, 9), st.integers(1, 20))
@tried(60)
def test_sets_are_those_of_the_rules_and_the_dearest_costs_most(
    seed: int, cards: int, due: int
) -> None:
    hand = Random(seed).sample(full_pack(), cards)
    sets = sets_for(packed(hand), due)
    assert len(sets) == len(set(sets))
    assert sorted(sets) == sorted(map(packed, counting.sets_for(hand, 1 << due)))
    kingless = [card for card in hand if card & 15 != KING]
    costs = [cost_of(packed(one)) for one in counting.sets_for(kingless, 1 << due)]
    found = dearest(packed(hand), due)
    assert cost_of(found) == highest_cost(packed(kingless), due) == max(costs, default=0)
    assert not found or found in sets
    last = counting.sets_for(hand, 1 << counting.AIM)
    assert cost_of(dearest_last(packed(hand))) == max(map(cost_of, map(packed, last)), default=0)


def ending(rng: Random, seats: int, may_pass: bool) -> tuple[CountTo20, list[int]]:
    """A hand with a few cards each, a few in the stock, and a few counts to go."""
    position = CountTo20(seats, may_pass=may_pass)
    pack = full_pack()
    rng.shuffle(pack)
    position.play(("deal", 1))
    for seat in (*range(2, seats + 1), 1):
        position.play(("hand", seat, [pack.pop() for _ in range(7)]))
    position.hands = [Hand(), *(Hand([pack.pop() for _ in range(3)]) for _ in range(seats))]
    position.made, position.stock = 1 << rng.randint(15, 18), rng.randint(0, 3)
    return position, [pack.pop() for _ in range(position.stock)]


def worth_by_rules(position: CountTo20, seat: int, stock: list[int]) -> int:
    """By how much all others are left with more than a seat, taken together, if they play against
    it: every turn tried on the position itself."""
    if position.due != "turn":
        others = sum(position.totals) - position.totals[seat]
        return others - position.totals[seat] * (position.seats - 1)
    found = []
    for action in position.legal():
        twin = position.copy()
        twin.play(action)
        rest = stock
        if twin.wanted:
            twin.play(("take", twin.turn, [stock[0]]))
            rest = stock[1:]
        found.append(worth_by_rules(twin, seat, rest))
    return max(found) if position.turn == seat else min(found)


@given(SEEDS, st.sampled_from([2, 2, 3]), st.booleans())
@example(259, 2, True).via("passes in which a set is held back")
@example(7, 3, True).via("passes in which a set is held back")
@tried(10)
def test_the_last_turns_are_worth_what_every_turn_tried_by_the_rules_gives(
    seed: int, seats: int, may_pass: bool
) -> None:
    position, stock = ending(Random(seed), seats, may_pass)
    cards = [packed([card]) for card in stock]
    solver = LastTurns(seats, cards, len(cards), may_pass, PLENTY)
    choices = {choice_of(one): one for one in position.legal()}
    found = solver.each(state_of(position, position.turn), list(choices))
    assert set(found) == set(choices)
    for choice, action in choices.items():
        twin = position.copy()
        twin.play(action)
        if twin.wanted:
            twin.play(("take", twin.turn, [stock[0]]))
        rest = stock[1:] if action[0] == "draw" else stock
        assert found[choice] // WIDE == worth_by_rules(twin, position.turn, rest)


def test_where_the_stock_is_not_known_nothing_is_claimed() -> None:
    position, _ = ending(Random(1), 2, False)
    position.stock = 3
    solver = LastTurns(2, [], 3, False, PLENTY)
    assert not solver.each(state_of(position, position.turn), [0])
    assert solver.open


def test_what_passes_prove_is_true_of_the_hands() -> None:
    """What passes prove never speaks against the hand that was held, nor do the cards laid since:
    in the game for two tens and nines were. Nor is anything proved by what follows."""
    bound, fits = 0, []
    for seats_there, seed in ((3, 0), (3, 1), (3, 2), (3, 3), (2, 6)):
        for now in [*moments(generate(RULES, seats_there, seed, {}))]:
            position = now.position
            seats = seats_from(position, now.seat)[1:]
            for seat, faults in zip(seats, now.faults, strict=True):
                if faults is None:
                    continue
                ranks = [card & 15 for card in position.hands[seat].known]
                assert faults(ranks) == 0
                bound += faults([*ranks, KING]) > 0
            if any(now.faults):
                hidden = HiddenCards(now.unseen, now.sizes[1:], now.faults, Random(seed))
                fits.append(hidden.fits)
    assert bound > 10
    assert all(fits)


@given(SEEDS, st.sampled_from([2, 3]))
@tried(10)
def test_plain_play_comes_to_what_the_rules_make_of_it(seed: int, seats: int) -> None:
    """Every player draws from a heap; who has none left, from the largest."""
    position, stock = ending(Random(seed), seats, may_pass=False)
    stand = state_of(position, position.turn)
    units = [packed([card]) for card in stock]
    choices = {choice_of(one): one for one in position.legal()}
    for choice, action in choices.items():
        twin, own = position.copy(), position.turn
        heaps = [stock[place::seats] for place in range(seats)]
        while twin.due == "turn":
            twin.play(action)
            if twin.wanted:
                place = (twin.turn - own) % seats
                heap = heaps[place] or max(heaps, key=len)
                twin.play(("take", twin.turn, [heap.pop(0)]))
            if twin.due == "turn":
                action = plainly(twin)
        after = stand.after(choice, units)
        hands, turn, made, passes, drawn = after
        costs = PlainPlayers().costs(list(hands), turn, made, passes, drawn, units)
        order = [(own - 1 + place) % seats + 1 for place in range(seats)]
        assert costs == [twin.totals[seat] for seat in order]


def plainly(position: CountTo20) -> Action:
    """What a plain player does: the dearest set without kings, else with one king, else a card is
    drawn; to make 20 the dearest of all."""
    actions = position.legal()
    sets = {packed(one[2]): one for one in actions if one[0] == "make"}
    kings = {one: one >> KINGS for one in sets}
    due = (position.count or 0) + 1
    fewest = {one for one in sets if due == 20 or kings[one] == min(kings.values())}
    if not fewest:
        return next(one for one in actions if one[0] != "make")
    most = max(map(cost_of, fewest))
    found = made_of(packed(position.hands[position.turn].known), due)
    assert cost_of(found) == most
    return sets[found]


@pytest.mark.parametrize("seats", [2, 3])
def test_of_hands_played_plainly_there_need_be_no_doubt(seats: int) -> None:
    """What plain players did fits the hands they hold, for some way in which their cards came."""
    position, pack = CountTo20(seats, may_pass=False), full_pack()
    Random(seats).shuffle(pack)
    shown, rng, others, doubted = CountShown(seats), Random(1), 0, 0
    position.play(("deal", 1))
    while position.due == "hand":
        position.play(("hand", position.turn, [pack.pop() for _ in range(position.wanted)]))
    while position.due == "turn":
        action = plainly(position)
        shown.note(position, event_of(action, [], 1))
        position.play(action)
        if position.wanted:
            position.play(("take", position.turn, [pack.pop()]))
        for seat in range(1, seats + 1):
            ranks = [card & 15 for card in position.hands[seat].known]
            doubting = shown.doubting(seat, len(ranks))
            if doubting is None or not ranks:
                continue
            others += 1
            past = doubting()
            found = past.doubts(ranks)
            doubted += found > 0
            for _ in range(200):
                found = min(found, past.shift(ranks, rng)) if found else 0
            assert found == 0
    assert others > 10
    assert doubted > 2


TURNS = [(3, 0), (4, packed([4])), (6, 0), (7, packed([2, 5])), (8, 0)]
"""A player of three cards draws, lays a 4, draws, lays a 2 and a 5, and draws."""
UNSEEN = [1, 3, 6, 7, 9, KING]


def doubts_of(came: tuple[int, ...]) -> int:
    """How doubtful it is that the cards came in this order, by the rules' own sets."""
    hand, coming, found = list(came[:3]), list(came[3:]), 0
    for due, made in TURNS:
        sets = [one for one in counting.sets_for(hand, 1 << due) if KING not in one]
        laid = [rank for rank in set(hand) if made >> 4 * (rank - 1) & 15]
        if not made:
            found += 2 if sets else KING in hand
            hand.append(coming.pop(0))
            continue
        found += max(map(cost_of, map(packed, sets))) > cost_of(made)
        for rank in laid:
            hand.remove(rank)
    return found


def test_hands_are_drawn_as_often_as_their_turns_are_likely() -> None:
    """Every order in which cards can have come is gone through, the laid ones before their turn."""
    likely: Counter[tuple[int, ...]] = Counter()
    for held in combinations(UNSEEN, 3):
        for came in permutations((4, 2, 5, *held)):
            if came.index(4) < 4 and max(came.index(2), came.index(5)) < 5:
                likely[held] += DOUBT ** doubts_of(came)
    doubting = partial(Past, TURNS, 3, Kept())
    hidden = HiddenCards(UNSEEN, [3], [None], Random(5), [doubting])
    number = 6000
    drawn = Counter(tuple(sorted(hidden.drawn()[0])) for _ in range(number))
    assert max(likely.values()) > 20 * min(likely.values())
    for held, weight in likely.items():
        assert drawn[held] / number == pytest.approx(weight / likely.total(), abs=0.018)


@cache
def weighed(seats: int, seed: int) -> tuple[bytes, Annotations]:
    data = write(generate(RULES, seats, seed, {"target": "20"})).encode()
    return data, weigh(verify(data), FEW)


def test_the_same_record_is_always_told_the_same() -> None:
    data, said = weighed(2, 73)
    assert weigh(verify(data), FEW).json() == said.json()


@pytest.mark.parametrize(("seats", "seed"), [(2, 9), pytest.param(3, 183, marks=pytest.mark.broad)])
def test_every_turn_is_weighed_and_lines_are_allowed(seats: int, seed: int) -> None:
    data, said = weighed(seats, seed)
    record = read(data)
    assert said.not_weighed == ""
    assert of_json(said.json()) == said
    assert lines_followed(record, said)
    for one in said.plies:
        if not one.options:
            assert (one.glyph, one.fair, one.hindsight, one.how) == (0, 0, 0, "")


def test_with_the_stock_used_up_a_player_who_counted_knows_the_other_hand() -> None:
    """Two players: fair and hindsight are then the same."""
    _, said = weighed(2, 9)
    exact = [one for one in said.plies if one.how == "exact"]
    assert exact
    for one in exact:
        assert one.fair == one.hindsight
        assert one.error == 0
