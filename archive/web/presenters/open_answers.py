"""What would settle the answers of a verdict that are open, as a page says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from archive.importers.origin import Origin
from archive.scoring.open_questions import open_from
from archive.web.language import _
from archive.web.spoken import speech
from archive.web.words import QUESTIONS
from archive.web.words import sentence as sentence_words


@dataclass(frozen=True, slots=True)
class OpenShown:
    """Questions that hang on the same, and what would settle them."""

    questions: list[str]
    sentence: str


def open_of(verdict: Mapping[str, Any] | None, origin: Origin | None = None) -> list[OpenShown]:
    """Return each sentence once, with the questions it is about; `origin` leads to the sheet that
    the record was made from. A verdict made before this was asked has none."""
    found: dict[str, list[str]] = {}
    for question, about in ((verdict or {}).get("open") or {}).items():
        own = (
            open_from(about, speech()).told(origin.called)
            if origin and about.get("needed")
            else None
        )
        found.setdefault(own or about["sentence"], []).append(_(QUESTIONS[question]))
    return [OpenShown(questions, sentence_words(text)) for text, questions in found.items()]
