"""The main pages, as axe sees them: nothing to object to, of any severity.

`make axe` asks the same of every page, on a desktop and a phone, light and dark.
"""

import pytest
from playwright.sync_api import Page

from bench.axe import objections

from .conftest import IN_BROWSER, ROOT, Judge, Shelf

pytestmark = IN_BROWSER

MAIN = ("/", "/g/{game}/30?line=8")
OTHERS = (
    "/g/{game}/verify",
    "/g/{game}",
    "/learn/twenty",
    "/verify",
    "/games",
    "/sign-in",
    "/learn/card",
    "/events/standings?event=Illustrative+game",
)
"""Forms and lists like those of the pages above: left to `make odd`."""


@pytest.mark.parametrize("pages", [MAIN, pytest.param(OTHERS, marks=pytest.mark.broad)])
def test_axe_objects_to_nothing_on_the_main_pages(
    page: Page, address: str, shelf: Shelf, judged: Judge, pages: tuple[str, ...]
) -> None:
    found = {}
    several = judged((ROOT / "archive/samples/zwanzig-ab-disputed-revoke.xxn").read_bytes())
    for path in (*pages, f"/g/{several}"):
        page.goto(address + path.format(game=shelf.game))
        found[path] = objections(page)
    assert {path: told for path, told in found.items() if told} == {}
    page.evaluate("document.querySelector('h1').innerHTML = '<img src=\"/static/icon.svg\">'")
    told = objections(page, "h1")
    assert any("image-alt" in one for one in told), "it would see what is wrong"
