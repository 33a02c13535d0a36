"""Games as lines, JSON for programs and CSV for spreadsheets; a player's figures; and tables of
standings for programs and spreadsheets."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from archive.analyst.player_figures import GameFigures, Mean
from archive.services.search import Whole
from archive.services.standings import Standings
from archive.telling.names_and_totals import name
from archive.web.language import _, pgettext
from archive.web.presenters.listing import LABELS, STANDINGS, finding_words, one_as_dict
from archive.web.presenters.rule_sets import game_title
from schemas.lists_of_games import ListedSchema

COLUMNS: Final = (
    "id", "players", "game", "rules", "event", "date", "verdict", "score", "claimed", "winner",
    "findings", "highest", "handed_in", "address",
)  # fmt: skip
FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""The characters at which a spreadsheet takes a text for a formula."""


def ndjson(batches: Iterable[list[Whole]], address: str) -> Iterator[bytes]:
    """Yield an object a line, as the API gives a game in a list, with its address."""
    schema = ListedSchema()
    for batch in batches:
        lines = [
            json.dumps(
                {**schema.dump(one_as_dict(one)), "address": f"{address}/g/{one.game.id}"},
                ensure_ascii=False,
            )
            for one in batch
        ]
        yield "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


def csv_lines(batches: Iterable[list[Whole]], address: str) -> Iterator[bytes]:
    """Yield a row a game, below the names of the columns."""
    yield csv_rows([COLUMNS])
    for batch in batches:
        yield csv_rows(_row(one, address) for one in batch)


def _row(one: Whole, address: str) -> list[Any]:
    game = one.game
    return [
        game.id, cell_text(" – ".join(game.players)), cell_text(game.game), cell_text(game.rules),
        cell_text(game.event), cell_text(game.date), str(game.standing), _points(game.score),
        _points(game.claimed), game.winner or "", game.findings,
        "" if one.highest is None else one.highest,
        game.created_at.isoformat(timespec="seconds"), f"{address}/g/{game.id}",
    ]  # fmt: skip


def cell_text(text: str | None) -> str:
    """Return a text that no spreadsheet executes: people write records, and a name may begin like a
    formula. The mark before it is the one that spreadsheets themselves use."""
    text = text or ""
    return f"'{text}" if text.lstrip(" ").startswith(FORMULAS) else text


def _points(score: Mapping[str, int | None] | None) -> str:
    """Return the points as `p1:82 p2:110`."""
    known = (score or {}).items()
    return " ".join(f"{seat}:{'?' if points is None else points}" for seat, points in known)


def csv_rows(rows: Iterable[Iterable[Any]]) -> bytes:
    """Return rows as a spreadsheet reads them."""
    into = io.StringIO()
    csv.writer(into).writerows(rows)
    return into.getvalue().encode("utf-8", "replace")


def figures_as_dict(figures: Mapping[str, GameFigures]) -> list[dict[str, Any]]:
    """Return a player's figures by game as the API gives them."""
    return [
        {
            "game": kind, "games": one.games,
            **{
                name: _rounded(one.mean(name)) for name in ("mistakes", "given_away", "by_play")
            },
        }
        for kind, one in figures.items()
    ]  # fmt: skip


def _rounded(mean: Mean) -> dict[str, float | None]:
    """Return an average to a hundredth, as losses are told."""
    return {
        name: None if value is None else round(value, 2) for name, value in mean._asdict().items()
    }


STANDINGS_COLUMNS: Final = (
    "rank", "player", "player_id", "game", "played", "won", "points", "average", "best",
)  # fmt: skip


def as_dict(table: Standings) -> dict[str, Any]:
    """Return a table as the API gives it."""
    return {
        "players": [
            {
                "rank": one.rank, "id": one.player_id, "name": name(one.name),
                "played": one.total.played, "won": one.total.won, "games": one.games,
            }
            for one in table.players
        ],
        "games": [one.game.id for one in table.games],
        "repeated": [one.game.id for one in table.repeated],
        "faulty": table.faulty, "undecided": table.undecided, "nameless": table.nameless,
        "complete": not table.more,
    }  # fmt: skip


def as_csv(table: Standings) -> bytes:
    """Return a table for a spreadsheet: first a row a player over all games, which has no points,
    then a row a player in each game."""
    return csv_rows([STANDINGS_COLUMNS, *_rows(table)])


def asked_in_words(asked: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the filters of a table beside its event, each with its value, in words."""
    return [
        (pgettext("which game", "Game") if key == "game" else _(LABELS[key]), _value(key, value))
        for key, value in asked.items()
        if key in ("game", *LABELS) and key != "event"
    ]


def _rows(table: Standings) -> Iterator[tuple[Any, ...]]:
    for one in table.players:
        total = one.total
        name, id_ = cell_text(one.name), one.player_id
        yield one.rank, name, id_, "", total.played, total.won, "", "", ""
    for kind in table.kinds:
        for one in table.of(kind):
            tally = one.games[kind]
            average = None if tally.average is None else round(tally.average, 2)
            yield (
                "", cell_text(one.name), one.player_id, cell_text(kind), tally.played, tally.won,
                tally.points, average, tally.best,
            )  # fmt: skip


def _value(key: str, value: str) -> str:
    if key == "game":
        return game_title(value)
    if key == "verdict":
        return _(STANDINGS.get(value, value))
    return finding_words(value) if key == "finding" else name(value)
