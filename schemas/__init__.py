"""Shapes of the JSON API. A leaf: it knows nothing of the archive behind it."""
