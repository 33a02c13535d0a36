"""The tricks: section 6 of rulebook.md."""

from __future__ import annotations

from archive.core.cards import SUITS
from archive.core.events import Play, Trick
from archive.core.phrase import Phrase, any_of
from archive.games.zwanzig_ab.board import TrickLine
from archive.games.zwanzig_ab.choices import leave_exchange, leave_stay, move_on
from archive.games.zwanzig_ab.deals import note_trumps_unknown, takes
from archive.games.zwanzig_ab.dropping_out import (
    close_first_trick,
    comes_back,
    pass_over_undecided,
)
from archive.games.zwanzig_ab.settling import (
    DUTIES,
    as_laid,
    close_disturbed_trick,
    end_trick,
    totals_before,
)
from archive.games.zwanzig_ab.table_steps import Course
from archive.notation.writer import written
from archive.rules.cards_denied import Denial, Denied, kind_of
from archive.rules.hand import NO
from archive.rules.hand_seen import CODES
from archive.rules.trick_taking import TrickPlay

OF_SUIT: dict[str, Denied] = {
    suit: kind_of(lambda card, suit=suit: card.suit == suit if card.suit else None)  # type: ignore[misc]
    for suit in SUITS
}


def play_card(table: Course, play: Play) -> None:
    """Clause 6.2: Take one card to the trick."""
    if _goes_on_plainly(table, play):
        _lay(table, play, told=False)
        return
    if not takes(table, play):
        return
    seat = play.seat
    if not table.knows_seat(seat):
        return
    if table.phase != "tricks":  # the deal was opened by this card
        move_on(table, play)
        if table.phase != "tricks":
            return
    if play.tally is not None or play.points is not None or play.parts:
        _refuse_numbers(table, play)
    if len(play.cards) != 1:
        table.fault("wrong-number-of-cards", "zwanzig-ab/6.2", Phrase("one card"),
                    f"{len(play.cards)}", seat=seat, part="cards")  # fmt: skip
        play = play._replace(cards=play.cards[:1])
    _settle_what_is_open(table, play)
    if table.undecided:  # most plays are none of these: so it is asked here, not there
        pass_over_undecided(table, seat)
    if table.phase != "tricks":  # all others had dropped out
        takes(table, play)
        return
    if seat not in table.players and not comes_back(table, seat):
        return
    out_of_turn = seat != table.leader and table.leader and (not table.trick or table.complete)
    told = bool(out_of_turn) and _lead_out_of_turn(table, play)
    table.undecided.discard(seat)
    _lay(table, play, told=told)
    if table.undecided and table.phase == "tricks":
        table.restore_turn()


def _goes_on_plainly(table: Course, play: Play) -> bool:
    """Return whether a play is the next one to a trick, of a single card and with nothing else to
    check first: as most are."""
    return (
        table.turn == play.seat
        and table.phase == "tricks"
        and table.doubt_at < 0
        and 0 < len(table.trick) < len(table.position.staying)
        and table.position.trump > 0
        and table.line.early is None
        and len(play.cards) == 1
        and play.tally is None
        and play.points is None
        and not (play.parts or table.undecided)
    )


def _lay(table: Course, play: Play, *, told: bool) -> None:
    """Lay one player's card to the trick. The first of a trick leads it, out of turn or not; `told`
    is whether its seat is reported already."""
    seat, position = play.seat, table.position
    opens = not 0 < len(table.trick) < len(position.staying)
    if opens:
        table.trick, table.disturbed = [], False
        table.lead = seat, table.leader
    elif seat != table.turn:
        table.disturbed = True
    if opens is bool(position.trick):  # the trick was taken for complete, or no longer is
        position.trick = as_laid(table)
    tricks = position.tricks
    before = totals_before(table) if tricks + 1 >= position.size else None
    position.lay(seat, CODES[play.cards[0]])
    unsure = [code for _, _, code, _ in position.open] if position.open else []
    said = table.objected() if position.objections or unsure else {}
    table.show(seat, play.cards, "zwanzig-ab/6.2", foreign="card-not-held" in said)
    if opens and not told:
        _judge_lead(table, play)
    elif not opens and (said or unsure):
        for code in DUTIES:
            if code in said or code in unsure:
                _judge_answer(table, play, code, certain=code in said)
    table.trick.append(TrickPlay(seat, play.cards, table.at, table.ply))
    if position.tricks == tricks:
        table.turn = table.next_to_play() if table.disturbed else position.turn
    else:
        end_trick(table, before)


