"""Readers for lines that begin with a word of the sheet: headings, standings, tricks, the end."""

from __future__ import annotations

import re
from collections.abc import Callable

from archive.core import events as said
from archive.importers import which_game
from archive.importers.actions import Deed
from archive.importers.number_words import NTH as TOLD_AS
from archive.importers.prose import (
    cards_left,
    hands,
    player_sentences,
    standings,
    tricks,
    turned_up,
)
from archive.importers.prose.game_in_words import GameInWords
from archive.importers.prose.state_of_reading import ONLY_LAYOUT
from archive.importers.prose.words import NUMBERS, TAGS, TOTALS_OF_ROUND
from archive.importers.ranks import SUIT_WORDS
from archive.importers.which_game import COUNT_TO_20

NEXT = re.compile(r"(?:next|nächste[rs]?)[ \t]+\Z", re.IGNORECASE)
SO_IT_IS = frozenset({"so", "damit"})
"""Words in front of a total behind a play: `3 points so I have 13`."""
BESIDE = re.compile(r"[,;(–—-][ \t]*\Z")
Reader = Callable[[GameInWords, int], int | None]
Rest = Callable[[GameInWords, int, re.Match[str]], None]


def _behind(words: str) -> Callable[[Rest], Reader]:
    """Return a reader for lines that begin with one of these words: it keeps the text before it as
    a comment and then reads the rest."""

    def wrapped(rest: Rest) -> Reader:
        def reader(told: GameInWords, at: int) -> int | None:
            match = getattr(told.words, words).match(told.text, at)
            if match is None:
                return None
            told.told(at)
            rest(told, at, match)
            return int(match.end())

        return reader

    return wrapped


def read(told: GameInWords, word: str, at: int) -> int | None:
    """Read what begins with a word of the sheet; return where it ends, or None where it says
    nothing."""
    word = " ".join(word.lower().split())
    if word == "bonus":
        return turned_up.read_bonus(told, at)
    if (end := turned_up.read(told, at)) is not None:
        return end
    if word in SO_IT_IS and ONLY_LAYOUT.fullmatch(told.text, told.at, at) and told.sheet.played:
        return standings.read_labelled(told, at)
    if not told.opens(at):
        return _trump_beside(told, at)
    first, last = word.split(" ")[0], word.split(" ")[-1]
    short = re.fullmatch(r"[ts]\d+", word) is not None  # T1: a trick
    for use in (_trick,) if short else _BY_WORD.get(first, ()) + _BY_WORD.get(last, ()):
        if (end := use(told, at)) is not None:
            return end
    return None


def read_later(told: GameInWords, at: int) -> None:
    """Read a line that says that a game goes on as a gap, above all that is told; elsewhere a page
    may begin with it. What else it says is read behind the gap."""
    told.told(at)
    if all(isinstance(one, said.Comment) for one in told.sheet.events):
        told.add(said.Gap(""), at)


def _round(told: GameInWords, at: int) -> int | None:
    """Read `Round 1`, or what it came to: `Round 1: Ruth 61, Ian 68`."""
    match = told.words.round.match(told.text, at)
    if match and (totals := TOTALS_OF_ROUND.match(told.text, match.end())):
        return standings.read(told, totals.start("first"), labelled=True, before=at)
    return _begin_round(told, at)


@_behind("round")
def _begin_round(told: GameInWords, at: int, match: re.Match[str]) -> None:
    nth = (match["nth"] or match["before"] or match["short"]).lower()
    told.add(said.Round(NUMBERS.get(nth) or int(nth), None), at)
    told.rounds, told.opening = told.rounds + 1, True
    told.played()


def _game_or_deal(told: GameInWords, at: int) -> int | None:
    """Read `Spiel: Zwanzig ab`, or `Spiel 3`, which is a deal where more than a card is played."""
    end = _tag(told, at)
    return _deal(told, at) if end is None and not told.one_card else end


@_behind("deal")
def _deal(told: GameInWords, at: int, match: re.Match[str]) -> None:
    told.opening = False
    who = match["dealer"] or match["deals"]
    told_cards = match["cards"] or match["first"]
    cards = int(told_cards) if told_cards else None
    number = int(match["dealt"] or match["nth"])
    deal = said.Deal(number, told.seat(who, at) if who else None, cards)
    told.sheet.begin(deal, told.where(at))
    if match["trumps"]:
        maker = told.seat(match["maker"], at) if match["maker"] else None
        trump = said.Trump(maker, SUIT_WORDS[match["trumps"].lower()])
        told.add(trump, at)


