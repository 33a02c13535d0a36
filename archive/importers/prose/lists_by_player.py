"""Lines that go player by player: cards shown, drawn for the deal or kept, and who is out."""

from __future__ import annotations

import re

from archive.core import events as said
from archive.core.cards import UNKNOWN
from archive.importers.prose.game_in_words import GameInWords


def read_shown(told: GameInWords, at: int) -> int | None:
    """Read whose cards are shown. Where no cards stand before them, the earlier cards of their hand
    are not written down."""
    alone = not told.sheet.played and told.sheet.last(said.Deal) is None
    end = _runs(told, at, told.words.shown, said.Show)
    if end is not None and alone:
        shown, place = told.sheet.drop()
        told.sheet.add(said.Deal(None), place)
        told.sheet.add(shown, place)
    return end


def read_left(told: GameInWords, at: int) -> int | None:
    """Read the last cards of Twenty-Two before the word that they are left: `Bea A, Ali 2 left`."""
    if told.sheet.game != "twenty-two" or not told.sheet.played or not told.opens(at):
        return None
    end = _runs(told, at, told.words.listed_as_left, said.Show)
    behind = told.words.behind_them.match(told.text, end) if end is not None else None
    return behind.end() if behind else end


def read_cut(told: GameInWords, at: int) -> int | None:
    """Read which cards were drawn for the deal."""
    return _runs(told, at, told.words.cut, said.Cut)


def _runs(
    told: GameInWords, at: int, head: re.Pattern[str], made: type[said.Show | said.Cut]
) -> int | None:
    found = _list(told, at, head, told.words.shown_of)
    if found is None:
        return None
    runs = ((seat, told.sheet.ranks.run(one["cards"]) or (UNKNOWN,)) for seat, one in found[0])
    told.add(made(tuple(runs)), at)
    return found[1]


def read_kept(told: GameInWords, at: int) -> int | None:
    """Read which cards players keep in front of them, and what these count."""
    found = _list(told, at, told.words.kept, told.words.kept_of)
    if found is None:
        return None
    kept = []
    for seat, one in found[0]:
        card = told.sheet.card(one["card"], told.where(one.start("card")))
        kept.append(said.Kept(seat, card or UNKNOWN, int(one["worth"]) if one["worth"] else None))
    told.add(said.Keep(tuple(kept)), at)
    return found[1]


def read_out(told: GameInWords, at: int) -> int | None:
    """Read who is out of the game."""
    found = _list(told, at, told.words.out, told.words.out_of)
    if found is None:
        return None
    told.add(said.Out(tuple(seat for seat, _ in found[0])), at)
    return found[1]


def _list(
    told: GameInWords, at: int, head: re.Pattern[str], one: re.Pattern[str]
) -> tuple[list[tuple[int, re.Match[str]]], int] | None:
    """Return the entries of a line behind its word, player by player, and where it ends."""
    match = head.match(told.text, at)
    if match is None:
        return None
    found, end = [], match.end()
    last = end
    while item := one.match(told.text, end):
        found.append(item)
        last = item.end()
        end = told.words.comma.match(told.text, last).end()  # type: ignore[union-attr]
    if not found:
        return None
    told.told(at)
    return [(told.seat(item["who"], item.start("who")), item) for item in found], last
