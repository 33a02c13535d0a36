"""The table of a game of Twenty: each line of a record as the action of the position that it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Self

from archive.core.cards import CARDS, PACKS, UNKNOWN, Card, text_of
from archive.core.events import (
    Bonus,
    Deal,
    End,
    Event,
    Gap,
    Held,
    Pass,
    Play,
    Round,
    Score,
    Unread,
    Up,
)
from archive.games.twenty import rules
from archive.games.twenty.claims import Claims
from archive.games.twenty.clauses import (
    BEYOND,
    BY_TURNS,
    EXACT,
    FIFTY_PLAYS,
    FIVE,
    FIVE_CARDS,
    LAST_TO_SCORE,
    LINES,
    LONGER,
    NO_BONUS_KNOWN,
    NOT_WRITTEN,
    NOTHING,
    ONE_PACK,
    OTHER_BEGINS,
    OWN_HAND,
    REFILL,
    SWAPPED,
    TURNED_UP,
    TWO_ROUNDS,
    UNFINISHED,
)
from archive.games.twenty.rules import AIM, HAND, PLAYS, ROUNDS
from archive.games.twenty.schedule import Place, Twenties, by_turns
from archive.rules.claims import CardSeen, Dealing
from archive.rules.following import CODES, HandSeen
from archive.rules.hand import NO, PERHAPS, UNCOUNTED
from archive.rules.hand import Hand as HandHeld
from archive.rules.holdings import all_seen
from archive.rules.pack import write_card
from archive.rules.places import Missing, settle
from archive.rules.table import Rule, unnumbered

HANDS = PLAYS // (2 * HAND)
PACK = PACKS["52"]
CLAUSES = {"4.1": EXACT, "4.2": BEYOND, "4.3": FIVE, "4.4": LONGER, "5.1": LAST_TO_SCORE}
"""The clauses of what is scored, by their numbers in the position's ledger."""


@dataclass(frozen=True, slots=True)
class Options:
    """How this table plays. `replenish` changes what is seen and when, never a score (2.4, 2.5)."""

    hands: Literal["hidden", "open"] = "hidden"
    replenish: Literal["own-turn", "both"] = "own-turn"


