"""Plain words for what the engine says in one: answers, cards, seats, states."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from archive.core.text import printable, shortened
from archive.games import GAMES
from archive.rules.game import Words
from archive.scoring.headline import headline, readable, who_won, why
from archive.scoring.outcome import (
    name,
    name_of,
    outcome,
    seat_number,
    standing_words,
    total_words,
)

__all__ = ["headline", "name", "name_of", "outcome", "readable", "seat_number", "standing_words",
           "total_words", "who_won", "why"]  # fmt: skip

RANKS: Final = {
    "A": "ace", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven",
    "8": "eight", "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king",
}  # fmt: skip
SUITS: Final = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
SUIT_SIGNS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}

QUESTIONS: Final = {
    "legality": "Was every play allowed?",
    "arithmetic": "Are the numbers right?",
    "result": "Is the result right?",
}

ANSWERS: Final = {
    "upheld": "Yes",
    "refuted": "No",
    "underdetermined": "Cannot be told",
    "impossible": "Not possible",
    "unfinished": "Not over yet",
    "unclaimed": "Nothing claimed",
}

FULL_ANSWERS: Final = {
    ("legality", "upheld"): "Yes, every one",
    ("legality", "impossible"): "Not with these cards",
    ("arithmetic", "upheld"): "Yes, all of them",
    ("arithmetic", "unclaimed"): "None are claimed",
    ("result", "upheld"): "Yes",
    ("result", "unclaimed"): "None is claimed",
    ("result", "unfinished"): "The game is not over",
}
"""Where a question deserves its own words for an answer."""

UNNAMED: Final = "A game without names"
SEVERITIES: Final = {"error": "Fault", "warning": "Warning", "note": "Note"}

STATES: Final = {
    "queued": "waiting for a worker",
    "working": "being judged",
    "done": "all judged",
    "failed": "could not be finished",
    "cancelled": "cancelled",
    "waiting": "waiting",
    "judged": "judged",
}


LONGEST_SENTENCE: Final = 600


def sentence(text: str) -> str:
    """A sentence that may have names in it, not longer than somebody would read."""
    return shortened(printable(text), LONGEST_SENTENCE)


def card_words(rank: str, suit: str) -> str:
    """`nine of hearts`, `nine`, `a heart`, `unknown card`."""
    if rank == "?":
        return f"unknown card of {SUITS[suit]}" if suit else "unknown card"
    return f"{RANKS[rank]} of {SUITS[suit]}" if suit else RANKS[rank]


def card_sign(rank: str, suit: str) -> str:
    """A card in a list: `9♥`, `10`, `J`."""
    return ("10" if rank == "T" else rank) + SUIT_SIGNS.get(suit, "")


def answer_words(answer: str, question: str) -> str:
    return FULL_ANSWERS.get((question, answer)) or ANSWERS.get(answer, answer)


def deal_word(game: str | None) -> str:
    """What players call what is scored at once: a hand, in Zwanzig ab a deal."""
    return words_of(game).deal


def turn_word(game: str | None) -> str:
    """What a line of the list of plays is called: a trick, in Count to 20 a turn."""
    return words_of(game).turn


def words_of(game: str | None) -> Words:
    known = GAMES.get(game or "")
    return known.words if known else Words()


def in_rounds(game: str | None) -> bool:
    """Whether the deals of a game are told by rounds."""
    return game in GAMES and GAMES[game].rounds


def tallied(game: str | None) -> bool:
    """Whether every play of a game makes a tally, and scores by it."""
    return game in GAMES and GAMES[game].tallies


def signed(points: int) -> str:
    """`+5`, `−5`, with a sign of its own for minus."""
    return f"{'−' if points < 0 else '+'}{abs(points)}"


def counted(number: int, one: str, more: str | None = None) -> str:
    """`1 finding`, `3 findings`."""
    return f"{number:,} {one if number == 1 else more or one + 's'}"


def date_words(date: str | None) -> str | None:
    """A record's date as far as it was written down: `1997-05-12`, `1997-05`, `1997`, or None."""
    known = [part for part in (date or "").split(".") if part and "?" not in part]
    return name("-".join(known)) or None


def written(value: str | None) -> str | None:
    """A tag's text, or None where the record says it is unknown or does not apply."""
    return name(value) if value and value != "?" else None


def moment(when: datetime) -> str:
    return f"{when:%-d %B %Y, %H:%M} UTC"
