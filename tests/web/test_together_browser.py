"""Two browsers at one replay: what one shows, the other sees; stepping away, coming back, taking
over."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from archive.runtime.embedded_broker import Embedded
from bench.axe import objections

from .conftest import IN_BROWSER, PHONE, Shelf

pytestmark = IN_BROWSER


@pytest.fixture(scope="module")
def broker(shelf: Shelf) -> Iterator[Embedded]:
    server = Embedded(shelf.archive.settings)
    server.ensure()
    yield server
    server.stop()


@pytest.fixture
def berta(browser: Browser, complaints: list[str]) -> Iterator[Page]:
    """Another's telephone, where everything is dark."""
    context = browser.new_context(viewport=PHONE, color_scheme="dark")
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()


def at(page: Page, ply: int) -> None:
    expect(page.locator("#ply")).to_have_attribute("data-ply", str(ply))


def begin(page: Page, name: str) -> None:
    page.get_by_label("The name the others will see").fill(name)
    page.get_by_role("main").get_by_role("button").click()
    expect(page.locator("#viewer")).to_have_attribute("data-ready", "")


def both_at(address: str, page: Page, berta: Page) -> Locator:
    """Anna begins to show, and Berta comes by the link. Return the line that tells Anna who is
    there."""
    page.goto(address)
    begin(page, "Anna")
    summary = page.locator("#together summary")
    summary.click()
    berta.goto(page.get_by_label("Link for the others").input_value())
    begin(berta, "Berta")
    return summary


def test_a_follower_sees_what_the_leader_shows(
    page: Page, berta: Page, address: str, shelf: Shelf, broker: Embedded
) -> None:
    page.goto(f"{address}/g/{shelf.game}/29")
    expect(page.locator("#viewer")).to_have_attribute("data-ready", "")
    page.keyboard.press("ArrowRight")
    at(page, 30)
    page.get_by_role("link", name="Step through it together").click()
    begin(page, "Anna")
    at(page, 30)
    line, summary = page.locator("#together"), page.locator("#together summary")
    expect(summary).to_have_text("You are showing. No one else is here yet.")
    height = page.locator("#ply").bounding_box()

    summary.press("Enter")
    berta.goto(page.get_by_label("Link for the others").input_value())
    expect(berta.get_by_role("main")).to_contain_text("Anna is showing.")
    begin(berta, "Berta")
    at(berta, 30)
    expect(summary).to_have_text("You are showing. Here too: Berta")
    expect(line.get_by_role("button", name="Let Berta show")).to_be_visible()  # still open
    page.keyboard.press("Escape")
    expect(line.get_by_role("button", name="Let Berta show")).to_be_hidden()

    page.keyboard.press("ArrowRight")
    at(berta, 31)
    assert page.locator("#ply").bounding_box() == height, "nothing moves"
    page.keyboard.press("w")
    expect(berta.locator("#said .offers")).to_be_visible()
    page.locator("#said .offers a").last.click()
    expect(berta.locator("#said .line-moves [aria-current]")).to_have_count(1)
    expect(berta).to_have_url(re.compile(rf"/g/{shelf.game}/30\?.*line=\w"))

    back = berta.get_by_role("link", name="Back to where Anna is")
    expect(back).to_be_hidden()
    berta.keyboard.press("Escape")
    at(berta, 31)
    expect(back).to_be_visible()
    berta.reload()
    expect(back).to_be_visible()
    page.keyboard.press("Escape")
    at(page, 31)
    page.keyboard.press("ArrowLeft")
    at(page, 30)
    at(berta, 31)
    back.click()
    at(berta, 30)
    expect(back).to_be_hidden()

    summary.click()
    line.get_by_role("button", name="Let Berta show").click()
    expect(berta.locator("#together summary")).to_have_text("You are showing. Here too: Anna")
    expect(summary).to_have_text("Berta is showing.")
    berta.keyboard.press("End")
    last = int(berta.locator("#viewer").get_attribute("data-last") or 0)
    at(page, last)
    summary.click()
    assert objections(page, "#together") == []
    line.get_by_role("button", name="Take over").click()
    expect(summary).to_have_text("You are showing. Here too: Berta")
    page.keyboard.press("Home")
    at(berta, 0)

    berta.locator("#together summary").click()
    berta.get_by_role("button", name="Leave, and go on alone").click()
    expect(berta.locator("#together")).to_have_count(0)
    expect(summary).to_have_text("You are showing. No one else is here yet.")


def test_who_is_given_the_table_goes_on_from_the_last_step(
    page: Page, berta: Page, address: str, shelf: Shelf, broker: Embedded
) -> None:
    summary = both_at(f"{address}/g/{shelf.game}/29/together", page, berta)
    at(berta, 29)
    berta.route("**/together/*.json", lambda route: route.abort())
    expect(summary).to_have_text("You are showing. Here too: Berta")
    with page.expect_response("**/place"):
        page.keyboard.press("ArrowRight")
    at(page, 30)
    page.get_by_role("button", name="Let Berta show").click()
    berta.unroute("**/together/*.json")
    expect(berta.locator("#together summary")).to_have_text("You are showing. Here too: Anna")
    at(berta, 30)
    berta.keyboard.press("ArrowRight")
    at(page, 31)


@pytest.mark.broad
def test_two_tabs_of_one_go_together_and_a_closed_page_is_gone(
    page: Page, berta: Page, address: str, shelf: Shelf, broker: Embedded
) -> None:
    summary = both_at(f"{address}/g/{shelf.game}/29/together", page, berta)
    expect(summary).to_have_text("You are showing. Here too: Berta")
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator("#together summary")).to_have_text("You are showing. Here too: Berta")
    page.keyboard.press("ArrowRight")
    for one in (page, other, berta):
        at(one, 30)
    other.keyboard.press("ArrowLeft")
    other.keyboard.press("ArrowLeft")
    for one in (other, page, berta):
        at(one, 28)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    for one in (other, berta, page):
        at(one, 30)
    berta.goto(f"{address}/about")
    expect(summary).to_have_text("You are showing. No one else is here yet.")


def test_the_leader_stays_at_a_play_that_the_server_has_not_answered_yet(
    page: Page, address: str, shelf: Shelf, broker: Embedded
) -> None:
    """The rules on the device have drawn it; meanwhile the archive still tells the place before."""
    page.goto(f"{address}/g/{shelf.game}/31/together")
    begin(page, "Anna")
    with page.expect_response("**/place"):
        page.keyboard.press("w")
    expect(page.locator(".what-if[data-here]")).to_be_attached()
    slow: list[Route] = []
    page.route("**/*fragment=1*", lambda route: slow.append(route))
    page.locator("#said .offers a").last.click()
    for _ in range(2):
        with page.expect_response("**/together/*.json"):
            pass
    expect(page).to_have_url(re.compile(r"line=K"))
    with page.expect_response("**/place"):
        slow[0].continue_()
    expect(page.locator("#said .line-moves [aria-current]")).to_have_count(1)


def test_the_replay_works_without_the_broker(
    page: Page, address: str, shelf: Shelf, broker: Embedded
) -> None:
    page.goto(f"{address}/g/{shelf.game}/5/together")
    begin(page, "Anna")
    broker.stop()
    try:
        expect(page.locator("#together [role=status]")).to_have_text(
            "The others cannot be reached just now."
        )
        page.keyboard.press("Home")
        at(page, 0)
        page.reload()
        expect(page.locator("#together")).to_contain_text("is not to be had just now")
        page.keyboard.press("End")
        expect(page.locator("#said")).to_be_visible()
    finally:
        broker.ensure()
