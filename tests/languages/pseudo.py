"""A language that nobody speaks: every sentence of the catalogues with accents on all its letters,
and longer, as German is.

On a page in it, a plain word has not come through a catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from archive import languages
from archive.games import GAMES
from archive.languages import language
from archive.web import language as web
from tests.languages.messages import all_extracted

CODE: Final = "vo"
"""Babel has to know it, to write numbers and moments."""
PLAIN = "abcdefghijklmnopqrstuvwxyz"
ACCENTED = "ăƀčđēƒğħīĵķľɱňōƥʠřšťūṽŵẋýž"
ACCENTS: Final = str.maketrans(PLAIN + PLAIN.upper(), ACCENTED + ACCENTED.upper())
KEPT: Final = re.compile(r"%\(\w+\)s|%%|\{[^}]*\}|</?\w[^>]*>|&\w+;|`[^`]*`")
"""What stands in sentences and is not said: values that are put in, tags, and records."""
ATTRIBUTES: Final = ("title", "alt", "aria-label", "placeholder")
"""Attributes that are read to people."""
UNSAID: Final = {"script", "style", "code", "pre", "kbd", "textarea", "bdi", "time", "q"}
"""Elements whose text is a record's, a program's or a person's own."""
WORD: Final = re.compile(r"(?<![\w@/.-])[A-Za-z]{2,}(?![\w@/]|\.\w)")


def write(folder: Path) -> None:
    """Write the language, which is one file, into an empty folder of languages."""
    catalogue = Catalog(locale=CODE)
    for one in filter(lambda message: message.id, all_extracted()):
        if isinstance(one.id, str):
            catalogue.add(one.id, accented(one.id), context=one.context)
        else:
            catalogue.add(one.id, [*map(accented, one.id)], context=one.context)
    written = BytesIO()
    write_po(written, catalogue)
    (folder / f"{CODE}.po").write_bytes(written.getvalue())


def write_rulebooks(folder: Path) -> None:
    """Write the rulebooks of all games beside it."""
    into = folder / CODE / "rulebooks"
    into.mkdir(parents=True)
    for name, game in GAMES.items():
        text = accented(game.book.path.read_text("utf-8"))
        (into / f"{name}.md").write_text(text, "utf-8")


CACHES: Final = (
    languages.languages, languages.translations, languages.compiled_catalogue, language.language,
    web.complete_languages, web._sentences,
)  # fmt: skip


@contextmanager
def languages_in(folder: Path) -> Iterator[None]:
    """Let all languages be those of a folder, in this block."""

    def forget() -> None:
        for one in CACHES:
            one.cache_clear()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(languages, "HERE", folder)
        forget()
        try:
            yield
        finally:
            patch.undo()
            forget()


def accented(sentence: str) -> str:
    """Return a sentence in the language; a letter that stands on a card stays as it is."""
    if len(sentence) == 1:
        return sentence
    words, kept = KEPT.split(sentence), KEPT.findall(sentence)
    said = [re.sub("[aeiou]", r"\g<0>\g<0>", part).translate(ACCENTS) for part in words]
    return "".join(part for pair in zip(said, [*kept, ""], strict=True) for part in pair)


class Said(HTMLParser):
    """Collects what a page says to people, in the order in which it stands there."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._unsaid: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts += [value for name, value in attrs if name in ATTRIBUTES and value]
        if tag in UNSAID:
            self._unsaid.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._unsaid and self._unsaid[-1] == tag:
            self._unsaid.pop()

    def handle_data(self, data: str) -> None:
        if not self._unsaid:
            self.texts.append(data)


def plain(page: str) -> list[str]:
    """Return the texts on a page in which a word came through no catalogue."""
    parser = Said()
    parser.feed(page)
    return [" ".join(text.split()) for text in parser.texts if WORD.search(text)]
