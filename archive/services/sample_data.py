"""A large made-up archive, for trying out search, load and pages.

A few hundred games are made up by the generator, some with a known fault, and judged by the rules
like any other. Each record of the archive is one of them with other players, another date, event
and place. Who plays and when has no bearing on a verdict, so standing, scores and findings are
those of the game it was made from; it gets a verdict of its own when the archive is re-scored.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import accumulate, islice
from typing import Any, Final

from archive.core.judgements import IndexedSeat, SearchEntry
from archive.core.text import name_key
from archive.generator import generate, seats_of
from archive.generator.flaws import flaws_of, spoil
from archive.generator.rng import Chance
from archive.judge_record import columns, entry
from archive.notation import write
from archive.scoring import verify
from archive.store import bulk_load
from archive.store.bulk_load import Made
from archive.store.database import Database

POOL: Final = 300
BATCH_RECORDS: Final = 5_000
"""Records of one upload."""
RULES: Final = {
    "twenty/farrugia@1": 50,
    "count-to-20/stovel@1": 30,
    "twenty-two/north-american@1": 8,
    "twenty-two/rasmussen@1": 5,
    "zwanzig-ab/pagat@1": 5,
    "zwanzig-ab/twenty-down@1": 2,
}
"""How many of a hundred games are played by which rules."""
FIRST: Final = (
    "Anna", "Bertha", "Carmen", "Dun", "Elena", "Franz", "Grete", "Hans", "Ines", "Josef",
    "Karla", "Ludwig", "Marija", "Nora", "Otto", "Paula", "Quirin", "Rosa", "Stefan", "Tereza",
    "Ulrich", "Vera", "Wanda", "Xaver", "Yusuf", "Zita", "Ġorġ", "Łucja", "Åsa", "Émile",
)  # fmt: skip
LAST: Final = (
    "Abela", "Borg", "Camilleri", "Dobler", "Ebner", "Farrugia", "Grech", "Huber", "Ivanov",
    "Jansen", "Koch", "Lang", "Mifsud", "Novak", "Olsen", "Pace", "Quist", "Rossi", "Schmidt",
    "Tabone", "Ullmann", "Vella", "Weber", "Xuereb", "Young", "Zammit", "Hölzl", "Śliwa",
)  # fmt: skip
EVENTS: Final = (
    "Friday club", "Saturday league", "Harbour cup", "Kitchen table", "Summer fair", "Club final",
    "Winter tournament", "Family evening", "Team match", "Open table",
)  # fmt: skip
PLACES: Final = ("Valletta", "Graz", "Leeds", "Kraków", "Malmö", "Toronto", "Gozo", "Linz")
RARE: Final = ("thunderstorm", "eclipse", "wedding", "blackout", "regatta", "snowed in")
"""Rare words, each put into a comment of a few records."""
_TAG: Final = re.compile(rb'\[(P\d\d?|Event|Site|Date) "[^"\n]*"\]')


CLUB: Final = 24
"""The fewest people: more than can sit at any table."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A game of the pool, with its verdict."""

    data: bytes
    columns: dict[str, Any]
    entry: SearchEntry


def load(
    database: Database,
    number: int,
    *,
    seed: int = 0,
    flawed: float = 0.2,
    public: bool = True,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> int:
    """Add `number` records; return how many different games they were made from."""
    games = pool(min(number, POOL), seed, flawed)
    progress(0, number)
    rng = random.Random(seed)  # noqa: S311 - nothing secret
    people = [*islice(_names(), max(CLUB, number // 60))]
    weights = [*accumulate(1 / (rank + 3) for rank in range(len(people)))]
    first = datetime.now(UTC) - timedelta(days=3 * 365)
    step = timedelta(days=3 * 365) / number
    for done in range(0, number, BATCH_RECORDS):
        count = min(BATCH_RECORDS, number - done)
        made = [
            _varied(rng.choice(games), rng, people, weights, first + (done + at) * step)
            for at in range(count)
        ]
        with database.writing() as session:
            bulk_load.add(
                session, made, f"made-up-{done // BATCH_RECORDS + 1:04d}.xxn", public=public
            )
        progress(done + count, number)
    return len(games)


def pool(number: int, seed: int, flawed: float) -> list[Judged]:
    """Return games that were made up and judged; a few hundredths of a second each, so that one
    process has done them before others would have started."""
    rng = Chance(seed)
    rules = [rule for rule, share in RULES.items() for _ in range(share)]
    asked = [
        (rng.choice(rules), seed * 1_000_000 + at, rng.random() < flawed) for at in range(number)
    ]
    return [_judged(*one) for one in asked]


def _judged(rules: str, seed: int, flawed: bool) -> Judged:
    game, rng = rules.partition("/")[0], Chance(seed)
    record = generate(rules, rng.choice(seats_of(game)), seed, {})
    if flawed:
        kinds = sorted(flaws_of(game))
        rng.shuffle(kinds)
        spoilt = (spoil(record, kind, Chance(seed)) for kind in kinds)
        record = next((one for one in spoilt if one is not None), record)
    data = write(record).encode()
    verdict = verify(data, 1)
    return Judged(data, columns(verdict), entry(verdict))


def _names() -> Iterator[str]:
    """Yield names, no two alike."""
    turn = 0
    while True:
        for last in LAST:
            for first in FIRST:
                yield f"{first} {last}" if not turn else f"{first} {_initial(turn)} {last}"
        turn += 1


def _initial(turn: int) -> str:
    return " ".join(f"{chr(65 + int(digit))}." for digit in str(turn))


def _varied(
    game: Judged, rng: random.Random, people: list[str], weights: list[float], at: datetime
) -> Made:
    """Return the same game, played by others on another day."""
    seats = len(game.entry.seats) or len(game.columns["players"])
    names: list[str] = []
    while len(names) < seats:
        (name,) = rng.choices(people, cum_weights=weights)
        if name not in names:
            names.append(name)
    day = (at - timedelta(days=int(rng.expovariate(1 / 400)))).date()
    date = f"{day:%Y.%m.%d}" if rng.random() < 0.95 else f"{day:%Y}.??.??"
    event = f"{rng.choice(EVENTS)}, round {rng.randint(1, 20)}"
    if rng.random() < 0.002:
        event += f", {rng.choice(RARE)}"
    place = rng.choice(PLACES)
    said = {b"Event": event, b"Site": place, b"Date": date}
    said |= {f"P{seat}".encode(): name for seat, name in enumerate(names, start=1)}

    def other(match: re.Match[bytes]) -> bytes:
        value = said.get(match[1])
        return match[0] if value is None else b'[%s "%s"]' % (match[1], value.encode())

    head, _, rest = game.data.partition(b"\n\n")
    data = _TAG.sub(other, head) + b"\n\n" + rest
    given = {
        **game.columns, "players": names, "event": event, "date": date,
        "event_key": name_key(event),
        "day": f"{day}" if "?" not in date else f"{day:%Y}",
        "raw_hash": hashlib.sha256(b"twenties/1/raw\0" + data).hexdigest(),
    }  # fmt: skip
    sat = [
        IndexedSeat(its.seat, names[its.seat - 1], its.points, its.won) for its in game.entry.seats
    ]
    return Made(data, given, SearchEntry(game.entry.findings, sat, f"{event} {place}"), at)
