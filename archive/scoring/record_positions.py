"""Records as positions: each event as its action, for as long as everything that a position needs
was written down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from archive.core.cards import Card
from archive.core.events import (
    ACTIONS,
    Cut,
    Deal,
    Draw,
    Event,
    Exchange,
    Gap,
    Held,
    Pass,
    Play,
    Round,
    Stay,
    Trump,
    Unread,
    Up,
)
from archive.games import Chosen
from archive.rules.advance import advance
from archive.rules.hand import UNCOUNTED
from archive.rules.pack import SUITS, read_cards
from archive.rules.position import Action, Position
from archive.rules.table import Table
from archive.scoring.prepared import Playable
from archive.scoring.unwritten_choices import CHOICES, pass_over_the_unwritten


class Ahead(NamedTuple):
    """How many plays and deals of a game come before those that a record has."""

    plays: int = 0
    deals: int = 0


class Positions(dict[int, Position]):
    """The positions of a record by ply; `late` is whether it begins in the middle of its game, and
    `ahead` what comes before it, as far as numbers tell."""

    late = False
    ahead = Ahead()


def positions(shown: Playable) -> Positions:
    """Return by ply the position right after it, what was dealt then included; 0 is before the
    first play.

    They end where the record does not say enough to go on: at a play left out, a hand or a card
    that was not written; and where the rules find that something must be missing, and other totals.
    """
    chosen = shown.chosen
    position, table = beginning(chosen), shown.foresight.open()
    found = Positions()
    ply = 0
    try:
        played = play_events(position, shown.known.events, stands_pat=chosen.game.stands_pat)
        for at, (event, action) in enumerate(played):
            if stops(position, event, action, ply):
                return found
            if type(event) in ACTIONS:
                if _judged_otherwise(position, table, ply):
                    return found
                found[ply] = position.copy()
                ply += 1
            advance(table, event, at)
    except (ValueError, IndexError, TypeError):  # events that no position of this game takes
        return found
    if not _judged_otherwise(position, table, ply):
        found[ply] = position.copy()
    return found


def beginning(chosen: Chosen) -> Position:
    """Return the position before a game."""
    options = {**chosen.game.as_written, **chosen.options}
    return chosen.rule_set.begin(chosen.rule_set.settled(options, chosen.seats), chosen.seats)


def _judged_otherwise(position: Position, table: Table, ply: int) -> bool:
    """Return whether a table counts other plays, has other totals, or none where the position has
    some."""
    return table.ply != ply or any(
        own > UNCOUNTED // 2 and own != table.ledger.total(seat)
        for seat, own in enumerate(position.totals[1:], 1)
    )


def stops(position: Position, event: Event, action: Action | None, ply: int) -> bool:
    """Return whether a position, after `ply` plays, cannot go on from the record: something is
    missing just here."""
    if isinstance(event, Gap | Unread):
        return True
    if not isinstance(event, Play | Draw | Pass | Exchange):
        return False
    if action is None or position.wanted:
        return True
    return isinstance(event, Play) and (
        position.due in CHOICES  # and what was chosen is not told
        or event.number not in (None, ply + 1)
        or any(card.rank == "?" for card in event.cards)
    )


def play_events(
    position: Position, events: Iterable[Event], *, stands_pat: bool = False
) -> Iterator[tuple[Event, Action | None]]:
    """Play the events of a record in which everything is written, each when it is asked for. Yield
    every event with its action before that is played, None where it has none. `stands_pat` is the
    game's word on exchanges that are not written down."""
    hands: dict[int, list[list[int]]] = {}
    known = list(events)
    for at, event in enumerate(known):
        if isinstance(event, Deal):
            hands = {}
        elif isinstance(event, Held):
            hands[event.seat] = [numbers(packet) for packet in event.packets]
            yield event, None
            continue
        deal_hands(position, hands)
        if isinstance(event, Play):
            pass_over_the_unwritten(position, known, at, stands_pat=stands_pat)
        action = action_of(position, event)
        if action is not None and not hasattr(position, action[0]):
            action = None  # a line of another game, or one that changes nothing in this
        yield event, action
        if action is not None:
            position.play(action)
        if isinstance(event, Exchange | Draw) and position.due == "take":
            taken = [event.card] if isinstance(event, Draw) else event.taken or ()
            position.play(("take", event.seat, numbers(taken)))
        deal_hands(position, hands)
    deal_hands(position, hands)


def deal_hands(position: Position, hands: dict[int, list[list[int]]]) -> None:
    """Deal the hands that a record lists, each when the position awaits it."""
    while position.wanted and hands.get(position.turn):
        position.play((position.due, position.turn, hands[position.turn].pop(0)))
    while position.due == "deal" and hands.get(position.turn):
        position.play(("deal", position.turn, hands[position.turn].pop(0)))


def action_of(position: Position, event: Event) -> Action | None:
    """Return the action of an event; None for a claim, or for what need not be played."""
    match event:
        case Round(_, first):
            return ("begin_round", first)
        case Up(cards, _):
            return ("turn_up", numbers(cards))
        case Cut(drawn):
            return ("cut", [numbers(cards)[0] for _, cards in drawn])
        case Deal(_, dealer, _) if dealer is not None:
            return ("deal", dealer)
        case Trump(seat, suit) if position.due == "name_trump":
            return ("name_trump", seat, SUITS.index(suit or "?"))
        case Exchange(_, seat, put):
            return ("put_away", seat, numbers(put))
        case Stay(_, seat, stays) if position.due == "stay" and position.turn == seat:
            return ("stay", seat, stays)
        case Draw(_, seat):
            return ("draw", seat)
        case Pass(_, seat):
            return ("pass_turn", seat)
        case Play(_, seat, cards):
            if hasattr(position, "make"):
                return ("make", seat, numbers(cards))
            one_card = len(cards) == 1 and not hasattr(position, "packs")
            return ("lay", seat, numbers(cards)[0] if one_card else numbers(cards))
    return None


def numbers(cards: Iterable[Card]) -> list[int]:
    """Return the cards as positions number them."""
    return read_cards("".join(card.text for card in cards))
