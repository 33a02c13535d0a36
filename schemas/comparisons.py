"""Two sheets of one game, and where they differ."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, validates_schema

from schemas.record import Strict
from schemas.verdicts import AnswersSchema


class SheetsSchema(Strict):
    """The two sheets, each the text of one record or a game that is stored here."""

    a = fields.String(
        load_default=None, allow_none=True, metadata={"description": "The one sheet, as text."}
    )
    b = fields.String(load_default=None, allow_none=True, metadata={"description": "The other."})
    a_game = fields.String(
        load_default=None,
        allow_none=True,
        metadata={"description": "In place of `a`: the game with this id."},
    )
    b_game = fields.String(
        load_default=None,
        allow_none=True,
        metadata={"description": "In place of `b`: the game with this id."},
    )
    rules = fields.String(
        load_default=None,
        allow_none=True,
        metadata={"description": "Judge both by these, as a Rules tag names them."},
    )

    @validates_schema
    def _one_each(self, said: dict[str, Any], **_more: Any) -> None:
        """Each sheet comes one way."""
        for letter in ("a", "b"):
            text, game = said.get(letter), said.get(f"{letter}_game")
            if text is None and game is None:
                raise ValidationError("Missing data for required field.", letter)
            if text is not None and game is not None:
                raise ValidationError("Give the text or a game, not both.", letter)


class SheetSchema(Schema):
    """What is known of one sheet: the keys of its verdict that are no findings."""

    record = fields.Dict(required=True)
    rules = fields.Raw(required=True, allow_none=True)
    answers = fields.Nested(AnswersSchema, required=True)
    claimed = fields.Dict(required=True, allow_none=True)
    score = fields.Dict(required=True)
    winner = fields.String(required=True, allow_none=True)


class EntrySchema(Schema):
    line = fields.Integer(required=True)
    column = fields.Integer(required=True)
    text = fields.String(required=True, metadata={"description": "Without its number."})
    sheet = fields.Dict(
        allow_none=True,
        metadata={
            "description": "Of what is not XXN: line, column, cell and text in what was sent."
        },
    )


class BecauseSchema(Schema):
    """What the rules object to in the sheet that they do not support."""

    code = fields.String(required=True)
    clause = fields.String(required=True, allow_none=True)
    sentence = fields.String(required=True)


class EchoSchema(Schema):
    """One place in which the sheets differ."""

    ply = fields.Integer(required=True, allow_none=True, metadata={"description": "In sheet A."})
    a = fields.List(
        fields.Nested(EntrySchema),
        required=True,
        metadata={"description": "Empty where sheet A has nothing there."},
    )
    b = fields.List(fields.Nested(EntrySchema), required=True)


class DifferenceSchema(EchoSchema):
    """One slip: a place in which the sheets differ, and where they differ because of it."""

    supports = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "`a`, `b`, `either`, `neither`; null where it was not asked."},
    )
    moves = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(allow_none=True),
        required=True,
        metadata={"description": "By seat, how A's points change with B's entry; null: unknown."},
    )
    because = fields.Nested(
        BecauseSchema,
        required=True,
        allow_none=True,
        metadata={"description": "Null where nothing is objected to, or it was not asked."},
    )
    echoes = fields.List(
        fields.Nested(EchoSchema),
        required=True,
        metadata={"description": "Later differences that only follow from this one."},
    )


class AgreedSchema(Schema):
    """The score that both sheets come to once each difference is decided as the rules say."""

    score = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    winner = fields.String(required=True, allow_none=True)


class OneSidedSchema(Schema):
    """What only one of the sheets says; that is no difference."""

    sheet = fields.String(required=True, metadata={"description": "`a` or `b`."})
    says = fields.String(required=True, metadata={"description": "`suits`, `hands`, `tallies`, …"})
    count = fields.Integer(required=True, metadata={"description": "How often."})
    first = fields.Nested(EntrySchema, required=True)


class ComparisonSchema(Schema):
    """Two sheets held side by side. Documented in docs/verdicts.md."""

    a = fields.Nested(SheetSchema, required=True)
    b = fields.Nested(SheetSchema, required=True)
    seats = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata={"description": "The seats of B by those of A, for players of the same name."},
    )
    same_game = fields.Boolean(required=True)
    not_one_game = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Why they cannot be of one game; then nothing is compared."},
    )
    alike = fields.Integer(
        required=True, metadata={"description": "Entries that agree in all that both say."}
    )
    complete = fields.Boolean(required=True)
    spent = fields.Boolean(
        required=True,
        metadata={
            "description": "True where the steps of the search were used up: entries may be laid "
            "side by side that do not belong together, and fewer differences are asked about."
        },
    )
    differences = fields.List(fields.Nested(DifferenceSchema), required=True)
    agreed = fields.Nested(
        AgreedSchema,
        required=True,
        allow_none=True,
        metadata={"description": "Null where they come to none, or not every one was asked of."},
    )
    one_sided = fields.List(fields.Nested(OneSidedSchema), required=True)
