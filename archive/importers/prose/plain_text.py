"""What makes a sheet plain to read; every line keeps its length and its place. Chats, in which
players write when they send a message and speak of themselves, become sentences about players; a
card stands behind its player, has the sign of its suit, and is by itself where several are told by
their number."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import islice, pairwise

from archive.importers.action_words import ARTICLE, LAYS, MAKES
from archive.importers.actions import can_make
from archive.importers.number_words import number
from archive.importers.ranks import Ranks, word
from archive.importers.source import blank
from archive.importers.which_game import TITLE

FEWEST = 3
"""The fewest lines with a time that make a text a chat."""
SENT = (
    r"\[[\d.,/: -]{4,20}(?:[ ]?[AaPp][Mm])?\]"
    r"|(?:\d{1,4}[./-]\d{1,2}[./-]\d{2,4},?[ ])?\d{1,2}:\d\d(?::\d\d)?"
    r"(?:[ ]?[AaPp][Mm])?(?:[ ]Uhr)?"
)
"""When a message was sent."""
STAMPS = re.compile(
    rf"^(?P<before>[ \t]*(?:{SENT})(?:[ ][-–])?)(?=[ \t]*[^\W\d_])"
    rf"|^(?P<name>[^\W\d_][\w .'’-]{{0,39}}?)(?P<behind>,?[ \t]+[(\[]?(?:{SENT})[)\]]?)"
    r":(?=[ \t])",
    re.MULTILINE,
)
"""When a message was sent, before or behind the name of its sender."""
SENT_WITHIN = re.compile(r"(?<=[,;])[ \t]\d{1,2}:\d\d[ \t](?=[^\W\d_][\w'’.-]{0,39}:[ \t])")
"""The time of another message on the same line."""
VERBS = {
    "deal": "deals", "keep": "keeps", "show": "shows", "lead": "leads", "gebe": "gibt",
    "geb": "gibt",
    "behalte": "behält", "zeige": "zeigt", "beginne": "beginnt",
}  # fmt: skip
"""What players say of themselves, and what is said of them."""
MYSELF = re.compile(
    r"^(?P<blank>[ \t]*)(?P<name>[^\W\d_][\w'’-]{0,39}):[ \t]"
    rf"(?P<before>[^\n:.!?]{{0,40}}?)(?<!\w)(?:I|ich)[ ](?P<verb>{'|'.join(VERBS)})(?!\w)",
    re.MULTILINE | re.IGNORECASE,
)
DOING = re.compile(
    r"^(?P<sender>[^\n]{0,40}[^\W\d_][\w'’-]{0,39}:[ \t]+)(?P<me>I|ich)(?=[ ]"
    rf"(?:{LAYS}|{MAKES}|draw|swap|exchange|change|pass|stay|ziehe|tausche|passe|bleibe|gehe|bin|am)"
    r"(?!\w))",
    re.MULTILINE | re.IGNORECASE,
)
"""What a player does, behind the player's own name."""
SHOWN = re.compile(
    r"(?P<name>(?:^|[,;])[ \t]*[^\W\d_][\w'’-]{0,39}):"
    r"(?=[ \t]*(?:last[ \t]+card|letzte[ \t]+karte)[ \t])",
    re.MULTILINE | re.IGNORECASE,
)
HEADING = re.compile(
    rf"^[ \t]*[^\W\d_][\w'’-]{{0,39}}:(?=[ \t]*{TITLE.pattern}(?!\w))", re.MULTILINE | re.IGNORECASE
)
"""The sender of a message that begins with the game's name."""
HEADED = re.compile(
    rf"\A\s*[^\W\d_][\w'’-]{{0,39}}:(?=[^\n\d]{{0,40}}(?<!\w){TITLE.pattern}[ \t.!?]*$)",
    re.MULTILINE | re.IGNORECASE,
)
"""The sender of the first message, where that ends with the game's name."""
FILLER = re.compile(
    r"(?P<sender>^[ \t]*[^\W\d_][\w'’-]{0,39}:[ \t]+)"
    r"(?P<filler>(?:(?:ok(?:ay|e)?|so|and|now|then|well|und|dann|also|jetzt|na)"
    r"(?:[ \t]*+,)?[ \t]++)+)"
    rf"(?=(?:{ARTICLE}[ \t]+)?(?-i:{word('')})(?!\w))",
    re.MULTILINE | re.IGNORECASE,
)
"""Words in front of a card that say nothing: `Jo: and my 3`."""
FEW = 4
"""The fewest cards with a player behind them that show it to be a sheet's way."""
FEWEST_PLAYS = 2
"""The fewest plays of a trick."""
MOST = 12
"""The most players of a game."""
FEWEST_COUNTS = 3
MOST_APART = 3
"""Counts between these may be told in other words."""
MOST_WRONG = 4
"""One count in so many may be another than its cards make, or not go on by one."""
BEHIND = re.compile(
    rf"(?P<before>(?:^|[,;|]|\d[.:)])[ \t]*)(?P<card>{word('')})[ ]?"
    r"\((?P<name>[^\W\d_][\w'’.-]{0,39}(?:[ ][^\W\d_][\w'’.-]{0,39})?)\)",
    re.MULTILINE,
)
"""A card and its player: `Queen of hearts (Mia)`."""
ROW = re.compile(r"^(?P<before>[ \t]*\|)(?P<cells>[ \t]*\d{1,2}[ \t]*\|[^\n]*)$", re.MULTILINE)
"""A numbered row of a table that stands between sentences."""
SUITED = re.compile(
    r"(?<!\w)(?:(?P<short>Kr|Ka)(?:-?|[ ](?=\w{1,2}[ \t]*(?:[,;.)]|$)))|(?P<letter>[HPKC])-?)"
    r"(?P<rank>10|As|[2-9AKDB])(?!\w)",
    re.MULTILINE,
)
ENGLISH = re.compile(r"(?<!\w)(?:[HPKCDS][JQT]|[SD](?:10|[2-9AK]))(?!\w)")
SIGNS_OF = {"H": "♥", "P": "♠", "K": "♣", "C": "♦", "Kr": "♣", "Ka": "♦"}
"""Suits by the letters of Herz, Pik, Kreuz, Caro and Karo."""
SEVERAL = re.compile(
    r"(?<!\w)(?P<number>2|3|4|two|three|four|zwei|drei|vier)[ ]"
    r"(?P<rank>aces?|kings?|queens?|jacks?|asse|könige|buben|damen|twos|threes|fours|fives|sixes|sevens|eights"
    r"|nines|zweien|dreien|vieren|fünfen|sechsen|sieben|achten|neunen)(?!\w)"
    r"(?P<and>[ ](?:and|und)[ ](?:an?|ein(?:en?)?)(?=[ ](?:10|[2-9AKQJ])(?!\w)))?",
    re.IGNORECASE,
)
"""Several cards of a rank: `2 kings and a 4`."""
THEN = r"dann|danach|darauf|daraufhin|nun|jetzt|zuerst|zunächst|anschließend|schließlich|zuletzt"
VERB_FIRST = re.compile(
    rf"(?<!\w)(?P<then>(?i:{THEN})[ ])(?P<verb>(?i:{LAYS}|zieht|zog|tauscht|tauschte))[ ]"
    r"(?P<name>[^\W\d_][\w'’-]{0,39})(?=[ ])"
)
"""A German sentence with its verb before the player: `Dann spielte Anna die Acht`."""
WON_FIRST = re.compile(
    r"(?<!\w)(?i:gewonnen[ ]hat(?:te)?)[ ](?P<name>[^\W\d_][\w'’-]{0,39})(?=[ \t]*(?:[.!,]|$))",
    re.MULTILINE,
)
LED = re.compile(
    rf"(?<=[^\W\d_]{{2}}[ :])(?P<cards>[ \t]*{word('')}(?:[ \t,+&]{{1,3}}{word('')}){{0,6}})"
    r"(?P<leads>[ \t]+(?:\((?i:leads?|led|leading)\)|(?i:leads|led))(?=[ \t]*(?:[,.;]|$)))",
    re.MULTILINE,
)
"""A lead that is told behind its cards: `Bo: 9 9 (leads)`."""
RANKS = {
    "ace": "A", "ass": "A", "kin": "K", "kön": "K", "que": "Q", "jac": "J", "two": "2",
    "bub": "Bube ", "dam": "Dame ",
    "thr": "3", "fou": "4", "fiv": "5", "six": "6", "sev": "7", "eig": "8", "nin": "9", "zwe": "2",
    "dre": "3", "vie": "4", "fün": "5", "sec": "6", "sie": "7", "ach": "8", "neu": "9",
}  # fmt: skip
"""Ranks by the beginning of what several cards of one are called."""


