"""The table at one moment of a game of Count to 20, around its position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final, NamedTuple, Self

from archive.core.cards import PACKS, WrittenHand
from archive.core.ledger import Ledger
from archive.core.phrase import Phrase, any_of
from archive.games.count_to_20.counting import numbers_in
from archive.games.count_to_20.open_passes import OpenPass, OpenSet
from archive.games.count_to_20.rules import CountTo20 as Game
from archive.rules.faults_and_claims import Dealing
from archive.rules.hand import YES
from archive.rules.listed_or_played import all_seen
from archive.rules.table import TableOf

PACK = PACKS["52"]


class Torn:
    """What is unknown behind a stretch that is missing."""

    NOTHING: Final = ""
    NUMBER: Final = "the number of the deal"  # until the line of one
    HAND: Final = "the hand, and the number of the deal"  # until one is dealt


class Opening(NamedTuple):
    """How a deal was opened: by which event; who was due to deal, 0 where that is unknown; who else
    may begin because the line names a dealer who was not due; the cards to each that it names."""

    at: int = 0
    dealer_due: int = 0
    other_first: int = 0
    cards: int | None = None


class Ending(NamedTuple):
    """How a hand ended: the ledger without it, whose cards left are unknown, hands shown with cards
    that have no name, whether the cards left were shown, and whether the score is complete."""

    before: Ledger
    untold: frozenset[int] = frozenset()
    in_part: Mapping[int, WrittenHand] = {}
    shown: bool = False
    scored: bool = False


class Board(TableOf[Game]):
    """The hands as a record shows them, the count, and the progress of the game.

    `dealt` has the hands of all deals by their numbers, `opening` how the last one was opened,
    `ending` how the last hand ended; `turns` counts those of the hand. `unlisted` are players taken
    to have had no cards left because they were not listed, with no later standing about them.
    `open_passes` and `open_sets` are not proved yet. The game is `beyond` its end once the record
    goes on behind that. `told_last` has the last standing of each player of
    whom the result tells.

    Of what a record leaves out: `late` is whether the first deal may be a later one, `torn` what is
    unknown since a stretch is missing, `unseen` whether cards of this hand may have been drawn that
    are not written. `accepted` is the last play that was one, `shaken` has the plies of the last
    two faults.
    """

    changing: ClassVar[tuple[str, ...]] = ("dealt", "open_passes", "open_sets")

    def __init__(self, position: Game) -> None:
        super().__init__(position)
        self.dealt: list[tuple[int, dict[int, WrittenHand]]] = []
        self.opening, self.ending = Opening(), Ending(self.ledger, scored=True)
        self.turns = 0
        self.unlisted: frozenset[int] = frozenset()
        self.open_passes: list[OpenPass] = []
        self.open_sets: list[OpenSet] = []
        self.beyond = self.late = self.unseen = False
        self.torn: str = Torn.NOTHING
        self.accepted, self.shaken = -1, (-99, -99)
        self.told_last: Mapping[int, int] = {}

    def copy(self) -> Self:
        """Return a copy that goes its own way from here."""
        twin = super().copy()
        if twin.dealt:  # only the hands of the last deal can still change
            number, hands = twin.dealt[-1]
            twin.dealt[-1] = number, {seat: hand.copy() for seat, hand in hands.items()}
        return twin

    @property
    def hands(self) -> dict[int, WrittenHand]:
        """Return the hands of the deal in play or just over, by seat."""
        return self.dealt[-1][1] if self.dealt else {}

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
            return Phrase(
                "the count of {count} in deal {n}", count=in_words(self.due_counts), n=deals
            )
        return Phrase("deal {n}", n=deals + 1) if deals else Phrase("the first deal")

    def dealings(self, last: int = 0) -> Iterable[Dealing]:
        """Clause 1.2: Return every deal, each of which shuffles the whole pack."""
        for number, hands in self.dealt[-last:]:
            held = [(seat, number, hand) for seat, hand in sorted(hands.items())]
            listed, played = all_seen(held)
            yield Dealing(Phrase("deal {n}", n=number), PACK, "count-to-20/1.2", listed, played)

    def forget_dealt(self) -> None:
        """Forget the cards of deals before the last one."""
        self.dealt = [*((number, {}) for number, _ in self.dealt[:-1]), *self.dealt[-1:]]


def in_words(counts: int) -> str:
    """Return counts as `5`, `5 or 6`, `5, 6 or 7`."""
    numbers = [str(number) for number in numbers_in(counts)]
    return any_of(numbers) if numbers else Phrase("nothing")
