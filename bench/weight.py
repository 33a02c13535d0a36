"""What pages weigh on the wire: the first page of a visit with all it needs, and the next one.

    python -m bench.weight [--at PORT]

A real `twenties serve` with its sample games is asked, over plain sockets, for what a browser asks
for: the page, then every file that it names, and what those name in turn; of the typefaces only
those that a text of the page needs. Counted are the bytes that come, heads and all. The next page
is a step of the game: the whole page of the next play, as a browser without JavaScript asks for it,
and the part of it that the page's script asks for, in both cases with the files kept from before.
Below stand the milliseconds that `bench.painted` measures.
"""

from __future__ import annotations

import argparse
import posixpath
import re
import sys
import tempfile
from pathlib import Path
from typing import Final

from bench import painted
from bench.asking import archive, get, last_ply, made_up
from bench.load.house import followed, hand_in

FIRST, NEXT = 100_000, 15_000
"""The most that a replay's first page may weigh, and its next one."""
EXTENDED: Final = re.compile("[\u0100-\u0130\u0132-\u0151\u0154-\u017f\u0218-\u021b]")
RARE: Final = re.compile("[\u0180-\u0217\u021c-\u02ba\u1e00-\u1eff]")
GAMES: Final = (
    "twenty", "twenty?rules=twenty/farrugia@1;hands=open", "twenty-two",
    "twenty-two?rules=twenty-two/rasmussen@1", "zwanzig-ab",
    "zwanzig-ab?rules=zwanzig-ab/twenty-down@1", "count-to-20",
)  # fmt: skip
PAGES: Final = ("/", "/games", "/rules/twenty", "/verify", "/about")


def files(port: int, path: str, text: str, page: str) -> dict[str, int]:
    """What a text names, and what that names in turn, each with its weight."""
    named = re.findall(r'(?:src|href)="(/static/[^"#]+)', text)
    named += re.findall(r'(?:from|import) "(\./[^"]+)"', text) if path.endswith(".js") else []
    named += typefaces(text, page) if path.endswith(".css") else []
    found: dict[str, int] = {}
    for one in dict.fromkeys(named):
        address = posixpath.normpath(posixpath.join(posixpath.dirname(path), one))
        got = get(port, address)
        found[address] = got.weight
        found |= files(port, address, got.text, page) if address.endswith((".css", ".js")) else {}
    return found


def typefaces(styles: str, page: str) -> list[str]:
    """The files of those typefaces of a style sheet that a page needs."""
    faces = re.findall(r"@font-face ?\{[^}]+\}", styles)
    named = [found[1] for face in faces if (found := re.search(r'url\("([^"]+)"\)', face))]
    return [one for one in named if needed(one, page)]


def needed(face: str, page: str) -> bool:
    """Whether a page's text needs a typeface: the upright one always does, the extended Latin ones
    by their letters; the italic one is used for what is quoted and for what a player did not do."""
    if "italic" in face:
        return "blockquote" in page or 'class="quiet' in page
    if "-rare" in face:
        return RARE.search(page) is not None
    return "-ext" not in face or EXTENDED.search(page) is not None


def weigh(port: int, name: str, path: str, next_path: str = "") -> bool:
    """Print a line for a page; whether it is as light as it should be."""
    page = get(port, path)
    parts = files(port, path, page.text, page.text)
    first = page.weight + sum(parts.values())
    said = f"{name:<34} {page.status} {first:>9,} {page.weight:>9,} {len(parts):>9}"
    light = page.status == 200
    if next_path:
        whole, part = get(port, next_path), get(port, f"{next_path}?fragment=1")
        more = sum(weight for one, weight in files(port, next_path, whole.text, whole.text).items()
                   if one not in parts)  # fmt: skip
        said += f" {whole.weight + more:>9,} {part.weight:>9,}"
        light = light and first < FIRST and whole.weight + more < NEXT
    print(said + ("" if light else "   TOO HEAVY"), flush=True)
    return light


def games_of(port: int, folder: Path) -> dict[str, str]:
    """The games to weigh: one made up of each kind, and the samples; by what they are called."""
    file = folder / "made-up.xxn"
    file.write_text("\n".join(made_up(port, game, 7) for game in GAMES), encoding="utf-8")
    followed(port, hand_in(port, file), to=("settled", "over"))
    found: dict[str, str] = {}
    for game in re.findall(r'href="/g/([a-z0-9]{10})"', get(port, "/games").text):
        record = get(port, f"/g/{game}.xxn").text
        kind = re.search(r'\[Game "([^"]+)"\]', record)
        event = re.search(r'\[Event "([^"]+)"\]', record)
        name = f"{kind[1] if kind else '?'}: {event[1] if event else 'made up'}"[:34]
        while name in found:
            name += "'"
        found[name] = game
    return found


def measure(port: int, folder: Path) -> bool:
    """Print all lines; whether every replay is as light as it should be."""
    light = []
    print(
        f"{'page':<34} {'':>3} {'first':>9} {'page':>9} {'files':>6} {'next':>9} {'by script':>9}"
    )
    for name, game in sorted(games_of(port, folder).items()):
        middle = last_ply(port, game) // 2
        light.append(weigh(port, name, f"/g/{game}/{middle}", f"/g/{game}/{middle + 1}"))
    for path in PAGES:
        weigh(port, path, path)
    return all(light)


def main() -> None:
    """Weigh and time, and print. The exit code is 1 where a replay is too heavy or too slow."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=6540)
    parser.add_argument("--at", type=int, help="the port of an archive that runs already")
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="twenties-weight-") as name,
        archive(Path(name), asked) as port,
    ):
        light = measure(port, Path(name))
        quick = painted.measure(port, GAMES, Path(name))
    sys.exit(0 if light and quick else 1)


if __name__ == "__main__":
    main()
