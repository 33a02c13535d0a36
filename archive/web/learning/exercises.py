"""Judging the answer to an exercise: what is wrong, where, and the table that its lines lead to, as
the replay draws it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from archive.core.events import ACTIONS, ANNOTATIONS, Event, Play
from archive.core.record import Record
from archive.notation import read
from archive.scoring import Verdict, verify
from archive.web.language import _, speaking
from archive.web.learning.lesson import Exercise, lesson, sheet, titles
from archive.web.presenters.replay_cache import open_record
from archive.web.presenters.table_beside_words import TableAfter, table_after, table_in
from archive.web.verdict_sentences import speech


@lru_cache(maxsize=64)
def table_of(text: str, code: str) -> TableAfter | None:
    """Return the table after a text of our own, in the language of `code`, which every reader asks
    for."""
    return table_after(read(text.encode()))


@lru_cache(maxsize=64)
def table_amid(game: str, code: str) -> TableAfter | None:
    """Return the table in the middle of a game's own sheet, in a language; None where it has
    none."""
    found = next(iter(titles(code, game)), None)
    shown = sheet(found[0], code) if found else None
    return table_in(open_record(read(shown.xxn.encode()))) if shown else None


class Remark(NamedTuple):
    """A mistake in an answer; `line` is None where it is wrong as a whole."""

    line: int | None
    sentence: str


class Judged(NamedTuple):
    """A judged answer: right where there are no remarks. `after` is the table it leads to, None
    where it leads to none."""

    number: int
    text: str
    remarks: list[Remark]
    after: TableAfter | None


def judged(text: str, number: int, code: str) -> Judged:
    """Return an answer to an exercise, judged in a language."""
    with speaking(code):
        exercise = lesson(code).exercises[number - 1]
        verdict = verify(text.encode("utf-8", "surrogatepass"), language=speech())
        remarks = _faults(verdict, exercise) or _differences(verdict.record, exercise)
        return Judged(number, text, remarks, table_after(verdict.record))


def _faults(verdict: Verdict, exercise: Exercise) -> list[Remark]:
    """Return the engine's findings in an answer that it does not have in the right one."""
    meant = {one.code for one in _right(exercise.answer).findings}
    return [
        Remark(one.line, one.sentence)
        for one in verdict.findings
        if one.severity != "note" and one.code not in meant
    ]


def _differences(record: Record, exercise: Exercise) -> list[Remark]:
    """Return where a sound answer first differs from what was asked for."""
    mine, meant = _told(record), [event for _at, event in _told(_right(exercise.answer).record)]
    for (at, event), asked in zip(mine, meant, strict=False):
        if not _says(event, asked):
            return [Remark(record.line_of(at), _otherwise(event, asked))]
    if len(mine) < len(meant):
        return [Remark(None, _("So far so good; what the exercise asks for is not all there yet."))]
    if len(mine) > len(meant):
        line = record.line_of(mine[len(meant)][0])
        return [Remark(line, _("This is more than the exercise asks for."))]
    return []


def _otherwise(event: Event, asked: Event) -> str:
    if isinstance(event, Play) and isinstance(asked, Play) and event.cards == asked.cards:
        if event.seat == asked.seat:
            return _("The right play; the tally or the points that are asked for are missing.")
        return _("The right card, but from another player.")
    return _("The rules allow this, but it is not what the exercise asks for.")


def _told(record: Record) -> Sequence[tuple[int, Event]]:
    """Return the events of a record, each with its place."""
    return [(at, one) for at, one in enumerate(record.events) if type(one) not in ANNOTATIONS]


def _says(event: Event, asked: Event) -> bool:
    """Return whether an event has all that is asked for; it may claim more, which is judged."""
    return type(event) is type(asked) and all(
        wanted in (None, (), "") or own == wanted or (name == "number" and type(asked) in ACTIONS)
        for name, own, wanted in zip(asked._fields, event, asked, strict=True)
    )


@cache
def _right(answer: str) -> Verdict:
    return verify(answer.encode())
