"""The play-by-play analysis of a game, put beside what a replay page shows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from archive.analyst import Annotations, of_json, words
from archive.analyst.annotations import Move, PlyWeighed
from archive.analyst.glyphs import GOOD
from archive.analyst.moments import SURE
from archive.analyst.weighing import SAMPLES
from archive.core.cards import CARDS
from archive.languages.language import Language
from archive.languages.language import language as spoken_language
from archive.scoring.line_in_address import BETWEEN
from archive.services import AnnotationView, GameView
from archive.web.language import language
from archive.web.presenters.boards import TableShown
from archive.web.presenters.boards.cards import CardShown, shown
from archive.web.presenters.move_list import PlayShown
from archive.web.presenters.score_curve import CurveShown, PathShown, height_of, path_of

KEPT: Final = 64


@dataclass(frozen=True, slots=True)
class ChoiceShown:
    """An option: cards, and words that stand before them or in their place."""

    words: str
    cards: list[CardShown]


@dataclass(frozen=True, slots=True)
class LinePlayShown:
    """A play of a line: the player, the action, its tally or count, and its points."""

    seat: int
    choice: ChoiceShown
    tally: int
    points: int


@dataclass(frozen=True, slots=True)
class RemarkShown:
    """A remark on a play: its mark, or a word on luck; the reason, and the better line. `done` is
    the play in words, empty where the table shows it."""

    done: str
    mark: str
    words: str
    best: ChoiceShown | None
    """The better option, None for what was no mistake."""
    gain: str
    """How much better it is."""
    as_it_lay: str
    line: list[LinePlayShown]
    line_text: str
    """The same as the address of what if has it."""


class MistakesShown(NamedTuple):
    """A player's mistakes: the plays, in their order, and the next one from where the game stands.
    Trumps count at the play that follows them."""

    name: str
    plies: Sequence[int]
    next: int


def following(plies: Collection[int], ply: int) -> int:
    """Return the first of some plays after a ply, the first of all where none comes any more."""
    return min((one for one in plies if one > ply), default=min(plies))


class StandsOut(NamedTuple):
    """Something that stands out: the play it is or stands before, its number as it is printed, its
    player, the action, and the remarks."""

    ply: int
    number: str
    mover: str
    done: str
    remark: RemarkShown


@lru_cache(maxsize=KEPT)
def _read(body: str) -> Annotations:
    return of_json(body)


def may_be_weighed(game: GameView) -> bool:
    """Return whether a game can be analysed play by play."""
    return bool(game.verdict) and (game.verdict or {}).get("game") in SAMPLES


class WeighedShown:
    """The analysis on a page. `found` is the state of the analysis, None for a game that has none.
    To a reader who sees the cards of one seat alone, its `own`, the analysis shows that player's
    plays, and not where others lead."""

    def __init__(self, found: AnnotationView | None, names: Sequence[str], own: int = 0) -> None:
        self.found = found
        self.said = _read(found.body) if found and found.body else None
        self.kind = self.said.game if self.said else ""
        self.names = names
        said = self.said
        choices = [one for one in (said.choices if said else []) if own in (0, one.seat)]
        self.trumps = {one.ply: one for one in choices if said and one in said.trumps}
        self.by_ply = {
            one.ply: replace(one, line=[]) if own else one
            for one in choices
            if one not in self.trumps.values()
        }

    def at(self, page: dict[str, Any]) -> dict[str, Any]:
        """Return the values for the table at a ply, with the remarks on that ply, and on trumps
        named just before: the better card is marked in the hand."""
        table: TableShown = page["table"]
        one = self.by_ply.get(table.ply)
        if one is not None and is_mistake(one) and choice_shown(one.best).cards:
            table = _with_better(table, one)
        remarks = self._on_trumps(table.ply)
        if one is not None and _stands_out(one):
            remarks.append(remark_on(one, self.kind))
        return {**page, "table": table, "remarks": remarks}

    def around(self, page: dict[str, Any]) -> dict[str, Any]:
        """Return the values around the table with marks in the play list, the expected margin over
        the game, its turning point, and its story."""
        if self.found is None:
            return {**page, "weighing": None}
        curve: CurveShown = page["curve"]
        return {
            **self.listed(page),
            "expected": self._paths(curve),
            "better": self._better(curve),
            "weighing": self.found,
            "story": self.story(),
            "turning": self.said.story.turning if self.said and self.said.story else 0,
            "mistakes": self._mistakes(page["ply"]),
        }

    def _mistakes(self, ply: int) -> list[MistakesShown]:
        """Return every player's mistakes, those with any; seen from a ply."""
        found: dict[int, list[int]] = {}
        for one in filter(is_mistake, self._standing_out()):
            found.setdefault(one.seat, []).append(one.ply)
        return [
            MistakesShown(self.names[seat - 1], plies, following(plies, ply))
            for seat, plies in sorted(found.items())
        ]

    def listed(self, page: dict[str, Any]) -> dict[str, Any]:
        """Return the values for the play list, with marks in it."""
        return {**page, "hands": [hand.with_plays(self._with_glyph) for hand in page["hands"]]}

    def remarks(self) -> list[StandsOut]:
        """Return the remarks that stand out, in order."""
        return [
            StandsOut(  # trumps that are named have no number
                one.ply, "" if one in self.trumps.values() else f"{one.ply}.",
                self.names[one.seat - 1],
                words.card(one.card, _speech()), remark_on(one, self.kind),
            )
            for one in self._standing_out()
        ]  # fmt: skip

    def _standing_out(self) -> list[PlyWeighed]:
        choices = sorted([*self.trumps.values(), *self.by_ply.values()], key=lambda one: one.ply)
        return [one for one in choices if _stands_out(one)]

    def _on_trumps(self, ply: int) -> list[RemarkShown]:
        """Return the remarks on trumps that were named just before a ply."""
        one = self.trumps.get(ply)
        if one is None or not _stands_out(one):
            return []
        done = f"{self.names[one.seat - 1]} {words.card(one.card, _speech())}."
        return [replace(remark_on(one, self.kind), done=done)]

    def story(self) -> list[str]:
        """Return the sentences on the game as a whole."""
        if self.said is None:
            return []
        found = [words.not_weighed(self.said, _speech())] if self.said.not_weighed else []
        if self.said.story is not None:
            found.append(self.outcome())
            found.append(words.turning(self.said.story, self.names, _speech()))
        found += [f"{one}." for one in words.given_away(self.said, self.names, _speech())]
        return list(filter(None, found))

    def outcome(self) -> str:
        """Return the sentence on who won, and whether by play or by cards; empty where not all of
        the game was weighed."""
        if self.said is None or self.said.story is None:
            return ""
        return words.story(self.said.story, self.names, _speech())

    def _with_glyph(self, play: PlayShown) -> PlayShown:
        glyphs = _together(play.glyphs, self.by_ply.get(play.ply))
        return play if glyphs == play.glyphs else replace(play, glyphs=glyphs)

    def _better(self, curve: CurveShown) -> list[str]:
        """Return at every mistake of a game of two how far better play would have lifted the line,
        as SVG paths on the curve's own scale."""
        if self.said is None or not curve.reach:
            return []
        after = dict(self.said.expected)
        return [
            f"M{one.ply} {height_of(after[one.ply - 1], curve.low, curve.high)}"
            f"V{height_of(after[one.ply], curve.low, curve.high)}"
            for one in self._standing_out()
            if is_mistake(one) and {one.ply, one.ply - 1} <= after.keys()
        ]

    def _paths(self, curve: CurveShown) -> list[PathShown]:
        """Return the expected scores as SVG paths on the curve's own scale: the margin after every
        play, or by player the total at the end of the deal. What a player can be sure of against
        several others, playing as one, is less than can be expected, and left out."""
        if self.said is None:
            return []
        courses: dict[int, list[tuple[int, float]]] = {0: self.said.expected}
        if not curve.reach:
            courses = {}
            for one in self.by_ply.values():
                if one.total is not None and (one.how != SURE or len(self.names) == 2):
                    courses.setdefault(one.seat, []).append((one.ply, one.total))
        return [
            PathShown(seat, path_of(course, curve.low, curve.high))
            for seat, course in sorted(courses.items())
            if course
        ]


