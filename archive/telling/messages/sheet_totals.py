"""Sheets that have totals and no plays: totals that no deal can give."""

from __future__ import annotations

from typing import Final

from archive.core.numbers_in_comments import added
from archive.languages.language import signed
from archive.rules.totals import Impossible
from archive.telling.findings import Finding
from archive.telling.places_in_game import numbered
from archive.telling.speaker import Sentences, Speaker

SAID: Final = {
    "fives": "Every card left costs 5, 10 or 20, so {name} cannot get {points} points in {deal}.",
    "fives-in-all": "Every card left costs 5, 10 or 20, so no hands give {name} {points} points.",
    "less": "Points are only added: {name} cannot go down by {down} to {total} in {deal}.",
    "both-out": "A hand is over as soon as one player has no cards left, so {names} cannot both "
    "score nothing in {deal}.",
    "all-out": "A hand is over as soon as one player has no cards left, so {names} cannot all "
    "score nothing in {deal}.",
    "pack": "In {deal} {each} make {total}, and the cards of the pack cost {most} at the most.",
    "one": "{name}’s score changes by {moved} in {deal}, and no deal gives that.",
    "in-diamonds": "Diamonds are trumps in {deal}, so no player drops out: the score of {name} "
    "cannot stay as it was.",
    "in-late": "From the ninth deal on no player drops out: the score of {name} cannot stay as it "
    "was in {deal}.",
    "in-all": "In Twenty down no player drops out: tricks take points off and no trick adds five, "
    "so the score of {name} cannot stay as it was in {deal}.",
    "odd-in-hearts": "Hearts are trumps in {deal} and count double, so {name}’s score cannot "
    "change by {moved}.",
    "odd-in-late-hearts": "From the ninth deal on hearts are trumps and count double, so {name}’s "
    "score cannot change by {moved} in {deal}.",
    "sweep": "All five tricks take {most} off {name} in {deal}, not {taken}.",
    "no-tricks": "In {deal} no trick is counted, and there are five.",
    "tricks-or-hearts": "The tricks of {deal} come to {total}, or to {halved} with hearts "
    "as trumps, and there are five.",
    "tricks": "The tricks of {deal} come to {total}, and there are five.",
    "no-deals": "No two deals up to {deal} give this to all four together.",
    "later": "Up to these totals more was played than {deal}, or they are wrong.",
    "no-deal": "No deal gives all four this together in {deal}: {each}.",
    "no-card": "No card counts {points}, so {name} cannot get that in {deal}.",
    "card": "{name} lost {deal} with {a_card}, which counts {most}, not {points}.",
    "sum": "{added} is {most}, not {total}, so {name} has {most} after {deal}.",
    "sum-in-all": "{added} is {most}, not {total}, so {name} has {most}.",
    "sum-open": "{added} is {most}, not {total}: with {most} for {name} the game is not over "
    "after {deal}.",
    "sum-changes": "{added} is {most}, not {total}: with {most} for {name} after {deal}, "
    "the game goes to {won}.",
    "sum-carried-open": "{added} is {due}, not {total}, for {name} in {deal}: with {due} there, "
    "{name} ends with {most}, and the game is not over.",
    "sum-carried-changes": "{added} is {due}, not {total}, for {name} in {deal}: with {due} "
    "there, {name} ends with {most}, and the game goes to {won}.",
    "sum-carried": "{added} is {due}, not {total}, for {name} in {deal}: with {due} there, "
    "{name} ends with {most}.",
    "carried": "{name} has {due} before {deal}, and the sheet goes on from {total}: with {due} "
    "there, {name} ends with {most}.",
    "carried-only": "{name} has {due} before {deal}, and the sheet has {total} there; what comes "
    "after it goes on from {due}.",
    "carried-open": "{name} has {due} before {deal}, and the sheet goes on from {total}: with "
    "{due} there, {name} ends with {most}, and the game is not over.",
    "carried-changes": "{name} has {due} before {deal}, and the sheet goes on from {total}: with "
    "{due} there, {name} ends with {most}, and the game goes to {won}.",
    "no-loser": "Every hand has a loser, and in {deal} all totals stay as they are.",
    "ranks": "Only cards of one rank lose a hand: {each} cannot both be right for {deal}.",
    "ranks-of-all": "Only cards of one rank lose a hand: {each} cannot all be right for {deal}.",
    "losers": "{total} players lose {deal} with one rank, and the pack has {most} such cards.",
    "out": "{name} was out with 22 or more before {deal}, and gets {points} more.",
    "too-much": "In {deal} {each} make {total}, and a round gives {most} points at the most.",
    "too-little": "A round brings at least {most} points, and {each} make {total} in {deal}.",
    "too-little-in-all": "Two rounds bring at least {most} points, and {each} make {total}.",
    "end": "{name}’s points come to {points}, and the end says {total}.",
    "end-alone": "The end gives the points of {deal} alone; with those before it the totals are "
    "{each}.",
    "alone": "{name} had {most} before {deal} and cannot fall to {total}: the sheet seems to give "
    "the points of {deal} alone, and with those before it the totals are {each}.",
    "perhaps-alone": "Points are only added: {name} cannot go down by {down} to {total} in {deal}. "
    "If these are the points of {deal} alone, the totals with those before are {each}.",
    "over": "{name} had won with {points} before {deal}, and the game was over.",
    "over-for-all": "{names} had shared the win before {deal}, and the game was over.",
}
"""The templates by kind."""
LATE: Final = 8
"""The last deal of Zwanzig ab before hearts are always trumps."""
BY_CLAUSE: Final = {
    ("in-all", "zwanzig-ab/5.3"): "in-diamonds",
    ("in-all", "zwanzig-ab/5.4"): "in-late",
}
"""The kinds that replace others by the clause that is broken."""
WITHOUT_DEAL: Final = {
    "fives": "fives-in-all", "sum": "sum-in-all", "too-little": "too-little-in-all",
}  # fmt: skip
"""The kinds that replace others where no deal is told."""
UNLESS_TWO: Final = {"both-out": "all-out", "ranks": "ranks-of-all"}
"""The kinds that replace others where there are not two players."""


