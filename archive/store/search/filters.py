"""The filters and orders of the table of games, and the cursor at which a page begins."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from archive.core.errors import Refused
from archive.languages import marked

DAY: Final = re.compile(r"\d{4}(-\d\d(-\d\d)?)?")


class BadCursor(Refused):
    """A cursor that is not one of ours, or one of another search."""

    def __init__(self) -> None:
        super().__init__(
            marked(
                "This cursor does not belong to this list. Begin at the first page: leave it out."
            )
        )


@dataclass(frozen=True, slots=True)
class Filters:
    """Which records are wanted; an empty filter does not matter."""

    game: str = ""
    rules: str = ""
    standing: str = ""
    player: str = ""
    """The identifier of a player, in any seat."""
    versus: str = ""
    """The identifier of another player in the same game."""
    finding: str = ""
    """The code of a finding."""
    clause: str = ""
    """The clause a finding rests on, `twenty/4.1`."""
    tag: str = ""
    event: str = ""
    """The event at which they were played; capitals and wide gaps do not matter."""
    since: str = ""
    """The first day, as precise as it is given: `2026`, `2026-01`, `2026-01-02`."""
    until: str = ""
    """The last day. Records of unknown date are in no range."""
    words: str = ""
    """Words that all stand in the record's text, as `text_index.words` gives them; one that ends in
    `*` is the beginning of a word."""
    least: int | None = None
    """The least and the greatest highest score."""
    most: int | None = None
    owner: str = ""
    """Records of this account, listed or not; without it, all that are listed."""

    @property
    def scopes(self) -> list[str]:
        """Return the scopes of kept counts for these filters, beside all."""
        return [
            f"{kind}:{value}"
            for kind, value in (
                ("player", self.player), ("player", self.versus),
                ("finding", self.finding), ("tag", self.tag),
            )
            if value
        ]  # fmt: skip

    @property
    def scope(self) -> str:
        """Return the first of these scopes; empty for all records."""
        return next(iter(self.scopes), "")

    @property
    def dated(self) -> bool:
        """Return whether there is a range of days."""
        return bool(self.since or self.until)

    @property
    def counted(self) -> bool:
        """Return whether the kept counts answer these filters."""
        free = (self.clause, self.event, self.words, self.owner)
        ranged = self.least is not None or self.most is not None
        months = len(self.since) <= 7 and len(self.until) <= 7
        return months and not ranged and not any(free) and len(self.scopes) <= 1

    @property
    def year(self) -> str:
        """Return the year in which the range begins and ends; empty where it is not one year."""
        return self.since[:4] if self.since and self.since[:4] == self.until[:4] else ""

    @property
    def before(self) -> str:
        """Return the text that sorts after every day of the range; empty where the range has no
        end."""
        if not self.until:
            return ""
        *front, last = self.until.split("-")
        return "-".join([*front, f"{int(last) + 1:0{len(last)}d}"])


@dataclass(frozen=True, slots=True)
class Order:
    """A column that the list is sorted by, the greatest first, and equal ones by identifier."""

    word: str
    column: str
    pattern: re.Pattern[str]
    """The form of its values in a cursor."""


MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d{1,6})?(\+00:00)?")
NUMBER: Final = re.compile(r"-?\d{1,9}")
ORDERS: Final = {
    order.word: order
    for order in (
        Order("newest", "created_at", MOMENT),
        Order("date", "day", re.compile(f"({DAY.pattern})?")),
        Order("highest", "highest", NUMBER),
        Order("findings", "findings", NUMBER),
    )
}
NEWEST: Final = "newest"
_ID: Final = re.compile(r"[0-9A-Za-z]{1,10}")


@dataclass(frozen=True, slots=True)
class PageEnd:
    """The last record of a page: the next page begins after it."""

    key: Any
    """Its value in the order; None where it has none."""
    id: str


def cursor(filters: Filters, order: str, place: PageEnd) -> str:
    """Return a place in the list as an opaque word, good for this search only."""
    key = place.key
    if isinstance(key, datetime):  # PostgreSQL's, in the zone of its session or without one in UTC
        key = key.replace(tzinfo=key.tzinfo or UTC).astimezone(UTC).isoformat(" ")
    said = json.dumps([key, place.id], separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(_check(filters, order, said) + said).decode().rstrip("=")


def placed(filters: Filters, order: str, word: str) -> PageEnd:
    """Return the place that a cursor names. Raises BadCursor."""
    try:
        data = base64.b64decode(word + "=" * (-len(word) % 4), altchars=b"-_", validate=True)
        check, said = data[:6], data[6:]
        key, id_ = json.loads(said)
    except (ValueError, TypeError, binascii.Error, RecursionError) as error:
        raise BadCursor from error
    if check != _check(filters, order, said) or not isinstance(id_, str) or not _ID.fullmatch(id_):
        raise BadCursor
    if key is None and order == "highest":
        return PageEnd(None, id_)
    wanted = int if ORDERS[order].pattern is NUMBER else str
    if type(key) is not wanted or not ORDERS[order].pattern.fullmatch(str(key)):
        raise BadCursor
    return PageEnd(_real(str(key)) if order == NEWEST else key, id_)


def _real(moment: str) -> str:
    """Return a moment, or raise where it does not exist: the 45th of May looks like one, and no
    database would take it."""
    try:
        datetime.fromisoformat(moment)
    except ValueError as error:
        raise BadCursor from error
    return moment


def _check(filters: Filters, order: str, said: bytes) -> bytes:
    values = tuple(getattr(filters, name) for name in Filters.__dataclass_fields__)
    asked = repr((values, order)).encode("utf-8", "replace")
    return hashlib.blake2b(asked + b"\0" + said, digest_size=6).digest()
