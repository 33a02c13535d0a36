"""Faults of lines: one that comes too early, one too many, or one with another content."""

from __future__ import annotations

from random import Random

from archive.core.cards import CARDS, SUITS
from archive.core.events import (
    Action,
    Deal,
    Draw,
    End,
    Event,
    Exchange,
    Held,
    Keep,
    Pass,
    Play,
    Round,
    Trick,
    Up,
)
from archive.core.record import Record
from archive.generator.flaws.record_edits import (
    at_one,
    deal_before,
    other_seat,
    replaced,
    rewritten,
    with_tag,
)


def passed(record: Record, rng: Random) -> Record | None:
    """Write a pass where passing is not allowed: in place of a play with which the record ends, or
    of a draw where there are draws."""
    draws = any(isinstance(event, Draw) for event in record.events)
    flaw = at_one(Draw)(_pass_instead) if draws else at_one(Play)(_pass_instead)
    return flaw(record, rng)


def _pass_instead(record: Record, rng: Random, at: int, done: Draw | Play) -> Record | None:
    return broken_off(record, at, Pass(done.number, done.seat))


@at_one(Play)
def could_make_count(record: Record, rng: Random, at: int, play: Play) -> Record | None:
    """Write a pass in place of a play, when the stock is used up and passing has begun; return None
    where a pass is allowed all the same."""
    if "empty-stock=may-pass" in (record.tag("Rules") or ""):
        return None
    if not any(isinstance(one, Pass) for one in record.events[deal_before(record, at) : at]):
        return None
    return broken_off(record, at, Pass(play.number, play.seat))


@at_one(Exchange)
def exchanged_too_many(record: Record, rng: Random, at: int, exchange: Exchange) -> Record | None:
    """Put a whole hand away in an exchange, with which the record ends."""
    for held in record.events[deal_before(record, at) : at]:
        if isinstance(held, Held) and held.seat == exchange.seat:
            return broken_off(record, at, exchange._replace(put=held.cards, taken=None))
    return None


@at_one(Play)
def mixed_lead(record: Record, rng: Random, at: int, play: Play) -> Record | None:
    """Lead two cards of different ranks, with which the record ends."""
    if not isinstance(record.events[at - 1], Trick):
        return None
    for later in record.events[at + 1 :]:
        if isinstance(later, Deal):
            return None
        if isinstance(later, Play) and later.seat == play.seat:
            other = next((c for c in later.cards if c.rank != play.cards[0].rank), None)
            if other is not None:
                return broken_off(record, at, play._replace(cards=(play.cards[0], other)))
    return None


@rewritten(Round)
def wrong_starter(record: Record, rng: Random, round_: Round) -> Event | None:
    """Name another player in the line of a round as the one who begins it."""
    if not round_.first or round_.number == 1:
        return None
    return round_._replace(first=other_seat(record, rng, round_.first))


@at_one(Deal)
def short_round(record: Record, rng: Random, at: int, deal: Deal) -> Record | None:
    """Write the line of the next round before the last deal of this one, and one play after it:
    without that, plays may be missing between them."""
    if deal.number in (None, 1):
        return None
    rounds = [event for event in record.events[:at] if isinstance(event, Round)]
    if not rounds or rounds[-1].number is None:
        return None
    play = next((event for event in record.events[at:] if isinstance(event, Play)), None)
    if play is None:
        return None
    cut = broken_off(record, at, Round(rounds[-1].number + 1, None))
    return Record(cut.tags, [*cut.events, play])


def short_deal(record: Record, rng: Random) -> Record | None:
    """Write the line of the next deal in the midst of one, between two tricks where there are any,
    and behind it its first action, whose number shows that nothing is missing."""
    tricks = any(isinstance(event, Trick) for event in record.events)
    return (_cut_between_tricks if tricks else _cut_between_plays)(record, rng)


@at_one(Trick)
def _cut_between_tricks(record: Record, rng: Random, at: int, trick: Trick) -> Record | None:
    return None if trick.number == 1 else _cut_short(record, at)


@at_one(Play)
def _cut_between_plays(record: Record, rng: Random, at: int, play: Play) -> Record | None:
    return _cut_short(record, at) if isinstance(record.events[at - 1], Play) else None


def _cut_short(record: Record, at: int) -> Record | None:
    deals = [event for event in record.events[:at] if isinstance(event, Deal)]
    if not deals or deals[-1].number is None:
        return None
    last = next((one.number for one in record.events[:at][::-1] if isinstance(one, Action)), None)
    rest = iter(record.events[at:])
    later = next((True for one in rest if isinstance(one, Deal)), False)
    first = next((one for one in rest if isinstance(one, Action)), None)
    if not later or first is None or last is None:
        return None
    broken = broken_off(record, at, Deal(deals[-1].number + 1))
    return Record(broken.tags, [*broken.events, first._replace(number=last + 1)])


@at_one(Play)
def dealt_early(record: Record, rng: Random, at: int, play: Play) -> Record | None:
    """List a hand for a player who still has cards, in the last line of the record."""
    if not isinstance(record.events[at - 2], Held):
        return None  # later in the hand, plays may be missing
    held = [event for event in record.events[:at] if isinstance(event, Held)]
    own = [event for event in held if event.seat == play.seat]
    return broken_off(record, at, own[-1]) if own else None


@at_one(Play)
def not_now(record: Record, rng: Random, at: int, event: Play) -> Record | None:
    """Turn up the cards once more, in the midst of a deal."""
    up = next((event for event in record.events if isinstance(event, Up)), None)
    return replaced(record, at, event, up) if up else None


@rewritten(Keep)
def wrong_kept_card(record: Record, rng: Random, keep: Keep) -> Event | None:
    """Write another suit than that of the losing card that was shown."""
    (kept, *more) = keep.kept
    suits = [suit for suit in SUITS if suit != kept.card.suit]
    if more or not kept.card.suit:
        return None
    return Keep((kept._replace(card=CARDS[kept.card.rank + rng.choice(suits)]),))


def broken_off(record: Record, at: int, last: Event) -> Record:
    """Return the record up to an event, with another event in its place and no result claimed."""
    kept = [event for event in record.events[:at] if not isinstance(event, End)]
    return with_tag(Record(record.tags, [*kept, last]), "Result", "*")
