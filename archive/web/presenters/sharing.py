"""Ways to share a page: its own address, a picture of the table, a frame for another page; and the
people at a shared replay, in words, with the addresses there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from flask import request, url_for
from markupsafe import escape

from archive.services import GameView
from archive.services.shared_replays import PLACE, Table
from archive.web.language import _
from archive.web.presenters.replay_cache import opened_game

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


WIDTH: Final = 960
HEIGHT: Final = 640
"""The height of a frame, in pixels, where no other is given."""


TABLE: Final = "with"
"""The parameter of a replay's address that names a shared replay."""
PICTURED: Final = frozenset({"seat", "as", "line", "at", "revision", "layers"})
"""The parameters of a page that its picture needs."""


def shared(game: GameView, ply: int) -> dict[str, Any]:
    """Return the address of this page, the code for a frame with it, and the address of its
    picture."""
    here = request.url
    if TABLE in request.args:  # others come to a table by its own address
        asked: dict[str, Any] = {name: said for name, said in request.args.items() if name != TABLE}
        here = url_for("replay.ply", game_id=game.id, ply=ply, _external=True, **asked)
    line: dict[str, Any] = {one: request.args[one] for one in OF_A_LINE if one in request.args}
    return {
        "here_url": here,
        "frame": snippet(frame_address(here), opened_game(game).title),
        "together_url": url_for("together.begin_form", game_id=game.id, ply=ply, **line),
        "picture_url": picture_address(game, ply, request.args),
        "picture_path": picture_address(game, ply, request.args, _external=False),
        "drawing_path": picture_address(game, ply, request.args, "pictures.svg", _external=False),
    }


def picture_address(
    game: GameView, ply: int, asked: Mapping[str, str], endpoint: str = "pictures.as_png",
    **more: Any,
) -> str:  # fmt: skip
    """Return the address of the picture of a table, for other sites unless `more` says otherwise;
    `asked` are the parameters of its page."""
    question = {name: value for name, value in asked.items() if name in PICTURED}
    return url_for(endpoint, game_id=game.id, ply=ply, **{"_external": True, **question, **more})


def frame_address(address: str) -> str:
    """Return the address of a page of a game in a frame."""
    return address.replace("/g/", "/embed/g/", 1)


def snippet(address: str, said: str, width: str | int = "100%", height: int = HEIGHT) -> str:
    """Return the HTML that puts a table into another page; `said` is the game's title."""
    title = _("%(title)s: a card game on Twenties", title=said)
    return (
        f'<iframe src="{escape(address)}" width="{width}" height="{height}" '
        f'title="{escape(title)}" loading="lazy"></iframe>'
    )
