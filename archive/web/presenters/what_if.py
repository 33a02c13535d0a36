"""What if: a line of play on a page, beside what happened in the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from flask import url_for

from archive.analyst.annotations import PlyWeighed
from archive.core.events import Play, Trump
from archive.scoring.line_in_address import BETWEEN, LineError
from archive.scoring.what_if import Line, Move
from archive.web.language import _, marked, refusal_told
from archive.web.presenters.action_text import deed, said_of
from archive.web.presenters.boards.cards import CardShown, shown
from archive.web.presenters.boards.seen_as import allowed, lit, seen_as, seen_by
from archive.web.presenters.findings import FindingShown
from archive.web.presenters.replay_cache import open_record
from archive.web.presenters.replay_view import View, announcement
from archive.web.presenters.rule_sets import clause
from archive.web.presenters.what_if_choices import (
    for_browser,
    offers_of,
    standing_beside,
    ticked_of,
    totals_from_sheet,
    with_worth,
    worth_of,
)
from archive.web.verdict_sentences import name_of
from archive.web.words import SEVERITIES, sentence

STOPPED: Final = {
    "pack": marked(
        "The cards that would come next from the pack are not on the sheet, so the line ends here."
    ),
    "hand": marked("The sheet does not tell the cards that are shown now, so the line ends here."),
    "rules": marked("Nothing by the rules can follow this, so the line ends here."),
    "long": marked("A line has at most 400 plays, and this one has them."),
}
NOT_TOLD: Final = marked(
    "The sheet does not tell all the cards at this place, so nothing else can be tried here."
)


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
    trumps: bool
    """Whether trumps are named, which is no play and has no number."""


class WhatIf:
    """A line of play from a ply on, shown up to one of its plays. `alone` is the seat that chooses
    while all others play as they did in the game, 0 where every seat's play is chosen. `weighed` is
    the analysis of the play that the line's first one replaces.

    Raises NoPosition where the record does not say enough for it.
    """

    def __init__(
        self, view: View, start: int, text: str, at: int | None, alone: int,
        weighed: PlyWeighed | None = None,
    ) -> None:  # fmt: skip
        self._view, self.start, self._weighed = view, start, weighed
        self.alone = view.own or (alone if 1 <= alone <= view.replay.seats else 0)
        self.problem = ""
        self._asked = text
        whole = self._line()
        try:
            whole.follow(text)
        except LineError as error:
            self.problem = sentence(
                _("%(error)s The line stops before it.", error=refusal_told(error))
            )
        self._moves = whole.moves
        self.at = len(self._moves) if at is None else min(at, len(self._moves))
        self._now = whole
        if self.at < len(self._moves):
            self._now = self._line()
            self._now.follow(self.text)

    def _line(self) -> Line:
        opened = self._view.opened
        return Line(opened.known, self.start, opened.positions, self._asked)

    @property
    def text(self) -> str:
        """Return the line up to the play shown."""
        return BETWEEN.join(move.text for move in self._moves[: self.at])

    def gone_on(self) -> str:
        """Return the line with all plays added that need no choice: as in the game, or all forced
        ones where every seat's play is chosen."""
        seats = set(range(1, self._view.replay.seats + 1))
        self._now.go_on(seats - {self.alone})
        return self._now.text

    def address(self, text: str, at: int | None = None, **more: Any) -> str:
        """Return the address of a line, shown up to a play of it."""
        asked = {"at": at, "for": self.alone if self.alone and not self._view.own else None, **more}
        return self._view.line_address(self.start, text, **asked)

    def picture(self) -> dict[str, Any]:
        """Return the values for a picture of the line's table, without the choices."""
        page = self._end_of(self._drawn())
        if self._view.own:
            page["table"] = seen_as(page["table"], self._view.own)
        return {**page, "line": {"start": self.start, "chooser": self._chooser()}}

    def _drawn(self) -> View:
        """Return the line as a game of its own, with all players' cards."""
        opened = open_record(self._now.record)
        return View(self._view.game, opened, 0, self._view.near, self._findings())

    def _end_of(self, drawn: View) -> dict[str, Any]:
        """Return the values for the table at the end of the line, without the result that the game
        came to."""
        return {**drawn.last_page(), "result": None}

    def page(self) -> dict[str, Any]:
        """Return the values for the table of the line, and what is beside it."""
        view = self._view
        drawn = self._drawn()
        page = self._end_of(drawn)
        table = page["table"]
        position = self._now.position
        table = table.with_totals(totals_from_sheet(drawn.opened, position))
        seat = position.turn
        choices = self._now.choices() if self._choosing() else []
        worth = worth_of(position, choices, None if self.at else self._weighed)
        if self._choosing() and seat:
            could = allowed(position, seat)
            table = table.with_cards(seat, lambda card: lit(card, could))
            table = with_worth(table, seat, choices, worth)
        if view.own:
            table = seen_as(table, view.own)
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
                "rules": for_browser(position, view.names) if choices and not view.own else None,
                "offers": offers_of(position, choices, worth, self._gone_on_by),
                "ticked": ticked_of(position, choices),
                "exchange": position.due == "put_away",
                "all_of": len(choices),
                "stopped": _(STOPPED[self._now.stopped]) if self._now.stopped in STOPPED else "",
                "instead": self._instead(),
                "standing": standing_beside(
                    drawn.opened, view.opened, view.names, view.game.verdict, position
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

    # -- the choices

    def _choosing(self) -> bool:
        """Return whether it is the turn of the seat that chooses."""
        line = self._now
        if line.stopped or line.position.over:
            return False
        return self._view.own in (0, line.position.turn)

    def _gone_on_by(self, choice: str) -> str:
        """Return the address of the line with a choice added; where one seat chooses, the others
        play on."""
        more = {"go": 1} if self.alone else {}
        return self.address(BETWEEN.join(filter(None, (self.text, choice))), **more)

    def _kept_as(self, endpoint: str, ply: int) -> str | None:
        """Return the address at which the whole line is kept as a variation; None where the record
        has no place for it."""
        none = not self._moves or self.problem or self._now.before_trumps
        if none or self.start >= self._view.opened.last:
            return None
        text = BETWEEN.join(one.text for one in self._moves)
        return url_for(endpoint, game_id=self._view.game.id, ply=ply, line=text)

    def _may_go_on(self) -> bool:
        line = self._now
        return not line.stopped and not line.position.over

    def _chooser(self) -> str:
        seat = self._now.position.turn
        return self._view.names[seat - 1] if seat and self._may_go_on() else ""

    def _instead(self) -> str:
        """Return the play of the game that the line's first one replaces, in words."""
        replay = self._view.replay
        if self.start >= replay.last:
            return ""
        step = replay.steps[self.start]
        action = seen_by(self._view.own, step.action, step.seat)
        name = name_of(self._view.names, step.seat)
        return _("In the game: %(deed)s.", deed=said_of(name, deed(action)))

    # -- the line itself

    def _move(self, number: int, move: Move) -> MoveShown:
        event = seen_by(self._view.own, move.event, move.seat)
        return MoveShown(
            move.ply, self._view.names[move.seat - 1],
            shown(event.cards) if isinstance(event, Play) else [], deed(event),
            self.address(BETWEEN.join(one.text for one in self._moves), number),
            number == self.at, bool(move.broken), isinstance(event, Trump),
        )  # fmt: skip

    def _findings(self) -> list[FindingShown]:
        """Return the findings on the line's plays, by the rules."""
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
        """Return the addresses of the controls: through the line, and before it through the
        game."""
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
