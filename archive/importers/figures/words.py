"""The few words of a sheet that are understood beside names and figures: numbers in words, hands
and rounds, who is out, who won, suits."""

from __future__ import annotations

import re
from typing import Final

from archive.importers.dates import A_MONTH
from archive.importers.number_words import COUNTING, ORDINALS
from archive.importers.ranks import CALLED, SUIT_WORDS

NUMBERS: Final = {
    word: number
    for number, words in enumerate((
        "no none nothing zero zilch kein keinen keine nichts nix null",
        "one eins einen", "two zwei", "three drei", "four vier", "five fünf",
    ))
    for word in words.split()
} | dict.fromkeys(("twenty", "zwanzig"), 20)  # fmt: skip
"""Numbers of tricks or points in words."""

_UNIT = r"(?:hands?|deals?|rounds?|rnd|rd|games?|spiele?|runden?|blatt|partie|match)"
_TH = "|".join(ORDINALS)
_COUNTING = "|".join(COUNTING)
UNIT: Final = re.compile(
    rf"(?<![\w.])(?:(?:after|nach)[ ])?(?:the[ ]|dem[ ]|der[ ])?(?:"
    rf"{_UNIT}[ ]?[#.]?[ ]?(?P<behind>\d{{1,3}})(?!\d|[:/-]\d)"
    rf"|{_UNIT}[ ](?P<counting>{_COUNTING})(?!\w)"
    rf"|[hdrg](?P<letter>\d{{1,3}})(?!\w)"
    rf"|(?P<th>\d{{1,3}})(?:st|nd|rd|th)(?!\w)(?:[ ]{_UNIT}(?!\w))?"
    rf"|(?P<before>\d{{1,3}})\.[ ]?{_UNIT}(?!\w|[ ]\d)"
    rf"|(?:after|nach)[ ](?:the[ ]|der[ ]|dem[ ])?(?P<after>\d{{1,2}})(?:\.|st|nd|rd|th)(?!\w)"
    rf"|(?P<word>{_TH})[nrs]?(?!\w)(?:[ ](?:{_UNIT}|one)(?!\w))?)",
    re.IGNORECASE,
)
"""A hand or a round, and its number."""
LISTED: Final = re.compile(
    r"[ \t#*|-]*(?P<number>\d{1,3})(?:[.):](?=[ \t]*\D)|[ ]?[-–—](?=[ ]++\D))"
)
"""A number with a point in front of a line: a hand in a list."""

DISPUTED: Final = re.compile(
    r"(?<!\w)(?:sa(?:ys?|id)|claims?(?:ed)?|thinks?|should|argues?|den(?:y|ies|ied)|insists?"
    r"|complain(?:s|ed)"
    r"|wrong|right|sag(?:t(?![ ](?:(?:\w{1,20}[ ])?an|herz|karo|pik|kreuz)(?!\w))|te)|meint"
    r"|meinte|behauptet|glaubt|sollte"
    r"|müsste|falsch|richtig|streit|not(?![ ](?:finished|over|yet))"
    r"|(?<!will[ ])nicht(?![ ](?:dabei|mit|mehr|fertig|zu[ ]Ende))|didn[’']t|wasn[’']t|isn[’']t"
    r"|forgot|vergessen|maybe|vielleicht)(?!\w)",
    re.IGNORECASE,
)
"""Words by which numbers are disputed, which may then mean the opposite."""
LOST: Final = re.compile(
    r"(?<!\w)(?:los(?:t|es?|ers?|ing)|verl(?:or(?:en)?|iert|ierer(?:in(?:nen)?)?|ierkarten?))(?!\w)",
    re.IGNORECASE,
)
"""Words of who lost a hand."""
CLAIMED: Final = re.compile(
    r"(?<!\w)(?:sa(?:ys?|id)|claims?(?:ed)?|thinks?|argues?|insists?|complain(?:s|ed)|should"
    r"|sagte?|meinte?|sollte|behauptet"
    r"|glaubt|(?:not|nicht)[ ](?:out|raus))(?!\w)",
    re.IGNORECASE,
)
"""Words by which a sentence behind all others is what one player says of the rest."""
PLAYED: Final = re.compile(
    r"(?<!\w)(?:plays|lays|(?:leads|led)(?![ ]?(?:[!.,\n]|$|by|with|at))|draws"
    r"|(?:played|put)[ ](?:10|[2-9])(?![ ](?:games|rounds|hands|deals))"
    r"|exchanges?|swaps|legt|spielt|zieht|tauscht|steals"
    r"|(?<!with[ ])(?<!mit[ ])(?-i:(?!As)(?:10|[2-9TJQKA])[cdhsCDHS])"
    r"|discards?|trick[ ]\d|stich[ ]\d)(?!\w)",
    re.IGNORECASE,
)
"""Words of plays, which are no points."""

