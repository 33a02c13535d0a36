"""The exchange, and who takes part in a hand: section 3 of rulebook.md."""

from __future__ import annotations

from archive.core.cards import LARGEST, UNKNOWN, Card, WrittenHand, text_of
from archive.core.events import Action, Exchange, Phase, Play
from archive.core.phrase import Phrase
from archive.games.twenty_two.deals import act_first, all_dealt, open_deal, refused
from archive.games.twenty_two.table_state import Stage
from archive.games.twenty_two.table_steps import Course
from archive.rules.hand import UNCOUNTED
from archive.rules.hand_seen import CODES

BETWEEN = (Stage.BEFORE, Stage.LAST, Stage.SCORED)
"""The stages in which a line or an action of the next hand opens it, though its deal is not
written."""


def begin_exchange(table: Course, event: Phase) -> None:
    """Take `@exchange`, which stands after the deal, before any exchange or play. After a hand
    it begins the next one, whose deal is not written."""
    if event.word != "exchange":
        table.fault("foreign-line", "twenty-two/9.5",
                    Phrase("a line of the game {text}", text=table.game),
                    f"@{event.word}")  # fmt: skip
    elif table.stage in BETWEEN and not table.torn and not table.over:
        open_deal(table)
    elif not (table.unplayed or table.torn):
        table.fault(
            "not-now", "twenty-two/3.1", Phrase("the exchange once, after the deal"), "@exchange"
        )


def exchange_cards(table: Course, event: Exchange) -> None:
    """Clauses 3.1 and 3.2: Take an exchange."""
    seat = event.seat
    if table.awaits is Play:  # it was reported that it does not belong here
        table.faults = [fault for fault in table.faults if fault.code != "wrong-turn"]
        return
    if refused(table, seat):
        if table.over or not table.turn or table.stage is not Stage.EXCHANGE:
            return
        seat = table.turn  # the exchange of the player on turn
        event = event._replace(seat=seat)
    if table.torn:
        return
    if table.stage in BETWEEN:
        open_with(table, event)
        seat = seat or table.turn
    if table.stage is not Stage.EXCHANGE:
        return
    if not table.exchanged:
        _begin_with(table, event._replace(seat=seat))
    if not takes_part(table, seat):
        return
    _pass_over(table, event)
    table.unwritten.pop(seat, None)  # though late
    again = seat in table.exchanged
    table.exchanged.add(seat)
    if not event.put and event.taken is None:
        forget_hand(table, seat)
    else:
        _swap(table, event)
    next_to_exchange(table, again)


def forget_hand(table: Course, seat: int) -> None:
    """Forget a seat's cards, though not their number: its exchange was not written down. For
    the card count it was dealt what was listed."""
    table.hands[seat] = WrittenHand((UNKNOWN,) * len(table.hands[seat]))
    table.forget_cards(seat)
    table.position.stock = UNCOUNTED


def _swap(table: Course, event: Exchange) -> None:
    """Clause 3.2: put cards away and take as many from the pack."""
    seat, put, position, undealt = event.seat, event.put, table.position, table.undealt
    taken = (UNKNOWN,) * len(put) if event.taken is None else event.taken
    position.put_away(seat, [CODES[card] for card in put[:LARGEST]])
    if put or taken:
        position.wanted = len(put)
        position.take(seat, [CODES[card] for card in taken[:LARGEST]])
    said = table.said()
    if "exchanged-too-many" in said:
        table.fault("exchanged-too-many", "twenty-two/3.2", Phrase("at most {n} cards", n=undealt),
                    f"{len(put)}", seat=seat, part="cards")  # fmt: skip
    if "uneven-exchange" in said:
        table.doubt_hands(seat)
        table.fault("uneven-exchange", "twenty-two/3.2", Phrase("{n} taken", n=len(put)),
                    f"{len(taken)}", seat=seat, part="cards")  # fmt: skip
    take(table, seat, put, "twenty-two/3.2")
    taken += (UNKNOWN,) * (len(put) - len(taken))
    if taken:
        table.hands[seat].draw(taken, table.at)


def open_with(table: Course, action: Action) -> None:
    """Open a deal whose line was left out: its first turn was checked before it began."""
    open_deal(table)
    if action.seat not in (table.turn, 0) and table.turn and not isinstance(action, Play):
        table.fault("wrong-turn", table.turn_clause(action), f"p{table.turn}",
                    f"p{action.seat}", seat=action.seat, part="seat")  # fmt: skip


