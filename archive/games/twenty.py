"""Twenty, after Alexander Farrugia. The clauses cited are those of twenty.md beside this module."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

from archive.cards import CARDS, PACKS, RANKS, UNKNOWN, Card, Hand, text_of
from archive.events import Bonus, Deal, End, Event, Gap, Held, Pass, Play, Round, Score, Up
from archive.rules.kernel import Claim, Dealing, Rule, Seen, Table

RULES = "twenty/farrugia"
VERSION = 1

_RANK_VALUES = {rank: min(place, 10) for place, rank in enumerate(RANKS, 1)}
VALUES: dict[Card, int | None] = {card: _RANK_VALUES.get(card.rank) for card in CARDS.values()}
"""Clause 2.1: ace 1, two to nine their number, T J Q K 10. None where the rank is not known."""

HAND = 5
HANDS = 5
ROUNDS = 2
PLAYS = 2 * HANDS * HAND
PACK = PACKS["52"]

TWO_ROUNDS = "twenty/1.1"
OTHER_BEGINS = "twenty/1.2"
MORE_WINS = "twenty/1.3"
ONE_PACK = "twenty/2.1"
TURNED_UP = "twenty/2.2"
FIVE_CARDS = "twenty/2.3"
REFILL = "twenty/2.4"
BY_TURNS = "twenty/3.1"
OWN_HAND = "twenty/3.2"
TALLY = "twenty/3.3"
FIFTY_PLAYS = "twenty/3.4"
EXACT = "twenty/4.1"
BEYOND = "twenty/4.2"
FIVE = "twenty/4.3"
LONGER = "twenty/4.4"
NOTHING = "twenty/4.7"
LAST_TO_SCORE = "twenty/5.1"
NO_BONUS_KNOWN = "twenty/5.2"
STANDING = "twenty/6.1"
UNFINISHED = "twenty/6.2"
NOT_WRITTEN = "twenty/6.3"
LINES = "twenty/6.4"
SWAPPED = "twenty/7.1"


@dataclass(frozen=True, slots=True)
class Options:
    """How this table plays. `replenish` changes what is seen and when, never a score (2.4, 2.5)."""

    hands: Literal["hidden", "open"] = "hidden"
    replenish: Literal["own-turn", "both"] = "own-turn"


class Pile(NamedTuple):
    """One tally card: who laid it."""

    seat: int
    card: Card


def bonus_of(up: tuple[Card, ...]) -> int | None:
    """Clause 2.2: the difference of the two values, 10 for none. None when a card is not known."""
    if len(up) != 2:
        return None
    one, other = VALUES[up[0]], VALUES[up[1]]
    return None if one is None or other is None else abs(one - other) or 10


def points_for(tally: int, cards: int) -> tuple[int, str]:
    """What a play scores that makes `tally` with so many tally cards, and by which clause."""
    if tally == 20:
        return 10, EXACT
    if tally > 20:
        return tally - 20, BEYOND
    if cards == 5:
        return 15, FIVE
    if cards > 5:
        return 15 << (cards - 5), LONGER
    return 0, NOTHING


class Twenty(Table):
    """The table at one moment of a game of Twenty.

    `hands` are the hands in play by seat, `dealt` all hands of each round and seat so far, `pile`
    the tally cards, `swept` those that the last play set aside. `plays` counts within the round.
    """

    __slots__ = (
        "bonus", "bonus_claimed", "bonus_to", "counted", "deals", "dealt", "doubtful", "ended",
        "gapped", "hands", "listed", "opened", "options",
        "pile", "plays", "starter", "swept", "up", "ups",
    )  # fmt: skip

    game: ClassVar[str] = "twenty"
    deck: ClassVar[str] = "52"
    seats: ClassVar[int] = 2

    def __init__(self, options: Options) -> None:
        super().__init__(self.seats)
        self.options = options
        self.plays = 0
        self.starter = 0
        self.opened = 0  # which event opened the round
        self.deals = 0  # deal lines in this round
        self.up: tuple[Card, ...] = ()
        self.ups: dict[int, tuple[tuple[Card, ...], int]] = {}  # by round, with the event's index
        self.bonus: int | None = None
        self.bonus_to: int | None = None
        self.bonus_claimed = False
        self.pile: list[Pile] = []
        self.swept: list[Pile] = []
        self.hands: dict[int, Hand] = {}
        self.listed: dict[int, tuple[tuple[Card, ...], int]] = {}  # for the next hand, by seat
        self.dealt: dict[tuple[int, int], list[Hand]] = {}
        self.gapped = False  # a stretch of this round was not written down
        self.counted = True  # it is known how many plays there were in this round
        self.doubtful: set[int] = set()  # rounds of which it is not clear what belongs to them
        self.ended = False

    def copy(self) -> Twenty:
        twin = Twenty.__new__(Twenty)
        self.copy_into(twin)
        twin.options = self.options
        twin.plays = self.plays
        twin.starter = self.starter
        twin.opened = self.opened
        twin.deals = self.deals
        twin.up = self.up
        twin.ups = self.ups.copy()
        twin.bonus = self.bonus
        twin.bonus_to = self.bonus_to
        twin.bonus_claimed = self.bonus_claimed
        twin.pile = self.pile.copy()
        twin.swept = self.swept
        twin.listed = self.listed.copy()
        twin.dealt = {key: [hand.copy() for hand in hands] for key, hands in self.dealt.items()}
        twin.hands = {seat: twin.dealt[self.round, seat][-1] for seat in self.hands}
        twin.gapped = self.gapped
        twin.counted = self.counted
        twin.doubtful = self.doubtful.copy()
        twin.ended = self.ended
        return twin

    # -- what can be asked

    @property
    def over(self) -> bool:
        return self.round == ROUNDS and self.plays == PLAYS and self.counted

    @property
    def winners(self) -> list[int]:
        """Clause 1.3."""
        return self.ledger.leaders()

    @property
    def awaited(self) -> int:
        """Who plays next; before a round's first play whoever is said to begin it."""
        return self.turn or (0 if self.plays else self.starter)

    @property
    def deal(self) -> int:
        """The number of the hand in play, 1 to 5; 0 before the round's first card."""
        return max((len(self.dealt.get((self.round, seat), ())) for seat in (1, 2)), default=0)

    @property
    def stock(self) -> int:
        """Cards not yet dealt in this round."""
        return PLAYS - sum(
            len(hand.listed) for seat in (1, 2) for hand in self.dealt.get((self.round, seat), ())
        )

    def missing(self) -> str:
        if self.over:
            return "nothing: the game is over"
        if not self.round:
            return "the first round"
        if self.plays == PLAYS:
            return "round 2"
        return f"play {self.plays + 1} of round {self.round}"

    def dealings(self) -> Iterable[Dealing]:
        """Clause 2.1: each round shuffles the whole pack."""
        for number in sorted({*range(1, self.round + 1)} - self.doubtful):
            up, at = self.ups.get(number, ((), -1))
            seen = [Seen(card, at, None, None) for card in up if card is not UNKNOWN]
            hands = [
                (seat, k, hand)
                for seat in (1, 2)
                for k, hand in enumerate(self.dealt.get((number, seat), ())[:HANDS], 1)
            ]
            listed = [one for seat, k, hand in hands for one in _listed(hand, seat, k)]
            played = listed
            if any(hand.foreign for _, _, hand in hands):
                played = [
                    one
                    for seat, k, hand in hands
                    for one in (_played if hand.foreign else _listed)(hand, seat, k)
                ]
            yield Dealing(f"round {number}", PACK, ONE_PACK, seen + listed, seen + played)

    # -- rounds and deals

    def begin_round(self, event: Round) -> None:
        if self.round == event.number and not self.counted:
            self.round -= 1  # it was this round whose beginning the gap took
        if not self.round and event.number == ROUNDS:
            self._begin_late()
            self.round, self.starter = 1, 0
        elif self.round and self.plays < PLAYS and self.counted:
            self.fault("short-round", FIFTY_PLAYS, f"{PLAYS} plays", f"{self.plays} plays")
            self.ledger.unknown = True  # what the missing plays scored, nobody can say
            self.due = 0
            self.doubtful |= {self.round, self.round + 1}
        if event.number is not None and event.number != self.round + 1:
            self.fault("misnumbered-line", TWO_ROUNDS, f"n={self.round + 1}", f"n={event.number}",
                       part="n", severity="warning")  # fmt: skip
        self._open_round(event.first)

    def _open_round(self, first: int | None) -> None:
        """Clauses 1.1 and 1.2. `first` is who begins, None when the record does not say."""
        if self.round == ROUNDS:
            self.fault("after-the-end", TWO_ROUNDS, "no third round", "another round")
            return
        due = 3 - self.starter if self.starter else None
        if due and first and first != due:
            self.fault(
                "wrong-starter", OTHER_BEGINS, f"p{due}", f"p{first}", seat=first, part="first"
            )
        self.round += 1
        self.plays = 0
        self.starter = first or due or 0
        self.opened = self.at
        self.turn = due or 0  # in the first round whoever plays first begins it
        self.deals = 0
        self.up, self.bonus, self.bonus_to, self.bonus_claimed = (), None, None, False
        self.pile, self.swept, self.hands = [], [], {}
        self.tally = 0
        self.gapped, self.counted = False, True

    def _begin_late(self) -> None:
        """Clause 6.3: the record begins in the middle of the game."""
        self.fault("gap", NOT_WRITTEN, "every play written down", "a later one", severity="note")
        self._lose_track()

    def _between_rounds(self) -> bool:
        return (self.plays == PLAYS and self.counted) or not self.round

    def turn_up(self, event: Up) -> None:
        """Clause 2.2."""
        if self._between_rounds():
            self._open_round(None)
        if (self.up or self.plays) and not self.gapped:
            self.fault("not-now", TURNED_UP, "two cards turned up before the first play, once",
                       f"@up {text_of(event.cards)}")  # fmt: skip
        if self.up:
            return
        if len(event.cards) != 2:
            self.fault("wrong-number-of-cards", TURNED_UP, "two cards turned up",
                       f"{len(event.cards)}", part="cards")  # fmt: skip
        self.up = event.cards
        self.ups[self.round] = event.cards, self.at
        self.bonus = bonus_of(event.cards)
        first, at = self.ups.get(1, ((), -1))
        again = self.options.hands == "open" and self.round == ROUNDS and at >= 0
        if again and not _same_cards(first, event.cards):
            self.fault("not-swapped", SWAPPED, f"{text_of(first)} turned up again",
                           text_of(event.cards), part="cards")  # fmt: skip

    def deal_hands(self, event: Deal) -> None:
        if self._between_rounds():
            self._open_round(None)
        due, self.deals = self.deals + 1, event.number or self.deals + 1
        if self.deals != due and (due > 1 or self.deals > HANDS) and not self.gapped:
            self.fault("misnumbered-line", REFILL, f"n={due}", f"n={event.number}", part="n",
                       severity="warning")  # fmt: skip

    def list_hand(self, event: Held) -> None:
        """A hand as written down. It is held from the owner's next turn on (2.4)."""
        if self._between_rounds():
            self._open_round(None)
        seat, held = event.seat, event.cards
        if seat > self.seats:
            self.fault("no-such-seat", BY_TURNS, "p1 or p2", f"p{seat}", seat=seat)
            return
        if len(held) != HAND:
            self.fault("wrong-number-of-cards", FIVE_CARDS, f"{HAND} cards", f"{len(held)}",
                       seat=seat, part="cards")  # fmt: skip
            # of a hand with more cards than a hand has, any five may have been the hand
            held = (held + (UNKNOWN,) * HAND)[: max(HAND, len(held))]
            held = held if len(held) <= 2 * HAND else (UNKNOWN,) * HAND
        if self.hands.get(seat) or seat in self.listed:
            if not self.gapped:
                self.fault("dealt-early", REFILL, f"p{seat} to have no cards left", "a new hand",
                           seat=seat)  # fmt: skip
            self._give_up_hand(seat)
        again = self._open_hand(seat)
        if again and not _same_cards(again, held):
            self.fault("not-swapped", SWAPPED, text_of(again), text_of(held), seat=seat,
                       part="cards")  # fmt: skip
        self.listed[seat] = held, self.at
        if self.options.replenish == "both" or not self.dealt.get((self.round, seat)):
            self._refill(seat)  # the first hands are dealt together (2.3)

    def _give_up_hand(self, seat: int) -> None:
        """A new hand is listed too early: believe the listing. A hand that nobody listed, begun
        only because plays and deals were out of step, never was one."""
        self.listed.pop(seat, None)
        hand = self.hands.pop(seat, None)
        if hand is not None and hand.at < 0:
            self.dealt[self.round, seat].remove(hand)

    def _open_hand(self, seat: int) -> tuple[Card, ...]:
        """Clause 7.1: the other player's hand of the same number in round 1; empty if hands are
        hidden or that hand is not known."""
        if self.options.hands == "hidden" or self.round != ROUNDS:
            return ()
        first = self.dealt.get((1, 3 - seat), [])
        number = len(self.dealt.get((self.round, seat), []))
        if number >= len(first):
            return ()
        hand = first[number]
        return hand.listed if hand.known else tuple(hand.played)

    def _refill(self, seat: int) -> Hand:
        """Clause 2.4: five cards, known or not. Nobody is dealt a sixth hand."""
        hands = self.dealt.setdefault((self.round, seat), [])
        if len(hands) == HANDS and not self.gapped:
            self.fault("no-cards-left", FIFTY_PLAYS, f"{HANDS * HAND} plays by p{seat}", "another",
                       seat=seat, part="seat")  # fmt: skip
        open_hand = self._open_hand(seat)
        held, at = self.listed.pop(seat, (open_hand or (UNKNOWN,) * HAND, -1))
        hand = self.hands[seat] = Hand(held, at)
        hands.append(hand)
        return hand

    # -- plays

    def play_card(self, play: Play) -> None:
        """One turn: a card from the hand onto the pile (3.2), and what it scores."""
        seat = play.seat
        if seat > 2:
            self.fault("no-such-seat", BY_TURNS, "p1 or p2", f"p{seat}", seat=seat, part="seat")
            return
        if self.over:
            self.fault("after-the-end", FIFTY_PLAYS, "no further play", f"p{seat}", seat=seat)
            return
        if self._between_rounds():
            self._open_round(None)
            if self.turn and self.turn != seat:  # the kernel asked before this round had begun
                self.fault("wrong-turn", OTHER_BEGINS, f"p{self.turn}", f"p{seat}", seat=seat,
                           part="seat")  # fmt: skip
        if not self.plays and not self.turn:
            if self.starter not in (0, seat):
                self.fault("wrong-starter", OTHER_BEGINS, f"p{seat}", f"p{self.starter}",
                           seat=self.starter, part="first", at=self.opened)  # fmt: skip
            self.starter = seat
        hand = self.hands.get(seat) or self._refill(seat)
        card = play.cards[0]
        if len(play.cards) != 1:
            self.fault("wrong-number-of-cards", OWN_HAND, "one card", f"{len(play.cards)}",
                       seat=seat, part="cards")  # fmt: skip
        value = VALUES[card] if card is not UNKNOWN else _only_value(hand)
        if not hand.take(card, self.at):
            self.fault("card-not-held", OWN_HAND, f"one of {text_of(hand.left)}", card.text,
                       seat=seat, part="cards")  # fmt: skip
        before = self.tally if self.pile else self.tally and 0  # after a sweep, from nothing (4.5)
        self.pile.append(Pile(seat, card))
        self.plays += 1
        self.turn = 3 - seat
        if value is None and self.tally is not None:
            self.fault("unknown-card", NOT_WRITTEN, "the rank of the card", card.text, seat=seat,
                       part="cards", severity="note")  # fmt: skip
        if value is None or before is None:
            self._lose_track()
        else:
            self._settle(seat, before + value)
        if self.plays == PLAYS and self.counted:
            self._end_round()

    def say_pass(self, event: Pass) -> None:
        """Clause 3.1: nobody may."""
        self.fault("passed", BY_TURNS, "a card", "pass", seat=event.seat)
        self.turn = 3 - event.seat if event.seat <= self.seats else self.turn

    def _settle(self, seat: int, tally: int) -> None:
        """Score the play that made this tally (4.1 to 4.7)."""
        self.tally = tally
        points, clause = points_for(tally, len(self.pile))
        self.earned, self.reason = points, clause
        if points:
            self.score(seat, points, clause)
        self._sweep(tally)

    def _sweep(self, tally: int) -> None:
        """Clause 4.5. `tally` stays as made until the next play: that is what a record claims."""
        if tally >= 20:
            self.swept, self.pile = self.pile, []
        elif self.swept:
            self.swept = []

    def _lose_track(self) -> None:
        """Clause 6.3: from here on the tally of this round is not known, nor any total."""
        self.tally = self.earned = None
        self.reason = NOT_WRITTEN
        self.ledger.unknown = True
        self.swept = []

    def _end_round(self) -> None:
        """Clauses 4.6 and 5.1."""
        self.turn = 0
        last = self.ledger.lines[-1].seat if self.ledger.lines else None
        if self.tally is None or last is None:
            return
        self.bonus_to = last
        if self.bonus is None:
            self.fault("unknown-bonus", NO_BONUS_KNOWN, "the two cards turned up", "none",
                       severity="note")  # fmt: skip
            self.ledger.unknown = True
        else:
            self.score(last, self.bonus, LAST_TO_SCORE)

    # -- what else a record says

    def believe(self, claim: Claim) -> None:
        if claim.kind == "up":
            self.bonus = claim.claimed
        super().believe(claim)

    def claims(self, event: Event) -> Iterable[Claim]:
        if isinstance(event, Up):
            return [Claim("up", None, event.bonus, self.bonus, TURNED_UP, "bonus")]
        if isinstance(event, Bonus):
            to = self.bonus_to if self.plays == PLAYS else None
            points = self.bonus if to and event.seat <= self.seats else None
            whose = Claim("bonus-to", event.seat, event.seat, to, LAST_TO_SCORE, "seat")
            if to in (None, event.seat):
                amount = Claim("bonus", event.seat, event.points, points, LAST_TO_SCORE, "points")
                return [whose, amount]
            given = event.points if event.points is not None else points
            return [
                whose,
                Claim("bonus", event.seat, given, 0, LAST_TO_SCORE, "points"),
                Claim("bonus", to, 0, points, LAST_TO_SCORE, "points"),
            ]
        return super().claims(event)

    def claim_bonus(self, event: Bonus) -> None:
        if event.seat > self.seats:
            self.fault("no-such-seat", LAST_TO_SCORE, "p1 or p2", f"p{event.seat}", seat=event.seat)
        if self.plays < PLAYS and self.counted:
            self.fault("not-now", LAST_TO_SCORE, f"the bonus after {PLAYS} plays",
                       f"after {self.plays}")  # fmt: skip
        elif self.bonus_claimed:
            self.fault("not-now", LAST_TO_SCORE, "one bonus a round", "a second one")
        self.bonus_claimed = True

    def claim_score(self, event: Score | End) -> None:
        """A standing changes nothing; the verdict holds it against the ledger."""
        for seat, _ in event.totals:
            if seat > self.seats:
                self.fault("no-such-seat", TWO_ROUNDS, "p1 or p2", f"p{seat}", seat=seat)

    def leave_gap(self, event: Gap) -> None:
        """Clause 6.3: plays are missing, nobody knows how many."""
        self.fault("gap", NOT_WRITTEN, "every play written down", "@gap", severity="note")
        if self._between_rounds() and self.round < ROUNDS:
            self._open_round(None)
        self._lose_track()
        self.gapped, self.counted = True, False
        self.turn = self.due = 0
        self.hands, self.listed = {}, {}

    def left_out(self, play: Play, missing: int) -> bool:
        """An odd number of plays left out shows in the turn; for an even number the tally that is
        claimed must show it, or only the number is wrong."""
        if not self.turn or self.plays + missing >= PLAYS:
            return False
        if play.seat != (self.turn if missing % 2 == 0 else 3 - self.turn):
            return False
        value, tally = VALUES[play.cards[0]], self.tally if self.pile else self.tally and 0
        if missing % 2 or play.tally is None or value is None or tally is None:
            return missing % 2 == 1
        return tally + value != play.tally

    def resume(self, number: int) -> None:
        """By its number a play's place in the round is known again."""
        if not self.ply and not self.gapped:
            self._begin_late()
            if number > PLAYS and not self.round:
                self.round = 1
            if self._between_rounds() and self.round < ROUNDS:
                self._open_round(None)
            self.turn, self.gapped = 0, True
            self.tally = None
        plays = number - 1 - PLAYS * (self.round - 1)
        if 0 <= plays < PLAYS:
            self.plays, self.counted = plays, True

    def end(self, event: End) -> None:
        if self.ended:
            self.fault("not-now", LINES, "one @end", "a second one")
        elif not self.over and self.counted:
            self.fault("early-end", UNFINISHED, f"the record to go on: {self.missing()} is next",
                       "@end", severity="note")  # fmt: skip
        self.claim_score(event)
        self.ended = True

    def believe_tally(self, seat: int, tally: int) -> None:
        if self.plays == PLAYS or self.tally is None or seat > self.seats:
            self.tally = tally
            return
        if self.swept:
            self.pile, self.swept = self.swept, []
        if self.earned:
            self.ledger.strike()
        self._settle(seat, tally)

    clauses: ClassVar[Mapping[str, str]] = {
        "turn": BY_TURNS, "order": LINES, "lines": LINES, "pack": ONE_PACK,
        "tally": TALLY, "up": TURNED_UP, "bonus": LAST_TO_SCORE, "score": STANDING,
        "result": MORE_WINS, "unfinished": UNFINISHED,
    }  # fmt: skip

    rules: ClassVar[Mapping[type, Rule]] = {
        Play: play_card, Pass: say_pass, Held: list_hand, Deal: deal_hands, Score: claim_score,
        Round: begin_round, Up: turn_up, Bonus: claim_bonus, Gap: leave_gap, End: end,
    }  # fmt: skip