def without_stamps(text: str) -> str:
    """Return a chat with blanks where it says when messages were sent, and told of its senders;
    every line keeps its length. In any other text only what players do behind their own names is
    told of them, `Mia: I play 8`."""
    text = DOING.sub(_without_me, text)
    if len(list(islice(STAMPS.finditer(text), FEWEST))) < FEWEST:
        return text

    def without_stamp(stamp: re.Match[str]) -> str:
        if stamp["before"]:
            return " " * len(stamp[0])
        return stamp["name"] + ":" + " " * len(stamp["behind"])

    text = SENT_WITHIN.sub(blank, STAMPS.sub(without_stamp, text))
    text = SHOWN.sub(r"\g<name> ", HEADED.sub(blank, HEADING.sub(blank, text)))
    text = FILLER.sub(lambda one: one["sender"] + " " * len(one["filler"]), text)
    return MYSELF.sub(_of_the_sender, text)


def _without_me(found: re.Match[str]) -> str:
    return found["sender"] + " " * len(found["me"])


def _of_the_sender(found: re.Match[str]) -> str:
    """Return `hand 1, Ada deals` for `Ada: hand 1, I deal`."""
    verb = VERBS[found["verb"].lower()]
    told = found["blank"] + found["before"] + found["name"]
    return told + f" {verb}".rjust(len(found[0]) - len(told))


