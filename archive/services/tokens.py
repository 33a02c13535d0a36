"""Tokens: what a program uses in place of an account, with only the scopes it was given.

A token is shown once, when it is made; only its hash is kept.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from datetime import timedelta
from typing import Any, Final, NamedTuple

from archive.core.errors import Refused, Word
from archive.languages import marked
from archive.services.context import UseCases, now, reads
from archive.services.permissions import ROLE_FOR, Actor, Role, Scope
from archive.store import accounts, audit, ids
from archive.store.accounts import AccountView, TokenView

TOKEN_PREFIX: Final = "twenties_"  # noqa: S105 - the same for all
"""The beginning of every token, so that one pasted somewhere is recognised."""
MOST_TOKENS: Final = 50
LONGEST_TOKEN_LIFE: Final = timedelta(days=3660)
_A: Final = {
    Role.MEMBER: Word(marked("a member")),
    Role.ARBITER: Word(marked("an arbiter")),
    Role.MODERATOR: Word(marked("a moderator")),
    Role.ADMIN: Word(marked("an admin")),
}


class TokenRefused(Refused):
    """A request about tokens that is refused; the text says why."""


class SignedIn(NamedTuple):
    """An account and, for a program, the scopes of its token."""

    account: AccountView
    scopes: frozenset[Scope] | None = None

    @property
    def who(self) -> Actor:
        """Return the actor whose permissions are asked for."""
        account = self.account
        return Actor(account.id, account.name, Role(account.role), self.scopes)


class Tokens(UseCases):
    """The use cases about tokens."""

    def make_token(
        self,
        account_id: str,
        name: str,
        scopes: Collection[str],
        days: int | None = None,
    ) -> tuple[TokenView, str]:
        """Return a new token, and its text, which cannot be shown a second time."""
        with self.database.reading() as session:
            account = accounts.find(session, account_id)
        wanted = sorted(set(scopes))
        name = " ".join(name.split())[:60]
        if account is None or not name or not wanted:
            raise TokenRefused(marked("A token has a name, and something that it may be used for."))
        if not set(wanted) <= {scope.value for scope in Scope}:
            raise TokenRefused(marked("There is no such use for a token."))
        for scope in map(Scope, wanted):
            if not Actor(account.id, role=Role(account.role)).is_at_least(ROLE_FOR[scope]):
                raise TokenRefused(
                    marked(
                        "The scope “%(scope)s” is for an account that is %(needed)s; yours is "
                        "%(own)s."
                    ),
                    scope=scope.value,
                    needed=_A[ROLE_FOR[scope]],
                    own=_A[Role(account.role)],
                )
        if days is not None and not 0 < days <= LONGEST_TOKEN_LIFE.days:
            raise TokenRefused(marked("A token ends after 1 to 3660 days, or not at all."))
        text = TOKEN_PREFIX + secrets.token_urlsafe(32)
        moment = now()
        row: dict[str, Any] = {
            "id": ids.fresh(),
            "account_id": account_id,
            "name": name,
            "scopes": wanted,
            "created_at": moment,
            "expires_at": moment + timedelta(days=days) if days else None,
        }
        with self.database.writing() as session:
            alive = [t for t in accounts.tokens(session, account_id) if t.revoked_at is None]
            if len(alive) >= MOST_TOKENS:
                raise TokenRefused(
                    marked("An account has at most %(most)s tokens: revoke one first."),
                    most=MOST_TOKENS,
                )
            accounts.add_token(session, {**row, "hash": hash_of(text)})
            made = {"token": row["id"], "scopes": wanted}
            audit.note(session, "token-made", f"account:{account_id}", account_id, **made)
        return TokenView(**row, used_at=None, revoked_at=None), text

    def of_token(self, text: str) -> SignedIn | None:
        """Return a token's account and scopes; None for a token that does not work."""
        moment = now()
        with self.database.reading() as session:
            found = accounts.token_of(session, hash_of(text))
        if found is None:
            return None
        token, account = found
        ended = token.expires_at is not None and token.expires_at <= moment
        if ended or token.revoked_at is not None or account.disabled_at is not None:
            return None
        if token.used_at is None or token.used_at < moment - accounts.USED_AT_MOST_EVERY:
            with self.database.writing() as session:
                accounts.used(session, token.id, moment)
        return SignedIn(account, frozenset(Scope(scope) for scope in token.scopes))

    tokens = reads(accounts.tokens)

    def revoke_token(self, account_id: str, token_id: str) -> bool:
        """Revoke a token. Return False where the account has no such token."""
        with self.database.writing() as session:
            gone = accounts.revoke(session, account_id, token_id, now())
            if gone:
                subject = f"account:{account_id}"
                audit.note(session, "token-revoked", subject, account_id, token=token_id)
        return gone


def hash_of(text: str) -> str:
    """Return the plain hash of a token, which is enough: tokens are as random as a key, too many to
    be tried."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
