"""Numbers in addresses."""

from __future__ import annotations

from werkzeug.routing import IntegerConverter


class Digits(IntegerConverter):
    """0 to 9, and so few that every database takes the number. Digits of other scripts would be
    second addresses of the same page."""

    regex = r"[0-9]{1,9}"
