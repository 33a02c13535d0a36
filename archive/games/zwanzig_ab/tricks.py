"""The tricks: section 6 of rulebook.md."""

from __future__ import annotations

from itertools import takewhile

from archive.core.events import Deal, Play, Trick
from archive.games.zwanzig_ab.board import SEATS, TrickLine
from archive.games.zwanzig_ab.choices import leave_exchange, leave_stay, move_on
from archive.games.zwanzig_ab.deals import note_trumps_unknown, takes
from archive.games.zwanzig_ab.settling import DUTIES, judge_answer, judge_lead, settle
from archive.games.zwanzig_ab.table_steps import Course
from archive.notation.writer import written
from archive.rules.hand import NO
from archive.rules.hand_seen import CODES
from archive.rules.trick_taking import TrickPlay


def play_card(table: Course, play: Play) -> None:
    """Clause 6.2: Take one card to the trick."""
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
        table.fault("wrong-number-of-cards", "zwanzig-ab/6.2", "one card", f"{len(play.cards)}",
                    seat=seat, part="cards")  # fmt: skip
        play = play._replace(cards=play.cards[:1])
    _settle_what_is_open(table, play)
    if table.undecided:  # most plays are none of these: so it is asked here, not there
        _pass_over_undecided(table, seat)
    if table.phase != "tricks":  # all others had dropped out
        takes(table, play)
        return
    if seat in table.dropped and not _comes_back(table, seat):
        return
    out_of_turn = seat != table.leader and table.leader and (not table.trick or table.complete)
    told = bool(out_of_turn) and _lead_out_of_turn(table, play)
    table.undecided.discard(seat)
    _lay(table, play, told=told)
    if table.undecided and table.phase == "tricks":
        table.restore_turn()


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
        position.trick = _as_laid(table)
    tricks = position.tricks
    before = _before(table) if tricks + 1 >= position.size else None
    position.lay(seat, CODES[play.cards[0]])
    unsure = [code for _, _, code, _ in position.open] if position.open else []
    said = table.objected() if position.objections or unsure else {}
    table.show(seat, play.cards, "zwanzig-ab/6.2", foreign="card-not-held" in said)
    if opens and not told:
        judge_lead(table, play)
    elif not opens and (said or unsure):
        for code in DUTIES:
            if code in said or code in unsure:
                judge_answer(table, play, code, certain=code in said)
    table.trick.append(TrickPlay(seat, play.cards, table.at, table.ply))
    if position.tricks == tricks:
        table.turn = table.next_to_play() if table.disturbed else position.turn
    else:
        _end_trick(table, before)


def _as_laid(table: Course) -> list[tuple[int, int]]:
    return [(one.seat, CODES[one.cards[0]]) for one in table.trick]


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


def _comes_back(table: Course, seat: int) -> bool:
    """Decide whether a card belongs to a trick though its player is said to have dropped out: not
    where the one whose turn it is plays right behind and it is the player's only card of the
    deal."""
    behind = takewhile(lambda one: type(one) is not Deal, table.events[table.at + 1 :])
    players = [one.seat for one in behind if isinstance(one, Play)]
    if players[:1] == [table.turn or table.leader] and seat not in players:
        table.must_be(0 if table.turn else table.leader, seat, "zwanzig-ab/6.2")
        return False
    _come_back(table, seat)
    return True


def _come_back(table: Course, seat: int) -> None:
    """Take a player back in who is said to have dropped out and plays a card at his turn: that is
    out of turn, but he is in."""
    position = table.position
    if position.tricks > 1 or not table.trick:
        return
    last, leader = table.trick[-1].seat, table.lead[0]
    due = leader if table.complete else table.next_to_play()
    if (seat - last) % SEATS >= ((due - last) % SEATS or SEATS):
        return
    if table.complete:  # it was thought to be
        table.must_be(table.leader, seat, "zwanzig-ab/6.2")
        position.tricks -= 1
        position.trick = _as_laid(table)
        for over in (position.takers, table.tricks):
            over.pop()
    table.come_in(seat)


