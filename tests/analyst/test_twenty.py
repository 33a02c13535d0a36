"""The analyst of Twenty, held against the game's own rules played out one by one."""

from __future__ import annotations

from itertools import combinations
from math import comb, prod
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.analyst import Annotations, of_json, weigh
from archive.analyst.comparison import error_of_drawn
from archive.analyst.glyphs import GOOD, certain, luck, mistake, only_good
from archive.analyst.twenty.belief import Seen, error_in_order, likely_hands
from archive.analyst.twenty.expected_values import SCALED, plays_expected
from archive.analyst.twenty.rest_of_round import before_hands, wins_by
from archive.analyst.twenty.rounds import HANDS, PAIR, Hindsight, bonus_ends, rounds_of
from archive.analyst.twenty.solver import PairsOfHands
from archive.analyst.twenty.states import FLAGGED, HAND_OF, PLACE_OF, WHOLE, WHOLE_LAST
from archive.analyst.twenty.states import HANDS as CARDS
from archive.core.events import Bonus, End, Play
from archive.games.twenty.random_games import Choose, at_random, sensible
from archive.games.twenty.rules import PLAYS, Twenty
from archive.generator import generate
from archive.notation import read, write
from archive.rules.hand import Hand
from archive.rules.pack import read_cards
from archive.scoring import verify
from archive.scoring.prepared import playable
from archive.scoring.record_positions import positions
from tests.analyst.by_rules import best_by_rules
from tests.laws import tried

FEW = 16
SEEDS = st.integers(0, 1 << 32)


def played(seed: int, choose: Choose = sensible, options: str = "", hands: str = "all") -> bytes:
    chosen = dict(option.split("=") for option in options.split(";") if option)
    record = generate("twenty/farrugia@1", 2, seed, chosen, choose=choose, hands=hands)
    return write(record).encode()


def weighed(data: bytes, samples: int = FEW) -> Annotations:
    return weigh(verify(data), samples)


# With all cards known


def ahead(position: Twenty) -> int | None:
    """Return by how much the first player is ahead, once no card is to be laid."""
    return None if position.due == "lay" else position.totals[1] - position.totals[2]


def last_hands(
    first: list[int], second: list[int], tally: int, pile: int, bonus: int, scorer: int
) -> Twenty:
    """A position in the last hands of a game, Player 1 to play."""
    position = Twenty()
    position.play(("begin_round", 1))
    position.bonus, position.scorer, position.starter, position.round = bonus, scorer, 1, 2
    position.plays = 50 - len(first) - len(second)
    position.hands = [Hand(), Hand(first), Hand(second)]
    position.pile, position.tally = [1] * pile, tally
    position.await_card(1)
    return position


def values(cards: list[int]) -> tuple[int, ...]:
    return tuple(sorted(min(card & 15, 10) for card in cards))


@given(SEEDS, st.sampled_from([(1, 0), (1, 1), (2, 1), (2, 2), (3, 2), (3, 3)]), st.integers(0, 10))
@tried(12)
def test_the_last_hands_are_worth_what_every_play_tried_by_the_rules_gives(
    seed: int, sizes: tuple[int, int], bonus: int
) -> None:
    rng = Random(seed)
    pack = Twenty().pack()
    rng.shuffle(pack)
    first, second = pack[: sizes[0]], pack[5 : 5 + sizes[1]]
    pile = rng.randint(0, 7)
    tally = rng.randint(max(pile, 2 * pile - 4), 19) if pile else 0
    scorer = rng.choice((1, 2))
    position = last_hands(first, second, tally, pile, bonus or 10, scorer)
    mine, theirs = HAND_OF[values(first)], HAND_OF[values(second)]
    pair = PairsOfHands(WHOLE_LAST, bonus_ends(bonus or 10), mine, theirs)
    place = PLACE_OF[tally, pile] + FLAGGED * (scorer == 1)
    assert pair.value(mine, theirs, place) == best_by_rules(position, 1, ahead)


