"""What players are said to do with their cards, in English and German, present and past."""

from __future__ import annotations

from typing import Final

LAYS: Final = (
    "(?:plays|played|lays|laid|leads|led|puts|put|spielt|spielte|legt|legte)"
)  # fmt: skip
MAKES: Final = "(?:makes|made|counts|macht|machte|zählt)"
WITH: Final = "(?:with|of|from|mit|aus)"
ARTICLE: Final = "(?:the|an?|eine[mnr]?|ein|de[mnr]|die|das)"
"""What may stand in front of a card; one of several is always taken with the blank behind it."""
