"""Games as lines, JSON for programs and CSV for spreadsheets; and a player's figures."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from archive.analyst.figures import GameFigures
from archive.services.search import Whole
from archive.web.presenters.listing import one_as_dict
from schemas.search import ListedSchema

COLUMNS: Final = (
    "id", "players", "game", "rules", "event", "date", "verdict", "score", "claimed", "winner",
    "findings", "highest", "handed_in", "address",
)  # fmt: skip
FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What makes a spreadsheet take a text for a formula."""


def ndjson(batches: Iterable[list[Whole]], address: str) -> Iterator[bytes]:
    """Return an object a line, as the API gives a game in a list, with its address."""
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
    """Return a row a game, below the names of the columns."""
    yield _lines([COLUMNS])
    for batch in batches:
        yield _lines(_row(one, address) for one in batch)


def _row(one: Whole, address: str) -> list[Any]:
    game = one.game
    return [
        game.id, safe(" – ".join(game.players)), safe(game.game), safe(game.rules),
        safe(game.event), safe(game.date), str(game.standing), _points(game.score),
        _points(game.claimed), game.winner or "", game.findings,
        "" if one.highest is None else one.highest,
        game.created_at.isoformat(timespec="seconds"), f"{address}/g/{game.id}",
    ]  # fmt: skip


def safe(text: str | None) -> str:
    """Return a text that no spreadsheet runs: people write records, and a name may begin like a
    formula. The mark before it is the one that spreadsheets themselves put there."""
    text = text or ""
    return f"'{text}" if text.lstrip(" ").startswith(FORMULAS) else text


def _points(score: Mapping[str, int | None] | None) -> str:
    """`p1:82 p2:110`."""
    known = (score or {}).items()
    return " ".join(f"{seat}:{'?' if points is None else points}" for seat, points in known)


def _lines(rows: Iterable[Iterable[Any]]) -> bytes:
    into = io.StringIO()
    csv.writer(into).writerows(rows)
    return into.getvalue().encode("utf-8", "replace")


def figures_as_dict(figures: Mapping[str, GameFigures]) -> list[dict[str, Any]]:
    """Return a player's figures by game as the API gives them."""
    return [
        {
            "game": kind, "games": one.games,
            **{
                name: one.mean(name)._asdict() for name in ("mistakes", "given_away", "by_play")
            },
        }
        for kind, one in figures.items()
    ]  # fmt: skip
