"""Who has won, and why the game is not over yet."""

from __future__ import annotations

from archive.core.events import DRAW
from archive.scoring.findings import Finding
from archive.scoring.messages.turns import awaited
from archive.scoring.reasons.slip import Ending
from archive.scoring.wording import NUMBERS, Speaker, capital, listed, signed

NEXT = {"zwanzig-ab": "another deal is due", "count-to-20": "another hand is due"}


def why_won(finding: Finding, speaker: Speaker) -> str:
    """Return the sentence for a win that the record gives to the wrong player, or too soon."""
    ending = finding.reason
    assert isinstance(ending, Ending)
    game = ending.clause.partition("/")[0]
    names = listed(speaker.name(seat) for seat in ending.seats)
    level = f"{names} are level at {signed(ending.points)}"
    due = NEXT.get(game, "the game goes on")
    match ending.kind:
        case "level":
            return f"{level}: nobody has won, and {due}."
        case "not-down":
            verb = "are lowest" if len(ending.seats) > 1 else "is lowest"
            return f"{names} {verb} with {ending.points}, and nobody is down to zero yet: {due}."
        case "still-in":
            both = "both " if len(ending.seats) == 2 else ""
            return f"{names} are {both}still in the game: another hand is due."
        case "two-rounds":
            return f"A game is two rounds, and {awaited(finding)} would be next."
        case "below-target" | "other-target":
            return _too_few(ending, names, due, speaker)
        case "shared":
            whole = len(ending.seats) == len(ending.totals)
            return f"{level} and {'it is a draw' if whole else 'share the win'}."
        case "not-level":
            others = _others(ending, speaker)
            return f"{names} alone wins with {signed(ending.points)}; {others}."
    rule = "lowest score wins" if game == "zwanzig-ab" else f"{ending.kind} points win"
    has = f"{names} has {signed(ending.points)}"
    return f"The {rule}: {has}{_claimed(ending, speaker)}."


def _too_few(ending: Ending, names: str, due: str, speaker: Speaker) -> str:
    count = len(ending.totals)
    players = NUMBERS[count] if count < len(NUMBERS) else str(count)
    if ending.kind == "other-target":
        return capital(
            f"{players} players play to {ending.target}, not to {ending.reached}, and {names} has "
            f"{ending.points}: {due}."
        )
    have = "have" if len(ending.seats) > 1 else "has"
    return capital(
        f"the game goes to {ending.target} points, and {names} {have} the most with "
        f"{ending.points}: {due}."
    )


def _claimed(ending: Ending, speaker: Speaker) -> str:
    (seat,) = ending.claimed
    known = seat in ending.totals
    return f", {speaker.name(seat)} {signed(ending.totals[seat])}" if known else ""


def _others(ending: Ending, speaker: Speaker) -> str:
    told = [
        f"{speaker.name(seat)} {'has ' if not at else ''}{signed(total)}"
        for at, (seat, total) in enumerate(
            (seat, total) for seat, total in ending.totals.items() if seat not in ending.seats
        )
    ]
    draw = tuple(ending.claimed) == DRAW
    return f"{listed(told)}{', so it is no draw' if draw else ''}"
