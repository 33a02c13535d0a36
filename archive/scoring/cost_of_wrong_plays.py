"""The cost of a play against the rules: as much as is certain, and no more.

No rule set here has a penalty for one, and the later plays rest on it, so a record does not show
what would have been. The sentence gives the points that depend on it, as written; and, where the
rules limit what one deal can give and that is too little to matter, that the winner is the same in
any case.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol, runtime_checkable

from archive.core.events import Event, Trump
from archive.games import GAMES
from archive.rules.table import Table
from archive.telling.finding_drafts import Draft
from archive.telling.findings import Effect, Question
from archive.telling.speaker import Speaker
from archive.telling.wrong_total_reasons import ListedWrong

UNTOLD = frozenset(
    {
        # the writing, and what no deal explains: these are no plays
        "no-such-seat", "wrong-player-count", "foreign-line", "foreign-claim", "not-now",
        "after-the-end", "wrong-pack", "short-round", "short-deal", "impossible-hand",
        "too-many-of-a-card", "not-turned-up", "no-deal-fits", "no-lawful-deal",
    }
)  # fmt: skip


@runtime_checkable
class BoundedDeals(Protocol):
    """A table of a game that limits what one deal can give."""

    def deal_gives(self, trump: str | None) -> tuple[int, int]:
        """Return the least and the most that one deal can give a player, with `trump` named in it
        (None where it may be any)."""

    def wins_whatever(self, ranges: Sequence[Mapping[int, tuple[int, int]]]) -> int:
        """Return who certainly wins where the standings after some deals, the last one included,
        are known only to lie between two totals for each seat; 0 for no one."""


class DealStart(NamedTuple):
    """A point at which cards were dealt: the event, the number of the ledger's lines then, and all
    totals by seat, the first of them for no seat."""

    at: int
    lines: int
    totals: list[int]


def say_costs(
    findings: Iterable[Draft],
    table: Table,
    dealt: Sequence[DealStart],
    events: Sequence[Event],
    speaker: Speaker,
) -> None:
    """Give every fault of play that follows from no other its effect in words. Call it when the
    record has been examined to its end."""
    ends = [
        *dealt[1:],
        DealStart(len(events), len(table.ledger.lines), table.ledger.totals_by_seat),
    ]
    for finding in findings:
        if finding.question is not Question.LEGALITY or finding.severity != "error":
            continue
        if finding.follows is not None or finding.code in UNTOLD or finding.at is None:
            continue
        if isinstance(finding.reason, ListedWrong):
            continue  # the play was right, and the list was wrong
        number = sum(one.at <= finding.at for one in dealt) - 1
        rests: Mapping[int, int] = {}
        winner = None  # one reading settles it, which is as good as another
        if number >= 0:
            rests = _rests(finding.ply or 0, table, dealt[number], ends[number])
            named = events[dealt[number].at : finding.at]
            winner = _winner_whatever(table, number, [*dealt, ends[-1]], named)
        cost = replace(finding.effect or Effect(), winner=winner, rests=rests)
        finding.effect = replace(cost, words=_words(cost, table, speaker))


def _rests(ply: int, table: Table, start: DealStart, end: DealStart) -> Mapping[int, int]:
    """Return the points that a deal gave from a ply on, by seat, as written."""
    rests: dict[int, int] = {}
    if not table.ledger.unknown:
        for line in table.ledger.lines[start.lines : end.lines]:
            if line.ply >= ply:
                rests[line.seat] = rests.get(line.seat, 0) + line.points
    return rests


def _winner_whatever(
    table: Table, number: int, standings: Sequence[DealStart], before: Iterable[Event]
) -> str | None:
    """Return `same` where a player wins whatever the deal of that number would have given, all
    other deals as written; `before` are its events before the play."""
    if not isinstance(table, BoundedDeals) or table.ledger.unknown or not table.over:
        return None
    named = (event.suit for event in before if isinstance(event, Trump))
    least, most = table.deal_gives(next(named, None))
    start, end = standings[number].totals, standings[number + 1].totals
    ranges = []
    for standing in standings[number + 1 :]:
        others = [total - end[seat] + start[seat] for seat, total in enumerate(standing.totals)]
        ranges.append({seat: (others[seat] + least, others[seat] + most)
                       for seat in range(1, table.seats + 1)})  # fmt: skip
    winner = table.wins_whatever(ranges)
    return "same" if winner and [winner] == table.winners else None


WHATEVER = {
    "deal": (
        "Whatever this deal would have given, all else as written, {names} wins: one deal cannot "
        "give enough to change that."
    ),
    "hand": (
        "Whatever this hand would have given, all else as written, {names} wins: one hand cannot "
        "give enough to change that."
    ),
    "round": (
        "Whatever this round would have given, all else as written, {names} wins: one round cannot "
        "give enough to change that."
    ),
}
UNTOLD_WORDS = {
    "deal": (
        "The rules set no penalty for this, and what it cost cannot be told: the rest of the deal "
        "depends on it."
    ),
    "hand": (
        "The rules set no penalty for this, and what it cost cannot be told: the rest of the hand "
        "depends on it."
    ),
    "round": (
        "The rules set no penalty for this, and what it cost cannot be told: the rest of the round "
        "depends on it."
    ),
}
"""The sentences by the game's word for what is scored at once."""
AS_WRITTEN = {
    (True, "by"): "{untold} As written, it gave {gave} from there on, and {names} won by {points}.",
    (True, "won"): "{untold} As written, it gave {gave} from there on, and {names} won.",
    (True, "shared"): "{untold} As written, it gave {gave} from there on, and the win was shared "
    "by {names}.",
    (True, ""): "{untold} As written, it gave {gave} from there on.",
    (False, "by"): "{untold} As written, {names} won by {points}.",
    (False, "won"): "{untold} As written, {names} won.",
    (False, "shared"): "{untold} As written, the win was shared by {names}.",
    (False, ""): "{untold}",
}
"""The sentences by whether the rest of the deal gave anything, and how the game was won."""


def _words(effect: Effect, table: Table, speaker: Speaker) -> str:
    dealt = GAMES[table.game].words.dealt
    names = speaker.listed(speaker.name(seat) for seat in table.winners)
    if effect.winner:
        return speaker.say(WHATEVER.get(dealt, WHATEVER["hand"]), names=names)
    gave = [
        f"{speaker.name(seat)} {speaker.points(scored)}"
        for seat, scored in sorted(effect.rests.items())
        if scored
    ]
    won, by = _outcome(table) if table.winners and table.over else ("", 0)
    return speaker.say(
        AS_WRITTEN[bool(gave), won], names=names,
        untold=speaker.say(UNTOLD_WORDS.get(dealt, UNTOLD_WORDS["hand"])),
        gave=speaker.listed(gave), points=speaker.points(by),
    )  # fmt: skip


def _outcome(table: Table) -> tuple[str, int]:
    """Return how a game was won, and by how many points."""
    winners, totals = table.winners, table.ledger.known_totals() or {}
    if len(winners) > 1:
        return "shared", 0
    best = totals[winners[0]]
    margin = min((abs(best - total) for seat, total in totals.items() if seat not in winners),
                 default=0)  # fmt: skip
    return ("by", margin) if table.wins_by_points else ("won", 0)
