"""What judging takes by itself, and what lists and search are told of a verdict."""

from __future__ import annotations

import time
from multiprocessing import get_context
from typing import NamedTuple

from archive.judge_record import columns, entry
from archive.notation import split
from archive.scoring import verify
from bench.load.house import WORKERS


class Cost(NamedTuple):
    """Processor seconds a record, of judging it."""

    verdict: float
    told: float
    """What lists and search are told of it."""


def judging_cost(data: bytes, most: int) -> Cost:
    """What judging takes, over the first records of a file, in as many processes at once as there
    are workers."""
    pieces = [
        data[part.start : part.end] for part, _ in zip(split(data), range(most), strict=False)
    ]
    shares = [pieces[at::WORKERS] for at in range(WORKERS)]
    with get_context("spawn").Pool(WORKERS) as pool:
        found = pool.map(_judge_all, shares)
    return Cost(*(sum(of_one) / len(pieces) for of_one in zip(*found, strict=True)))


def _judge_all(pieces: list[bytes]) -> Cost:
    for piece in pieces[:20]:
        verify(piece, 1).json()
    verdicts = told = 0.0
    for number, piece in enumerate(pieces, 1):
        begun = time.process_time()
        verdict = verify(piece, number)
        verdict.json()
        between = time.process_time()
        columns(verdict)
        entry(verdict)
        verdicts += between - begun
        told += time.process_time() - between
    return Cost(verdicts, told)
