"""The exchange, and staying in or dropping out: sections 4 and 5 of rulebook.md."""

from __future__ import annotations

from collections.abc import Mapping

from archive.core.cards import LARGEST, UNKNOWN
from archive.core.events import Action, Exchange, Phase, Play, Stay
from archive.core.phrase import Phrase
from archive.games.zwanzig_ab.board import SEATS, STAYING
from archive.games.zwanzig_ab.deals import close_dealing, takes
from archive.games.zwanzig_ab.dropping_out import only_tells_who_is_out
from archive.games.zwanzig_ab.rules import MOST
from archive.games.zwanzig_ab.settling import settle
from archive.games.zwanzig_ab.table_steps import Course
from archive.notation.writer import written
from archive.rules.hand import PERHAPS
from archive.rules.hand_seen import CODES

NOT_KNOWN = "?"
"""The mark of a choice that was made and not written down; no record can write it."""
ALL_STAY = frozenset({"zwanzig-ab/9.2", "zwanzig-ab/5.2", "zwanzig-ab/5.3", "zwanzig-ab/5.4"})


# -- from phase to phase


def move_on(table: Course, action: Action) -> None:
    """End the phase before when an action of a later one comes; one of an earlier phase comes late.
    A choice to stay in may also be written down where there is none (10.4)."""
    if isinstance(action, Stay | Play):
        leave_exchange(table, written(action))
    if isinstance(action, Play):
        leave_stay(table, written(action))
    elif isinstance(action, Stay) and _no_card_yet(table):
        table.enter("stay")
    elif not isinstance(action, Stay) or table.phase == "tricks":
        _out_of_place(table, action)


def _no_card_yet(table: Course) -> bool:
    return table.phase == "tricks" and not (table.trick or table.tricks or table.decided)


def _out_of_place(table: Course, action: Action) -> None:
    table.fault("not-now", "zwanzig-ab/1.4", _PHASES[table.phase], written(action),
                seat=action.seat)  # fmt: skip
    table.turn = 0  # that covers it


def leave_exchange(table: Course, found: str, *, line: bool = False) -> None:
    """End the exchange when an action or a line comes that belongs after it. Unless an exchange is
    written down, all were left out of the record (10.4)."""
    if table.phase not in ("deal", "exchange"):
        return
    if not table.exchanged:
        close_dealing(table)
    if table.phase == "exchange" and line and table.turn:
        table.leave_out(SEATS - len(table.exchanged), found)
        return
    if table.phase == "exchange":
        table.fault("not-now", "zwanzig-ab/1.4", _to_exchange(table.turn),
                    found)  # fmt: skip
    for seat in table.hands:
        if seat not in table.exchanged:
            _exchange_unwritten(table, seat)
    table.enter("tricks" if table.all_stay else "choices")


def leave_stay(table: Course, found: str, *, line: bool = False) -> None:
    """Begin the tricks. Unless a choice is written down, all of them were left out of the record,
    and the first trick shows who has dropped out (10.4)."""
    if table.phase not in STAYING:
        return
    if table.phase == "stay" and not (table.all_stay and not table.decided) and (
        not only_tells_who_is_out(table)
    ):  # fmt: skip
        if line and table.turn:
            table.leave_out(SEATS - 1 - len(table.decided), found)
            return
        table.fault("not-now", "zwanzig-ab/1.4", _to_stay_in(table.turn),
                    found)  # fmt: skip
    _end_stay(table)


def _to_exchange(turn: int) -> Phrase:
    if not turn:
        return Phrase("everybody to exchange or stand pat")
    return Phrase("{seat} to exchange or stand pat", seat=f"p{turn}")


def _to_stay_in(turn: int) -> Phrase:
    if not turn:
        return Phrase("everybody to stay in or drop out")
    return Phrase("{seat} to stay in or drop out", seat=f"p{turn}")


def begin_phase(table: Course, event: Phase) -> None:
    """Take the lines `@exchange` and `@stay`."""
    if not takes(table, event):
        return
    if event.word == "exchange" and table.phase == "deal":
        table.enter("exchange")
    elif event.word == "stay" and table.phase in ("deal", "exchange"):
        leave_exchange(table, "@stay", line=True)
        table.enter("stay")
    elif event.word == "stay" and (table.phase == "choices" or _no_card_yet(table)):
        table.enter("stay")
    else:
        again = event.word == table.phase == "stay"
        due = Phrase("the choices to stay in once") if again else _PHASES[table.phase]
        table.fault("not-now", "zwanzig-ab/1.4", due, f"@{event.word}")


# -- exchange


def exchange(table: Course, event: Exchange) -> None:
    """Clauses 4.1 to 4.3, 9.5: Take an exchange."""
    if not _may_act(table, event):
        return
    seat = event.seat
    if table.phase in ("deal", "exchange") and not table.exchanged:
        table.phase = "exchange"
        close_dealing(table)
    if table.phase == "exchange" and not table.exchanged and not table.turn:
        table.show_maker(seat)
        table.must_be(table.maker, seat, "zwanzig-ab/4.1")
    if event.taken is None and not event.put:
        _exchange_unwritten(table, seat)
    else:
        _swap(table, event)
    if table.phase != "exchange":
        table.restore_turn()
        return
    table.exchanged.append(seat)
    waiting = [one for one in table.order if one not in table.exchanged]
    table.turn = waiting[0] if waiting else 0
    if len(table.exchanged) == SEATS or not waiting:
        table.enter("tricks" if table.all_stay else "choices")


