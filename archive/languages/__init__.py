"""Sentences in other languages than English.

A language is a file here, named by its code: a catalogue of all sentences, `de.po`. Beside it may
stand a folder of whole texts, the rulebooks of the games, `de/rulebooks/twenty.md`, and the lesson,
`de/learn.md`; what is missing of these is read in English. English stands in the code and needs no
catalogue. Catalogues are read from their sources; nothing has to be compiled.
"""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
ENGLISH: Final = "en"


def marked(sentence: str) -> str:
    """Return a sentence as it is; this marks it for the catalogues, to be translated when it is
    shown."""
    return sentence


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of all languages there are, English first."""
    return (ENGLISH, *sorted(path.stem for path in HERE.glob("*.po")))


def catalogue_path(code: str) -> Path:
    """Return the file of a language's catalogue, whether there is one or not."""
    return HERE / f"{code}.po"


def language_of(tag: str) -> str | None:
    """Return the language meant by `tag`, `de-AT` or `de_CH.UTF-8`, or None if there is none."""
    code = tag.replace("_", "-").partition("-")[0].partition(".")[0].lower()
    return code if code in languages() else None


@cache
def translations(code: str) -> NullTranslations:
    """Return the sentences of a language; English where there is no such language."""
    compiled = compiled_catalogue(code)
    return GNUTranslations(BytesIO(compiled)) if compiled else NullTranslations()


@cache
def compiled_catalogue(code: str) -> bytes:
    """Return a catalogue as gettext reads it, or no bytes where there is none."""
    if code == ENGLISH or code not in languages():
        return b""
    # Babel is asked for only here: an answer in English does not wait for it.
    from archive.languages.catalogue import compiled

    return compiled(catalogue_path(code))


def complete(code: str) -> bool:
    """Return whether a language has all sentences."""
    if code == ENGLISH:
        return True
    if code not in languages():
        return False
    from archive.languages.catalogue import untranslated

    return not untranslated(catalogue_path(code))


def rulebook_path(code: str, game: str) -> Path | None:
    """Return the file of a game's rulebook in a language, None where it has none."""
    path = HERE / code / "rulebooks" / f"{game}.md"
    return path if code in languages() and path.is_file() else None


def lesson_path(code: str) -> Path | None:
    """Return the file of the lesson in a language, None where it has none."""
    path = HERE / code / "learn.md"
    return path if code in languages() and path.is_file() else None
