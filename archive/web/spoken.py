"""What verdicts say, in the language of the answer: English as it was stored, any other told again
from the record."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from archive.analysis.repair_words import in_words
from archive.scoring import headline as headlines
from archive.scoring import outcome as outcomes
from archive.scoring.language import Language
from archive.scoring.language import language as language_of
from archive.scoring.retold import retold
from archive.services import GameView
from archive.web.language import language

KEPT: Final = 256
"""So many verdicts that were told again are kept: a game is looked at page by page."""
LONGEST: Final = 32 << 10
"""Bytes of a record whose verdict is told again: that of a longer one stays in English. A visitor
waits for the telling, and games are a few kilobytes long."""


def speech() -> Language:
    """Return the language that verdicts are told in, which is that of the answer."""
    return language_of(language())


def spoken(game: GameView) -> GameView:
    """Return a game with its verdict in the language of the answer."""
    if game.verdict_json is None or speech().english or len(game.data) > LONGEST:
        return game
    return replace(game, verdict_json=_told(game.verdict_json, game.data, speech().code))


@lru_cache(maxsize=KEPT)
def _told(verdict: str, data: bytes, code: str) -> str:
    spoken_in = language_of(code)
    body = retold(json.loads(verdict), data, spoken_in)
    body["repairs"] = [
        {**one, "words": in_words(one["changes"], language=spoken_in)} if "changes" in one else one
        for one in body.get("repairs") or []
    ]
    return json.dumps(body, ensure_ascii=True, separators=(", ", ": "))


def headline(verdict: Mapping[str, Any], players: Sequence[str]) -> str:
    """Return who won by what, and the play, number or gap on which it turns."""
    return headlines.headline(verdict, players, speech())


def who_won(verdict: Mapping[str, Any], players: Sequence[str]) -> str:
    """Return who won, as a heading."""
    return headlines.who_won(verdict, players, speech())


def why(verdict: Mapping[str, Any], players: Sequence[str]) -> str:
    """Return what there is to say of a verdict beside who won."""
    return headlines.why(verdict, players, speech())


def name_of(players: Sequence[str], seat: str | int | None) -> str:
    """Return the name at a seat."""
    return outcomes.name_of(players, seat, speech())


def outcome(
    winner: str | None, score: Mapping[str, int | None] | None, players: Sequence[str]
) -> str:
    """Return who won by what, the winner's points first."""
    return outcomes.outcome(winner, score, players, speech())
