"""Settings: good defaults, and every bad value refused by name."""

from __future__ import annotations

import re
import stat
from dataclasses import fields
from pathlib import Path

import pytest

from archive.config import SOCKET_PATH_LIMIT, VARIABLES, Settings, SettingsError


def read(folder: Path, **variables: str) -> Settings:
    return Settings.from_environment({"TWENTIES_INSTANCE": str(folder), **variables})


def test_nothing_has_to_be_set(instance: Path) -> None:
    settings = read(instance)
    assert settings.database_url == f"sqlite:///{instance}/archive.sqlite3"
    assert settings.embedded
    assert settings.max_upload == 8 << 20
    assert settings.host == "127.0.0.1"


def test_the_command_line_wins(instance: Path, tmp_path: Path) -> None:
    env = {"TWENTIES_INSTANCE": str(instance), "TWENTIES_PORT": "1", "TWENTIES_HOST": "::1"}
    settings = Settings.from_environment(env, instance=tmp_path / "other", host="0.0.0.0", port=0)
    assert (settings.instance, settings.host, settings.port) == (tmp_path / "other", "0.0.0.0", 0)


def test_the_secret_key_is_made_once_and_kept_private(instance: Path) -> None:
    first = read(instance)
    assert read(instance).secret_key == first.secret_key
    assert stat.S_IMODE((instance / "secret.key").stat().st_mode) == 0o600
    assert first.secret_key not in repr(first)
    assert [path.name for path in instance.iterdir()] == ["secret.key"]


def test_children_get_the_same_settings(instance: Path) -> None:
    settings = read(
        instance, REDIS_URL="redis://example/3", TWENTIES_OVERDUE="7", TWENTIES_MAX_UPLOAD="2M"
    )
    assert Settings.from_environment(settings.environment()) == settings


@pytest.mark.parametrize(
    "url",
    ["postgres://u:p@h/d", "postgresql://u:p@h/d", "postgresql+psycopg://u:p@h/d"],
)
def test_postgresql_addresses_name_the_driver(instance: Path, url: str) -> None:
    assert read(instance, DATABASE_URL=url).database_url == "postgresql+psycopg://u:p@h/d"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://h/d"),
        ("DATABASE_URL", "archive.sqlite3"),
        ("DATABASE_URL", "sqlite:///:memory:"),
        ("DATABASE_URL", "sqlite://"),
        ("DATABASE_URL", "postgresql://u:p@h:port/d"),
        ("DATABASE_URL", "postgresql://u:p@h:5432:1/d"),
        ("DATABASE_URL", "sqlite:////tmp/a.sqlite3?mode=ro"),
        ("REDIS_URL", "http://h"),
        ("REDIS_URL", "redis://h:port/0"),
        ("REDIS_URL", "redis://h:6379/zero"),
        ("REDIS_URL", "redis://"),
        ("TWENTIES_SECRET_KEY", "short"),
        ("TWENTIES_SECRET_KEY", " " * 40),
        ("TWENTIES_MAX_UPLOAD", "lots"),
        ("TWENTIES_MAX_UPLOAD", "-1"),
        ("TWENTIES_MAX_UPLOAD", "4T"),
        ("TWENTIES_PORT", "65536"),
        ("TWENTIES_PORT", "http"),
        ("TWENTIES_THREADS", "0"),
        ("TWENTIES_WORKERS", "1.5"),
        ("TWENTIES_BATCH", "0"),
        ("TWENTIES_OVERDUE", "nan"),
        ("TWENTIES_PATIENCE", "0"),
        ("TWENTIES_WEIGH_PATIENCE", "0"),
        ("TWENTIES_MAX_CHECK", "1"),
        ("TWENTIES_CHECK_PATIENCE", "soon"),
        ("TWENTIES_CHECKERS", "0"),
        ("TWENTIES_UPLOAD_RATE", "300 per minute"),
        ("TWENTIES_CHECK_RATE", "0"),
        ("TWENTIES_PROXIES", "-1"),
        ("TWENTIES_NAMES", "http://cards.example.org"),
        ("TWENTIES_GRACE", "0"),
        ("TWENTIES_LOG_FORMAT", "xml"),
        ("TWENTIES_LOG_LEVEL", "loud"),
        ("TWENTIES_METRICS_TOKEN", "short"),
        ("TWENTIES_METRICS_TOKEN", "a token of several words"),
        ("TWENTIES_METRICS_TOKEN", "schlüsselschlüssel"),
        ("TWENTIES_MAX_UPLAOD", "9M"),
        ("TWENTIES_INSTANCE", "/dev/null/here"),
    ],
)
def test_a_bad_value_is_refused_by_name(instance: Path, name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name) as refusal:
        Settings.from_environment({"TWENTIES_INSTANCE": str(instance), name: value})
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize(
    ("name", "value", "bounds"),
    [
        ("TWENTIES_MAX_UPLOAD", "4G", "between 1K and 1G"),
        ("TWENTIES_RECORD_MEMORY", "1", "between 16M and 1024G"),
        ("TWENTIES_MAX_RECORDS", "0", "between 1 and 100000000"),
        ("TWENTIES_PATIENCE", "0", "between 0.1 and 3600"),
        ("TWENTIES_PORT", "65536", "between 0 and 65535"),
    ],
)
def test_the_bounds_are_told_as_they_are_written(name: str, value: str, bounds: str) -> None:
    with pytest.raises(SettingsError, match=f"must be {bounds}\\."):
        Settings.from_environment({name: value})


@pytest.mark.parametrize(
    "url",
    [
        "//", "///d", "//h", "//u@h:5432/d?sslmode=require", "//u:p@[::1]:5432/d",
        "//u:p%40:/?@h/d", "//postgres:@/d?host=/run/pg",
    ],
)  # fmt: skip
def test_a_servers_address_may_be_written_in_many_ways(instance: Path, url: str) -> None:
    written = f"postgresql+psycopg:{url}"
    assert read(instance, DATABASE_URL=f"postgres:{url}").database_url == written


@pytest.mark.parametrize(
    "url",
    [
        "redis://h", "redis://h:6379", "redis://:p@h:6379/0", "rediss://u:p@[::1]/3?ssl_ca_certs=/a",
        "unix:///run/valkey.sock?db=1", "unix://u:p@/run/valkey.sock",
    ],
)  # fmt: skip
def test_a_brokers_address_may_be_written_in_many_ways(instance: Path, url: str) -> None:
    assert read(instance, REDIS_URL=url).redis_url == url


def test_a_misspelt_setting_is_told_with_the_one_that_was_meant() -> None:
    with pytest.raises(SettingsError, match="; TWENTIES_MAX_UPLOAD is one"):
        Settings.from_environment({"TWENTIES_MAX_UPLAOD": "9M"})


def test_a_socket_fits_wherever_the_instance_stands(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    settings = read(deep)
    assert len(str(settings.socket)) <= SOCKET_PATH_LIMIT
    assert not settings.socket.is_relative_to(deep)
    assert settings.socket == read(deep).socket
    assert settings.socket != read(deep / "other").socket


def test_every_setting_is_documented() -> None:
    page = (Path(__file__).parents[1] / "docs" / "operations.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"^\| `([A-Z_]+)` \|", page, re.MULTILINE))
    assert set(VARIABLES) == {field.name for field in fields(Settings)}
    assert documented == set(VARIABLES.values())
