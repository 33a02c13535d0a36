"""The choices for the next play in a line of what if, as its page offers them; the worth of each,
as far as the analysis has it or the end of the game can be played out; and the score of the line
beside that of the game that it leaves."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from archive.analyst.annotations import PlyWeighed
from archive.analyst.twenty.rest_of_round import wins_by
from archive.core.cards import cards as cards_named
from archive.games import GAMES
from archive.games.twenty.rules import VALUES, Twenty
from archive.rules.hand import UNCOUNTED
from archive.rules.pack import RANKS, SUITS, write_card
from archive.rules.position import Position
from archive.rules.position_for_browser import written
from archive.scoring.scoresheet import counted_on_at
from archive.scoring.what_if import Choice
from archive.telling.names_and_totals import total_words
from archive.web.language import _, decimal, marked, ngettext
from archive.web.presenters.action_text import listed
from archive.web.presenters.boards import TableShown
from archive.web.presenters.boards.cards import CardShown, Worth, shown
from archive.web.presenters.replay_cache import CachedReplay
from archive.web.rules_files import address as rules_address
from archive.web.verdict_sentences import outcome

MOST_OFFERED: Final = 16
"""The most plays that are offered one by one; where there are more, cards can be ticked."""

OFFERED: Final = {
    "d": marked("Draw a card"), "pass": marked("Pass"), "in": marked("Stay in"),
    "out": marked("Drop out"), "x-": marked("Stand pat"),
    "trump-c": marked("Clubs trumps"), "trump-d": marked("Diamonds trumps"),
    "trump-h": marked("Hearts trumps"), "trump-s": marked("Spades trumps"),
}  # fmt: skip
TICKED: Final = {"turn": "make"}
"""The name of the action that ticked cards make, by the awaited action, where the two differ."""


@dataclass(frozen=True, slots=True)
class OfferShown:
    """A choice: its cards, or words where it is no play of cards; and the action for the rules, as
    JSON."""

    text: str
    action: str
    cards: list[CardShown]
    words: str
    url: str
    as_played: bool
    worth: Worth | None


def offers_of(
    position: Position,
    choices: Sequence[Choice],
    worth: Mapping[str, Worth],
    address: Callable[[str], str],
) -> list[OfferShown]:
    """Return the plays that are offered: the one of the game first, then those of few cards.
    `address` makes the address of a choice."""
    if position.due == "put_away":
        choices = [one for one in choices if one.as_played or one.text == "x-"]
    order = sorted(choices, key=lambda one: (not one.as_played, len(one.text)))
    return [
        OfferShown(
            one.text,
            json.dumps(one.action),
            shown(cards_named(one.text.removeprefix("x"))) if one.text not in OFFERED else [],
            _in_words(one.text),
            address(one.text),
            one.as_played,
            worth.get(one.text),
        )
        for one in (order[:MOST_OFFERED] if len(order) > MOST_OFFERED else choices)
    ]


def ticked_of(position: Any, choices: Sequence[Choice]) -> list[tuple[CardShown, int]]:
    """Return the hand to tick cards in, where not every choice is offered: each card, and its
    number in the rules."""
    if not choices or (position.due != "put_away" and len(choices) <= MOST_OFFERED):
        return []
    hand = sorted(position.hands[position.turn].known)
    return list(zip(shown(cards_named("".join(map(write_card, hand)))), hand, strict=True))


def for_browser(position: Position, names: Sequence[str]) -> dict[str, str]:
    """Return what a browser needs to ask the rules itself: their address, and the position. A
    position has all hands: it is for no page of one player's knowledge."""
    return {
        "files": rules_address(position),
        "position": json.dumps(written(position), separators=(",", ":")),
        "names": json.dumps(names, ensure_ascii=False),
        "offered": json.dumps({text: _(word) for text, word in OFFERED.items()}),
        "ticked": json.dumps([TICKED.get(position.due, position.due), position.turn]),
    }


def _in_words(text: str) -> str:
    """Return the name of a choice that is no play of cards; empty for one that is."""
    if text in OFFERED:
        return _(OFFERED[text])
    return _("Exchange") if text.startswith("x") else ""


def standing_beside(
    line: CachedReplay, game: CachedReplay, names: Sequence[str],
    verdict: Mapping[str, Any] | None, position: Position,
) -> dict[str, str]:  # fmt: skip
    """Return the score of a line at its end and of the game after as many plays, who has won the
    line or leads in it, and who won the game, each in words; empty where it is unknown or would
    repeat another. Totals that are counted on from those of a sheet are those of the line's
    `position`."""
    shown, of_game = line.replay, game.replay
    assert shown is not None
    assert of_game is not None
    table, ply = shown.at(shown.last), min(shown.last, of_game.last)
    here = [*totals_from_sheet(line, position).values()] or _totals(line, shown.last)
    then = _totals(game, ply)
    return {
        "here": _named(names, here),
        "then": "" if here == then else _named(names, then),
        "outcome": _won(table.winners, here, names)
        if table.over and table.winners
        else _ahead(names, here, low=GAMES[table.game].fewest_wins),
        "game": _as_judged(verdict, names),
    }


