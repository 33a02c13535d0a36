"""Numbers in addresses."""

from __future__ import annotations

from flask import request
from werkzeug.routing import IntegerConverter


class Digits(IntegerConverter):
    """0 to 9, and so few that every database takes the number. Digits of other scripts would be
    second addresses of the same page."""

    regex = r"[0-9]{1,9}"


def number_asked(name: str, digits: int = 2) -> int | None:
    """Return a number of at most so many digits from the question of an address; None where it has
    none, or something else."""
    text = request.args.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None
