"""Checking while someone writes or drops a file."""

import pytest
from playwright.sync_api import Page, Route, expect

from .conftest import IN_BROWSER, Shelf

pytestmark = IN_BROWSER

WRONG = "Anna: 8 (8)\nTom: ace (9)\nAnna: queen (20)\n"
DROP = """([text, name]) => {
  const given = new DataTransfer();
  given.items.add(new File([text], name, { type: "text/plain" }));
  const about = { dataTransfer: given, bubbles: true, cancelable: true };
  document.querySelector("h1").dispatchEvent(new DragEvent("drop", about));
}"""


def test_the_answer_comes_while_one_writes_and_for_a_file_that_is_dropped(
    page: Page, address: str, complaints: list[str]
) -> None:
    page.goto(f"{address}/verify")
    page.locator("#text").press_sequentially(WRONG, delay=1)
    live = page.locator("#live")
    expect(live.locator(".live-said")).to_contain_text("19")
    expect(live.locator(".finding").first).to_contain_text("Line 3")
    page.locator("#text").fill("Anna: 9 (9)\nTom: T (19)\nAnna: 10 (29, nine points)\n")
    expect(live.locator(".finding.sev-error")).to_have_count(1)  # a ten in two ways
    live.get_by_role("button", name="A 2–9 10 J Q K").click()
    expect(live.locator(".finding")).to_have_count(0)
    expect(live.locator("[data-ranks]")).to_have_count(0)
    page.locator("#text").fill("")
    expect(live).to_be_hidden()
    page.evaluate(DROP, [WRONG.replace("(20)", "(19)"), "game.txt"])
    expect(live.locator(".live-said")).not_to_be_empty()
    expect(live.locator(".finding.sev-error")).to_have_count(0)
    # what comes last is meant: words written after a file was dropped take its place
    page.locator("#text").press_sequentially(WRONG, delay=1)
    expect(live.locator(".finding").first).to_contain_text("Line 3")
    expect(live.locator(".board-after .pile")).to_be_visible()
    assert page.locator("#file").input_value() == ""
    assert page.url.endswith("/verify")
    assert complaints == []


def test_a_sign_stands_in_the_margin_of_each_line_that_was_read(
    page: Page, address: str, shelf: Shelf, complaints: list[str]
) -> None:
    page.goto(f"{address}/verify")
    text, rows = page.locator("#text"), page.locator(".ink-lines > div")
    signs = """(rows) => rows.map((row) => row.dataset.sign ?? "")"""
    text.fill("Hello,\n" + WRONG)
    expect(page.locator("[data-sign=wrong]")).to_have_count(1)
    assert rows.evaluate_all(signs) == ["", "right", "right", "wrong", ""]
    text.press("Control+Home")
    page.route("**/verify", lambda route: None)  # the next answer stays away
    text.press("Enter")
    expect(rows).to_have_count(6)
    assert rows.evaluate_all(signs) == ["", "", "right", "right", "wrong", ""], "they move along"
    page.unroute("**/verify")
    text.fill(shelf.archive.games.find(shelf.game).data.decode())  # type: ignore[union-attr]
    expect(page.locator(f".ink-lines > div:nth-child({shelf.listing})")).to_have_attribute(
        "data-sign", "wrong"
    )


def test_the_front_page_answers_an_example_and_gives_way_to_what_one_writes(
    page: Page, address: str, complaints: list[str]
) -> None:
    page.goto(address)
    text, live = page.locator("#text"), page.locator("#live")
    expect(live.locator(".live-said")).to_contain_text("7 points, not 8")
    expect(page.locator(".ink-lines > div:nth-child(7)")).to_have_attribute("data-sign", "wrong")
    text.click()
    text.press_sequentially(WRONG, delay=1)
    assert text.input_value() == WRONG
    expect(live.locator(".live-said")).to_contain_text("19")
    page.get_by_role("link", name="My own game").click()
    expect(page.get_by_text("Start with the first play.")).to_be_visible()
    expect(live).to_be_hidden()
    assert text.input_value() == ""
    assert complaints == []


