"""Take a picture of every page for docs/pictures: desktop and phone, light and dark.

    python -m bench.pictures [--port PORT] [--only NAME …] [--into FOLDER]

A real `twenties serve` with its sample games is looked at in Chromium, one of them with every play
weighed.
"""

from __future__ import annotations

import argparse
import base64
import re
import shutil
import tempfile
from itertools import product
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Playwright, sync_playwright

from bench.asking import archive, get

PICTURES: Final = Path(__file__).parents[1] / "docs" / "pictures"
SIZES: Final = {"desktop": (1280, 800), "phone": (390, 844)}
PATIENCE: Final = 600_000
"""Milliseconds until a page that does not come is given up: a busy machine is no fault."""
CHROMIUM: Final = ("chromium-headless-shell", "chromium", "chromium-browser")


QUALITY: Final = 70
"""Of the pictures, which are WebP: about 30 KB each."""

SHOWN: Final = {"twenty": "Illustrative game", "zwanzig-ab": "Vereinsabend im Krug"}
"""The event of the sample game that is shown where there are several of a kind, so that the
pictures are of the same games every time."""


def pages_of(port: int) -> dict[str, str]:
    """Return the pages by name, those of games by the sample games' addresses."""
    games: dict[str, str] = {}
    for address in dict.fromkeys(re.findall(r'href="/g/([a-z0-9]{10})"', get(port, "/games").text)):
        text = get(port, f"/g/{address}.xxn").text
        kind = re.search(r'\[Game "([^"]+)"\]', text)
        games.setdefault(kind[1] if kind else "", address)
        if kind and f'[Event "{SHOWN.get(kind[1], "")}"]' in text:
            games[kind[1]] = address
    twenty, tricks = games["twenty"], games["zwanzig-ab"]
    wrong = disputed(port)
    player = re.search(r'href="(/p/[^"]+)"', get(port, "/players").text)
    event = re.search(r'href="(/events/standings[^"]+)"', get(port, "/events").text)
    two = re.search(r'href="(/p/[^"/]+/[^"/]+)"', get(port, player[1]).text) if player else None
    puzzle = re.search(r'href="(/g/[a-z0-9]+/puzzles/\d+)"', get(port, "/puzzles").text)
    upload = re.search(r'href="(/upload/[^"/]+)"', get(port, f"/g/{twenty}").text)
    return {
        "home": "/", "games": "/games", "players": "/players", "rules": "/rules",
        "player": player[1] if player else "/players",
        "head-to-head": two[1] if two else "/players",
        "learn": "/learn", "learn-card": "/learn/card",
        **({"puzzle": puzzle[1]} if puzzle else {}),
        "verify": "/verify", "about": "/about", "sign-in": "/sign-in", "sign-up": "/sign-up",
        "events": "/events", "standings": event[1] if event else "/events",
        "compare": "/compare", "keys": "/help/keys", "hand-in": "/upload", "puzzles": "/puzzles",
        "lost": "/no-such-page",
        "upload": upload[1] if upload else "/upload", "rulebook": "/rules/zwanzig-ab",
        "annotations": f"/g/{twenty}/annotations", "notes": f"/g/{twenty}/notes",
        "revisions": f"/g/{twenty}/revisions",
        "game": f"/g/{twenty}", "verdict": f"/g/{twenty}/verify", "source": f"/g/{twenty}/source",
        "print": f"/g/{twenty}/print", "embed": f"/embed/g/{twenty}/30",
        "replay": f"/g/{twenty}/33", "together": f"/g/{twenty}/33/together",
        "what-if": f"/g/{twenty}/30?line=8",
        "replay-last": f"/g/{twenty}/100", "revoke": f"/g/{wrong}/141?seat=3",
        "revoke-verdict": f"/g/{wrong}/verify", "revoke-game": f"/g/{wrong}",
        "trick": f"/g/{tricks}/9", "trick-what-if": f"/g/{tricks}/8?line=",
        **{f"replay-{kind}": f"/g/{game}/12" for kind, game in games.items() if kind},
    }  # fmt: skip


def chromium_of(playwright: Playwright) -> Browser:
    """Return the Chromium of this machine, started; else the browser that Playwright has."""
    chromium = next(filter(None, map(shutil.which, CHROMIUM)), None)
    return playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])


def disputed(port: int) -> str:
    """Return the address of the sample game with a revoke."""
    found = re.search(r'href="/g/([a-z0-9]{10})"', get(port, "/games?finding=not-followed").text)
    return found[1] if found else ""


def weigh(browser: Browser, address: str) -> None:
    """Have every play of a game weighed."""
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}/annotations")
    button = page.get_by_role("button", name="Weigh every play")
    if button.count():
        button.click()
    page.locator(".remarks").wait_for()
    page.close()


def take(browser: Browser, address: str, file: Path, size: str, colours: str) -> None:
    """Take a picture of a page once its script runs and its typefaces are there."""
    width, height = SIZES[size]
    page = browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme="dark" if colours == "dark" else "light",
        reduced_motion="reduce",
    )
    page.set_default_timeout(PATIENCE)
    page.goto(address, wait_until="networkidle")
    if page.locator("#viewer").count():
        page.wait_for_selector("#viewer[data-ready]", state="attached")
    page.evaluate("document.fonts.ready")
    eyes = page.context.new_cdp_session(page)
    seen = eyes.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    file.write_bytes(base64.b64decode(seen["data"]))
    page.close()


def main() -> None:
    """Take the pictures, and say what was taken."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=6541)
    parser.add_argument("--at", type=int, default=0)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--into", type=Path, default=PICTURES)
    asked = parser.parse_args()
    folder: Path = asked.into
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as house,
        archive(Path(house), asked) as port,
        sync_playwright() as playwright,
    ):
        browser = chromium_of(playwright)
        address = f"http://127.0.0.1:{port}"
        weigh(browser, f"{address}{pages_of(port)['game']}")
        for name, path in pages_of(port).items():
            if asked.only and name not in asked.only:
                continue
            for size, colours in product(SIZES, ("light", "dark")):
                file = folder / f"{name}-{size}-{colours}.webp"
                take(browser, f"{address}{path}", file, size, colours)
                print(f"{file.name:40} {file.stat().st_size // 1000:5} KB  {path}", flush=True)


if __name__ == "__main__":
    main()
