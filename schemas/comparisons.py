"""Two sheets of one game, and where they differ."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, validates_schema

from schemas.fields import optional, required
from schemas.fields.strict import Strict
from schemas.verdicts import AnswersSchema


class SheetsSchema(Strict):
    """The two sheets, each the text of one record or a game that is stored here."""

    a = optional.text("The one sheet, as text.", None, none=True)
    b = optional.text("The other.", None, none=True)
    a_game = optional.text("In place of `a`: the game with this id.", None, none=True)
    b_game = optional.text("In place of `b`: the game with this id.", None, none=True)
    rules = optional.text("Judge both by these rules, as a Rules tag names them.", None, none=True)

    @validates_schema
    def _one_each(self, said: dict[str, Any], **_more: Any) -> None:
        """Refuse a sheet that is given in two ways, or in none."""
        for letter in ("a", "b"):
            text, game = said.get(letter), said.get(f"{letter}_game")
            if text is None and game is None:
                raise ValidationError("Missing data for required field.", letter)
            if text is not None and game is not None:
                raise ValidationError("Give the text or a game, not both.", letter)


class SheetSchema(Schema):
    """The keys of one sheet's verdict that are no findings."""

    record = required.mapping()
    rules = required.anything(none=True)
    answers = required.one(AnswersSchema)
    claimed = required.mapping(none=True)
    score = required.mapping()
    winner = required.text(none=True)


class EntrySchema(Schema):
    """An entry of one sheet, with its place."""

    line = required.whole()
    column = required.whole()
    text = required.text("Without its number.")
    sheet = fields.Dict(
        allow_none=True,
        metadata={
            "description": "Of what is not XXN: line, column, cell and text in what was sent."
        },
    )


class BecauseSchema(Schema):
    """The rules' objection to the sheet that they do not support."""

    code = required.text()
    clause = required.text(none=True)
    sentence = required.text()


class EchoSchema(Schema):
    """One place in which the sheets differ."""

    ply = required.whole("In sheet A.", none=True)
    a = required.many(EntrySchema, "Empty where sheet A has nothing there.")
    b = required.many(EntrySchema)


class DifferenceSchema(EchoSchema):
    """One slip: a place in which the sheets differ, and where they differ because of it."""

    supports = required.text(
        "`a`, `b`, `either`, `neither`; null where it was not examined.", none=True
    )
    moves = required.by_name(
        fields.Integer(allow_none=True),
        "By seat, how A's points change with B's entry; null: unknown.",
    )
    because = required.one(
        BecauseSchema, "Null where there is no objection, or it was not examined.", none=True
    )
    echoes = required.many(EchoSchema, "Later differences that only follow from this one.")


class AgreedSchema(Schema):
    """The score that both sheets have once each difference is decided by the rules."""

    score = required.counts()
    winner = required.text(none=True)


class OneSidedSchema(Schema):
    """Something that only one of the sheets says; that is no difference."""

    sheet = required.text("`a` or `b`.")
    says = required.text("`suits`, `hands`, `tallies`, …")
    count = required.whole("How often.")
    first = required.one(EntrySchema)


class ComparisonSchema(Schema):
    """Two sheets compared. Documented in docs/verdicts.md."""

    a = required.one(SheetSchema)
    b = required.one(SheetSchema)
    seats = required.by_name(
        fields.String(), "The seats of B by those of A, for players of the same name."
    )
    same_game = required.flag()
    not_one_game = required.text(
        "Why the sheets cannot be of one game; then nothing is compared.", none=True
    )
    alike = required.whole("Entries that agree in all that both say.")
    complete = required.flag()
    spent = required.flag(
        "True where the steps of the search were used up: entries may be laid "
        "side by side that do not belong together, and fewer differences are asked about."
    )
    differences = required.many(DifferenceSchema)
    agreed = required.one(
        AgreedSchema, "Null where there is none, or not every difference was examined.", none=True
    )
    one_sided = required.many(OneSidedSchema)
