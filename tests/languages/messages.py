"""Which sentences there are to translate, and the catalogues with all of them.

`python -m tests.languages.messages` writes the catalogues of every language again: new sentences
are added without a translation, those that no longer stand anywhere are removed.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from io import BytesIO
from operator import itemgetter
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from archive.languages import HERE, languages

KEYWORDS: Final = {
    "_": None,
    "gettext": None,
    "marked": None,
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


@cache
def domains() -> tuple[str, ...]:
    """Return the domains of sentences: each has a file that says where its sentences stand."""
    return tuple(sorted(path.stem for path in HERE.glob("*.toml")))


@cache
def extracted(domain: str) -> Catalog:
    """Return the sentences of a domain as they stand in code and templates, in the order of their
    files, however a disk lists those."""
    mappings = tomllib.loads((HERE / f"{domain}.toml").read_text("utf-8"))["mappings"]
    methods = [(one["pattern"], one["method"]) for one in mappings]
    options = {one.pop("pattern"): one for one in mappings}
    template = Catalog()
    found = extract_from_dir(HERE.parent, methods, options, KEYWORDS)
    for path, _line, message, notes, context in sorted(found, key=itemgetter(0)):
        template.add(message, None, [(path, 1)], auto_comments=notes, context=context)
    return template


def path_of(code: str, domain: str) -> Path:
    return HERE / code / "LC_MESSAGES" / f"{domain}.po"


def update(code: str, domain: str) -> int:
    """Put the sentences of a domain into a language's catalogue; return how many lack words."""
    path = path_of(code, domain)
    catalogue = read_po(BytesIO(path.read_bytes())) if path.exists() else Catalog(locale=code)
    catalogue.update(extracted(domain), no_fuzzy_matching=True, update_creation_date=False)
    into = BytesIO()
    write_po(
        into, catalogue, width=100, include_lineno=False, ignore_obsolete=True, sort_by_file=True
    )
    path.write_bytes(_CHANGING.sub(b"", into.getvalue()))
    return sum(
        not all(one.string if isinstance(one.string, list | tuple) else [one.string])
        for one in catalogue
        if one.id
    )


if __name__ == "__main__":
    for code in languages()[1:]:
        for domain in domains():
            print(f"{code} {domain}: {update(code, domain)} sentences to translate")  # noqa: T201
