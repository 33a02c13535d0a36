"""An archive with the illustrative game in it, judged in this very process, and the web over it."""

import html
import re
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import LifoQueue
from typing import Any, NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient
from limits.storage import MemoryStorage
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    ViewportSize,
    WebError,
    expect,
)
from werkzeug.routing import Rule
from werkzeug.serving import make_server

from archive import stoppable_work
from archive.config import Settings
from archive.services import Archive, Visibility
from archive.stoppable_work import WorkPool
from archive.web import app, create_app
from tests.empty import empty_archive
from tests.uploaded import analysed_game, analysed_upload

from .people import House, build

ROOT = Path(__file__).parents[2]
# Chromium itself makes a whole window for each page, toolbar and all: four times the work.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
IN_BROWSER = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
]
"""How the tests of a module are marked that need one."""
SAMPLES = ROOT / "archive" / "samples"
SAMPLE = SAMPLES / "twenty-illustrative.xxn"
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}

PATIENCE = 240_000
"""Milliseconds after which what is waited for will never come; nothing is measured by it."""

Judge = Callable[..., str]


@pytest.fixture(scope="session", autouse=True)
def shared_checkers() -> Iterator[None]:
    """Whatever app checks something, the same children do: a start costs more than most tests."""
    free: LifoQueue[Any] = LifoQueue()

    def bounded(children: int, seconds: float) -> WorkPool:
        checks = WorkPool(children, seconds, waiting=PATIENCE / 1000)
        while free.qsize() < children:
            free.put(None)
        checks._free = free
        return checks

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "WorkPool", bounded)
        patch.setattr(stoppable_work, "STARTING", PATIENCE / 1000)
        yield


@pytest.fixture(scope="session", autouse=True)
def addresses_compiled_once() -> Iterator[None]:
    """All apps share what werkzeug compiles for each address: three quarters of making an app."""
    compile_builder = Rule._compile_builder
    compiled: dict[Any, Callable[..., tuple[str, str]]] = {}

    def shared(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        known = rule.rule, str(rule.defaults), *rule._trace, append_unknown
        if known not in compiled:
            compiled[known] = compile_builder(rule, append_unknown)
        return compiled[known]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "_compile_builder", shared)
        yield


@pytest.fixture(scope="session", autouse=True)
def nothing_counted_is_tidied_away() -> Iterator[None]:
    """No thread is started with each request that is counted, to look for counts that are old."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MemoryStorage, "_MemoryStorage__schedule_expiry", lambda _: None)
        yield


class Shelf(NamedTuple):
    """A running application and the addresses of what is in it."""

    app: Flask
    archive: Archive
    upload: str
    game: str
    listing: int
    """The line that lists the hand which cannot have been held."""


@pytest.fixture(scope="session")
def illustrative() -> bytes:
    """The illustrative game of Twenty, as it is printed."""
    return SAMPLE.read_bytes()


@pytest.fixture(scope="session")
def judged_once(
    tmp_path_factory: pytest.TempPathFactory, illustrative: bytes
) -> tuple[Path, str, str]:
    """The folder of an archive that is closed, the upload in it and its game; to be copied."""
    folder = tmp_path_factory.mktemp("judged") / "instance"
    archive = empty_archive(Settings.from_environment({}, instance=folder))
    found = analysed_upload(
        archive, illustrative, filename="game.xxn", source="sample", visibility=Visibility.PUBLIC
    )
    archive.close()
    return folder, found.id, found.games[0].id


@pytest.fixture(scope="module")
def shelf(
    tmp_path_factory: pytest.TempPathFactory,
    illustrative: bytes,
    judged_once: tuple[Path, str, str],
) -> Iterator[Shelf]:
    """Shared by the tests of a module, which only look."""
    made, upload, game = judged_once
    folder = shutil.copytree(made, tmp_path_factory.mktemp("web") / "instance")
    # A busy machine is no fault: a check may take its time, and so may a browser, below.
    chosen = {"TWENTIES_MAX_UPLOAD": "1M", "TWENTIES_CHECK_PATIENCE": "50"}
    settings = Settings.from_environment(chosen, instance=folder)
    archive = Archive(settings)
    listing = illustrative[: illustrative.index(b"QJJ43")].count(b"\n") + 1
    yield Shelf(create_app(settings, archive), archive, upload, game, listing)
    archive.close()


@pytest.fixture
def client(shelf: Shelf) -> FlaskClient:
    return shelf.app.test_client()


@pytest.fixture
def judged(shelf: Shelf) -> Judge:
    """Hand a record in, have it judged, and get its game's id."""

    def judge(data: bytes, filename: str = "test.xxn") -> str:
        return analysed_game(shelf.archive, data, filename=filename)

    return judge


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, record: bytes) -> Iterator[House]:
    """Shared by the tests of a module: people of every role, and things of one of them."""
    built = build(tmp_path_factory.mktemp("house") / "instance", record)
    yield built
    built.archive.close()


