"""Readers for cards at the end of a hand: shown or left, with their points, behind a player's name
or in lists that go player by player; kept, drawn for the deal; and who is out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from archive.core import events as said
from archive.core.cards import UNKNOWN, Card
from archive.importers.action_words import END
from archive.importers.actions import Deed, can_make
from archive.importers.play_claims import POINTS
from archive.importers.prose.end_of_hand import Noted, are_left
from archive.importers.prose.game_in_words import GameInWords
from archive.importers.prose.words import PLAY_NUMBER
from archive.importers.which_game import COUNT_TO_20, TWENTY_TWO, ZWANZIG

MOST = 20
"""What one card left may cost."""
LONGEST = 200
"""The most characters of a line in which the cards of others are looked for."""
HAND_NUMBER = re.compile(r"^[ \t]*(?P<number>\d{1,4})[.):][ \t]*\Z", re.MULTILINE)
NUMBERED = re.compile(r"\n[ \t]*\d+[.)]")
IN_POINTS = re.compile(rf"\d[ \t]+{POINTS}(?!\w)")
PRICE = re.compile(r"[ \t]*\(\d{1,3}\)[ \t,+]*")
COMMA = re.compile(r"[ \t]*(?:[,;]|(?:and|und)(?!\w))?")


def read_shown(told: GameInWords, name: str, at: int, match: re.Match[str]) -> int:
    """Read the cards that a player shows or has left, and the points written down for them."""
    told.told(at)
    cards = _run(told, match["cards"] or match["left"]) or (UNKNOWN,)
    noted = match["noted"] or match["sum"]
    _add_shown(told, told.seat(name, at), cards, int(noted) if noted else None, at)
    return match.end()


def _run(told: GameInWords, text: str) -> tuple[Card, ...] | None:
    """Return the cards of a text, without what they cost beside them: `K (20) 7 7 (10)`."""
    return told.sheet.ranks.run(PRICE.sub(" ", text))


def _add_shown(
    told: GameInWords, seat: int, cards: Sequence[Card], noted: int | None, at: int
) -> None:
    """Add cards that a player shows, with the points for them where they are written down."""
    events = told.sheet.events
    behind = isinstance(events[-1], said.Score) if events else False
    before = events[-1 - behind] if len(events) > behind else None
    totals: tuple[tuple[int, int], ...] = ()
    if isinstance(before, said.Show) and seat not in dict(before.shown):
        told.sheet.put(-1 - behind, said.Show((*before.shown, (seat, tuple(cards)))))
    else:
        behind = False
        if told.sheet.last(said.Deal) is None and not (told.one_card or told.sheet.played):
            told.add(said.Deal(None), at)
        told.add(said.Show(((seat, tuple(cards)),)), at)
    if noted is not None:
        of_the_hand = noted <= MOST * len(cards)  # else it is the total with those before
        totals += ((seat, noted + told.sheet.total(seat) if of_the_hand else noted),)
    totals += _totals_of(told, (out for out in told.without_cards if out != seat))
    told.without_cards.clear()
    if behind and totals:
        score, where = told.sheet.drop()
        assert isinstance(score, said.Score)
        told.sheet.add(said.Score((*score.totals, *totals)), where)
    elif totals:
        told.add(said.Score(totals), at)


def read_without(told: GameInWords, name: str, at: int, match: re.Match[str]) -> int | None:
    """Read that a player of Count to 20 has no card left, `Mia out`: that ends the hand, and the
    player gets no points in it. Where no cards of others are told, and where the same player goes
    on, it is something else. In other games who is out is out of the game."""
    if told.sheet.game != COUNT_TO_20:
        return None
    others = _with_cards(told, match.end())
    last = told.sheet.events[-2:]
    behind = any(isinstance(event, said.Show) for event in last)
    if name.casefold() in others or not (others or behind):
        return None
    number = HAND_NUMBER.search(told.text, max(told.at, at - 12), at)
    if not number and behind and isinstance(last[-1], said.Score) and (
        told.seat(name, at) in dict(last[-1].totals)
    ):  # fmt: skip
        return None  # its total is told already
    over = told.over == told.sheet.dealt
    told.told(number.start() if number else at)
    if number and (over or not told.sheet.dealt):
        told.add(said.Deal(int(number["number"])), number.start())
        behind = False
    seat = told.seat(name, at)
    told.over = told.sheet.dealt
    if not behind:
        told.without_cards.append(seat)
    elif isinstance(last[-1], said.Score):
        told.sheet.put(-1, said.Score((*last[-1].totals, *_totals_of(told, [seat]))))
    elif totals := _totals_of(told, [seat]):
        told.add(said.Score(totals), at)
    return _behind_comma(told, match.end())


def read_twenty(told: GameInWords, name: str, at: int, match: re.Match[str]) -> None:
    """Read that a player of Count to 20 has made 20, which ends the hand: what cards are told
    behind it are those left. It is no play, for its cards are not told."""
    if told.sheet.game == COUNT_TO_20 and _with_cards(told, match.end()):
        told.over = told.sheet.dealt


def out_with(told: GameInWords, name: str, at: int) -> int:
    """Read that a player of Count to 20 is out with the play that ends at a place, `Mia: 3 (9),
    out`; return where to go on."""
    match = told.words.out_with.match(told.text, at)
    others = _with_cards(told, match.end()) if match else set()
    if told.sheet.game != COUNT_TO_20 or match is None or not others or name.casefold() in others:
        return at
    told.over = told.sheet.dealt
    told.without_cards.append(told.seat(name, at))
    return match.end()


def read_left_over(told: GameInWords, name: str, at: int, match: re.Match[str]) -> int | None:
    """Read the cards behind a name that are left in a hand of Count to 20, and no play: the hand is
    over because another player is out, which a line of cards may say at its end."""
    if told.sheet.game != COUNT_TO_20 or PLAY_NUMBER.search(told.text, max(told.at, at - 12), at):
        return None
    cards = _run(told, match["left"])
    total = not cards or (match["left"].isdigit() and len(cards) > 1)
    if total and not (match["noted"] or match["sum"]):
        return None  # it is a number of points
    noted = match["noted"] or match["sum"]
    written = Noted(int(noted) if noted else None, IN_POINTS.search(match[0]) is not None)
    if written.number == 1 and can_make(cards or (), 1):
        told.over = -1  # another hand begins
        return None
    if told.over != told.sheet.dealt and not _out_behind(told, name, match.end()):
        seat = told.sheet.seat(name)
        whole = END.match(told.text, match.end())
        if not (whole and are_left(told.sheet, seat, cards or (), written)):
            return None
    told.over = told.sheet.dealt
    end = read_shown(told, name, at, match)
    return _behind_comma(told, end)


def read_paid(told: GameInWords, name: str, at: int, match: re.Match[str]) -> int | None:
    """Read what a player of Count to 20 pays for the cards left in a hand, `Tom pays 35`."""
    if told.sheet.game != COUNT_TO_20:
        return None
    told.told(at)
    if not told.sheet.dealt:
        told.add(said.Deal(None), at)
    seat, last = told.seat(name, at), told.sheet.events[-1]
    totals: said.Totals = ((seat, told.sheet.total(seat) + int(match["paid"])),)
    totals += _totals_of(told, (out for out in told.without_cards if out != seat))
    told.without_cards.clear()
    told.over, told.sheet.paid = told.sheet.dealt, told.sheet.paid + 1
    if isinstance(last, said.Score) and seat not in dict(last.totals):
        told.sheet.put(-1, said.Score((*last.totals, *totals)))
    else:
        told.add(said.Score(totals), at)
    return _behind_comma(told, match.end())


def _behind_comma(told: GameInWords, end: int) -> int:
    """Return where to go on behind what ends at a place."""
    comma = COMMA.match(told.text, end)
    return comma.end() if comma else end


def _out_behind(told: GameInWords, name: str, at: int) -> bool:
    """Return whether a line of a hand in which nothing was played says at its end that another
    player is out."""
    dealt, played = told.sheet.last(said.Deal), told.sheet.last(said.Play)
    line = told.text[at : at + LONGEST].partition("\n")[0]
    return (played is None or (dealt is not None and played < dealt)) and any(
        one[0].casefold() != name.casefold() and told.words.without.match(line, one.end())
        for one in told.words.named.finditer(line)
    )


def _with_cards(told: GameInWords, at: int) -> set[str]:
    """Return who has cards in the rest of a hand, in small letters: on the same line, or without
    any there below it, where totals may stand too."""
    rest = _rest_of_the_hand(told, at)
    for text in (rest.partition("\n")[0], rest):
        if found := {other["who"].casefold() for other in told.words.left_to.finditer(text)}:
            return found
    return set()


def _rest_of_the_hand(told: GameInWords, at: int) -> str:
    """Return the text up to the next hand, the next line with a number, or a standing."""
    rest = told.text[at : at + LONGEST]
    words = told.words
    stops = (words.deal.search(rest), words.told_deal.search(rest),
             words.labelled_line.search(rest), NUMBERED.search(rest))  # fmt: skip
    return rest[: min((stop.start() for stop in stops if stop), default=len(rest))]


def _totals_of(told: GameInWords, seats: Iterable[int]) -> said.Totals:
    """Return the totals of players who get no points in a hand, of those whose total is told: of
    cards left in an earlier hand the sheet may say nothing but these."""
    return tuple((seat, told.sheet.total(seat)) for seat in seats if not _left_open(told, seat))


def _left_open(told: GameInWords, seat: int) -> bool:
    """Return whether a player had cards left in a hand, and no total has been told since."""
    for event in reversed(told.sheet.events):
        if isinstance(event, said.Score) and seat in dict(event.totals):
            return False
        if isinstance(event, said.Show) and seat in dict(event.shown):
            return True
    return False


def read_kept(told: GameInWords, name: str, at: int, match: re.Match[str]) -> int | None:
    """Read the card that a loser keeps, and what it is worth."""
    card = told.sheet.card(match["card"], told.where(match.start("card")))
    worth = int(match["worth"]) if match["worth"] else None
    told.told(at)
    kept = said.Kept(told.seat(name, at), card or UNKNOWN, worth)
    last = told.sheet.last_event
    if isinstance(last, said.Keep):
        told.sheet.put(-1, said.Keep((*last.kept, kept)))
    else:
        told.add(said.Keep((kept,)), at)
    return match.end()


def read_list_shown(told: GameInWords, at: int) -> int | None:
    """Read whose cards are shown. Where no cards stand before them, the earlier cards of their hand
    are not written down."""
    alone = not told.sheet.played and told.sheet.last(said.Deal) is None
    end = _runs(told, at, told.words.shown, said.Show)
    if end is not None and alone:
        shown, place = told.sheet.drop()
        told.sheet.add(said.Deal(None), place)
        told.sheet.add(shown, place)
    return end


def read_list_last(told: GameInWords, at: int) -> int | None:
    """Read whose cards are the last ones of a hand of Twenty-Two: `last: Al 8, Bo A`."""
    return read_list_shown(told, at) if told.sheet.game == TWENTY_TWO else None


def read_left(told: GameInWords, at: int) -> int | None:
    """Read the last cards of Twenty-Two before the word that they are left: `Bea A, Ali 2 left`."""
    if told.sheet.game != TWENTY_TWO or not told.sheet.played or not told.opens(at):
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


def read_list_kept(told: GameInWords, at: int) -> int | None:
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
    """Read who is out of the game, or in Zwanzig ab of the deal."""
    found = _list(told, at, told.words.out, told.words.out_of)
    if found is None:
        return None
    if told.sheet.game == ZWANZIG:
        for seat, one in found[0]:
            told.sheet.act(seat, Deed("stay", 0, stays=False), told.where(one.start("who")))
        return found[1]
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
