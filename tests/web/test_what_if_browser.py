"""What if in a real browser: small fetches, keys, the address, and back to the game."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from archive.notation import read
from archive.rules.position_for_browser import tried, written
from archive.web.rules_files import kinds, source_of
from tests.games.positions import actions_of

from .conftest import IN_BROWSER, SAMPLES, Judge, Shelf

SOUND = sorted((Path(__file__).parents[2] / "fixtures").glob("*/sound/*.xxn"))
pytestmark = IN_BROWSER


def test_another_play_is_tried_and_left(
    page: Page, address: str, shelf: Shelf, complaints: list[str]
) -> None:
    page.goto(f"{address}/g/{shelf.game}/31")
    expect(page.locator("#viewer[data-ready]")).to_be_attached()
    page.evaluate("window.stayed = true")
    page.keyboard.press("w")
    expect(page).to_have_url(re.compile(r"/30\?line=$"))
    page.locator('[data-choice="8"]').click()
    expect(page).to_have_url(re.compile(r"/30\?line=8$"))
    expect(page.locator("#ply")).to_have_attribute("data-ply", "31")
    page.locator('.felt li.may[data-card="9"]').click()  # Bertha's, on the table
    expect(page).to_have_url(re.compile(r"/30\?line=8\.9$"))
    expect(page.get_by_label("Link to this line")).to_have_value(page.url)
    expect(page.locator("#share-frame")).to_have_value(re.compile(r"/30\?line=8\.9\""))
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".line-moves [aria-current]")).to_have_text(re.compile("31"))
    page.keyboard.press("End")
    expect(page).to_have_url(re.compile(r"line=8\.9&at=2$"))
    page.reload()
    expect(page.locator(".line-moves [aria-current]")).to_have_text(re.compile("32"))
    page.evaluate("window.stayed = true")
    expect(page.locator("#viewer[data-ready]")).to_be_attached()
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile(r"/31$"))
    expect(page.locator(".what-if")).to_have_count(0)
    expect(page.get_by_label("Link to this play")).to_have_value(page.url)
    assert page.evaluate("window.stayed")
    assert complaints == []


def test_what_a_play_would_score_is_said_by_the_rules_in_the_browser(
    page: Page, address: str, shelf: Shelf, complaints: list[str]
) -> None:
    page.goto(f"{address}/g/{shelf.game}/3?line=")
    expect(page.locator(".offers .as-played .comes")).to_have_text("+10")
    assert complaints == []


ON_TABLE = """() => [
  ...document.querySelectorAll("#ply [data-card], #ply .total, #ply .awaited"),
].map((one) => [
  one.dataset.card ?? one.dataset.seat ?? one.textContent.trim(), one.className.trim(),
  one.closest("[data-seat], .lying, .pile, .turned").className.replace(" awaited", "")])"""


@pytest.mark.parametrize(
    ("sample", "ply"),
    [("twenty-illustrative", 30),
     pytest.param("zwanzig-ab-vereinsabend", 8, marks=pytest.mark.broad),
     pytest.param("twenty-two-kitchen-table", 10, marks=pytest.mark.broad),
     pytest.param("twenty-two-rasmussen", 9, marks=pytest.mark.broad),
     pytest.param("count-to-20-two-players", 9, marks=pytest.mark.broad)],
)  # fmt: skip
def test_a_play_is_on_the_table_before_anything_is_asked_of_the_server(
    page: Page, address: str, judged: Judge, sample: str, ply: int, complaints: list[str]
) -> None:
    """Nor does the server's table, when it comes, lie otherwise."""
    game = judged((SAMPLES / f"{sample}.xxn").read_bytes())
    page.goto(f"{address}/g/{game}/{ply}?line=")
    expect(page.locator(".what-if[data-here]")).to_be_attached()
    expect(page.locator("#plays section:not([hidden])")).to_have_count(1)
    asked: list[Route] = []
    page.route("**/*fragment=1*", lambda route: asked.append(route))
    line = ""
    for _ in range(2):
        offer = page.locator("#said a[data-choice]").last
        line = f"{line}.{offer.get_attribute('data-choice')}".strip(".")
        offer.click()
        expect(page).to_have_url(re.compile(rf"line={re.escape(line)}$"))
    drawn = page.evaluate(ON_TABLE)
    for one in asked:
        one.continue_()
    expect(page.locator("#said .standing")).to_be_attached()
    assert page.evaluate(ON_TABLE) == drawn
    assert page.locator("#said a[data-choice]").count() > 0
    assert complaints == []


