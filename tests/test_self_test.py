"""The record with a known verdict: what this Python makes of it, and what a Python is told that
makes something else of it."""

from __future__ import annotations

import pytest

from archive.self_test import KNOWN, UnfitPython, read_here, require


def test_this_python_reads_the_record_as_it_is_meant() -> None:
    assert read_here() == KNOWN
    require()


def test_a_python_that_reads_otherwise_is_refused_in_one_sentence() -> None:
    with pytest.raises(UnfitPython, match=r"^Python 3\.\d+\.\S+, .* misreads games, "):
        require(KNOWN._replace(findings=()))
