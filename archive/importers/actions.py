"""What stands behind a player's name: what was done in turn, with the tally and the points.

`8 (8)`, `9 (20; 10 points)`, `9 = 20 +10`, `♠9 [20] 10 points`, `Ad+2h+K:2 = 5`, `x9s7d>QhJh`,
`exchanges 9s 7d for Qh Jh`, `d5c`, `draws a card`, `stays in`, `out`, `passes`. The same is read in
a sentence and in a cell.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from archive.core import events as said
from archive.core.cards import CARDS, UNKNOWN, Card
from archive.core.events import Action, Part
from archive.importers.ranks import Ranks, word, words

NUMBER_WORDS = (
    "nothing", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen", "twenty",
)  # fmt: skip
"""Numbers as they are told, each at its own place."""
_IN_WORDS = rf"(?i:{'|'.join(NUMBER_WORDS)})\b"
COUNT, NUMBER = rf"(?:\d{{1,9}}|{_IN_WORDS})", rf"(?:-?\d{{1,9}}|{_IN_WORDS})"
POINTS = (
    r"(?:points?|pts?\b\.?|Punkte?n?|Pkt\.?"
    r"|(?:(?<=\d)|(?<=\d[ ]))[pP]\b\.?(?=[ \t]*(?:$|[\n,;.!)])))"
)
ONE = re.compile(
    r"(?i:(?:plays|lays|puts|spielt|legt)[ \t]+)?1(?=[ \t]*(?:[(\[=,;/]|$))", re.MULTILINE
)
"""An ace written as the number that it counts, in a game in which a play is one card."""
ODD = re.compile(r"(?P<odd>[^\s()\[\]:,;]{1,12})\s*(?=[(\[=]\s*\d)")
_OPEN, _CLOSE = r"[(\[{]", r"[)\]}]"
BRACKETS = re.compile(rf"[ \t]*\n?[ \t]*{_OPEN}(?P<inside>[^()\[\]{{}}\n]{{0,60}}){_CLOSE}")
BOTH = re.compile(
    rf"\s*(?:=|tally|count|sum|makes)?[ \t]*+:?[ \t]*(?P<tally>{COUNT})\s*"
    rf"(?:[;,/|]?\s*(?:\+\s*|scores\s+)?(?P<points>{NUMBER})\s*{POINTS}?\s*)?",
    re.IGNORECASE,
)
ONLY_POINTS = re.compile(
    rf"\s*(?:\+\s*(?P<more>\d{{1,9}})\s*{POINTS}?|(?P<points>{NUMBER})\s*{POINTS})\s*",
    re.IGNORECASE,
)
TALLY = re.compile(
    r"[ \t]*+(?:=|->|→|⇒|,?[ \t]*(?:tally|count|sum|makes|making|Summe|Stand)[ \t]*:?=?)[ \t]*"
    r"(?P<tally>\d{1,9})(?!\w)",
    re.IGNORECASE,
)
TRAILING = re.compile(
    rf"[ \t]*(?:[,;:–—-][ \t]*)?(?:(?:and[ \t]+)?(?:scores?|for|gets|macht)[ \t]+)?"
    rf"(?:\+[ \t]*(?P<more>\d{{1,9}})(?:[ \t]*{POINTS}(?!\w))?"
    rf"|(?P<points>{NUMBER})[ \t]*{POINTS}(?!\w)"
    rf"|/[ \t]*(?P<slash>-?\d{{1,9}}))(?!\w)",
    re.IGNORECASE,
)
SCORED = re.compile(
    r"[ \t]*+[,;]?[ \t]*(?:and[ \t]+)?(?:scores?|for|gets|macht)[ \t]+(?P<points>\d{1,9})"
    r"(?=[ \t]*(?:$|[\n,;.!|]))",
    re.IGNORECASE,
)
"""Points without that word, behind a tally."""
SLASHED = re.compile(r"[ \t]*/[ \t]*(?P<tally>\d{1,9})(?!\w)")
NUMBERS = re.compile(
    r"[ \t]+(?P<tally>\d{1,2})(?:[ \t]+(?P<points>\d{1,3}))?"
    r"(?=[ \t]*(?:$|[,;|\n]|\+[ \t]?\d|\([ \t]*\d))"
)
BEHIND_COMMA = re.compile(
    rf"[ \t]*,[ \t]*(?P<tally>\d{{1,2}})(?P<points>)"
    rf"(?=[ \t]*(?:$|\n|\(|,[ \t]*\d{{1,9}}[ \t]*{POINTS}))",
    re.IGNORECASE,
)
"""A tally alone behind the card and its comma: `8, 8`."""
LAST_NUMBER = re.compile(r"[ \t]+(?P<points>\d{1,3})(?=[ \t]*(?:$|\n))")
"""Points alone behind a tally, at the end of a line: `9 (20) 10`."""
VALUE = re.compile(r"(?:[ \t]?:[ \t]?|[ \t]as[ \t])(?P<value>\d{1,2})")
"""What is announced for a card."""
END = re.compile(r"[ \t*_]*(?:$|[\n,;.!|)]|/(?![ \t]*\d+(?![.):\d]))|->|→|(?:and|und)[ \t])")
"""Where a play without a tally may end."""


class Deed(NamedTuple):
    """What was done, and where its text ends. `odd` are the places and texts of cards that cannot
    be read, `unclear` that of brackets which say neither tally nor points."""

    kind: str
    end: int
    cards: tuple[Card, ...] = ()
    parts: tuple[Part, ...] = ()
    taken: tuple[Card, ...] | None = None
    stays: bool = True
    tally: int | None = None
    points: int | None = None
    odd: tuple[tuple[int, str], ...] = ()
    unclear: tuple[int, str] | None = None

    @property
    def claims(self) -> bool:
        return self.tally is not None or self.points is not None

    def event(self, number: int, seat: int) -> Action:
        """Return the event of a record."""
        match self.kind:
            case "draw":
                return said.Draw(number, seat, self.cards[0])
            case "exchange":
                return said.Exchange(number, seat, self.cards, self.taken)
            case "stay":
                return said.Stay(number, seat, self.stays)
            case "pass":
                return said.Pass(number, seat)
        return said.Play(
            number, seat, self.cards or (UNKNOWN,), self.tally, self.points, "", self.parts
        )


class Written(NamedTuple):
    """The patterns for one way to write ranks."""

    exchange: re.Pattern[str]
    draw: re.Pattern[str]
    stay: re.Pattern[str]
    passes: re.Pattern[str]
    makes: re.Pattern[str]
    one: re.Pattern[str]
    several: re.Pattern[str]


@cache
def written(name: str) -> Written:
    card = word(name)
    run = rf"{card}(?:[ \t,+]*(?:(?:and|und)[ \t]+)?(?!\d+[.)][ \t]){card})*(?!\w)"
    item = rf"(?:{card})+(?:[ \t]?:[ \t]?\d{{1,2}}|[ \t]as[ \t]\d{{1,2}})?(?!\w)"
    more = rf"(?:[ \t]*[+&,][ \t]*|[ \t]+)(?!\d+[ \t]*{POINTS}){item}(?![.)][ \t]+\S)"
    verb = r"(?:(?:plays|lays|leads|puts|spielt|legt)[ \t]+(?:(?:the|an?)[ \t]+)?)?"
    no = r"(?:nothing|no[ \t]cards?|none|nichts)"
    swap = r"(?:exchanges|swaps|changes|discards|puts[ \t]away|tauscht)"
    of = r"(?:(?:\w+[ \t]+)?(?i:cards?|karten?)[ \t]*[:,]?[ \t]+)?"
    gets = r"(?:[ \t]*(?:,|and)?[ \t]*(?:for|gegen|für|against|takes|draws|>|->|→)[ \t]*|>)"
    return Written(
        re.compile(
            rf"(?i:{swap}[ \t]+{no}|stands?[ \t]+pat|x-)(?!\w)"
            rf"|(?:x[ \t]?|(?i:{swap})[ \t]+{of})(?P<put>{run})(?:{gets}(?P<taken>{run}))?"
        ),
        re.compile(
            r"(?i:(?:draws?|zieht|takes|nimmt)[ \t]+(?:a[ \t]+card|one|eine[ \t]+Karte))(?!\w)"
            rf"|(?:d(?=[♣♦♥♠2-9ATJQKBD?1])|(?i:draws?|takes|zieht|nimmt)[ \t]+)(?:the[ \t]+)?"
            rf"(?P<card>{card})(?!\w)|(?i:draws?|zieht)(?![ \t]*\w)"
        ),
        re.compile(
            r"(?i:(?:is|stays|goes|comes|plays|drops|bleibt|geht)[ \t]+)?"
            r"(?i:(?P<stays>in|drin)|out|raus|drops)(?![ \t]*\w)"
        ),
        re.compile(r"(?i:pass(?:es)?|passt)(?![ \t]*\w)"),
        re.compile(
            rf"(?i:makes|counts|macht|zählt)[ \t]+(?:the[ \t]+count[ \t]+)?(?P<count>{COUNT})[ \t]+"
            rf"(?i:with|of|from|mit|aus)[ \t]+(?:(?:the|an?)[ \t]+)?(?P<set>{item}(?:{more})*)"
            rf"(?P<last>[ \t]*[+&,]?[ \t]*{item}(?=[.)][ \t]))?"
        ),
        re.compile(rf"{verb}\[?(?P<set>{card})\]?(?!\w)"),
        re.compile(rf"{verb}\[?(?P<set>{item}(?:{more})*)\]?"),
    )


def deed(
    text: str, at: int, ranks: Ranks, *, one_card: bool = False, slashed: bool = False
) -> Deed | None:
    """Return what is done in the text from `at` on; None where it says nothing of the kind.
    `one_card` is for games in which a play is one card, and what follows is no second one;
    `slashed` for sheets in which what stands behind the first stroke is the tally."""
    forms = written(ranks.name)
    if not one_card:
        if match := forms.exchange.match(text, at):
            return _exchange(match, ranks)
        if match := forms.draw.match(text, at):
            card = ranks.card(match["card"]) if match["card"] else UNKNOWN
            odd = () if card else ((match.start("card"), match["card"]),)
            return Deed("draw", match.end(), (card or UNKNOWN,), odd=odd)
        if match := forms.stay.match(text, at):
            return Deed("stay", match.end(), stays=bool(match["stays"]))
        if match := forms.passes.match(text, at):
            return Deed("pass", match.end())
        if match := forms.makes.match(text, at):
            return _made(match, ranks)
    match = (forms.one if one_card else forms.several).match(text, at)
    if match is None:
        return _odd(text, at, one_card=one_card)
    cards, parts, wrong = _set(match["set"], match.start("set"), ranks)
    played = Deed("play", match.end(), cards, parts, odd=wrong)
    if slashed and (tally := SLASHED.match(text, played.end)) is not None:
        played = played._replace(tally=int(tally["tally"]), end=tally.end())
    found = _claims(text, played)
    if one_card and not found.claims and found.unclear is None:
        numbers = NUMBERS.match(text, found.end) or BEHIND_COMMA.match(text, found.end)
        if numbers:
            points = numbers["points"]
            return _claims(text, found._replace(
                end=numbers.end(), tally=int(numbers["tally"]),
                points=int(points) if points else None,
            ))  # fmt: skip
    if one_card and found.tally is not None and found.points is None and (
        last := LAST_NUMBER.match(text, found.end)
    ):  # fmt: skip
        return found._replace(end=last.end(), points=int(last["points"]))
    return found


def _odd(text: str, at: int, *, one_card: bool) -> Deed | None:
    """Return a play of what is not written as a card: a `1` for an ace, or what cannot be read."""
    if one_card and (ace := ONE.match(text, at)):
        return _claims(text, Deed("play", ace.end(), (CARDS["A"],)))
    match = ODD.match(text, at)
    if match is None:
        return None
    return _claims(text, Deed("play", match.end(), odd=((match.start(), match["odd"]),)))


def _cards(
    text: str, at: int, ranks: Ranks
) -> tuple[tuple[Card, ...], tuple[tuple[int, str], ...]]:
    found, odd = [], []
    for match in words(ranks.name).finditer(text):
        card = ranks.card(match[0])
        if card is None:
            odd.append((at + match.start(), match[0]))
        found.append(card or UNKNOWN)
    return tuple(found), tuple(odd)


def _set(
    text: str, at: int, ranks: Ranks
) -> tuple[tuple[Card, ...], tuple[Part, ...], tuple[tuple[int, str], ...]]:
    """Return the cards of a play, and what was announced for them."""
    bare = VALUE.sub(lambda value: " " * len(value[0]), text)
    found, odd = _cards(bare, at, ranks)
    if bare == text and "+" not in text:
        return found, (), odd
    parts = []
    start = 0
    for piece in text.split("+"):
        end = 0
        for value in VALUE.finditer(piece):
            if run := _cards(piece[end : value.start()], 0, ranks)[0]:
                parts.append(Part(run, int(value["value"])))
            else:  # a second value for the same card
                odd += ((at + start + value.start(), value[0].strip()),)
            end = value.end()
        if rest := _cards(piece[end:], 0, ranks)[0]:
            parts.append(Part(rest, None))
        start += len(piece) + 1
    return found, tuple(parts), odd


def _exchange(match: re.Match[str], ranks: Ranks) -> Deed:
    if not match["put"]:
        return Deed("exchange", match.end(), (), taken=())
    put, odd = _cards(match["put"], match.start("put"), ranks)
    taken = None
    if match["taken"]:
        taken, more = _cards(match["taken"], match.start("taken"), ranks)
        odd += more
    return Deed("exchange", match.end(), put, taken=taken, odd=odd)


def _made(match: re.Match[str], ranks: Ranks) -> Deed:
    """Return a count that is made with cards; a number behind them at the end of a sentence is one
    of them unless it is the next play's: `makes 3 with A 2. Mia draws`."""
    count, end = _number(match["count"]), match.end("set")
    whole = match["set"] + (match["last"] or "")
    cards, parts, wrong = _set(match["set"], match.start("set"), ranks)
    if match["last"] and sum(map(_pips, cards)) != count:
        cards, parts, wrong = _set(whole, match.start("set"), ranks)
        end = match.end()
    return Deed("play", end, cards, parts, tally=count, odd=wrong)


