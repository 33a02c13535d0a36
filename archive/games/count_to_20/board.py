"""The table at one moment of a game of Count to 20, around its position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Self

from archive.core.cards import PACKS, WrittenHand
from archive.core.ledger import Ledger
from archive.games.count_to_20.counting import in_words
from archive.games.count_to_20.open_passes import OpenPass, OpenSet
from archive.games.count_to_20.rules import CountTo20 as Game
from archive.rules.faults_and_claims import Dealing
from archive.rules.hand import YES
from archive.rules.listed_or_played import all_seen
from archive.rules.table import TableOf

PACK = PACKS["52"]


class Board(TableOf[Game]):
    """The hands as a record shows them, the count, and the progress of the game.

    `hands` are those of the deal in play or just over, by seat, `dealt` those of all deals by their
    numbers. `dealer_due` is who is to deal, `fresh` who else may begin because the line of a deal
    names a dealer who was not due, `said_cards` the number of cards to each that it names, `opened`
    the event that opened the deal; `turns` counts those of the hand. Of a hand that is over `shown`
    is whether its cards left were, `scored` whether its score is complete, `untold` whose cards
    left are unknown, `in_part` the hands shown with cards that have no name; `before` is the ledger
    without it. `unlisted` are players taken to have had no
    cards left because they were not listed, with no later standing about them. `open_passes` and
    `open_sets` are not proved yet. The game is `beyond` its end once the record goes on behind
    that, `ended` after its last line.

    Of what a record leaves out: `late` is whether the first deal may be a later one, `numbered`
    whether the number of the deal is known, `adrift` whether nothing is known until a hand is
    dealt, `unseen` whether cards may have been drawn that are not written, `strayed` whether turns
    stand behind the hand's end. `accepted` is the last play that was one, `shaken` has the plies of
    the last two faults.
    """

    changing: ClassVar[tuple[str, ...]] = ("dealt", "open_passes", "open_sets", "untold")
    hands: dict[int, WrittenHand]
    dealt: list[tuple[int, dict[int, WrittenHand]]]
    before: Ledger
    open_passes: list[OpenPass]
    open_sets: list[OpenSet]
    untold: set[int]
    in_part: dict[int, WrittenHand]
    unlisted: frozenset[int]
    said_cards: int | None
    shaken: tuple[int, int]

    def __init__(self, position: Game) -> None:
        super().__init__(position)
        self.hands, self.dealt, self.before = {}, [], self.ledger
        self.dealer_due = self.fresh = self.opened = self.turns = 0
        self.said_cards = None
        self.scored, self.shown, self.untold = True, False, set()
        self.in_part, self.unlisted = {}, frozenset()
        self.open_passes, self.open_sets = [], []
        self.beyond = self.ended = self.late = self.adrift = self.unseen = self.strayed = False
        self.numbered = True
        self.accepted, self.shaken = -1, (-99, -99)

    def copy(self) -> Self:
        """Return a copy that goes its own way from here."""
        twin = super().copy()
        if twin.dealt:  # only the hands of the last deal can still change
            number, hands = twin.dealt[-1]
            twin.hands = {seat: hand.copy() for seat, hand in hands.items()}
            twin.dealt[-1] = number, twin.hands
        return twin

    @property
    def deal(self) -> int:
        """Return the number of the deal in play."""
        return self.position.deals

    @property
    def dealer(self) -> int:
        """Return the dealer, 0 where that is unknown."""
        return self.position.dealer

    @property
    def in_play(self) -> bool:
        """Return whether a hand is being played."""
        return self.position.due == "turn"

    @property
    def count(self) -> int | None:
        """Return the last count made in this hand, 0 for none yet; None where it is unknown."""
        return self.position.count

    @property
    def due_counts(self) -> int:
        """Return the counts that may be due, as bits."""
        return self.position.due_counts

    @property
    def stock(self) -> tuple[int, int]:
        """Return the fewest and the most cards that the stock can have."""
        return self.position.stock, self.position.stock + self.position.spare

    @property
    def loose(self) -> set[int]:
        """Return the seats whose hands have an unknown number of cards."""
        return self.position.in_doubt

    @property
    def over(self) -> bool:
        """Return whether the game is over."""
        return self.reached == YES

    @property
    def reached(self) -> int:
        """Return whether the game has reached its end (7.1, 7.5), in three values."""
        over = not self.in_play and self.position.deals > 0
        return self.position.reached() if over else 0

    def missing(self) -> str:
        """Return what the game lacks to be over, in words."""
        if self.over:
            return ""
        deals = self.position.deals
        if self.in_play:
            return f"the count of {in_words(self.due_counts)} in deal {deals}"
        return f"deal {deals + 1}" if deals else "the first deal"

    def dealings(self, last: int = 0) -> Iterable[Dealing]:
        """Clause 1.2: Return every deal, each of which shuffles the whole pack."""
        for number, hands in self.dealt[-last:]:
            held = [(seat, number, hand) for seat, hand in sorted(hands.items())]
            listed, played = all_seen(held)
            yield Dealing(f"deal {number}", PACK, "count-to-20/1.2", listed, played)

    def forget_dealt(self) -> None:
        """Forget the cards of deals before the last one."""
        self.dealt = [*((number, {}) for number, _ in self.dealt[:-1]), *self.dealt[-1:]]
