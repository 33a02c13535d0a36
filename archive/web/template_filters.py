"""The filters and functions of templates, and people's notes as they are shown: `9♠` as a card,
`#47` as a link to a play."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from babel.numbers import format_decimal
from flask import Flask, request
from markupsafe import Markup

from archive.core.archive_states import STANDINGS
from archive.core.cards import cards
from archive.importers.origin import Own
from archive.notation.notes import without_commands
from archive.scoring.scoresheet import UNNUMBERED, ScoreRow
from archive.scoring.upload_phrases import found_told, reading_told
from archive.services.standings import fewest_wins
from archive.telling.names_and_totals import answered, name, total_words
from archive.web import verdict_sentences, words
from archive.web.errors import size_in_words
from archive.web.language import _, language, marked
from archive.web.presenters.action_text import deed
from archive.web.presenters.boards import TableShown
from archive.web.presenters.boards.cards import CardShown, shown
from archive.web.presenters.comparison_differences import own_place
from archive.web.presenters.findings import grouped, reason
from archive.web.presenters.listing import RowParts, winners
from archive.web.presenters.move_list import count_of
from archive.web.presenters.rule_sets import game_called, game_title, rules_in_words
from archive.web.verdict_sentences import speech

SUITS: Final = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
SPECIAL: Final = re.compile(
    r"(?<![\w])(?P<rank>10|[A2-9TJQK])(?P<suit>[♠♥♦♣])\ufe0f?|(?<![\w&])#(?P<ply>\d{1,5})\b"
)


class Piece(NamedTuple):
    """A run of text, a card, or the number of a play; the others are empty."""

    text: str = ""
    card: CardShown | None = None
    ply: int | None = None


def pieces(text: str) -> list[Piece]:
    """Return a text cut into the pieces that it is drawn with."""
    found: list[Piece] = []
    end = 0
    for match in SPECIAL.finditer(text):
        if match.start() > end:
            found.append(Piece(text[end : match.start()]))
        end = match.end()
        if match["ply"]:
            found.append(Piece(ply=int(match["ply"])))
        else:
            named = match["rank"].replace("10", "T") + SUITS[match["suit"]]
            found.append(Piece(card=shown(cards(named))[0]))
    if end < len(text):
        found.append(Piece(text[end:]))
    return found


def card_word(card: CardShown) -> Markup:
    """Return a card in running text, in the colour of its suit; a listener hears its name."""
    return _card_word(card.rank, card.suit, language())


def deed_drawn(table: TableShown) -> Markup:
    """Return the action of a table as a sentence, with its cards as they are written in running
    text."""
    assert table.step is not None

    def drawn(rank: str, suit: str) -> str:
        return _card_word(rank, suit, language())

    step = table.step
    said = deed(step.action, leads=table.leads, count=count_of(step), name=drawn)
    return Markup(said)  # noqa: S704  # our own words, and cards that are escaped


@cache
def _card_word(rank: str, suit: str, _code: str) -> Markup:
    return Markup(
        '<span class="word-{}"><span aria-hidden="true">{}</span>'
        '<span class="unseen">{}</span></span>'
    ).format(suit or "plain", words.card_sign(rank, suit), words.card_words(rank, suit))


def _place_in_the_sheet(own: Own) -> str:
    """Return a place in an uploaded sheet as a heading of what is quoted."""
    if own.cell:
        return _("Cell %(cell)s of the uploaded sheet", cell=own.cell)
    return _("Line %(line)s of the uploaded sheet", line=own.line)


UNDERSTOOD: Final = frozenset(
    {"kept-as-comment", "house-rule", "read-by-figures", "ranks-not-declared"}
)
"""The codes of what is only told of a sheet: it is no part of the game, or was understood."""


def _not_understood(reading: Mapping[str, Any] | None) -> list[Mapping[str, Any]]:
    """Return what was not understood of a sheet as part of the game."""
    found = reading["diagnostics"] if reading else []
    return [one for one in found if one["code"] not in UNDERSTOOD]


def add_filters(app: Flask) -> None:
    """Give templates the filters and functions that they use."""
    app.jinja_env.filters.update(
        without_commands=without_commands,
        answer=words.answer_words,
        answered=answered,
        by_rank=_by_rank,
        card_name=lambda text: words.card_words(text[0], text[1:]),
        card_word=card_word,
        counted=words.counted,
        date_words=words.date_words,
        deal_word=words.deal_word,
        deed=lambda action: _said(words.DEEDS, action),
        deed_drawn=deed_drawn,
        grouped=grouped,
        fewest_wins=fewest_wins,
        game_called=game_called,
        game_title=game_title,
        headline=verdict_sentences.headline,
        not_understood=_not_understood,
        own_place=own_place,
        pieces=pieces,
        place_in_the_sheet=_place_in_the_sheet,
        kept=lambda text: reading_told(text or "", speech()),
        found_at=lambda text, code: found_told(code, text, speech()),
        moment=words.moment,
        name_at_seat=lambda seat, names: verdict_sentences.name_of(names, seat),
        name_at=lambda said, seat: name(said or "") or f"p{seat}",
        deal_name=_deal_name,
        question=lambda question: _(words.QUESTIONS[question]),
        rank_sign=words.rank_sign,
        reason=reason,
        report_state=lambda state: _said(words.REPORT_STATES, state),
        role=lambda role: _said(words.ROLES, role),
        row_label=_row_label,
        row_number=_row_number,
        rules_in_words=rules_in_words,
        severity=lambda severity: _said(words.SEVERITIES, severity),
        signed=words.signed,
        size=size_in_words,
        suit_name=lambda suit: _(words.SUITS[suit]),
        standing=verdict_sentences.standing_words,
        state=lambda state: _(words.STATES.get(state, (state, state))[0]),
        state_heading=lambda state: _(words.STATES.get(state, (state, state))[1]),
        tenths=lambda value: format_decimal(value, "0.0", locale=language()).replace("-", "−"),
        total=total_words,
        turn_word=words.turn_word,
        visibility=lambda visibility: _said(words.VISIBILITIES, visibility),
        score_shown=verdict_sentences.score_shown,
        who_won=verdict_sentences.who_won,
        winners=winners,
        why=verdict_sentences.why,
        written=words.written,
    )
    app.jinja_env.tests.update(in_rounds=words.in_rounds, tallied=words.tallied)

    @lru_cache(maxsize=64)
    def row_parts(_spoken: str, _root: str) -> RowParts:
        drawn: Any = app.jinja_env.get_template("parts/verdict.html").module
        marks = {standing: drawn.chip(standing) for standing in (*STANDINGS, "waiting")}
        won: Any = app.jinja_env.get_template("parts/games.html").module
        return RowParts(app.url_for("game.game", game_id="0")[:-1], marks, won.won())

    @lru_cache(maxsize=2_000)
    def drawn(part: str, _spoken: str, _root: str, **about: Any) -> Markup:
        return Markup(app.jinja_env.get_template(f"parts/{part}.html").render(about))  # noqa: S704

    # drawn once for a language and a prefix: every table of games and every page has them
    app.jinja_env.globals["row_parts"] = lambda: row_parts(language(), request.script_root)
    app.jinja_env.globals["site_part"] = lambda part, **about: drawn(
        part, language(), request.script_root, **about
    )


def _said(words: Mapping[str, str], word: str) -> str:
    """Return one of the archive's own words in the reader's language."""
    return _(words.get(word, word))


def _by_rank(verdict: Mapping[str, Any]) -> list[tuple[str, int | None]]:
    """Return a verdict's seats with their totals, from the winners to the last; none where the
    totals are known to be others."""
    won = (verdict.get("winner") or "").split(",")
    better = 1 if fewest_wins(verdict.get("game") or "") else -1
    return sorted(
        (verdict_sentences.score_shown(verdict) or {}).items(),
        key=lambda one: (one[0] not in won, one[1] is None, better * (one[1] or 0)),
    )


def _row_label(row: ScoreRow, word: str | None) -> str:
    """Return the label of a line of a score sheet: `Hand 3`, `Bonus`, `Before`."""
    own = {"Bonus": _("Bonus"), "Before": _("Before")}.get(row.label)
    return own or f"{word or _('Hand')} {_row_number(row)}"


def _row_number(row: ScoreRow) -> str:
    """Return the number of a hand on a score sheet; a question mark where it is not known."""
    return "?" if row.label == UNNUMBERED else str(row.deal)


def _deal_name(deal: str) -> str:
    """Return the name of the deal whose cards are counted: `round 2` begins a line as `Round 2`."""
    kind, _between, number = deal.partition(" ")
    return f"{_(_DEALT[kind])} {number}" if kind in _DEALT else _(_DRAW)


_DEALT: Final = {"round": marked("Round"), "hand": marked("Hand"), "deal": marked("Deal")}
_DRAW: Final = marked("The draw for the deal")
