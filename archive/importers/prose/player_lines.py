"""Readers for lines that begin with a player's name: which reader is asked first, and a play."""

from __future__ import annotations

import re

from archive.core import events as said
from archive.core.cards import CARDS, UNKNOWN
from archive.importers.action_words import AWAY, END
from archive.importers.actions import Deed, deed
from archive.importers.prose import cards_left, hands, points_behind_plays, standings, tricks
from archive.importers.prose import numbers_of_plays as numbers
from archive.importers.prose import player_sentences as sentences
from archive.importers.prose.game_in_words import GameInWords
from archive.importers.prose.hands import begin_of_layout
from archive.importers.prose.state_of_reading import NEAR, PAIR
from archive.importers.prose.words import PLAY_NUMBER
from archive.importers.prose.words_for_deals import NAMED_DEALS
from archive.importers.which_game import COUNT_TO_20, ZWANZIG, may_have

BEHIND = re.compile(r"[*_]{0,3}(?P<colon>\s*:)?[*_]{0,3}(?P<gap>[ \t]+(?:[–—→-]|->)[ \t]+|\s*)")
NEXT_NUMBER = re.compile(r"[\s*_]*(?:\d{1,6}[.)]?\s+)?")
A_HEADING = re.compile(
    rf"\d{{1,3}}(?:\.|st|nd|rd|th)[ \t]+(?:{NAMED_DEALS}|round|runde|trick|stich)(?!\w)",
    re.IGNORECASE,
)
"""The number of a deal behind the sender of a message, and no card."""
COLON = re.compile(r"[ \t]*:")
TRICKS = re.compile(r"(?<!\w)(?:tricks|stiche)[ \t]*:[^\n]*\Z", re.IGNORECASE)
"""What stands before the tricks that each player won."""
LONGEST_LIST = 120
WINS = re.compile(r"(?:takes|took|wins|won|nimmt|nahm|holt|holte)(?!\w)", re.IGNORECASE)
LAST = 12
"""The number of events among which the play is looked for that a sentence may name again."""
THROWS = re.compile(r"discards", re.IGNORECASE)
"""A word for throwing a card off, or for putting one away before the first trick."""
TEN = 10


def read(told: GameInWords, match: re.Match[str], at: int) -> int | None:
    """Read what begins with a name; return where it ends, or None where it says nothing."""
    name, end = match[0], match.end()
    words, text = told.words, told.text
    if TRICKS.search(text, max(0, at - LONGEST_LIST), at):
        return None
    if match.lastgroup == "initial":
        opens = told.opens(at) or PLAY_NUMBER.search(text, max(told.at, at - 12), at)
        if not opens and not COLON.match(text, end):
            return None
    for done in (tricks.read_winner(told, name, at), cards_left.read_left(told, at)):
        if done is not None:
            return done
    for pattern, use in (
        (words.without, cards_left.read_without), (words.shows, cards_left.read_shown),
        (words.makes_twenty, cards_left.read_twenty), (words.pays, cards_left.read_paid),
        (words.left_over, cards_left.read_left_over), (words.held, hands.read_named_hand),
        (words.taken, sentences.read_taken), (words.begins, sentences.read_begins),
        (words.deals, sentences.read_deals), (words.dealt, sentences.read_dealer),
        (words.ahead, sentences.read_ahead), (words.swaps_too, sentences.read_exchange_too),
        (words.wins, sentences.read_wins),
        (words.names_trump, sentences.read_trump), (words.stay, sentences.read_stay),
        (words.keeps, cards_left.read_kept), (words.gets, points_behind_plays.read_points),
        (words.loses, points_behind_plays.read_loss),
    ):  # fmt: skip
        found = pattern.match(text, at if pattern is words.taken else end)
        if found:
            done = use(told, name, at, found)
            if done is not None:
                return _goes_on(told, name, done) if use is sentences.read_trump else done
    if told.opens(at) and (found := words.versus.match(text, at)) and not told.sheet.played:
        told.told(at)
        return found.end()
    if done := points_behind_plays.read_points_for(told, name, at, end):
        return done
    done = standings.read(told, at, labelled=False)
    if done is None and (alone := words.alone.match(text, end)):
        done = points_behind_plays.read_loss(told, name, at, alone)
    return done if done is not None else _play(told, name, at, end)


