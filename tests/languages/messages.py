"""Which sentences there are to translate, and the catalogues with all of them.

`python -m tests.languages.messages` writes the catalogue of every language again: new sentences are
added without a translation, those that no longer stand anywhere are removed. With the code of a new
language behind it, it writes that one's first: `python -m tests.languages.messages fr`.
"""

from __future__ import annotations

import re
import sys
import tomllib
from functools import cache
from io import BytesIO
from operator import itemgetter
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from archive.languages import ENGLISH, HERE, catalogue_path, languages
from archive.languages.catalogue import catalogue

KEYWORDS: Final = {
    "_": None,
    "gettext": None,
    "marked": None,
    "Phrase": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}


_CHANGING: Final = re.compile(
    rb'^"(?:POT-Creation-Date|PO-Revision-Date|Last-Translator|Report-Msgid-Bugs-To|Generated-By'
    rb'|Project-Id-Version):.*\\n"\n',
    re.MULTILINE,
)
"""Lines of a header that differ from day to day, or say nothing."""


KINDS: Final = tuple(sorted(path.stem for path in HERE.glob("*.toml")))
"""Sentences of pages, whose values stand in `%(name)s`, and of verdicts and what is said in their
findings, with `{name}`: each kind has a file that says where its sentences stand."""


@cache
def extracted(kind: str) -> Catalog:
    """Return the sentences of a kind as they stand in code and templates, in the order of their
    files, however a disk lists those."""
    mappings = tomllib.loads((HERE / f"{kind}.toml").read_text("utf-8"))["mappings"]
    methods = [(one["pattern"], one["method"]) for one in mappings]
    options = {one.pop("pattern"): one for one in mappings}
    template = Catalog()
    found = extract_from_dir(HERE.parent, methods, options, KEYWORDS)
    for path, _line, message, notes, context in sorted(found, key=itemgetter(0)):
        template.add(message, None, [(path, 1)], auto_comments=notes, context=context)
    return template


@cache
def all_extracted() -> Catalog:
    """Return the sentences of all kinds. Raises ValueError where one sentence has two plurals: a
    catalogue has room for one."""
    template = Catalog()
    for kind in KINDS:
        for one in filter(key_of, extracted(kind)):
            there = template.get(key_of(one), one.context)
            if there is not None and there.id != one.id:
                raise ValueError(f"{there.id} and {one.id} are one sentence with two plurals")
            template.add(
                one.id, None, one.locations, auto_comments=one.auto_comments, context=one.context
            )
    for one in template:
        one.locations.sort()
    return template


def key_of(message: Message) -> str:
    """Return the sentence by which a message is found in a catalogue: of two, that for one."""
    return message.id if isinstance(message.id, str) else message.id[0]


def translated(code: str, kind: str) -> list[Message]:
    """Return a language's sentences of a kind."""
    wanted = {(one.context, key_of(one)) for one in extracted(kind) if one.id}
    return [one for one in catalogue(catalogue_path(code)) if (one.context, key_of(one)) in wanted]


def update(code: str) -> int:
    """Put all sentences into a language's catalogue; return how many lack words."""
    path = catalogue_path(code)
    known = read_po(BytesIO(path.read_bytes())) if path.exists() else Catalog(locale=code)
    known.update(all_extracted(), no_fuzzy_matching=True, update_creation_date=False)
    into = BytesIO()
    write_po(into, known, width=100, include_lineno=False, ignore_obsolete=True, sort_by_file=True)
    path.write_bytes(_CHANGING.sub(b"", into.getvalue()))
    return sum(
        not all(one.string if isinstance(one.string, list | tuple) else [one.string])
        for one in known
        if one.id
    )


if __name__ == "__main__":
    for code in dict.fromkeys((*languages(), *sys.argv[1:])):
        if code != ENGLISH:
            print(f"{code}: {update(code)} sentences to translate")  # noqa: T201
