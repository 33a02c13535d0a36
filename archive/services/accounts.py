"""Accounts: signing up and in, passwords, roles; their tokens are in tokens.py.

These methods refuse with a sentence (`Refused`); whether the actor may do a thing at all has
been asked of `permissions` before. A session is a key in a browser's cookie and a row here that
knows its hash; without the row the cookie is worth nothing.
"""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Final, NamedTuple

from archive.config import Settings
from archive.core import lookalikes
from archive.languages import marked
from archive.services import account_names
from archive.services import passwords as rules
from archive.services.context import now, reads
from archive.services.passwords import Passwords
from archive.services.permissions import Role
from archive.services.sign_in_tries import Devices, Guesses, TooManyGuesses
from archive.services.tokens import SignedIn, TokenRefused, Tokens, hash_of
from archive.store import accounts, audit, ids
from archive.store.accounts import SIGNED_IN_FOR, AccountView, TokenView
from archive.store.audit import AuditEntry
from archive.store.database import Database
from archive.store.database import Session as DatabaseSession
from archive.store.password_tries import Budget

__all__ = [
    "SIGNED_IN_FOR", "AccountView", "Accounts", "AuditEntry", "Session", "SignedIn",
    "TokenRefused", "TokenView", "TooManyGuesses",
]  # fmt: skip

NO_ACCOUNT: Final = marked("There is no such account.")
LAST_ADMIN: Final = marked("There is no other admin: make one first.")


class Session(NamedTuple):
    """A session as its account lists it: one browser that is signed in."""

    since: datetime
    this: bool
    """Whether it is the session of this request."""