def _dealer(told: GameInWords, at: int) -> int | None:
    """Read `Dealer: Ann`, where more than a card is played."""
    match = told.words.dealer.match(told.text, at)
    if NEXT.search(told.text, told.at, at):
        return None  # a heading says it again
    return player_sentences.read_dealer(told, match["dealer"], at, match) if match else None


def _told_deal(told: GameInWords, at: int) -> int | None:
    """Read `First game`, `1st hand` or `Game 1`, which begins a deal where more than a card is
    played; only in Count to 20 is a game a deal."""
    match = told.words.told_deal.match(told.text, at)
    if match is None or told.one_card:
        return None
    unit = (match["unit"] or match["game"]).lower()
    if unit == "game" and told.sheet.game != COUNT_TO_20:
        return None
    told.told(at)
    told.opening = False
    number = TOLD_AS.get((match["word"] or "").lower()) or int(match["nth"] or match["number"])
    told.sheet.begin(said.Deal(number), told.where(at))
    return match.end()


def _hand_of(told: GameInWords, at: int) -> int | None:
    match = told.words.hand_of.match(told.text, at)
    if match is None:
        return None
    packets, end, odd = hands.read_hand(told, match.end())
    if not packets:
        return None
    told.told(at)
    hands.add_hand(told, match["owner"], at, packets)
    if odd:
        told.comment(told.text[at:end], at)
    return end


@_behind("trick")
def _trick(told: GameInWords, at: int, match: re.Match[str]) -> None:
    who = match["leader"] or match["led"] or match["alone"]
    number = int(match["nth"] or match["before"] or match["short"])
    tricks.begin(told, number, told.seat(who, at) if who else None, at)


def _winner(told: GameInWords, at: int) -> int | None:
    match = told.words.winner.match(told.text, at)
    if match is None or not told.sheet.played or player_sentences.is_behind_plays(told, at):
        return None
    if match["sentence"] and told.sheet.game in player_sentences.OF_TRICKS:
        return None  # perhaps a trick
    told.told(at)
    name = match["won"]
    if match["drawn"] or name.lower() in ("draw", "nobody"):
        last = told.sheet.events[-1]
        totals = last.totals if isinstance(last, said.End) else ()
        if not totals:  # XXN says who drew by their totals
            told.comment(match[0], at)
            return match.end()
        player_sentences.add_winners(told, tuple(seat for seat, _ in totals), at)
        return match.end()
    seats = [told.seat(one[0], at) for one in re.finditer(told.words.out_of.pattern, name)]
    player_sentences.add_winners(told, tuple(seats), at)
    return match.end()


def _players(told: GameInWords, at: int) -> int | None:
    match = told.words.players.match(told.text, at)
    if match is None or told.sheet.played:
        return None
    told.told(at)
    return match.end()


@_behind("trump")
def _trump(told: GameInWords, at: int, match: re.Match[str]) -> None:
    seat = told.seat(match["by"], at) if match["by"] else None
    told.sheet.trump(said.Trump(seat, SUIT_WORDS[match["suit"].lower()]), told.where(at))


@_behind("suit_first")
def _suit(told: GameInWords, at: int, match: re.Match[str]) -> None:
    """Read `Hearts are trumps`, or `Hearts trumps by Ann`."""
    who = match["by"] or match["named"]
    seat = told.seat(who, at) if who else None
    told.sheet.trump(said.Trump(seat, SUIT_WORDS[match["suit"].lower()]), told.where(at))


def _trump_beside(told: GameInWords, at: int) -> int | None:
    """Read trumps behind a comma or in brackets: `Zwanzig ab, Herz ist Trumpf`."""
    if not BESIDE.search(told.text, max(told.at, at - 3), at):
        return None
    end = _suit(told, at)
    end = _trump(told, at) if end is None else end
    return end if end is None or told.text[end : end + 1] != ")" else end + 1


