"""The claims of a record of Twenty-Two, with their values by the rules."""

from __future__ import annotations

from collections.abc import Iterable

from archive.core.cards import CARDS
from archive.core.events import Deal, End, Event, Keep, Out, Trick
from archive.games.twenty_two import deals, end_of_hand
from archive.games.twenty_two.ranking import worth
from archive.games.twenty_two.table_state import LastCard, Stage
from archive.games.twenty_two.table_steps import Course
from archive.rules.faults_and_claims import Claim, packed_seats, unpacked_seats
from archive.rules.hand_seen import CODES


class Claims(Course):
    """Claims of dealers, sizes of hands, leaders, losers and totals."""

    def claims(self, event: Event) -> Iterable[Claim]:
        """Return the claims of an event."""
        if isinstance(event, Deal):
            return () if self.beyond else self._claims_of_deal(event)
        if isinstance(event, Keep):
            return () if self.position.meets else self._claims_of_keep(event)
        if isinstance(event, Out):
            return self._claims_of_out(event) if self.stage is Stage.SCORED else ()
        claims = super().claims(event)
        if isinstance(event, Trick) and self.position.meets and self.won:
            return [claim._replace(clause="twenty-two/8.3") for claim in claims]
        if isinstance(event, End):
            return [
                claim._replace(clause=self.how_won) if claim.kind == "winner" else claim
                for claim in claims
            ]
        return claims

    @property
    def how_won(self) -> str:
        """Return the clause by which the game is won: by the last one, by all, or by the lowest of
        all."""
        if self.alive:
            return "twenty-two/6.2"
        lowest = self.position.asks("all-out") and self.position.all_out == "lowest"
        return "twenty-two/6.4" if lowest else "twenty-two/6.3"

    def _claims_of_deal(self, event: Deal) -> Iterable[Claim]:
        dealer = event.dealer if event.dealer and event.dealer <= self.seats else None
        clause, size, size_clause, *_ = self.deal_line
        if self.due_dealer or clause != "twenty-two/2.1":  # else any player will do (2.1)
            yield Claim("dealer", None, dealer, self.due_dealer or None, clause, "dealer")
        yield Claim("hand-size", None, event.cards, size, size_clause, "cards")

    def _claims_of_keep(self, event: Keep) -> Iterable[Claim]:
        """Return the claims about who lost, with which card, and its value. A line may name only
        some of the losers."""
        kept = [one for one in event.kept if one.seat <= self.seats]
        claimed = packed_seats(one.seat for one in kept)
        if not self.losers:
            if higher := end_of_hand.shown_higher(self, [one.card for one in kept]):
                yield Claim("loser", None, claimed, packed_seats(higher), "twenty-two/7.1", "seat")
            return
        losers = self.losers
        right = all(one.seat in losers for one in kept)
        by_keep = self.told_by_keep
        if not by_keep or not right:
            due = claimed if right else packed_seats(losers)
            yield Claim("loser", None, claimed, due, "twenty-two/5.2", "seat")
        for one in kept:
            card = self.last_card(one.seat) if one.seat in losers else None
            if by_keep:
                card = one.card
            if by_keep and self.torn:  # it may be of any hand
                yield Claim("kept-card", one.seat, one.card.text, None, "twenty-two/5.3",
                            f"p{one.seat}")  # fmt: skip
            if card is None:
                continue
            same = one.card.could_be(card)
            if not by_keep:
                yield Claim("kept-card", one.seat, one.card.text, (one.card if same else card).text,
                            "twenty-two/5.3", f"p{one.seat}")  # fmt: skip
            yield Claim("worth", one.seat, one.points, worth(CODES[card]) or None, "twenty-two/1.4",
                        f"p{one.seat}")  # fmt: skip

    def _claims_of_out(self, event: Out) -> Iterable[Claim]:
        named = [seat for seat in event.seats if seat <= self.seats]
        right = not any(seat in self.alive for seat in named)
        claimed = packed_seats(named)
        yield Claim("elimination", None, claimed, claimed if right else packed_seats(self.gone),
                    "twenty-two/6.1", "seat")  # fmt: skip

    def assume(self, claim: Claim) -> None:
        """Go on as if a claim were right: with the next deal's size and dealer, and the players
        out, that follow from it."""
        claimed = claim.claimed
        super().assume(claim)
        match claim.kind, claimed:
            case "dealer", int():
                self.position.dealer, self.position.drawing = claimed, [claimed]
                self.seat_players(self.playing)
                deals.find_first(self)
            case "hand-size", int():
                self.sizes_may_be(claimed)
                self.deal_line = self.deal_line._replace(size=claimed)
            case "worth", int():
                self.position.size = claimed
                end_of_hand.eliminate(self)
            case "score", _ if self.stage is Stage.SCORED:
                end_of_hand.eliminate(self)
            case "elimination", int():
                for seat in unpacked_seats(claimed):
                    self.shows_out(seat)
            case "loser", int():
                self._assume_losers(unpacked_seats(claimed))
            case "kept-card", str():
                self._assume_card(claim.seat or 0, claimed)

    def _assume_losers(self, seats: list[int]) -> None:
        """Go on as if others had lost, with the losers' cards."""
        position = self.position
        points = max(0, position.size)
        for seat in self.losers or ():
            self.ledger.correct(seat, -points)
        for seat in seats:
            self.ledger.correct(seat, points)
        self.losers, position.drawing = tuple(seats), seats
        end_of_hand.eliminate(self)

    def _assume_card(self, seat: int, text: str) -> None:
        """Go on as if the losing card were another one."""
        card, position = CARDS[text], self.position
        points = worth(CODES[card])
        self.shown[seat] = LastCard(card, self.at)
        if points:
            self.ledger.correct(seat, points - max(0, position.size))
            position.size = points
            end_of_hand.eliminate(self)
