"""The parts of a verdict: findings, other readings, repairs. docs/verdicts.md has all."""

from __future__ import annotations

from marshmallow import Schema, fields

from schemas.fields import required

SEVERITIES = ("error", "warning", "note")


class AnswersSchema(Schema):
    """The three answers. Each is correct (`upheld`), refuted, underdetermined, impossible,
    unfinished or unclaimed."""

    legality = required.text()
    arithmetic = required.text()
    result = required.text()


class SpotSchema(Schema):
    """A place in the record."""

    line = required.whole(none=True)
    column = required.whole(none=True)
    ply = required.whole(none=True)


class EffectSchema(Schema):
    """What a finding changes, as rules minus record. For a play against the rules that is unknown:
    then there are `words`, and the points that rest on it."""

    points = required.counts()
    result = required.counts()
    winner = required.one_of(("same", "changes", None))
    rests = fields.Dict(keys=fields.String(), values=fields.Integer())
    words = fields.String(allow_none=True)


class FindingSchema(Schema):
    """One disagreement or fault, with its place, the rule that decides it, and a sentence."""

    code = required.text()
    severity = required.one_of(SEVERITIES)
    record = required.whole("Its number in the upload.")
    ply = required.whole(none=True)
    line = required.whole(none=True)
    column = required.whole(none=True)
    seat = required.text(none=True)
    clause = required.text(none=True)
    expected = required.anything(none=True)
    found = required.anything(none=True)
    fix = required.anything(none=True)
    effect = required.one(EffectSchema, none=True)
    follows = required.whole("The finding it follows from.", none=True)
    known = required.flag()
    places = required.many(SpotSchema)
    sentence = required.text()


class FindingsSchema(Schema):
    """The findings of the latest verdict."""

    first_divergence = required.whole("An index, or null for none.", none=True)
    findings = required.many(FindingSchema)
    sheet = required.many(
        fields.Dict(allow_none=True),
        "Of each finding the line, column, cell and text of the sheet that was "
        "uploaded; null where that was XXN.",
        none=True,
    )


class ReachedSchema(Schema):
    """The place where a reading and the record first differ."""

    code = required.text()
    ply = required.whole(none=True)
    clause = required.text(none=True)
    sentence = fields.String(metadata={"description": "Absent from verdicts of earlier engines."})


class OtherReadingSchema(Schema):
    """The outcome of the record under one other way to play."""

    rules = required.text()
    answers = required.one(AnswersSchema)
    score = required.by_name(fields.Integer(allow_none=True))
    winner = required.text(none=True)
    first_divergence = required.one(ReachedSchema, none=True)


ANALYSIS_STATES = ("none", "waiting", "done", "failed")
STATE = (
    "none: nothing is wrong that would ask for more. waiting: still being worked out. failed: "
    "given up; the upload can be tried again."
)


class ReadingsSchema(Schema):
    """The outcome of the same record under other rules; empty where nothing is wrong with it."""

    analysis = required.one_of(ANALYSIS_STATES, STATE)
    readings = required.many(OtherReadingSchema)


class EditSchema(Schema):
    """The text `old` at a place becomes `new`."""

    line = required.whole()
    column = required.whole()
    old = required.text()
    new = required.text()


class ChangedPlaceSchema(Schema):
    """A line and a column where something changes."""

    line = required.whole()
    column = required.whole()


class ChangeSchema(Schema):
    """One change of a repair: what it does, where, to which plays, and in how many more places the
    same is changed."""

    what = required.text()
    places = required.many(ChangedPlaceSchema)
    plies = required.many(fields.Integer())
    carried = required.whole()


class RepairSchema(Schema):
    """A change that would put the record right. Nothing here ever applies it."""

    cost = required.whole()
    edits = required.many(EditSchema)
    changes = fields.List(fields.Nested(ChangeSchema))
    words = required.text()
    score = required.by_name(fields.Integer(allow_none=True))
    winner = required.text(none=True)
    changes_winner = required.flag()


class RepairsSchema(Schema):
    """The fewest changes that leave no error, and all that do as well."""

    analysis = required.one_of(ANALYSIS_STATES, STATE)
    repairs = required.many(RepairSchema)
    complete = required.flag("Whether everything was tried.")


class AnalysisSchema(Schema):
    """The analysis of a flawed record beyond its verdict. It comes after the verdict, and is in it
    once it is there."""

    state = required.one_of(ANALYSIS_STATES, STATE)
    note = required.text("Why it was given up.", none=True)
    readings = required.many(OtherReadingSchema)
    readings_complete = required.flag()
    repairs = required.many(RepairSchema)
    repairs_complete = required.flag()
    engine = required.text()
