"""The list of keys that every page opens."""

import pytest
from playwright.sync_api import Browser, Page, expect

from .conftest import IN_BROWSER, PHONE, Shelf

pytestmark = IN_BROWSER


PAGES = ["/", "/games", "/rules", "/verify", "/learn/card", "/g/{game}", "/g/{game}/5"]


@pytest.mark.parametrize("path", [*PAGES, "/g/{game}/print"])
def test_a_question_mark_lists_the_keys_of_the_page_and_escape_leads_back(
    page: Page, address: str, shelf: Shelf, complaints: list[str], path: str
) -> None:
    page.goto(address + path.format(game=shelf.game))
    keys = page.get_by_role("dialog", name="Keys")
    link = page.get_by_role("link").first
    link.focus()
    page.keyboard.press("?")
    expect(keys).to_be_visible()
    expect(keys.get_by_text("this list")).to_be_visible()
    steps = keys.get_by_text("one play back, one play forward")
    expect(steps).to_have_count(1 if path.endswith("/5") else 0)
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    expect(link).to_be_focused()
    page.keyboard.press("Control+?")
    expect(keys).to_be_hidden()
    page.keyboard.press("?")
    keys.get_by_role("button", name="Close").click()
    expect(keys).to_be_hidden()
    assert complaints == []


def test_a_question_mark_that_one_writes_is_a_question_mark(
    page: Page, address: str, complaints: list[str]
) -> None:
    page.goto(f"{address}/verify")
    page.locator("#text").press_sequentially("Anna: ?/")
    expect(page.locator("#text")).to_have_value("Anna: ?/")
    expect(page.get_by_role("dialog")).to_be_hidden()
    assert complaints == []


@pytest.mark.parametrize("path", ["/games", "/players", "/events"])
def test_a_stroke_leads_to_the_search(
    page: Page, address: str, complaints: list[str], path: str
) -> None:
    page.goto(address + path)
    page.keyboard.press("/")
    expect(page.locator("main input[name=q]")).to_be_focused()
    page.keyboard.press("/")
    expect(page.locator("main input[name=q]")).to_have_value("/")
    assert complaints == []


def test_all_keys_are_a_link_away_in_german_and_on_a_phone(
    browser: Browser, address: str, shelf: Shelf
) -> None:
    phone = browser.new_context(locale="de-DE", viewport=PHONE)
    page = phone.new_page()
    page.goto(f"{address}/players")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Tasten")
    expect(keys).to_be_in_viewport(ratio=1)
    keys.get_by_role("link", name="Alle Tasten").click()
    expect(page.get_by_role("heading", name="Auf jeder Seite")).to_be_visible()
    expect(page.get_by_role("heading", name="Beim Durchspielen")).to_be_visible()
    phone.close()
