"""Shared replays: several people step through a game; one leads, the others see the same play.

They are kept at the broker alone, for some hours, and nothing is lost with them but who was where.
A table is one text that is changed as a whole or not at all; the time when each person last asked
stands beside it, so that asking changes nothing for the others.
"""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final, TypeVar

from redis.client import Pipeline

from archive.core.errors import NotThere, Refused
from archive.languages import marked
from archive.runtime.queue import Broker, Queue

KEPT_FOR: Final = 6 * 3600
"""Seconds after the last change at which a table is forgotten."""
MOST_PEOPLE: Final = 40
LONGEST_NAME: Final = 30
AGAIN: Final = 10
"""Seconds after which a person's presence is noted again, and their permission checked again."""
PRESENT: Final = 75
"""Seconds for which a person counts as there; a browser lets a page it hides ask once a minute."""
GOING: Final = 5
"""Seconds for which a person counts as there once their page has closed: the next page of the same
replay is open by then, or another tab asks."""
TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{22}")
PLACE: Final = re.compile(
    r"[0-9]{1,6}(?:\?line=(?:[0-9A-Za-z.-]|%3F){0,1600}(?:&at=[0-9]{1,3})?(?:&for=[0-9]{1,2})?)?"
)
"""A place in a game as its address has it: a play, or a line of what if that leaves it there."""

NO_TABLE: Final = marked("This shared replay has ended.")


Kind = TypeVar("Kind", "Table", "Person")


class TooMany(Refused):
    """The table is full."""


class NotLeading(Refused):
    """Another person leads, or has to be there for what was asked."""


@dataclass
class Person:
    """Someone at a table: `name` is empty for a guest who gave none, `guest` who has no account."""

    name: str
    guest: bool

    @property
    def named_guest(self) -> bool:
        """Return whether the person is a guest with a name, which anyone could give."""
        return self.guest and bool(self.name)


@dataclass
class Table:
    """A table. People are told apart by numbers, which are given once."""

    game: str
    place: str
    turn: int = 0
    """How many places were shown before this one."""
    leader: int = 1
    maker: int = 1
    given: int = 0
    """The last number that was given."""
    people: dict[int, Person] = field(default_factory=dict)
    asked: dict[int, float] = field(default_factory=dict)
    """When each person was last noted as there."""
    present: list[int] = field(default_factory=list)

    def may_take(self, me: int) -> bool:
        """Return whether a person may take the lead: the maker of the table always, others when the
        leader has gone."""
        return me != self.leader and (me == self.maker or self.leader not in self.present)


