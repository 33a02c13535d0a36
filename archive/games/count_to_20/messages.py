"""The faults of Count to 20: counts, kings and pairs, the stock, cards left."""

from __future__ import annotations

from collections.abc import Sequence

from archive.core.cards import CARD
from archive.core.events import Play
from archive.core.phrase import value_in
from archive.telling.findings import Finding
from archive.telling.messages.out_of_place import not_now
from archive.telling.messages.templates import by_clause, either, number_of, tell
from archive.telling.messages.turns import missing
from archive.telling.speaker import OwnWords, Sentences, Speaker
from archive.telling.wrong_total_reasons import Reason

COST = dict.fromkeys("KQJT98765432A", 5) | dict.fromkeys("QJT", 10) | {"K": 20}
"""What cards left in Count to 20 cost, the highest first."""
FEW_CARDS = (
    "{name} cannot have been dealt {extra} in {dealing}, nor drawn that: there would be {surplus}, "
    "and {name} plays or is left with {instead} instead."
)
WHOLE_HAND = (
    "{name} cannot have had all that is listed in {dealing}, dealt and drawn: with it there would "
    "be {surplus}, and {name} plays other cards. What is played and left fits the pack."
)

NOT_MADE = {
    (True, True): "The count due at play {ply} is {due}, and {name} plays {cards}: it counts "
    "{counts}.",
    (False, True): "The count due at play {ply} is {due}, and {name} plays {cards}: they count "
    "{counts}.",
    (False, False): "The count due at play {ply} is {due}, and {name} plays {cards}: they count "
    "{least} at least.",
}
"""The templates by whether it is one card, and whether the cards can count 20 or less."""
NOT_AS_CLAIMED = {
    (True, True): "{name}’s {cards} at play {ply} counts {counts}, not {claimed}.",
    (False, True): "{name}’s {cards} at play {ply} count {counts}, not {claimed}.",
    (False, False): "{name}’s {cards} at play {ply} count {least} at least, not {claimed}.",
}
"""The same where the record says that another count was made with the cards."""
RANK_COUNTS = {rank: number for number, rank in enumerate("A23456789", 1)} | {"K": 1}
"""The least that a card counts by itself, without ten, jack and queen."""

MANY = 4
"""The most possible counts that are named."""

COULD = {
    (False, ""): "{name} passes at play {ply}, but can make the count of {count} and must: the "
    "stock is used up.",
    (False, "play"): "{name} passes at play {ply}, but can make the count of {count}, as play "
    "{proof} shows, and must: the stock is used up.",
    (False, "cards"): "{name} passes at play {ply}, but can make the count of {count}, as the "
    "cards shown tell, and must: the stock is used up.",
    (True, ""): "{name} passes at play {ply}, but can make the count of {count}, with {cards} for "
    "example, and must: the stock is used up.",
    (True, "play"): "{name} passes at play {ply}, but can make the count of {count}, with {cards} "
    "for example, as play {proof} shows, and must: the stock is used up.",
    (True, "cards"): "{name} passes at play {ply}, but can make the count of {count}, with {cards} "
    "for example, as the cards shown tell, and must: the stock is used up.",
}
"""The templates by whether the cards are known that would do, and how it is known that they were
held."""

NOT_NOW = {
    "a cut before the first deal": "The cut for the first deal is written after a deal.",
    "cards shown when a hand is over, once": "The cards left are shown once, when a hand is over.",
    "hands listed once, when they are dealt": "{name}’s hand is listed too late or a second time "
    "in {deal}: hands are listed once, when they are dealt.",
}
"""The sentences for what stands in the wrong place, by what was due."""

AFTER_THE_END = {
    "count-to-20/6.1": "The hand is over, because one player has no cards left; play {ply} of "
    "{name} comes after it.",
    "count-to-20/6.2": "The hand is over, because a count of 20 has been made; play {ply} of "
    "{name} comes after it.",
    "count-to-20/7.1": "The game is over, and the sheet goes on with {next}.",
    "count-to-20/5.4": "The hand is over, because all have passed one after the other; play {ply} "
    "of {name} comes after it.",
}

