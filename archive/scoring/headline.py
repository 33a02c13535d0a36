"""A verdict in a sentence or two, as a page and a terminal begin with it: a reader who stops there
has the answer and its reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from archive.core.text import printable, shortened
from archive.scoring.findings import CODES
from archive.scoring.wording import listed

LONGEST_NAME: Final = 60
UNCONTRADICTED: Final = (
    "Nothing in these totals contradicts the rules, but no plays are written down that would show "
    "them to be right."
)
"""What is said of a sheet of totals where nothing speaks against it."""
WITHOUT_A_REASON: Final = {
    ("legality", "impossible"): "No deal of this pack fits the record.",
    ("legality", "refuted"): "Something was played that the rules do not allow.",
    ("arithmetic", "refuted"): "A number in the record is wrong.",
}
"""What is said where no finding is left to say it."""


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
    """Return who won by what, and the play, number or gap on which it turns."""
    if not readable(verdict):
        return _unreadable(verdict)
    won = outcome(verdict.get("winner"), verdict.get("score"), players)
    result = verdict["answers"]["result"]
    upheld = result == "upheld"
    about, reason = _turning(verdict)
    match about:
        case "claims":
            return _joined(_by_the_rules(verdict, players, won), reason)
        case "legality":
            return _joined(reason, f"As it was played, {won}." if upheld else "")
        case "arithmetic":
            return _joined(reason, f"All the same {won}." if upheld else "")
        case "open" if upheld:
            return _joined(f"As the record says, {won}. Not all of it can be checked.", reason)
        case "open" if _totals_alone(verdict):
            return _of_totals(verdict, players)
        case "open":
            early = any(one.get("sentence") == reason and one.get("code") == "early-end"
                        for one in verdict.get("findings") or [])  # fmt: skip
            unknown = result == "underdetermined" and not early
            return _joined("Who won cannot be told." if unknown else "", reason)
        case "no plays":
            return reason
        case "unfinished":
            return f"{reason} The game is not over: {_named(verdict, players)}."
        case "unclaimed":
            return f"{reason} The record does not say who won: {won}."
    return f"{won}. {reason}"


def _totals_alone(verdict: Mapping[str, Any]) -> bool:
    """Whether a record is a sheet of totals without plays."""
    return any(one.get("code") == "totals-alone" for one in verdict.get("findings") or [])


def _of_totals(verdict: Mapping[str, Any], players: Sequence[str]) -> str:
    """Return who wins by a sheet's totals, or why nobody does yet, and that this shows no more."""
    early = [str(one["sentence"]) for one in verdict["findings"] if one["code"] == "early-end"]
    won = outcome(verdict.get("winner"), verdict.get("score"), players)
    told = f"By these totals {won}." if verdict.get("winner") else ""
    return _joined(told.replace("totals A draw", "totals it is a draw"), *early, UNCONTRADICTED)


def who_won(verdict: Mapping[str, Any], players: Sequence[str]) -> str:
    """Return who won, as a heading: `Bertha wins.`, `It was a draw.`, `The game is not over.`"""
    winner = verdict.get("winner")
    if winner == "draw":
        return "It was a draw."
    if winner:
        names = [name_of(players, seat) for seat in winner.split(",")]
        return f"{listed(names)} {'wins' if len(names) == 1 else 'share the win'}."
    if (verdict.get("answers") or {}).get("result") == "unfinished":
        return "The game is not over."
    return "Who won cannot be told." if readable(verdict) else "Nothing could be judged."


def why(verdict: Mapping[str, Any], players: Sequence[str]) -> str:
    """Return what there is to say of a verdict beside who won: what is wrong or not known, by its
    reason, or that nothing is."""
    if not readable(verdict):
        return _unreadable(verdict)
    about, reason = _turning(verdict)
    match about:
        case "claims":
            wrong = _wrongly_claimed(verdict, players)
            return _joined(f"The record gives {wrong}." if wrong else "", reason)
        case "open" if _totals_alone(verdict):
            return UNCONTRADICTED
        case "open":
            return _joined("Not all of it can be checked.", reason)
        case "unclaimed":
            return f"{reason} The record does not say who won."
    return reason


