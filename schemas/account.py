"""Accounts and tokens: one's own and, for admins, all."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.fields import optional, required
from schemas.fields.strict import Strict, TrueOrFalse, Whole
from schemas.games import VISIBILITIES

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

    name = required.text(validate=validate.Length(2, 40))
    password = required.text(format="password", validate=validate.Length(10, 1000))


class AccountSchema(Schema):
    """An account. Nothing about its password is ever given."""

    id = required.text()
    name = required.text()
    role = _role(required=True)
    created_at = required.moment()
    disabled_at = required.moment("When the account was disabled; null: it is not.", none=True)


class OwnAccountSchema(AccountSchema):
    """The signed-in account, and what the token may be used for."""

    scopes = required.words(
        f"Of the token: {', '.join(SCOPES)}. Null: no token was sent.", none=True
    )


class AccountsSchema(Schema):
    """Accounts by name."""

    accounts = required.many(AccountSchema)


class LikeSchema(Schema):
    """A filter for a list of accounts."""

    name = optional.text("The beginning of a name.")


class AccountChangeSchema(Strict):
    """What an admin changes about an account; what is left out stays."""

    role = _role(required=False)
    disabled = TrueOrFalse(metadata={"description": "Whether the account is disabled."})


class PasswordSchema(Strict):
    """Another password."""

    new = required.text(format="password", validate=validate.Length(10, 1000))


class EndingSchema(Schema):
    """What becomes of an account's uploads when it is deleted."""

    uploads = optional.one_of(
        ("delete", "leave"), "`leave`: those that are not private stay, without an owner.", "delete"
    )


class TokenWantedSchema(Strict):
    """The purpose of a new token."""

    name = required.text(validate=validate.Length(1, 60))
    scopes = required.many(
        fields.String(validate=validate.OneOf(SCOPES)),
        "What the token allows; never more than the account may do.",
        validate=validate.Length(min=1),
    )
    days = Whole(
        load_default=None,
        allow_none=True,
        validate=validate.Range(1, LONGEST_DAYS),
        metadata={"description": "How long it lives; left out: until it is revoked."},
    )


class TokenSchema(Schema):
    """A token, without its text."""

    id = required.text()
    name = required.text()
    scopes = required.words()
    created_at = required.moment()
    expires_at = required.moment(none=True)
    used_at = required.moment("To about an hour.", none=True)
    revoked_at = required.moment(none=True)


class NewTokenSchema(TokenSchema):
    """A new token. Its text is shown this once and kept nowhere."""

    token = required.text()


class TokensSchema(Schema):
    """An account's tokens, the newest first."""

    tokens = required.many(TokenSchema)


class CursorSchema(Schema):
    """The place where a list goes on."""

    cursor = optional.text("From the page before.")


class OwnUploadSchema(Schema):
    """An upload in its owner's list; its own address says more."""

    id = required.text()
    filename = required.text(none=True)
    visibility = required.one_of(VISIBILITIES)
    state = required.text()
    received_at = required.moment()
    size = required.whole("In bytes.")
    sha256 = required.text()
    total = required.whole(none=True)


class OwnUploadsSchema(Schema):
    """One's own uploads, the newest first."""

    uploads = required.many(OwnUploadSchema)
    cursor = required.text("For the next page, if any.", none=True)