def _speech() -> Language:
    """Return the language of the analysis for this reader."""
    return spoken_language(language())


def is_mistake(one: PlyWeighed) -> bool:
    """Return whether a play has the mark of a mistake."""
    return one.glyph not in (0, GOOD)


def _stands_out(one: PlyWeighed) -> bool:
    """Return whether there is a remark on a play."""
    return bool(one.glyph or one.luck)


def remark_on(one: PlyWeighed, game: str) -> RemarkShown:
    """Return the remark on a play of a game."""
    best = choice_shown(one.best) if is_mistake(one) else None
    return RemarkShown(
        "", words.glyph(one), words.play(one, _speech(), game), best, words.gain(one, _speech()),
        words.beside(one, _speech(), game), [_move(move) for move in one.line],
        BETWEEN.join(move.card for move in one.line),
    )  # fmt: skip


def _move(move: Move) -> LinePlayShown:
    said = words.done_words(move.card, _speech())
    return LinePlayShown(move.seat, _shown(move.card, said), move.tally, move.points)


def choice_shown(text: str) -> ChoiceShown:
    """Return the better option as it is drawn."""
    return _shown(text, words.better_words(text, _speech()))


def offered(text: str) -> ChoiceShown:
    """Return an option as it is drawn."""
    return _shown(text, words.choice_words(text, _speech()))


def _shown(text: str, said: str) -> ChoiceShown:
    return ChoiceShown(said, shown(CARDS[one] for one in words.cards_in(text)))


def _together(own: tuple[str, ...], one: PlyWeighed | None) -> tuple[str, ...]:
    """Return the record's marks on a play, and the analyst's unless it is one of them."""
    mark = words.glyph(one) if one is not None else ""
    return own if not mark or mark in own else (*own, mark)


def _with_better(table: TableShown, one: PlyWeighed) -> TableShown:
    """Return the table with the better cards marked, one of a kind for each."""
    left = [CARDS[text] for text in words.cards_in(one.best)]

    def better(card: CardShown) -> CardShown:
        named = CARDS[card.rank + card.suit]
        if card.lies not in ("held", "may", "inferred") or named not in left:
            return card
        left.remove(named)
        return replace(card, lies="better")

    return table.with_cards(one.seat, better)
