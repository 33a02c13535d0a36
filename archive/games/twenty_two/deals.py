"""The draw for the deal, the deal and the exchange: sections 1 to 3 of rulebook.md."""

from __future__ import annotations

from archive.core.cards import UNKNOWN, Card
from archive.core.events import Cut, Deal, Held
from archive.core.phrase import Phrase, cards_in_number, seats_up_to
from archive.games.twenty_two.board import named
from archive.games.twenty_two.rules import ONE_PACK
from archive.games.twenty_two.table_state import DealLine, Shuffle, Stage, Torn, TrickLine
from archive.games.twenty_two.table_steps import Course
from archive.rules.faults_and_claims import CardSeen
from archive.rules.hand_seen import CODES


def refused(table: Course, seat: int) -> bool:
    """Return whether nothing more can happen: a seat without a player, or the end of the game,
    which is reported once."""
    if seat > table.seats:
        table.faults = [fault for fault in table.faults if fault.code != "wrong-turn"]
        table.knows_seat(seat)
        return True
    return (table.beyond or table.over) and after_the_end(table, f"p{seat}")


def after_the_end(table: Course, found: str) -> bool:
    """Clause 6.2: Report that the game is over, and return whether it is."""
    if table.over and not table.beyond:
        table.fault("after-the-end", "twenty-two/6.2", Phrase("nothing more to be played"), found)
        table.beyond = True
    return table.beyond


# -- the draw


def draw_for_deal(table: Course, event: Cut) -> None:
    """Clauses 2.1 and 2.6: Take a draw for the deal."""
    if after_the_end(table, "@cut"):
        return
    if table.under_way:
        table.settle_hand()
    position, first = table.position, table.stage is Stage.BEFORE
    clause = "twenty-two/2.1" if first else "twenty-two/2.6"
    table.pass_end_of_hand()
    if table.told_by_keep:  # of a draw by one alone the others are not written
        seats = [seat for seat, _ in event.drawn if seat <= table.seats]
        table.lost_too(seats if len(seats) > 1 else table.playing)
    drawers = sorted(position.drawing)
    settled = table.stage not in (Stage.BEFORE, Stage.SCORED) or len(drawers) == 1
    if settled and not table.torn:
        table.fault("not-now", clause, Phrase("no draw: it is settled who deals"), "@cut")
        return
    drawn: dict[int, Card] = {}
    for seat, run in event.drawn:
        if seat > table.seats:
            table.fault("no-such-seat", clause, seats_up_to(table.seats), f"p{seat}", seat=seat,
                        part="seat")  # fmt: skip
        elif drawers and seat not in drawers:
            table.fault("not-now", clause, Phrase("a draw by {seat}", seat=named(drawers)),
                        Phrase("a draw by {seat}", seat=f"p{seat}"),
                        seat=seat)  # fmt: skip
        elif len(run) != 1 or seat in drawn:
            table.fault("wrong-number-of-cards", clause, "one card each", Phrase("more"), seat=seat,
                        part="cards")  # fmt: skip
        else:
            drawn[seat] = run[0]
    seen = tuple(CardSeen(card, table.at, None, None) for _, run in event.drawn for card in run)
    table.shuffles.append(Shuffle(Phrase("the draw for the deal"), 0, seen, table.out_of_pack()))
    if drawers:  # else it is unknown who else drew
        position.cut([CODES[drawn.get(seat, UNKNOWN)] for seat in position.drawing])
    table.said()


# -- the deal


def deal_cards(table: Course, event: Deal) -> None:
    """Take `@deal`: its dealer and its number of cards are facts; whether they were right,
    `claims` says."""
    if after_the_end(table, "@deal"):
        return
    fresh = table.unplayed and not table.torn
    another = table.deal_line.written and (table.hands or event.number == table.deals + 1)
    another = another or (table.hands and table.deals_ahead is None)  # those are behind a gap
    if fresh and not another:
        _deal_told_late(table, event)
        return
    late = table.stage is Stage.BEFORE and not table.shuffles and (event.number or 1) > 1
    if late and not table.torn:
        table.begin_late()
    open_deal(table, event.dealer, event.cards, event.number)
    table.deal_line = table.deal_line._replace(written=True)


