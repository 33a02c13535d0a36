"""The app factory. Importing this starts nothing and reads nothing."""

from __future__ import annotations

from pathlib import Path

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from archive import self_test
from archive.config import Settings
from archive.importers import SAID
from archive.languages import ENGLISH
from archive.ops.metrics import Measures
from archive.scoring import ENGINE
from archive.services import Archive
from archive.stoppable_work import WorkPool
from archive.web import api, pages, template_filters
from archive.web.addresses import Digits, add_addresses, add_questions
from archive.web.assets import add_assets, add_compressing
from archive.web.auth import add_signing_in
from archive.web.errors import add_error_pages, size_in_words
from archive.web.held_threads import add_held
from archive.web.language import add_choices, add_languages
from archive.web.limits import add_limits
from archive.web.pages.front_page_and_check import look
from archive.web.pages.pages_as_data import add_alternates
from archive.web.request_log import Requests, add_metrics, add_tracing
from archive.web.security_headers import FormTokens, add_headers, add_sharing
from archive.web.text_received import add_entering
from archive.web.text_shown import add_gate
from archive.web.uploads import add_spooling
from archive.web.words import UNNAMED


def create_app(settings: Settings | None = None, archive: Archive | None = None) -> Flask:
    """Return the web application over one archive.

    Without arguments both come from the environment, as a web server calls it. Raises `UnfitPython`
    where this interpreter would give wrong verdicts.
    """
    self_test.require()
    if settings is None:
        settings = archive.settings if archive is not None else Settings.from_environment()
    app = Flask("archive.web", static_folder=None)
    app.config.update(
        SECRET_KEY=settings.secret_key,
        MAX_CONTENT_LENGTH=settings.max_upload,
        MAX_CHECK=settings.max_check,
        TRUSTED_HOSTS=settings.names.split(",") if settings.names else None,
        SESSION_COOKIE_NAME="twenties",
        SESSION_COOKIE_SAMESITE="Lax",
        WTF_CSRF_TIME_LIMIT=None,  # as long as the session: a user may type for a day
        WTF_CSRF_SSL_STRICT=False,
    )
    app.url_map.converters["int"] = Digits
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    if settings.proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app,
            x_for=settings.proxies,
            x_proto=settings.proxies,
            x_host=settings.proxies,
        )
    checks = app.extensions["checks"] = WorkPool(settings.checkers, settings.check_patience)

    def warm() -> None:
        """Load what the first visitor would otherwise wait for."""
        checks.warm(look, b"", None, "", ENGLISH, True)
        app.extensions["assets"].warm()

    app.extensions["warm"] = warm
    app.extensions["archive"] = archive if archive is not None else Archive(settings)
    add_spooling(app, settings)
    add_held(app, settings)
    csrf = FormTokens(app)
    template_filters.add_filters(app)
    add_languages(app)
    add_choices(app)
    add_gate(app)
    app.jinja_env.globals.update(
        engine=ENGINE,
        most=settings.max_upload,
        largest=size_in_words(settings.max_upload),
        largest_check=size_in_words(settings.max_check),
        check_seconds=f"{settings.check_patience:g}",
        ranks_said=SAID,
        unnamed=UNNAMED,
    )
    add_entering(app)
    add_signing_in(app, csrf)
    pages.add_pages(app)
    api.add_api(app)
    add_alternates(app)
    add_questions(app)
    requests = Requests()
    add_metrics(app, settings, requests, Measures(app.extensions["archive"]))
    add_error_pages(app)
    add_assets(app, Path(__file__).parent / "static")
    add_addresses(app)
    add_compressing(app)
    add_headers(app)
    add_sharing(app)
    add_limits(app, settings)
    add_tracing(app, requests)
    return app