def with_players_first(text: str) -> str:
    """Return a text with each player before the verb of a German sentence."""
    text = VERB_FIRST.sub(lambda one: f"{one['name']} {one['verb']}".rjust(len(one[0])), text)
    return WON_FIRST.sub(lambda one: f"{one['name']} gewinnt".ljust(len(one[0])), text)


def without_leads(text: str) -> str:
    """Return a text with blanks where a lead is said to be one behind its cards."""
    return LED.sub(lambda one: one["cards"] + " " * len(one["leads"]), text)


def one_by_one(text: str) -> str:
    """Return a text with each card of `2 kings and a 4` by itself."""
    return SEVERAL.sub(_each, text)


def _each(found: re.Match[str]) -> str:
    times = number(found["number"]) or 0
    cards = (RANKS[found["rank"][:3].casefold()] * times).rstrip() + (", " if found["and"] else "")
    return cards.rjust(len(found[0])) if len(cards) <= len(found[0]) else found[0]


def without_bars(text: str) -> str:
    """Return a text with the numbered tricks of a table, `| 1 | Mia ♥D | Jan ♥A`, as lists."""
    return ROW.sub(_listed, text)


def _listed(row: re.Match[str]) -> str:
    number, *plays = row["cells"].split("|")
    if number[-1] != " " or sum(map(bool, map(str.strip, plays))) < FEWEST_PLAYS:
        return row[0]
    return row["before"].replace("|", " ") + number[:-1] + ". " + ",".join(plays)


def players_first(text: str) -> str:
    """Return a text with each player before the card, where the sheet writes them behind it."""
    names = [found["name"] for found in BEHIND.finditer(text)]
    if len(names) < FEW or not 1 < len({*names}) <= MOST:
        return text
    return BEHIND.sub(_turned, text)


def _turned(found: re.Match[str]) -> str:
    told = found["before"] + found["name"]
    return told + f" {found['card']}".rjust(len(found[0]) - len(told))


def with_counts(text: str, ranks: Ranks) -> str:
    """Return a text with a sign before the count behind the cards of each play, `Tom 8 A=9`, where
    nearly all plays have their count there and these go on by one; a comma there is a blank."""
    found = [*_counted(ranks.name).finditer(text)]
    counts = [int(one["count"]) for one in found]
    apart = sum(two != 1 and not one < two <= one + MOST_APART for one, two in pairwise(counts))
    strange = (apart + 1) // 2  # a wrong one is apart from both beside it
    unmade = sum(not can_make(ranks.run(one["cards"]) or (), int(one["count"])) for one in found)
    if len(found) < FEWEST_COUNTS or MOST_WRONG * max(strange, unmade) > len(found):
        return text
    told = [*text]
    for one in found:
        behind, at = one.end("cards"), one.start("count")
        told[behind:at] = "=".rjust(at - behind)
    return "".join(told)


@cache
def _counted(ranks: str) -> re.Pattern[str]:
    """Return the pattern of a play with a count behind its cards, alone on its line."""
    card = rf"(?:{word(ranks)})(?!\w)"
    return re.compile(
        r"^[ \t]*(?:\d{1,3}[.)][ \t]+)?[^\W\d_][\w'’-]{0,39}[ \t]*:?[ \t]+"
        rf"(?:(?i:{LAYS})[ \t]+)?"
        rf"(?P<cards>{card}(?:[ \t,+&]{{1,3}}(?:(?:and|und)[ \t])?{card}){{0,12}}?)"
        r"[ \t,]{0,2}[ \t](?P<count>\d{1,2})[ \t]*[.!]?[ \t]*$",
        re.MULTILINE,
    )


def with_suit_signs(text: str) -> str:
    """Return a text with the signs of suits for their German letters, `♣A` for `KA` or `KrA`, where
    cards of Kreuz and of Pik, or two letters for Kreuz and Karo, show that these are meant."""
    seen = Counter(found["short"] or found["letter"] for found in SUITED.finditer(text))
    shown = seen["Kr"] + seen["Ka"] > 1 or min(seen["P"], seen["K"], seen["H"]) > 1
    return SUITED.sub(_signed, text) if shown and not ENGLISH.search(text) else text


def _signed(found: re.Match[str]) -> str:
    return f"{SIGNS_OF[found['short'] or found['letter']]}{found['rank'].removesuffix('s')}".rjust(
        len(found[0])
    )
