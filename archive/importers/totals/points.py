"""What a line says about the players: the total of each, sums before totals, who is out, who beat
whom, and that a player says otherwise."""

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
OBJECTION = (
    r"(?:but|however|yet|though|aber|doch|jedoch)\s+[^\W\d_][\w'’.-]*\s+"
    r"(?:says?|said|claims?|claimed|thinks|thought|insists|sagte?|meinte?|behauptete?|findet)[\s,]"
)
"""How a sentence begins in which a player objects to the totals before it."""
OBJECTS = re.compile(OBJECTION, re.IGNORECASE)
SAYS = re.compile(
    r"(?<!\w)(?:says?|said|claims?|thinks|sagt|meint|behauptet|findet)(?!\w)", re.IGNORECASE
)
"""What shows that a player has a say behind a game's name."""
SO = re.compile(r"(?:so|then|also|damit|somit|dann)\s+", re.IGNORECASE)
"""How a sentence may go on to who won."""
VERB_FIRST = (
    re.compile(r"gew(?:innt|ann)\s+(?P<name>[^\W\d_][\w'’.-]*+)(?P<rest>(?:\s.*)?)", re.IGNORECASE),
    re.compile(
        r"hat\s+(?P<name>[^\W\d_][\w'’.-]*+)(?P<rest>(?:\s.*)?)\sgewonnen[.!]?", re.IGNORECASE
    ),
    re.compile(r"gewonnen\s+hat\s+(?P<name>[^\W\d_][\w'’-]*+)(?P<rest>(?:\s.*)?)", re.IGNORECASE),
)
"""Who won, behind the verb: `Also gewinnt Mia mit 3`."""
HAS_AND_WINS = re.compile(
    rf"(?P<name>{A_NAME}?) (?:has|hat) (?P<total>{NUMBER}) (?:and|und) (?:wins|won|gewinnt)[.!]?",
    re.IGNORECASE,
)
"""The winner's total before who won: `Anna has -1 and wins`."""
OWN_TOTAL = re.compile(
    rf",?\s*+(?:with|mit)\s++(?P<total>{NUMBER})(?:\s+(?:points?|punkte?n?))?[.!]?", re.IGNORECASE
)
"""The winner's total behind who won: `Anna gewinnt mit -1`."""


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


def plain_outcome(words: str) -> str:
    """Return a sentence about who won with the player in front, and no word that goes on to it."""
    told = SO.match(words)
    words = words[told.end() :] if told else words
    if len(words) <= LONGEST_LINE and (own := HAS_AND_WINS.fullmatch(words)):
        return f"{own['name']} wins with {own['total']}"
    if len(words) <= LONGEST_LINE:
        for form in VERB_FIRST if told else VERB_FIRST[-1:]:
            if turned := form.fullmatch(words):
                return f"{turned['name']} gewinnt{turned['rest']}"
    return words


def total_of_winner(rest: str) -> int | None:
    """Return the winner's own total in what is said behind who won, where that is all it says."""
    told = OWN_TOTAL.fullmatch(rest.strip()) if len(rest) <= LONGEST_LINE else None
    return number_of(told["total"]) if told else None


def objects(words: str) -> bool:
    """Return whether a sentence says that a player would have it otherwise."""
    return OBJECTS.match(words) is not None
