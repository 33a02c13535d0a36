"""Hands of Twenty-Two that a sentence tells behind totals: `Then Vera lost with an ace, so she has
22 and is out`, `Ann was out in hand 5 with 24`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from archive.core.sums_beside_totals import Sum
from archive.importers import which_game
from archive.importers.first_person import called
from archive.importers.ranks import GERMAN_RANKS, RANK_WORDS
from archive.importers.totals.deal_names import NTH
from archive.importers.totals.kinds_of_lines import Line
from archive.importers.totals.points import could_be_a_name
from archive.importers.totals.standings import names_the_game
from archive.importers.totals.tables import LONGEST_LINE
from archive.importers.totals.words import A_NAME

GAME = "twenty-two"
CARDS = RANK_WORDS | GERMAN_RANKS
COUNTS = {"A": 11, **{str(pips): pips for pips in range(2, 10)}, **dict.fromkeys("TJQK", 10)}
_HAND = (
    r"(?:i[nm] (?:the |der |dem )?(?:(?:hand|spiel) (?P<number>\d{1,3})"
    rf"|(?P<nth>\d{{1,3}})\. ?(?:hand|spiel)|(?P<word>{'|'.join(NTH)}) (?:hand|spiel)) )?"
)
LOST = re.compile(
    rf"(?:(?:and )?(?:then|next|now|dann|danach|jetzt) )?{_HAND}(?:(?:hat|verlor|verliert) )?"
    rf"(?P<name>{A_NAME}?) (?:(?:then|dann) )?"
    r"(?:(?:lost|loses|(?:is|was|got) (?:stuck|left|caught)|verlor|verliert) )?(?:with|on|mit) "
    r"(?:(?:an?|the|his|her|eine[mr]?|de[mr]|ihre[mr]?|seine[mr]?) )?"
    rf"(?P<card>{'|'.join(sorted(CARDS, key=len, reverse=True))})(?: verloren)?"
    r"(?:,? (?:(?:and|und|so|also|which makes|that makes|that is|damit|das macht|das sind) )?"
    r"(?:(?:now )?(?:(?:hat|has|had) )?(?:(?:s?he|sie|er) )?(?:(?:hat|has|had|is at|is on) )?"
    r"(?:now |jetzt |nun )?)(?P<total>\d{1,3}))?"
    r"(?P<out>,?(?: and| und| so| also)?(?: s?he| sie| er)?(?: is| ist| was| war)?"
    r" (?:out|raus|ausgeschieden))?[.!]?",
    re.IGNORECASE,
)
OUT_IN = re.compile(
    rf"(?P<name>{A_NAME}?) (?:(?:was|is|went|goes|war|ist) )?(?:(?:out|raus|ausgeschieden) )?"
    r"i[nm] (?:(?:hand|spiel) (?P<number>\d{1,3})|(?:der |dem )?(?P<nth>\d{1,3})\. ?(?:hand|spiel))"
    r"(?: (?:out|raus|ausgeschieden))? (?:with|at|mit|bei) (?P<total>\d{1,3})"
    r"(?: (?:points|punkten))?(?: (?:out|raus|ausgeschieden))?[.!]?",
    re.IGNORECASE,
)
OUT_OF_IT = re.compile(r"(?<!\w)(?:out|raus|ausgeschieden)(?!\w)", re.IGNORECASE)


def with_told_losers(lines: list[Line]) -> list[Line]:
    """Return the lines of a sheet of Twenty-Two with the hands that sentences tell behind totals:
    the loser's total is what the sentence gives, or what the card makes it."""
    titles = (which_game.in_title(line.text) for line in lines if names_the_game(line))
    if GAME not in {found[0] for found in titles if found}:
        return lines
    told: list[Line] = []
    totals: dict[str, int] = {}
    last = 0
    for line in lines:
        if line.kind in ("deal", "start"):
            totals |= {called(name): total for name, total in line.points}
            last = line.number or last
        hand = [*_hand(line, totals, last)] if line.kind in ("odd", "out") and totals else []
        for one in hand:
            totals |= dict(one.points)
            last = one.number or last
        told += hand or [line]
    return told


def _hand(line: Line, totals: dict[str, int], last: int) -> Iterator[Line]:
    """Yield the totals behind the hand that a sentence tells, and who is out by it."""
    if len(line.text) > LONGEST_LINE:
        return
    lost = LOST.fullmatch(line.text)
    one = lost or OUT_IN.fullmatch(line.text)
    if one is None or not could_be_a_name(one["name"]):
        return
    name = next((name for name in totals if name.casefold() == called(one["name"]).casefold()), "")
    if not name or (lost is None and not OUT_OF_IT.search(line.text)):
        return
    word = (one.groupdict().get("word") or "").casefold()
    number = int(one["number"] or one["nth"] or NTH.get(word, last + 1))
    due = totals[name] + (COUNTS[CARDS[lost["card"].casefold()]] if lost else 0)
    total = int(one["total"] or due)
    wrong = (Sum(name, [totals[name], due - totals[name]], total),) if lost else ()
    yield line._replace(
        kind="deal", number=number, unit="hand", points=tuple({**totals, name: total}.items()),
        sums=wrong if total != due else (),
    )  # fmt: skip
    if lost is None or lost["out"]:
        yield line._replace(kind="out", text=f"{name} out")
