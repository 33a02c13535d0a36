"""A record of XXN as JSON (docs/notation.md): tags by name, and events in order, each of its type.

Claims about the game stand under `claims`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields

from schemas.fields import required
from schemas.fields.record_values import (
    MOST,
    boolean,
    card,
    cards,
    constant,
    count,
    one_of,
    seat,
    several,
    text,
    whole,
    written,
)

TAG_NAME = "[A-Za-z][A-Za-z0-9_]*"
ONE_LINE = r"[^\r\n]*"


class Strict(Schema):
    """A schema that refuses unknown keys."""

    class Meta:
        unknown = RAISE


def shape(title: str, /, **keys: fields.Field[Any]) -> type[Schema]:
    """Return a schema with these keys and no others."""
    return Strict.from_dict(keys, name=title)


def nested(inner: type[Schema], *, required: bool = False) -> fields.Field[Any]:
    """Return a field for an object of another schema."""
    return fields.Nested(inner, required=required)


SHOWN = shape("Shown", seat=seat(required=True), cards=cards(least=1))
POINTS = shape("Points", seat=seat(required=True), points=count(required=True))
PART = shape("Part", cards=cards(least=1), value=whole(0, 999, "The value announced for them."))
KEPT = shape(
    "Kept",
    seat=seat(required=True),
    card=card(required=True),
    claims=nested(shape("KeptClaims", points=whole(-9999, 9999))),
)


class EventField(fields.Field[Any]):
    """Any event; its `type` says which schema it has."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        name = value.get("type") if isinstance(value, Mapping) else None
        known = EVENTS.get(name) if isinstance(name, str) else None
        if known is None:
            raise ValidationError({"type": [f"Must be one of: {', '.join(EVENTS)}."]})
        return known().load(value)


def _mark() -> fields.Field[Any]:
    about = "The writer knows that something is wrong: ^R a revoke, ^L a lead out of turn, ^ else."
    return written(r"\^[A-Z]?", about)


def _move() -> dict[str, fields.Field[Any]]:
    """Return the fields of every turn of a player."""
    number = whole(0, 999_999, "Plays count from 1 through the record.")
    return {"number": number, "seat": seat(required=True), "mark": _mark()}


def _claims(
    title: str, /, *, required: bool = False, **keys: fields.Field[Any]
) -> fields.Field[Any]:
    return nested(shape(title, **keys), required=required)


def _totals() -> fields.Field[Any]:
    return several(fields.Nested(POINTS), "The standing, in the order written.")


def _arguments() -> fields.Field[Any]:
    return written(r"[^\r\n{;]*", "Word for word.")


def _shown(about: str) -> fields.Field[Any]:
    return several(fields.Nested(SHOWN), about, required=True)


_EVENTS: dict[str, dict[str, fields.Field[Any]]] = {
    "round": {"number": count(), "claims": _claims("RoundClaims", first=seat("Who begins."))},
    "up": {
        "cards": cards("The cards turned up."),
        "claims": _claims("UpClaims", bonus=count("The bonus they give.")),
    },
    "deal": {"number": count(), "dealer": seat(), "each": count("Cards to each.")},
    "hand": {
        "seat": seat(required=True),
        "packets": several(
            cards(), "The hand, in as many lists as it was dealt in.", least=1, required=True
        ),
    },
    "cut": {"drawn": _shown("Cards drawn for the deal.")},
    "trump": {"seat": seat("Who names it."), "suit": one_of(*"cdhs", required=False)},
    "phase": {"word": one_of("exchange", "stay", about="The phase that begins.")},
    "trick": {"number": count(), "claims": _claims("TrickClaims", first=seat("Who leads."))},
    "play": {
        **_move(),
        "cards": cards(least=1),
        "parts": several(fields.Nested(PART), "The same cards, by what was announced for them."),
        "claims": _claims("PlayClaims", tally=whole(0, MOST), points=count()),
    },
    "exchange": {
        **_move(),
        "put": cards("The cards put away; none to stand pat."),
        "taken": cards("Left out where they are not known.", least=1, required=False),
    },
    "draw": {**_move(), "card": card(required=True)},
    "stay": {**_move(), "stays": boolean("Stays in this deal, or not.", required=True)},
    "pass": _move(),
    "show": {"shown": _shown("Cards shown at the end of a hand.")},
    "keep": {"kept": several(fields.Nested(KEPT), "Kept to show a score.", required=True)},
    "out": {"seats": several(seat(), "Who is out of the game.", required=True)},
    "bonus": {
        "claims": _claims("BonusClaims", required=True, seat=seat(required=True), points=count())
    },
    "score": {"claims": _claims("ScoreClaims", score=_totals())},
    "gap": {"text": _arguments()},
    "end": {
        "claims": _claims(
            "EndClaims",
            score=_totals(),
            winners=several(written("(?:draw|p[1-9][0-9]?)"), "Seats, or draw alone."),
        )
    },
    "stop": {"sign": one_of("*", "+", about="* no more is known, + to be continued.")},
    "comment": {"text": text(required=True)},
    "nag": {"value": whole(0, 255, "An annotation glyph; 1 is !.", required=True)},
    "variation": {
        "events": several(EventField(), "In place of the play before.", required=True),
        "closed": boolean("False for one that runs to the end of the record."),
    },
    "line": {"word": written("[a-z][a-z-]*", required=True), "text": _arguments()},
    "unread": {
        "text": text("Could not be read, and is kept.", required=True),
        "seat": seat("Whose play it was meant to be."),
    },
}

EVENTS = {
    name: shape(f"{name.capitalize()}Event", type=constant(name), **keys)
    for name, keys in _EVENTS.items()
}
"""The schema of each type of event."""

TAG = shape("Tag", name=written(TAG_NAME, required=True), value=written(ONE_LINE, required=True))


class RecordSchema(Strict):
    """One game as it was written down."""

    schema = fields.String(
        data_key="$schema", metadata={"description": "Where this schema is, for editors."}
    )
    tags = fields.Dict(
        keys=written(TAG_NAME),
        values=written(ONE_LINE),
        required=True,
        metadata={"description": "Game, Rules, P1, P2, Result and others, each on one line."},
    )
    repeated_tags = fields.List(
        fields.Nested(TAG),
        metadata={"description": "Tags that stand there once more. The first one counts."},
    )
    events = required.many(EventField())
