"""The sentences of a sheet in words besides plays: one regular expression for each kind of line.

The sentences are few and matched whole: other words stay a comment, which is reported where it
holds numbers or names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from archive.importers.action_words import ARTICLE, FEW, LAYS, NO_CARDS
from archive.importers.number_words import NTH as TOLD_AS
from archive.importers.play_claims import POINTS, SCORE_NAME
from archive.importers.prose.names import any_of
from archive.importers.prose.words_for_cards_left import THE_LAST, of_cards_left
from archive.importers.prose.words_for_deals import NAMED_DEALS, TRUMPS, of_deals
from archive.importers.ranks import SUIT_WORDS, word
from archive.importers.torn import GOES_ON, TORN

SUITED = r"(?:10|[2-9ATJQK])(?:[cdhs]|[♣♦♥♠♧♢♡♤])|(?:[♣♦♥♠♧♢♡♤]\ufe0f?|[CDHS])(?:10|[2-9ATJQK])"
NUMBERS = {
    "one": 1, "two": 2, "i": 1, "ii": 2, "eins": 1, "zwei": 2, "1.": 1, "2.": 2, "1st": 1, "2nd": 2,
    "first": 1, "second": 2, "erste": 1, "zweite": 2,
}  # fmt: skip
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
"""Words that may stand in front of `bonus is 6` in its sentence without changing what it says."""
SO_BONUS = re.compile(
    r"[^\d]*(?<!\w)(?:so|hence|thus|therefore|also|damit|deshalb)[,\s]+(?:(?:the|der)\s+)?",
    re.IGNORECASE,
)
"""A reason without a number before it: `Both are worth ten, so the bonus is 10`."""
PLAY_NUMBER = re.compile(
    r"(?<![\w.])(?P<number>\d{1,6})(?:[.):]|[ \t]+[–—-](?=[ \t])|[ \t])[ \t]*[*_]{0,3}\Z"
)
NAMED_CARDS = (
    "clubs|diamonds?|hearts?|spades?|ace|jack|queen|king|kreuz|karo|herz|pik|ass|bube|dame|könig"
)
LAID = rf"(?i:{LAYS})[ \t]+(?:{ARTICLE}[ \t]+)?"
CUT_SHORT = (
    rf"(?:[ \t]*(?:[^\w\s:.]|\d)|[ \t]+(?i:{SCORE_NAME}"
    r"|(?:now|makes?|making|is|so|total|tally|score[sd]?|gets|gives|that[’']s)(?!\w)))"
)
"""Text behind the card of a play in words from which no claim can be made."""
TOTALS_OF_ROUND = re.compile(
    r"[ \t,;:.]+(?P<first>[^\W\d_])\S*[ \t:]+\d{2,3}[ \t,;:.]+[^\W\d_]\S*[ \t:]+\d{2,3}[ \t.]*$",
    re.MULTILINE,
)
"""What stands behind a round in a line that sums it up: `Round 1: Ruth 61, Ian 68`."""
NTH = r"(?:[12]\.|1st|2nd|first|second|erste|zweite)"
"""What stands before the word for a round in place of a number behind it."""
SUMS_UP = "so|that|this|now|then|damit|also|dann|jetzt|nun|zusammen|macht"
"""How a line begins that says what the hands so far come to."""
SO_HAS = r"(?:so|damit)(?=[ ][^\W\d_][\w'’.-]*[ ](?:ha(?:ve|s|d|t)|habe|hatte)[ ]\d)"
DEALS_SO_FAR = (
    r"(?:(?:the|dem|der)[ ])?(?:(?:hand|deal|game|spiel|blatt|runde|round)[ ]\d{1,3}"
    r"|\d{1,3}(?:\.|st|nd|rd|th)[ ](?:hand|deal|game|spiel|blatt|runde|round)"
    r"|(?:one|two|three|first|second|third|ersten?|zweiten?|dritten?)[ ]"
    r"(?:hands?|deals?|games?|spiel|runde|round))(?!\w)"
)
"""The deal behind which totals stand."""
KEYS = (
    rf"{NTH}\s+(?:round|runde)|(?:{'|'.join(TOLD_AS)})[ \t]+(?:{NAMED_DEALS})|"
    r"\d{1,3}(?:st|nd|rd|th|\.)[ \t]+(?:trick|stich|deal|spiel|game|hand|blatt)|"
    r"[ts]\d{1,2}(?=[ \t]*:|[ \t]+[^\W\d_]{2})|r[12](?=[ \t]*(?:$|[:.]))|"
    r"round|runde|hand|deal|blatt|trick|stich|they\s+are|are\s+turned|turned\s+up|up\s*cards?"
    r"|up|(?:the\s+)?open\s+cards|offen(?:\s+liegen)?|cards?\s+(?:up|shown|left|are|turned)"
    r"|top\s+two|top\s+cards?|two\s+cards?(?:\s+face\s+up|\s+lie\s+open)?|face\s+up|shown|show"
    r"|showdown|revealed|aufgedeckt|bonus|final|running"
    rf"|current|new|neuer|(?:after|nach)(?=:|[ ]{DEALS_SO_FAR})|(?:danach|before|vorher|davor)(?=:)"
    r"|so[ ]far|bisher|(?:(?:danach|dann|jetzt|nun)[ ])?(?:steht|stand)[ ]es|es[ ](?:steht|stand)"
    r"|scores?|standings?|totals?"
    r"|results?|end|ergebnis|endstand|stand|spielstand|summe|gesamt|(?:the\s+)?winners?"
    r"|(?:(?:der|die)\s+)?(?:sieger|gewinner)(?:in)?|es\s+gewinnt|the\s+game\s+is"
    r"|a\s+draw|draw|players|dealer|geber(?:in)?|(?:everyone|everybody|all|alle)\s+(?:shows?|zeigen"
    r"|stay(?:s|ed)?|are|bleiben|blieben|gehen|gingen)|so\s+it(?:['’]s|\s+is|\s+was)"
    rf"|{SO_HAS}"
    r"|the\s+(?:two\s+|three\s+|four\s+)?players|spieler(?:innen)?|trumps?|trumpf|exchanges?"
    r"|austausch|stay(?:ing)?|who\s+stays"
    rf"|(?:{THE_LAST})(?=[ \t]*:)"
    r"|last\s+cards?|letzte\s+karten?|left(?:\s+over)?|übrig(?:\s+geblieben)?"
    r"|remaining(?:\s+cards)?|kept|keep|out|eliminated|cut|abgehoben"
    r"|(?:draws?|gezogen)(?=[ \t]*:)|gap|lücke|not\s+written|a\s+stretch"
    r"|event|turnier|tournament|date|datum|site|place|ort|game|spiel|rules|rule\s+set|regeln"
    r"|deck|pack|view|source|cards"
)
"""What begins a line that says something."""
PACK = 52
"""No run of cards is longer: each is looked at once from every card in it."""
GLUED_CARD = r"(?:10|[1-9ATJQKBD])(?:[\s,;(!*]|$)"


class Words:
    """The patterns of one sheet, for its players and its way to write ranks; each is compiled when
    it is first needed."""

    def __init__(
        self, names: Sequence[str], initials: Sequence[str], ranks: str, *, glued: bool = False
    ) -> None:
        who = any_of(names) or r"(?!)"
        one = "".join(initial + initial.upper() for initial in initials)
        initial = rf"[{re.escape(one)}](?!\w|['’]\w{{2}})" if one else r"(?!)"
        self.card = word(ranks)
        before = rf"[{re.escape(one.upper())}](?={GLUED_CARD})" if glued and one else r"(?!)"
        self.sources = _sources(who, initial, self.card, before)

    def __getattr__(self, name: str) -> re.Pattern[str]:
        if name.startswith("__") or name == "sources":
            raise AttributeError(name)
        found = re.compile(self.sources[name], re.MULTILINE)
        setattr(self, name, found)
        return found


def _sources(who: str, initial: str, card: str, glued: str) -> dict[str, str]:
    """Return the sentences that a sheet may have, as patterns for the players' names, the cards,
    and initials with a card right behind them."""
    full = rf"(?i:{who})(?:(?!\w)|(?=s[ \t]+(?i:hand|karten|blatt)\b))"
    any_who = rf"(?:(?i:{who})|{initial})(?!\w)"
    run = rf"(?:{card})(?:[ \t,]*(?:{card})){{0,{PACK}}}(?!\w)"
    total = (
        rf"[*_]{{0,3}}(?<!\w)(?P<who>{any_who})[*_]{{0,3}}\s*+"
        r"(?P<colon>[:=]|(?<=[ \t])[–—-](?=[ \t])|(?i:have|has|had|habe|hat|hatte"
        r"|(?:(?:is|am|are|stands|ist|bin|steht)[ \t]+)?(?:on|at|bei))(?=[ \t]))?"
        rf"[\s*_]*"
        rf"(?P<total>-?\d{{1,9}})[*_]{{0,3}}(?:[ \t]+{POINTS}(?!\w))?"
        r"(?![\w(\[]|\.\w|[ \t]*(?:[(\[=]|\+[ \t]?\d))"
    )
    named_suits = sorted(map(re.escape, SUIT_WORDS), key=len, reverse=True)
    suit = "|".join(named_suits)
    suits_in_words = "|".join(one for one in named_suits if one not in "cdhsCDHS")
    behind = rf"(?:after|nach)[ ]{DEALS_SO_FAR}"
    label = (
        r"(?i:(?P<label>(?:(?:final|running|end|current|new|neuer)[ ])?"
        r"(?:scores?|standings?|totals?|results?|stand)"
        rf"(?:[ ](?:now|so[ ]far|jetzt|{behind}|after(?=:)|(?P<earlier>before|vorher|davor)))?"
        r"|final|end|so[ ]far|bisher|(?:(?:danach|dann|jetzt|nun)[ ])?(?:steht|stand)[ ]es"
        r"|es[ ](?:steht|stand)"
        rf"|{behind}|after(?=:)|danach(?=:)|(?P<above>before|vorher|davor)(?=:)"
        rf"|so[ ]it(?:['’]s|[ ](?:is|was))|{SO_HAS}"
        r"|ergebnis|endstand|spielstand|stand|summe|gesamt)(?!\w)"
        r"(?:[ \t]*[:=]|[ \t]+(?:is|are))?)[ \t*_]*"
    )
    return {
        **of_cards_left(any_who, card, run),
        **of_deals(any_who, suit),
        "start": (
            rf"^(?:(?P<gap>{TORN})|(?P<later>{GOES_ON}))"
            rf"|(?<!\w)(?:(?P<name>{full})|(?P<initial>{initial}|{glued})"
            rf"|(?P<word>(?i:{KEYS})|(?i:{suit})(?=[ \t]+{TRUMPS}))(?!\w))"
            rf"|^(?P<pair>[ \t]*(?:{card})[ \t]*+[,;/]?[ \t]*(?:(?:and|und)[ \t]+)?(?:{card})"
            rf"(?!\w)[ \t]*+\.?[ \t]*$)"
        ),
        "total": total,
        "between": (r"[ \t]*+(?:[,;:|/–—-]|and|und)?\s*[*_]{0,3}"),
        "label": label,
        "labelled_line": rf"\n[ \t#*_]*+(?:{label}|(?i:{SUMS_UP})(?!\w))",
        "round": (
            r"(?:(?i:round|runde)[ \t]+(?:(?i:n[or]\.?|#)[ \t]*)?(?P<nth>\d{1,3}|(?i:one|two|ii?"
            rf"|eins|zwei))|(?P<before>(?i:{NTH}))[ \t]+(?i:round|runde)"
            r"|[Rr](?P<short>[12])(?=[ \t]*(?:$|[:.])))\b(?:[ \t]*[*_]+)?"
            r"(?:[ \t]*:|\.?[ \t]*$|(?=[ \t]+(?:[A-Z(]|(?:turned|top|up|open|bonus)(?!\w)))"
            r"|(?=[ \t]*[,(;/–—-])|(?=\.[ \t]))"
        ),
        "up": (
            r"(?i:they\s+are|(?:are\s+)?turned\s+up|up\s*cards?|cards?\s+up|up|shown|revealed"
            r"|(?:top\s+)?(?:two\s+)?cards?\s+(?:are|turned\s+up|face\s+up|lie\s+open)|face\s+up"
            r"|top\s+(?:two\s+)?cards?|aufgedeckt|bonus[ ]?(?:cards?|karten)"
            r"|(?:the\s+)?open\s+cards(?:\s+are)?"
            rf"|bonus(?=[ \t]*+:?[ \t]*{card}[+/&]{card})"
            r"|offen(?:\s+liegen)?)(?:[ \t]*[:=])?[\s*_]+"
            rf"(?P<one>{card})(?:[ \t]*+[,;/+&]?[ \t]*(?:(?:and|und)[ \t]+)?)(?P<two>{card})(?="
            rf"[\s.,;(=]|$)\.?"
            rf"(?:[ \t]*+(?:=|(?:,[ \t]*)?(?i:so|also)(?!\w))[ \t]*(?P<bonus>\d{{1,2}})(?!\w)"
            rf"(?:[ \t]+{POINTS})?[ \t]*\.?)?"
        ),
        "pair": (
            rf"[ \t]*(?P<one>{card})[ \t]*+[,;/]?[ \t]*(?:(?:and|und)[ \t]+)?(?P<two>{card})"
            rf"[ \t]*\.?"
        ),
        "bonus": (
            rf"(?i:bonus)(?:\s+(?:of|for)\s+(?:the|this)\s+round)?"
            rf"(?:\s*(?:is|was|ist|war|beträgt|:|=)\s*|[ \t]+(?:of[ \t]+)?)"
            rf"(?:(?:thus|therefore|hence|then|now|so|also|damit)\s+)?(?P<amount>\d{{1,9}})(?:\s+{POINTS}"
            rf"(?!\w))?"
            r"(?:\.|(?=[ \t]*(?:$|[,;)])))"
        ),
        "taken": (
            rf"(?:(?P<taker>{any_who})\s+(?i:takes|gets|scores|wins|receives|earns"
            rf"|collects|bekommt|kriegt|erhält|nimmt|holt)\s+(?:the|den)\s+"
            r"(?i:(?:end\s+of\s+)?round\s+)?(?i:(?:runden)?bonus)(?:\s+(?:of|von)\s+(?P<worth>\d{1,9}))?"
            rf"|(?i:bonus)\s*(?::|to|for)\s*(?P<to>{any_who})(?:\s*+[:,=+]?\s*\(?"
            rf"(?P<value>\d{{1,9}})\)?)?)"
            rf"(?:\s+{POINTS}(?!\w))?(?:\.|[ \t]*(?=$|[,;)]))"
        ),
        "begins": (
            r"\s+(?i:begins|starts|leads|began|started|beginnt|begann|fängt[ ]an|fing[ ]an"
            r"|to[ ]start)"
            rf"(?:\s+(?i:the\s+|die\s+)?(?:(?P<before>(?i:{NTH}))\s+)?(?i:round|runde)"
            r"(?:[ \t]+(?P<nth>[12]))?)?[ \t]*(?:\.|,|;|\)|$)"
        ),
        "wins": (
            r"\s+(?:(?i:wins?|gewinnt)|(?P<past>(?i:(?:has\s+)?won|(?:hat\s+)?gewonnen|gewann)"
            rf"|(?i:beats?|schlägt|schlug)\s+{any_who}))(?P<game>\s+(?i:the\s+game|das\s+spiel))?"
            rf"(?:[ \t]+(?i:with|mit|at)[ \t]+(?P<total>[-−]?\d{{1,9}})(?:[ \t]+{POINTS}(?!\w))?"
            rf"|(?P<lead>[ \t]+(?i:by[ \t]+\d{{1,3}}(?:[ \t]+{POINTS}(?!\w))?"
            rf"|mit[ \t]+\d{{1,3}}(?:[ \t]+{POINTS})?[ \t]+vorsprung)))?"
            r"[ \t]*(?:[.!]|$)"
        ),
        "winner": (
            r"(?:(?:(?i:winners?|sieger(?:in)?)\s*+:?|(?P<sentence>(?i:(?:(?:the|der|die)\s+)?"
            r"(?:winners?|(?:sieger|gewinner)(?:in)?)(?:\s+(?:is|are|was|ist|war|sind))?\s*+:?"
            rf"|es\s+gewinnt)))\s*(?P<won>{any_who}(?:[ \t]*(?:,|and|&|und)"
            rf"[ \t]*{any_who})*"
            r"|(?i:draw|nobody)(?!\w))\.?|(?P<drawn>(?i:(?:the\s+game\s+is\s++)?a?\s*draw))"
            r"[ \t]*+\.?[ \t]*$)"
        ),
        "players": (
            r"(?i:(?:the\s+)?(?:two\s+|three\s+|four\s+)?(?:players|spieler(?:innen)?))"
            r"(?:\s+are|[ \t]*[:=])[\s*_]+"
            rf"{full}(?:\s*(?:,|;|/|&|[–—-]|and|und|vs\.?)\s*{full})*[*_]*\.?"
        ),
        "versus": (
            rf"{full}(?:[ \t]*,[ \t]*{full})*(?:(?:[ \t]*,)?[ \t]+"
            rf"(?:(?i:vs?\.?|versus|gegen|against|and|und)|[–—&-])[ \t]+{full})+"
            rf"[ \t.*_]*$"
        ),
        "trump": (
            rf"(?i:trumps?|trumpf)[ \t]*+(?:[:=]|(?i:is|are|ist))?[ \t*_]*(?P<suit>"
            rf"(?i:{suit}))\ufe0f?(?!\w)[*_]*"
            rf"(?:[ \t]*+[,(]?[ \t]*(?:(?i:by|named[ \t]+by|von)[ \t]+)?(?P<by>{any_who})"
            rf"[ \t]*\)?)?[*_]*\.?"
        ),
        "suit_first": (
            rf"(?P<suit>(?i:{suit}))[ \t]+{TRUMPS}(?!\w)"
            rf"(?:[ \t]*+[,(]?[ \t]*(?i:by|named[ \t]+by|von)[ \t]+(?P<by>{any_who})(?:[ \t]*+\))?"
            rf"|[ \t]*\([ \t]*(?P<named>{any_who})[ \t]*\))?[ \t]*+\.?"
        ),
        "names_trump": (
            rf"(?:(?:[ \t]*+:)?[ \t]++(?i:named?s?|call(?:s|ed)|ma(?:kes|de)(?:[ \t]+it)?"
            rf"|chooses|chose|picks|picked|says|said|declare[sd]|bestimmte?|sagte?|machte?|nennt"
            rf"|nannte|wählte?)[ \t]+(?:(?i:trumps?)"
            rf"[ \t]+)?|(?P<alone>[ \t]*:[ \t]*)(?=(?i:{suits_in_words})[ \t]*(?:[.,;]|$)))"
            rf"(?P<suit>(?i:{suit}))\ufe0f?(?!\w)"
            r"(?:[ \t]+(?:(?i:as|for|the)[ \t]+)?(?i:trumpf|trumps?)(?!\w))?"
            r"(?:[ \t]+(?i:an)(?!\w))?[ \t]*\.?"
        ),
        "swaps_too": (
            rf"(?:[ \t]*+:)?[ \t]++(?:(?P<none>(?i:{NO_CARDS}))|(?P<some>\d|1[1-3]|(?i:{FEW})))"
            r"(?:[ \t]+(?i:cards?|karten?))?(?=[ \t]*(?:$|[\n,;.)]|(?:and|und)[ \t]))"
        ),
        "ahead": (
            r"[ \t]+(?i:(?:leads|led|is[ \t]+ahead|führt(?:e)?)(?:[ \t]+(?:by|with|mit))?)[ \t]+"
            r"(?P<own>\d{1,3})[ \t]*(?:[-–:]|to|zu)[ \t]*(?P<other>\d{1,3})[ \t]*(?:[.!,;]|$)"
        ),
        "bare_standing": (
            r"(?P<one>\d{1,3})[ \t]*(?:[-–:/]|to|zu)[ \t]*(?P<two>\d{1,3})[ \t]*(?:[.!,;]|$)"
        ),
        "leads_to": (
            r"(?P<own>\d{1,3})[ \t]*(?:[-–:/]|to|zu)[ \t]*(?P<other>\d{1,3})[ \t]+"
            rf"(?i:to|for|für)[ \t]+(?P<who>{any_who})[ \t]*(?:[.!,;]|$)"
        ),
        "stay": (
            rf"(?:[ \t]*(?:,|(?i:and|und)(?!\w))[ \t]*{any_who})+[ \t]+"
            r"(?i:(?:both[ \t]+|all[ \t]+)?stay(?:ed)?(?:[ \t]+in)?"
            r"|bleiben[ \t]+(?:dabei|drin)|gehen[ \t]+mit"
            r"|(?P<out>(?:both[ \t]+)?drop(?:ped)?[ \t]+out|(?:(?:are|were)[ \t]+)?out"
            r"|stiegen[ \t]+aus|steigen[ \t]+aus|(?:(?:sind|waren)[ \t]+)?raus))(?!\w)[ \t]*\.?"
        ),
        "all_but": (
            r"(?i:every(?:one|body)|all|alle)[ \t]+(?i:stay(?:s|ed)?(?:[ \t]+in)?|are[ \t]+in"
            r"|(?:bleiben|blieben)(?:[ \t]+(?:dabei|drin))?|(?:gehen|gingen)[ \t]+mit)[ \t,]+"
            r"(?i:but|except(?:[ \t]+for)?|außer|bis[ \t]+auf)[ \t]+"
            rf"{any_who}(?:[ \t]*(?:,|and|und)[ \t]*{any_who})*[ \t]*(?:\.|$)"
        ),
        "phase": (
            r"(?P<exchange>(?i:exchanges?|austausch))[ \t]*(?::|$)|(?P<stay>(?i:stay(?:ing)?(?:"
            r"[ \t]+in)?|who[ \t]+stays(?:[ \t]+in)?))"
            r"[ \t]*+[?]?[ \t]*(?::|$)"
        ),
        "held": (
            rf"(?:(?:['’]s?|s)?[ \t]+(?i:hand|cards|karten|blatt)[*_]*[ \t]*+(?P<colon>:)?"
            r"|[ \t]+(?i:holds|held|has|had|hält|hielt|hat|hatte|(?:is|was)[ ]dealt|bekam)"
            rf"(?:[ \t]*:|(?=[ \t]+(?:{card})[ \t,]+(?:{card})[ \t,]+(?:{card})(?!\w))))[*_]*"
            rf"[ \t]*(?:\n[ \t]*(?={card}))?"
        ),
        "hand_of": (
            rf"(?i:hand|cards|blatt|karten)[ \t]+(?:(?i:of|von)[ \t]+)?(?P<owner>{any_who})[ \t]*:"
            r"[*_]*[ \t]*"
        ),
        "out_of": (rf"[*_]{{0,3}}(?<!\w)(?P<who>{any_who})"),
        "comma": (r"[ \t]*+(?:[,;|&]|and|und)?[ \t]*"),
        "out": (r"(?i:out|eliminated)(?:[ \t]+of[ \t]+the[ \t]+game)?[ \t]*:[*_ \t]*"),
        "cut": (
            r"(?i:(?:cut|draws?)(?:[ \t]+for[ \t]+(?:the[ \t]+)?deal)?|abgehoben|gezogen)[ \t]*:"
            r"[*_ \t]*"
        ),
        "gap": (
            r"(?i:gap|a[ \t]+stretch[ \t]+(?:is|was)[ \t]+not[ \t]+written[ \t]+down|not"
            r"[ \t]+written[ \t]+down|lücke)"
            r"(?:[ \t]*+[,:(]?[ \t]*(?:up[ \t]+to[ \t]+)?(?i:count)[ \t]+(?P<count>\d{1,2})\)?)?"
            r"[ \t]*(?:\.|\)|$)"
        ),
        "tag": (rf"(?P<key>(?i:{'|'.join(TAGS)}))[ \t]*:[ \t*_]*+(?P<said>[^\n\r]+)"),
        "laid": (
            r"(?:^|[.!?;,)])[\s#*_>|•-]*(?:\d{1,6}[.):]?[ \t]+)?"
            rf"(?P<laid>{full}(?:[ \t]*+[:–—-])?[ \t]+(?:{LAID})?{card}(?!\w)"
            rf"(?![ \t]*{POINTS}(?!\w)){CUT_SHORT})"
        ),
        "numbered": (
            rf"(?<!\w)(?:{any_who}|{glued})[ \t]*+:?[ \t]*+(?:{LAID})?(?:{card})(?!\w)"
            r"(?:[ \t]*[(\[][ \t]*(?P<number>\d{1,3})[ \t]*[)\]](?![ \t]*\d)"
            rf"|(?P<tally>[ \t]*(?:=|->|→|[(\[](?![ \t]*\+?\d{{1,3}}[ \t]*{POINTS})"
            r"|,[ \t]*(?:(?:sind|macht|makes)[ \t]+)?(?:1[1-9]|2\d)(?=[ \t]*(?:$|[,;!|]))))"
            r"|[ \t]+(?i:for)[ \t]+(?P<earned>\d{1,3})(?=[ \t]*(?:$|[,;.!|])))?"
        ),
        "named": (rf"(?<!\w){full}"),
        "perhaps_played": (
            rf"(?<!\w)(?P<who>{full})(?!['’])(?:(?P<between>[^.;:!?\n\d]{{0,40}}?)(?<!\w)"
            rf"(?:{SUITED}|(?i:(?:{ARTICLE}|with|mit)[ \t]+{card}|{NAMED_CARDS}))"
            rf"|[ \t]+(?:{card})[ \t]+[^\W\d_]{{2}}"
            rf"|[ \t]+[a-zäöüß]{{2,12}}[ \t]+(?:{card})"
            rf"(?=[ \t]*(?:[,.]|$)|[ \t]+(?:for|making|makes|für|macht)(?!\w)))(?!\w{{3}})"
        ),
        "named_colon": (rf"(?<!\w)(?:{any_who})\s*:"),
    }
