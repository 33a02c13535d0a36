"""Every code is documented with an example that is true today."""

from __future__ import annotations

from archive.scoring import CODES
from tests.scoring.examples_page import PAGE, page


def test_every_code_has_an_example() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [code for code in CODES if f"### `{code}`" not in text] == []


def test_the_page_is_what_make_findings_writes() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()
