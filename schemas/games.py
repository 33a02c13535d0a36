"""A game as the API gives it."""

from __future__ import annotations

from marshmallow import Schema, fields

VISIBILITIES = ("private", "unlisted", "public")


class GameSchema(Schema):
    """A record of an upload. Its verdict, byte for byte, has an address of its own."""

    id = fields.String(required=True)
    upload_id = fields.String(required=True)
    number = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Place in its upload, from 1. Null where the line is."},
    )
    line = fields.Integer(
        required=True,
        allow_none=True,
        metadata={
            "description": "First line in the upload. Null in lists of games of many uploads, and "
            "where something in the upload is not for whoever asks, whose length it would tell."
        },
    )
    state = fields.String(
        required=True, metadata={"enum": ["waiting", "judged", "failed", "cancelled"]}
    )
    standing = fields.String(
        required=True, metadata={"enum": ["waiting", "upheld", "open", "flawed", "impossible"]}
    )
    players = fields.List(fields.String(), required=True)
    event = fields.String(required=True, allow_none=True)
    date = fields.String(required=True, allow_none=True)
    game = fields.String(required=True, allow_none=True)
    rules = fields.String(required=True, allow_none=True)
    answers = fields.Dict(keys=fields.String(), values=fields.String(), allow_none=True)
    score = fields.Dict(
        keys=fields.String(), values=fields.Integer(allow_none=True), allow_none=True
    )
    claimed = fields.Dict(keys=fields.String(), values=fields.Integer(), allow_none=True)
    winner = fields.String(required=True, allow_none=True)
    findings = fields.Integer(required=True, metadata={"description": "How many there are."})
    note = fields.String(required=True, allow_none=True)
    visibility = fields.String(required=True, metadata={"enum": list(VISIBILITIES)})
    created_at = fields.DateTime(required=True)
