"""Sentences about a player: a bonus taken, who begins, deals and wins, and who names trumps."""

from __future__ import annotations

import re

from archive.core import events as said
from archive.core.cards import UNKNOWN
from archive.importers.actions import Deed
from archive.importers.number_words import number
from archive.importers.order_of_deals import put_exchanges_in_turn
from archive.importers.prose.game_in_words import GameInWords
from archive.importers.prose.words import NUMBERS
from archive.importers.ranks import SUIT_WORDS
from archive.importers.which_game import COUNT_TO_20, TWENTY_TWO, ZWANZIG, may_have

OF_TRICKS = frozenset({TWENTY_TWO, ZWANZIG})
PAIR = 2
PLAYS, LEAST = 100, 100
"""The plays of a game of Twenty, and the least total that ends one of Count to 20."""
NEAR = 30
"""The events that are looked at where no deal is among the last ones."""
AND = re.compile(r"[ \t]*(?:,|;|/|\.(?=[ \t])|and|und)[ \t]*(?:(?:and|und)[ \t]+)?")
"""What stands between two players in a sentence."""


def read_taken(told: GameInWords, name: str, at: int, match: re.Match[str]) -> int | None:
    if not told.rounds and not told.sheet.played:
        return None
    told.told(at)
    points = match["worth"] or match["value"]
    who = match["taker"] or match["to"]
    told.add(said.Bonus(told.seat(who, at), int(points) if points else None), at)
    told.bonus_taken = True
    return match.end()


def read_begins(told: GameInWords, name: str, at: int, match: re.Match[str]) -> int | None:
    """Read who begins a round; that may also be the heading of one, `Berta starts round 2`."""
    nth = (match["nth"] or match["before"] or "").lower()
    number = NUMBERS.get(nth) or int(nth or 0)
    if number > told.rounds and told.one_card:
        told.told(at)
        told.add(said.Round(number, told.seat(name, at)), at)
        told.rounds, told.opening = number, True
        told.played()
        return match.end()
    index = told.sheet.last(said.Round)
    if not told.opening or index is None:
        return None
    event = told.sheet.events[index]
    if not isinstance(event, said.Round) or event.first is not None:
        return None
    told.told(at)
    told.sheet.put(index, event._replace(first=told.seat(name, at)))
    return match.end()


def read_deals(told: GameInWords, name: str, at: int, match: re.Match[str]) -> int | None:
    index = told.sheet.last(said.Deal)
    said_cards = match.groupdict().get("cards") or match.groupdict().get("each")
    cards = int(said_cards) if said_cards else None
    told.told(at)
    seat = told.seat(name, at)
    behind = told.sheet.events[index + 1 :] if index is not None else []
    if index is not None and all(isinstance(one, said.Comment) for one in behind):
        event = told.sheet.events[index]
        assert isinstance(event, said.Deal)
        if event.dealer is None:
            told.sheet.put(index, event._replace(dealer=seat, cards=cards or event.cards))
            return match.end()
    told.add(said.Deal(None, seat, cards), at)
    return match.end()


def read_dealer(told: GameInWords, name: str, at: int, match: re.Match[str]) -> int | None:
    """Read who dealt, before anything of the deal is told: it may be said of one that is over."""
    index = told.sheet.last(said.Deal)
    since = told.sheet.events[-NEAR if index is None else index + 1 :]
    alone = all(isinstance(one, said.Comment) for one in since)
    if told.one_card or not (alone or (index is not None and isinstance(since[-1], said.Score))):
        return None
    return read_deals(told, name, at, match)


def read_ahead(told: GameInWords, name: str, at: int, match: re.Match[str]) -> int | None:
    """Read the totals of two players, that of the one who leads first: `Ben leads 12 to 0`."""
    own, other = int(match["own"]), int(match["other"])
    if len(told.sheet.names) != PAIR or not told.opens(at) or not told.sheet.played or own < other:
        return None
    told.told(at)
    seat = told.seat(name, at)
    told.standing = said.Score(((seat, own), (PAIR + 1 - seat, other)))
    told.add(told.standing, at)
    return match.end()


