"""Who may do what to what: one place, asked by the pages, the API and the command line.

It looks nothing up. `may` answers for a person or a program (`Actor`), what they want to do
(`Permission`), and what they want to do it to (`Owned`). docs/accounts.md has the same as a
table, and a test checks every address against it.

What actors may not see does not exist for them: they are answered as if it were not there.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from archive.core.archive_states import Role, Visibility

__all__ = [
    "ANONYMOUS", "RANKS", "ROLE_FOR", "Actor", "Owned", "Permission", "Role", "Scope",
    "Visibility", "may",
]  # fmt: skip

RANKS: Final = {role: rank for rank, role in enumerate(Role)}
"""Each role may do all that the ones before it may."""


class Scope(StrEnum):
    """What a token may be used for. A token can never do more than its account."""

    READ = "read"
    """See and export the account's private data."""
    UPLOAD = "upload"
    """Upload records for the account."""
    WRITE = "write"
    """Change and delete the account's own, tags and collections; report."""
    MODERATE = "moderate"
    """What moderators do."""
    ADMIN = "admin"
    """What admins do."""


ROLE_FOR: Final = dict.fromkeys(Scope, Role.MEMBER) | {
    Scope.MODERATE: Role.MODERATOR,
    Scope.ADMIN: Role.ADMIN,
}
"""The role that an account needs for its own tokens with this scope to work."""


@dataclass(frozen=True, slots=True)
class Actor:
    """A visitor, a signed-in user or a program with a token."""

    account_id: str | None = None
    """None for a visitor who has not signed in."""
    name: str = ""
    role: Role | None = None
    scopes: frozenset[Scope] | None = None
    """The scopes of the token; None for an account signed in on the page."""

    def is_at_least(self, role: Role) -> bool:
        """Return whether an account has a role or one above it."""
        return self.role is not None and RANKS[self.role] >= RANKS[role]

    def has(self, scope: Scope) -> bool:
        """Return whether an account may do this with its token, where it uses one."""
        return self.account_id is not None and (self.scopes is None or scope in self.scopes)


ANONYMOUS: Final = Actor()


class Owned(Protocol):
    """A record, an upload, a collection or a layer, as far as permissions need it. Some have a
    `hidden_at` as well: since when a moderator hides it from all but its owner."""

    @property
    def owner_id(self) -> str | None: ...

    @property
    def visibility(self) -> str: ...


class Permission(StrEnum):
    """What an actor wants to do."""

    SEE = "see"
    SEE_AS_IT_CAME = "see as it came"
    """With the names of anonymous players, and with what else only its owner may see."""
    UPLOAD = "upload"
    CHANGE = "change"
    """Its visibility, whether it is judged on, the order of a collection."""
    DELETE = "delete"
    TAG = "tag"
    CORRECT = "correct"
    """Add a corrected revision of a record."""
    NAME_PLAYERS = "name players"
    """Merge or split players, and choose a player's name."""
    COLLECT = "collect"
    """Make collections of records that one can see."""
    ANNOTATE = "annotate"
    """Write a layer of notes on a record that one can see."""
    REPORT = "report"
    EXPORT = "export"
    """Export all that belongs to the account."""
    MODERATE = "moderate"
    """Read reports and settle them, hide records, keep players anonymous."""
    ADMINISTER = "administer"
    """Roles, accounts, the log, re-scoring the archive."""
    KEEP_ACCOUNT = "keep account"
    """The account's own password, tokens, sessions, and deletion."""


def may(who: Actor, verb: Permission, what: Owned | None = None) -> bool:  # noqa: C901 - a table, read down
    """Return whether this is allowed. What is done to something needs that something."""
    match verb:
        case Permission.SEE:
            return _sees(who, _needed(what))
        case Permission.SEE_AS_IT_CAME:
            return _owns(who, _needed(what), Scope.READ) or _moderates(who)
        case Permission.UPLOAD:
            return who.account_id is None or who.has(Scope.UPLOAD)
        case Permission.CHANGE:
            return _owns(who, _needed(what), Scope.WRITE) or (
                _needed(what).owner_id is None and _moderates(who)
            )
        case Permission.DELETE:
            return _owns(who, _needed(what), Scope.WRITE) or _moderates(who)
        case Permission.TAG | Permission.CORRECT:
            return _sees(who, _needed(what)) and (
                _owns(who, _needed(what), Scope.WRITE)
                or (who.is_at_least(Role.ARBITER) and who.has(Scope.WRITE))
            )
        case Permission.NAME_PLAYERS:
            return who.is_at_least(Role.ARBITER) and who.has(Scope.WRITE)
        case Permission.COLLECT | Permission.ANNOTATE:
            return who.has(Scope.WRITE) and (what is None or _sees(who, what))
        case Permission.REPORT:
            writes = who.account_id is None or who.has(Scope.WRITE)
            return writes and _sees(who, _needed(what))
        case Permission.EXPORT:
            return who.has(Scope.READ)
        case Permission.MODERATE:
            return _moderates(who)
        case Permission.ADMINISTER:
            return who.is_at_least(Role.ADMIN) and who.has(Scope.ADMIN)
        case Permission.KEEP_ACCOUNT:
            return who.account_id is not None and who.scopes is None


def _sees(who: Actor, what: Owned) -> bool:
    if _owns(who, what, Scope.READ) or _moderates(who):
        return True
    is_hidden = getattr(what, "hidden_at", None) is not None
    return not is_hidden and what.visibility != Visibility.PRIVATE


def _owns(who: Actor, what: Owned, scope: Scope) -> bool:
    """Return whether `who` owns it; what has no owner is owned by no account."""
    return what.owner_id is not None and what.owner_id == who.account_id and who.has(scope)


def _moderates(who: Actor) -> bool:
    return who.is_at_least(Role.MODERATOR) and who.has(Scope.MODERATE)


def _needed(what: Owned | None) -> Owned:
    if what is None:
        raise TypeError("what is it to be done to?")
    return what