def _may_act(table: Course, event: Action) -> bool:
    return takes(table, event) and table.knows_seat(event.seat)


def _swap(table: Course, event: Exchange) -> None:
    """Put cards away and take as many from those not dealt yet."""
    seat, put, position = event.seat, event.put[:LARGEST], table.position
    taken = (UNKNOWN,) * len(event.put) if event.taken is None else event.taken
    position.put_away(seat, [CODES[card] for card in put])
    if event.put or taken:
        position.wanted = len(event.put)
        position.take(seat, [CODES[card] for card in taken[:LARGEST]])
    said = table.objected()
    if "exchanged-too-many" in said:
        table.fault("exchanged-too-many", "zwanzig-ab/4.2", Phrase("at most {n} cards", n=MOST),
                    f"{len(event.put)}", seat=seat, part="cards")  # fmt: skip
    if said.get("wrong-number-of-cards") == "zwanzig-ab/9.5":
        table.fault("wrong-number-of-cards", "zwanzig-ab/9.5", "none or three cards",
                    f"{len(event.put)}", seat=seat, part="cards")  # fmt: skip
    if "uneven-exchange" in said:
        table.fault("uneven-exchange", "zwanzig-ab/4.3", Phrase("{n} taken", n=len(event.put)),
                    f"{len(taken)}", seat=seat, part="cards")  # fmt: skip
    table.show(seat, event.put, "zwanzig-ab/4.3", foreign="card-not-held" in said)
    more = (UNKNOWN,) * (len(event.put) - len(taken))
    position.hands[seat].add([0] * len(more))
    if taken + more:
        table.hands[seat].draw(taken + more, table.at)
    table.stock = max(0, table.stock - len(taken + more))


def _exchange_unwritten(table: Course, seat: int) -> None:
    """Clause 10.4: Note that up to three cards of this hand may have been exchanged."""
    table.unwritten.add(len(table.dealt))
    hand, held = table.hands[seat], table.position.hands[seat]
    for _ in range(MOST):
        hand.take(UNKNOWN, table.at)
    hand.draw((UNKNOWN,) * MOST, table.at)
    held.take_all([0] * MOST)
    held.add([0] * MOST)


# -- staying in


def stay(table: Course, event: Stay) -> None:
    """Clauses 5.1 to 5.4: Take a choice to stay in or drop out."""
    if not _may_act(table, event):
        return
    seat = event.seat
    if table.phase in ("deal", "exchange"):  # the deal was opened by this choice
        move_on(table, event)
    if table.phase not in STAYING:
        table.restore_turn()
        return
    if table.turn and seat == table.maker:
        _trump_maker_says(table, event)
        return
    told = only_tells_who_is_out(table)
    if told:
        _forgive_turn(table)
    elif not table.decided and not table.turn:
        table.show_maker((seat - 2) % SEATS + 1)
        table.must_be(table.order[1], seat, "zwanzig-ab/5.1")
    table.phase = "stay"
    table.decided.append(seat)
    _choose(table, event)
    waiting = [one for one in table.order[1:] if one not in table.decided]
    table.turn = waiting[0] if waiting else 0
    if len(table.decided) >= SEATS - 1 or not (waiting or told):
        _end_stay(table)


def _choose(table: Course, event: Stay) -> None:
    seat, position = event.seat, table.position
    position.waiting = [one for one in position.waiting if one != seat] or [seat]
    position.stay(seat, PERHAPS if event.mark == NOT_KNOWN else event.stays)
    clause = table.objected().get("may-not-drop-out")
    if clause in ALL_STAY:
        table.fault("may-not-drop-out", clause, "in", "out", seat=seat)
    if event.mark == NOT_KNOWN:
        table.undecided.add(seat)
    elif not event.stays:
        table.drop_out(seat)


def _trump_maker_says(table: Course, event: Stay) -> None:
    """Clause 5.2: Take the trump maker's choice, who is not asked. To drop out is not allowed; to
    stay in before the others choose is no turn, and not out of turn."""
    if event.stays and table.decided:
        return
    _forgive_turn(table)
    table.phase = "stay"
    if not event.stays:
        table.fault("may-not-drop-out", "zwanzig-ab/5.2", "in", "out", seat=event.seat)


def _forgive_turn(table: Course) -> None:
    table.faults = [
        fault for fault in table.faults if (fault.at, fault.code) != (None, "wrong-turn")
    ]


def _end_stay(table: Course) -> None:
    """Begin the tricks, or end the deal (5.5). Players who have not been asked may be out."""
    if table.scored:
        settle(table)
        return
    if not table.all_stay:
        table.undecided.update(
            seat for seat in table.players if seat != table.maker and seat not in table.decided
        )
    table.enter("tricks")
    if not table.undecided and (not table.players or table.walkover):
        settle(table)


_PHASES: Mapping[str, str] = {
    "": Phrase("a deal to begin"),
    "deal": Phrase("the exchange to begin"),
    "exchange": Phrase("the exchange to go on"),
    "choices": Phrase("the choices to stay in"),
    "stay": Phrase("the choices to stay in"),
    "tricks": Phrase("cards to be played"),
}
