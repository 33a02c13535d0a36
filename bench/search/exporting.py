"""All games as one file: when its first byte comes, how fast the rest, in how much memory."""

from __future__ import annotations

import os
import time
from pathlib import Path

from archive.services import Archive
from archive.web.app import create_app

KINDS = ("csv", "ndjson", "xxn")
_PAGE = os.sysconf("SC_PAGE_SIZE")


def export(archive: Archive, seconds: float = 60) -> None:
    """Export in each form, as far as it comes in so many seconds, and print what it took."""
    client = create_app(archive.settings, archive).test_client()
    print("\nexport of all games, as far as it came")
    for kind in KINDS:
        begun, used, before = time.perf_counter(), time.process_time(), _memory()
        answer = client.get(f"/games/export.{kind}", buffered=False)
        assert answer.status_code == 200, answer.status
        first, size, most, whole = 0.0, 0, before, True
        for part in answer.iter_encoded():
            first = first or time.perf_counter() - begun
            size += len(part)
            most = max(most, _memory())
            if time.perf_counter() - begun > seconds:
                whole = False
                break
        taken, processor = time.perf_counter() - begun, time.process_time() - used
        answer.close()
        print(
            f"{kind:8}{size / 1e6:10,.0f} MB{' (whole)' if whole else ' (cut) '}{taken:8.1f} s,"
            f" {processor:6.1f} s of the processor; first byte after {first * 1000:.0f} ms;"
            f" memory {before / 1e6:.0f} MB before, {most / 1e6:.0f} MB at most"
        )


def _memory() -> int:
    """What this process has in memory now, in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE
