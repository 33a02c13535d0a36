"""Layers: what people write about the plays of a game."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

from schemas.games import VISIBILITIES
from schemas.record import Strict

LONGEST_COMMENT = 2000
LONGEST_LINE = 4000
MOST_NOTES = 1000
MOST_GLYPHS = 4
MOST_ARROWS = 12
MOST_LINES = 8

PLACE: dict[str, Any] = {
    "description": "A card, `9s`; a card of a player, `p2:9s`; a player, `p2`; `table`."
}
END = validate.Regexp(r"\A(table|p[1-9][0-9]?|(p[1-9][0-9]?:)?([A2-9TJQK][cdhs]?|[cdhs]))\Z")


class ArrowSchema(Strict):
    """An arrow between two cards, or two places of the table."""

    start = fields.String(required=True, data_key="from", validate=END, metadata=PLACE)
    end = fields.String(required=True, data_key="to", validate=END, metadata=PLACE)


class NoteSchema(Strict):
    """What is written about one play."""

    ply = fields.Integer(
        required=True,
        strict=True,
        validate=validate.Range(0, 100_000),
        metadata={"description": "The play; 0 is before the first."},
    )
    comment = fields.String(
        load_default="",
        validate=validate.Length(max=LONGEST_COMMENT),
        metadata={"description": "Plain text; `9♠` is drawn as a card, `#47` leads to a play."},
    )
    glyphs = fields.List(
        fields.Integer(strict=True, validate=validate.Range(0, 255)),
        load_default=list,
        validate=validate.Length(max=MOST_GLYPHS),
        metadata={"description": "1 is !, 2 ?, 3 !!, 4 ??, 5 !?, 6 ?!."},
    )
    arrows = fields.List(
        fields.Nested(ArrowSchema), load_default=list, validate=validate.Length(max=MOST_ARROWS)
    )
    variations = fields.List(
        fields.String(validate=validate.Length(1, LONGEST_LINE)),
        load_default=list,
        validate=validate.Length(max=MOST_LINES),
        metadata={
            "description": "Plays in place of this one, as XXN: `12. p1 9h 13. p2 7s {why}`."
        },
    )


class LayerWantedSchema(Strict):
    """Notes, and who may see them."""

    visibility = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.OneOf(VISIBILITIES),
        metadata={"description": "As before where it is left out; private for new ones."},
    )
    notes = fields.List(
        fields.Nested(NoteSchema), required=True, validate=validate.Length(max=MOST_NOTES)
    )


class LayerSchema(Schema):
    """What one account has written about a game."""

    id = fields.String(required=True)
    game = fields.String(required=True)
    owner = fields.String(required=True, metadata={"description": "An account, by name."})
    visibility = fields.String(required=True, metadata={"enum": list(VISIBILITIES)})
    created_at = fields.DateTime(required=True)
    hidden_at = fields.DateTime(
        required=True,
        allow_none=True,
        metadata={"description": "Since when a moderator keeps it from everybody but its owner."},
    )
    latest = fields.Integer(
        required=True, metadata={"description": "The number of the version that counts."}
    )
    number = fields.Integer(required=True, metadata={"description": "Of this version."})
    saved_at = fields.DateTime(required=True)
    revision = fields.Integer(
        required=True, metadata={"description": "Of the record, which the notes are about."}
    )
    notes = fields.List(fields.Nested(NoteSchema), required=True)


class LayersSchema(Schema):
    """The layers on a game that you may see, the oldest first."""

    layers = fields.List(fields.Nested(LayerSchema), required=True)


class LayerVersionSchema(Schema):
    """A version of a layer: how many notes it has, and where they are others than before."""

    number = fields.Integer(required=True)
    saved_at = fields.DateTime(required=True)
    notes = fields.Integer(required=True)
    changed = fields.List(fields.Integer(), required=True)


class LayerHistorySchema(Schema):
    """A layer's versions, the latest first."""

    versions = fields.List(fields.Nested(LayerVersionSchema), required=True)


class NamedLayersSchema(Strict):
    """Which layers are asked for."""

    layers = fields.String(
        load_default="",
        metadata={"description": "Also unlisted ones, by their ids with commas between."},
    )


class LayerVersionAskedSchema(Strict):
    """Which version of a layer is asked for."""

    version = fields.Integer(
        load_default=None,
        validate=validate.Range(1, 10_000),
        metadata={"description": "Another than the latest: for its owner."},
    )


class ImportedSchema(Schema):
    """What was found in a copy of the game."""

    found = fields.Integer(required=True, metadata={"description": "Notes that were found."})
    otherwise = fields.Boolean(
        required=True,
        metadata={
            "description": "Whether the copy differs in more than what is written about the plays: "
            "in its tags, or in what it claims."
        },
    )
    layer = fields.Nested(LayerSchema, required=True)
