"""The words templates ask for."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Flask

from archive.web import words
from archive.web.errors import sized
from archive.web.presenters.findings import basis, grouped
from archive.web.presenters.house_rules import rules_in_words
from archive.web.presenters.listing import game_title


def add_filters(app: Flask) -> None:
    app.jinja_env.filters.update(
        answer=words.answer_words,
        basis=basis,
        by_rank=_by_rank,
        card_name=lambda text: words.card_words(text[0], text[1:]),
        card_names=_card_names,
        counted=words.counted,
        date_words=words.date_words,
        deal_word=words.deal_word,
        grouped=grouped,
        game_title=game_title,
        headline=words.headline,
        moment=words.moment,
        name_at_seat=lambda seat, names: words.name_of(names, seat),
        name_at=lambda name, seat: words.name(name or "") or f"p{seat}",
        question=lambda question: words.QUESTIONS[question],
        rules_in_words=rules_in_words,
        signed=words.signed,
        size=sized,
        suit_name=lambda suit: words.SUITS[suit],
        standing=words.standing_words,
        state=lambda state: words.STATES.get(state, state),
        total=words.total_words,
        turn_word=words.turn_word,
        who_won=words.who_won,
        why=words.why,
        written=words.written,
    )
    app.jinja_env.tests.update(in_rounds=words.in_rounds, tallied=words.tallied)


def _by_rank(score: Mapping[str, int | None], winner: str | None) -> list[tuple[str, int | None]]:
    """Return seats with their totals, those that won first."""
    won = (winner or "").split(",")
    return sorted(score.items(), key=lambda one: one[0] not in won)


def _card_names(text: str) -> str:
    """Several of a card: `sixes`, `jacks`, `nines of hearts`."""
    rank, _, suit = words.card_words(text[0], text[1:]).partition(" ")
    return rank + ("es" if rank == "six" else "s") + (f" {suit}" if suit else "")
