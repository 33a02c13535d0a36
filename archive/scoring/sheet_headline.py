"""The first sentence about sheets without plays: totals alone, or the cards that lost each hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from archive.languages.language import Language
from archive.rules.faults_and_claims import BEGINS_LATE
from archive.rules.totals import WHAT_A_DEAL_GIVES
from archive.telling.findings import UNPROVED
from archive.telling.names_and_totals import (
    name_of,
    outcome_clause,
    totals_and_winner,
    totals_by_name,
)

UNCONTRADICTED: Final = (
    (
        "Nothing in these totals contradicts the rules, but no plays are written down that would "
        "show them to be right."
    ),
    "Nothing in the totals that could be read contradicts the rules; some lines could not be read.",
)
"""The sentences for a sheet of totals without contradictions: for a whole sheet, and for one read
in part."""
ONLY_TRICKS: Final = (
    "These are the points for the tricks that the sheet counts; no plays are written down that "
    "would show who won them."
)
"""The sentence for a sheet that counts tricks and has no totals."""
ONLY_TOTALS: Final = "No plays are written down that would show these totals to be right."
"""The sentence where the totals show that a game is not over yet."""
NO_PLAYS: Final = "No plays are written down that would show who lost each hand."
"""The sentence for a sheet of losing cards."""


def sentence_of_codes(verdict: Mapping[str, Any], *codes: str) -> str:
    """Return the sentence of the first finding with one of these codes; empty where none has."""
    for one in verdict.get("findings") or []:
        if one.get("code") in codes:
            return str(one["sentence"])
    return ""


def counted_winner(verdict: Mapping[str, Any]) -> tuple[str, dict[str, int]]:
    """Return who wins by totals counted on from those that a sheet begins with, as a verdict names
    the winner, and these totals; nothing where it does not come to an end in that way."""
    for one in verdict.get("findings") or ():
        if one.get("code") == "counted-on":
            score, winner = totals_and_winner(one.get("expected"))
            if winner:
                return winner, score
    return "", {}


def as_far_as_written(verdict: Mapping[str, Any], language: Language) -> str:
    """Return what is right all the same on a sheet that begins in the middle of a game: its plays,
    and the totals that are counted on."""
    open_ = [one for one in verdict.get("findings") or [] if one.get("code") in UNPROVED]
    late = all(one.get("found") == BEGINS_LATE for one in open_)
    open_play = verdict["answers"]["legality"] == "underdetermined"
    played = (verdict.get("checked") or {}).get("plays")
    allowed = open_play and open_ and late and played
    return join_sentences(
        language.say("As far as can be told, every play on it was allowed.") if allowed else "",
        sentence_of_codes(verdict, "counted-on"),
    )


def totals_alone(verdict: Mapping[str, Any]) -> bool:
    """Return whether a record is a sheet of totals without plays."""
    return any(one.get("code") == "totals-alone" for one in verdict.get("findings") or [])


def tricks_alone(verdict: Mapping[str, Any]) -> bool:
    """Return whether a sheet counts tricks and has neither plays nor totals."""
    return any(
        one.get("code") == "totals-alone" and one.get("found") == "0 standings"
        for one in verdict.get("findings") or []
    )


def losing_cards_alone(verdict: Mapping[str, Any]) -> bool:
    """Return whether a record has no plays, and yet the players' points."""
    plays = (verdict.get("checked") or {}).get("plays")
    told = verdict.get("game") == "twenty-two" and any((verdict.get("score") or {}).values())
    return plays == 0 and told and not totals_alone(verdict)


def ends_otherwise(verdict: Mapping[str, Any]) -> bool:
    """Return whether a corrected sum, or a total carried on as it was, changes the end of the game:
    then the winner by the totals as they are is no answer."""
    return any(kind.endswith(("-open", "-changes")) for kind in _wrong_sums(verdict))


def sums_are_wrong(verdict: Mapping[str, Any]) -> bool:
    """Return whether a sum is wrong, or a total carried on as it was not, so that the totals at the
    end are others."""
    return any(kind != "carried-only" for kind in _wrong_sums(verdict))


def _wrong_sums(verdict: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with the sums of a sheet of totals, by kind."""
    kinds = (str(one.get("found")) for one in verdict.get("findings") or [])
    able = totals_alone(verdict)
    return [kind for kind in kinds if able and kind.startswith(("sum", "carried"))]


def tricks_refute(verdict: Mapping[str, Any]) -> bool:
    """Return whether totals of a sheet without plays are not what the tricks counted beside them
    score."""
    codes = (one.get("code") for one in verdict.get("findings") or [])
    return totals_alone(verdict) and "wrong-score" in codes


def of_losing_cards(verdict: Mapping[str, Any], players: Sequence[str], language: Language) -> str:
    """Return who wins by the losing cards, or why there is no winner yet."""
    clause = outcome_clause(verdict, players, language)
    return join_sentences(language.say("By the losing cards {won}.", won=clause),
                   sentence_of_codes(verdict, "early-end"), language.say(NO_PLAYS))  # fmt: skip


def of_totals(
    verdict: Mapping[str, Any], players: Sequence[str], language: Language, *, in_part: bool
) -> str:
    """Return who wins by a sheet's totals, or why there is no winner yet, and that this proves no
    more."""
    early, told = sentence_of_codes(verdict, "early-end"), ""
    if verdict.get("winner"):
        clause = outcome_clause(verdict, players, language)
        told = language.say("By these totals {won}.", won=clause)
    elif not early:
        told = _without_winner(verdict, players, language)
    if tricks_alone(verdict):
        bare = language.say(ONLY_TRICKS)
    elif early:
        bare = language.say(ONLY_TOTALS)
    else:
        bare = uncontradicted(verdict, language, in_part=in_part)
    return join_sentences(told, early, _without_totals(verdict, players, language), bare)


def uncontradicted(verdict: Mapping[str, Any], language: Language, *, in_part: bool) -> str:
    """Return that nothing contradicts the rules; or which totals would, if nothing were left
    out."""
    for one in verdict.get("findings") or []:
        if one.get("code") == "gap" and one.get("expected") == WHAT_A_DEAL_GIVES:
            return join_sentences(str(one["sentence"]), language.say(ONLY_TOTALS))
    return language.say(UNCONTRADICTED[in_part])


def _without_winner(verdict: Mapping[str, Any], players: Sequence[str], language: Language) -> str:
    """Return how a game stands that is not over, or that nothing shows who won one that is."""
    totals = [*(verdict.get("score") or {}).values()]
    result = (verdict.get("answers") or {}).get("result")
    if result == "unfinished" and totals and None not in totals:
        return language.say(
            "The game is not over: {named}.", named=totals_by_name(verdict, players)
        )
    if result == "underdetermined" and {*totals} == {None}:
        return language.say("Who won cannot be told: the totals at the end are not written down.")
    return ""


def _without_totals(verdict: Mapping[str, Any], players: Sequence[str], language: Language) -> str:
    """Return the players whose totals a sheet lacks; empty where it has all."""
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


def join_sentences(*sentences: str) -> str:
    """Return sentences one after the other, without the empty ones."""
    return " ".join(sentence for sentence in sentences if sentence)
