"""A table of standings for programs and spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any

from archive.services.standings import Standings, Tally
from archive.web.language import _, pgettext
from archive.web.presenters.exports import safe
from archive.web.presenters.house_rules import game_title
from archive.web.presenters.listing import LABELS, STANDINGS, finding_words
from archive.web.words import name

COLUMNS = ("rank", "player", "player_id", "game", "played", "won", "points", "average", "best")


def as_dict(table: Standings) -> dict[str, Any]:
    """Return a table as the API gives it."""
    return {
        "players": [
            {
                "rank": one.rank, "id": one.player_id, "name": name(one.name),
                "played": one.total.played, "won": one.total.won,
                "games": {kind: _tally(tally) for kind, tally in one.games.items()},
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
    into = io.StringIO()
    csv.writer(into).writerows([COLUMNS, *_rows(table)])
    return into.getvalue().encode("utf-8", "replace")


def asked_in_words(asked: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return what a table is about beside its event: what is asked for, and the value of it."""
    return [
        (pgettext("which game", "Game") if key == "game" else _(LABELS[key]), _value(key, value))
        for key, value in asked.items()
        if key in ("game", *LABELS) and key != "event"
    ]


def _rows(table: Standings) -> Iterator[tuple[Any, ...]]:
    for one in table.players:
        total = one.total
        yield (one.rank, safe(one.name), one.player_id, "", total.played, total.won, "", "", "")
    for kind in table.kinds:
        for one in table.of(kind):
            tally = one.games[kind]
            average = "" if tally.average is None else round(tally.average, 2)
            best = "" if tally.best is None else tally.best
            points = tally.points if tally.counted else ""
            yield (
                "", safe(one.name), one.player_id, safe(kind), tally.played, tally.won, points,
                average, best,
            )  # fmt: skip


def _tally(tally: Tally) -> dict[str, Any]:
    return {
        "played": tally.played, "won": tally.won, "counted": tally.counted,
        "points": tally.points if tally.counted else None, "average": tally.average,
        "best": tally.best,
    }  # fmt: skip


def _value(key: str, value: str) -> str:
    if key == "game":
        return game_title(value)
    if key == "verdict":
        return _(STANDINGS.get(value, value))
    return finding_words(value) if key == "finding" else name(value)