MISSING = {
    "one": "Play {first} is missing: the sheet goes on with {after}. Whether a card was drawn "
    "then, or a count made, is known only by what comes after it.",
    "of": "{name}’s play {first} is missing: the sheet goes on with {after}. Whether a card was "
    "drawn then, or a count made, is known only by what comes after it.",
    "more": "Plays {first} to {last} are missing: the sheet goes on with {after}. Whether a card "
    "was drawn then, or a count made, is known only by what comes after it.",
}
SLIPS = {
    "king-value": "a king left costs {right}, not {wrong}",
    "kings-value": "kings left cost {right} each, not {wrong}",
    "pair-halved": "a pair left is not halved, two {cards} cost 20 and not 10",
    "pair-of-tens-halved": "a pair left is not halved, two cards of 10 cost 20 and not 10",
    "pair-forgotten": "a pair left costs 20, and the sheet seems to leave out two {cards}",
    "pair-twice": "the sheet seems to count a pair of {cards} left twice",
    "pairs-halved": "pairs left are not halved",
    "tens-as-low": "tens, jacks and queens left cost 10 each, not 5",
    "face-value": "cards from ace to nine cost 5 each, {right} in all and not {wrong}",
    "face-value-of-one": "{card} left costs {right}, not {wrong}",
    "card-left-out": "the sheet seems to count {wrong_number} of {right_number} cards that cost "
    "the same",
}
"""The templates of likely slips, by kind."""


def _count_not_made(finding: Finding, speaker: Speaker) -> str:
    cards = value_in(finding.found, "cards", finding.found or "")
    counts = value_in(finding.found, "counts", "")
    ranks = [card[0] for card in CARD.findall(cards)]
    kind = len(ranks) == 1, bool(counts)
    event = speaker.record.events[finding.at or 0]
    claimed = event.tally if isinstance(event, Play) else None
    template = NOT_MADE[kind]
    if claimed is not None and str(claimed) not in value_in(counts, "each", (counts,)):
        template = NOT_AS_CLAIMED[kind]
    elif len(value_in(finding.expected, "each", ())) > MANY:
        template = (
            "At play {ply} {name} plays {cards}, and makes no count that can be due with that."
        )
    return tell(template, finding, speaker, cards=speaker.told(cards),
                counts=speaker.phrase(counts),
                claimed=claimed, least=least_count(ranks))  # fmt: skip


