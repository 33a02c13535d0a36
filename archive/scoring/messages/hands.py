"""Hands that cannot have been as they are listed: the cards that are one too many, and what was
played in their place."""

from __future__ import annotations

import re
from collections import Counter

from archive.scoring.card_words import Speaker
from archive.scoring.findings import Finding
from archive.scoring.messages.templates import Sentences, tell

FEW = 3
"""The most differing cards that are named; where more differ, the whole hands are."""
CARD = re.compile(r"[A2-9TJQK?][cdhs]?")

OTHERS = {
    "twenty": "{name} cannot have held {extra}, listed in {dealing}, hand {hand}: with that the "
    "round would have {surplus}, and {name} plays {instead} in that hand.",
    "zwanzig-ab": "{name} cannot have been dealt {extra} in {dealing}, nor taken that in exchange: "
    "there would be {surplus}, and {name} plays or puts away {instead} instead.",
    "twenty-two": "{name} cannot have been dealt {extra} in {dealing}, nor taken that in exchange: "
    "there would be {surplus}, and {name} plays or puts away {instead} instead.",
    "count-to-20": "{name} cannot have been dealt {extra} in {dealing}, nor drawn that: there "
    "would be {surplus}, and {name} plays or is left with {instead} instead.",
}
"""The templates by game, where few cards differ from those that were played."""
OTHERS_IN_ANY = (
    "{name} cannot have held {extra}, listed in {dealing}: there would be {surplus}, and {name} "
    "plays {instead} instead."
)
WHOLE = {
    "twenty": "{name} cannot have held {found_cards}, the hand listed in {dealing}, hand {hand}: "
    "with it the listing of the round has {surplus}, and {name} plays other cards. The cards "
    "played, {due_cards}, fit the pack.",
    "zwanzig-ab": "{name} cannot have had all that is listed in {dealing}, dealt and taken in "
    "exchange: with it there would be {surplus}, and {name} plays other cards. What is put away "
    "and played fits the pack.",
    "count-to-20": "{name} cannot have had all that is listed in {dealing}, dealt and drawn: with "
    "it there would be {surplus}, and {name} plays other cards. What is played and left fits the "
    "pack.",
}
WHOLE_IN_ANY = (
    "{name} cannot have held what is listed in {dealing}: with it there would be {surplus}, and "
    "{name} plays other cards. The cards played fit the pack."
)


def _impossible_hand(finding: Finding, speaker: Speaker) -> str:
    game = (finding.clause or "").partition("/")[0]
    count = speaker.count_against(finding.at)
    listed, played = (
        Counter(CARD.findall(text or "")) for text in (finding.found, finding.expected)
    )
    extra, instead = listed - played, played - listed
    few = max(extra.total(), instead.total()) <= FEW and extra and instead
    apart = played.keys().isdisjoint(extra)  # else one of the same kind was held
    return tell(
        OTHERS.get(game, OTHERS_IN_ANY) if few and apart else WHOLE.get(game, WHOLE_IN_ANY),
        finding, speaker,
        dealing=speaker.dealing(count.dealing.name),
        hand=next((one.hand for one in count.dealing.listed if one.at == finding.at), ""),
        surplus=_surplus(finding, speaker, within=game == "twenty"),
        extra=speaker.spaced("".join(extra.elements())),
        instead=speaker.spaced("".join(instead.elements())),
    )  # fmt: skip


def _surplus(finding: Finding, speaker: Speaker, *, within: bool) -> str:
    """Return `two fours of diamonds and only three eights`; what is too few only `within` a
    complete listing."""
    count = speaker.count_against(finding.at)
    parts = [speaker.counted(tally) for tally in count.surplus]
    if within:
        parts += [speaker.say("only {cards}", cards=speaker.counted(one)) for one in count.missing]
    return speaker.listed(parts)


SENTENCES: Sentences = {"impossible-hand": _impossible_hand}
