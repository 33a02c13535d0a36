"""The course of tricks: whose turn it is, who plays what, who wins. Clauses 4.1 and 4.7 of
rulebook.md."""

from __future__ import annotations

from archive.core.cards import UNKNOWN
from archive.core.events import Action, Exchange, Pass, Play, Trick
from archive.core.phrase import Phrase, cards_in_number
from archive.games.twenty_two.deals import act_first, after_the_end, misnumbered, open_deal, refused
from archive.games.twenty_two.exchange import miss_exchange, next_to_exchange, open_with, takes_part
from archive.games.twenty_two.table_state import Stage, TrickLine
from archive.games.twenty_two.table_steps import Course
from archive.games.twenty_two.tricks import end_trick, know_no_hand, lay, lay_last, lay_nothing
from archive.rules.hand import NO
from archive.rules.hand_seen import CODES
from archive.rules.trick_taking import TrickPlay

MOST_SKIPPED = 12  # tricks that are taken for left out: there are no more in a hand


def move_on(table: Course, action: Action) -> bool:
    """Move on from the exchange to the tricks, or report that the action does not belong here.
    Return whether either was done."""
    if isinstance(action, Pass):
        return True  # its rule reports that it is not allowed
    if table.awaits is Exchange and isinstance(action, Play) and action.number is None:
        table.turn = 0  # the other exchanges were not written down
    elif table.awaits is Exchange and isinstance(action, Play) and _all_left_out(table, action):
        seats = [seat for seat in table.around(table.leader) if seat in table.exchanged]
        table.exchanged = set()
        for seat in seats:
            play_cards(table, Play(None, seat, ()))
    elif table.awaits is Exchange and isinstance(action, Play):
        waiting = table.waiting_to_exchange()
        table.fault("not-now", "twenty-two/3.1",
                    Phrase("an exchange by {seat}", seat=f"p{waiting[0]}"),
                    Phrase("a play by {seat}", seat=f"p{action.seat}"),
                    seat=action.seat)  # fmt: skip
        table.turn = 0
    elif table.awaits is Trick:
        return _line_within_trick(table, action)
    elif isinstance(action, Exchange) and _may_be_over(table):
        table.settle_hand()
    else:
        return False
    return True


def _may_be_over(table: Course) -> bool:
    """Return whether the tricks of a hand of unknown size may be over: everyone who is certainly in
    has played to the last one. An exchange is then one of the next hand."""
    played = not table.trick_begun or sure_have_laid(table)
    return table.stage is Stage.TRICKS and not table.sizes and played and bool(table.trick)


def _all_left_out(table: Course, play: Play) -> bool:
    """Return whether the record has none of what was taken for exchanges before a play, which
    shows that they were plays too."""
    number = play.number or 0
    before = range(number - len(table.exchanged), number)
    return all(table.played.get(one, play) is None for one in before)


def begin_trick(table: Course, event: Trick) -> None:
    """Begin the next trick at `@trick`. A line within a trick is looked at again when the next
    play shows whether plays are missing or the line stands too early."""
    table.said_first = 0, 0
    if after_the_end(table, "@trick") or table.torn:
        return
    if table.stage in (Stage.BEFORE, Stage.SCORED):
        open_deal(table)
    if table.stage is Stage.LAST and not _goes_on_longer(table):
        table.fault("not-now", "twenty-two/9.5", Phrase("the last cards shown"), "@trick")
        return
    if table.doubtful:
        pass_over_doubtful(table, 0)
    if table.trick_begun and table.due:
        if table.awaits is not Trick:
            table.line, table.awaits = TrickLine(table.at, 0, table.line.ahead), Trick
        return
    due = len(table.position.takers) + 1
    ahead, skips = table.line.ahead, (event.number or due) - due
    if not max(0, ahead) < skips < MOST_SKIPPED:
        ahead, skips = misnumbered(table, event.number, due, ahead), 0
    table.line = TrickLine(table.at, skips, ahead)
    _find_leader_of_first(table)
    if skips and event.first != table.leader:
        table.leader = 0  # by the winner of a trick that is not here
    table.clear_trick(event)
    table.position.trick, table.position.taking = [], []


