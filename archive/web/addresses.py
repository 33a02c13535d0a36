"""Addresses within the site. Those that are the same on every page are made once: one costs as much
as a small statement, and a page has dozens."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import starmap
from typing import Any, Final
from urllib.parse import urlencode

from flask import Flask, current_app, has_request_context, request

_ALIKE: Final = {"filename", "kind"}
"""The values that an address made once may have; each has only a few."""
_AS_IT_IS: Final = "!$'()*,/:;?@"
"""Characters that url_for leaves as they are in parameters."""


def add_addresses(app: Flask) -> None:
    """Let templates and `address_to` make an address with no parameters only once for each
    prefix."""

    @lru_cache(maxsize=2_000)
    def kept(_root: str, endpoint: str, **values: Any) -> str:
        return app.url_for(endpoint, **values)

    def address(endpoint: str, **values: Any) -> str:
        if values.keys() <= _ALIKE and endpoint[0] != "." and has_request_context():
            return kept(request.script_root, endpoint, **values)
        return app.url_for(endpoint, **values)

    app.jinja_env.globals["url_for"] = app.extensions["address"] = address


def address_to(endpoint: str, **values: Any) -> str:
    """Return the address of an endpoint of this application."""
    address: str = current_app.extensions["address"](endpoint, **values)
    return address


def asking(address: str, parameters: Iterable[tuple[str, str]]) -> str:
    """Return an address with these parameters, if there are any."""
    said = "&".join(starmap(_said, parameters))
    return f"{address}?{said}" if said else address


@lru_cache(maxsize=4_000)
def _said(key: str, value: str) -> str:
    """Return a parameter as an address has it."""
    return urlencode({key: value}, safe=_AS_IT_IS)
