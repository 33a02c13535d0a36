"""Players' actions as sentences: `exchanges two cards`, `makes 14 with …`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from archive.core.cards import UNKNOWN, Card
from archive.core.events import Action, Draw, Exchange, Part, Pass, Play, Stay, Trump
from archive.web.language import _, pgettext
from archive.web.words import SUITS, card_sign, card_words, counted, one_card, several_named

Named: TypeAlias = Callable[[str, str], str]
"""A function that writes a card, from its rank and its suit."""


def cards_counted(count: int) -> str:
    """Return a number of cards as `two cards`, `13 cards`."""
    match count:
        case 1:
            return _("one card")
        case 2:
            return _("two cards")
        case 3:
            return _("three cards")
    return counted(count, "card")


def named(run: Iterable[Card], name: Named = card_words) -> str:
    """Return cards as a sentence lists them, in words unless they are written otherwise; those that
    are not known stand behind the others: `ace and two unknown cards`."""
    cards = [*run]
    unknown = Counter(card.text for card in cards if card.rank == "?")
    known = [name(card.rank, card.suit) for card in cards if card.rank != "?"]
    return listed([*known, *(several_named(text, count) for text, count in unknown.items())])


def listed(words: Iterable[str]) -> str:
    """Return words as a sentence lists them: `ace, ten and six`."""
    *before, last = [*words] or [""]
    return _("%(before)s and %(last)s", before=", ".join(before), last=last) if before else last


def said_of(name: str, deed: str) -> str:
    """Return an action after the name of its player: `Anna plays nine of hearts`."""
    return _("%(name)s %(deed)s", name=name, deed=deed)


def deed(
    action: Action | Trump,
    *,
    leads: bool = False,
    count: int | None = None,
    name: Named = card_words,
) -> str:
    """Return a player's action, without the name. `count` is the count that a play makes, where the
    game has counts and it is known; `name` writes a card."""
    match action:
        case Play():
            return _play(action, leads, count, name)
        case Exchange():
            return _exchange(action, name)
        case Draw():
            if action.card is UNKNOWN:
                return _("draws a card")
            return _("draws a card: %(card)s", card=named([action.card], name))
        case Stay():
            return _("stays in") if action.stays else _("drops out")
        case Pass():
            return _("passes")
        case Trump():
            if action.suit not in SUITS:
                return _("names a suit as trumps")
            return _("names %(suit)s as trumps", suit=_(SUITS[action.suit]))


def _play(play: Play, leads: bool, count: int | None, name: Named) -> str:
    said = listed(_announced(play.parts, name)) if play.parts else named(play.cards, name)
    if len(play.cards) == 1 and name is card_words and not play.parts:
        (card,) = play.cards
        said = one_card(card.rank, card.suit)
    said = said or _("cards that were not written down")
    if count is not None:
        return _("makes %(count)s with %(cards)s", count=count, cards=said)
    return _("leads %(cards)s", cards=said) if leads else _("plays %(cards)s", cards=said)


def _announced(parts: Iterable[Part], name: Named) -> Iterable[str]:
    """Yield cards one by one, a single one with the value announced for it: `king as 2`. The count
    of a pair shows in that of the set."""
    for part in parts:
        alone = part.value is not None and len(part.cards) == 1
        for card in part.cards:
            write = one_card if card.rank == "?" else name
            said = write(card.rank, card.suit)
            yield _("%(card)s as %(value)s", card=said, value=part.value) if alone else said


def exchanged(action: Exchange) -> str:
    """Return the number of exchanged cards, which are not named: `exchanges two cards`."""
    if not action.put and not action.taken:
        return _("stands pat") if action.taken is not None else _("may have exchanged cards")
    cards = cards_counted(max(len(action.put), len(action.taken or ())))
    return _("exchanges %(cards)s", cards=cards)


def _exchange(action: Exchange, name: Named) -> str:
    if all(card is UNKNOWN for card in (*action.put, *(action.taken or ()))):
        return exchanged(action)
    return _(
        "exchanges %(cards)s: %(put)s for %(taken)s",
        cards=cards_counted(max(len(action.put), len(action.taken or ()))),
        put=named(action.put, name) or _("nothing"),
        taken=named(action.taken, name) if action.taken else _("cards not named"),
    )


def sign(action: Action) -> str:
    """Return an action in a list: `9♥`, `7♠7♦`, `+K`, `⇄ 2`, `in`."""
    match action:
        case Play():
            return signs(action.cards) or "?"
        case Exchange():
            if not action.put and not action.taken:
                return "–" if action.taken is not None else "?"
            return str(max(len(action.put), len(action.taken or ())))
        case Draw():
            return "+" + signs([action.card])
        case Stay():
            return _("in") if action.stays else _("out")
        case Pass():
            return pgettext("play list", "pass")


def signs(run: Sequence[Card]) -> str:
    """Return cards as signs: `9♠K♦`."""
    return "".join(card_sign(card.rank, card.suit) for card in run)
