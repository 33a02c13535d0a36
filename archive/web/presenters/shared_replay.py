"""The people at a shared replay, in words; the addresses there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from flask import url_for

from archive.services.shared_replays import PLACE, Table
from archive.web.language import _

OF_A_LINE: Final = ("line", "at", "for")
"""The parameters of a line of what if, in the order in which a place has them."""


@dataclass(frozen=True, slots=True)
class PersonShown:
    """A person in the list of a table."""

    number: int
    name: str
    guest: bool
    leads: bool
    me: bool


@dataclass(frozen=True, slots=True)
class LineShown:
    """The line below the board: a sentence, the people there, and what the reader may do."""

    token: str
    me: int
    sentence: str
    people: list[PersonShown]
    leader: str
    leads: bool
    may_take: bool
    place: str
    mark: str
    """A mark that changes whenever the line does."""


def line_of(table: Table, token: str, me: int) -> LineShown:
    """Return the line of a table for the person with the number `me`; 0 for a reader who is not
    there."""
    here = [
        PersonShown(number, _name(table, number), table.people[number].named_guest,
                    leads=number == table.leader, me=number == me)
        for number in table.present
    ]  # fmt: skip
    leader = _name(table, table.leader)
    if me and me == table.leader:
        said = _("You are showing.") if here[1:] else _("You are showing. No one else is here yet.")
    elif table.leader in table.present:
        said = _("%(name)s is showing.", name=leader)
    else:
        said = _("%(name)s was showing, and has gone.", name=leader)
    others = ", ".join(one.name for one in here if not (one.me or one.leads))
    if others:
        said += " " + _("Here too: %(names)s", names=others)
    return LineShown(
        token, me, said, here, leader, me == table.leader, bool(me) and table.may_take(me),
        table.place, mark_of(table),
    )  # fmt: skip


def mark_of(table: Table) -> str:
    """Return a text that changes when a table's people or its leader do."""
    return f"{table.leader}:{' '.join(map(str, table.present))}"


def replay_address(table: Table, token: str = "") -> str:
    """Return the address of what the leader shows: alone, or at the table."""
    address = url_for("replay.ply", game_id=table.game, ply=0)[:-1] + table.place
    return f"{address}{'&' if '?' in address else '?'}with={token}" if token else address


def place_in(ply: int, asked: Mapping[str, str]) -> str:
    """Return the place that the address of a replay page names."""
    line = {name: asked[name] for name in OF_A_LINE if name in asked} if "line" in asked else {}
    place = f"{ply}?{urlencode(line)}" if line else str(ply)
    return place if PLACE.fullmatch(place) else str(ply)


def _name(table: Table, number: int) -> str:
    person = table.people.get(number)
    if person is None or not person.name:
        return _("Guest %(number)s", number=number)
    return person.name
