"""Who won by what, in words: the end of a game as sentences and lists have it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from archive.core.record import totals_of
from archive.core.text import printable, shortened
from archive.languages.language import ENGLISH, Language, signed

LONGEST_NAME: Final = 60


def name(text: str) -> str:
    """Return a name, of a player, an event or a file, cut only if it is monstrous. The source page
    shows all of it."""
    return shortened(printable(text), LONGEST_NAME)


def answered(verdict: Mapping[str, Any], question: str) -> str:
    """Return the answer to a question as readers are told it: without any play there is none of
    which to say that it was allowed."""
    answer: str = verdict["answers"][question]
    plays = (verdict.get("checked") or {}).get("plays")
    none = question == "legality" and answer == "upheld" and plays == 0
    return "unclaimed" if none else answer


def seat_number(seat: str | int | None) -> int | None:
    """Return the number of a seat, given as `p2` or as 2."""
    if isinstance(seat, str):
        return int(seat[1:]) if seat[1:].isdigit() else None
    return seat


def name_of(players: Sequence[str], seat: str | int | None, language: Language = ENGLISH) -> str:
    """Return the name at a seat; `p2`, as in the notation, where the record has none."""
    number = seat_number(seat)
    if number is None:
        return language.say("nobody")
    return (name(players[number - 1]) if 0 < number <= len(players) else "") or f"p{number}"


def totals_by_name(verdict: Mapping[str, Any], players: Sequence[str]) -> str:
    """Return totals as `Ann 20, Ben 18`, with a question mark for an unknown one. A seat that has
    neither a name nor a total is left out."""
    score = verdict.get("score") or {}
    return ", ".join(
        f"{name_of(players, seat)} {total_words(points)}" for seat, points in score.items()
        if points is not None or (seat_number(seat) or 0) <= len(players)
    )  # fmt: skip


def standing_words(score: Mapping[Any, int | None] | None, language: Language = ENGLISH) -> str:
    """Return totals as lists have them: `82–110`, in German `82:110`, and with more than two
    players `21 · 10 · −3`; with a question mark for an unknown total."""
    if not score:
        return "?"
    totals = [*map(total_words, score.values())]
    if len(totals) == 2:
        return language.say("{won}–{lost}", won=totals[0], lost=totals[1])
    return " · ".join(totals)


def total_words(points: int | None) -> str:
    """Return a total, with a sign of its own for minus; a question mark where it is unknown."""
    return "?" if points is None else signed(points)


def seats_that_won(winner: str, score: Mapping[Any, int | None] | None) -> list[str]:
    """Return the seats that win, or share the win; none for a draw, at which all have as many. All
    who go out of Twenty-Two together share the win too, whatever each of them has."""
    if winner != "draw":
        return winner.split(",")
    totals = {total for total in (score or {}).values() if total is not None}
    return [f"p{seat_number(seat)}" for seat in score or {}] if len(totals) > 1 else []


def totals_and_winner(told: str | None) -> tuple[dict[str, int], str]:
    """Return totals as findings write them, `p1:20 p2:17 win=p1`, by seat, and the winner as a
    verdict names one: `draw` where all of them win; empty where none is told."""
    totals, _, winner = (told or "").removeprefix("@score ").partition(" win=")
    score = {f"p{seat}": total for seat, total in totals_of(totals) or ()}
    return score, "draw" if winner and len(winner.split(",")) == len(score) else winner


def outcome(
    winner: str | None,
    score: Mapping[str, int | None] | None,
    players: Sequence[str],
    language: Language = ENGLISH,
) -> str:
    """Return who won by what, the winner's points first and names beside numbers: `Bertha wins,
    110–82`, `A draw, 90–90`, `Ann wins with 3; Ben 20, Cem 18`."""
    return _outcome(winner, score, players, language, DRAWN)


DRAWN: Final = ("A draw, {standing}", "A draw; {named}")
DRAWN_INSIDE: Final = ("it is a draw, {standing}", "it is a draw; {named}")
"""The words for a draw of two, and of more; by itself, and inside a sentence."""


def outcome_clause(verdict: Mapping[str, Any], players: Sequence[str], language: Language) -> str:
    """Return who won by what as a part of a sentence: `Bertha wins, 110–82`, `it is a draw`."""
    winner, score = verdict.get("winner"), verdict.get("score")
    return _outcome(winner, score, players, language, DRAWN_INSIDE)


def names_that_won(verdict: Mapping[str, Any], players: Sequence[str], language: Language) -> str:
    """Return who won as a part of a sentence without points, which are known to be others:
    `Bertha wins`."""
    winner, score = verdict.get("winner"), verdict.get("score")
    seats = seats_that_won(winner, score) if winner else []
    if not seats:
        return outcome_clause(verdict, players, language)
    names = [name_of(players, seat, language) for seat in seats]
    return language.several(
        "{names} wins", "{names} share the win", len(names), names=language.listed(names)
    )


def _outcome(
    winner: str | None,
    score: Mapping[str, int | None] | None,
    players: Sequence[str],
    language: Language,
    drawn: tuple[str, str],
) -> str:
    all_ = totals_by_name({"score": score}, players)
    if winner is None and drawn is DRAWN_INSIDE:
        return language.say("the score is {named}", named=all_)
    if winner is None:
        return language.say("Who won is not known; {named}", named=all_)
    seats = seats_that_won(winner, score)
    if not seats:
        drawn_at = drawn[len(score or {}) > 2]
        return language.say(drawn_at, standing=standing_words(score, language), named=all_)
    names = [name_of(players, seat, language) for seat in seats]
    won = total_words((score or {}).get(seats[0]))
    rest = {seat: points for seat, points in (score or {}).items() if seat not in seats}
    if len(seats) == 1 and len(rest) == 1:
        (lost,) = rest.values()
        return language.say(
            "{name} wins, {won}–{lost}", name=names[0], won=won, lost=total_words(lost)
        )
    if len({(score or {}).get(seat) for seat in seats}) > 1:  # those who went out together
        all_ = totals_by_name(
            {"score": {**{seat: (score or {}).get(seat) for seat in seats}, **rest}}, players
        )
        return language.say(
            "{names} share the win: {named}", names=language.listed(names), named=all_
        )
    told = {"names": language.listed(names), "won": won}
    if not rest:
        return language.several("{names} wins with {won}", "{names} share the win with {won}",
                                len(names), **told)  # fmt: skip
    others = totals_by_name({"score": rest}, players)
    return language.several("{names} wins with {won}; {others}",
                            "{names} share the win with {won}; {others}",
                            len(names), **told, others=others)  # fmt: skip
