"""Tags on games, and collections of games."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.games import VISIBILITIES, GameSchema
from schemas.record import Strict

LONGEST_ABOUT = 4000


class TagSchema(Schema):
    """A word that somebody put to a game."""

    tag = fields.String(required=True)
    added_by = fields.String(
        required=True, allow_none=True, metadata={"description": "An account, if it still is one."}
    )


class TagsSchema(Schema):
    """A game's tags."""

    tags = fields.List(fields.Nested(TagSchema), required=True)


class CollectionWantedSchema(Strict):
    """What a collection is, and who may look."""

    title = fields.String(required=True, validate=validate.Length(1, 200))
    about = fields.String(load_default="", validate=validate.Length(max=LONGEST_ABOUT))
    visibility = fields.String(load_default="unlisted", validate=validate.OneOf(VISIBILITIES))


class CollectionSchema(Schema):
    """A collection, without what is in it."""

    id = fields.String(required=True)
    title = fields.String(required=True)
    about = fields.String(required=True)
    visibility = fields.String(required=True, metadata={"enum": list(VISIBILITIES)})
    created_at = fields.DateTime(required=True)
    owner = fields.String(required=True)
    records = fields.Integer(
        required=True, metadata={"description": "How many are in it that you may see."}
    )


class CollectionsSchema(Schema):
    """One's own collections, by title."""

    collections = fields.List(fields.Nested(CollectionSchema), required=True)


class FilledCollectionSchema(CollectionSchema):
    """A collection with those of its games that whoever asks may see."""

    games = fields.List(fields.Nested(GameSchema), required=True)


class PlaceSchema(Schema):
    """Where a game goes within a collection."""

    move = fields.Integer(
        load_default=0,
        validate=validate.Range(-10_000, 10_000),
        metadata={"description": "So many places down, or up where negative."},
    )
