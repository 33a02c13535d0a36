"""Players whose names are words of sheets: Jack, whom every reader takes for a card, Drew, and May;
and names of many words, Karl von und zu Hohenlohe.

Where such a word stands as a player's name, the readers are shown another of the same length in
its place, and of many words one with hyphens; in what they found, it is the player's own again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Final

from archive.core import events as said
from archive.core.events import Event
from archive.core.record import Record, Tag
from archive.importers.imported import Imported
from archive.importers.ranks import SUIT_WORDS
from archive.importers.source import decoded
from archive.importers.which_game import TITLE

SHOWN: Final = {"Jack": "Jaxk", "Drew": "Drxw", "May": "Mxy", "Page": "Pxge"}
"""What readers are shown in place of each name: as long, with the same initial, and no word."""
WORD: Final = re.compile(r"(?<!\w)[A-ZÄÖÜ][a-zäöüß'’-]{1,30}(?!\w)")
HEAD, TITLED = 1_000, 100
"""The characters in which a sheet may list its players, and in which its title stands."""
_CARDS = (
    r"aces?|kings?|queens?|jacks?|tens?|nines?|eights?|sevens?|sixe?s?|fives?|fours?|threes?|twos?"
    r"|ass|könig|dame|bube"
)
_OTHER = rf"(?!(?i:{_CARDS})(?!\w))[A-ZÄÖÜ][\w'’.-]{{0,30}}[a-zäöüß]"
_AND = r"(?:and|und|vs?\.?|versus|against|gegen)"
_APART = rf"(?:[ \t]*[,;/|&+\t–-][ \t|]*|[ ]{{2,}}|[ ]{_AND}[ ])"
_LABEL = (
    r"(?i:players?|spieler(?:innen)?|dealer|geber|winners?|sieger|gewinner|loser|verlierer|out"
    r"|trumps?|trumpf|order|won|by|tricks|stiche|points|punkte|cards|karten|scores|totals"
    r"|and|then|but|after|so|now|next|when|und|dann|danach|hand|deal|round|runde|spiel|game|total"
    r"|score|sum|summe|stand|standing|final|result|ergebnis|bonus|start|trick|stich)"
)
_LAID = (
    r"(?:an?|(?i:the|with|mit|eine?n?|de[rmn]|my|his|her|of|from|as|als|plays?|played|lays?|laid|leads?"
    r"|led|puts?|throws?|threw|keeps?|kept|shows?|showed|has|had|holds?|held|stuck|spielt|legt|auf))"
)


_OF: Final = (
    "von und zu[mr]?|vo[mn](?: de[mnr])?|van(?: de[nr]?)?|de(?: l[ao]s?)?|del|della|d[aiu]|zu[mr]?"
)
_NO_NAME: Final = rf"(?!(?i:{_CARDS}|{_LABEL}|{'|'.join(SUIT_WORDS)})(?!\w))"
_FAMILY: Final = rf"{_NO_NAME}[A-ZÄÖÜ][\w’-]{{1,20}} (?:{_OF}) (?:[A-ZÄÖÜ][\w’-]{{1,20}})(?!\w)"
A_FAMILY: Final = re.compile(_FAMILY)
OF_FAMILY: Final = re.compile(
    rf"(?P<before>(?:^|[,;:/|(]|(?<!\w){_AND}(?=[ ]))[ \t]*(?:\d{{1,3}}[.)][ ])?)"
    rf"(?P<name>{_FAMILY})",
    re.MULTILINE,
)
"""A name of many words where a player's may stand."""
IN_ONE: Final = re.compile(rf"[A-ZÄÖÜ][\w’]{{1,20}}-(?:{_OF.replace(' ', '-')})-[A-ZÄÖÜ]")


def shown_to_readers(data: bytes, encoding: str = "") -> bytes:
    """Return a text with another word in place of each such name of a player; as it is where no
    player is called so. Of a spreadsheet the cells are shown so."""
    if data[:2] == b"PK":
        return data
    text, chosen = decoded(data, encoding)
    shown = shown_in(text)
    return data if shown == text else shown.encode(chosen, "surrogateescape")


def shown_in(text: str) -> str:
    """Return the same of a text that is read already."""
    families = Counter(one["name"] for one in OF_FAMILY.finditer(text))
    if families:
        text = A_FAMILY.sub(partial(_in_one, families), text)
    if not any(name in text for name in SHOWN):
        return text
    words = Counter(WORD.findall(text))
    often = {word for word, times in words.items() if times > 1}
    for name, shown in SHOWN.items():
        if name in text and _is_a_player(name, text):
            text = _of(name).sub(partial(_shown, shown, often), text)
    return text


def _in_one(families: Mapping[str, int], name: re.Match[str]) -> str:
    """Return a name in one word, where it stands more than once for a player."""
    return name[0].replace(" ", "-") if families.get(name[0], 0) > 1 else name[0]


def _is_a_player(name: str, text: str) -> bool:
    """Return whether a list of players near the top has a name, or a line or sentence begins with
    it and tells what the player did or has."""
    if name == "Page" and OF_A_SHEET.search(text):
        return False
    listed, acting = _in_a_list(name), _at_a_line(name)
    return listed.search(text, 0, HEAD) is not None or acting.search(text) is not None


OF_A_SHEET: Final = re.compile(
    r"^[^\w\n]*Page(?:[ ]?[:#])?[ ](?:\d{1,3}|one|two|three|four)[^\w\n]*(?:$|of[ ])", re.MULTILINE
)
"""The number of a page, as the only words of a line."""
_TITLE: Final = re.compile(TITLE.pattern, re.IGNORECASE)
_ANY: Final = rf"(?:{_OTHER}|{'|'.join(SHOWN)})"
ONLY_NAMES: Final = re.compile(rf"[ \t]*{_ANY}(?:[ \t]+{_ANY})+[ \t]*")


