"""Analyses: of the verdicts of flawed records, in tasks of their own; and play by play of games for
which it is asked, by the same workers.

Both are resumed like judging: what is to be done stands in the database, a message only announces
it, and doing anything twice does no harm.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from archive.analyse_record import Analyse, Annotate, analyse, annotate
from archive.analyst import ANALYST
from archive.analyst.player_figures import GameFigures, figures
from archive.core.judgements import AnalysisMade
from archive.runtime.resource_limits import memory
from archive.scoring import ENGINE
from archive.services import queueing
from archive.services.context import Context, now
from archive.services.queueing import ATTEMPTS_ALONE, ATTEMPTS_TOGETHER, FULL_QUEUE
from archive.store import analyses, game_annotations, jobs, rescoring
from archive.store.analyses import Claimed
from archive.store.database import Session
from archive.store.game_annotations import Weighed
from archive.store.row_views import AnnotationView, GameView

SWEPT: Final = 2000
"""The most analyses that are queued again in one round."""


class Analysing:
    """Making analyses, and finding those that were lost."""

    def __init__(self, context: Context, analyse_with: Analyse = analyse) -> None:
        self.context, self.database = context, context.database
        self.analyse_with = analyse_with

    def analyse(self, upload_id: str, first: int, last: int) -> None:
        """Make the waiting analyses of a range, as many as one turn allows, and queue the rest. One
        whose workers died is made apart from its neighbours, and given up at last."""
        alone = first == last
        limit = ATTEMPTS_ALONE if alone else ATTEMPTS_TOGETHER
        with self.database.writing() as session:
            claimed = analyses.claim(
                session, upload_id, first, last, ENGINE, attempts=limit, due=self.context.due()
            )

        with self.context.at_work(
            lambda session, due: analyses.put_off(session, upload_id, first, last, ENGINE, due)
        ):
            made = self._make(claimed)
        later = claimed[len(made) :]
        with self.context.keeping(
            lambda session: analyses.put_back(session, claimed, ENGINE)
        ) as session:
            analyses.settle(session, upload_id, made, now())
            analyses.put_back(session, later, ENGINE)
            if alone:
                analyses.give_up_alone(session, upload_id, first, ATTEMPTS_ALONE, now())
        if later:  # where this is not sent, the sweeper finds them
            self.context.queue.analyse(upload_id, later[0].piece.number, later[-1].piece.number)

    def _make(self, claimed: Sequence[Claimed]) -> list[AnalysisMade]:
        made: list[AnalysisMade] = []
        turn = self.context.own_turn()
        with memory(self.context.settings.record_memory):
            for one in claimed:
                if made and turn.over:
                    break
                made.append(self.analyse_with(one.piece, one.rules, self.context.settings.patience))
        return made

    def sweep(self) -> int:
        """Queue analyses again that have waited too long, and those whose worker was lost. Do
        nothing while the queue is away or well filled, or for a re-scoring that lacks verdicts;
        return how many were queued."""
        depth = self.context.queue.analysis_depth()
        if depth is None or depth >= FULL_QUEUE:
            return 0
        with self.database.writing() as session:
            found = analyses.claim_overdue(
                session, ENGINE, now=now(), due=self.context.due(), ahead=self.context.ahead(),
                limit=SWEPT, later=jobs.unfinished(session, rescoring.KIND),
            )  # fmt: skip
        queueing.analyse(self.context, found)
        return len(found)


VERSION: Final = (ANALYST, ENGINE)
MOST_FIGURED: Final = 50
"""The most games that a player's figures are made of."""
GAMES_SWEPT: Final = 500
"""The most games that are queued again in one round."""
UNASKED_AT_ONCE: Final = 4
"""Public games that are analysed without a request, while nothing else waits."""


class Annotating:
    """Having games analysed play by play, and finding those that were lost."""

    def __init__(self, context: Context, annotate_with: Annotate = annotate) -> None:
        self.context, self.database = context, context.database
        self.annotate_with = annotate_with

    def find(self, game: GameView) -> AnnotationView:
        """Return the state of the play-by-play analysis of a game's revision."""
        with self.database.reading() as session:
            return game_annotations.find(session, game.id, game.revision, VERSION)

    def figures_of(self, player_id: str) -> dict[str, GameFigures]:
        """Return a player's figures by game, from the latest listed games with an analysis."""
        return figures((one.seat, one.body) for one in self.weighed_of(player_id))

    def weighed_of(self, player_id: str, game: str = "") -> list[Weighed]:
        """Return a player's listed games with an analysis, the latest first; of one kind of game
        where one is named."""
        with self.database.reading() as session:
            return game_annotations.of_player(session, player_id, VERSION, MOST_FIGURED, game)

    def weighed_lately(self, start: int, most: int, game: str = "") -> list[Weighed]:
        """Return listed games by when they were analysed, the latest first, after the first
        `start`; of one kind of game where one is named."""
        with self.database.reading() as session:
            return game_annotations.latest(session, VERSION, start, most, game)

    def ask_for(self, game: GameView) -> AnnotationView:
        """Ask for a game's revision to be analysed, unless it is; return the state of that."""
        with self.database.writing() as session:
            begun = game_annotations.ask_for(
                session, game.id, game.revision, VERSION, now=now(), due=self.context.due()
            )
        if begun:
            self.context.queue.annotate(game.id)  # where the queue is away, the sweeper does
        return self.find(game)

    def annotate(self, record_id: str) -> None:
        """Make the analysis of a record's revision that waits."""
        with self.database.writing() as session:
            claimed = game_annotations.claim(
                session, record_id, VERSION, attempts=ATTEMPTS_ALONE, due=self.context.due()
            )

        settings = self.context.settings
        with (
            self.context.at_work(
                lambda session, due: game_annotations.put_off(session, record_id, VERSION, due)
            ),
            memory(settings.record_memory),
        ):
            made = [self.annotate_with(piece, settings.weigh_patience) for piece in claimed]
        with self.context.keeping(
            lambda session: game_annotations.put_back(session, record_id, VERSION)
        ) as session:
            game_annotations.settle(session, VERSION, made)

    def sweep(self) -> int:
        """Queue games again that have waited too long, and those whose worker was lost. Do nothing
        while the queue is away or well filled; return how many were queued."""
        depth = self.context.queue.analysis_depth()
        if depth is None or depth >= FULL_QUEUE:
            return 0
        with self.database.writing() as session:
            found = game_annotations.claim_overdue(
                session, VERSION, now=now(), due=self.context.due(), ahead=self.context.ahead(),
                limit=GAMES_SWEPT,
            )  # fmt: skip
            if not depth and not found and self.context.settings.weigh == "public":
                found = self._unasked(session)
        for record_id in found:
            self.context.queue.annotate(record_id)
        return len(found)

    def _unasked(self, session: Session) -> list[str]:
        """Ask for a few of the public games without an analysis; return their records."""
        latest = game_annotations.public_and_not_asked(session, VERSION, UNASKED_AT_ONCE)
        for record_id, revision in latest:
            game_annotations.ask_for(
                session, record_id, revision, VERSION, now=now(), due=self.context.due()
            )
        return [record_id for record_id, _ in latest]
