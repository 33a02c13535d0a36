"""Sentences in other languages than English.

A language is a folder here, named by its code, with a catalogue for each domain of sentences,
`de/LC_MESSAGES/pages.po`, and the rulebooks of the games, `de/rulebooks/twenty.md`. English stands
in the code and needs no catalogue. Catalogues are read from their sources; nothing has to be
compiled, and English reads none of them.
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
    return (ENGLISH, *sorted(folder.parent.name for folder in HERE.glob("*/LC_MESSAGES")))


@cache
def domains(code: str) -> tuple[str, ...]:
    """Return the domains for which a language has a catalogue."""
    return tuple(sorted(path.stem for path in _folder(code).glob("*.po")))


def language_of(tag: str) -> str | None:
    """Return the language meant by `tag`, `de-AT` or `de_CH.UTF-8`, or None if there is none."""
    code = tag.replace("_", "-").partition("-")[0].partition(".")[0].lower()
    return code if code in languages() else None


@cache
def translations(code: str, domain: str) -> NullTranslations:
    """Return the sentences of a domain in a language; English where it has no such catalogue."""
    compiled = compiled_catalogue(code, domain)
    return GNUTranslations(BytesIO(compiled)) if compiled else NullTranslations()


@cache
def compiled_catalogue(code: str, domain: str) -> bytes:
    """Return a catalogue as gettext reads it, or no bytes where there is none."""
    path = _folder(code) / f"{domain}.po"
    if code not in languages() or not path.exists():
        return b""
    # Babel is asked for only here: an answer in English does not wait for it.
    from archive.languages.catalogue import compiled

    return compiled(path)


def complete(code: str, domain: str) -> bool:
    """Return whether a language has a complete catalogue of a domain."""
    if code == ENGLISH:
        return True
    path = _folder(code) / f"{domain}.po"
    if code not in languages() or not path.exists():
        return False
    from archive.languages.catalogue import untranslated

    return not untranslated(path)


def rulebook_path(code: str, game: str) -> Path | None:
    """Return the file of a game's rulebook in a language, None where it has none."""
    path = HERE / code / "rulebooks" / f"{game}.md"
    return path if code in languages() and path.is_file() else None


def lesson_path(code: str) -> Path | None:
    """Return the file of the lesson in a language, None where it has none."""
    path = HERE / code / "learn.md"
    return path if code in languages() and path.is_file() else None


def _folder(code: str) -> Path:
    return HERE / code / "LC_MESSAGES"
