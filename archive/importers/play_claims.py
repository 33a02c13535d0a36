"""The tally and the points claimed for a play, as they stand behind its cards.

`(8)`, `(20; 10 points)`, `= 20 +10`, `[20] 10 points`; sentences and cells are read alike.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from archive.importers.number_words import A_NUMBER, NUMBER_WORDS, number

TALLY_IN_WORDS = rf"(?:{A_NUMBER}|twenty|zwanzig)"
"""A tally in words: a card makes one of three at least, but for the first of a hand."""
_IN_WORDS = rf"(?i:{'|'.join(NUMBER_WORDS)})\b"
_SCORES = "(?:scored?|scores|for|gets|got|takes|took|another|macht|weitere)"
COUNT, NUMBER = rf"(?:\d{{1,9}}|{_IN_WORDS})", rf"(?:-?\d{{1,9}}|{_IN_WORDS})"
POINTS = (
    r"(?:points?|pts?\b\.?|Punkte?n?|Pkt\.?"
    r"|(?:(?<=\d)|(?<=\d[ ]))[pP]\b\.?(?=[ \t]*(?:$|[\n,;.!)])))"
)
_OPEN, _CLOSE = r"[(\[{]", r"[)\]}]"
BRACKETS = re.compile(
    rf"[ \t]*+\n?[ \t]*{_OPEN}(?!\d{{1,2}}:\d\d)(?P<inside>[^()\[\]{{}}\n]{{0,60}}){_CLOSE}"
)
FIRST = rf"\s*+(?:=|tally|count|sum|makes|Summe|Stand|macht)?[ \t]*+:?[ \t]*(?P<tally>{COUNT})"
BOTH = re.compile(
    rf"{FIRST}\s*+"
    rf"(?:(?:[;,/|]|[–—-](?=\s+\d{{1,9}}\s*{POINTS}))?\s*+(?:\+\s*|scores\s+)?(?P<points>{NUMBER})\s*+{POINTS}?\s*)?",
    re.IGNORECASE,
)
TALLY_FIRST = re.compile(FIRST, re.IGNORECASE)
ONLY_POINTS = re.compile(
    rf"\s*(?:\+\s*(?P<more>\d{{1,9}})\s*+{POINTS}?|(?P<points>{NUMBER})\s*{POINTS})\s*",
    re.IGNORECASE,
)
TALLY = re.compile(
    r"[ \t]*+(?:=|->|→|⇒|,?[ \t]*(?:(?:that|which|das|and|und)[ \t]+)?"
    r"(?:tally|count|sum|makes|made|making|macht|machte|ergibt|Summe|Stand)[ \t]*+:?=?"
    r"|,[ \t]*(?:sind|ist|is|now|jetzt)[ \t]|(?:for|für)(?=[ \t]+(?:20|twenty|zwanzig)(?!\w))"
    r"|\.[ \t]+(?:(?:the|new)[ \t]+)?(?:tally|count)(?:[ \t]+(?:is|now))*[ \t]*+[:=]?"
    r"|,?[ \t]*(?:that['’]s|that[ \t]is|das[ \t](?:sind|ist)))[ \t]*"
    rf"(?P<tally>\d{{1,9}}|{TALLY_IN_WORDS})(?!\w)",
    re.IGNORECASE,
)
ON_IT = re.compile(r"[ \t]+(?:on[ \t]+(?:it|top)|drauf|darauf|dazu)(?!\w)", re.IGNORECASE)
"""What a story says behind a card, and claims nothing."""
NTH_CARD = re.compile(
    r"[ \t]*+(?:[,;:!–—-]|(?:and|und)(?=[ \t]))?[ \t]*"
    r"(?:(?:(?:it|das)['’]?(?:s|[ \t]is|[ \t]ist)?[ \t])?(?:the|die)[ \t])?"
    r"(?:[4-9](?:th|\.)?|fourth|fifth|sixth|seventh|eighth|five|six|seven|eight"
    r"|(?:fünf|sechs|sieb(?:en)?|acht)(?:te)?)[ \t](?:cards?|karten?)(?!\w)[ \t]*+[!,;:–—-]?",
    re.IGNORECASE,
)
"""What a tally of many cards may be said to be, behind it: `15, the fifth card, 15 points`."""
WHOSE = r"(?:for|für|to|an)[ \t]+(?:me|you|him|her|mich|dich|ihn|sie|mir|dir)"
SCORE_NAME = (
    r"(?:(?:the|an?|eine|die)[ \t]+)?(?:(?:five|six|seven|eight|nine|ten)[ \t-]?tally"
    r"|(?:exact(?:ly)?|beyond|genau|über)[ \t-]?(?:twenty|zwanzig|20)"
    r"|(?:fünfer|sechser|siebener|achter|neuner|zehner)summe)(?!\w)"
)
"""The names of the scores in the rulebook of Twenty."""
NAMED = re.compile(
    rf"[ \t]*+(?:[,;:!–—-][ \t]*)?(?:(?P<before>\d{{1,3}})[ \t]*+{POINTS}?[ \t]*"
    rf"(?:for|by|für|mit)[ \t]+{SCORE_NAME}"
    rf"|(?:for[ \t]+)?{SCORE_NAME}(?:[ \t]*+[:;,=–—-]?[ \t]*"
    r"(?:(?:for|by|scores?|gets|macht)[ \t]+)?"
    rf"\+?(?:(?P<points>{NUMBER})[ \t]*{POINTS}(?!\w)"
    r"|(?P<bare>\d{1,3})(?=[ \t]*(?:$|[\n,;!|)]|\.[ \t]*(?:$|\n)))))?)",
    re.IGNORECASE,
)
"""A score by its name: `Five Tally, 15 points`, `Exact Twenty 10`, `15 for a Five Tally`."""
TRAILING = re.compile(
    rf"[ \t]*(?:(?:->|!+|[,;:–—→⇒-])[ \t]*)?(?:(?:so|also|and|und)[ \t]+)?"
    rf"(?:(?:(?:s?he|I|er|sie|ich)[ \t]+)?{_SCORES}[ \t]+)?"
    rf"(?:\+[ \t]*(?P<more>\d{{1,9}})(?:[ \t]*{POINTS}(?!\w))?"
    rf"|(?P<points>{NUMBER})[ \t]*(?:{POINTS}(?!\w)(?:[ \t]+{WHOSE})?|(?<=\d[ \t]){WHOSE})"
    rf"|/[ \t]*(?P<slash>-?\d{{1,9}}))(?!\w)",
    re.IGNORECASE,
)
SCORED = re.compile(
    rf"[ \t]*+[,;]?[ \t]*(?:and[ \t]+)?{_SCORES}[ \t]+(?P<points>\d{{1,9}})"
    r"(?=[ \t]*(?:$|[\n,;.!|]))",
    re.IGNORECASE,
)
"""Points without that word, behind a tally."""
ALONE = re.compile(
    rf"[ \t]*[(\[][ \t]*(?P<inside>\d{{1,3}})[ \t]*[)\]]|{SCORED.pattern}", re.IGNORECASE
)
"""A number behind a card without a word for what it counts: `9 (10)`, `9 for 10`."""
SLASHED = re.compile(r"[ \t]*/[ \t]*(?P<tally>\d{1,9})(?!\w)")
NUMBERS = re.compile(
    r"[ \t]+(?:[–—~-][ \t]*)?(?P<tally>\d{1,2})(?!\d)(?P<high>)(?:[ \t]+(?P<points>\d{1,3})(?!\d))?"
    rf"(?=[ \t]*(?:$|[,;|\n!]|\+[ \t]?\d|\([ \t]*\d|(?i:{SCORE_NAME}|{NUMBER}[ \t]*{POINTS})))"
)
BEHIND_COMMA = re.compile(
    r"[ \t]*,[ \t]*(?P<points>)(?:(?P<tally>\d{1,2})"
    rf"(?=[ \t]*(?:$|\n|\(|,[ \t]*{NUMBER}[ \t]*{POINTS}))"
    r"|(?P<high>1[1-9]|2\d)(?=[ \t]*[,;!–—-][ \t]*[^\W\d_]))"
    rf"|(?:[ \t]*,|[.!])[ \t]+(?P<word>{TALLY_IN_WORDS})(?=[ \t]*(?:[.!;\n]|$))",
    re.IGNORECASE,
)
"""A tally alone behind the card and its comma: `8, 8`; one that no card counts may have words
behind it."""
LAST_NUMBER = re.compile(r"[ \t]+(?P<points>\d{1,3})(?=[ \t]*(?:$|\n|,[ \t]+[^\W\d_]))")
"""Points alone behind a tally, where the next player or the next line follows: `9 (20) 10`."""


class Claims(NamedTuple):
    """A tally, points, and where their text ends. `unclear` holds the place and text of brackets
    that say neither."""

    end: int
    tally: int | None = None
    points: int | None = None
    unclear: tuple[int, str] | None = None


def claims(
    text: str, at: int, *, one_card: bool = False, slashed: bool = False, scored: bool = False
) -> Claims:
    """Return what is claimed from `at` on. `one_card` is for games in which a play is one card, so
    that bare numbers behind it are claims; `slashed` for sheets that write the tally behind a
    stroke; `scored` for those in which a number alone is the points."""
    if beside := ON_IT.match(text, at):
        at = beside.end()
    if scored and (alone := ALONE.match(text, at)):
        return Claims(alone.end(), None, int(alone["inside"] or alone["points"]))
    if slashed and (stroke := SLASHED.match(text, at)) is not None:
        found = _labelled(text, stroke.end(), int(stroke["tally"]))
    else:
        found = _labelled(text, at)
    if not one_card:
        return found
    if found == Claims(found.end) and (
        numbers := NUMBERS.match(text, found.end) or BEHIND_COMMA.match(text, found.end)
    ):
        told = numbers.groupdict()
        tally = number(told["tally"] or told["high"] or told.get("word"))
        return _labelled(text, numbers.end(), tally, number(told["points"]))
    if found.tally is not None and found.points is None and (
        last := LAST_NUMBER.match(text, found.end)
    ):  # fmt: skip
        return found._replace(end=last.end(), points=int(last["points"]))
    return found


def _labelled(text: str, end: int, tally: int | None = None, points: int | None = None) -> Claims:
    """Return what is claimed with a word, a sign or brackets, beside the numbers known already."""
    unclear = None
    if tally is None and (match := TALLY.match(text, end)) is not None:
        tally, end = number(match["tally"]), match.end()
    if (match := BRACKETS.match(text, end)) is not None:
        inside = match["inside"]
        if alone := ONLY_POINTS.fullmatch(inside):
            points, end = number(alone["more"] or alone["points"]), match.end()
        elif tally is not None and inside.strip().isdecimal():
            points, end = int(inside), match.end()
        elif tally is None and (both := BOTH.fullmatch(inside)):
            tally, points, end = number(both["tally"]), number(both["points"]), match.end()
        elif named := _named_within(inside, tally):
            tally, points, end = *named, match.end()
        elif tally is None or not inside[:1].isalpha():  # else a remark behind the tally
            unclear, end = (match.start("inside"), inside), match.end()
    if tally is not None and (match := NTH_CARD.match(text, end)) is not None:
        end = match.end()
    if points is None and (match := NAMED.match(text, end)) is not None:
        points, end = _points(match), match.end()
    if points is None and (match := TRAILING.match(text, end)) is not None:
        points, end = number(match["more"] or match["points"] or match["slash"]), match.end()
    if points is None and tally is not None and (match := SCORED.match(text, end)) is not None:
        points, end = int(match["points"]), match.end()
    return Claims(end, tally, points, unclear)


def _named_within(inside: str, tally: int | None) -> tuple[int | None, int | None] | None:
    """Return the tally and the points of brackets that call a score by its name; None where they
    say something else."""
    start = 0
    if tally is None and (first := TALLY_FIRST.match(inside)):
        tally, start = number(first["tally"]), first.end()
    found = NAMED.match(inside, start)
    if found is None or inside[found.end() :].strip(" \t.!"):
        return None
    return tally, _points(found)


def _points(match: re.Match[str]) -> int | None:
    """Return the points beside a score's name."""
    return number(match["before"] or match["points"] or match["bare"])
