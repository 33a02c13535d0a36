"""Cuts, deals and hands at the table of Count to 20, and the turns: sections 2 and 3 of
rulebook.md."""

from __future__ import annotations

from archive.core.cards import UNKNOWN, WrittenHand
from archive.core.events import Cut, Deal, Held
from archive.core.phrase import Phrase, cards_in_number
from archive.games.count_to_20.board import PACK, Opening, Torn
from archive.games.count_to_20.claims import Claims
from archive.games.count_to_20.end_of_hand import close_hand, end_hand_unseen
from archive.games.count_to_20.rules import HAND
from archive.rules.faults_and_claims import BEGINS_LATE
from archive.rules.hand import Hand as HandHeld
from archive.rules.hand_seen import CODES


def tell_cut(table: Claims, event: Cut) -> None:
    """Clause 2.1: Take the line of a cut, which is recorded and not judged."""
    if table.deal:
        table.fault("not-now", "count-to-20/2.1", Phrase("a cut before the first deal"), "@cut")
    for seat, _ in event.drawn:
        table.knows_seat(seat, "")


def deal_cards(table: Claims, event: Deal) -> None:
    """Take the line of a deal."""
    if table.beyond:
        return
    if table.in_play and not table.turns and table.nothing_missing:
        table.fault("not-now", "count-to-20/8.7", Phrase("the line of a deal once"), "@deal")
        return
    end_hand_unseen(table, "@deal")
    if table.over:
        table.fault("after-the-end", "count-to-20/7.1", Phrase("no further deal"), "@deal")
        table.beyond = True
        return
    due = table.deal + 1
    if event.number is not None and event.number != due:
        if not table.deal and event.number > 1:
            table.late = True  # as the numbers of the turns will show
        elif not table.torn:
            table.fault("misnumbered-line", "count-to-20/8.7", f"n={due}", f"n={event.number}",
                        part="n", severity="warning")  # fmt: skip
        elif event.number > due:  # whole hands were not written down
            table.lose_totals()
    open_deal(table, event.dealer or 0)
    if table.late or table.torn:
        table.position.deals = event.number or due
    table.torn = Torn.NOTHING
    table.opening = table.opening._replace(cards=event.cards)
    if event.dealer is not None and not table.knows_seat(event.dealer, "dealer"):
        table.position.dealer = 0
        await_turn(table, 0)
    if event.cards is not None and 0 < event.cards <= PACK.size // table.seats:
        for seat in table.hands:  # as many cards as are named, where that is possible
            _hold(table, seat, WrittenHand((UNKNOWN,) * event.cards))


def open_deal(table: Claims, dealer: int) -> None:
    """Clauses 2.1 to 2.3: Open a deal. `dealer` is 0 where the record does not name one."""
    position = table.position
    table.torn = table.torn and Torn.NUMBER
    table.round = 1
    due = table.after(position.dealer) if position.dealer and not table.torn else 0
    table.opening = Opening(table.at, due)
    position.deal(dealer or due)
    await_turn(table, table.after(position.dealer) if position.dealer else 0)
    if dealer and due not in (0, dealer):
        # the line may be wrong, or the deal: the first turn shows which
        table.opening = Opening(table.at, due, other_first=table.after(due))
        await_turn(table, 0)
    table.ending, table.unseen = table.ending._replace(shown=False, scored=False), False
    table.turns = 0
    table.open_passes, table.open_sets = [], []
    table.dealt.append((table.deal, {}))
    for seat in range(1, table.seats + 1):
        _hold(table, seat, WrittenHand((UNKNOWN,) * HAND))
    table.objections()
    table.tally, table.reason = None, ""


def await_turn(table: Claims, seat: int) -> None:
    """Await a player's turn, 0 for the one who plays next."""
    table.position.await_action("turn", seat)
    table.turn = seat


def _hold(table: Claims, seat: int, hand: WrittenHand) -> None:
    """Give a seat its hand for this deal, and count the rest of the pack. A hand with too many
    cards has an unknown number."""
    table.hands[seat] = hand
    position = table.position
    position.hands[seat] = HandHeld([CODES[card] for card in hand.listed])
    if len(hand) > max(HAND, table.opening.cards or 0):
        position.doubt(seat)
    least = most = PACK.size
    for one, held in table.hands.items():
        least -= len(held)
        most -= min(len(held), HAND) if one in table.loose else len(held)
    position.stock = max(0, least)
    position.spare = max(0, most) - position.stock