def _refuse_numbers(table: Course, play: Play) -> None:
    """Report numbers: no play counts anything in this game."""
    numbers = (play.tally, play.points, *[part.value for part in play.parts])
    if any(number is not None for number in numbers):
        part = "tally" if play.tally is not None else "points"
        table.fault("foreign-claim", "zwanzig-ab/10.1", "a card alone",
                    written(play._replace(number=None)), seat=play.seat, part=part)  # fmt: skip


def _settle_what_is_open(table: Course, play: Play) -> None:
    """Settle what the coming play shows about the lines before it."""
    if table.line.early is not None:
        _settle_early_line(table, play)
    if not table.position.trump:
        note_trumps_unknown(table)
    first = not table.trick and not table.tricks
    if first and (not table.dealer or table.deal_line.other_dealer):
        # the first to lead is the trump maker, where nothing else shows it
        table.show_maker(play.seat)
        table.leader = table.maker if table.maker in table.players else 0


def _lead_out_of_turn(table: Course, play: Play) -> bool:
    """Take a lead out of turn: it claims to have won the trick before. But a card that only the one
    who is to lead can hold was led by no other: the seat is wrong. Return whether it is."""
    seat, due, card = play.seat, table.leader, CODES[play.cards[0]]
    hands = table.position.hands
    wrong = hands[seat].holds(card) == NO and hands[due].holds(card) != NO
    if wrong:
        table.fault("wrong-leader", "zwanzig-ab/6.1", f"p{due}", f"p{seat}", seat=seat, part="seat")
        table.leader = 0
    return wrong


def begin_trick(table: Course, event: Trick) -> bool:
    """Make ready for `@trick`, which names the leader (6.1); return whether a trick begins."""
    if not takes(table, event):
        return False
    if table.phase != "tricks":
        leave_exchange(table, "@trick", line=True)
        leave_stay(table, "@trick", line=True)
        if table.phase != "tricks":
            return False
    close_first_trick(table)
    if table.phase == "tricks" and table.trick and table.disturbed and not table.complete:
        close_disturbed_trick(table)
    if table.phase != "tricks":
        return False
    if table.trick and not table.complete and table.due and table.line.early is None:
        # too early, or cards were left out: the next play shows it
        table.line = table.line._replace(early=(event, table.at))
        return False
    if table.line.over == len(table.tricks) and (table.complete or not table.trick):
        table.fault("not-now", "zwanzig-ab/6.2", Phrase("a card"), written(event))
        return False
    return True


def _settle_early_line(table: Course, play: Play) -> None:
    """Decide about a line of the next trick that came before all had played to this one. Where the
    numbers go on without a break, it stands too early; else the cards before it were left out."""
    assert table.line.early is not None
    (line, at), table.line = table.line.early, table.line._replace(early=None)
    if table.trick and not table.complete:
        due = table.next_to_play()
        if play.number is None:
            table.leave_out(len(table.players) - len(table.trick), Phrase("a new trick"))
        elif play.seat != due:
            close_disturbed_trick(table)  # that it is out of turn is reported already
            table.trick = []
        else:
            table.fault(
                "not-now",
                "zwanzig-ab/6.2",
                Phrase("{seat} to play", seat=f"p{due}"),
                written(line),
                at=at,
            )
            return
    table.line = TrickLine(len(table.tricks))


def _judge_lead(table: Course, play: Play) -> None:
    """Judge a lead. Any card may be led; the leader claims the trick before, where its winner is
    known; else it must be one of those who may have won it."""
    takers = table.position.takers
    may = takers[-1] if takers and not table.leader else ()
    if may and play.seat not in may:
        seats = any_of(f"p{seat}" for seat in may)
        table.fault(
            "wrong-leader", "zwanzig-ab/6.1", seats, f"p{play.seat}", seat=play.seat, part="seat"
        )


def _judge_answer(table: Course, play: Play, code: str, *, certain: bool) -> None:
    """Clauses 6.3 and 6.4: Judge an answer. What depends on an unknown card or unknown trumps is
    judged when the deal is over; what depends on the cards kept back when these are seen."""
    led, card, trump = table.trick[0].cards[0].suit, play.cards[0], table.trump
    suit = led if code == "not-followed" else trump
    if not led or not card.suit or not suit:
        return
    clause, seat = DUTIES[code], play.seat
    if certain:
        table.fault(code, clause, f"?{suit}", card.text, seat=seat, part="cards")
        return
    denial = Denial(table.at, table.ply, seat, code, clause, f"?{suit}", card.text, OF_SUIT[suit])
    table.denials.setdefault(seat, []).append(denial)
    table.denied.append(denial)
