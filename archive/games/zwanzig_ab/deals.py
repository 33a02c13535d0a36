"""Deals, hands and trumps: sections 1, 2 and 3 of rulebook.md."""

from __future__ import annotations

from itertools import combinations

from archive.core.cards import WrittenHand, text_of
from archive.core.events import Action, Cut, Event, Held, Play, Trick, Trump
from archive.core.phrase import Phrase, cards_in_number
from archive.games.zwanzig_ab.board import GOING_ON, HAND, STOCK, DealLine, TrickLine
from archive.games.zwanzig_ab.rules import ROUND, TRICKS
from archive.games.zwanzig_ab.table_steps import Course, unknown_hand
from archive.notation.writer import written
from archive.rules.cards_denied import Denial, kind_of
from archive.rules.faults_and_claims import BEGINS_LATE
from archive.rules.hand import NO, PERHAPS, UNCOUNTED, YES
from archive.rules.hand import Hand as HandHeld
from archive.rules.hand_seen import CODES
from archive.rules.pack import SUITS

FIRST = 2  # cards dealt before trumps are named
UNLISTED = unknown_hand(HAND)


def draw_lots(table: Course, event: Cut) -> None:
    """Clause 1.3: Take the lots."""
    for seat, _ in event.drawn:
        table.knows_seat(seat)
    if table.dealt:
        due = Phrase("the lot to be drawn before the first deal")
        table.fault("not-now", "zwanzig-ab/1.3", due, written(event))


def open_deal(table: Course, number: int | None, dealer: int) -> None:
    """Set up the beginning of a deal. `dealer` is 0 where that is unknown."""
    position = table.position
    table.deals = table.deals + 1 if number is None else number
    table.called.append(table.deals)
    table.take_standing()
    position.deals = UNCOUNTED if number is None else number - 1
    position.size = TRICKS
    position.deal(dealer)
    table.objected()  # who deals is claimed
    table.deal_line, table.line = DealLine(), TrickLine()
    table.dealt.append({})
    table.hands, table.first_two = {}, {}
    for seat in ROUND[1]:
        table.hands[seat] = table.dealt[-1][seat] = WrittenHand(UNLISTED)
        position.hands[seat].unknown = HAND
    table.named_at = -1
    table.stock, table.exchanged = STOCK, []
    table.decided, table.undecided = [], set()
    table.trick, table.tricks = [], []
    table.denials, table.disturbed, table.leader, table.lead = {}, False, 0, (0, 0)
    table.said_first = (0, 0)
    table.enter("deal")


def takes(table: Course, event: Event) -> bool:
    """Return whether an event belongs to a deal that can be followed: the game is not over, and
    there is no gap. A deal whose line is missing begins with any event that belongs to one."""
    if table.phase in GOING_ON and table.doubt_at < 0:
        return True
    if (table.over and table.goes_on_after_end(event)) or table.phase in ("gap", "void", "beyond"):
        return False
    if not table.phase and table.walkover and isinstance(event, Play | Trick):
        table.fault("not-now", "zwanzig-ab/5.5", Phrase("no card to be played"), written(event))
        table.enter("void")
        return False
    if not table.phase:
        number = table.number + 1 if table.number is not None else None
        if not (table.dealt or table.nothing_missing):
            number = None  # of a record without the line of its first deal and without numbers
        open_deal(table, number, table.after(table.dealer) if table.dealer else 0)
    if table.doubt_at >= 0 and isinstance(event, Action):
        _see_where_it_begins(table, event)
    return True


def _see_where_it_begins(table: Course, action: Action) -> None:
    """Decide whether the first deal line is that of the first deal, which it does not say: it is if
    the plays begin with number 1."""
    if action.number != 1:
        begin_late(table)
        return
    table.fault("misnumbered-line", "zwanzig-ab/1.4", "n=1", f"n={table.number}", part="n",
                severity="warning", at=table.doubt_at)  # fmt: skip
    position = table.position
    position.deals, position.late, table.doubt_at = 1, NO, -1
    table.deals = table.called[-1] = 1
    position.trump = position.trump if table.named_at >= 0 else 0


def begin_late(table: Course) -> None:
    """Clause 10.5: Begin in the middle of the game."""
    at = table.doubt_at if table.doubt_at >= 0 else None
    table.fault("gap", "zwanzig-ab/10.5", "the game from its beginning", BEGINS_LATE,
                severity="note", at=at)  # fmt: skip
    table.doubt_at = -1
    table.forget_totals()
    if not table.dealt:
        table.position.deals = UNCOUNTED
    table.position.late = table.position.rules_change()
    if table.over:  # by totals that it did not begin with
        table.position.winner = 0
        table.position.await_action("deal")
        table.enter("")


# -- hands


