"""The analyst of Zwanzig ab, held against the game's own rules played out one by one."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from archive.analyst import weigh
from archive.analyst.hidden import HiddenCards
from archive.analyst.zwanzig_ab.moments import (
    WHOLE_PACK,
    TrickMoment,
    bit_of,
    like,
    moments,
    seats_from,
    text_of,
)
from archive.analyst.zwanzig_ab.plain_players import OUT, UNOPPOSED, worst
from archive.analyst.zwanzig_ab.solver import Tricks
from archive.analyst.zwanzig_ab.weighed_game import Exchanging, points
from archive.analyst.zwanzig_ab.weighed_game import weigh as weigh_deals
from archive.core.events import ACTIONS, Deal
from archive.games.zwanzig_ab.rules import ZwanzigAb
from archive.generator import generate
from archive.notation import read, write
from archive.rules.hand import Hand
from archive.rules.pack import DIAMONDS, write_card
from archive.scoring import verify
from tests.analyst.by_rules import best_by_rules, lines_followed
from tests.analyst.plain_deals import FEW, cards_of, play_plainly, weighed
from tests.laws import tried

SEEDS = st.integers(0, 1 << 32)


def sure_by_rules(position: ZwanzigAb, seat: int, end: int) -> int:
    """Return how many tricks a seat has in the end if all others play against it."""
    return best_by_rules(
        position, seat, lambda now: now.takers.count((seat,)) if now.tricks == end else None
    )


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
@tried(15)
def test_sure_tricks_are_what_every_play_tried_by_the_rules_gives(
    seed: int, sizes: tuple[int, int]
) -> None:
    seats, cards = sizes
    position = dealt(Random(seed), seats, cards)
    for place, seat in enumerate(position.staying):
        hands = [sum(map(bit_of, position.hands[one].known)) for one in position.staying]
        leader = position.staying.index(position.turn)
        hands, leader = hands[place:] + hands[:place], (leader - place) % seats
        sure = Tricks(hands, position.trump - 1).sure(sum(hands), leader, cards, 0, cards)
        assert sure == sure_by_rules(position.copy(), seat, cards)


@given(SEEDS)
@tried(3)
def test_every_card_makes_sure_of_what_the_rules_give_it(seed: int) -> None:
    """In records, from the last tricks of every deal."""
    record = read(write(generate("zwanzig-ab/twenty-down@1", 4, seed, {})).encode())
    found = [
        one for one in moments(record)
        if one.position.due == "lay" and one.position.tricks >= 3
    ][:24]  # fmt: skip
    assert found
    for one in found:
        solver = one.stand.solver()
        for action in one.position.legal():
            twin = one.position.copy()
            twin.play(action)
            card = like(bit_of(action[2]), list(one.choices))
            expected = (
                twin.takers.count((one.seat,)) if twin.tricks == 5 or twin.due != "lay"
                else sure_by_rules(twin, one.seat, 5)
            )  # fmt: skip
            if twin.due == "lay":
                assert one.stand.sure_after(card, solver) == expected


def test_staying_in_where_nobody_may_drop_out_is_no_choice() -> None:
    """In diamonds sheets have it all the same."""
    record = read(write(generate("zwanzig-ab/pagat@1", 4, 0, {})).encode())
    stayed = [one for one in moments(record) if one.done in ("in", "out")]
    told = {one.position.trump == DIAMONDS: list(one.choices.values()) for one in stayed}
    assert told == {True: ["in"], False: ["in", "out"]}


def played_plainly(now: TrickMoment, put: int, held: list[int], pack: list[int]) -> int:
    """What a player scores in a deal after putting cards away: all of it on the position itself,
    the others having these hands, and a share of the pack each for what they put away."""
    position = now.position.copy()
    seats = seats_from(position, now.seat)
    shares = {seat: pack[3 * at : 3 * at + 3] for at, seat in enumerate(seats)}
    for seat, hand in zip(seats[1:], held, strict=True):
        if seat not in position.waiting:
            away = worst(hand, position.trump - 1)
            hand = hand - away + sum(shares[seat][: away.bit_count()])
        position.hands[seat] = Hand(cards_of(hand))
    play_plainly(
        position,
        lambda seat, hand: put if seat == now.seat else worst(hand, position.trump - 1),
        lambda seat, number: shares[seat][:number],
    )
    assert not position.objections
    return now.position.totals[now.seat] - position.totals[now.seat]


@given(SEEDS, st.sampled_from(["zwanzig-ab/pagat@1", "zwanzig-ab/twenty-down@1"]))
@tried(3)
def test_exchanges_come_to_what_the_rules_make_of_plain_play(seed: int, rules: str) -> None:
    """Dropping out, hearts and all five tricks included."""
    record = read(write(generate(rules, 4, seed, {})).encode())
    found = [one for one in moments(record) if one.position.due == "put_away"][-12:]
    assert found
    for now in found:
        choices = list(now.choices)
        hidden, twin = (
            HiddenCards(now.unseen, now.sizes[1:], now.faults, Random(seed)) for _ in range(2)
        )
        *held, pack = twin.drawn()
        worth = Exchanging(now, 1, hidden).drawn(choices)
        for put, (points_of, _) in list(zip(choices, worth, strict=True))[::5]:
            assert points_of == played_plainly(now, put, [*map(sum, held)], pack)


def test_cards_are_bits_and_back() -> None:
    pack = ZwanzigAb().pack()
    assert sorted(map(bit_of, pack)) == WHOLE_PACK
    assert [text_of(bit_of(card)) for card in pack] == list(map(write_card, pack))


def test_hands_drawn_lack_what_was_shown_to_lack() -> None:
    """And what a hand is taken to lack, the hand that was held does."""
    record = read(write(generate("zwanzig-ab/twenty-down@1", 4, 3, {})).encode())
    bound = 0
    for now in [one for one in moments(record) if any(one.faults)][:60]:
        hidden = HiddenCards(now.unseen, now.sizes[1:], now.faults, Random(now.ply))
        assert hidden.fits
        *drawn, _ = hidden.drawn()
        held = [[1 << at for at in range(32) if hand >> at & 1] for hand in now.stand.hands[1:]]
        for hands in (drawn, held):
            for faults, hand, size in zip(now.faults, hands, now.sizes[1:], strict=True):
                assert len(hand) == size
                assert set(hand) <= set(now.unseen)
                assert not (faults and faults(hand))
        bound += sum(faults(WHOLE_PACK) > 0 for faults in now.faults if faults)
    assert bound


def test_every_card_and_choice_is_weighed_and_lines_are_allowed() -> None:
    data, said = weighed()
    record = read(data)
    assert len(said.plies) == sum(type(one) in ACTIONS for one in record.events)
    assert said.not_weighed == ""
    lines = lines_followed(record, said)
    for line in lines:
        assert line.position.due not in ("put_away", "lay") or line.position.tricks == 0
    assert sum(line.stopped == "" for line in lines) > len(lines) // 2
    exchanges = [one for one in said.plies if one.card.startswith("x")]
    assert {one.glyph for one in exchanges} >= {0, 2, 6}
    assert {(one.how, one.hindsight, one.luck) for one in exchanges} == {("average", None, "")}
    for one in said.plies:
        assert one.fair >= 0 <= (one.hindsight or 0)
        if one.options:
            worth = {option.card: option.fair for option in one.options}
            assert max(worth.values()) == worth[one.best] or one.card in ("in", "out")
            assert not one.fair or one.best != one.card
    assert [one for one in said.plies if one.line and one.best == "in"]
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
    assert (points(position, OUT), points(position, UNOPPOSED)) == (0, 5)
    position.trump = 3
    assert points(position, 2) == 4


def test_to_stay_in_is_never_called_a_mistake() -> None:
    _, said = weighed()
    stays = [one for one in said.plies if one.card in ("in", "out")]
    assert {one.card for one in stays} == {"in", "out"}
    for one in stays:
        assert one.glyph == 0 or (one.card, one.best) == ("out", "in")
        assert {option.card for option in one.options} == {"in", "out"}


def test_a_hand_that_is_not_told_is_not_weighed() -> None:
    data, _ = weighed()
    text = data.decode()
    hand = next(line for line in text.splitlines() if line.startswith("p2: "))
    said = weigh(verify(text.replace(hand + "\n", "", 1).encode()), FEW)
    assert (said.not_weighed, said.plies) in (("unfinished", []), ("against-the-rules", []))


def test_a_card_that_is_not_named_ends_what_is_weighed() -> None:
    data, _ = weighed()
    for named, hidden, plies in (("2. p2 xJd8d>", "2. p2 xJd?>", 1), ("8. p1 7c", "8. p1 ?", 6)):
        text = data.decode()
        assert named in text
        said = weigh(verify(text.replace(named, hidden, 1).encode()), FEW)
        assert (said.not_weighed, len(said.plies)) == ("partly", plies)
