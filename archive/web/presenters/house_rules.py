"""By which rules a game was played, in words: its name, whose way, and the house rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from archive.web.language import _, marked
from archive.web.presenters.rulebook import rulebook
from archive.web.words import name

WAYS: Final = {
    "zwanzig-ab/pagat@1": marked("Zwanzig ab"),
    "zwanzig-ab/twenty-down@1": marked("Twenty down"),
    "twenty-two/north-american@1": marked("Twenty-Two, the North American way"),
    "twenty-two/rasmussen@1": marked("Twenty-Two, Rasmussen’s way"),
}
"""Rule sets of games that are played in more than one way."""

HOUSE: Final = {
    "hands=open": marked("both hands lie open, and the second round has the hands of the first"),
    "hands=hidden": marked("hands are hidden"),
    "replenish=both": marked("both players are dealt new hands at once"),
    "replenish=own-turn": marked("a new hand is dealt on one’s own turn"),
    "sweep=5": marked("winning all five tricks takes off five points"),
    "sweep=10": marked("winning all five tricks takes off ten points"),
    "late-if-tied=no": marked("after a tie the rules do not change with the ninth deal"),
    "late-if-tied=yes": marked("after a tie the rules change with the ninth deal"),
    "trump=held": marked("trumps are one of the first two cards that the trump maker was dealt"),
    "trump=any": marked("any suit can be named as trumps"),
    "exchange=0-or-3": marked("three cards are exchanged or none"),
    "exchange=up-to-3": marked("up to three cards are exchanged"),
    "empty-stock=may-pass": marked("with the stock empty everybody may pass"),
    "empty-stock=forced": marked("with the stock empty a player who can make the count must"),
    "tie=play-on": marked("a tie is played off"),
    "tie=shared": marked("those who tie share the win"),
    "all-out=lowest": marked("where all go out together the lowest score wins"),
    "all-out=shared": marked("all who go out together share the win"),
    "eliminated-cards=return": marked("cards of players who are out come back into the pack"),
    "eliminated-cards=stay-out": marked("cards of players who are out stay out"),
}


def rules_in_words(rules: str | Mapping[str, str] | None) -> str:
    """Return the rules that an identifier names as a player says them: `Twenty; house rule: both
    players are dealt new hands at once` for `twenty/farrugia@1;replenish=both`. What is not known
    here stays as it is written. A verdict that was asked for by other rules than its record names
    has both; those asked for are said."""
    if isinstance(rules, Mapping):
        rules = rules["asked"]
    plain, *options = (rules or "").split(";")
    title = way(plain)
    if not options or not title:
        return title
    told = "; ".join(map(house_rule, options))
    said = _("house rule: %(told)s", told=told)
    if len(options) > 1:
        said = _("house rules: %(told)s", told=told)
    return f"{title}; {said}"


def way(plain: str) -> str:
    """Return the name of a rule set, without its options: `Twenty down`."""
    known = WAYS.get(plain)
    game, _slash, set_name = plain.partition("/")
    return _(known) if known else game_title(game) if set_name else name(plain)


def game_title(word: str) -> str:
    """`Count to 20` for `count-to-20`; an unknown game is called as it calls itself."""
    book = rulebook(word)
    return book.title if book else name(word) or _("No game named")


def game_called(game: str | None, rules: str | None) -> str | None:
    """Return what a game is called, by the way it is played if that is known: `Twenty down`."""
    if rules:
        return way(rules.partition(";")[0])
    return game_title(game) if game else None


def house_rule(option: str) -> str:
    """Return one option in words: `a tie is played off` for `tie=play-on`."""
    if option in HOUSE:
        return str(_(HOUSE[option]))
    key, _equals, value = option.partition("=")
    if key == "target":
        return str(_("played to %(points)s points", points=name(value)))
    if key == "packs":
        return str(_("packs of cards: %(number)s", number=name(value)))
    return name(option)
