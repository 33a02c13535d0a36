"""Wrong totals with their reason: what is scored, and what the record seems to have thought."""

from __future__ import annotations

from collections.abc import Callable

from archive.games import GAMES
from archive.scoring.findings import Finding
from archive.scoring.messages import slips
from archive.scoring.reasons.slip import Reason, Total
from archive.scoring.wording import RANKS, Speaker, capital, card_name, listed, number, signed


def why_wrong(finding: Finding, speaker: Speaker) -> str:
    """Return the sentence for a wrong total of which the reason is known, or at least what was
    scored."""
    reason = finding.reason
    assert isinstance(reason, Reason)
    game = (finding.clause or "").partition("/")[0]
    if reason.slip is not None:
        because = slips.in_words(reason.slip, reason, GAMES[game].words.dealt, speaker)
        return capital(f"{because}: {_totals(finding, reason, game, speaker)}.")
    (total,) = reason.totals
    if reason.before is None or (not reason.scored and finding.code == "wrong-result"):
        return capital(f"{_totals(finding, reason, game, speaker)}.")
    deeds = _deeds(reason, game, total.seat, speaker)
    if not reason.scored:
        return f"{deeds}: {signed(total.due)} it was and is, not {signed(total.found)}."
    steps = _steps(reason, game)
    added = "".join(f" {'+' if points >= 0 else '−'} {abs(points)}" for points in steps)
    total_is = f"{signed(reason.before)}{added} = {signed(total.due)}"
    return f"{deeds}: {total_is}, not {signed(total.found)}."


def _totals(finding: Finding, reason: Reason, game: str, speaker: Speaker) -> str:
    """`Ann has 12 after deal 4, not 7`, or for several `after deal 4 Ann has 12, not 7, and …`."""
    verb = "ends with" if finding.code == "wrong-result" else "has"
    after = (
        f"play {finding.ply}"
        if GAMES[game].tallies
        else f"{GAMES[game].words.dealt} {_last(reason)}"
    )
    known = verb == "has" and (GAMES[game].tallies or reason.deal)

    def told(total: Total, verb: str) -> str:
        name = speaker.name(total.seat)
        return " ".join(filter(None, [name, verb, signed(total.due)]))

    first, *more = reason.totals
    if not more:
        then = f" after {after}" if known else ""
        return f"{told(first, verb)}{then}, not {signed(first.found)}"
    parts = [told(one, "" if at else verb) + f", not {signed(one.found)}"
             for at, one in enumerate(reason.totals)]  # fmt: skip
    then = f"after {after} " if known else ""
    return f"{then}{', '.join(parts[:-1])}, and {parts[-1]}"


def _last(reason: Reason) -> int:
    return reason.number(reason.deal)


def _steps(reason: Reason, game: str) -> list[int]:
    """Return what is added, play by play in Twenty, elsewhere deal by deal."""
    sums: dict[int, int] = {}
    for _, points, deal, ply in reason.scored:
        place = ply if GAMES[game].tallies else deal
        sums[place] = sums.get(place, 0) + points
    return list(sums.values())


def _deeds(reason: Reason, game: str, seat: int, speaker: Speaker) -> str:
    name = speaker.name(seat)
    if not reason.scored:
        where = f" in {GAMES[game].words.dealt} {_last(reason)}" if reason.deal else ""
        return f"{name} scores nothing{where}"
    return DEEDS[game](reason, name)


def _in_twenty(reason: Reason, name: str) -> str:
    told = [
        f"{points} as the bonus" if clause == "twenty/5.1" else f"{points} with play {ply}"
        for clause, points, _, ply in reason.scored
    ]
    return f"{name} scores {listed(told)}"


def _in_zwanzig_ab(reason: Reason, name: str) -> str:
    told = []
    doubled = {deal for clause, _, deal, _ in reason.scored if clause == "zwanzig-ab/7.6"}
    for clause, points, deal, _ in reason.scored:
        if clause == "zwanzig-ab/7.6":
            continue
        tricks = number(-points) + (" trick" if points == -1 else " tricks")
        what = {
            "zwanzig-ab/7.1": f"wins {tricks}",
            "zwanzig-ab/7.3": "wins no trick",
            "zwanzig-ab/7.5": "is left alone",
        }.get(clause, "wins all five tricks")
        hearts = " with hearts as trumps" if deal in doubled else ""
        told.append(f"{what} in deal {reason.number(deal)}{hearts}")
    return f"{name} {listed(told)}"


def _in_count_to_20(reason: Reason, name: str) -> str:
    told = []
    for deal in dict.fromkeys(deal for _, _, deal, _ in reason.scored):
        ranks = reason.cards.get(deal, "")
        cards = listed(_kinds(ranks)) if ranks and "?" not in ranks else "cards"
        told.append(f"{cards} in hand {reason.number(deal)}")
    return f"{name} is left with {listed(told)}"


def _in_twenty_two(reason: Reason, name: str) -> str:
    told = []
    for _, points, deal, _ in reason.scored:
        rank = reason.cards.get(deal, "")
        what = f"with {_a(rank)}" if rank in RANKS and rank not in ("", "?") else f"with {points}"
        told.append(f"hand {reason.number(deal)} {what}")
    return f"{name} loses {listed(told)}"


def _kinds(ranks: str) -> list[str]:
    """`QQ7` as two queens and one seven."""
    return [f"{number(ranks.count(rank))} {card_name(rank, ranks.count(rank))}"
            for rank in sorted(set(ranks), key="KQJT98765432A".index)]  # fmt: skip


def _a(rank: str) -> str:
    return f"{'an' if rank in 'A8' else 'a'} {RANKS[rank]}"


DEEDS: dict[str, Callable[[Reason, str], str]] = {
    "twenty": _in_twenty,
    "zwanzig-ab": _in_zwanzig_ab,
    "count-to-20": _in_count_to_20,
    "twenty-two": _in_twenty_two,
}
