"""A hand: the cards that are known of it, and how many more there are.

Asked what it holds, a hand answers in three values, because a hand that is not known in full may
hold any card. Rules ask in these values and never whether something was written down.
"""

from archive.rules.pack import could_be

YES, NO, PERHAPS = 1, 0, -1


class Hand:
    """The cards of one player. `known` are named, wholly or in part; `unknown` counts the rest."""

    __slots__ = ("known", "unknown")

    def __init__(self, cards: "list[int] | tuple[int, ...]" = ()) -> None:
        """Make a hand of these cards, 0 standing for one that is not known."""
        if 0 in cards:
            self.known = [card for card in cards if card]
            self.unknown = len(cards) - len(self.known)
        else:  # as most hands are
            self.known, self.unknown = list(cards), 0

    def __len__(self) -> int:
        return len(self.known) + self.unknown

    def __bool__(self) -> bool:
        return bool(self.known or self.unknown)

    def holds(self, card: int) -> int:
        """Return whether `card` is held."""
        if card in self.known:
            return YES
        if self.unknown or any(could_be(card, held) for held in self.known):
            return PERHAPS
        return NO

    def holds_all(self, cards: "list[int] | tuple[int, ...]") -> int:
        """Return whether all of these cards are held at once."""
        return self.copy().take_all(cards)

    def holds_suit(self, suit: int) -> int:
        """Return whether any card of a suit is held."""
        vague = self.unknown
        for card in self.known:
            held = card >> 4
            if held == suit:
                return YES
            if not held:
                vague += 1
        return PERHAPS if vague else NO

    def add(self, cards: "list[int] | tuple[int, ...]") -> None:
        """Put cards into the hand."""
        if 0 in cards:
            self.unknown += len([card for card in cards if not card])
            cards = [card for card in cards if card]
        self.known += cards

    def take(self, card: int) -> int:
        """Take `card` out of the hand: itself, else an unknown one, else one that may be it. A hand
        that cannot have held it stays as it is. Return whether it was held."""
        try:
            self.known.remove(card)
        except ValueError:
            return self.take_perhaps(card)
        return YES

    def take_perhaps(self, card: int) -> int:
        """Take an unknown card for `card`, else one that may be it; return whether there is one."""
        if self.unknown:
            self.unknown -= 1
            return PERHAPS
        for held in self.known:
            if could_be(card, held):
                self.known.remove(held)
                return PERHAPS
        return NO

    def take_all(self, cards: "list[int] | tuple[int, ...]") -> int:
        """Take all of these cards out of the hand. Return whether they were held at once."""
        answer = YES
        for card in cards:
            held = self.take(card)
            if held != YES and answer != NO:
                answer = held
        return answer

    def copy(self) -> "Hand":
        """Return a hand of the same cards."""
        twin = Hand()
        twin.known, twin.unknown = self.known[:], self.unknown
        return twin


def without(holds: int) -> int:
    """Return the answer to whether something is not held, from whether it is."""
    return PERHAPS if holds == PERHAPS else NO if holds else YES
