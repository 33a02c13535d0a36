"""A list of games for templates and programs: chips, facets as links, the next page, and the rows
of its table.

Every page of a list has fifty rows, of seven texts each. To hand one text to a template takes
longer than to write it down, so the rows are drawn here, and handed over as one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from markupsafe import Markup, escape

from archive.services import GameRow
from archive.services.search import PARAMETERS, Facets, Found, Listed, is_unseen
from archive.web.language import _, language, marked, number, pgettext, spoiler_free
from archive.web.presenters.finding_names import FINDINGS
from archive.web.presenters.rule_sets import game_called, game_title, rules_in_words
from archive.web.text_shown import gate
from archive.web.words import (
    UNNAMED,
    VISIBILITIES,
    counted,
    date_words,
    name,
    standing_words,
    written,
)

ORDERS: Final = {
    "newest": marked("newest uploads"),
    "date": marked("date played"),
    "highest": marked("highest score"),
    "findings": marked("most findings"),
}
STANDINGS: Final = {
    "upheld": marked("Correct"),
    "open": marked("Left open"),
    "flawed": marked("Faults found"),
    "impossible": marked("Not possible"),
}
LABELS: Final = {
    "rules": marked("Rules"), "player": marked("Player"),
    "vs": marked("Against"), "verdict": marked("Verdict"), "finding": marked("Finding"),
    "clause": marked("Clause"), "tag": marked("Tag"), "event": marked("Event"),
    "from": marked("From"), "to": marked("Until"), "q": marked("Words"),
    "min": marked("Score from"), "max": marked("Score up to"),
}  # fmt: skip
MOST_SHOWN: Final = 8
"""The most values of a facet that are not folded."""
KEPT: Final = ("sort", "mine")
"""The parameters that stay in an address whatever the filters are."""


class Chip(NamedTuple):
    """A filter, and the same search without it."""

    label: str
    value: str
    without: dict[str, str]
    player: str
    """The identifier of the player in it, who has a page; empty where there is none."""


class Choice(NamedTuple):
    """A value of a facet, and the search with it."""

    words: str
    number: str
    asked: dict[str, str]
    chosen: bool


class Facet(NamedTuple):
    """A facet beside a list."""

    title: str
    name: str
    first: list[Choice]
    rest: list[Choice]


def asked_of(given: Mapping[str, str]) -> dict[str, str]:
    """Return the filters in an address, without empty ones."""
    said = {key: _trimmed(given.get(key, "")) for key in (*PARAMETERS, *KEPT)}
    return {key: one for key, one in said.items() if one and (key, one) != ("sort", "newest")}


def chips(asked: Mapping[str, str], found: Found, fixed: Iterable[str] = ()) -> list[Chip]:
    """Return the filters as chips, without those that the page itself is about."""
    here = bool(found.page.games) and not found.filters.owner  # they are in listed games
    return [
        Chip(
            pgettext("which game", "Game") if key == "game" else _(LABELS[key]),
            _said(key, asked[key], found),
            _without(asked, key),
            _player(key, found) if here else "",
        )
        for key in PARAMETERS
        if key in asked and key not in fixed
    ]


def facets(asked: Mapping[str, str], found: Found, fixed: Iterable[str] = ()) -> list[Facet]:
    """Return the facets beside a list, without those that have a single value that is not
    chosen."""
    counts = found.page.facets
    shown = [
        _facet(pgettext("which game", "Game"), "game", counts.games, asked, found),
        _facet(_("Verdict"), "verdict", counts.standings, asked, found),
        _facet(_("Rules"), "rules", counts.rules, asked, found),
        _facet(_("Finding"), "finding", counts.findings, asked, found),
        _dates(counts, asked),
    ]
    return [one for one in shown if one.name not in fixed and len(one.first) + len(one.rest) > 1]


def total(counts: Facets) -> str:
    """Return the number of games, as `12 games` or `1,000+ games`."""
    if counts.exact:
        return counted(counts.total, "game")
    return _("%(num)s+ games", num=number(counts.total))


def finding_words(code: str) -> str:
    """Return what a finding is called in lists: `not-followed` is “Did not follow suit”."""
    return _(FINDINGS[code]) if code in FINDINGS else name(code.replace("-", " ").capitalize())


def as_dict(found: Found, following: str | None) -> dict[str, Any]:
    """Return a page of a list for programs."""
    return {
        "games": [one_as_dict(one) for one in found.page.games],
        "facets": found.page.facets,
        "next": following,
    }


def one_as_dict(one: Listed) -> dict[str, Any]:
    """Return a listed game as the API gives it."""
    fields = {key: getattr(one.game, key) for key in one.game.__dataclass_fields__}
    fields["line"] = fields["number"] = None  # they may reveal something that is kept back
    ids = {f"p{seat}": player for seat, player in sorted(one.seats.items())}
    return {**fields, "highest": one.highest, "player_ids": ids}


def _trimmed(value: str) -> str:
    """Return a text without blanks around it; invisible characters stay, and are refused."""
    return value if any(map(is_unseen, value)) else value.strip()


def _facet(
    title: str, key: str, values: Mapping[str, int], asked: Mapping[str, str], found: Found
) -> Facet:
    plus = "" if found.page.facets.exact else "+"
    choices = []
    for value, count in values.items():
        chosen = asked.get(key) == value
        question = _without(asked, key) if chosen else {**asked, key: value}
        if key == "game" and not chosen:  # rules belong to one game
            question.pop("rules", None)
        choices.append(Choice(_said(key, value, found), f"{number(count)}{plus}", question, chosen))
    shown = [one for at, one in enumerate(choices) if at < MOST_SHOWN or one.chosen]
    return Facet(title, key, shown, [one for one in choices if one not in shown])


def _dates(counts: Facets, asked: Mapping[str, str]) -> Facet:
    plus = "" if counts.exact else "+"
    choices = [
        Choice(
            day, f"{number(count)}{plus}", {**asked, "from": day, "to": day},
            asked.get("from") == asked.get("to") == day,
        )
        for day, count in counts.dates.items()
    ]  # fmt: skip
    return Facet(_("Date"), "from", choices[:MOST_SHOWN], choices[MOST_SHOWN:])


def _said(key: str, value: str, found: Found) -> str:
    """Return a value in words."""
    if player := _player(key, found):
        return name(found.names[player])
    if key in ("player", "vs"):
        return name(value)
    if key == "game":
        return game_title(value)
    if key == "rules":
        return rules_in_words(value)
    if key == "verdict":
        return _(STANDINGS.get(value, value))
    if key == "finding":
        return finding_words(value)
    return written(value) or value


def _player(key: str, found: Found) -> str:
    """Return the player named by this parameter, where the archive knows them."""
    player = {"player": found.filters.player, "vs": found.filters.versus}.get(key, "")
    return player if found.names.get(player) else ""


def _without(asked: Mapping[str, str], key: str) -> dict[str, str]:
    return {other: value for other, value in asked.items() if other != key}


Draw = Callable[[str, Mapping[str, str]], Markup]
"""A function that draws the rows, given the addresses of games and the marks of verdicts."""


def rows(games: Iterable[Listed]) -> Draw:
    """Return the function that draws these games."""

    def draw(below: str, marks: Mapping[str, str]) -> Markup:
        spoken, told = language(), not spoiler_free()
        drawn = "\n".join(_row(one.game, below, marks, spoken, told=told) for one in games)
        return Markup(drawn)  # noqa: S704 - each text in it is escaped

    return draw


def _row(game: GameRow, below: str, marks: Mapping[str, str], spoken: str, *, told: bool) -> str:
    """Return a row in the language `spoken`, which is that of the answer: it stands here so that
    the common words of many rows are translated once. The score is left out unless `told`."""
    names = _names(game.players) if game.players else _text(_(UNNAMED))
    score = _score(tuple(game.score.values()), spoken) if game.score and told else ""
    findings = _findings(game.findings, spoken) if game.findings else ""
    seen = _("hidden") if game.hidden_at else ""
    if not seen and game.visibility != "public":
        seen = _(VISIBILITIES[game.visibility])
    return (
        f'<tr>\n<td><a href="{below}{_text(game.id)}">{names}</a>\n'
        f"{_about(game.game, game.rules, game.event, spoken)}</td>\n"
        f'<td class="when">{_played(game.date, spoken)}</td>\n'
        f'<td class="score">{score}</td>\n'
        f"<td>{marks.get(game.standing, '')}{findings}{_under(seen) if seen else ''}</td>\n</tr>"
    )


def _names(players: Iterable[str | None]) -> str:
    """Return the players, each name apart from the text round it."""
    return " – ".join(
        _name(one) if one else f"<bdi>p{seat}</bdi>" for seat, one in enumerate(players, 1)
    )


@lru_cache(maxsize=10_000)
def _name(player: str) -> str:
    """Return a name as HTML. A page has two hundred names, many of them on the next one, too."""
    return f"<bdi>{_text(name(player))}</bdi>"


@lru_cache(maxsize=10_000)
def _about(game: str | None, rules: str | None, event: str | None, _spoken: str) -> str:
    return _under(", ".join(filter(None, (game_called(game, rules), written(event)))))


@lru_cache(maxsize=10_000)
def _played(date: str | None, _spoken: str) -> str:
    return _text(date_words(date) or "")


@lru_cache(maxsize=10_000)
def _score(totals: tuple[int | None, ...], _spoken: str) -> str:
    return _text(standing_words(dict(enumerate(totals))))


@lru_cache(maxsize=1_000)
def _findings(count: int, _spoken: str) -> str:
    return _under(counted(count, "finding"))


def _under(text: str) -> str:
    return f'<span class="soft small under">{_text(text)}</span>'


def _text(text: str) -> str:
    """Return a text escaped for the page."""
    return str(escape(gate(text)))
