"""What heads a line of totals: how it names its deal otherwise than by a word and a number, `First
round`, `R1:`, `nach dem 5. Spiel`, `In Runde 2 bekam`, and behind one of these `second 71 to 48`;
and trumps beside that (`Deal 9, hearts: …`)."""

from __future__ import annotations

import re

from archive.importers.number_words import COUNTING, NTH
from archive.importers.ranks import SUIT_WORDS
from archive.importers.totals.words import (
    A_NAME,
    A_SUIT,
    COUNTED,
    LAST,
    LONGEST_LINE,
    STANDING,
    START,
    SUITS,
    UNIT,
)

NUMBERS = COUNTING | {"einer": 1}
"""How many deals a standing is behind, in words: `after four hands`."""
UNITS = r"deals?|hands?|rounds?|games?|spiele?n?|runden?|händen?"
SINGULAR = {"spiele": "spiel", "spielen": "spiel", "runden": "runde", "hände": "hand",
            "händen": "hand"}  # fmt: skip
LETTERS = {"r": "round", "h": "hand", "d": "deal"}
HEAD = re.compile(
    rf"(?:(?:(?:after|nach)\s+)?(?:the\s+|das\s+|die\s+|dem\s+|der\s+)?(?P<word>{'|'.join(NTH)})"
    rf"(?:\s+(?P<unit>{UNIT})(?!\w)|(?=:\s+[^\W\d_]+\s+\d|\s+(?:\d|verlor|verliert|lost|loses)))"
    rf"|(?:(?:after|nach)\s+)?(?:the\s+)?(?P<figure>\d{{1,3}})(?:st|nd|rd|th|te[nrs]?)\s+"
    rf"(?P<counted>{UNIT})(?!\w)"
    r"|(?P<letter>[rhd])(?P<number>\d{1,2})(?=\s*[:|]|(?<=[rh]\d)\s+[^\W\d_]{2}"
    rf"|,?\s+(?:{SUITS})(?!\w))"
    rf"|(?P<behind>after|nach)\s+(?P<count>{'|'.join(NUMBERS)})\s+(?P<units>{UNITS})(?!\w)"
    rf"|(?P<after>after|nach)\s+(?:the|dem|der)\s+(?P<nth>\d{{1,3}})\.\s*(?P<of>{UNIT})(?!\w))",
    re.IGNORECASE,
)
NUMBER_BEHIND = re.compile(
    rf"(?<=\d),?\s+[(]?(?P<deal>(?:after|nach)\s+(?:(?:{UNIT})\s+\d{{1,4}}"
    rf"|(?:the\s+|dem\s+|der\s+)?\d{{1,4}}\.\s*(?:{UNIT})"
    rf"|(?:{'|'.join(NUMBERS)})\s+(?:{UNITS})(?!\w)))[)]?(?:[.]?$|(?=,?\s+(?:and|und)\s))",
    re.IGNORECASE,
)


IN = re.compile(
    rf"(?:in|im)\s+(?:the\s+|der\s+|dem\s+)?(?=(?:{UNIT})\s+\d|\d{{1,3}}\.\s*(?:{UNIT})(?!\w)"
    rf"|(?:{'|'.join(NTH)})\s+(?:{UNIT})(?!\w)|(?P<alone>{'|'.join(NTH)})\s+[^\W\d_])",
    re.IGNORECASE,
)
"""What stands before the name of a deal in a sentence, or before its number alone: `In der zweiten
hatte ich …`."""
VERB = re.compile(
    rf"(?P<head>(?:{UNIT})\s+\d{{1,3}}|\d{{1,3}}\.\s*(?:{UNIT}))\s+"
    r"(?:hat(?:te)?|bekam|bekommt|machte?|holte?|erzielte?|schrieb|gewann|gewinnt|nahm|nimmt|kam)\s+(?=[^\W\d_])",
    re.IGNORECASE,
)
"""A deal with the verb behind it, as in a German sentence that begins with the deal."""
PARTICIPLE = re.compile(
    r"\s+(?:gemacht|bekommen|geholt|erzielt|geschrieben|gewonnen)(?=\s*(?:[:.,;]|$))", re.IGNORECASE
)
TRUMPS = re.compile(
    rf"(?P<head>{COUNTED}|\d{{1,4}}(?=\s*[.:)]?\s*[(]?\s*(?:{SUITS})))"
    rf"[.:]?\s*+[,(:–-]?\s*(?:war(?:en)?\s+)?(?P<suit>{SUITS})\ufe0f?(?:\s+(?:(?:are|is|were|was|ist|sind|war|waren)\s+)?trumps?f?)?"
    r"(?:\s+(?:by|von)\s+[^\W\d_][\w'’.-]*)?\s*\)?"
    r"(?=\s*[:,|;(\t–-]|\s+\w)",
    re.IGNORECASE,
)
BEHIND = re.compile(
    rf"(?<=\d)(?:\s*[(,]\s*|\s+)(?P<suit>{SUITS})\ufe0f?(?:\s+trumps?f?)?\s*+\)?\s*$", re.IGNORECASE
)
"""Trumps behind the totals of a deal."""
NUMBERED = re.compile(rf"(?:{COUNTED}|\d{{1,4}}[.:)]|{LAST}|{START}|{STANDING})", re.IGNORECASE)
NAMES = (
    r"(?:macht|machte|nennt|nannte|bestimmte?|wählte?|sagte?|names|named|calls|called|makes|made"
    r"|chooses|chose|picks|picked|says|said)"
)
"""What stands between the trump maker and the suit."""
TRUMP_MAKER = re.compile(
    rf"(?P<who>(?:{COUNTED}[:,.]?[ ])?{A_NAME}?)[ ]{NAMES}[ ]"
    rf"(?P<suit>{SUITS})(?:[ ](?:(?:als|as|zu[mr]?)[ ])?trump(?:f|s)?)?,?[ ](?:and|und)[ ]",
    re.IGNORECASE,
)
"""Who named trumps, before what this player won: `Heidi machte Kreuz Trumpf und bekam keinen`."""
NAMED = re.compile(
    rf"(?:(?P<before>{A_SUIT})\ufe0f?\s+(?:(?:is|are|ist|sind)\s+)?trump(?:s|f)?"
    rf"|trump(?:s|f)?\s*+(?:is|are|ist|sind|:)?\s*(?P<behind>{A_SUIT})\ufe0f?"
    rf"|{A_NAME}\s{NAMES}\s(?P<named>{SUITS})(?:\s(?:an|(?:(?:als|as|zu[mr]?)\s)?trump(?:f|s)?))?)\.?",
    re.IGNORECASE,
)
"""Words that name trumps, or who names which, and nothing else."""


