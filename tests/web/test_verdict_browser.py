"""The whole verdict and two sheets side by side, in a real browser on a phone."""

import re

from playwright.sync_api import Page, expect

from tests.uploaded import judged_upload

from .conftest import IN_BROWSER, PHONE, ROOT, Judge, Shelf

pytestmark = IN_BROWSER

SHEET = (ROOT / "fixtures" / "twenty" / "sound" / "illustrative-mended.xxn").read_text("utf-8")
LONG = SHEET.replace("Albert", "Bartholomäus-Maximilian" * 3)
SLIP = LONG.replace("14. p2 T=18", "14. p1 T=18").replace("21. p1 7=23/3 ", "")


def fits(page: Page) -> None:
    """Nothing sticks out of a phone's screen, once the page is whole."""
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_on_a_phone_nothing_sticks_out(
    page: Page, address: str, shelf: Shelf, judged: Judge
) -> None:
    """Every table is stacked, every patch opens in its place; two sheets are compared."""
    page.set_viewport_size(PHONE)
    for name in ("zwanzig-ab/flawed/sweep-five-read-as-ten", "twenty/flawed/one-card-twice"):
        game = judged((ROOT / "fixtures" / f"{name}.xxn").read_bytes())
        page.goto(f"{address}/g/{game}/verify")
        for summary in page.locator("main details:not([open]) > summary").all():
            if summary.is_visible():
                summary.click()
        fits(page)
    page.goto(f"{address}/compare?a={judged(LONG.encode())}")
    expect(page.get_by_role("link", name=re.compile("Bartholom"))).to_be_visible()
    page.get_by_label("Sheet B").fill(SLIP)
    fits(page)
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("heading", name="Where they differ")).to_be_visible()
    fits(page)
    first = page.locator(".differences tbody tr").first
    boxes = [cell.bounding_box() for cell in first.locator("td").all()]
    tops = [box["y"] for box in boxes if box]
    assert tops == sorted(tops)
    assert len(set(tops)) == 3
    page.get_by_role("link", name="Play 14").click()
    expect(page).to_have_url(re.compile(r"/g/\w+/14$"))


def test_an_analysis_that_is_not_there_yet_fills_in_by_itself(
    page: Page, address: str, shelf: Shelf, record: bytes
) -> None:
    flawed = record.replace(b"=20/10", b"=20/9")
    found = judged_upload(shelf.archive, flawed)
    page.set_viewport_size(PHONE)
    page.goto(f"{address}/g/{found.games[0].id}/verify")
    missing = page.get_by_text("is still being worked out")
    expect(missing).to_be_visible()
    fits(page)
    shelf.archive.analysing.analyse(found.id, 1, 1)
    expect(page.locator("#repairs")).to_be_visible()
    expect(missing).to_have_count(0)
