"""Search in a large archive, beside datasette: `python -m bench.search`."""
