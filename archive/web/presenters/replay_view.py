"""A game as a reader looks at it: the table at a ply, and what is around it; and tables drawn
beside words: the one at the end of a record, or the one where it first goes wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Final, NamedTuple

from flask import url_for

from archive.core.record import Record
from archive.scoring.scoresheet import counted_on_at
from archive.services import GameView
from archive.web.language import _, ngettext, spoiler_free
from archive.web.presenters.boards import TableShown, table_at, with_dealt
from archive.web.presenters.boards.cards import CardShown, shown
from archive.web.presenters.boards.seen_as import as_written, seen_as, with_allowed
from archive.web.presenters.boards.twenty import TwentyShown
from archive.web.presenters.findings import (
    FindingShown,
    gravest_by_ply,
    is_against_the_rules,
    origin_of,
)
from archive.web.presenters.move_list import hand_of, links_near, variations_of
from archive.web.presenters.replay_cache import CachedReplay, open_record
from archive.web.presenters.score_curve import curve_of
from archive.web.verdict_sentences import outcome, who_won
from archive.web.words import signed, tallied

WRITTEN: Final = "written"
"""The word in an address for a view with only the cards that the record had named by then."""


class View:
    """A game as a reader sees it: from one player's side, with all cards, with hers alone, or with
    those that the record had `written` by then.

    `findings` are those of its verdict unless others are given, `endpoint` that of its pages,
    `layers` the layers in its address, `table` a shared replay where others see it, too.
    """

    def __init__(
        self,
        game: GameView,
        opened: CachedReplay,
        own: int,
        near: int,
        findings: list[FindingShown] | None = None,
        endpoint: str = "replay.ply",
        layers: str | None = None,
        *,
        written: bool = False,
        table: str = "",
    ) -> None:
        self.endpoint, self.layers = endpoint, layers
        self.table = {"with": table} if table else {}
        assert opened.replay is not None
        self.game, self.opened, self.replay = game, opened, opened.replay
        self.names = opened.names()
        self.own = own if 1 <= own <= self.replay.seats else 0
        self.near = self.own or (near if 1 <= near <= self.replay.seats else 1)
        self.written = written and not self.own
        origin = origin_of(game, opened.record)
        self.findings = opened.findings(game.verdict, origin) if findings is None else findings
        self.flags = gravest_by_ply(self.findings)

    def at(self, ply: int) -> dict[str, Any]:
        """Return the values for the table at a ply."""
        table = _table_at(self.opened, ply, self.near)
        if 0 < ply <= self.replay.unwritten:
            unknown = [replace(one, total=None) for one in table.seats]
            table = replace(table, where=_("Not written down"), seats=unknown)
        here = [finding for finding in self.findings if finding.ply == ply]
        wrong = next((one for one in here if is_against_the_rules(one)), None)
        if wrong:
            table = with_allowed(table, self.opened.positions.get(ply - 1))
        if self.own:
            table = seen_as(table, self.own)
        if self.written:
            table = as_written(table)
        return {
            "game": self.game,
            "names": self.names,
            "table": table,
            "last": self.opened.last,
            "unwritten": self.replay.unwritten,
            "ply_url": self.address,
            "at_ply": here,
            "wrong": wrong,
            "result": self._result() if ply == self.opened.last and ply else None,
            "announcement": announcement(table, here),
            "side": self.side(),
            "what_if_url": self.line_address(max(ply - 1, 0), ""),
        }

    def last_page(self) -> dict[str, Any]:
        """Return the values for the table after the last play: with the hands dealt for what comes
        next, unless that play was against the rules and its hand shows why."""
        page = self.at(self.opened.last)
        if not page["wrong"]:
            page["table"] = with_dealt(page["table"], self.replay, self.names)
        return page

    def around(self, ply: int) -> dict[str, Any]:
        """Return the values around the table: the controls, the course, the plays of the deal."""
        deals = self.opened.deals
        flags = sorted(self.flags)
        return {
            "here": max(ply, 1),
            "previous": (ply - 1 if ply > self.replay.unwritten + 1 else 0) if ply else None,
            "next": max(ply, self.replay.unwritten) + 1 if ply < self.opened.last else None,
            "base": self._around_ply[0].removesuffix("/"),
            "ply": ply,
            "own": self.own,
            "written": self.written,
            "rows": self.opened.rows,
            "rounds": self.opened.rounds,
            "near": self.near,
            "layers_asked": self.layers,
            "at_table": self.table.get("with", ""),
            "turned_url": self.address(ply, self.near % self.replay.seats + 1),
            "finding_plies": flags,
            "finding_sides": {at: self.own or self.flags[at].near or 1 for at in flags},
            "next_finding": next((at for at in flags if at > ply), flags[0] if flags else None),
            "deals": links_near(deals, self.flags, max(ply, 1)),
            "firsts": [deal.first for deal in deals],
            **self.listed(ply, ply),
            "curve": curve_of(
                self.replay, self.opened.rows, self.flags, self.names, stepped=spoiler_free()
            ),
        }

    def listed(self, first: int, last: int) -> dict[str, Any]:
        """Return the play list of the deals that have plays between two."""
        return {
            "hands": [
                hand_of(self.replay, deal, self.opened.rows, self.flags, self.own, first)
                for deal in self.opened.deals
                if deal.first <= max(last, 1) and first <= deal.last
            ],
            "asides": variations_of(
                self.opened.variations, self.line_address, self.names, self.own
            ),
        }

    def address(self, ply: int, near: int | None = None, layers: str | None = None) -> str:
        """Return the address of a ply, seen from the same side, or all cards from another; with the
        same layers, or others."""
        if near is None and layers is None:
            before, after = self._around_ply
            return f"{before}{ply}{after}"
        asked = self.side(near) if layers is None else {**self.side(near), "layers": layers}
        return url_for(self.endpoint, game_id=self.game.id, ply=ply, **asked)

    @cached_property
    def _around_ply(self) -> tuple[str, str]:
        """Return the parts before and after the number in the address of a ply: a page has
        hundreds."""
        path = url_for(self.endpoint, game_id=self.game.id, ply=0)
        whole = url_for(self.endpoint, game_id=self.game.id, ply=0, **self.side())
        return path[:-1], whole[len(path) :]

    def line_address(self, start: int, line: str, **more: Any) -> str:
        """Return the address of a line of play that leaves the game after a ply."""
        asked = {"line": line, **more, **self.side()}
        return url_for(self.endpoint, game_id=self.game.id, ply=start, **asked)

    def side(self, near: int | None = None) -> dict[str, Any]:
        """Return the parameters for the side that a game is seen from, and for its layers."""
        layers = self.table if self.layers is None else {"layers": self.layers, **self.table}
        if self.own and near is None:
            return {"as": self.own, **layers}
        told = {"as": WRITTEN, **layers} if self.written else layers
        return {"seat": near or self.near, **told} if (near or self.near) > 1 else told

    def _result(self) -> dict[str, Any] | None:
        """Return the winner and the score, and the record's claim, once a game is over."""
        verdict = self.game.verdict
        if not verdict or not self.replay.at(self.opened.last).over:
            return None
        return {
            "sentence": outcome(verdict["winner"], verdict["score"], self.names)
            if verdict["winner"]
            else who_won(verdict, self.names).removesuffix("."),
            "score": verdict["score"],
            "claimed": verdict["claimed"],
            "right": verdict["answers"]["result"],
        }