@_behind("all_but")
def _all_but(told: GameInWords, at: int, match: re.Match[str]) -> None:
    """Read who alone drops out: `Everyone stayed in but Ann.`"""
    for one in told.words.out_of.finditer(told.text, at, match.end()):
        choice = Deed("stay", 0, stays=False)
        told.sheet.act(told.seat(one["who"], one.start()), choice, told.where(one.start()))


@_behind("phase")
def _phase(told: GameInWords, at: int, match: re.Match[str]) -> None:
    told.add(said.Phase("exchange" if match["exchange"] else "stay"), at)


@_behind("gap")
def _gap(told: GameInWords, at: int, match: re.Match[str]) -> None:
    told.add(said.Gap(f"count={match['count']}" if match["count"] else ""), at)


def _tag(told: GameInWords, at: int) -> int | None:
    match = told.words.tag.match(told.text, at)
    if match is None or told.rounds or told.sheet.played:
        return None
    name, value = TAGS[" ".join(match["key"].lower().split())], match["said"].strip(" \t*_")
    if name == "Game":
        game = which_game.named(value)
        if game is None:
            game, name = which_game.in_title(value), "Source"
        if game and not told.sheet.name_game(game):
            return None
        if name == "Game":
            told.told(at)
            return match.end()
    if name in told.sheet.tags or (name == "Rules" and not which_game.are_rules(value)):
        return None
    told.told(at)
    told.sheet.tag(name, value)
    return match.end()


_BY_WORD: dict[str, tuple[Reader, ...]] = {
    **dict.fromkeys(("round", "runde", "r1", "r2", *NUMBERS), (_round,)),
    **dict.fromkeys(("hand", "deal", "blatt"), (_deal, _hand_of, _told_deal, _dealer)),
    **dict.fromkeys(("trick", "stich"), (_trick,)),
    **dict.fromkeys(("final", "running", "current", "new", "neuer", "after", "nach", "danach", "so",
                     "before", "vorher", "davor", "damit", "score", "scores", "standing",
                     "standings", "total", "totals", "result", "results", "end",
                     "ergebnis", "endstand", "stand", "spielstand", "summe",
                     "gesamt"), (standings.read_labelled,)),
    **dict.fromkeys(("winner", "winners", "sieger", "siegerin", "gewinner", "gewinnerin", "der",
                     "die", "a"), (_winner, _gap)),
    "es": (_winner, standings.read_labelled),
    **dict.fromkeys(("bisher", "dann", "jetzt", "nun", "steht"), (standings.read_labelled,)),
    "draw": (cards_left.read_cut, _winner, _gap),
    "the": (_players, _winner),
    **dict.fromkeys(("dealer", "geber", "geberin"), (_dealer,)),
    **dict.fromkeys(("players", "spieler", "spielerinnen"), (_players,)),
    **dict.fromkeys(("trump", "trumps", "trumpf"), (_trump,)),
    **dict.fromkeys(SUIT_WORDS, (_suit,)),
    **dict.fromkeys(("everyone", "everybody", "all", "alle"), (_all_but,)),
    **dict.fromkeys(("exchange", "exchanges", "austausch", "stay", "staying", "who"), (_phase,)),
    **dict.fromkeys(("shown", "show", "shows", "showdown", "zeigen", "left", "übrig",
                     "remaining"),
                    (cards_left.read_list_shown,)),
    **dict.fromkeys(("last", "rest", "finally", "zum", "zuletzt", "letzten"),
                    (cards_left.read_list_last,)),
    "cards": (cards_left.read_list_shown, _hand_of),
    **dict.fromkeys(("card", "karte", "karten"), (cards_left.read_list_shown,)),
    **dict.fromkeys(("kept", "keep"), (cards_left.read_list_kept,)),
    **dict.fromkeys(("out", "eliminated"), (cards_left.read_out,)),
    **dict.fromkeys(("cut", "abgehoben", "draws", "gezogen"), (cards_left.read_cut,)),
    **dict.fromkeys(("gap", "not", "lücke"), (_gap,)),
    **dict.fromkeys((key.split(" ")[0] for key in TAGS), (_tag,)),
    "spiel": (_game_or_deal, _told_deal),
    "game": (_tag, _told_deal),
}  # fmt: skip