def read_exchange_too(told: GameInWords, name: str, at: int, match: re.Match[str]) -> int | None:
    """Read how many cards another player exchanges, in the sentence of the one before: `Ruth
    changes 2, Wendell none`, which does not tell in which order they did."""
    last = told.sheet.last_event
    between = told.text[told.at : at]
    behind = AND.fullmatch(between) or told.text[told.at - 1 : told.at] == "."
    if not isinstance(last, said.Exchange) or not behind or between.strip(" \t,;/.andu"):
        return None
    number_of = 0 if match["none"] else number(match["some"]) or 0
    taken = () if match["none"] else None
    found = Deed("exchange", match.end(), (UNKNOWN,) * number_of, taken=taken)
    told.told(at)
    told.sheet.act(told.seat(name, at), found, told.where(at))
    sheet = told.sheet
    put_exchanges_in_turn(sheet.events, sheet.places, len(sheet.names))
    return match.end()


def read_wins(told: GameInWords, name: str, at: int, match: re.Match[str]) -> int | None:
    begun = told.sheet.played or told.sheet.last(said.Show) is not None
    if not begun or not told.opens(at) or is_of_a_trick(told, at) or is_behind_plays(told, at):
        return None
    if match["past"] and not (match["game"] or _is_played_out(told)):
        return None  # perhaps a hand or a trick
    told.told(at)
    seat, total = told.seat(name, at), match["total"]
    if match["lead"]:
        told.comment(told.text[at : match.end()], at)
    add_winners(told, (seat,), at, ((seat, int(total.replace("−", "-"))),) if total else ())
    return match.end()


def _is_played_out(told: GameInWords) -> bool:
    """Return whether enough is told for a whole game, of one in which nothing else is won: all
    plays of Twenty, or a total with which Count to 20 ends."""
    sheet = told.sheet
    if sheet.game == COUNT_TO_20:
        return any(sheet.total(seat) >= LEAST for seat in range(1, len(sheet.names) + 1))
    return told.one_card and sheet.played >= PLAYS


def is_of_a_trick(told: GameInWords, at: int) -> bool:
    """Return whether a place is behind the plays of a trick, on their line."""
    line = told.text.rfind("\n", 0, at) + 1
    tricks = told.sheet.last(said.Trick) is not None
    return tricks and bool(told.text[line:at].strip(" \t*_#>|-"))


def is_behind_plays(told: GameInWords, at: int) -> bool:
    """Return whether a place is behind plays of a game of tricks, on their line."""
    line = told.where(told.text.rfind("\n", 0, at) + 1)
    last, places = told.sheet.last_event, told.sheet.places
    played = isinstance(last, said.Play) and places[-1] >= line
    return played and told.sheet.game in OF_TRICKS


def add_winners(
    told: GameInWords, winners: tuple[int, ...], at: int, totals: said.Totals = ()
) -> None:
    """Add who wins, with the final totals where they stand just before."""
    parts: dict[str, int] = {}
    if not totals and told.sheet.events and isinstance(last := told.sheet.events[-1], said.End):
        totals = last.totals
        _, place = told.sheet.drop()
        parts = {f"p{seat}": place for seat, _ in totals}
    told.add(said.End(totals, winners), at, parts)


def read_stay(told: GameInWords, name: str, at: int, match: re.Match[str]) -> int | None:
    """Read that several players stay in, or drop out: `Renate und Klaus bleiben dabei.` Where all
    do, it does not tell in which order they said so."""
    named = [*told.words.out_of.finditer(told.text, at, match.end())]
    every = len(named) == len(told.sheet.names)
    begins = told.opens(at) or AND.fullmatch(told.text, told.at, at)
    if every or not begins or not may_have(told.sheet.game, said.Stay):
        return None
    told.told(at)
    for one in named:
        choice = Deed("stay", 0, stays=match["out"] is None)
        told.sheet.act(told.seat(one["who"], one.start()), choice, told.where(one.start()))
    return match.end()


def read_trump(told: GameInWords, name: str, at: int, match: re.Match[str]) -> int | None:
    """Read who names which suit; without a word for that only above all cards of a deal."""
    last = told.sheet.last(said.Play)
    if match["alone"] and (
        told.sheet.game != ZWANZIG or (last is not None and last > _last_deal(told))
    ):
        return None
    told.told(at)
    told.sheet.trump(
        said.Trump(told.seat(name, at), SUIT_WORDS[match["suit"].lower()]), told.where(at)
    )
    return match.end()


def _last_deal(told: GameInWords) -> int:
    """Return the index of the last deal, or standing; -1 where there is none."""
    ends = (told.sheet.last(said.Deal), told.sheet.last(said.Score))
    return max((one for one in ends if one is not None), default=-1)
