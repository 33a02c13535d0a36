"""A request's environment as WSGI (PEP 3333) defines it."""

from __future__ import annotations

import sys
from typing import IO, Any, Final
from urllib.parse import unquote_to_bytes, urlsplit

from werkzeug.wsgi import FileWrapper

from archive.server.request_body import Body

PIECE: Final = 1 << 16


class BadTarget(ValueError):
    """The target of the request is no address."""


def declared_length(scope: Any) -> int | None:
    """Return the declared length of the body, 0 where there is no body, None where it is in
    chunks."""
    length = 0
    for name, value in scope["headers"]:
        if name == b"transfer-encoding":
            return None
        if name == b"content-length":
            length = int(value)  # h11 has checked that it is one number
    return length


def environ_of(scope: Any, body: Body) -> dict[str, Any]:
    """Return the environment of a request whose body has been read. Raises BadTarget."""
    host, port = scope.get("server") or ("localhost", None)
    client = scope.get("client")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": path_of(scope["raw_path"]),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "RAW_URI": _target(scope),
        "REQUEST_URI": _target(scope),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "REMOTE_ADDR": client[0] if client else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme") or "http",
        "wsgi.input": body.file,
        "wsgi.file_wrapper": _pieces_of,
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    if client:
        environ["REMOTE_PORT"] = str(client[1])
    for name, value in _headers(scope):
        environ[name] = f"{environ[name]},{value}" if name in environ else value
    if body.length or "CONTENT_LENGTH" in environ:
        environ["CONTENT_LENGTH"] = str(body.length)
    return environ


def path_of(raw: bytes) -> str:
    """Return a path's bytes as WSGI writes them. A target may be a whole address (RFC 9112, 3.2.2),
    whose path is meant. Raises BadTarget."""
    if raw[:7].lower() == b"http://" or raw[:8].lower() == b"https://":
        try:
            raw = bytes(urlsplit(raw).path) or b"/"
        except ValueError as wrong:
            raise BadTarget(str(wrong)) from wrong
    return unquote_to_bytes(raw).decode("latin-1")


def _target(scope: Any) -> str:
    query = scope["query_string"]
    return str((scope["raw_path"] + (b"?" + query if query else b"")).decode("latin-1"))


def _headers(scope: Any) -> list[tuple[str, str]]:
    """Return the headers by their names in WSGI. One with an underscore is left out: it could not
    be told from the one with a hyphen, which a proxy in front may have checked."""
    found = []
    for raw, value in scope["headers"]:
        if b"_" in raw or raw == b"transfer-encoding":  # a body is whole by now, and has a length
            continue
        name = raw.decode("latin-1").upper().replace("-", "_")
        if name not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            name = f"HTTP_{name}"
        found.append((name, value.decode("latin-1")))
    return found


def _pieces_of(file: IO[bytes], _size: int = 0) -> FileWrapper:
    """Return an iterator over a file in pieces that are worth waking a thread for."""
    return FileWrapper(file, PIECE)