@cache
def _in_a_list(name: str) -> re.Pattern[str]:
    heads = rf"(?i:{TITLE.pattern}|players?|spieler|dealer|geber)[ \t]*:?[ ]"
    begins = rf"(?:^|[,;|/&+(]|[ ]{{2}}|{_AND}[ ]|{heads})"
    return re.compile(
        rf"{begins}[ \t]*{name}{_APART}{_OTHER}|{_OTHER}{_APART}{name}(?!\w|[ ]of[ ]|[ \t]*\()"
        rf"|:[ ]{name}(?:,[ ]{_OTHER}){{2}}"
        rf"|^[ \t]*(?:{_OTHER}[ \t]+){{1,5}}{name}(?:[ \t]+{_OTHER}){{0,5}}[ \t]*$"
        rf"|^[ \t]*{name}(?:[ \t]+{_OTHER}){{1,5}}[ \t]*$",
        re.MULTILINE,
    )


@cache
def _at_a_line(name: str) -> re.Pattern[str]:
    acts = (
        r"[ \t]+(?:(?!(?:of|and|und|on|a|an|one|the|for|is|was)\b)[a-zäöü]{2,12}\b"
        rf"|(?:the|an?|die|den|das)[ ](?:\d|{_CARDS}))"
    )
    # “May 5” is a day, and “Page 2” a page
    figures = r"\d{1,3}[ \t,;/|]+\d{1,3}(?!\d)|" if name in ("May", "Page") else r"\d|"
    figure = r"[+-]?[\dAKQJT][^ \t\n,;]{0,4}"
    return re.compile(
        r"^[ \t#*_>|-]*(?:\[[^\]\n]{4,20}\][ ]*|\d{1,3}[.):]?[ \t|;,]+|\w+[ ]\d{1,3}[:.,]?[ \t]+)?"
        rf"(?:(?:Mr|Mrs|Ms|Miss|Dr|Herr|Frau)\.?[ ])?{name}"
        rf"(?=[ \t]*[:=;|\t]|[ ]{{2,}}[\d+-]|[ ]?,[ ]?\d|{acts}"
        rf"|[ \t]+(?:{figures}[+-]\d|[AKQJT](?!\w)|[(](?i:{_CARDS})))"
        rf"|(?:[.!?,;:-][ ]|[(]){name}{acts}|{_OTHER}:?[ ]{figure}[,;][ ]*{name}:?[ ]{figure}"
        rf"|[:,;][ ]*{name}[ ]{figure}[,;][ ]*{_OTHER}[ ]{figure}",
        re.MULTILINE,
    )


@cache
def _of(name: str) -> re.Pattern[str]:
    """Return the pattern of a name where it may be a player's, with what stands before it."""
    return re.compile(
        rf"(?P<before>(?<!\w)(?:{_LABEL}|(?i:{TITLE.pattern}))[ \t]*:?[ \t]"
        rf"|(?P<card>(?<!\w)(?:{_LAID}[ \t]|(?P<who>[A-ZÄÖÜ][a-zäöüß'’-]{{1,30}})"
        rf"(?:[ \t]*:?[ ]|[ ]?[|;,\t][ ]?(?={name}[ ]?[|;,\t][ ]?\d))))|)"
        rf"(?<!\w){name}(?!\w|[ ]of[ ](?i:clubs|diamonds|hearts|spades))"
    )


def _shown(shown: str, often: Container[str], found: re.Match[str]) -> str:
    """Return a name as readers are shown it; a card as it is: behind a word for laying it, or
    behind another player, who is named `often`. No card is called Page. In a title “with” stands
    before players, and a line that names the game, or of names alone, lists them."""
    if not found["card"] or shown == SHOWN["Page"]:
        return (found["before"] or found["card"] or "") + shown
    titled = found["card"].casefold().startswith(("with", "mit")) and found.start() < TITLED
    line = _around(found)
    alone = ONLY_NAMES.fullmatch(line) is not None or _TITLE.search(line) is not None
    label = found["who"] is not None and found["who"] not in often
    return found["card"] + shown if titled or alone or label else found[0]


def _around(found: re.Match[str]) -> str:
    """Return the line of a name, as far as it is near."""
    text, start, end = found.string, found.start(), found.end()
    before = text[max(0, start - TITLED) : start].rpartition("\n")[2]
    return before + text[start : end + TITLED].partition("\n")[0]


def with_their_names(found: Imported) -> Imported:
    """Return what was read, with the players' own names."""
    line_of = found.line_of
    return replace(
        found,
        records=[_record(one) for one in found.records],
        diagnostics=[
            one._replace(expected=_named(one.expected), found=_named(one.found))
            for one in found.diagnostics
        ],
        mapping=tuple(one._replace(header=_named(one.header)) for one in found.mapping),
        line_of=line_of and (lambda spot: _named(line_of(spot))),
    )


def _record(record: Record) -> Record:
    tags = [Tag(tag.name, _named(tag.value)) for tag in record.tags]
    return Record(tags, [_event(event) for event in record.events])


def _event(event: Event) -> Event:
    return event._replace(text=_named(event.text)) if isinstance(event, said.Comment) else event


def _named(text: str) -> str:
    """Return a text with the names in place of what readers were shown."""
    for name, shown in SHOWN.items():
        text = text.replace(shown, name)
    return IN_ONE.sub(lambda one: one[0].replace("-", " "), text)