class SharedReplays:
    """The use cases about tables. All raise `BrokerAway` where the broker is away, and `NotThere`
    for a table that is gone or a person who is not at it."""

    def __init__(self, queue: Queue, clock: Callable[[], float] = time.time) -> None:
        self._queue = queue
        self.clock = clock

    def begin(self, game_id: str, place: str, person: Person) -> str:
        """Make a table, led by `person`, who is number 1 there, and return its token."""
        token = secrets.token_urlsafe(16)
        made = Table(game_id, place, given=1, people={1: person})
        self._queue.kept(lambda broker: broker.set(_key(broker, token), _text(made), ex=KEPT_FOR))
        self.here(token, 1)
        return token

    def find(self, token: str) -> Table:
        """Return a table as it is now."""
        if not TOKEN.fullmatch(token):
            raise NotThere(NO_TABLE)
        now = self.clock()

        def ask(broker: Broker) -> list[Any]:
            both = broker.pipeline(transaction=False)
            both.get(_key(broker, token))
            both.zrange(_asked(broker, token), 0, -1, withscores=True)
            return both.execute()

        text, asked = self._queue.kept(ask)
        table = _table(text)
        table.asked = {int(number): at for number, at in asked}
        there = (one for one in table.people if now - table.asked.get(one, 0) < PRESENT)
        table.present = sorted(there)
        return table

    def due(self, table: Table, me: int) -> bool:
        """Return whether it is time to check again whether a person may be there, and to note
        it."""
        return not 0 <= self.clock() - table.asked.get(me, 0) < AGAIN

    def gone(self, token: str, me: int) -> None:
        """Note that a person's page is closed: they count as there for a few seconds more, unless
        they ask again."""
        self.here(token, me, ago=PRESENT - GOING)

    def here(self, token: str, me: int, *, ago: float = 0) -> None:
        """Note that a person is at a table now, or was there `ago` seconds earlier."""

        def note(broker: Broker) -> None:
            both = broker.pipeline(transaction=False)
            both.zadd(_asked(broker, token), {str(me): self.clock() - ago})
            both.expire(_asked(broker, token), KEPT_FOR)
            both.execute()

        self._queue.kept(note)

    def join(self, token: str, person: Person) -> int:
        """Add a person, and return their number. People who have been gone for long make room."""
        before = self.find(token)

        def enter(table: Table) -> int:
            if len(table.people) >= MOST_PEOPLE:
                for gone in {*table.people} - {table.maker, table.leader, *before.present}:
                    del table.people[gone]
            if len(table.people) >= MOST_PEOPLE:
                raise TooMany(marked("%(most)s people are there already."), most=MOST_PEOPLE)
            table.given += 1
            table.people[table.given] = person
            if table.leader not in table.people:  # all have left
                table.leader = table.given
            return table.given

        me: int = self._change(token, enter)
        self.here(token, me)
        return me

    def show(self, token: str, me: int, place: str) -> int:
        """Show a place to everyone; only the leader may. Return the number of its turn."""

        def go(table: Table) -> int:
            if table.leader != me:
                raise NotLeading(marked("Another person is showing now."))
            table.place = place
            table.turn += 1
            return table.turn

        turn: int = self._change(token, go)
        return turn

    def lead(self, token: str, me: int, to: int) -> None:
        """Give the lead, which `me` has, to another who is there; or take it, with `to` as `me`."""
        before = self.find(token)

        def give(table: Table) -> None:
            table.present = before.present
            may = table.leader == me or (to == me and table.may_take(me))
            if not may or to not in table.present:
                raise NotLeading(marked("It cannot be taken over so. Look who is showing now."))
            table.leader = to

        self._change(token, give)

    def leave(self, token: str, me: int) -> None:
        """Remove a person from a table. Their lead goes to the maker of the table, or else to the
        first who came."""

        def go(table: Table) -> None:
            table.people.pop(me, None)
            if table.leader == me and table.people:
                table.leader = table.maker if table.maker in table.people else min(table.people)

        self._change(token, go)

    def _change(self, token: str, edit: Callable[[Table], Any]) -> Any:
        def change(broker: Broker) -> Any:
            key = _key(broker, token)

            def once(pipe: Pipeline) -> Any:
                text = pipe.get(key)
                table = _table(text)
                answer = edit(table)
                pipe.multi()
                pipe.set(key, _text(table, text), ex=KEPT_FOR)
                return answer

            return broker.transaction(once, key, value_from_callable=True)

        return self._queue.kept(change)


def _key(broker: Broker, token: str) -> str:
    return f"{broker.prefix}together:{token}"


def _asked(broker: Broker, token: str) -> str:
    return f"{_key(broker, token)}:asked"


def _text(table: Table, before: Any = "{}") -> str:
    """Return a table as it is kept, with the fields of `before` that another version of this
    program wrote."""
    return json.dumps({**json.loads(before), **asdict(table), "asked": {}, "present": []})


def _table(text: Any) -> Table:
    if text is None:
        raise NotThere(NO_TABLE)
    said = json.loads(text)
    people = {int(number): _known(Person, one) for number, one in said["people"].items()}
    return _known(Table, {**said, "people": people})


def _known(kind: type[Kind], said: dict[str, Any]) -> Kind:
    """Return a dataclass of the kind, ignoring unknown fields."""
    return kind(**{one.name: said[one.name] for one in fields(kind) if one.name in said})
