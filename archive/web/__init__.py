"""The web: pages for people, an API for programs, both thin over `archive.services`."""

from __future__ import annotations

from archive.web.app import create_app

__all__ = ["create_app"]
