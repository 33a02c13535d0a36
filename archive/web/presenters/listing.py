"""A list of games for templates and programs: chips, facets as links, the next page, and the rows
of its table.

Every page of a list has fifty rows, of seven texts each. To hand one text to a template takes
longer than to write it down, so the rows are drawn here, and handed over as one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from markupsafe import Markup, escape

from archive.services import GameRow
from archive.services.search import PARAMETERS, Facets, Found, Whole, is_unseen
from archive.telling.names_and_totals import name
from archive.web.language import _, language, marked, number, pgettext, spoiler_free
from archive.web.presenters.rule_sets import game_called, game_title, rules_in_words
from archive.web.text_shown import gate
from archive.web.verdict_sentences import standing_words
from archive.web.words import FINDINGS, UNNAMED, VISIBILITIES, counted, date_words, written

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
CHOSEN: Final = ' aria-current="true"'
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
    games: int
    asked: dict[str, str]
    chosen: bool


Address = Callable[[Mapping[str, str]], str]
"""A function that returns the address of a search."""


def asked_of(given: Mapping[str, str]) -> dict[str, str]:
    """Return the filters in an address, without empty ones."""
    said = {key: _trimmed(given[key]) for key in (*PARAMETERS, *KEPT) if key in given}
    return {key: one for key, one in said.items() if one and (key, one) != ("sort", "newest")}


def chips(asked: Mapping[str, str], found: Found[GameRow], fixed: Iterable[str] = ()) -> list[Chip]:
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


def facets(
    asked: Mapping[str, str], found: Found[GameRow], address: Address, fixed: Iterable[str] = ()
) -> Markup:
    """Return the facets beside a list as HTML, without those that have a single value that is not
    chosen."""
    counts = found.page.facets
    valued = (
        (pgettext("which game", "Game"), "game", counts.games),
        (_("Verdict"), "verdict", counts.standings),
        (_("Rules"), "rules", counts.rules),
        (_("Finding"), "finding", counts.findings),
    )
    shown = [
        (title, _choices(key, values, asked, found))
        for title, key, values in valued
        if key not in fixed
    ]
    if "from" not in fixed:
        shown.append((_("Date"), _dates(counts, asked)))
    plus = "" if counts.exact else "+"
    drawn = "\n".join(_facet(*one, plus, address) for one in shown if len(one[1]) > 1)
    return Markup(drawn)  # noqa: S704 - each text in it is escaped


def total(counts: Facets) -> str:
    """Return the number of games, as `12 games` or `1,000+ games`."""
    if counts.exact:
        return counted(counts.total, "game")
    return _("%(num)s+ games", num=number(counts.total))


def finding_words(code: str) -> str:
    """Return what a finding is called in lists: `not-followed` is “Did not follow suit”."""
    return _(FINDINGS[code]) if code in FINDINGS else name(code.replace("-", " ").capitalize())


def as_dict(found: Found[Whole], following: str | None) -> dict[str, Any]:
    """Return a page of a list for programs."""
    return {
        "games": [one_as_dict(one) for one in found.page.games],
        "facets": found.page.facets,
        "next": following,
    }


def one_as_dict(one: Whole) -> dict[str, Any]:
    """Return a listed game as the API gives it."""
    fields = {key: getattr(one.game, key) for key in one.game.__dataclass_fields__}
    fields["line"] = fields["number"] = None  # they may reveal something that is kept back
    ids = {f"p{seat}": player for seat, player in sorted(one.seats.items())}
    return {**fields, "highest": one.highest, "player_ids": ids}


def _trimmed(value: str) -> str:
    """Return a text without blanks around it; invisible characters stay, and are refused."""
    return value if any(map(is_unseen, value)) else value.strip()


def _choices(
    key: str, values: Mapping[str, int], asked: Mapping[str, str], found: Found[GameRow]
) -> list[Choice]:
    choices = []
    for value, count in values.items():
        chosen = asked.get(key) == value
        question = _without(asked, key) if chosen else {**asked, key: value}
        if key == "game" and not chosen:  # rules belong to one game
            question.pop("rules", None)
        choices.append(Choice(_said(key, value, found), count, question, chosen))
    return choices


def _dates(counts: Facets, asked: Mapping[str, str]) -> list[Choice]:
    here = asked.get("from") if asked.get("from") == asked.get("to") else None
    return [
        Choice(day, count, {**asked, "from": day, "to": day}, day == here)
        for day, count in counts.dates.items()
    ]


def _facet(title: str, choices: list[Choice], plus: str, address: Address) -> str:
    first = [one for at, one in enumerate(choices) if at < MOST_SHOWN or one.chosen]
    rest = [one for at, one in enumerate(choices) if at >= MOST_SHOWN and not one.chosen]
    folded = ""
    if rest:
        more = _text(_("%(rest)s more", rest=len(rest)))
        listed = _list(rest, plus, address)
        folded = f'<details><summary class="small">{more}</summary>{listed}</details>'
    return (
        f'<section>\n<h2 class="label">{_text(title)}</h2>\n'
        f"{_list(first, plus, address)}\n{folded}</section>"
    )


def _list(choices: Iterable[Choice], plus: str, address: Address) -> str:
    drawn = [
        f'<li><a href="{_text(address(one.asked))}" rel="nofollow"{CHOSEN if one.chosen else ""}>'
        f'{_text(one.words)}</a> <span class="soft number">{number(one.games)}{plus}</span></li>'
        for one in choices
    ]
    return f'<ul class="plain">\n{"".join(drawn)}</ul>'


def _said(key: str, value: str, found: Found[GameRow]) -> str:
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


def _player(key: str, found: Found[GameRow]) -> str:
    """Return the player named by this parameter, where the archive knows them."""
    player = {"player": found.filters.player, "vs": found.filters.versus}.get(key, "")
    return player if found.names.get(player) else ""


def _without(asked: Mapping[str, str], key: str) -> dict[str, str]:
    return {other: value for other, value in asked.items() if other != key}


class RowParts(NamedTuple):
    """The parts that the rows of all tables share in one language."""

    below: str
    """The beginning of the addresses of games."""
    marks: Mapping[str, str]
    """The marks of verdicts by standing, as HTML."""
    won: str
    """The mark behind a winner's name, as HTML."""


