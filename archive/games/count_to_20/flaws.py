"""Flaws that the generator can put into a record of Count to 20, by the code of their finding."""

from archive.generator.flaws import (
    cards,
    claims,
    count_to_20,
    dealt_cards,
    lines,
    plays,
    trick_games,
)

FLAWS = {
    "wrong-hand-size": trick_games.wrong_hand_size,
    "could-make-count": lines.could_make_count,
    "passed": lines.passed,
    "short-deal": lines.short_deal,
    "wrong-count": claims.wrong_tally,
    "wrong-king": count_to_20.wrong_king,
    "wrong-pair": count_to_20.wrong_pair,
    "count-not-made": count_to_20.count_not_made,
    "empty-stock": count_to_20.empty_stock,
    "impossible-sum": dealt_cards.impossible_sum,
    "wrong-dealer": plays.wrong_dealer,
    "card-not-held": cards.card_not_held,
    "wrong-number-of-cards": cards.wrong_number_of_cards,
    "impossible-hand": cards.impossible_hand,
    "too-many-of-a-card": cards.too_many_of_a_card,
}