_THINGS = (
    r"deals|hands|rounds|players|of[ ]us|cards|games|spiele?n?|runden|karten|spieler|leute|uhr"
)
BESIDE: Final = re.compile(
    r"(?<!\w)(?:deals?|dealt|gibt|gab)[ ]\d{1,2}[ ](?:cards?|each|apiece|karten|je(?:dem)?)(?!\w)|"
    r"\([^()\d\n]{20,160}\)"
    r"|\([^()\d\n]{1,40}(?<!\w)(?:starts|begins|deals|named|called|gibt|beginnt)(?!\w)[^()\d\n]{0,40}\)"
    r"|(?<!\w)(?:game|match|partie)[ ](?:of[ ])?(?:twenty|zwanzig)(?![\w-])"
    rf"|(?<!\w)by[ ](?:\d{{1,3}}|{_COUNTING})(?!\w|[ ]?[:–-]|[ ](?:to|zu)[ ])"
    r"|\([^()\n]{0,120}(?<!\w)(?:bon(?:us|uses|i)|turned|lagen|lag|aufgedeckt|offen)(?!\w)[^()\n]{0,120}\)"
    r"|(?<!\d)\d{1,3}[ ](?:er[ ])?bonus(?!\w)"
    rf"|(?<![\w.,])(?:\d{{1,3}}|{_COUNTING})[ -]?(?:{_THINGS})(?!\w)"
    r"|(?<!\w)(?:hands|deals|rounds|hände|runden)[ ]"
    r"\d{1,3}(?:(?:,[ ]?|[ ](?:and|und)[ ])\d{1,3})+(?!\d)"
    r"|(?<!\w)(?:made|gemachten?)[ ](?:twenty|zwanzig|20)(?!\w)"
    rf"|(?<![\w.,])\d{{1,2}}(?:st|nd|rd|th|\.)?[ ]{A_MONTH}(?:,?[ ]\d{{4}})?(?!\w)"
    r"|(?<![\w.])\d{1,2}\.[ ]?\d{1,2}\.(?:[ ]?\d{2,4})?(?!\d)"
    r"|(?<!\w)(?:after|nach)[ ](?:two|three|four|five|six|seven|eight|nine|zwei|drei|vier|fünf"
    r"|sechs|sieben|acht|neun)(?!\w)"
    r"|(?<!\w)(?:aufgedeckt|upcards?|turned[ ](?:up|over)|(?:oben[ ])?lagen|offen)[: ]{1,2}\w{1,2}"
    r"(?:[ ]?(?:[/,&]|und|and)[ ]?|[ ])(?:10|\w)(?!\w)"
    rf"|(?<!\w)(?:us|we|you|wir|uns|ihr|euch)[ ](?:{_COUNTING})(?!\w)"
    r"|(?<!\w)(?:makes|made|schafft[ ]die|macht[ ]die|die)[ ]20(?!\d)"
    r"|\(?(?<!\d)20(?:[ ](?:made|gemacht|geschafft)|!)\)?",
    re.IGNORECASE,
)
"""Numbers that are no points: by how many one won, bonuses told beside the points of which they are
part, how many play, days, and that 20 was made."""

