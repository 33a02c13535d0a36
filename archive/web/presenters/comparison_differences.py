"""The differences of two sheets, entry beside entry, each as its writer knows it, with what the
rules say; and the one on which the dispute turns: its cards, its rule, and the play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from archive.analysis.comparison.compare import Comparison, Difference, Origins
from archive.analysis.comparison.sheet_entries import SheetEntry, Sort
from archive.analysis.comparison.standings import AFTER, play_at
from archive.core.cards import UNKNOWN, Card
from archive.core.events import Action, End, Event, Play, Score, Show
from archive.core.text import shortened
from archive.importers.origin import Origin, Own
from archive.scoring import Question, Verdict
from archive.scoring.replay import Replay
from archive.telling.names_and_totals import total_words
from archive.web.language import _, marked, number
from archive.web.presenters.action_text import deed, listed, said_of
from archive.web.presenters.replay_cache import open_record
from archive.web.presenters.rule_sets import ClauseShown, clause
from archive.web.verdict_sentences import name_of
from archive.web.words import counted, sentence, signed


def own_place(own: Own) -> str:
    """Return the place of an entry in a sheet: `line 7`, `cell B4`."""
    if own.cell:
        return _("cell %(cell)s", cell=own.cell)
    return _("line %(line)s", line=own.line)


LONGEST_ENTRY: Final = 300


@dataclass(frozen=True, slots=True)
class EntryShown:
    """An entry of a sheet."""

    line: int
    text: str
    own: Own | None = None
    """Its place in the user's own sheet, where that was not XXN."""
    words: str = ""
    """The entry in words, where the sheet is XXN."""

    @property
    def where(self) -> str:
        """Return its place in words, as a heading: `Line 7`, `Cell B4`."""
        where = own_place(self.own) if self.own else _("line %(line)s", line=self.line)
        return where[:1].upper() + where[1:]


def entry_shown(
    entry: SheetEntry, verdict: Verdict, origin: Origin | None, names: Sequence[str]
) -> EntryShown:
    """Return an entry of a sheet; `names` are those of the players by their seats on it."""
    line, column = verdict.record.place(entry.offset)
    own = origin.at(line, column) if origin else None
    words = "" if own else _in_words(verdict.record.events[entry.at], names)
    return EntryShown(line, shortened(entry.text, LONGEST_ENTRY), own, words)


def _in_words(event: Event, names: Sequence[str]) -> str:
    """Return a line of XXN in words, `Bertha plays nine (20; 10 points)`; empty for a line that is
    seldom disputed, which is shown as it is written."""
    if isinstance(event, Action):
        claims = [str(event.tally)] if isinstance(event, Play) and event.tally is not None else []
        if isinstance(event, Play) and event.points is not None:
            claims.append(counted(event.points, "point"))
        done = said_of(name_of(names, event.seat), deed(event))
        return f"{done} ({'; '.join(claims)})" if claims else done
    if isinstance(event, Score | End):
        totals = ((name_of(names, seat), total_words(total)) for seat, total in event.totals)
        return ", ".join(" ".join(one) for one in totals)
    return ""


SUPPORTS: Final = {
    "a": marked("The rules support sheet A."),
    "b": marked("The rules support sheet B."),
    "either": marked("The rules allow both."),
    "neither": marked("The rules object to both."),
    None: marked("Not asked."),
}


@dataclass(frozen=True, slots=True)
class EchoShown:
    """A consequence of a difference: the entries of both sheets."""

    a: list[EntryShown]
    b: list[EntryShown]


@dataclass(frozen=True, slots=True)
class DifferenceShown:
    """A difference of two sheets."""

    ply: int | None
    """The ply in sheet A, where A has a play there."""
    last: int | None
    """The ply of the last play of A that belongs to it, where there are several."""
    a: list[EntryShown]
    b: list[EntryShown]
    supports: str | None
    words: str
    because: str | None
    """The rules' objection to the sheet that they do not support."""
    clause: ClauseShown | None
    effect: str | None
    """The consequence for the score; None where it is unknown."""
    echoes: list[EchoShown]
    """The later lines in which the sheets differ because of it."""


