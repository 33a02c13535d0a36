"""What people write wrongly in records of Count to 20, by the code that is found."""

from archive.generator.flaws import cards, claims, counting, dealing, hands, lines, plays

FLAWS = {
    "wrong-hand-size": hands.wrong_hand_size,
    "could-make-count": lines.could_make_count,
    "passed": lines.passed,
    "short-deal": lines.short_deal,
    "wrong-count": claims.wrong_tally,
    "wrong-king": counting.wrong_king,
    "wrong-pair": counting.wrong_pair,
    "count-not-made": counting.count_not_made,
    "empty-stock": counting.empty_stock,
    "impossible-sum": dealing.impossible_sum,
    "wrong-dealer": plays.wrong_dealer,
    "card-not-held": cards.card_not_held,
    "wrong-number-of-cards": cards.wrong_number_of_cards,
    "impossible-hand": cards.impossible_hand,
    "too-many-of-a-card": cards.too_many_of_a_card,
}