def _nothing_skipped(table: Course) -> None:
    """Note that the line of this trick left out a number, and the plays go on: the number is
    wrong, or whole tricks are missing. The rest of the hands proves nothing any more."""
    due, (at, skips, _) = len(table.position.takers) + 1, table.line
    table.fault("misnumbered-line", "twenty-two/9.5", f"n={due}", f"n={due + skips}",
                part="n", severity="warning", at=at)  # fmt: skip
    table.line = TrickLine(at, 0, skips)
    know_no_hand(table)


def _find_leader_of_first(table: Course) -> None:
    if table.stage is Stage.EXCHANGE and not table.exchanged and not table.leader and table.leaders:
        table.leader = table.leaders[0]


def _line_within_trick(table: Course, action: Action) -> bool:
    """Decide about a line that opened a new trick while this one was not over. If the next play
    goes on with the old trick, the line stands too early; else its missing plays were not
    made. Return whether the action belongs to either."""
    table.awaits = Play
    if not isinstance(action, Play):
        return False
    if action.seat == table.turn:
        table.fault("not-now", "twenty-two/9.5",
                    Phrase("@trick after {seat} has played", seat=f"p{table.turn}"),
                    Phrase("@trick before"), at=table.line.at)  # fmt: skip
    else:  # and it is reported that it was another's turn
        table.position.taking = []
        table.position.end_trick()
        table.trick, table.leader = [], 0
    return True


def play_cards(table: Course, play: Play) -> None:
    """Take one player's part in a trick."""
    seat = play.seat
    if _goes_on_plainly(table, play):
        lay(table, play)
        return
    if refused(table, seat):
        due = table.turn or table.leader
        if table.over or not due or table.stage not in (Stage.EXCHANGE, Stage.TRICKS):
            return
        seat = due  # the play of the player on turn
        play = play._replace(seat=due)
    if play.tally is not None or play.points is not None or play.parts:
        _refuse_numbers(table, play)
    if table.torn:
        return
    if table.stage in (Stage.BEFORE, Stage.SCORED):
        open_with(table, play)
    if table.stage is Stage.EXCHANGE:
        _begin_tricks(table, seat)
    if table.stage is Stage.LAST and not _goes_on_longer(table):
        lay_last(table, play)
        return
    if seat and not takes_part(table, seat):
        due = table.turn or (0 if table.trick_begun else table.leader)
        if not due or not _holds(table, due, play):
            return
        seat = due
        play = play._replace(seat=due)
    if table.doubtful or table.line.skips:
        _settle_what_is_open(table, seat)
    lay(table, _as_meant(table, play))


def _goes_on_plainly(table: Course, play: Play) -> bool:
    """Return whether a play is the next one to a trick, with as many cards as were led and
    nothing else to check first: as most are."""
    position = table.position
    return (
        table.turn == play.seat
        and table.stage is Stage.TRICKS
        and not (position.doubtful or play.parts)
        and play.tally is None
        and play.points is None
        and play.seat in table.playing
        and 0 < len(table.trick) < len(table.playing)
        and bool(position.trick)
        and len(position.trick[0]) == len(play.cards) > 0
    )


def _settle_what_is_open(table: Course, seat: int) -> None:
    """Settle what the coming play shows about doubtful players and the lines before it."""
    if table.doubtful:
        pass_over_doubtful(table, seat)
    if table.line.skips:
        _nothing_skipped(table)


def _refuse_numbers(table: Course, play: Play) -> None:
    """Report numbers: no play counts anything in this game."""
    numbers = (play.tally, play.points, *[part.value for part in play.parts])
    if any(number is not None for number in numbers):
        table.fault("foreign-claim", "twenty-two/9.5", "cards alone",
                    Phrase("a number behind them"), seat=play.seat, part="cards")  # fmt: skip


