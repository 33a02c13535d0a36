"""The values that variables of the environment may have: how each kind is read, and the sentence
that refuses a value that cannot be used."""

from __future__ import annotations

import os
import re
import secrets
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from archive.core.errors import TwentiesError
from archive.languages import marked

SHORTEST_SECRET = 16
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


class SettingsError(TwentiesError):
    """A setting that cannot be used; its text is the sentence to show."""


def text(env: Mapping[str, str], name: str, default: str) -> str:
    """Return the value as it is written."""
    return env.get(name) or default


def host_names(env: Mapping[str, str], name: str) -> str:
    """Return host names with commas between, in small letters."""
    hosts = [host.strip().lower() for host in text(env, name, "").split(",") if host.strip()]
    for host in hosts:
        if not HOST_NAME.fullmatch(host):
            raise SettingsError(
                marked("%(name)s: “%(host)s” is no host name, as in cards.example.org."),
                name=name,
                host=host,
            )
    return ",".join(hosts)


def instance_folder(path: Path | str, *, making: bool) -> Path:
    """Return a folder that can be written to, made where that is allowed."""
    folder = Path(path).expanduser().absolute()
    if not making:
        return folder
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(
            marked("TWENTIES_INSTANCE: %(folder)s cannot be made (%(why)s)."),
            folder=folder,
            why=error.strerror,
        ) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise SettingsError(
            marked("TWENTIES_INSTANCE: %(folder)s cannot be written to."), folder=folder
        )
    return folder


def database_url(url: str) -> str:
    """Return the address with its driver, so that the short addresses of hosting services work."""
    scheme, colon, rest = url.partition(":")
    if colon and scheme in ("postgres", "postgresql", "postgresql+psycopg"):
        if not SERVER.fullmatch(rest):
            raise SettingsError(
                marked(
                    "DATABASE_URL must be written postgresql://user:password@host:port/name, with "
                    "%(at)s and the like for what is special in a password."
                ),
                at="%40",
            )
        return f"postgresql+psycopg:{rest}"
    if scheme == "sqlite" and rest.startswith("///") and len(rest) > 3 and ":memory:" not in rest:
        if "?" in rest:
            raise SettingsError(
                marked("DATABASE_URL: nothing may follow the path of an SQLite file.")
            )
        return url
    raise SettingsError(
        marked(
            "DATABASE_URL must begin with sqlite:/// and the path of a file, or with postgresql://."
        )
    )


def redis_url(env: Mapping[str, str], name: str) -> str | None:
    """Return the address of a Redis or Valkey server; None where it is not set."""
    url = env.get(name) or None
    if url is None or BROKER.fullmatch(url):
        return url
    raise SettingsError(
        marked(
            "%(name)s must be written redis://host:port/0, rediss://host:port/0 or unix:///path."
        ),
        name=name,
    )


def secret_key(given: str | None, folder: Path, *, making: bool) -> str:
    """Return the key given, or the one kept in the instance folder, made on first need; empty where
    it may not be made.

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
            with suppress(FileExistsError):  # another process was first, and its key will do
                path.hardlink_to(draft)
            draft.unlink()
        key = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(
            marked("The secret key in %(path)s cannot be used (%(why)s)."), path=path, why=error
        ) from error
    if len(key) < SHORTEST_SECRET:
        raise SettingsError(
            marked("The secret key in %(path)s is too short; remove the file to renew it."),
            path=path,
        )
    return key


def secret(env: Mapping[str, str], name: str) -> str | None:
    """Return a secret, long enough not to be guessed; None where it is not set."""
    given = env.get(name) or None
    if given is not None and len(given.strip()) < SHORTEST_SECRET:
        raise SettingsError(
            marked("%(name)s must have at least %(least)s characters."),
            name=name,
            least=SHORTEST_SECRET,
        )
    return given


def token(env: Mapping[str, str], name: str) -> str | None:
    """Return a secret that is sent in a header; None where it is not set."""
    given = secret(env, name)
    if given is not None and not TOKEN.fullmatch(given):
        raise SettingsError(
            marked("%(name)s may hold ASCII characters alone, and no spaces."), name=name
        )
    return given


def word(env: Mapping[str, str], name: str, words: Sequence[str], default: str) -> str:
    """Return a value that has to be one of a few words."""
    written = (env.get(name) or default).lower()
    if written not in words:
        raise SettingsError(
            marked("%(name)s is “%(written)s”; it must be one of %(words)s."),
            name=name,
            written=written,
            words=", ".join(words),
        )
    return written


def number(
    env: Mapping[str, str],
    name: str,
    read: Callable[[str], N],
    default: str,
    low: float,
    high: float,
) -> N:
    """Return a number, as `read` reads it, between the lowest and the highest that are allowed."""
    written = env.get(name) or default
    try:
        value = read(written)
    except ValueError:
        raise SettingsError(
            marked("%(name)s is “%(written)s”, which is not a number."), name=name, written=written
        ) from None
    if not low <= value <= high:
        say = _written_size if default[-1].isalpha() else str
        raise SettingsError(
            marked("%(name)s is %(written)s; it must be between %(low)s and %(high)s."),
            name=name,
            written=written,
            low=say(low),
            high=say(high),
        )
    return value


def size(text: str) -> int:
    """Return how many bytes `8M`, `512K` or a plain number means."""
    factor = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}.get(text[-1:].upper(), 1)
    return int(text[:-1] if factor > 1 else text) * factor


def _written_size(size: float) -> str:
    """Return a size as it would be written here."""
    for letter, factor in (("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10)):
        if size >= factor:
            return f"{size / factor:g}{letter}"
    return f"{size:g}"
