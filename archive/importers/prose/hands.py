"""Hands: cards behind a player's name, packet by packet."""

from __future__ import annotations

import re
from functools import cache

from archive.core import events as said
from archive.core.cards import CARDS, UNKNOWN, Card
from archive.core.events import Event
from archive.importers.actions import Deed
from archive.importers.prose.game_in_words import GameInWords
from archive.importers.ranks import SUIT_WORDS
from archive.importers.which_game import ZWANZIG

TOKEN = re.compile(r"[ \t]*+[,;]?[ \t]*+(?P<packet>\+)?[ \t]*(?P<token>[^\s,;+]+)")
TEN = re.compile(r"(?<![\w(\[=/+-])10(?!\w)")
"""A ten without a suit."""
LONGEST_HAND = 200
"""The most characters of a hand in which tens are counted."""
ODD = re.compile(r"\d\w?|[a-z]|[A-Z][cdhs]?|10")
ODD_TOO = re.compile(r"(?:10|[ATJQKBD])[a-z]")
"""A further card that cannot be read."""
FIVE, FIRST_HAND = 5, 7
"""The cards of a hand of Twenty and of Zwanzig ab, and of the first of Twenty-Two and all of Count
to 20."""
OF_ONE_SUIT = re.compile(
    r"[ \t]*(?P<suit>(?i:kreuz|karo|herz|pik|kr|ka|clubs|diamonds|hearts|spades)\b"
    r"|[♣♦♥♠]\ufe0f?|[PHSCD])"
    r"[ \t]*+:?[ \t]*"
    r"(?P<ranks>(?:10|As|[2-9ATJQKBD])(?:[ \t,]+(?:10|As|[2-9ATJQKBD])(?!\w))*)(?!\w)"
)
"""The cards of one suit, which stands before all of them: `H As 10`, `Pik K D`."""
BETWEEN_SUITS = re.compile(r"[ \t]*[|/;][ \t]*")
SHORT = {"p": "s", "kr": "c", "ka": "d"}
"""German suits by their first letters; those of hearts are the same as in English."""
FEWEST_SUITS = 2
ABOVE_HANDS = (said.Trump, said.Stay)
"""What may be told above the hands of a deal, and belongs below them."""


def read_named_hand(told: GameInWords, name: str, at: int, match: re.Match[str]) -> int | None:
    """Read the hand behind a name and a word for hands; return where it ends, or None where there
    are no cards and no colon."""
    packets, end, odd = read_hand(told, match.end())
    if not packets:
        if "colon" not in match.re.groupindex or match["colon"] is None:
            return None
        told.told(begin_of_layout(told.text, told.at, at))
        told.report(at, "not-a-hand", "cards behind the colon", name + match[0])
        told.comment(name + match[0], at)
        return match.end()
    if "colon" in match.re.groupindex and match["colon"] is None and match[0].strip() and (
        sum(map(len, packets)) < 3 and ":" not in match[0]
    ):  # fmt: skip
        return None
    return _keep_hand(told, name, at, packets, end, odd=odd)


def _keep_hand(
    told: GameInWords, name: str, at: int, packets: list[tuple[Card, ...]], end: int,
    *, odd: bool = False,
) -> int:  # fmt: skip
    """Add a hand that begins at a place, and its text as a comment where some of it is `odd`;
    return where it ends."""
    told.told(begin_of_layout(told.text, told.at, at))
    add_hand(told, name, at, packets)
    if odd:
        told.comment(told.text[at:end], at)
    return end


def read_hand(told: GameInWords, at: int) -> tuple[list[tuple[Card, ...]], int, bool]:
    """Return the cards of a hand from a place on, packet by packet, where they end, and whether any
    of them could not be read."""
    packets: list[list[Card]] = [[]]
    end, odd = at, False
    ten = _only_ten(told, at)
    sheet, card = told.sheet, re.compile(rf"(?:{told.words.card})+(?![\w:])")
    while match := TOKEN.match(told.text, end):
        token = match["token"]
        where = match.start("token")
        run = card.match(told.text, where)
        if run is not None and run.end() >= match.end() - (token[-1] in ".|)"):
            found = list(re.compile(told.words.card).finditer(run[0]))
            cards = [
                ten if one[0] == "10" and ten else
                sheet.card(one[0], told.where(where + one.start()))
                for one in found
            ]  # fmt: skip
            end = run.end()
        elif packets[0] and (
            ODD.fullmatch(token.rstrip(".")) or (odd and ODD_TOO.fullmatch(token.rstrip(".")))
        ):
            sheet.not_a_card(token.rstrip("."), told.where(where))
            cards, end = [None], where + len(token.rstrip("."))
        else:
            break
        if match["packet"]:
            packets.append([])
        odd = odd or None in cards
        packets[-1].extend(one or UNKNOWN for one in cards)
    if not packets[0]:
        return [], at, False
    if told.text[end : end + 1] == "." and not told.text[end + 1 : end + 2].isalnum():
        end += 1
    return [tuple(packet) for packet in packets if packet], end, odd


