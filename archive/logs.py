"""The log: one line an event, for people or for programs, and one identifier through all of it.

All modules write by Python's `logging`; this sets up how that is written out. Values bound to the
present context stand on every line written in it, so the identifier of a request is found again on
the lines of the worker that judged its upload.

A log is read by more people than the archive is, and kept in more places. So it has identifiers and
never the content of a record: addresses lose their passwords, and an exception that is not about
the machinery is logged by its kind and place only, because its words may quote a record.
"""

from __future__ import annotations

import logging
import os
import re
import secrets
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import structlog
from structlog.contextvars import bind_contextvars, bound_contextvars, get_contextvars
from structlog.typing import EventDict, ExcInfo, Processor, WrappedLogger

from archive.config import Settings
from archive.core.text import has_colours, printable

# What a request may bring as its own identifier; anything else is replaced, not repaired.
SANE_ID: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")
REQUEST_ID: Final = "request_id"

_SECRET_NAMES = re.compile("password|secret|token|authorization|cookie", re.IGNORECASE)
_PASSWORD = re.compile(r"(?<=://)[^/\s@]*:[^/\s@]*(?=@)")
_HIDDEN = "***"
# Exceptions about the machinery, by the package that makes them: their first line is safe to log
# (the rest may show a row), and is mostly enough.
_TOLD = ("sqlalchemy", "sqlite3", "psycopg", "redis", "kombu", "celery", "alembic", "werkzeug")
_CHATTER = ("alembic", "celery", "kombu", "flask-limiter", "flask_limiter", "amqp")


def configure(settings: Settings, process: str) -> None:
    """Write this process's lines to standard error, the way the settings say."""
    handler = logging.StreamHandler()
    handler.setFormatter(formatter(settings.log_format, process))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.log_level.upper())
    logging.captureWarnings(True)
    for name in _CHATTER:
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))


def formatter(log_format: str, process: str) -> logging.Formatter:
    """Return a formatter that writes log records as lines."""
    before: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        _process(process),
        structlog.processors.ExceptionRenderer(exception_in_full),
        _without_secrets,
    ]
    last: Processor
    if log_format == "json":
        last = structlog.processors.JSONRenderer(ensure_ascii=False, default=str)
    else:
        before.append(_visible)
        said = has_colours(os.environ)
        colours = sys.stderr.isatty() if said is None else said
        last = structlog.dev.ConsoleRenderer(
            colors=colours, pad_event_to=0, timestamp_key="time", sort_keys=False
        )
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=before,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
    )


# The identifier of a request


def fresh_id() -> str:
    """Return an identifier for a request that brought none."""
    return secrets.token_hex(8)


def sane_id(offered: str | None) -> str:
    """Return the identifier offered if it is a valid one, else a fresh one."""
    return offered if offered and SANE_ID.fullmatch(offered) else fresh_id()


def request_id() -> str | None:
    """Return the identifier of the request that this context works for."""
    found = get_contextvars().get(REQUEST_ID)
    return str(found) if found else None


def bind(**values: Any) -> None:
    """Put these values on every line that this context logs from now on."""
    bind_contextvars(**values)


@contextmanager
def bound(**values: Any) -> Iterator[None]:
    """Put these values on every line logged in this block."""
    with bound_contextvars(**values):
        yield


def reference() -> str:
    """Return a sentence for a note, by which its lines in the log can be found; or nothing."""
    found = request_id()
    return f" More is in the log under {found}." if found else ""


# What lines may contain


def exception_in_full(exc_info: ExcInfo) -> str:
    """Return an exception with its causes: where each came from, and its words if they are safe."""
    parts: list[str] = []
    error: BaseException | None = exc_info[1]
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        frames = "".join(traceback.format_tb(error.__traceback__))
        parts.append(frames + exception_in_short(error))
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "\n\nCaused by:\n".join(parts)


def exception_in_short(error: BaseException) -> str:
    """Return an exception's kind; with the first line of its words where these quote no record."""
    kind = type(error)
    name = kind.__qualname__
    package = kind.__module__.partition(".")[0]
    if isinstance(error, OSError) or package in _TOLD:
        first = str(error).strip().partition("\n")[0]
        return f"{name}: {first}" if first else name
    return name


def _process(name: str) -> Processor:
    def add(_logger: WrappedLogger, _method: str, line: EventDict) -> EventDict:
        line["process"] = name
        line["pid"] = os.getpid()  # asked each time: children are forked
        return line

    return add


def _without_secrets(_logger: WrappedLogger, _method: str, line: EventDict) -> EventDict:
    for key, value in line.items():
        if _SECRET_NAMES.search(key):
            line[key] = _HIDDEN
        elif isinstance(value, str) and "://" in value:
            line[key] = _PASSWORD.sub(_HIDDEN, value)
    return line


def _visible(_logger: WrappedLogger, _method: str, line: EventDict) -> EventDict:
    """Name invisible characters in a line, so that nothing in it may steer a terminal or hide."""
    for key, value in line.items():
        if isinstance(value, str):
            value = value.rstrip()
            line[key] = printable(value, keep="\n" if key == "exception" else "")
    return line
