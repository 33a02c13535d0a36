"""The table of Highest card: each line of a record as the action of the position that it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Self

from archive.games.highest_card.rules import HighestCard

from archive.core.cards import PACKS, WrittenHand, text_of
from archive.core.events import Deal, End, Held, Play, Score
from archive.rules.faults_and_claims import Dealing
from archive.rules.hand_seen import CODES, HandSeen
from archive.rules.listed_or_played import all_seen
from archive.rules.table import Handler, Table

TURN, PACK, TOTAL, LINES = (f"highest-card/{number}" for number in ("2.1", "4.1", "3.3", "4.2"))


class HighestCardTable(Table):
    """The table of a game of Highest card. `dealt` has the hands by seat."""

    game: ClassVar[str] = "highest-card"
    deck: ClassVar[str] = "52"
    clauses: ClassVar[Mapping[str, str]] = {
        "turn": TURN, "order": LINES, "lines": LINES, "pack": PACK, "players": "highest-card/1.1",
        "missing": LINES, "score": TOTAL, "result": "highest-card/3.2",
        "unfinished": "highest-card/3.2",
    }  # fmt: skip
    position: HighestCard

    def __init__(self, position: HighestCard) -> None:
        super().__init__(position)
        self.turn = 1
        self.dealt: dict[int, HandSeen] = {}

    def copy(self) -> Self:
        twin = super().copy()
        twin.dealt = {seat: hand.copy() for seat, hand in self.dealt.items()}
        return twin

    @property
    def hands(self) -> dict[int, WrittenHand]:
        return {seat: hand.hand() for seat, hand in self.dealt.items()}

    @property
    def deal(self) -> int:
        return 1 if self.dealt else 0

    @property
    def over(self) -> bool:
        return self.position.over

    def winners_of(self, totals: Mapping[int, int]) -> list[int]:
        return [seat for seat, total in totals.items() if total == max(totals.values())]

    def dealings(self, last: int = 0) -> Iterable[Dealing]:
        hands = [(seat, 1, hand.hand()) for seat, hand in self.dealt.items()]
        listed, played = all_seen(hands)
        yield Dealing("the deal", PACKS["52"], PACK, listed, played)

    def missing(self) -> str:
        return "nothing" if self.over else f"play {self.ply + 1}"

    def begin_deal(self, event: Deal) -> None:
        """A line that names the deal says nothing more."""

    def list_hand(self, event: Held) -> None:
        self.dealt[event.seat] = HandSeen(event.cards, self.at)
        self.position.deal(event.seat, [CODES[card] for card in event.cards])

    def play_card(self, play: Play) -> None:
        held = self.dealt[play.seat].hand().left
        self.position.lay(play.seat, CODES[play.cards[0]])
        if "card-not-held" in self.objections():
            self.fault("card-not-held", TURN, f"one of {text_of(held)}", play.cards[0].text,
                       seat=play.seat, part="cards")  # fmt: skip
        self.dealt[play.seat].plays.append((play.cards[0], self.at))
        self.turn = self.position.turn
        for _, seat, points, number in self.position.ledger:
            self.score(seat, points, f"highest-card/{number}")
        self.position.ledger = []

    def claim(self, event: Score | End) -> None:
        """A standing changes nothing; the verdict holds it against the ledger."""

    handlers: ClassVar[Mapping[type, Handler]] = {
        Deal: begin_deal, Held: list_hand, Play: play_card, Score: claim, End: claim,
    }  # fmt: skip