def _pips(card: Card) -> int:
    """Return what a card counts by its rank; nothing for a king, which may count anything."""
    return int(card.rank) if card.rank.isdigit() else {"A": 1, "K": 0}.get(card.rank, 10)


def _claims(text: str, found: Deed) -> Deed:
    """Return the tally and the points behind a play's cards."""
    end, tally, points, unclear = found.end, found.tally, found.points, None
    if tally is None and (match := TALLY.match(text, end)) is not None:
        tally, end = int(match["tally"]), match.end()
    if (match := BRACKETS.match(text, end)) is not None:
        inside = match["inside"]
        if alone := ONLY_POINTS.fullmatch(inside):
            points, end = _number(alone["more"] or alone["points"]), match.end()
        elif tally is not None and inside.strip().isdecimal():
            points, end = int(inside), match.end()
        elif tally is None and (both := BOTH.fullmatch(inside)):
            tally, points, end = _number(both["tally"]), _number(both["points"]), match.end()
        else:
            unclear, end = (match.start("inside"), inside), match.end()
    if points is None and (match := TRAILING.match(text, end)) is not None:
        points, end = _number(match["more"] or match["points"] or match["slash"]), match.end()
    if points is None and tally is not None and (match := SCORED.match(text, end)) is not None:
        points, end = int(match["points"]), match.end()
    return found._replace(end=end, tally=tally, points=points, unclear=unclear)


def _number(text: str | None) -> int | None:
    """Return the number that a text is, in figures or in words; None for no text."""
    if text and text.lower() in NUMBER_WORDS:
        return NUMBER_WORDS.index(text.lower())
    return int(text) if text else None