def least_count(ranks: Sequence[str]) -> int:
    """4.1 to 4.3: Return the least that cards of these ranks count together: a king 1, two tens,
    jacks or queens 10, and an unknown card 1, or nothing as the second of such a pair."""
    tens = sum(10 * ((ranks.count(rank) + 1) // 2) for rank in "TJQ")
    single = sum(ranks.count(rank) % 2 for rank in "TJQ")
    unknown = max(0, ranks.count("?") - single)
    return tens + unknown + sum(RANK_COUNTS[rank] for rank in ranks if rank not in "TJQ?")


def _could_make_count(finding: Finding, speaker: Speaker) -> str:
    cards = value_in(finding.expected, "cards", "")
    proof = finding.places[0].ply if finding.places else None
    shown = "" if not finding.places else "play" if proof else "cards"
    return tell(
        COULD[bool(cards), shown], finding, speaker,
        count=speaker.phrase(value_in(finding.expected, "count", "")),
        cards=speaker.spaced(cards), proof=proof,
    )  # fmt: skip


def _unproved(finding: Finding, speaker: Speaker) -> str:
    due = speaker.phrase(value_in(finding.expected, "count", ""))
    if finding.clause == "count-to-20/8.4":
        return tell(
            "What {name} did in play {ply} cannot be read, so nothing shows whether it was "
            "allowed.",
            finding,
            speaker,
        )
    return tell(
        "{name} passes at play {ply}, and nothing shows whether the count of {count} could have "
        "been made: not all cards of that hand are named."
        if finding.found == "pass"
        else "Nothing shows whether the cards of play {ply}, {found_told}, make the count of "
        "{count}: the sheet does not name them all.",
        finding,
        speaker,
        count=due,
    )


def _missing_play(finding: Finding, speaker: Speaker) -> str:
    return missing(finding, speaker, **MISSING)


def _impossible_sum(finding: Finding, speaker: Speaker) -> str:
    told = [seat_and_sum.partition(":") for seat_and_sum in (finding.found or "").split()]
    if len(told) > 1:
        return tell(
            "The sheet gives {who} points for the cards left after {deal}; each may be right, "
            "but the pack has not the cards for all of them. {Lines} cannot all be right.",
            finding,
            speaker,
            who=speaker.listed(f"{speaker.name(seat)} {points}" for seat, _, points in told),
        )
    sums = value_in(finding.expected, "sums", "")
    cards = number_of(value_in(finding.expected, "cards"))
    return tell(
        "The sheet gives {name} {found} points for the {cards} left after {deal}; no {cards} "
        "cost that. With those seen elsewhere they can only cost {sums}."
        if len(finding.places) < 2
        else "The sheet gives {name} {found} points for the {cards} left after {deal}; with "
        "those seen elsewhere they can only cost {sums}. {Lines} cannot all be right.",
        finding,
        speaker,
        sums=speaker.language.either(sums.split(", ")),
        cards=speaker.cards(cards),
    )


def _scored(reason: Reason, name: str, speaker: Speaker) -> str:
    told = []
    for deal in dict.fromkeys(deal for _, _, deal, _ in reason.scored):
        ranks, number = reason.cards.get(deal, ""), reason.number(deal)
        if ranks and "?" not in ranks:
            cards = speaker.listed(
                f"{speaker.several_cards(rank, count)} ({COST[rank] * count})"
                for rank in COST
                if (count := ranks.count(rank))
            )
            told.append(speaker.say("{cards} in hand {n}", cards=cards, n=number))
        else:
            told.append(speaker.say("cards in hand {n}", n=number))
    return speaker.say("{name} is left with {told}", name=name, told=speaker.listed(told))


SENTENCES: Sentences = {
    "wrong-count": "{name}’s play {ply} makes the count of {due}, not {found}.",
    "wrong-king": "At play {ply} {name}’s king has to count {due} to make the count, not {found}.",
    "wrong-pair": "At play {ply} {name} calls {found} for cards that have to count {due} to make "
    "the count.",
    "count-not-made": _count_not_made,
    "empty-stock": "{name} draws a card at play {ply}, but the stock is used up.",
    "could-make-count": _could_make_count,
    "passed": "{name} may not pass at play {ply}: while there is a stock, each "
    "turn is a card drawn or the count made.",
    "not-now": not_now(NOT_NOW),
    "missing-play": _missing_play,
    "foreign-line": "Count to 20 has no line such as “{found}”.",
    "impossible-sum": _impossible_sum,
    "misnumbered-line": "This is hand {due_n}; the sheet numbers it {found_n}.",
    "card-not-held": either(
        lambda finding: finding.clause == "count-to-20/8.5",
        "{name} shows {a_found}, which is not among the cards dealt and drawn: what is left of "
        "them is {left}.",
        "In {where} {name} plays {a_found}, which is not among the cards dealt and drawn: "
        "what is left of them is {left}.",
    ),
    "wrong-number-of-cards": either(
        lambda finding: finding.clause == "count-to-20/8.5",
        "At the end of {deal} {name} has {due_counted} left; the sheet shows {found_counted}.",
        "Each player is dealt {due_counted}; {name}’s hand in {deal} is listed with "
        "{found_counted}.",
    ),
    "after-the-end": by_clause(
        AFTER_THE_END,
        "The hand was over when the cards left were shown; play {ply} by {name} comes after that.",
    ),
    "short-deal": "{Deal_before} is not over after play {ply}, but the sheet goes on "
    "with {next}. Turns are missing, or the hand was broken off; what was left in the hands is "
    "known only from cards shown.",
    "unproved": _unproved,
    "wrong-hand-size": "Each player is dealt {due_counted} in {deal}; the sheet says {found_few}.",
    "foreign-claim": "Play {ply} is said to score {found_n}; no points are scored in "
    "this game until a hand is over.",
    "gap": "A stretch of {deal} was not written down: the cards drawn and played in it "
    "are not known, and what depends on them cannot be checked.",
    "unknown-card": "The cards left in {name}’s hand are not known, so neither is what "
    "they cost, nor any later total of that player.",
}

WORDS = OwnWords(SENTENCES, _scored, FEW_CARDS, WHOLE_HAND, slips=SLIPS)
