"""Plain words for the engine's codes: answers, cards, seats, states, and findings in lists."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import date as date_of
from datetime import datetime
from functools import cache
from typing import Final

from babel.dates import format_date, format_datetime

from archive.core.text import printable, shortened
from archive.games import GAMES
from archive.rules.game import Words
from archive.telling.names_and_totals import name
from archive.telling.speaker import card_name, several_cards
from archive.web.language import _, language, marked, ngettext, pgettext
from archive.web.verdict_sentences import speech

RANKS: Final = {
    "A": marked("ace"), "2": marked("two"), "3": marked("three"), "4": marked("four"),
    "5": marked("five"), "6": marked("six"), "7": marked("seven"), "8": marked("eight"),
    "9": marked("nine"), "T": marked("ten"), "J": marked("jack"), "Q": marked("queen"),
    "K": marked("king"),
}  # fmt: skip
SUITS: Final = {
    "c": marked("clubs"), "d": marked("diamonds"), "h": marked("hearts"), "s": marked("spades"),
}  # fmt: skip
SUIT_SIGNS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}

QUESTIONS: Final = {
    "legality": marked("Was every play allowed?"),
    "arithmetic": marked("Are the numbers right?"),
    "result": marked("Is the result right?"),
}

ANSWERS: Final = {
    "upheld": marked("Yes"),
    "refuted": marked("No"),
    "underdetermined": marked("Cannot be told"),
    "impossible": marked("Not possible"),
    "unfinished": marked("Not over yet"),
    "unclaimed": marked("Nothing claimed"),
}

FULL_ANSWERS: Final = {
    ("legality", "upheld"): marked("Yes, every one"),
    ("legality", "unclaimed"): marked("No plays"),
    ("legality", "impossible"): marked("Not with these cards"),
    ("arithmetic", "upheld"): marked("Yes, all of them"),
    ("arithmetic", "unclaimed"): marked("None are claimed"),
    ("result", "upheld"): marked("Yes"),
    ("result", "unclaimed"): marked("None is claimed"),
    ("result", "unfinished"): marked("The game is not over"),
}
"""Answers in full words where a question needs its own."""

UNNAMED: Final = marked("A game without names")
SEVERITIES: Final = {
    "error": marked("Fault"), "warning": marked("Warning"), "note": marked("Note"),
}  # fmt: skip

STATES: Final = {
    "queued": (marked("waiting for a worker"), marked("Waiting for a worker")),
    "working": (marked("being judged"), marked("Being judged")),
    "done": (marked("all judged"), marked("All judged")),
    "failed": (marked("could not be finished"), marked("Could not be finished")),
    "cancelled": (marked("cancelled"), marked("Cancelled")),
    "waiting": (marked("waiting"), marked("Waiting")),
    "judged": (marked("judged"), marked("Judged")),
}
"""The states of an upload or a job, within a line and as a heading."""

VISIBILITIES: Final = {
    "public": marked("public"), "unlisted": marked("unlisted"), "private": marked("private"),
}  # fmt: skip
ROLES: Final = {
    "member": marked("member"), "arbiter": marked("arbiter"), "moderator": marked("moderator"),
    "admin": marked("admin"),
}  # fmt: skip
REPORT_STATES: Final = {
    "open": marked("waiting"), "upheld": marked("justified"), "dismissed": marked("dismissed"),
}  # fmt: skip
DEEDS: Final = {
    "account-made": marked("account made"), "account-disabled": marked("account disabled"),
    "account-enabled": marked("account let in again"), "account-deleted": marked("account deleted"),
    "role-changed": marked("role changed"), "password-changed": marked("password changed"),
    "sessions-ended": marked("signed out everywhere"), "token-made": marked("token made"),
    "token-revoked": marked("token revoked"), "sign-in-refused": marked("signing in refused"),
    "record-hidden": marked("game hidden"), "record-unhidden": marked("game shown again"),
    "report-upheld": marked("report justified"), "report-dismissed": marked("report dismissed"),
    "player-anonymised": marked("player kept anonymous"), "record-deleted": marked("game deleted"),
    "upload-deleted": marked("upload deleted"), "collection-deleted": marked("collection deleted"),
    "layer-deleted": marked("notes deleted"), "layer-hidden": marked("notes hidden"),
    "layer-unhidden": marked("notes shown again"), "players-joined": marked("players merged"),
    "player-split": marked("player split"), "player-named": marked("name added to a player"),
    "player-called": marked("name of a player chosen"),
    "rescoring-begun": marked("re-scoring begun"),
    "rescoring-cancelled": marked("re-scoring cancelled"),
    "shown": marked("visibility changed"), "tagged": marked("tag added"),
    "untagged": marked("tag removed"),
}  # fmt: skip
"""What stands in the log, as docs/accounts.md lists it."""

DEALS: Final = {"Hand": marked("Hand"), "Deal": marked("Deal")}
TURNS: Final = {"Trick": marked("Trick"), "Turn": marked("Turn")}


LONGEST_SENTENCE: Final = 600
DATE: Final = re.compile(r"(\d{4})(?:-([0-9]{1,2})(?:-([0-9]{1,2}))?)?")


def sentence(text: str) -> str:
    """Return a sentence that may have names in it, cut to a readable length."""
    return shortened(printable(text), LONGEST_SENTENCE)


def card_words(rank: str, suit: str) -> str:
    """Return a card as `nine of hearts`, `nine`, `a heart`, `unknown card`."""
    return _card_words(rank, suit, language())


def one_card(rank: str, suit: str) -> str:
    """Return a card that is played, with its article: `the nine of hearts`, `a nine`."""
    return several_named(rank + suit, 1)


def several_named(text: str, count: int) -> str:
    """Return cards as `two unknown cards`, a single one with its article."""
    return several_cards(speech(), text, count)


@cache
def _card_words(rank: str, suit: str, _code: str) -> str:
    if rank == "?":
        if suit:
            return _("unknown card of %(suit)s", suit=_(SUITS[suit]))
        return _("unknown card")
    return speech().text(card_name(rank + suit)) if suit else _(RANKS[rank])


def rank_sign(rank: str) -> str:
    """Return the sign on a card: `10`, `J`, in German `B`."""
    match rank:
        case "A":
            return pgettext("on a card", "A")
        case "K":
            return pgettext("on a card", "K")
        case "Q":
            return pgettext("on a card", "Q")
        case "J":
            return pgettext("on a card", "J")
    return "10" if rank == "T" else rank


def card_sign(rank: str, suit: str) -> str:
    """Return a card in a list: `9♥`, `10`, `J`."""
    return rank_sign(rank) + SUIT_SIGNS.get(suit, "")


def answer_words(answer: str, question: str) -> str:
    """Return the answer to one of the three questions, in words."""
    return _(FULL_ANSWERS.get((question, answer)) or ANSWERS.get(answer, answer))


def deal_word(game: str | None) -> str:
    """Return what players call the unit of scoring: a hand, in Zwanzig ab a deal."""
    if in_rounds(game):
        return pgettext("one of a round", "Hand")
    return _(DEALS[words_of(game).deal])


def turn_word(game: str | None) -> str:
    """Return the name of a line in the list of plays: a trick, in Count to 20 a turn."""
    return _(TURNS[words_of(game).turn])


def words_of(game: str | None) -> Words:
    """Return the words of a game, or those of any game where it is not known."""
    known = GAMES.get(game or "")
    return known.words if known else Words()


def in_rounds(game: str | None) -> bool:
    """Return whether the deals of a game are counted by rounds."""
    known = GAMES.get(game or "")
    return known is not None and known.rounds


def tallied(game: str | None) -> bool:
    """Return whether every play of a game makes a tally, and scores by it."""
    known = GAMES.get(game or "")
    return known is not None and known.tallies


def signed(points: int) -> str:
    """Return a number as `+5` or `−5`, with a sign of its own for minus."""
    return f"{'−' if points < 0 else '+'}{abs(points)}"


def counted(count: int, what: str) -> str:
    """Return a number of things: `1 finding`, `3 findings`."""
    return COUNTED[what](count)


COUNTED: Final[dict[str, Callable[[int], str]]] = {
    "game": lambda num: ngettext("%(num)s game", "%(num)s games", num),
    "record": lambda num: ngettext("%(num)s game", "%(num)s games", num),
    "finding": lambda num: ngettext("%(num)s finding", "%(num)s findings", num),
    "revision": lambda num: ngettext("%(num)s revision", "%(num)s revisions", num),
    "difference": lambda num: ngettext("%(num)s difference", "%(num)s differences", num),
    "card": lambda num: ngettext("%(num)s card", "%(num)s cards", num),
    "trick": lambda num: ngettext("%(num)s trick", "%(num)s tricks", num),
    "note": lambda num: ngettext("%(num)s note", "%(num)s notes", num),
    "choice": lambda num: ngettext("%(num)s choice", "%(num)s choices", num),
    "point": lambda num: ngettext("%(num)s point", "%(num)s points", num),
}


def date_words(date: str | None) -> str | None:
    """Return a record's date as far as it was written down: `12 May 1997`, `May 1997`, `1997`, or
    None; what is no date is returned as it is."""
    known = [part for part in (date or "").split(".") if part and "?" not in part]
    said = "-".join(known)
    if digits := DATE.fullmatch(said):
        parts = [int(part) for part in digits.groups() if part]
        # Translators: dates' patterns as Unicode writes them.
        pattern = ("y", _("MMMM y"), _("d MMMM y"))[len(parts) - 1]
        with suppress(ValueError):  # there is no such day
            day = date_of(*[*parts, 1, 1][:3])
            return str(format_date(day, pattern, locale=language()))
    return name(said) or None


def written(value: str | None) -> str | None:
    """Return a tag's text, or None where the record says it is unknown or does not apply."""
    return name(value) if value and value != "?" else None


