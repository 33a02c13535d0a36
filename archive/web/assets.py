"""Files that pages need: styles, scripts, faces, signs.

Each has an address with a hash of its content in it, so a browser keeps it for good and asks for
the next version by another address. Each is compressed once in the life of a process, when it is
first asked for, and never again; a style loses its remarks and layout before, and has its parts
(`@import "…";`) put in, each in its place. References from one file to another (`url("…")` in a
style, `from "./…"` in a script) are given that one's address, so the hash of a file changes with
those it needs.

Pages and drawn tables are compressed on their way out where that reveals no secret. Length reveals:
where an answer holds a secret and something that a stranger chose, the stranger can guess the
secret letter by letter from how well it is compressed (BREACH). So the tokens of forms are written
in other bytes each time (security_headers.py), and an answer for a signed-in user is not compressed
where the address has parameters.
docs/decisions/weight.md has more of it.
"""

from __future__ import annotations

import gzip
import hashlib
import posixpath
import re
import threading
from collections.abc import Callable
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, NamedTuple

import brotli
from flask import Flask, Response, abort, current_app, g, request

from archive.web.auth import who

FOR_GOOD: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "public, no-cache"
HASH: Final = 12
"""Letters of the hash in a file's address."""
LARGE: Final = 1 << 18
"""The size in bytes from which the best compression takes seconds, and the next best is nearly as
good."""
TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
}
"""The types of files, because the system's own list differs from one machine to the next."""
PLAIN: Final = "text/plain; charset=utf-8"
PACKED_ALREADY: Final = (".woff2",)
MOST: Final = 0.95
"""A file that compression makes no smaller than this share is sent as it is."""

_MENTIONS: Final = {
    ".css": re.compile(r'(?<=url\(")[^":]+(?="\))'),
    ".js": re.compile(r'(?<=from ")\./[^"]+(?=")'),
}
_PART: Final = re.compile(r'@import "([^"]+)";')
_SPARE: Final = re.compile(r'("[^"]*")|/\*.*?\*/|(?:\s*;)?\s*(})\s*|\s*([{;])\s*|\s+', re.DOTALL)
"""What a browser passes over in a style: remarks, blanks beside what parts its rules, and the mark
after the last declaration of a rule."""
_HASHED: Final = re.compile(rf"(.+)\.([0-9a-f]{{{HASH}}})(\.[a-z0-9]+)")
_SWAGGER: Final = "swagger-ui"
"""Files that came from elsewhere and mention none of the others."""


class Asset(NamedTuple):
    """One file as it is sent."""

    name: str
    """The name with the hash."""
    content_type: str
    body: bytes


@cache
def brotli_of(body: bytes) -> bytes:
    """Return a file compressed for browsers that read Brotli, which all of today's do. The result
    is kept for as long as the process lives, as the files are."""
    mode = 6 if len(body) > LARGE else 11
    return bytes(brotli.compress(body, quality=mode))


@cache
def gzip_of(body: bytes) -> bytes:
    """Return a file compressed for all others."""
    return gzip.compress(body, 9, mtime=0)


CODINGS: Final[dict[str, Callable[[bytes], bytes]]] = {"br": brotli_of, "gzip": gzip_of}
"""The codings, the best first, by their names in `Accept-Encoding`."""


def files_in(folder: Path) -> dict[str, Path]:
    """Return the files in a folder, by their names relative to it."""
    root = folder.resolve()
    paths = sorted(one for one in root.rglob("*") if one.is_file())
    return {
        one.relative_to(root).as_posix(): one
        for one in paths
        if one.resolve().is_relative_to(root)  # no link leads out
    }


def lean(style: str) -> str:
    """Return a style without its remarks and layout, which every visitor would wait for."""
    short = _SPARE.sub(
        lambda found: found[1] or found[2] or found[3] or " " * (found[0][:2] != "/*"), style
    )
    return short.strip()