def takes_part(table: Course, seat: int) -> bool:
    """Return whether a seat plays this hand. That it acts shows it where it was unknown; a
    player who is out plays out of turn."""
    if seat in table.playing and not table.doubtful:
        return True
    if seat in table.playing or seat in table.hands:  # though out
        table.shows_in(seat)
        return True
    if seat not in table.doubtful:
        if not table.turn and table.playing:
            due = table.leader or table.playing[0]
            table.fault("wrong-turn", "twenty-two/2.7", f"p{due}", f"p{seat}", seat=seat,
                        part="seat")  # fmt: skip
        return False
    table.shows_in(seat)
    table.hold(seat, table.unknown_hand(), -1)
    return True


def next_to_exchange(table: Course, again: bool) -> None:
    """Clause 3.1: Await the next exchange. A player who exchanges a second time does so in the
    place of the one who was due."""
    if again and table.turn:
        table.exchanged.add(table.turn)
    waiting = table.waiting_to_exchange()
    if table.doubtful or not table.leader:
        table.turn, table.awaits = 0, None
    elif waiting:
        table.turn, table.awaits = waiting[0], Exchange
    else:
        table.turn, table.awaits = 0, Play


# -- unwritten exchanges


def _begin_with(table: Course, event: Exchange) -> None:
    """Take the first exchange of a hand that is written down. Where it is unknown who was to
    begin, only its number shows that there was none before it."""
    number = event.number
    follows = number == 1 or (number is not None and table.played.get(number - 1) is not None)
    if table.leader or table.leaders or follows:
        act_first(table, event.seat)
    else:
        all_dealt(table)


def _pass_over(table: Course, event: Exchange) -> None:
    """Clause 3.1: Pass over those who were due before this one: where exchanges have no
    numbers, they may have had theirs, unwritten."""
    if event.number is not None or not table.turn or table.doubtful:
        return
    waiting, seat = table.waiting_to_exchange(), event.seat
    if seat in waiting and (passed := waiting[: waiting.index(seat)]):
        table.faults = [fault for fault in table.faults if fault.code != "wrong-turn"]
        table.unwritten |= dict.fromkeys(passed, 0)
        table.exchanged |= {*passed}


def miss_exchange(table: Course) -> None:
    """Clause 3.1: Begin the tricks. For a player whose exchange is not written down, a listed
    hand is what was dealt, and not what is played from; unless there was no card to be had."""
    seats = [one for one in table.playing if one in table.unwritten or one not in table.exchanged]
    listed = [seat for seat in seats if seat in table.hands and table.hands[seat].at >= 0]
    table.unwritten = dict.fromkeys(listed, 0) if table.undealt != 0 else {}
    if table.unwritten:
        for seat in listed:
            table.forget_cards(seat)
        table.shuffles[-1] = table.shuffles[-1]._replace(exchanges_written=False)


def take(table: Course, seat: int, run: tuple[Card, ...], clause: str, part: str = "cards"
) -> bool:  # fmt: skip
    """Take cards from a hand, and return whether it can have held them; those it cannot have
    held are a fault. What they prove about earlier plays is reported too."""
    if seat in table.unwritten:
        _take_in(table, seat, run, part)
    if (hand := table.hands.get(seat)) is None:
        return True
    held = True
    for card in run[:LARGEST]:  # of a thousand laid down, the first are named
        if not hand.take(card, table.at):
            held = False
            table.fault("card-not-held", clause, Phrase("one of {cards}", cards=text_of(hand.left)),
                        card.text, seat=seat, part=part)  # fmt: skip
    if table.denials:
        table.reveal(seat, run)
    return held


def _take_in(table: Course, seat: int, run: tuple[Card, ...], part: str) -> None:
    """Clauses 3.1 and 3.2: Note that a card that was not dealt to its player shows an exchange,
    as long as the pack had enough cards left."""
    hand = table.hands[seat]
    trial = hand.copy()
    foreign = [card for card in run if not trial.take(card, table.at)]
    room = len(foreign) if table.undealt is None else table.undealt - sum(table.unwritten.values())
    for card in foreign[: max(0, room)]:
        if not table.unwritten[seat]:
            table.fault("unwritten-exchange", "twenty-two/3.1", Phrase("an exchange"), card.text,
                        seat=seat, part=part, severity="note")  # fmt: skip
        table.unwritten[seat] += 1
        hand.draw((UNKNOWN,), -1)
    hand.reach = ()  # the exchange came before all plays: each may be one of the cards taken
