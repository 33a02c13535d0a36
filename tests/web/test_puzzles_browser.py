"""A puzzle solved in a browser: by a card on the table, and by keys."""

import pytest
from playwright.sync_api import Page, expect

from .conftest import IN_BROWSER, PHONE, Shelf

pytestmark = IN_BROWSER

DRAWN = """(cards) => cards.map((card) => {
    const { backgroundColor, paddingTop } = getComputedStyle(card);
    return `${backgroundColor} ${paddingTop}`;
})"""


@pytest.fixture(scope="module")
def weighed(shelf: Shelf) -> str:
    """The illustrative game with every play weighed."""
    shelf.archive.annotating.ask_for(shelf.archive.games.find(shelf.game))
    shelf.archive.annotating.annotate(shelf.game)
    return shelf.game


def test_a_card_of_ones_own_hand_is_an_answer(
    page: Page, address: str, weighed: str, complaints: list[str]
) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{address}/g/{weighed}/puzzles/32")
    drawn = page.locator(".near .held li").evaluate_all(DRAWN)
    assert set(drawn) == {"rgba(0, 0, 0, 0) 0px"}, "a card that is an answer is drawn as all are"
    page.locator(".near .held [data-card='4']").click()
    expect(page.get_by_role("status")).to_contain_text("That gives away")
    page.get_by_role("link", name="Try again").click()
    page.locator(".near .held [data-card='9']").click()
    expect(page.get_by_role("status")).to_contain_text("Right.")
    page.locator(".near .held [data-card='4']").click()
    expect(page.get_by_role("status")).to_contain_text("Right.")
    page.goto(f"{address}/g/{weighed}/puzzles")
    expect(page.locator("[data-solved]:visible")).to_have_count(1)
    assert complaints == []


def test_a_puzzle_is_solved_by_keys(page: Page, address: str, weighed: str) -> None:
    page.goto(f"{address}/g/{weighed}/puzzles/32")
    page.locator("button[value='9']").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Right.")
    page.get_by_role("link", name="Next puzzle").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="What would you play?")).to_be_visible()
