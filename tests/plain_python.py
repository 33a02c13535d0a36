"""A mark for tests that look into the engine where only plain Python can be looked into."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
only_plain = pytest.mark.skipif(
    any(ROOT.glob("*__mypyc.*")), reason="what is replaced here for a while is compiled"
)
