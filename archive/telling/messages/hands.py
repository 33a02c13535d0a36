"""Hands that cannot have been as they are listed: the cards that are one too many, and what was
played in their place."""

from __future__ import annotations

import re
from collections import Counter

from archive.telling.findings import Finding
from archive.telling.messages.templates import tell
from archive.telling.speaker import Sentences, Speaker

FEW = 3
"""The most differing cards that are named; where more differ, the whole hands are."""
CARD = re.compile(r"[A2-9TJQK?][cdhs]?")

FEW_CARDS = (
    "{name} cannot have held {extra}, listed in {dealing}: there would be {surplus}, and {name} "
    "plays {instead} instead."
)
WHOLE_HAND = (
    "{name} cannot have held what is listed in {dealing}: with it there would be {surplus}, and "
    "{name} plays other cards. The cards played fit the pack."
)


def _impossible_hand(finding: Finding, speaker: Speaker) -> str:
    game = (finding.clause or "").partition("/")[0]
    own = speaker.own_words(game)
    count = speaker.count_against(finding.at)
    listed, played = (
        Counter(CARD.findall(text or "")) for text in (finding.found, finding.expected)
    )
    extra, instead = listed - played, played - listed
    few = max(extra.total(), instead.total()) <= FEW and extra and instead
    apart = played.keys().isdisjoint(extra)  # else one of the same kind was held
    return tell(
        own.few_cards or FEW_CARDS if few and apart else own.whole_hand or WHOLE_HAND,
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
