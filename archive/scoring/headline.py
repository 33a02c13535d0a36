"""A verdict in a sentence or two, as a page and a terminal begin with it: a reader who stops there
has the answer and its reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from archive.languages.spoken import ENGLISH, Language
from archive.scoring.findings import CODES
from archive.scoring.outcome import name, name_of, named, outcome, outcome_clause, total_words

UNCONTRADICTED: Final = (
    "Nothing in these totals contradicts the rules, but no plays are written down that would show "
    "them to be right."
)
"""What is said of a sheet of totals where nothing speaks against it."""
NO_PLAYS: Final = "No plays are written down that would show who lost each hand."
"""What is said of a sheet of losing cards."""
ALL_RIGHT: Final = (
    "Every play was allowed, and every number is right.",
    "Of what could be read, every play was allowed and every number is right.",
)
NOTHING_WRONG: Final = (
    "Nothing here contradicts the rules.",
    "Nothing that could be read contradicts the rules.",
)
"""What is said where nothing is wrong: of a whole record, and of one read in part."""
ONLY_WRITTEN: Final = "Only the writing has a slip."
SLIPS_OF_THE_PEN: Final = ("wrong-starter", "doubled-play", "misnumbered-line", "misnumbered-play")
"""What is wrong with a record of which every play and number is right."""
WITHOUT_A_REASON: Final = {
    ("legality", "impossible"): "No deal of this pack fits the record.",
    ("legality", "refuted"): "Something was played that the rules do not allow.",
    ("arithmetic", "refuted"): "A number in the record is wrong.",
}
"""What is said where no finding is left to say it."""


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
) -> str:
    """Return who won by what, and the play, number or gap on which it turns. `in_part`: there are
    lines on the sheet that could not be read."""
    if not readable(verdict):
        return _unreadable(verdict, language)
    say = language.say
    won = outcome(verdict.get("winner"), verdict.get("score"), players, language)
    clause = outcome_clause(verdict, players, language)
    result = verdict["answers"]["result"]
    upheld = result == "upheld"
    about, reason = _turning(verdict, language, in_part)
    match about:
        case "claims":
            return _refuted(verdict, players, language, reason)
        case "legality":
            return _joined(reason, say("As it was played, {won}.", won=clause) if upheld else "")
        case "arithmetic":
            same = "By these totals {won}." if _totals_alone(verdict) else "All the same {won}."
            told = upheld or (_totals_alone(verdict) and verdict.get("winner"))
            return _joined(reason, say(same, won=clause) if told else "")
        case "open":
            return _left_open(verdict, players, language, reason)
        case "no-plays":
            return reason
        case "unfinished":
            totals = named(verdict, players)
            return _joined(reason, say("The game is not over: {named}.", named=totals))
        case "unclaimed":
            return _joined(reason, say("The record does not say who won: {won}.", won=clause))
    return _joined(say("{won}.", won=won), reason)


def _left_open(
    verdict: Mapping[str, Any], players: Sequence[str], language: Language, reason: str
) -> str:
    """Return what is known of who won where not everything can be checked, and the `reason`."""
    result = verdict["answers"]["result"]
    if told := _said(verdict, "certain-winner"):
        return _joined(told, _said(verdict, "missing-play", "unknown-card"))
    if _losing_cards_alone(verdict):
        return _of_losing_cards(verdict, players, language)
    if result == "upheld":
        clause = outcome_clause(verdict, players, language)
        return _joined(language.say("As the record says, {won}.", won=clause), reason)
    if _totals_alone(verdict):
        return _of_totals(verdict, players, language)
    early = any(one.get("sentence") == reason and one.get("code") == "early-end"
                for one in verdict.get("findings") or [])  # fmt: skip
    unknown = result == "underdetermined" and not early
    return _joined(language.say("Who won cannot be told.") if unknown else "", reason)


def _said(verdict: Mapping[str, Any], *codes: str) -> str:
    """Return the sentence of the first finding with one of these codes; empty where none has."""
    for one in verdict.get("findings") or []:
        if one.get("code") in codes:
            return str(one["sentence"])
    return ""


def _totals_alone(verdict: Mapping[str, Any]) -> bool:
    """Return whether a record is a sheet of totals without plays."""
    return any(one.get("code") == "totals-alone" for one in verdict.get("findings") or [])


def _losing_cards_alone(verdict: Mapping[str, Any]) -> bool:
    """Return whether a record tells no play, and yet what the players have."""
    plays = (verdict.get("checked") or {}).get("plays")
    told = any((verdict.get("score") or {}).values())
    return plays == 0 and told and not _totals_alone(verdict)


def _of_losing_cards(verdict: Mapping[str, Any], players: Sequence[str], language: Language) -> str:
    """Return who wins by the losing cards, or why nobody does yet."""
    clause = outcome_clause(verdict, players, language)
    return _joined(language.say("By the losing cards {won}.", won=clause),
                   _said(verdict, "early-end"), language.say(NO_PLAYS))  # fmt: skip


def _of_totals(verdict: Mapping[str, Any], players: Sequence[str], language: Language) -> str:
    """Return who wins by a sheet's totals, or why nobody does yet, and that this shows no more."""
    early = [str(one["sentence"]) for one in verdict["findings"] if one["code"] == "early-end"]
    told = ""
    if verdict.get("winner"):
        clause = outcome_clause(verdict, players, language)
        told = language.say("By these totals {won}.", won=clause)
    return _joined(told, *early, _without_totals(verdict, players, language),
                   language.say(UNCONTRADICTED))  # fmt: skip


