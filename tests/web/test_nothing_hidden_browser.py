"""Nothing that can be read on a table lies under something else, however many play and lay."""

from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from archive.generator import generate
from archive.notation import write

from .conftest import IN_BROWSER, Judge

pytestmark = IN_BROWSER

SIZES: Final[dict[str, ViewportSize]] = {
    "desktop": {"width": 1280, "height": 800},
    "phone": {"width": 390, "height": 844},
    "desktop at 200 %": {"width": 640, "height": 400},
    "larger desktop at 200 %": {"width": 720, "height": 450},
}
LONG: Final = (
    "Maximiliane von Hohenstein-Wartenberg", "Bartholomäus Oberhuber-Katzenschlager",
    "Ġorġa Ta’ Żebbuġ il-Kbira ta’ Fuq", "Konstantinopolitanischer Dudelsackpfeifer",
)  # fmt: skip

UNREADABLE: Final = """() => {
    const felt = document.querySelector(".felt"), found = [];
    felt.scrollIntoView({ block: "center", behavior: "instant" });  // a low window has to scroll
    const edge = felt.getBoundingClientRect();
    const at = (x, y) => document.elementFromPoint(x, y);
    for (const index of felt.querySelectorAll(".laid .index")) {
        const box = index.getBoundingClientRect();
        const top = at(box.left + box.width / 2, box.top + box.height / 2);
        if (!top || !index.closest(".laid").contains(top)) found.push(`card ${index.textContent}`);
        if (box.height < 9) found.push(`tiny card ${index.textContent}`);
    }
    for (const index of felt.querySelectorAll(":is(.place-0, .near) .held .index")) {
        const box = index.getBoundingClientRect();
        const top = at(box.left + box.width / 2, box.top + box.height / 2);
        if (!felt.contains(top)) found.push(`card in hand ${index.textContent}`);
    }
    const texts = document.createTreeWalker(felt, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const own = text.parentElement, words = text.textContent.trim();
        if (!words || own.closest("svg, .unseen") || !own.checkVisibility()) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const line of range.getClientRects()) {
            let { left, right, top, bottom } = line;  // what is left of it where a box cuts it off
            for (let box = own; box !== felt; box = box.parentElement) {
                if (getComputedStyle(box).overflowX === "visible") continue;
                const cut = box.getBoundingClientRect();
                left = Math.max(left, cut.left); right = Math.min(right, cut.right);
                top = Math.max(top, cut.top); bottom = Math.min(bottom, cut.bottom);
            }
            if (right - left < 2 || bottom - top < 4) continue;
            if (left < edge.left || right > edge.right || bottom > edge.bottom)
                found.push(`outside: ${words}`);
            for (const part of [.1, .5, .9]) {
                const seen = at(left + (right - left) * part, (top + bottom) / 2);
                if (seen && !own.contains(seen) && !seen.contains(own)
                    && !seen.closest(".pointers, .swatch, .flag")) {
                    found.push(`hidden: ${words}`);
                    break;
                }
            }
        }
        if (own.closest(".count") && range.getClientRects().length > 1)
            found.push(`broken: ${words}`);
    }
    return found;
}"""


@pytest.mark.parametrize(
    ("rules", "seats", "seed", "start", "size"),
    [
        ("twenty-two/north-american@1", 8, 5, 8, "phone"),
        ("twenty-two/north-american@1", 8, 5, 8, "desktop"),
        ("zwanzig-ab/pagat@1", 4, 5, 10, "phone"),
        ("count-to-20/stovel@1", 4, 5, 36, "phone"),
        ("count-to-20/stovel@1", 2, 2, 108, "phone"),
        ("twenty-two/north-american@1", 3, 11, 58, "phone"),
        ("twenty-two/north-american@1", 3, 11, 58, "larger desktop at 200 %"),
        ("twenty-two/north-american@1", 3, 11, 58, "desktop at 200 %"),
        ("zwanzig-ab/pagat@1", 4, 5, 10, "desktop at 200 %"),
        pytest.param("twenty-two/north-american@1", 4, 5, 28, "phone", marks=pytest.mark.broad),
        pytest.param("count-to-20/stovel@1", 4, 6, 36, "phone", marks=pytest.mark.broad),
        pytest.param(
            "count-to-20/stovel@1",
            4,
            5,
            36,
            "larger desktop at 200 %",
            marks=pytest.mark.broad,
        ),
        *(
            pytest.param(*roomy, size, marks=pytest.mark.broad)
            for size in SIZES
            if size != "phone"
            for roomy in (
                ("twenty-two/north-american@1", 3, 7, 58),
                ("twenty-two/north-american@1", 4, 5, 28),
                ("twenty-two/north-american@1", 8, 5, 8),
                ("zwanzig-ab/pagat@1", 4, 5, 10),
                ("count-to-20/stovel@1", 4, 6, 36),
                ("twenty/farrugia@1", 2, 5, 36),
            )
        ),
    ],
)
def test_nothing_that_is_read_lies_under_something_else(
    page: Page,
    address: str,
    judged: Judge,
    rules: str,
    seats: int,
    seed: int,
    start: int,
    size: str,
) -> None:
    """Tricks of several cards each, by eight players too, a count of two figures, and all names
    long: cards are as large as the room allows, so that they lie between the hands; so does a hand
    of thirty. At 200 % a window is low: the page scrolls, and the controls lie under the table, not
    over it. German words are the longer ones."""
    record = write(generate(rules, seats, seed, {}))
    for seat in range(seats):
        before, _, rest = record.partition(f'[P{seat + 1} "')
        name = f"{LONG[seat % len(LONG)]} {seat + 1}"
        record = f'{before}[P{seat + 1} "{name}"{rest.partition(chr(34))[2]}'
    game = judged(record.encode())
    page.set_viewport_size(SIZES[size])
    page.set_extra_http_headers({"Accept-Language": "de"})
    page.goto(f"{address}/g/{game}/{start}")
    expect(page.locator("#viewer[data-ready]")).to_be_attached()
    unreadable = {}
    for ply in range(start, start + 8):
        expect(page.locator("#ply")).to_have_attribute("data-ply", str(ply))
        if found := page.evaluate(UNREADABLE):
            unreadable[ply] = found
        page.keyboard.press("ArrowRight")
    assert unreadable == {}
