"""A hand: the cards that are known of it, and how many more there are.

A hand answers questions about its cards in three values, because one that is not known in full may
hold any card. Rules use these values and never ask whether something was written down.
"""

from archive.rules.pack import could_be

UNCOUNTED = -(1 << 20)
"""An unknown number: so far below zero that any sum with it stays below."""

YES, NO, PERHAPS = 1, 0, -1
OPPOSITE = (YES, NO, PERHAPS)
"""The answer to the opposite question, by the answer: `PERHAPS` is the last of them."""
FULL = frozenset([16 * suit + rank for suit in (1, 2, 3, 4) for rank in range(1, 14)])
RANKED = frozenset(range(1, 14))
"""Cards named by rank and suit, and those named by rank alone: where a hand is all of one kind, a
card taken is the one that is named alike."""

OTHER = -1
"""A mark among the cards gone for one that was no card of the hand: it was taken for some other."""

NOTHING: "list[int]" = []
"""No cards. Hands share it until they have some, and so nothing is ever put into it."""

PACK = 52
"""The most cards that may be doubted and gone, together. For a hand with more only their number is
known: no game has dealt it, and every question goes through them card by card."""

ANY = 1 << 20
"""The number of unknown cards of a hand whose size is unknown."""


class Hand:
    """The cards of one player. `known` are named, wholly or in part; `unknown` counts the rest.

    Which of them a card taken was is not always known: the nine taken from `9h ?` may have been
    either. Then all cards named are `doubted`, and `gone` has what was taken since.
    """

    __slots__ = ("doubted", "gone", "known", "unknown")

    def __init__(self, cards: "list[int] | tuple[int, ...]" = ()) -> None:
        """Make a hand of these cards, 0 standing for an unknown one."""
        self.doubted = self.gone = NOTHING
        self.unknown = 0
        self.known: list[int] = list(cards)
        if cards and not FULL.issuperset(cards):
            self.known = []
            self.add(cards)

    @staticmethod
    def of_any() -> "Hand":
        """Return a hand of any number of cards, none of them known."""
        hand = Hand()
        hand.unknown = ANY
        return hand

    def __len__(self) -> int:
        return max(0, len(self.known) + len(self.doubted) + self.unknown - len(self.gone))

    def __bool__(self) -> bool:
        if self.known and not self.gone:
            return True
        return len(self.known) + len(self.doubted) + self.unknown > len(self.gone)

    @property
    def empty(self) -> int:
        """Return whether no card is left."""
        if not self:
            return YES
        return PERHAPS if self.unknown > ANY // 2 else NO

    def holds(self, card: int) -> int:
        """Return whether `card` is held."""
        if card in self.known and not self.gone:
            return YES
        return PERHAPS if self.may_hold(card) else NO

    def may_hold(self, card: int) -> bool:
        """Return whether some reading of the hand has `card` beside all cards that are gone: each
        is one of those named, or an unknown one."""
        if not self:
            return False
        owners: dict[int, int] = {}
        named = [one for one in self.gone + [card] if one > 0]
        placed = [self.find_room(one, owners, []) for one in named]
        return placed.count(False) <= self.unknown

    def find_room(self, card: int, owners: "dict[int, int]", tried: "list[int]") -> bool:
        """Give `card` a card named that it may be, of which others are the `owners`; they make
        room. Return whether there is one."""
        for slot, held in enumerate(self.known + self.doubted):
            if slot not in tried and could_be(card, held):
                tried.append(slot)
                if slot not in owners or self.find_room(owners[slot], owners, tried):
                    owners[slot] = card
                    return True
        return False

    def holds_all(self, cards: "list[int] | tuple[int, ...]") -> int:
        """Return whether all of these cards are held at once."""
        return self.copy().take_all(cards)

    def holds_suit(self, suit: int) -> int:
        """Return whether any card of a suit is held."""
        if not self.gone:
            for card in self.known:
                if card >> 4 == suit:
                    return YES
            named = not (self.unknown or self.doubted)
            if named and (not self.known or self.known[0] > 15):
                return NO
        if OTHER in self.gone:  # not the hand that it was said to be
            return PERHAPS if self else NO
        held = sum([card >> 4 == suit for card in self.known + self.doubted])
        if held > sum([not card or card >> 4 in (0, suit) for card in self.gone]):
            return YES
        return PERHAPS if self.may_hold(suit << 4) else NO

    def alike(self, values: "tuple[int, ...]") -> int:
        """Return the value, by rank, of every card that may still be held; negative where they
        differ."""
        held = self.known + self.doubted
        if self.unknown or not self:
            return UNCOUNTED
        found = {values[card & 15] for card in held if not self.gone or self.may_keep(card)}
        return found.pop() or UNCOUNTED if len(found) == 1 else UNCOUNTED

    def may_keep(self, card: int) -> bool:
        """Return whether `card`, one of those named, may not be among those that are gone."""
        rest = self.copy()
        rest.doubted = self.known + self.doubted
        rest.known, rest.gone = [], self.gone[1:]
        rest.doubted.remove(card)
        return rest.may_hold(self.gone[0])

    def add(self, cards: "list[int] | tuple[int, ...]") -> None:
        """Put cards into the hand."""
        known = self.known
        if FULL.issuperset(cards) and not self.doubted and (not known or known[0] > 15):
            known += cards  # as most are; those known are all of one kind
            return
        named = [card for card in cards if card]
        self.unknown += len(cards) - len(named)
        self.known += named
        full, ranked = FULL.issuperset(self.known), RANKED.issuperset(self.known)
        if self.doubted or not (full or ranked):
            self.doubt()
            self.forget_many()

    def doubt(self) -> None:
        """Make all named cards doubtful."""
        self.doubted = self.doubted + self.known
        self.known = []

    def forget_many(self) -> None:
        """Keep only the number of cards, where too many are doubted or gone."""
        if len(self.doubted) + len(self.gone) > PACK:
            self.unknown = len(self)
            self.known, self.doubted, self.gone = [], NOTHING, NOTHING

    def take(self, card: int) -> int:
        """Take `card` out of the hand. Return whether it was held; if it was not, it was taken for
        some other."""
        try:
            self.known.remove(card)
        except ValueError:
            return self.take_perhaps(card)
        return YES

    def take_perhaps(self, card: int) -> int:
        """Take a card that is not certainly held; return whether it may have been."""
        if self.unknown and (not self.gone or self.may_hold(card)):
            for held in self.known + self.doubted:
                if could_be(card, held):
                    break
            else:
                self.unknown -= 1
                return PERHAPS
        if card and self.may_hold(card):
            self.doubt()
            self.gone = self.gone + [card]
            self.forget_many()
            return PERHAPS
        if not self:
            return NO
        self.gone = self.gone + [OTHER if card else 0]
        self.forget_many()
        return NO if card else PERHAPS

    def take_all(self, cards: "list[int] | tuple[int, ...]") -> int:
        """Take all of these cards out of the hand. Return whether they were held at once."""
        answer = YES
        for card in cards:
            try:
                self.known.remove(card)
            except ValueError:
                held = self.take_perhaps(card)
                if held != YES and answer != NO:
                    answer = held
        return answer

    def copy(self) -> "Hand":
        """Return a hand of the same cards."""
        twin = Hand()
        twin.known, twin.unknown = self.known[:], self.unknown
        twin.doubted, twin.gone = self.doubted, self.gone
        return twin


def same_cards(one: "list[int]", other: "list[int]") -> int:
    """Return whether two lists are the same cards in some order: YES, NO or PERHAPS."""
    return Hand(one).take_all(other) if len(one) == len(other) else NO


def opposite(holds: int) -> int:
    """Return the answer to whether something is not held, from whether it is."""
    return OPPOSITE[holds]
