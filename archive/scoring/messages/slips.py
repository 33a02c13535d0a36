"""What a record seems to have thought, in the first half of a sentence."""

from __future__ import annotations

from typing import Final

from archive.games import GAMES
from archive.scoring.reasons.slip import Reason, Slip
from archive.scoring.wording import RANKS, SUITS, Speaker, card_name, number, points, signed

SEEMS: Final = "the record seems to"
SAID: Final = {
    "forgotten": f"{SEEMS} leave out {{scored}}",
    "points-forgotten": f"{SEEMS} leave out {{scored}}",
    "twice": f"{SEEMS} count twice {{scored}}",
    "points-twice": f"{SEEMS} count twice {{scored}}",
    "sign": f"{SEEMS} {{other_way}} {{scored}}",
    "to-another": f"{SEEMS} give {{other}} {{scored}}",
    "points-exchanged": f"{SEEMS} exchange what {{name}} and {{other}} score in {{deal}}",
    "deal-forgotten": f"{SEEMS} leave out all of {{deal}}",
    "deal-twice": f"{SEEMS} count all of {{deal}} twice",
    "not-carried": f"{SEEMS} leave out what {{name}} had before",
    "totals-exchanged": f"{SEEMS} exchange the totals of {{name}} and {{other}}",
    "digits": f"{SEEMS} swap the digits of {{total}}",
    "minus-left-out": f"{SEEMS} leave out a minus sign",
    "minus-added": f"{SEEMS} add a minus sign",
    # Zwanzig ab
    "sweep-value": "all five tricks count {right} here{hearts}, not {wrong}",
    "sweep-forgotten": f"all five tricks take {{right}} off for {{name}}, which {SEEMS} leave out",
    "hearts-once": f"hearts are trumps in {{deal}} and count double, and {SEEMS} count them once",
    "plain-doubled": "only hearts count double, and in {deal} {suit} are trumps",
    "alone-value": "all others dropped out of {deal}, and that counts {right}, not {wrong}",
    "no-trick-forgotten": (
        f"{{name}} won no trick in {{deal}}, and {SEEMS} forget the {{right}} points for that"
    ),
    "out-penalised": f"{{name}} dropped out of {{deal}}, and {SEEMS} put on {{right}} points",
    "trick-to-another": f"{SEEMS} give {{other}} a trick that {{name}} won in {{deal}}",
    "tricks-miscounted": f"{{name}} won {{tricks}} in {{deal}}, and {SEEMS} count {{wrong_number}}",
    # Count to 20
    "king-value": "a king left costs {right}, not {wrong}",
    "kings-value": "kings left cost {right} each, not {wrong}",
    "pair-halved": "a pair left is not halved, two {cards} cost 20 and not 10",
    "pairs-halved": "pairs left are not halved",
    "tens-as-low": "tens, jacks and queens left cost 10 each, not 5",
    "face-value": "cards from ace to nine cost 5 each, {right} in all and not {wrong}",
    "card-left-out": f"{SEEMS} count {{wrong_number}} of {{right_number}} cards that cost the same",
    # Twenty-Two
    "worth": "{card} counts {right}, not {wrong}",
    "loses-too": "{name}'s {high} is higher than {other}'s {low}, so {name} alone loses {deal}",
    # Twenty
    "bonus-forgotten": "{name} was last to score in {deal} and takes its bonus of {right}",
    "bonus-twice": f"{SEEMS} count the bonus of {{deal}} twice",
    "bonus-to-another": "{name} was last to score in {deal} and takes its bonus of {right}, "
    "not {other}",
    "bonus-value": "the two cards turned up in {deal} give a bonus of {right}, not {wrong}",
    "play-to-another": "play {ply} scores its {points} for {name}, not for {other}",
    "play-value": "play {ply} {made} and scores {right}, not {wrong}",
}
"""By kind of slip what is said of it."""
MADE: Final = {
    "twenty/4.1": "makes exactly 20",
    "twenty/4.2": "takes the tally beyond 20",
    "twenty/4.3": "is the fifth card below 20",
    "twenty/4.4": "is one more card below 20",
    "twenty/4.7": "leaves the tally below 20 with fewer than five cards",
}
"""By clause what a play of Twenty does."""


def in_words(slip: Slip, reason: Reason, unit: str, speaker: Speaker) -> str:
    """Return what a record seems to have thought; `unit` is what a deal is called in the game."""
    deal = f"{unit} {reason.number(slip.deal)}"
    name = speaker.name(slip.seat) if slip.seat else "all"
    ranks = [*slip.suit, *"??"]
    return SAID[slip.kind].format(
        name=name, other=speaker.name(slip.other), deal=deal, ply=slip.ply,
        scored=_scored(slip, name, deal), other_way="put on" if slip.right < 0 else "take off",
        right=slip.right, wrong=slip.wrong, total=signed(slip.right), points=points(slip.right),
        right_number=number(abs(slip.right)), wrong_number=number(abs(slip.wrong)),
        tricks=f"{number(abs(slip.right))} trick{'' if slip.right == 1 else 's'}",
        hearts=" with hearts as trumps" if slip.suit == "h" else "",
        suit=SUITS.get(slip.suit, ""), made=MADE.get(slip.clause, ""),
        cards=card_name(slip.suit, 2) if slip.suit else "cards of 10",
        card=f"{'an' if slip.suit == 'A' else 'a'} {RANKS.get(slip.suit, '')}",
        low=RANKS.get(ranks[0]), high=RANKS.get(ranks[1]),
    )  # fmt: skip


def _scored(slip: Slip, name: str, deal: str) -> str:
    """`the 5 points that Ann puts on in deal 2`."""
    game = slip.clause.partition("/")[0]
    how = {True: "takes off", False: "puts on"}[slip.right < 0] if game == "zwanzig-ab" else "gets"
    where = f"with play {slip.ply}" if GAMES[game].tallies else f"in {deal}"
    return f"the {points(abs(slip.right))} that {name} {how} {where}"
