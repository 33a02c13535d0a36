"""Tags on games, and collections of games."""

from __future__ import annotations

from marshmallow import Schema, validate

from schemas.fields import optional, required
from schemas.fields.strict import Strict
from schemas.games import VISIBILITIES, GameSchema

LONGEST_ABOUT = 4000


class TagSchema(Schema):
    """A tag on a game."""

    tag = required.text()
    added_by = required.text("The account that put it there, if it still exists.", none=True)


class TagsSchema(Schema):
    """A game's tags."""

    tags = required.many(TagSchema)


class CollectionWantedSchema(Strict):
    """The title, description and visibility of a collection."""

    title = required.text(validate=validate.Length(1, 200))
    about = optional.text(longest=LONGEST_ABOUT)
    visibility = optional.one_of(VISIBILITIES, default="unlisted")


class CollectionSchema(Schema):
    """A collection, without its games."""

    id = required.text()
    title = required.text()
    about = required.text()
    visibility = required.one_of(VISIBILITIES)
    created_at = required.moment()
    owner = required.text()
    records = required.whole("How many of its games you may see.")


class CollectionsSchema(Schema):
    """One's own collections, by title."""

    collections = required.many(CollectionSchema)


class FilledCollectionSchema(CollectionSchema):
    """A collection with those of its games that the reader may see."""

    games = required.many(GameSchema)


class PlaceSchema(Schema):
    """How far a game moves within a collection."""

    move = optional.whole(-10_000, 10_000, "How many places down, or up where negative.", 0)
