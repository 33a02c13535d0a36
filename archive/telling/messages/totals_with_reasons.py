"""Wrong totals with their reason: the points scored, and the record's likely mistake."""

from __future__ import annotations

from archive.core.events import End, Score
from archive.core.record import Record
from archive.languages.language import signed
from archive.telling.findings import Finding
from archive.telling.messages import slips
from archive.telling.places_in_game import numbered
from archive.telling.speaker import Speaker, capital
from archive.telling.wrong_total_reasons import Reason, Total

ENDS = "{name} ends with {due}, not {found}"
ENDS_AS_WRITTEN = "{name} ends with {due}, as the last standing has it, not {found}."
HAS = "{name} has {due}, not {found}"
HAS_AFTER = "{name} has {due} after {after}, not {found}"
OF_SEVERAL = "{name} {due}, not {found}"
SEVERAL = "{first}, and {last}"
FIRST_AFTER = "after {after} {name} has {due}, not {found}"
TWO = 2


IN_ALL = {
    "round": "{name} scores with {number} plays: {sum} = {due}, not {found}.",
    "deal": "{name} scores in {number} deals: {sum} = {due}, not {found}.",
    "hand": "{name} scores in {number} hands: {sum} = {due}, not {found}.",
}
"""The templates where the scores are too many to name, by the game's word for a deal; in Twenty
plays score."""


def why_wrong(finding: Finding, speaker: Speaker) -> str:
    """Return the sentence for a wrong total whose reason is known, or at least the points
    scored."""
    reason = finding.reason
    assert isinstance(reason, Reason)
    game = (finding.clause or "").partition("/")[0]
    totals = _totals(finding, reason, game, speaker)
    likely = (reason.slip,) if reason.slip is not None else reason.either or ()
    unit = speaker.games[game].words.dealt
    told = [slips.in_words(slip, reason, unit, speaker) for slip in likely]
    because, *others = dict.fromkeys(told) or ("",)
    if others:
        return capital(speaker.say("{because}, or {other}: {totals}.", because=because,
                                   other=others[0], totals=totals))  # fmt: skip
    if because:
        return capital(speaker.say("{because}: {totals}.", because=because, totals=totals))
    (total,) = reason.totals
    if reason.summed is not None and finding.code == "wrong-score":
        times, points = reason.summed
        return speaker.say(IN_ALL[unit], name=speaker.name(total.seat),
                           number=speaker.number(times), sum=_sum(total.due - points, [points]),
                           due=signed(total.due), found=signed(total.found))  # fmt: skip
    if reason.before is None or (not reason.scored and finding.code == "wrong-result"):
        written = _written_before(finding, total, speaker.record)
        return speaker.say(
            ENDS_AS_WRITTEN if written and finding.code == "wrong-result" else "{totals}.",
            name=speaker.name(total.seat), due=signed(total.due), found=signed(total.found),
            totals=capital(totals),
        )  # fmt: skip
    name, due, found = speaker.name(total.seat), signed(total.due), signed(total.found)
    if not reason.scored:
        return speaker.say(
            "{name} scores nothing in {deal} and stays at {due}, not {found}."
            if reason.deal
            else "{name} stays at {due}, not {found}: nothing was scored since the totals before.",
            name=name, due=due, found=found,
            deal=numbered(unit, reason.number(reason.deal), speaker.language),
        )  # fmt: skip
    scored = speaker.own_words(game).scored or _scored
    steps = _steps(reason, by_plays=speaker.games[game].tallies)
    return speaker.say("{deeds}: {sum} = {due}, not {found}.", due=due, found=found,
                       deeds=scored(reason, name, speaker),
                       sum=_sum(reason.before, steps))  # fmt: skip


def _written_before(finding: Finding, total: Total, record: Record) -> bool:
    """Return whether the last standing before a player's wrong total has the right one."""
    written = [
        dict(event.totals)[total.seat]
        for event in record.events[: finding.at]
        if isinstance(event, Score | End) and total.seat in dict(event.totals)
    ]
    return written[-1:] == [total.due]


def _sum(before: int, steps: list[int]) -> str:
    """Return the sum: `20 − 2 + 5`."""
    added = (f" {'+' if points >= 0 else '−'} {abs(points)}" for points in steps)
    return f"{signed(before)}{''.join(added)}"


def _totals(finding: Finding, reason: Reason, game: str, speaker: Speaker) -> str:
    """Return `Ann has 12 after deal 4, not 7`, or for several `after deal 4 Ann has 12, not 7, and
    …`."""
    ends, tallies = finding.code == "wrong-result", speaker.games[game].tallies
    known = not ends and (tallies or reason.deal)
    after = (
        speaker.say("play {n}", n=finding.ply)
        if tallies
        else numbered(speaker.games[game].words.dealt, reason.number(reason.deal), speaker.language)
    )

    def told(total: Total, template: str) -> str:
        return speaker.say(template, name=speaker.name(total.seat), due=signed(total.due),
                           found=signed(total.found), after=after)  # fmt: skip

    first, *more = reason.totals
    if not more:
        return told(first, ENDS if ends else HAS_AFTER if known else HAS)
    begin = ENDS if ends else FIRST_AFTER if known else HAS
    parts = [told(first, begin), *(told(one, OF_SEVERAL) for one in more)]
    if len(parts) > TWO:
        return "; ".join(parts)
    return speaker.say(SEVERAL, first=parts[0], last=parts[1])


def _steps(reason: Reason, *, by_plays: bool) -> list[int]:
    """Return the points that are added, deal by deal or `by_plays`."""
    sums: dict[int, int] = {}
    for _, points, deal, ply in reason.scored:
        place = ply if by_plays else deal
        sums[place] = sums.get(place, 0) + points
    return list(sums.values())


def _scored(reason: Reason, name: str, speaker: Speaker) -> str:
    sums: dict[int, int] = {}
    for _, points, deal, _ in reason.scored:
        sums[deal] = sums.get(deal, 0) + points
    told = [
        speaker.say("{points} in {deal}", points=signed(points),
                    deal=numbered(speaker.unit, reason.number(deal), speaker.language))
        for deal, points in sums.items()
    ]  # fmt: skip
    return speaker.say("{name} scores {told}", name=name, told=speaker.listed(told))
