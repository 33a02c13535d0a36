"""The verdict on a record that was recognised as sound.

What it does not know is worked out by the full examination, which is imported where the first
record needs it: a command that judges one sound record would spend most of its time on that.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import TYPE_CHECKING, Any

from archive.core.record import Record, Tag
from archive.languages.language import ENGLISH, Language
from archive.notation.record_bytes import RecordBytes
from archive.scoring.sound_path import Recognised
from archive.scoring.verdict import Verdict
from archive.telling.findings import Answer, Answers, Finding, Question

if TYPE_CHECKING:
    from archive.rules.faults_and_claims import Count
    from archive.rules.gaps.foresight import Foresight
    from archive.scoring.examiner import Examination
    from archive.scoring.open_questions import Open


def careful_verdict(
    record: Record, rules: str | None = None, language: Language = ENGLISH
) -> Verdict:
    """Return the verdict of the full examination."""
    from archive.scoring.full_examination import FULLY, judge

    return judge(record, rules, FULLY._replace(language=language))


class SoundVerdict(Verdict):
    """The verdict on a record that was recognised as sound.

    Its JSON is known. The record itself, where it was not read before, and the table at its end,
    are worked out by the full examination when they are asked for.
    """

    def __init__(
        self, found: Recognised, written: RecordBytes, language: Language = ENGLISH
    ) -> None:
        self._found = found
        self._written = written
        self.language = language
        self.asked, self.rules = None, found.rules
        self.answers = Answers(*map(Answer, found.answers))
        self.findings: list[Finding] = []
        self.taken: dict[str, int] = {}
        self.sheet = None

    @cached_property
    def heading(self) -> Record:
        """Return the record with its tags and text."""
        written = self._written
        if written.was_read is not None:
            return written.was_read
        tags = [Tag(*tag) for tag in self._found.tags]
        return Record(tags, text=written.data.decode(), raw=written.data, number=written.number)

    @cached_property
    def open(self) -> dict[Question, Open]:
        """Return what would settle open answers, of which there are none."""
        return {}

    @property
    def readable(self) -> bool:
        """Return True: the game is known."""
        return True

    @property
    def leaves_stretches_out(self) -> bool:
        """Return False: nothing is missing."""
        return False

    @property
    def score(self) -> dict[int, int | None]:
        """Return points by seat by the rules."""
        return by_seat(self._body["score"])

    @property
    def claimed(self) -> dict[int, int] | None:
        """Return points by seat as the record claims them in the end."""
        claimed = self._body["claimed"]
        return None if claimed is None else by_seat(claimed)

    @property
    def winner(self) -> str | None:
        """Return the winner as verdicts name it."""
        winner: str | None = self._body["winner"]
        return winner

    @cached_property
    def _body(self) -> dict[str, Any]:
        body: dict[str, Any] = json.loads(self._found.json)
        return body

    def said(self, finding: Finding) -> Finding:
        """Return the finding: there is none without its sentence."""
        return finding

    def as_dict(self) -> dict[str, Any]:
        """Return the verdict as plain values, keys in their published order."""
        return self._body

    def json(self) -> str:
        """Return `as_dict` on one line of JSON."""
        return self._found.json

    # -- from the full examination

    @cached_property
    def _careful(self) -> Verdict:
        return careful_verdict(self.record)

    @cached_property
    def record(self) -> Record:  # type: ignore[override]  # made when it is asked for
        """Return the record, read."""
        return self._written.record

    @property
    def examination(self) -> Examination | None:  # type: ignore[override]
        """Return the examination of the record."""
        return self._careful.examination

    @property
    def foresight(self) -> Foresight | None:  # type: ignore[override]
        """Return what is foreseen about the record."""
        return self._careful.foresight

    @property
    def options_asked(self) -> AbstractSet[str]:  # type: ignore[override]
        """Return the options that made a difference."""
        return self._careful.options_asked

    @property
    def counts(self) -> Sequence[Count]:  # type: ignore[override]
        """Return the card count of every dealing."""
        return self._careful.counts


def by_seat(totals: dict[str, Any]) -> dict[int, Any]:
    """Return totals that JSON has as `p1` by the seat's number."""
    return {int(seat[1:]): total for seat, total in totals.items()}