def _without_totals(verdict: Mapping[str, Any], players: Sequence[str], language: Language) -> str:
    """Return whose totals a sheet does not have; empty where it has all."""
    score = verdict.get("score") or {}
    seats = [seat for seat, total in score.items() if total is None]
    if not seats or len(seats) == len(score):
        return ""
    if int(seats[-1][1:]) <= len(players):
        names = language.listed(name_of(players, seat, language) for seat in seats)
        return language.say("No totals are written down for {names}.", names=names)
    return language.say("Totals are written down for {told} players, and {number} play this game.",
                        number=language.number(len(score)),
                        told=language.number(len(score) - len(seats)))  # fmt: skip


def who_won(
    verdict: Mapping[str, Any], players: Sequence[str], language: Language = ENGLISH
) -> str:
    """Return who won, as a heading: `Bertha wins.`, `It was a draw.`, `The game is not over.`"""
    winner = verdict.get("winner")
    if winner == "draw":
        return language.say("It was a draw.")
    if winner:
        names = [name_of(players, seat, language) for seat in winner.split(",")]
        return language.several("{names} wins.", "{names} share the win.", len(names),
                                names=language.listed(names))  # fmt: skip
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
    """Return what there is to say of a verdict beside who won: what is wrong or not known, by its
    reason, or that nothing is. `in_part` as in `headline`."""
    if not readable(verdict):
        return _unreadable(verdict, language)
    say = language.say
    about, reason = _turning(verdict, language, in_part)
    match about:
        case "claims":
            wrong = _wrongly_claimed(verdict, players, language)
            return _joined(say("The record gives {wrong}.", wrong=wrong) if wrong else "", reason)
        case "open" if _totals_alone(verdict):
            return say(UNCONTRADICTED)
        case "open":
            return _joined(say("Not all of it can be checked."), reason)
        case "unclaimed":
            return _joined(reason, say("The record does not say who won."))
    return reason


def _turning(verdict: Mapping[str, Any], language: Language, in_part: bool) -> tuple[str, str]:
    """Return what a verdict turns on, and the sentence that says so: the `claims` of a result, the
    `legality` or `arithmetic` of what went before, what is left `open`, that there are `no plays`;
    and where all is well, how the result stands."""
    answers = verdict["answers"]
    empty = (verdict.get("checked") or {}).get("plays") == 0
    say = language.say
    no_plays = "no-plays", say("There is no play in the record, and so nothing to judge.")
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
    if slip := _said(verdict, *SLIPS_OF_THE_PEN):
        return answers["result"], _joined(say(ONLY_WRITTEN), slip)
    return answers["result"], say(ALL_RIGHT[in_part] if right else NOTHING_WRONG[in_part])


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


def _refuted(
    verdict: Mapping[str, Any], players: Sequence[str], language: Language, reason: str
) -> str:
    """Return who wins instead of whom the record says, and the reason."""
    told = _said(verdict, "certain-winner")
    if not told:
        return _joined(_by_the_rules(verdict, players, language), reason)
    wrong = _wrongly_claimed(verdict, players, language)
    return _joined(
        told, language.say("The record gives {wrong}.", wrong=wrong) if wrong else reason
    )


BY = {
    (True, True): "By these totals {won}; the record gives {wrong}.",
    (True, False): "By these totals {won}.",
    (False, True): "By the rules {won}; the record gives {wrong}.",
    (False, False): "By the rules {won}.",
}
"""By whether there are totals alone, and whether any of them is wrong."""


def _by_the_rules(verdict: Mapping[str, Any], players: Sequence[str], language: Language) -> str:
    """`By the rules Ann wins, 90–80; the record gives Ben 95.` Less where less is known."""
    score = verdict.get("score")
    if not score or None in score.values():
        return language.say("The result is not what the record says.")
    wrong = _wrongly_claimed(verdict, players, language)
    won = outcome_clause(verdict, players, language)
    return language.say(BY[_totals_alone(verdict), bool(wrong)], won=won, wrong=wrong)


def _wrongly_claimed(verdict: Mapping[str, Any], players: Sequence[str], language: Language) -> str:
    """`Ann 80 and Ben 9`: the totals a record claims that are not those of the rules."""
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
        return language.say("This could not be read as a record of a game.")
    codes = {finding["code"] for finding in verdict.get("findings", ())}
    return language.say(
        "Nothing could be judged: the rules of “{game}” cannot be read."
        if "unreadable-tag" in codes and "unknown-rules" not in codes
        else "Nothing could be judged: no rules of “{game}” go by that name here.",
        game=name(game),
    )
