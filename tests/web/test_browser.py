"""A real browser against a live server: the way of somebody who has just come."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from archive.services import Visibility
from tests.uploaded import handed_in, judged_upload

from .conftest import DESK, IN_BROWSER, PHONE, Judge, Shelf

pytestmark = IN_BROWSER

WRONG = "Anna: 8 (8)\nTom: ace (9)\nAnna: queen (20)\n"


WITH_ALTGR = """(key) => document.body.dispatchEvent(new KeyboardEvent("keydown", {
  key, ctrlKey: true, altKey: true, modifierAltGraph: true, bubbles: true }))"""


def ply_of(page: Page) -> int:
    return int(page.locator("#ply").get_attribute("data-ply") or -1)


def at_ply(page: Page, ply: int) -> None:
    expect(page.locator("#ply")).to_have_attribute("data-ply", str(ply))
    expect(page).to_have_url(re.compile(rf"/{ply}(\?seat=2)?$"))


def listening(page: Page) -> None:
    """Wait until the page's keys are bound: a key pressed earlier goes nowhere."""
    expect(page.locator("#viewer[data-ready]")).to_be_attached()


def test_paste_judge_and_step(
    page: Page, address: str, illustrative: bytes, complaints: list[str]
) -> None:
    page.goto(address)
    page.get_by_label("The game, as you would tell it").fill(illustrative.decode())
    page.get_by_role("button", name="Check and keep").click()
    expect(page).to_have_url(re.compile(r"/g/\w+$"))
    expect(page.get_by_label("Link to this game")).to_have_value(page.url)
    expect(page.get_by_role("heading", name="Bertha wins")).to_be_visible()
    expect(page.locator(".why")).to_contain_text("five jacks and only three fives")
    page.get_by_role("link", name="Step through the game").click()
    at_ply(page, 0)
    listening(page)
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    at_ply(page, 3)
    page.go_back()
    expect(page).to_have_url(re.compile(r"/g/\w+$"))


def test_every_key(page: Page, address: str, shelf: Shelf, complaints: list[str]) -> None:
    page.goto(f"{address}/g/{shelf.game}/12")
    listening(page)
    for key, ply in [
        ("End", 100), ("Home", 0), ("ArrowRight", 1), ("]", 11), ("]", 21), ("[", 11),
        ("ArrowLeft", 10), ("[", 1), (".", 2), (".", 4), (",", 2), (",", 0),
        ("n", 84), ("p", 84), ("ArrowRight", 85), ("p", 84),
    ]:  # fmt: skip
        page.keyboard.press(key)
        at_ply(page, ply)
    expect(page.locator("#announce")).to_contain_text("Albert plays a five")
    page.keyboard.press("f")
    expect(page).to_have_url(re.compile(r"/84\?seat=2$"))
    expect(page.locator(".player.near .name")).to_contain_text("Bertha")
    page.keyboard.press("f")
    expect(page.locator(".player.near .name")).to_contain_text("Albert")
    page.keyboard.press("g")
    page.keyboard.type("33")
    page.keyboard.press("Enter")
    at_ply(page, 33)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    assert ply_of(page) == 33


def test_the_next_play_is_the_second_stop_of_the_tab_key(
    page: Page, address: str, shelf: Shelf, complaints: list[str]
) -> None:
    page.goto(f"{address}/g/{shelf.game}/98")
    expect(page.locator("#viewer")).to_have_attribute("data-ready", "")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    following = page.locator(":focus")
    expect(following).to_have_accessible_name("One play on")
    expect(following).to_be_in_viewport()
    for ply in ("99", "100"):
        page.keyboard.press("Enter")
        expect(page.locator("#ply")).to_have_attribute("data-ply", ply)
    expect(page.locator("header [data-step=next]")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("header [data-step=next]")).to_have_attribute("href", re.compile("/100$"))


