"""Settings: one frozen value, read once from the environment and checked before anything starts.

Every setting has a default that works on a fresh machine, so `twenties serve` needs none of them.
A value that cannot be used is refused here, in one sentence that names the variable, rather than
an hour later in the middle of somebody's upload. docs/operations.md lists them all.
"""

from __future__ import annotations

import difflib
import hashlib
import os
import re
import secrets
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

# The address of a Unix socket must fit into 104 bytes on macOS and 108 on Linux.
SOCKET_PATH_LIMIT = 100

# Variables a process hands to those it starts; see Settings.environment().
_VARIABLES = {
    "instance": "TWENTIES_INSTANCE",
    "database_url": "DATABASE_URL",
    "redis_url": "REDIS_URL",
    "secret_key": "TWENTIES_SECRET_KEY",
    "max_upload": "TWENTIES_MAX_UPLOAD",
    "max_unpacked": "TWENTIES_MAX_UNPACKED",
    "max_records": "TWENTIES_MAX_RECORDS",
    "host": "TWENTIES_HOST",
    "port": "TWENTIES_PORT",
    "threads": "TWENTIES_THREADS",
    "workers": "TWENTIES_WORKERS",
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
SHORTEST_SECRET = 16
# Handed by a supervisor to those it starts, and no setting; see lifeline.py.
_NO_SETTINGS = ("TWENTIES_LIFELINE",)
# A server's address: perhaps user and password, a host, perhaps a port, and what follows.
SERVER = re.compile(r"//(.*@)?(\[[^\]]*\]|[^/:?#@\[\]]*)(:[0-9]*)?([/?].*)?")
BROKER = re.compile(
    r"rediss?://(.*@)?(\[[^\]]*\]|[^/:?#@\[\]]+)(:[0-9]*)?(/[0-9]*)?(\?.*)?|unix://.*/.+"
)
# A token is sent in a header: no spaces, and nothing but ASCII.
TOKEN = re.compile(r"[!-~]+")
# A name, an IPv4 or a bracketed IPv6 address; a dot before a name means all names below it.
HOST_NAME = re.compile(r"\.?[a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:]+\]")


N = TypeVar("N", int, float)


class SettingsError(ValueError):
    """A setting that cannot be used; its text is the sentence to show."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a process of the archive has to be told."""

    instance: Path
    """The folder that holds what this archive owns: database, queue, secret key."""
    database_url: str = field(repr=False)  # there may be a password in it
    """Where the rows are: SQLite in the instance folder, or PostgreSQL."""
    redis_url: str | None = field(repr=False)
    """A Redis or Valkey server of your own; without it the embedded Valkey is used."""
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
    workers: int
    """Worker processes that judge records."""
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
    """Failed sign-ins to one account in a quarter of an hour; five times that from one address."""
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
        folder = _folder(instance or env.get("TWENTIES_INSTANCE") or "instance", making=making)
        default_url = f"sqlite:///{folder / 'archive.sqlite3'}"
        return cls(
            instance=folder,
            database_url=_database_url(env.get("DATABASE_URL") or default_url),
            redis_url=_redis_url(env.get("REDIS_URL") or None),
            secret_key=_secret_key(_secret(env, "TWENTIES_SECRET_KEY"), folder, making=making),
            max_upload=_number(env, "TWENTIES_MAX_UPLOAD", _size, "8M", 1024, 1 << 30),
            max_unpacked=_number(env, "TWENTIES_MAX_UNPACKED", _size, "64M", 1024, 1 << 34),
            max_records=_number(env, "TWENTIES_MAX_RECORDS", int, "50000", 1, 100_000_000),
            host=host or env.get("TWENTIES_HOST") or "127.0.0.1",
            port=_number(env, "TWENTIES_PORT", int, "2020", 0, 65535) if port is None else port,
            threads=_number(env, "TWENTIES_THREADS", int, "32", 1, 1000),
            workers=_number(env, "TWENTIES_WORKERS", int, str(_cores()), 1, 256),
            batch=_number(env, "TWENTIES_BATCH", int, "500", 1, 1000),
            overdue=_number(env, "TWENTIES_OVERDUE", float, "60", 1, 86400),
            patience=_number(env, "TWENTIES_PATIENCE", float, "20", 0.1, 3600),
            record_memory=_number(env, "TWENTIES_RECORD_MEMORY", _size, "512M", 16 << 20, 1 << 40),
            max_check=_number(env, "TWENTIES_MAX_CHECK", _size, "1M", 1024, 1 << 30),
            check_patience=_number(env, "TWENTIES_CHECK_PATIENCE", float, "10", 0.1, 50),
            checkers=_number(env, "TWENTIES_CHECKERS", int, "2", 1, 64),
            upload_rate=_number(env, "TWENTIES_UPLOAD_RATE", int, "300", 1, 1_000_000),
            check_rate=_number(env, "TWENTIES_CHECK_RATE", int, "120", 1, 1_000_000),
            write_rate=_number(env, "TWENTIES_WRITE_RATE", int, "120", 1, 1_000_000),
            sign_in_rate=_number(env, "TWENTIES_SIGN_IN_RATE", int, "10", 1, 1_000_000),
            sign_up=_word(env, "TWENTIES_SIGN_UP", SIGN_UP, "open"),
            proxies=_number(env, "TWENTIES_PROXIES", int, "0", 0, 10),
            names=_names(env.get("TWENTIES_NAMES") or ""),
            grace=_number(env, "TWENTIES_GRACE", float, "20", 1, 600),
            log_format=_word(env, "TWENTIES_LOG_FORMAT", LOG_FORMATS, "console"),
            log_level=_word(env, "TWENTIES_LOG_LEVEL", LOG_LEVELS, "info"),
            metrics_token=_token(env, "TWENTIES_METRICS_TOKEN"),
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
        for base in (tempfile.gettempdir(), "/tmp"):  # noqa: S108 - made private by embedded.py
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


def _names(written: str) -> str:
    names = [name.strip().lower() for name in written.split(",") if name.strip()]
    for name in names:
        if not HOST_NAME.fullmatch(name):
            raise SettingsError(
                f"TWENTIES_NAMES: {name!r} is no host name, as in cards.example.org."
            )
    return ",".join(names)


def _folder(path: Path | str, *, making: bool) -> Path:
    folder = Path(path).expanduser().absolute()
    if not making:
        return folder
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(
            f"TWENTIES_INSTANCE: {folder} cannot be made ({error.strerror})."
        ) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise SettingsError(f"TWENTIES_INSTANCE: {folder} cannot be written to.")
    return folder


def _database_url(url: str) -> str:
    """Name the driver, so that the short addresses hosting services hand out work as they are."""
    scheme, colon, rest = url.partition(":")
    if colon and scheme in ("postgres", "postgresql", "postgresql+psycopg"):
        if not SERVER.fullmatch(rest):
            raise SettingsError(
                "DATABASE_URL must be written postgresql://user:password@host:port/name, with %40 "
                "and the like for what is special in a password."
            )
        return f"postgresql+psycopg:{rest}"
    if scheme == "sqlite" and rest.startswith("///") and len(rest) > 3 and ":memory:" not in rest:
        if "?" in rest:
            raise SettingsError("DATABASE_URL: nothing may follow the path of an SQLite file.")
        return url
    raise SettingsError(
        "DATABASE_URL must begin with sqlite:/// and the path of a file, or with postgresql://."
    )


def _redis_url(url: str | None) -> str | None:
    if url is None:
        return None
    if BROKER.fullmatch(url):
        return url
    raise SettingsError(
        "REDIS_URL must be written redis://host:port/0, rediss://host:port/0 or unix:///path."
    )


def _secret_key(given: str | None, folder: Path, *, making: bool) -> str:
    """The key given, or the one kept in the instance folder, made on first need; empty where it may
    not be made.

    The file appears under its name only when it is complete, so that two processes starting at
    once agree on one key.
    """
    if given is not None:
        return given
    path = folder / "secret.key"
    try:
        if not path.exists():
            if not making:
                return ""
            descriptor, name = tempfile.mkstemp(prefix="secret.", dir=folder)  # of mode 600
            draft = Path(name)
            os.write(descriptor, secrets.token_urlsafe(32).encode())
            os.close(descriptor)
            with suppress(FileExistsError):  # another process was first, and its key is as good
                path.hardlink_to(draft)
            draft.unlink()
        key = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"The secret key in {path} cannot be used ({error}).") from error
    if len(key) < SHORTEST_SECRET:
        raise SettingsError(f"The secret key in {path} is too short; remove the file to renew it.")
    return key


def _secret(env: Mapping[str, str], name: str) -> str | None:
    given = env.get(name) or None
    if given is not None and len(given.strip()) < SHORTEST_SECRET:
        raise SettingsError(f"{name} must have at least {SHORTEST_SECRET} characters.")
    return given


def _token(env: Mapping[str, str], name: str) -> str | None:
    given = _secret(env, name)
    if given is not None and not TOKEN.fullmatch(given):
        raise SettingsError(f"{name} may hold ASCII characters alone, and no spaces.")
    return given


def _word(env: Mapping[str, str], name: str, words: Sequence[str], default: str) -> str:
    written = (env.get(name) or default).lower()
    if written not in words:
        raise SettingsError(f"{name} is {written!r}; it must be one of {', '.join(words)}.")
    return written


def _number(
    env: Mapping[str, str],
    name: str,
    read: Callable[[str], N],
    default: str,
    low: float,
    high: float,
) -> N:
    written = env.get(name) or default
    try:
        value = read(written)
    except ValueError:
        raise SettingsError(f"{name} is {written!r}, which is not a number.") from None
    if not low <= value <= high:
        say = _written_size if default[-1].isalpha() else str
        raise SettingsError(f"{name} is {written}; it must be between {say(low)} and {say(high)}.")
    return value


def _size(text: str) -> int:
    """`8M`, `512K` or plain bytes."""
    factor = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}.get(text[-1:].upper(), 1)
    return int(text[:-1] if factor > 1 else text) * factor


def _written_size(size: float) -> str:
    """A size that is whole in one of these, as it would be written here."""
    for letter, factor in (("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10)):
        if size >= factor:
            return f"{size / factor:g}{letter}"
    return f"{size:g}"


def _cores() -> int:
    """One worker for every core, up to four: past that somebody should have decided."""
    return min(4, os.cpu_count() or 1)
