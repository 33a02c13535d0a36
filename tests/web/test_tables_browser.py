"""Every game stepped through in a real browser, on a desk and on a phone."""

import re

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from .conftest import DESK, IN_BROWSER, PHONE, SAMPLES, Judge
from .records import made_up

pytestmark = IN_BROWSER

NARROW: ViewportSize = {"width": 320, "height": 640}

GAMES = [
    ("zwanzig-ab/pagat@1", 4, 5), ("zwanzig-ab/twenty-down@1", 4, 3),
    ("twenty-two/north-american@1", 2, 4), ("twenty-two/north-american@1", 6, 9),
    ("twenty-two/rasmussen@1", 9, 9), ("count-to-20/stovel@1", 2, 2),
    ("count-to-20/stovel@1", 4, 2),
]  # fmt: skip
"""Rule set, players, seed."""
SMALL = {("twenty-two/rasmussen@1", 9, 9)}
"""With the most at the table; the others are left to `make odd`."""
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
WITHIN = f"""() => {FITS} && [...document.querySelectorAll(".felt .card, .felt .name, .felt .by")]
    .every((one) => one.getBoundingClientRect().right <= document.documentElement.clientWidth)"""
"""Whether a page never scrolls sideways, and nothing sticks out of the table."""


def at_ply(page: Page, ply: int) -> None:
    expect(page.locator("#ply")).to_have_attribute("data-ply", str(ply))


def all_turned(page: Page, seats: int) -> None:
    """Bring each seat near in turn, and the first again."""
    near = page.locator(".seat.place-0 .name")
    first = near.inner_text()
    seen = {first}
    for seat in range(2, seats + 1):
        page.keyboard.press("f")
        expect(page).to_have_url(re.compile(rf"/3\?seat={seat}$"))
        expect(page.locator("#ply")).to_have_attribute("data-near", str(seat))
        seen.add(near.inner_text())
    assert len(seen) == seats
    page.keyboard.press("f")
    expect(near).to_have_text(first)
    expect(page).to_have_url(re.compile(r"/3$"))


@pytest.mark.parametrize(
    ("rules", "seats", "seed"),
    [
        pytest.param(*one, marks=() if one in SMALL else pytest.mark.broad, id=f"{one[0]}-{one[1]}")
        for one in GAMES
    ],
)
def test_on_a_phone_a_game_is_stepped_through_and_the_seats_are_turned(
    browser: Browser, address: str, judged: Judge, rules: str, seats: int, seed: int
) -> None:
    game = judged(made_up(rules, seats, seed))
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)
    page = context.new_page()
    page.goto(f"{address}/g/{game}")
    assert page.evaluate(WITHIN)
    page.goto(f"{address}/g/{game}/0")
    expect(page.locator("#viewer[data-ready]")).to_be_attached()
    for ply in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        at_ply(page, ply)
        assert page.evaluate(WITHIN)
    expect(page.locator("#announce")).not_to_be_empty()
    if seats <= 4:  # where nine sit, each turn is a large page of its own
        all_turned(page, seats)
    page.keyboard.press("]")
    expect(page.locator(".where h1")).to_contain_text(re.compile("(Hand|Deal) 2"))
    expect(page.locator("#plays a[aria-current=step]")).to_be_visible()
    assert page.evaluate(WITHIN)
    page.keyboard.press("[")
    at_ply(page, 1)
    expect(page).to_have_title(re.compile(r"^1\. "))
    page.keyboard.press("End")
    last = page.locator("#viewer").get_attribute("data-last") or ""
    at_ply(page, int(last))
    expect(page.locator("#plays a[aria-current=step]")).to_have_attribute("data-to", last)
    assert page.evaluate(WITHIN)
    context.close()


@pytest.mark.broad
def test_names_of_forty_letters_fit_a_narrow_phone(
    browser: Browser, address: str, judged: Judge
) -> None:
    data = made_up("twenty-two/north-american@1", 6, 9)
    long = re.sub(rb'\[P(\d) ".*"\]', rb'[P\1 "' + b"W" * 40 + rb'"]', data)
    game = judged(long)
    context = browser.new_context(viewport=NARROW, is_mobile=True, has_touch=True)
    page = context.new_page()
    for path in ("", "/3"):
        page.goto(f"{address}/g/{game}{path}")
        assert page.evaluate(FITS), path
    expect(page.locator("#viewer[data-ready]")).to_be_attached()
    for key in ("]", "End"):
        page.keyboard.press(key)
        expect(page.locator("#ply")).not_to_have_attribute("data-ply", "3")
        assert page.evaluate(FITS), key
    context.close()


