"""What a line says about the players: the total of each, sums before totals, and who is out."""

from __future__ import annotations

import re
from collections.abc import Sequence

from archive.importers.player_names import BETWEEN, called, is_first_person
from archive.importers.totals.words import A_NAME, LONGEST_LINE, NUMBER, number_of

ADDED = re.compile(rf"(?<![\w.]){NUMBER}(?:\s*[+−–-]\s*\d{{1,6}})+\s*=\s*(?={NUMBER})")
"""What is added up in front of a total: `60 + 25 = `."""
SUM = re.compile(rf"{ADDED.pattern}{NUMBER}")
HAS = (
    r"ha(?:ve|s|d)|(?:is|am) (?:at|on)|stands? at|hab(?:e|t)|hat(?:te)?|(?:steh|lieg)[et] bei"
    r"|(?:ist|bin) bei|gets?|got|scored?|scores|made|bekam|machte|holte|erzielte|schrieb"
    r"|(?:finished|finishes|ended|ends|got|landed) (?:on|with|at|up with)|on|kam auf|auf"
)
"""What a sentence may have between a player and a total."""
ONE = re.compile(
    r"(?P<name>[^\W\d_][^,;:=|?!\d]*?)"
    rf"(?: (?:{HAS}))? ?[:=]? ?"
    rf"(?P<points>{NUMBER})(?![\d.]*\d)"
    r"(?: ?(?:points?|pts\.?|punkte?)(?!\w))? ?(?:[,;|.]|[/–-](?= )|$|(?<= ))",
    re.IGNORECASE,
)
OWN = re.compile(r"['’]s$")
"""The short form of “is” behind a player: “Pat’s on 10”."""
AGAINST = r"(?: ?[–-] ?| ?/ ?|,? (?:vs\.?|versus|against|gegen|and|und|&) )"
TO = rf"(?P<a>{NUMBER}) ?(?:[:–-]|to|zu) ?(?P<b>\d{{1,6}})"
OF_TWO = (
    re.compile(rf"(?P<one>{A_NAME}) {TO} (?P<other>{A_NAME})", re.IGNORECASE),
    re.compile(rf"{TO} (?:for|für) (?P<one>{A_NAME}){AGAINST}(?P<other>{A_NAME})", re.IGNORECASE),
    re.compile(rf"(?P<one>{A_NAME}){AGAINST}(?P<other>{A_NAME})[:,]? {TO}", re.IGNORECASE),
)
"""The totals of two players with one beside the other: `Anna 82:110 Ben`, `Anna – Ben 82:110`,
`82 to 110 for Anna against Ben`."""
FOR_ONE = re.compile(
    rf"(?P<points>{NUMBER})(?: (?:points?|pts\.?|punkte?))? (?:for|für) (?P<name>{A_NAME}?)"
    r"(?:,? (?:and|und) |[,;] |$)",
    re.IGNORECASE,
)
"""A total before the player whose it is: `48 for Mia`."""
YOU = frozenset({"you", "du"})
"""What players are called who write to each other, where totals stand behind it."""
BOTH = frozenset({"both", "beide", "we both", "they both", "wir beide", "sie beide"})
EVERYBODY = frozenset({"all", "alle", "everybody", "everyone", "they all", "we all", "alle drei",
                       "all three", "all four", "alle vier"})  # fmt: skip
