"""Every page in a language that nobody speaks: a plain word on it came through no catalogue."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, Route

from tests.languages import pseudo

from .conftest import CHROMIUM, PHONE, ROOT
from .people import House, Inline, build, token_of

FLAWED = re.sub(
    r'Event "[^"]*"', 'Event "Evenings"',
    (ROOT / "fixtures/zwanzig-ab/flawed/sweep-five-read-as-ten.xxn").read_text("utf-8"),
)  # fmt: skip
SHEET = (ROOT / "fixtures/twenty/sound/illustrative-mended.xxn").read_text("utf-8")
TABLE = """Player,Card,Tally,Foo,Points
Anna,8,8,x,
Berta,A,9,y,0
Anna,2,12,,z,zz,1
Bonus,,7
,9
Anna,9,a,,b
"""
WORDS = "Anna: 8 (8)\n\nand this\nBerta: A (9)\nAnna: Z (11)\n Cora plays 7\nAnna holds: \n"

PEOPLE = {"Albert", "Anna", "Bernd", "Berta", "Bertha", "Clara", "Cora", "Dirk", "owner", "admin",
          "member", "arbiter", "moderator"}  # fmt: skip
WRITTEN = {"Bonus", "Card", "Evenings", "Foo", "Player", "Points", "Tally", "Illustrative"}
"""On the sheets that are looked at, and of an account's own."""
NAMES = {"Twenties", "twenties", "XXN", "JSON", "CSV", "NDJSON", "PNG", "SVG", "API", "English",
         "Twenty", "Zwanzig", "ab", "and", "down"}  # fmt: skip
"""Of this archive, of forms, languages and games."""
CODES = {"zwanzig", "sweep", "MB", "KB", "Esc", "XX", "http", "zz"}
DATA = PEOPLE | WRITTEN | NAMES | CODES
"""Plain words that may stand on these pages."""
PLAYERS = {"Ben", "Brigid", "Dale", "Greta", "Marisol", "Oksana", "Piotr", "Ruth", "Sven", "Tom",
           "Wendell"}  # fmt: skip
"""On the sheets that games have of their own, of which the page of rules shows tables."""
ALSO = {
    "/account": {"token", "to", "read", "write", "upload"},  # names of the owner's tokens
    "/mod/log": {"token", "account", "record", "role"},  # deeds as programs know them
    "/rules": PLAYERS,
}
"""The same by page."""
NO_PAGES = ("/static", "/api", "/metrics", "/health", "/readyz", "/upload/<upload_id>/events",
            "/learn")  # fmt: skip
