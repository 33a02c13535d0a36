"""A record's verdict, by the shortest way to it: a sound record is recognised without reading it
word by word, any other is examined in full. Both give the same bytes.
"""

from __future__ import annotations

from archive.core.record import Record
from archive.games import GAMES
from archive.languages.language import ENGLISH, Language
from archive.notation.record_bytes import RecordBytes, as_it_stands
from archive.scoring.sound_path import recognise
from archive.scoring.sound_verdict import SoundVerdict, careful_verdict
from archive.scoring.verdict import ENGINE, Verdict


def verify(
    data: bytes, number: int = 1, rules: str | None = None, language: Language = ENGLISH
) -> Verdict:
    """Return the verdict on one record, from its bytes; `number` is its place in its file. `rules`
    replace those it names where given: `twenty/farrugia@1;hands=open`. Sentences are in `language`.

    Never raises on any bytes: what cannot be read or is not known here is a finding.
    """
    written = RecordBytes(data, number)
    sound = _recognised(written, language) if rules is None else None
    return sound or careful_verdict(written.record, rules, language)


def recognised(record: Record, language: Language = ENGLISH) -> SoundVerdict | None:
    """Return the verdict on a record that was read, by its own rules, where it is sound and that is
    certain without examining it; else None."""
    return _recognised(RecordBytes(record.raw, record.number, record), language)


def is_sound(data: bytes, number: int = 1) -> bool:
    """Return whether a record is sound, and written so that this shows without reading it."""
    return recognise([as_it_stands(data)], data, number, ENGINE) is not None


def _recognised(written: RecordBytes, language: Language) -> SoundVerdict | None:
    found = recognise(written.forms(), written.data, written.number, ENGINE)
    return SoundVerdict(found, written, language) if found else None


def load_all() -> None:
    """Import everything that judging needs, so that a process that is to judge many records has it
    before the first one."""
    import archive.notation.parser
    import archive.notation.plain_form
    import archive.rules.gaps.foresight
    import archive.scoring.full_examination  # noqa: F401 - to have it

    for name, game in GAMES.items():
        for part in ("totals", "messages", "reasons", "turns_written"):
            GAMES.part(name, part)
        for rule_set in game.rule_sets:
            seats = rule_set.seats[0]
            rule_set.open(rule_set.settled({}, seats), seats)
