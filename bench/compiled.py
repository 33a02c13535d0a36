"""The rules, the tables, both readers of records and the analyst's searches compiled by mypyc,
beside their sources, which stay as they are.

    .venv/bin/python -m bench.compiled             # compile; Python then takes these
    .venv/bin/python -m bench.compiled --remove    # go back to the sources

It is never needed: the same source runs either way and gives the same bytes (`make sound` holds
that). It wants a C compiler, and mypyc, which comes with mypy; what it makes wants `librt`, which
comes with both.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = (
    "archive/core/ledger.py", "archive/notation/plain_stretches.py", "archive/notation/parser.py",
    "archive/notation/plays.py", "archive/notation/remarks.py", "archive/notation/writer.py",
    "archive/rules/advance.py", "archive/rules/gaps/torn_record.py",
    "archive/rules/gaps/gap_search.py",
    "archive/rules/hand.py", "archive/rules/table_with_hands.py", "archive/rules/pack.py",
    "archive/rules/position.py", "archive/rules/card_choices.py", "archive/rules/sound_record.py",
    "archive/rules/claims_about_totals.py", "archive/rules/sound_tricks.py",
    "archive/rules/table.py", "archive/rules/trick_taking.py", "archive/scoring/card_count.py",
    "archive/scoring/examiner.py", "archive/scoring/fault_findings.py",
    "archive/scoring/sound_path.py", "archive/analyst/twenty/states.py",
    "archive/analyst/twenty/solver.py",
    "archive/analyst/twenty/belief.py",
    "archive/analyst/packed_cards.py", "archive/analyst/kept.py",
    "archive/analyst/random_numbers.py",
    "archive/analyst/hidden.py", "archive/analyst/twenty_two/solver.py",
    "archive/analyst/count_to_20/solver.py", "archive/analyst/count_to_20/shown_by_turns.py",
    "archive/analyst/count_to_20/dearest_sets.py", "archive/analyst/zwanzig_ab/solver.py",
    "archive/analyst/twenty_two/packed_hands.py", "archive/analyst/count_to_20/packed_hands.py",
    "archive/analyst/twenty_two/plain_players.py", "archive/analyst/count_to_20/plain_players.py",
    "archive/analyst/zwanzig_ab/plain_players.py",
)  # fmt: skip
OF_NO_USE = frozenset({
    "__init__.py", "random_games.py", "flaws.py", "totals.py", "slips.py", "counted_tricks.py",
    "messages.py", "reasons.py", "hand_listed_wrong.py",
})  # fmt: skip
"""What is not compiled of a game: its list of itself, how one is made up, and what is said of
totals and of findings."""


def sources() -> list[str]:
    """Return the files that are compiled."""
    of_games = (ROOT / "archive/games").glob("*/*.py")
    wanted = [path.relative_to(ROOT) for path in of_games if path.name not in OF_NO_USE]
    return [*SOURCES, *sorted(map(str, wanted))]


def built() -> list[Path]:
    """Return what compiling has left."""
    return [*ROOT.glob("*__mypyc.*"), *(ROOT / "archive").rglob("*.so")]


def remove() -> None:
    """Go back to the sources."""
    for path in built():
        path.unlink()


def build() -> None:
    """Compile, each file beside its source."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    os.chdir(ROOT)
    built_by = Distribution(
        {
            "name": "twenties",
            "packages": [],
            "py_modules": [],
            "ext_modules": mypycify(sources(), opt_level="3", multi_file=True),
        }
    )
    command = built_by.get_command_obj("build_ext")
    command.ensure_finalized()
    command.inplace = 1
    command.build_temp = "build/temp"
    built_by.run_command("build_ext")


def main() -> None:
    """Compile, or remove what was compiled."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--remove", action="store_true", help="go back to the sources")
    asked = parser.parse_args()
    remove()
    if not asked.remove:
        build()


if __name__ == "__main__":
    main()
