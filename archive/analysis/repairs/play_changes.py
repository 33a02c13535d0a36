"""Plays that were left out of a record, or written in another order than they were made."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice, pairwise

from archive.analysis.entry_statements import seat_of
from archive.analysis.event_spans import (
    HandAccount,
    accounts,
    actions_in,
    deal_around,
    deed_span,
    named_cards,
    token_span,
)
from archive.analysis.repairs.player_names import name_of
from archive.core.budgets import Steps
from archive.core.cards import LARGEST
from archive.core.events import (
    Action,
    Draw,
    Exchange,
    Held,
    Pass,
    Play,
    Stay,
    numbers_of,
)
from archive.notation.edits import Change, Edit
from archive.scoring import Finding, Verdict
from archive.scoring.card_words import card_name

MOST_CARDS = 4
"""The most cards of one play that is filled in from a hand with more left."""
MOST_WAYS = 60
"""The most ways to choose them."""


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
        told = finding.code == "missing-play" and due == str(number)
        yield from _at_a_gap(before, after, number, verdict, anyhow=told)


def _unnumbered(at: int, seat: int | None, number: int, verdict: Verdict) -> Iterator[Change]:
    """Yield the one play that is missing before an event, in a record that does not number its
    plays."""
    acted = verdict.record.acted
    place = bisect_left(acted, at)
    if not place or any(numbers_of(verdict.record.events)):
        return
    before, after = acted[place - 1], (*acted[place : place + 1], None)[0]
    deals = dict.fromkeys(deal_around(one, verdict) for one in (before, after or before))
    written = dict.fromkeys(
        text for deal in deals for one in ([seat] if seat else _seats(before, after, verdict))
        for text in _deeds(one, accounts(deal, verdict).get(one), before, verdict)
    )  # fmt: skip
    for text in written:
        words = _with_play(number, text, verdict.record.players)
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
    for deed in dict.fromkeys(_deeds(event.seat, account, before, verdict)):
        if deed != text:
            done = _done(deed.partition(" ")[2])
            yield (Edit(offset, text, deed, f"{done} for “{said}”"),)


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
    before: int | None, after: int | None, number: int, verdict: Verdict, *, anyhow: bool
) -> Iterator[Change]:
    """Yield one play more between two: after the one, and before the other where lines stand
    between."""
    at = before if before is not None else after
    assert at is not None
    deals = {deal_around(one, verdict): None for one in (before, after) if one is not None}
    seats = _seats(before, after, verdict)
    written = dict.fromkeys(
        text for deal in deals for seat in seats
        for text in _deeds(seat, accounts(deal, verdict).get(seat), before, verdict)
    )  # fmt: skip
    if anyhow or not written:
        written |= dict.fromkeys(
            f"p{seat} {card}" for seat in seats for card in named_cards(verdict)
        )
    for text in written:
        words = _with_play(number, text, verdict.record.players)
        for place, new in _places(before, after, f"{number}. {text}", verdict):
            yield (Edit(place, "", new, words),)


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


def _deeds(
    seat: int, account: HandAccount | None, before: int | None, verdict: Verdict
) -> Iterator[str]:
    """Yield the possible actions of a player, likeliest first: the rest of the hand, where all of
    it was written down, else any card, where no tally tells which; then the game's actions besides
    plays."""
    events = verdict.record.events
    kinds = {type(event) for event in events}
    left = [one.text for one in account.left] if account and account.listed else []
    lacking = [one.text for one in account.lacking] if account else []
    many = 1
    if before is not None and isinstance(play := events[before], Play):
        many = len(play.cards)
    plays = [event for event in events if isinstance(event, Play)]
    tallied = any(one.tally is not None and one.number for one in plays)
    if not (tallied or (account and account.listed)):
        yield f"p{seat} {'?' * many}"
    sizes = dict.fromkeys([many, 1, len(left), *range(2, MOST_CARDS + 1)])
    for size in sizes:
        ways = list(islice(_ways(Counter(left), size), MOST_WAYS + 1)) if size else []
        if len(ways) <= MOST_WAYS:
            yield from (f"p{seat} {''.join(cards)}" for cards in ways)
    if Exchange in kinds:
        if lacking and len(lacking) <= len(left):
            for put in islice(combinations(left, len(lacking)), MOST_WAYS):
                yield f"p{seat} x{''.join(put)}>{''.join(lacking)}"
        yield f"p{seat} x-"
        yield from (f"p{seat} x{'?' * size}" for size in range(1, _largest_hand(verdict) + 1))
    if Draw in kinds:
        yield from (f"p{seat} d{card}" for card in dict.fromkeys(lacking))
        yield f"p{seat} d?"
    if Stay in kinds:
        yield from (f"p{seat} {word}" for word in ("in", "out"))
    if Pass in kinds:
        yield f"p{seat} pass"


def _ways(cards: Mapping[str, int], size: int) -> Iterator[tuple[str, ...]]:
    """Yield the different ways to take `size` of these cards, each at most as often as it is
    there."""
    if not size:
        yield ()
        return
    if sum(cards.values()) < size:
        return
    (first, many), *others = cards.items()
    for taken in range(min(many, size), -1, -1):
        for rest in _ways(dict(others), size - taken):
            yield (*[first] * taken, *rest)


def _largest_hand(verdict: Verdict) -> int:
    listed = (len(e.cards) for e in verdict.record.events if isinstance(e, Held))
    return min(LARGEST, max(listed, default=0))


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


def _with_play(number: int, text: str, players: Sequence[str]) -> str:
    seat, _, done = text.partition(" ")
    name = name_of(int(seat[1:]), players)
    if set(done) == {"?"}:
        return f"with play {number} by {name}, whatever it was"
    return f"with play {number}, {name}: {card_name(done) if _is_card(done) else done}"


def _done(text: str) -> str:
    return card_name(text) if _is_card(text) else f"“{text}”"


def _is_card(text: str) -> bool:
    return len(text) <= 2 and text != "in"


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