class Assets:
    """The files in one folder at the start, each read once.

    A name is looked up among theirs and never becomes a path: so no name leads out of the folder,
    and what is kept in memory is limited by the files, however many names are asked for.
    """

    def __init__(self, folder: Path) -> None:
        self._paths: Final = files_in(folder)
        self._found: dict[str, Asset] = {}
        self._lock = threading.RLock()

    def get(self, name: str) -> Asset | None:
        """Return the file of that name, None where there is none."""
        if name not in self._paths:
            return None
        with self._lock:
            if name not in self._found:
                self._found[name] = self._read(name, self._paths[name])
            return self._found[name]

    def asked(self, name: str) -> tuple[Asset, bool] | None:
        """Return the file that an address names, with its hash or without, and whether the address
        will always name this content. A hash of another version finds the present one: a page may
        have been loaded before an upgrade and its files after."""
        hashed = _HASHED.fullmatch(name)
        found = self.get(hashed[1] + hashed[3] if hashed else name)
        return None if found is None else (found, found.name == name)

    def packed(self, asset: Asset, coding: str) -> bytes | None:
        """Return a file's bytes in a coding, None where that would not be smaller."""
        if asset.name.endswith(PACKED_ALREADY):
            return None
        with self._lock:
            packed = CODINGS[coding](asset.body)
        return packed if len(packed) < MOST * len(asset.body) else None

    def warm(self) -> None:
        """Read and compress every file in the background, so that no visitor waits for it."""
        threading.Thread(target=self._warm, name="warming files", daemon=True).start()

    def _warm(self) -> None:
        for name in self._paths:
            found = self.get(name)
            if found is not None:
                for coding in CODINGS:
                    self.packed(found, coding)

    def _read(self, name: str, path: Path) -> Asset:
        body = path.read_bytes()
        suffix = path.suffix
        if suffix in _MENTIONS and _SWAGGER not in name:
            text = _MENTIONS[suffix].sub(lambda said: self._beside(name, said[0]), body.decode())
            body = (self._whole(name, text) if suffix == ".css" else text).encode()
        stem, mark = name.removesuffix(suffix), hashlib.sha256(body).hexdigest()[:HASH]
        return Asset(f"{stem}.{mark}{suffix}", TYPES.get(suffix, PLAIN), body)

    def _whole(self, name: str, style: str) -> str:
        """Return a style with its parts in it, lean. A part mentions no other files: it has no
        folder of its own in the style that takes it in."""
        parts = _PART.sub(lambda said: self._mentioned(name, said[1]).body.decode(), style)
        return lean(parts)

    def _beside(self, name: str, said: str) -> str:
        """Return a file's reference to another with that one's hash."""
        path = posixpath.relpath(self._mentioned(name, said).name, posixpath.dirname(name) or ".")
        return f"./{path}" if said.startswith("./") else path

    def _mentioned(self, name: str, said: str) -> Asset:
        found = self.get(posixpath.normpath(posixpath.join(posixpath.dirname(name), said)))
        if found is None:
            raise FileNotFoundError(f"{name} mentions {said}, which is not there")
        return found


def add_assets(app: Flask, folder: Path) -> None:
    """Serve the files, and have `url_for("static", filename=…)` name them by their hashes."""
    assets = app.extensions["assets"] = Assets(folder)
    app.add_url_rule("/static/<path:filename>", "static", asset)

    @app.url_defaults
    def hashed(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" and (found := assets.get(values["filename"])):
            values["filename"] = found.name


def asset(filename: str) -> Response:
    """Answer with a file."""
    assets: Assets = current_app.extensions["assets"]
    asked = assets.asked(filename)
    if asked is None:
        abort(HTTPStatus.NOT_FOUND)
    found, for_good = asked
    mark = found.name.rsplit(".", 2)[1]
    answer = in_best_coding(
        found.body, found.content_type, mark, lambda coding: assets.packed(found, coding)
    )
    answer.headers["Cache-Control"] = FOR_GOOD if for_good else ASK_AGAIN
    return answer


def in_best_coding(
    body: bytes, content_type: str, mark: str, packed: Callable[[str], bytes | None]
) -> Response:
    """Return an answer with bytes that are the same for all readers, in the best coding that this
    one accepts: `packed` returns them in a coding, None where that is of no use. `mark` names
    them."""
    coding = best_coding()
    shorter = packed(coding) if coding else None
    answer = Response(body if shorter is None else shorter, content_type=content_type)
    if shorter is not None:
        answer.headers["Content-Encoding"] = coding
        mark += f"-{coding}"
    answer.vary.add("Accept-Encoding")
    answer.set_etag(mark)
    answer.make_conditional(request)
    return answer


def best_coding() -> str | None:
    """Return the best coding that the reader accepts, None for none."""
    accepted = request.accept_encodings
    return next((one for one in CODINGS if accepted and accepted[one] > 0), None)


PACKED: Final = ("text/html", "image/svg+xml")
"""What is compressed on its way out: pages, and tables drawn as pictures."""
SMALL: Final = 1024
"""The size in bytes below which an answer fits into a packet as it is."""
BROTLI: Final = 5
GZIP: Final = 6
"""The effort of compression: a page is compressed while its reader waits."""
TELLING_NOTHING: Final = frozenset({"replay.ply", "pictures.svg", "puzzles.table"})
"""Answers that repeat nothing of their parameters but numbers and cards."""


def add_compressing(app: Flask) -> None:
    """Compress pages and drawn tables. Call it before everything else that changes their bytes or
    ETags."""

    @app.after_request
    def compress(response: Response) -> Response:
        if response.mimetype not in PACKED or response.is_streamed:
            return response
        response.vary.add("Accept-Encoding")
        coding = best_coding()
        if coding is None or "Content-Encoding" in response.headers or holds_secret():
            return response
        body = response.get_data()
        if len(body) < SMALL:
            return response
        packed = (
            brotli.compress(body, mode=brotli.MODE_TEXT, quality=BROTLI)
            if coding == "br"
            else gzip.compress(body, GZIP, mtime=0)
        )
        response.set_data(packed)
        response.headers["Content-Encoding"] = coding
        tag, _ = response.get_etag()
        if tag is not None:  # the same page in other bytes
            response.set_etag(tag, weak=True)
        return response


def holds_secret() -> bool:
    """Return whether the answer may hold both a secret and what a stranger has chosen."""
    if "worthless_token" in g:
        return True
    asks = bool(request.query_string) and request.endpoint not in TELLING_NOTHING
    return asks and who().account_id is not None
