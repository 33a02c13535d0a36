"""The last cards, the loser, the players out: sections 5 to 7 of the page."""

from __future__ import annotations

from collections.abc import Mapping

from archive.core.cards import CARDS, Card
from archive.core.events import End, Gap, Keep, Out, Play, Score, Show
from archive.games.twenty_two.board import KeptCard, Shuffle, Stage
from archive.games.twenty_two.plays import Plays
from archive.games.twenty_two.ranking import height, one_rank
from archive.rules.hand import YES
from archive.rules.pack import write_card
from archive.rules.shown_cards import CODES


class Scores(Plays):
    """The rules about the last cards and the score."""

    # -- the last cards

    def show_cards(self, event: Show) -> None:
        """Clauses 5.1 and 5.2: Take the last cards shown."""
        late = self.stage is Stage.SCORED and self.deals and not self.shown
        if not late and self.after_the_end("@show"):
            return
        if not late and self.stage in (Stage.BEFORE, Stage.SCORED) and not self.gapped:
            self.fault("not-now", "twenty-two/5.1", f"deal {self.deals + 1}", "@show")
            return
        if self.stage in (Stage.EXCHANGE, Stage.TRICKS):
            self._cut_short("@show")
        self._begin_behind_gap(another=bool(self.shown))
        seen: set[int] = set()
        for seat, run in event.shown:
            if seat in seen:
                self.fault("wrong-number-of-cards", "twenty-two/5.1", "one card", "another",
                           seat=seat, part=f"p{seat}")  # fmt: skip
            else:
                self._show(seat, run)
            seen.add(seat)
        if not late or self.losers is None:
            self._score_hand()

    def _begin_behind_gap(self, *, another: bool) -> None:
        """Clause 9.3: Begin another hand after a gap, where an event ends a hand that has ended
        already."""
        if self.gapped and (another or self.ending):
            self.shown, self.losers = {}, None
            self.ending = self.told_by_keep = False
            self.hands = {}
            self.dealt.append({})
            out = self.out_of_pack()
            self.shuffles.append(Shuffle("a later deal", len(self.dealt), (), out))
            self.all_dealt()

    def _show(self, seat: int, run: tuple[Card, ...]) -> None:
        """Clause 5.1: Take one player's last card."""
        if not self.knows_seat(seat, f"p{seat}"):
            return
        if seat in self.doubtful and seat not in self.playing:
            self.seat_players({*self.playing, seat})
        if len(run) != 1:
            self.fault("wrong-number-of-cards", "twenty-two/5.1", "one card", f"{len(run)}",
                       seat=seat, part=f"p{seat}")  # fmt: skip
            return
        if seat not in self.playing and not self.gapped:
            self.fault("card-not-held", "twenty-two/5.1", f"no card of p{seat}", run[0].text,
                       seat=seat, part=f"p{seat}")  # fmt: skip
            return
        if seat not in self.shown:
            left = self.left(seat)
            self.shaky = False
            self.take(seat, run, "twenty-two/5.1", f"p{seat}")
            self.shown[seat] = run[0], self.at
            if self.shaky and len(left) == 1:
                self.disputed[seat] = left[0]

    def play_last_card(self, play: Play) -> None:
        """Clauses 4.3 and 5.1: Take a last card that is played and not shown, which shows it
        too."""
        seat, run = play.seat, play.cards
        if not self.shown:
            self.fault("kept-no-card", "twenty-two/4.3", "the last cards shown", "a lead",
                       seat=seat, part="cards")  # fmt: skip
        if seat in self.playing and len(run) == 1:
            self.take(seat, run, "twenty-two/5.1")
            self.shown.setdefault(seat, (run[0], self.at))

    def settle_hand(self) -> None:
        """Score the hand that is over, whatever is written about its end (7.1)."""
        if self.stage in (Stage.BEFORE, Stage.SCORED):
            return
        if self.gapped and not self.shown:
            self.stage = Stage.SCORED
            return
        if self.stage is not Stage.LAST:
            self._cut_short("the end of the hand")
        self._score_hand()

    def _cut_short(self, found: str) -> None:
        """Clause 5.1: Report a hand cut short: it is over when everyone is down to one card."""
        if self.stage is Stage.EXCHANGE and not self.ply_in_deal and min(self.sizes, default=1) > 1:
            self._leave_page_out()
            return
        if self.stage is Stage.EXCHANGE:
            self.all_dealt()
        if self.doubtful and self.sure_have_laid:
            self.pass_over_doubtful(0)
            if self.stage is Stage.LAST:
                return
        lacking = len(self.playing) - len(self.trick)
        last = bool(self.sizes) and self.position.left - self.led <= 1
        if self.trick_begun and self.due and last:
            self.leave_out(lacking, found)
            return
        more = [size - self.spent - 1 for size in self.sizes]
        if self.gapped or not more or (min(more) <= 0 and not self.trick_begun):
            return
        if not self.nothing_missing:
            self._leave_page_out()
            return
        self.fault("short-deal", "twenty-two/5.1", f"{max(more)} more to be played by each", found)
        self.due = 0

    def _leave_page_out(self) -> None:
        """Clause 9.3: Take a hand without any written play as played on a page that is not here;
        its deal shows nothing about the last cards."""
        if self.gapped:
            return
        self.fault("gap", "twenty-two/9.3", "every play written down", "no play of a hand",
                   severity="note")  # fmt: skip
        self.due = 0
        self.all_dealt()
        for seat, hand in list(self.hands.items()):
            if hand.at >= 0:
                self.forget_hand(seat)

    def _score_hand(self) -> None:
        """Clause 5.2: Find the highest last card. Where one is unknown, all players who may have
        lost have an unknown total."""
        self.stop()
        self.stage = Stage.SCORED
        self.leader = self.turn = 0
        self.pending, self.awaits = -1, None
        if self.gapped:
            self.playing = sorted({*self.shown, *self.alive})  # or are out, or were not written
        elif self.shown:
            self.playing = [s for s in self.playing if s in self.shown or s not in self.doubtful]
        position = self.position
        self.seat_players(self.playing)
        position.last = {seat: self._last_may_be(seat) for seat in position.order}
        self.known_before = frozenset(self.ledger.unknown), position.more[:], position.unseen
        position.score_hand()
        self._enter_scores()

    def stop(self) -> None:
        """Clause 9.4: End the record; what is not proved by now stays open."""
        self.suppose_stood_pat()
        self.close_denials()
        for doubt in self.doubts:
            if not doubt.proved(self.left(doubt.seat)):
                self.fault("unproved", doubt.clause, doubt.expected, doubt.found, seat=doubt.seat,
                           part="cards", severity="note", at=doubt.at, ply=doubt.ply)  # fmt: skip
        self.doubts = []

    def _last_may_be(self, seat: int) -> list[int]:
        """Return the possible last cards of a seat: the one shown, or another if the hand says
        so."""
        cards = [one for one in (self.last_card(seat), self.disputed.get(seat)) if one is not None]
        return [CODES[card] for card in cards] or [0]

    def _enter_scores(self) -> None:
        """Clauses 5.2, 5.3 and 8.4: Enter the scores: those who tie all lose. Where a last card is
        unknown, all players who may have lost have an unknown total."""
        position, more = self.position, self.known_before[1]
        self.said_out = frozenset()
        self.losers = tuple(sorted(position.drawing)) or None
        for _, seat, points, clause in position.ledger:
            self.score(seat, points, f"{self.game}/{clause}")
            at = self.shown[seat][1] if seat in self.shown else self.at
            if clause == "5.3":
                card = position.kept[len(self.kept)][1]
                self.kept.append(KeptCard(seat, CARDS[write_card(card)], at))
        position.ledger = []
        able = [seat for seat in position.order if position.more[seat] > more[seat]]
        if not able:
            return
        self.ledger.lose(*able)
        if not self.gapped:
            last = position.last  # twice, for one card alone is of one rank
            unsure = [f"p{seat}" for seat in sorted(able) if one_rank(2 * last[seat]) != YES]
            self.fault("unknown-card", "twenty-two/9.3", "the last cards",
                       f"not those of {', '.join(unsure)}", severity="note")  # fmt: skip

    def _eliminate(self) -> None:
        """Clause 6.1: Put players out, by other totals."""
        self.position.totals = self.ledger.totals_by_seat.copy()
        self.position.eliminate()
        self.said_out = frozenset()

    # -- other lines

    def keep_cards(self, event: Keep) -> None:
        """Clause 5.3: Take the cards kept. If the last cards are unknown, these show who lost
        (7.1)."""
        if self.position.meets:
            self.fault("foreign-line", "twenty-two/8.4", "no cards kept", "@keep")
            return
        early = self.stage is Stage.BEFORE and not self.gapped
        late = self.stage is Stage.EXCHANGE and not self.ply_in_deal and self.nothing_missing
        if early or (late and not self.tell_deal):
            wanted = "a hand" if early else "the cards kept before the next hand"
            self.fault("not-now", "twenty-two/5.3", wanted, "@keep")
            return
        self.settle_hand()
        kept = {one.seat: one.card for one in event.kept if one.seat <= self.seats}
        for seat in [one for one in kept if self.losers is None and self._is_out(one)]:
            self.fault("dealt-in", "twenty-two/6.1", f"{self.ledger.total(seat)}", "a card kept",
                       seat=seat, part=f"p{seat}")  # fmt: skip
            del kept[seat]
        self._begin_behind_gap(another=self._is_of_another_hand(kept))
        self.ending = True
        for one in event.kept:
            self.knows_seat(one.seat, f"p{one.seat}")
        if self.losers is None and kept and all(card.rank != "?" for card in kept.values()):
            position = self.position
            if not self.gapped:
                unknown, position.more, position.unseen = self.known_before
                self.ledger.unknown = set(unknown)
            self.known_before = frozenset(), position.more, 0
            highest = max(height(CODES[card]) for card in kept.values())
            kept = {seat: card for seat, card in kept.items() if height(CODES[card]) == highest}
            lost = {**self.tied_with(kept.values()), **kept}
            position.lose([(seat, CODES[card]) for seat, card in lost.items()])
            self._enter_scores()
            self.told_by_keep = True

    def _is_out(self, seat: int) -> bool:
        """Clause 6.1: Return whether a player was certainly out before this hand, whatever is left
        out of the record."""
        return seat not in {*self.playing, *self.alive, *self.doubtful}

    def _is_of_another_hand(self, kept: Mapping[int, Card]) -> bool:
        """Return whether cards kept are others than lost the hand, or those of other players."""
        losers = kept if self.losers is None else self.losers
        shown = {seat: card for seat, (card, _) in self.shown.items()}
        return any(
            seat not in losers or not card.could_be(shown.get(seat, card))
            for seat, card in kept.items()
        )

    def say_out(self, event: Out) -> None:
        """Clause 6.1: Take the record's line about players out."""
        if self.under_way:
            self.settle_hand()
        self.ending = True
        if self.stage is not Stage.SCORED and not self.gapped:
            self.fault("not-now", "twenty-two/6.1", "players out when a hand is scored", "@out")
            return
        for seat in event.seats:
            if not self.knows_seat(seat, f"p{seat}"):
                continue
            if seat in self.doubtful:
                self.shows_out(seat)
            elif seat in self.alive:
                self.said_out |= {seat}

    def claim_score(self, event: Score | End) -> None:
        """Change nothing for a standing; the verdict compares it with the ledger."""
        unplayed = self.stage is Stage.EXCHANGE and not self.ply_in_deal
        unplayed = unplayed and not self.nothing_missing
        going_on = unplayed or self.under_way
        if self.stage is Stage.LAST or (going_on and self._differs(event)):
            self.settle_hand()
        self.ending = True
        if self.told_by_keep:
            self.lost_too(seat for seat, total in event.totals if self.may_have_lost(seat, total))
        for seat in sorted(dict(event.totals)):
            self.knows_seat(seat, f"p{seat}")

    def _differs(self, event: Score | End) -> bool:
        """Return whether a player's total differs from before this hand."""
        known = [(total, self.ledger.total(seat)) for seat, total in event.totals
                 if seat <= self.seats]  # fmt: skip
        return any(total != before for total, before in known if before is not None)

    def leave_gap(self, event: Gap) -> None:
        """Clause 9.3: Take a gap: what happened is unknown, and how much."""
        self.fault("gap", "twenty-two/9.3", "every play written down", "@gap", severity="note")
        self.lose_track()
        self.due = 0

    def end(self, event: End) -> None:
        """Take the record's last line."""
        self.claim_score(event)
        if self.ended:
            self.fault("not-now", "twenty-two/9.5", "one @end", "a second one")
        elif not self.over and not self.doubtful:
            due = f"the record to go on: {self.missing()} is next"
            self.fault("early-end", "twenty-two/9.2", due, "@end", severity="note")
        self.ended = True