LAID_BELOW = """() => {
    const [laid, held] = [".laid .card", ".place-0 .held .card"].map((one) =>
        [...document.querySelectorAll(one)].map((card) => card.getBoundingClientRect()));
    return laid.filter((card) => held.some((other) => other.left < card.right
        && card.left < other.right && other.top < card.bottom)).length; }"""
"""How many cards of a trick lie under the near hand."""
BEGINNINGS = """() => [...document.querySelectorAll(".felt .name bdi")].map((name) => {
    const first = document.createRange();
    first.setStart(name.firstChild, 0);
    first.setEnd(name.firstChild, 1);
    const [letter, room] = [first, name.parentElement].map((one) => one.getBoundingClientRect());
    return letter.left >= room.left - 1 && letter.right <= room.right + 1; })"""
"""Of each name at the table, whether its first letter is seen."""
STRIPS = """() => {
    const lie = [...document.querySelectorAll(".place-0 .held > li")]
        .map((one) => one.getBoundingClientRect());
    const beside = lie.slice(1).map((one, at) => [one, lie[at]])
        .filter(([one, before]) => one.left > before.left);
    return Math.min(...beside.map(([one, before]) => one.left - before.left)); }"""
"""How many pixels of the most hidden card of the near hand can be seen."""
HIDDEN = """() => {
    const cards = [...document.querySelectorAll(".place-0 .held > li .card")];
    return Math.max(...cards.slice(1).map((next, at) => cards[at].querySelector("text")
        .getBoundingClientRect().right - next.getBoundingClientRect().left)); }"""
"""How many pixels of a rank of the near hand lie under the next card, at most."""


@pytest.mark.broad
@pytest.mark.parametrize("window", [PHONE, DESK])
def test_every_card_of_a_long_hand_can_be_read(
    page: Page, address: str, judged: Judge, window: ViewportSize
) -> None:
    game = judged((SAMPLES / "count-to-20-two-players.xxn").read_bytes())
    page.set_viewport_size(window)
    page.goto(f"{address}/g/{game}/40")
    assert page.locator(".place-0 .held > li").count() == 24
    assert page.evaluate(STRIPS) >= 20
    assert page.evaluate(WITHIN)


def test_on_a_phone_every_index_of_a_hand_of_thirteen_can_be_read(
    page: Page, address: str, judged: Judge
) -> None:
    game = judged((SAMPLES / "count-to-20-two-players.xxn").read_bytes())
    page.set_viewport_size(PHONE)
    page.goto(f"{address}/g/{game}/18")
    assert page.locator(".place-0 .held > li").count() == 13
    assert page.evaluate(HIDDEN) <= 3


def test_a_line_in_place_of_a_play_makes_the_list_of_plays_no_wider(
    page: Page, address: str, judged: Judge
) -> None:
    record = (SAMPLES / "twenty-friday-club.xxn").read_text()
    line = "( 3. p1 Td=15 {better?} 4. p2 Qh=25/5 {or so} 5. p1 9d=9 6. p2 5c=14 {and on} )"
    game = judged(record.replace("3. p1 Ks=15", f"3. p1 Ks=15 {line}").encode())
    page.set_viewport_size(DESK)
    page.goto(f"{address}/g/{game}/3")
    expect(page.locator(".plays .aside")).to_contain_text("and on")
    assert page.locator(".plays .scroll").evaluate("(one) => one.scrollWidth <= one.clientWidth")


def test_of_a_long_name_its_beginning_is_seen_whichever_side_it_is_read_from(
    page: Page, address: str, judged: Judge
) -> None:
    long = ["Maximiliana von Hohenzollern-Sigmaringen", "محمد عبد الرحمن بن عبد الله الفارسي"]
    record = made_up("twenty-two/north-american@1", 6, 9).decode()
    for seat in range(1, 7):
        record = re.sub(rf'\[P{seat} ".*"\]', f'[P{seat} "{long[seat % 2]} {seat}"]', record)
    game = judged(record.encode())
    for window in (DESK, PHONE):
        page.set_viewport_size(window)
        page.goto(f"{address}/g/{game}/8")
        assert page.evaluate(BEGINNINGS) == [True] * page.locator(".felt .name bdi").count()


