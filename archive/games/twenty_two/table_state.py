"""What the table of Twenty-Two keeps beside its position: where the record stands, and what its
lines have said."""

from __future__ import annotations

from typing import Final, NamedTuple

from archive.core.cards import Card
from archive.rules.faults_and_claims import CardSeen


class Stage:
    """The stages of a hand. They are plain words: they are compared many times a play, and to name
    a member of an enumeration takes Python 3.11 longer."""

    BEFORE: Final = "before the first deal"
    EXCHANGE: Final = "the exchange"
    TRICKS: Final = "the tricks"
    LAST: Final = "the last cards"
    SCORED: Final = "scored"


class KeptCard(NamedTuple):
    """A losing card kept to show a score (5.3), and which event shows it."""

    seat: int
    card: Card
    at: int


class Torn:
    """Where a stretch of unknown length is missing, until the next deal. Behind a line that comes
    only after the last cards the next one may be of another hand."""

    NOWHERE: Final = ""
    IN_HAND: Final = "in a hand"
    BEHIND_HAND: Final = "behind a hand"


class LastCard(NamedTuple):
    """The last card that a player shows, the event, and the one card that the hand has left in its
    place."""

    card: Card
    at: int
    instead: Card | None = None


class Shuffle(NamedTuple):
    """One use of the pack: its deal, 0 if it was only drawn from; the cards drawn; those out of it;
    and whether all exchanges of it are written."""

    name: str
    deal: int
    drawn: tuple[CardSeen, ...]
    out: tuple[KeptCard, ...]
    exchanges_written: bool = True


class DealLine(NamedTuple):
    """The line of this deal: the clause about its dealer, the number of cards due to each, None
    where that is unknown, with its clause, whether the line is `written`, and the `number` that was
    due when the deal began."""

    dealer_clause: str = "twenty-two/2.1"
    size: int | None = None
    size_clause: str = "twenty-two/2.2"
    written: bool = False
    number: int = 0


class TrickLine(NamedTuple):
    """The last `@trick`: its event, the number of tricks that its number leaves out, and how far
    the numbers of this deal's tricks are ahead."""

    at: int = -1
    skips: int = 0
    ahead: int = 0
