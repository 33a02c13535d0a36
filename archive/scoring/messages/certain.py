"""Who has won though something is missing."""

from __future__ import annotations

from archive.scoring.certain import Certain
from archive.scoring.findings import Finding
from archive.scoring.outcome import outcome_clause
from archive.scoring.wording import Speaker

ONLY = {
    False: "Play {plays} can only have been {a_card}, and so {won}.",
    True: "By the numbers written after play {plays} it was {a_card}, and so {won}.",
}
"""By whether that rests on numbers in the record, where one card is left."""


def who_wins(finding: Finding, speaker: Speaker) -> str:
    """Return who has won, and why that is certain."""
    told = finding.reason
    assert isinstance(told, Certain)
    plies = speaker.listed(map(str, told.plies))
    if told.card:
        return speaker.say(ONLY[told.by_numbers], plays=plies, a_card=speaker.a_card(told.card),
                           won=_won(told, speaker))  # fmt: skip
    count, told_of = len(told.plies), {"plays": plies, "won": _won(told, speaker)}
    if told.by_numbers:
        return speaker.several(
            "By the numbers written after play {plays}, {won}.",
            "By the numbers written after plays {plays}, {won}.", count, **told_of,
        )  # fmt: skip
    return speaker.several(
        "Whatever play {plays} was, {won}.", "Whatever plays {plays} were, {won}.", count, **told_of
    )


def _won(told: Certain, speaker: Speaker) -> str:
    """Return who wins, by what where that is certain too."""
    if (told.score and None not in told.score.values()) or told.winner == "draw":
        score = {f"p{seat}": total for seat, total in (told.score or {}).items()}
        body = {"winner": told.winner, "score": score}
        return outcome_clause(body, speaker.players, speaker.language)
    seats = told.winner.split(",")
    names = speaker.names(told.winner)
    return speaker.several("{names} wins", "{names} share the win", len(seats), names=names)
