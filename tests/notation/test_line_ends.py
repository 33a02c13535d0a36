"""Line ends of every kind, cut anywhere: records open where they open in the whole file, and a file
is read so often and no oftener, whatever stands in it."""

from __future__ import annotations

import io
from random import Random

import pytest

from archive.notation import decoding
from archive.notation.record_boundaries import slices

TOKENS = (b"\r", b"\n", b"\r\n", b"\r\r\n", b'[XXN "1.0"]', b"\xef\xbb\xbf", b"x", b" ", b"[XX")


class Counted(io.BytesIO):
    """A file that counts how often it is read."""

    times = 0

    def readline(self, size: int | None = -1) -> bytes:
        self.times += 1
        return super().readline(size)

    def read(self, size: int | None = -1) -> bytes:
        self.times += 1
        return super().read(size)


@pytest.mark.parametrize("end", [b"\r", b"\r\r\n", b"\n\r", b"\rx", b"\x0b", b"\x0c"])
def test_a_run_of_line_ends_is_read_in_few_pieces(end: bytes) -> None:
    text = end * ((1 << 18) // len(end))
    file = Counted(text)
    parts = list(decoding.stream(file))
    assert b"".join(data for _, data in parts) == text
    assert file.times <= text.count(b"\n") + len(text) // (decoding.LONGEST_PIECE // 2) + 2


@pytest.mark.parametrize("longest", [16, 40, 1 << 16])
def test_records_open_wherever_the_file_is_cut(
    longest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decoding, "LONGEST_PIECE", longest)
    rng = Random(longest)
    for _ in range(800):
        data = b"".join(rng.choice(TOKENS) for _ in range(rng.randint(0, 14)))
        parts = [part for part, _ in decoding.stream(io.BytesIO(data))]
        assert parts == list(slices(io.BytesIO(data))), data
