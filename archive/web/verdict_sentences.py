"""The sentences of verdicts in the language of the answer: English as it was stored, any other made
again from the record."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, cast

from flask import current_app

from archive.analysis.repairs.words import in_words
from archive.languages.language import Language
from archive.languages.language import language as language_of
from archive.runtime.resource_limits import TooLong
from archive.scoring import headline as headlines
from archive.scoring.sheet_headline import sums_are_wrong
from archive.scoring.translated import verdict_in_language
from archive.scoring.upload_phrases import found_told, not_understood, reading_told
from archive.services import GameView
from archive.stoppable_work import Broken, Busy, WorkPool
from archive.telling import names_and_totals
from archive.web.language import language

KEPT: Final = 256
"""The number of translated verdicts that are kept: a game is looked at page by page."""
AT_ONCE: Final = 32 << 10
"""The largest record, in bytes, whose verdict is translated in the process that answers. A longer
one is left to a child, as checks are: games have a few kilobytes, and this may take seconds."""


def speech() -> Language:
    """Return the language of verdicts, which is that of the answer."""
    return language_of(language())


def game_told(game: GameView) -> GameView:
    """Return a game with its verdict in the language of the answer. It stays in English where no
    child is free to translate a very long record, or where that takes too long."""
    if game.verdict_json is None or speech().english:
        return game
    telling = _told if len(game.data) <= AT_ONCE else _told_by_a_child
    try:
        return replace(game, verdict_json=telling(game.verdict_json, game.data, speech().code))
    except (Busy, Broken):
        return game


@lru_cache(maxsize=KEPT)
def _told_by_a_child(verdict: str, data: bytes, code: str) -> str:
    checks = cast(WorkPool, current_app.extensions["checks"])
    try:
        return checks.run(verdict_told, verdict, data, code)
    except TooLong:
        return verdict  # kept as well, so that no other visitor waits for it


def verdict_told(verdict: str, data: bytes, code: str) -> str:
    """Return a verdict's JSON in a language, made again from its record."""
    spoken_in = language_of(code)
    body = verdict_in_language(json.loads(verdict), data, spoken_in)
    body["repairs"] = [
        {**one, "words": in_words(one["changes"], language=spoken_in)} if "changes" in one else one
        for one in body.get("repairs") or []
    ]
    return json.dumps(body, ensure_ascii=True, separators=(", ", ": "))


_told = lru_cache(maxsize=KEPT)(verdict_told)


def kept_texts_told(body: Any) -> Any:
    """Return an answer of the API with its stored English texts in the language of the answer: why
    something has no verdict, and how a sheet was read."""
    if speech().english:
        return body
    if isinstance(body, list):
        return [kept_texts_told(one) for one in body]
    if not isinstance(body, Mapping):
        return body
    said = {name: kept_texts_told(value) for name, value in body.items()}
    if isinstance(said.get("note"), str):
        said["note"] = reading_told(said["note"], speech())
    if isinstance(said.get("reading"), dict):
        said["reading"] = _reading(said["reading"])
    return said


def _reading(reading: dict[str, Any]) -> dict[str, Any]:
    """Return how a sheet was read. The meaning of a column is a value for programs, and stays."""
    said = {
        name: text if text is None else reading_told(text, speech())
        for name, text in reading.items()
        if name in ("title", "refusal")
    }
    found = [
        {
            **one,
            "expected": reading_told(one["expected"], speech()),
            "found": found_told(one["code"], one["found"], speech()),
        }
        for one in reading["diagnostics"]
    ]
    return {**reading, **said, "diagnostics": found}


def headline(
    verdict: Mapping[str, Any],
    players: Sequence[str],
    reading: Mapping[str, Any] | None = None,
) -> str:
    """Return who won by what, and the play, number or gap on which it turns; `reading` is how the
    sheet of the record was read."""
    left_over = not_understood((reading or {}).get("diagnostics", ()))
    return headlines.headline(
        verdict, players, speech(), in_part=_in_part(reading), left_over=left_over
    )


def who_won(verdict: Mapping[str, Any], players: Sequence[str]) -> str:
    """Return who won, as a heading."""
    return headlines.who_won(verdict, players, speech())


def score_shown(verdict: Mapping[str, Any]) -> Mapping[str, int | None] | None:
    """Return the score of a verdict; None where it is that of a sheet without plays on which a sum
    is wrong."""
    return None if sums_are_wrong(verdict) else verdict.get("score")


def why(
    verdict: Mapping[str, Any],
    players: Sequence[str],
    reading: Mapping[str, Any] | None = None,
) -> str:
    """Return the sentences about a verdict beside who won."""
    return headlines.why(verdict, players, speech(), in_part=_in_part(reading))


def _in_part(reading: Mapping[str, Any] | None) -> bool:
    """Return whether some lines of a sheet could not be read."""
    return any(one["severity"] == "error" for one in (reading or {}).get("diagnostics", ()))


def name_of(players: Sequence[str], seat: str | int | None) -> str:
    """Return the name at a seat."""
    return names_and_totals.name_of(players, seat, speech())


def outcome(
    winner: str | None, score: Mapping[str, int | None] | None, players: Sequence[str]
) -> str:
    """Return who won by what, the winner's points first."""
    return names_and_totals.outcome(winner, score, players, speech())


def standing_words(score: Mapping[Any, int | None] | None) -> str:
    """Return totals as lists have them."""
    return names_and_totals.standing_words(score, speech())
