"""Reports, and what moderators and admins see."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.record import Strict
from schemas.values import TrueOrFalse

REASONS = ("names", "not-ours", "abuse", "wrong", "player", "other")
STATES = ("open", "upheld", "dismissed")
LONGEST_TEXT = 2000


class ReportWantedSchema(Strict):
    """Why the moderators should look at a game."""

    reason = fields.String(required=True, validate=validate.OneOf(REASONS))
    text = fields.String(
        load_default="",
        validate=validate.Length(max=LONGEST_TEXT),
        metadata={"description": "For `other` it has to be said what."},
    )


class OwnReportSchema(Schema):
    """A report, as whoever made it sees it."""

    id = fields.String(required=True)
    record_id = fields.String(required=True)
    reason = fields.String(required=True)
    text = fields.String(required=True)
    created_at = fields.DateTime(required=True)
    state = fields.String(required=True, metadata={"enum": list(STATES)})
    settled_at = fields.DateTime(required=True, allow_none=True)
    answer = fields.String(required=True)


class OwnReportsSchema(Schema):
    """One's own reports."""

    reports = fields.List(fields.Nested(OwnReportSchema), required=True)


class ReportMadeSchema(Schema):
    """The identifier of a report that was made."""

    id = fields.String(required=True)


class ReportSchema(OwnReportSchema):
    """A report, as moderators see it."""

    players = fields.List(fields.String(), required=True)
    hidden_at = fields.DateTime(
        required=True, allow_none=True, metadata={"description": "Since when it is hidden."}
    )
    reporter = fields.String(required=True, allow_none=True)
    settled_by = fields.String(required=True, allow_none=True)


class ReportsSchema(Schema):
    """Reports: those that are open, the oldest first."""

    reports = fields.List(fields.Nested(ReportSchema), required=True)


class ReportsAskedSchema(Schema):
    """Which reports are asked for."""

    state = fields.String(
        load_default="open",
        validate=validate.OneOf(STATES),
        metadata={"description": "Those that wait, or those that were settled so."},
    )


class SettlementSchema(Strict):
    """How a report is closed."""

    state = fields.String(required=True, validate=validate.OneOf(STATES[1:]))
    answer = fields.String(load_default="", validate=validate.Length(max=LONGEST_TEXT))
    hide = TrueOrFalse(
        load_default=False, metadata={"description": "Hide the game from all but its owner."}
    )


class SeatedSchema(Schema):
    """Who sat at a seat."""

    seat = fields.Integer(required=True)
    player_id = fields.String(required=True)
    name = fields.String(required=True)
    anonymous = fields.Boolean(required=True)


class SeatsSchema(Schema):
    """Who sat in a record."""

    seats = fields.List(fields.Nested(SeatedSchema), required=True)


class TagNamingSchema(Schema):
    """A tag with a name in it, and on how many games of the player's it is."""

    tag = fields.String(required=True)
    games = fields.Integer(required=True)


class TitleNamingSchema(Schema):
    """A collection whose title, or what it says about itself, has a name in it."""

    id = fields.String(required=True)
    title = fields.String(required=True)
    owner = fields.String(required=True)


class MentionsSchema(Schema):
    """What people have put to a player's games that tells a name of theirs."""

    tags = fields.List(fields.Nested(TagNamingSchema), required=True)
    titles = fields.List(
        fields.Nested(TitleNamingSchema),
        required=True,
        metadata={"description": "Collections."},
    )


class AnonymiseSchema(Schema):
    """Where else the name is to be replaced."""

    tag = fields.List(
        fields.String(),
        load_default=list,
        metadata={"description": "In these tags, on the player's games."},
    )
    collection = fields.List(
        fields.String(),
        load_default=list,
        metadata={"description": "In the words of these collections, by identifier."},
    )


class LogEntrySchema(Schema):
    """A line of the log of what was done."""

    id = fields.Integer(required=True)
    at = fields.DateTime(required=True)
    actor_id = fields.String(required=True, allow_none=True)
    actor = fields.String(required=True, allow_none=True)
    action = fields.String(required=True)
    subject = fields.String(required=True, metadata={"description": "`record:k7…`, `account:9f…`"})
    detail = fields.Dict(required=True, allow_none=True)


class LogSchema(Schema):
    """The log, the newest line first."""

    entries = fields.List(fields.Nested(LogEntrySchema), required=True)
    cursor = fields.Integer(
        required=True, allow_none=True, metadata={"description": "For the next page, if any."}
    )


class LogAskedSchema(Schema):
    """Which lines of the log are asked for."""

    action = fields.String(
        load_default="", metadata={"description": "A kind of deed: `role-changed`."}
    )
    actor = fields.String(load_default="", metadata={"description": "The name of an account."})
    subject = fields.String(
        load_default="", metadata={"description": "What it was done to: `record:k7…`"}
    )
    cursor = fields.Integer(
        load_default=None,
        validate=validate.Range(1, 2**31 - 1),
        metadata={"description": "From the page before."},
    )
