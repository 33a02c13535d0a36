"""The rounds of a game of Twenty at its table, the hands dealt in them, and the turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice, takewhile

from archive.core.cards import CARDS, UNKNOWN, Card, text_of
from archive.core.events import Bonus, Deal, Event, Gap, Held, Play, Round, Up
from archive.core.phrase import Phrase, cards_in_number
from archive.games.twenty.board import EITHER_SEAT, HANDS
from archive.games.twenty.claims import Claims
from archive.games.twenty.rules import HAND, PLAYS, ROUNDS, VALUES, bonus_of
from archive.rules.hand import NO, PERHAPS, UNCOUNTED, Hand, same_cards
from archive.rules.hand_seen import CODES, HandSeen
from archive.rules.pack import write_card


def begin_round(table: Claims, event: Round) -> None:
    """Begin a round, and report the missing plays of the one before it."""
    if table.astray and event.number == table.round + 2:
        open_round(table, None)  # nothing of it is written
    table.astray = False
    if table.round and not table.plays and event.number in (None, table.round):
        if table.announced:
            table.fault(
                "not-now", "twenty/1.1", Phrase("one @round a round"), Phrase("a second one")
            )
        table.announced = True
        return
    if table.round and 0 <= table.plays < PLAYS:
        table.fault(
            "short-round",
            "twenty/3.4",
            Phrase("{n} plays", n=PLAYS),
            Phrase("{n} plays", n=table.plays),
        )
        table.ledger.lose_all()  # what the missing plays scored is not known
        table.due = 0
        table.doubtful = {table.round: False, table.round + 1: False} | table.doubtful
    if event.number is not None and event.number != table.round + 1:
        table.fault("misnumbered-line", "twenty/1.1", f"n={table.round + 1}", f"n={event.number}",
                   part="n", severity="warning")  # fmt: skip
    open_round(table, event.first)
    table.announced = True


def open_round(table: Claims, first: int | None) -> None:
    """Clauses 1.1 and 1.2: Open a round. `first` is who is said to begin, None when the record is
    silent."""
    if table.round == ROUNDS:
        table.fault(
            "after-the-end", "twenty/1.1", Phrase("no third round"), Phrase("another round")
        )
        return
    position = table.position
    begins = 0 if table.round else begins_by(table.events)
    first = first or begins or None
    due = 3 - position.starter if position.starter else 0
    if due and first and first != due:
        table.fault("wrong-starter", "twenty/1.2", f"p{due}", f"p{first}", seat=first, part="first")
    if position.plays < 0:  # how much was played is not known
        position.await_action("begin_round")
    if begins and first != begins:
        table.fault("wrong-starter", "twenty/1.2", f"p{begins}", f"p{first}", seat=first,
                   part="first", ply=table.ply + 1)  # fmt: skip
        first = begins
    position.begin_round(due or (first if first in (1, 2) else 0))
    table.objections()
    table.round += 1
    table.turn = position.mover
    table.deals, table.bonus_at, table.announced = 0, -1, False
    table.laid, table.begun, table.stale = [], (0, 0), {}
    if position.repeats:
        position.hands_dealt[0] = [[], _hands_known(table, 1), _hands_known(table, 2)]
    if table.astray:
        table.astray = False
        let_go(table)


def _hands_known(table: Claims, seat: int) -> list[list[int]]:
    """Clause 7.1: Return the hands of the first round; those not listed are known from their
    plays."""
    hands = [hand.hand() for hand in table.dealt.get((1, seat), ())]
    if len(hands) != len(table.position.hands_dealt[0][seat]):
        return []  # hands were left out, so that it is unknown which is which
    known = [hand.listed if hand.known else tuple(hand.played) for hand in hands]
    return [[CODES[card] for card in cards] for cards in known]


def turn_up(table: Claims, event: Up) -> None:
    """Clause 2.2: Take the cards turned up. After a gap they may be those of the next round."""
    table.astray = False
    if table.between_rounds or (table.plays < 0 and (table.up or table.laid)):
        open_round(table, None)
    cards = event.cards
    if table.up:
        table.fault("not-now", "twenty/2.2",
                    Phrase("two cards turned up before the first play, once"),
                    f"@up {text_of(cards)}")  # fmt: skip
        return
    table.turned_up[table.round] = cards, table.at
    position = table.position
    position.turn_up([CODES[card] for card in cards])
    if not cards and event.bonus is not None:
        table.fault("unknown-bonus", "twenty/5.2", "the two cards turned up", Phrase("none"),
                    severity="note")  # fmt: skip
    for code in table.objections():
        if not cards and code != "not-now":
            continue  # they were turned up, and not written down
        if code == "not-now":
            table.fault(code, "twenty/2.2",
                        Phrase("two cards turned up before the first play, once"),
                        f"@up {text_of(cards)}")  # fmt: skip
        elif code == "wrong-number-of-cards":
            table.fault(code, "twenty/2.2", "two cards turned up", f"{len(cards)}", part="cards")
        elif code == "not-swapped":
            first = table.turned_up[1][0]
            table.fault(code, "twenty/7.1", Phrase("{cards} turned up again", cards=text_of(first)),
                        text_of(cards), part="cards")  # fmt: skip


def find_turned_up(table: Claims, last: Card) -> None:
    """Clause 5.2: Take the cards turned up, which are not written down, to be those that the plays
    of the round, with its `last` one, leave of the pack."""
    left = table.left_of_pack(table.round, last)
    if len(left) == 2:
        table.position.bonus = bonus_of([CODES[card] for card in left])
        table.fault("told-later", "twenty/5.2", text_of(left), Phrase("none"), severity="note")


def begin_deal(table: Claims, event: Deal) -> None:
    """Begin a hand of the round, and count it."""
    if table.between_rounds:
        open_round(table, None)
    unplayed = table.plays == 2 * HAND * (table.deals - 1)  # nothing of the last one is written
    due = table.deals if unplayed and event.number != table.deals else table.deals + 1
    if table.torn and table.plays >= 0 and table.plays % (2 * HAND) == 0:
        due = max(due, table.plays // (2 * HAND) + 1)  # the lines of some are missing
    table.deals = event.number or due
    if table.deals != due and (due > 1 or table.deals > HANDS) and table.plays >= 0:
        table.fault("misnumbered-line", "twenty/2.4", f"n={due}", f"n={event.number}", part="n",
                   severity="warning")  # fmt: skip


def list_hand(table: Claims, event: Held) -> None:
    """Take a hand as written down. One that is listed too early is trusted, in place of a hand that
    was not begun or that the record does not list."""
    if table.between_rounds:
        open_round(table, None)
    seat, held = event.seat, event.cards
    if seat not in (1, 2):
        table.fault("no-such-seat", "twenty/1.1", EITHER_SEAT, f"p{seat}", seat=seat)
        return
    if len(held) != HAND:
        table.fault("wrong-number-of-cards", "twenty/2.3", cards_in_number(HAND), f"{len(held)}",
                   seat=seat, part="cards")  # fmt: skip
        # of a hand with more cards than a hand has, any five may have been the hand
        held = (held + (UNKNOWN,) * HAND)[: max(HAND, len(held))]
        held = held if len(held) <= 2 * HAND else (UNKNOWN,) * HAND
    hands = table.dealt.get((table.round, seat), [])
    if table.position.hands[seat].empty == NO and (table.waits(seat) or hands[-1].at < 0):
        hands.pop()  # it never was one
        table.position.hands_dealt[-1][seat].pop()
    left = hands[-1].hand().left if hands else []
    again = table.position.hand_repeated(seat) if table.position.repeats else []
    astray = table.position.repeats and len(table.position.hands_dealt[-1][seat]) > HANDS
    codes = _deal(table, seat, held, table.at)
    if astray and (another := _most_like(table, seat, held)):
        again, codes = another, [*codes, "not-swapped"]
    for code in codes:
        if code == "dealt-early":
            table.stale.setdefault(seat, Counter()).update(card.rank for card in left)
            table.fault(
                code,
                "twenty/2.4",
                Phrase("{seat} to have no cards left", seat=f"p{seat}"),
                Phrase("a new hand"),
                seat=seat,
            )
        elif code == "not-swapped":
            table.fault(code, "twenty/7.1", "".join(map(write_card, again)), text_of(held),
                        seat=seat, part="cards")  # fmt: skip


def _most_like(table: Claims, seat: int, held: tuple[Card, ...]) -> list[int]:
    """Clause 7.1: Return the hand of the other player in the first round that has most in common
    with one listed where it is unknown how many came before it; none where it may be this hand."""
    first, cards = table.position.hands_dealt[0][3 - seat], [CODES[card] for card in held]
    if len(first) != HANDS or any(same_cards(hand, cards) for hand in first):
        return []
    common = [(Counter(hand) & Counter(cards)).total() for hand in first]
    return first[common.index(max(common))]


def _deal(table: Claims, seat: int, cards: tuple[Card, ...], at: int) -> list[str]:
    """Deal a hand, known or not; return the position's objections."""
    hands = table.dealt.setdefault((table.round, seat), [])
    if len(table.position.hands_dealt[-1][seat]) == HANDS:
        table.fault("no-cards-left", "twenty/3.4",
                    Phrase("{n} plays by {seat}", n=HANDS * HAND, seat=f"p{seat}"),
                    Phrase("another"), seat=seat, part="seat")  # fmt: skip
    hands.append(HandSeen(cards, at))
    table.position.deal(seat, [CODES[card] for card in cards])
    return table.objections()