WHOLLY = """([one, within]) => {
    const boxes = [one, within].map((it) => document.querySelector(it)?.getBoundingClientRect());
    const [shown, room] = boxes;
    return shown?.height && room && room.top <= shown.top && shown.bottom <= room.bottom;
}"""
"""Whether one thing is seen whole within another; a step draws them anew, so it is asked again."""


def test_of_forty_deals_the_one_that_is_played_is_seen_and_so_are_its_plays(
    page: Page, address: str, judged: Judge
) -> None:
    game = judged(made_up("zwanzig-ab/pagat@1", 4, 6))
    for window in (DESK, PHONE):
        page.set_viewport_size(window)
        page.goto(f"{address}/g/{game}/3")
        assert page.locator(".deals [data-deal]").count() == 40
        expect(page.locator("#viewer[data-ready]")).to_be_attached()
        page.keyboard.press("End")
        expect(page.locator("#ply")).not_to_have_attribute("data-ply", "3")
        for one, within in (
            (".deals a[aria-current]", ".deals"),
            ("a[aria-current=step]", ".scroll"),
        ):
            page.wait_for_function(WHOLLY, arg=[f".plays {one}", f".plays {within}"])


@pytest.mark.parametrize("height", [650, 720])
def test_in_the_window_of_a_laptop_the_trick_the_controls_and_the_plays_are_seen(
    page: Page, address: str, judged: Judge, height: int
) -> None:
    game = judged((SAMPLES / "zwanzig-ab-disputed-revoke.xxn").read_bytes())
    page.set_viewport_size({"width": 1366, "height": height})
    page.goto(f"{address}/g/{game}/142")
    assert page.evaluate(LAID_BELOW) == 0
    controls = page.locator(".controls").bounding_box()
    assert controls["y"] + controls["height"] <= height
    assert page.locator(".plays .scroll").evaluate("(one) => one.clientHeight") > 60


@pytest.mark.broad
def test_at_twice_the_size_the_near_hand_lies_below_the_trick_of_eight(
    page: Page, address: str, judged: Judge
) -> None:
    game = judged(made_up("twenty-two/north-american@1", 8, 3))
    page.set_viewport_size({"width": 640, "height": 400})
    page.goto(f"{address}/g/{game}/20")
    laid, hand = (page.locator(one).bounding_box() for one in (".laid", ".place-0 ul.held"))
    assert laid["y"] + laid["height"] <= hand["y"] + 8


def test_on_a_phone_what_is_laid_lies_between_the_others_and_the_near_hand(
    page: Page, address: str, judged: Judge
) -> None:
    game = judged((SAMPLES / "twenty-two-rasmussen.xxn").read_bytes())
    page.set_viewport_size(PHONE)
    page.goto(f"{address}/g/{game}/12")
    boxes = [page.locator(one).bounding_box() for one in (".others", ".laid", ".place-0 ul.held")]
    others, laid, hand = (box["y"] if box else 0 for box in boxes)
    assert others < laid < hand


def test_what_was_allowed_is_said_in_the_readers_language(
    browser: Browser, address: str, judged: Judge
) -> None:
    game = judged((SAMPLES / "zwanzig-ab-disputed-revoke.xxn").read_bytes())
    context = browser.new_context(locale="de-DE", viewport=PHONE)
    page = context.new_page()
    page.goto(f"{address}/g/{game}/141?seat=3")
    said = "(one) => getComputedStyle(one, '::before').content"
    assert page.locator(".place-0 li.may").evaluate(said) in ('"✓ erlaubt"', '"✓ " "erlaubt"')
    context.close()


def test_the_italic_face_is_fetched_only_where_something_is_in_italics(
    browser: Browser, address: str, judged: Judge
) -> None:
    game = judged((SAMPLES / "zwanzig-ab-disputed-revoke.xxn").read_bytes())
    asked: list[str] = []
    context = browser.new_context()  # which has fetched nothing yet
    page = context.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/g/{game}/141", wait_until="networkidle")
    context.close()
    assert any("twenties-serif." in url for url in asked)
    assert not any("italic" in url for url in asked)