OUT: Final = re.compile(
    r"(?:(?:dropp?(?:ed|s)?|went|goes|is|are|'s|bin|ist|sind|geht|gehen|ging|steigt|stieg)[ ])?"
    r"(?:out|done|raus|schluss|ausgeschieden|ausgestiegen|draußen|eliminated|passed|gepasst|finished|fertig"
    r"|bye(?:[ -]bye)?|folds|folded|daheim|draussen|nicht[ ](?:dabei|mit))(?!\w)",
    re.IGNORECASE,
)
WON: Final = re.compile(
    r"wins?|won|beats?|schlägt|schlug|winners?|winning|victory|gewinnt|gewinner(?:in)?|gewonnen|gewann|sieg(?:er(?:in)?)?"
    r"|siegt|takes[ ]it|siegreich",
    re.IGNORECASE,
)
ALL_FIVE: Final = re.compile(
    r"(?:all|alle)[ ](?:five|fünf|5)(?:[ ](?:tricks|stiche))?|sweep|durchmarsch", re.IGNORECASE
)
OTHERS: Final = re.compile(
    r"(?:all[ ](?:the[ ])?|die[ ]|the[ ]|alle[ ])?(?:others?|andere?n?)"
    r"(?:[ ](?:two|three|zwei|drei|beiden))?"
    r"|every(?:body|one)[ ]else"
    r"|(?:the|der)[ ]rest",
    re.IGNORECASE,
)
TOGETHER: Final = re.compile(
    r"both|beide|each|je|jeweils|everyone|everybody|all|alle", re.IGNORECASE
)
FINAL: Final = re.compile(
    r"final(?:[ ](?:score|total|result))?|tot(?:als?)?|sum|ges|all[ ]told|gesamt|summe"
    r"|end(?:stand|ergebnis|e)?|zusammen|insgesamt|aggregate|result|ergebnis",
    re.IGNORECASE,
)
SO_FAR: Final = re.compile(
    r"so[ ]far|running[ ](?:totals?|scores?|sum)|(?:zwischen)?stand|standing|scores?|now|jetzt"
    r"|macht|makes",
    re.IGNORECASE,
)
START: Final = re.compile(
    r"start(?:ing|s|et)?|beginn(?:en|t)?|begins?|anfang|anfangs|vorgabe", re.IGNORECASE
)
YOU: Final = frozenset({"you", "yours", "you're", "you’re", "du", "dir", "dich"})
"""Words of a chat of two for the other player."""
BONUS_BESIDE: Final = re.compile(
    r"(?<!\w)bonus(?:es)?(?:[ ](?:of|von|für|to|for))?[ :]{1,2}\d{1,3}(?!\d)",
    re.IGNORECASE,
)
"""A bonus beside plays, which come to the points without it."""
BONUS: Final = re.compile(r"(?:(?:no|kein(?:en)?)[ ])?bonus(?:es)?", re.IGNORECASE)
TRICKS: Final = re.compile(r"tricks?|stiche?n?", re.IGNORECASE)
BETWEEN: Final = re.compile(r"and|und|&|\+|,", re.IGNORECASE)
SUITS: Final = {word: suit for word, suit in SUIT_WORDS.items() if len(word) > 1} | {
    word: suit for word, suit in SUIT_WORDS.items() if not word.isalpha()
}
RANKS: Final = {
    word + ending: rank
    for word, rank in CALLED.items()
    for ending in ("n", "en", "e", "s", "es", "")
    if not word[-1:].isdigit()
} | {"as": "A"}
"""Cards by their names in words."""
LETTERS: Final = {"A": "A", "K": "K", "Q": "Q", "J": "J", "T": "T"}
GERMAN_LETTERS: Final = {"D": "Q", "B": "J"}