def _play(told: GameInWords, name: str, at: int, end: int) -> int | None:
    text = told.text
    head = BEHIND.match(text, end)
    assert head is not None
    apart = head["gap"] or (told.glued and len(name) == 1)
    lacks = head["colon"] is None and (not apart or "\n" in head["gap"])
    if lacks or A_HEADING.match(text, head.end()):
        return None
    number, tally = numbers.before(told, at)
    start = number.start() if number else begin_of_layout(text, told.at, at)
    start = tally.end() if tally else start
    found = deed(text, head.end(), told.sheet.ranks, one_card=told.one_card,
                 slashed=told.slashed, scored=told.scored)  # fmt: skip
    if found is None or (_is_lower_than_seven(found) and told.sheet.game == ZWANZIG):
        return hands.read_listed(told, name, at, head)
    if found.kind == "stay" and not may_have(told.sheet.game, said.Stay):
        return None
    found = numbers.with_card_at_stop(told, found, number, head.end())
    found = _as_meant(told, found, head.end())
    found = numbers.without_next(told, found, number)
    listed = hands.read_bare_hand(told, name, at, head, found)
    if listed is not None or _is_several(told, found):
        return listed
    initial = len(name) == 1 and name.casefold() not in told.sheet.seats
    if initial and not (head["colon"] or found.claims or told.by_initials):
        return None
    if not _is_play(
        told, name, found, start, colon=head["colon"] is not None, numbered=number is not None
    ) or _says_again(told, name, found, head.end()):
        return None
    if tally:
        last = told.sheet.events[-1]
        assert isinstance(last, said.Play)
        told.sheet.put(-1, last._replace(tally=int(tally["number"])))
        told.at = start
    told.told(start)
    told.opening = False
    seat = told.seat(name, at)
    if _begins_later(told, found, start):
        told.add(said.Gap(""), start)
    for where, odd in found.odd:
        told.sheet.not_a_card(odd, told.where(where))
    if found.unclear is not None:
        where, inside = found.unclear
        expected = "the tally and the points, such as “(20; 10 points)”"
        told.report(where, "not-claims", expected, inside)
    nth = tricks.number_of_play(told, int(number["number"]), start) if number else None
    told.sheet.act(seat, found, told.where(start), nth)
    if found.odd or found.unclear is not None:
        told.comment(text[at : found.end], at)
    told.played()
    end = away.end() if (away := AWAY.match(text, found.end)) else found.end
    end = cards_left.out_with(told, name, end)
    end = _goes_on(told, name, end) if found.kind in ("exchange", "stay") else end
    return end + (numbers.STOP.match(text, end) is not None)


def _goes_on(told: GameInWords, name: str, end: int) -> int:
    """Read what else the same player does in a sentence, “Ann calls spades, swaps two and stays
    in”, before any card is played; return where it ends."""
    while more := sentences.AND.match(told.text, end):
        found = deed(told.text, more.end(), told.sheet.ranks)
        if not more[0].strip() or found is None or found.kind not in ("exchange", "stay"):
            break
        if not (may_have(told.sheet.game, said.Stay) and END.match(told.text, found.end)):
            break
        told.at = end
        told.sheet.act(told.seat(name, end), found, told.where(more.end()))
        end = found.end
    return end


def _begins_later(told: GameInWords, found: Deed, at: int) -> bool:
    """Return whether a sheet of Count to 20 begins in the midst of a hand: the first play right
    below its title makes more than one."""
    begun = told.sheet.played or told.sheet.dealt or told.sheet.game != COUNT_TO_20
    begun = begun or told.sheet.begins_later
    title = told.text.find("\n") + 1
    return (
        not begun and (found.tally or 0) > 1 and not told.words.named.search(told.text, title, at)
    )


