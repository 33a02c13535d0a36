"""Flaws that the generator can put into a record of Twenty, by the code of their finding."""

from archive.generator.flaws import cards, claims, dealt_cards, lines

FLAWS = {
    "wrong-tally": claims.wrong_tally,
    "wrong-points": claims.wrong_points,
    "wrong-up": claims.wrong_up,
    "wrong-bonus": claims.wrong_bonus,
    "wrong-bonus-to": claims.wrong_bonus_to,
    "card-not-held": cards.card_not_held,
    "wrong-number-of-cards": cards.wrong_number_of_cards,
    "impossible-hand": cards.impossible_hand,
    "too-many-of-a-card": cards.too_many_of_a_card,
    "passed": lines.passed,
    "dealt-early": lines.dealt_early,
    "short-round": lines.short_round,
    "wrong-starter": lines.wrong_starter,
    "not-now": lines.not_now,
    "not-swapped": dealt_cards.not_swapped,
}
