"""The table at one moment of a game of Twenty, around its position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from archive.core.cards import NAMED, PACKS, UNKNOWN, Card, WrittenHand
from archive.core.events import Event
from archive.core.phrase import Phrase, any_of
from archive.games.twenty.rules import AIM, HAND, PLAYS
from archive.games.twenty.rules import Twenty as Game
from archive.rules.faults_and_claims import CardSeen, Dealing, cards_too_many
from archive.rules.hand_seen import HandSeen
from archive.rules.listed_or_played import all_seen, can_be_same_cards, cards_left
from archive.rules.table import TableOf

HANDS = PLAYS // (2 * HAND)
PACK = PACKS["52"]
EITHER_SEAT = any_of(("p1", "p2"))


class Board(TableOf[Game]):
    """The cards on the table, those not dealt yet, and where play stands.

    `dealt` has all hands of each round and seat so far, `laid` the cards of the round in their
    order, `begun` where among these the pile began, and the one before it. `announced` is whether
    the line of this round is written, `deals` counts its lines of deals.

    `events` are those of the whole record.

    Of what a record leaves out: `torn` is whether it left out anything so far, `stale` has ranks of
    listed hands that may still be held after a stretch that was not written down, `doubtful` the
    rounds in which it is uncertain what belongs to them, and whether they became so with the last
    such stretch; after one between rounds play is `astray`: it may go on anywhere.
    """

    def __init__(self, position: Game) -> None:
        super().__init__(position)
        self.tally = self.earned = 0
        self.dealt: dict[tuple[int, int], list[HandSeen]] = {}
        self.laid: list[tuple[int, Card]] = []
        self.begun = (0, 0)
        self.turned_up: dict[int, tuple[tuple[Card, ...], int]] = {}  # by round, with the event
        self.deals, self.announced = 0, False
        self.bonus_at = -1  # the event that claimed this round's bonus, or left it out of a total
        self.events: Sequence[Event] = ()
        self.stale: dict[int, Counter[str]] = {}
        self.doubtful: dict[int, bool] = {}
        self.torn = self.astray = False

    @property
    def plays(self) -> int:
        """Return the number of plays in this round, negative where it is unknown."""
        return self.position.plays

    @property
    def between_rounds(self) -> bool:
        """Return whether no round is in play."""
        return self.position.due == "begin_round"

    @property
    def up(self) -> tuple[Card, ...]:
        """Return the cards turned up in this round."""
        return self.turned_up.get(self.round, ((), -1))[0]

    @property
    def bonus(self) -> int | None:
        """Return the bonus of this round; None where it is unknown."""
        return self.position.bonus or None

    @property
    def bonus_to(self) -> int | None:
        """Return who takes it; None before the round is over."""
        return self.position.scorer or None if self.position.plays == PLAYS else None

    @property
    def starter(self) -> int:
        """Return who begins this round, 0 where that is unknown."""
        return self.position.starter

    @property
    def swept(self) -> list[tuple[int, Card]]:
        """Return the tally cards that the last play set aside, each with its player."""
        return self.laid[self.begun[0] :] if self.tally is not None and self.tally >= AIM else []

    @property
    def pile(self) -> list[tuple[int, Card]]:
        """Return the tally cards, each with its player."""
        return self.laid[self.begun[1] :]

    def waits(self, seat: int) -> bool:
        """Return whether the last hand listed is dealt to its owner only with the next turn."""
        hands = self.dealt.get((self.round, seat), ())
        return (
            len(hands) > 1
            and hands[-1].at >= 0
            and not hands[-1].plays
            and not self.position.at_once
        )

    def shown_of(self, seat: int) -> list[HandSeen]:
        """Return the hands of this round that its owner has been dealt."""
        hands = self.dealt.get((self.round, seat), [])
        return hands[:-1] if self.waits(seat) else hands

    @property
    def listed(self) -> dict[int, tuple[tuple[Card, ...], int]]:
        """Return the hands that are listed and not dealt yet, by seat, with the event's index."""
        waiting = {seat: self.dealt[self.round, seat][-1] for seat in (1, 2) if self.waits(seat)}
        return {seat: (hand.cards, hand.at) for seat, hand in waiting.items()}

    @property
    def hands(self) -> dict[int, WrittenHand]:
        """Return the hands in play, by seat."""
        hands = {seat: self.shown_of(seat) for seat in (1, 2)}
        return {seat: shown[-1].hand() for seat, shown in hands.items() if shown}

    @property
    def deal(self) -> int:
        """Return the number of the hand in play, 1 to 5; 0 before the round's first card."""
        begun = -(-self.position.plays // (2 * HAND))  # the lines of earlier ones may be missing
        return max(begun, *(len(self.shown_of(seat)) for seat in (1, 2)))

    @property
    def stock(self) -> int:
        """Return the number of cards not yet dealt in this round."""
        return PLAYS - sum(len(hand.cards) for seat in (1, 2) for hand in self.shown_of(seat))

    def miswritten(self) -> Mapping[int, tuple[Card, ...]]:
        """Clause 2.1: Return the cards that must have been turned up: what the plays of a whole
        round leave of the pack. Plays show nothing where the hand of one of them is listed
        otherwise."""
        found = {}
        for number, (up, at) in self.turned_up.items():
            hands = [hand for seat in (1, 2) for hand in self.dealt.get((number, seat), ())]
            if NAMED.issubset((*up, *(card for hand in hands for card, _ in hand.plays))):
                continue  # every card of the pack is named once, as in most rounds
            left = self.left_of_pack(number) if len(up) == 2 and UNKNOWN not in up else ()
            if left and not can_be_same_cards(up, left):
                found[at] = left
        return found

    def left_of_pack(self, number: int, *last: Card) -> tuple[Card, ...]:
        """Clause 2.1: Return the two cards that the plays of a whole round leave of the pack, the
        `last` of them perhaps not made yet; none where they leave it open."""
        hands = [hand for seat in (1, 2) for hand in self.dealt.get((number, seat), ())]
        plays = [*(card for hand in hands for card, _ in hand.plays), *last]
        if number in self.doubtful or len(plays) != PLAYS or UNKNOWN in plays:
            return ()
        return () if any(hand.hand().foreign for hand in hands) else cards_left(plays, PACK)

    def dealings(self, last: int = 0) -> Iterable[Dealing]:
        """Clause 2.1: Return every round, each of which shuffles the whole pack. A hand whose deal
        has no line and no plays yet can also belong to the next round, and is not counted. Where it
        is uncertain what belongs to a round, its hands are only counted each by itself."""
        for number in range(max(1, self.round - last + 1) if last else 1, self.round + 1):
            hands = [
                (seat, k, hand.hand())
                for seat in (1, 2)
                for k, hand in enumerate(self.dealt.get((number, seat), ())[:HANDS], 1)
                if k == 1 or hand.plays or k <= self.deals
            ]
            if number in self.doubtful:
                alone = (self._dealing(number, [hand]) for hand in hands)
                yield from (one for one in alone if cards_too_many(one))
            else:
                yield self._dealing(number, hands)

    def _dealing(self, number: int, hands: list[tuple[int, int, WrittenHand]]) -> Dealing:
        """Return the cards of a round as far as hands show them, with those turned up."""
        up, at = self.turned_up.get(number, ((), -1))
        seen = [CardSeen(card, at, None, None) for card in up if card is not UNKNOWN]
        seen = [] if number in self.doubtful else seen
        listed, played = all_seen(hands)
        return Dealing(
            Phrase("round {n}", n=number), PACK, "twenty/2.1", seen + listed, seen + played
        )
