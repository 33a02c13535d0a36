"""The rules: games, rule sets, options, and the clauses that verdicts cite; sample games made up by
chance; and counts of records."""

from __future__ import annotations

from http import HTTPStatus
from itertools import islice
from typing import Any

from flask import Response, abort

from archive.core.errors import UnknownRules
from archive.games import GAMES, find_game
from archive.made_up_games import MOST_TRIES, CannotInvent, check_flaw, chosen_for, invented
from archive.notation import write
from archive.rules.game import Game
from archive.rules.rule_sets import Option, RuleSet
from archive.rules.rulebook import Clause
from archive.scoring import ENGINE
from archive.scoring.upload_phrases import reading_told
from archive.web import responses
from archive.web.api.resource import Resource
from archive.web.language import _
from archive.web.lookup import archive, checked
from archive.web.responses import XXN
from archive.web.verdict_sentences import speech
from schemas.counts import CountsSchema
from schemas.made_up_games import GenerateSchema
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
    """Return an option; its default stands under `*` where it is the same for any number of
    players."""
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


generated = Resource("api-generate", __name__, url_prefix="/generate", description="Sample games")


@generated.get("/<game>", name="generate_games")
@generated.gives(XXN, "Records, an empty line between them.", 404, 422, 503, query=GenerateSchema)
def generate(said: dict[str, Any], game: str) -> Response:
    """Whole games made up by chance, with every claim in them

    They are played and scored without the rules that judge them, so that checking them finds
    nothing wrong; with `flaw` it is the first thing found.
    """
    try:
        find_game(game)
    except UnknownRules as unknown:
        known = reading_told(unknown.expected, speech())
        abort(
            HTTPStatus.NOT_FOUND, _("There is no such game here; expected %(known)s.", known=known)
        )
    found = checked(
        make, game, said["rules"], said["players"], said["seed"], said["count"], said["flaw"]
    )
    if isinstance(found, str):
        abort(HTTPStatus.UNPROCESSABLE_ENTITY, reading_told(found, speech()))
    return responses.bytes_as_stored(found, XXN)


def make(
    game: str, rules: str | None, players: int | None, seed: int, count: int, flaw: str | None
) -> bytes | str:
    """Return the games as text, or why there are none."""
    try:
        chosen = chosen_for(game, rules, players)
        if flaw is not None:
            check_flaw(game, flaw, chosen.title)
    except CannotInvent as why:
        return str(why)
    games = [write(record) for record in islice(invented(chosen, seed, flaw), count)]
    if len(games) < count:
        return f"None of {MOST_TRIES} games had a place for {flaw}: other rules may have one."
    return "\n".join(games).encode()


counted = Resource("api-counts", __name__, url_prefix="/counts", description="The archive")


@counted.get("", name="get_counts")
@counted.answers(CountsSchema)
def counts() -> dict[str, Any]:
    """How many records have each standing, and which engine judges them

    Of listed records; and of all, how many wait for their verdicts.
    """
    return {"records": archive().games.counts(), "engine": ENGINE}
