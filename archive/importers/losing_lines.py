"""Lines that tell who lost a hand of Twenty-Two with which card: `3. Ana A, Cem A`, `Ana and Cem
lose hand 3 with aces`, `Ann got a king in hand 1 (10)`, `Ana
and Cem lose hand 3 with aces`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from archive.core.cards import Card
from archive.importers.player_names import BETWEEN, called
from archive.importers.ranks import CALLED, COUNTS, RANK_WORDS, Ranks, word
from archive.importers.totals.deal_heads import plain_head, without_in
from archive.importers.totals.points import could_be_a_name

LONGEST_LINE = 400
UNIT = r"(?:hand|deal|round|spiel|runde)"
NUMBERED = re.compile(
    rf"(?:(?:{UNIT}\s+|[hr])(?P<number>\d{{1,3}})|(?P<first>\d{{1,3}})[.):](?:\s*{UNIT})?)"
    r"(?:\s*[(,]\s*(?P<size>\d{1,2})\s+(?:cards|karten)(?:\s+each)?(?:\s*[),])?)?"
    r"(?:\s*[:.,–-])?\s++(?P<rest>.+)",
    re.IGNORECASE,
)
IN_A_HAND = re.compile(
    r"(?<=\w)(?:\s+in|\s+im|,|(?<=[ ]lose)|(?<=[ ]loses)|(?<=[ ]lost)|(?<=[ ]verliert)"
    r"|(?<=[ ]verlieren))"
    rf"\s+(?:{UNIT}\s+(?P<number>\d{{1,3}})|(?P<nth>\d{{1,3}})\.\s*{UNIT})"
    r"(?!\w)",
    re.IGNORECASE,
)
"""What tells the hand within a sentence: `Ann got a king in hand 1 (10)`, `Ana
and Cem lose hand 3 with aces`."""
LOSES = re.compile(
    r"\s+(?:(?:(?:is|am|was|gets|got)\s+)?(?:stuck|left|caught)(?=\s+with\s)|loses?|lost|keeps?|kept"
    r"|gets?|got|takes?|took|verlier(?:t|en)|verlor(?:en)?|behalte|behält|behielt|bekomme|bekommt|bekam|ha[ds]|have|habe?|hat|hatte"
    r"|(?:bleib(?:e|t)|blieb)(?=\s+auf\s))[,:]?\s+(?:auf\s+)?(?:(?:with|by|mit)\s+)?",
    re.IGNORECASE,
)
"""What may stand between a player and the losing card."""
FIRST = re.compile(
    r"(?:(?:verloren|gegeben)\s+ha(?:t|ben)|(?:es\s+)?(?:verlier(?:t|en)|verlor(?:en)?)|lost\s+by|loser"
    r"|verlierer(?:in)?)(?:\s*:)?\s++(?P<names>[^\d:=()]+?)(?<!\s),?\s+(?:mit|with)\s+",
    re.IGNORECASE,
)
"""A sentence with its verb before the player: “verloren hat Ada mit …”."""
ENDED = re.compile(
    r"(?<=\w)\s+(?:(?:ended|ends|finished|finishes|endet|endete|bleibt|blieb)\s+)?"
    r"(?:up\s+)?(?:with|on|mit)\s+",
    re.IGNORECASE,
)
"""What may stand between a player and the last card: “Mia ended with K, Tom with 9”."""
WORTH = re.compile(
    r"(?:\s*(?:,|->|→|(?<=\s)[–—-])|\s+(?:and|und)\s+(?:got|gets|bekam|bekommt))\s*(\d{1,2})(?:\s+(?:points|punkte))?(?=\s*(?:$|[,;]))",
    re.IGNORECASE,
)
"""What a card is worth, behind a comma, a dash, an arrow or a verb."""
AGAIN = re.compile(
    r",?\s+(?:again|wieder|nochmal|at\s+the\s+end|am\s+Ende|zum\s+Schluss)(?!\w),?|(?<=\w)\s+sitzen(?=\s*(?:$|[,;(]))",
    re.IGNORECASE,
)
"""What may be left out of a sentence; “sitzen” where “bleibt auf” has been read."""
OUT_BEHIND = re.compile(
    r"(?:(?:[,;(–—-]|->|→)?\s+|\s[(])(?:->\s+|→\s+|[–—-]\s+|[(])?"
    r"(?:and\s+|und\s+)?(?:(?:(?:s?he|they|I)(?:['’](?:s|re|m)|\s+(?:is|are|am))"
    r"|(?:er|sie|ich)\s+(?:ist|sind|bin)|is|ist)\s+)?(?:out|raus|ausgeschieden)[.!)]*$"
    r"|\s*(?:[,;(]|\s[–—-]|->|→)\s*(?P<who>[^\W\d_]+)\s+(?:(?:is|ist)\s+)?"
    r"(?:out|raus|ausgeschieden)[.!)]*$",
    re.IGNORECASE,
)
"""What stands behind a losing card that puts its player out of the game."""
SO_MANY = re.compile(
    r"(?:[,;]\s*(?:damit|also|jetzt|nun|so|now|that(?:['’]s|\s+(?:is|makes))"
    r"|das\s+(?:macht|sind|ist))\s[^\d,;]{0,30}?(?P<total>\d{1,3})"
    r"|:\s*(?P<behind>1[2-9]|[2-9]\d|\d{3}))(?:\s+(?:points|punkte))?",
    re.IGNORECASE,
)
"""What a player's points come to, behind a losing card: “…, damit hat sie 22”; behind a colon more
than any card counts."""
PRONOUNS = frozenset({"she", "he", "i", "sie", "er", "ich"})
SAID_OUT = re.compile(r"(?<!\w)(?:out|raus|ausgeschieden)(?!\w)", re.IGNORECASE)
"""What says of who lost a hand, beside the points: `so Ann is out with 21`."""
ENDINGS = ("", "s", "es", "n", "en", "e")
"""What a word for a card may end with beside what it is called."""
ARTICLE = r"(?:an?|the|ein(?:e[mnr]?)?|de[mnr]|die|das)"
NAME = re.compile(r"[^\W\d_][^\d,;:=]{0,40}")
HEIGHTS = "23456789TJQKA"
"""The ranks, the lowest first."""
STROKE = re.compile(r"\s*[/;|]\s*")
Cards = tuple[tuple[str, Card, int | None], ...]
"""Names, each with a card and the points given for it."""


class Lost(NamedTuple):
    """A line that gives the losers of a hand: its number, each loser's name, card and the points
    given for the card, how many cards each player was dealt if the line says so, which of them are
    out, and the total of a single loser where the line gives it. It may say `in_words` that
    these players lost. The cards may also be those that were `shown`, of which the highest loses.
    """

    number: int
    cards: Cards
    size: int | None = None
    out: tuple[str, ...] = ()
    total: int | None = None
    in_words: bool = False
    shown: bool = False

    def losing(self) -> Cards:
        """Return the cards that lost."""
        if not self.shown:
            return self.cards
        highest = max(HEIGHTS.find(card.rank) for _, card, _ in self.cards)
        return tuple(one for one in self.cards if HEIGHTS.find(one[1].rank) == highest)

    def counted(self) -> dict[str, int]:
        """Return what the cards that lost count for each loser, by names in small letters."""
        return {name.casefold(): COUNTS.get(card.rank, 0) for name, card, _ in self.losing()}


def is_headed(words: str) -> bool:
    """Return whether a line begins as those of losing cards do."""
    return NUMBERED.fullmatch(words[:LONGEST_LINE]) is not None


def lost_in(words: str, ranks: Ranks) -> Lost | None:
    """Return the losers of a hand and their cards if a line gives these and nothing else."""
    text, out = without_out(words)
    lost = _lost_in(text, ranks)
    return lost and who_are_out(lost, out)


def without_out(words: str) -> tuple[str, str | None]:
    """Return a line without the words that its losers are out, and which one of them these name,
    nothing where they name none; None where there are no such words."""
    found = OUT_BEHIND.search(words) if len(words) <= LONGEST_LINE else None
    return (words[: found.start()], found["who"] or "") if found else (words, None)


def who_are_out(lost: Lost, out: str | None) -> Lost | None:
    """Return the losers of a hand with those who are out; None where another player is."""
    names = {name.casefold(): name for name, _, _ in lost.losing()}
    if out is None:
        return lost
    if out and out.casefold() not in names:
        return None
    return lost._replace(out=(names[out.casefold()],) if out else tuple(names.values()))


def _lost_in(text: str, ranks: Ranks) -> Lost | None:
    if len(text) > LONGEST_LINE:
        return None
    if (come_to := SO_MANY.search(text)) and come_to.end() == len(text.rstrip(" .")):
        lost = _lost_in(text[: come_to.start()], ranks)
        alone = lost is not None and len(lost.cards) == 1
        total = int(come_to["total"] or come_to["behind"])
        if lost is None or not alone:
            return None
        ((name, _, _),) = lost.cards
        own = {*re.findall(r"[^\W\d_]+", come_to[0].casefold())} & {name.casefold(), *PRONOUNS}
        out = (name,) if own and SAID_OUT.search(come_to[0]) else ()
        return lost._replace(total=total, out=out)
    text = AGAIN.sub(" ", plain_head(without_in(text)))
    if (within := IN_A_HAND.search(text)) and NUMBERED.fullmatch(text) is None:
        number = within["number"] or within["nth"]
        text = f"{number}. {text[: within.start()]}{text[within.end() :]}"
    numbered = NUMBERED.fullmatch(text)
    if numbered is None:
        return None
    behind = WORTH.sub(r" (\1)", numbered["rest"].rstrip(" ."))
    rest = LOSES.sub(" ", FIRST.sub(r"\g<names> ", behind, count=1))
    found = cards_in(ENDED.sub(" ", rest), ranks)
    if not found:
        return None
    number = int(numbered["number"] or numbered["first"])
    size = int(numbered["size"]) if numbered["size"] else None
    in_words = rest != behind
    return Lost(number, found, size, in_words=in_words)


def cards_in(text: str, ranks: Ranks) -> Cards:
    """Return each name with its card in a text that has nothing else, `Ana A, Cem A` or `Ana A /
    Cem A`; otherwise nothing."""
    found = list(_cards(_with_commas(STROKE.sub(", ", text), ranks), ranks))
    return () if None in found else tuple(one for one in found if one)


def _with_commas(text: str, ranks: Ranks) -> str:
    """Return a list without commas, `Ana Q Dora Q`, with them; any other text as it is."""
    words = text.split()
    names, cards = words[::2], words[1::2]
    listed = len(names) == len(cards) > 1 and all(card_named(one, ranks) for one in cards)
    if not listed or not all(one.isalpha() and card_named(one, ranks) is None for one in names):
        return text
    return ", ".join(map(" ".join, zip(names, cards, strict=True)))


def _cards(text: str, ranks: Ranks) -> Iterator[tuple[str, Card, int | None] | None]:
    """Yield each name with its card in `Ana A, Cem A (11)`; None for a piece that is neither."""
    words, card = "|".join(sorted(CALLED, key=len, reverse=True)), word(ranks.name)
    one = re.compile(
        rf"(?P<name>[^\W\d_][^\d,;:=()]{{0,40}}?)\s*(?:[:\s]\s*(?:{ARTICLE}\s+)?(?P<card>(?i:(?:{words})(?:e?[sn]|e)?(?!\w))|{card})"
        rf"|\(\s*(?P<within>(?i:{words})|{card})\s*\))"
        r"(?:\s*[(=:]\s*(?P<worth>\d{1,2})\)?|\s+(?P<bare>\d{1,2}))?"
    )
    waiting: list[str] = []  # for the card behind the last of several players
    for part in BETWEEN.split(text):
        found = one.fullmatch(part.strip())
        if found is None and NAME.fullmatch(part.strip()) and could_be_a_name(part.strip()):
            waiting.append(part.strip())
            continue
        lost = card_named(found["card"] or found["within"], ranks) if found else None
        if found is None or lost is None or not could_be_a_name(found["name"].strip()):
            yield None
            return
        worth = found["worth"] or found["bare"]
        for name in (*waiting, found["name"].strip()):
            yield called(name), lost, int(worth) if worth else None
        waiting = []
    if waiting:
        yield None


def card_named(text: str, ranks: Ranks) -> Card | None:
    """Return a card by its rank, or by its name in any case or number: `aces`, `Assen`."""
    bare = text.strip().casefold()
    for ending in ENDINGS:
        rank = bare.removesuffix(ending) if ending else bare
        if rank in CALLED:
            return ranks.card(next(name for name, letter in RANK_WORDS.items()
                                   if letter == CALLED[rank]))  # fmt: skip
    return ranks.card(text.strip())
