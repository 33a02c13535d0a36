"""The winner, also where something is missing, and why the game is not over yet."""

from __future__ import annotations

from archive.core.events import DRAW
from archive.languages.language import signed
from archive.rules.totals import Ending
from archive.telling.certain_result import CertainResult
from archive.telling.findings import Finding
from archive.telling.messages.line_instead import goes_on_with
from archive.telling.messages.turns import awaited
from archive.telling.names_and_totals import outcome_clause
from archive.telling.speaker import Speaker, capital

LEVEL = {
    "deal": "{names} are level at {points}: there is no winner yet, and another deal is due.",
    "hand": "{names} are level at {points}: there is no winner yet, and another hand is due.",
}
"""The templates by the game's word for what is dealt and scored at once."""
NOT_DOWN = (
    "{names} is lowest with {points}, and no player is down to zero yet: another deal is due.",
    "{names} are lowest with {points}, and no player is down to zero yet: another deal is due.",
)
STILL_IN = (
    "{names} are both still in the game: another hand is due.",
    "{names} are still in the game: another hand is due.",
)
OTHER_TARGET = {
    0: "{Players} players play to {target}, not to {reached}, and {names} has {points}: another "
    "hand is due.",
    1: "{Players} players play to {target}, not to {reached}, and {names} has {points}: another "
    "hand is due. To {reached} points {winners} would have won with {least}.",
    2: "{Players} players play to {target}, not to {reached}, and {names} has {points}: another "
    "hand is due. To {reached} points {winners} would have shared the win with {least}.",
}
"""The templates by how many players have won by the other target whom the record names: none, one
or more."""
TWO_ROUNDS = {
    False: "A game is two rounds: {name} leads {won}–{lost}, and {next} is still to come.",
    True: "A game is two rounds: it stands {won}–{lost}, and {next} is still to come.",
}
"""The templates by whether both players have as many points."""
BELOW_TARGET = {
    False: "The game goes to {target} points, and {names} has the most with {points}: another hand "
    "is due.",
    True: "The game goes to {target} points, and {names} have the most with {points}: another hand "
    "is due.",
}
"""The templates by whether several have as many points."""
NOT_OUT = (
    "{names} has {points} points after {deal}, and is out only with {target} or more.",
    "{names} have fewer than {target} points each after {deal}, and are out only with that.",
)
CLAIMED = {
    "above-zero": "{names} has {points}, and the game is won at zero or below: another deal is "
    "due.",
    "alone-down": "If {deal} ended the game, {names} has won: no other player can be down to zero "
    "by then, with {target} points off at most.",
    "alone-left": "If {deal} ended the game, {names} has won: with {target} points more at most "
    "{names} cannot be out by then.",
    "too-far": "{names} cannot have won with {deal}: {names} had {points} before, and at most "
    "{target} come off.",
    "others-left": "{claimed} cannot have won with {deal}: {names} had {points} before, and with "
    "{target} more at most is not out.",
    "was-out": "{names} was out with {points} before {deal}, and cannot have won.",
}
"""The templates about a claimed win where totals are unknown, by kind: those of the end, or of
deals of which none are written."""
SHARED = {
    (True, True): "{names} are level at {points}; the sheet gives the win to {claimed} alone.",
    (True, False): "{names} are level at {points} and it is a draw.",
    (False, True): "{names} are level at {points}; the sheet gives the win to {claimed} alone.",
    (False, False): "{names} are level at {points} and share the win.",
}
"""The templates by whether all players are level, and whether the record names one of them."""
ALONE = {
    True: "{names} alone wins with {points}; {others}, so it is no draw.",
    False: "{names} alone wins with {points}; {others}.",
}
"""The templates by whether the record claims a draw."""
WON = {
    ("lowest", True): "The lowest score wins: {names} has {points}, {claimed} {other_points}.",
    ("lowest", False): "The lowest score wins: {names} has {points}.",
    ("fewest", True): "The fewest points win: {names} has {points}, {claimed} {other_points}.",
    ("fewest", False): "The fewest points win: {names} has {points}.",
    ("most", True): "The most points win: {names} has {points}, {claimed} {other_points}.",
    ("most", False): "The most points win: {names} has {points}.",
}
"""The templates by what wins, and whether the points of the claimed winner are known."""
OVER = {
    "over": "{names} had already won with {points}, and the sheet goes on with {next}.",
    "over-level": "{names} had already ended level at {points}, and the sheet goes on with {next}.",
    "over-shared": "{names} had already shared the win, and the sheet goes on with {next}.",
}
"""The templates of a sheet that goes on after its end, by kind."""
ONLY = {
    False: "Play {plays} can only have been {a_card}, and so {won}.",
    True: "By the numbers written after play {plays} it was {a_card}, and so {won}.",
}
"""The templates by whether that rests on numbers in the record, where one card is left."""


