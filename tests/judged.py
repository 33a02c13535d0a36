"""The records under fixtures/, each judged once in a language for all tests that read its verdict.

The modules that ask for most of them are of the group `fixtures` in tests/distribution.py.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from archive.languages.language import language
from archive.scoring import Verdict, verify


def judged(path: Path, code: str = "en") -> Verdict:
    """Return the verdict on a file; it is others' too, and only to be read."""
    return judged_data(path.read_bytes(), code)


@cache
def judged_data(data: bytes, code: str = "en") -> Verdict:
    """Return the same of a record that stands in no file of its own."""
    return verify(data, language=language(code))
