"""Faults of lines: one that comes too early, one too many, or one that says something else."""

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
from archive.generator.flaws.changes import changed, replaced, somewhere, with_tag


def passed(record: Record, rng: Random) -> Record | None:
    """A pass, where nobody may: in place of a play with which the record ends, or of a draw where
    there are draws."""
    kind = Draw if any(isinstance(event, Draw) for event in record.events) else Play

    def change_at(at: int) -> Record | None:
        event = record.events[at]
        if not isinstance(event, kind):
            return None
        return broken_off(record, at, Pass(event.number, event.seat))

    return somewhere(record, rng, change_at)


def could_make_count(record: Record, rng: Random) -> Record | None:
    """A pass in place of a play, when the stock is used up and passing has begun; none where one
    may pass all the same."""
    if "empty-stock=may-pass" in (record.tag("Rules") or ""):
        return None

    def change_at(at: int) -> Record | None:
        play = record.events[at]
        if not isinstance(play, Play):
            return None
        begun = max(i for i in range(at) if isinstance(record.events[i], Deal))
        if not any(isinstance(event, Pass) for event in record.events[begun:at]):
            return None
        return broken_off(record, at, Pass(play.number, play.seat))

    return somewhere(record, rng, change_at)


def exchanged_too_many(record: Record, rng: Random) -> Record | None:
    """A whole hand put away in an exchange, with which the record ends."""

    def change_at(at: int) -> Record | None:
        exchange = record.events[at]
        if not isinstance(exchange, Exchange):
            return None
        begun = max(i for i in range(at) if isinstance(record.events[i], Deal))
        for held in record.events[begun:at]:
            if isinstance(held, Held) and held.seat == exchange.seat:
                return broken_off(record, at, exchange._replace(put=held.cards, taken=None))
        return None

    return somewhere(record, rng, change_at)


def mixed_lead(record: Record, rng: Random) -> Record | None:
    """Two cards of different ranks led, with which the record ends."""

    def change_at(at: int) -> Record | None:
        play = record.events[at]
        if not isinstance(play, Play) or not isinstance(record.events[at - 1], Trick):
            return None
        for later in record.events[at + 1 :]:
            if isinstance(later, Deal):
                return None
            if isinstance(later, Play) and later.seat == play.seat:
                other = next((c for c in later.cards if c.rank != play.cards[0].rank), None)
                if other is not None:
                    return broken_off(record, at, play._replace(cards=(play.cards[0], other)))
        return None

    return somewhere(record, rng, change_at)


def wrong_starter(record: Record, rng: Random) -> Record | None:
    """The line of a round names another player as the one who begins it."""
    seats = range(1, len(record.players) + 1)

    def other(round_: Round) -> Round | None:
        if not round_.first or round_.number == 1:
            return None
        return round_._replace(first=rng.choice([seat for seat in seats if seat != round_.first]))

    return changed(record, rng, Round, other)


def short_round(record: Record, rng: Random) -> Record | None:
    """The line of the next round before the last deal of this one, and one play after it: without
    that, plays may be missing between them."""

    def change_at(at: int) -> Record | None:
        deal = record.events[at]
        if not isinstance(deal, Deal) or deal.number in (None, 1):
            return None
        rounds = [event for event in record.events[:at] if isinstance(event, Round)]
        if not rounds or rounds[-1].number is None:
            return None
        play = next((event for event in record.events[at:] if isinstance(event, Play)), None)
        if play is None:
            return None
        cut = broken_off(record, at, Round(rounds[-1].number + 1, None))
        return Record(cut.tags, [*cut.events, play])

    return somewhere(record, rng, change_at)


def short_deal(record: Record, rng: Random) -> Record | None:
    """The line of the next deal in the midst of one, between two tricks where there are tricks, and
    no more after it than the first that is done in that deal, by whose number nothing is missing.
    """
    tricks = any(isinstance(event, Trick) for event in record.events)

    def change_at(at: int) -> Record | None:
        event, before = record.events[at], record.events[at - 1]
        between = (
            isinstance(event, Trick) and event.number != 1
            if tricks else isinstance(event, Play) and isinstance(before, Play)
        )  # fmt: skip
        deals = [event for event in record.events[:at] if isinstance(event, Deal)]
        if not between or not deals or deals[-1].number is None:
            return None
        last = next(
            (one.number for one in record.events[:at][::-1] if isinstance(one, Action)), None
        )
        rest = iter(record.events[at:])
        later = next((True for one in rest if isinstance(one, Deal)), False)
        first = next((one for one in rest if isinstance(one, Action)), None)
        if not later or first is None or last is None:
            return None
        broken = broken_off(record, at, Deal(deals[-1].number + 1))
        return Record(broken.tags, [*broken.events, first._replace(number=last + 1)])

    return somewhere(record, rng, change_at)


def dealt_early(record: Record, rng: Random) -> Record | None:
    """A hand listed for a player who still has cards: the last line of the record."""

    def change_at(at: int) -> Record | None:
        play = record.events[at]
        if not isinstance(play, Play) or not isinstance(record.events[at - 2], Held):
            return None  # later in the hand it may be plays that are missing
        held = [event for event in record.events[:at] if isinstance(event, Held)]
        own = [event for event in held if event.seat == play.seat]
        return broken_off(record, at, own[-1]) if own else None

    return somewhere(record, rng, change_at)


def not_now(record: Record, rng: Random) -> Record | None:
    """The cards turned up once more, in the midst of a deal."""
    up = next((event for event in record.events if isinstance(event, Up)), None)

    def change_at(at: int) -> Record | None:
        event = record.events[at]
        if up is None or not isinstance(event, Play):
            return None
        return replaced(record, at, event, up)

    return somewhere(record, rng, change_at)


def wrong_kept_card(record: Record, rng: Random) -> Record | None:
    """Another suit than that of the losing card that was shown."""

    def other(keep: Keep) -> Keep | None:
        (kept, *more) = keep.kept
        suits = [suit for suit in SUITS if suit != kept.card.suit]
        if more or not kept.card.suit:
            return None
        return Keep((kept._replace(card=CARDS[kept.card.rank + rng.choice(suits)]),))

    return changed(record, rng, Keep, other)


def broken_off(record: Record, at: int, last: Event) -> Record:
    """The record up to an event, and one other in its place; no result is claimed of it."""
    kept = [event for event in record.events[:at] if not isinstance(event, End)]
    return with_tag(Record(record.tags, [*kept, last]), "Result", "*")
