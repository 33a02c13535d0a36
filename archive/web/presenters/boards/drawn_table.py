"""The parts that every drawn table has, whatever the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Generic, Self, TypeVar

from archive.core.events import Exchange
from archive.core.ledger import Line
from archive.rules.table import Table
from archive.scoring.replay import Replay, Step
from archive.web.language import _
from archive.web.presenters.action_text import deed, exchanged, listed, said_of
from archive.web.presenters.boards.cards import CardShown
from archive.web.presenters.rule_sets import ClauseShown, clause
from archive.web.words import signed

TableT = TypeVar("TableT", bound=Table)


@dataclass(frozen=True, slots=True)
class Gain:
    """One line of the ledger earned by this ply, with the clause that gives it."""

    name: str
    points: int
    called: str
    """The name of the reason: `Exact Twenty`, `tricks won`."""
    clause: ClauseShown | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatShown:
    """A player at a table of several."""

    seat: int
    name: str
    place: int
    """The place where it is drawn: 0 is near, the others follow clockwise."""
    cards: list[CardShown]
    hand_note: str
    """What is unknown about the hand, in words; empty when nothing is."""
    total: int | None
    gained: int
    awaited: bool
    dealer: bool = False
    signs: tuple[str, ...] = ()
    """Further signs: `leads`, `in`, `dropped out`, `out of the game`."""
    tricks: int | None = None
    kept: list[CardShown] = field(default_factory=list)
    absent: bool = False
    """Whether the seat takes no part: it has dropped out, or is out of the game."""
    gone: list[tuple[int, CardShown]] = field(default_factory=list)
    """Cards of this hand that lie on the table now, each with its place among those held."""

    @property
    def fan(self) -> list[CardShown]:
        """Return the hand as it is drawn: a card that lies on the table has left its place free."""
        fan = list(self.cards)
        for place, card in self.gone:
            fan.insert(place, card)
        return fan

    @property
    def gained_words(self) -> str:
        """Return the points gained, with a sign; empty for none."""
        return signed(self.gained)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableShown:
    """A table right after a ply. Each game adds what lies on its table."""

    game: str
    ply: int
    near: int
    """The seat from whose side it is seen."""
    seats: list[SeatShown]
    """In the order they are drawn: clockwise, the near one first; in Twenty the far side first."""
    where: str
    """`Round 1, hand 2`, `Deal 3, trick 2`."""
    step: Step | None
    mover: str | None
    deed: str
    """The action, as it is read out: `plays nine of hearts`."""
    opening: str
    """The sentence before the first ply."""
    gains: list[Gain]
    reason: ClauseShown | None
    over: bool
    follows: list[str] = field(default_factory=list)
    """Sentences about the consequences: `Cem wins the trick.`"""
    tally: int | None = None
    open_hands: bool = False
    """Whether every player sees all hands: by the rules, or because they are shown now."""
    leads: bool = False
    """Whether the play opens a trick."""

    @property
    def deed_sentence(self) -> str:
        """Return the player and the action, without a full stop: `Anna plays nine of hearts`."""
        return said_of(self.mover or "", self.deed)

    @property
    def gains_by_reason(self) -> list[tuple[Gain, list[Gain]]]:
        """Return the gains grouped by reason; the first of each group stands for the reason."""
        found: dict[tuple[str, str], list[Gain]] = {}
        for gain in self.gains:
            rule = gain.clause.number if gain.clause else ""
            found.setdefault((gain.called, rule), []).append(gain)
        return [(gains[0], gains) for gains in found.values()]

    @property
    def title(self) -> str:
        """Return the same as a page's title, where an exchange of ten cards names none."""
        if self.step is not None and isinstance(self.step.action, Exchange):
            return said_of(self.mover or "", exchanged(self.step.action))
        return self.deed_sentence

    def with_cards(self, seat: int, change: Callable[[CardShown], CardShown]) -> Self:
        """Return the table with each card of a seat changed."""
        seats = [
            replace(one, cards=[*map(change, one.cards)]) if one.seat == seat else one
            for one in self.seats
        ]
        return replace(self, seats=seats)

    def with_totals(self, totals: Mapping[int, int | None]) -> Self:
        """Return the table with these totals in place of those that are not known."""
        seats = [
            replace(one, total=totals.get(one.seat) if one.total is None else one.total)
            for one in self.seats
        ]
        return replace(self, seats=seats)


