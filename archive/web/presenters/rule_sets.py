"""Games as the rules pages introduce them: who can play, by which rule sets, with which options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from archive.rules.game import Game
from archive.rules.rule_sets import Option, RuleSet
from archive.rules.rulebook import Rulebook
from archive.scoring.wording import capital
from archive.web.language import _
from archive.web.presenters.house_rules import house_rule, way
from archive.web.presenters.rulebook import rulebook

MOST_SEATS: Final = 20
"""More are not counted out: any number can play."""

MOST_USUAL: Final = 3


@dataclass(frozen=True, slots=True)
class OptionShown:
    usual: str
    """What is played unless something else was agreed: `Those who tie share the win`."""
    others: list[str]
    """What else can be agreed: `a tie is played off`."""
    identifier: str
    """`tie=shared|play-on`, as a Rules tag has it."""


@dataclass(frozen=True, slots=True)
class RuleSetShown:
    title: str
    """`Twenty down`."""
    identifier: str
    options: list[OptionShown]


@dataclass(frozen=True, slots=True)
class GameShown:
    name: str
    book: Rulebook
    players: str
    """`Two players`, `2 to 4 players`."""
    rule_sets: list[RuleSetShown]


def about(game: Game) -> GameShown:
    """Return a game with its rule sets."""
    sets = [
        RuleSetShown(
            way(one.plain_title),
            one.plain_title,
            [_option(*option, one) for option in one.options.items()],
        )
        for one in game.rule_sets
    ]
    return GameShown(
        game.name, rulebook(game.name) or game.book, _players(game.rule_sets[0].seats), sets
    )


def _option(name: str, option: Option, rules: RuleSet) -> OptionShown:
    usual = {option.default(seats) for seats in rules.seats}
    others = [house_rule(f"{name}={one}") for one in option.readings if one not in usual]
    if option.numbers:
        others.append(_("another number, up to %(last)s", last=option.numbers[-1]))
    return OptionShown(capital(_usual(name, option, rules)), others, f"{name}={option.choices}")


def _usual(name: str, option: Option, rules: RuleSet) -> str:
    """`played to 100 points`, or where it depends on the players `… with 2 players, …`."""
    by_default: dict[str, list[int]] = {}
    for seats in rules.seats:
        by_default.setdefault(option.default(seats), []).append(seats)
    if len(by_default) == 1:
        return house_rule(f"{name}={next(iter(by_default))}")
    said = [
        _("%(reading)s with %(players)s players", reading=house_rule(f"{name}={reading}"),
          players=_several(seats))
        for reading, seats in by_default.items()
    ]  # fmt: skip
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