def difference_shown(
    one: Difference, found: Comparison, names: Sequence[str], origins: Origins
) -> DifferenceShown:
    """Return a difference for the table; `names` are the players by their seats on A."""
    deeds = sum(entry.sort is Sort.DEED for entry in one.a)
    return DifferenceShown(
        one.ply,
        one.ply + deeds - 1 if one.ply and deeds > 1 else None,
        *entries_of_both(one, found, names, origins),
        one.supports,
        _(SUPPORTS[one.supports]),
        _because(one),
        clause(one.because.clause) if one.because and one.because.clause else None,
        _effect(one, found, names),
        [EchoShown(*entries_of_both(echo, found, names, origins)) for echo in one.echoes],
    )


def entries_of_both(
    one: Difference, found: Comparison, names: Sequence[str], origins: Origins
) -> tuple[list[EntryShown], list[EntryShown]]:
    """Return the entries of sheets A and B where they differ."""
    seated = [name_of(names, found.seats.get(seat, seat)) for seat in range(1, len(names) + 1)]
    return (
        [entry_shown(entry, found.a, origins[0], names) for entry in one.a],
        [entry_shown(entry, found.b, origins[1], seated) for entry in one.b],
    )


def _because(one: Difference) -> str | None:
    """Return the objection: `Against sheet A: after play 70 Ada has 74 points, not 75.`"""
    if one.because is None:
        return None
    return _(
        "Against sheet %(letter)s: %(reason)s",
        letter="B" if one.supports == "a" else "A",
        reason=sentence(one.because.sentence),
    )


def _totals(one: Difference, found: Comparison, names: Sequence[str]) -> list[str]:
    """Return each player's total on both sheets, where several differ in one standing."""
    apart = found.totals_apart(one)
    return [
        _("%(name)s has %(a)s on sheet A and %(b)s on sheet B.",
          name=name_of(names, seat), a=number(a).replace("-", "−"), b=number(b).replace("-", "−"))
        for seat, a, b in apart
    ] if apart[1:] else []  # fmt: skip


def _effect(one: Difference, found: Comparison, names: Sequence[str]) -> str | None:
    """Return the consequence: `With B’s entry the points of sheet A would change: Ada +2, Ben
    −2.`"""
    many = max(len(one.a), len(one.b)) > 1
    told = [f"{name_of(names, seat)} {signed(by)}" for seat, by in one.moves.items() if by]
    lost = [name_of(names, seat) for seat, by in one.moves.items() if by is None]
    said = _totals(one, found, names)
    if told:
        said.append(_moved(one, ", ".join(told), many=many))
    if lost:
        said.append(_("What %(names)s would have could no longer be told.", names=listed(lost)))
    if told or lost:
        return " ".join(said)
    played = any(entry.sort is Sort.DEED for entry in (*one.a, *one.b))
    known = None not in found.a.score.values()
    if one.supports is not None and known and (played or (one.a and one.b)):
        said.append(_same_points(one))
    return " ".join(said) or None


def _same_points(one: Difference) -> str:
    """Return why the score is the same by either sheet. Where a number beside the plays is wrong on
    one of them, that number makes a difference, and only the score by the rules makes none."""
    if one.because and one.because.question is Question.ARITHMETIC:
        return _("By the rules the points follow from the plays, whichever number stands here.")
    return _("By the rules the points are the same either way.")


def _moved(one: Difference, points: str, *, many: bool) -> str:
    if one.b and many:
        return _("With B’s entries the points of sheet A would change: %(points)s.", points=points)
    if one.b:
        return _("With B’s entry the points of sheet A would change: %(points)s.", points=points)
    if many:
        return _("Without these entries the points of sheet A would change: %(points)s.",
                 points=points)  # fmt: skip
    return _("Without this entry the points of sheet A would change: %(points)s.", points=points)


