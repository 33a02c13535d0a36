"""The words that people have for actions, and the patterns made of them: one for each way to write
ranks."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from archive.importers.number_words import A_NUMBER, NUMBER_WORDS
from archive.importers.play_claims import COUNT, POINTS
from archive.importers.ranks import word

LAYS: Final = (
    "(?:(?:plays?|played|lays?|laid|leads?|led|puts?)(?:[ \t]+down)?|discards?|discarded"
    "|throws?|threw|spiel(?:e|te?)|leg(?:e|te?)|werfe|wirft|warf"
    "|(?:follows?|followed|ruffs?|ruffed|trumps?|trumped|comes?|came|opens?|opened)[ \t]+with"
    "|(?:takes?|took|wins?|won)[ \t]+(?:it|that|the[ \t]+trick)[ \t]+with"
    "|(?:komme|kommt|kam|trumpf(?:e|te?))(?:[ \t]+mit)?"
    "|(?:nehme|nimmt|nahm|hol(?:e|te?))[ \t]+(?:ihn|das|den[ \t]+Stich)[ \t]+mit"
    "|(?:bedien(?:e|te?)|steche|sticht|stach|übersteche|übersticht|überstach)[ \t]+mit)"
)
TAKES: Final = "(?:wins?|won|takes?|took|gewinnt|gewann|nimmt|nahm|holt|holte)"
MAKES: Final = "(?:makes?|made|counts?|mach(?:e|te?)|zähl(?:e|t))"
WITH: Final = "(?:with|w/|of|from|mit|aus)"
MOST: Final = 200
"""The most cards of a play behind its first: more than any hand has, and a bound for a line of
cards of which each might be the initial of a player who plays the rest."""
APART: Final = r"(?:[ \t](?i:aus|ab|zu|dazu|hin)(?=[ \t]*(?:[,.;|\n]|$)))?"
"""What stands behind the card in German: “spielt Herz Ass aus”, “wirft Karo 8 ab”."""
HAS: Final = (
    r"(?i:(?:have|has|had|held|holds|habe?|hat|hatte|hält|hielt|blieb(?:en)?)"
    r"(?:[ \t]+(?:noch|still|only|nur))*)[ \t]+"
)
"""What stands between a player and the cards that are left."""
ARTICLE: Final = "(?:the|an?|my|eine[mnr]?|ein|meine[mnr]?|mein|de[mnr]|die|das)"
"""What may stand in front of a card; one of several is always taken with the blank behind it."""
ONE = re.compile(
    rf"(?i:{LAYS}[ \t]+)?1(?=[ \t]*(?:[(\[=,;/]|$)|[ \t]+[A-Z](?:10|[1-9ATJQKBD])(?!\w))",
    re.MULTILINE,
)
"""An ace written as the number that it counts, in a game in which a play is one card."""
ODD = re.compile(r"(?P<odd>[^\s()\[\]:,;]{1,12})[ \t]*(?=[(\[=]\s*\d)")
ANNOUNCED: Final = (
    r"(?:[ \t]?:[ \t]?|(?:[ \t](?:together|zusammen))?[ \t](?:as|als)[ \t]"
    r"|[ \t]?\((?:(?:K|[Kk]ing|König)[ \t])?(?:as|als|=)[ \t]?)"
)
A_VALUE: Final = rf"(?:\d{{1,2}}|(?i:{A_NUMBER}|one|two|eins|zwei|twenty|zwanzig)(?!\w))"
VALUE = re.compile(rf"{ANNOUNCED}(?P<value>{A_VALUE})\)?")
"""What is announced for a card: `K:3`, `K as 3`, `K (als 3)`, `König (König = 3)`."""
MADE = re.compile(
    rf"[ \t]*+[,:;–-]?[ \t]*(?i:for|für|that['’]s|that[ \t]is|(?:das[ \t])?(?:macht|sind|ist))"
    rf"[ \t]+(?P<count>{COUNT})(?=[ \t]*(?:$|[\n,;.!|]|/[ \t]+[^\W\d_]))"
    rf"|[ \t]*[,:][ \t]*(?P<bare>\d{{1,2}}|(?i:{A_NUMBER})(?!\w))(?=[.](?:\s|$)|[ \t]*$)"
    rf"|[ \t]+(?P<word>(?i:{'|'.join(NUMBER_WORDS)}))(?=[ \t]*(?:$|[\n,;.!|]))",
    re.MULTILINE,
)
"""The count that a play makes, in a sentence."""
COUNT_BEHIND = re.compile(
    r"(?P<set>.*[2-9AKQJTBD0][cdhs♣♦♥♠]?)[ \t]+(?P<count>[a-zäöü]{3,8})", re.DOTALL
)
"""Cards in figures and letters with a word behind them, which is no card but the count: `K four`,
`2 3 five`."""
COMMA_BEHIND = re.compile(
    r"(?P<set>[^,]*(?:[+&]|[ \t](?:and|und)[ \t])[^,]*),[ \t]*"
    rf"(?P<count>{A_VALUE})"
)
"""Cards with “and” between them, and a number behind a comma: `3 and 3, 6`."""
AWAY = re.compile(r"[ \t]+(?:ab|zu|dazu|away|off)(?!\w)")
"""The rest of a word for playing, behind the card: `wirft Karo 7 ab`."""
END = re.compile(
    rf"(?:{AWAY.pattern})?[ \t*_]*(?:$|[\n,;.!|)]|[–—-][ \t]"
    r"|/(?![ \t]*\d+(?![.):\d]))|[-=]>|→|⇒|:[ \t]+[^\W\d_]+[ \t]*$|(?:and|und)[ \t])",
    re.MULTILINE,
)
"""Where a play without a tally may end."""
NEXT_PLAY: Final = r"(?:\d{1,6}\.[ \t]|[^\W\d_]{1,40}[ \t]*:)"
"""What begins the next play on the same line."""
NO_CARDS: Final = r"(?:nothing|no[ \t]cards?|none|nichts?|nix|keine?n?(?:[ \t]karten?)?|0)"
FEW: Final = "one|two|three|four|five|eine|zwei|drei|vier|fünf"
"""So many cards, in words, as are exchanged where none is named."""


CANNOT: Final = (
    r"(?:(?:can['’]?t|cannot|couldn['’]?t|(?:kann|konnte)[ \t]nicht|has[ \t]none)"
    r"[ \t]*+(?:,[ \t]*+)?"
    r"(?:(?:so|and|und|also)[ \t]+)?)?(?:(?:must|has[ \t]+to|had[ \t]+to|muss|musste)[ \t]+)?"
)
"""What may stand before a word for drawing: `can’t, draws`, `muss ziehen`."""


A_CARD: Final = r"(?:(?:a|one|1|another)[ \t]+card|one|eine[ \t]+Karte)"
PICKS: Final = rf"pick(?:s|ed)?[ \t]+(?:{A_CARD}(?:[ \t]+up)?|up[ \t]+{A_CARD}|up(?![ \t]*\w))"
"""Words for drawing as one picks something up."""


class Written(NamedTuple):
    """The patterns for one way to write ranks."""

    exchange: re.Pattern[str]
    draw: re.Pattern[str]
    stay: re.Pattern[str]
    passes: re.Pattern[str]
    makes: re.Pattern[str]
    reaches: re.Pattern[str]
    one: re.Pattern[str]
    counted: re.Pattern[str]
    several: re.Pattern[str]


@cache
def written(name: str) -> Written:
    """Return the patterns of the actions for one way to write ranks."""
    card = word(name)
    run = rf"{card}(?:[ \t,+]*(?:(?:and|und)[ \t]+)?(?!\d+[.)][ \t]){card})*(?!\w)"
    no_number = r"(?!(?!10(?!\d))\d\d+(?![\w:]|[ \t]*[(\[=]))"
    item = (
        rf"{no_number}(?:{card})+"
        rf"(?:{ANNOUNCED}{A_VALUE}\)?)?(?!\w)"
    )
    plus = r"(?:[ \t]*[+&,][ \t]*|-|[ \t]+(?:(?:and|und|plus)[ \t]+)?)"
    # else it is the number of the next play, and not the card before who won
    last = rf"(?!\d+[.)][ \t]+(?![^\W\d_]+[ \t]+(?i:{TAKES})(?!\w))\S)"
    verb = rf"(?:{LAYS}[ \t]+)?(?:{ARTICLE}[ \t]+)?"
    no_card = r"(?!a[ \t]+a(?!\w))"  # `a a` are two aces, never an ace and its article
    and_a = rf"[ \t]+(?:and|und)[ \t]+{no_card}{ARTICLE}[ \t]+"
    more = rf"(?:{and_a}|{plus}){last}(?!\d+[ \t]*{POINTS}){item}"
    also = rf"(?:[ \t]*[+&,][ \t]*|[ \t]+)(?:(?:and|und|plus)[ \t]+)?(?:{no_card}{ARTICLE}[ \t]+)?"
    next_ = rf"{also}{last}(?!\d+[ \t]*{POINTS}){item}"
    swap = r"(?:exchanges?|swaps?|changes?|discards?|puts[ \t]away|tauscht?|tausche)"
    draws = rf"(?:{CANNOT}(?:draws?|drew|ziehe|zieht|zog|ziehen))"
    of = r"(?:(?:\w+[ \t]+)?(?i:cards?|karten?)(?:[ \t]*[:,])?[ \t]+|\d{1,2}:[ \t]+)?"
    gets = r"(?:[ \t]*+(?:,|and)?[ \t]*(?:for|gegen|für|against|takes|draws|>|->|→)[ \t]*|>)"
    rank = "(?:10|[2-9ATJQKBD])"
    listed = rf"(?:{rank}[ \t]*,[ \t]*)+{rank}(?:{gets}{card}|[ \t]*(?:$|[\n;.]))"
    return Written(
        re.compile(
            rf"(?i:{swap}[ \t]+{NO_CARDS}|stands?[ \t]+pat|no[ \t]+change"
            r"|keeps?[ \t]+(?:all|everything)|behält[ \t]+alles?"
            r"|(?:bleibt?[ \t]+dabei[ \t]+)?ohne[ \t]+tausch"
            r"|keeps?[ \t]+(?:hers|(?:his|her|their|the)[ \t]+(?:cards|hand))"
            r"|bleibt[ \t]+bei[ \t]+(?:seinen|ihren|den)[ \t]+karten|x-)(?!\w)"
            rf"|(?i:{swap})[ \t]+(?P<number>{COUNT})[ \t]+(?i:cards?|karten?)"
            rf"(?!\w|[ \t]*:|[ \t]*,[ \t]*{card}(?!\w)|[ \t]+(?!(?:and|und)[ \t])\w)"
            rf"|(?i:{swap})[ \t]+(?!{listed})(?P<bare>\d|1[1-3]|(?i:{FEW}))"
            r"(?=[ \t]*(?:$|[\n,;.)]|(?:and|und)[ \t]))"
            rf"|(?:x[ \t]?|(?i:{swap})[ \t]+{of}"
            rf"|(?i:throws|gives|wirft)[ \t]+{of}(?={run}{gets}{card}))"
            rf"(?P<put>{run})(?:{gets}(?P<taken>{run}))?"
        ),
        re.compile(
            rf"(?i:(?:{draws}|{CANNOT}(?:takes?|took|nehme|nimmt|nahm|nehmen))[ \t]+{A_CARD}"
            rf"|{draws}[ \t]+(?:eine|1|another)|{CANNOT}{PICKS})(?!\w)"
            rf"|(?:d(?=[♣♦♥♠2-9ATJQKBD?1])|(?i:{draws}|takes?|nehme|nimmt)[ \t]+)(?:the[ \t]+)?"
            rf"(?P<card>{card})(?!\w)"
            rf"|(?i:{draws}(?:[ \t]+(?:again|too|wieder|nochmals?|auch)(?!\w))?)(?![ \t]*\w)"
        ),
        re.compile(
            r"(?i:(?:is|was|am|stay(?:s|ed)?|goes|went|comes|plays|spielt|spielte|drop(?:s|ped)?|ist|war|bin|bleibt|bleibe|blieb"
            r"|geht|gehe|ging|steigt|steige|stieg)"
            r"[ \t]+)?(?i:(?P<stays>in|drin|dabei|mit)|out|raus|aus|drops|folds?)"
            r"(?![ \t]*(?!(?:and|und)[ \t])\w)"
            r"|(?i:(?P<stay>stay(?:s|ed)?|bleibt|bleibe|blieb))(?![ \t]*(?!(?:and|und)[ \t])\w)"
        ),
        re.compile(rf"(?i:pass(?:e[sd])?|passte?)(?![ \t]*(?!{NEXT_PLAY})\w)"),
        re.compile(
            rf"(?:(?i:{MAKES})[ \t]+(?:the[ \t]+count[ \t]+)?(?P<count>{COUNT})"
            r"|(?P<bare>\d{1,2}))[ \t]+"
            rf"(?i:{WITH})[ \t]+(?:{ARTICLE}[ \t]+)?(?P<set>{item}(?:{next_})*)"
            rf"(?P<last>(?:[ \t]*[+&,][ \t]*|[ \t]+){item}(?=[.)][ \t]))?"
        ),
        re.compile(
            rf"(?i:{MAKES}|takes|took)[ \t]+(?P<count>{COUNT})[ \t]+(?i:{WITH})[ \t]+"
            rf"(?:{ARTICLE}[ \t]+)?(?P<set>{card})(?!\w)"
        ),
        re.compile(rf"{verb}\[?(?P<set>{card})\]?(?!\w){APART}"),
        re.compile(
            rf"(?:(?i:{MAKES})[ \t]+(?:the[ \t]+count[ \t]+)?)?(?P<count>\d{{1,2}})[ \t]?"
            rf"(?:[:=][ \t]*(?P<set>{item}(?:{next_})*)"
            rf"|\([ \t]*(?P<within>{item}(?:{next_})*)[ \t]*\))"
        ),
        re.compile(rf"{verb}\[?(?P<set>{item}(?:{more}){{0,{MOST}}})\]?{APART}"),
    )
