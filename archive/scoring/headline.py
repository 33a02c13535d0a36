"""A verdict in one sentence, as a page and a terminal begin with it: whoever reads no further has
the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from archive.core.text import printable, shortened
from archive.scoring.wording import listed

LONGEST_NAME: Final = 60


def name(text: str) -> str:
    """A name, of a player, an event or a file, as it can stand on a page: whole unless it is
    monstrous. The source page shows all of it."""
    return shortened(printable(text), LONGEST_NAME)


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


def readable(verdict: Mapping[str, Any]) -> bool:
    """Whether there is a game in what was judged; otherwise nothing of it could be judged."""
    return verdict.get("rules") is not None


def headline(verdict: Mapping[str, Any], players: Sequence[str]) -> str:
    """The verdict in one sentence."""
    if not readable(verdict):
        return _unreadable(verdict)
    answers = verdict["answers"]
    score = standing_words(verdict.get("score"))
    won = outcome(verdict.get("winner"), verdict.get("score"), players)
    if answers["legality"] == "impossible" and answers["result"] == "upheld":
        return f"{won}, as claimed; but the cards as written down fit no deal of the pack."
    if answers["legality"] == "impossible":
        return "No deal of this pack fits the record."
    if answers["result"] == "refuted":
        return f"The result is not what the record says. {_by_the_rules(verdict, won)}".rstrip()
    if answers["legality"] == "refuted":
        holds = f". As it was played the points are right: {won}"
        return (
            "Something was played that the rules do not allow"
            f"{holds if answers['result'] == 'upheld' else ''}."
        )
    if answers["arithmetic"] == "refuted":
        holds = f", but the result is right: {won}" if answers["result"] == "upheld" else ""
        return f"A number in the record is wrong{holds}."
    if (verdict.get("checked") or {}).get("plays") == 0:
        return "There is no play in the record, and so nothing to judge."
    if "underdetermined" in answers.values():
        return "The record does not say enough to judge all of it."
    if answers["result"] == "unfinished":
        return "Everything holds as far as the record goes."
    if answers["result"] == "unclaimed":
        return f"Every play holds. The record claims no result; by the rules it is {score}."
    return f"Everything holds. {won}."


def _by_the_rules(verdict: Mapping[str, Any], won: str) -> str:
    """`By the rules Ann wins, 90–80; the record has 95–80.` Less where less is known."""
    score, claimed = verdict.get("score"), verdict.get("claimed")
    if not score or None in score.values():
        return ""
    it_is = "it is a" + won.removeprefix("A") if verdict.get("winner") == "draw" else won
    has = f"; the record has {standing_words(claimed)}" if claimed not in (None, score) else ""
    return f"By the rules {it_is}{has}."


def _unreadable(verdict: Mapping[str, Any]) -> str:
    game = verdict.get("game")
    if not game:
        return "This could not be read as a record of a game."
    codes = {finding["code"] for finding in verdict.get("findings", ())}
    if "unreadable-tag" in codes and "unknown-rules" not in codes:
        return f"Nothing could be judged: by which rules of “{name(game)}” cannot be read."
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
