"""The web server's port: taken first of all, and held while the server behind it comes and goes."""

from __future__ import annotations

import errno
import http.client
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import click

from archive.cli.speech import _
from archive.config import Settings

BACKLOG = 512


@contextmanager
def listening(settings: Settings) -> Iterator[socket.socket]:
    """Return an open socket on the settings' host and port, or one sentence saying why not."""
    place = _("{host}, port {port}", host=settings.host, port=settings.port)
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        listener = socket.create_server(
            (settings.host, settings.port), family=family, backlog=BACKLOG
        )
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise click.ClickException(
                _(
                    "Something else listens on {place} already. "
                    "Stop it, or choose another port with --port.",
                    place=place,
                )
            ) from error
        raise click.ClickException(
            _("Cannot listen on {place}: {why}.", place=place, why=error.strerror)
        ) from error
    with listener:
        yield listener


def address(listener: socket.socket) -> str:
    """Return the address to type into a browser on this machine."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # noqa: S104 - "any address" is not an address to visit
        host = "127.0.0.1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def answers(listener: socket.socket) -> bool:
    """Return whether a web server answers behind the socket by now."""
    host, port = listener.getsockname()[:2]
    connection = http.client.HTTPConnection(host, port, timeout=0.5)
    try:
        connection.request("HEAD", "/health/live")
        connection.getresponse()
    except OSError:
        return False
    finally:
        connection.close()
    return True