@pytest.fixture
def within_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """All requests come at one moment, whatever time a busy machine takes to answer them."""
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)


def words(page: str) -> str:
    """Return a page's text, its spaces made one."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def upload_in(address: str) -> str:
    """Return the upload whose page stands at an address."""
    found = re.search(r"/upload/(\w+)", address)
    return found[1]


expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def base_url() -> None:
    """No address is every test's; the plugin's own fixture is of a kind that pytest warns of."""


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    return {"executable_path": CHROMIUM, "args": ["--no-sandbox"], "timeout": PATIENCE}


@pytest.fixture(scope="session")
def browser(launch_browser: Callable[[], Browser]) -> Iterator[Browser]:
    """A browser that has the patience of `expect` in all it does."""
    browser = launch_browser()
    new_context = browser.new_context

    def patient(**chosen: Any) -> BrowserContext:
        # Cards that glide are drawn a dozen times for each play, and nothing here looks at that.
        context = new_context(**{"reduced_motion": "reduce", **chosen})
        context.set_default_timeout(PATIENCE)
        return context

    browser.new_context = patient  # type: ignore[method-assign]
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def only_page(browser: Browser) -> Iterator[Page]:
    """A page that the tests have one after another: to make one, and to have it fetch and read
    again all that pages are made of, takes as long as many a test."""
    context = browser.new_context()
    yield context.new_page()
    context.close()


@pytest.fixture
def context(only_page: Page) -> BrowserContext:
    return only_page.context


@pytest.fixture
def page(only_page: Page) -> Iterator[Page]:
    """That page, left as it was found."""
    yield only_page
    for other in only_page.context.pages:
        if other is not only_page:
            other.close()
    only_page.unroute_all(behavior="ignoreErrors")
    if only_page.url.startswith("http"):
        only_page.evaluate("localStorage.clear(), sessionStorage.clear()")
    only_page.goto("about:blank")
    only_page.set_viewport_size({"width": 1280, "height": 720})
    only_page.emulate_media(media="null", color_scheme="light")
    only_page.set_extra_http_headers({})
    only_page.context.clear_cookies()
    only_page.context.clear_permissions()


@pytest.fixture(scope="module")
def address(shelf: Shelf) -> Iterator[str]:
    """The application on a port of the loopback, its jobs judged as soon as they are looked at."""
    inner = shelf.app.wsgi_app

    def judging(environ: dict[str, Any], start_response: Any) -> Any:
        watched = re.fullmatch(r"/upload/(\w+)(\.json|/events)", environ["PATH_INFO"])
        if watched:
            shelf.archive.judging.receive(watched[1])
        return inner(environ, start_response)

    server = make_server("127.0.0.1", 0, judging, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def complaints(context: BrowserContext) -> Iterator[list[str]]:
    """What the browser complains about, a broken content policy included; nothing, in the end."""
    said: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type != "log":
            said.append(message.text)

    def note(error: WebError) -> None:
        said.append(str(error.error))

    context.on("console", hear)
    context.on("weberror", note)
    yield said
    context.remove_listener("console", hear)
    context.remove_listener("weberror", note)
    assert said == []
