"""Games made up by chance under rules that a user asks for, each with a known fault where wanted.

The generator itself knows no rules; here a request is checked against the rules, so that the
command line and the API take and refuse the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from archive.core.errors import TwentiesError, UnknownRules
from archive.core.record import Record, Tag
from archive.core.text import printable
from archive.games import Chosen, choose, find_game
from archive.generator import MADE_UP_GAMES, generate, seats_of
from archive.generator.flaws import flaws_of, spoil
from archive.generator.flaws.record_edits import with_tag
from archive.generator.rng import Chance

MOST_SEEDS: Final = 1_000_000  # random seeds are below it, to be easy to type again
MOST_TRIES: Final = 200  # games looked at for one that has room for a fault


class CannotInvent(TwentiesError):
    """The request cannot be met; the text says why."""


def chosen_for(game: str, rules: str | None, players: int | None) -> Chosen:
    """Return the rules and the number of players; raise CannotInvent with what would do."""
    try:
        find_game(game)
        if rules and rules.partition("/")[0] != game:
            raise CannotInvent(
                f"{printable(rules)} are rules of another game than {game}; "
                f"twenties rules {game} lists its own."
            )
        seats = _seats(game, choose(Record([Tag("Game", game)]), rules).options, players)
        tags = [Tag("Game", game), *(Tag(f"P{seat}", "?") for seat in range(1, seats + 1))]
        return choose(Record(tags), rules)
    except UnknownRules as unknown:
        asked = printable(unknown.asked)
        raise CannotInvent(
            f"Nothing here is called {asked!r}; expected {unknown.expected}."
        ) from None


def check_flaw(game: str, flaw: str, rules: str = "") -> None:
    """Raise CannotInvent where this game, by these rules, has no such fault."""
    known = sorted(flaws_of(game, rules))
    if flaw not in known:
        raise CannotInvent(
            f"No fault {printable(flaw)!r} can be put into {rules or game}; expected one of "
            f"{', '.join(known)}."
        )


def invented(chosen: Chosen, seed: int, flaw: str | None) -> Iterator[Record]:
    """Yield games of this seed and those after it; with a flaw, those that have room for it. Ends
    where too many in a row have none."""
    plain, *asked = chosen.title.split(";")
    options = dict(option.split("=") for option in asked)
    tried = 0
    while tried < MOST_TRIES:
        record = generate(plain, chosen.seats, seed, options)
        if flaw is not None:
            event = record.tag("Event")
            spoilt = spoil(record, flaw, Chance(seed))
            if spoilt is None:
                tried += 1
                seed += 1
                continue
            record = with_tag(spoilt, "Event", f"{event}, with one fault: {flaw}")
        yield record
        tried = 0
        seed += 1


def _seats(game: str, options: Mapping[str, str], players: int | None) -> int:
    if game not in MADE_UP_GAMES:
        known = ", ".join(MADE_UP_GAMES)
        raise CannotInvent(f"{game} cannot be made up yet; expected one of {known}.")
    allowed = seats_of(game, options)
    if players is not None and players not in allowed:
        numbers = ", ".join(str(number) for number in sorted(allowed))
        raise CannotInvent(f"{game} cannot be made up for {players}; expected {numbers} players.")
    return players or allowed[0]
