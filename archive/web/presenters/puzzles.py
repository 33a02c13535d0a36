"""Puzzles as pages and programs show them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from archive.analyst import of_json
from archive.analyst.annotations import LEVELS, Puzzle, difficulty, in_order, level, puzzles
from archive.scoring.what_if import Line
from archive.services import Archive, GameView
from archive.web.presenters.boards import table_at, with_dealt
from archive.web.presenters.boards.seen_as import OPEN, seen_as
from archive.web.presenters.boards.zwanzig_ab import ZwanzigShown, before_trumps
from archive.web.presenters.replay_cache import CachedReplay, open_record
from archive.web.presenters.replay_view import View
from archive.web.presenters.weighed_plays import ChoiceShown, may_be_weighed, offered

GAMES_AT_ONCE: Final = 4
"""Games whose puzzles are on one page."""
MOST_BEHIND: Final = 3000
"""The most games that the search for puzzles goes back."""


MOST_NAMED: Final = 8
"""The most options that are named in a list."""


class Listed(NamedTuple):
    """A puzzle in a list: its game, its play, the player of the mistake, and how hard it is. Trumps
    that were named have the number of the play that follows, negated."""

    record_id: str
    ply: int
    seat: int
    game: str
    level: str
    difficulty: int
    answers: tuple[str, ...]
    """The options, as a line of play writes them."""

    @property
    def choices(self) -> int:
        """Return the number of options."""
        return len(self.answers)

    @property
    def exchanges(self) -> bool:
        """Return whether the question is which cards to exchange."""
        return any(one.startswith("x") for one in self.answers)

    @property
    def offered(self) -> list[ChoiceShown]:
        """Return the options as they are drawn; empty where they are too many or too long to
        name."""
        named = self.choices <= MOST_NAMED and not self.exchanges
        return [offered(one) for one in self.answers] if named else []

    @property
    def key(self) -> tuple[str, int]:
        """Return the key under which an account remembers it."""
        return self.record_id, self.ply


class ListedPage(NamedTuple):
    """The puzzles of some games, the easiest first: those that match, and after how many games the
    next ones begin."""

    puzzles: list[Listed]
    following: int | None


def public(
    archive: Archive, start: int, player: str = "", game: str = "", hard: str = ""
) -> ListedPage:
    """Return the puzzles of public games after the first `start`, the last analysed first: of a
    player's own mistakes, a kind of game or a level where one is named."""
    if player:
        behind = archive.annotating.weighed_of(player, game)[start:]
    else:
        behind = archive.annotating.weighed_lately(start, GAMES_AT_ONCE + 1, game)
    found = [
        one._replace(record_id=weighed.record_id)
        for weighed in behind[:GAMES_AT_ONCE]
        for one in _of(weighed.body)
        if weighed.seat in (0, one.seat) and hard in ("", one.level)
    ]
    found.sort(key=lambda one: (LEVELS.index(one.level), one.difficulty))
    more = start + GAMES_AT_ONCE if len(behind) > GAMES_AT_ONCE else None
    return ListedPage(found, more)


@lru_cache(maxsize=2 * GAMES_AT_ONCE)
def _of(body: str) -> tuple[Listed, ...]:
    """Return the puzzles of a game, from its analysis."""
    said = of_json(body)
    return tuple(_listed("", said.game, one) for one in puzzles(said))


def _listed(record_id: str, game: str, one: Puzzle) -> Listed:
    weighed = one.weighed
    return Listed(
        record_id, one.number, weighed.seat, game, level(game, one), difficulty(game, one),
        tuple(answer.choice for answer in one.answers),
    )  # fmt: skip


class GamePuzzles:
    """The puzzles of one game, the easiest first."""

    def __init__(self, archive: Archive, game: GameView, seat: int = 0) -> None:
        self.game = game
        self.weighing = archive.annotating.find(game) if may_be_weighed(game) else None
        self.found: list[Puzzle] = []
        self.kind = ""
        if self.weighing and self.weighing.body:
            said = of_json(self.weighing.body)
            self.kind = said.game
            self.found = in_order(puzzles(said, seat), said.game)

    def listed(self) -> list[Listed]:
        """Return them as they stand in a list."""
        return [_listed(self.game.id, self.kind, one) for one in self.found]

    def at(self, ply: int) -> Puzzle | None:
        """Return the puzzle of a play, None where it is none."""
        return next((one for one in self.found if one.number == ply), None)

    def behind(self, ply: int) -> int | None:
        """Return the play of the next puzzle."""
        plies = [one.number for one in self.found]
        return next(iter(plies[plies.index(ply) + 1 :]), None)


def _opens_a_deal(opened: CachedReplay, ply: int) -> bool:
    """Return whether a play is the first of its deal, and not of the game. Who had dropped out of
    the deal before still has that hand until then."""
    steps = {one.ply: one for one in opened.replay.steps} if opened.replay else {}
    one, last = steps.get(ply), steps.get(ply - 1)
    return one is not None and last is not None and (one.round, one.deal) != (last.round, last.deal)


def page_before(game: GameView, opened: CachedReplay, puzzle: Puzzle) -> dict[str, Any]:
    """Return the values for the table of a puzzle: as the player saw it, before the play or the
    naming of trumps. Where a deal was over, or a hand used up, the next one is dealt."""
    seat, before = puzzle.weighed.seat, puzzle.weighed.ply - 1
    page = View(game, opened, seat, seat).at(before)
    page["side"] = {}
    hand = next(one.cards for one in page["table"].seats if one.seat == seat)
    used_up = all(card.lies in OPEN for card in hand)
    if puzzle.of_trumps or used_up or _opens_a_deal(opened, before + 1):
        done = puzzle.weighed.card
        cut = open_record(Line(opened.known, before, opened.positions, done).record)
        names = page["names"]
        if cut.replay is not None:
            table = table_at(cut.replay, cut.last, names, seat)
            page["table"] = seen_as(with_dealt(table, cut.replay, names), seat)
    if isinstance(page["table"], ZwanzigShown) and puzzle.of_trumps:
        page["table"] = before_trumps(page["table"])
    return page
