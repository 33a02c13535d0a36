"""Other figures than are claimed: those that the rules give, with all that was carried on from
them, and sums that cards can come to."""

from __future__ import annotations

import re
from collections.abc import Iterator

from archive.analysis.repairs.fault import Fault, other_players
from archive.analysis.repairs.unreadable_plays import reads_claims
from archive.core.events import End, Score
from archive.core.phrase import value_in
from archive.notation.edits import Change, Edit, correct_edits
from archive.rules.gaps.signs_of_gaps import TURNS
from archive.scoring import Finding, Verdict

VALUE = re.compile(r"draw|p\d+(?:,p\d+)*|-?\d+|[cdhs](?=\s|$)|[A2-9TJQK?][cdhs]?")
NUMBER = re.compile(r"-?\d+")
SAID = re.compile(r"(?:p\d+ )?[A2-9TJQK?cdhs+]*[=:](?P<value>\d+)")
"""Cards, and what they are said to be worth or to count."""


def as_the_rules_say(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    """Yield the claim as the rules give it, with every claim that was carried on from it."""
    carried = finding.code not in TURNS  # what follows from a play is right again with that alone
    group = [one for one in verdict.findings if one is finding or (carried and one.root is finding)]
    group.sort(key=lambda one: (one is not finding, one.at is None, one.offset))
    edits = [
        edit for one in group if one.code.startswith("wrong-") for edit in _value(one, verdict)
    ]
    if edits:
        yield tuple(dict.fromkeys([*edits, *_carried_to_the_end(group, verdict)]))
    if len(edits) > 1:
        yield from ((edit,) for edit in _value(finding, verdict))


def claims_put_right(change: Change, verdict: Verdict) -> Iterator[Change]:
    """Yield a change that reads unreadable figures, with the rules' figures in their place:
    `verdict` is on the record with the change made, and finds them wrong."""
    if not reads_claims(change):
        return
    for finding in verdict.findings:
        if finding.code.startswith("wrong-") and finding.follows is None:
            for due in as_the_rules_say(finding, verdict):
                if right := correct_edits(change, due):
                    yield tuple(right)


def _carried_to_the_end(group: list[Finding], verdict: Verdict) -> Iterator[Edit]:
    """Yield the last standing repeated in the result of a game that is not over."""
    record, events = verdict.record, list(enumerate(verdict.record.events))
    last = max((at for at, event in events if isinstance(event, Score)), default=0)
    judged = {one.offset for one in verdict.findings if one.code == "wrong-result"}
    ends = [record.offsets[at] for at, one in events if isinstance(one, End) and at > last]
    if record.result is not None:
        ends.append(record.tag_offset("Result"))
    for one in group:
        if one.code != "wrong-score" or one.at != last or not (one.seat and one.expected):
            continue
        said = re.compile(rf'[^\n"]*?\bp{one.seat}:(?={re.escape(one.found or "")}(?:\s|"|$))')
        for match in filter(None, (said.match(record.text, end) for end in ends)):
            if one.found and match.end() not in judged:
                yield Edit(match.end(), one.found, one.expected, f"{one.expected} for {one.found}")


def _value(finding: Finding, verdict: Verdict) -> Iterator[Edit]:
    text, due, found, offset = verdict.record.text, finding.expected, finding.found, finding.offset
    if finding.at is None and finding.seat:  # the Result tag names every seat
        offset = text.find(f"p{finding.seat}:{found}", offset) + len(f"p{finding.seat}:")
    said = SAID.match(text, offset)  # where the place is that of the cards or the player
    if said and said["value"] == found:
        offset = said.start("value")
    written = VALUE.match(text, offset)
    if written and due and found and written[0] == found:
        words = other_players(due, found, verdict.record.players)
        yield Edit(offset, found, due, words)


def sums_that_may_be(fault: Fault) -> Iterator[Change]:
    """Yield the totals that some cards can come to, for one that they cannot. The finding names
    what was added to the total before."""
    finding = fault.finding
    written = NUMBER.match(fault.text, finding.offset)
    sums = value_in(finding.expected, "sums", "")
    if fault.code == "impossible-sum" and written and finding.found:
        for due in NUMBER.findall(sums):
            total = str(int(written[0]) - int(finding.found) + int(due))
            yield (Edit(finding.offset, written[0], total, f"{total} for {written[0]}"),)