def _listed(hand: Hand, seat: int, number: int) -> list[Seen]:
    """What a hand held by its listing, as exactly as its plays name it, and by its plays where the
    listing is silent."""
    seen = [Seen(card, hand.at, seat, number) for card in hand.listed if card is not UNKNOWN]
    if all(one.card.suit and one.card.rank != "?" for one in seen) and hand.known:
        return seen
    plays = [
        (card, at)
        for card, at in zip(hand.played, hand.played_at, strict=True)
        if card is not UNKNOWN and card not in hand.foreign
    ]
    for slot, one in enumerate(seen):
        fitting = next((play for play in plays if play[0] is one.card), None) or next(
            (play for play in plays if play[0].could_be(one.card)), None
        )
        if fitting:
            plays.remove(fitting)
            if fitting[0].suit and not one.card.suit:
                seen[slot] = Seen(*fitting, seat, number)
    room = len(hand.listed) - len(seen)
    return seen + [Seen(card, at, seat, number) for card, at in plays[:room]]


def _played(hand: Hand, seat: int, number: int) -> list[Seen]:
    """What a hand held by its plays, and by its listing for the cards not played."""
    plays = zip(hand.played, hand.played_at, strict=True)
    rest = [(card, hand.at) for card in hand.left[: max(0, len(hand))]]
    return [Seen(card, at, seat, number) for card, at in [*plays, *rest] if card is not UNKNOWN]


def _only_value(hand: Hand) -> int | None:
    """What a card that was not named was worth, where the hand leaves no choice."""
    values = {VALUES[card] for card in hand.left}
    return values.pop() if len(values) == 1 else None


def _same_cards(one: tuple[Card, ...], other: tuple[Card, ...]) -> bool:
    """Whether two lists can be the same cards in some order."""
    hand = Hand(one)
    return len(one) == len(other) and all(hand.take(card, -1) for card in other)