class Names(dict[int, str]):
    """Names by seat; a seat without a player is named as in the record."""

    def __missing__(self, seat: int) -> str:
        return f"p{seat}"


class Sight(Generic[TableT]):
    """A table right after a ply, about to be drawn from `near`'s side."""

    def __init__(
        self, replay: Replay, table: TableT, ply: int, names: Sequence[str], near: int
    ) -> None:
        self.replay, self.table, self.ply, self.near = replay, table, ply, near
        self.step: Step | None = replay.steps[ply - 1] if ply else None
        self.name = Names(islice(enumerate(names, 1), table.seats))

    @property
    def around(self) -> list[int]:
        """Return all seats clockwise, from the near one."""
        seats = self.table.seats
        return [(self.near - 1 + place) % seats + 1 for place in range(seats)]

    def place(self, seat: int) -> int:
        """Return the place where a seat is drawn: 0 is near, the others follow clockwise."""
        return (seat - self.near) % self.table.seats

    def parts(
        self, labels: Mapping[str, str], duty: str = "", *, leads: bool = False,
        count: int | None = None,
    ) -> dict[str, Any]:  # fmt: skip
        """Return the parts of every table. `labels` has the reason of a ledger line by its clause,
        `duty` is the clause behind an action that scores nothing, and the action is worded as one
        that `leads`, or makes a `count`."""
        table, step = self.table, self.step
        return {
            "game": table.game, "ply": self.ply, "near": self.near,
            "step": step, "leads": leads,
            "mover": self.name[step.seat] if step else None,
            "deed": deed(step.action, leads=leads, count=count) if step else "",
            "gains": [_gain(line, self.name, labels) for line in lines_at(table, self.ply)],
            "reason": clause(table.reason or duty), "over": table.over,
        }  # fmt: skip

    def seat(
        self, seat: int, cards: list[CardShown], note: str, awaited: bool, **more: Any
    ) -> SeatShown:
        """Return a player with these cards; `note` says what is unknown about them."""
        total, gained = self.table.ledger.total(seat), self.gained(seat)
        return SeatShown(
            seat=seat, name=self.name[seat], place=self.place(seat), cards=cards, hand_note=note,
            total=total, gained=gained, awaited=awaited, **more,
        )  # fmt: skip

    def gained(self, seat: int) -> int:
        """Return the points that a seat gained by this ply."""
        lines = lines_at(self.table, self.ply)
        return sum(line.points for line in lines if line.seat == seat)

    def winners(self) -> list[str]:
        """Return the winners, in a sentence, when the game is over."""
        if not self.table.over:
            return []
        names = [self.name[seat] for seat in self.table.winners]
        if not names:
            return [_("The game is over.")]
        if len(names) == self.table.seats > 1:
            return [_("The game is over, and drawn.")]
        if len(names) == 1:
            return [_("The game is over: %(name)s wins.", name=names[0])]
        return [_("The game is over: %(names)s share the win.", names=listed(names))]


def lines_at(table: Table, ply: int) -> list[Line]:
    """Return the ledger lines of a ply."""
    lines = []
    for line in reversed(table.ledger.lines):
        if line.ply < ply:
            break
        if line.ply == ply:
            lines.append(line)
    return lines[::-1] if ply else []


def _gain(line: Line, name: Mapping[int, str], labels: Mapping[str, str]) -> Gain:
    found = clause(line.clause)
    label = labels.get(line.clause)
    called = _(label) if label else found.name if found else _("Points")
    return Gain(name[line.seat], line.points, called, found)


def hand_note(cards: Sequence[CardShown], contradicted: bool) -> str:
    """Return what is unknown about a hand, in words."""
    if contradicted:
        return _("not the hand as listed")
    inferred = sum(1 for card in cards if card.lies == "inferred")
    perhaps = sum(1 for card in cards if card.lies == "perhaps")
    unknown = sum(1 for card in cards if card.rank == "?")
    said = []
    if unknown and unknown == len(cards):
        return _("hand not known")
    if inferred:
        said.append(_("%(num)s known from later", num=inferred))
    if unknown:
        said.append(_("%(num)s not known", num=unknown))
    if perhaps:
        said.append(_("%(num)s perhaps played: one card that was played is not known", num=perhaps))
    return ", ".join(said)
