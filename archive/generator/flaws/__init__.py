"""Known faults for sound records: each flaw puts exactly one fault into a record, at a place that
chance picks, and is named by the code of the finding that must come first in the verdict. Flaws of
one game alone stand in `flaws.py` of its folder.

The faults are those that people make: one claim, card, seat or line differs from what it was, and
all else is written down as it happened.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from archive.core.record import Record
from archive.generator import part_of
from archive.generator.flaws import claims, plays
from archive.generator.flaws.record_edits import Flaw

EVERYWHERE: Mapping[str, Flaw] = {
    "wrong-score": claims.wrong_score,
    "wrong-result": claims.wrong_result,
    "wrong-winner": claims.wrong_winner,
    "wrong-turn": plays.wrong_turn,
    "missing-play": plays.missing_play,
    "doubled-play": plays.doubled_play,
    "after-the-end": plays.after_the_end,
    "no-such-seat": plays.no_such_seat,
    "foreign-line": plays.foreign_line,
    "wrong-pack": plays.wrong_pack,
}
"""The flaws of every game."""


def flaws_of(game: str, rules: str = "") -> dict[str, Flaw]:
    """Return all flaws for a game, or for a rule set of it, by their codes."""
    own = part_of(game, "flaws")
    flaws = {**EVERYWHERE, **own.FLAWS}
    barred = getattr(own, "NOT_BY", {}).get(rules.partition("@")[0], ())
    return {code: flaw for code, flaw in flaws.items() if code not in barred}


def spoil(record: Record, code: str, rng: Random) -> Record | None:
    """Return the record with one fault of that kind; None where it has no place for one.

    Raises `KeyError` for a kind that this game does not have.
    """
    return flaws_of(record.game or "")[code](record, rng)
