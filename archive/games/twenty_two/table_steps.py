"""The common steps at the table of Twenty-Two: its position, its hands, and the players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from archive.core.cards import Card, WrittenHand
from archive.core.events import Exchange, Play
from archive.core.phrase import Phrase
from archive.games.twenty_two.board import Board
from archive.games.twenty_two.ranking import MOST
from archive.games.twenty_two.rules import OUT
from archive.games.twenty_two.table_state import Stage, Torn
from archive.rules.hand import NO, OTHER, PERHAPS, UNCOUNTED
from archive.rules.hand import Hand as HandHeld
from archive.rules.hand_seen import CODES
from archive.rules.listed_or_played import certainly_left


class Course(Board):
    """The table of a game, with its common steps."""

    def settle_hand(self) -> None:
        """Score the hand that is over before the next event."""
        raise NotImplementedError

    def said(self) -> dict[str, int]:
        """Return the codes of the position's objections since the last time, NO, and of what it has
        left open, PERHAPS; and forget them."""
        position = self.position
        if not (position.objections or position.open):
            return {}
        found = {code: PERHAPS for _, _, code, _ in position.open}
        found.update({code: NO for _, _, code, _ in position.objections})
        position.objections, position.open = [], []
        return found

    def seat_players(self, seats: Iterable[int]) -> None:
        """Let these seats play this hand."""
        self.playing = sorted(seats)
        self.position.seat_players(self.playing)

    def hold(self, seat: int, held: Sequence[Card], at: int) -> WrittenHand:
        """Give a seat its hand for this deal. Of more cards than were dealt any may be the hand."""
        any_size = not self.sizes and at < 0
        hand = HandHeld.of_any() if any_size else HandHeld([CODES[card] for card in held])
        self.position.hands[seat] = hand
        if self.sizes and len(held) > self.sizes[0]:
            self.doubt_hands(seat)
        return super().hold(seat, held, at)

    def sizes_may_be(self, *sizes: int) -> None:
        """Set the number of cards dealt to each, where that is known; two numbers where it may be
        either. More than all packs have is not believed."""
        position, spent = self.position, self.spent
        self.sizes = tuple(size for size in dict.fromkeys(sizes) if size <= self.pack.size)
        position.size = self.sizes[0] if self.sizes else UNCOUNTED
        position.left = position.size - spent

    def shows_in(self, *seats: int) -> None:
        """Take these players to be in this hand, as their actions show."""
        self.position.doubtful = [seat for seat in self.doubtful if seat not in seats]
        if not set(seats) <= set(self.playing):
            self.seat_players({*self.playing, *seats})

    def shows_out(self, seat: int) -> None:
        """Take a player to be out, as others' actions show."""
        position = self.position
        position.alive = [one for one in position.alive if one != seat]
        position.doubtful = [one for one in position.doubtful if one != seat]

    def forget_cards(self, seat: int) -> None:
        """Make a seat's hand unknown, except for its number of cards."""
        hand = self.position.hands[seat]
        self.position.hands[seat] = HandHeld([0] * len(hand)) if self.sizes else HandHeld.of_any()

    def doubt_cards(self, *seats: int) -> None:
        """Take an unnamed card from the hands of these seats: any of their cards may be gone."""
        for seat in seats:
            hand = self.position.hands[seat]
            hand.gone = [*hand.gone, 0] if hand else hand.gone

    def doubt_hands(self, *seats: int) -> None:
        """Let these seats have another hand than it was said to be: it proves nothing."""
        for seat in seats:
            hand = self.position.hands[seat]
            hand.gone = [*hand.gone, OTHER]

    def pass_end_of_hand(self) -> None:
        """Note a line that comes only behind the last cards: behind a gap it may be of any hand."""
        self.torn = self.torn and Torn.BEHIND_HAND

    def open_gap(self) -> None:
        """Clause 9.3: Make everything unknown, also who is still in."""
        self.torn = Torn.BEHIND_HAND if self.stage is Stage.SCORED else Torn.IN_HAND
        self.ledger.lose_all()
        position = self.position
        position.more = [OUT] * (self.seats + 1)
        position.unseen = 0 if position.meets else self.pack.size
        position.doubtful, position.drawing, position.size = position.alive, [], UNCOUNTED
        position.dealer, position.due, position.trick = 0, "deal", []
        if self.shuffles:  # what comes next may be of a later one, when others were out
            last, still = self.shuffles[-1], self.out_of_pack()
            out = tuple(kept for kept in last.out if kept in still)
            self.shuffles[-1] = last._replace(out=out)
        self.denials, self.hands, self.unwritten = {}, {}, {}
        self.trick = []
        self.leader = self.turn = 0
        self.sizes = ()
        self.awaits = None

    def stop(self) -> None:
        """Clause 9.4: End the record; what is not proved by now stays open. Clause 3.1: Players
        whose exchange is not written are supposed to have had none, if all that they played and
        denied fits the hand dealt."""
        for seat, taken in self.unwritten.items():
            left = certainly_left(self.hands[seat])
            if not (taken or any(one.refuted(left) for one in self.denials.get(seat, ()))):
                self.position.hands[seat] = HandHeld([CODES[card] for card in left])
        self.close_denials()

    # -- who lost a hand

    def last_card(self, seat: int) -> Card | None:
        """Clause 7.1: Return the last card, as shown or as the hand is left; None if unknown."""
        if seat in self.shown:
            return self.shown[seat].card
        if seat in self.unwritten:
            return None
        left = self.left(seat)
        return left[0] if len(left) == 1 and left[0].rank != "?" else None

    def tied_with(self, cards: Iterable[Card]) -> dict[int, Card]:
        """Return the last cards, by seat, that are of a rank with some of these."""
        ranks = {card.rank for card in cards}
        last = {seat: self.last_card(seat) for seat in self.playing}
        return {seat: card for seat, card in last.items() if card and card.rank in ranks}

    def may_have_lost(self, seat: int, total: int) -> bool:
        """Clause 7.1: Return whether a player has as many points more as the hand's loser, and an
        unknown last card: it may be left out of those kept, too."""
        if seat not in self.playing or ((card := self.last_card(seat)) and card.rank != "?"):
            return False
        before = self.ledger.total(seat)
        return before is not None and total == before + self.position.size

    def lost_too(self, seats: Iterable[int]) -> None:
        """Clause 2.6: Note that those who draw have lost, some with a card that was not written."""
        position = self.position
        too = set(seats).difference(position.drawing)
        self.ledger.lose(*too)
        for seat in too:
            position.more[seat] += MOST
        position.unseen += 0 if position.meets else len(too)
        position.eliminate()
        position.drawing = sorted({*position.drawing, *too})

    # -- unwritten plays

    def stand_in(self, seat: int) -> Play | Exchange:
        """Return an exchange of unknown cards, or as many unknown cards as were led. A hand that
        begins with what is left out begins with its exchange."""
        first = self.supposes_to >= 0 and not self.awaits and self.stage is not Stage.TRICKS
        if first or self.awaits is Exchange:
            return Exchange(None, seat or self.leader, (), None)
        return Play(None, seat or self.leader, ())

    @property
    def can_suppose(self) -> bool:
        """Return whether a play that was left out can be supposed here: there are no more in a hand
        than each player has cards, one of which is the last and is not played."""
        return self.supposes_to < 0 or self.ply < self.supposes_to

    def _most_plays_left(self) -> int:
        """Return how many plays are left of this hand at most."""
        position, players = self.position, len(self.playing)
        in_hand = self.stage in (Stage.EXCHANGE, Stage.TRICKS)
        if not (in_hand and 0 < position.left < self.pack.size):
            return self.pack.size
        first = len(self.waiting_to_exchange()) if self.stage is Stage.EXCHANGE else 0
        return first + players * (position.left - 1) - len(self.trick)

    def leave_out(self, plays: int, found: str, part: str = "") -> bool:
        """Report missing plays, and go on with unknown cards in their place."""
        most = self._most_plays_left() if part == "number" else plays
        self.supposes_to = self.ply + most
        made = super().leave_out(plays, found, part)
        self.supposes_to = -1
        return made

    def begin_late(self) -> None:
        """Clause 9.3: Begin in the middle of the game."""
        self.fault("gap", "twenty-two/9.3", "every play written down", Phrase("a later hand"),
                   severity="note")  # fmt: skip
        self.open_gap()
