"""Sheets of totals made from games that were played: their standings, and none of their plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from archive.core.events import Deal, End, Event, Round, Score, Trump
from archive.core.record import Record
from archive.games import GAMES
from archive.generator import generate, seats_of
from archive.notation import write
from archive.scoring import Verdict, verify

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
