"""The language of an answer: the one a reader chose here, else the first their browser asks for.

`_`, `ngettext` and `pgettext` say a sentence in it; without a request they say it in English. A
language is offered once its catalogue is complete: a page half in German is worse than one in
English. docs/languages.md explains how to add one.

Spoilers are also a choice of the reader, which a cookie remembers: results are kept back from
lists, a game's own page and the plays that lie ahead, until the game is stepped through. Tables of
standings, players' pages and what programs read have them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import timedelta
from functools import cache, lru_cache
from io import BytesIO
from typing import Any, Final

from babel import Locale
from babel.numbers import format_decimal, get_decimal_symbol
from babel.support import NullTranslations, Translations
from flask import Flask, current_app, g, has_request_context, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from archive.core.errors import TwentiesError, Word
from archive.languages import ENGLISH, compiled_catalogue, complete, language_of, languages, marked
from archive.web.text_shown import gate

__all__ = [
    "_",
    "decimal",
    "language",
    "marked",
    "ngettext",
    "number",
    "offered_languages",
    "pgettext",
    "refusal_told",
    "remember_language",
    "speaking",
]  # fmt: skip

COOKIE: Final = "twenties_language"
KEPT_FOR: Final = timedelta(days=400)
"""The longest time that browsers keep a cookie."""
ASKED: Final = "lang"
"""The parameter for a page in a language: `?lang=de`."""
_spoken: ContextVar[str] = ContextVar("language", default="")


def _(sentence: str, **values: Any) -> str:
    """Return an English sentence in the language of this answer, with its values filled in."""
    said: str = _sentences(language()).gettext(sentence)
    return said % values if values else said


def ngettext(one: str, more: str, num: int) -> str:
    """Return the sentence for one or for more than one, as the language counts. `%(num)s` in it is
    the number; other places in it are left for the caller."""
    said: str = _sentences(language()).ngettext(one, more, num)
    return said.replace("%(num)s", number(num))


def refusal_told(error: TwentiesError) -> str:
    """Return the reason of a refusal in the language of this answer."""
    values = {
        name: _(value) if isinstance(value, Word) else value for name, value in error.values.items()
    }
    return _(error.template, **values)


def pgettext(context: str, sentence: str) -> str:
    """Return a short text in the language of this answer; the context tells it from the same text
    elsewhere."""
    return str(_sentences(language()).pgettext(context, sentence))


def number(value: int) -> str:
    """Return a number with its thousands set apart: `1,234`, in German `1.234`."""
    code = language()
    return f"{value:,}" if code == ENGLISH else str(format_decimal(value, locale=code))


def decimal(digits: str) -> str:
    """Return a number such as `1.5` with the language's own sign before its fraction."""
    return digits.replace(".", get_decimal_symbol(language()))


def language() -> str:
    """Return the code of the language of this answer; English where there is no request."""
    if spoken := _spoken.get():
        return spoken
    try:
        code: str = g._get_current_object().language  # noqa: SLF001 - asked a thousand times a page
    except (AttributeError, RuntimeError):
        if not has_request_context():
            return ENGLISH
        code = g.language = _wanted()
    return code


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Use a language in this block: for work that is done away from the request."""
    before = _spoken.set(code)
    try:
        yield
    finally:
        _spoken.reset(before)


@cache
def complete_languages() -> tuple[str, ...]:
    """Return the codes of the languages whose catalogues are complete."""
    return tuple(code for code in languages() if complete(code))


def offered_languages() -> tuple[str, ...]:
    """Return the codes of the languages that this archive offers."""
    codes: tuple[str, ...] = current_app.config["LANGUAGES"]
    return codes


@cache
def own_name(code: str) -> str:
    """Return a language's own name: `Deutsch`."""
    return str(Locale.parse(code).get_display_name() or code)


def add_languages(app: Flask) -> None:
    """Answer every reader in their language, and tell caches what that depends on."""
    app.config.setdefault("LANGUAGES", complete_languages())
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    said = {
        "gettext": _gated(_),
        "ngettext": _gated(ngettext),
        "pgettext": _gated(pgettext),
    }
    app.jinja_env.newstyle_gettext = True  # type: ignore[attr-defined]
    app.jinja_env.globals.update(
        said, _=said["gettext"], language=language, offered=offered_languages, own_name=own_name
    )
    app.jinja_env.filters["number"] = number

    @app.after_request
    def tell(response: Response) -> Response:
        if "language" in g:
            response.vary.update(("Accept-Language", "Cookie"))
            response.headers.setdefault("Content-Language", g.language)
            if request.args.get(ASKED) == g.language and response.mimetype == "text/html":
                response.headers["Cache-Control"] = "private, no-store"
                remember_language(response, g.language)
        return response


def remember_language(response: Response, code: str) -> None:
    """Set a browser's language from now on; without one, it is that of its settings."""
    if code:
        response.set_cookie(
            COOKIE, code, KEPT_FOR, secure=request.is_secure, httponly=True, samesite="Lax"
        )
    else:
        response.delete_cookie(COOKIE, secure=request.is_secure, httponly=True, samesite="Lax")


def _wanted() -> str:
    for chosen in (request.args.get(ASKED, ""), request.cookies.get(COOKIE, "")):
        if chosen in offered_languages():
            return chosen
    for tag, quality in request.accept_languages:
        code = language_of(tag)
        if quality > 0 and code in offered_languages():
            return str(code)
    return ENGLISH


@cache
def _sentences(code: str) -> NullTranslations:
    compiled = compiled_catalogue(code)
    return Translations(BytesIO(compiled)) if compiled else NullTranslations()


def _gated(say: Callable[..., str]) -> Any:
    """Return the function that templates call. Its values are escaped, and go through the gate as
    all text on a page does."""

    @lru_cache(maxsize=5_000)
    def alone(_spoken: str, *sentence: Any) -> Markup:
        return Markup(say(*sentence)) % {}  # noqa: S704 - the sentence is ours

    def said(*sentence: Any, **values: Any) -> Markup:
        if not values:  # most sentences of a page
            return alone(language(), *sentence)
        text = Markup(say(*sentence))  # noqa: S704 - the sentence is ours
        return text % {name: gate(value) for name, value in values.items()}

    return said


SPOILERS_COOKIE: Final = "twenties_spoilers"
CHOICES: Final = ("hide", "show")


def spoiler_free() -> bool:
    """Return whether this reader wants results kept back."""
    return has_request_context() and request.cookies.get(SPOILERS_COOKIE) == CHOICES[0]


SUITS_COOKIE: Final = "twenties_suits"
TWO: Final = "two"
SUIT_COLOURS: Final = ("four", TWO)


def two_colours() -> bool:
    """Return whether this reader wants hearts and diamonds red, spades and clubs black."""
    return has_request_context() and request.cookies.get(SUITS_COOKIE) == TWO


def add_choices(app: Flask) -> None:
    """Let templates ask what the reader has chosen."""
    app.jinja_env.globals |= {"spoiler_free": spoiler_free, "two_colours": two_colours}