def test_who_goes_back_finds_what_was_written_or_chosen_and_its_answer(
    page: Page, address: str, complaints: list[str]
) -> None:
    text, live = page.locator("#text"), page.locator("#live .live-said")
    page.goto(address)
    text.fill(WRONG)
    page.get_by_role("button", name="Check it").click()
    page.go_back()
    expect(live).to_contain_text("19")
    assert text.input_value() == WRONG
    page.goto(address)
    sheet = {"name": "c.txt", "mimeType": "text/plain", "buffer": WRONG.encode()}
    page.locator("#file").set_input_files(sheet)
    page.get_by_role("button", name="Check it").click()
    assert text.input_value() == WRONG
    page.go_back()
    chosen = page.locator("#file").input_value() != ""
    expect(page.get_by_text("The answer is about")).to_be_visible(visible=chosen)
    expect(live).to_contain_text("19" if chosen else "7 points, not 8")
    assert complaints == []


def test_a_question_on_its_way_is_given_up_for_the_next(
    page: Page, address: str, complaints: list[str]
) -> None:
    page.goto(f"{address}/verify")
    asked: list[Route] = []

    def keep_the_first(route: Route) -> None:
        asked.append(route)
        if len(asked) > 1:
            route.continue_()

    page.route("**/verify", keep_the_first)
    with page.expect_request("**/verify"):
        page.locator("#text").fill(WRONG)
    with page.expect_event("requestfailed") as given_up:
        page.locator("#text").press_sequentially("Tom: 2 (5)\n", delay=1)
    assert given_up.value == asked[0].request
    expect(page.locator("#live .live-said")).to_contain_text("19")
    assert complaints == []


def test_the_page_finds_what_the_api_finds_in_the_same_text(
    page: Page, address: str, shelf: Shelf, complaints: list[str]
) -> None:
    for text in (
        WRONG,
        WRONG.replace("(20)", "(19)"),
        "Anna: 8 (8)\nTom: king (30)\nTom: 2 (32)\n",
    ):
        judged = shelf.app.test_client().post(
            "/api/v1/verify", data=text.encode(), content_type="text/plain"
        )
        findings = judged.json["verdicts"][0]["findings"]  # type: ignore[index]
        page.goto(f"{address}/verify")
        page.locator("#text").fill(text)
        live = page.locator("#live")
        expect(live.locator(".live-said")).to_be_visible()
        for found in findings:
            expect(live).to_contain_text(found["sentence"])
        assert live.locator(".finding").count() == len(findings)
    assert complaints == []


def test_beside_a_text_it_is_said_which_file_the_answer_is_about(
    page: Page, address: str, complaints: list[str]
) -> None:
    page.goto(f"{address}/verify")
    text, live = page.locator("#text"), page.locator("#live")
    text.fill(WRONG)
    expect(live.locator(".live-said")).to_contain_text("not 20")
    about = page.get_by_text("The answer is about")
    expect(about).to_be_hidden()
    page.evaluate(DROP, [WRONG.replace("(20)", "(18)"), "kitchen.txt"])
    expect(about).to_contain_text("kitchen.txt")
    expect(live.locator(".live-said")).to_contain_text("not 18")
    assert text.input_value() == WRONG
    page.get_by_role("button", name="Back to the text").click()
    expect(about).to_be_hidden()
    expect(text).to_be_focused()
    expect(live.locator(".live-said")).to_contain_text("not 20")
    assert text.input_value() == WRONG
    page.evaluate(DROP, [WRONG.replace("(20)", "(18)"), "kitchen.txt"])
    expect(about).to_be_visible()
    text.press_sequentially("Tom: 2")  # what comes last is meant
    expect(about).to_be_hidden()
    assert complaints == []


@pytest.mark.parametrize("path", ["/", "/upload"])
def test_a_file_is_taken_wherever_on_the_page_it_is_dropped(
    page: Page, address: str, complaints: list[str], path: str
) -> None:
    page.goto(f"{address}{path}")
    page.evaluate(DROP, [WRONG, "game.txt"])
    expect(page.locator("#live .live-said")).to_contain_text("19")
    assert page.locator("#file").input_value().endswith("game.txt")


def test_a_file_that_is_larger_than_an_upload_may_be_is_not_sent(
    page: Page, address: str, complaints: list[str]
) -> None:
    """It was refused when all of it had come."""
    page.goto(f"{address}/upload")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    most = page.locator("form.desk").get_attribute("data-most")
    page.evaluate(DROP.replace("[text]", f"[text.repeat({most}), '!']"), ["x", "long.txt"])
    told = page.get_by_text("Split it and try again.")
    expect(told).to_be_visible()
    page.get_by_role("button", name="Check and keep").click()
    expect(told).to_be_visible()
    assert (sent, page.url, complaints) == ([], f"{address}/upload", [])
