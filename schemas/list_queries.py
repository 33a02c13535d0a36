"""The parameters of a list of games. docs/searching.md describes each in detail."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields

from schemas.fields import optional

ORDERS = ("newest", "date", "highest", "findings")
STANDINGS = ("upheld", "open", "flawed", "impossible")
MOST_GAMES = 200
LONGEST = 500

DAY = r"([0-9]{4}([-./][0-9]{1,2}){0,2})?"
POINTS = (-999_999_999, 999_999_999)
_DAY: dict[str, Any] = {"pattern": f"^{DAY}$"}
_SAID = {
    "game": "By the game: `twenty`.",
    "rules": "By the rule set: `twenty/farrugia@1`.",
    "player": "A player, by name or identifier, in any seat and by any of their names.",
    "vs": "Another player of the same game.",
    "finding": "By the code of a finding: `wrong-score`.",
    "clause": "By a rule that decided a finding: `twenty/4.1`.",
    "tag": "By a tag.",
    "event": "By the event at which they were played.",
    "from": "From a date on: `2026`, `2026-01` or `2026-01-31`.",
    "to": "Until a date, with it.",
    "q": "Words of events, places, names and comments; `ev*` for beginnings.",
}


def _text(about: str, **more: Any) -> fields.Field[Any]:
    return optional.text(about, longest=LONGEST, **more)


QuestionSchema = Schema.from_dict(
    {
        **{
            name: _text(about, **(_DAY if name in ("from", "to") else {}))
            for name, about in _SAID.items()
        },
        "min": optional.whole(*POINTS, "A player ended with at least this many points."),
        "max": optional.whole(*POINTS, "No player ended with more points than this."),
        "verdict": optional.one_of(STANDINGS, "By the standing of the verdict."),
        "sort": optional.one_of(ORDERS, "In which order, the most first.", ORDERS[0]),
        "mine": optional.flag("One's own games, private ones too, in place of all."),
    },
    name="QuestionSchema",
)
"""A search for games."""

GamesAskedSchema = QuestionSchema.from_dict(
    {
        "cursor": _text("From `next` of the page before."),
        "limit": optional.whole(1, MOST_GAMES, "The most games on a page.", 50),
    },
    name="GamesAskedSchema",
)
"""A search for games, and the page of the answer."""


class PlayersAskedSchema(Schema):
    """A search for players."""

    q = _text("The beginning of a word of one of their names.")
    after = _text("Players after this one, by identifier; from `next` of the page before.")
    limit = optional.whole(1, MOST_GAMES, "The most players in the answer.", 60)


class EventsAskedSchema(Schema):
    """A search for events."""

    q = _text("Words of their names; `ev*` for beginnings.")
    cursor = _text("From `next` of the page before.")
