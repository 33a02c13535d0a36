"""How easily a player would believe a repair: a slip of the pen in the disputed line before another
card in a line that is not in dispute (docs/verdicts.md, *Repairs in their order*)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from archive.analysis.repairs.candidates import names_rules
from archive.analysis.repairs.repair import Repair
from archive.analysis.repairs.slips_of_the_pen import slip_of_the_pen
from archive.notation.edits import Edit
from archive.scoring import Verdict

PEN, COUNTED, LEFT_OUT, ANOTHER, OPTION, RULE_SET = 1, 2, 3, 4, 5, 8
"""The cost of a change: a slip of the pen, another number, a play too many or left out, another
card, another option, another rule set."""
NEARBY, ELSEWHERE = 1, 3
"""The extra cost of a change in the line that proves the fault, and in a line not in dispute."""
SEAT = re.compile(r"p\d+")


def in_order(found: Iterable[Repair], verdict: Verdict) -> list[Repair]:
    """Return repairs as a player would believe them: of equal cost those that name all cards first,
    then by their place. Other rules are named once, without an option of no effect."""
    kept, lines = _without_idle_options(list(found)), _lines(verdict)

    def order(one: Repair) -> tuple[int, int, int, Sequence[Edit]]:
        unnamed = sum(edit.new.count("?") for edit in one.edits)
        return cost(one, verdict, lines), len(one.edits), unnamed, one.edits

    return sorted(kept, key=order)


def cost(repair: Repair, verdict: Verdict, lines: tuple[set[int], set[int]]) -> int:
    """Return the cost of a repair: for each change its kind, and its place."""
    quarrel, proof = lines
    whole = 0
    for change in repair.changes:
        if names_rules(change):
            whole += _of_rules(change, verdict)
            continue
        at = verdict.record.place(change[0].offset).line
        whole += 0 if at in quarrel else NEARBY if at in proof else ELSEWHERE
        named = verdict.record.text.endswith("win=", 0, change[0].offset)
        whole += PEN if named else kind(change, of_totals=verdict.sheet is not None)
    return whole


def kind(change: Sequence[Edit], *, of_totals: bool = False) -> int:
    """Return the cost of a change by its kind alone; `of_totals`: numbers are players' totals."""
    first = change[0]
    exchanged = len(change) > 1 and (first.old, first.new) == (change[1].new, change[1].old)
    if exchanged and (of_totals or (len(change) == 2 and first.old.startswith("p"))):
        return PEN  # two seats, or the totals of two players
    if exchanged and len(change) == 2:
        return ANOTHER
    if not first.old or not first.new:
        return LEFT_OUT
    if SEAT.fullmatch(first.old) and SEAT.fullmatch(first.new):
        return PEN
    if slip_of_the_pen(first.old, first.new):
        return PEN
    number = first.old.lstrip("-").isdigit() and first.new.lstrip("-").isdigit()
    return COUNTED if number else ANOTHER


def _lines(verdict: Verdict) -> tuple[set[int], set[int]]:
    """Return the lines of the first mistake, and those that prove one."""
    first = verdict.findings[verdict.first_divergence or 0]
    proof = {place.line for one in verdict.findings for place in one.places}
    return {first.line}, proof | {one.line for one in verdict.findings}


def _of_rules(change: Sequence[Edit], verdict: Verdict) -> int:
    own = (verdict.rules or "").partition(";")[0]
    return OPTION if own and any(own in edit.new for edit in change) else RULE_SET


def _without_idle_options(found: list[Repair]) -> list[Repair]:
    """Return repairs without those that name an option where the rules do as well without it."""
    named = {at: _rules(one) for at, one in enumerate(found)
             if one.names_rules and len(one.changes) == 1}  # fmt: skip
    idle = {
        at
        for at, (rules, options) in named.items()
        if any(rules == other and fewer < options for other, fewer in named.values())
    }
    return [one for at, one in enumerate(found) if at not in idle]


def _rules(repair: Repair) -> tuple[str, frozenset[str]]:
    title = re.search(r"[\w-]+/[\w@-]+(?:;[\w=-]+)*", repair.edits[0].new)
    rules, *options = (title[0] if title else "").split(";")
    return rules, frozenset(options)
