"""The table of a game of Zwanzig ab or Twenty down: each line of a record as an action of the
position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from archive.core.cards import UNKNOWN
from archive.core.events import (
    ACTIONS,
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
    Totals,
    Trick,
    Trump,
)
from archive.core.phrase import Phrase, to_go_on
from archive.games.zwanzig_ab import choices, deals, dropping_out, gaps, settling, tricks
from archive.games.zwanzig_ab.board import GOING_ON, STAYING, DealLine, TrickLine
from archive.games.zwanzig_ab.claims import Claims
from archive.notation.writer import written


class ZwanzigAbTable(Claims):
    """The table of a game of Zwanzig ab or Twenty down with all its rules."""

    displacing: ClassVar[frozenset[str]] = frozenset(
        {
            "wrong-turn", "wrong-leader", "card-not-held", "not-followed", "not-trumped",
            "wrong-number-of-cards", "uneven-exchange", "exchanged-too-many", "wrong-trump",
            "may-not-drop-out", "not-now",
        }
    )  # fmt: skip
    unsettling: ClassVar[frozenset[str]] = frozenset({"not-now"})
    meant_otherwise: ClassVar[frozenset[str]] = displacing - unsettling

    # -- lines

    def deal_cards(self, event: Deal) -> None:
        """Clauses 1.3 and 1.4: Begin a deal; the next player clockwise deals."""
        if self.goes_on_after_end(event):
            return
        if self.phase == "deal" and self.dealt and self.nothing_missing:
            self.fault(
                "not-now", "zwanzig-ab/1.4", Phrase("the line of a deal once"), written(event)
            )
            return
        gaps.finish_deal(self, Phrase("a new deal"))
        if self.goes_on_after_end(event):  # the deal before ended the game
            return
        known = self.number is not None
        due = (self.number or 0) + 1 if known else None
        number = event.number if event.number is not None else due
        if known and number != due and not self.dealt:
            self.doubt_at = self.at  # perhaps the record begins late: the first play will show
        elif known and number != due:
            self.fault("misnumbered-line", "zwanzig-ab/1.4", f"n={due}", f"n={number}", part="n",
                       severity="warning")  # fmt: skip
            number = due
        dealer = self.after(self.dealer) if self.dealer else 0
        said = event.dealer or 0
        if said and not self.knows_seat(said, "dealer"):
            said = 0
        deals.open_deal(self, number, dealer or said)
        other = said if said != self.dealer else 0
        self.deal_line = DealLine(dealer or None, event.cards, other)

    def begin_trick(self, event: Trick) -> None:
        """Clause 6.1: Take `@trick`, which names the leader."""
        if not self.acts:  # without any play it tells only that the deal was played
            if self.phase:
                gaps.leave_page_out(self)
            return
        if event.first is not None and not 0 < event.first <= self.seats:
            if not deals.takes(self, event):
                return
            self.knows_seat(event.first, "first")
            event = event._replace(first=None)
        if tricks.begin_trick(self, event):
            super().begin_trick(event)
            self.line = TrickLine(len(self.tricks))
            self.restore_turn()

    def claim_score(self, event: Score | End) -> None:
        """Clause 10.2: Change nothing for a standing; the verdict compares it with the ledger."""
        for seat in sorted(dict(event.totals)):
            self.knows_seat(seat, f"p{seat}")
        if gaps.tells_of_earlier_deals(self, event):
            deals.begin_late(self)
        if not isinstance(event, Score):
            return
        dropping_out.close_choices(self, "@score")
        if self.unplayed and not self.nothing_missing:
            gaps.leave_page_out(self)
        if self.phase in GOING_ON and not self.unplayed:
            due = (
                Phrase("{seat} to act", seat=f"p{self.turn}")
                if self.turn
                else Phrase("the rest of the deal")
            )
            self.fault("not-now", "zwanzig-ab/10.2", due, "@score")

    def end(self, event: End) -> None:
        """Clause 10.3: Take the record's last line."""
        dropping_out.close_choices(self, "@end")
        if 0 < self.lacking <= 2 and self.due:
            self.leave_out(self.lacking, "@end")
        if not self.ended and not self.over and not self.ledger.unknown:
            due = to_go_on(self.missing())
            self.fault("early-end", "zwanzig-ab/10.3", due, "@end", severity="note")
        self.claim_score(event)

    def move_on(self, action: Action) -> None:
        """Move on to the phase to which an action belongs."""
        choices.move_on(self, action)

    def stop(self) -> None:
        """End the record: a deal that it breaks off leaves open what only its later cards can
        show."""
        if self.phase == "deal":
            deals.close_dealing(self)
        if self.phase == "tricks":
            settling.look_back(self)
            self.close_denials()

    # -- unwritten plays

    def look_ahead(self, events: Sequence[Event], result: Totals) -> None:
        """Keep the record's events: they tell whether a player who has dropped out plays on, and
        whether any play is written."""
        self.events = events
        self.acts = not ACTIONS.isdisjoint(map(type, events))

    def open_gap(self) -> None:
        """Make everything unknown until the next deal."""
        gaps.open_gap(self)

    def stand_in(self, seat: int) -> Action:
        """Return an unknown action of a seat."""
        if self.phase in ("deal", "exchange"):
            return Exchange(None, seat, (), None)
        if self.phase in STAYING:
            return Stay(None, seat, True, choices.NOT_KNOWN)
        return super().stand_in(seat or self.leader or self.order[0])

    def leave_out(self, plays: int, found: str, part: str = "") -> bool:
        """Report missing plays, and go on with unknown cards in their place."""
        line, self.line = self.line, self.line._replace(early=None)
        made = super().leave_out(plays, found, part)
        if line.early is not None:
            self.line = TrickLine(len(self.tricks))
        return made

    def meant(self, event: Event, code: str) -> Event:
        """Return the probable meaning of a slip of the pen: another seat, or an unknown card."""
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

    def otherwise(self, event: Event) -> Event:
        """Return another possible meaning of an event that breaks no rule."""
        return event._replace(stays=not event.stays) if isinstance(event, Stay) else event


ZwanzigAbTable.handlers = {
    Play: tricks.play_card, Exchange: choices.exchange, Stay: choices.stay,
    Trick: ZwanzigAbTable.begin_trick, Deal: ZwanzigAbTable.deal_cards, Held: deals.list_hand,
    Trump: deals.name_trump, Phase: choices.begin_phase, Cut: deals.draw_lots,
    Score: ZwanzigAbTable.claim_score, End: ZwanzigAbTable.end, Gap: gaps.leave_gap,
}  # fmt: skip