"""Words for players that are no names."""
PAIR = 2
NO_NAMES = re.compile(
    r"(?<!\w)(?:exchanges?|swaps?|tausch(?:t|en)?|the|to|for|with|and|made|makes|machte|nannte|named|names|called|calls|chose|lost|loses|verlor|verliert|took|takes?|plays?|played|lays?|laid|leads?|led|makes|says|is|am|bin|ist|has|had|have|hat|hatte|habe?|bleibe?t?|blieb|sitzen|my|our|mein(?:e[nmrs]?)?|unser"
    r"|gets|got|I|he|she|we|you|ich|er|wir|du|nach|after|mit|für|legt|legte|spielt|spielte|macht|sagt|beat|beats|schlägt|schlug|zu|bekommt|schreibt|sich|ab|stayed|stays|dropped|drops|in|im)(?!\w)",
    re.IGNORECASE,
)
"""Words of a sentence that are in no name."""
NOT_A_NAME = re.compile(
    r"(?<!\w)(?:not|nicht|noch|he|she|we|you|they|i|er|sie|wir|du|ich|says?|sagt)(?!\w)",
    re.IGNORECASE,
)
"""Words with which a sentence does not say of a player by name that he or she is out."""
OUT_BESIDE = re.compile(
    rf"(?P<name>[^\W\d_][^,;:=|?!\d]*?)[ ]?[:=]?[ ]?(?P<total>{NUMBER})[ ]*[(]?"
    r"(?:out|raus|ausgeschieden)\b[)!]?"
)
OUT_BEHIND = re.compile(
    r"(?<=\d)[ ]*[,;–(-][ ]*(?P<names>[^\W\d_][^,;:=|?!\d]*?)[ ](?:(?:is|are|ist|sind)[ ])?"
    r"(?:out|raus|ausgeschieden)[).!]*$"
)
"""Who is out, behind that player's total or behind those of all."""


def points_of(text: str) -> tuple[tuple[str, int], ...]:
    """Return each player's points in a text that has nothing else, and is no longer than a line of
    totals may be; otherwise none."""
    if len(text) > LONGEST_LINE:
        return ()
    if two := next(filter(None, (form.fullmatch(text.strip(" .")) for form in OF_TWO)), None):
        names = [called(two[which].rstrip(".")) for which in ("one", "other")]
        found = list(zip(names, map(number_of, two.group("a", "b")), strict=True))
        return tuple(found) if all(could_be_a_name(name) for name, _ in found) else ()
    if FOR_ONE.match(text):
        text = FOR_ONE.sub(r"\g<name> \g<points>, ", text.rstrip(" ."))
    found, place = [], 0
    text = ADDED.sub("", text) if "=" in text else text
    while place < len(text.rstrip(" .")):
        match = ONE.match(text, place)
        if match is None:
            return ()
        name = re.sub(r"^(?:and|und)\s+", "", match["name"].strip(), flags=re.IGNORECASE)
        found.append((called(OWN.sub("", name)), number_of(match["points"])))
        place = match.end()
        place += len(text[place:]) - len(text[place:].lstrip(" ,;|/–-\t"))
    named = len(found) > 1 and all(could_be_a_name(name) for name, _ in found)
    return tuple(found) if named else ()


def players_in(text: str) -> list[str]:
    """Return the players whom a text lists, each as a record has the name."""
    return [called(OWN.sub("", name)) for one in BETWEEN.split(text) if (name := one.strip(" ."))]


def meant_by(names: Sequence[str], players: Sequence[str]) -> list[str]:
    """Return the players whom a sentence means by these names: `both` of two, or `all`; none where
    it says both of more than two."""
    (word,) = names if len(names) == 1 else ("",)
    if word.casefold() in BOTH:
        return [*players] if len(players) == PAIR else []
    return [*players] if word.casefold() in EVERYBODY else [*names]


def could_be_a_name(text: str) -> bool:
    """Return whether a text may be what a player is called, and is no part of a sentence."""
    return is_first_person(text) or text.casefold() in YOU or NO_NAMES.search(text) is None


def without_outs(words: str) -> tuple[str, list[str]]:
    """Return totals without the words that a player is out, and who is out: `Ana 25 (out), Ben 18`,
    or `Ana 25, Ben 18, Ana out`."""
    if len(words) > LONGEST_LINE or not re.search(r"out|raus|ausgeschieden", words[1:]):
        return words, []
    out = [one["name"].strip() for one in OUT_BESIDE.finditer(words)]
    told = OUT_BESIDE.sub(lambda one: one[0][: one.end("total") - one.start()], words)
    behind = OUT_BEHIND.search(told)
    if behind and not NOT_A_NAME.search(behind["names"]):
        told, out = told[: behind.start()], [*out, *BETWEEN.split(behind["names"])]
    return told, out
