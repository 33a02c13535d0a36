"""Ask axe about every page: desktop and phone, light and dark.

    python -m bench.axe [--at PORT] [--only NAME …]

A real `twenties serve` with its sample games is looked at in Chromium. Printed is whatever axe
objects to, of any severity, with the page and the element; the exit code is 1 where that is
anything.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, sync_playwright

from bench.asking import archive
from bench.pictures import PATIENCE, SIZES, chromium_of, pages_of


def objections(page: Page, part: str | None = None) -> list[str]:
    """Return what axe objects to on a page, an element each: the rule, how grave, where.

    With `part`, a selector, only that part of the page is looked at.
    """
    return [
        f"{found['id']} ({found['impact']}): {' '.join(map(str, node['target']))}"
        for found in Axe().run(page, context=part).response["violations"]
        for node in found["nodes"]
    ]


def main() -> None:
    """Look at all pages, and say what was found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=6542)
    parser.add_argument("--at", type=int, default=0)
    parser.add_argument("--only", nargs="*", default=[])
    asked = parser.parse_args()
    wrong = looked = 0
    with tempfile.TemporaryDirectory() as house, archive(Path(house), asked) as port:
        pages = pages_of(port)
        with sync_playwright() as playwright:
            browser = chromium_of(playwright)
            for name, path in pages.items():
                if asked.only and name not in asked.only:
                    continue
                for size, (width, height) in SIZES.items():
                    for colours in ("light", "dark"):
                        page = browser.new_page(
                            viewport={"width": width, "height": height},
                            color_scheme="dark" if colours == "dark" else "light",
                        )
                        page.set_default_timeout(PATIENCE)
                        page.goto(f"http://127.0.0.1:{port}{path}", wait_until="networkidle")
                        looked += 1
                        for told in objections(page):
                            wrong += 1
                            print(f"{name} {size} {colours}: {told}")
                        page.close()
            browser.close()
    print(f"{looked} pages looked at, {wrong} objections")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
