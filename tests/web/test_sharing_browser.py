"""Sharing in a real browser: the keyboard inside a frame on a strange page, and what is copied."""

import re
import threading

import pytest
from flask import Flask
from playwright.sync_api import Page, expect
from werkzeug.serving import make_server

from .conftest import IN_BROWSER, ROOT, Judge, Shelf

pytestmark = IN_BROWSER


def test_the_keys_work_inside_a_frame_on_a_strange_page(
    page: Page, address: str, shelf: Shelf, request: pytest.FixtureRequest
) -> None:
    page.goto(f"{address}/g/{shelf.game}/30")
    snippet = page.locator("#share-frame").input_value()
    strange = Flask("strange")
    own = {"Content-Security-Policy": f"default-src 'none'; frame-src {address}"}
    strange.add_url_rule("/", view_func=lambda: (f"<!doctype html><title>x</title>{snippet}", own))
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    server = make_server("127.0.0.1", 0, strange)  # another port is another site
    threading.Thread(target=server.serve_forever, daemon=True).start()
    request.addfinalizer(server.shutdown)
    page.goto(f"http://127.0.0.1:{server.port}/")
    frame = page.frame_locator("iframe")
    expect(frame.locator("#viewer[data-ready]")).to_be_attached()
    frame.locator(".felt").click()
    page.keyboard.press("ArrowRight")
    expect(frame.locator("#ply")).to_have_attribute("data-ply", "31")
    page.keyboard.press("w")
    frame.locator('[data-choice="8"]').click()
    expect(frame.locator(".line-moves a")).to_have_count(1)
    expect(page.get_by_title("Albert – Bertha: a card game on Twenties")).to_be_visible()
    assert not complaints, "the rules are compiled in a frame, too"


LIE = """() => [".felt", ".said", ".course", ".controls"].map((name) => {
    const box = document.querySelector(name).getBoundingClientRect();
    return [box.top, box.bottom].map(Math.round);
})"""


@pytest.mark.parametrize("width", [360, 700, 1200])
def test_in_a_frame_nothing_lies_on_anything_else(
    page: Page, address: str, shelf: Shelf, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 640})
    page.goto(f"{address}/embed/g/{shelf.game}/100")
    expect(page.locator("#viewer[data-ready]")).to_be_attached()
    felt, said, course, controls = page.evaluate(LIE)
    assert felt[1] <= (said[0] if width < 1000 else course[0])
    assert said[1] <= course[0] or width > 1000
    assert course[1] <= controls[0]
    assert controls[1] <= 640


def test_paper_is_white_on_a_dark_screen(page: Page, address: str, shelf: Shelf) -> None:
    page.goto(f"{address}/g/{shelf.game}")
    page.emulate_media(media="print", color_scheme="dark")
    ink = page.locator("h1").evaluate("(one) => getComputedStyle(one).color")
    assert sum(map(int, re.findall(r"\d+", ink)[:3])) < 200


@pytest.mark.broad
def test_on_paper_no_name_is_broken_above_the_plays(
    page: Page, address: str, judged: Judge
) -> None:
    record = (ROOT / "archive" / "samples" / "zwanzig-ab-disputed-revoke.xxn").read_bytes()
    page.set_viewport_size({"width": 720, "height": 1000})
    page.emulate_media(media="print")
    page.goto(f"{address}/g/{judged(record)}/print?plays=1")
    for word in ("Anneliese", "Swapped"):
        heads = page.locator(".all-plays th", has_text=re.compile(rf"^{word}$"))
        lines = heads.evaluate_all("""(all) => all.map((one) => {
            const words = document.createRange();
            words.selectNodeContents(one);
            return new Set([...words.getClientRects()].map((line) => line.top)).size; })""")
        assert set(lines) == {1}, word


def test_all_plays_to_print_stand_below_each_other_on_a_phone(
    page: Page, address: str, shelf: Shelf
) -> None:
    """The two columns of a page of paper lay over each other."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}/g/{shelf.game}/print?plays=1")
    wide = page.evaluate("document.documentElement.scrollWidth")
    lefts = page.locator(".deal-printed").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect().left)"
    )
    assert (wide, len({*lefts}), len(lefts) > 1) == (390, 1, True)


def test_what_is_copied_is_the_play_that_is_shown(page: Page, address: str, shelf: Shelf) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{address}/g/{shelf.game}/30")
    expect(page.locator("#viewer[data-ready]")).to_be_attached()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"/31$"))
    page.locator('[data-copy="share-link"]').click()
    expect(page.locator("#share-said")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == f"{address}/g/{shelf.game}/31"
    assert "/embed/g/" in page.locator("#share-frame").input_value()
    assert "/31" in page.locator("#share-frame").input_value()
    with page.expect_download() as found:
        page.locator('[data-picture="png"]').click()
    assert found.value.suggested_filename == f"twenties-{shelf.game}-31.png"
    assert found.value.url == f"{address}/g/{shelf.game}/31/table.png"
