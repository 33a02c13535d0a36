"""Why a game is won or not: who is level with whom, who has the most or the fewest points, and how
far the game goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from archive.core.events import DRAW, End, Out
from archive.games import GAMES
from archive.scoring.finding_drafts import Draft
from archive.scoring.reasons.between_standings import Standings
from archive.scoring.slips import Ending

WON_BY = {"zwanzig-ab": "8.1", "count-to-20": "7.3", "twenty": "1.3"}
"""The clauses about winning, in the games that are won by points."""
OVER = {"zwanzig-ab/8.1", "count-to-20/7.1", "twenty-two/6.2", "twenty/1.1", "twenty/3.4"}
"""The clauses by which a game is over, and not only a hand of it."""
USUAL_TARGETS = (100, 200)
OUT = 22
"""The points at which a player is out of Twenty-Two."""


def give(
    findings: Sequence[Draft], standings: Standings, winners: Sequence[int], rules: str
) -> None:
    """Give findings about a win their reason: `winners` are those by the rules, `rules` the rules
    of the record as a Rules tag names them."""
    for finding in findings:
        if finding.code == "after-the-end" and finding.clause in OVER:
            finding.reason = _over(finding.clause, standings.totals, winners)
        alone = finding.follows is None and finding.code in ("wrong-winner", "early-end")
        if alone or finding.code == "wrong-elimination":
            ending = _ending(finding, standings, winners, rules)
            if ending is not None:
                finding.reason, finding.clause = ending, ending.clause


def _over(clause: str, totals: Mapping[int, int | None], winners: Sequence[int]) -> Ending | None:
    """Return who had won before a record goes on, None where that is unknown."""
    known = {seat: total for seat, total in totals.items() if total is not None}
    if not winners or len(known) < len(totals):
        return None
    alike = len({known[seat] for seat in winners}) == 1
    kind = "over" if not winners[1:] else "over-level" if alike else "over-shared"
    return Ending(kind, clause, known, winners, (), known[winners[0]])


def _ending(
    finding: Draft, standings: Standings, winners: Sequence[int], rules: str
) -> Ending | None:
    at = finding.at if finding.at is not None else len(standings.record.events) - 1
    if None in standings.totals.values():
        return None
    sums = {seat: standings.total(seat, at) for seat in standings.totals}
    totals = {seat: total for seat, total in sums.items() if total is not None}
    event = standings.record.events[at] if at >= 0 else None
    if isinstance(event, Out):
        return not_out(totals, event.seats)
    claimed = event.winners if isinstance(event, End) else ()
    early = finding.code == "early-end" or finding.expected == "nobody"
    if early:
        return not_over(standings.game, totals, claimed, rules)
    return won(standings.game, totals, claimed, winners)


def not_over(
    game: str, totals: Mapping[int, int], claimed: Sequence[int], rules: str
) -> Ending | None:
    """Return why a game goes on with these totals, None where they do not show it."""
    lowest = min(totals.values())
    level = [seat for seat, total in totals.items() if total == lowest]
    if game == "zwanzig-ab":
        kind, clause = ("level", "8.2") if lowest <= 0 else ("not-down", "8.1")
        if kind == "level" and len(level) == 1:
            return None
        return Ending(kind, f"{game}/{clause}", totals, level, claimed, lowest)
    if game == "count-to-20":
        target = target_of(rules, len(totals))
        highest = max(totals.values())
        if highest >= target:
            if len(level) > 1 and "tie=play-on" in rules:
                return Ending("level", f"{game}/7.5", totals, level, claimed, lowest)
            return None
        top = [seat for seat, total in totals.items() if total == highest]
        reached = [other for other in USUAL_TARGETS if other <= highest and "target=" not in rules]
        kind, clause = ("other-target", "7.2") if reached and claimed else ("below-target", "7.1")
        return Ending(kind, f"{game}/{clause}", totals, top, claimed, highest, target,
                      max(reached, default=0))  # fmt: skip
    if game == "twenty-two":
        left = [seat for seat, total in totals.items() if total < OUT]
        return Ending("still-in", f"{game}/6.2", totals, left, claimed, 0) if left[1:] else None
    if game != "twenty":
        return None
    return Ending("two-rounds", f"{game}/1.1", totals, level, claimed, lowest)


def not_out(totals: Mapping[int, int], claimed: Sequence[int]) -> Ending | None:
    """Return why players are still in Twenty-Two whom a record calls out; None where they are
    not."""
    short = [seat for seat in claimed if totals.get(seat, OUT) < OUT]
    if not short:
        return None
    return Ending("not-out", "twenty-two/6.1", totals, short, claimed, totals[short[0]], OUT)


def not_low_enough(game: str, totals: Mapping[int, int], claimed: Sequence[int]) -> Ending | None:
    """Return why a claimed winner has not won, whatever the unknown totals are; None where that
    player may have."""
    high = [seat for seat in claimed if totals.get(seat, 0) > 0]
    if game != "zwanzig-ab" or not high:
        return None
    return Ending("above-zero", f"{game}/8.1", totals, high[:1], claimed, totals[high[0]])


def alone_within(game: str, before: Mapping[int, int], able: Sequence[int], most: int) -> Ending:
    """Return why only one player can have won with deals that move none by more than `most`."""
    kind, clause = ("alone-down", "8.1") if game == "zwanzig-ab" else ("alone-left", "6.2")
    return Ending(kind, f"{game}/{clause}", before, able, able, before[able[0]], most)


def not_within(
    game: str, before: Mapping[int, int], claimed: Sequence[int], able: Sequence[int], most: int
) -> Ending:
    """Return why a player cannot have won with deals that move none by more than `most`."""
    (seat, *_) = [one for one in claimed if one not in able]
    if game == "zwanzig-ab":
        return Ending("too-far", f"{game}/8.1", before, [seat], claimed, before[seat], most)
    if before[seat] >= OUT:
        return Ending("was-out", f"{game}/6.1", before, [seat], claimed, before[seat], OUT)
    left = min((one for one in before if one != seat), key=before.__getitem__)
    return Ending("others-left", f"{game}/6.2", before, [left], [seat], before[left], most)


def won(
    game: str, totals: Mapping[int, int], claimed: Sequence[int], winners: Sequence[int]
) -> Ending | None:
    """Return why these players have won, and not the claimed winners."""
    if not winners or game not in WON_BY:
        return None
    best = totals[winners[0]]
    down = [seat for seat, total in totals.items() if total <= 0]
    lowest_wins = "8.2" if down[1:] else "8.1"
    clause = lowest_wins if game == "zwanzig-ab" else WON_BY[game]
    if len(winners) > 1:
        clause = "7.4" if game == "count-to-20" else clause
        return Ending("shared", f"{game}/{clause}", totals, winners, claimed, best)
    if tuple(claimed) == DRAW or len(claimed) != 1:
        return Ending("not-level", f"{game}/{clause}", totals, winners, claimed, best)
    kind = "fewest" if GAMES[game].fewest_wins else "most"
    return Ending(kind, f"{game}/{clause}", totals, winners, claimed, best)


def target_of(rules: str, players: int) -> int:
    """Return the number of points to which Count to 20 is played by these rules."""
    for option in rules.partition(";")[2].split(";"):
        name, _, value = option.partition("=")
        if name == "target" and value.isdigit():
            return int(value)
    return 100 if players == 2 else 200