def impossible_total(finding: Finding, speaker: Speaker) -> str:
    """Return the sentence for a total that no deal can give."""
    reason = finding.reason
    assert isinstance(reason, Impossible)
    unit = speaker.games[(finding.clause or "").partition("/")[0]].words.dealt
    points = reason.points[0] if reason.points else 0
    names = [speaker.name(seat) for seat in reason.seats]
    told = _moved if unit == "deal" and reason.kind != "end-alone" else signed
    each = [f"{name} {told(by)}" for name, by in zip(names, reason.points, strict=False)]
    each = each[1:] if reason.kind in ("alone", "perhaps-alone") else each
    kind = "over-for-all" if reason.kind == "over" and len(names) != 1 else reason.kind
    kind = BY_CLAUSE.get((kind, reason.clause), kind)
    if kind == "odd-in-hearts" and reason.deal > LATE:
        kind = "odd-in-late-hearts"
    if kind in WITHOUT_DEAL and not reason.deal:
        kind = WITHOUT_DEAL[kind]
    if len(names) != 2:
        kind = UNLESS_TWO.get(kind, kind)
    deal = (
        numbered(unit, reason.deal, speaker.language)
        if reason.deal
        else speaker.say("this standing")
    )
    return speaker.say(
        SAID[kind],
        name=next(iter(names), ""), names=speaker.listed(names), each=speaker.listed(each),
        deal=deal, points=signed(points), down=-points, moved=_moved(points),
        total=signed(reason.total), most=signed(reason.most), halved=reason.most,
        taken=reason.total, due=signed(sum(reason.points)),
        added=added([*map(signed, reason.points)] or [""]), won=speaker.listed(names[1:]),
        a_card=speaker.a_card(reason.rank) if reason.rank else "",
    )  # fmt: skip


def _moved(points: int) -> str:
    return f"+{points}" if points > 0 else signed(points)


ALONE: Final = {
    True: "The sheet counts tricks and has no plays, so all that can be checked is whether they "
    "can have been shared out so.",
    False: "The sheet has totals and no plays, so all that can be checked is whether the rules can "
    "give such totals.",
}
"""What is said of a sheet without plays: of one that has no totals, and of any other."""


def totals_alone(finding: Finding, speaker: Speaker) -> str:
    """Return the sentence for a sheet that has totals, or tricks counted, and no plays."""
    return speaker.say(ALONE[finding.found == "0 standings"])


SENTENCES: Sentences = {
    "impossible-total": impossible_total,
    "totals-alone": totals_alone,
}
