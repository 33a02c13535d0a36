"""Two sheets of one game, held side by side: where they differ, which of the two the rules support,
and what follows for the score.

The sheets are aligned by what was done, not by numbers or claims: a play left out on one sheet
moves nothing on the other. At each difference the text of the one sheet is put into the other and
judged there; the rules support the text that leaves less to object to.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any, NamedTuple

from archive.analysis.edits import Edit, reread
from archive.analysis.measure import errors_of
from archive.events import ACTIONS, Comment, Event, Nag, Play, Stop, Variation
from archive.notation.lexer import TOKEN
from archive.verdict import Verdict

UNCOMPARED = frozenset({Comment, Nag, Variation, Stop})
MOST_DIFFERENCES = 200
MOST_JUDGED = 40
"""Differences of which it is asked what the rules say; each costs two records judged."""
FEW_JUDGED = 5
"""As many of sheets that are hardly of one game."""


class Entry(NamedTuple):
    """One event of a sheet: its index, where its text begins, and the text without its number."""

    at: int
    offset: int
    text: str
    number: str
    """The number it has in the sheet; empty where it has none."""


class Difference(NamedTuple):
    """Where two sheets part: the entry of each, None where a sheet has nothing there.

    `supports` is `a` or `b` where the rules object to the other, `either` where they allow both,
    `neither` where they object to both alike, None where it was not asked. `moves` is what the
    points of sheet A become with B's entry, minus what they are, by seat; None for points that can
    then no longer be told.
    """

    a: Entry | None
    b: Entry | None
    ply: int | None
    supports: str | None
    moves: dict[int, int | None]


class Comparison(NamedTuple):
    """Two sheets judged and aligned. `complete` is False where they differ in more places than are
    listed."""

    a: Verdict
    b: Verdict
    alike: int
    differences: list[Difference]
    complete: bool

    @property
    def same_game(self) -> bool:
        """Whether the two can be sheets of one game at all: more is alike than differs."""
        return self.a.record.game == self.b.record.game and self.alike >= len(self.differences)

    def as_dict(self) -> dict[str, Any]:
        return {
            "a": _sheet(self.a),
            "b": _sheet(self.b),
            "same_game": self.same_game,
            "alike": self.alike,
            "complete": self.complete,
            "differences": [_difference(one, self) for one in self.differences],
        }


def compare(a: Verdict, b: Verdict) -> Comparison:
    """Hold two judged sheets against each other."""
    pairs, alike = _aligned(a, b)
    listed = pairs[:MOST_DIFFERENCES]
    most = MOST_JUDGED if alike >= len(pairs) else FEW_JUDGED
    found = [
        _judged(pair, a, b) if index < most else _unjudged(pair, a)
        for index, pair in enumerate(listed)
    ]
    return Comparison(a, b, alike, found, len(listed) == len(pairs))


# -- alignment


class _Pair(NamedTuple):
    """Two entries that stand in each other's place, and where in the text of each sheet that place
    is; where a sheet has none, the other's belongs there."""

    a: Entry | None
    b: Entry | None
    in_a: int
    in_b: int


def _aligned(a: Verdict, b: Verdict) -> tuple[list[_Pair], int]:
    """Pairs that differ, in order, and how many entries are alike."""
    left, right = (_entries(verdict) for verdict in (a, b))
    keys = [
        [_key(verdict.record.events[entry.at]) for entry in entries]
        for verdict, entries in ((a, left), (b, right))
    ]
    pairs: list[_Pair] = []
    alike = 0

    def place(entries: list[Entry], index: int, verdict: Verdict) -> int:
        text = verdict.record.text
        return entries[index].offset if index < len(entries) else len(text.rstrip())

    matcher = SequenceMatcher(None, keys[0], keys[1], autojunk=False)
    for _, i, i_end, j, j_end in matcher.get_opcodes():
        for nth, (one, other) in enumerate(zip_longest(left[i:i_end], right[j:j_end])):
            if one and other and one.text == other.text:
                alike += 1
                continue
            in_a = place(left, min(i + nth, i_end), a)
            pairs.append(_Pair(one, other, in_a, place(right, min(j + nth, j_end), b)))
    return pairs, alike


def _entries(verdict: Verdict) -> list[Entry]:
    record = verdict.record
    return [
        Entry(at, *_text(record.text, offset))
        for at, (event, offset) in enumerate(zip(record.events, record.offsets, strict=True))
        if type(event) not in UNCOMPARED
    ]


def _text(text: str, offset: int) -> tuple[int, str, str]:
    match = TOKEN.match(text, offset)
    words = " ".join(match[0].split()) if match else ""
    head, dot, rest = words.partition(". ")
    return (offset, rest, head) if dot and head.isdigit() else (offset, words, "")


