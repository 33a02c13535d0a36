"""Plain words for what the engine says in one: answers, cards, seats, states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from archive.printable import printable, shortened
from archive.verdict.words import listed

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


LONGEST_NAME: Final = 60
LONGEST_SENTENCE: Final = 600


def name(text: str) -> str:
    """A name, of a player, an event or a file, as it can stand on a page: whole unless it is
    monstrous. The source page shows all of it."""
    return shortened(printable(text), LONGEST_NAME)


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


def seat_number(seat: str | int | None) -> int | None:
    """`p2` and 2 alike."""
    if isinstance(seat, str):
        return int(seat[1:]) if seat[1:].isdigit() else None
    return seat


def name_of(players: Sequence[str], seat: str | int | None) -> str:
    """The name at a seat; `p2`, as in the notation, where the record has none."""
    number = seat_number(seat)
    if number is None:
        return "nobody"
    return (name(players[number - 1]) if 0 < number <= len(players) else "") or f"p{number}"


def answer_words(answer: str, question: str) -> str:
    return FULL_ANSWERS.get((question, answer)) or ANSWERS.get(answer, answer)


def deal_word(game: str | None) -> str:
    """What players call what is scored at once: a hand, in Zwanzig ab a deal."""
    return "Deal" if game == "zwanzig-ab" else "Hand"


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


def readable(verdict: Mapping[str, Any]) -> bool:
    """Whether there is a game in what was judged; otherwise nothing of it could be judged."""
    return verdict.get("rules") is not None


def headline(verdict: Mapping[str, Any], players: Sequence[str]) -> str:
    """The verdict in one sentence."""
    if not readable(verdict):
        return _unreadable(verdict.get("game"))
    answers = verdict["answers"]
    score = standing_words(verdict.get("score"))
    if answers["legality"] == "impossible" and answers["result"] == "upheld":
        won = outcome(verdict.get("winner"), verdict.get("score"), players)
        return f"{won}, as claimed; but the cards as written down fit no deal of the pack."
    if answers["legality"] == "impossible":
        return "No deal of this pack fits the record."
    if answers["result"] == "refuted":
        return "The result is not what the record says."
    if answers["legality"] == "refuted":
        holds = "; the result stands all the same" if answers["result"] == "upheld" else ""
        return f"Something was played that the rules do not allow{holds}."
    if answers["arithmetic"] == "refuted":
        holds = ", but the result is right" if answers["result"] == "upheld" else ""
        return f"A number in the record is wrong{holds}."
    if (verdict.get("checked") or {}).get("plays") == 0:
        return "There is no play in the record, and so nothing to judge."
    if "underdetermined" in answers.values():
        return "The record does not say enough to judge all of it."
    if answers["result"] == "unfinished":
        return "Everything holds as far as the record goes."
    if answers["result"] == "unclaimed":
        return f"Every play holds. The record claims no result; by the rules it is {score}."
    won = outcome(verdict.get("winner"), verdict.get("score"), players)
    return f"Everything holds. {won}."


def _unreadable(game: str | None) -> str:
    if not game:
        return "This could not be read as a record of a game."
    return f"Nothing could be judged: there are no rules of “{name(game)}” here by that name."


def standing_words(score: Mapping[Any, int | None] | None) -> str:
    """`82–110`, and with more than two players `21 · 10 · −3`; a question mark where a total is not
    known."""
    if not score:
        return "?"
    totals = ["?" if points is None else total_words(points) for points in score.values()]
    return ("–" if len(totals) < 3 else " · ").join(totals)


def total_words(points: int) -> str:
    """A total, with a sign of its own for minus."""
    return f"−{-points}" if points < 0 else str(points)


def outcome(
    winner: str | None, score: Mapping[str, int | None] | None, players: Sequence[str]
) -> str:
    """`Bertha wins, 82–110`, `A draw, 90–90`, `Ann and Cem share the win, 8 · 30 · 8`."""
    if winner == "draw":
        return f"A draw, {standing_words(score)}"
    if winner is None:
        return f"Nobody is known to win, {standing_words(score)}"
    names = [name_of(players, seat) for seat in winner.split(",")]
    if len(names) > 1:
        return f"{listed(names)} share the win, {standing_words(score)}"
    return f"{names[0]} wins, {standing_words(score)}"