def test_keys_keep_out_of_the_way_of_dialogs_and_come_back(
    page: Page, address: str, shelf: Shelf, complaints: list[str]
) -> None:
    page.goto(f"{address}/g/{shelf.game}/5")
    listening(page)
    for key in ("Control+ArrowRight", "Alt+n", "Shift+Home", "Meta+f"):
        page.keyboard.press(key)
    page.evaluate(WITH_ALTGR, "]")  # as "[" and "]" are typed on a German keyboard
    at_ply(page, 11)
    page.keyboard.press("[")
    page.keyboard.press("[")
    at_ply(page, 0)
    page.keyboard.press("g")  # a field is open now, and keys belong to it
    page.keyboard.press("End")
    page.keyboard.press("n")
    page.keyboard.press("Escape")
    expect(page.locator("#goto-dialog")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    at_ply(page, 1)
    page.keyboard.press("g")
    page.locator("#goto-ply").fill("9999")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("this game has 100")
    at_ply(page, 1)
    # In one breath: the browser has no time to move the focus out of the field that is gone.
    page.evaluate("""() => {
        document.getElementById("goto-dialog").close();
        document.activeElement.dispatchEvent(
            new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true, cancelable: true}));
    }""")
    at_ply(page, 2)


@pytest.mark.broad
def test_holding_a_key_runs_and_ends_where_it_should(
    context: BrowserContext, page: Page, address: str, shelf: Shelf, complaints: list[str]
) -> None:
    page = context.new_page()  # which has been nowhere before
    page.goto(f"{address}/g/{shelf.game}/0")
    listening(page)
    for _ in range(30):
        page.keyboard.down("ArrowRight")
    page.keyboard.up("ArrowRight")
    at_ply(page, 30)
    expect(page.locator("#plays a[aria-current=step]")).to_have_attribute("data-to", "30")
    assert page.evaluate("history.length") <= 2


def test_clicking_a_play_a_hand_and_the_handle(
    page: Page, address: str, shelf: Shelf, complaints: list[str]
) -> None:
    page.goto(f"{address}/g/{shelf.game}/1")
    page.get_by_role("link", name="Next play").click()
    at_ply(page, 2)
    page.locator("#plays .deals a[data-deal]").nth(3).click()
    at_ply(page, 31)
    page.locator('#plays td a[data-to="34"]').click()
    at_ply(page, 34)
    expect(page.locator(".tally")).to_contain_text("20 set aside")
    page.get_by_role("link", name="Next fault or remark").click()
    at_ply(page, 84)
    expect(page.locator("#plays .deals a[data-deal]:visible")).to_have_count(5)
    page.locator("#plays").get_by_role("link", name="Round 1").click()
    at_ply(page, 1)
    page.locator("#scrub").fill("47")
    at_ply(page, 47)
    curve = page.locator(".curve").bounding_box()
    page.mouse.click(curve["x"] + curve["width"] * 0.62, curve["y"] + 20)
    at_ply(page, 62)


def test_a_click_on_a_card_leads_to_the_play_that_laid_it_or_will(
    page: Page, address: str, shelf: Shelf, complaints: list[str]
) -> None:
    def card(named: str) -> Locator:
        return page.locator(f'[data-seat="1"] .held [data-card="{named}"]')

    page.goto(f"{address}/g/{shelf.game}/11")
    expect(page.locator("#viewer[data-ready]")).to_be_attached()
    card("K").click()
    at_ply(page, 15)
    card("J").click()
    at_ply(page, 11)
    page.locator("#plays").get_by_role("button", name="No spoilers").click()
    at_ply(page, 11)
    expect(page.locator("#viewer[data-ready]")).to_be_attached()
    card("K").click()
    at_ply(page, 11)


def test_it_plays_on_by_itself_until_it_is_stopped(
    page: Page, address: str, shelf: Shelf, complaints: list[str]
) -> None:
    page.goto(f"{address}/g/{shelf.game}/96")
    listening(page)
    page.get_by_label("Speed").select_option("4×")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    at_ply(page, 100)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(page.locator(".result-card")).to_contain_text("Bertha wins, 110–82")


UNLISTED = b"""\
[XXN "1.0"]
[Game "zwanzig-ab"]
[P1 "Jochen"]
[P2 "Ute"]
[P3 "Karl-Heinz"]
[P4 "Anneliese"]

@trump h
@trick n=1
1. p1 Ac 2. p2 Tc 3. p3 7s 4. p4 Jc
@trick n=2
5. p1 Kh 6. p2 8h 7. p3 9c 8. p4 Ah
"""


def test_a_player_sees_her_own_cards_alone(
    page: Page, address: str, shelf: Shelf, judged: Judge, complaints: list[str]
) -> None:
    page.goto(f"{address}/g/{shelf.game}/3")
    listening(page)
    page.get_by_label("See as").select_option("Bertha")
    expect(page).to_have_url(re.compile(r"/3\?as=2$"))
    expect(page.locator(".player.near .name")).to_contain_text("Bertha")
    expect(page.locator(".player.near .card.back")).to_have_count(0)
    expect(page.locator(".player.far li:not(.played) .card.back")).not_to_have_count(0)
    expect(page.locator(".player.far li:not(.played) .card:not(.back)")).to_have_count(0)
    listening(page)
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"/4\?as=2$"))
    expect(page.locator(".player.far li:not(.played) .card:not(.back)")).to_have_count(0)
    # what later plays tell lies face down as long as it was not written
    game = judged(UNLISTED)
    page.goto(f"{address}/g/{game}/1")
    expect(page.locator(".felt li.inferred")).not_to_have_count(0)
    page.get_by_label("See as").select_option("As written so far")
    expect(page).to_have_url(re.compile(r"/1\?as=written$"))
    expect(page.locator(".felt li.inferred")).to_have_count(0)
    listening(page)
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"/2\?as=written$"))
    expect(page.locator(".felt li.inferred")).to_have_count(0)
    page.keyboard.press("f")
    expect(page).to_have_url(re.compile(r"/2\?as=written&seat=2$"))