def _pass_over_undecided(table: Course, seat: int) -> None:
    """Clause 10.4: Take undecided players for out if the first trick passes them over."""
    if table.tricks or not table.trick or table.turn:
        return
    if any(one.seat == seat for one in table.trick):
        close_first_trick(table)
        return
    due = table.next_to_play()
    while due and due != seat and due in table.undecided and seat in table.players:
        if _lays_later(table, due, seat):
            break
        table.drop_out(due)
        due = table.next_to_play()
    if due != seat:
        table.fault("wrong-turn", "zwanzig-ab/6.2", f"p{due}", f"p{seat}", seat=seat, part="seat")
        table.disturbed = True


def _lays_later(table: Course, passed: int, seat: int) -> bool:
    """Return whether a player who is passed over by another's play lays a card to the same trick
    further on: then the other has played out of turn."""
    laid = {seat, *(one.seat for one in table.trick)}
    for event in table.events[table.at + 1 :]:
        if isinstance(event, Play):
            if event.seat in laid or event.number is None:
                return False
            if event.seat == passed:
                return True
            laid.add(event.seat)
        elif isinstance(event, Deal | Trick):
            return False
    return False


def close_first_trick(table: Course) -> None:
    """Clause 10.4: End the first trick; those still undecided were not in."""
    if not table.tricks and table.trick and table.phase == "tricks" and not table.complete:
        _leave_undecided_out(table)


def close_choices(table: Course, found: str) -> None:
    """End the choices at an event that only comes after a deal, with no card played. Choices to
    stay in that were left out are supposed; perhaps all others had dropped out (5.5)."""
    if table.phase == "stay" and table.decided and table.turn:
        table.leave_out(SEATS - 1 - len(table.decided), found)
    if table.phase == "tricks" and table.decided and not table.trick and not table.tricks:
        _leave_undecided_out(table)
    close_first_trick(table)


def _leave_undecided_out(table: Course) -> None:
    laid = {one.seat for one in table.trick} or {table.maker}
    waiting = [seat for seat in table.players if seat not in laid]
    if any(seat not in table.undecided for seat in waiting):
        return
    for seat in waiting:
        table.drop_out(seat)
    if table.trick:
        close_trick(table)
    elif table.walkover:
        settle(table)


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
        table.fault("not-now", "zwanzig-ab/6.2", "a card", written(event))
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
            table.leave_out(len(table.players) - len(table.trick), "a new trick")
        elif play.seat != due:
            close_disturbed_trick(table)  # that it is out of turn is reported already
            table.trick = []
        else:
            table.fault("not-now", "zwanzig-ab/6.2", f"p{due} to play", written(line), at=at)
            return
    table.line = TrickLine(len(table.tricks))


def close_disturbed_trick(table: Course) -> None:
    """End a trick in which a player was out of turn, before all have played: those who are passed
    over in the first trick have dropped out, whatever was written."""
    laid = {one.seat for one in table.trick}
    if not table.tricks:
        for seat in table.players.copy():
            if seat not in laid:
                table.drop_out(seat)
    close_trick(table)


def close_trick(table: Course) -> None:
    """End a trick as a complete one."""
    position = table.position
    before = _before(table) if position.tricks + 1 >= position.size else None
    position.trick = _as_laid(table)
    position.end_trick()
    _end_trick(table, before)


def _before(table: Course) -> tuple[list[int], int]:
    """Return the totals before the last trick of a deal, and whether zero had been reached."""
    return table.position.totals[:], table.position.reached


def _end_trick(table: Course, before: tuple[list[int], int] | None) -> None:
    """End a complete trick: its winner leads the next."""
    position = table.position
    table.tricks.append(table.trick)
    taker = position.takers[-1]
    table.leader, table.turn = taker[0] if len(taker) == 1 else 0, 0
    if position.tricks >= position.size or table.walkover:
        settle(table, before)
