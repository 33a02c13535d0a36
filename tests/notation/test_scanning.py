"""Finding records by their openings finds what reading line by line does."""

from __future__ import annotations

import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from archive.notation import record_boundaries
from archive.notation.decoding import stream
from tests.laws import tried

PARTS = [
    b"\n", b"\r", b"\r\n", b"\r\r\n", b" ", b"\x0b", b"\xef\xbb\xbf", b'[XXN "', b'[XXN "1.0"]\n',
    b"x", b"[", b"[XXN", b"\0",
]  # fmt: skip


@tried(100)
@example([b"\n", b'[XXN "1.0"]\n', b"x", b"\r", b'[XXN "'], 7)
@example([b"\xef\xbb\xbf", b'[XXN "', b"\r", b"\xef\xbb\xbf", b'[XXN "'], 3)
@given(st.lists(st.sampled_from(PARTS), max_size=60), st.integers(1, 40))
def test_the_same_slices(parts: list[bytes], block: int) -> None:
    data = b"".join(parts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(record_boundaries, "BLOCK", block)
        found = list(record_boundaries.slices(io.BytesIO(data)))
    assert found == [part for part, _ in stream(io.BytesIO(data))]