def refill(table: Claims, seat: int) -> None:
    """Clause 2.4: Deal five cards, known or not. There is no sixth hand."""
    again = table.position.hand_repeated(seat) if table.position.repeats else [0] * HAND
    _deal(table, seat, tuple([CARDS[write_card(card)] for card in again]), -1)


def find_hand(table: Claims, seat: int) -> None:
    """Make room for another card in a hand whose number of cards is unknown."""
    hands = table.dealt.setdefault((table.round, seat), [])
    loose = table.position.hands[seat].empty == PERHAPS
    if loose and not (hands and hands[-1].at < 0 and len(hands[-1].plays) < HAND):
        hands.append(HandSeen((UNKNOWN,) * HAND, -1))


def accepts(table: Claims, seat: int) -> int:
    """Return the player of a play that is not simply the next one: a round's first, one out of
    turn, the first of a hand, or one in a seat that does not exist; 0 where it cannot count."""
    position = table.position
    if seat not in (1, 2):
        table.fault("no-such-seat", "twenty/1.1", EITHER_SEAT, f"p{seat}", seat=seat, part="seat")
        seat = 0  # the player on turn
    if position.over:
        table.fault("after-the-end", "twenty/3.4", Phrase("no further play"), f"p{seat}", seat=seat)
        return 0
    if table.between_rounds:
        if _ends_later(table):
            table.fault(
                "no-cards-left", "twenty/3.4", Phrase("no further play"), f"p{seat}", seat=seat
            )
            return 0
        open_round(table, None)
        if 0 not in (table.turn, seat) and table.turn != seat:  # asked before that
            table.fault("wrong-turn", "twenty/1.2", f"p{table.turn}", f"p{seat}", seat=seat,
                       part="seat")  # fmt: skip
    seat = seat or position.mover
    if not seat:
        return 0
    if not position.hands[seat]:
        refill(table, seat)
    if not position.mover:
        position.starter = position.starter or by_turns(seat, max(0, position.plays))
        await_card(table, seat)
    elif position.due != "lay":
        position.due, position.turn = "lay", position.mover  # though the other has no hand yet
    return seat