"""What is no page, and a text that is translated as a whole, as rulebooks are."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("languages")
    pseudo.write(folder)
    pseudo.write_rulebooks(folder)
    with pseudo.languages_in(folder):
        built = build(tmp_path_factory.mktemp("pseudo") / "instance", FLAWED.encode())
        built.app.extensions["checks"] = Inline()
        yield built
        built.archive.close()


def plain_words(answer: Any) -> set[str]:
    """Return the plain words on a page that are no data."""
    return {word for text in pseudo.plain(answer.text) for word in pseudo.WORD.findall(text)} - DATA


def speaking(client: FlaskClient) -> FlaskClient:
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = pseudo.CODE
    return client


def values(house: House) -> dict[str, str]:
    """Return what stands in the places of addresses."""
    thing, archive = house.things["public"], house.archive
    one, other, *_ = (seat.player_id for seat in archive.anonymising.seats(thing.game))
    return {
        "game_id": thing.game, "upload_id": thing.upload, "collection_id": thing.collection,
        "ply": "17", "number": "1", "kind": "csv", "tag": "cup", "game": "zwanzig-ab",
        "player_id": one, "one": one, "other": other, "filename": "x", "against_id": thing.game,
        "report_id": archive.moderation.report(thing.game, "names", by=None),
        "verdict_id": house.verdict_of(thing.game), "job_id": "x", "account_id": house.ids["owner"],
    }  # fmt: skip


def addresses(house: House) -> Iterator[str]:
    """Yield the address of each page."""
    known = values(house)
    for rule in house.app.url_map.iter_rules():
        if rule.rule.startswith(NO_PAGES) or "GET" not in (rule.methods or ()):
            continue
        yield re.sub(r"<(?:\w+:)?(\w+)>", lambda place: known.get(place[1], "x"), rule.rule)


def test_every_page_is_said_through_the_catalogue(house: House) -> None:
    found, seen = {}, 0
    for asker in ("nobody", "admin"):
        client = speaking(house.client(asker))
        for address in addresses(house):
            with client.get(address) as answer:
                if answer.mimetype == "text/html" and not 300 <= answer.status_code < 400:
                    seen += 1
                    found[asker, address] = plain_words(answer) - ALSO.get(address, set())
    assert {where: words for where, words in found.items() if words} == {}
    assert seen > 70


ANSWERS: dict[str, tuple[str, str, dict[str, str]]] = {
    "a password that is none": ("/sign-up", "/sign-up", {"name": "newname", "password": "qwe"}),
    "a common password": ("/sign-up", "/sign-up", {"name": "new", "password": "password1234"}),
    "a name that is taken": ("/sign-up", "/sign-up", {"name": "Admin", "password": "x" * 9}),
    "a wrong password": ("/sign-in", "/sign-in", {"name": "owner", "password": "wrong"}),
    "nothing": ("/verify", "/verify", {"text": ""}),
    "no game": ("/verify", "/verify", {"text": "- - -"}),
    "a sheet in words": ("/verify", "/verify", {"text": WORDS}),
    "a table": ("/verify", "/verify", {"text": TABLE}),
    "two sheets": ("/compare", "/compare", {"a": SHEET, "b": SHEET.replace("14. p2 T=18",
                                                                           "14. p1 T=18")}),
    "a game and itself": ("", "/g/{game}/against/{game}", {}),
    "two games": ("/compare", "/compare", {"a": SHEET, "b": FLAWED}),
    "a sheet and a table": ("/compare", "/compare", {"a": WORDS, "b": TABLE}),
    "no page": ("", "/no/such/page", {}),
    "no reason": ("/g/{game}/report", "/g/{game}/report", {"reason": "other"}),
    "no token of a form": ("", "/verify", {"text": "x"}),
    "a question that is none": ("", "/games?sort=x&verdict=x&since=x", {}),
    "a line that is none": ("", "/g/{game}/5?line=zz", {}),
}  # fmt: skip


@pytest.mark.parametrize("case", ANSWERS)
def test_every_answer_is_said_through_the_catalogue(house: House, case: str) -> None:
    form, address, said = ANSWERS[case]
    game = house.things["public"].game
    client = speaking(house.client("nobody"))
    token = {"csrf_token": token_of(client, form.format(game=game))} if form else {}
    address = address.format(game=game)
    answer = client.post(address, data={**said, **token}) if said else client.get(address)
    assert answer.mimetype == "text/html"
    words = {"newest", "date", "highest", "findings", "upheld", "open", "flawed", "impossible"}
    assert plain_words(answer) - (words if "sort" in address else set()) == set()


def test_a_plain_word_is_seen() -> None:
    """Else the tests above could not fail."""
    page = '<p title="Look">Ğăăɱēēš <b>found</b> <code>code</code> by <bdi>Ben</bdi>, Twenties</p>'
    assert [*pseudo.plain(page)] == ["Look", "found", "by", ", Twenties"]
    assert pseudo.accented("%(num)s <b>games</b> of `XXN`") == "%(num)s <b>ğăăɱēēš</b> ōōƒ `XXN`"


MAIN = (
    "/", "/p/{one}", "/upload/{upload_id}", "/g/{game_id}", "/g/{game_id}/17", "/verify",
)  # fmt: skip
OTHERS = (
    "/games", "/g/{game_id}/verify", "/g/{game_id}/manage", "/rules", "/account",
    "/players", "/puzzles", "/events", "/compare", "/g/{game_id}/source", "/g/{game_id}/print",
    "/g/{game_id}/annotations", "/rules/zwanzig-ab", "/about", "/collections", "/help/keys",
)  # fmt: skip
"""Lists and forms like those of the pages above, and long texts: left to `make odd`."""
TOO_WIDE = """() => {
  const turns = new Set(["auto", "scroll", "hidden", "clip"])
  const turned = one => turns.has(getComputedStyle(one).overflowX)
  const within = one => one && one !== document.body && (turned(one) || within(one.parentElement))
  const cut = one => !turned(one) || (getComputedStyle(one).overflowX === "hidden"
    && getComputedStyle(one).textOverflow !== "ellipsis")
  const told = one => `${one.tagName}.${one.className}: ${one.textContent.trim().slice(0, 60)}`
  return [...document.body.querySelectorAll(":not(svg *, .skip)")].filter(one => {
    const place = one.getBoundingClientRect()
    if (!one.checkVisibility() || place.width < 2 || getComputedStyle(one).display === "inline"
        || within(one.parentElement)) return false
    return place.right > document.documentElement.clientWidth + 1 || place.left < -1
      || (cut(one) && one.clientWidth && one.scrollWidth > one.clientWidth + 1)
  }).map(told)
}"""
"""What is wider than its box or the window, and neither scrolls nor ends in an ellipsis."""


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
@pytest.mark.parametrize("pages", [MAIN, pytest.param(OTHERS, marks=pytest.mark.broad)])
def test_long_words_fit_on_a_phone(house: House, page: Page, pages: tuple[str, ...]) -> None:
    client = speaking(house.client("owner"))

    def answered(route: Route) -> None:
        with client.get(route.request.url.removeprefix("http://house")) as answer:
            route.fulfill(status=answer.status_code, headers=dict(answer.headers), body=answer.data)

    page.route("**/*", answered)
    page.set_viewport_size(PHONE)
    known, found = values(house), {}
    for path in pages:
        answer = page.goto(f"http://house{path.format(**known)}")
        assert answer.ok, path
        found[path] = page.evaluate(TOO_WIDE)
    assert {path: told for path, told in found.items() if told} == {}
    page.evaluate("document.querySelector('h1').style.inlineSize = '20em'")
    assert page.evaluate(TOO_WIDE) != [], "else nothing of this could fail"
