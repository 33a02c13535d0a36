"""Wrong totals with their reason: the points scored, and the record's likely mistake."""

from __future__ import annotations

from collections.abc import Callable

from archive.core.events import End, Score
from archive.core.record import Record
from archive.games import GAMES
from archive.languages.language import signed
from archive.scoring.card_words import RANKS, Speaker, capital
from archive.scoring.event_places import numbered
from archive.scoring.findings import Finding
from archive.scoring.messages import slips
from archive.scoring.wrong_total_reasons import Reason, Total

ENDS = "{name} ends with {due}, not {found}"
ENDS_AS_WRITTEN = "{name} ends with {due}, as the last standing has it, not {found}."
HAS = "{name} has {due}, not {found}"
HAS_AFTER = "{name} has {due} after {after}, not {found}"
OF_SEVERAL = "{name} {due}, not {found}"
SEVERAL = "{first}, and {last}"
FIRST_AFTER = "after {after} {name} has {due}, not {found}"
TWO = 2
OF_DEALS = {
    "zwanzig-ab/7.1": ("wins {tricks} in {deal}", "wins {tricks} in {deal} with hearts as trumps"),
    "zwanzig-ab/7.3": ("wins no trick in {deal}", "wins no trick in {deal} with hearts as trumps"),
    "zwanzig-ab/7.5": ("is left alone in {deal}", "is left alone in {deal} with hearts as trumps"),
}
"""The words for a player's deal of Zwanzig ab by clause; the second where hearts are trumps."""
COST = dict.fromkeys("KQJT98765432A", 5) | dict.fromkeys("QJT", 10) | {"K": 20}
"""What cards left in Count to 20 cost, the highest first."""
SWEEP = ("wins all five tricks in {deal}", "wins all five tricks in {deal} with hearts as trumps")


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
    told = [slips.in_words(slip, reason, GAMES[game].words.dealt, speaker) for slip in likely]
    because, *others = dict.fromkeys(told) or ("",)
    if others:
        return capital(speaker.say("{because}, or {other}: {totals}.", because=because,
                                   other=others[0], totals=totals))  # fmt: skip
    if because:
        return capital(speaker.say("{because}: {totals}.", because=because, totals=totals))
    (total,) = reason.totals
    if reason.summed is not None and finding.code == "wrong-score":
        times, points = reason.summed
        return speaker.say(IN_ALL[GAMES[game].words.dealt], name=speaker.name(total.seat),
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
            deal=numbered(GAMES[game].words.dealt, reason.number(reason.deal), speaker.language),
        )  # fmt: skip
    steps = _steps(reason, game)
    return speaker.say("{deeds}: {sum} = {due}, not {found}.", due=due, found=found,
                       deeds=DEEDS.get(game, _in_any_game)(reason, name, speaker),
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
    ends, tallies = finding.code == "wrong-result", GAMES[game].tallies
    known = not ends and (tallies or reason.deal)
    after = (
        speaker.say("play {n}", n=finding.ply)
        if tallies
        else numbered(GAMES[game].words.dealt, reason.number(reason.deal), speaker.language)
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


def _steps(reason: Reason, game: str) -> list[int]:
    """Return the points that are added, play by play in Twenty, elsewhere deal by deal."""
    sums: dict[int, int] = {}
    for _, points, deal, ply in reason.scored:
        place = ply if GAMES[game].tallies else deal
        sums[place] = sums.get(place, 0) + points
    return list(sums.values())


def _in_twenty(reason: Reason, name: str, speaker: Speaker) -> str:
    told = [
        speaker.say("{points} as the bonus", points=points)
        if clause == "twenty/5.1"
        else speaker.say("{points} with play {ply}", points=points, ply=ply)
        for clause, points, _, ply in reason.scored
    ]
    return speaker.say("{name} scores {told}", name=name, told=speaker.listed(told))


def _in_zwanzig_ab(reason: Reason, name: str, speaker: Speaker) -> str:
    doubled = {deal for clause, _, deal, _ in reason.scored if clause == "zwanzig-ab/7.6"}
    told = [
        speaker.say(
            OF_DEALS.get(clause, SWEEP)[deal in doubled],
            tricks=speaker.tricks(-points),
            deal=numbered("deal", reason.number(deal), speaker.language),
        )
        for clause, points, deal, _ in reason.scored
        if clause != "zwanzig-ab/7.6"
    ]
    return speaker.say("{name} {told}", name=name, told=speaker.listed(told))


def _in_count_to_20(reason: Reason, name: str, speaker: Speaker) -> str:
    told = []
    for deal in dict.fromkeys(deal for _, _, deal, _ in reason.scored):
        ranks, number = reason.cards.get(deal, ""), reason.number(deal)
        if ranks and "?" not in ranks:
            cards = speaker.listed(
                f"{speaker.several_cards(rank, count)} ({COST[rank] * count})"
                for rank in COST
                if (count := ranks.count(rank))
            )
            told.append(speaker.say("{cards} in hand {n}", cards=cards, n=number))
        else:
            told.append(speaker.say("cards in hand {n}", n=number))
    return speaker.say("{name} is left with {told}", name=name, told=speaker.listed(told))


def _in_twenty_two(reason: Reason, name: str, speaker: Speaker) -> str:
    told = []
    for _, points, deal, _ in reason.scored:
        rank, number = reason.cards.get(deal, ""), reason.number(deal)
        if rank in RANKS and rank != "?":
            card, bare = speaker.a_card(rank), speaker.card(rank)
            told.append(speaker.say("hand {n} with {card}", n=number, card=card, rank=bare))
        else:
            told.append(speaker.say("hand {n} with {points}", n=number, points=points))
    return speaker.say("{name} loses {told}", name=name, told=speaker.listed(told))


def _in_any_game(reason: Reason, name: str, speaker: Speaker) -> str:
    sums: dict[int, int] = {}
    for _, points, deal, _ in reason.scored:
        sums[deal] = sums.get(deal, 0) + points
    told = [
        speaker.say("{points} in {deal}", points=signed(points),
                    deal=numbered(speaker.unit, reason.number(deal), speaker.language))
        for deal, points in sums.items()
    ]  # fmt: skip
    return speaker.say("{name} scores {told}", name=name, told=speaker.listed(told))


DEEDS: dict[str, Callable[[Reason, str, Speaker], str]] = {
    "twenty": _in_twenty,
    "zwanzig-ab": _in_zwanzig_ab,
    "count-to-20": _in_count_to_20,
    "twenty-two": _in_twenty_two,
}
