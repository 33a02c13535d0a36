"""Highest card, a game made up to be the sixth."""

from archive.games.highest_card.rules import HighestCard
from archive.games.highest_card.table import HighestCardTable

from archive.rules.game import Game, page_beside
from archive.rules.rule_sets import Option, RuleSet

ACES = Option(
    ("low", "high"), {"low": "the ace is the lowest card", "high": "the ace is the highest card"}
)

GAME = Game(
    "highest-card",
    (
        RuleSet(
            "highest-card/house", 1, {"aces": ACES}, range(2, 5),
            lambda chosen, seats: HighestCard(seats, aces_high=chosen["aces"] == "high"),
            HighestCardTable,
        ),
    ),
    page_beside(__file__, "highest-card"),
)  # fmt: skip
