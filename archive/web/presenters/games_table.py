"""The rows of a table of games.

Every page of a list has fifty, of seven texts each. To hand one text to a template takes longer
than to write it down, so the rows are drawn here, and handed over as one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from markupsafe import Markup, escape

from archive.services import GameRow
from archive.services.search import Listed
from archive.web.language import _, language
from archive.web.presenters.house_rules import game_called
from archive.web.spoilers import spoiler_free
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

Draw = Callable[[str, Mapping[str, str]], Markup]
"""What draws the rows, told where games are and what the marks of their verdicts look like."""


def rows(games: Iterable[Listed]) -> Draw:
    """Return what draws these games."""

    def draw(below: str, marks: Mapping[str, str]) -> Markup:
        drawn = "\n".join(_row(one.game, below, marks) for one in games)
        return Markup(drawn)  # noqa: S704 - each text in it is escaped

    return draw


def _row(game: GameRow, below: str, marks: Mapping[str, str]) -> str:
    names = _names(game.players) if game.players else _text(_(UNNAMED))
    about = _about(game_called(game.game, game.rules), game.event)
    score = _text(standing_words(game.score)) if game.score and not spoiler_free() else ""
    findings = _under(counted(game.findings, "finding")) if game.findings else ""
    seen = _("hidden") if game.hidden_at else ""
    if not seen and game.visibility != "public":
        seen = _(VISIBILITIES[game.visibility])
    return (
        f'<tr>\n<td><a href="{below}{_text(game.id)}">{names}</a>\n{about}</td>\n'
        f'<td class="when">{_played(game.date, language())}</td>\n'
        f'<td class="score">{score}</td>\n'
        f"<td>{marks.get(game.standing, '')}{findings}{_under(seen) if seen else ''}</td>\n</tr>"
    )


def _names(players: Iterable[str | None]) -> str:
    """Return who played, each name apart from what stands round it."""
    return " – ".join(
        _name(one) if one else f"<bdi>p{seat}</bdi>" for seat, one in enumerate(players, 1)
    )


@lru_cache(maxsize=10_000)
def _name(player: str) -> str:
    """A page has two hundred names, many of them on the next one, too."""
    return f"<bdi>{_text(name(player))}</bdi>"


def _about(title: str | None, event: str | None) -> str:
    return _under(", ".join(filter(None, (title, written(event)))))


@lru_cache(maxsize=10_000)
def _played(date: str | None, _language: str) -> str:
    return _text(date_words(date) or "")


def _under(text: str) -> str:
    return f'<span class="soft small under">{_text(text)}</span>'


def _text(text: str) -> str:
    """Return a text as it stands in the page."""
    return str(escape(gate(text)))
