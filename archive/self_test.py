"""A record with a known verdict, judged before any other.

Records are read with regular expressions, and an interpreter may have its faults in them: Python
3.11.0 to 3.11.4 had one by which sound games were refuted. A verdict is worse than none if it is
wrong, so a Python that reads this record otherwise is refused.
"""

from __future__ import annotations

import platform
from functools import cache
from typing import Final, NamedTuple

from archive.core.errors import TwentiesError
from archive.languages import marked
from archive.scoring import verify

RECORD: Final = rb"""[XXN "1.0"]
[Game "count-to-20"]
[P1 "Ada \"the ace\" L."]
[P2 "Ben"]
[Deck "52"]

{Not all of it \{was\} written down.}
@deal n=1 dealer=p2 cards=7
p1: Js7d6h4s3dAhAs
p2: KcQd8c5d4d3cAd
1. p1 d3h 2. p2 Ad=1
3. p1 AsAh:2=2 4. p2 Kc:3=3
5. p1 4s=4 6. p2 5d=5 $1
a note of theirs 7. p1 3d:3+3h:3=6 8. p2 3c4d=8
(8. p2 3c+4d=7)
9. p1 d5c 10. p2 8c9=8 `11. p1 d` *
"""


class Known(NamedTuple):
    """The part of a verdict that does not depend on its wording: legality, arithmetic and result;
    points by seat; findings with line and column."""

    answers: tuple[str, ...]
    score: tuple[int | None, ...]
    findings: tuple[tuple[str, int, int], ...]


KNOWN: Final = Known(
    ("refuted", "refuted", "unfinished"),
    (0, 0),
    (
        ("unreadable", 14, 1),
        ("wrong-count", 14, 47),
        ("card-not-held", 16, 18),
        ("unreadable", 16, 24),
    ),
)


class UnfitPython(TwentiesError):
    """The interpreter reads records wrongly."""

    def __init__(self) -> None:
        super().__init__(
            marked(
                "Python %(version)s, as it is installed here, misreads games, and its verdicts "
                "would be wrong. Install its latest update or a newer Python, and build the "
                "environment again."
            ),
            version=platform.python_version(),
        )


@cache
def read_here() -> Known:
    """Return this interpreter's verdict on the record, judged once a process."""
    verdict = verify(RECORD)
    findings = [(one.code, one.line, one.column) for one in verdict.findings]
    return Known(tuple(map(str, verdict.answers)), tuple(verdict.score.values()), tuple(findings))


def require(known: Known = KNOWN) -> None:
    """Raise `UnfitPython` where this interpreter does not give the known verdict."""
    if read_here() != known:
        raise UnfitPython
