"""Colours for XXN in the paste box and on source pages: for the eye alone, never in the way."""

from itertools import product
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from .conftest import IN_BROWSER, ROOT, Shelf

pytestmark = IN_BROWSER

RECORDS = sorted((ROOT / "fixtures" / "notation").glob("*/*.xxn"))
PIECES = """async (texts) => {
    const { pieces } = await import('/static/xxn.js');
    return texts.map((text) => [...pieces(text)]);
}"""
LINES = "async (text) => (await import('/static/xxn.js')).lines(text)"
SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
LAYER = """() => [document.querySelector('#text').scrollHeight,
               document.querySelector('.ink-lines').scrollHeight]"""


@pytest.fixture
def box(page: Page, address: str, complaints: list[str]) -> Page:
    """A page with an empty paste box."""
    page.goto(f"{address}/?try=own")
    expect(page.locator(".ink")).to_have_count(1)
    return page


def shown(page: Page) -> str:
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
    rows = page.locator(".ink-lines > div").all_text_contents()
    return "\n".join(row.replace("\u200b", "") for row in rows)


def test_texts_are_cut_into_pieces_and_nothing_is_left_out(box: Page) -> None:
    texts = [path.read_bytes().decode("utf-8", "replace") for path in RECORDS]
    for path, text, pieces in zip(RECORDS, texts, box.evaluate(PIECES, texts), strict=True):
        assert "".join(said for _, said in pieces) == text, path
        if path.parent.name == "good":
            assert [said for kind, said in pieces if kind == "odd"] == [], path
    play = '[Game "twenty"]\n@up 39 bonus=6\n12. p2 9=20/10 {so\nit is} oops'
    assert box.evaluate(LINES, play) == [
        [["", "["], ["word", "Game"], ["", " "], ["string", '"twenty"'], ["", "]"]],
        [["word", "@up"], ["", " "], ["cards", "39"], ["", " "], ["number", "bonus="], ["", "6"]],
        [["number", "12."], ["", " "], ["seat", "p2"], ["", " "], ["cards", "9"], ["tally", "=20"],
         ["points", "/10"], ["", " "], ["comment", "{so"]],
        [["comment", "it is}"], ["", " "], ["odd", "oops"]],
    ]  # fmt: skip
    # a comment that is never closed ends where a record opens
    opened = box.evaluate(LINES, '{never closed\n[XXN "1.0"]\n{closed}')
    assert [line[0][0] for line in opened] == ["comment", "", "comment"]


def test_the_layer_follows_typing(box: Page, illustrative: bytes) -> None:
    text = illustrative.decode()
    area = box.locator("#text")
    area.fill(text)
    expect(box.locator(".ink.on")).to_have_count(1)
    expect(box.locator(".ink-lines > div")).to_have_count(text.count("\n") + 1)
    area.press("Control+Home")
    for _ in range(3):
        area.press("ArrowDown")
    area.press_sequentially("; a remark\n\n{ and")
    area.press("Control+End")
    area.press_sequentially("oops")
    assert shown(box) == area.input_value()
    area.press("Control+z")
    assert shown(box) == area.input_value()


def test_every_letter_stands_where_the_textarea_has_it(box: Page, illustrative: bytes) -> None:
    text = illustrative.decode() + "\t tabs \t\n" + "x" * 500 + " " * 300 + "\n"
    box.locator("#text").fill(text)
    for width, scheme in product((390, 1280), SCHEMES):
        box.set_viewport_size({"width": width, "height": 844})
        box.emulate_media(color_scheme=scheme)
        box.locator("#text").evaluate("area => { area.scrollTop = 321; }")
        expect(box.locator(".ink-lines")).to_have_css("transform", "matrix(1, 0, 0, 1, 0, -321)")
        area, layer = box.evaluate(LAYER)
        assert abs(area - layer) <= 3
        colour = box.locator("#text").evaluate("area => getComputedStyle(area).color")
        assert colour == "rgba(0, 0, 0, 0)"
        box.locator("#text").evaluate("area => { area.scrollTop = 0; }")
        expect(box.locator(".ink-lines")).to_have_css("transform", "matrix(1, 0, 0, 1, 0, 0)")


def test_prose_and_very_long_texts_stay_plain(box: Page) -> None:
    area = box.locator("#text")
    for text in ("", "Albert: 8 (8) Bertha: A (9)", '[XXN "1.0"]\n' + "1. p1 8=8\n" * 5_000):
        area.fill('[XXN "1.0"]')
        expect(box.locator(".ink.on")).to_have_count(1)
        area.evaluate(
            "(area, text) => { area.value = text; area.dispatchEvent(new Event('input')); }", text
        )
        expect(box.locator(".ink.on")).to_have_count(0)
        assert box.locator(".ink-lines > div").count() == 0
        assert area.evaluate("area => getComputedStyle(area).color") != "rgba(0, 0, 0, 0)"
        assert area.input_value() == text


def test_a_source_page_has_colours_and_the_same_text(
    page: Page, address: str, shelf: Shelf, illustrative: bytes, complaints: list[str]
) -> None:
    page.goto(f"{address}/g/{shelf.game}/source")
    expect(page.locator("#L1 .x-word")).to_have_text("XXN")
    assert page.locator(".source .x-odd").count() == 0
    codes = page.locator(".source code").all_text_contents()
    assert "\n".join(codes) == illustrative.decode().rstrip("\n")
