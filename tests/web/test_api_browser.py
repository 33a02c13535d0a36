"""/api in a real browser: the description is shown, and can be tried out."""

import json

import pytest
from playwright.sync_api import Page, expect

from archive.web.api import description

from .conftest import IN_BROWSER

pytestmark = [*IN_BROWSER, pytest.mark.broad]
FEW = ("/api/v1/counts", "/api/v1/verify", "/api/v1/games/{game_id}", "/api/v1/account/tokens")


def test_the_api_is_shown_and_tried_out(page: Page, address: str, complaints: list[str]) -> None:
    """On a desk; a phone has room for it as well. The addresses are a few of all: that the
    description is sound as a whole has tests of its own."""
    whole = json.loads(description())
    some = {path: asked for path, asked in whole["paths"].items() if path in FEW}
    assert len(some) == len(FEW)
    page.route("**/openapi.json", lambda route: route.fulfill(json={**whole, "paths": some}))
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{address}/api")
    counts = page.locator("[id$=get_counts]")
    counts.locator(".opblock-summary-control").click()
    counts.get_by_role("button", name="Try it out").click()
    counts.get_by_role("button", name="Execute").click()
    answered = counts.locator(".live-responses-table")
    expect(answered.locator("tbody .response-col_status").first).to_contain_text("200")
    expect(answered).to_contain_text('"engine": "twenties')
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") == width
