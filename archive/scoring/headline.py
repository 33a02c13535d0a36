"""A verdict in a sentence or two, as a page and a terminal begin with it: a reader who stops there
has the answer and its reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from archive.languages.language import ENGLISH, Language
from archive.scoring.sheet_headline import (
    as_far_as_written,
    counted_winner,
    ends_otherwise,
    join_sentences,
    losing_cards_alone,
    of_losing_cards,
    of_totals,
    sentence_of_codes,
    sums_are_wrong,
    totals_alone,
    tricks_refute,
    uncontradicted,
)
from archive.telling.findings import CODES
from archive.telling.names_and_totals import (
    name,
    name_of,
    names_that_won,
    outcome,
    outcome_clause,
    seats_that_won,
    total_words,
    totals_by_name,
)

ALL_RIGHT: Final = (
    "Every play was allowed, and every number is right.",
    "Of what could be read, every play was allowed and every number is right.",
)
NOTHING_WRONG: Final = (
    "Nothing here contradicts the rules.",
    "Nothing that could be read contradicts the rules.",
)
"""The sentences where nothing is wrong: for a whole record, and for one read in part."""
ONLY_WRITTEN: Final = "Only the writing has a slip."
MANY: Final = 4
"""The lines not understood from which on it is said that a fault may be that of the reading."""
SLIPS_OF_THE_PEN: Final = ("wrong-starter", "doubled-play", "misnumbered-line", "misnumbered-play")
"""Faults of a record whose plays and numbers are all right."""
WITHOUT_A_REASON: Final = {
    ("legality", "impossible"): "No deal of this pack fits the sheet.",
    ("legality", "refuted"): "Something was played that the rules do not allow.",
    ("arithmetic", "refuted"): "A number on the sheet is wrong.",
}
"""The sentences where no finding is left."""


def readable(verdict: Mapping[str, Any]) -> bool:
    """Return whether there is a game in what was judged; otherwise nothing of it could be
    judged."""
    return verdict.get("rules") is not None


def headline(
    verdict: Mapping[str, Any],
    players: Sequence[str],
    language: Language = ENGLISH,
    *,
    in_part: bool = False,
    left_over: int = 0,
) -> str:
    """Return who won by what, and the play, number or gap on which it turns. `in_part`: some lines
    of the sheet could not be read; `left_over` is how many have something that was not
    understood."""
    if not readable(verdict):
        return _unreadable(verdict, language)
    say = language.say
    if left_over >= MANY and "refuted" in verdict["answers"].values():
        doubt = say(
            "{n} lines of this sheet were not understood, and this may come of that.", n=left_over
        )
        return join_sentences(headline(verdict, players, language, in_part=in_part), doubt)
    won = outcome(verdict.get("winner"), verdict.get("score"), players, language)
    clause = outcome_clause(verdict, players, language)
    result = verdict["answers"]["result"]
    upheld = result == "upheld"
    about, reason = _turning(verdict, language, in_part)
    match about:
        case "claims":
            return _refuted(verdict, players, language, reason)
        case "legality":
            return join_sentences(
                reason, say("As it was played, {won}.", won=clause) if upheld else ""
            )
        case "arithmetic":
            same = "All the same {won}."
            if sums_are_wrong(verdict):
                clause = names_that_won(verdict, players, language)
            elif totals_alone(verdict):
                same = "With that {won}." if tricks_refute(verdict) else "By these totals {won}."
            decided = verdict.get("winner") and not ends_otherwise(verdict)
            told = upheld or (totals_alone(verdict) and decided)
            return join_sentences(reason, say(same, won=clause) if told else "")
        case "open":
            return _left_open(verdict, players, language, reason, in_part=in_part)
        case "no-plays":
            return reason
        case "unfinished":
            totals = totals_by_name(verdict, players)
            return join_sentences(reason, say("The game is not over: {named}.", named=totals))
        case "unclaimed":
            return join_sentences(reason, say("The sheet does not say who won: {won}.", won=clause))
    return join_sentences(say("{won}.", won=won), reason)


def _left_open(
    verdict: Mapping[str, Any], players: Sequence[str], language: Language, reason: str, *,
    in_part: bool,
) -> str:  # fmt: skip
    """Return what is known about the winner where not everything can be checked, and the
    `reason`."""
    result = verdict["answers"]["result"]
    if told := sentence_of_codes(verdict, "certain-winner"):
        return join_sentences(told, sentence_of_codes(verdict, "missing-play", "unknown-card"))
    if losing_cards_alone(verdict):
        return of_losing_cards(verdict, players, language)
    if result == "upheld":
        clause = outcome_clause(verdict, players, language)
        return join_sentences(language.say("As the sheet says, {won}.", won=clause), reason)
    if totals_alone(verdict):
        return of_totals(verdict, players, language, in_part=in_part)
    score = verdict.get("score") or {}
    known = bool(score) and None not in score.values()
    if result == "unclaimed" and verdict.get("winner"):
        clause = outcome_clause(verdict, players, language)
        told = language.say("The sheet does not say who won: {won}.", won=clause)
    elif result == "unfinished" and any(score.values()) and known:
        told = language.say(
            "The game is not over: {named}.", named=totals_by_name(verdict, players)
        )
    elif result == "underdetermined":
        early = sentence_of_codes(verdict, "early-end")
        told = early if known or early == reason else ""
        told = told or (
            "" if counted_winner(verdict)[0] else language.say("Who won cannot be told.")
        )
    else:
        told = ""
    told = told or ("" if reason else language.say("Not all of it can be checked."))
    so_far = as_far_as_written(verdict, language)
    return join_sentences(told, "" if reason == told else reason, so_far)


def who_won(
    verdict: Mapping[str, Any], players: Sequence[str], language: Language = ENGLISH
) -> str:
    """Return who won, as a heading: `Bertha wins.`, `By these totals Bertha wins.`, `It was a
    draw.`, `The game is not over.`"""
    if verdict.get("winner") and totals_alone(verdict):
        if ends_otherwise(verdict):
            return language.say("Who won cannot be told.")
        told = "By the tricks {won}." if tricks_refute(verdict) else "By these totals {won}."
        return language.say(told, won=names_that_won(verdict, players, language))
    if winner := verdict.get("winner"):
        seats = seats_that_won(winner, verdict.get("score"))
        if not seats:
            return language.say("It was a draw.")
        names = [name_of(players, seat, language) for seat in seats]
        return language.several("{names} wins.", "{names} share the win.", len(names),
                                names=language.listed(names))  # fmt: skip
    winner, totals = counted_winner(verdict)
    if winner:
        names = [name_of(players, one, language) for one in seats_that_won(winner, totals)]
        return language.several(
            "By the sheet’s own totals, {names} wins.",
            "By the sheet’s own totals, {names} share the win.",
            len(names), names=language.listed(names),
        ) if names else language.say("By the sheet’s own totals, it was a draw.")  # fmt: skip
    if (verdict.get("answers") or {}).get("result") == "unfinished":
        return language.say("The game is not over.")
    return language.say(
        "Who won cannot be told." if readable(verdict) else "Nothing could be judged."
    )


def why(
    verdict: Mapping[str, Any],
    players: Sequence[str],
    language: Language = ENGLISH,
    *,
    in_part: bool = False,
) -> str:
    """Return the sentence about a verdict beside the winner: what is wrong or unknown, by its
    reason, or that nothing is. `in_part` as in `headline`."""
    if not readable(verdict):
        return _unreadable(verdict, language)
    say = language.say
    about, reason = _turning(verdict, language, in_part)
    match about:
        case "claims":
            wrong = _wrongly_claimed(verdict, players, language)
            return join_sentences(
                say("The sheet gives {wrong}.", wrong=wrong) if wrong else "", reason
            )
        case "open" if totals_alone(verdict):
            early = sentence_of_codes(verdict, "early-end")
            return early or uncontradicted(verdict, language, in_part=in_part)
        case "open":
            return join_sentences(
                say("Not all of it can be checked."), reason, as_far_as_written(verdict, language)
            )
        case "unclaimed":
            return join_sentences(reason, say("The sheet does not say who won."))
    return reason


def _turning(verdict: Mapping[str, Any], language: Language, in_part: bool) -> tuple[str, str]:
    """Return what a verdict turns on, and its sentence: the `claims` of a result, the `legality` or
    `arithmetic` of what went before, what is left `open`, that there are `no plays`; and where all
    is well, how the result stands."""
    answers = verdict["answers"]
    empty = (verdict.get("checked") or {}).get("plays") == 0
    say = language.say
    no_plays = "no-plays", say("There is no play on the sheet, and so nothing to judge.")
    if empty and not verdict.get("findings"):
        return no_plays
    if answers["result"] == "refuted":
        return "claims", _reason(verdict, "result")
    for question in ("legality", "arithmetic"):
        if answers[question] in ("impossible", "refuted"):
            otherwise = WITHOUT_A_REASON[question, answers[question]]
            return question, _reason(verdict, question) or say(otherwise)
    if "underdetermined" in answers.values():
        return "open", _reason(verdict, "")
    if empty:
        return no_plays
    right = answers["result"] == "upheld"
    if slip := sentence_of_codes(verdict, *SLIPS_OF_THE_PEN):
        return answers["result"], join_sentences(say(ONLY_WRITTEN), slip)
    return answers["result"], say(ALL_RIGHT[in_part] if right else NOTHING_WRONG[in_part])


def _reason(verdict: Mapping[str, Any], question: str) -> str:
    """Return the sentence of the finding on which the answer to a question turns: one that changes
    the winner, else one that bears on the question, else the first difference of record and
    rules, else a standing that is wrong or of another deal."""
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
    standings = [one for one in roots if (one.get("expected") or "").startswith("@score")]
    for found in (*turning, *bearing, *parting, *standings, *roots):
        if found.get("sentence"):
            return str(found["sentence"])
    return ""


def _refuted(
    verdict: Mapping[str, Any], players: Sequence[str], language: Language, reason: str
) -> str:
    """Return who wins instead of the claimed winner, and the reason."""
    told = sentence_of_codes(verdict, "certain-winner")
    if not told:
        return join_sentences(_by_the_rules(verdict, players, language), reason)
    wrong = _wrongly_claimed(verdict, players, language)
    return join_sentences(
        told, language.say("The sheet gives {wrong}.", wrong=wrong) if wrong else reason
    )


BY = {
    (True, True): "By these totals {won}; the sheet gives {wrong}.",
    (True, False): "By these totals {won}.",
    (False, True): "By the rules {won}; the sheet gives {wrong}.",
    (False, False): "By the rules {won}.",
}
"""The sentences by whether there are totals alone, and whether any of them is wrong."""


def _by_the_rules(verdict: Mapping[str, Any], players: Sequence[str], language: Language) -> str:
    """Return `By the rules Ann wins, 90–80; the record gives Ben 95.`, or less where less is
    known."""
    score = verdict.get("score")
    if not score or None in score.values():
        return language.say("The result is not what the sheet says.")
    wrong = _wrongly_claimed(verdict, players, language)
    won = outcome_clause(verdict, players, language)
    if tricks_refute(verdict):
        return language.say("By the tricks {won}.", won=won)
    return language.say(BY[totals_alone(verdict), bool(wrong)], won=won, wrong=wrong)


def _wrongly_claimed(verdict: Mapping[str, Any], players: Sequence[str], language: Language) -> str:
    """Return the wrong totals that a record claims: `Ann 80 and Ben 9`."""
    score = verdict.get("score") or {}
    if None in score.values():
        return ""
    return language.listed(
        f"{name_of(players, seat, language)} {total_words(points)}"
        for seat, points in (verdict.get("claimed") or {}).items()
        if points is not None and score.get(seat) != points
    )


def _unreadable(verdict: Mapping[str, Any], language: Language) -> str:
    game = verdict.get("game")
    if not game:
        return language.say("This could not be read as a game.")
    codes = {finding["code"] for finding in verdict.get("findings", ())}
    return language.say(
        "Nothing could be judged: the rules of “{game}” cannot be read."
        if "unreadable-tag" in codes and "unknown-rules" not in codes
        else "Nothing could be judged: no rules of “{game}” go by that name here.",
        game=name(game),
    )