def _key(event: Event) -> tuple[Any, ...]:
    """What an entry is aligned by: who did what; of lines and hands only the kind and the seat."""
    if isinstance(event, Play):
        return Play, event.seat, event.cards
    if type(event) in ACTIONS:
        return type(event), *event[1:]
    return type(event), getattr(event, "seat", None)


# -- what the rules say


def _judged(pair: _Pair, a: Verdict, b: Verdict) -> Difference:
    """One difference, and what the rules say to it: first by what is found at the two entries, then
    by putting each into the other's place."""
    difference = _unjudged(pair, a)
    one, other = pair.a, pair.b
    blamed = _blamed(one, a), _blamed(other, b)
    if blamed[0] != blamed[1]:
        difference = difference._replace(supports="b" if blamed[0] else "a")
    acts = [x and type(v.record.events[x.at]) in ACTIONS for x, v in ((one, a), (other, b))]
    if None in (one, other) and not any(acts):
        return difference if difference.supports else difference._replace(supports="either")
    into_a = _with(a, one, other, pair.in_a)
    into_b = _with(b, other, one, pair.in_b)
    if into_a is None or into_b is None:
        return difference
    moves = {
        seat: None if total is None else total - before
        for seat, total in into_a.score.items()
        if (before := a.score.get(seat)) is not None and total != before
    }
    supports = difference.supports or _supported(a, into_a, b, into_b)
    if supports == "either" and all(blamed):
        supports = "neither"
    return difference._replace(supports=supports, moves=moves)


def _blamed(entry: Entry | None, verdict: Verdict) -> bool:
    """Whether the rules object to an entry as it stands in its own sheet."""
    return entry is not None and any(
        finding.at == entry.at and finding.severity == "error" for finding in verdict.findings
    )


def _supported(a: Verdict, into_a: Verdict, b: Verdict, into_b: Verdict) -> str:
    was_a, then_a, was_b, then_b = (errors_of(one) for one in (a, into_a, b, into_b))
    # a play that fills a gap is missed where it is not written, whatever else it brings to light
    if then_b.missing < was_b.missing and then_a.missing > was_a.missing:
        return "a"
    if then_a.missing < was_a.missing and then_b.missing > was_b.missing:
        return "b"
    for_b = then_a < was_a or was_b < then_b
    for_a = then_b < was_b or was_a < then_a
    if for_a != for_b:
        return "a" if for_a else "b"
    return "either"


def _unjudged(pair: _Pair, a: Verdict) -> Difference:
    one, ply = pair.a, None
    if one is not None:
        ply = sum(type(event) in ACTIONS for event in a.record.events[: one.at + 1]) or None
    return Difference(one, pair.b, ply, None, {})


def _with(sheet: Verdict, own: Entry | None, new: Entry | None, place: int) -> Verdict | None:
    """A sheet judged with another's entry in place of its own, or at a place where it has none;
    None where it cannot be put in."""
    if own is None:
        assert new is not None
        # by its number where the sheets count alike, without one where they do not
        texts = {f"{new.number}. {new.text}" if new.number else new.text, new.text}
        tried = [_edited(sheet, Edit(place, "", f"\n{text}\n", "")) for text in sorted(texts)]
        return min((one for one in tried if one), key=errors_of, default=None)
    match = TOKEN.match(sheet.record.text, own.offset)
    old = match[0].strip() if match else ""
    kept = f"{own.number}. " if own.number and new is not None else ""
    start = own.offset + (len(match[0]) - len(match[0].lstrip()) if match else 0)
    return _edited(sheet, Edit(start, old, kept + new.text if new else "", ""))


def _edited(sheet: Verdict, edit: Edit) -> Verdict | None:
    try:
        return Verdict(reread(sheet.record, [edit]), sheet.asked)
    except ValueError:
        return None


# -- as JSON


def _sheet(verdict: Verdict) -> dict[str, Any]:
    body = verdict.as_dict()
    return {key: body[key] for key in ("record", "rules", "answers", "claimed", "score", "winner")}


def _difference(one: Difference, found: Comparison) -> dict[str, Any]:
    def entry(entry: Entry | None, verdict: Verdict) -> dict[str, Any] | None:
        if entry is None:
            return None
        place = verdict.record.place(entry.offset)
        return {"line": place.line, "column": place.column, "text": entry.text}

    return {
        "ply": one.ply,
        "a": entry(one.a, found.a),
        "b": entry(one.b, found.b),
        "supports": one.supports,
        "moves": {f"p{seat}": moved for seat, moved in one.moves.items()},
    }
