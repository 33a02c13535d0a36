"""The score of a line of play beside that of the game that it leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from archive.games import GAMES
from archive.scoring.replay import Replay
from archive.web.language import _, ngettext
from archive.web.presenters.action_text import listed
from archive.web.words import outcome, total_words


def standing_beside(
    line: Replay, game: Replay, names: Sequence[str], verdict: Mapping[str, Any] | None
) -> dict[str, str]:
    """Return the score of a line at its end and of the game after as many plays, who has won the
    line or leads in it, and who won the game, each in words; empty where it is unknown or would
    repeat another."""
    table = line.at(line.last)
    here = _totals(line, line.last)
    then = _totals(game, min(line.last, game.last))
    return {
        "here": _named(names, here),
        "then": "" if here == then else _named(names, then),
        "outcome": _won(table.winners, here, names)
        if table.over and table.winners
        else _ahead(names, here, low=GAMES[table.game].fewest_wins),
        "game": _as_judged(verdict, names),
    }


def _totals(replay: Replay, ply: int) -> list[int | None]:
    table = replay.at(ply)
    return [table.ledger.total(seat) for seat in range(1, replay.seats + 1)]


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
