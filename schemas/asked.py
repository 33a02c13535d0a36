"""What a list of games is asked for. docs/search.md has each in detail."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

ORDERS = ("newest", "date", "highest", "findings")
STANDINGS = ("upheld", "open", "flawed", "impossible")
MOST_GAMES = 200
LONGEST = 500

DAY = r"([0-9]{4}([-./][0-9]{1,2}){0,2})?"
MOST_POINTS = 999_999_999
_PATTERNS = {"from": DAY, "to": DAY}
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


def _text(about: str, pattern: str | None = None) -> fields.String:
    more = {"pattern": f"^{pattern}$"} if pattern else {}
    return fields.String(
        load_default="",
        validate=validate.Length(max=LONGEST),
        metadata={"description": about, **more},
    )


def _points(about: str) -> fields.Integer:
    return fields.Integer(
        load_default=None,
        validate=validate.Range(-MOST_POINTS, MOST_POINTS),
        metadata={"description": about},
    )


def _one_of(words: tuple[str, ...], default: str, about: str) -> fields.String:
    return fields.String(
        load_default=default, validate=validate.OneOf(words), metadata={"description": about}
    )


QuestionSchema = Schema.from_dict(
    {
        **{name: _text(about, _PATTERNS.get(name)) for name, about in _SAID.items()},
        "min": _points("A player ended with so many points or more."),
        "max": _points("No player ended with more points."),
        "verdict": _one_of(STANDINGS, "", "By how it stands."),
        "sort": _one_of(ORDERS, ORDERS[0], "In which order, the most first."),
        "mine": fields.Boolean(
            load_default=False,
            metadata={"description": "One's own games, whoever may see them, in place of all."},
        ),
    },
    name="QuestionSchema",
)
"""A question about games."""

GamesAskedSchema = QuestionSchema.from_dict(
    {
        "cursor": _text("From `next` of the page before."),
        "limit": fields.Integer(
            load_default=50,
            validate=validate.Range(1, MOST_GAMES),
            metadata={"description": "At most so many on a page."},
        ),
    },
    name="GamesAskedSchema",
)
"""A question about games, and which page of the answer."""


class PlayersAskedSchema(Schema):
    """Which players are asked for."""

    q = _text("How a word of one of their names begins.")
    after = _text("Those behind this player, by identifier; from `next` of the page before.")
    limit = fields.Integer(
        load_default=60,
        validate=validate.Range(1, MOST_GAMES),
        metadata={"description": "At most so many."},
    )


class EventsAskedSchema(Schema):
    """Which events are asked for."""

    q = _text("Words of their names; `ev*` for beginnings.")
    cursor = _text("From `next` of the page before.")
