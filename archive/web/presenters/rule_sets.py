"""Games as the rules pages introduce them: who can play, by which rule sets, with which options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from archive.rules.game import Game
from archive.rules.rule_sets import Option, RuleSet
from archive.rules.rulebook import Rulebook
from archive.web.language import _
from archive.web.presenters.rulebook import rulebook

MOST_SEATS: Final = 20
"""More are not counted out: any number can play."""

MOST_USUAL: Final = 3


@dataclass(frozen=True, slots=True)
class OptionShown:
    name: str
    readings: list[str]
    usual: str
    """Which reading is taken when none is chosen."""


@dataclass(frozen=True, slots=True)
class RuleSetShown:
    title: str
    options: list[OptionShown]


@dataclass(frozen=True, slots=True)
class GameShown:
    name: str
    book: Rulebook
    players: str
    """`Two players`, `2 to 4 players`."""
    rule_sets: list[RuleSetShown]


def about(game: Game) -> GameShown:
    """A game with its rule sets."""
    sets = [
        RuleSetShown(one.plain_title, [_option(*option, one) for option in one.options.items()])
        for one in game.rule_sets
    ]
    return GameShown(
        game.name, rulebook(game.name) or game.book, _players(game.rule_sets[0].seats), sets
    )


def _option(name: str, option: Option, rules: RuleSet) -> OptionShown:
    readings = list(option.readings)
    if option.numbers:
        first, last = option.numbers[0], option.numbers[-1]
        readings.append(_("any number from %(first)s to %(last)s", first=first, last=last))
    return OptionShown(name, readings, _usual(option, rules))


def _usual(option: Option, rules: RuleSet) -> str:
    """`5`, or where it depends on the players `100 with 2 players, 200 with 3 or 4 players`."""
    by_default: dict[str, list[int]] = {}
    for seats in rules.seats:
        by_default.setdefault(option.default(seats), []).append(seats)
    if len(by_default) == 1:
        return next(iter(by_default))
    said = [
        _("%(reading)s with %(players)s players", reading=reading, players=_several(seats))
        for reading, seats in by_default.items()
    ]
    more = [_("and so on")] if len(said) > MOST_USUAL else []
    return ", ".join([*said[:MOST_USUAL], *more])


def _several(seats: list[int]) -> str:
    if len(seats) == 1:
        return str(seats[0])
    if len(seats) == 2:
        return _("%(first)s or %(last)s", first=seats[0], last=seats[1])
    return _("%(first)s to %(last)s", first=seats[0], last=seats[-1])


def _players(seats: range) -> str:
    if seats[-1] > MOST_SEATS:
        return _("%(number)s players or more", number=seats[0])
    if len(seats) == 1:
        return _("%(number)s players", number=seats[0])
    return _("%(first)s to %(last)s players", first=seats[0], last=seats[-1])
