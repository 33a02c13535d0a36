"""Layers: notes that people write about the plays of a game."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.fields import optional, required
from schemas.fields.strict import Strict
from schemas.games import VISIBILITIES

LONGEST_COMMENT = 2000
LONGEST_LINE = 4000
MOST_NOTES = 1000
MOST_GLYPHS = 4
MOST_ARROWS = 12
MOST_LINES = 8

PLACE = "A card, `9s`; a card of a player, `p2:9s`; a player, `p2`; `table`."
END = validate.Regexp(r"\A(table|p[1-9][0-9]?|(p[1-9][0-9]?:)?([A2-9TJQK][cdhs]?|[cdhs]))\Z")


class ArrowSchema(Strict):
    """An arrow between two cards, or two places of the table."""

    start = required.text(PLACE, validate=END, data_key="from")
    end = required.text(PLACE, validate=END, data_key="to")


class NoteSchema(Strict):
    """A note about one play."""

    ply = fields.Integer(
        required=True,
        strict=True,
        validate=validate.Range(0, 100_000),
        metadata={"description": "The play; 0 is before the first."},
    )
    comment = optional.text(
        "Plain text; `9♠` is drawn as a card, `#47` leads to a play.", longest=LONGEST_COMMENT
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

    visibility = optional.one_of(
        VISIBILITIES, "As before where it is left out; private for new ones.", None, none=True
    )
    notes = required.many(NoteSchema, validate=validate.Length(max=MOST_NOTES))


class LayerSchema(Schema):
    """The notes of one account about a game."""

    id = required.text()
    game = required.text()
    owner = required.text("An account, by name.")
    visibility = required.one_of(VISIBILITIES)
    created_at = required.moment()
    hidden_at = required.moment(
        "Since when a moderator hides it from all but its owner.", none=True
    )
    latest = required.whole("The number of the version that counts.")
    number = required.whole("Of this version.")
    saved_at = required.moment()
    revision = required.whole("Of the record, which the notes are about.")
    notes = required.many(NoteSchema)


class LayersSchema(Schema):
    """The layers on a game that you may see, the oldest first."""

    layers = required.many(LayerSchema)


class LayerVersionSchema(Schema):
    """A version of a layer: how many notes it has, and which differ from the version before."""

    number = required.whole()
    saved_at = required.moment()
    notes = required.whole()
    changed = required.many(fields.Integer())


class LayerHistorySchema(Schema):
    """A layer's versions, the latest first."""

    versions = required.many(LayerVersionSchema)


class NamedLayersSchema(Strict):
    """The layers that are asked for."""

    layers = optional.text("Also unlisted ones, by their ids with commas between.")


class LayerVersionAskedSchema(Strict):
    """The version of a layer that is asked for."""

    version = optional.whole(1, 10_000, "An earlier version than the latest: for its owner.")


class LayerImportAskedSchema(Strict):
    """What becomes of one's own notes on the same plays."""

    replace = optional.flag("Put what the copy says in place of one's own notes, not below them.")


class ImportedSchema(Schema):
    """The notes found in a copy of the game."""

    found = required.whole("Notes that were found.")
    below = required.whole("How many of them were added below one's own note on the same play.")
    otherwise = required.flag(
        "Whether the copy differs in more than what is written about the plays: "
        "in its tags, or in what it claims."
    )
    layer = required.one(LayerSchema)
