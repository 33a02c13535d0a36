"""The web application for a WSGI server of your own, with threads.

`twenties web` and `twenties serve` bring theirs and do not need this file. A server of your own has
to deal with slow clients itself, or stand behind a proxy that does.
"""

from __future__ import annotations

from archive.web import create_app

app = create_app()
