"""The course of tricks: whose turn it is, who plays what, who wins. Clauses 4.1 and 4.7 of the
page."""

from __future__ import annotations

from archive.core.cards import UNKNOWN
from archive.core.events import Action, Exchange, Pass, Play, Trick
from archive.games.twenty_two.board import Stage
from archive.games.twenty_two.tricks import Tricks
from archive.rules.hand import NO
from archive.rules.shown_cards import CODES

MOST_SKIPPED = 12  # tricks that are taken for left out: there are no more in a hand


class Plays(Tricks):
    """The rules about turns and tricks."""

    def move_on(self, action: Action) -> None:
        """Move on from the exchange to the tricks, or report that the action does not belong
        here."""
        if isinstance(action, Pass):
            return  # its rule reports that it is not allowed
        if self.awaits is Exchange and isinstance(action, Play) and action.number is None:
            self.turn = 0  # the other exchanges were not written down
        elif self.awaits is Exchange and isinstance(action, Play) and self._all_left_out(action):
            seats = [seat for seat in self.around(self.leader) if seat in self.exchanged]
            self.exchanged = set()
            for seat in seats:
                self.play_cards(Play(None, seat, ()))
        elif self.awaits is Exchange and isinstance(action, Play):
            waiting = self.waiting_to_exchange()
            self.fault("not-now", "twenty-two/3.1", f"an exchange by p{waiting[0]}",
                       f"a play by p{action.seat}", seat=action.seat)  # fmt: skip
            self.turn = 0
        elif self.awaits is Trick:
            self._line_within_trick(action)
        else:
            super().move_on(action)
            self.due_turn, self.turn = self.turn, 0  # one fault is enough

    def _all_left_out(self, play: Play) -> bool:
        """Return whether the record has none of what was taken for exchanges before a play, which
        shows that they were plays too."""
        number = play.number or 0
        before = range(number - len(self.exchanged), number)
        return all(self.played.get(one, play) is None for one in before)

    def begin_trick(self, event: Trick) -> None:
        """Begin the next trick at `@trick`. A line within a trick is looked at again when the next
        play shows whether plays are missing or the line stands too early."""
        self.said_first = 0, 0
        if self.after_the_end("@trick") or self.gapped:
            return
        if self.stage in (Stage.BEFORE, Stage.SCORED):
            self.open_deal()
        if self.stage is Stage.LAST and not self._goes_on_longer():
            self.fault("not-now", "twenty-two/9.5", "the last cards shown", "@trick")
            return
        if self.doubtful:
            self.pass_over_doubtful(0)
        if self.trick_begun and self.due:
            if self.pending < 0:
                self.pending, self.awaits = self.at, Trick
            return
        due = len(self.position.takers) + 1
        ahead = event.number is not None and event.number > due + max(0, self.trick_offset)
        self.skipped = 0
        if ahead and event.number and event.number - due < MOST_SKIPPED:
            self.skipped, self.skipped_at = event.number - due, self.at
        else:
            self.trick_offset = self.misnumbered(event.number, due, self.trick_offset)
        self._find_leader_of_first()
        if self.skipped and event.first != self.leader:
            self.leader = 0  # by the winner of a trick that is not here
        self.clear_trick(event)

    def clear_trick(self, event: Trick) -> None:
        """Begin a trick with nothing laid to it yet."""
        super().clear_trick(event)
        self.position.trick, self.position.taking = [], []

    def _nothing_skipped(self) -> None:
        """Note that the line of this trick left out a number, and the plays go on: the number is
        wrong, or whole tricks are missing. The rest of the hands proves nothing any more."""
        due = len(self.position.takers) + 1
        self.fault("misnumbered-line", "twenty-two/9.5", f"n={due}", f"n={due + self.skipped}",
                   part="n", severity="warning", at=self.skipped_at)  # fmt: skip
        self.trick_offset, self.skipped = self.skipped, 0
        self.know_no_hand()

    def _find_leader_of_first(self) -> None:
        if self.stage is Stage.EXCHANGE and not self.exchanged and not self.leader and self.leaders:
            self.leader = self.leaders[0]

    def _line_within_trick(self, action: Action) -> None:
        """Decide about a line that opened a new trick while this one was not over. If the next play
        goes on with the old trick, the line stands too early; else its missing plays were not
        made."""
        at, self.pending = self.pending, -1
        self.awaits = Play
        if not isinstance(action, Play):
            super().move_on(action)
            self.due_turn, self.turn = self.turn, 0
        elif action.seat == self.turn:
            self.fault("not-now", "twenty-two/9.5", f"@trick after p{self.turn} has played",
                       "@trick before", at=at)  # fmt: skip
        else:
            self.cut_short = True  # and it is reported that it was another's turn

    def play_cards(self, play: Play) -> None:
        """Take one player's part in a trick."""
        seat = play.seat
        if self._goes_on_plainly(play):
            self.lay(play)
            return
        if self.refused(seat):
            due = self.turn or self.leader
            if self.over or not due or self.stage not in (Stage.EXCHANGE, Stage.TRICKS):
                return
            seat = due  # the play of the player on turn
            play = play._replace(seat=due)
        if play.tally is not None or play.points is not None or play.parts:
            self._refuse_numbers(play)
        if self.gapped:
            return
        if self.stage in (Stage.BEFORE, Stage.SCORED):
            self._open_with(play)
        if self.stage is Stage.EXCHANGE:
            self._begin_tricks(seat)
        if self.stage is Stage.LAST and not self._goes_on_longer():
            self.play_last_card(play)
            return
        if seat and not self._takes_part(seat):
            due = self.turn or (0 if self.trick_begun else self.leader)
            if not due or not self._holds(due, play):
                return
            seat = due
            play = play._replace(seat=due)
        if self.doubtful or self.skipped or self.cut_short:
            self._settle_what_is_open(seat)
        self.lay(self._as_meant(play))

    def _goes_on_plainly(self, play: Play) -> bool:
        """Return whether a play is the next one to a trick, with as many cards as were led and
        nothing else to check first: as most are."""
        position = self.position
        return (
            self.turn == play.seat
            and self.stage is Stage.TRICKS
            and not (self.gapped or self.beyond or self.skipped or self.cut_short)
            and not (position.doubtful or play.parts)
            and play.tally is None
            and play.points is None
            and play.seat in self.playing
            and 0 < len(self.trick) < len(self.playing)
            and bool(position.trick)
            and len(position.trick[0]) == len(play.cards) > 0
        )

    def _settle_what_is_open(self, seat: int) -> None:
        """Settle what the coming play shows about doubtful players and the lines before it."""
        if self.doubtful:
            self.pass_over_doubtful(seat)
        if self.skipped:
            self._nothing_skipped()
        if self.cut_short:
            self.cut_short = False
            self.position.taking = []
            self.position.end_trick()
            self.trick, self.leader = [], 0

    def _refuse_numbers(self, play: Play) -> None:
        """Report numbers: no play counts anything in this game."""
        numbers = (play.tally, play.points, *[part.value for part in play.parts])
        if any(number is not None for number in numbers):
            self.fault("foreign-claim", "twenty-two/9.5", "cards alone", "a number behind them",
                       seat=play.seat, part="cards")  # fmt: skip

    def pass_over_doubtful(self, seat: int) -> None:
        """Take those players for out whom a trick passes over, of players who may be in or out."""
        if not self.trick_begun:
            return
        laid = [one.seat for one in self.trick]
        waiting = [other for other in self.around(self.lead[0]) if other not in laid]
        passed = waiting[: waiting.index(seat)] if seat in waiting else waiting
        for other in passed:
            if other in self.doubtful:
                self.shows_out(other)
                self.seat_players(one for one in self.playing if one != other)
        if self.complete:
            self.position.end_trick()
            self.end_trick()

    @property
    def sure_have_laid(self) -> bool:
        """Return whether all players who are certainly in have played to this trick."""
        laid = {one.seat for one in self.trick}
        return self.trick_begun and laid.issuperset(set(self.playing).difference(self.doubtful))

    def next_to_play(self) -> int:
        """Return the next player of the trick."""
        return 0 if self.doubtful else super().next_to_play()

    def _as_meant(self, play: Play) -> Play:
        """Return a play as it is judged: left-out cards are unknown; and where the seat holds
        nothing of the kind, but the one whose turn it is does, it is that one's play."""
        begun = self.trick_begun
        count = self.led if begun else 0
        if not play.cards:
            return play._replace(cards=(UNKNOWN,) * max(0, count))
        due = self.turn or (0 if begun else self.leader)
        if due and due != play.seat and self._holds(due, play) and not self._holds(play.seat, play):
            if not self.turn:
                self.fault("wrong-turn", "twenty-two/4.1", f"p{due}", f"p{play.seat}",
                           seat=play.seat, part="seat")  # fmt: skip
            play = play._replace(seat=due)
        if count > 0 and len(play.cards) != count:
            as_led = f"{count} card{'' if count == 1 else 's'}"
            self.fault("wrong-number-of-cards", "twenty-two/4.4", as_led, f"{len(play.cards)}",
                       seat=play.seat, part="cards")  # fmt: skip
            self.uneven |= {play.seat}
        return play

    def _holds(self, seat: int, play: Play) -> bool:
        """Return whether a seat may hold these cards; where its exchange is not written down,
        whether it was dealt them."""
        if seat in self.silent:
            return set(self.hands[seat].listed).issuperset(play.cards)
        codes = [CODES[card] for card in play.cards]
        return seat in self.hands and self.position.hands[seat].holds_all(codes) != NO

    def play_last_card(self, play: Play) -> None:
        """Take the play of a last card."""
        raise NotImplementedError

    def _begin_tricks(self, seat: int) -> None:
        """Clause 4.1: Take the first lead."""
        if not self.exchanged:
            self.act_first(seat)
            self.turn = 0
        self.fall_silent()
        self.stage, self.awaits = Stage.TRICKS, Play

    def _goes_on_longer(self) -> bool:
        """Return whether by another reading of the deal there are more cards to play than the
        last."""
        longer = [size for size in self.sizes if size - self.spent > 1]
        if not longer or self.trick_begun:
            return False
        self.sizes_may_be(*longer)
        self.stage = Stage.TRICKS
        return True

    def say_pass(self, event: Pass) -> None:
        """Report a pass: clause 4.1 allows none."""
        if self.refused(event.seat):
            return
        self.fault("passed", "twenty-two/4.1", "cards", "pass", seat=event.seat)
        if self.awaits is Exchange and event.seat in self.playing:
            self.exchanged.add(event.seat)
            self._next_to_exchange(False)
        elif self.stage is Stage.TRICKS and event.seat in self.playing:
            self.lay_nothing(event.seat)