def _table_at(opened: CachedReplay, ply: int, near: int = 1) -> TableShown:
    """Return the table after a play, seen from a seat's side, with totals that are counted on where
    they are not known otherwise."""
    assert opened.replay is not None
    table = table_at(opened.replay, ply, opened.names(), near)
    counted = counted_on_at(opened.rows, ply)
    return table.with_totals(counted) if counted else table


def announcement(table: TableShown, findings: Sequence[FindingShown]) -> str:
    """Return a ply as it is read out."""
    if table.step is None:
        return table.opening
    said = [table.deed_sentence]
    if table.tally is not None:
        said.append(_("tally %(tally)s", tally=table.tally))
    if tallied(table.game):
        said += [
            ngettext("%(num)s point for %(name)s (%(reason)s)",
                     "%(num)s points for %(name)s (%(reason)s)", one.points)
            % {"num": one.points, "name": one.name, "reason": one.called}
            for one in table.gains
        ]  # fmt: skip
        told = []
    else:
        told = [
            _("%(name)s %(points)s (%(reason)s).", name=one.name, points=signed(one.points),
              reason=one.called)
            for one in table.gains
        ]  # fmt: skip
    sentences = [", ".join(said) + ".", *table.follows, *told]
    return " ".join([*sentences, *(found.sentence for found in findings)])


class TableAfter(NamedTuple):
    """A table after a play, the players' names, and that play; `wrong` where the rules forbid it,
    `of_line` where a line behind it is at fault."""

    table: TableShown
    names: list[str]
    told: str
    wrong: bool = False
    of_line: bool = False

    @property
    def cards(self) -> list[CardShown]:
        """Return the cards that are at fault, on the one that lay in a tally pile before them."""
        if self.of_line:
            return []
        step = self.table.step
        known = shown(card for card in (step.cards if step else ()) if card.rank != "?")
        pile = self.table.pile[-2:] if isinstance(self.table, TwentyShown) else []
        return pile if known and len(pile) > 1 else known[:3]


def table_after(record: Record) -> TableAfter | None:
    """Return the table after the last play of a record, with the hands that were dealt since; None
    where no game is played in it."""
    opened = open_record(record)
    if opened.replay is None:
        return None
    names = opened.names()
    after = _table_at(opened, opened.last)
    shown = with_dealt(after, opened.replay, names)
    return TableAfter(shown, names, announcement(after, []))


def table_in(opened: CachedReplay) -> TableAfter | None:
    """Return the table in the middle of a game; None where none is played."""
    if opened.replay is None:
        return None
    names = opened.names()
    table = _table_at(opened, opened.last // 2)
    return TableAfter(table, names, announcement(table, []))


def table_at_fault(opened: CachedReplay, findings: Sequence[FindingShown]) -> TableAfter | None:
    """Return the table at the first play with a finding, from the side of its player, with the
    allowed cards marked; None where no play has one."""
    faults = [one for one in findings if one.severity == "error" and one.ply]
    found = min(faults, key=lambda one: (not one.first, one.ply), default=None)
    if found is None or opened.replay is None:
        return None
    names, ply = opened.names(), found.ply or 0
    table = _table_at(opened, ply)
    if table.step is not None:
        table = _table_at(opened, ply, table.step.seat)
    wrong = is_against_the_rules(found)
    if wrong:
        table = with_allowed(table, opened.positions.get(ply - 1))
    return TableAfter(table, names, announcement(table, []), wrong, found.of_line)
