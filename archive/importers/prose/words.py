"""What a score sheet in prose can say, one regular expression with a group for each.

The sentences are few and matched whole: anything told in other words stays a comment.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from archive.importers.prose.names import pattern_of
from archive.importers.ranks import WORD

CARDS = rf"(?:{WORD})++(?=[\s,;.]|$)(?:[ \t]*+[,;]?[ \t]*+(?:{WORD}|1|0|[VRCSOX])++(?=[\s,;.]|$))*+"
POINTS = r"(?:points?|pts?\.?|Punkte?n?|Pkt\.?)"
NUMBERS = {"one": 1, "two": 2, "i": 1, "ii": 2, "eins": 1, "zwei": 2}
FINAL = ("final", "result", "end", "ergebnis")
TAGS = {
    "event": "Event", "turnier": "Event", "date": "Date", "datum": "Date",
    "site": "Site", "place": "Site", "ort": "Site",
}  # fmt: skip

INSIDE = re.compile(rf"\s*(\d{{1,9}})\s*(?:[;,]\s*(-?\d{{1,9}})\s*{POINTS}?\s*)?", re.IGNORECASE)
"""What stands in the brackets of a play: the tally, then the points."""

BONUS_WORDS = re.compile(
    r"[\s,*_#-]*(?:(?:and|hence|thus|so|therefore|then|the|this|end|of|round|round['’]s)[\s,-]+)*",
    re.IGNORECASE,
)
"""What may stand in front of `bonus is 6` in its sentence without changing what it says."""

UNKNOWN_PLAYER = re.compile(r"(?P<who>[^\s():;,.]{1,40})\s*:\s*[^\s():]{1,12}\s*\(\s*\d[^()\n]*\)?")
LOOKS_SAID = re.compile(
    r"^[#* \t]*(?:(?:final|running)\s+)?(?:score|standing|totals?|result|bonus|round|hand|deal|"
    r"turned up|up cards?|winner)\b[^.\n]{0,40}$",
    re.IGNORECASE | re.MULTILINE,
)
"""A short line that begins with a word of the sheet: perhaps it was not meant as a comment."""

ONLY_LAYOUT = re.compile(r"[\s,;.*_#|>•·:–—-]*")


def sheet(names: Sequence[str]) -> re.Pattern[str]:
    """Everything a sheet of these players can say. `match.lastgroup` names it."""
    who = "|".join(pattern_of(name) for name in sorted(names, key=len, reverse=True)) or r"(?!)"
    name = rf"(?<!\w)(?:{who})"
    total = rf"{name}\s*[:=]\s*[*_]*-?\d{{1,9}}[*_]*(?:[ \t]+{POINTS}(?!\w))?(?![\w.(]|[ \t]*\()"
    return re.compile(
        rf"""
    (?P<play>
        (?: (?<![\w.]) (?P<number>\d{{1,5}}) [.)][ \t]+ )?+ [*_]{{0,3}}
        (?P<player>{name}) \s*+ : [*_]*+ \s*+
        (?: (?P<card>{WORD}) \s*+ \( (?P<inside>[^()\n\r]{{0,60}}+) \)
          | (?P<odd>[^\s():]{{1,12}}+) \s*+ \( (?P<around>\s*\d[^()\n\r]{{0,60}}+) \) )
    )
  | (?P<score> (?: (?<!\w) (?P<label>[^\W\d_]{{1,20}}+(?:[ ][^\W\d_]{{1,20}}+)?)
        [ \t]*:\s*+ )? (?P<totals>
        {total} (?: [ \t]*+ [,;|–—-]? \s*+ [*_]*+ {total} )++ ) )
  | (?P<hand> [*_]{{0,3}} (?P<owner>{name}) (?: ['’]s?+ )?+ [ \t]++
        (?i:hand|cards|karten|blatt) [ \t]*+ : [*_]*+ (?: \s*+ (?P<held>{CARDS}) )?+ )
  | (?P<round> (?<!\w) (?i:round|runde) [ \t]++ (?P<nth>\d{{1,3}}|(?i:one|two|ii?|eins|zwei)) \b
        [*_]*+ (?: [ \t]*: | \.?[ \t]*$ | (?=[ \t]+[A-Z(]) ) )
  | (?P<deal> (?<!\w) (?i:hand|deal|blatt) [ \t]++ (?:no\.?[ \t]*)? (?P<dealt>\d{{1,3}}) \b [*_]*+
        (?: [ \t]*:[*_]* | [ \t]*$ ) )
  | (?P<taken> (?: {name} \s+ (?i:takes|gets|scores|wins|receives|earns|collects) \s+ the \s+
          (?i: (?:end \s+ of \s+)? round \s+ )?+ (?i:bonus) (?: \s+ of \s+ (?P<worth>\d{{1,9}}) )?+
        | (?i:bonus) \s* (?: : | to | for ) \s* {name} (?: \s*[:,]?\s* (?P<value>\d{{1,9}}) )?+ )
        (?: \s+ {POINTS}(?!\w) )?+ (?: \. | [ \t]*$ ) )
  | (?P<bonus> (?<!\w) (?i:bonus) (?: \s+ (?:of|for) \s+ (?:the|this) \s+ round )?+ \s*
        (?: is | : | = ) \s* (?: (?:thus|therefore|hence|then|now|so) \s+ )?+
        (?P<amount>\d{{1,9}}) (?: \s+ {POINTS}(?!\w) )?+ (?: \. | (?=\s*$) ) )
  | (?P<up> (?: (?<!\w) (?i:they\s+are|(?:are\s+)?turned\s+up|up\s*cards?|cards?\s+up|shown|revealed
          |(?:top\s+)?(?:two\s+)?cards?\s+(?:are|turned\s+up)|aufgedeckt) \s*:?\s+ | ^[ \t]*+ )
        (?P<one>{WORD}) (?: [ \t]*+ [,;]? [ \t]*+ (?:(?:and|und)[ \t]+)?+ ) (?P<two>{WORD})
        (?= \s | [.,;] | $ ) \.?+ )
  | (?P<begins> (?P<beginner>{name}) \s+ (?:begins|starts|leads) (?: \s+ (?:the\s+)? round )?+ \. )
  | (?P<winner> (?: (?P<wins>{name}) \s+ wins (?: \s+ the \s+ game )?+ \.
        | (?i:winner) \s* : \s* (?P<won>{name}|(?i:draw)) (?!\w) \.?+
        | (?P<drawn>(?i:the) \s+ game \s+ is \s+ a \s+ draw) \. ) )
  | (?P<players> (?<!\w) (?i: (?:the\s+)?(?:two\s+)? (?:players|spieler)) (?: \s+ are | \s*: ) \s+
        {name} (?: \s* (?: , | & | [–—-] | and | und | vs\.? ) \s* {name} )++ \.?+ )
  | (?P<tag> ^[ \t]*+ (?P<key>(?i:{"|".join(TAGS)})) [ \t]*: [ \t]*+ (?P<said>[^\n\r]++) )
    """,
        re.VERBOSE | re.MULTILINE,
    )
