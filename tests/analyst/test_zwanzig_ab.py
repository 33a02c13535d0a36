"""The analyst of Zwanzig ab, held against the game's own rules played out one by one."""

from __future__ import annotations

from functools import cache
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from archive.analyst import Annotations, weigh
from archive.analyst.zwanzig_ab.dealing import drawn, of_suit
from archive.analyst.zwanzig_ab.deals import bit_of, choices, text_of
from archive.analyst.zwanzig_ab.game import points
from archive.analyst.zwanzig_ab.game import weigh as weigh_deals
from archive.analyst.zwanzig_ab.solver import Tricks
from archive.analyst.zwanzig_ab.tricks import WHOLE_PACK, fairly, in_hindsight
from archive.core.events import Deal, Play, Stay
from archive.games.zwanzig_ab.rules import LEFT, ZwanzigAb
from archive.generator import generate
from archive.notation import read, write
from archive.rules.hand import Hand
from archive.rules.pack import read_cards, write_card
from archive.scoring import verify
from archive.scoring.positions import positions
from tests.laws import tried

SEEDS = st.integers(0, 1 << 32)
FEW = 4


def sure_by_rules(position: ZwanzigAb, seat: int, end: int) -> int:
    """How many tricks a seat has in the end if all others play against it: every play tried on the
    position itself."""
    if position.tricks == end:
        return position.takers.count((seat,))
    found = []
    for action in position.legal():
        twin = position.copy()
        twin.play(action)
        found.append(sure_by_rules(twin, seat, end))
    return max(found) if position.turn == seat else min(found)


def dealt(rng: Random, seats: int, cards: int) -> ZwanzigAb:
    """A position before a trick, each with so many cards; some have dropped out."""
    position = ZwanzigAb()
    pack = position.pack()
    rng.shuffle(pack)
    position.staying = sorted(rng.sample([1, 2, 3, 4], seats))
    for seat in [one for one in (1, 2, 3, 4) if one not in position.staying]:
        position.after = [position.after[seat] if to == seat else to for to in position.after]
    for at, seat in enumerate(position.staying):
        position.hands[seat] = Hand(pack[cards * at : cards * (at + 1)])
    position.trump = rng.randint(1, 4)
    position.await_action("lay", rng.choice(position.staying))
    return position


@given(SEEDS, st.sampled_from([(2, 4), (3, 3), (4, 2)]))
@tried(25)
def test_sure_tricks_are_what_every_play_tried_by_the_rules_gives(
    seed: int, sizes: tuple[int, int]
) -> None:
    seats, cards = sizes
    position = dealt(Random(seed), seats, cards)
    for place, seat in enumerate(position.staying):
        hands = [sum(map(bit_of, position.hands[one].known)) for one in position.staying]
        leader = position.staying.index(position.turn)
        sure = Tricks(seats, place, position.trump - 1).sure(hands, leader)
        assert sure == sure_by_rules(position.copy(), seat, cards)


@given(SEEDS)
@tried(3)
def test_every_card_makes_sure_of_what_the_rules_give_it(seed: int) -> None:
    """In records, from the last tricks of every deal."""
    record = read(write(generate("zwanzig-ab/twenty-down@1", 4, seed, {})).encode())
    found = [one for one in choices(record) if one.card and one.position.tricks >= 3][:24]
    assert found
    for one in found:
        worth = in_hindsight(one.moment)
        for action in one.position.legal():
            twin = one.position.copy()
            twin.play(action)
            card = one.moment.like(bit_of(action[2]))
            expected = (
                twin.takers.count((one.seat,)) if twin.tricks == 5 or twin.due != "lay"
                else sure_by_rules(twin, one.seat, 5)
            )  # fmt: skip
            if twin.due == "lay":
                assert worth[card] == expected


def test_cards_are_bits_and_back() -> None:
    pack = ZwanzigAb().pack()
    assert sorted(map(bit_of, pack)) == WHOLE_PACK
    assert [text_of(bit_of(card)) for card in pack] == list(map(write_card, pack))


