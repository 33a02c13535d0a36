"""What else a record says: standings, the end, gaps, and what is claimed. Sections 8 and 10."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from archive.core.cards import UNKNOWN
from archive.core.events import (
    Action,
    Cut,
    Deal,
    End,
    Event,
    Exchange,
    Gap,
    Held,
    Phase,
    Play,
    Score,
    Stay,
    Trick,
    Trump,
)
from archive.games.zwanzig_ab.clauses import (
    LINES,
    NOT_WRITTEN,
    STANDING,
    UNFINISHED,
)
from archive.games.zwanzig_ab.deals import Deals
from archive.games.zwanzig_ab.endings import Endings
from archive.games.zwanzig_ab.plays import Plays
from archive.games.zwanzig_ab.table import SEATS
from archive.rules.claims import Claim
from archive.rules.table import Rule

MOST_CARDS = 8
"""A hand cannot have more, whatever is claimed: four such hands are the pack."""


class Zwanzig(Endings):
    """The table of a game of Zwanzig ab or Twenty down with all its rules."""

    __slots__ = ()

    # -- standings and the end

    def claim_score(self, event: Score | End) -> None:
        """Clause 10.2. A standing changes nothing; the verdict holds it against the ledger."""
        for seat in sorted(dict(event.totals)):
            self.knows_seat(seat, f"p{seat}")
        if not isinstance(event, Score):
            return
        self.close_choices("@score")
        if self.unplayed and not self.nothing_missing:
            self.leave_page_out()
        if self.phase not in ("", "gap", "void") and not self.unplayed:
            due = f"p{self.turn} to act" if self.turn else "the rest of the deal"
            self.fault("not-now", STANDING, due, "@score")

    def end(self, event: End) -> None:
        """Clause 10.3."""
        self.close_choices("@end")
        if 0 < self.lacking <= 2 and self.due:
            self.leave_out(self.lacking, "@end")
        if self.ended:
            self.fault("not-now", LINES, "one @end", "a second one")
        elif not self.over and not self.ledger.unknown:
            self.fault("early-end", UNFINISHED, f"the record to go on: {self.missing()} is next",
                       "@end", severity="note")  # fmt: skip
        self.claim_score(event)
        self.ended = True

    # -- what was not written down

    def leave_gap(self, event: Gap) -> None:
        """Clause 10.5: nobody knows what happened, nor in how many deals."""
        if self.goes_on_after_end(event):
            return
        self.fault("gap", NOT_WRITTEN, "everything written down", "@gap", severity="note")
        self.lose_track()
        self.due = 0

    def lose_track(self) -> None:
        """Clause 10.5: nothing is known until the next deal."""
        self.forget_totals()
        self.enter("gap")
        self.number, self.dealer, self.said_dealer = None, 0, 0
        self.doubt_at, self.early = -1, None
        self.trick, self.denials, self.undecided = [], {}, set()

    def resume(self, number: int) -> None:
        """Behind a gap the next line of a deal tells where play stands, and no number."""

    def meant(self, event: Event, code: str) -> Event:
        """A slip of the pen: another seat, or a card that nobody knows."""
        if isinstance(event, Trump):
            return event._replace(suit="h") if code == "wrong-trump" else event
        if code in ("wrong-turn", "wrong-leader") and isinstance(event, Action):
            on = bool(self.trick) and not self.complete
            due = self.turn or (self.leader if self.phase == "tricks" and not on else 0)
            meant: Event = event._replace(seat=due or event.seat)
            return meant
        if isinstance(event, Exchange):
            return event._replace(put=(), taken=None)
        if isinstance(event, Stay):
            return event._replace(stays=True)
        return event._replace(cards=(UNKNOWN,)) if isinstance(event, Play) else event

    # -- claims

    def upheld_line(self, event: Event) -> tuple[str, int] | None:
        usual = self.phase == "" if isinstance(event, Score) else self.phase == "tricks"
        if not usual or self.past_end or self.early is not None:
            return None
        return super().upheld_line(event)

    def claims(self, event: Event) -> Iterable[Claim]:
        clauses = self.clauses
        if self.past_end and isinstance(event, Deal | Trump | Trick | Play):
            return ()
        if isinstance(event, Deal):
            due, cards = self.said_deal
            said = event.dealer if event.dealer and event.dealer <= SEATS else None
            size = Claim("hand-size", None, cards, self.size, clauses["hand-size"], "cards")
            if due is None and self.number == self.deals == 1:
                return (size,)  # whom the lot fell on, the rules do not say (1.3)
            return Claim("dealer", None, said, due, clauses["dealer"], "dealer"), size
        if isinstance(event, Trump):
            seat = event.seat if event.seat and event.seat <= SEATS else None
            due = self.maker if self.named_at == self.at else None
            return [Claim("trump-maker", None, seat, due or None, clauses["trump-maker"], "seat")]
        if isinstance(event, Trick) and (self.phase != "tricks" or self.early is not None):
            return ()
        on = self.phase not in ("", "void") and not self.unplayed
        if isinstance(event, Score) and (self.past_end or on):
            return [claim._replace(computed=None) for claim in super().claims(event)]
        return super().claims(event)

    def assume(self, claim: Claim) -> None:
        value = claim.claimed
        if isinstance(value, int) and value > 0:
            if claim.kind in ("leader", "trick-winner") and self.takers:
                self.takers[-1] = frozenset({value})
            elif claim.kind == "dealer":
                self._believe_dealer(value)
            elif claim.kind == "trump-maker":
                self._believe_dealer((value - 2) % SEATS + 1)
            elif claim.kind == "hand-size":
                self.size = min(value, MOST_CARDS)
        super().assume(claim)

    def _believe_dealer(self, seat: int) -> None:
        self.dealer, self.said_dealer = seat, 0
        self.playing = self.order
        if self.phase == "deal":
            self.enter("deal")

    rules: ClassVar[Mapping[type, Rule]] = {
        Play: Plays.play_card, Exchange: Plays.exchange, Stay: Plays.stay, Trick: Plays.begin_trick,
        Deal: Deals.deal_cards, Held: Deals.list_hand, Trump: Deals.name_trump,
        Phase: Plays.begin_phase, Cut: Deals.draw_lots, Score: claim_score, End: end,
        Gap: leave_gap,
    }  # fmt: skip
    claimants: ClassVar[frozenset[type]] = frozenset({Deal, Trump, Trick, Score, End})
