"""How soon a replay is there: the server's milliseconds, the largest thing painted on a slow phone,
and a step from its key to the screen on a desktop.

`python -m bench.weight` prints these lines below its own. The phone is Chromium with the brakes on:
150 ms before every answer, 1.6 Mbit/s, and a processor four times slower than this one.
"""

from __future__ import annotations

import re
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from bench.asking import get, last_ply, made_up
from bench.load.house import followed, hand_in
from bench.pictures import PATIENCE, SIZES, chromium_of, pages_of

FIRST_LOOK, CACHED, LARGEST, STEP = 80.0, 30.0, 1000.0, 50.0
"""The most milliseconds that each may take: the server's two, the phone's, and the middle step."""
SEEDS: Final = range(11, 20)
STEPS: Final = 24
LINE: Final = {"latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
SLOWER: Final = 4

LARGEST_PAINTED: Final = """() => new Promise((done) => {
  new PerformanceObserver((list) => done(list.getEntries().at(-1).startTime))
    .observe({ type: "largest-contentful-paint", buffered: true });
})"""
STEPPED: Final = """() => new Promise((done) => {
  const before = document.getElementById("ply").dataset.ply;
  addEventListener("keydown", (key) => {
    let frames = 0;
    const look = () => {
      const same = document.getElementById("ply").dataset.ply === before;
      if (same && ++frames < 3600) return requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();  // what comes after the frame is painted
      port1.onmessage = () => done(performance.now() - key.timeStamp);
      port2.postMessage(0);
    };
    requestAnimationFrame(look);
  }, { capture: true, once: true });
})"""


class Times(NamedTuple):
    """Milliseconds: of the server for a first look and for a further ply, until the largest thing
    is painted, and of the middle and the slowest step."""

    first_look: float
    cached: float
    largest: float
    step: float
    slowest: float


def handed_in(port: int, game: str, file: Path) -> list[str]:
    """Return the addresses of made-up games of a kind, judged and not looked at before."""
    file.write_text("\n".join(made_up(port, game, seed) for seed in SEEDS), encoding="utf-8")
    upload = hand_in(port, file)
    followed(port, upload, to=("settled", "over"))
    found = re.findall(r'href="/g/([a-z0-9]{10})"', get(port, f"/upload/{upload}").text)
    return list(dict.fromkeys(found))


def served(port: int, games: Sequence[str]) -> tuple[float, float]:
    """Return what games take at the first look and at a ply after it, each the middle of them."""
    first: list[float] = []
    later: list[float] = []
    for game in games:
        for taken, ply in ((first, 5), (later, 6)):
            start = time.perf_counter()
            get(port, f"/g/{game}/{ply}")
            taken.append((time.perf_counter() - start) * 1000)
    return statistics.median(first), statistics.median(later)


def phone(browser: Browser) -> Page:
    """Return an empty page of a slow phone."""
    width, height = SIZES["phone"]
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", {"offline": False, **LINE})
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return page


def largest_of(browser: Browser, address: str) -> float:
    """Return when the largest thing of a page was painted on a slow phone."""
    page = phone(browser)
    page.goto(address, wait_until="networkidle")
    largest = float(page.evaluate(LARGEST_PAINTED))
    page.context.close()
    return largest


def steps_of(browser: Browser, address: str, start: int, last: int) -> list[float]:
    """Return what steps from a ply on took on a desktop, where keys are."""
    width, height = SIZES["desktop"]
    page = browser.new_page(viewport={"width": width, "height": height})
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}/{start}", wait_until="networkidle")
    page.wait_for_selector("#viewer[data-ready]", state="attached")
    steps = []
    for _ in range(min(STEPS, last - start)):
        stepped = page.evaluate_handle(f"({{ step: ({STEPPED})() }})")
        page.keyboard.press("ArrowRight")
        steps.append(float(stepped.evaluate("(one) => one.step")))
    page.close()
    return steps


def times(browser: Browser, port: int, games: Sequence[str]) -> Times:
    """Return the times of a kind of game, of which there are these."""
    first_look, cached = served(port, games)
    largest, steps = [], []
    for game in games[:3]:
        address, last = f"http://127.0.0.1:{port}/g/{game}", last_ply(port, game)
        largest.append(largest_of(browser, f"{address}/{last // 2}"))
        steps += steps_of(browser, address, last // 2, last)
    return Times(
        first_look, cached, statistics.median(largest), statistics.median(steps), max(steps)
    )


def measure(port: int, kinds: Sequence[str], folder: Path) -> bool:
    """Print a line for each kind of game, and one for each page; whether all of it is as quick as
    it should be."""
    quick = []
    print(f"\n{'milliseconds':<44} {'first look':>10} {'cached':>8} {'largest':>8} {'step':>6} "
          f"{'slowest':>8}")  # fmt: skip
    with sync_playwright() as playwright:
        browser = chromium_of(playwright)
        for name in kinds:
            took = times(browser, port, handed_in(port, name, folder / "looked-at.xxn"))
            good = (
                took.first_look <= FIRST_LOOK and took.cached <= CACHED
                and took.largest <= LARGEST and took.step <= STEP
            )  # fmt: skip
            quick.append(good)
            print(f"{name:<44} {took.first_look:>10.1f} {took.cached:>8.1f} {took.largest:>8.0f} "
                  f"{took.step:>6.1f} {took.slowest:>8.1f}{'' if good else '   TOO SLOW'}",
                  flush=True)  # fmt: skip
        for name, path in pages_of(port).items():
            address = f"http://127.0.0.1:{port}{path}"
            largest = statistics.median(largest_of(browser, address) for _ in range(3))
            quick.append(largest <= LARGEST)
            print(f"{name:<44} {'':>10} {'':>8} {largest:>8.0f}"
                  f"{'' if quick[-1] else '   TOO SLOW'}", flush=True)  # fmt: skip
        browser.close()
    return all(quick)
