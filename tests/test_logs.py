"""The log: what a line holds, how it looks, and what never stands in it."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable

import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from archive import logs
from archive.config import Settings
from archive.services import Archive

Line = Callable[[logging.LogRecord], str]


def line(log_format: str, message: str, *arguments: object, **more: object) -> str:
    record = logging.getLogger("a.b").makeRecord(
        "a.b",
        logging.WARNING,
        "file",
        1,
        message,
        arguments,
        more.pop("exc_info", None),
        extra=more,
    )
    return logs.formatter(log_format, "web").format(record)


def test_a_line_for_programs() -> None:
    with logs.bound(request_id="abcd1234"):
        said = json.loads(line("json", "Took in %d", 3, upload="k7"))
    assert said["event"] == "Took in 3"
    assert said["request_id"] == "abcd1234"
    assert (said["level"], said["logger"], said["process"]) == ("warning", "a.b", "web")
    assert said["upload"] == "k7"
    assert said["time"].endswith("Z")


def test_a_line_for_people_is_one_line_and_steers_nothing() -> None:
    said = line("console", "A\x1b[2J\nB", who="\u202e")
    assert "\n" not in said
    assert "\x1b[2J" not in said
    assert "\u202e" not in said


@pytest.mark.parametrize("log_format", ["json", "console"])
def test_secrets_are_hidden(log_format: str) -> None:
    said = line(
        log_format,
        "Away: redis://user:hunter2@host/0 and postgresql://me:hunter2@host/d",
        password="hunter2",
        metrics_token="hunter2",
        Authorization="Bearer hunter2",
        where="unix://:hunter2@/x",
    )
    assert "hunter2" not in said
    assert "host/0" in said


def test_words_of_an_exception_are_told_only_where_they_quote_no_record() -> None:
    quoted = " ".join(["Albert", "held", "85542"])
    try:
        try:
            int(quoted)
        except ValueError as error:
            raise OSError(28, "No space left on device") from error
    except OSError as error:
        said = line("json", "It failed", exc_info=(type(error), error, error.__traceback__))
    told = json.loads(said)["exception"]
    assert "No space left on device" in told
    assert "ValueError" in told
    assert "Albert" not in told
    assert "test_logs.py" in told


def test_what_a_statement_was_given_is_not_told(archive: Archive) -> None:
    with (
        pytest.raises(SQLAlchemyError) as caught,
        archive.database.writing() as session,
    ):
        session.execute(text("INSERT INTO nowhere VALUES (:it)"), {"it": "Albert held 85542"})
    assert "Albert" not in str(caught.value)
    assert "Albert" not in logs.exception_in_short(caught.value)
    assert "nowhere" in logs.exception_in_short(caught.value)


@pytest.mark.parametrize("offered", ["abcdefgh", "A.b-c_d9" * 8])
def test_a_sane_id_is_kept(offered: str) -> None:
    assert logs.sane_id(offered) == offered


@pytest.mark.parametrize(
    "offered", [None, "", "short", "x" * 65, "with space", "a\nb" * 4, "ü" * 9]
)
def test_any_other_is_replaced(offered: str | None) -> None:
    made = logs.sane_id(offered)
    assert made != offered
    assert logs.SANE_ID.fullmatch(made)


def test_a_note_says_where_to_look() -> None:
    assert logs.reference() == ""
    with logs.bound(request_id="abcd1234"):
        assert "abcd1234" in logs.reference()
    assert logs.request_id() is None


def test_the_level_is_a_setting(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before = root.handlers[:], root.level
    try:
        logs.configure(settings, "test")
        logging.getLogger("a.b").debug("not this")
        logging.getLogger("a.b").info("but this")
        logging.getLogger("celery.worker").info("nor this")
    finally:
        root.handlers[:], root.level = before
        logging.captureWarnings(False)
    said = capsys.readouterr().err
    assert "but this" in said
    assert "not this" not in said
    assert "nor this" not in said
