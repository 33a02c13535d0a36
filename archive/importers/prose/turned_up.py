"""The two cards turned up in a round of Twenty, and the bonus they are worth."""

from __future__ import annotations

import re

from archive.core import events as said
from archive.core.cards import CARDS, UNKNOWN, Card
from archive.importers.prose import player_sentences, standings
from archive.importers.prose.game_in_words import GameInWords
from archive.importers.prose.words import BONUS_WORDS, SO_BONUS

LONGEST_SENTENCE = 400
PLAYS_OF_ROUND = 50
NUMBER = re.compile(r"\d+")
BESIDE_BONUS = re.compile(
    r"(?<!\w)(?:before|with(?:out)?|after|including|vor|mit|ohne|nach)[ \t]+"
    r"(?:(?:the|dem|den)[ \t]+)?\Z",
    re.IGNORECASE,
)
"""Words in front of `bonus: Ann 50, Ben 56` that make it a standing."""
NOT_TAKEN = re.compile(
    r"(?<!\w)(?:no|not|never|nobody|without|before|if|would|could|should|wants?|wanted|hopes?|hoped"
    r"|kein\w*|nicht|nie|niemand|ohne|vor|wenn|hätte|würde|könnte|sollte|wollte|will|hofft)(?!\w)"
    r"|n['’]t(?!\w)",
    re.IGNORECASE,
)
"""Words of a sentence that does not say who has taken the bonus."""
SENTENCE_END = re.compile(r"[.!?:][\"”’»]?\s+|\n")


def read(told: GameInWords, at: int) -> int | None:
    """Read `Turned up: 9 and 4`; return where it ends, or None where no such cards stand there."""
    return _turned(told, at, told.words.up.match(told.text, at))


def read_bonus(told: GameInWords, at: int) -> int | None:
    """Read what is said of the bonus; return where it ends, or None where it says nothing."""
    done = _taken(told, at) or _bonus(told, at) or read(told, at)
    return _taken_in_words(told, at) if done is None else done


def read_pair(told: GameInWords, at: int) -> int | None:
    """Read two cards alone on a line where a round begins: those turned up."""
    return _turned(told, at, told.words.pair.match(told.text, at))


def _turned(told: GameInWords, at: int, match: re.Match[str] | None) -> int | None:
    if not (match and told.opening and told.one_card) or _up_at(told) is not None:
        return None
    told.told(at)
    cards = [_card(told, match[key], match.start(key)) for key in ("one", "two")]
    bonus = match.groupdict().get("bonus")
    worth = int(bonus) if bonus else None
    told.add(said.Up(tuple(card or UNKNOWN for card in cards), worth), at)
    if None in cards:
        told.comment(match[0], at)
    return match.end()


def _card(told: GameInWords, text: str, at: int) -> Card | None:
    """Return a card turned up: 10 is a ten, however the sheet writes the ranks of others."""
    if text == "10" and told.sheet.ranks.card(text) is None:
        return CARDS["T"]
    return told.sheet.card(text, told.where(at))


def _up_at(told: GameInWords) -> int | None:
    """Return the index of this round's turned-up cards among the events."""
    up, begun = told.sheet.last(said.Up), told.sheet.last(said.Round)
    return up if up is not None and (begun is None or up > begun) else None


def _bonus(told: GameInWords, at: int) -> int | None:
    """Read `The bonus is thus 6 points.`, if its sentence says no more than that."""
    match = told.words.bonus.match(told.text, at)
    index = _up_at(told)
    if match is None or not (told.opening or index is not None):
        return None
    start = max(told.at, at - LONGEST_SENTENCE)
    before = told.text[start:at]
    ends = [end.end() for end in SENTENCE_END.finditer(before)]
    sentence = ends[-1] if ends else 0
    if not any(one.fullmatch(before[sentence:]) for one in (BONUS_WORDS, SO_BONUS)):
        return None
    amount = int(match["amount"])
    if index is not None:
        up = told.sheet.events[index]
        assert isinstance(up, said.Up)
        if up.bonus is not None:
            return None
        told.told(start + sentence)
        told.sheet.put(index, up._replace(bonus=amount))
    else:
        told.told(start + sentence)
        told.add(said.Up((), amount), at)
    return match.end()


def _taken_in_words(told: GameInWords, at: int) -> int | None:
    """Read who takes the bonus in a sentence of any words, behind all plays of a round: that names
    one player and no number but the bonus, as in `Ann scored last and takes the bonus of 6.`"""
    if not told.sheet.played or told.sheet.played % PLAYS_OF_ROUND or told.bonus_taken:
        return None
    since = max(told.at, at - LONGEST_SENTENCE)
    ends = [end.end() for end in SENTENCE_END.finditer(told.text, since, at)]
    start = max(ends[-1] if ends else since, told.text.rfind("\n", since, at) + 1)
    stop = SENTENCE_END.search(told.text, at)
    end = stop.start() if stop else len(told.text)
    sentence = told.text[start:end]
    named = {one[0].casefold() for one in told.words.named.finditer(sentence)}
    numbers = NUMBER.findall(sentence)
    again = told.words.taken.search(told.text, end, end + LONGEST_SENTENCE)
    if len(named) != 1 or len(numbers) > 1 or NOT_TAKEN.search(sentence) or again:
        return None
    told.told(start)
    points = int(numbers[0]) if numbers else None
    told.add(said.Bonus(told.seat(named.pop(), at), points), start)
    told.bonus_taken = True
    return end + (told.text[end : end + 1] in (".", "!"))


def _taken(told: GameInWords, at: int) -> int | None:
    """Read who takes the bonus; totals of several players are no bonus, but may be a standing:
    `Before the bonus: Ann 50, Ben 56`."""
    match = told.words.taken.match(told.text, at)
    if match is None:
        return None
    if match["value"]:
        behind = told.words.between.match(told.text, match.end())
        beside = BESIDE_BONUS.search(told.text, told.at, at)
        if beside:
            return standings.read(told, match.start("to"), labelled=True, before=beside.start())
        if behind and told.words.total.match(told.text, behind.end()):
            return None
    return player_sentences.read_taken(told, "", at, match)
