"""Flaws that the generator can put into a record of Zwanzig ab, by the code of their finding."""

from archive.generator.flaws import cards, lines, plays, trick_games
from archive.generator.flaws.revokes import revoke

FLAWS = {
    "wrong-hand-size": trick_games.wrong_hand_size,
    "exchanged-too-many": lines.exchanged_too_many,
    "short-deal": lines.short_deal,
    "wrong-dealer": plays.wrong_dealer,
    "wrong-trump-maker": trick_games.wrong_trump_maker,
    "wrong-trump": trick_games.wrong_trump,
    "may-not-drop-out": trick_games.may_not_drop_out,
    "uneven-exchange": trick_games.uneven_exchange,
    "wrong-leader": trick_games.wrong_leader,
    "wrong-trick-winner": trick_games.wrong_trick_winner,
    "not-followed": revoke("not-followed"),
    "not-trumped": revoke("not-trumped"),
    "foreign-claim": trick_games.foreign_claim,
    "card-not-held": cards.lower_card_not_held,
    "wrong-number-of-cards": cards.wrong_number_of_cards,
    "impossible-hand": cards.impossible_hand,
    "too-many-of-a-card": cards.too_many_of_a_card_put_away,
}

NOT_BY = {"zwanzig-ab/twenty-down": frozenset({"may-not-drop-out"})}
"""Errors that are impossible by some rules: they have no such duty."""