def _turning(verdict: Mapping[str, Any]) -> tuple[str, str]:
    """Return what a verdict turns on, and the sentence that says so: the `claims` of a result, the
    `legality` or `arithmetic` of what went before, what is left `open`, that there are `no plays`;
    and where all is well, how the result stands."""
    answers = verdict["answers"]
    empty = (verdict.get("checked") or {}).get("plays") == 0
    no_plays = "no plays", "There is no play in the record, and so nothing to judge."
    if empty and not verdict.get("findings"):
        return no_plays
    if answers["result"] == "refuted":
        return "claims", _reason(verdict, "result")
    for question in ("legality", "arithmetic"):
        if answers[question] in ("impossible", "refuted"):
            reason = _reason(verdict, question) or WITHOUT_A_REASON[question, answers[question]]
            return question, reason
    if "underdetermined" in answers.values():
        return "open", _reason(verdict, "")
    if empty:
        return no_plays
    if answers["result"] == "upheld":
        return "upheld", "Every play was allowed, and every number is right."
    return answers["result"], "Nothing here contradicts the rules."


def _joined(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)


def _reason(verdict: Mapping[str, Any], question: str) -> str:
    """Return the sentence of the finding on which the answer to a question turns: what changes the
    winner, else what bears on the question, else where record and rules first part."""
    findings = verdict.get("findings") or []
    roots = [one for one in findings if one.get("follows") is None]
    turning = [
        one for one in roots
        if question == "result" and (one.get("effect") or {}).get("winner") == "changes"
    ]  # fmt: skip
    bearing = [
        one for one in roots
        if one.get("severity") == "error" and CODES.get(one.get("code") or "") == question
    ]  # fmt: skip
    first = verdict.get("first_divergence")
    parting = [findings[first]] if first is not None and first < len(findings) else []
    for found in (*turning, *bearing, *parting, *roots):
        if found.get("sentence"):
            return str(found["sentence"])
    return ""


def _by_the_rules(verdict: Mapping[str, Any], players: Sequence[str], won: str) -> str:
    """`By the rules Ann wins, 90–80; the record gives Ben 95.` Less where less is known."""
    score = verdict.get("score")
    if not score or None in score.values():
        return "The result is not what the record says."
    it_is = "it is a" + won.removeprefix("A") if verdict.get("winner") == "draw" else won
    wrong = _wrongly_claimed(verdict, players)
    by = "these totals" if _totals_alone(verdict) else "the rules"
    return f"By {by} {it_is}{f'; the record gives {wrong}' if wrong else ''}."


def _wrongly_claimed(verdict: Mapping[str, Any], players: Sequence[str]) -> str:
    """`Ann 80 and Ben 9`: the totals a record claims that are not those of the rules."""
    score = verdict.get("score") or {}
    return listed(
        f"{name_of(players, seat)} {total_words(points)}"
        for seat, points in (verdict.get("claimed") or {}).items()
        if points is not None and score.get(seat) != points
    )


def _named(verdict: Mapping[str, Any], players: Sequence[str]) -> str:
    """`Ann 20, Ben 18`, a question mark where a total is not known."""
    score = verdict.get("score") or {}
    return ", ".join(
        f"{name_of(players, seat)} {'?' if points is None else total_words(points)}"
        for seat, points in score.items()
    )


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
    """Return who won by what, the winner's points first and names beside numbers: `Bertha wins,
    110–82`, `A draw, 90–90`, `Ann wins with 3; Ben 20, Cem 18`."""
    named = {"score": score}
    if winner == "draw":
        level = len(score or {}) < 3
        return f"A draw, {standing_words(score)}" if level else f"A draw; {_named(named, players)}"
    if winner is None:
        return f"Nobody is known to win; {_named(named, players)}"
    seats = winner.split(",")
    names = [name_of(players, seat) for seat in seats]
    points = (score or {}).get(seats[0])
    won = "?" if points is None else total_words(points)
    rest = {seat: points for seat, points in (score or {}).items() if seat not in seats}
    if len(seats) == 1 and len(rest) == 1:
        (lost,) = rest.values()
        return f"{names[0]} wins, {won}–{'?' if lost is None else total_words(lost)}"
    others = f"; {_named({'score': rest}, players)}" if rest else ""
    wins = "wins" if len(names) == 1 else "share the win"
    return f"{listed(names)} {wins} with {won}{others}"
