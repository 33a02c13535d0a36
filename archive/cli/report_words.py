"""The words of a report in the terminal, beside the sentences of the verdict itself."""

from __future__ import annotations

from typing import Final

from archive.languages.language import Language

PLAIN: Final = {
    "legality": "plays", "arithmetic": "figures", "result": "result",
    "upheld": "right", "refuted": "wrong", "underdetermined": "open", "impossible": "impossible",
    "unfinished": "not over", "unclaimed": "not claimed",
}  # fmt: skip
"""The names of the three questions and their answers, by code."""
LABELS: Final = (
    *PLAIN.values(), "rules",
    "error", "warning", "note", "none",
)  # fmt: skip
"""Single words that stand at their places in a report."""
CHECKED: Final = {
    "tally": "{held} of {claimed} tallies",
    "count": "{held} of {claimed} counts",
    "king": "{held} of {claimed} kings",
    "pair": "{held} of {claimed} pairs",
    "points": "{held} of {claimed} scores",
    "up": "{held} of {claimed} bonus values",
    "bonus": "{held} of {claimed} bonus points",
    "bonus-to": "{held} of {claimed} bonus takers",
    "loser": "{held} of {claimed} losers",
    "kept-card": "{held} of {claimed} cards kept",
    "worth": "{held} of {claimed} values of cards",
    "score": "{held} of {claimed} standings",
}
"""The kinds of claims that the second answer rests on."""
ONE_WAY: Final = {
    (False, True, True): "One change would put this right: {words} (`twenties repair` shows it).",
    (False, True, False): "{n} changes would put this right: {words} (`twenties repair` shows it).",
    (False, False, True): "One change would put this right: {words}; there may be other ways "
    "(`twenties repair` shows it).",
    (False, False, False): "{n} changes would put this right: {words}; there may be other ways "
    "(`twenties repair` shows it).",
    (True, True, True): "One change would put all of this right: {words} (`twenties repair` shows "
    "it).",
    (True, True, False): "{n} changes would put all of this right: {words} (`twenties repair` "
    "shows it).",
    (True, False, True): "One change would put all of this right: {words}; there may be other "
    "ways (`twenties repair` shows it).",
    (True, False, False): "{n} changes would put all of this right: {words}; there may be other "
    "ways (`twenties repair` shows it).",
}
"""The sentence where one way was found, by whether it corrects several mistakes, everything was
tried, and one change is enough."""
WAYS: Final = {
    (False, True, True): "One change would put this right, in {ways} ways that do as well "
    "(`twenties repair` shows it).",
    (False, True, False): "{n} changes would put this right, in {ways} ways that do as well "
    "(`twenties repair` shows it).",
    (False, False, True): "One change would put this right, in at least {ways} ways that do as "
    "well (`twenties repair` shows it).",
    (False, False, False): "{n} changes would put this right, in at least {ways} ways that do as "
    "well (`twenties repair` shows it).",
    (True, True, True): "One change would put all of this right, in {ways} ways that do as well "
    "(`twenties repair` shows it).",
    (True, True, False): "{n} changes would put all of this right, in {ways} ways that do as well "
    "(`twenties repair` shows it).",
    (True, False, True): "One change would put all of this right, in at least {ways} ways that do "
    "as well (`twenties repair` shows it).",
    (True, False, False): "{n} changes would put all of this right, in at least {ways} ways that "
    "do as well (`twenties repair` shows it).",
}
"""The sentence where several ways were found, by the same."""


def of_repairs(
    language: Language, cost: int, ways: int, words: str, *, everything: bool, complete: bool
) -> str:
    """Return the sentence about repairs: `cost` changes each, the first of them in `words`;
    `everything` means that they correct several mistakes, `complete` that all were tried."""
    templates = WAYS if ways > 1 else ONE_WAY
    return language.say(templates[everything, complete, cost == 1], n=cost, ways=ways, words=words)
