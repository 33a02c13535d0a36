"""Sheets of totals made from games that were played: their standings, and none of their plays."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final

from archive.core.events import Comment, Deal, End, Event, Round, Score, Trump
from archive.core.numbers_in_comments import tricks_in_words
from archive.core.record import Record
from archive.games import GAMES
from archive.generator import generate, seats_of
from archive.notation import write
from archive.scoring import Answer, Verdict, verify

KEPT = (Deal, Round, Score, End)


def sheet_of(record: Record, *, trumps: bool = False, only: Callable[[int], bool] = bool) -> Record:
    """Return a game's totals; `only` says which standings are kept, by their place from 1. The last
    one always is."""
    standings = [at for at, one in enumerate(record.events) if isinstance(one, Score)]
    dropped = {at for place, at in enumerate(standings[:-1], 1) if not only(place)}
    events: list[Event] = []
    for at, event in enumerate(record.events):
        kept = isinstance(event, (*KEPT, Trump) if trumps else KEPT)
        if kept and at not in dropped:
            plain = Deal(event.number) if isinstance(event, Deal) else event
            events.append(plain)
    return Record(record.tags, events)


def with_tricks(game: Record) -> Record:
    """Return the totals of a game of Zwanzig ab, with the tricks beside each deal that its points
    are for."""
    events: list[Event] = []
    before, hearts = dict.fromkeys(range(1, 5), 20), False
    for event in sheet_of(game, trumps=True).events:
        hearts = event.suit == "h" if isinstance(event, Trump) else hearts
        if isinstance(event, Score):
            moved = {seat: total - before[seat] for seat, total in event.totals}
            told = {game.players[seat - 1]: won for seat, won in won_for(moved, hearts).items()}
            events.append(Comment(tricks_in_words(told)))
            before = dict(event.totals)
        events.append(event)
    return Record(game.tags, events)


def won_for(moved: Mapping[int, int], hearts: bool) -> dict[int, int | None]:
    """Return how many tricks each player won who scored so much; None for who dropped out."""
    plain = {seat: points // (2 if hearts else 1) for seat, points in moved.items()}
    return {
        seat: None if points == 0 else 0 if points > 0 else min(-points, 5)
        for seat, points in plain.items()
    }


def readings() -> Iterator[tuple[str, int, Mapping[str, str]]]:
    """Yield every rule set, number of players and reading of an option."""
    for game in GAMES.values():
        for rule_set in game.rule_sets:
            for seats in seats_of(game.name):
                yield rule_set.plain_title, seats, {}
            for option, about in rule_set.options.items():
                for reading in about.readings[1:]:
                    yield rule_set.plain_title, seats_of(game.name)[0], {option: reading}


def judged(record: Record) -> Verdict:
    """Return the verdict on a record as it is written."""
    return verify(write(record).encode())


def made(rules: str, seats: int, options: Mapping[str, str], seed: int) -> Record:
    """Return a game by its seed."""
    return generate(rules, seats, seed, options)


HOPELESS: Final = (
    ("zwanzig-ab/pagat@1", 7, {"7.1", "6.7", "1.4"}),
    ("zwanzig-ab/twenty-down@1", 13, {"7.1", "6.7", "1.4"}),
    ("zwanzig-ab/pagat@1", 1, {"6.7", "1.4", "7.1", "5.3"}),
    ("count-to-20/stovel@1", 3, {"6.4"}),
    ("count-to-20/stovel@1", -500, {"8.1"}),
    ("count-to-20/stovel@1", 600, {"1.2"}),
    ("twenty-two/north-american@1", 12, {"1.4", "2.7", "5.2"}),
    ("twenty-two/rasmussen@1", -30, {"9.1"}),
    ("twenty/farrugia@1", -500, {"6.1"}),
    ("twenty/farrugia@1", 4000, {"4.4"}),
)
"""So many points more for one player are what no deal can give, by one of these clauses."""


def hopeless(rules: str, points: int, seed: int) -> Record:
    """Return a sheet with so many points more for its first player, from the second standing on, or
    in the only one."""
    seats = 3 if rules.startswith("twenty-two") else 4 if rules.startswith("zwanzig") else 2
    game = sheet_of(made(rules, seats, {}, seed))
    events = list(game.events)
    standings = [(at, event) for at, event in enumerate(events) if isinstance(event, Score)]
    for at, standing in standings[1:] or standings:
        (seat, total), *rest = standing.totals
        events[at] = Score(((seat, total + points), *rest))
    return Record(game.tags, events)


def refuted(verdict: Verdict, clauses: Collection[str]) -> bool:
    """Return whether a sheet is refuted as impossible, first by one of these clauses."""
    wrong = [one for one in verdict.findings if one.code == "impossible-total"]
    right = bool(wrong) and (wrong[0].clause or "").rpartition("/")[2] in clauses
    return right and verdict.answers.arithmetic is Answer.REFUTED
