"""Accounts and tokens, one's own and, for admins, everybody's."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.games import VISIBILITIES
from schemas.record import Strict
from schemas.values import TrueOrFalse, Whole

ROLES = ("member", "arbiter", "moderator", "admin")
SCOPES = ("read", "upload", "write", "moderate", "admin")
LONGEST_DAYS = 3660


def _role(*, required: bool) -> fields.String:
    return fields.String(
        required=required,
        validate=validate.OneOf(ROLES),
        metadata={"description": "Each may do all that the ones before it may."},
    )


class SignUpSchema(Strict):
    """A new account."""

    name = fields.String(required=True, validate=validate.Length(2, 40))
    password = fields.String(
        required=True, validate=validate.Length(10, 1000), metadata={"format": "password"}
    )


class AccountSchema(Schema):
    """An account. Nothing of its password is ever told."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    role = _role(required=True)
    created_at = fields.DateTime(required=True)
    disabled_at = fields.DateTime(
        required=True, allow_none=True, metadata={"description": "Since when nobody can sign in."}
    )


class OwnAccountSchema(AccountSchema):
    """Who is asking, and what the token may be used for."""

    scopes = fields.List(
        fields.String(),
        required=True,
        allow_none=True,
        metadata={"description": f"Of the token: {', '.join(SCOPES)}. Null: no token was sent."},
    )


class AccountsSchema(Schema):
    """Accounts by name."""

    accounts = fields.List(fields.Nested(AccountSchema), required=True)


class LikeSchema(Schema):
    """Which accounts are asked for."""

    name = fields.String(load_default="", metadata={"description": "The beginning of a name."})


class AccountChangeSchema(Strict):
    """What an admin changes about an account; what is left out stays."""

    role = _role(required=False)
    disabled = TrueOrFalse(metadata={"description": "Whether nobody can sign in with it."})


class PasswordSchema(Strict):
    """Another password."""

    new = fields.String(
        required=True, validate=validate.Length(10, 1000), metadata={"format": "password"}
    )


class EndingSchema(Schema):
    """What becomes of an account's uploads when it ends."""

    uploads = fields.String(
        load_default="delete",
        validate=validate.OneOf(("delete", "leave")),
        metadata={"description": "`leave`: those that are not private stay, as nobody's."},
    )


class TokenWantedSchema(Strict):
    """What a token is for."""

    name = fields.String(required=True, validate=validate.Length(1, 60))
    scopes = fields.List(
        fields.String(validate=validate.OneOf(SCOPES)),
        required=True,
        validate=validate.Length(min=1),
        metadata={"description": "What it may be used for; never more than the account may do."},
    )
    days = Whole(
        load_default=None,
        allow_none=True,
        validate=validate.Range(1, LONGEST_DAYS),
        metadata={"description": "How long it lives; left out: until it is revoked."},
    )


class TokenSchema(Schema):
    """A token, without its text."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    scopes = fields.List(fields.String(), required=True)
    created_at = fields.DateTime(required=True)
    expires_at = fields.DateTime(required=True, allow_none=True)
    used_at = fields.DateTime(
        required=True, allow_none=True, metadata={"description": "To the hour, about."}
    )
    revoked_at = fields.DateTime(required=True, allow_none=True)


class NewTokenSchema(TokenSchema):
    """A new token. Its text is told this once and kept nowhere."""

    token = fields.String(required=True)


class TokensSchema(Schema):
    """An account's tokens, the newest first."""

    tokens = fields.List(fields.Nested(TokenSchema), required=True)


class CursorSchema(Schema):
    """Where a list goes on."""

    cursor = fields.String(load_default="", metadata={"description": "From the page before."})


class OwnUploadSchema(Schema):
    """An upload in its owner's list; its own address says more."""

    id = fields.String(required=True)
    filename = fields.String(required=True, allow_none=True)
    visibility = fields.String(required=True, metadata={"enum": list(VISIBILITIES)})
    state = fields.String(required=True)
    received_at = fields.DateTime(required=True)
    size = fields.Integer(required=True, metadata={"description": "In bytes."})
    sha256 = fields.String(required=True)
    total = fields.Integer(required=True, allow_none=True)


class OwnUploadsSchema(Schema):
    """One's own uploads, the newest first."""

    uploads = fields.List(fields.Nested(OwnUploadSchema), required=True)
    cursor = fields.String(
        required=True, allow_none=True, metadata={"description": "For the next page, if any."}
    )