def _ends_later(table: Claims) -> bool:
    """Return whether the round that has had its fifty plays is written to be over only after the
    present one: its bonus, or the line of the next round, comes soon. Where something was left out,
    that may be what ended the round."""
    behind = map(type, table.events[table.at + 1 : table.at + 1 + HAND])
    all_played = table.plays == PLAYS and not table.torn
    return all_played and any(kind in (Bonus, Round) for kind in behind)


def await_card(table: Claims, seat: int) -> None:
    """Await a player's turn, 0 for the one who plays next."""
    table.position.mover = table.turn = seat
    table.position.await_card(seat)


def let_go(table: Claims) -> None:
    """Make the position's place unknown, with its hands."""
    position = table.position
    position.plays = position.tally = position.made = UNCOUNTED
    position.hands = [Hand(), Hand.of_any(), Hand.of_any()]
    position.hands_dealt[-1] = [[[]] * PLAYS for _ in position.hands]
    position.lose_totals()
    await_card(table, 0)


def by_turns(first: int, plays: int) -> int:
    """Return whose turn it is after `plays` plays of a game or round, by clauses 1.2 and 3.1, given
    who began; or who began, given whose turn it is."""
    return first and (first if (plays + plays // PLAYS) % 2 == 0 else 3 - first)


def begins_by(events: Sequence[Event]) -> int:
    """Return who begins the game by all of its first plays, where a line in front of them says it,
    too; 0 where they show nothing, or others may be missing before them: where they are not
    numbered from 1, nor all of the round there without numbers, or the first does not make the
    tally of its card alone."""
    known = takewhile(lambda one: not isinstance(one, Gap), events)
    plays = list(islice((one for one in known if isinstance(one, Play)), 2 * HAND - 1))
    lines = takewhile(lambda one: not isinstance(one, Play), events)
    told = any(isinstance(one, Round) and one.first and one.number != ROUNDS for one in lines)
    if not (told and plays):
        return 0
    numbered = all(one.number == at for at, one in enumerate(plays, 1))
    whole = not (numbered or any(one.number for one in plays)) and _first_round_is_whole(events)
    alone, tally = VALUES[CODES[plays[0].cards[0]] & 15], plays[0].tally
    if not ((numbered and tally == alone) or (whole and tally in (alone, None))):
        return 0
    seats = {by_turns(one.seat, at) for at, one in enumerate(plays)}
    return seats.pop() if seats in ({1}, {2}) else 0


def _first_round_is_whole(events: Sequence[Event]) -> bool:
    """Return whether all plays of the first round stand in front of the line of the second."""
    lines = [at for at, one in enumerate(events) if isinstance(one, Round)]
    first = events[: lines[1] if lines[1:] else len(events)]
    return sum(isinstance(one, Play) for one in first) == PLAYS and Gap not in map(type, first)