@pytest.mark.broad
def test_an_exchange_of_many_cards_is_told_in_signs(
    page: Page, address: str, judged: Judge
) -> None:
    """Ten cards put away and ten taken are read at a glance, and the page is not called after
    them; a long fault and the last play need no scrolling either."""
    game = judged((SAMPLES / "twenty-two-disputed-low-card.xxn").read_bytes())
    page.set_viewport_size(PHONE)
    page.goto(f"{address}/g/{game}/20")
    expect(page).to_have_title(re.compile("^20. Joan exchanges 10 cards – "))
    said = page.locator("#said")
    expect(said.locator(".play [class^=word-]")).to_have_count(20)
    for ply in (20, 146, 152):
        page.goto(f"{address}/g/{game}/{ply}")
        assert said.evaluate("(box) => box.scrollHeight <= box.clientHeight"), ply


ENDS = """() => [...document.querySelectorAll("#plays section:not([hidden]) tbody tr")]
    .map((row) => Math.max(...[...row.querySelectorAll("td a")].map((one) => one.dataset.to)))"""


def test_a_trick_is_stepped_through_whole(page: Page, address: str, judged: Judge) -> None:
    """By a key, and by the trick's number in the play list, which is a link without script too."""
    game = judged(made_up("zwanzig-ab/twenty-down@1", 4, 3))
    page.goto(f"{address}/g/{game}/0")
    expect(page.locator("#viewer[data-ready]")).to_be_attached()
    ends = page.evaluate(ENDS)
    assert len(ends) > 3
    for end in ends[:3]:
        page.keyboard.press(".")
        at_ply(page, end)
    page.keyboard.press(",")
    at_ply(page, ends[1])
    page.locator("#plays section:not([hidden])").get_by_role("link", name="5", exact=True).click()
    at_ply(page, ends[-1])
    expect(page.locator(".laid .told")).to_be_visible()
    # The plays of other deals come when they are stepped into, whole, and once.
    page.keyboard.press(".")
    expect(page.locator("#plays .deals a[aria-current]")).to_contain_text("2")
    second = page.evaluate(ENDS)
    at_ply(page, second[0])
    page.keyboard.press(",")
    at_ply(page, ends[-1])
    page.keyboard.press("End")
    expect(page.locator("#plays a[aria-current=step]")).to_be_visible()
    page.keyboard.press("Home")
    assert page.evaluate(ENDS) == ends
    begun = page.locator("#plays section").evaluate_all(
        "all => all.map((one) => one.dataset.first)"
    )
    assert begun == sorted(set(begun), key=int)


def test_seats_lie_around_the_trick(page: Page, address: str, judged: Judge) -> None:
    """Clockwise from the near one: at the left, far, at the right."""
    game = judged(made_up("zwanzig-ab/twenty-down@1", 4, 3))
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{address}/g/{game}/8")

    def middle(place: int) -> tuple[float, float]:
        box = page.locator(f".seat.place-{place}").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    near, left, far, right = map(middle, range(4))
    assert left[0] < near[0] < right[0]
    assert far[1] < left[1] < near[1]
    boxes = page.locator(".laid > li")
    expect(boxes).to_have_count(4)


@pytest.mark.broad
@pytest.mark.parametrize("width", [390, 1280])
def test_the_best_card_of_another_hand_is_marked_within_it(
    page: Page, address: str, judged: Judge, width: int
) -> None:
    """Below it the mark would lie under the trick, and beside it over those of other cards."""
    game = judged(made_up("twenty-two/north-american@1", 4, 3))
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{address}/g/{game}/20")
    sticking_out = page.evaluate(
        """() => [...document.querySelectorAll('.others .held > li')].filter((card) => {
            card.insertAdjacentHTML('beforeend', `<span class="would best"><span class="long">best
                </span><span class="short">best</span></span><span class="would">−2.3</span>`);
            const [best, other] = card.querySelectorAll('.would');
            const mark = best.getBoundingClientRect(), own = card.getBoundingClientRect();
            return other.getBoundingClientRect().width || mark.width < 8
                || mark.bottom > own.bottom + 10 || mark.left < own.left - 5
                || mark.width > own.width * .6;
        }).map((card) => card.textContent)"""
    )
    assert page.locator(".others .held > li").count() >= 3
    assert sticking_out == []
