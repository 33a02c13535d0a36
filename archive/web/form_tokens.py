"""Tokens of forms, written in other bytes in every answer.

A page that holds a token may then be compressed: how well it is compressed tells nothing of the
token, for what is on the page is a pad thrown for this answer alone, and the token under that pad
(BREACH; docs/decisions/weight.md).
"""

from __future__ import annotations

import base64
import binascii
import secrets

from flask import Flask
from flask_wtf.csrf import CSRFProtect, generate_csrf


class FormTokens(CSRFProtect):  # type: ignore[misc]
    """Protects forms, by tokens under a pad."""

    def init_app(self, app: Flask) -> None:
        """Protect an app's forms, and give its pages their tokens under a pad."""
        super().init_app(app)
        app.jinja_env.globals["csrf_token"] = form_token
        app.context_processor(lambda: {"csrf_token": form_token})

    def _get_csrf_token(self) -> str | None:
        found = super()._get_csrf_token()
        return None if found is None else from_under_pad(found)


def form_token() -> str:
    """Return the session's token under a new pad."""
    return under_pad(generate_csrf())


def under_pad(token: str) -> str:
    """Return a token under a pad, the pad in front of it."""
    data = token.encode()
    pad = secrets.token_bytes(len(data))
    return base64.urlsafe_b64encode(pad + _over(pad, data)).decode()


def from_under_pad(shown: str) -> str:
    """Return the token that was given under a pad. What is nothing of the kind comes back as it is:
    it is no token, or one of a page that was loaded before there were pads."""
    try:
        data = base64.b64decode(shown, altchars=b"-_", validate=True)
        half = len(data) // 2
        return _over(data[:half], data[half:]).decode()
    except (binascii.Error, ValueError):
        return shown


def _over(pad: bytes, data: bytes) -> bytes:
    return bytes(one ^ other for one, other in zip(pad, data, strict=True))