def test_a_revoke_is_crossed_and_what_was_allowed_is_raised(
    page: Page, address: str, judged: Judge, complaints: list[str]
) -> None:
    sample = Path(__file__).parents[2] / "archive/samples/zwanzig-ab-disputed-revoke.xxn"
    page.goto(f"{address}/g/{judged(sample.read_bytes())}/0")
    listening(page)
    page.keyboard.press("n")
    expect(page.locator(".laid .just .flag.no")).to_be_visible()
    expect(page.locator(".seat li.may")).to_have_count(1)
    expect(page.locator(".seat li.may")).to_contain_text("nine of clubs, allowed here")


def test_the_next_fault_turns_the_table_to_its_player(
    page: Page, address: str, judged: Judge, complaints: list[str]
) -> None:
    sample = Path(__file__).parents[2] / "archive/samples/zwanzig-ab-disputed-revoke.xxn"
    page.goto(f"{address}/g/{judged(sample.read_bytes())}/140")
    listening(page)
    assert (page.locator("#find").get_attribute("href") or "").endswith("/141?seat=3")
    page.keyboard.press("n")
    expect(page).to_have_url(re.compile(r"/141\?seat=3$"))
    expect(page.locator(".place-0 .name")).to_have_text("Karl-Heinz")
    expect(page.locator(".place-0 li.played.just")).to_contain_text("seven of spades, just played")
    page.keyboard.press("ArrowLeft")  # the table stays as it is turned
    expect(page).to_have_url(re.compile(r"/140\?seat=3$"))


FAN = """() => [...document.querySelectorAll(".place-0 .held > li")]
    .map((one) => Number.parseFloat(getComputedStyle(one).rotate))"""


@pytest.mark.broad
def test_a_hand_is_held_as_a_fan(
    page: Page, address: str, judged: Judge, complaints: list[str]
) -> None:
    sample = Path(__file__).parents[2] / "archive/samples/zwanzig-ab-disputed-revoke.xxn"
    page.goto(f"{address}/g/{judged(sample.read_bytes())}/141?seat=3")
    listening(page)
    for window in (DESK, PHONE):
        page.set_viewport_size(window)
        turned = page.evaluate(FAN)
        assert len(turned) == 5
        assert turned == sorted(turned)
        assert turned[0] == -turned[-1] < 0 == turned[2]
        cards = [
            page.locator(f"{hand} .card").first.bounding_box()
            for hand in (".seat.place-0", ".seat.place-1")
        ]
        own, other = (box["width"] if box else 0 for box in cards)
        assert own > other  # who is near has the largest hand


PLACES = """() => [".felt", ".said", ".as-or-if", ".course", ".controls", ".steps"].map((name) => {
    const box = document.querySelector(name).getBoundingClientRect();
    // a fault may be said in so many words that they lie over the curve of a phone
    const over = name === ".said" && innerWidth < 1000;
    return [box.top, over ? innerHeight : box.bottom].map(Math.round);
})"""


def test_everything_is_seen_at_once_and_nothing_moves(
    page: Page, address: str, shelf: Shelf, complaints: list[str]
) -> None:
    page.goto(f"{address}/g/{shelf.game}/0")
    listening(page)
    for window in (DESK, PHONE):
        page.set_viewport_size(window)
        places = page.evaluate(PLACES)
        assert all(0 <= top < bottom <= window["height"] for top, bottom in places)
        for key in ("ArrowRight", "n", "]", "End", "Home"):
            page.keyboard.press(key)
            at_ply(page, {"ArrowRight": 1, "n": 84, "]": 91, "End": 100, "Home": 0}[key])
            assert page.evaluate(PLACES) == places


@pytest.mark.broad
def test_what_is_said_of_a_play_fits_a_phone_with_a_quotation_and_at_the_end(
    page: Page, address: str, shelf: Shelf, complaints: list[str]
) -> None:
    page.set_viewport_size(PHONE)
    for ply in (34, 50, 84, 90, 100):
        page.goto(f"{address}/g/{shelf.game}/{ply}")
        listening(page)
        said = page.locator("#said")
        assert said.evaluate("(box) => box.scrollHeight - box.clientHeight") <= 1, ply
        expect(page.locator("#scrub")).to_be_in_viewport(ratio=1)