@given(SEEDS, st.sampled_from([(5, 4), (4, 4), (4, 3)]))
@tried(5)
def test_a_hand_is_worth_the_same_whether_the_others_was_told_or_goes_by_all_that_may_be_held(
    seed: int, sizes: tuple[int, int]
) -> None:
    rng = Random(seed)
    pack = Twenty().pack()
    rng.shuffle(pack)
    mine = HAND_OF[values(pack[: sizes[0]])]
    others = [HAND_OF[values(rng.sample(pack[5:], sizes[1]))] for _ in range(3)]
    ends, place = before_hands(2, 5), rng.randrange(40)
    many = PairsOfHands(SCALED, ends, kept=251)  # where moments drive out others
    for theirs in others:
        told = PairsOfHands(SCALED, ends)
        assert max(many.each(mine, theirs, place)) == told.value(mine, theirs, place)


@given(SEEDS)
@tried(10)
def test_hands_are_joined_by_the_tally_that_is_left(seed: int) -> None:
    rng = Random(seed)
    pack = Twenty().pack()
    rng.shuffle(pack)
    hands = [pack[:2], pack[2:4], pack[4:6], pack[6:8]]
    mine, theirs, mine_next, theirs_next = (HAND_OF[values(one)] for one in hands)
    following = PairsOfHands(WHOLE_LAST, bonus_ends(7), mine_next, theirs_next)
    pair = PairsOfHands(WHOLE, [], mine, theirs, following)

    def dealt(position: Twenty) -> int | None:
        while position.due == "deal":
            position.play(("deal", position.turn, hands[position.turn + 1]))
        return ahead(position)

    position = last_hands(hands[0], hands[1], 6, 1, 7, 1)
    position.plays = 50 - 8
    assert pair.value(mine, theirs, PLACE_OF[6, 1]) == best_by_rules(position, 1, dealt)


@given(SEEDS, st.sampled_from([at_random, sensible]))
@tried(8)
def test_par_less_ones_own_losses_and_more_by_the_others_is_the_margin(
    seed: int, choose: Choose
) -> None:
    record = generate("twenty/farrugia@1", 2, seed, {}, choose=choose)
    scored = {1: [0, 0], 2: [0, 0]}
    number = 0
    for event in record.events:
        if isinstance(event, Play):
            number = (event.number or 1) > 50
            scored[event.seat][number] += event.points or 0
        elif isinstance(event, Bonus):
            scored[event.seat][number] += event.points or 0
    solved = [Hindsight(one) for one in rounds_of(record)]
    assert [one.played.number for one in solved] == [1, 2]
    for at, one in enumerate(solved):
        starter = one.played.starter
        margin = one.par - one.losses(starter) + one.losses(3 - starter)
        assert margin == scored[starter][at] - scored[3 - starter][at]
    (end,) = [event for event in record.events if isinstance(event, End)]
    assert dict(end.totals) == {seat: sum(scored[seat]) for seat in (1, 2)}


def test_a_round_whose_bonus_or_a_card_is_not_known_is_not_weighed() -> None:
    text = played(3).decode()
    up = next(line for line in text.splitlines() if line.startswith("@up"))
    assert [one.number for one in rounds_of(read(text.replace(up, "", 1).encode()))] == [2]
    unfinished = text[: text.index("@round n=2")] + "*\n"
    assert [one.number for one in rounds_of(read(unfinished.encode()))] == [1]


# By what could be known


def test_hands_that_may_be_held_count_for_as_many_deals_as_give_them() -> None:
    pack = [1, 1, 2, 5, 5, 5, 10]
    unseen = [pack.count(value) for value in range(11)]
    counted: dict[int, float] = {}
    for cards in combinations(pack, 3):
        hand = HAND_OF[tuple(sorted(cards))]
        counted[hand] = counted.get(hand, 0) + 1
    found = likely_hands(unseen, 3, [], [], 0, 0.0)
    assert dict(zip(found.hands, found.weights, strict=True)) == counted
    assert set(found.chances) == {1}
    assert sum(counted.values()) == comb(7, 3)


def test_who_makes_no_twenty_hardly_holds_the_card_for_it() -> None:
    unseen = [0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 16]
    worth = before_hands(4, 4)
    ten_wanted = Seen(PLACE_OF[10, 2], 2, (2,))
    holding = [
        sum(
            weight
            for hand, weight in zip(found.hands, found.weights, strict=True)
            if 10 in CARDS[hand]
        )
        / sum(found.weights)
        for found in (likely_hands(unseen, 3, seen, worth, 0, 0.0) for seen in ([], [ten_wanted]))
    ]
    assert holding[1] < holding[0] / 2