class Twenty(Claims):
    """The table of a game of Twenty.

    `deals` counts the lines of deals in this round, `stale` has ranks of listed hands that may
    still be held behind a stretch that was not written down, `doubtful` the rounds of which it is
    not clear what belongs to them. `begins` is who begins the game by all that is written,
    `unplaced` has the hands listed that may be any of several.
    """

    __slots__ = (
        "announced",
        "begins",
        "deals",
        "doubtful",
        "ended",
        "options",
        "stale",
        "unplaced",
    )

    game: ClassVar[str] = "twenty"
    deck: ClassVar[str] = "52"
    fills_in: ClassVar[bool] = True
    fresh_start: ClassVar[type] = Round
    displacing: ClassVar[frozenset[str]] = frozenset(
        {"wrong-turn", "dealt-early", "no-cards-left", "wrong-starter", "passed"}
    )
    out_of_step: ClassVar[frozenset[str]] = frozenset(
        {"dealt-early", "no-cards-left", "short-round", "not-now"}
    )  # once a play went to the wrong seat, hands run out at the wrong moment
    unsettling: ClassVar[frozenset[str]] = frozenset({"passed", "short-round"})

    def __init__(self, options: Options) -> None:
        super().__init__(2, rules.Twenty(options.hands, options.replenish))
        self.options = options
        self.tally = self.earned = 0
        self.laid, self.begun = [], (0, 0)
        self.dealt, self.turned_up = {}, {}
        self.deals = self.begins = 0
        self.bonus_claimed, self.passed_over = False, -1
        self.announced = False  # whether the line of this round is written
        self.stale: dict[int, Counter[str]] = {}
        self.doubtful: set[int] = set()
        self.unplaced: frozenset[int] = frozenset()
        self.ended = False

    def copy(self) -> Self:
        twin = type(self).__new__(type(self))
        self.copy_into(twin)
        twin.options, twin.ended, twin.announced = self.options, self.ended, self.announced
        twin.deals, twin.begins, twin.unplaced = self.deals, self.begins, self.unplaced
        twin.laid, twin.begun = self.laid.copy(), self.begun
        now = [key for key in ((self.round, 1), (self.round, 2)) if key in self.dealt]
        twin.dealt = self.dealt | {key: [hand.copy() for hand in self.dealt[key]] for key in now}
        twin.turned_up = self.turned_up.copy()
        twin.bonus_claimed, twin.passed_over = self.bonus_claimed, self.passed_over
        twin.stale = {seat: ranks.copy() for seat, ranks in self.stale.items()}
        twin.doubtful = self.doubtful.copy()
        return twin

    # -- what can be asked

    @property
    def plays(self) -> int:
        """The number of plays in this round, below 0 where it is not known."""
        return self.position.plays

    @property
    def over(self) -> bool:
        return self.position.over

    def winners_of(self, totals: Mapping[int, int]) -> list[int]:
        """Clause 1.3."""
        best = max(totals.values())
        return [seat for seat, total in totals.items() if total == best]

    def missing(self) -> str:
        if self.over:
            return "nothing: the game is over"
        if not self.round:
            return "the first round"
        if self.plays == PLAYS:
            return "round 2"
        return f"play {self.plays + 1} of round {self.round}"

    def dealings(self, last: int = 0) -> Iterable[Dealing]:
        """Clause 2.1: each round shuffles the whole pack."""
        for number in range(max(1, self.round - last + 1) if last else 1, self.round + 1):
            if number in self.doubtful:
                continue
            up, at = self.turned_up.get(number, ((), -1))
            seen = [CardSeen(card, at, None, None) for card in up if card is not UNKNOWN]
            listed, played = all_seen(
                [
                    (seat, k, hand.hand())
                    for seat in (1, 2)
                    for k, hand in enumerate(self.dealt.get((number, seat), ())[:HANDS], 1)
                ]
            )
            yield Dealing(f"round {number}", PACK, ONE_PACK, seen + listed, seen + played)

    # -- rounds

    def begin_round(self, event: Round) -> None:
        if self.round and not self.plays and event.number in (None, self.round):
            if self.announced:
                self.fault("not-now", TWO_ROUNDS, "one @round a round", "a second one")
            self.announced = True
            return
        if self.round and 0 <= self.plays < PLAYS:
            self.fault("short-round", FIFTY_PLAYS, f"{PLAYS} plays", f"{self.plays} plays")
            self.ledger.lose()  # what the missing plays scored is not known
            self.due = 0
            self.doubtful |= {self.round, self.round + 1}
        if event.number is not None and event.number != self.round + 1:
            self.fault("misnumbered-line", TWO_ROUNDS, f"n={self.round + 1}", f"n={event.number}",
                       part="n", severity="warning")  # fmt: skip
        self._open_round(event.first)
        self.announced = True

    def _open_round(self, first: int | None) -> None:
        """Clauses 1.1 and 1.2. `first` is who is said to begin, None when the record is silent."""
        if self.round == ROUNDS:
            self.fault("after-the-end", TWO_ROUNDS, "no third round", "another round")
            return
        position = self.position
        first = first or (self.begins if not self.round else None)
        due = 3 - position.starter if position.starter else 0
        if due and first and first != due:
            self.fault(
                "wrong-starter", OTHER_BEGINS, f"p{due}", f"p{first}", seat=first, part="first"
            )
        if position.plays < 0:  # how much was played is not known
            position.await_action("begin_round")
        if not self.round and self.begins and first not in (0, None, self.begins):
            self.fault("wrong-starter", OTHER_BEGINS, f"p{self.begins}", f"p{first}", seat=first,
                       part="first", ply=self.ply + 1)  # fmt: skip
            first = self.begins
        position.begin_round(due or (first if first in (1, 2) else 0))
        self.objections()
        self.round += 1
        self.turn = position.mover
        self.deals, self.bonus_claimed, self.announced = 0, False, False
        self.laid, self.begun, self.stale = [], (0, 0), {}
        if position.repeats:
            position.hands_dealt[0] = [[], self._hands_known(1), self._hands_known(2)]

    def _hands_known(self, seat: int) -> list[list[int]]:
        """Clause 7.1: the hands of the first round; those not listed are told by their plays."""
        hands = [hand.hand() for hand in self.dealt.get((1, seat), ())]
        if len(hands) != len(self.position.hands_dealt[0][seat]):
            return []  # hands were left out, so that it is not known which is which
        known = [hand.listed if hand.known else tuple(hand.played) for hand in hands]
        return [[CODES[card] for card in cards] for cards in known]

    @property
    def between_rounds(self) -> bool:
        return self.position.due == "begin_round"

    def turn_up(self, event: Up) -> None:
        """Clause 2.2."""
        if self.between_rounds:
            self._open_round(None)
        cards = event.cards
        if self.up:
            self.fault("not-now", TURNED_UP, "two cards turned up before the first play, once",
                       f"@up {text_of(cards)}")  # fmt: skip
            return
        self.turned_up[self.round] = cards, self.at
        position = self.position
        position.turn_up([CODES[card] for card in cards])
        for code in self.objections():
            if code == "not-now":
                self.fault(code, TURNED_UP, "two cards turned up before the first play, once",
                           f"@up {text_of(cards)}")  # fmt: skip
            elif code == "wrong-number-of-cards":
                self.fault(code, TURNED_UP, "two cards turned up", f"{len(cards)}", part="cards")
            elif code == "not-swapped":
                first = self.turned_up[1][0]
                self.fault(code, SWAPPED, f"{text_of(first)} turned up again", text_of(cards),
                           part="cards")  # fmt: skip

    # -- hands

    def begin_deal(self, event: Deal) -> None:
        if self.between_rounds:
            self._open_round(None)
        due = self.deals + 1
        if self.gaps and self.plays >= 0 and self.plays % (2 * HAND) == 0:
            due = max(due, self.plays // (2 * HAND) + 1)  # the lines of some are missing
        self.deals = event.number or due
        if self.deals != due and (due > 1 or self.deals > HANDS) and self.plays >= 0:
            self.fault("misnumbered-line", REFILL, f"n={due}", f"n={event.number}", part="n",
                       severity="warning")  # fmt: skip

    def list_hand(self, event: Held) -> None:
        """A hand as written down. One that is listed too early is believed, in place of a hand that
        was not begun or that the record does not list."""
        if self.between_rounds:
            self._open_round(None)
        seat, held = event.seat, event.cards
        if seat not in (1, 2):
            self.fault("no-such-seat", TWO_ROUNDS, "p1 or p2", f"p{seat}", seat=seat)
            return
        if self.at in self.unplaced:
            return
        if len(held) != HAND:
            self.fault("wrong-number-of-cards", FIVE_CARDS, f"{HAND} cards", f"{len(held)}",
                       seat=seat, part="cards")  # fmt: skip
            # of a hand with more cards than a hand has, any five may have been the hand
            held = (held + (UNKNOWN,) * HAND)[: max(HAND, len(held))]
            held = held if len(held) <= 2 * HAND else (UNKNOWN,) * HAND
        hands = self.dealt.get((self.round, seat), [])
        if self.position.hands[seat].empty == NO and (self.waits(seat) or hands[-1].at < 0):
            hands.pop()  # it never was one
            self.position.hands_dealt[-1][seat].pop()
        again = self.position.hand_repeated(seat) if self.position.repeats else []
        for code in self._deal(seat, held, self.at):
            if code == "dealt-early":
                self.fault(code, REFILL, f"p{seat} to have no cards left", "a new hand", seat=seat)
            elif code == "not-swapped":
                self.fault(code, SWAPPED, "".join(map(write_card, again)), text_of(held), seat=seat,
                           part="cards")  # fmt: skip

    def _deal(self, seat: int, cards: tuple[Card, ...], at: int) -> list[str]:
        """Deal a hand, known or not; give back what the position objects to."""
        hands = self.dealt.setdefault((self.round, seat), [])
        if len(self.position.hands_dealt[-1][seat]) == HANDS:
            self.fault("no-cards-left", FIFTY_PLAYS, f"{HANDS * HAND} plays by p{seat}", "another",
                       seat=seat, part="seat")  # fmt: skip
        hands.append(HandSeen(cards, at))
        self.position.deal(seat, [CODES[card] for card in cards])
        return self.objections()

    def _refill(self, seat: int) -> None:
        """Clause 2.4: five cards, known or not. There is no sixth hand."""
        again = self.position.hand_repeated(seat) if self.position.repeats else [0] * HAND
        self._deal(seat, tuple([CARDS[write_card(card)] for card in again]), -1)

    # -- plays

    def play_card(self, play: Play) -> None:
        """One turn: a card from the hand onto the pile (3.2), and what it scores."""
        position, seat, cards = self.position, play.seat, play.cards
        if position.due != "lay" or position.turn != seat or not seat:
            seat = self._accepts(seat)
            if not seat:
                return
        card = cards[0]
        if position.made < 0:
            self._find_hand(seat)
        if len(cards) != 1:
            self.fault("wrong-number-of-cards", OWN_HAND, "one card", f"{len(cards)}",
                       seat=seat, part="cards")  # fmt: skip
        hand = self.dealt[self.round, seat][-1]
        self.laid.append((seat, card))
        position.lay(seat, CODES[card])
        if position.objections or position.open:
            self._object(play, hand)
        seen = self.stale and self._seen_before(seat, card)
        hand.plays.append((UNKNOWN if seen else card, self.at))
        self.enter()

    def _accepts(self, seat: int) -> int:
        """Whose a play is that is not simply the next one: a round's first, one out of turn, the
        first of a hand, or one in a seat that does not exist; 0 where it cannot count."""
        position = self.position
        if seat not in (1, 2):
            self.fault("no-such-seat", TWO_ROUNDS, "p1 or p2", f"p{seat}", seat=seat, part="seat")
            seat = 0  # the player on turn
        if position.over:
            self.fault("after-the-end", FIFTY_PLAYS, "no further play", f"p{seat}", seat=seat)
            return 0
        if self.between_rounds:
            self._open_round(None)
            if 0 not in (self.turn, seat) and self.turn != seat:  # the kernel asked before that
                self.fault("wrong-turn", OTHER_BEGINS, f"p{self.turn}", f"p{seat}", seat=seat,
                           part="seat")  # fmt: skip
        seat = seat or position.mover
        if not seat:
            return 0
        if not position.hands[seat]:
            self._refill(seat)
        if not position.mover:
            position.starter = position.starter or seat
            self._await(seat)
        elif position.due != "lay":
            position.due, position.turn = "lay", position.mover  # though the other has no hand yet
        return seat

    def _object(self, play: Play, hand: HandSeen) -> None:
        """Report what is wrong with a play, and what is not known of it."""
        seat, card = play.seat, play.cards[0]
        unknown = {code for _, _, code, _ in self.position.open}
        for code in self.objections():
            if code == "card-not-held":  # whose turn it is, the kernel has said
                left = hand.hand().left
                self.fault(code, OWN_HAND, f"one of {text_of(left)}", card.text, seat=seat,
                           part="cards")  # fmt: skip
        if "unknown-card" in unknown:
            self.fault("unknown-card", NOT_WRITTEN, "the rank of the card", card.text, seat=seat,
                       part="cards", severity="note")  # fmt: skip
        if "unknown-bonus" in unknown:
            self.fault("unknown-bonus", NO_BONUS_KNOWN, "the two cards turned up", "none",
                       severity="note")  # fmt: skip

    def enter(self) -> None:
        """Take over what the position has made of a play."""
        position = self.position
        self.turn = position.mover if position.plays != PLAYS else 0
        if position.made < 0:
            self.forget_totals()
            return
        self.tally, self.earned = position.made, position.earned
        self.reason = NOTHING
        if position.ledger:
            for _, seat, points, clause in position.ledger:
                self.ledger.enter(self.ply, seat, points, CLAUSES[clause])
                if clause != "5.1":
                    self.reason = CLAUSES[clause]
            position.ledger = []
            if self.tally >= AIM:
                self.begun = self.begun[1], len(self.laid)
        if position.totals[1] < 0:
            self.ledger.lose()

    def forget_totals(self) -> None:
        """Clause 6.3: from here on the tally of this round is not known, nor any total."""
        self.tally = self.earned = None
        self.reason = NOT_WRITTEN
        self.ledger.lose()

    def say_pass(self, event: Pass) -> None:
        """Clause 3.1: no player may pass."""
        self.fault("passed", BY_TURNS, "a card", "pass", seat=event.seat)
        if self.between_rounds:
            self._open_round(None)
        if event.seat in (1, 2) and not self.over:
            self._await(3 - event.seat)

    # -- what is missing

    def foresee(self, events: Sequence[Event], start: int = 0) -> None:
        self.gaps, self.begins, self.unplaced = {}, 0, frozenset()
        settled = settle(Twenties(self._place()), events, start)
        if settled is not None:
            self.gaps, self.begins, self.unplaced = settled

    def _place(self) -> Place:
        """Where the game is now, for what is to come."""
        if not self.round:
            return Place()
        hands = HANDS * (self.round - 1)
        plays = PLAYS * (self.round - 1) + max(self.plays, 0)
        listed = [hands + len(self.dealt.get((self.round, seat), ())) for seat in (1, 2)]
        lines: set[tuple[type, int]] = {(Round, self.round - 1)}
        if self.up:
            lines.add((Up, self.round - 1))
        return Place(
            plays, lost=self.plays < 0, shift=self.due - 1 - plays if self.due else None,
            first=by_turns(self.turn, plays), next=self.turn, last=self.due - 1, numbered=True,
            hands=(listed[0], listed[1]), deals=hands + self.deals, lines=frozenset(lines),
        )  # fmt: skip

    def fill(self, event: Event, gap: Missing) -> None:
        """Clause 6.3: what was played there is not known, nor what it scored."""
        if gap.plays and not isinstance(event, Gap):
            self._tell_missing(event, gap.plays)
        if self.between_rounds and gap.plays == 0:
            self.position.lose_totals()
            self.forget_totals()
        elif gap.plays and self.plays >= 0 and (self.begins or self.position.starter):
            self._pass_over(gap.plays)
        else:
            self._lose_count()
            if gap.until is None or gap.until > PLAYS * max(1, self.round):
                self.doubtful |= {self.round, self.round + 1}
            if gap.place is not None:
                self._stand(gap.place)
        if isinstance(event, Gap):
            self.due = 0

    def _tell_missing(self, event: Event, plays: int) -> None:
        """Report plays that are missing before an event: the numbers leave them out too, or those
        behind them are wrong."""
        if not self.ply:
            self.fault("gap", NOT_WRITTEN, "every play written down", "a later one",
                       severity="note")  # fmt: skip
            self.due = 0
            return
        due = self.due or self.ply + 1
        number = event.number if isinstance(event, Play) else None
        found = f"{due + plays}." if plays > 1 or number == due + plays else _found(event)
        self.fault("missing-play", NOT_WRITTEN, f"{due}.", found,
                   part="" if number is None else "number")  # fmt: skip
        self.ply += plays
        if self.due and number != due:
            self.played.update(dict.fromkeys(range(due, due + plays) if number else ()))
            self.due += plays

    def _pass_over(self, plays: int) -> None:
        """Let so many unknown cards be laid."""
        position, at = self.position, self.at
        faults, self.at = self.faults, -1  # no event of the record is any of these plays
        for _ in range(plays):
            if self.between_rounds:
                self._open_round(None)
            seat = position.mover or self.begins or 1
            if not self._accepts(seat):
                break  # the game is over
            self._find_hand(seat)
            if (self.round, seat) not in self.dealt:
                self._refill(seat)
            self.dealt[self.round, seat][-1].plays.append((UNKNOWN, -1))
            self.laid.append((seat, UNKNOWN))
            position.lay(seat, 0)
        self.objections()
        self.enter()
        self.deals = self.plays // (2 * HAND) + (self.plays % (2 * HAND) > 0)
        self.at, self.faults = at, faults

    def _lose_count(self) -> None:
        """Go on without knowing how many plays are missing here, nor what is held."""
        if self.between_rounds and self.round < ROUNDS:
            self._open_round(None)
        for seat in (1, 2):
            for hand in self.dealt.get((self.round, seat), [])[-1:]:
                held = self.stale.setdefault(seat, Counter())
                held.update(card.rank for card in hand.cards)
        if not self.position.over:
            self._let_go()
        self.turn = 0
        self.forget_totals()

    def _let_go(self) -> None:
        """Let the position go on without knowing its place, nor its hands and which they are."""
        position = self.position
        position.plays = position.tally = position.made = UNCOUNTED
        position.hands = [HandHeld(), HandHeld.of_any(), HandHeld.of_any()]
        position.hands_dealt[-1] = [[[]] * PLAYS for _ in position.hands]
        position.lose_totals()
        self._await(0)

    def _await(self, seat: int) -> None:
        """Let it be a player's turn, 0 for the one who plays next."""
        self.position.mover = self.turn = seat
        self.position.await_card(seat)

    def _stand(self, plays: int) -> None:
        """Go on where so many plays of the game are over, with hands of which nothing is known."""
        position = self.position
        number = max(1, -(-plays // PLAYS))
        while self.round < number:
            position.await_action("begin_round")
            self._open_round(None)
            self._let_go()
        position.plays = plays - PLAYS * (number - 1)
        self.deals = position.plays // (2 * HAND)
        if position.plays == PLAYS:
            position.scorer = 0
            position.end_round()
            self.turn = 0
            return
        self._await(by_turns(position.starter, position.plays))

    def _find_hand(self, seat: int) -> None:
        """Find room for another card of a hand of which not even the number of cards is known."""
        hands = self.dealt.setdefault((self.round, seat), [])
        loose = self.position.hands[seat].empty == PERHAPS
        if loose and not (hands and hands[-1].at < 0 and len(hands[-1].plays) < HAND):
            hands.append(HandSeen((UNKNOWN,) * HAND, -1))

    def _seen_before(self, seat: int, card: Card) -> bool:
        """Whether a card may be of a hand that was listed before plays went missing: the census
        counts it there. Ranks are enough: which suit was meant, later plays may tell otherwise."""
        ranks = self.stale.get(seat, Counter())
        for rank in (card.rank, "?") if card is not UNKNOWN else ():
            if ranks[rank]:
                ranks[rank] -= 1
                return True
        return False

    # -- what else a record says

    def claim_bonus(self, event: Bonus) -> None:
        if event.seat > self.seats:
            self.fault("no-such-seat", TWO_ROUNDS, "p1 or p2", f"p{event.seat}", seat=event.seat)
        if 0 <= self.plays < PLAYS:
            self.fault("not-now", LAST_TO_SCORE, f"the bonus after {PLAYS} plays",
                       f"after {self.plays}")  # fmt: skip
        elif self.bonus_claimed:
            self.fault("not-now", LAST_TO_SCORE, "one bonus a round", "a second one")
        self.bonus_claimed = True

    def claim_score(self, event: Score | End) -> None:
        """A standing changes nothing; the verdict holds it against the ledger."""
        beyond = {seat for seat, _ in event.totals if seat > self.seats}
        for seat in sorted(beyond):
            self.fault("no-such-seat", TWO_ROUNDS, "p1 or p2", f"p{seat}", seat=seat)
        self.note_passed_over(event)

    def leave_gap(self, event: Gap) -> None:
        """Clause 6.3: plays are missing."""
        self.fault("gap", NOT_WRITTEN, "every play written down", "@gap", severity="note")
        if self.at not in self.gaps:
            self._lose_count()

    def end(self, event: End) -> None:
        if self.ended:
            self.fault("not-now", LINES, "one @end", "a second one")
        elif not self.over and 0 <= self.plays <= PLAYS:
            self.fault("early-end", UNFINISHED, f"the record to go on: {self.missing()} is next",
                       "@end", severity="note")  # fmt: skip
        self.claim_score(event)
        self.ended = True

    rules: ClassVar[Mapping[type, Rule]] = {
        Play: play_card, Held: list_hand, Deal: begin_deal, Score: claim_score, Round: begin_round,
        Up: turn_up, Bonus: claim_bonus, Gap: leave_gap, Pass: say_pass, End: end,
    }  # fmt: skip


def _found(event: Event) -> str:
    """What stands where a play is missing, in a few words."""
    match event:
        case Play() | Unread():
            return unnumbered(event)
        case Round() | Up():
            return "a new round"
        case Bonus():
            return "@bonus"
        case Score():
            return "@score"
        case End():
            return "@end"
    return "a new hand"
