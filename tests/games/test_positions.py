"""Positions play: what they allow, refuse and score, held against games that were played and scored
without them, and against referees that share nothing with them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from archive.core.cards import CARDS, Card
from archive.core.events import DRAW, Action, Draw, End, Event, Pass, Play, Score
from archive.core.record import Record
from archive.games import GAMES
from archive.generator import generate, seats_of
from archive.rules.dealer import perft
from archive.rules.pack import write_card
from archive.rules.position import Position
from archive.rules.rule_sets import RuleSet

from . import count_to_20_referee, twenty_referee, twenty_two_referee, zwanzig_ab_referee
from .positions import by_rank, dealt, play_events, position_of

PERFT = tomllib.loads((Path(__file__).parents[2] / "fixtures" / "perft.toml").read_text())
REFEREES = {
    "twenty": twenty_referee,
    "twenty-two": twenty_two_referee,
    "zwanzig-ab": zwanzig_ab_referee,
    "count-to-20": count_to_20_referee,
}
NUMBERS = {"packs": ("2",), "target": ("35",)}
SUITLESS = ("twenty", "twenty-two", "count-to-20")
GAMES_EACH = 2


def readings(rule_set: RuleSet) -> list[dict[str, str]]:
    """Every combination of readings of a rule set's options."""
    choices = [
        [(name, reading) for reading in (*option.readings, *NUMBERS.get(name, ()))]
        for name, option in rule_set.options.items()
        if name != "target" or rule_set.name.startswith("count")
    ]
    return [dict(choice) for choice in product(*choices)]


RULE_SETS = [
    pytest.param(game.name, rule_set, id=rule_set.name)
    for game in GAMES.values()
    for rule_set in game.rule_sets
]


@pytest.mark.parametrize(("game", "rule_set"), RULE_SETS)
def test_whole_games_are_played_allowed_and_scored_as_they_were(
    game: str, rule_set: RuleSet
) -> None:
    for options in readings(rule_set):
        for seed in range(GAMES_EACH):
            seats = seats_of(game, options)[seed % len(seats_of(game, options))]
            record = generate(rule_set.plain_title, seats, seed, options)
            # When hands are drawn is not written; both at once suits lists of both.
            played = {**options, "replenish": "both"} if game == "twenty" else options
            play_through(game, position_of(rule_set, played, seats), record)


def play_through(game: str, position: Position, record: Record) -> None:
    """Hold a position against a record, play by play, standing by standing."""
    for event, action in play_events(position, record.events):
        if isinstance(event, Score):
            assert dict(event.totals) == dict(list(enumerate(position.totals))[1:])
        elif isinstance(event, End):
            winners = position.winners()
            assert position.over
            assert event.winners == (DRAW if len(winners) == position.seats else tuple(winners))
        elif action is not None and action[0] == "put_away":
            assert position.allows(action)
        elif action is not None and not position.wanted:
            legal = position.legal()
            if game in SUITLESS:
                action, legal = by_rank(action), [by_rank(one) for one in legal]
            assert repr(action) in {repr(one) for one in legal}
            assert len({repr(one) for one in legal}) == len(legal)
    assert not position.objections
    assert not position.open
    assert sum(points for _, _, points, _ in position.ledger) == sum(position.totals) - (
        80 if game == "zwanzig-ab" else 0
    )


@pytest.mark.parametrize(("game", "rule_set"), RULE_SETS)
def test_what_is_not_listed_as_legal_is_objected_to(game: str, rule_set: RuleSet) -> None:
    for seed in range(3):
        seats = seats_of(game)[0]
        record = generate(rule_set.plain_title, seats, seed, {})
        position = position_of(rule_set, {}, seats)
        for _, action in play_events(position, record.events[:90]):
            if action is None or action[0] not in ("lay", "make") or position.ply % 5:
                continue
            legal = {repr(by_rank(one)) for one in position.legal()}
            for tried in every_play(position, action):
                listed = repr(by_rank(tried)) in legal
                if game not in SUITLESS:
                    listed = tried in position.legal()
                assert position.allows(tried) == listed, (tried, position.legal())


