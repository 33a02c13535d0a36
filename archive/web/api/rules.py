"""The rules: games, rule sets, options, and the clauses that verdicts cite."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import abort

from archive.core.errors import UnknownRules
from archive.games import GAMES, find_game
from archive.rules.game import Game
from archive.rules.rule_sets import Option, RuleSet
from archive.rules.rulebook import Clause
from archive.web.api.resource import Resource
from archive.web.language import _
from schemas.rules import ClauseSchema, RulebookSchema, RulesGamesSchema

blueprint = Resource("api-rules", __name__, url_prefix="/rules", description="Rules of the games")


@blueprint.get("", name="list_rules")
@blueprint.answers(RulesGamesSchema)
def games() -> dict[str, Any]:
    """The games, with their rule sets and options"""
    return {"games": [_game(game) for game in GAMES.values()]}


@blueprint.get("/<game>", name="get_rulebook")
@blueprint.answers(RulebookSchema, 404)
def rulebook(game: str) -> dict[str, Any]:
    """A game with its rulebook, clause by clause"""
    found = _game_or_404(game)
    return {
        **_game(found),
        "introduction": found.book.introduction,
        "clauses": [_clause(game, one) for one in found.book.clauses],
    }


@blueprint.get("/<game>/<clause>", name="get_clause")
@blueprint.answers(ClauseSchema, 404)
def clause(game: str, clause: str) -> dict[str, Any]:
    """One clause, as `twenty/4.1` cites it"""
    clauses = {one.number: one for one in _game_or_404(game).book.clauses}
    if clause not in clauses:
        abort(HTTPStatus.NOT_FOUND, _("The rulebook of this game has no such clause."))
    return _clause(game, clauses[clause])


def _game_or_404(name: str) -> Game:
    try:
        return find_game(name)
    except UnknownRules:
        known = ", ".join(sorted(GAMES))
        abort(
            HTTPStatus.NOT_FOUND,
            _("No rulebook of that name. There is one for %(known)s.", known=known),
        )


def _game(game: Game) -> dict[str, Any]:
    sets = [_rule_set(one) for one in game.rule_sets]
    return {"game": game.name, "title": game.book.title, "rule_sets": sets}


def _rule_set(one: RuleSet) -> dict[str, Any]:
    options = [_option(name, option, one.seats) for name, option in one.options.items()]
    fewest, most = one.seats[0], one.seats[-1]
    return {"rules": one.plain_title, "players": [fewest, most], "options": options}


def _option(name: str, option: Option, seats: range) -> dict[str, Any]:
    """Where the default is the same for all, it stands under `*`."""
    named = {str(one): reading for one, reading in option.by_seats.items() if one in seats}
    rest = {"*": option.readings[0]} if len(named) < len(seats) else {}
    numbers = [option.numbers[0], option.numbers[-1]] if option.numbers else None
    return {
        "name": name,
        "readings": list(option.readings),
        "numbers": numbers,
        "default": {**named, **rest},
    }


def _clause(game: str, one: Clause) -> dict[str, Any]:
    section = one.section.lstrip("0123456789. ")
    return {"clause": f"{game}/{one.number}", "section": section, "text": one.text}
