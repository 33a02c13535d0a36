"""The records under fixtures/, each judged once for all tests that read its verdict.

The modules that ask for most of them are of the group `fixtures` in tests/distribution.py.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from archive.scoring import Verdict, verify


@cache
def judged(path: Path) -> Verdict:
    """Return the verdict on a file; it is others' too, and only to be read."""
    return verify(path.read_bytes())
