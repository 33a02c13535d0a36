"""Pages as others see them: in the system's own colours, on paper, a list on a phone."""

import re

from playwright.sync_api import Browser, Page, expect

from archive.services import Visibility
from tests.uploaded import judged_upload

from .conftest import IN_BROWSER, PHONE, SAMPLES, Judge, Shelf

pytestmark = IN_BROWSER

FILLS = "(hand) => [...new Set([...hand].map((one) => getComputedStyle(one).fill))]"


def test_a_hand_that_dropped_out_takes_the_systems_own_colours(
    page: Page, address: str, judged: Judge
) -> None:
    """As the outline of a card that was played does."""
    game = judged((SAMPLES / "zwanzig-ab-disputed-revoke.xxn").read_bytes())
    page.goto(f"{address}/g/{game}/141")
    page.emulate_media(forced_colors="active")
    out = page.locator(".absent .held .paper")
    assert out.count() == 5
    assert out.evaluate_all(FILLS) == ["rgb(255, 255, 255)"]
    page.emulate_media(forced_colors="none")
    assert out.evaluate_all(FILLS) != ["rgb(255, 255, 255)"]


def test_paper_has_no_shadows(page: Page, address: str, shelf: Shelf) -> None:
    for path in (f"/upload/{shelf.upload}/standings", f"/g/{shelf.game}", f"/g/{shelf.game}/12"):
        page.goto(f"{address}{path}")
        page.emulate_media(media="print")
        shadows = page.locator(".sheet").evaluate_all(
            "(all) => all.map((one) => getComputedStyle(one).boxShadow)"
        )
        assert shadows
        assert set(shadows) == {"none"}


def test_on_a_phone_the_games_of_an_upload_are_seen_with_their_verdicts(
    page: Page, address: str, shelf: Shelf
) -> None:
    """As in the list of games: nothing has to be pushed aside to see how a game stands."""
    both = judged_upload(
        shelf.archive,
        b"\n".join(
            (SAMPLES / f"{name}.xxn").read_bytes()
            for name in ("zwanzig-ab-disputed-revoke", "zwanzig-ab-vereinsabend")
        ),
        filename="evening.xxn",
    ).id
    page.set_viewport_size(PHONE)
    page.goto(f"{address}/upload/{both}")
    chips = page.locator(".games .chip")
    expect(chips).to_have_count(2)
    for chip in chips.all():
        box = chip.bounding_box()
        assert box["x"] + box["width"] <= 390
    scroll = page.locator(".scroll:has(.games)")
    assert scroll.evaluate("(box) => box.scrollWidth <= box.clientWidth")


def test_on_a_phone_the_number_of_a_line_is_large_enough_for_a_finger(
    browser: Browser, address: str, shelf: Shelf
) -> None:
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)
    page = context.new_page()
    page.goto(f"{address}/g/{shelf.game}/source")
    way = page.locator(".source a.no").nth(20).bounding_box()
    context.close()
    assert way["height"] >= 30
    assert way["width"] >= 44


def test_on_a_phone_long_names_leave_the_numbers_of_tables_in_sight(
    page: Page, address: str, shelf: Shelf
) -> None:
    """Of players and of an event, on the pages of events, of standings, and of two players."""
    record = (SAMPLES / "twenty-illustrative.xxn").read_bytes()
    other = (SAMPLES / "count-to-20-two-players.xxn").read_bytes()
    event = "Vereinsmeisterschaftsvorrundenspiele der Kartenfreunde Unterammergau"
    one, two = "Wolfeschlegelsteinhausenbergerdorffwelche", "Donaudampfschifffahrtsgesellschaft"
    for was, now in ((b"Albert", one), (b"Brigid", one), (b"Bertha", two), (b"Tom", two)):
        record, other = record.replace(was, now.encode()), other.replace(was, now.encode())
    record, other = (
        re.sub(rb'\[Event "[^"]*"\]', f'[Event "{event}"]\n[Date "2026.11.05"]'.encode(), text)
        for text in (record, other)
    )
    upload = judged_upload(
        shelf.archive, record + b"\n" + other, filename="evening.xxn", visibility=Visibility.PUBLIC
    ).id
    page.set_viewport_size(PHONE)
    page.set_extra_http_headers({"Accept-Language": "de"})
    page.goto(f"{address}/players?q={one}")
    player = page.get_by_role("link", name=one).get_attribute("href")
    page.goto(f"{address}{player}")
    both = page.get_by_role("region").or_(page.locator("main")).first.get_by_role(
        "link", name=two, exact=True
    ).first.get_attribute("href")  # fmt: skip
    for path in ("/events", f"/upload/{upload}/standings", player, both):
        page.goto(f"{address}{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
        tables = page.locator(".outcomes")
        assert tables.count(), path
        for table in tables.all():
            box = table.bounding_box()
            assert box["x"] + box["width"] <= 390, path


def test_on_a_phone_two_sheets_of_long_names_are_compared_within_the_screen(
    page: Page, address: str, judged: Judge
) -> None:
    record = (SAMPLES / "zwanzig-ab-disputed-revoke.xxn").read_bytes()
    for was in (b"Jochen", b"Ute", b"Karl-Heinz", b"Anneliese"):
        record = record.replace(was, b"Donaudampfschifffahrtsgesellschaft" + was)
    one, other = judged(record), judged(record.replace(b"141. p3 7s", b"141. p3 9c"))
    page.set_viewport_size(PHONE)
    page.goto(f"{address}/g/{one}/against/{other}")
    expect(page.locator(".aligned")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for part in page.locator(".case .sheet").all():
        box = part.bounding_box()
        assert box["x"] + box["width"] <= 390
