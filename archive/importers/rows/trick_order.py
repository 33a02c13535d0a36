"""The order in which the cards of a trick were played, where each player has a column: the row does
not tell it, but the winner of the trick before led, and the others followed round the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from archive.core import events as said
from archive.importers.record_draft import RecordDraft
from archive.importers.which_game import TWENTY_TWO

HIGH_TO_LOW = "AKQJT98765432"


def in_order(sheet: RecordDraft, seats: Iterable[int]) -> list[int]:
    """Return the seats of a row in the order of play, which is that of the columns where
    nothing shows who led. The trick of the row is the sheet's last."""
    leader = _leader(sheet)
    if leader is None:
        return list(seats)
    return sorted(seats, key=lambda seat: (seat - leader) % len(sheet.names))


def _leader(sheet: RecordDraft) -> int | None:
    """Return the seat that leads to the last trick of a sheet: the one said to, or the winner of
    the one before; to a deal's first trick the player who named trumps, or the one behind the
    dealer."""
    dealt = sheet.last(said.Deal) or 0
    tricks: list[list[said.Play]] = []
    dealer = maker = trump = first = None
    for event in sheet.events[dealt:]:
        if isinstance(event, said.Deal):
            dealer = event.dealer
        elif isinstance(event, said.Trump):
            maker, trump = event.seat, event.suit
        elif isinstance(event, said.Trick):
            tricks.append([])
            first = event.first
        elif isinstance(event, said.Play) and tricks:
            tricks[-1].append(event)
    if first is not None:
        return first
    if len(tricks) > 1:
        return _winner(tricks[-2], trump, sheet) if tricks[-2] else None
    if maker is None and dealer is not None:
        return dealer % len(sheet.names) + 1
    return maker


def _winner(trick: Sequence[said.Play], trump: str | None, sheet: RecordDraft) -> int | None:
    """Return who won a trick; None where a card of it is not known."""
    cards = [card for play in trick for card in play.cards]
    if any(card.rank == "?" for card in cards):
        return None
    if sheet.game == TWENTY_TWO or not all(card.suit for card in cards):
        return _highest(trick, only_sets="rasmussen" in sheet.tags.get("Rules", ""))
    led = trick[0].cards[0].suit
    trumps = [play for play in trick if play.cards[0].suit == trump]
    able = trumps or [play for play in trick if play.cards[0].suit == led]
    return min(able, key=lambda play: HIGH_TO_LOW.index(play.cards[0].rank)).seat


def _highest(trick: Sequence[said.Play], *, only_sets: bool) -> int:
    """Return who played the last cards that equal or beat, one by one, the highest before them."""
    best, seat = _ranks(trick[0]), trick[0].seat
    for play in trick[1:]:
        ranks = _ranks(play)
        able = not only_sets or len({*ranks}) == 1
        if able and len(ranks) == len(best) and all(map(int.__ge__, ranks, best)):
            best, seat = ranks, play.seat
    return seat


def _ranks(play: said.Play) -> list[int]:
    return sorted(-HIGH_TO_LOW.index(card.rank) for card in play.cards)
