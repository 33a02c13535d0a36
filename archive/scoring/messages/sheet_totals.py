"""Sheets that have totals and no plays: what no deal can give."""

from __future__ import annotations

from archive.scoring.findings import Finding
from archive.scoring.messages.kinds import Sentences
from archive.scoring.totals.impossible import Impossible
from archive.scoring.wording import Speaker, listed, number, signed

DEALS = {"twenty": "round", "twenty-two": "hand", "count-to-20": "hand", "zwanzig-ab": "deal"}


def impossible_total(finding: Finding, speaker: Speaker) -> str:
    """Return the sentence for a total that no deal can give."""
    reason = finding.reason
    assert isinstance(reason, Impossible)
    unit = DEALS[(finding.clause or "").partition("/")[0]]
    deal = f"{unit} {reason.deal}" if reason.deal else "this standing"
    name = speaker.name(reason.seats[0]) if reason.seats else ""
    points = reason.points[0] if reason.points else 0
    each = listed(
        f"{speaker.name(seat)} {_moved(by, signs=unit == 'deal')}"
        for seat, by in zip(reason.seats, reason.points, strict=False)
    )
    match reason.kind:
        case "fives":
            return (
                f"Every card left costs 5, 10 or 20, so {name} cannot get {points} points in "
                f"{deal}."
            )
        case "less":
            return f"Points are only added: {name} cannot go down by {-points} to {reason.total}."
        case "both-out":
            names = listed(speaker.name(seat) for seat in reason.seats)
            return (
                f"A hand is over as soon as one player has no cards left, so {names} cannot all "
                f"score nothing in {deal}."
            ).replace("cannot all", "cannot both" if len(reason.seats) == 2 else "cannot all")
        case "one":
            return (
                f"{name}'s score changes by {_moved(points)} in {deal}, and no {unit} gives that."
            )
        case "in-all":
            return f"All play in {deal} and all of them score, so {name} cannot stay as before."
        case "odd-in-hearts":
            return (
                f"Hearts are trumps in {deal} and count double, so {name}'s score cannot change by "
                f"{_moved(points)}."
            )
    return _of_all(reason, each, deal, name, points)


def _of_all(reason: Impossible, each: str, deal: str, name: str, points: int) -> str:
    match reason.kind:
        case "tricks":
            return f"In {deal} {number(reason.total)} tricks are counted, and there are five."
        case "no-deals":
            return f"No two deals up to {deal} give this to all four together."
        case "no-deal":
            return f"No deal gives all four this together in {deal}: {each}."
        case "no-card":
            return f"No card counts {points}, so {name} cannot get that in {deal}."
        case "no-loser":
            return f"Every hand has a loser, and in {deal} all totals stay as they are."
        case "ranks":
            return f"Only cards of one rank lose a hand: {each} cannot both be right for {deal}."
        case "over" if not name:
            return f"The game was over before {deal}."
        case "over":
            return f"The game was over before {deal}: {name} had won with {signed(points)}."
        case "out":
            return f"{name} was out with 22 or more before {deal}, and gets {points} more."
        case "pack" if reason.most < 100:
            return (
                f"{reason.total} players lose {deal} with one rank, and the pack has {reason.most}."
            )
        case "pack":
            return (
                f"In {deal} {each} make {reason.total}, and the cards of the pack cost "
                f"{reason.most} at the most."
            )
    return f"In {deal} {each} make {reason.total}, and a round cannot give {reason.most} points."


def _moved(points: int, *, signs: bool = True) -> str:
    return f"+{points}" if signs and points > 0 else signed(points)


def _totals_alone(finding: Finding, speaker: Speaker) -> str:
    return (
        "The sheet has totals and no plays, so it can only be asked whether the rules can give "
        "such totals."
    )


SENTENCES: Sentences = {"impossible-total": impossible_total, "totals-alone": _totals_alone}