def list_hand(table: Course, event: Held) -> None:
    """Clause 2.2: Take a hand of five cards, perhaps as two and three."""
    if not takes(table, event):
        return
    seat, held = event.seat, event.cards
    if not table.knows_seat(seat):
        return
    if table.phase != "deal":
        table.fault("not-now", "zwanzig-ab/1.4", Phrase("hands to be listed before the exchange"),
                    Phrase("a hand of {seat}", seat=f"p{seat}"), seat=seat)  # fmt: skip
        return
    if table.hands[seat].at >= 0:
        table.fault(
            "dealt-early",
            "zwanzig-ab/2.2",
            Phrase("one hand for {seat}", seat=f"p{seat}"),
            Phrase("a second one"),
            seat=seat,
        )
        table.hold(seat, UNLISTED, table.at)  # of two listings either may be right
        table.first_two = {**table.first_two, seat: ()}
        return
    packets, size = [len(packet) for packet in event.packets], table.position.size
    if len(held) != size:
        table.fault("wrong-number-of-cards", "zwanzig-ab/2.2", cards_in_number(size),
                    f"{len(held)}", seat=seat, part="cards")  # fmt: skip
        # of a hand with more cards than a hand has, any five may have been the hand
        held = (held + unknown_hand(HAND))[: max(HAND, len(held))]
        held = held if len(held) <= 2 * HAND else unknown_hand(HAND)
    elif packets == [FIRST, HAND - FIRST]:
        table.first_two = {**table.first_two, seat: event.packets[0]}
    elif len(packets) > 1:
        listed = "+".join(map(str, packets))
        table.fault("wrong-number-of-cards", "zwanzig-ab/2.2", Phrase("two cards and then three"),
                    Phrase(listed, packets=packets), seat=seat, part="cards")  # fmt: skip
    table.hold(seat, held, table.at)


# -- trumps


def name_trump(table: Course, event: Trump) -> None:
    """Clauses 3.1 to 3.3: Take the trumps. Whatever suit was named is trumps."""
    if not takes(table, event):
        return
    if event.seat and not table.knows_seat(event.seat):
        return
    position, suit = table.position, SUITS.index(event.suit) if event.suit else 0
    if table.named_at >= 0 or table.phase != "deal":
        due = Phrase("trumps to be named once")
        if table.named_at < 0:
            due = Phrase("trumps to be named earlier")
        table.fault("not-now", "zwanzig-ab/1.4", due, written(event))
        if not position.trump and table.named_at < 0:
            position.trump, table.named_at = suit, table.at
        return
    table.named_at = table.at
    if event.seat:
        table.show_maker(event.seat)
        table.enter(table.phase)
    if event.suit is None:
        return
    position.name_trump(table.maker, suit)
    if (
        table.objected().get("wrong-trump") == "zwanzig-ab/3.3"
    ):  # else of cards that may be listed yet
        clause = "zwanzig-ab/3.4" if position.reached == YES else "zwanzig-ab/3.3"
        table.fault("wrong-trump", clause, "h", event.suit, seat=event.seat)
    position.await_action("put_away", table.turn)


def close_dealing(table: Course) -> None:
    """End the dealing at the first action: no more hands will be listed (9.4)."""
    suit = table.trump
    if suit is None or table.named_at < 0:
        return
    holds = _may_name(table)
    if holds != YES:
        open_ = holds == PERHAPS
        table.fault("unproved" if open_ else "wrong-trump", "zwanzig-ab/9.4", _first_cards(table),
                    suit, seat=table.maker or None, at=table.named_at, ply=table.ply,
                    severity="note" if open_ else "error")  # fmt: skip
    if holds == PERHAPS:
        _deny_no_trump(table, suit)


def _may_name(table: Course) -> int:
    """Return whether the trump maker's first two cards, any two of those listed where they are not
    separate, allowed this suit."""
    hand = table.hands.get(table.maker)
    first = table.first_two.get(table.maker, ())
    listed = first or (hand.listed if hand else UNLISTED)
    position = table.position
    answers = {
        position.may_name(position.trump, HandHeld(two))
        for two in combinations([CODES[card] for card in listed], FIRST)
    }
    return answers.pop() if len(answers) == 1 else PERHAPS


def _deny_no_trump(table: Course, suit: str) -> None:
    """Add the denial of naming this suit about the first two cards, for the search for a deal that
    fits: not both are of another."""
    hand = table.hands.get(table.maker)
    if hand is None or hand.at < 0:
        return
    first = len(table.first_two.get(table.maker, ())) or len(hand.listed)
    table.denied.append(
        Denial(table.named_at, table.ply, table.maker, "wrong-trump", "zwanzig-ab/9.4",
               _first_cards(table), suit,
               kind_of(lambda card: card.suit != suit if card.suit else None),
               limit=first, first=first, listed=hand.at)
    )  # fmt: skip


def _first_cards(table: Course) -> str:
    return text_of(table.first_two.get(table.maker, ())) or "?" * FIRST


def note_trumps_unknown(table: Course) -> None:
    """Clause 10.5: Note that the first card is played, and trumps are not written down."""
    if not (table.trick or table.tricks):
        table.fault("gap", "zwanzig-ab/10.5", "trumps named", Phrase("none"), severity="note")
