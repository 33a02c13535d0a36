"""docs/learn.md: the lesson of /learn, and the sheets of every game, as one page to read.

`make learn` writes it; a test says when it is stale.
"""

from pathlib import Path

from archive.web.lesson import ENGLISH, SheetShown, places, sheet

PAGE = Path(__file__).parents[2] / "docs" / "learn.md"
HEAD = """
On a running archive `/learn` shows all of this beside the tables, judges the exercises, and prints
the card; `twenties verify` judges them too. This page is written by `make learn` from
`archive/web/lesson.md` and `archive/games/*/sheets/`.
"""
SHEETS = """
## How a sheet may look

The same game in words, as a table (CSV) and in XXN; all three are read as one game.
"""
FENCES = {"```xxn start": "```xxn", "```xxn answer": "How it can be written:\n\n```xxn"}


def page() -> str:
    """Return the whole page."""
    lines = ENGLISH.read_text(encoding="utf-8").splitlines()
    title, *rest = (FENCES.get(line, line) for line in lines)
    found = [one for name in places() if (one := sheet(name, "en"))]
    shown = [f"\n### {one.title}\n{_told(one)}" for one in found]
    return "\n".join([title, HEAD.rstrip("\n"), *rest, SHEETS]) + "".join(shown)


def _told(one: SheetShown) -> str:
    forms = [("", one.prose), ("csv", one.table), ("xxn", one.xxn)]
    return "".join(f"\n```{kind}\n{text}```\n" for kind, text in forms)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
