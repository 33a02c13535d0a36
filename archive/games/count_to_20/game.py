"""All rules of Count to 20 together, what a record claims, and what was not written down."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import ClassVar

from archive.core.events import (
    Cut,
    Deal,
    Draw,
    End,
    Event,
    Gap,
    Held,
    Pass,
    Play,
    Score,
    Show,
)
from archive.games.count_to_20.announcements import announced
from archive.games.count_to_20.clauses import (
    ANNOUNCED,
    DEALER,
    NEXT_COUNT,
    NOT_WRITTEN,
    SEVEN_CARDS,
    TWENTY_MADE,
)
from archive.games.count_to_20.turns import Turns
from archive.games.count_to_20.values import (
    HAND,
    LAST,
    Counts,
    count_of,
    in_words,
    numbers_in,
    only,
)
from archive.rules.claims import Claim
from archive.rules.table import Rule

COUNT = re.compile(r"(?:^|\s)count=(\d{1,2})(?=\s|$)", re.ASCII)


class CountTo20(Turns):
    """The table of a game of Count to 20 with all its rules."""

    __slots__ = ()

    # -- claims

    def claims(self, event: Event) -> Iterable[Claim]:
        if isinstance(event, Play):
            if self.adrift and all(card.rank != "?" for card in event.cards):
                can = count_of(event.cards)  # wherever in a hand this was
                due = _due(event.tally, can)
                return [Claim("count", event.seat, event.tally, due, NEXT_COUNT, "tally")]
            return self._claims_of_play(event) if self.accepted == self.at else ()
        if isinstance(event, Deal):
            return self._claims_of_deal(event) if not self.beyond else ()
        return super().claims(event)

    def _claims_of_play(self, play: Play) -> Iterable[Claim]:
        """Clauses 3.1 and 4.4."""
        seat = play.seat
        yield Claim("count", seat, play.tally, _due(play.tally, self.made), NEXT_COUNT, "tally")
        for said in announced(play.parts, self.count) if play.parts else ():
            due = said.value if said.right else _either(said.possible)
            kind = "king" if said.of_kings else "pair"
            yield Claim(kind, seat, said.value, due, ANNOUNCED, "cards")

    def _claims_of_deal(self, deal: Deal) -> Iterable[Claim]:
        """Clauses 2.1 and 2.2."""
        if self.dealer_due and (deal.dealer or 0) <= self.seats:
            yield Claim("dealer", None, deal.dealer, self.dealer_due, DEALER, "dealer")
        yield Claim("hand-size", None, deal.cards, HAND, SEVEN_CARDS, "cards")

    def claims_of_totals(self, event: Score | End) -> Iterable[Claim]:
        unsettled = self.maybe_over or (self.beyond and isinstance(event, Score))
        for claim in super().claims_of_totals(event):
            yield claim._replace(computed=None) if unsettled else claim

    def assume(self, claim: Claim) -> None:
        if claim.kind == "count" and isinstance(claim.claimed, int) and claim.seat:
            self._believe_count(claim.seat, claim.claimed)
        super().assume(claim)

    def _believe_count(self, seat: int, count: int) -> None:
        if not 0 < count <= LAST:
            return
        self.made = 1 << count
        self.tally = count
        if self.in_play and count == LAST:
            self.end_hand(TWENTY_MADE)
        elif not self.in_play and not self.scored and len(self.hands[seat]) > 0:
            self.restore(self.before)
            self.in_play, self.turn = True, self.after(seat)

    # -- what was not written down

    def leave_gap(self, event: Gap) -> None:
        """Clause 8.4: turns are missing, nobody knows how many."""
        self.fault("gap", NOT_WRITTEN, "every turn written down", "@gap", severity="note")
        self.due = 0
        if self.beyond or not self.in_play:
            self.lose_track()
            return
        if self.late:  # the record begins late, and that has been said
            self.late = False
            self.ledger.lose()
        told = COUNT.search(event.text)
        counts = int(told[1]) if told else None
        if counts is not None and counts < LAST:
            self.made = 1 << counts
        else:  # it can only have risen
            self.made = sum(1 << n for n in range(min(numbers_in(self.made)), LAST))
        self._loosen()

    def may_go_beyond(self, event: Gap) -> bool:
        """A hand goes on behind a gap of which the last count is told."""
        return not COUNT.search(event.text)

    def lose_track(self) -> None:
        """Clause 8.4: whole hands may be missing; the next line of a deal tells where play is."""
        if self.beyond:
            return
        if self.in_play:
            self.loose, self.unseen, self.maybe_over = set(self.hands), True, True
        self.end_hand_unseen("more")
        self.numbered = False
        self.ledger.lose()
        self.adrift = True

    def _loosen(self) -> None:
        """From here on nothing is known of the hands and the stock but what was seen of them."""
        self.loose, self.unseen = set(self.hands), True
        self.stock = 0, self.stock[1]
        self.turn = self.passes = 0
        self.turns += 1
        self.gapped = self.maybe_over = True
        self.tally = None

    def stop(self) -> None:
        """The record says nothing more: what is open stays open."""
        if self.in_play:
            self.close_doubts()
        else:
            self.close_hand()

    rules: ClassVar[Mapping[type, Rule]] = {
        Cut: Turns.tell_cut, Deal: Turns.deal_cards, Held: Turns.list_hand,
        Play: Turns.play_set, Draw: Turns.draw_card, Pass: Turns.say_pass,
        Show: Turns.show_cards, Score: Turns.claim_score, End: Turns.end, Gap: leave_gap,
    }  # fmt: skip


def _due(claimed: int | None, made: Counts) -> int | str | None:
    """The count made, for a claim of it: what is claimed is not judged where it may be right."""
    if made & (made - 1) and claimed is not None and claimed <= LAST and made >> claimed & 1:
        return None
    return _either(made)


def _either(counts: Counts) -> int | str | None:
    """A number, or the choice of several in words; None for none at all."""
    return only(counts) or in_words(counts) if counts else None