def pass_over_doubtful(table: Course, seat: int) -> None:
    """Pass over players who may be in or out, up to a seat or to the end of the trick. Those are
    out who have no part in all of a trick; others may have played cards that are not written
    down."""
    if not table.trick_begun:
        return
    for other in _left_out_of_a_trick(table):
        table.shows_out(other)
        table.seat_players(one for one in table.playing if one != other)
    laid = {one.seat for one in table.trick}
    waiting = [other for other in table.around(table.lead[0]) if other not in laid]
    for other in waiting if seat not in waiting and sure_have_laid(table) else ():
        table.taker_unknown = True
        table.trick.append(TrickPlay(other, (), table.at, table.ply))
        table.position.trick.append([])
    if table.complete:
        table.position.end_trick()
        end_trick(table)


def _left_out_of_a_trick(table: Course) -> list[int]:
    """Return those of the players who may be in or out that made none of the plays before this
    event, so many that a whole trick is among them wherever one began: of this hand, and numbered
    in turn."""
    number = table.due - 1 - isinstance(table.acted, Play)
    whole = range(number, max(number - 2 * len(table.playing) + 1, table.deal_line.number - 1), -1)
    acts = [table.played.get(one) for one in whole]
    if len(acts) < 2 * len(table.playing) - 1 or not all(isinstance(one, Play) for one in acts):
        return []
    seats = {one.seat for one in acts if one}
    return [seat for seat in table.doubtful if seat not in seats]


def sure_have_laid(table: Course) -> bool:
    """Return whether all players who are certainly in have played to this trick."""
    laid = {one.seat for one in table.trick}
    return table.trick_begun and laid.issuperset(set(table.playing).difference(table.doubtful))


def _as_meant(table: Course, play: Play) -> Play:
    """Return a play as it is judged: left-out cards are unknown; and where the seat holds
    nothing of the kind, but the one whose turn it is does, it is that one's play."""
    begun = table.trick_begun
    count = table.led if begun else 0
    if not play.cards:
        return play._replace(cards=(UNKNOWN,) * max(0, count))
    due = table.turn or (0 if begun else table.leader)
    if due and due != play.seat and _holds(table, due, play) and not _holds(table, play.seat, play):
        if not table.turn:
            table.fault("wrong-turn", "twenty-two/4.1", f"p{due}", f"p{play.seat}",
                        seat=play.seat, part="seat")  # fmt: skip
        play = play._replace(seat=due)
    if count > 0 and len(play.cards) != count:
        table.fault("wrong-number-of-cards", "twenty-two/4.4", cards_in_number(count),
                    f"{len(play.cards)}", seat=play.seat, part="cards")  # fmt: skip
        table.doubt_hands(play.seat)
    return play


def _holds(table: Course, seat: int, play: Play) -> bool:
    """Return whether a seat may hold these cards; where its exchange is not written down,
    whether it was dealt them."""
    if seat in table.unwritten:
        return set(table.hands[seat].listed).issuperset(play.cards)
    codes = [CODES[card] for card in play.cards]
    return seat in table.hands and table.position.hands[seat].holds_all(codes) != NO


def _begin_tricks(table: Course, seat: int) -> None:
    """Clause 4.1: Take the first lead."""
    if not table.exchanged:
        act_first(table, seat)
        table.turn = 0
    miss_exchange(table)
    table.stage, table.awaits = Stage.TRICKS, Play


def _goes_on_longer(table: Course) -> bool:
    """Return whether by another reading of the deal there are more cards to play than the
    last."""
    longer = [size for size in table.sizes if size - table.spent > 1]
    if not longer or table.trick_begun:
        return False
    table.sizes_may_be(*longer)
    table.stage = Stage.TRICKS
    return True


def say_pass(table: Course, event: Pass) -> None:
    """Report a pass: clause 4.1 allows none."""
    if refused(table, event.seat):
        return
    table.fault("passed", "twenty-two/4.1", "cards", "pass", seat=event.seat)
    if table.awaits is Exchange and event.seat in table.playing:
        table.exchanged.add(event.seat)
        next_to_exchange(table, False)
    elif table.stage is Stage.TRICKS and event.seat in table.playing:
        _settle_what_is_open(table, event.seat)
        lay_nothing(table, event.seat)
