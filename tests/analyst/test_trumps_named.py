"""Trumps named in Zwanzig ab and Twenty down, held against the game's own rules."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.analyst import of_json, weigh
from archive.analyst.annotated import annotated
from archive.analyst.annotations import puzzles
from archive.analyst.hidden import HiddenCards
from archive.analyst.moments import Moment
from archive.analyst.zwanzig_ab.lines import plain_line
from archive.analyst.zwanzig_ab.moments import WHOLE_PACK, TrickMoment
from archive.analyst.zwanzig_ab.naming import UNLUCKY_FROM, Naming, namings
from archive.analyst.zwanzig_ab.plain_players import worst
from archive.core.events import Comment, Trump
from archive.core.record import Record
from archive.games.zwanzig_ab.rules import TRICKS
from archive.generator import generate
from archive.notation import read, write
from archive.rules.hand import Hand
from archive.scoring import verify
from archive.scoring.line_in_address import BETWEEN
from archive.scoring.prepared import playable
from archive.scoring.record_positions import positions
from tests.analyst.by_rules import followed
from tests.analyst.plain_deals import FEW, cards_of, play_plainly, weighed
from tests.laws import tried

SEEDS = st.integers(0, 1 << 32)
RULES = st.sampled_from(["zwanzig-ab/pagat@1", "zwanzig-ab/twenty-down@1"])


def game(rules: str, seed: int, **options: str) -> Record:
    return read(write(generate(rules, 4, seed, dict(options))).encode())


def named(now: TrickMoment, suit: int, hands: list[list[int]], pack: list[int]) -> int:
    """What the trump maker scores in a deal with a suit as trumps: all of it on the position, the
    others having these hands, cards as bits."""
    position = now.position.copy()
    seats = [(now.seat - 1 + step) % 4 + 1 for step in range(4)]
    for seat, hand in zip(seats, hands, strict=True):
        position.hands[seat] = Hand(cards_of(sum(hand[:2])))
    position.play(("name_trump", now.seat, suit))
    for seat, hand in zip(seats, hands, strict=True):
        position.play(("hand", seat, cards_of(sum(hand[2:]))))
    left = iter(pack)
    play_plainly(
        position,
        lambda _, hand: worst(hand, suit - 1),
        lambda _, number: [next(left) for _ in range(number)],
    )
    assert not position.objections
    return now.position.totals[now.seat] - position.totals[now.seat]


@given(SEEDS, RULES)
@tried(3)
def test_suits_come_to_what_the_rules_make_of_plain_play(seed: int, rules: str) -> None:
    found = list(namings(game(rules, seed)))
    assert found
    for now in found:
        hidden, twin = (
            HiddenCards(now.unseen, now.sizes[1:], now.faults, Random(seed)) for _ in range(2)
        )
        *others, pack = twin.drawn()
        first = [card for card in WHOLE_PACK if card not in now.unseen]
        worth = Naming(now, 1, hidden).drawn(list(now.choices))
        for suit, (points, scored) in zip(now.choices, worth, strict=True):
            assert points == -scored == named(now, suit, [first + pack[:3], *others], pack[3:])


@given(SEEDS, RULES)
@tried(3)
def test_hindsight_deals_the_hands_that_were_dealt_and_the_cards_that_were_drawn(
    seed: int, rules: str
) -> None:
    """In deals in which everybody takes three cards no more are left to be drawn."""
    told = 0
    for now in namings(game(rules, seed)):
        drawn = list(now.known)
        left = [one for one in WHOLE_PACK if not one & (sum(now.stand.hands) + sum(drawn))]
        assert len(drawn) + len(left) == 12
        hands = [[one for one in WHOLE_PACK if one & hand] for hand in now.stand.hands]
        assert [len(hand) for hand in hands] == [TRICKS] * 4
        whole = now._replace(known=drawn + left)
        hidden = HiddenCards(now.unseen, now.sizes[1:], now.faults, Random(seed))
        known = Naming(whole, 1, hidden).known()
        assert known is not None
        for suit, worth in known.items():
            assert worth == named(now, suit, hands, drawn + left)
        told += 1
    assert told


def test_every_suit_named_is_weighed_beside_the_plays() -> None:
    data, said = weighed()
    record = read(data)
    suits = [one.suit for one in record.events if isinstance(one, Trump)]
    assert [one.card for one in said.trumps] == [f"trump-{suit}" for suit in suits]
    assert {one.glyph for one in said.trumps} > {0}
    for one in said.trumps:
        assert {option.card for option in one.options} == {f"trump-{suit}" for suit in "cdhs"}
        assert one.how == "average"
        assert one.hindsight is not None
        assert (one.luck == "unlucky") == (not one.glyph and one.hindsight >= UNLUCKY_FROM)
    assert said.story is not None
    lost = dict.fromkeys(said.story.mistakes, 0)
    for one in [*said.trumps, *said.plies]:
        lost[one.seat] += one.glyph not in (0, 1)
    assert said.story.mistakes == lost
    assert of_json(said.json()).trumps[0].best == said.trumps[0].best
    assert weigh(verify(data), FEW).json() == said.json()


def test_what_is_said_of_trumps_stands_behind_them_in_the_record() -> None:
    data, said = weighed()
    twin = read(write(annotated(read(data), said)).encode())
    behind = [
        after for event, after in zip(twin.events, twin.events[1:], strict=False)
        if isinstance(event, Trump)
    ]  # fmt: skip
    assert len(behind) == len(said.trumps)
    for one, comment in zip(said.trumps, behind, strict=True):
        assert isinstance(comment, Comment)
        assert (f"[%better {one.best}]" in comment.text) == (one.glyph != 0)
    assert annotated(twin, said).events == twin.events
    assert verify(write(twin).encode()).answers == verify(data).answers


@pytest.mark.parametrize("rules", ["zwanzig-ab/pagat@1", "zwanzig-ab/twenty-down@1"])
def test_where_a_suit_leads_can_be_stepped_through_to_the_end_of_the_deal(rules: str) -> None:
    """The rules allow every play of it, and the cards taken are those that came in the game."""
    record, deals = game(rules, 5), 0
    stood = positions(playable(record))
    for now in namings(record):
        for suit, text in now.choices.items():
            found = plain_line(now, ("name_trump", now.seat, suit))
            assert found[0].card == text
            position = followed(record, stood, now.ply - 1, found, text).position
            assert position.deals > now.position.deals or position.over
            deals += 1
    assert deals >= 8


def test_a_mistake_in_naming_trumps_has_a_line_and_is_a_puzzle() -> None:
    data, said = weighed()
    found = {one.number: one for one in puzzles(said)}
    wrong = [one for one in said.trumps if one.glyph]
    assert wrong
    for one in wrong:
        assert one.line[0].card == one.best
        assert len(one.line) > 4
        puzzle = found[-one.ply]
        assert puzzle.of_trumps
        assert puzzle.solved_by(one.best)
        assert not puzzle.solved_by(one.card)
    assert len([number for number in found if number < 0]) == len(wrong)
    text = write(annotated(read(data), said))
    for one in wrong:
        assert f"[%line {BETWEEN.join(move.card for move in one.line)}]" in text


def test_with_trumps_of_a_card_held_no_other_suit_is_offered() -> None:
    for now in namings(game("zwanzig-ab/twenty-down@1", 2, trump="held")):
        first = [card for card in WHOLE_PACK if card not in now.unseen]
        assert set(now.choices) == {(card.bit_length() - 1) // 8 + 1 for card in first}


@pytest.mark.parametrize("line", ["p3: ", "@trump p1 "])
def test_what_is_not_told_ends_what_is_weighed(line: str) -> None:
    data, said = weighed()
    lines = data.decode().splitlines(keepends=True)
    at = [at for at, one in enumerate(lines) if one.startswith(line)][1]
    found: list[Moment] = list(namings(read("".join(lines[:at] + lines[at + 1 :]).encode())))
    assert 0 < len(found) < len(said.trumps)
