"""Schemas of the JSON API. They import nothing of the archive behind it."""