def _only_ten(told: GameInWords, at: int) -> Card | None:
    """Return the ten where a line has one `10` among its cards: a hand is told by its cards, not by
    what they count. None where it has several."""
    line = told.text[at : at + LONGEST_HAND].partition("\n")[0]
    return CARDS["T"] if len(TEN.findall(line)) == 1 else None


def add_hand(told: GameInWords, name: str, at: int, packets: list[tuple[Card, ...]]) -> None:
    """Add a hand, and a deal for it where none has begun."""
    told.opening = False
    last = _last_of_the_deal(told, said.Comment, *ABOVE_HANDS)
    if not isinstance(last, said.Held | said.Deal):
        told.sheet.begin(said.Deal(None), told.where(at))
    ordered = tuple(tuple(sorted(packet, key=lambda one: one.order)) for packet in packets)
    held = said.Held(told.seat(name, at), ordered)
    if isinstance(_last_of_the_deal(told, said.Comment), ABOVE_HANDS):
        told.sheet.hold(held, told.where(at))  # a hand belongs above the trumps
    else:
        told.add(held, at)


def _last_of_the_deal(told: GameInWords, *beside: type[Event]) -> Event | None:
    """Return the last event that is not of these kinds `beside` hands."""
    return next((one for one in reversed(told.sheet.events) if not isinstance(one, beside)), None)


def read_five_cards(told: GameInWords, name: str, at: int, start: int) -> int | None:
    """Read `Anna: 8 5 5 4 2` as a hand, and return where it ends: in a game of one card a play,
    this many cards behind a name are a hand. Return None where it is none."""
    if not told.one_card or (told.glued and len(name) == 1):
        return None
    if _five(told.words.card).match(told.text, start) is None:
        return None
    packets, end, _ = read_hand(told, start)
    if sum(map(len, packets)) != FIVE:
        return None
    return _keep_hand(told, name, at, packets, end)


def read_bare_hand(
    told: GameInWords, name: str, at: int, head: re.Match[str], found: Deed
) -> int | None:
    """Read cards behind a name as a hand though no word says so, where what was `found` there is no
    play; return where it ends."""
    if told.one_card:
        return None if found.claims else read_five_cards(told, name, at, head.end())
    bare = head["colon"] is None
    if bare and not (told.sheet.game == ZWANZIG and told.opens(at)):
        return None
    if not _is_hand(told, found):
        return None
    packets, end, odd = read_hand(told, head.end())
    return _keep_hand(told, name, at, packets, end, odd=odd) if packets else None


def _is_hand(told: GameInWords, found: Deed) -> bool:
    """Return whether several cards of different ranks are a hand: they have just been dealt, and
    nothing has been done."""
    if found.kind != "play" or found.claims or found.parts:
        return False
    last = _last_of_the_deal(told, said.Comment, *ABOVE_HANDS)
    begun = isinstance(last, said.Deal | said.Held)
    first = last is None and (told.sheet.game == ZWANZIG or len(found.cards) == FIRST_HAND)
    return (begun or first) and len(set(found.cards)) > 1 and (
        told.sheet.game == ZWANZIG or len({card.rank for card in found.cards}) > 1
    )  # fmt: skip


def read_listed(told: GameInWords, name: str, at: int, head: re.Match[str]) -> int | None:
    """Read cards behind a colon that are no play as a hand; return where it ends."""
    if head["colon"] is None:
        return None
    by_suits = _read_by_suits(told, name, at, head.end())
    return by_suits or read_five_cards(told, name, at, head.end())


def _read_by_suits(told: GameInWords, name: str, at: int, start: int) -> int | None:
    """Read `Anna: H As | P 10 B` as a hand, its suits set apart by strokes; return where it ends,
    or None where it is none."""
    found: list[Card | None] = []
    suits, end = 0, start
    while group := OF_ONE_SUIT.match(told.text, end):
        word = group["suit"].casefold().removesuffix("\ufe0f")
        suit = SHORT.get(word) or SUIT_WORDS[word]
        ranks = (told.sheet.ranks.card("A" if one == "As" else one)
                 for one in group["ranks"].replace(",", " ").split())  # fmt: skip
        found += [card and CARDS[card.rank + suit] for card in ranks]
        suits, end = suits + 1, group.end()
        if (stroke := BETWEEN_SUITS.match(told.text, end)) is None:
            break
        end = stroke.end()
    if suits < FEWEST_SUITS or None in found:
        return None
    return _keep_hand(told, name, at, [tuple(card for card in found if card)], end)


@cache
def _five(card: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?:(?:{card})[ \t,]*){{{FIVE}}}[ \t]*[.;]?[ \t]*(?=$|\n|[^\W\d_][\w'’.-]{{1,39}}[ \t]*:)"
    )


def begin_of_layout(text: str, least: int, at: int) -> int:
    """Return where the asterisks or dashes before a place begin, from `least` on."""
    while at > least and text[at - 1] in "*_":
        at -= 1
    return at
