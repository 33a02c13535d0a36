"""How often a law is tried on made-up examples."""

from __future__ import annotations

from typing import Any

from hypothesis import settings

SEARCHING = 10
"""How many times as often `make laws` tries a law, each time that it goes through them."""


def tried(times: int, **more: Any) -> settings:
    """Return the settings of a law that is tried so often by `make test`, always on the same
    examples; where new ones are searched, more often."""
    searching = not settings.get_profile(settings.get_current_profile_name()).derandomize
    return settings(max_examples=times * SEARCHING if searching else times, **more)
