"""The tricks of each deal of Zwanzig ab, from all lines that tell of it: those not called tricks in
a deal that others drop out of, `Deal 2: Anna 3, Bernd 2, Clara 2, Dirk out`, `Deal 7: Anna played
alone, the others stayed home`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from archive.importers.totals.deal_heads import without_in, without_trumps
from archive.importers.totals.kinds_of_lines import Line, games_of, players_of
from archive.importers.totals.tricks import ALL, DROPPED_OUT
from archive.importers.totals.words import A_NAME, LONGEST_LINE
from archive.importers.which_game import ZWANZIG

FARTHEST = 20
"""The most points that all totals together go down by in a deal: five tricks that count double."""
_OTHERS = (
    r"(?:(?:all )?the others|every(?:body|one) else|all others|the rest"
    r"|(?:die|alle) (?:anderen|andern|übrigen)|der Rest)"
)
OTHERS_OUT = re.compile(
    rf"(?<!\w){_OTHERS}"
    r"(?: (?:all|have|had|are|were|stayed|stay|went|sind|waren|bl(?:ie|ei)ben|blieb|st(?:ie|ei)gen"
    r"|stieg|alle)){0,2} (?:dropped out|drops? out|out|home|at home"
    r"|raus|aus|ausgestiegen|daheim|zu ?hause|draußen)(?!\w)",
    re.IGNORECASE,
)
"""A clause that says that all others dropped out."""
ALONE = re.compile(
    r"(?:(?:deal|spiel) (?P<number>\d{1,4})|(?P<nth>\d{1,4})\. ?spiel)?[ ]?[,:.]?[ ]?"
    rf"(?P<name>{A_NAME}?) (?:(?:played|plays|was|is|stayed|spielte?|war|ist|blieb)(?: in)?"
    r" (?:alone|allein)|(?:named|made|chose|nannte|bestimmte|machte) (?:the )?(?:trumps?|trumpf))"
    rf"(?:,| and| und|, and|, und|:) {OTHERS_OUT.pattern}[.!]?",
    re.IGNORECASE,
)
"""A deal of the one who named trumps, without the others."""


def with_all_of_a_deal(lines: list[Line]) -> list[Line]:
    """Return the lines with tricks of a deal for all in it, those who dropped out among them."""
    told = _with_others_out(lines)
    return _with_dropped_out(told) if ZWANZIG in games_of(lines) else told


def _with_dropped_out(lines: list[Line]) -> list[Line]:
    """Return the lines with numbers of a deal taken for tricks, and not for totals, where it is
    said beside them who is out, and either no totals can fall as far or other deals of the sheet
    count tricks."""
    counted = any(line.kind == "tricks" and DROPPED_OUT in dict(line.points).values()
                  for line in lines)  # fmt: skip
    told: list[Line] = []
    left, before = dict[str, int](), dict[str, int]()  # the last totals, and those above them
    for line in lines:
        above = told[-1] if told else line
        if line.kind == "out" and (names := _dropped(above, line)):
            far = sum(before.get(name.casefold(), FARTHEST) - won for name, won in above.points)
            if counted or far > FARTHEST:
                out = tuple((name, DROPPED_OUT) for name in names)
                told[-1] = above._replace(
                    kind="tricks", points=above.points + out, text=f"{above.text}, {line.text}"
                )
                continue
        elif line.kind in ("deal", "start"):
            before, left = left, left | {name.casefold(): total for name, total in line.points}
        told.append(line)
    return told


def _with_others_out(lines: list[Line]) -> list[Line]:
    """Return the lines with all tricks of a deal counted for its only player, and with those out of
    whom a deal says that all others are."""
    players = {name.casefold(): name for line in lines if line.kind in ("deal", "start", "tricks")
               for name, _ in line.points}  # fmt: skip
    told: list[Line] = []
    for line in lines:
        if line.kind in ("odd", "out") and len(line.text) <= LONGEST_LINE:
            line = _alone(line, players)
        if line.kind == "tricks" and OTHERS_OUT.search(line.text):
            named = {name.casefold() for name, _ in line.points}
            out = tuple((name, DROPPED_OUT) for key, name in players.items() if key not in named)
            line = line._replace(points=line.points + out)
        told.append(line)
    return told


def _alone(line: Line, players: Mapping[str, str]) -> Line:
    """Return a line with all tricks for the only player of its deal, where it tells of one."""
    text, suit = without_trumps(without_in(line.text))
    alone = ALONE.fullmatch(text)
    name = players.get(alone["name"].casefold()) if alone else None
    if alone is None or name is None:
        return line
    number = int(alone["number"] or alone["nth"] or 0) or None
    return line._replace(
        kind="tricks", number=number, points=((name, ALL),), suit=suit or line.suit
    )


def _dropped(deal: Line, out: Line) -> list[str]:
    """Return who is out of a deal whose numbers may be tricks."""
    able = deal.kind == "deal" and all(0 <= won <= ALL for _, won in deal.points)
    names = players_of(out) if able else []
    others = {name.casefold() for name, _ in deal.points}
    return names if others.isdisjoint(map(str.casefold, names)) else []


def are_shared(points: Iterable[tuple[str, int]]) -> bool:
    """Return whether numbers of a deal may be the five tricks, shared out, and no totals."""
    won = [number for _, number in points]
    return sum(won) == ALL and min(won) >= 0