def _is_lower_than_seven(found: Deed) -> bool:
    """Return whether a number alone is none of the cards of Zwanzig ab, but a number of tricks."""
    alone = found.kind == "play" and not found.claims and bool(found.cards)
    return alone and all(one.rank in "23456" and not one.suit for one in found.cards)


def _is_several(told: GameInWords, found: Deed) -> bool:
    """Return whether so many cards are no play in a game of one card a play."""
    alone = found.kind == "play" and not found.claims
    return alone and told.sheet.game == ZWANZIG and len(found.cards) > PAIR


def _says_again(told: GameInWords, name: str, found: Deed, at: int) -> bool:
    """Return whether a card is one that its player has just played, which a sentence names again:
    `Uschi takes it with the queen of hearts`."""
    if not WINS.match(told.text, at):
        return False
    near = [event for event in told.sheet.events[-LAST:] if isinstance(event, said.Play)]
    played = (told.sheet.seats.get(name.casefold()), found.cards)
    return any((event.seat, event.cards) == played for event in near)


def _as_meant(told: GameInWords, found: Deed, at: int) -> Deed:
    """Return what the words at a place mean in this game: cards thrown in a trick are played, ten
    where ten are dealt is how many are changed, and who passes in Zwanzig ab is out of the deal."""
    if found.kind == "exchange" and THROWS.match(told.text, at) and _has_been_played(told):
        return found._replace(kind="play")
    if found.kind == "exchange" and found.cards == (CARDS["T"],) and _of_ten_cards(told):
        return found._replace(cards=(UNKNOWN,) * TEN)
    if found.kind == "pass" and told.sheet.game == ZWANZIG:
        return found._replace(kind="stay", stays=False)
    return found


def _of_ten_cards(told: GameInWords) -> bool:
    """Return whether a hand of ten cards or more has been dealt last."""
    index = told.sheet.last(said.Deal)
    deal = told.sheet.events[index] if index is not None else None
    return isinstance(deal, said.Deal) and (deal.cards or 0) >= TEN


def _has_been_played(told: GameInWords) -> bool:
    """Return whether a card has been played since the last deal."""
    last = told.sheet.last(said.Play)
    return last is not None and last > (told.sheet.last(said.Deal) or 0)


def _is_play(
    told: GameInWords, name: str, found: Deed, start: int, *, colon: bool, numbered: bool
) -> bool:
    """Return whether text that looks like a play is one: a single digit behind a name may be a
    standing, and without a colon or a number it may be part of a sentence."""
    if found.odd and found.claims and told.sheet.game in numbers.WITHOUT_COUNTS:
        return False
    text = told.text
    behind = NEXT_NUMBER.match(text, found.end)
    ends = END.match(text, found.end) or (behind and told.words.start.match(text, behind.end()))
    ends = ends or told.words.trick_won.match(text, found.end)
    if found.kind == "play" and not found.claims and found.unclear is None:
        if not ends:
            return False
        plain = len(found.cards) == 1 and text[found.end - 1].isdigit()
        may_be_total = plain and colon and not numbered and not told.bare and told.one_card
        if may_be_total and not _is_in_turn(told, name, found.end):
            return False
    if colon:
        return found.claims or found.unclear is not None or bool(ends)
    return bool(told.opens(start) and (found.claims or found.unclear is not None or ends))


def _is_in_turn(told: GameInWords, name: str, end: int) -> bool:
    """Return whether one of two players is next after the last play, and the other after that: a
    number of one digit alone is no total there."""
    if len(told.sheet.names) != PAIR:
        return False
    seat = told.sheet.seats.get(name.casefold())
    index = told.sheet.last(said.Play)
    last = told.sheet.events[index] if index is not None else None
    behind = told.words.named.search(told.text, end, end + NEAR)
    then = told.sheet.seats.get(behind[0].casefold()) if behind else None
    return then not in (None, seat) and getattr(last, "seat", None) != seat
