"""What a list of games is asked for. docs/searching.md has each in detail."""

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
    "player": "Somebody who plays, by name or identifier, in any seat and by any of their names.",
    "vs": "Somebody else who plays.",
    "finding": "By the code of a finding: `wrong-score`.",
    "clause": "By a rule that decided a finding: `twenty/4.1`.",
    "tag": "By a tag.",
    "event": "By what they were played at, as the records have it.",
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
        "min": optional.whole(*POINTS, "A player ended with so many points or more."),
        "max": optional.whole(*POINTS, "No player ended with more points."),
        "verdict": optional.one_of(STANDINGS, "By how it stands."),
        "sort": optional.one_of(ORDERS, "In which order, the most first.", ORDERS[0]),
        "mine": optional.flag("One's own games, private ones too, in place of all."),
    },
    name="QuestionSchema",
)
"""A question about games."""

GamesAskedSchema = QuestionSchema.from_dict(
    {
        "cursor": _text("From `next` of the page before."),
        "limit": optional.whole(1, MOST_GAMES, "At most so many on a page.", 50),
    },
    name="GamesAskedSchema",
)
"""A question about games, and which page of the answer."""


class PlayersAskedSchema(Schema):
    """Which players are asked for."""

    q = _text("How a word of one of their names begins.")
    after = _text("Those behind this player, by identifier; from `next` of the page before.")
    limit = optional.whole(1, MOST_GAMES, "At most so many.", 60)


class EventsAskedSchema(Schema):
    """Which events are asked for."""

    q = _text("Words of their names; `ev*` for beginnings.")
    cursor = _text("From `next` of the page before.")
