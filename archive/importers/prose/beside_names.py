"""Patterns and words that stand beside the names of players, and such as are no names."""

from __future__ import annotations

import re

from archive.importers import player_names
from archive.importers.action_words import A_CARD, APART, ARTICLE, LAYS, MAKES, PICKS, WITH
from archive.importers.play_claims import COUNT
from archive.importers.ranks import word
from archive.importers.which_game import TITLE

MOST_CARDS = 12
"""The most cards behind a name that are looked at, but for the last."""
CARD = word("")
"""A card; what is one with German ranks is one with these."""
PLAYED = re.compile(
    r"(?<!\s)\s*:[*_]*\s*(?!\d+\s*[.)]\s)"
    r"(?:[^\s():\[\]]{1,12}\s*[(\[]\s*\d|[^\s():\[\]=]{1,12}\s*=\s*\d"
    rf"|(?:(?:{CARD})[ \t,]+){{1,{MOST_CARDS}}}(?:{CARD})[ \t]*[(\[=][ \t]*\d)"
)
HELD = re.compile(
    r"(?:['’]s?)?(?<![ \t])[ \t]+"
    r"(?:(?:hand|cards|karten|blatt)(?:\s*:|(?=[ \t]+\S[^\s,]*+[ \t,][ \t]*\S))"
    r"|(?:holds|hält)\s*:)",
    re.IGNORECASE,
)
HARD = re.compile(r"[\n\r)(:}\]\[=]")
SOFT = re.compile(r"[.!?,;][ \t]+(?:\d{1,4}[.)][ \t]+)?")
LEADING = re.compile(rf"[\s\d.#*_>•–—-]*+(?:(?:(?:{word('')})+[ \t,]++){{2,}})?[\s*_]*")
TOLD = re.compile(
    r"(?:^|(?<=[.!?] ))[#*_> \t-]*(?:the[ \t]+)?(?:two[ \t]+|three[ \t]+|four[ \t]+)?(?:players"
    r"|spieler(?:innen)?|round[ \t]the[ \t]table|es[ \t](?:sitzen|spielen))"
    r"(?:[ \t]+(?:are|in[ \t](?:(?:seating|sitting|this)[ \t])?order))?[ \t]*"
    r"(?:\([^()\n]{1,40}\)[ \t]*)?(?:[:=]|(?<=are))[ \t*_]*+(?P<list>[^\n]{1,300})",
    re.IGNORECASE | re.MULTILINE,
)
_CALLED = (
    rf"(?:(?i:{player_names.PATTERN})(?!\w)"
    r"|[^\W\d_a-zß-öø-ÿ][\w'’.-]*(?:[ ][^\W\d_][\w'’.-]*){0,2})"
)
VERSUS = re.compile(
    rf"(?:^|[,;:.()])[#*_> \t-]*"
    rf"(?P<list>{_CALLED}[ \t]+(?i:vs?\.?|versus|gegen|against)[ \t]+{_CALLED})"
    r"(?=[ \t*_]*(?:$|[,;:()]))",
    re.MULTILINE,
)
ALONE = re.compile(
    r"^[#*_> \t-]*(?:(?i:es[ \t](?:sitzen|spielen)|mit|with|played[ \t]by)[ \t]+)?"
    rf"(?P<list>{_CALLED}(?:[ \t]*,[ \t]*{_CALLED})*(?:[ \t]*,)?[ \t]+"
    rf"(?i:and|und|&|[+/])[ \t]+{_CALLED}|(?P<commas>{_CALLED}(?:[ \t]*,[ \t]*{_CALLED}){{2,}}))"
    r"(?:[ \t*][ \t.*_]*)?$",
    re.MULTILINE,
)
"""Names alone on a line, or behind a word that says that they play."""
LEGEND = re.compile(
    rf"(?<!\w)(?P<initial>[^\W\d_a-zß-öø-ÿ])[ ]?[=:][ ]?(?P<name>{_CALLED})"
    r"(?=[ ]*(?:[,;.)]|$)|[ ]+[^\W\d_a-zß-öø-ÿ][ ]?[=:])",
    re.MULTILINE,
)
"""What the initials of a sheet stand for: `A = Anna, B = Bert`."""
OF_A_GAME = re.compile(
    rf"\A[ \t]*{TITLE.pattern}"
    r"(?:[ ]{2}|[ \t]*(?:[.:,–-]|(?:with|mit|between|zwischen)(?=[ \t])))[ \t]*",
    re.IGNORECASE,
)
"""A game's name before those of the players."""
ABOVE = re.compile(r"(?:[^.]*[^\W\d_]{5}|[^.]*\d)\.[ \t]+(?=[^\W\d_])")
"""A sentence before the first name: `Samstag. Anna gegen Berta`, but no `Dr. Anna`."""
HEAD = 1000
"""The number of characters in which a sheet says who plays against whom."""
DEALING = re.compile(
    r"[ ][(](?:dealer|deals|geber(?:in)?|gibt)[)]"
    r"|(?<!\w)(?:dealer|geber(?:in)?)[ :]{1,2}[^\W\d_][\w'’-]{0,39}[.,;][ ](?=[^\W\d_])",
    re.IGNORECASE,
)
"""Who of the listed players deals first."""
_WORD = r"(?:[^\W\d_]{1,2}\.(?=[ ]?[^\W\d_])){0,3}[^\W\d_](?:[\w'’-]|(?<=\b\w)\.){0,40}"
NAME = rf"{_WORD}(?:[ ]{_WORD}){{0,2}}?"
"""The pattern of a name. Its words end: a line of ten thousand dashes is tried from one end
only."""
WITHOUT = (
    r"(?:(?:am|is|was|went|go|goes|bin|ist|war|gehe|geht|ging)[ \t]+)?"
    r"(?:out|finished|fertig|raus|aus)(?:[ \t]+of[ \t]+cards)?"
    r"|(?:have|has|had|habe?|hat|hatte)[ \t]+(?:(?:no|keine)[ \t]+(?:cards?|karten?)"
    r"(?:[ \t]+(?:left|mehr|übrig))?|nothing[ \t]+left|nichts[ \t]+mehr)"
)
"""Words behind a player who has no card left."""
STUCK = r"(?:left|stuck|caught)"
"""Words between a player and `with` the cards that are left."""
PAYS = "pays?|paid|zahlt|zahlte|bezahlt|bezahlte"
"""Words between a player and what the cards left in a hand cost."""
DOES = (
    rf"(?i:draws?|drew|{PICKS}|(?:took|nahm|nimmt)(?=[ \t]{A_CARD})"
    r"|(?:had[ \t]to|has[ \t]to|must|muss(?:te)?)[ \t](?:draw|ziehen)|takes|exchanges|swaps"
    r"|changes|stays|drops|stands\ pat|pass(?:e[sd])?|passt"
    rf"|in|{WITHOUT}|(?:{PAYS})(?=[ \t]+\d)|named|names|sagt"
    rf"|(?:(?:is|was)\ )?{STUCK}\ with"
    r"|(?:has|hat)(?=[ \t][^.\n:]{1,40}[ \t](?:left|übrig)(?!\w))"
    rf"|(?:had|held|hatte|hielt)(?=(?:[ \t,]+(?-i:{CARD})){{2,{MOST_CARDS}}}(?!\w))"
    r"|zieht|bleibt|geht|goes|steigt|bestimmt"
    r"|(?:(?<=\b[Ii]\ )|(?<=\b[Ii]ch\ ))(?:draw|swap|exchange|stay|ziehe|tausche|bleibe)"
    rf"|tauscht|{MAKES}[ \t]+{COUNT}[ \t]+{WITH})(?!\w)"
)
NAMED_DEAL = r"(?i:game|hand|deal|round|spiel|runde|blatt)[ \t]\d{1,3}[:.,]?[ \t]"
"""The number of a hand before the player."""
AT_LINE = re.compile(
    rf"^[#*_> \t•-]*(?:{NAMED_DEAL}|\d{{1,6}}[.):]?[ \t]+[*_]*)?(?P<name>{NAME})"
    rf"(?:[*_]*[ \t]*(?::|(?<=[ \t])(?:[–—→-]|->))[*_]*)?[*_]*[ \t]++(?:(?i:then)[ \t]+)?"
    rf"(?:{LAYS}[ \t]+)?(?:{ARTICLE}[ \t]+)?"
    rf"(?:{DOES}|\[?(?:{CARD})+\]?{APART}(?:[ \t]*(?:[(\[=/+→]|->)|[ \t]*(?:$|[,;.|])"
    r"|[ \t]+\d|[ ]{2}"
    rf"|(?:[ \t+,]+(?:{CARD}))+)"
    rf"|x(?:-|[2-9ATJQK?])|d[2-9ATJQK?])",
    re.MULTILINE,
)
AND_TAKES = (
    r"[ \t]+(?i:(?:and|und)[ \t]+"
    r"(?:takes?|took|wins?|won|nimmt|nahm|gewinnt|gewann|holt|holte|sticht|stach)"
    r"(?:[ \t]+(?:it|the[ \t]+trick|ihn|den[ \t]+stich))?)(?!\w)"
)
"""What may stand behind the card that wins a trick."""
WITHIN = re.compile(
    rf"(?:[,;|/)\]:.!][ \t]*|(?<=\S)[ ]{{2,8}})(?:\d{{1,6}}[.):]?[ \t]+)?(?P<name>{NAME})"
    r"(?:[ \t]*+:)?[ \t]++"
    rf"(?:{LAYS}[ \t]+(?:{ARTICLE}[ \t]+)?(?:(?:{CARD})+[ \t]+)*|{ARTICLE}[ \t]+)?"
    rf"(?:(?:(?:{CARD})[ \t]+){{0,{MOST_CARDS}}}\[?(?:{CARD})+\]?"
    rf"{APART}(?=(?:[ \t]+on[ \t]+it|{AND_TAKES})?(?:[ \t]*(?:[(\[=→]|->|$|[,;.|/])|[ ]{{2}}))"
    rf"|{DOES}"
    rf"|x(?:-|[2-9ATJQK?])"
    rf"|d[2-9ATJQK?])",
    re.MULTILINE,
)
WORDS = frozenset({
    "round", "runde", "hand", "deal", "blatt", "trick", "stich", "bonus", "up", "turned", "score",
    "scores", "standing", "standings", "total", "totals", "stand", "result", "final", "winner",
    "winners", "trump", "trumps", "trumpf", "exchange", "stay", "shown", "kept", "out", "cut",
    "players", "spieler", "event", "date", "site", "game", "spiel", "rules", "note", "the", "a",
    "an", "then", "and", "or", "but", "so", "he", "she", "they", "it", "no", "points", "tally",
    "count", "sum", "player", "card", "cards", "turn", "draw", "pass", "gap", "deck", "place", "we",
    "wir", "for", "gets", "macht", "exact", "exactly", "beyond", "genau", "über", "that", "that's",
    "that’s", "das", "both", "beide", "all", "alle", "only", "nur", "last", "kreuz", "karo", "herz",
    "pik", "open", "offen", "aufgedeckt", "revealed", "ergebnis", "endstand", "spielstand", "summe",
    "gesamt", "sieger", "siegerin", "austausch", "letzte", "übrig", "left", "eliminated",
    "abgehoben", "lücke", "turnier", "datum", "ort", "regeln", "now", "jetzt", "nun", "damit",
    "dann", "danach", "darauf", "zuerst", "zuletzt", "schließlich", "next", "finally", "afterwards",
    "st", "nd", "rd", "th", "nobody", "niemand", "keiner", "none", "everyone", "everybody", "page",
    "seite", "table", "tisch",
})  # fmt: skip
ONLY_CARDS = re.compile(rf"(?:(?:{CARD})[ ]?)+")
NUMBERED = re.compile(
    r"(?:round|runde|hand|deal|blatt|trick|stich|game|spiel)\s+\d|[TS]\d{1,2}\s", re.IGNORECASE
)
"""How a heading begins, and no name does."""
VERBS = frozenset({
    "plays", "lays", "leads", "puts", "dealt", "shows", "keeps", "holds", "has", "had", "names",
    "calls", "takes", "draws", "exchanges", "swaps", "changes", "stays", "drops", "stands",
    "passes", "begins", "starts", "deals", "wins", "spielt", "legt", "zieht", "tauscht",
    "played", "laid", "led", "spielte", "legte", "zog", "macht", "machte", "makes", "made",
    "counts",
    "follows", "followed", "ruffs", "ruffed", "discards", "discarded", "bedient", "bediente",
    "trumps", "trumped", "throws", "threw", "trumpft", "trumpfte", "kommt", "kam", "holt", "holte",
    "sticht", "stach", "übersticht", "überstach", "wirft", "warf",
    "put", "down", "stayed", "dropped", "named", "went", "left",
    "lost", "loses", "took", "drew", "with", "verliert", "verlor", "nahm", "hat", "hatte", "hält",
    "zeigt", "zeigte", "behält", "behielt", "gibt", "gab", "sagt", "sagte", "bestimmt", "nennt",
    "play", "lay", "lead", "draw", "swap", "exchange", "pass", "stay", "throw", "discard", "follow",
    "change", "keep", "tausche", "ziehe", "passe", "bin", "bleibe", "nehme", "spiele", "lege",
    "bleibt", "blieb", "geht", "steigt", "passt", "folds", "folded", "gives", "gave",
    "pays", "pay", "paid", "zahlt", "zahlte", "bezahlt", "bezahlte",
    "says", "meint", "meinte", "claims", "thinks",
    "muss", "musste", "must", "should", "soll", "sollte", "darf", "kann", "may", "can",
})  # fmt: skip
OF_CARDS = frozenset({"card", "cards", "karte", "karten"})
"""Words of what a list of cards is said to be, and of no name."""
SAYING = frozenset({"say", "said", "have", "had", "sage", "sagte", "habe", "hatte"})
"""What writers say of themselves before cards and numbers."""
ENDS_NONE = VERBS | {"as", "als", "is", "are", "was", "goes", "ist", "geht"}
"""Words that stand behind a name and are no part of it: `Ann is out`."""
NO_NAME = re.compile(rf"[,;]|\d\.$|^{TITLE.pattern}[.:]", re.IGNORECASE)
"""Text that no name has: “Ada 20, Ben 0.” are two names with their points, “Twenty-Two. Ada” is a
heading and a name."""
AROUND = re.compile(
    r"^(?:gegen|against|for|für|with|mit|after|nach|before|vor)\b|\b(?:and|und)$|\s(?:the|der|dem)$"
)
"""Words that stand before or behind a card, and begin or end no name."""
TWO = re.compile(r"[ ](?:and|und)[ ]")
"""What stands between two players: `Ann and Ben out`."""
DONE = re.compile(rf"\s(?:{'|'.join(sorted(VERBS))})\.$", re.IGNORECASE)
"""How a sentence ends, and no name does."""
INITIAL = re.compile(r"(?<!\w)[^\W\d_]\.")
"""What stands within a name: the full stop of `J. R. Smith` ends no sentence."""
SEAT = re.compile(r"[pP]\d{1,2}")
FIGURED = re.compile(r"[^\s\d]*+\d\S*(?: [^\s\d]*+\d\S*)+")
"""Several words with a number in each, such as the moves of another game: no name."""
