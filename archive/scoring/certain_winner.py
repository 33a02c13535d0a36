"""The winner whatever stood where a card or a play is missing: every possibility is tried, and
where all that the rules allow end alike, the winner is certain though the card is not. So is a
standing that is wrong in all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias

from archive.core.cards import CARDS, Card
from archive.core.events import Action, Draw, End, Event, Pass, Play
from archive.core.record import Record
from archive.notation.text_offsets import offset_of
from archive.rules.advance import advance
from archive.rules.faults_and_claims import Claim, Fault, packed_seats
from archive.rules.table import Table
from archive.scoring.cards_told_later import names_every_card
from archive.scoring.effect_on_points import claimed_winners
from archive.scoring.prepared import Prepared
from archive.scoring.verdict import Verdict
from archive.telling.certain_result import CertainResult
from archive.telling.finding_drafts import Draft
from archive.telling.findings import CODES, Finding, Question

HOLES = 2
"""A record with more cards or plays missing is not tried."""
MOST_EVENTS = 10_000
"""The most events that may happen in all possibilities of a record together; the steps that it
takes to find out where more is missing count as such."""
UNTRIED = frozenset({"gap", "short-deal", "short-round", "unwritten-exchange"})
"""Missing pieces with too many possibilities to try."""
Judge = Callable[[Record], Verdict | None]
Standing: TypeAlias = tuple[int, int | None, str | None]
"""A total of a standing: its event, its player and what is due."""


class Way(NamedTuple):
    """One possibility: a play, and the event before which it belongs or which it stands for."""

    at: int
    instead: bool
    play: Play


class Certain(NamedTuple):
    """The certain facts about a record with holes: how the game ended, None where that depends on
    them, and the wrong standings that are wrong whatever fills them."""

    result: CertainResult | None
    wrong: Sequence[Finding]


class PossibleEnd(NamedTuple):
    """The end of the game in one possibility, and the cards that fill the holes."""

    winner: str
    score: tuple[tuple[int, int | None], ...]
    cards: str


def certain(record: Record, findings: Sequence[Draft], judge: Judge, seats: int) -> Certain | None:
    """Return what is the same in every possibility of a record with a hole or two; None where that
    is nothing, or takes too long to find out. `judge` judges a record with holes filled, and may
    return None where a play of it is against the rules."""
    holes = [*_holes(record, findings, seats)]
    ways = prod(map(len, holes))
    if not 0 < len(holes) <= HOLES or not 0 < ways * len(record.events) <= MOST_EVENTS:
        return None
    allowed: list[PossibleEnd] = []
    fitting: list[PossibleEnd] = []
    always: dict[Standing, Finding] = {}
    left = MOST_EVENTS - ways * len(record.events)
    for filled in product(*holes):
        verdict = judge(_filled(record, filled))
        if verdict is None:
            continue
        left -= verdict.taken.get("gaps", 0)
        if left < 0:
            return None
        wrong = {one.question for one in verdict.findings if one.severity == "error"}
        if Question.LEGALITY in wrong:
            continue
        standings = _wrong_standings(verdict, filled)
        shared = standings.keys() & always.keys() if allowed else standings.keys()
        always = {one: standings[one] for one in standings if one in shared}
        cards = "".join(card.rank for way in filled for card in way.play.cards)
        end = PossibleEnd(verdict.winner or "", tuple(verdict.score.items()), cards)
        allowed.append(end)
        if not wrong & {Question.ARITHMETIC, Question.WRITING}:
            fitting.append(end)
            if not end.winner or end.winner != fitting[0].winner:
                return None  # nor is any standing always wrong
    plies = tuple(hole[0].play.number or 0 for hole in holes)
    result = _alike(allowed, plies, by_numbers=False) or _alike(fitting, plies, by_numbers=True)
    return Certain(result, tuple(always.values())) if result or always else None


def breaks_a_rule(prepared: Prepared) -> bool:
    """Return whether the rules object to a play or line of a record, where that shows by letting it
    happen: in one that names every card and leaves nothing out."""
    record, foresight = prepared.record, prepared.foresight
    if prepared.legible.pieces or not names_every_card(record) or foresight.omissions:
        return False
    table = foresight.open()
    for at, event in enumerate(record.events):
        advance(table, event, at)
        if any(_is_against_rules(fault) for fault in table.faults):
            return True
        table.faults = []
    return False


def _is_against_rules(fault: Fault) -> bool:
    return fault.severity == "error" and CODES.get(fault.code) is Question.LEGALITY


def _wrong_standings(verdict: Verdict, filled: Sequence[Way]) -> dict[Standing, Finding]:
    """Return the wrong totals of standings, by their places in the record with holes."""
    found = {}
    for one in verdict.findings:
        if one.code == "wrong-score" and one.at is not None:
            at = one.at
            for way in sorted(filled, key=lambda way: way.at):
                at -= not way.instead and way.at < at
            found[at, one.seat, one.expected] = replace(one, at=at)
    return found


def wrong_standings(told: Certain, record: Record) -> Iterator[Draft]:
    """Yield the wrong totals of standings that are certain; of each player the later ones follow
    from the first."""
    first: dict[int | None, Draft] = {}
    for one in told.wrong:
        at = one.at or 0
        offset = offset_of(record.text, record.offsets[at], f"p{one.seat}")
        found = Draft(one.code, one.severity, at, offset, one.ply, one.clause,
                      one.seat, one.expected, one.found,
                      follows=first.get(one.seat))  # fmt: skip
        first.setdefault(one.seat, found)
        yield found


def finding_of(told: CertainResult, findings: Sequence[Draft], clause: str) -> Draft:
    """Return the note with the winner, at the first of the missing pieces."""
    first = next(one for one in findings if one.code in ("missing-play", "unknown-card"))
    return Draft("certain-winner", "note", first.at, first.offset, first.ply, clause, None,
                   told.winner, "by the numbers" if told.by_numbers else "by the rules",
                   reason=told)  # fmt: skip


def wrong_ends(told: CertainResult, record: Record, table: Table, clause: str) -> Iterator[Draft]:
    """Yield wrong claims about the game's end that the rules alone refute, wherever they stand:
    totals, and winners, by name or by totals with which others would win."""
    if told.by_numbers:
        return
    score, winner = told.score or {}, _packed(told.winner, table.seats)
    ends = [(at, one) for at, one in enumerate(record.events) if isinstance(one, End)]
    first: dict[int | None, Draft] = {}  # by the player it is about
    for at, end in ((None, End(record.result or (), ())), *ends):
        totals = dict(reversed(end.totals))
        claims = [
            Claim("result", seat, total, score.get(seat), clause, f"p{seat}")
            for seat, total in sorted(totals.items())
        ]
        wrong = [one for one in claims if one.computed not in (None, one.claimed)]
        won = claimed_winners({} if wrong else totals, (end,), table)
        if won not in (None, winner):
            wrong.append(Claim("winner", None, won, winner, clause, "win"))
        for one in wrong:
            offset = record.tag_offset("Result")
            if at is not None:
                offset = offset_of(record.text, record.offsets[at], one.part)
            found = Draft(f"wrong-{one.kind}", "error", at, offset, table.ply, clause, one.seat,
                            *one.in_words(table.seats))  # fmt: skip
            found.follows = first.get(one.seat)
            first.setdefault(one.seat, found)
            yield found


def _packed(winner: str, seats: int) -> int:
    """Return the winners of a verdict, packed."""
    named = range(1, seats + 1) if winner == "draw" else (int(one[1:]) for one in winner.split(","))
    return packed_seats(named)


def _alike(
    ends: Sequence[PossibleEnd], plies: tuple[int, ...], *, by_numbers: bool
) -> CertainResult | None:
    """Return what all ends have in common, if the winner is."""
    if len({one.winner for one in ends}) != 1 or not ends[0].winner:
        return None
    score = dict(ends[0].score) if len({one.score for one in ends}) == 1 else None
    card = ends[0].cards if len({one.cards for one in ends}) == 1 else ""
    return CertainResult(ends[0].winner, score, card if len(card) == 1 else "", by_numbers, plies)


def _holes(record: Record, findings: Sequence[Draft], seats: int) -> Iterator[Sequence[Way]]:
    """Yield the possibilities of each missing piece; none where they cannot be tried."""
    torn = any(one.code == "missing-play" for one in findings)
    for one in findings:
        at = one.at or 0
        if one.code == "missing-play":
            yield [*_missing(record, one, seats)]
        elif one.code == "unknown-card":
            play = record.events[at]
            if isinstance(play, Play) and any(card.rank == "?" for card in play.cards):
                number = play.number or one.ply
                yield [
                    Way(at, True, way._replace(number=number)) for way in _named(record, at, play)
                ]
            elif not torn:
                yield ()
        elif one.code in UNTRIED or _is_wrong(one):
            yield ()


def _is_wrong(finding: Draft) -> bool:
    """Return whether a finding is about something else than the end."""
    root = finding.severity == "error" and finding.follows is None
    return root and finding.question is not Question.RESULT


def _missing(record: Record, finding: Draft, seats: int) -> Iterator[Way]:
    """Yield the plays that may be missing where one is, at each line where it may have stood; none
    where it may have been something else than the play of one card."""
    if not _plays_of_one_card(record):
        return
    due, until = (finding.expected or "").rstrip("."), (finding.found or "").rstrip(".")
    if not due.isdigit() or (until.isdigit() and int(until) != int(due) + 1):
        return
    at = first = finding.at or 0
    while first and not isinstance(record.events[first - 1], Action):
        first -= 1
    around = [one for one in record.events[max(0, first - 1) : at + 1] if isinstance(one, Action)]
    plays = [one for one in around if isinstance(one, Play)]
    if len(plays) < len(around):
        return
    for card in _cards(plays):
        for seat in (finding.seat,) if finding.seat else range(1, seats + 1):
            for place in range(first, at + 1):
                yield Way(place, False, Play(int(due), seat, (card,)))


def _plays_of_one_card(record: Record) -> bool:
    """Return whether a play of a record is always one card, and no player draws or passes
    instead."""
    return not any(
        isinstance(one, Draw | Pass) or (isinstance(one, Play) and len(one.cards) != 1)
        for one in record.events
    )


def _named(record: Record, at: int, play: Play) -> Iterator[Play]:
    """Yield a play with its unknown card named."""
    unknown = [place for place, card in enumerate(play.cards) if card.rank == "?"]
    if len(unknown) != 1 or play.parts:
        return
    place = unknown[0]
    around = [one for one in record.events[max(0, at - 2) : at + 3] if isinstance(one, Play)]
    for card in _cards(around):
        if not play.cards[place].suit or card.suit == play.cards[place].suit:
            yield play._replace(cards=(*play.cards[:place], card, *play.cards[place + 1 :]))


def _cards(around: Sequence[Play]) -> list[Card]:
    """Return all possible cards, named as the plays around name theirs: by suit, or by rank
    alone."""
    suited = any(card.suit for play in around for card in play.cards)
    return [one for one in CARDS.values() if one.rank != "?" and bool(one.suit) == suited]


def _filled(record: Record, filled: Sequence[Way]) -> Record:
    """Return the record with each hole filled; its text and its places are those of the first."""
    events: list[Event] = list(record.events)
    for at, instead, play in sorted(filled, key=lambda way: -way.at):
        events[at : at + instead] = [play]
    return Record(record.tags, events, text=record.text, find_offsets=lambda: [0] * len(events))