@given(SEEDS, st.sampled_from([4, 5]))
@tried(5)
def test_of_many_hands_each_is_drawn_as_often_as_it_is_likely(seed: int, size: int) -> None:
    rng = Random(seed)
    unseen = [0, *(rng.randint(0, 4) for _ in range(9)), rng.randint(5, 16)]
    counted = {}
    for hand, cards in enumerate(CARDS):
        if len(cards) == size:
            counted[hand] = prod(comb(unseen[value], cards.count(value)) for value in set(cards))
    number = 200
    found = likely_hands(unseen, size, [], [], number, rng.random())
    drawn = dict(zip(found.hands, found.weights, strict=True))
    assert abs(sum(drawn.values()) - number) < 1
    for hand, deals in counted.items():
        due = number * deals / sum(counted.values())
        assert drawn.get(hand, 0) == (pytest.approx(due) if due >= 1 else drawn.get(hand, 0) // 1)
    tops = [CARDS[hand][::-1] for hand in found.hands]
    assert tops == sorted(tops)


def test_what_neighbours_have_in_common_is_no_error() -> None:
    steady = [at / 10 for at in range(100)]
    chance = [Random(at).random() for at in range(100)]
    rarely = [0.0] * 100
    assert error_in_order(steady, rarely) == pytest.approx(0.1 / 2**0.5 * 10, rel=0.01)
    assert error_in_order(chance, rarely) == pytest.approx(100 * error_of_drawn(chance), rel=0.2)
    assert error_in_order([1.0], [0.0]) == 0


def test_hands_that_were_all_but_sure_to_be_drawn_leave_little_error() -> None:
    chance = [Random(at).random() for at in range(100)]
    error = error_in_order(chance, [0.0] * 100)
    assert error_in_order(chance, [0.75] * 100) == pytest.approx(error / 2)
    assert error_in_order(chance, [1.0] * 100) == 0


@given(SEEDS)
@tried(2)
def test_what_is_expected_of_late_plays_is_the_average_over_every_deal(seed: int) -> None:
    """Of hands open to the player nothing is drawn: three cards or fewer are gone through."""
    record = generate("twenty/farrugia@1", 2, seed, {}, choose=at_random)
    solved = Hindsight(rounds_of(record)[0])
    one, other = (plays_expected(solved, name, samples=FEW) for name in ("one", "other"))
    for mine, again in zip(one, other, strict=True):
        if len(CARDS[mine.standing.theirs]) <= 3:
            assert mine == again
            assert mine.error == 0
    last = [play for play in one if play.standing.at >= 10 * (HANDS - 1)]
    for play in last:  # all cards are known by then
        assert play.worth == solved.plays[play.standing.at].worth


def test_with_open_hands_the_second_round_was_seen_in_the_first() -> None:
    record = generate("twenty/farrugia@1", 2, 11, {"hands": "open"}, choose=sensible)
    second = Hindsight(rounds_of(record)[1])
    fair = plays_expected(second, "", open_hands=True)
    assert [play.worth for play in fair] == [play.worth for play in second.plays]
    first = plays_expected(Hindsight(rounds_of(record)[0]), "", open_hands=True)
    assert {play.error for play in first} == {0.0}


def test_random_play_gives_away_more_than_sensible_play() -> None:
    given_away = []
    for choose in (at_random, sensible):
        games = [weighed(played(seed, choose, hands="none"), 4) for seed in (1, 2)]
        given_away.append(sum(sum(one.story.gave_away.values()) for one in games if one.story))
    assert given_away[0] > 1.5 * given_away[1]


# What is said


def test_the_same_record_is_always_told_the_same_and_its_words_do_not_matter() -> None:
    data = played(5)
    said = weighed(data)
    assert weighed(data).json() == said.json()
    assert weighed(data.replace(b'"Ada"', b'"Eve"')).json() == said.json()
    assert of_json(said.json()) == said


def test_a_better_play_is_proved_by_a_line_that_the_rules_allow() -> None:
    data = played(8, at_random)
    said = weighed(data)
    stood = positions(playable(read(data)))
    lines = [one for one in said.plies if one.line]
    assert lines
    for one in lines:
        position = stood[one.ply - 1].copy()
        assert isinstance(position, Twenty)
        assert one.line[0].card == one.best != one.card
        objections = len(position.objections)
        for move in one.line:
            before = position.totals[move.seat]
            position.play(("lay", move.seat, read_cards(move.card)[0]))
            assert position.made == move.tally
            if move is not one.line[-1] or position.plays < 50:
                assert position.totals[move.seat] - before == move.points
        assert len(position.objections) == objections


def test_every_ply_says_what_it_gave_away_and_only_choices_are_marked() -> None:
    said = weighed(played(9, at_random))
    assert [one.ply for one in said.plies] == [*range(1, 101)]
    assert [ply for ply, _ in said.expected] == [*range(101)]
    for one in said.plies:
        assert one.fair >= 0 <= one.hindsight
        worth = {option.card: option for option in one.options}
        if not worth:
            assert (one.glyph, one.fair, one.hindsight) == (0, 0, 0)
            continue
        assert max(option.fair for option in one.options) == worth[one.best].fair
    assert said.story is not None
    margin = said.expected[-1][1]
    assert (said.story.winner, said.story.margin) == (1 if margin > 0 else 2, abs(margin))
    assert said.story.by_play + said.story.by_cards == pytest.approx(said.story.margin)


@pytest.mark.parametrize(
    ("loss", "error", "mark"),
    [(1.9, 0, 0), (2, 0, 6), (5, 0, 2), (10, 0, 4), (5, 2.6, 0), (5, 2.5, 6), (5, 1.5, 2),
     (0, 0, 0)],
)  # fmt: skip
def test_marks_go_by_the_loss_and_only_where_it_is_beyond_doubt(
    loss: float, error: float, mark: int
) -> None:
    assert mistake("twenty", loss, error) == mark
    assert (certain(loss, error) > 0) == (loss > 0 and loss >= 2 * error)


def test_only_hard_plays_are_praised_and_luck_is_called_luck() -> None:
    assert only_good("twenty", 5, 0, hard=True) == GOOD
    assert only_good("twenty", 5, 0, hard=False) == only_good("twenty", 4, 0, hard=True) == 0
    assert luck("twenty", 0, 5) == luck("twenty", GOOD, 9) == "unlucky"
    assert luck("twenty", 2, 0) == "lucky"
    assert luck("twenty", 2, 3) == luck("twenty", 0, 4) == ""


def test_what_cannot_be_weighed_is_said_to_be_so() -> None:
    data = played(2)
    assert weighed(b"").not_weighed == "no-rules"
    unfinished = data[: data.index(b"51. ")] + b"*\n"
    partly = weighed(unfinished, 1)
    assert (partly.not_weighed, partly.story, len(partly.plies)) == ("partly", None, 50)


def test_the_small_game_worked_by_hand_in_the_docs() -> None:
    nine, ten, four, seven = (HAND_OF[(value,)] for value in (9, 10, 4, 7))
    ann, ben, place = HAND_OF[4, 7], HAND_OF[9, 10], PLACE_OF[6, 2]
    pair = PairsOfHands(WHOLE_LAST, bonus_ends(5), ann, ben)
    assert pair.value(ann, ben, place) == -8
    assert pair.value(ben, seven, PLACE_OF[10, 3]) == 15
    assert pair.value(ben, four, PLACE_OF[13, 3]) == 8
    assert pair.value(seven, ten, PLACE_OF[19, 4]) == 11
    assert pair.value(seven, nine, 0) == -5


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_what_the_last_cards_come_to_is_what_the_whole_game_solved_says(seed: int) -> None:
    record = verify(write(generate("twenty/farrugia@1", 2, seed, {})).encode()).record
    last = rounds_of(record)[-1]
    solved = Hindsight(last)
    at = positions(playable(record))
    asked = 0
    for play in solved.plays:
        now = play.standing
        found = wins_by(at[last.first_ply + now.at - 1])
        if now.at < PLAYS - PAIR or not found:  # a hand is still to be dealt, or to be shown
            assert not found
            continue
        totals = at[last.first_ply + now.at - 1].totals
        led_by = totals[now.seat] - totals[3 - now.seat]
        assert found == {value: led_by + worth for value, worth in play.worth.items()}
        asked += 1
    assert asked >= PAIR - 1
