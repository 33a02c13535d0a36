"""Queries on accounts, their sessions and their tokens."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import bindparam, or_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.core.archive_states import Role
from archive.store.models import Account, SignIn, Token
from archive.store.sql import delete, insert_new, one, put

USED_AT_MOST_EVERY = timedelta(hours=1)
"""How often a token's last use is noted: a busy one would write with every request."""
SIGNED_IN_FOR = timedelta(days=30)
"""The time after which a session ends by itself."""


@dataclass(frozen=True, slots=True)
class AccountView:
    """An account without its password."""

    id: str
    name: str
    role: str
    created_at: datetime
    disabled_at: datetime | None
    language: str | None = None


@dataclass(frozen=True, slots=True)
class TokenView:
    """A token without the text it is a hash of."""

    id: str
    account_id: str
    name: str
    scopes: list[str]
    created_at: datetime
    expires_at: datetime | None
    used_at: datetime | None
    revoked_at: datetime | None


_ACCOUNTS: Final[Any] = Account.__table__  # type: ignore[attr-defined]
_SESSIONS: Final[Any] = SignIn.__table__  # type: ignore[attr-defined]
_TOKENS: Final[Any] = Token.__table__  # type: ignore[attr-defined]
_ACCOUNT: Final = [_ACCOUNTS.c[name] for name in AccountView.__dataclass_fields__]
_TOKEN: Final = [_TOKENS.c[name] for name in TokenView.__dataclass_fields__]

# Put together once: see verdict_writer.py. With every request it is asked who asks.
_OF_SESSION: Final = (
    select(*_ACCOUNT)
    .join(_SESSIONS, _SESSIONS.c.account_id == _ACCOUNTS.c.id)
    .where(_SESSIONS.c.id == bindparam("hashed"), _SESSIONS.c.at >= bindparam("since"))
)
_OF_TOKEN: Final = (
    select(*_TOKEN, *_ACCOUNT)
    .join(_ACCOUNTS, _ACCOUNTS.c.id == _TOKENS.c.account_id)
    .where(_TOKENS.c.hash == bindparam("hashed"))
)


def add(session: Session, row: dict[str, Any]) -> bool:
    """Add an account. Return False where the name, or one that looks like it, is taken; nothing is
    changed then."""
    return bool(insert_new(session, Account, [row], []))


def is_taken(session: Session, skeletons: Collection[str]) -> bool:
    """Return whether an account has a name of one of these forms."""
    statement = select(col(Account.id)).where(col(Account.skeleton).in_(skeletons)).limit(1)
    return session.execute(statement).first() is not None


def find(session: Session, account_id: str) -> AccountView | None:
    """Return the account with this identifier."""
    return one(session, AccountView, select(*_ACCOUNT).where(col(Account.id) == account_id))


def named(session: Session, key: str) -> AccountView | None:
    """Return the account with this name, in its compared form."""
    return one(session, AccountView, select(*_ACCOUNT).where(col(Account.key) == key))


def password(session: Session, account_id: str) -> str:
    """Return the stored hash; empty where the account has no password to sign in with."""
    statement = select(col(Account.password)).where(col(Account.id) == account_id)
    return session.execute(statement).scalar_one_or_none() or ""


def listed(session: Session, *, like: str = "", limit: int = 200) -> list[AccountView]:
    """Return accounts by name; `like` is a beginning of the compared form."""
    statement = select(*_ACCOUNT).order_by(col(Account.key)).limit(limit)
    if like:
        statement = statement.where(col(Account.key).startswith(like, autoescape=True))
    return [AccountView(*row) for row in session.execute(statement)]


def is_last_admin(session: Session, account_id: str) -> bool:
    """Return whether this is the only admin who can sign in."""
    statement = (
        select(col(Account.id))
        .where(col(Account.role) == Role.ADMIN, col(Account.disabled_at).is_(None))
        .with_for_update()
    )
    return list(session.execute(statement).scalars()) == [account_id]


def change(session: Session, account_id: str, **values: Any) -> None:
    """Change columns of an account."""
    put(session, Account, account_id, **values)


def begin_session(session: Session, hashed: str, account_id: str, now: datetime) -> None:
    """Keep a session, by the hash of its cookie. Sessions of the account that have ended by
    themselves are removed."""
    ended = col(SignIn.at) < now - SIGNED_IN_FOR
    session.execute(delete(SignIn).where(col(SignIn.account_id) == account_id, ended))
    session.add(SignIn(id=hashed, account_id=account_id, at=now))


def of_session(session: Session, hashed: str, now: datetime) -> AccountView | None:
    """Return the account of a session; None where it has ended."""
    asked = {"hashed": hashed, "since": now - SIGNED_IN_FOR}
    row = session.execute(_OF_SESSION, asked).one_or_none()
    return None if row is None else AccountView(*row)


def end_session(session: Session, hashed: str) -> None:
    """End one session."""
    session.execute(delete(SignIn).where(col(SignIn.id) == hashed))


def end_sessions(session: Session, account_id: str, but: str = "") -> None:
    """End all sessions of an account, or all but one."""
    theirs = col(SignIn.account_id) == account_id
    session.execute(delete(SignIn).where(theirs, col(SignIn.id) != but))


def sessions(session: Session, account_id: str, now: datetime) -> list[tuple[str, datetime]]:
    """Return an account's sessions by their hashes, each with its beginning; the newest first."""
    statement = (
        select(col(SignIn.id), col(SignIn.at))
        .where(col(SignIn.account_id) == account_id, col(SignIn.at) >= now - SIGNED_IN_FOR)
        .order_by(col(SignIn.at).desc(), col(SignIn.id))
    )
    return [(hashed, at) for hashed, at in session.execute(statement)]


def add_token(session: Session, row: dict[str, Any]) -> None:
    """Keep a token, by its hash."""
    session.add(Token(**row))


def tokens(session: Session, account_id: str) -> list[TokenView]:
    """Return an account's tokens, the newest first."""
    statement = (
        select(*_TOKEN)
        .where(col(Token.account_id) == account_id)
        .order_by(col(Token.created_at).desc(), col(Token.id))
    )
    return [TokenView(*row) for row in session.execute(statement)]


def token_of(session: Session, hashed: str) -> tuple[TokenView, AccountView] | None:
    """Return the token with this hash, and its account."""
    row = session.execute(_OF_TOKEN, {"hashed": hashed}).one_or_none()
    if row is None:
        return None
    cut = len(_TOKEN)
    return TokenView(*row[:cut]), AccountView(*row[cut:])


def revoke(session: Session, account_id: str, token_id: str, now: datetime) -> bool:
    """Revoke an account's token. Return False where it has no such token, or it was revoked
    already."""
    theirs = col(Token.account_id) == account_id, col(Token.revoked_at).is_(None)
    return put(session, Token, token_id, *theirs, revoked_at=now)


def used(session: Session, token_id: str, now: datetime) -> None:
    """Note that a token was used, unless that was noted a short while ago."""
    stale = or_(col(Token.used_at).is_(None), col(Token.used_at) < now - USED_AT_MOST_EVERY)
    put(session, Token, token_id, stale, used_at=now)