def why_won(finding: Finding, speaker: Speaker) -> str:
    """Return the sentence for a win that the record gives to the wrong player, or too soon."""
    ending = finding.reason
    assert isinstance(ending, Ending)
    several = len(ending.seats) > 1
    values = {
        "names": speaker.listed(speaker.name(seat) for seat in ending.seats),
        "points": signed(ending.points),
    }
    match ending.kind:
        case "over" | "over-level" | "over-shared" as kind:
            next_ = goes_on_with(finding.found, speaker)
            return speaker.say(OVER[kind], **values, next=next_)
        case "level":
            return speaker.say(LEVEL[speaker.unit], **values)
        case "not-down":
            return speaker.say(NOT_DOWN[several], **values)
        case "still-in":
            return speaker.say(STILL_IN[len(ending.seats) != 2], **values)
        case "two-rounds":
            leader, other = sorted(ending.totals, key=ending.totals.__getitem__, reverse=True)
            return speaker.say(TWO_ROUNDS[several], name=speaker.name(leader),
                               won=ending.totals[leader], lost=ending.totals[other],
                               next=speaker.phrase(awaited(finding)))  # fmt: skip
        case "other-target":
            players = capital(speaker.number(len(ending.totals)))
            least = min(ending.totals.values())
            winners = [seat for seat, total in ending.totals.items() if total == least]
            told = min(len(winners), 2) if sorted(ending.claimed) == winners else 0
            return speaker.say(
                OTHER_TARGET[told], **values, Players=players, target=ending.target,
                reached=ending.reached, least=least,
                winners=speaker.listed(map(speaker.name, winners)),
            )  # fmt: skip
        case "below-target":
            return speaker.say(BELOW_TARGET[several], **values, target=ending.target)
        case kind if kind in CLAIMED:
            return speaker.say(CLAIMED[kind], **values, target=ending.target,
                               deal=speaker.deal(finding.at),
                               claimed=speaker.name(ending.claimed[0]))  # fmt: skip
        case "not-out":
            return speaker.say(NOT_OUT[several], **values, target=ending.target,
                               deal=speaker.deal(finding.at))  # fmt: skip
        case "shared":
            alone = len(ending.claimed) == 1 and ending.claimed[0] in ending.seats
            template = SHARED[len(ending.seats) == len(ending.totals), alone]
            return speaker.say(template, **values, claimed=speaker.name(ending.claimed[0])
                               if alone else "")  # fmt: skip
        case "not-level":
            draw = tuple(ending.claimed) == DRAW
            return speaker.say(ALONE[draw], **values, others=_others(ending, speaker))
    (seat,) = ending.claimed
    known = seat in ending.totals
    return speaker.say(
        WON[ending.kind, known], **values,
        claimed=speaker.name(seat), other_points=signed(ending.totals[seat]) if known else "",
    )  # fmt: skip


def _others(ending: Ending, speaker: Speaker) -> str:
    """Return the standing without the winners: `Ben has 20, Cem 18`."""
    first, *more = [seat for seat in ending.totals if seat not in ending.seats]
    return speaker.listed([
        speaker.say("{name} has {points}", name=speaker.name(first),
                    points=signed(ending.totals[first])),
        *(f"{speaker.name(seat)} {signed(ending.totals[seat])}" for seat in more),
    ])  # fmt: skip


def who_wins(finding: Finding, speaker: Speaker) -> str:
    """Return the winner, and why that is certain."""
    told = finding.reason
    assert isinstance(told, CertainResult)
    plies = speaker.listed(map(str, told.plies))
    if told.card:
        return speaker.say(ONLY[told.by_numbers], plays=plies, a_card=speaker.a_card(told.card),
                           won=_won(told, speaker))  # fmt: skip
    count, told_of = len(told.plies), {"plays": plies, "won": _won(told, speaker)}
    if told.by_numbers:
        return speaker.several(
            "By the numbers written after play {plays}, {won}.",
            "By the numbers written after plays {plays}, {won}.", count, **told_of,
        )  # fmt: skip
    return speaker.several(
        "Whatever play {plays} was, {won}.", "Whatever plays {plays} were, {won}.", count, **told_of
    )


def _won(told: CertainResult, speaker: Speaker) -> str:
    """Return the winner, with the points where those are certain too."""
    if (told.score and None not in told.score.values()) or told.winner == "draw":
        score = {f"p{seat}": total for seat, total in (told.score or {}).items()}
        body = {"winner": told.winner, "score": score}
        return outcome_clause(body, speaker.players, speaker.language)
    seats = told.winner.split(",")
    names = speaker.names(told.winner)
    return speaker.several("{names} wins", "{names} share the win", len(seats), names=names)
