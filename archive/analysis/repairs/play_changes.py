"""Plays that were left out of a record, or written in another order than they were made."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

from archive.analysis.entry_statements import seat_of
from archive.analysis.event_spans import (
    accounts,
    actions_in,
    deal_around,
    deed_span,
    named_cards,
    token_span,
)
from archive.analysis.repairs.possible_deeds import deeds, quoted, with_play
from archive.core.budgets import Steps
from archive.core.events import (
    Action,
    Draw,
    Pass,
    numbers_of,
)
from archive.notation.edits import Change, Edit
from archive.scoring import Finding, Verdict


def missing_plays_written(
    finding: Finding, where: Sequence[int], verdict: Verdict, steps: Steps
) -> Iterator[Change]:
    """Yield a play that was left out, where the numbers skip one or the fault says so: by any
    player, from the rest of the hand or of any card, or another action of the game."""
    due = (finding.expected or "").rstrip(".")
    if finding.code == "missing-play" and finding.at is not None and due.isdecimal():
        yield from _unnumbered(finding.at, finding.seat, int(due), verdict)
    for before, after, number in _skipped(where, verdict):
        at = after if after is not None else before
        if at is None:
            continue
        near = deal_around(at, verdict)
        steps.take(len(near))
        told = finding if finding.code == "missing-play" and due == str(number) else None
        yield from _at_a_gap(before, after, number, verdict, told)


def _unnumbered(at: int, seat: int | None, number: int, verdict: Verdict) -> Iterator[Change]:
    """Yield the one play that is missing before an event, in a record that does not number its
    plays."""
    acted = verdict.record.acted
    place = bisect_left(acted, at)
    if not place or any(numbers_of(verdict.record.events)):
        return
    before, after = acted[place - 1], (*acted[place : place + 1], None)[0]
    deals = _deals_beside(before, after, at, verdict)
    written = dict.fromkeys(
        text for deal in deals for one in ([seat] if seat else _seats(before, after, verdict))
        for text in deeds(one, accounts(deal, verdict).get(one), (before, after), verdict)
    )  # fmt: skip
    for text in written:
        words = with_play(number, text, verdict.record.players)
        for offset, new in _places(before, after, text, verdict):
            yield (Edit(offset, "", new, words),)


def other_turns(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    """Yield what a player may have done who is said to have passed, or to have drawn where nothing
    was left to draw: a play from the rest of the hand, or another action of the game."""
    at = finding.at
    if finding.code not in ("passed", "empty-stock") or at is None:
        return
    event = verdict.record.events[at]
    if not isinstance(event, Pass | Draw):
        return
    account = accounts(deal_around(at, verdict), verdict).get(event.seat)
    acted = verdict.record.acted
    before = acted[bisect_left(acted, at) - 1] if acted and acted[0] < at else None
    offset, text = deed_span(verdict, at)
    said = text.partition(" ")[2]
    for deed in dict.fromkeys(deeds(event.seat, account, (before, None), verdict)):
        if deed != text:
            words = f"{quoted(deed.partition(' ')[2])} for “{said}”"
            yield (Edit(offset, text, deed, words),)


def _skipped(
    where: Sequence[int], verdict: Verdict
) -> Iterator[tuple[int | None, int | None, int]]:
    """Yield the gaps where the numbers of the plays skip one: the play before and the one after it,
    and the number. After the last play of the record another may have been left out, too."""
    events = verdict.record.events
    if not where:
        return
    numbered = [
        (at, event.number)
        for at, event in enumerate(events)
        if isinstance(event, Action) and event.number is not None
    ]
    first, last = min(where), max(where)
    for (at, number), (after, other) in pairwise([(-1, 0), *numbered]):
        if other == number + 2 and first <= after and at <= last:
            yield (at if at >= 0 else None), after, number + 1
    if numbered and first <= numbered[-1][0] <= last:
        yield numbered[-1][0], None, numbered[-1][1] + 1


def _at_a_gap(
    before: int | None, after: int | None, number: int, verdict: Verdict, told: Finding | None
) -> Iterator[Change]:
    """Yield one play more between two: after the one, and before the other where lines stand
    between. Where it is `told` that it is missing, it is in the deal of that line, and by the
    player who is due there, before it is in another or by anyone else."""
    at = before if before is not None else after
    assert at is not None
    deals = _deals_beside(before, after, told.at if told else None, verdict)
    seats = _seats(before, after, verdict)
    if told and told.seat:
        seats = [told.seat, *(one for one in seats if one != told.seat)]
    written = dict.fromkeys(
        text for deal in deals for seat in seats
        for text in deeds(seat, accounts(deal, verdict).get(seat), (before, after), verdict)
    )  # fmt: skip
    if told or not written:
        written |= dict.fromkeys(
            f"p{seat} {card}" for seat in seats for card in named_cards(verdict)
        )
    for text in written:
        words = with_play(number, text, verdict.record.players)
        for place, new in _places(before, after, f"{number}. {text}", verdict):
            yield (Edit(place, "", new, words),)


def _deals_beside(
    before: int | None, after: int | None, at: int | None, verdict: Verdict
) -> list[range]:
    """Return the deals of two plays, first that of the event at which one between them is missed;
    most often it is the same deal."""
    deals = dict.fromkeys(deal_around(one, verdict) for one in (before, after) if one is not None)
    return sorted(deals, key=lambda deal: at is not None and at not in deal)


def _seats(before: int | None, after: int | None, verdict: Verdict) -> list[int]:
    """Return all seats, first the one after the player before, and the one before the player
    after."""
    if verdict.examination is None:
        return []
    events, count = verdict.record.events, verdict.examination.table.seats
    near = []
    for at, by in ((before, 1), (after, -1)):
        if at is not None:
            near.append((seat_of(events[at]) - 1 + by) % count + 1)
    return list(dict.fromkeys([*near, *range(1, count + 1)]))


def _places(
    before: int | None, after: int | None, text: str, verdict: Verdict
) -> Iterator[tuple[int, str]]:
    if before is not None:
        offset, words = token_span(verdict, before)
        yield offset + len(words), f" {text}"
    if after is not None and (before is None or after > before + 1):
        offset, words = token_span(verdict, after)
        start = verdict.record.text.index(words, offset) if words else offset
        yield start, f"{text} "


def two_plays_exchanged(
    finding: Finding, where: Sequence[int], verdict: Verdict
) -> Iterator[Change]:
    """Yield changes that write two plays in each other's place, one after the other or with one
    between them; their numbers stay. Of two draws it may be the cards alone. Those next to the
    fault come first."""
    if not where:
        return
    plays = actions_in(range(min(where), max(where) + 1), verdict)
    at = finding.at if finding.at is not None else max(where)
    pairs = [*pairwise(plays), *zip(plays, plays[2:], strict=False)]
    near = sorted(pairs, key=lambda two: min(abs(two[0] - at), abs(two[1] - at)))
    for two in near:
        draws = all(isinstance(verdict.record.events[i], Draw) for i in two)
        for span_of in (_drawn_span, deed_span) if draws else (deed_span,):
            (offset, text), (other_offset, other_text) = (span_of(verdict, i) for i in two)
            if text and other_text and text != other_text:
                words = f"“{text}” and “{other_text}” in the other order"
                yield (
                    Edit(offset, text, other_text, words),
                    Edit(other_offset, other_text, text, words),
                )


def _drawn_span(verdict: Verdict, at: int) -> tuple[int, str]:
    """Return the place of what a draw says after its player, and the text."""
    offset, text = deed_span(verdict, at)
    seat, space, drawn = text.partition(" ")
    return offset + len(seat + space), drawn
