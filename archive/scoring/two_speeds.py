"""A record's verdict, by the shortest way to it: a sound record is recognised without reading it
word by word, any other is examined in full. Both give the same bytes.

The full examination is imported where the first record needs it: a command that judges one sound
record would spend most of its time on that.
"""

from __future__ import annotations

import json
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import TYPE_CHECKING, Any

from archive.core.record import Record, Tag
from archive.games import GAMES
from archive.languages.language import ENGLISH, Language
from archive.notation.remarks import Texts, without_remarks
from archive.scoring.findings import Answer, Answers, Finding, Question
from archive.scoring.sound_path import Recognised, recognise
from archive.scoring.verdict import ENGINE, Verdict

if TYPE_CHECKING:
    from archive.scoring.card_count import Count
    from archive.scoring.examiner import Examination
    from archive.scoring.open_questions import Open


def verify(
    data: bytes, number: int = 1, rules: str | None = None, language: Language = ENGLISH
) -> Verdict:
    """Return the verdict on one record, from its bytes; `number` is its place in its file. `rules`
    replace those it names where given: `twenty/farrugia@1;hands=open`. Sentences are in `language`.

    Never raises on any bytes: what cannot be read or is not known here is a finding.
    """
    if rules is None:
        found = recognise(data, number, ENGINE) or _by(without_remarks(data), data, number)
        if found:
            return SoundVerdict(found, language)
    record = _read(data, number)
    if rules is None and (sound := _written_otherwise(record, language)):
        return sound
    return _carefully(record, rules, language)


def recognised(record: Record, language: Language = ENGLISH) -> SoundVerdict | None:
    """Return the verdict on a record that was read, by its own rules, where it is sound and that is
    certain without examining it; else None."""
    if found := recognise(record.raw, record.number, ENGINE):
        return SoundVerdict(found, language, record)
    return _written_otherwise(record, language)


def _written_otherwise(record: Record, language: Language) -> SoundVerdict | None:
    from archive.notation.plain_form import plain_form

    found = _by(plain_form(record), record.raw, record.number)
    return SoundVerdict(found, language, record) if found else None


def _by(texts: Texts | None, data: bytes, number: int) -> Recognised | None:
    return recognise(data, number, ENGINE, texts) if texts else None


def _read(data: bytes, number: int) -> Record:
    from archive.notation.parser import read

    return read(data, number)


def _carefully(record: Record, rules: str | None = None, language: Language = ENGLISH) -> Verdict:
    from archive.scoring.careful import CarefulVerdict

    return CarefulVerdict(record, rules, language=language)


def load_all() -> None:
    """Import everything that judging needs, so that a process that is to judge many records has it
    before the first one."""
    import archive.notation.parser
    import archive.notation.plain_form
    import archive.rules.gaps.before_totals
    import archive.rules.gaps.left_out_plays
    import archive.scoring.careful  # noqa: F401 - to have it

    for game in GAMES.values():
        for rule_set in game.rule_sets:
            seats = rule_set.seats[0]
            rule_set.open(rule_set.settled({}, seats), seats)


class SoundVerdict(Verdict):
    """The verdict on a record that was recognised as sound.

    Its JSON is known. The record itself, where it was not read before, and the table at its end,
    are worked out by the full examination when they are asked for.
    """

    def __init__(
        self, found: Recognised, language: Language = ENGLISH, record: Record | None = None
    ) -> None:
        self._found = found
        self._read = record
        self.language = language
        self.deep, self.asked, self.rules = True, None, found.rules
        self.findings: list[Finding] = []
        self.taken: dict[str, int] = {}
        self.sheet = None

    @cached_property
    def heading(self) -> Record:
        """Return the record with its tags and text."""
        found = self._found
        if self._read is not None:
            return self._read
        tags = [Tag(*tag) for tag in found.tags]
        return Record(tags, text=found.data.decode(), raw=found.data, number=found.number)

    @cached_property
    def answers(self) -> Answers:
        """Return the answers to the three questions."""
        return Answers(*map(Answer, self._found.answers))

    @cached_property
    def open(self) -> dict[Question, Open]:
        """Return what would settle open answers, of which there are none."""
        return {}

    @property
    def readable(self) -> bool:
        """Return True: the game is known."""
        return True

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
        return _carefully(self.record)

    @cached_property
    def record(self) -> Record:  # type: ignore[override]  # made when it is asked for
        """Return the record, read."""
        return self._read or _read(self._found.data, self._found.number)

    @property
    def examination(self) -> Examination | None:  # type: ignore[override]
        """Return the examination of the record."""
        return self._careful.examination

    @property
    def options_asked(self) -> AbstractSet[str]:  # type: ignore[override]
        """Return the options that made a difference."""
        return self._careful.options_asked

    @property
    def counts(self) -> list[Count]:  # type: ignore[override]
        """Return the card count of every dealing."""
        return self._careful.counts


def by_seat(totals: dict[str, Any]) -> dict[int, Any]:
    """Return totals that JSON has as `p1` by the seat's number."""
    return {int(seat[1:]): total for seat, total in totals.items()}