MOST_CARDS: Final = 6


@dataclass(frozen=True, slots=True)
class TurningShown:
    """The difference on which the dispute turns."""

    sentence: str
    clause: ClauseShown | None
    cards: list[tuple[str, str]]
    """Rank and suit of the cards that it is about, if any."""
    plies: tuple[int | None, int | None]
    """The play in sheet A and in sheet B."""
    a: list[EntryShown]
    b: list[EntryShown]


def turning(found: Comparison) -> Difference | None:
    """Return the difference on which the dispute turns: the first that a clause decides, else the
    first on which the rules say something, else the first."""
    ordered = sorted(
        found.differences,
        key=lambda one: (
            one.supports not in ("a", "b"),
            one.because is None or one.because.clause is None,
            one.because is None,
        ),
    )
    return ordered[0] if ordered else None


def turning_shown(
    one: Difference, found: Comparison, entries: tuple[list[EntryShown], list[EntryShown]]
) -> TurningShown:
    """Return that difference for its page; `entries` are those of both sheets."""
    plies = tuple(_ply(own, verdict) for own, verdict in ((one.a, found.a), (one.b, found.b)))
    because = one.because
    words = sentence(because.sentence) if because else _(
        "The rules allow what either sheet says here. Which of the two it was, only those who "
        "played can say."
    )  # fmt: skip
    return TurningShown(
        words,
        clause(because.clause) if because and because.clause else None,
        [(card.rank, card.suit) for card in _cards(one, found)[:MOST_CARDS]],
        (plies[0], plies[1]),
        *entries,
    )


def _ply(entries: Sequence[SheetEntry], verdict: Verdict) -> int | None:
    """Return the play on a sheet that an entry is or is about; None where it has none there."""
    if not entries:
        return None
    return min(play_at(entries[0], verdict), verdict.record.plies[-1]) or None


def _cards(one: Difference, found: Comparison) -> Sequence[Card]:
    """Return the cards of the play on which the dispute turns, from the sheet that the rules
    support: the play itself; for a standing the cards its player shows at the end of the hand, or
    else the last play that scored for that player."""
    sides = [(one.a, found.a), (one.b, found.b)]
    for entries, verdict in reversed(sides) if one.supports == "b" else sides:
        for entry in entries:
            event = verdict.record.events[entry.at]
            if isinstance(event, Play):
                return _known(event.cards)
    if one.because is None or one.because.code != "wrong-score":
        return []
    blamed, entries = (found.b, one.b) if one.supports == "a" else (found.a, one.a)
    ply, seat = _ply(entries, blamed) or 0, one.because.seat
    return _left(entries, blamed, seat) or _scored(open_record(blamed.record).replay, ply, seat)


def _left(entries: Sequence[SheetEntry], verdict: Verdict, seat: int | None) -> Sequence[Card]:
    """Return the cards that a player shows at the end of the hand that a standing closes."""
    at = entries[0].at if entries else 0
    for event in reversed(verdict.record.events[:at]):
        if isinstance(event, Show):
            return _known(dict(event.shown).get(seat or 0, ()))
        if not isinstance(event, AFTER):
            break
    return []


def _scored(replayed: Replay | None, ply: int, seat: int | None) -> Sequence[Card]:
    """Return the cards of the play that scored last for a player, in the hand of a play."""
    if replayed is None or not 0 < ply <= replayed.last:
        return []
    at = replayed.steps[ply - 1]
    steps = (
        step
        for step in reversed(replayed.steps[:ply])
        if step.points and step.seat == seat and (step.round, step.deal) == (at.round, at.deal)
    )
    found = next(steps, None)
    return _known(found.cards) if found else []


def _known(run: Sequence[Card]) -> list[Card]:
    return [card for card in run if card is not UNKNOWN]