STEPPED = """async ([script, python, files, games]) => {
  const { Rules } = await import(script);
  const kinds = {};
  for (const [kind, from] of Object.entries(files)) kinds[kind] = await Rules.load(from, python);
  return games.map(([kind, begun, actions], at) => {
    const rules = kinds[kind];
    rules.open(JSON.stringify(begun));
    return actions.map((action, number) => {
      const asked = at % 10 === 0 || number === actions.length - 1;
      const answer = asked ? rules.tried(action) : null;
      rules.play(action);
      return answer;
    });
  });
}"""


def test_every_sound_record_is_stepped_alike_by_the_same_rules_in_a_browser(
    page: Page, address: str, shelf: Shelf
) -> None:
    """Of every tenth each step is compared, of the others what all comes to."""
    games, expected, paths = [], [], SOUND[::2]
    for path in paths:
        position, actions = actions_of(read(path.read_bytes()))
        games.append([type(position).__name__, written(position), actions])
        answers = []
        for action in actions:
            answers.append(tried(position, action))
            position.play(action)
        expected.append(answers)
    assert sum(map(len, expected)) > 4000
    page.goto(f"{address}/g/{shelf.game}/2")
    files = {name: f"/rules/files/{name}.json" for name in kinds()}
    python = "/static/micropython/micropython.wasm"
    found = page.evaluate(STEPPED, ["/static/rules.js", python, files, games])
    for path, steps, same in zip(paths, found, expected, strict=True):
        assert len(steps) == len(same)
        assert all(step in (None, one) for step, one in zip(steps, same, strict=True)), path
        assert not steps or steps[-1]


def test_of_a_compiled_module_the_browser_gets_the_source() -> None:
    compiled = "/house/rules/sets.cpython-311-x86_64-linux-gnu.so"
    assert source_of(compiled) == source_of("/house/rules/sets.py") == Path("/house/rules/sets.py")


def test_back_leads_from_a_line_to_the_game_as_it_was_played(
    page: Page, address: str, shelf: Shelf, complaints: list[str]
) -> None:
    """However many plays the line has; Forward leads into it again, and Escape out as Back does."""
    page.goto(f"{address}/g/{shelf.game}")
    page.goto(f"{address}/g/{shelf.game}/31")
    expect(page.locator("#viewer[data-ready]")).to_be_attached()
    page.evaluate("window.stayed = true")
    for out in (page.go_back, lambda: page.keyboard.press("Escape")):
        page.keyboard.press("w")
        expect(page).to_have_url(re.compile(r"/30\?line=$"))
        page.locator('[data-choice="8"]').click()
        page.locator('.felt li.may[data-card="9"]').click()
        expect(page).to_have_url(re.compile(r"/30\?line=8\.9$"))
        expect(page.locator("#said .standing")).to_be_attached()
        out()
        expect(page).to_have_url(re.compile(r"/31$"))
        expect(page.locator(".what-if")).to_have_count(0)
        expect(page.locator("#ply")).to_have_attribute("data-ply", "31")
        expect(page.locator('[data-step="next"]').last).to_have_attribute(
            "href", re.compile("/32$")
        )
        page.go_forward()
        expect(page).to_have_url(re.compile(r"/30\?line=8\.9$"))
        expect(page.locator(".line-moves [aria-current]")).to_have_text(re.compile("32"))
        page.go_back()
        expect(page.locator(".what-if")).to_have_count(0)
    page.locator(".tabs").get_by_role("link", name="Share").click()
    page.go_back()
    expect(page).to_have_url(re.compile(r"/31$"))
    assert page.evaluate("window.stayed")
    page.go_back()
    expect(page).to_have_url(re.compile(rf"/g/{shelf.game}$"))
    assert complaints == []