def list_hand(table: Claims, event: Held) -> None:
    """Take a hand as written down, at the beginning of its deal."""
    seat, held = event.seat, event.cards
    if table.beyond or not table.knows_seat(seat, ""):
        return
    if not table.in_play:
        end_hand_unseen(table, Phrase("a hand"))
        if table.over:
            table.fault(
                "after-the-end",
                "count-to-20/7.1",
                Phrase("no further deal"),
                Phrase("a hand"),
                seat=seat,
            )
            table.beyond = True
            return
        open_deal(table, 0)
    if table.turns or table.hands[seat].at >= 0:
        table.fault("not-now", "count-to-20/2.2", Phrase("hands listed once, when they are dealt"),
                   Phrase("another hand"), seat=seat)  # fmt: skip
        return
    if len(held) not in (HAND, table.opening.cards):
        due = table.opening.cards or HAND
        table.fault("wrong-number-of-cards", "count-to-20/2.2", cards_in_number(due),
                    f"{len(held)}", seat=seat, part="cards")  # fmt: skip
        if len(held) > 2 * HAND:  # no player can have been dealt that
            return
        # too few: the others were not written down; too many: it is unknown which
        held += (UNKNOWN,) * (due - len(held))
    _hold(table, seat, WrittenHand(held, table.at))
    if table.unseen:  # behind a gap, which may have hidden turns as well
        position = table.position
        position.stock, position.spare = 0, table.stock[1]
        position.doubt(seat)


# -- turns


def begins(table: Claims, seat: int) -> None:
    """Clause 2.3: Take the first turn of a hand, where the deal does not say whose it is."""
    position = table.position
    other = table.opening.other_first
    if other and seat == other:
        position.dealer = table.opening.dealer_due  # the line was wrong, the deal was right
    elif position.dealer and other and seat != table.after(position.dealer):
        table.fault("wrong-turn", "count-to-20/2.3", f"p{table.after(position.dealer)}", f"p{seat}",
                   seat=seat, part="seat")  # fmt: skip
    elif not position.dealer and position.passes >= 0:
        position.dealer = (seat - 2) % table.seats + 1
    table.opening = table.opening._replace(other_first=0)


def may_act(table: Claims, seat: int, *, opens_hand: bool = False) -> bool:
    """Return whether a seat has a player and a hand is in play; a hand that was not announced
    begins, right behind the end of another only where the turn can be nothing but the first count
    of one."""
    if not table.knows_seat(seat) or table.beyond or table.torn == Torn.HAND:
        return False
    if not table.in_play:
        if table.over:
            table.fault(
                "after-the-end", "count-to-20/7.1", Phrase("no further turn"), f"p{seat}", seat=seat
            )
            return False
        if table.deal and not table.ending.scored and not opens_hand:
            clause = table.reason or "count-to-20/6.1"
            table.fault("after-the-end", clause, Phrase("no further turn in this hand"), f"p{seat}",
                       seat=seat)  # fmt: skip
            table.position.doubt_all()
            return False
        close_hand(table)
        open_deal(table, 0)
        if table.turn and table.turn != seat:  # asked before this hand had begun
            table.fault("wrong-turn", "count-to-20/2.3", f"p{table.turn}", f"p{seat}", seat=seat,
                       part="seat")  # fmt: skip
    if table.late:
        _first_turn_of_all(table)
    if not table.turns and not table.turn:
        begins(table, seat)
    elif table.turn and seat != table.turn:
        _skip_to(table, seat)
    table.turns += 1
    return True


def _skip_to(table: Claims, seat: int) -> None:
    """Take a turn out of turn: others may have had theirs, unwritten, or it was another
    player's."""
    position = table.position
    if not table.turns:
        position.dealer = 0  # it may be the dealer who was written down wrong
    while position.turn != seat:
        position.miss_turn(position.turn)
    position.doubt(seat)


def _first_turn_of_all(table: Claims) -> None:
    """Take the first deal that is written down as the first one, though its number is not 1, if the
    turns are numbered from 1."""
    if 1 not in table.played:
        begin_late(table)
        return
    table.late = False
    table.fault("misnumbered-line", "count-to-20/8.7", "n=1", f"n={table.deal}", part="n",
               severity="warning", at=table.opening.at)  # fmt: skip
    table.position.deals = 1
    table.dealt[-1] = 1, table.hands


def begin_late(table: Claims) -> None:
    """Clause 8.4: Begin in the middle of the game."""
    table.late = False
    if not table.ledger.unknown:  # else that is said already
        table.fault("gap", "count-to-20/8.4", "every turn written down", BEGINS_LATE,
                    severity="note")  # fmt: skip
    if table.deal != 1:
        table.lose_totals()
