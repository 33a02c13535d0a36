"""Flaws that the generator can put into a record of Twenty-Two, by the code of their finding."""

from archive.generator.flaws import cards, dealt_cards, lines, plays, trick_games
from archive.generator.flaws.revokes import revoke

FLAWS = {
    "mixed-lead": lines.mixed_lead,
    "wrong-kept-card": lines.wrong_kept_card,
    "passed": lines.passed,
    "short-deal": lines.short_deal,
    "wrong-dealer": plays.wrong_dealer,
    "wrong-hand-size": trick_games.wrong_hand_size,
    "uneven-exchange": trick_games.uneven_exchange,
    "wrong-leader": trick_games.wrong_leader,
    "wrong-trick-winner": trick_games.wrong_trick_winner,
    "not-lowest": revoke("not-lowest"),
    "led-not-met": revoke("led-not-met"),
    "foreign-claim": trick_games.foreign_claim,
    "wrong-worth": trick_games.wrong_worth,
    "wrong-loser": trick_games.wrong_loser,
    "wrong-elimination": trick_games.wrong_elimination,
    "dealt-in": trick_games.dealt_in,
    "not-dealt-in": dealt_cards.not_dealt_in,
    "dealt-early": dealt_cards.dealt_twice,
    "exchanged-too-many": dealt_cards.exchanged_too_many,
    "kept-no-card": dealt_cards.kept_no_card,
    "card-not-held": cards.card_not_held,
    "wrong-number-of-cards": cards.wrong_number_of_cards,
    "impossible-hand": cards.impossible_hand,
    "too-many-of-a-card": cards.too_many_of_a_card,
}

NOT_BY = {
    "twenty-two/north-american": frozenset({"led-not-met"}),
    "twenty-two/rasmussen": frozenset({"wrong-loser", "wrong-worth", "wrong-kept-card"}),
}
"""Errors that are impossible by some rules: they have no such duty, or no such line."""
