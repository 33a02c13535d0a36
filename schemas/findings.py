"""What a verdict found, told apart: findings, other readings, repairs. docs/verdicts.md has all."""

from __future__ import annotations

from marshmallow import Schema, fields

SEVERITIES = ("error", "warning", "note")


class AnswersSchema(Schema):
    """The three answers. Each is upheld, refuted, underdetermined, impossible, unfinished or
    unclaimed."""

    legality = fields.String(required=True)
    arithmetic = fields.String(required=True)
    result = fields.String(required=True)


class SpotSchema(Schema):
    """A place in the record."""

    line = fields.Integer(required=True, allow_none=True)
    column = fields.Integer(required=True, allow_none=True)
    ply = fields.Integer(required=True, allow_none=True)


class EffectSchema(Schema):
    """What a finding changes, as rules minus record. Of a play against the rules nobody knows that:
    then there are `words`, and the points that rest on it."""

    points = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    result = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    winner = fields.String(
        required=True, allow_none=True, metadata={"enum": ["same", "changes", None]}
    )
    rests = fields.Dict(keys=fields.String(), values=fields.Integer())
    words = fields.String(allow_none=True)


class FindingSchema(Schema):
    """One disagreement or fault, with its place, the rule that decides it, and a sentence."""

    code = fields.String(required=True)
    severity = fields.String(required=True, metadata={"enum": list(SEVERITIES)})
    record = fields.Integer(required=True, metadata={"description": "Its number in the upload."})
    ply = fields.Integer(required=True, allow_none=True)
    line = fields.Integer(required=True, allow_none=True)
    column = fields.Integer(required=True, allow_none=True)
    seat = fields.String(required=True, allow_none=True)
    clause = fields.String(required=True, allow_none=True)
    expected = fields.Raw(required=True, allow_none=True)
    found = fields.Raw(required=True, allow_none=True)
    fix = fields.Raw(required=True, allow_none=True)
    effect = fields.Nested(EffectSchema, required=True, allow_none=True)
    follows = fields.Integer(
        required=True, allow_none=True, metadata={"description": "The finding it follows from."}
    )
    known = fields.Boolean(required=True)
    places = fields.List(fields.Nested(SpotSchema), required=True)
    sentence = fields.String(required=True)


class FindingsSchema(Schema):
    """The findings of the latest verdict."""

    first_divergence = fields.Integer(
        required=True, allow_none=True, metadata={"description": "An index, or null for none."}
    )
    findings = fields.List(fields.Nested(FindingSchema), required=True)
    sheet = fields.List(
        fields.Dict(allow_none=True),
        required=True,
        allow_none=True,
        metadata={
            "description": "Of each finding the line, column, cell and text of the sheet that was "
            "uploaded; null where that was XXN."
        },
    )


class ReachedSchema(Schema):
    """Where a reading and the record part for the first time."""

    code = fields.String(required=True)
    ply = fields.Integer(required=True, allow_none=True)
    clause = fields.String(required=True, allow_none=True)
    sentence = fields.String(metadata={"description": "Missing in verdicts of earlier engines."})


class OtherReadingSchema(Schema):
    """What one other way to play makes of the record."""

    rules = fields.String(required=True)
    answers = fields.Nested(AnswersSchema, required=True)
    score = fields.Dict(keys=fields.String(), values=fields.Integer(allow_none=True), required=True)
    winner = fields.String(required=True, allow_none=True)
    first_divergence = fields.Nested(ReachedSchema, required=True, allow_none=True)


ANALYSIS_STATES = ("none", "waiting", "done", "failed")
STATE = {
    "description": "none: nothing is wrong that would ask for more. waiting: still being worked "
    "out. failed: given up; the upload can be tried again.",
    "enum": list(ANALYSIS_STATES),
}


class ReadingsSchema(Schema):
    """What other rules make of the same record; empty where nothing is wrong with it."""

    analysis = fields.String(required=True, metadata=STATE)
    readings = fields.List(fields.Nested(OtherReadingSchema), required=True)


class EditSchema(Schema):
    """The text `old` at a place becomes `new`."""

    line = fields.Integer(required=True)
    column = fields.Integer(required=True)
    old = fields.String(required=True)
    new = fields.String(required=True)


class ChangedPlaceSchema(Schema):
    """A line and a column at which something changes."""

    line = fields.Integer(required=True)
    column = fields.Integer(required=True)


class ChangeSchema(Schema):
    """One change of a repair: what it does, where, to which plays, and in how many places more
    what was carried from it goes with it."""

    what = fields.String(required=True)
    places = fields.List(fields.Nested(ChangedPlaceSchema), required=True)
    plies = fields.List(fields.Integer(), required=True)
    carried = fields.Integer(required=True)


class RepairSchema(Schema):
    """A change that would put the record right. Nothing here ever applies it."""

    cost = fields.Integer(required=True)
    edits = fields.List(fields.Nested(EditSchema), required=True)
    changes = fields.List(fields.Nested(ChangeSchema))
    words = fields.String(required=True)
    score = fields.Dict(keys=fields.String(), values=fields.Integer(allow_none=True), required=True)
    winner = fields.String(required=True, allow_none=True)
    changes_winner = fields.Boolean(required=True)


class RepairsSchema(Schema):
    """The fewest changes that leave no error, and all that do as well."""

    analysis = fields.String(required=True, metadata=STATE)
    repairs = fields.List(fields.Nested(RepairSchema), required=True)
    complete = fields.Boolean(
        required=True, metadata={"description": "Whether everything was tried."}
    )


class AnalysisSchema(Schema):
    """What is said of a flawed record beyond its verdict. Comes after the verdict, and is in it
    once it is there."""

    state = fields.String(required=True, metadata=STATE)
    note = fields.String(
        required=True, allow_none=True, metadata={"description": "Why it was given up."}
    )
    readings = fields.List(fields.Nested(OtherReadingSchema), required=True)
    readings_complete = fields.Boolean(required=True)
    repairs = fields.List(fields.Nested(RepairSchema), required=True)
    repairs_complete = fields.Boolean(required=True)
    engine = fields.String(required=True)
