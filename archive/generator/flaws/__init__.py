"""Known faults for sound records: each flaw puts exactly one fault into a record, at a place that
chance picks, and is named by the code of the finding that must come first in the verdict.

A fault is such as people make: one claim, card, seat or line is not what it was, and all else is
written down as it happened.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from archive.core.record import Record
from archive.generator.flaws import cards, claims, counting, dealing, hands, lines, plays
from archive.generator.flaws.changes import Flaw
from archive.generator.flaws.revokes import revoke

EVERYWHERE: Mapping[str, Flaw] = {
    "wrong-score": claims.wrong_score,
    "wrong-result": claims.wrong_result,
    "wrong-winner": claims.wrong_winner,
    "wrong-turn": plays.wrong_turn,
    "missing-play": plays.missing_play,
    "doubled-play": plays.doubled_play,
    "after-the-end": plays.after_the_end,
    "no-such-seat": plays.no_such_seat,
    "foreign-line": plays.foreign_line,
    "wrong-pack": plays.wrong_pack,
}
"""What can go wrong in every game."""

OF_GAMES: Mapping[str, Mapping[str, Flaw]] = {
    "twenty": {
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
        "not-swapped": dealing.not_swapped,
    },
    "count-to-20": {
        "wrong-hand-size": hands.wrong_hand_size,
        "could-make-count": lines.could_make_count,
        "passed": lines.passed,
        "short-deal": lines.short_deal,
        "wrong-count": counting.wrong_count,
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
    },
    "zwanzig-ab": {
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
        "too-many-of-a-card": cards.too_many_of_a_card,
    },
    "twenty-two": {
        "mixed-lead": lines.mixed_lead,
        "wrong-kept-card": lines.wrong_kept_card,
        "passed": lines.passed,
        "short-deal": lines.short_deal,
        "wrong-dealer": plays.wrong_dealer,
        "wrong-hand-size": hands.wrong_hand_size,
        "uneven-exchange": hands.uneven_exchange,
        "wrong-leader": hands.wrong_leader,
        "wrong-trick-winner": hands.wrong_trick_winner,
        "not-lowest": revoke("not-lowest"),
        "led-not-met": revoke("led-not-met"),
        "foreign-claim": hands.foreign_claim,
        "wrong-worth": hands.wrong_worth,
        "wrong-loser": hands.wrong_loser,
        "wrong-elimination": hands.wrong_elimination,
        "dealt-in": hands.dealt_in,
        "not-dealt-in": dealing.not_dealt_in,
        "dealt-early": dealing.dealt_twice,
        "exchanged-too-many": dealing.exchanged_too_many,
        "kept-no-card": dealing.kept_no_card,
        "card-not-held": cards.card_not_held,
        "wrong-number-of-cards": cards.wrong_number_of_cards,
        "impossible-hand": cards.impossible_hand,
        "too-many-of-a-card": cards.too_many_of_a_card,
    },
}
"""What can go wrong in one game, or goes wrong there in another way."""


NOT_BY: Mapping[str, frozenset[str]] = {
    "twenty-two/north-american": frozenset({"led-not-met"}),
    "twenty-two/rasmussen": frozenset({"wrong-loser", "wrong-worth", "wrong-kept-card"}),
    "zwanzig-ab/twenty-down": frozenset({"may-not-drop-out"}),
}
"""What nobody can do wrong by some rules of a game: these have no such duty, or no such line."""


def flaws_of(game: str, rules: str = "") -> dict[str, Flaw]:
    """All flaws for a game, by their codes; by these rules of it, where they are named."""
    flaws = {**EVERYWHERE, **OF_GAMES.get(game, {})}
    barred = NOT_BY.get(rules.partition("@")[0], frozenset())
    return {code: flaw for code, flaw in flaws.items() if code not in barred}


def spoil(record: Record, code: str, rng: Random) -> Record | None:
    """The record with one fault of that kind; None where it has no place for one.

    Raises `KeyError` for a kind that this game does not have.
    """
    return flaws_of(record.game or "")[code](record, rng)
