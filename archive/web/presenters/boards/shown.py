"""What every drawn table has, whatever the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from archive.core.ledger import Line
from archive.rules.table import Table
from archive.scoring.replay import Replay, Step
from archive.web.language import _
from archive.web.presenters.action_text import listed, said_of
from archive.web.presenters.boards.cards import CardShown
from archive.web.presenters.rulebook import ClauseShown, clause
from archive.web.words import signed


@dataclass(frozen=True, slots=True)
class Gain:
    """One line of the ledger earned by this ply, with the clause that gives it."""

    name: str
    points: int
    called: str
    """What it is for: `Exact Twenty`, `tricks won`."""
    clause: ClauseShown | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableShown:
    """A table right after a ply. Each game adds what lies on its table."""

    game: str
    ply: int
    near: int
    """From whose side it is seen."""
    turned: int
    """The next seat clockwise, from whose side it can be seen next."""
    where: str
    """`Round 1, hand 2`, `Deal 3, trick 2`."""
    step: Step | None
    mover: str | None
    deed: str
    """What was done, as it is read out: `plays nine of hearts`."""
    opening: str
    """What is said before the first ply."""
    gains: list[Gain]
    reason: ClauseShown | None
    over: bool
    follows: list[str] = field(default_factory=list)
    """Sentences about what follows from it: `Cem wins the trick.`"""
    tally: int | None = None
    open_hands: bool = False
    """Whether every player sees all hands: by the rules, or because they are shown now."""
    leads: bool = False
    """Whether the play opens a trick."""

    @property
    def deed_sentence(self) -> str:
        """Return who did what, without a full stop: `Anna plays nine of hearts`."""
        return said_of(self.mover or "", self.deed)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatShown:
    """A player at a table of several."""

    seat: int
    name: str
    place: int
    """Where it is drawn: 0 is near, the others follow clockwise."""
    cards: list[CardShown]
    hand_note: str
    """What is not known of the hand, in words; empty when all of it is."""
    total: int | None
    gained: int
    awaited: bool
    dealer: bool = False
    signs: tuple[str, ...] = ()
    """What else is so: `leads`, `in`, `dropped out`, `out of the game`."""
    tricks: int | None = None
    kept: list[CardShown] = field(default_factory=list)
    absent: bool = False
    """Whether the seat takes no part: it has dropped out, or is out of the game."""

    @property
    def gained_words(self) -> str:
        return signed(self.gained)


def gains_of(
    table: Table, ply: int, name: Mapping[int, str], labels: Mapping[str, str]
) -> list[Gain]:
    """Return what the ledger got at a ply; `labels` says for what by the clause, which otherwise
    does."""
    return [_gain(line, name, labels) for line in lines_at(table, ply)]


def lines_at(table: Table, ply: int) -> list[Line]:
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


def gained(table: Table, ply: int, seat: int) -> int:
    return sum(line.points for line in lines_at(table, ply) if line.seat == seat)


def step_at(replay: Replay, ply: int) -> Step | None:
    return replay.steps[ply - 1] if ply else None


class Names(dict[int, str]):
    """Names by seat; a seat without a player is called as in the record."""

    def __missing__(self, seat: int) -> str:
        return f"p{seat}"


def named(names: Sequence[str], table: Table) -> Names:
    """Return a name for every seat of the table."""
    return Names(islice(enumerate(names, 1), table.seats))


def hand_note(cards: Sequence[CardShown], contradicted: bool) -> str:
    """Return what is not known of a hand."""
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
        said.append(_("%(num)s perhaps played: a card played cannot be told", num=perhaps))
    return ", ".join(said)


def game_told(table: Table, name: Mapping[int, str]) -> list[str]:
    """Return who has won, when the game is over."""
    if not table.over:
        return []
    names = [name[seat] for seat in table.winners]
    if not names:
        return [_("The game is over.")]
    if len(names) == table.seats > 1:
        return [_("The game is over, and drawn.")]
    if len(names) == 1:
        return [_("The game is over: %(name)s wins.", name=names[0])]
    return [_("The game is over: %(names)s share the win.", names=listed(names))]