class Accounts(Tokens):
    """The use cases about accounts."""

    def __init__(
        self, database: Database, settings: Settings, passwords: Passwords | None = None
    ) -> None:
        super().__init__(database)
        self.sign_up_is_open = settings.sign_up == "open"
        self.passwords = passwords or Passwords()
        self.guesses = Guesses(database, settings.sign_in_rate)
        self._devices = Devices(settings.secret_key)

    # Signing up and in

    def sign_up(self, name: str, password: str) -> AccountView:
        """Return a new account that a visitor makes for themselves."""
        if not self.sign_up_is_open:
            raise TokenRefused(
                marked("Accounts on this archive are given out by its operator: ask there.")
            )
        if account_names.is_reserved(name):
            raise TokenRefused(
                marked("That name could be taken for the archive’s own: choose another.")
            )
        return self.create(name, password)

    def create(self, name: str, password: str, role: Role = Role.MEMBER) -> AccountView:
        """Return a new account, made on the page or by a command."""
        kept = account_names.checked(name)
        hashed = self.passwords.hash(rules.checked(password, kept))
        account = AccountView(ids.fresh(), kept, role, now(), None)
        row = {
            "id": account.id,
            "name": kept,
            "key": account_names.key(kept),
            "skeleton": lookalikes.skeleton(kept) or None,
            "password": hashed,
            "role": role,
            "created_at": account.created_at,
        }
        with self.database.writing() as session:
            alike = lookalikes.readings(kept)
            if accounts.is_taken(session, alike) or not accounts.add(session, row):
                raise TokenRefused(self._why_taken(session, kept), name=kept)
            subject = f"account:{account.id}"
            audit.note(session, "account-made", subject, account.id, role=role.value)
        return account

    @staticmethod
    def _why_taken(session: DatabaseSession, name: str) -> str:
        if accounts.named(session, account_names.key(name)):
            return marked("There is an account named %(name)s already.")
        return marked(
            "%(name)s looks like the name of an account that is here already: choose another."
        )

    def sign_in(
        self, name: str, password: str, address: str = "", device: str = ""
    ) -> AccountView | None:
        """Return the account where name and password fit and it is not disabled; else None. Nothing
        about the answer, its time included, tells which of these it was. `device` is the cookie
        that `remember` made. Raise `TooManyGuesses` where no password is checked."""
        with self.database.reading() as session:
            account = accounts.named(session, account_names.key(name))
            hashed = accounts.password(session, account.id) if account else ""
        whose = account.id if account else account_names.key(name)
        known = self._devices.known(device, whose, hashed) if account else None
        guesses = self.guesses
        budgets = guesses.known(known) if known else guesses.unknown(whose, address)
        is_open = account is not None and account.disabled_at is None
        if not self._try(budgets, password, hashed if is_open else "") or account is None:
            self._note_refusal(account, address)
            return None
        if self.passwords.is_dated(hashed):
            rehashed = self.passwords.hash(password)
            with self.database.writing() as session:
                accounts.change(session, account.id, password=rehashed)
        return account

    def _try(self, budgets: list[Budget], password: str, hashed: str) -> bool:
        """Return whether a password is right. The try is counted before the check, and not
        afterwards, so that many at once are no more than are allowed."""
        self.guesses.count(budgets)
        if not self.passwords.fits(password, hashed):
            return False
        self.guesses.give_back(budgets)
        return True

    def set_language(self, account_id: str, code: str | None) -> None:
        """Set the language in which an account reads the pages; without one, that of its
        browsers."""
        with self.database.writing() as session:
            accounts.change(session, account_id, language=code)

    def remember(self, account_id: str, device: str = "") -> str:
        """Return the cookie of a browser in which the account has just signed in, made from the one
        it had."""
        with self.database.reading() as session:
            hashed = accounts.password(session, account_id)
        return self._devices.remembering(device, account_id, hashed)

    def _note_refusal(self, account: AccountView | None, address: str) -> None:
        """Log a refused sign-in. The typed name is not written down: it may have been a
        password."""
        with self.database.writing() as session:
            subject = f"account:{account.id if account else 'unknown'}"
            audit.note(session, "sign-in-refused", subject, address=address)

    def begin_session(self, account_id: str) -> str:
        """Begin a session; return its key, for the browser's cookie."""
        key = secrets.token_urlsafe(32)
        with self.database.writing() as session:
            accounts.begin_session(session, hash_of(key), account_id, now())
        return key

    def of_session(self, key: str) -> SignedIn | None:
        """Return the account of a session; None where it has ended."""
        with self.database.reading() as session:
            account = accounts.of_session(session, hash_of(key), now())
        return SignedIn(account) if account and account.disabled_at is None else None

    def end_session(self, key: str) -> None:
        """End a session: from now on its cookie stands for no account."""
        with self.database.writing() as session:
            accounts.end_session(session, hash_of(key))

    def sessions(self, account_id: str, key: str) -> list[Session]:
        """Return an account's sessions, the newest first; `key` is that of the current one."""
        with self.database.reading() as session:
            found = accounts.sessions(session, account_id, now())
        return [Session(at, hashed == hash_of(key)) for hashed, at in found]

    def has_password(self, account_id: str, password: str, *, key: str = "") -> bool:
        """Return whether this is the account's password: asked again before an action that cannot
        be undone, in the session with this key. Raise `TooManyGuesses` where it is not checked."""
        with self.database.reading() as session:
            hashed = accounts.password(session, account_id)
        return self._try(self.guesses.known(key or account_id), password, hashed)

    # One's own account

    def change_password(self, account_id: str, old: str, new: str, *, key: str = "") -> None:
        """Change an account's password. Ends its sessions, all but the one with this key."""
        account = self.account(account_id)
        if account is None or not self.has_password(account_id, old, key=key):
            raise TokenRefused(marked("That is not the password you have now."))
        self.set_password(account, new, by=account_id, key=key)

    def set_password(
        self, account: AccountView, new: str, *, by: str | None = None, key: str = ""
    ) -> None:
        """Set an account's password without asking for the old one."""
        hashed = self.passwords.hash(rules.checked(new, account.name))
        with self.database.writing() as session:
            accounts.change(session, account.id, password=hashed)
            audit.note(session, "password-changed", f"account:{account.id}", by)
            accounts.end_sessions(session, account.id, but=hash_of(key))

    def end_sessions(self, account_id: str, *, key: str = "") -> None:
        """Sign out everywhere, or, with a key, everywhere but in that session."""
        with self.database.writing() as session:
            audit.note(session, "sessions-ended", f"account:{account_id}", account_id)
            accounts.end_sessions(session, account_id, but=hash_of(key))

    # What admins do

    account = reads(accounts.find)

    def named(self, name: str) -> AccountView | None:
        """Return an account by its name, however that is written."""
        with self.database.reading() as session:
            return accounts.named(session, account_names.key(name))

    def all(self, like: str = "", limit: int = 200) -> list[AccountView]:
        """Return accounts in the order of their names; `like` is a beginning."""
        with self.database.reading() as session:
            return accounts.listed(session, like=account_names.key(like), limit=limit)

    def set_role(self, account_id: str, role: Role, *, by: str | None = None) -> None:
        """Change an account's role. Ends its sessions, so that no page goes on with the old one."""
        with self.database.writing() as session:
            account = accounts.find(session, account_id)
            if account is None:
                raise TokenRefused(NO_ACCOUNT)
            if account.role == role:
                return
            if accounts.is_last_admin(session, account_id):
                raise TokenRefused(LAST_ADMIN)
            accounts.change(session, account_id, role=role)
            accounts.end_sessions(session, account_id)
            change = {"from": str(account.role), "to": role.value}
            subject = f"account:{account_id}"
            audit.note(session, "role-changed", subject, by, **change)

    def disable(self, account_id: str, *, by: str | None = None, again: bool = False) -> None:
        """Disable an account, so that signing in is refused; with `again`, enable it."""
        with self.database.writing() as session:
            if accounts.find(session, account_id) is None:
                raise TokenRefused(NO_ACCOUNT)
            if not again and accounts.is_last_admin(session, account_id):
                raise TokenRefused(LAST_ADMIN)
            accounts.change(session, account_id, disabled_at=None if again else now())
            accounts.end_sessions(session, account_id)
            action = "account-enabled" if again else "account-disabled"
            audit.note(session, action, f"account:{account_id}", by)

    log = reads(audit.entries)
    log_actions = reads(audit.actions)
