"""How the tests are dealt out to the processes of pytest-xdist.

The tests of a module stay together, so that what they share is made once. Some modules stay
together too, because what they share takes longest to make: a PostgreSQL server, a browser, a whole
archive that runs. What takes longest begins first, so that all processes end together.

Marks as `xdist_group` have no effect: pytest-xdist 3.8 writes them where pytest 9.2 does not look.
"""

from __future__ import annotations

from typing import Any

from xdist.scheduler import LoadScopeScheduling

TOGETHER = {
    "tests/analyst/test_trumps_named.py": "weighed tricks",
    "tests/analyst/test_zwanzig_ab.py": "weighed tricks",
    "tests/cli/test_running.py": "served",
    "tests/web/test_api_docs.py": "served",
    "tests/web/test_clients.py": "served",
    "tests/games/test_rulings.py": "fixtures",
    "tests/languages/test_translated.py": "fixtures",
    "tests/languages/test_verdicts.py": "fixtures",
    "tests/scoring/test_examples_page.py": "fixtures",
    "tests/scoring/test_first_sentences.py": "fixtures",
    "tests/scoring/test_fixtures.py": "fixtures",
    "tests/scoring/test_quarrels.py": "fixtures",
    "tests/scoring/test_same_game.py": "fixtures",
    "tests/scoring/test_open_questions.py": "fixtures",
    "tests/scoring/test_torn.py": "fixtures",
    "tests/scoring/test_words.py": "fixtures",
    "tests/web/test_axe.py": "browser",
    "tests/web/test_highlight.py": "browser",
    "tests/web/test_learn.py": "browser",
    "tests/web/test_pseudo_language.py": "browser",
    "tests/web/test_puzzles.py": "weighed games",
    "tests/web/test_weighed.py": "weighed games",
}
FIRST = (
    "browser",
    "postgresql",
    "served",
    "fixtures",
    "tests/analysis/test_laws.py",
    "tests/analysis/test_repair.py",
    "tests/web/test_permissions.py",
    "tests/web/test_not_for_all.py",
    "tests/web/test_safety.py",
    "tests/analysis/test_budgets.py",
    "tests/generator/test_flaws.py",
    "tests/web/test_schemathesis.py",
    "tests/schemas/test_record.py",
    "tests/web/test_looking.py",
    "tests/web/test_tables.py",
    "tests/games/test_zwanzig_ab_slips.py",
    "tests/analysis/test_witness.py",
    "tests/games/test_mass.py",
    "tests/web/test_games.py",
    "tests/web/test_verdict.py",
    "tests/games/test_count_to_20.py",
    "tests/ops/test_backup.py",
    "tests/web/test_openapi.py",
    "tests/cli/test_serving.py",
)
"""Groups and modules, the longest first; all others follow in the order of their names."""


def group_of(nodeid: str) -> str:
    """Return what a test has to stay together with: a group that is named here, or its module."""
    path, _, name = nodeid.partition("::")
    if "postgresql" in name.partition("[")[2]:
        return "postgresql"
    return "browser" if path.endswith("_browser.py") else TOGETHER.get(path, path)


def turn_of(nodeid: str) -> int:
    """Return how early a test begins: a key to sort by."""
    group = group_of(nodeid)
    return FIRST.index(group) if group in FIRST else len(FIRST)


class InGroups(LoadScopeScheduling):  # type: ignore[misc]
    """Deals whole groups to processes, in the order the tests were collected in."""

    def __init__(self, config: Any, log: Any) -> None:
        config.option.loadscopereorder = False
        super().__init__(config, log)

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)
