"""A record's verdict, by the shortest way to it: a sound record is recognised without reading it
word by word, any other is examined in full. Both give the same bytes.
"""

from __future__ import annotations

from archive.core.record import Record
from archive.games import GAMES
from archive.languages.language import ENGLISH, Language
from archive.notation.remarks import Texts, without_remarks
from archive.scoring.sound_path import Recognised, recognise
from archive.scoring.sound_verdict import SoundVerdict, examine, read_whole
from archive.scoring.verdict import ENGINE, Verdict


def verify(
    data: bytes, number: int = 1, rules: str | None = None, language: Language = ENGLISH
) -> Verdict:
    """Return the verdict on one record, from its bytes; `number` is its place in its file. `rules`
    replace those it names where given: `twenty/farrugia@1;hands=open`. Sentences are in `language`.

    Never raises on any bytes: what cannot be read or is not known here is a finding.
    """
    if rules is None:
        found = recognise(data, number, ENGINE) or _by_texts(without_remarks(data), data, number)
        if found:
            return SoundVerdict(found, language)
    record = read_whole(data, number)
    if rules is None and (sound := _written_otherwise(record, language)):
        return sound
    return examine(record, rules, language)


def recognised(record: Record, language: Language = ENGLISH) -> SoundVerdict | None:
    """Return the verdict on a record that was read, by its own rules, where it is sound and that is
    certain without examining it; else None."""
    if found := recognise(record.raw, record.number, ENGINE):
        return SoundVerdict(found, language, record)
    return _written_otherwise(record, language)


def _written_otherwise(record: Record, language: Language) -> SoundVerdict | None:
    from archive.notation.plain_form import plain_form

    found = _by_texts(plain_form(record), record.raw, record.number)
    return SoundVerdict(found, language, record) if found else None


def _by_texts(texts: Texts | None, data: bytes, number: int) -> Recognised | None:
    return recognise(data, number, ENGINE, texts) if texts else None


def load_all() -> None:
    """Import everything that judging needs, so that a process that is to judge many records has it
    before the first one."""
    import archive.notation.parser
    import archive.notation.plain_form
    import archive.rules.gaps.foresight
    import archive.scoring.careful  # noqa: F401 - to have it

    for game in GAMES.values():
        for rule_set in game.rule_sets:
            seats = rule_set.seats[0]
            rule_set.open(rule_set.settled({}, seats), seats)
