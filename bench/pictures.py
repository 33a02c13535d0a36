"""Take pictures of pages for docs/pictures: desktop and phone, light and dark.

    python -m bench.pictures [--port PORT] [--all FOLDER]

A real `twenties serve` with its sample games is looked at in Chromium. docs/pictures gets the
handful that the documentation shows; `--all` takes every page of the list in both sizes and both
colours into another folder, to be looked at one by one.
"""

from __future__ import annotations

import argparse
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Playwright, sync_playwright

from bench.asking import archive, get

PICTURES: Final = Path(__file__).parents[1] / "docs" / "pictures"
SIZES: Final = {"desktop": (1280, 800), "phone": (390, 844)}
PATIENCE: Final = 600_000
"""Milliseconds until a page that does not come is given up: a busy machine is no fault."""
CHROMIUM: Final = ("chromium-headless-shell", "chromium", "chromium-browser")


class Shot(NamedTuple):
    """A picture for the documentation: its name, the page, the size and the colours."""

    name: str
    page: str
    size: str
    colours: str


SHOTS: Final = (
    Shot("replay", "replay", "desktop", "light"),
    Shot("what-if", "what-if", "desktop", "light"),
    Shot("replay-phone", "trick", "phone", "dark"),
    Shot("game", "game", "desktop", "light"),
)

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
    player = re.search(r'href="(/p/[^"]+)"', get(port, "/players").text)
    event = re.search(r'href="(/events/standings[^"]+)"', get(port, "/events").text)
    upload = re.search(r'href="(/upload/[^"/]+)"', get(port, f"/g/{twenty}").text)
    return {
        "home": "/", "games": "/games", "players": "/players", "rules": "/rules",
        "player": player[1] if player else "/players",
        "verify": "/verify", "about": "/about", "sign-in": "/sign-in", "sign-up": "/sign-up",
        "events": "/events", "standings": event[1] if event else "/events",
        "compare": "/compare", "keys": "/help/keys", "hand-in": "/upload", "puzzles": "/puzzles",
        "lost": "/no-such-page",
        "upload": upload[1] if upload else "/upload", "rulebook": "/rules/zwanzig-ab",
        "annotations": f"/g/{twenty}/annotations", "notes": f"/g/{twenty}/notes",
        "revisions": f"/g/{twenty}/revisions",
        "game": f"/g/{twenty}", "verdict": f"/g/{twenty}/verify", "source": f"/g/{twenty}/source",
        "print": f"/g/{twenty}/print", "embed": f"/embed/g/{twenty}/30",
        "replay": f"/g/{twenty}/33", "what-if": f"/g/{twenty}/30?line=8",
        "trick": f"/g/{tricks}/9", "trick-what-if": f"/g/{tricks}/8?line=",
        **{f"replay-{kind}": f"/g/{game}/12" for kind, game in games.items() if kind},
    }  # fmt: skip


def chromium_of(playwright: Playwright) -> Browser:
    """Return the Chromium of this machine, started; else the browser that Playwright has."""
    chromium = next(filter(None, map(shutil.which, CHROMIUM)), None)
    return playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])


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
    page.evaluate("document.fonts.ready")
    page.screenshot(path=file)
    page.close()


def every(pages: dict[str, str]) -> Iterator[Shot]:
    """Yield a picture of every page in both sizes and both colours."""
    for name in pages:
        for size in SIZES:
            for colours in ("light", "dark"):
                yield Shot(f"{name}-{size}-{colours}", name, size, colours)


def main() -> None:
    """Take the pictures, and say what was taken."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=6541)
    parser.add_argument("--at", type=int, default=0)
    parser.add_argument("--all", type=Path)
    asked = parser.parse_args()
    folder: Path = asked.all or PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as house, archive(Path(house), asked) as port:
        pages = pages_of(port)
        with sync_playwright() as playwright:
            browser = chromium_of(playwright)
            for shot in every(pages) if asked.all else SHOTS:
                file = folder / f"{shot.name}.png"
                take(browser, f"http://127.0.0.1:{port}{pages[shot.page]}", file, shot.size,
                     shot.colours)  # fmt: skip
                print(f"{file.name:34} {file.stat().st_size // 1000:5} KB  {pages[shot.page]}")


if __name__ == "__main__":
    main()
