"""Writing notes in a browser, on a desktop and on a phone: words, a sign, a line, the switch."""

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import IN_BROWSER, PHONE, Shelf
from .people import PASSWORD

pytestmark = IN_BROWSER
WINDOWS = {
    "desktop": {"width": 1280, "height": 800}, "phone": PHONE,
}  # fmt: skip


@pytest.mark.parametrize("window", [pytest.param("desktop", marks=pytest.mark.broad), "phone"])
def test_a_note_is_written_switched_off_and_still_there(
    page: Page, address: str, shelf: Shelf, complaints: list[str], window: str
) -> None:
    shelf.archive.accounts.create(window, PASSWORD)
    page.set_viewport_size(WINDOWS[window])  # type: ignore[arg-type]
    page.goto(f"{address}/sign-in?next=/g/{shelf.game}/2")
    page.get_by_label("Name").fill(window)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    said, plays = page.locator("#said"), page.locator("#plays")
    page.get_by_role("link", name="Write a note").click()
    page.get_by_label("What you say about it").fill("The 9♠ would do, see #5.")
    page.get_by_label("?!").check()
    page.get_by_label("Arrow from").select_option("table")
    page.get_by_label("Arrow to").select_option("p1")
    page.get_by_role("button", name="Keep").click()
    expect(said).to_contain_text("would do, see #5.")
    expect(said.locator(".word-s")).to_be_visible()
    expect(said.locator(".arrows li")).to_have_count(1)
    expect(plays.locator('[data-to="2"] .glyph')).to_have_text("?!")
    arrows = page.locator("#ply .pointers path")
    expect(arrows).to_have_count(1)
    expect(page.locator("#ply .player.near .card").first).to_be_visible()

    said.get_by_role("link", name="#5").click()
    expect(page.locator("#ply")).to_have_attribute("data-ply", "5")
    expect(arrows).to_have_count(0)
    said.get_by_role("link", name="What if?").click()
    said.locator(".offers a:not(.as-played)").first.click()
    said.get_by_role("link", name="Keep it in my notes").click()
    page.get_by_role("button", name="Keep").click()
    aside = plays.locator(".aside", has_text=window)
    expect(aside).to_be_visible()

    page.get_by_role("link", name=re.compile("^My notes")).click()
    expect(page).to_have_url(re.compile(r"layers=-\w+"))
    expect(plays.locator(".aside")).to_have_count(0)
    page.goto(re.sub(r"/\d+\?", "/2?", page.url))
    page.reload()
    expect(said).not_to_contain_text("would do")
    page.get_by_role("link", name=re.compile("^My notes")).click()
    expect(said).to_contain_text("would do, see #5.")
