"""The effect of a mistake: the points it moves, and whether it reaches the result.

A mistake reaches the result when nothing corrected it before the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from archive.core.events import End
from archive.languages.language import signed
from archive.rules.faults_and_claims import packed_seats, winners_claimed
from archive.rules.table import Table
from archive.telling.finding_drafts import Draft
from archive.telling.findings import Effect, Question
from archive.telling.speaker import Speaker, capital, one_stop


def settle(
    findings: Sequence[Draft],
    table: Table,
    claimed: Mapping[int, int],
    ends: Sequence[End],
    still_open: Mapping[int | str, Iterable[Draft]],
) -> None:
    """Complete the effects of all first mistakes, once the record has been examined to its end.

    `claimed` are the points by seat the record ends with, `still_open` the mistakes about a seat's
    points that no later standing has put right.
    """
    winners = claimed_winners(claimed, ends, table)
    if not table.over or table.ledger.unknown or not winners:
        return
    for seat, total in claimed.items():
        difference = (table.ledger.total(seat) or 0) - total
        _carry(seat, difference, [f for f in still_open.get(seat, ()) if f.follows is None])
    same = packed_seats(table.winners) == winners
    for finding in findings:
        if finding.effect and not finding.follows:
            carried = finding.effect.result or finding.code == "wrong-winner"
            winner = "changes" if carried and not same else "same"
            finding.effect = replace(finding.effect, winner=winner)


def _carry(seat: int, difference: int, mistakes: list[Draft]) -> None:
    """Note the mistakes because of which the claimed total of a seat is wrong in the end."""
    moved = [f.effect.points.get(seat, 0) if f.effect else 0 for f in mistakes]
    if difference and mistakes and sum(moved) != difference:
        mistakes, moved = mistakes[-1:], [difference]  # a later standing is wrong all over again
    for finding, by in zip(mistakes, moved, strict=True):
        if finding.effect and by and difference:
            result = {**finding.effect.result, seat: by}
            finding.effect = replace(finding.effect, result=result)


def claimed_winners(claimed: Mapping[int, int], ends: Sequence[End], table: Table) -> int | None:
    """Return the winners by the record's own account, packed: those of `@end`, else those who would
    win with these points. None when it claims nothing."""
    said = next((end.winners for end in ends if end.winners), ())
    if said:
        return winners_claimed(said, table.seats)
    if not claimed:
        return None
    known = {seat: total for seat, total in claimed.items() if seat <= table.seats}
    complete = len(known) == table.seats
    return packed_seats(table.winners_of(known)) or None if complete else None


def say_effects(findings: Iterable[Draft], table: Table, speaker: Speaker) -> None:
    """Put into words the effect of every wrong number that follows from no other. Call it when
    effects are settled; those of plays are in cost_of_wrong_plays.py."""
    findings = list(findings)
    right = all(one.code != "wrong-result" for one in findings)
    for finding in findings:
        effect = finding.effect
        if effect and finding.follows is None and finding.question is not Question.LEGALITY:
            words = in_words(effect, table, speaker, right=right)
            finding.effect = replace(effect, words=words)


MOVED = {True: "{points} more for {name}", False: "{points} less for {name}"}
WINNERS = {
    ("draw", True): "it is a draw all the same",
    ("draw", False): "it is a draw instead",
    ("one", True): "{names} wins all the same",
    ("one", False): "{names} wins instead",
    ("several", True): "{names} share the win all the same",
    ("several", False): "{names} share the win instead",
}
"""The phrases by how many win, and whether they win by the record too."""


def in_words(effect: Effect, table: Table, speaker: Speaker, *, right: bool) -> str | None:
    """Return `That is 15 points more for Mia, who ends with 97; Tom wins instead.` None where
    nothing changes, or that is unknown. `right` means that the record ends with right totals."""
    moved = speaker.listed(
        speaker.say(MOVED[by > 0], points=speaker.points(abs(by)), name=speaker.name(seat))
        for seat, by in sorted(effect.points.items())
        if by
    )
    ended = [seat for seat, by in sorted(effect.result.items()) if by]
    totals = {seat: signed(table.ledger.total(seat) or 0) for seat in ended}
    said = [speaker.say("that is {moved}", moved=moved)] if moved else []
    if len(totals) == 1 and [seat for seat, by in effect.points.items() if by] == [*totals]:
        (total,) = totals.values()
        said = [speaker.say("that is {moved}, who ends with {total}", moved=moved, total=total)]
    elif totals:
        (seat, total), *more = totals.items()
        said.append(
            speaker.listed([
                speaker.say("{name} ends with {total}", name=speaker.name(seat), total=total),
                *(speaker.say("{name} with {total}", name=speaker.name(one), total=other)
                  for one, other in more),
            ])
        )  # fmt: skip
    elif moved and effect.winner and right:
        said.append(speaker.say("the final totals are right"))
    if effect.winner:
        said.append(_who_wins(table, speaker, same=effect.winner == "same"))
    return one_stop(f"{capital('; '.join(said))}.") if said else None


def _who_wins(table: Table, speaker: Speaker, *, same: bool) -> str:
    winners = table.winners
    level = len(winners) == table.seats and len(set(table.ledger.totals().values())) == 1
    how = "draw" if level else "one" if len(winners) == 1 else "several"
    names = speaker.listed(speaker.name(seat) for seat in winners)
    return speaker.say(WINNERS[how, same], names=names)
