"""What if in a real browser: small fetches, keys, the address, and back to the game."""

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import CHROMIUM, Shelf

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
]


def test_another_play_is_tried_and_left(
    page: Page, address: str, shelf: Shelf, complaints: list[str]
) -> None:
    page.goto(f"{address}/g/{shelf.game}/31")
    expect(page.locator("#viewer[data-ready]")).to_be_attached()
    page.evaluate("window.stayed = true")
    page.keyboard.press("w")
    expect(page).to_have_url(re.compile(r"/30\?line=$"))
    page.locator('[data-choice="8"]').click()
    expect(page).to_have_url(re.compile(r"/30\?line=8$"))
    expect(page.locator("#ply")).to_have_attribute("data-ply", "31")
    page.locator('.felt li.may[data-card="9"]').click()  # Bertha's, on the table
    expect(page).to_have_url(re.compile(r"/30\?line=8\.9$"))
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".line-moves [aria-current]")).to_have_text(re.compile("31"))
    page.keyboard.press("End")
    expect(page).to_have_url(re.compile(r"line=8\.9&at=2$"))
    page.reload()
    expect(page.locator(".line-moves [aria-current]")).to_have_text(re.compile("32"))
    page.evaluate("window.stayed = true")
    expect(page.locator("#viewer[data-ready]")).to_be_attached()
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile(r"/31$"))
    expect(page.locator(".what-if")).to_have_count(0)
    assert page.evaluate("window.stayed")
    assert complaints == []