def test_when_a_step_cannot_be_fetched_the_link_is_followed(
    page: Page, address: str, shelf: Shelf
) -> None:
    page.route("**/*fragment*", lambda route: route.abort())
    page.goto(f"{address}/g/{shelf.game}/7")
    page.keyboard.press("ArrowRight")
    at_ply(page, 8)


def test_without_javascript(browser: Browser, address: str, shelf: Shelf) -> None:
    context = browser.new_context(java_script_enabled=False, viewport=PHONE)
    page = context.new_page()
    page.goto(address)
    expect(page.locator("#live")).to_contain_text("7 points, not 8")
    page.goto(f"{address}/verify")
    expect(page.locator("#live")).to_be_hidden()
    page.get_by_label("The game, as you would tell it").fill(WRONG)
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_label("The game, as you would tell it")).to_have_value(WRONG)
    expect(page.locator(".finding").first).to_contain_text("Line 3")
    page.get_by_role("button", name="Check and keep").click()
    expect(page).to_have_url(re.compile("/(upload|g)/"))
    page.goto(f"{address}/g/{shelf.game}/83")
    page.get_by_role("link", name="Next play").click()
    expect(page).to_have_url(re.compile("/84$"))
    page.get_by_role("link", name="Turn the table round").click()
    expect(page.locator(".player.near .name")).to_contain_text("Bertha")
    expect(page.locator('#plays a[data-to="84"]')).to_be_visible()
    context.close()


@pytest.mark.broad
def test_a_job_page_without_javascript_looks_again(
    browser: Browser, address: str, shelf: Shelf, illustrative: bytes
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    upload = handed_in(shelf.archive, illustrative)
    page.goto(f"{address}/upload/{upload}")
    expect(page.get_by_role("heading", name="Waiting for a worker")).to_be_visible()
    shelf.archive.judging.receive(upload)
    expect(page.get_by_text("Bertha wins, 110–82")).to_be_visible()
    context.close()


SWIPE = """([from, to]) => {
    const board = document.querySelector(".felt");
    const touch = (x) => new Touch({identifier: 1, target: board, clientX: x, clientY: 300});
    const send = (type, x, on) => board.dispatchEvent(new TouchEvent(type, {
        bubbles: true, touches: on ? [touch(x)] : [], changedTouches: [touch(x)]}));
    send("touchstart", from, true);
    send("touchend", to, false);
}"""


def fits(page: Page) -> bool:
    """Return whether nothing sticks out of a phone's screen."""
    return bool(page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"])


def test_on_a_phone_a_swipe_steps_and_nothing_scrolls_sideways(
    browser: Browser, address: str, shelf: Shelf
) -> None:
    """Of the pages that no other test has on a phone."""
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)
    page = context.new_page()
    for path in ("/about", "/help/keys", "/rules/twenty", "/nowhere", f"/g/{shelf.game}/source"):
        page.goto(address + path)
        assert fits(page), path
    page.goto(f"{address}/g/{shelf.game}/10")
    listening(page)
    page.evaluate(SWIPE, [300, 120])
    at_ply(page, 11)
    page.evaluate(SWIPE, [120, 300])
    at_ply(page, 10)
    for key, ply in (("n", 84), ("End", 100), ("Home", 0)):
        page.keyboard.press(key)
        at_ply(page, ply)
        assert fits(page), ply
    context.close()


@pytest.mark.broad
def test_long_names_fit_a_phone(
    page: Page, address: str, shelf: Shelf, illustrative: bytes, complaints: list[str]
) -> None:
    """Forty characters without a space, on every page that has names."""
    page.set_viewport_size(PHONE)
    long = illustrative.replace(b'"Albert"', b'"' + b"W" * 40 + b'"')
    long = long.replace(b'"Bertha"', b'"' + b"M" * 40 + b'"').replace(b"p1:55", b"p1:57")
    found = judged_upload(shelf.archive, long * 2, filename="x" * 90, visibility=Visibility.PUBLIC)
    game = f"/g/{found.games[0].id}"
    for path in ("/", f"/upload/{found.id}", game, f"{game}/34"):
        page.goto(address + path)
        assert fits(page), path
    page.goto(f"{address}/verify")
    page.get_by_label("The game, as you would tell it").fill(long.decode())
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_text("Checked, nothing kept")).to_be_visible()
    assert fits(page)