def without_in(words: str) -> str:
    """Return a sentence that begins with `In round 2` or the like as a line that is headed by its
    deal, without the verb that may follow; the same words where it does not."""
    told = IN.match(words) if len(words) <= LONGEST_LINE else None
    if told is None:
        return words
    rest, alone = words[told.end() :], told["alone"] or ""
    headed = f"deal {NTH[alone.casefold()]}{rest[len(alone) :]}" if alone else plain_head(rest)
    verb = VERB.match(headed)
    return f"{verb['head']} {PARTICIPLE.sub('', headed[verb.end() :])}" if verb else headed


def plain_head(words: str) -> str:
    """Return a line with a plain word and number for what names its deal."""
    head = HEAD.match(words)
    if head is None:
        return words
    rest = words[head.end() :]
    if head["word"]:
        return f"{head['unit'] or 'deal'} {NTH[head['word'].casefold()]}{rest}"
    if head["figure"]:
        return f"{head['counted']} {head['figure']}{rest}"
    if head["count"]:
        unit = head["units"].casefold().rstrip("s")
        return (
            f"{head['behind']} {SINGULAR.get(unit, unit)} {NUMBERS[head['count'].casefold()]}{rest}"
        )
    if head["letter"]:
        return f"{LETTERS[head['letter'].casefold()]} {head['number']}{rest}"
    return f"{head['after']} {head['of']} {head['nth']}{rest}"


def with_number_first(words: str) -> str:
    """Return a line with the number of its deal in front, where that stands behind the totals or
    among them: `Uschi 10, Sepp 20 nach Spiel 6`, `Uschi had 10 after deal 6 and Sepp 20`."""
    behind = NUMBER_BEHIND.search(words) if len(words) <= LONGEST_LINE else None
    if behind is None:
        return words
    return f"{behind['deal']}: {words[: behind.start()]}{words[behind.end() :]}"


def without_trumps(words: str) -> tuple[str, str]:
    """Return a line without the trumps beside the number of its deal, and their suit; empty where
    it names none."""
    if len(words) > LONGEST_LINE:
        return words, ""
    if maker := TRUMP_MAKER.match(words):
        return f"{maker['who']} {words[maker.end() :]}", SUIT_WORDS[maker["suit"].casefold()]
    told = TRUMPS.match(words)
    behind = BEHIND.search(words) if told is None and NUMBERED.match(words) else None
    if behind:
        return words[: behind.start()], SUIT_WORDS[behind["suit"].casefold()]
    if told is None:
        return words, ""
    rest = words[told.end() :]
    colon = ":" if told["head"].isdigit() and rest.lstrip()[:1].isalnum() else ""
    return told["head"] + colon + rest, SUIT_WORDS[told["suit"].casefold()]


def suit_named(named: re.Match[str]) -> str:
    """Return the suit that words name as trumps."""
    return SUIT_WORDS[(named["before"] or named["behind"] or named["named"]).casefold()]
