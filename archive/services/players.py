"""One person under several names: players merged, split and named.

Records stay as they were written. An arbiter says that two names are one player. A search for
either name then finds all of that player's games, and it can be undone name by name. Here are also
the faults in a player's games: plays against the rules, and wrong points.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from archive.core.errors import Refused
from archive.core.text import NAME_LENGTH, is_hidden, name_key
from archive.languages import marked
from archive.services.context import UseCases, now
from archive.services.permissions import ANONYMOUS, Actor, Permission, may
from archive.store import audit, player_merges, players
from archive.store.player_lists import Faulted
from archive.store.player_merges import Bearer
from archive.telling.findings import CODES, Question

__all__ = ["NO_PLAYER", "Bearer", "Players", "PlayersRefused"]

NO_PLAYER: Final = marked("There is no such player.")
KEPT_ANONYMOUS: Final = marked(
    "The names of an anonymous player are not told, joined or taken apart."
)
TOGETHER_ONCE: Final = marked("They sat at one table, in one game: they are two people.")
TOGETHER: Final = marked("They sat at one table, in %(games)s games: they are two people.")


class PlayersRefused(Refused):
    """A change to players and their names that is refused; the text says why."""


class Players(UseCases):
    """The use cases about players and their names.

    Players who sit in no listed record are seen only by moderators; for others they are not there.
    """

    def find(self, name: str, *, asking: Actor = ANONYMOUS) -> Bearer | None:
        """Return a player by one of their names, or by an identifier that is theirs or was."""
        with self.database.reading() as session:
            return _found(session, players.named(session, name) or "", asking)

    def together(self, one: str, other: str, *, asking: Actor = ANONYMOUS) -> int:
        """Return in how many records two players sat at one table."""
        with self.database.reading() as session:
            return player_merges.together(session, one, other, shown=not _sees_all(asking))

    def merge(self, kept: str, other: str, *, asking: Actor = ANONYMOUS) -> Bearer:
        """Merge two players: the names and games of `other` are those of `kept` from now on."""
        with self.database.writing() as session:
            one, two = (_known(session, player, asking) for player in (kept, other))
            if one.id == two.id:
                raise PlayersRefused(marked("That is one player already."))
            if tables := player_merges.together(
                session, one.id, two.id, shown=not _sees_all(asking)
            ):
                if tables == 1:
                    raise PlayersRefused(TOGETHER_ONCE)
                raise PlayersRefused(TOGETHER, games=tables)
            if player_merges.together(session, one.id, two.id):  # where, is not said
                raise PlayersRefused(marked("These two cannot be joined here."))
            if not player_merges.merge(session, one.id, two.id):
                raise PlayersRefused(NO_PLAYER)  # another request was quicker
            _note(session, "players-joined", one.id, asking, other=two.id)
            return _known(session, one.id, asking)

    def split(
        self, player_id: str, names: Collection[str], *, asking: Actor = ANONYMOUS
    ) -> str | None:
        """Split some of a player's names off as another player, with the games that were played
        under them. Return the player who has the names now; None where no game was played under
        them, so that they are only forgotten."""
        with self.database.writing() as session:
            one = _known(session, player_id, asking)
            asked = {name_key(name) for name in names}
            theirs = {name_key(name) for name in one.names}
            if not asked:
                raise PlayersRefused(marked("Say which of the names are another player’s."))
            if not asked <= theirs:
                raise PlayersRefused(marked("That is none of this player’s names."))
            if asked == theirs:
                raise PlayersRefused(marked("One name at least stays with the player."))
            made = player_merges.split(session, one.id, names, now())
            _note(session, "player-split", one.id, asking, other=made)
            return made

    def give(self, player_id: str, name: str, *, asking: Actor = ANONYMOUS) -> Bearer:
        """Add another name to a player, before it stands in any record."""
        name = _checked(name)
        with self.database.writing() as session:
            one = _known(session, player_id, asking)
            if name_key(name) in {name_key(its) for its in one.names}:
                raise PlayersRefused(marked("The player goes by this name already."))
            whose = player_merges.give(session, one.id, name, now())
            if whose != one.id:
                if whose and _found(session, whose, asking):
                    raise PlayersRefused(marked("Another player goes by this name: join the two."))
                raise PlayersRefused(marked("This name cannot be given to a player here."))
            _note(session, "player-named", one.id, asking)
            return _known(session, one.id, asking)

    def call(self, player_id: str, name: str, *, asking: Actor = ANONYMOUS) -> Bearer:
        """Set which of a player's names is shown in lists and on their own page."""
        with self.database.writing() as session:
            one = _known(session, player_id, asking)
            if not player_merges.call(session, one.id, name):
                raise PlayersRefused(marked("That is none of this player’s names."))
            _note(session, "player-called", one.id, asking)
            return _known(session, one.id, asking)


def _sees_all(asking: Actor) -> bool:
    """Return whether an actor may see players whom no list shows."""
    return may(asking, Permission.MODERATE)


def _found(session: Any, player_id: str, asking: Actor) -> Bearer | None:
    found = player_merges.bearer(session, player_id)
    return found if found is not None and (found.shown or _sees_all(asking)) else None


def _known(session: Any, player_id: str, asking: Actor) -> Bearer:
    found = _found(session, player_id, asking)
    if found is None:
        raise PlayersRefused(NO_PLAYER)
    if found.anonymous:
        raise PlayersRefused(KEPT_ANONYMOUS)
    return found


def _note(session: Any, action: str, player_id: str, asking: Actor, **detail: object) -> None:
    """Log an action without names: the log forgets nothing, and a player may be kept anonymous one
    day."""
    audit.note(session, action, f"player:{player_id}", asking.account_id, **detail)


def _checked(name: str) -> str:
    shown = players.shown(name)
    if any(map(is_hidden, name.strip())):
        raise PlayersRefused(marked("There is a character in this name that cannot be seen."))
    if not name_key(name) or len(name) > NAME_LENGTH:
        raise PlayersRefused(
            marked("A name has 1 to %(most)s characters, and is not “?”."), most=NAME_LENGTH
        )
    return shown


@dataclass(slots=True)
class PlayerFaults:
    """Faults in a player's latest games. By code, in how many games the player's own plays were
    against the rules and in how many those of others; the points that the records have too many and
    too few for the player. What only follows from another fault is not counted."""

    games: int = 0
    own: Counter[str] = field(default_factory=Counter)
    others: Counter[str] = field(default_factory=Counter)
    too_many: int = 0
    too_few: int = 0

    @property
    def codes(self) -> list[str]:
        """Return the codes of plays against the rules, the most frequent first."""
        return [code for code, _ in (self.own + self.others).most_common()]


def faults_of(games: Iterable[Faulted]) -> PlayerFaults:
    """Return the faults that verdicts found in a player's games."""
    told = PlayerFaults()
    for game in games:
        told.games += 1
        found = json.loads(game.verdict).get("findings") or []
        errors = (one for one in found if one["severity"] == "error")
        _count(told, f"p{game.seat}", (one for one in errors if one.get("follows") is None))
    return told


def _count(told: PlayerFaults, seat: str, found: Iterable[dict[str, Any]]) -> None:
    own, others = set[str](), set[str]()
    for one in found:
        if CODES.get(one["code"]) is Question.LEGALITY and one.get("seat"):
            (own if one["seat"] == seat else others).add(one["code"])
        points = ((one.get("effect") or {}).get("points") or {}).get(seat) or 0
        told.too_many += max(0, -points)
        told.too_few += max(0, points)
    told.own.update(own)
    told.others.update(others)