def rows(games: Iterable[GameRow]) -> Callable[[RowParts], Markup]:
    """Return the function that draws these games."""

    def draw(alike: RowParts) -> Markup:
        spoken, told = language(), not spoiler_free()
        drawn = "\n".join(_row(one, alike, spoken, told=told) for one in games)
        return Markup(drawn)  # noqa: S704 - each text in it is escaped

    return draw


def _row(game: GameRow, alike: RowParts, spoken: str, *, told: bool) -> str:
    """Return a row in the language `spoken`, which is that of the answer: it stands here so that
    the common words of many rows are translated once. Score and winner are left out unless
    `told`."""
    won = winners(game.winner) if told else ()
    names = _names(game.players, won, alike.won) if game.players else _text(_(UNNAMED))
    score = _score(tuple(game.score.values()), spoken) if game.score and told else ""
    findings = _findings(game.findings, spoken) if game.findings else ""
    mark = alike.marks.get(game.standing, "")
    seen = _("hidden") if game.hidden else ""
    if not seen and game.visibility != "public":
        seen = _(VISIBILITIES[game.visibility])
    return (
        f'<tr>\n<td><a href="{alike.below}{game.id}">{names}</a>\n'
        f"{_about(game.game, game.rules, game.event, spoken)}</td>\n"
        f'<td class="when">{_played(game.date, spoken)}</td>\n'
        f'<td class="score">{score}</td>\n'
        f"<td>{mark}{findings}{_under(seen) if seen else ''}</td>\n</tr>"
    )


def winners(winner: str | None) -> Sequence[str]:
    """Return the seats of a game's winners: none of a draw, or where it is not known who won."""
    return (winner or "").split(",")


def _names(players: Sequence[str], won: Sequence[str], sign: str) -> str:
    """Return the players, each name apart from the text round it, with a sign behind those who
    won."""
    return " – ".join(
        f"{_name(one) if one else f'<bdi>p{seat}</bdi>'}{sign if f'p{seat}' in won else ''}"
        for seat, one in enumerate(players, 1)
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
