"""The words of Highest card for itself."""

from __future__ import annotations

from archive.telling.speaker import OwnWords, Sentences, Speaker
from archive.telling.wrong_total_reasons import Reason

SENTENCES: Sentences = {
    "card-not-held": "{name} plays {a_found} at {where} and was never dealt it.",
}


def _scored(reason: Reason, name: str, speaker: Speaker) -> str:
    return f"{name} takes {speaker.tricks(len(reason.scored))}"


WORDS = OwnWords(SENTENCES, _scored, slips={"ace-as-ten": "an ace takes no more than one point"})