@given(SEEDS)
@tried(20)
def test_hands_drawn_are_of_the_cards_unseen_and_lack_what_was_shown_to_lack(seed: int) -> None:
    rng = Random(seed)
    unseen = rng.sample(WHOLE_PACK, 14)
    barred = [of_suit(rng.randrange(4)), 0, 0]
    hands = drawn(unseen, [3, 4, 2], barred, rng)
    fitting = [card for card in unseen if not card & barred[0]]
    if hands is None:
        assert len(fitting) < 3
        return
    assert [hand.bit_count() for hand in hands] == [3, 4, 2]
    assert sum(hands).bit_count() == 9
    assert not sum(hands) & ~sum(unseen)
    assert not hands[0] & barred[0]


@cache
def weighed(rules: str = "zwanzig-ab/pagat@1", seed: int = 5) -> tuple[bytes, Annotations]:
    data = write(generate(rules, 4, seed, {})).encode()
    return data, weigh(verify(data), FEW)


def test_every_card_and_choice_is_weighed_and_lines_are_allowed() -> None:
    data, said = weighed()
    record = read(data)
    assert len(said.plies) == sum(isinstance(one, Play | Stay) for one in record.events)
    assert said.not_weighed == ""
    stood = positions(record)
    lines = [one for one in said.plies if one.line]
    assert lines
    for one in lines:
        position = stood[one.ply - 1].copy()
        assert one.line[0].card == one.best != one.card
        for move in one.line:
            assert position.turn == move.seat
            position.play(("lay", move.seat, read_cards(move.card)[0]))
        assert not position.objections
        assert position.due != "lay"
    for one in said.plies:
        assert one.fair >= 0 <= one.hindsight
        if one.options:
            worth = {option.card: option.fair for option in one.options}
            assert max(worth.values()) == worth[one.best] or one.card in ("in", "out")
            assert not one.fair or one.best != one.card
    assert weigh(verify(data), FEW).json() == said.json()


def test_no_more_deals_are_weighed_than_may_be() -> None:
    data, said = weighed()
    few = weigh_deals(read(data), said.seed, FEW, most=2)
    record = read(data)
    third = next(
        at for at, event in enumerate(record.events)
        if isinstance(event, Deal) and event.number == 3
    )  # fmt: skip
    assert 0 < len(few) < len(said.plies)
    assert few[-1].ply == record.plies[third]


def test_points_that_go_down_count_for_the_player() -> None:
    position = ZwanzigAb(sweep=10)
    assert [points(position, tricks) for tricks in range(6)] == [-5, 1, 2, 3, 4, 10]
    position.trump = 3
    assert points(position, 2) == 4


def test_to_stay_in_is_never_called_a_mistake() -> None:
    _, said = weighed()
    stays = [one for one in said.plies if one.card in ("in", "out")]
    assert {one.card for one in stays} == {"in", "out"}
    for one in stays:
        assert one.glyph == 0 or (one.card, one.best) == ("out", "in")
        assert [option.card for option in one.options] == ["in", "out"]


def test_a_hand_that_is_not_told_is_not_weighed() -> None:
    data, _ = weighed()
    text = data.decode()
    hand = next(line for line in text.splitlines() if line.startswith("p2: "))
    said = weigh(verify(text.replace(hand + "\n", "", 1).encode()), FEW)
    assert (said.not_weighed, said.plies) in (("unfinished", []), ("against-the-rules", []))


def test_what_is_drawn_is_what_may_be() -> None:
    data, _ = weighed("zwanzig-ab/twenty-down@1", 3)
    one = next(one for one in choices(read(data)) if one.card and len(one.moment.apart) > 1)
    rows = fairly(one.moment, 6, Random(1))
    assert len(rows) == 6
    assert all(set(row) == set(one.moment.apart) for row in rows)
    assert LEFT[one.position.dealer] == one.position.maker
