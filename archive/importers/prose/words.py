"""What a sheet in words can say besides plays: one regular expression a kind of line.

The sentences are few and matched whole: anything told in other words stays a comment, and is noted
where it holds numbers or names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from archive.importers.deeds import POINTS
from archive.importers.prose.names import pattern_of
from archive.importers.ranks import SUIT_WORDS, word

NUMBERS = {"one": 1, "two": 2, "i": 1, "ii": 2, "eins": 1, "zwei": 2}
FINAL = frozenset({"final", "result", "end", "ergebnis", "endstand"})
TAGS = {
    "event": "Event", "turnier": "Event", "tournament": "Event", "date": "Date", "datum": "Date",
    "site": "Site", "place": "Site", "ort": "Site", "game": "Game", "spiel": "Game",
    "rules": "Rules", "rule set": "Rules", "regeln": "Rules", "deck": "Deck", "pack": "Deck",
    "view": "View", "source": "Source",
}  # fmt: skip

BONUS_WORDS = re.compile(
    r"[\s,*_#-]*(?:(?:and|hence|thus|so|therefore|then|the|this|end|of|round|round['’]s)[\s,-]+)*",
    re.IGNORECASE,
)
"""What may stand in front of `bonus is 6` in its sentence without changing what it says."""

ONLY_LAYOUT = re.compile(r"[\s,;.*_#|>•·:–—-]*")
PLAY_NUMBER = re.compile(r"(?<![\w.])(?P<number>\d{1,6})(?:[.):]|[ \t])[ \t]*[*_]{0,3}\Z")
LOOKS_SAID = re.compile(
    r"^[#* \t]*(?:(?:final|running)\s+)?(?:score|standing|totals?|result|bonus|round|hand|deal|"
    r"turned up|up cards?|winner|trick|trumps?)\b[^.\n]{0,40}$",
    re.IGNORECASE | re.MULTILINE,
)
UNKNOWN_PLAYER = re.compile(
    r"(?P<who>[^\s():;,.]{1,40})\s*:\s*[^\s():\[\]]{1,12}\s*[(\[=]\s*\d[^()\n]{0,60}\)?"
)
MENTIONED = re.compile(r"\d")


class Words:
    """The patterns of one sheet, for its players and its way to write ranks."""

    def __init__(self, names: Sequence[str], initials: Sequence[str], ranks: str) -> None:
        listed = sorted(names, key=len, reverse=True)
        who = "|".join(map(pattern_of, listed)) or r"(?!)"
        self.who = rf"(?:(?i:{who})|[{re.escape(''.join(initials))}])(?!\w)" if initials else (
            rf"(?i:{who})(?!\w)"
        )  # fmt: skip
        self.full = rf"(?i:{who})(?!\w)"
        one = "".join(initial + initial.upper() for initial in initials)
        initial = rf"[{re.escape(one)}](?!\w|['’]\w{{2}})" if one else r"(?!)"
        self.card = card = word(ranks)
        run = rf"(?:{card})(?:[ \t,]*(?:{card}))*(?!\w)"
        lay = r"[*_]{0,3}"
        self.start = re.compile(
            rf"(?<!\w)(?:(?P<name>{self.full})|(?P<initial>{initial})|(?P<word>(?i:{KEYS}))(?!\w))"
            rf"|^(?P<pair>[ \t]*(?:{card})[ \t]*[,;/]?[ \t]*(?:(?:and|und)[ \t]+)?(?:{card})(?!\w)[ \t]*\.?[ \t]*$)"
            r"|^[ \t]*(?P<gap>\.{3}|…|\(gap\)|\[gap\])[ \t]*$",
            re.MULTILINE,
        )
        any_who = rf"(?:(?i:{who})|{initial})(?!\w)"
        total = (
            rf"[*_]{{0,3}}(?<!\w)(?P<who>{any_who})[*_]{{0,3}}\s*(?P<colon>[:=])?[\s*_]*"
            rf"(?P<total>-?\d{{1,9}})[*_]{{0,3}}(?:[ \t]+{POINTS}(?!\w))?(?![\w(\[]|\.\w|[ \t]*[(\[=])"
        )
        self.total = re.compile(total)
        self.between = re.compile(r"[ \t]*(?:[,;|–—-]|and|und)?\s*[*_]{0,3}")
        self.label = re.compile(
            r"(?P<label>(?:(?:final|running|end|current)[ ])?(?:scores?|standings?|totals?|results?)|final|end"
            r"|ergebnis|endstand|spielstand|stand)[ \t]*(?:[:=]|[ \t]is|[ \t]are)?[ \t*_]*",
            re.IGNORECASE,
        )
        self.round = re.compile(
            r"(?i:round|runde)[ \t]+(?:no\.?[ \t]*)?(?P<nth>\d{1,3}|(?i:one|two|ii?|eins|zwei))\b[*_]*"
            r"(?:[ \t]*:|\.?[ \t]*$|(?=[ \t]+[A-Z(])|(?=[ \t]*[,(;–—-])|(?=\.[ \t]))",
            re.MULTILINE,
        )
        by = rf"(?:(?i:dealer)[ \t]*:?[ \t]*|(?i:dealt[ \t]+by)[ \t]+)(?P<dealer>{any_who})|(?P<deals>{any_who})[ \t]+(?i:deals|gibt)"
        self.deal = re.compile(
            r"(?i:hand|deal|blatt)[ \t]+(?:no\.?[ \t]*)?(?P<dealt>\d{1,4})\b[*_]*(?![.)][ \t]*[^\W\d_])"
            rf"(?:[ \t]*[:,(–—-]?[ \t]*(?:{by})(?![ \t]+\d))?"
            r"(?:[ \t]*[,;:(–—-]*[ \t]*(?P<cards>\d{1,2})[ \t]+(?i:cards|karten)(?:[ \t]+(?i:each))?)?"
            r"(?:[ \t]*\)?[ \t]*[:.][*_]*|[ \t]*\)?[ \t]*$|(?=[ \t]*[,;(]))",
            re.MULTILINE,
        )
        self.deals = re.compile(r"[ \t]+(?i:deals|gibt)(?:[ \t]*[,;]?[ \t]*(?P<cards>\d{1,2})[ \t]+cards(?:[ \t]+each)?)?"
                                r"[ \t]*(?:[.,;]|$)", re.MULTILINE)  # fmt: skip
        self.trick = re.compile(
            rf"(?i:trick|stich)[ \t]+(?:no\.?[ \t]*)?(?P<nth>\d{{1,3}})\b[*_]*"
            rf"(?:[ \t]*[,(:–—-]*[ \t]*(?:(?P<leader>{any_who})[ \t]+(?i:leads|beginnt)(?![ \t]+\S*[\dAKQJT])"
            rf"|(?i:led[ \t]+by|leader:?)[ \t]+(?P<led>{any_who}))[ \t]*\)?)?[ \t]*[:.]?[*_]*"
        )
        self.up = re.compile(
            r"(?i:they\s+are|(?:are\s+)?turned\s+up|up\s*cards?|cards?\s+up|up|shown|revealed"
            r"|(?:top\s+)?(?:two\s+)?cards?\s+(?:are|turned\s+up)|aufgedeckt)[ \t]*[:=]?[\s*_]+"
            rf"(?P<one>{card})(?:[ \t]*[,;/]?[ \t]*(?:(?:and|und)[ \t]+)?)(?P<two>{card})(?=[\s.,;(]|$)\.?"
        )
        self.pair = re.compile(
            rf"[ \t]*(?P<one>{card})[ \t]*[,;/]?[ \t]*(?:(?:and|und)[ \t]+)?(?P<two>{card})[ \t]*\.?"
        )
        self.bonus = re.compile(
            rf"(?i:bonus)(?:\s+(?:of|for)\s+(?:the|this)\s+round)?\s*(?:is|:|=)\s*"
            rf"(?:(?:thus|therefore|hence|then|now|so)\s+)?(?P<amount>\d{{1,9}})(?:\s+{POINTS}(?!\w))?"
            r"(?:\.|(?=[ \t]*(?:$|[,;)])))",
            re.MULTILINE,
        )
        self.taken = re.compile(
            rf"(?:(?P<taker>{any_who})\s+(?i:takes|gets|scores|wins|receives|earns|collects)\s+the\s+"
            r"(?i:(?:end\s+of\s+)?round\s+)?(?i:bonus)(?:\s+of\s+(?P<worth>\d{1,9}))?"
            rf"|(?i:bonus)\s*(?::|to|for)\s*(?P<to>{any_who})(?:\s*[:,=+]?\s*\(?(?P<value>\d{{1,9}})\)?)?)"
            rf"(?:\s+{POINTS}(?!\w))?(?:\.|[ \t]*(?=$|[,;)]))",
            re.MULTILINE,
        )
        self.begins = re.compile(
            r"\s+(?i:begins|starts|leads|beginnt)(?:\s+(?i:the\s+)?(?i:round|runde))?[ \t]*(?:\.|,|;|\)|$)",
            re.MULTILINE,
        )
        self.wins = re.compile(r"\s+(?i:wins?|gewinnt)(?:\s+the\s+game)?[ \t]*(?:[.!]|$)", re.MULTILINE)
        self.winner = re.compile(
            rf"(?:(?i:winners?|sieger(?:in)?)\s*:?\s*(?P<won>{any_who}(?:[ \t]*(?:,|and|&|und)[ \t]*{any_who})*"
            r"|(?i:draw|nobody)(?!\w))\.?|(?P<drawn>(?i:(?:the\s+game\s+is\s+)?a?\s*draw))[ \t]*\.?[ \t]*$)",
            re.MULTILINE,
        )
        self.players = re.compile(
            r"(?i:(?:the\s+)?(?:two\s+|three\s+|four\s+)?(?:players|spieler(?:innen)?))(?:\s+are|[ \t]*[:=])[\s*_]+"
            rf"{self.full}(?:\s*(?:,|;|/|&|[–—-]|and|und|vs\.?)\s*{self.full})*[*_]*\.?"
        )
        self.versus = re.compile(
            rf"{self.full}(?:[ \t]+(?:vs\.?|versus|gegen|against|and|und|[–—-])[ \t]+{self.full})+[ \t.*_]*$",
            re.MULTILINE | re.IGNORECASE,
        )
        suit = "|".join(sorted(map(re.escape, SUIT_WORDS), key=len, reverse=True))
        self.trump = re.compile(
            rf"(?i:trumps?|trumpf)[ \t]*(?:[:=]|(?i:is|are|ist))?[ \t*_]*(?P<suit>(?i:{suit}))\ufe0f?(?!\w)"
            rf"(?:[ \t]*[,(]?[ \t]*(?:(?i:by|named[ \t]+by|von)[ \t]+)?(?P<by>{any_who})[ \t]*\)?)?[*_]*\.?"
        )
        self.names_trump = re.compile(
            rf"[ \t]*:?[ \t]+(?i:names|calls|makes|chooses|bestimmt)[ \t]+(?:(?i:trumps?)[ \t]+)?(?P<suit>(?i:{suit}))\ufe0f?(?!\w)"
            r"(?:[ \t]+(?:(?i:as|the)[ \t]+)?(?i:trumps?|trumpf))?[ \t]*\.?"
        )
        self.phase = re.compile(
            r"(?P<exchange>(?i:exchanges?|austausch))[ \t]*(?::|$)|(?P<stay>(?i:stay(?:ing)?(?:[ \t]+in)?|who[ \t]+stays(?:[ \t]+in)?))"
            r"[ \t]*[?]?[ \t]*(?::|$)",
            re.MULTILINE,
        )
        self.held = re.compile(
            rf"(?:(?:['’]s?)?[ \t]+(?i:hand|cards|karten|blatt)[*_]*[ \t]*(?P<colon>:)?"
            rf"|[ \t]+(?i:holds|has|hält)[ \t]*:)[*_]*[ \t]*(?:\n[ \t]*(?={card}))?"
        )
        self.hand_of = re.compile(rf"(?i:hand|cards)[ \t]+(?i:of)[ \t]+(?P<owner>{any_who})[ \t]*:[*_]*[ \t]*")
        self.shows = re.compile(rf"[ \t]+(?i:shows|zeigt)[ \t]+(?P<cards>{run})")
        self.keeps = re.compile(rf"[ \t]+(?i:keeps|behält)[ \t]+(?P<card>{card})(?!\w)[ \t]*[=(:]?[ \t]*(?P<worth>\d{{1,3}})?[ \t]*\)?")
        self.shown_of = re.compile(rf"[*_]{{0,3}}(?P<who>{any_who})[*_]{{0,3}}[ \t]*:?[ \t]*(?P<cards>{run})")
        self.kept_of = re.compile(
            rf"[*_]{{0,3}}(?P<who>{any_who})[ \t]*:?[ \t]*(?P<card>{card})(?!\w)(?:[ \t]*(?:=|\()[ \t]*(?P<worth>\d{{1,3}})[ \t]*\)?)?"
        )
        self.out_of = re.compile(rf"[*_]{{0,3}}(?P<who>{any_who})")
        self.comma = re.compile(r"[ \t]*(?:[,;|]|and|und)?[ \t]*")
        self.shown = re.compile(r"(?i:shown|shows?|cards[ \t]+shown|left|cards[ \t]+left)[ \t]*:[*_ \t]*")
        self.kept = re.compile(r"(?i:kept|keeps?)[ \t]*:[*_ \t]*")
        self.out = re.compile(r"(?i:out|eliminated)(?:[ \t]+of[ \t]+the[ \t]+game)?[ \t]*:[*_ \t]*")
        self.cut = re.compile(r"(?i:cut(?:[ \t]+for[ \t]+(?:the[ \t]+)?deal)?|abgehoben)[ \t]*:[*_ \t]*")
        self.gap = re.compile(
            r"(?i:gap|a[ \t]+stretch[ \t]+(?:is|was)[ \t]+not[ \t]+written[ \t]+down|not[ \t]+written[ \t]+down|lücke)"
            r"(?:[ \t]*[,:(]?[ \t]*(?:up[ \t]+to[ \t]+)?(?i:count)[ \t]+(?P<count>\d{1,2})\)?)?[ \t]*(?:\.|\)|$)",
            re.MULTILINE,
        )
        self.tag = re.compile(rf"(?P<key>(?i:{'|'.join(TAGS)}))[ \t]*:[ \t*_]*(?P<said>[^\n\r]+)")
        self.lay = lay
        self.named = re.compile(rf"(?<!\w){self.full}")
        self.named_colon = re.compile(rf"(?<!\w)(?:{any_who})\s*:")


KEYS = (
    r"round|runde|hand|deal|blatt|trick|stich|they\s+are|are\s+turned|turned\s+up|up\s*cards?|up|cards?\s+(?:up|shown|left|are|turned)"
    r"|top\s+two|top\s+cards?|two\s+cards?|shown|show|revealed|aufgedeckt|bonus|final|running|current|scores?|standings?|totals?"
    r"|results?|end|ergebnis|endstand|stand|spielstand|winners?|sieger(?:in)?|the\s+game\s+is|a\s+draw|draw|players"
    r"|the\s+(?:two\s+|three\s+|four\s+)?players|spieler(?:innen)?|trumps?|trumpf|exchanges?|austausch|stay(?:ing)?|who\s+stays"
    r"|left|kept|keep|out|eliminated|cut|abgehoben|gap|lücke|not\s+written|a\s+stretch"
    r"|event|turnier|tournament|date|datum|site|place|ort|game|spiel|rules|rule\s+set|regeln|deck|pack|view|source|cards"
)
"""What begins a line that says something."""