def every_play(position: Position, action: Any) -> list[Any]:
    """Every play of up to three cards, or of one, out of the hand of the player on turn."""
    held: list[int] = position.hands[position.turn].known  # type: ignore[attr-defined]
    if isinstance(action[2], int):
        return [(action[0], position.turn, card) for card in held]
    sets = [list(cards) for n in (1, 2, 3) for cards in combinations(held, n)]
    return [(action[0], position.turn, cards) for cards in sets]


def test_a_copy_shares_nothing_that_changes() -> None:
    for game in GAMES.values():
        rule_set = game.rule_sets[0]
        record = generate(rule_set.plain_title, seats_of(game.name)[0], 3, {})
        position = position_of(rule_set, {}, seats_of(game.name)[0])
        for _, action in play_events(position, record.events[:40]):
            if action is not None:
                before = state(position)
                position.copy().play(action)
                assert state(position) == before


def state(value: Any) -> Any:
    """All there is in a position, to be compared."""
    slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    if slots:
        return [(name, state(getattr(value, name))) for name in sorted(slots)]
    if isinstance(value, list | tuple):
        return [state(one) for one in value]
    return value


# -- how many ways there are to go on


@pytest.mark.parametrize("case", PERFT["case"], ids=lambda case: f"{case['rules']} {case['seed']}")
def test_positions_count_the_ways_to_go_on_as_they_always_did(case: dict[str, Any]) -> None:
    position, dealer, _ = dealt(case)
    assert [perft(position.copy(), dealer.copy(), n + 1) for n in range(len(case["counts"]))] == (
        case["counts"]
    )


@pytest.mark.parametrize("case", PERFT["case"], ids=lambda case: f"{case['rules']} {case['seed']}")
def test_referees_count_the_ways_to_go_on_alike(case: dict[str, Any]) -> None:
    """A referee is asked of every play that there could be, by anybody, with any cards."""
    position, dealer, record = dealt(case)
    cards = {seat: held(position, seat) for seat in range(1, position.seats + 1)}
    found = {(): record.events}
    for count in case["counts"][: case["refereed"]]:
        found = {
            (*path, name): [*events, event]
            for path, events in found.items()
            for name, event in tries(case, cards, dealer.stock, events)
            if right(case, Record(record.tags, [*events, event]))
        }
        assert len(found) == count


def held(position: Position, seat: int) -> list[int]:
    known: list[int] = position.hands[seat].known  # type: ignore[attr-defined]
    return known


def tries(
    case: dict[str, Any], hands: dict[int, list[int]], stock: list[int], events: list[Event]
) -> Iterator[tuple[Any, Event]]:
    """Everything that anybody could do next, with a name by which those that are alike are one."""
    number = 1 + max((getattr(event, "number", 0) for event in events if acts(event)), default=0)
    drawn = [event for event in events if isinstance(event, Draw)]
    for seat, hand in hands.items():
        own = hand + [card for card, event in zip(stock, drawn, strict=False) if event.seat == seat]
        for size in range(1, case.get("most", 1) + 1):
            for cards in combinations(own, size):
                ranks = sorted(card & 15 for card in cards)
                name = cards if case["rules"].startswith("zwanzig") else tuple(ranks)
                yield (seat, name), Play(number, seat, tuple(map(named, cards)))
        if case["rules"].startswith("count"):
            yield (seat, "draws"), Draw(number, seat, named(stock[len(drawn)]))
            yield (seat, "passes"), Pass(number, seat)


def acts(event: Event) -> bool:
    return isinstance(event, Action)


def named(card: int) -> Card:
    return CARDS[write_card(card)]


def right(case: dict[str, Any], record: Record) -> bool:
    """Whether a referee finds nothing wrong but that the record stops."""
    game = case["rules"].partition("/")[0]
    wrong = REFEREES[game].first_wrong(record, case["rules"], case.get("options", {}))
    return wrong is None or wrong[0] == "short-deal"
