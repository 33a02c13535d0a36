"""Settings: one frozen value, read once from the environment and checked before anything starts.

Every setting has a default that works on a fresh machine, so `twenties serve` needs none of them.
A value that cannot be used is refused here, in one sentence that names the variable, rather than
an hour later in the middle of somebody's upload. docs/operations.md lists them all.
"""

from __future__ import annotations

import difflib
import hashlib
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from archive.environment import SettingsError as SettingsError
from archive.environment import (
    database_url,
    host_names,
    instance_folder,
    number,
    redis_url,
    secret,
    secret_key,
    size,
    token,
    word,
)

# The address of a Unix socket must fit into 104 bytes on macOS and 108 on Linux.
SOCKET_PATH_LIMIT = 100

# Variables a process hands to those it starts; see Settings.environment().
_VARIABLES = {
    "instance": "TWENTIES_INSTANCE",
    "database_url": "DATABASE_URL",
    "redis_url": "REDIS_URL",
    "database_connections": "TWENTIES_DATABASE_CONNECTIONS",
    "database_patience": "TWENTIES_DATABASE_PATIENCE",
    "secret_key": "TWENTIES_SECRET_KEY",
    "max_upload": "TWENTIES_MAX_UPLOAD",
    "max_unpacked": "TWENTIES_MAX_UNPACKED",
    "max_records": "TWENTIES_MAX_RECORDS",
    "host": "TWENTIES_HOST",
    "port": "TWENTIES_PORT",
    "threads": "TWENTIES_THREADS",
    "connections": "TWENTIES_CONNECTIONS",
    "workers": "TWENTIES_WORKERS",
    "analysts": "TWENTIES_ANALYSTS",
    "maintainers": "TWENTIES_MAINTAINERS",
    "batch": "TWENTIES_BATCH",
    "overdue": "TWENTIES_OVERDUE",
    "patience": "TWENTIES_PATIENCE",
    "record_memory": "TWENTIES_RECORD_MEMORY",
    "max_check": "TWENTIES_MAX_CHECK",
    "check_patience": "TWENTIES_CHECK_PATIENCE",
    "checkers": "TWENTIES_CHECKERS",
    "upload_rate": "TWENTIES_UPLOAD_RATE",
    "check_rate": "TWENTIES_CHECK_RATE",
    "write_rate": "TWENTIES_WRITE_RATE",
    "sign_in_rate": "TWENTIES_SIGN_IN_RATE",
    "sign_up": "TWENTIES_SIGN_UP",
    "proxies": "TWENTIES_PROXIES",
    "names": "TWENTIES_NAMES",
    "grace": "TWENTIES_GRACE",
    "log_format": "TWENTIES_LOG_FORMAT",
    "log_level": "TWENTIES_LOG_LEVEL",
    "metrics_token": "TWENTIES_METRICS_TOKEN",
}
SIGN_UP = ("open", "closed")
LOG_FORMATS = ("console", "json")
LOG_LEVELS = ("debug", "info", "warning", "error")
# Handed by a supervisor to those it starts, and no setting; see parent_watch.py.
_NO_SETTINGS = ("TWENTIES_LIFELINE",)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a process of the archive has to be told."""

    instance: Path
    """The folder that holds what this archive owns: database, queue, secret key."""
    database_url: str = field(repr=False)  # there may be a password in it
    """Where the rows are: SQLite in the instance folder, or PostgreSQL."""
    redis_url: str | None = field(repr=False)
    """A Redis or Valkey server of your own; without it the embedded Valkey is used."""
    database_connections: int
    """Connections that one process may have to PostgreSQL."""
    database_patience: float
    """Seconds that PostgreSQL may take over a statement while somebody waits for it."""
    secret_key: str = field(repr=False)
    """Signs the forms' tokens. Generated once and kept in the instance folder."""
    max_upload: int
    """The largest upload accepted, in bytes."""
    max_unpacked: int
    """The most bytes that may come out of a packed upload."""
    max_records: int
    """The most records of one upload that are judged."""
    host: str
    """The address the web server listens on."""
    port: int
    """The port the web server listens on; 0 takes any free one."""
    threads: int
    """Threads of the web server: how many people can be answered at once."""
    connections: int
    """Connections that may be open at once, most of which wait for their clients."""
    workers: int
    """Worker processes that judge uploads."""
    analysts: int
    """Worker processes that look for what would put flawed records right."""
    maintainers: int
    """Worker processes for all other work: judging anew, deleting, taking names out."""
    batch: int
    """Records judged by one task."""
    overdue: float
    """Seconds without progress after which an upload is queued again."""
    patience: float
    """Seconds one record may take before it is given up."""
    record_memory: int
    """Bytes one record may take before it is given up."""
    max_check: int
    """The most bytes that are judged while somebody waits."""
    check_patience: float
    """Seconds that such a check may take, all of its records together."""
    checkers: int
    """Processes for such checks."""
    upload_rate: int
    """Uploads a minute from one address; ten times as many from this machine itself."""
    check_rate: int
    """Checks a minute from one address."""
    write_rate: int
    """Other changes a minute from one address."""
    sign_in_rate: int
    """Wrong passwords for one account in a quarter of an hour; five times that from one address."""
    sign_up: str
    """`open`: whoever comes may make an account. `closed`: accounts are given out by command."""
    proxies: int
    """Reverse proxies in front, whose word is taken for who is asking; 0 for none."""
    names: str
    """The host names it answers to, with commas between; empty for any."""
    grace: float
    """Seconds that web server and workers have to finish what they are at when they are stopped."""
    log_format: str
    """`console`, for people, or `json`, an object a line."""
    log_level: str
    """The least grave of the lines that are written."""
    metrics_token: str | None = field(repr=False)
    """Who sends it may read /metrics from anywhere; without it, this machine alone."""

    @classmethod
    def from_environment(
        cls,
        environ: Mapping[str, str] | None = None,
        *,
        instance: Path | str | None = None,
        host: str | None = None,
        port: int | None = None,
        making: bool = True,
    ) -> Settings:
        """Read and check the settings; the keyword arguments are the command line's and win.

        Makes the instance folder and the key in it, because a folder that cannot be written is a
        bad setting too; unless somebody only looks, for whom a key that is not there is empty.
        """
        env = os.environ if environ is None else environ
        _known(env)
        folder = instance_folder(
            instance or env.get("TWENTIES_INSTANCE") or "instance", making=making
        )
        default_url = f"sqlite:///{folder / 'archive.sqlite3'}"
        return cls(
            instance=folder,
            database_url=database_url(env.get("DATABASE_URL") or default_url),
            redis_url=redis_url(env.get("REDIS_URL") or None),
            database_connections=number(env, "TWENTIES_DATABASE_CONNECTIONS", int, "20", 2, 1000),
            database_patience=number(env, "TWENTIES_DATABASE_PATIENCE", float, "20", 1, 3600),
            secret_key=secret_key(secret(env, "TWENTIES_SECRET_KEY"), folder, making=making),
            max_upload=number(env, "TWENTIES_MAX_UPLOAD", size, "8M", 1024, 1 << 30),
            max_unpacked=number(env, "TWENTIES_MAX_UNPACKED", size, "64M", 1024, 1 << 34),
            max_records=number(env, "TWENTIES_MAX_RECORDS", int, "50000", 1, 100_000_000),
            host=host or env.get("TWENTIES_HOST") or "127.0.0.1",
            port=number(env, "TWENTIES_PORT", int, "2020", 0, 65535) if port is None else port,
            threads=number(env, "TWENTIES_THREADS", int, "32", 1, 1000),
            connections=number(env, "TWENTIES_CONNECTIONS", int, "4000", 16, 100_000),
            workers=number(env, "TWENTIES_WORKERS", int, str(_cores()), 0, 256),
            analysts=number(env, "TWENTIES_ANALYSTS", int, str(_cores()), 0, 256),
            maintainers=number(env, "TWENTIES_MAINTAINERS", int, "1", 0, 64),
            batch=number(env, "TWENTIES_BATCH", int, "100", 1, 1000),
            overdue=number(env, "TWENTIES_OVERDUE", float, "60", 1, 86400),
            patience=number(env, "TWENTIES_PATIENCE", float, "20", 0.1, 3600),
            record_memory=number(env, "TWENTIES_RECORD_MEMORY", size, "512M", 16 << 20, 1 << 40),
            max_check=number(env, "TWENTIES_MAX_CHECK", size, "1M", 1024, 1 << 30),
            check_patience=number(env, "TWENTIES_CHECK_PATIENCE", float, "10", 0.1, 50),
            checkers=number(env, "TWENTIES_CHECKERS", int, "2", 1, 64),
            upload_rate=number(env, "TWENTIES_UPLOAD_RATE", int, "300", 1, 1_000_000),
            check_rate=number(env, "TWENTIES_CHECK_RATE", int, "120", 1, 1_000_000),
            write_rate=number(env, "TWENTIES_WRITE_RATE", int, "120", 1, 1_000_000),
            sign_in_rate=number(env, "TWENTIES_SIGN_IN_RATE", int, "10", 1, 1_000_000),
            sign_up=word(env, "TWENTIES_SIGN_UP", SIGN_UP, "open"),
            proxies=number(env, "TWENTIES_PROXIES", int, "0", 0, 10),
            names=host_names(env.get("TWENTIES_NAMES") or ""),
            grace=number(env, "TWENTIES_GRACE", float, "20", 1, 600),
            log_format=word(env, "TWENTIES_LOG_FORMAT", LOG_FORMATS, "console"),
            log_level=word(env, "TWENTIES_LOG_LEVEL", LOG_LEVELS, "info"),
            metrics_token=token(env, "TWENTIES_METRICS_TOKEN"),
        )

    @property
    def embedded(self) -> bool:
        """Whether the queue lives in the Valkey server that this archive starts itself."""
        return self.redis_url is None

    @property
    def socket(self) -> Path:
        """The embedded server's socket: the same path for every process of one instance.

        It stands in the instance folder where its path is short enough, otherwise in a folder of
        the temporary directory whose name is derived from the instance's.
        """
        path = self.instance / "valkey.sock"
        if len(os.fsencode(path)) <= SOCKET_PATH_LIMIT:
            return path
        mark = hashlib.sha256(os.fsencode(self.instance)).hexdigest()[:12]
        for base in (tempfile.gettempdir(), "/tmp"):  # noqa: S108 - made private by embedded_broker.py
            path = Path(base) / f"twenties-{os.getuid()}-{mark}" / "valkey.sock"
            if len(os.fsencode(path)) <= SOCKET_PATH_LIMIT:
                break
        return path

    @property
    def broker_url(self) -> str:
        """The queue's address, as the redis client writes it."""
        return self.redis_url or f"unix://{self.socket}?db=0"

    def environment(self) -> dict[str, str]:
        """These settings as variables, for the processes that this one starts."""
        values = {name: getattr(self, field) for field, name in _VARIABLES.items()}
        return {name: str(value) for name, value in values.items() if value is not None}


def _known(env: Mapping[str, str]) -> None:
    """A misspelt setting would be its default, and nobody would know."""
    known = [*_VARIABLES.values(), *_NO_SETTINGS]
    for name in sorted(env):
        if name.startswith("TWENTIES_") and name not in known:
            near = difflib.get_close_matches(name, _VARIABLES.values(), 1)
            instead = f"; {near[0]} is one" if near else ""
            raise SettingsError(f"{name} is no setting of this version{instead}.")


def _cores() -> int:
    """One worker for every core, up to four: past that somebody should have decided."""
    return min(4, os.cpu_count() or 1)
