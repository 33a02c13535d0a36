"""Settings: one frozen value, read once from the environment and checked before anything starts.

Every setting has a default that works on a fresh machine, so `twenties serve` needs none of them. A
value that cannot be used is refused here, in one sentence that names the variable, rather than an
hour later in the middle of an upload. docs/operations.md lists them all.
"""

from __future__ import annotations

import difflib
import hashlib
import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final

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
    text,
    token,
    word,
)
from archive.languages import marked

# The address of a Unix socket must fit into 104 bytes on macOS and 108 on Linux.
SOCKET_PATH_LIMIT = 100

SIGN_UP = ("open", "closed")
LOG_FORMATS = ("console", "json")
WEIGHED = ("asked", "public")
LOG_LEVELS = ("debug", "info", "warning", "error")
# Given by a supervisor to the processes it starts, and no setting; see parent_watch.py.
_NO_SETTINGS = ("TWENTIES_PARENT_PIPE",)


def _by(read: Callable[..., Any], *more: Any) -> dict[str, Any]:
    """Return the metadata of a setting: how its variable is read."""
    return {"read": lambda env, name: read(env, name, *more)}


def _cores() -> int:
    """Return one worker for every core, up to four: more should be an operator's decision."""
    return min(4, os.cpu_count() or 1)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of every process of the archive."""

    instance: Path
    """The folder that holds what this archive owns: database, queue, secret key."""
    database_url: str = field(repr=False)  # there may be a password in it
    """Where the rows are: SQLite in the instance folder, or PostgreSQL."""
    redis_url: str | None = field(repr=False, metadata=_by(redis_url))
    """A Redis or Valkey server of your own; without it the embedded Valkey is used."""
    database_connections: int = field(metadata=_by(number, int, "20", 2, 1000))
    """Connections that one process may have to PostgreSQL."""
    database_patience: float = field(metadata=_by(number, float, "20", 1, 3600))
    """Seconds that PostgreSQL may take over a statement while a reader waits for it."""
    secret_key: str = field(repr=False)
    """Signs the forms' tokens. Generated once and kept in the instance folder."""
    max_upload: int = field(metadata=_by(number, size, "8M", 1024, 1 << 30))
    """The largest upload accepted, in bytes."""
    max_unpacked: int = field(metadata=_by(number, size, "64M", 1024, 1 << 34))
    """The most bytes that may come out of a packed upload."""
    max_records: int = field(metadata=_by(number, int, "50000", 1, 100_000_000))
    """The most records of one upload that are judged."""
    host: str = field(metadata=_by(text, "127.0.0.1"))
    """The address the web server listens on."""
    port: int = field(metadata=_by(number, int, "2020", 0, 65535))
    """The port the web server listens on; 0 takes any free one."""
    threads: int = field(metadata=_by(number, int, "32", 1, 1000))
    """Threads of the web server: how many requests can be answered at once."""
    connections: int = field(metadata=_by(number, int, "4000", 16, 100_000))
    """Connections that may be open at once, most of which wait for their clients."""
    workers: int = field(metadata=_by(number, int, str(_cores()), 0, 256))
    """Worker processes that judge uploads."""
    analysts: int = field(metadata=_by(number, int, str(_cores()), 0, 256))
    """Worker processes that look for repairs of flawed records."""
    maintainers: int = field(metadata=_by(number, int, "1", 0, 64))
    """Worker processes for all other work: re-scoring, deleting, removing names."""
    batch: int = field(metadata=_by(number, int, "100", 1, 1000))
    """Games judged by one task."""
    overdue: float = field(metadata=_by(number, float, "60", 1, 86400))
    """Seconds without progress after which an upload is queued again."""
    patience: float = field(metadata=_by(number, float, "20", 0.1, 3600))
    """Seconds one record may take before it is given up."""
    weigh_patience: float = field(metadata=_by(number, float, "120", 0.1, 3600))
    """Seconds that the play-by-play analysis of one game may take before it is given up."""
    record_memory: int = field(metadata=_by(number, size, "512M", 16 << 20, 1 << 40))
    """Bytes one record may take before it is given up."""
    max_check: int = field(metadata=_by(number, size, "1M", 1024, 1 << 30))
    """The largest text that is checked while a reader waits, in bytes."""
    check_patience: float = field(metadata=_by(number, float, "10", 0.1, 50))
    """Seconds that such a check may take, all of its records together."""
    checkers: int = field(metadata=_by(number, int, "2", 1, 64))
    """Processes for such checks."""
    upload_rate: int = field(metadata=_by(number, int, "300", 1, 1_000_000))
    """Uploads a minute from one address; ten times as many from this machine itself."""
    check_rate: int = field(metadata=_by(number, int, "120", 1, 1_000_000))
    """Checks a minute from one address."""
    write_rate: int = field(metadata=_by(number, int, "120", 1, 1_000_000))
    """Other changes a minute from one address."""
    read_rate: int = field(metadata=_by(number, int, "3000", 1, 1_000_000))
    """Reads of the API a minute from one address; ten times as many from this machine itself."""
    sign_in_rate: int = field(metadata=_by(number, int, "10", 1, 1_000_000))
    """Wrong passwords for one account in a quarter of an hour; five times that from one address."""
    sign_up: str = field(metadata=_by(word, SIGN_UP, "open"))
    """`open`: every visitor may make an account. `closed`: accounts are made by command."""
    weigh: str = field(metadata=_by(word, WEIGHED, "asked"))
    """`asked`: a game is analysed play by play when a reader asks for it. `public`: the latest
    public games, too, while nothing else waits to be analysed."""
    proxies: int = field(metadata=_by(number, int, "0", 0, 10))
    """Reverse proxies in front that are trusted to name the client's address; 0 for none."""
    names: str = field(metadata=_by(host_names))
    """The host names it answers to, with commas between; empty for any."""
    grace: float = field(metadata=_by(number, float, "20", 1, 600))
    """Seconds that web server and workers have to finish their work when they are stopped."""
    log_format: str = field(metadata=_by(word, LOG_FORMATS, "console"))
    """`console`, for people, or `json`, an object a line."""
    log_level: str = field(metadata=_by(word, LOG_LEVELS, "info"))
    """The least severe level that is logged."""
    metrics_token: str | None = field(repr=False, metadata=_by(token))
    """The token with which /metrics can be read from anywhere; without it, from this machine
    alone."""

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
        """Return the settings, read and checked; the keyword arguments are the command line's and
        win.

        Makes the instance folder and the key in it, because a folder that cannot be written is a
        bad setting too. Without `making` nothing is made, and a key that is not there is empty.
        """
        env = os.environ if environ is None else environ
        _known(env)
        folder = instance_folder(
            instance or env.get("TWENTIES_INSTANCE") or "instance", making=making
        )
        default_url = f"sqlite:///{folder / 'archive.sqlite3'}"
        given: dict[str, Any] = {
            "instance": folder,
            "database_url": database_url(env.get("DATABASE_URL") or default_url),
            "secret_key": secret_key(secret(env, "TWENTIES_SECRET_KEY"), folder, making=making),
        }
        given |= {"host": host} if host else {}
        given |= {} if port is None else {"port": port}
        others = [one for one in fields(cls) if one.name not in given]
        read = {one.name: one.metadata["read"](env, VARIABLES[one.name]) for one in others}
        return cls(**given, **read)

    @property
    def embedded(self) -> bool:
        """Return whether the queue is the Valkey server that this archive starts itself."""
        return self.redis_url is None

    @property
    def socket(self) -> Path:
        """Return the embedded server's socket: the same path for every process of one instance.

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
        """Return the queue's address, as the redis client writes it."""
        return self.redis_url or f"unix://{self.socket}?db=0"

    def environment(self) -> dict[str, str]:
        """Return these settings as variables, for the processes that this one starts."""
        values = {name: getattr(self, field) for field, name in VARIABLES.items()}
        return {name: str(value) for name, value in values.items() if value is not None}


_OTHERS_NAMES: Final = {"database_url": "DATABASE_URL", "redis_url": "REDIS_URL"}
VARIABLES: Final = {
    one.name: _OTHERS_NAMES.get(one.name, f"TWENTIES_{one.name.upper()}")
    for one in fields(Settings)
}
"""The variable of each setting, by which a process passes it to those that it starts."""


def _known(env: Mapping[str, str]) -> None:
    """Refuse a misspelt variable, which would leave its setting at the default unnoticed."""
    known = [*VARIABLES.values(), *_NO_SETTINGS]
    for name in sorted(env):
        if name.startswith("TWENTIES_") and name not in known:
            for near in difflib.get_close_matches(name, VARIABLES.values(), 1):
                raise SettingsError(
                    marked("%(name)s is no setting of this version; %(near)s is one."),
                    name=name,
                    near=near,
                )
            raise SettingsError(marked("%(name)s is no setting of this version."), name=name)
