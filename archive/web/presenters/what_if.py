"""What if: a line of play as a page shows it, beside what happened in the game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import url_for

from archive.core.cards import cards as cards_named
from archive.core.events import Play, Trump
from archive.rules.pack import write_card
from archive.rules.plain import written
from archive.scoring.line_text import BETWEEN, LineError
from archive.scoring.what_if import Choice, Line, Move
from archive.web.language import _, marked, told
from archive.web.presenters.action_text import deed, said_of, trump_named
from archive.web.presenters.boards.allowed import allowed, with_lit
from archive.web.presenters.boards.cards import CardShown, shown
from archive.web.presenters.boards.seen_as import seen_as, unseen
from archive.web.presenters.findings import FindingShown
from archive.web.presenters.line_score import standing_beside
from archive.web.presenters.replay_cache import open_record
from archive.web.presenters.replay_view import View, announcement
from archive.web.presenters.rulebook import clause
from archive.web.rules_files import address as rules_address
from archive.web.words import SEVERITIES, sentence

MOST_OFFERED: Final = 16
"""Plays that are offered one by one; where there are more, cards can be ticked."""

OFFERED: Final = {
    "d": marked("Draw a card"), "pass": marked("Pass"), "in": marked("Stay in"),
    "out": marked("Drop out"), "x-": marked("Stand pat"),
    "trump-c": marked("Clubs trumps"), "trump-d": marked("Diamonds trumps"),
    "trump-h": marked("Hearts trumps"), "trump-s": marked("Spades trumps"),
}  # fmt: skip
STOPPED: Final = {
    "pack": marked(
        "The cards that would come next from the pack are not in the record, so the line ends here."
    ),
    "hand": marked("The record does not tell the cards that are shown now, so the line ends here."),
    "rules": marked("Nothing by the rules can follow this, so the line ends here."),
    "long": marked("A line has at most 400 plays, and this one has them."),
}
TICKED: Final = {"turn": "make"}
"""What cards that were ticked are played as, by what is awaited, where that is called otherwise."""
NOT_TOLD: Final = marked(
    "The record does not tell all the cards at this place, so nothing else can be tried here."
)


@dataclass(frozen=True, slots=True)
class OfferShown:
    """Something that may be played now: its cards, or words where it is no play of cards; and what
    it is to the rules, as JSON."""

    text: str
    action: str
    cards: list[CardShown]
    words: str
    url: str
    as_played: bool


@dataclass(frozen=True, slots=True)
class MoveShown:
    """A play of the line that is there already."""

    ply: int
    name: str
    cards: list[CardShown]
    words: str
    url: str
    here: bool
    wrong: bool


def _offered(text: str) -> str:
    """Return what a choice is called that is no play of cards; empty for one that is."""
    if text in OFFERED:
        return _(OFFERED[text])
    return _("Exchange") if text.startswith("x") else ""


class WhatIf:
    """A line of play from a ply on, shown up to one of its plays. `alone` is the seat that chooses
    while all others play as they did in the game, 0 where every seat's play is chosen.

    Raises NoPosition where the record does not say enough for it.
    """

    def __init__(self, view: View, start: int, text: str, at: int | None, alone: int) -> None:
        self._view, self.start = view, start
        self.alone = view.own or (alone if 1 <= alone <= view.replay.seats else 0)
        self.problem = ""
        whole = self._line()
        try:
            whole.follow(text)
        except LineError as error:
            self.problem = sentence(_("%(error)s The line stops before it.", error=told(error)))
        self._moves = whole.moves
        self.at = len(self._moves) if at is None else min(at, len(self._moves))
        self._now = whole
        if self.at < len(self._moves):
            self._now = self._line()
            self._now.follow(self.text)

    def _line(self) -> Line:
        opened = self._view.opened
        return Line(opened.record, self.start, opened.positions)

    @property
    def text(self) -> str:
        """Return the line up to the play shown."""
        return BETWEEN.join(move.text for move in self._moves[: self.at])

    def gone_on(self) -> str:
        """Return the line with everything added that happens without the one who chooses: as it
        happened in the game, or all that can happen so where every seat's play is chosen."""
        seats = set(range(1, self._view.replay.seats + 1))
        self._now.go_on(seats - {self.alone})
        return self._now.text

    def address(self, text: str, at: int | None = None, **more: Any) -> str:
        """Return the address of a line, shown up to a play of it."""
        asked = {"at": at, "for": self.alone if self.alone and not self._view.own else None, **more}
        return self._view.line_address(self.start, text, **asked)

    def picture(self) -> dict[str, Any]:
        """Return what a picture of the line's table needs, on which nothing is offered."""
        page = self._drawn().last_page()
        if self._view.own:
            page["table"] = seen_as(page["table"], self._view.own)
        return {**page, "line": {"start": self.start, "chooser": self._chooser()}}

    def _drawn(self) -> View:
        """Return the line as a game of its own, with everybody's cards."""
        opened = open_record(self._now.record)
        return View(self._view.game, opened, 0, self._view.near, self._findings())

    def page(self) -> dict[str, Any]:
        """Return what the table of the line needs to be drawn, and what stands beside it."""
        view = self._view
        drawn = self._drawn()
        page = drawn.last_page()
        table = page["table"]
        seat = self._now.position.turn
        if self._choosing() and seat:
            table = with_lit(table, seat, allowed(self._now.position, seat))
        if view.own:
            table = seen_as(table, view.own)
        choices = self._now.choices() if self._choosing() else []
        return {
            **page,
            "table": table,
            "announcement": announcement(table, page["at_ply"]),
            "side": view.side(),
            "last": view.opened.last,
            "ply_url": view.address,
            "line": {
                "problem": self.problem,
                "start": self.start,
                "action": view.address(self.start).partition("?")[0],
                "text": self.text,
                "alone": self.alone,
                "moves": [self._move(number, one) for number, one in enumerate(self._moves, 1)],
                "chooser": self._chooser(),
                "rules": self._rules() if choices else None,
                "offers": self._offers(choices),
                "ticked": self._ticked(choices),
                "exchange": self._now.position.due == "put_away",
                "all_of": len(choices),
                "stopped": _(STOPPED[self._now.stopped]) if self._now.stopped in STOPPED else "",
                "instead": self._instead(),
                "standing": standing_beside(
                    drawn.replay, view.replay, view.names, view.game.verdict
                ),
                "ways": self._ways(),
                "back": view.address(min(self.start + 1, view.opened.last)),
                "keep": self._kept_as("lines.as_variation", self.start),
                "note": self._kept_as("layers.note", self.start + 1),
                "go_on": self.address(self.text, go=1) if self._may_go_on() else None,
                "for_all": self.address(self.text, **{"for": None}),
                "for_one": None if self.alone or not seat else
                self.address(self.text, **{"for": seat}),
            },
        }  # fmt: skip

    # -- what may be chosen

    def _choosing(self) -> bool:
        """Return whether the one who chooses is to play."""
        line = self._now
        if line.stopped or line.position.over:
            return False
        return self._view.own in (0, line.position.turn)

    def _rules(self) -> dict[str, str] | None:
        """Return what a browser needs to ask the rules itself: where they are, and the game as it
        stands. Nothing where the page shows one player's knowledge: a position has all hands."""
        if self._view.own:
            return None
        position = self._now.position
        return {
            "files": rules_address(position),
            "position": json.dumps(written(position), separators=(",", ":")),
            "names": json.dumps(self._view.names, ensure_ascii=False),
            "offered": json.dumps({text: _(word) for text, word in OFFERED.items()}),
            "ticked": json.dumps([TICKED.get(position.due, position.due), position.turn]),
        }

    def _kept_as(self, endpoint: str, ply: int) -> str | None:
        """Return where the whole line is kept as a variation; None where that has no place in the
        record."""
        if not self._moves or self.problem or self.start >= self._view.opened.last:
            return None
        text = BETWEEN.join(one.text for one in self._moves)
        return url_for(endpoint, game_id=self._view.game.id, ply=ply, line=text)

    def _may_go_on(self) -> bool:
        line = self._now
        return not line.stopped and not line.position.over

    def _chooser(self) -> str:
        seat = self._now.position.turn
        return self._view.names[seat - 1] if seat and self._may_go_on() else ""

    def _offers(self, choices: Sequence[Choice]) -> list[OfferShown]:
        """Return the plays that are offered: the one of the game first, then those of few cards."""
        if self._now.position.due == "put_away":
            choices = [one for one in choices if one.as_played or one.text == "x-"]
        order = sorted(choices, key=lambda one: (not one.as_played, len(one.text)))
        offered = order[:MOST_OFFERED] if len(order) > MOST_OFFERED else list(choices)
        more = {"go": 1} if self.alone else {}
        return [
            OfferShown(
                one.text,
                json.dumps(one.action),
                shown(cards_named(one.text.removeprefix("x"))) if one.text not in OFFERED else [],
                _offered(one.text),
                self.address(BETWEEN.join(filter(None, (self.text, one.text))), **more),
                one.as_played,
            )
            for one in offered
        ]

    def _ticked(self, choices: Sequence[Choice]) -> list[tuple[CardShown, int]]:
        """Return the hand to tick cards in, where not every choice is offered: each card, and what
        it is to the rules."""
        position: Any = self._now.position
        if not choices or (position.due != "put_away" and len(choices) <= MOST_OFFERED):
            return []
        hand = sorted(position.hands[position.turn].known)
        return list(zip(shown(cards_named("".join(map(write_card, hand)))), hand, strict=True))

    def _instead(self) -> str:
        """Return what happened in the game in place of the line's first play."""
        replay = self._view.replay
        if self.start >= replay.last:
            return ""
        step = replay.steps[self.start]
        action = unseen(step.action) if self._view.own not in (0, step.seat) else step.action
        name = self._view.names[step.seat - 1]
        return _("In the game: %(deed)s.", deed=said_of(name, deed(action)))

    # -- what the line has

    def _move(self, number: int, move: Move) -> MoveShown:
        event: Any = move.event
        if self._view.own not in (0, move.seat) and not isinstance(event, Play | Trump):
            event = unseen(event)
        named = isinstance(event, Trump)
        words = trump_named(event.suit) if named else deed(event)
        return MoveShown(
            move.ply, self._view.names[move.seat - 1],
            shown(event.cards) if isinstance(event, Play) else [], words,
            self.address(BETWEEN.join(one.text for one in self._moves), number),
            number == self.at, bool(move.broken),
        )  # fmt: skip

    def _findings(self) -> list[FindingShown]:
        """Return what is wrong with the line's plays, by the rules."""
        found: list[FindingShown] = []
        for move in self._moves[: self.at]:
            for code, number in move.broken:
                rule = clause(f"{self._view.replay.record.game}/{number}")
                said = str(rule.first_sentence) if rule else ""
                name = self._view.names[move.seat - 1]
                found.append(
                    FindingShown(
                        len(found), code, "error", _(SEVERITIES["error"]),
                        " ".join(filter(None, (
                            _("The rules do not let %(name)s play this.", name=name), said,
                        ))), rule, move.ply,
                        None, None, False, None, None, [],
                    )
                )  # fmt: skip
        return found

    def _ways(self) -> dict[str, str | None]:
        """Return where the controls lead: through the line, and before it through the game."""
        whole = BETWEEN.join(one.text for one in self._moves)
        before = None
        if self.at:
            before = self.address(whole, self.at - 1)
        elif self.start:
            before = self._view.line_address(self.start - 1, "")
        later = self.at < len(self._moves)
        return {
            "first": self.address(whole, 0) if self.at else None,
            "previous": before,
            "next": self.address(whole, self.at + 1) if later else None,
            "last": self.address(whole, len(self._moves)) if later else None,
        }
