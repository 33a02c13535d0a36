"""What people write wrongly in records of Zwanzig ab, by the code that is found."""

from archive.generator.flaws import cards, hands, lines, plays
from archive.generator.flaws.revokes import revoke

FLAWS = {
    "wrong-hand-size": hands.wrong_hand_size,
    "exchanged-too-many": lines.exchanged_too_many,
    "short-deal": lines.short_deal,
    "wrong-dealer": plays.wrong_dealer,
    "wrong-trump-maker": hands.wrong_trump_maker,
    "wrong-trump": hands.wrong_trump,
    "may-not-drop-out": hands.may_not_drop_out,
    "uneven-exchange": hands.uneven_exchange,
    "wrong-leader": hands.wrong_leader,
    "wrong-trick-winner": hands.wrong_trick_winner,
    "not-followed": revoke("not-followed"),
    "not-trumped": revoke("not-trumped"),
    "foreign-claim": hands.foreign_claim,
    "card-not-held": cards.lower_card_not_held,
    "wrong-number-of-cards": cards.wrong_number_of_cards,
    "impossible-hand": cards.impossible_hand,
    "too-many-of-a-card": cards.too_many_of_a_card_put_away,
}

NOT_BY = {"zwanzig-ab/twenty-down": frozenset({"may-not-drop-out"})}
"""What cannot be done wrong by some rules: they have no such duty."""
