"""A judged record, weighed play by play."""

from __future__ import annotations

from typing import Final

from archive.analyst.annotations import Annotations
from archive.analyst.story import story_of
from archive.analyst.twenty import fair
from archive.analyst.twenty import game as twenty
from archive.games import choose
from archive.notation.hashes import hashes
from archive.notation.unread import legible
from archive.scoring import ENGINE, Answer, Verdict

NO_RULES: Final = "no-rules"
OTHER_GAME: Final = "other-game"
AGAINST_THE_RULES: Final = "against-the-rules"
UNFINISHED: Final = "unfinished"
PARTLY: Final = "partly"


def weigh(verdict: Verdict, samples: int = fair.SAMPLES) -> Annotations:
    """Return what the analyst says of a judged record. `samples` is how many hands are drawn for a
    play where there are too many to go through all; the record's own hash says which."""
    record = verdict.record
    seed = hashes(record).play
    if not verdict.readable:
        return Annotations(record.game or "", ENGINE, seed, samples, NO_RULES)
    if record.game != twenty.GAME:
        return Annotations(record.game or "", ENGINE, seed, samples, OTHER_GAME)
    if verdict.answers.legality in (Answer.REFUTED, Answer.UNDERDETERMINED):
        return Annotations(twenty.GAME, ENGINE, seed, samples, AGAINST_THE_RULES)
    readable = legible(record).record
    found = twenty.weigh(readable, seed, choose(readable).options, samples)
    if not found.rounds:
        return Annotations(twenty.GAME, ENGINE, seed, samples, UNFINISHED)
    return Annotations(
        twenty.GAME, ENGINE, seed, samples, "" if found.whole else PARTLY,
        found.rounds, found.plies,
        [(ply, round(ahead, 2)) for ply, ahead in sorted(dict(found.expected).items())],
        story_of(found.plies, found.expected) if found.whole else None,
    )  # fmt: skip
