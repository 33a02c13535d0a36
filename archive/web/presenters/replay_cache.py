"""A record prepared for showing: read once, replayed once, and kept for the next play."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from archive.core.errors import UnknownRules
from archive.core.events import Action, Held, Variation
from archive.core.record import Record
from archive.importers.origin import Origin
from archive.notation import read
from archive.scoring.positions_from_the_middle import positions_told
from archive.scoring.prepared import Playable, playable
from archive.scoring.record_positions import Positions
from archive.scoring.replay import Replay
from archive.scoring.scoresheet import ScoreRow, scoresheet
from archive.scoring.variations import VariationRead, variations
from archive.scoring.verify_record import is_sound
from archive.services import GameView
from archive.web.language import _
from archive.web.presenters.findings import FindingShown, findings_of
from archive.web.presenters.move_list import DealListed, deals_of
from archive.web.presenters.standings_written import StandingWritten, standings_written
from archive.web.verdict_sentences import name_of
from archive.web.words import UNNAMED, deal_word, in_rounds

KEPT = 64


class ScoreSheet(NamedTuple):
    """A score sheet as it is drawn: hand by hand what was counted beside what was written; `score`
    and `claimed` are those of the whole game."""

    names: list[str]
    rows: list[ScoreRow]
    rounds: bool
    deal_word: str
    score: Mapping[str, int | None] | None
    claimed: Mapping[str, int] | None
    standings: Sequence[StandingWritten]
    """Those of a sheet that has totals and no plays, in place of rows."""


@dataclass(frozen=True)
class CachedReplay:
    """A record, as it is shown play by play; not so where its game is unknown, or it is not
    judged."""

    record: Record
    shown: Playable | None

    @cached_property
    def replay(self) -> Replay | None:
        """Return its replay."""
        return Replay(self.shown) if self.shown else None

    @property
    def known(self) -> Record:
        """Return the record with all cards that are known, from whatever line."""
        return self.shown.known if self.shown else self.record

    @cached_property
    def rows(self) -> Sequence[ScoreRow]:
        """Return the rows of the score sheet."""
        return scoresheet(self.shown) if self.shown else []

    @cached_property
    def deals(self) -> Sequence[DealListed]:
        """Return the deals of the game, to be chosen from."""
        return deals_of(self.replay.steps) if self.replay else []

    @cached_property
    def positions(self) -> Positions:
        """Return the position right after each play, as far as the record says enough."""
        return positions_told(self.shown) if self.shown else Positions()

    @cached_property
    def variations(self) -> Sequence[VariationRead]:
        """Return the variations of the record, replayed and checked."""
        if self.shown is None or not any(type(one) is Variation for one in self.record.events):
            return []
        return variations(self.shown.known, self.positions)

    @property
    def last(self) -> int:
        """Return the last ply."""
        return self.replay.last if self.replay else 0

    @property
    def playable(self) -> bool:
        """Return whether there is a table to look at: with plays, or at least with cards."""
        held = any(isinstance(one, Held) for one in self.record.events)
        return self.replay is not None and (self.last > 0 or held)

    @property
    def unwritten(self) -> int:
        """Return the number of plays before the first that is written."""
        return self.replay.unwritten if self.replay else 0

    def names(self) -> list[str]:
        """Return a name a seat, as many as play; what is no game has none."""
        players = self.record.players
        if self.replay is None and not players:
            return []
        seats = self.replay.seats if self.replay else 2
        return [name_of(players, seat) for seat in range(1, max(len(players), seats) + 1)]

    def findings(
        self, verdict: Mapping[str, Any] | None, origin: Origin | None = None
    ) -> list[FindingShown]:
        """Return the findings of a verdict as a page shows them, each at the play that it is
        about."""
        return [self._at_its_play(one) for one in findings_of(verdict, self.names(), origin)]

    def _is_of_line(self, found: FindingShown) -> bool:
        """Return whether a finding is about a line of the record between its plays."""
        if found.line is None or found.column is None:
            return False
        offset = self.record.offset(found.line, found.column)
        at = bisect_right(self.record.offsets, offset) - 1
        return at >= 0 and not isinstance(self.record.events[at], Action)

    def _at_its_play(self, found: FindingShown) -> FindingShown:
        """Return a finding on a standing at the last play that scored for its player in the hand
        that the standing closes; any other where it is, said to be of a line if it is."""
        if found.code != "wrong-score" or not found.ply or self.replay is None:
            return replace(found, of_line=self._is_of_line(found))
        plays = self.replay.steps[: found.ply]
        hand = [one for one in plays if (one.round, one.deal) == (plays[-1].round, plays[-1].deal)]
        scored = (one.ply for one in reversed(hand) if one.points and f"p{one.seat}" == found.seat)
        ply = next(scored, None)
        return replace(found, ply=ply or found.ply, of_line=ply is None)

    @property
    def rounds(self) -> bool:
        """Return whether the game is played in rounds."""
        return in_rounds(self.record.game)

    def sheet(self, verdict: Mapping[str, Any] | None) -> ScoreSheet:
        """Return the score sheet, with the score and the claims of a verdict where there is one."""
        said = verdict or {}
        wrong = {one["line"] for one in said.get("findings", ()) if one["severity"] == "error"}
        return ScoreSheet(
            self.names(), list(self.rows), self.rounds, deal_word(self.record.game),
            said.get("score"), said.get("claimed"),
            standings_written(self.known, self.shown.chosen, wrong) if self.shown else [],
        )  # fmt: skip

    def head(self) -> dict[str, Any]:
        """Return what every page about the record says of it."""
        return {"names": self.names(), "title": self.title, "playable": self.playable}

    @property
    def title(self) -> str:
        """Return the title of the record, for the head of a page."""
        return " – ".join(self.names()) or _(UNNAMED)


def opened_game(game: GameView) -> CachedReplay:
    """Return a game prepared for showing. One whose judging has not finished is read and not
    played: the workers stop what takes too long, a web server's thread could not. What they have
    finished can be played again."""
    if is_judged(game):
        return opened(game.data, game.number or 1)
    return CachedReplay(read(game.data, game.number or 1), None)


def is_judged(game: GameView) -> bool:
    """Return whether this revision has a verdict; records of a large made-up archive have none of
    their own, but are copies of records that have."""
    latest = game.revision == game.revisions
    return game.verdict_json is not None or (latest and game.state == "judged")


@lru_cache(maxsize=KEPT)
def opened(data: bytes, number: int = 1) -> CachedReplay:
    """Return a record prepared for showing. Bytes never change under an address, so the result may
    be kept."""
    return open_record(read(data, number), sound=is_sound(data, number))


def open_record(record: Record, *, sound: bool = False) -> CachedReplay:
    """Return a record already read, with its replay; it may be known to be `sound`."""
    try:
        return CachedReplay(record, playable(record, sound=sound))
    except UnknownRules:
        return CachedReplay(record, None)
