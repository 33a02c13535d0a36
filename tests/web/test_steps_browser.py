"""A step changes what differs from the table before, and nothing else."""

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from archive.generator import generate
from archive.notation import write

from .conftest import IN_BROWSER, Judge

pytestmark = IN_BROWSER

TABLE: Final = "() => document.getElementById('ply').outerHTML"
AS_SENT: Final = """async (address) => {
    const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
    return page.getElementById("ply").outerHTML;
}"""
SEEN: Final = (
    "() => { for (const card of document.querySelectorAll('.held > li')) card.seen = true; }"
)
STAYED: Final = """() => {
    const cards = [...document.querySelectorAll(".held > li")];
    return [cards.filter((card) => card.seen).length, cards.length];
}"""


@pytest.mark.parametrize(
    ("rules", "seats", "start"),
    [
        ("twenty-two/north-american@1", 8, 5),
        pytest.param("twenty/farrugia@1", 2, 8, marks=pytest.mark.broad),
        pytest.param("count-to-20/stovel@1", 3, 6, marks=pytest.mark.broad),
    ],
)
def test_a_table_stepped_to_is_the_table_of_its_own_address(
    page: Page, address: str, judged: Judge, rules: str, seats: int, start: int
) -> None:
    """Forward over the end of a trick, back again, and over a jump to another deal."""
    game = judged(write(generate(rules, seats, 5, {})).encode())
    page.goto(f"{address}/g/{game}/{start}")
    expect(page.locator("#viewer[data-ready]")).to_be_attached()
    keys = ["ArrowRight"] * 10 + ["ArrowLeft"] * 4 + ["End", "ArrowLeft", "Home", "ArrowRight"]
    for key in keys:
        before = page.locator("#ply").get_attribute("data-ply")
        page.keyboard.press(key)
        expect(page.locator("#ply")).not_to_have_attribute("data-ply", before or "")
        ply = page.locator("#ply").get_attribute("data-ply")
        assert page.evaluate(TABLE) == page.evaluate(AS_SENT, f"/g/{game}/{ply}")


def test_cards_that_stay_are_not_drawn_again(page: Page, address: str, judged: Judge) -> None:
    """Of eight hands a play changes a card or two; to draw all cards would take twice the time."""
    game = judged(write(generate("twenty-two/north-american@1", 8, 5, {})).encode())
    page.goto(f"{address}/g/{game}/9")
    expect(page.locator("#viewer[data-ready]")).to_be_attached()
    page.evaluate(SEEN)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#ply")).to_have_attribute("data-ply", "10")
    stayed, cards = page.evaluate(STAYED)
    assert cards > 40
    assert stayed > cards - 20


def test_plays_that_are_not_written_are_stepped_over(
    page: Page, address: str, judged: Judge
) -> None:
    """The first written play comes after the beginning, and the beginning before it."""
    record = write(generate("zwanzig-ab/pagat@1", 4, 5, {}))
    head, behind = record[: record.index("@deal n=1")], record[record.index("@deal n=3") :]
    game = judged((head[: head.index("[Result")] + "\n" + behind).encode())
    page.goto(f"{address}/g/{game}/0")
    expect(page.locator("#viewer[data-ready]")).to_be_attached()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#ply")).to_have_attribute("data-ply", "35")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#ply")).to_have_attribute("data-ply", "0")
    page.goto(f"{address}/g/{game}/10")
    expect(page.locator("#said")).to_contain_text("Plays 1 to 34 are not written down.")
    expect(page.locator("#plays section:not([hidden])")).to_have_text(
        "Plays 1 to 34 are not written down."
    )
    page.get_by_role("link", name="Next play").click()
    expect(page.locator("#ply")).to_have_attribute("data-ply", "35")