def _deal_told_late(table: Course, event: Deal) -> None:
    """Take the line of the deal that is dealt already: a second one, or one behind its
    hands."""
    table.fault(
        "not-now", "twenty-two/9.5", Phrase("the line of the deal once, before its hands"), "@deal"
    )
    if not table.deal_line.written:
        table.deal_line = table.deal_line._replace(written=True)
        table.position.dealer = event.dealer or table.dealer
        table.seat_players(table.playing)
        find_first(table)


def open_deal(
    table: Course, dealer: int | None = None, size: int | None = None, number: int | None = None
) -> None:
    """Clauses 2.1 to 2.7: Open a deal. What its line leaves out is as it should be."""
    if table.stage is not Stage.BEFORE:
        table.settle_hand()
    if dealer in table.playing and table.told_by_keep and not table.last_card(dealer):
        table.lost_too([dealer])
    due, uncounted = table.deals + 1, table.torn or table.deals_ahead is None
    table.deals = number if number is not None and uncounted else due
    ahead = misnumbered(table, number, table.deals, table.deals_ahead or 0)
    table.deals_ahead = None if number is None and uncounted else ahead
    if due == 1 and table.position.packs == 1 and table.seats > ONE_PACK:
        table.fault("wrong-player-count", "twenty-two/1.2",
                    Phrase("at most {n} players with one pack", n=ONE_PACK),
                    f"{table.seats}")  # fmt: skip
    first = table.stage is Stage.BEFORE and not table.torn
    table.stage, table.torn = Stage.EXCHANGE, Torn.NOWHERE
    draws = len(table.losers or ()) > 1
    by = "twenty-two/2.1" if first else "twenty-two/2.6" if draws else "twenty-two/2.5"
    table.hands, table.exchanged = {}, set()
    table.dealt.append({})
    table.shuffles.append(
        Shuffle(Phrase("deal {n}", n=table.deals), len(table.dealt), (), table.out_of_pack())
    )
    table.trick, table.line = [], TrickLine()
    table.shown, table.losers, table.unwritten = {}, None, {}
    _name_dealer(table, dealer)
    position = table.position
    wanted = position.size
    position.deal(table.dealer)
    table.said()
    due = position.size
    clause = "2.4" if due != wanted else "2.2" if first else "2.3"
    table.deal_line = DealLine(
        by, due if due >= 0 else None, f"twenty-two/{clause}", number=table.due
    )
    table.playing = table.alive.copy()
    table.sizes_may_be(*(given for given in (size, table.deal_line.size) if given is not None))
    if position.size != due:
        position.give_out(position.size)
    find_first(table)


def misnumbered(table: Course, number: int | None, due: int, offset: int) -> int:
    """Report a number that is not due, once: the ones after it may continue from it. Return how
    far the record is ahead."""
    if number is None or number == due:
        return offset if number is None else 0
    if number != due + offset:
        table.fault("misnumbered-line", "twenty-two/9.5", f"n={due}", f"n={number}", part="n",
                    severity="warning")  # fmt: skip
    return number - due


def _name_dealer(table: Course, dealer: int | None) -> None:
    """Clauses 2.5 and 2.6: Set the dealer, and so who is first to exchange and to lead
    (4.1)."""
    if dealer is not None and dealer > table.seats:
        table.fault("no-such-seat", "twenty-two/2.5", seats_up_to(table.seats), f"p{dealer}",
                    part="dealer")  # fmt: skip
        dealer = None
    may = sorted(table.position.drawing)
    if dealer and len(may) > 1 and dealer not in may:
        table.fault("wrong-dealer", "twenty-two/2.6", named(may), f"p{dealer}", seat=dealer,
                    part="dealer")  # fmt: skip
    table.position.dealer = dealer or table.due_dealer


def find_first(table: Course) -> None:
    """Clauses 3.1 and 4.1: Set the first to the dealer's left to begin. Of two dealers that a
    record may mean, the first action shows which it was."""
    leaders = table.leaders
    table.leader = table.turn = leaders[0] if len(set(leaders)) == 1 else 0
    table.awaits = None


