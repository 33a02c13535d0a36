"""A game as the API gives it, and its visibility."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.fields import required
from schemas.fields.strict import Strict

VISIBILITIES = ("private", "unlisted", "public")


class GameSchema(Schema):
    """A record of an upload. Its verdict, byte for byte, has an address of its own."""

    id = required.text()
    upload_id = required.text()
    number = required.whole("Place in its upload, from 1. Null where the line is.", none=True)
    line = required.whole(
        "First line in the upload. Null in lists of games of many uploads, and "
        "where the reader may not see all of the upload, for it would tell how long that is.",
        none=True,
    )
    state = required.one_of(("waiting", "judged", "failed", "cancelled"))
    standing = required.one_of(("waiting", "upheld", "open", "flawed", "impossible"))
    players = required.words()
    event = required.text(none=True)
    date = required.text(none=True)
    game = required.text(none=True)
    rules = required.text(none=True)
    answers = fields.Dict(keys=fields.String(), values=fields.String(), allow_none=True)
    score = fields.Dict(
        keys=fields.String(), values=fields.Integer(allow_none=True), allow_none=True
    )
    claimed = fields.Dict(keys=fields.String(), values=fields.Integer(), allow_none=True)
    winner = required.text(none=True)
    findings = required.whole("How many there are.")
    note = required.text(none=True)
    visibility = required.one_of(VISIBILITIES)
    created_at = required.moment()


class VisibilitySchema(Strict):
    """The new visibility."""

    visibility = required.text(
        "Visible to its owner, readers with the address, or all.",
        validate=validate.OneOf(VISIBILITIES),
    )
