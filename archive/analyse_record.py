"""The analysis of one record beyond its verdict, made for the archive: the outcome under other
rules and the repairs of a flawed record; or a game analysed play by play.

As in judging, a record that the engine cannot cope with gets a note instead.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from archive.analysis import analyse as analyse_verdict
from archive.analyst import weigh
from archive.core.judgements import AnalysisMade, AnnotationMade, Piece
from archive.judge_record import GivenUp, attempt
from archive.scoring import ENGINE, verify

Analyse = Callable[[Piece, str, float], AnalysisMade]


def analyse(piece: Piece, rules: str, patience: float) -> AnalysisMade:
    """Return the analysis for a record's verdict; `rules` are those of that verdict, which identify
    the analysis. Never raises."""

    def work() -> tuple[str, float]:
        begun = time.thread_time()
        text = analyse_verdict(verify(piece.data, piece.number)).json()
        return text, time.thread_time() - begun

    made = attempt(piece.id, patience, work)
    if isinstance(made, GivenUp):
        return AnalysisMade(piece.id, piece.revision, rules, ENGINE, note=made.note)
    body, seconds = made
    return AnalysisMade(piece.id, piece.revision, rules, ENGINE, body, seconds=seconds)


Annotate = Callable[[Piece, float], AnnotationMade]


def annotate(piece: Piece, patience: float) -> AnnotationMade:
    """Return the play-by-play analysis of a record. Never raises."""

    def work() -> str:
        return weigh(verify(piece.data, piece.number)).json()

    made = attempt(piece.id, patience, work)
    if isinstance(made, GivenUp):
        return AnnotationMade(piece.id, piece.revision, note=made.note)
    return AnnotationMade(piece.id, piece.revision, made)
