"""The web application for a WSGI server of your own: `gunicorn wsgi:app`, with threads.

`twenties web` and `twenties serve` bring theirs and do not need this file.
"""

from __future__ import annotations

from archive.web import create_app

app = create_app()
