"""Numbers in addresses."""

from __future__ import annotations

from werkzeug.routing import IntegerConverter


class Digits(IntegerConverter):
    """0 to 9. Digits of other scripts would be second addresses of the same page."""

    regex = r"[0-9]+"
