"""A standing: totals by name, one after the other, behind a word that says so or without one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from archive.core import events as said
from archive.importers.prose import numbers_of_plays as numbers
from archive.importers.prose import player_sentences as sentences
from archive.importers.prose.game_in_words import GameInWords
from archive.importers.prose.words import FINAL
from archive.importers.which_game import COUNT_TO_20, may_have

LAST_COUNT, FIVE, PAIR = 20, 5, 2


def read(told: GameInWords, at: int, *, labelled: bool, final: bool = False,
             before: int | None = None) -> int | None:  # fmt: skip
    """Read a standing, totals by name, one after the other, and return where it ends. Without a
    label there must be several totals that cannot be plays."""
    if not labelled and numbers.is_due(told, at):
        return None
    found: list[tuple[str, int, int]] = []
    words, text, end = told.words, told.text, at
    colons, cards = True, True
    seen: set[str | int] = set()
    digits = {*("123456789" if told.one_card else "23456789")}
    while match := words.total.match(text, end):
        if (who := _called(told, match["who"])) in seen:
            break
        seen.add(who)  # each player once: a list is as long as the table is wide
        found.append((match["who"], match.start("who"), int(match["total"])))
        colons = colons and match["colon"] is not None
        cards = cards and (
            match["total"] in digits or (match["total"] == "10" and told.sheet.ranks.name != "")
        )
        last = match.end()
        end = words.between.match(text, last).end()  # type: ignore[union-attr]
    above = match and found[1:] and "\n" in text[at : found[1][1]]  # a play above the totals
    if not labelled and match and above and "\n" not in text[last : match.start("who")]:
        return None
    if not found or (not labelled and (_in_a_trick(told) or sentences.is_of_a_trick(told, at))):
        return None
    plays = told.bare or not colons or (not told.one_card and "\n" in text[at:last])
    plays = plays and not (len(found) == len(told.sheet.names) and _has_been_shown(told))
    if not labelled and (len(found) < 2 or (cards and plays)):
        return None
    if not labelled and not colons and not told.opens(at):
        return None
    if not labelled and _are_tricks(told, [total for _, _, total in found]):
        return None
    if not labelled and told.sheet.game == COUNT_TO_20 and all(
        two == one + 1 <= LAST_COUNT for (_, _, one), (_, _, two) in pairwise(found)
    ):  # fmt: skip
        return None  # no totals, but counts
    told.told(at if before is None else before)
    seated = [(told.seat(name, where), where, total) for name, where, total in found]
    totals = tuple((seat, total) for seat, _, total in seated)
    parts = {f"p{seat}": told.where(where) for seat, where, _ in seated}
    if final:
        told.add(said.End(totals, ()), at, parts)
        told.sheet.tag("Result", " ".join(f"p{seat}:{total}" for seat, total in totals))
    else:
        if not told.sheet.events and len({total for _, total in totals}) > 1:
            told.add(said.Gap(""), at)  # a match that continues
        told.standing = said.Score(totals)
        told.add(told.standing, at, parts)
    stop = numbers.STOP.match(text, last)
    return stop.end() if stop else last


def _called(told: GameInWords, name: str) -> str | int:
    """Return the seat of a player who is known by a name or an initial, or else the name."""
    who = name.casefold()
    initials = told.sheet.initials() if len(who) == 1 else {}
    return told.sheet.seats.get(who) or initials.get(who) or who


def _are_tricks(told: GameInWords, numbers: Sequence[int]) -> bool:
    """Return whether numbers behind the plays of a deal of Zwanzig ab are the tricks of those who
    stayed in, and no totals: there are five, and some player dropped out."""
    played = isinstance(told.sheet.last_event, said.Play) and may_have(told.sheet.game, said.Trump)
    few = len(numbers) < len(told.sheet.names)
    return played and few and sum(numbers) == FIVE and min(numbers) >= 0


def _has_been_shown(told: GameInWords) -> bool:
    """Return whether last cards have just been shown, behind which no card is played."""
    return isinstance(told.sheet.last_event, said.Show | said.Keep)


def _in_a_trick(told: GameInWords) -> bool:
    """Return whether a trick has just been headed, and no card played to it yet."""
    return isinstance(told.sheet.last_event, said.Trick)


def read_labelled(told: GameInWords, at: int) -> int | None:
    """Read a standing behind a word that says so; return where it ends."""
    match = told.words.label.match(told.text, at)
    if match is None:
        return None
    final = match["label"].lower().split(" ")[0].rstrip("s") in FINAL
    if (leads := told.words.leads_to.match(told.text, match.end())) and not final:
        return sentences.read_ahead(told, leads["who"], at, leads)
    if end := _read_bare(told, at, match.end(), final=final):
        return end
    end = read(told, match.end(), labelled=True, final=final, before=at)
    if end is not None and (match["earlier"] or match["above"]):
        _put_above_deal(told)
    return end


def _read_bare(told: GameInWords, at: int, start: int, *, final: bool) -> int | None:
    """Read the totals of two players without names, `Stand 12:17`; whose is the first is told by
    the points beside the plays, so that a sheet without these keeps the line as a comment."""
    match = told.words.bare_standing.match(told.text, start)
    if match is None or final or len(told.sheet.names) != PAIR or not told.sheet.played:
        return None
    totals = int(match["one"]), int(match["two"])
    earned = told.earned()
    straight = sum(one == two for one, two in zip(totals, earned, strict=True))
    crossed = sum(one == two for one, two in zip(totals, reversed(earned), strict=True))
    if straight != crossed:
        told.first_of_pair = 1 if straight > crossed else PAIR
    if not told.first_of_pair:
        return None
    told.told(at)
    first = told.first_of_pair
    told.standing = said.Score(tuple(zip((first, PAIR + 1 - first), totals, strict=True)))
    told.add(told.standing, at)
    return match.end()


def _put_above_deal(told: GameInWords) -> None:
    """Put the standing that was read last above the deal that is told: `Score before: …`."""
    sheet = told.sheet
    dealt = sheet.last(said.Deal)
    if dealt is None or not isinstance(sheet.last_event, said.Score):
        return
    event, place = sheet.drop()
    first = all(isinstance(one, said.Comment) for one in sheet.events[:dealt])
    for one in (event, said.Gap("")) if first else (event,):
        sheet.events.insert(dealt, one)
        sheet.places.insert(dealt, place)
