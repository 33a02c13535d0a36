"""Games as the rules pages introduce them: the players, the rule sets, the options; the rulebooks
as HTML; and the rules of one game in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from markdown_it import MarkdownIt
from markupsafe import Markup

from archive.core.errors import UnknownClause, UnknownRules
from archive.games import GAMES, find_game
from archive.languages import rulebook_path
from archive.rules.game import Game
from archive.rules.rule_sets import Option, RuleSet
from archive.rules.rulebook import Rulebook
from archive.telling.names_and_totals import name
from archive.telling.speaker import capital
from archive.web.language import _, language, ngettext

MOST_SEATS: Final = 20
"""The most seats that are counted out; beyond that any number can play."""

MOST_USUAL: Final = 3


@dataclass(frozen=True, slots=True)
class OptionShown:
    """An option of a rule set."""

    usual: str
    """The usual choice: `Those who tie share the win`."""
    others: list[str]
    """The other choices: `a tie is played off`."""
    identifier: str
    """`tie=shared|play-on`, as a Rules tag has it."""


@dataclass(frozen=True, slots=True)
class RuleSetShown:
    """A rule set of a game."""

    title: str
    """`Twenty down`."""
    identifier: str
    options: list[OptionShown]


@dataclass(frozen=True, slots=True)
class GameShown:
    """A game with its rule sets."""

    name: str
    book: Rulebook
    players: str
    """`Two players`, `2 to 4 players`."""
    rule_sets: list[RuleSetShown]


def game_shown(game: Game) -> GameShown:
    """Return a game with its rule sets."""
    sets = [
        RuleSetShown(
            rule_set_name(one.plain_title),
            one.plain_title,
            [_option(*option, one) for option in one.options.items()],
        )
        for one in game.rule_sets
    ]
    return GameShown(
        game.name, rulebook(game.name) or game.book, _players(game.rule_sets[0].seats), sets
    )


def _option(name: str, option: Option, rules: RuleSet) -> OptionShown:
    usual = {option.default(seats) for seats in rules.seats}
    others = [house_rule(f"{name}={one}", rules) for one in option.readings if one not in usual]
    if option.numbers:
        others.append(_("another number, up to %(last)s", last=option.numbers[-1]))
    return OptionShown(capital(_usual(name, option, rules)), others, f"{name}={option.choices}")


def _usual(name: str, option: Option, rules: RuleSet) -> str:
    """Return the usual choice of an option: `played to 100 points`, or where it depends on the
    players `… with 2 players, …`."""
    by_default: dict[str, list[int]] = {}
    for seats in rules.seats:
        by_default.setdefault(option.default(seats), []).append(seats)
    if len(by_default) == 1:
        return house_rule(f"{name}={next(iter(by_default))}", rules)
    said = [
        _("%(reading)s with %(players)s players", reading=house_rule(f"{name}={reading}", rules),
          players=_several(seats))
        for reading, seats in by_default.items()
    ]  # fmt: skip
    more = [_("and so on")] if len(said) > MOST_USUAL else []
    return ", ".join([*said[:MOST_USUAL], *more])


def _several(seats: list[int]) -> str:
    if len(seats) == 1:
        return str(seats[0])
    if len(seats) == 2:
        return _("%(first)s or %(last)s", first=seats[0], last=seats[1])
    return _("%(first)s to %(last)s", first=seats[0], last=seats[-1])


def _players(seats: range) -> str:
    if seats[-1] > MOST_SEATS:
        return _("%(number)s players or more", number=seats[0])
    if len(seats) == 1:
        return _("%(number)s players", number=seats[0])
    return _("%(first)s to %(last)s players", first=seats[0], last=seats[-1])


_LEAD = re.compile(r"^\*([^*`]+?)\.?\*\s+")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-ZÄÖÜ])")
# Raw HTML stays text: a rulebook is ours, but there is no need to trust it.
_markdown = MarkdownIt("commonmark", {"html": False, "typographer": False})


class ClauseShown(NamedTuple):
    """A clause of a rulebook."""

    game: str
    number: str
    name: str
    """The name of the clause, or of its section where it has none."""
    first_sentence: Markup
    words: Markup
    """The text without the name."""
    second_sentence: Markup = Markup()

    @property
    def from_the_second(self) -> ClauseShown:
        """Return the clause from its second sentence on."""
        return self._replace(first_sentence=self.second_sentence or self.first_sentence)

    @property
    def reference(self) -> str:
        """Return the reference of the clause, as verdicts cite it."""
        return f"{self.game}/{self.number}"


def rulebook(game: str) -> Rulebook | None:
    """Return a game's rulebook in the language of this answer; None for an unknown game."""
    return _rulebook(game, language())


