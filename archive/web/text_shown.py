"""The one gate through which text reaches a page.

Every `{{ … }}` of every template goes through `gate`: a name, a comment or a stored sentence may
hold bytes that are no text, or be a megabyte long, and no template has to remember that.
"""

from __future__ import annotations

import re
from typing import Any, Final

from flask import Flask
from markupsafe import Markup, escape

from archive.core.text import printable, shortened

LONGEST: Final = 2000
"""The most characters of one text that a page shows; the source page and the bytes have all of
it."""
_NO_TEXT: Final = re.compile("[\ud800-\udfff]+")
_FROM_THE_RIGHT: Final = (
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_NAME_FROM_THE_RIGHT: Final = re.compile(rf"{_FROM_THE_RIGHT}+(?:[ .'’–-]+{_FROM_THE_RIGHT}+)*")


class AsTyped(str):
    """A text given back into the box it was typed in: unchanged, or it would not be the same record
    when it is sent again. Still escaped, like everything else."""

    __slots__ = ()


def gate(value: Any) -> Any:
    """Return a value as a page shows it."""
    if type(value) is str and len(value) <= LONGEST and value.isprintable():  # nearly all are
        return value
    if isinstance(value, Markup):  # put together from values that passed the gate
        if _is_text(value):
            return value
        return Markup(_NO_TEXT.sub(lambda no: printable(no[0]), value))  # noqa: S704
    if isinstance(value, AsTyped) or not isinstance(value, str):
        return value
    return printable(shortened(value, LONGEST), keep="\n\t")


def apart(sentence: Any) -> Any:
    """Return a sentence in which names in Arabic, Hebrew and the like stand apart, so that a number
    behind such a name does not move before it and seem to be another player's."""
    if not isinstance(sentence, str) or not _NAME_FROM_THE_RIGHT.search(sentence):
        return sentence
    return Markup(_NAME_FROM_THE_RIGHT.sub(r"<bdi>\g<0></bdi>", str(escape(gate(sentence)))))  # noqa: S704


def _is_text(value: str) -> bool:
    """Return whether nothing in it is a lone surrogate. A table of games is long, and encoding it
    is the quickest way to look at all of it."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def add_gate(app: Flask) -> None:
    """Send all text of templates through the gate."""
    app.jinja_env.finalize = gate
    app.jinja_env.filters["as_typed"] = AsTyped
    app.jinja_env.filters["apart"] = apart
