"""Reports and the log, for moderators and admins."""

from __future__ import annotations

from marshmallow import Schema, validate

from schemas.fields import optional, required
from schemas.fields.strict import Strict, TrueOrFalse

REASONS = ("names", "not-ours", "abuse", "wrong", "player", "other")
STATES = ("open", "upheld", "dismissed")
LONGEST_TEXT = 2000


class ReportWantedSchema(Strict):
    """The reason why the moderators should look at a game."""

    reason = required.text(validate=validate.OneOf(REASONS))
    text = optional.text("Required for `other`.", longest=LONGEST_TEXT)


class OwnReportSchema(Schema):
    """A report, as its author sees it."""

    id = required.text()
    record_id = required.text()
    reason = required.text()
    text = required.text()
    created_at = required.moment()
    state = required.one_of(STATES)
    settled_at = required.moment(none=True)
    answer = required.text()


class OwnReportsSchema(Schema):
    """One's own reports."""

    reports = required.many(OwnReportSchema)


class ReportMadeSchema(Schema):
    """The identifier of a report that was made."""

    id = required.text()


class ReportSchema(OwnReportSchema):
    """A report, as moderators see it."""

    players = required.words()
    hidden_at = required.moment("Since when it is hidden.", none=True)
    reporter = required.text(none=True)
    settled_by = required.text(none=True)


class ReportsSchema(Schema):
    """Reports: those that are open, the oldest first."""

    reports = required.many(ReportSchema)


class ReportsAskedSchema(Schema):
    """A filter for reports."""

    state = optional.one_of(STATES, "Open reports, or those settled in this way.", "open")


class SettlementSchema(Strict):
    """How a report is closed."""

    state = required.text(validate=validate.OneOf(STATES[1:]))
    answer = optional.text(longest=LONGEST_TEXT)
    hide = TrueOrFalse(
        load_default=False, metadata={"description": "Hide the game from all but its owner."}
    )


class SeatedSchema(Schema):
    """The player at a seat."""

    seat = required.whole()
    player_id = required.text()
    name = required.text()
    anonymous = required.flag()


class SeatsSchema(Schema):
    """The players of a record."""

    seats = required.many(SeatedSchema)


class TagNamingSchema(Schema):
    """A tag with a name in it, and the number of the player's games that have it."""

    tag = required.text()
    games = required.whole()


class TitleNamingSchema(Schema):
    """A collection with a name in its title or description."""

    id = required.text()
    title = required.text()
    owner = required.text()


class MentionsSchema(Schema):
    """Tags and collections about a player's games that contain one of their names."""

    tags = required.many(TagNamingSchema)
    titles = required.many(TitleNamingSchema, "Collections.")


class AnonymiseSchema(Schema):
    """The further places where the name is to be replaced."""

    tag = optional.words("In these tags, on the player's games.")
    collection = optional.words("In the words of these collections, by identifier.")


class LogEntrySchema(Schema):
    """An entry of the log."""

    id = required.whole()
    at = required.moment()
    actor_id = required.text(none=True)
    actor = required.text(none=True)
    action = required.text()
    subject = required.text("`record:k7…`, `account:9f…`")
    detail = required.mapping(none=True)


class LogSchema(Schema):
    """The log, the newest entry first."""

    entries = required.many(LogEntrySchema)
    cursor = required.whole("For the next page, if any.", none=True)


class LogAskedSchema(Schema):
    """A filter for the log."""

    action = optional.text("A kind of action: `role-changed`.")
    actor = optional.text("The name of an account.")
    subject = optional.text("The object of the action: `record:k7…`")
    cursor = optional.whole(1, 2**31 - 1, "From the page before.")