def totals_from_sheet(line: CachedReplay, position: Position) -> dict[int, int | None]:
    """Return the totals of a line's `position`, which are counted on from those of a sheet that
    begins in the middle of a game; empty where the rules have their own, or there are none."""
    told = enumerate(position.totals[1:], 1)
    known = {seat: total for seat, total in told if total > UNCOUNTED // 2}
    unknown = line.replay is not None and line.replay.ledger.unknown
    return {**known} if unknown and len(known) == position.seats else {}


def _totals(game: CachedReplay, ply: int) -> list[int | None]:
    """Return the totals after a ply, counted on where they are not known otherwise."""
    assert game.replay is not None
    ledger, counted = game.replay.at(ply).ledger, counted_on_at(game.rows, ply)
    return [counted.get(seat, ledger.total(seat)) for seat in range(1, game.replay.seats + 1)]


def _won(winners: Sequence[int], totals: Sequence[int | None], names: Sequence[str]) -> str:
    all_of_them = len(winners) == len(totals) > 1
    winner = "draw" if all_of_them else ",".join(f"p{seat}" for seat in winners)
    scores = {f"p{seat}": total for seat, total in enumerate(totals, 1)}
    return f"{outcome(winner, scores, names)}."


def _as_judged(verdict: Mapping[str, Any] | None, names: Sequence[str]) -> str:
    if not verdict or not verdict.get("winner"):
        return ""
    return f"{outcome(verdict['winner'], verdict.get('score'), names)}."


def _named(names: Sequence[str], totals: Sequence[int | None]) -> str:
    return ", ".join(
        f"{name} {total_words(total)}" for name, total in zip(names, totals, strict=False)
    )


def _ahead(names: Sequence[str], totals: Sequence[int | None], *, low: bool) -> str:
    """Return who is ahead; empty where a score is unknown."""
    known = [total for total in totals if total is not None]
    if len(known) < len(totals) or not known:
        return ""
    best = min(known) if low else max(known)
    first = [name for name, total in zip(names, totals, strict=False) if total == best]
    if len(first) == len(known):
        return _("All are level.") if len(known) > 2 else _("They are level.")
    return ngettext("%(names)s is ahead.", "%(names)s are ahead.", len(first)) % {
        "names": listed(first)
    }


NOTHING: Final = 0.05
"""Points so few that they are not shown."""


def worth_of(
    position: Position, choices: Sequence[Choice], weighed: PlyWeighed | None
) -> dict[str, Worth]:
    """Return the worth of choices, by their text: the end of the game where it can be played out,
    else the points each gives away by what the player could know, where the play was `weighed`."""
    if isinstance(position, Twenty):
        ends = wins_by(position)
        if ends:
            most = max(ends.values())
            return {one.text: _end(ends[_value(one)], most) for one in choices}
    if weighed is None or len(weighed.options) < 2 or weighed.seat != position.turn:
        return {}
    by_text = {one.card: one.fair for one in weighed.options}
    if isinstance(position, Twenty):  # cards of one value are one choice
        by_value = {VALUES[RANKS.index(text[0])]: fair for text, fair in by_text.items()}
        by_text = {one.text: by_value[_value(one)] for one in choices if _value(one) in by_value}
    most_fair = max(by_text.values(), default=0.0)
    return {
        one.text: _given_away(most_fair - by_text[one.text])
        for one in choices
        if one.text in by_text
    }


def with_worth(
    table: TableShown, seat: int, choices: Sequence[Choice], worth: Mapping[str, Worth]
) -> TableShown:
    """Return the table with the worth of a play on those of a seat's cards that may be played."""
    by_card = {}
    for one in choices:
        cards = one.action[2:] if len(one.action) > 2 else ()
        alone = cards[0] if cards and isinstance(cards[0], list | tuple) else cards
        if one.text in worth and len(alone) == 1 and isinstance(alone[0], int):
            by_card[alone[0]] = worth[one.text]

    def weighed(card: CardShown) -> CardShown:
        return replace(card, worth=by_card.get(_number(card))) if card.lies == "may" else card

    return table.with_cards(seat, weighed)


def _number(card: CardShown) -> int:
    """Return the number of a card in the rules."""
    return 16 * SUITS.index(card.suit) + RANKS.index(card.rank)


def _value(choice: Choice) -> int:
    return VALUES[choice.action[2] & 15]


def _end(margin: int, most: int) -> Worth:
    if not margin:
        return Worth(_("draw"), _("draw"), margin == most)
    words = _("wins by %(points)s") if margin > 0 else _("loses by %(points)s")
    sign = "+" if margin > 0 else "−"
    return Worth(words % {"points": abs(margin)}, f"{sign}{abs(margin)}", margin == most)


def _given_away(loss: float) -> Worth:
    if loss < NOTHING:
        return Worth(_("best"), _("best"), best=True)
    points = decimal(f"{loss:.1f}")
    return Worth(_("gives away %(points)s", points=points), f"−{points}", best=False)