def moment(when: datetime) -> str:
    """Return a moment as readers write it."""
    # Translators: a date's pattern as Unicode writes it.
    pattern = _("d MMMM y, HH:mm 'UTC'")
    return str(format_datetime(when, pattern, locale=language()))


FINDINGS: Final = {
    "wrong-turn": marked("Played out of turn"),
    "passed": marked("Passed where that is not allowed"),
    "no-such-seat": marked("No such player"),
    "wrong-player-count": marked("Wrong number of players"),
    "foreign-line": marked("A line of another game"),
    "foreign-claim": marked("A number this game does not have"),
    "not-now": marked("Came at the wrong time"),
    "after-the-end": marked("Went on after the end"),
    "short-round": marked("Round ended too early"),
    "short-deal": marked("Hand ended too early"),
    "card-not-held": marked("Card was not in the hand"),
    "wrong-number-of-cards": marked("Wrong number of cards played"),
    "dealt-early": marked("Dealt too early or twice"),
    "no-cards-left": marked("No card left to play"),
    "dealt-in": marked("Dealt cards though out of the game"),
    "not-dealt-in": marked("Dealt no cards"),
    "not-swapped": marked("Open hands not swapped"),
    "wrong-pack": marked("Wrong pack of cards"),
    "impossible-hand": marked("A hand that cannot be"),
    "not-turned-up": marked("Not the cards turned up"),
    "too-many-of-a-card": marked("One card too many"),
    "no-deal-fits": marked("No deal of the pack fits"),
    "no-lawful-deal": marked("A rule was broken, whatever was dealt"),
    "exchanged-too-many": marked("Exchanged too many cards"),
    "uneven-exchange": marked("Took more or fewer than put away"),
    "may-not-drop-out": marked("Dropped out where all must stay in"),
    "wrong-trump": marked("Wrong trumps"),
    "mixed-lead": marked("Led cards of different ranks"),
    "kept-no-card": marked("Led every card left"),
    "not-followed": marked("Did not follow suit"),
    "not-trumped": marked("Did not trump"),
    "not-lowest": marked("Kept a lower card back"),
    "led-not-met": marked("Neither matched nor beat the lead"),
    "count-not-made": marked("Did not make the count"),
    "empty-stock": marked("Drew from an empty stock"),
    "could-make-count": marked("Passed, but had cards to play"),
    "impossible-sum": marked("A sum that no cards give"),
    "impossible-total": marked("A total that cannot be"),
    "wrong-tally": marked("Tally counted wrong"),
    "wrong-count": marked("Count made wrong"),
    "wrong-king": marked("King counted wrong"),
    "wrong-pair": marked("Pair counted wrong"),
    "wrong-points": marked("Play scored wrong"),
    "wrong-up": marked("Bonus announced wrong"),
    "wrong-bonus-to": marked("Bonus to the wrong player"),
    "wrong-bonus": marked("Wrong bonus"),
    "wrong-loser": marked("Wrong loser of a hand"),
    "wrong-kept-card": marked("Wrong card kept"),
    "wrong-worth": marked("Kept card counted wrong"),
    "wrong-score": marked("Standing added up wrong"),
    "wrong-dealer": marked("Wrong dealer"),
    "wrong-hand-size": marked("Wrong number of cards dealt"),
    "wrong-trump-maker": marked("Wrong player named trumps"),
    "wrong-leader": marked("Wrong player led"),
    "wrong-trick-winner": marked("Trick to the wrong player"),
    "wrong-elimination": marked("Wrong player out"),
    "wrong-result": marked("Wrong final score"),
    "wrong-winner": marked("Wrong winner"),
    "missing-play": marked("A play is missing"),
    "doubled-play": marked("A play written twice"),
    "totals-alone": marked("Totals without plays"),
    "gap": marked("A stretch is missing"),
    "unknown-card": marked("A card is not named"),
    "unknown-bonus": marked("Bonus not known"),
    "unproved": marked("Cannot be checked"),
    "undecided-deal": marked("No deal found, and not all tried"),
    "told-later": marked("Card known from later plays"),
    "certain-winner": marked("Winner certain all the same"),
    "counted-on": marked("Right from one standing on"),
    "unwritten-exchange": marked("Exchange not written down"),
    "early-end": marked("Ended too early"),
    "too-many-findings": marked("More found than is shown"),
    "misnumbered-line": marked("Line numbered wrong"),
    "wrong-starter": marked("Wrong player began the round"),
    "unknown-rules": marked("Rules not known here"),
    "unknown-line": marked("Line not known"),
    "unreadable": marked("Cannot be read"),
    "unreadable-result": marked("Result cannot be read"),
}
