"""What a person does with two sheets: try the example, drop a file, show the answer to the other
side, print it; with and without script."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from bench.axe import objections

from .conftest import IN_BROWSER, PHONE, Judge
from .test_compare import CARRIED, WHOLE

pytestmark = IN_BROWSER

DROP = """(box, text) => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], "sheet.xxn", { type: "text/plain" }));
  const how = { dataTransfer: carried, bubbles: true, cancelable: true };
  box.dispatchEvent(new DragEvent("drop", how));
}"""


def fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_an_example_is_tried_and_changed(page: Page, address: str, complaints: list[str]) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{address}/compare")
    page.get_by_role("link", name="Eight points or seven?").click()
    expect(page.get_by_label("Sheet B")).to_have_value(re.compile("queen .27, seven."))
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_text("Sheet B is right", exact=True)).to_be_visible()
    fits(page)
    page.get_by_text("Change a sheet and compare again").click()
    sheet = page.get_by_role("textbox", name="Sheet B")
    sheet.fill(
        sheet.input_value().replace("(27, seven)", "(27, eight)").replace("Karm 17", "Karm 18")
    )
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_text("The two sheets say the same, entry for entry.")).to_be_visible()
    expect(page.get_by_text("Neither sheet is entirely right")).to_be_visible()
    assert complaints == []


def test_files_that_are_dropped_are_the_sheets(page: Page, address: str) -> None:
    page.goto(f"{address}/compare")
    for box, sheet in zip(page.locator(".two-boxes .box").all(), (CARRIED, WHOLE), strict=True):
        box.evaluate(DROP, sheet)
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("heading", name="Marta wins, 140–116", level=1)).to_be_visible()


@pytest.mark.broad
def test_two_games_are_compared_and_shown_around(
    page: Page, address: str, judged: Judge, complaints: list[str]
) -> None:
    """From a game's page by the link of the other to an address that others open."""
    one, other = judged(CARRIED.encode()), judged(WHOLE.encode())
    page.goto(f"{address}/g/{one}")
    page.get_by_role("link", name="Compare with another sheet").click()
    page.get_by_label("Sheet B").fill(f"{address}/g/{other}")
    page.get_by_role("button", name="Compare").click()
    expect(page).to_have_url(f"{address}/g/{one}/against/{other}")
    expect(page.get_by_label("Link to this page")).to_have_value(page.url)
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("status")).not_to_be_empty()
    assert objections(page) == []
    page.get_by_role("link", name="See the play").click()
    assert urlsplit(page.url).path == f"/g/{one}/31"
    assert complaints == []


def test_it_reads_without_script_and_prints_on_one_page(
    browser: Browser, address: str, judged: Judge
) -> None:
    one, other = judged(CARRIED.encode()), judged(WHOLE.encode())
    context = browser.new_context(java_script_enabled=False, viewport=PHONE, color_scheme="dark")
    page = context.new_page()
    page.goto(f"{address}/g/{one}/against/{other}")
    table = page.get_by_role("region", name="Both sheets, side by side")
    expect(table.get_by_role("row")).to_have_count(11)
    expect(table.get_by_role("row", name="here they part")).to_have_count(1)
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
    page.emulate_media(media="print")
    expect(page.get_by_text("Certificate of the count")).to_be_visible()
    expect(page.get_by_text("Place, date and signature")).to_be_visible()
    expect(page.get_by_text("Show it to the other side")).to_be_hidden()
    context.close()