def list_hand(table: Course, event: Held) -> None:
    """Take a hand as written down, before the exchange."""
    seat, held = event.seat, event.cards
    if refused(table, seat):
        return
    if table.under_way and unwritten_hands(table):
        table.settle_hand()
    if table.stage in (Stage.BEFORE, Stage.LAST, Stage.SCORED):
        open_deal(table)
    if table.torn:
        return
    if not table.unplayed:
        table.fault("not-now", "twenty-two/9.5", Phrase("hands before the exchange"),
                    Phrase("a hand of {seat}", seat=f"p{seat}"), seat=seat)  # fmt: skip
        return
    if seat in table.hands:
        table.fault("dealt-early", "twenty-two/2.7", "one hand for each",
                    Phrase("another for {seat}", seat=f"p{seat}"), seat=seat)  # fmt: skip
        table.hold(seat, (UNKNOWN,) * len(table.hands[seat]), -1)  # it is unknown which it was
        return
    if seat not in table.playing or seat in table.doubtful:
        _deal_in(table, seat)
    if not held and seat in table.playing:
        table.fault(
            "not-dealt-in",
            "twenty-two/2.7",
            Phrase("cards for {seat}", seat=f"p{seat}"),
            Phrase("none"),
            seat=seat,
        )
        _deal_out(table, seat)
        return
    if len(table.sizes) > 1 and len(held) in table.sizes:
        table.sizes_may_be(len(held))
        table.position.give_out(len(held))
    size = table.sizes[0] if table.sizes else len(held)
    if len(held) != size:
        table.fault("wrong-number-of-cards", table.deal_line.size_clause, cards_in_number(size),
                    f"{len(held)}", seat=seat, part="cards")  # fmt: skip
        held = held + (UNKNOWN,) * (size - len(held))
    if not table.sizes:
        table.sizes_may_be(size)
        table.position.give_out(size)
    table.hold(seat, held, table.at)


def unwritten_hands(table: Course) -> bool:
    """Return whether nothing is written of the hands in play, all plays of which were left
    out."""
    hands = [*table.hands.values(), *table.dealt[-1].values()]
    return all(hand.at < 0 and max(hand.played_at, default=-1) < 0 for hand in hands)


def _deal_in(table: Course, seat: int) -> None:
    """Clause 2.7: Deal a player in: only those who are in get cards."""
    if seat not in table.alive:
        table.fault(
            "dealt-in",
            "twenty-two/2.7",
            Phrase("no cards for {seat}", seat=f"p{seat}"),
            Phrase("a hand"),
            seat=seat,
        )
        return  # unless they play, too, nothing else is changed by it
    table.shows_in(seat)
    find_first(table)


def _deal_out(table: Course, seat: int) -> None:
    """Note that a player got no cards, and so plays no part in this hand."""
    if len(table.playing) > 1:
        table.seat_players(one for one in table.playing if one != seat)
        find_first(table)


def all_dealt(table: Course) -> None:
    """End the dealing at the first action: hands not listed are unknown. A player who is said
    to be out and has no hand, though all others have one, was not dealt in (2.7). For a player
    who may be out that shows nothing: the tricks will."""
    unlisted = [seat for seat in table.playing if seat not in table.hands]
    if table.hands and unlisted and set(unlisted) <= table.said_out:
        for seat in unlisted:
            table.fault(
                "not-dealt-in",
                "twenty-two/2.7",
                Phrase("cards for {seat}", seat=f"p{seat}"),
                Phrase("none"),
                seat=seat,
            )
            _deal_out(table, seat)
    for seat in table.playing:
        if seat not in table.hands:
            table.hold(seat, table.unknown_hand(), -1)


def act_first(table: Course, seat: int) -> None:
    """Clauses 3.1 and 4.1: Take the first action of a deal. It shows who began, where that was
    unknown."""
    all_dealt(table)
    if not table.leader:
        leaders = table.leaders
        table.leader = leaders[0] if leaders and seat not in leaders else seat
        if table.leader != seat:
            table.fault("wrong-turn", "twenty-two/4.1", f"p{table.leader}", f"p{seat}",
                        seat=seat, part="seat")  # fmt: skip