@lru_cache(maxsize=64)
def _rulebook(game: str, code: str) -> Rulebook | None:
    try:
        known = find_game(game)
    except UnknownRules:
        return None
    path = rulebook_path(code, known.name)
    return Rulebook(known.name, path) if path else known.book


def clause(reference: str) -> ClauseShown | None:
    """Return the clause that `twenty/4.1` cites, in the language of this answer; None where there
    is none of this number."""
    return _clause(reference, language())


@lru_cache(maxsize=1024)
def _clause(reference: str, code: str) -> ClauseShown | None:
    game, _, number = reference.partition("/")
    book = _rulebook(game, code)
    if book is None:
        return None
    try:
        found = book.clause(number)
    except UnknownClause:
        return None
    lead = _LEAD.match(found.text)
    name = lead[1] if lead else found.section.lstrip("0123456789. ")
    body = found.text[lead.end() :] if lead else found.text
    first, *rest = _SENTENCE.split(body, maxsplit=2)
    second = inline(rest[0]) if rest else Markup()
    return ClauseShown(game, number, name, inline(first), block(body), second)


def inline(text: str) -> Markup:
    """Return a line of Markdown, without a paragraph round it."""
    return Markup(_markdown.renderInline(text))  # noqa: S704 - markdown-it escapes


@lru_cache(maxsize=512)
def block(text: str) -> Markup:
    """Return paragraphs of Markdown."""
    return Markup(_markdown.render(text))  # noqa: S704 - markdown-it escapes


def rules_in_words(rules: str | Mapping[str, str] | None) -> str:
    """Return the rules of an identifier as a player says them: `Twenty; house rule: both players
    are dealt new hands at once` for `twenty/farrugia@1;replenish=both`. What is unknown here stays
    as it is written. Where a verdict was asked for by other rules than its record names, those are
    returned."""
    if isinstance(rules, Mapping):
        rules = rules["asked"]
    plain, *options = (rules or "").split(";")
    title = rule_set_name(plain)
    if not options or not title:
        return title
    rule_set = _rule_set(plain)
    told = "; ".join(house_rule(option, rule_set) for option in options)
    said = _("house rule: %(told)s", told=told)
    if len(options) > 1:
        said = _("house rules: %(told)s", told=told)
    return f"{title}; {said}"


def rule_set_name(plain: str) -> str:
    """Return the name of a rule set, without its options: `Twenty down`."""
    known = _rule_set(plain)
    if known and known.called:
        return _(known.called)
    game, _slash, set_name = plain.partition("/")
    return game_title(game) if set_name else name(plain)


def _rule_set(plain: str) -> RuleSet | None:
    game = GAMES.get(plain.partition("/")[0])
    sets = game.rule_sets if game else ()
    return next((one for one in sets if one.plain_title == plain), None)


def game_title(word: str) -> str:
    """Return `Count to 20` for `count-to-20`; an unknown game keeps its own name."""
    book = rulebook(word)
    return book.title if book else name(word) or _("No game named")


def game_called(game: str | None, rules: str | None) -> str | None:
    """Return the name of a game, by its rule set if that is known: `Twenty down`."""
    if rules:
        return rule_set_name(rules.partition(";")[0])
    return game_title(game) if game else None


def house_rule(option: str, rules: RuleSet | None) -> str:
    """Return one option in words: `a tie is played off` for `tie=play-on`; as it is written where
    the rules have none of that name."""
    key, _equals, value = option.partition("=")
    known = rules.options.get(key) if rules else None
    if known and value in known.in_words:
        return _(known.in_words[value])
    if known and known.target:
        return _("played to %(points)s points", points=name(value))
    if known and known.packs and value.isdecimal() and len(value) < 4:
        number = int(value)
        return ngettext("%(num)s pack of cards", "%(num)s packs of cards", number) % {"num": number}
    return name(option)
