"""Games weighed by few deals, each once in a process: it takes as long as a hundred other tests."""

from functools import cache

from archive.analyst import Annotations, weigh
from archive.scoring import Verdict, verify

SAMPLES = 4


def by_few(verdict: Verdict) -> Annotations:
    """Return what the analyst says of a record, by few deals."""
    return _weighed(verdict.record.text)


@cache
def _weighed(text: str) -> Annotations:
    return weigh(verify(text.encode("utf-8", "surrogateescape")), samples=SAMPLES)
