"""The lesson, read from one page of Markdown a language: learn.md beside this, and
`languages/<code>/learn.md`. docs/learn.md is made of the same page.

And examples of sheets: `games/<game>/sheets/` has three files of a name, `.txt`, `.csv` and `.xxn`;
`<name>.de.txt` and `<name>.de.csv` are the German ones.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from archive import games
from archive.languages import lesson_path

ENGLISH: Final = Path(__file__).with_name("learn.md")
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


class LessonStep(NamedTuple):
    """Some lines of the game that is taught, their meaning, and the record up to them."""

    lines: str
    words: Markup
    so_far: str


class Exercise(NamedTuple):
    """A record to go on with or to correct, and its solution."""

    number: int
    title: str
    task: Markup
    start: str
    answer: str


class Section(NamedTuple):
    """A heading, and the text below it up to the next."""

    title: str
    words: Markup


class Lesson(NamedTuple):
    """The content of /learn, in the order of the page."""

    opening: Section
    steps_opening: Section
    steps: tuple[LessonStep, ...]
    trial: Section
    exercises_opening: Section
    exercises: tuple[Exercise, ...]
    card: Section

    @property
    def game(self) -> str:
        """Return the whole game that is taught."""
        return self.steps[-1].so_far


@cache
def lesson(code: str) -> Lesson:
    """Return the lesson in a language, in English where it has none."""
    text = (lesson_path(code) or ENGLISH).read_text(encoding="utf-8")
    (opening,) = _split(_markdown.parse(text), "h1")
    head, told, trial, tasks, card = (opening[0], *_split(opening[1], "h2"))
    before, *exercises = (_until(tasks[1], "h3"), *_split(tasks[1], "h3"))
    return Lesson(
        Section(head, _html(_until(opening[1], "h2"))),
        Section(told[0], _html(_until(told[1], "fence"))),
        tuple(_steps(told[1])),
        Section(trial[0], _html(trial[1])),
        Section(tasks[0], _html(before)),
        tuple(_exercise(at, *one) for at, one in enumerate(exercises, start=1)),
        Section(card[0], _html(card[1])),
    )


def _steps(tokens: Sequence[Token]) -> Iterator[LessonStep]:
    """Yield the lines of each code block, with the words below it."""
    fences = [at for at, one in enumerate(tokens) if one.type == "fence"]
    lines = [tokens[at].content for at in fences]
    ends = [*fences[1:], len(tokens)]
    # The empty line between tags and play belongs to the record and to none of its pieces.
    for at, end, own, so_far in zip(
        fences, ends, lines, accumulate(lines, lambda one, more: f"{one}{_gap(one)}{more}"),
        strict=True,
    ):  # fmt: skip
        yield LessonStep(own, _html(tokens[at + 1 : end]), so_far)


def _gap(text: str) -> str:
    return "\n" if text.rstrip().endswith("]") else ""


def _exercise(number: int, title: str, tokens: Sequence[Token]) -> Exercise:
    blocks = {one.info: one.content for one in tokens if one.type == "fence"}
    return Exercise(
        number, title, _html(_until(tokens, "fence")), blocks["xxn start"], blocks["xxn answer"]
    )


def _split(tokens: Sequence[Token], tag: str) -> list[tuple[str, Sequence[Token]]]:
    """Return each heading of a kind, with the tokens between it and the next."""
    heads = [at for at, one in enumerate(tokens) if one.tag == tag and one.nesting == 1]
    ends = [*heads[1:], len(tokens)]
    return [
        (tokens[at + 1].content, tokens[at + 3 : end]) for at, end in zip(heads, ends, strict=True)
    ]


def _until(tokens: Sequence[Token], what: str) -> Sequence[Token]:
    """Return the tokens before the first heading (`h2`) or block (`fence`) of a kind."""
    at = next((at for at, one in enumerate(tokens) if what in (one.tag, one.type)), None)
    return tokens[:at]


def _html(tokens: Sequence[Token]) -> Markup:
    html = _markdown.renderer.render(tokens, _markdown.options, {})
    return Markup(html.replace("<th></th>", "<td></td>"))  # noqa: S704 - our own


class SheetShown(NamedTuple):
    """One game in three forms. `rows` are those of the table, `title` is its name."""

    name: str
    game: str
    title: str
    prose: str
    table: str
    rows: list[list[str]]
    xxn: str

    @property
    def header(self) -> int:
        """Return the number of the row that heads the table: the first with more than a sentence in
        it."""
        return next(at for at, row in enumerate(self.rows) if any(row[1:]))


@cache
def places() -> dict[str, Path]:
    """Return the folder of each record that is written in three forms, by its name."""
    (folder,) = games.__path__
    return {path.stem: path for path in sorted(Path(folder).glob("*/sheets/*.xxn"))}


def titles(code: str, game: str | None = None) -> list[tuple[str, str]]:
    """Return the name and the title of each sheet, or of those of one game."""
    found = [sheet(name, code) for name, path in places().items() if game in (None, _game(path))]
    return [(one.name, one.title) for one in found if one]


@cache
def sheet(name: str, code: str) -> SheetShown | None:
    """Return the sheets of a name in a language, or in English where it has none; None where there
    are none at all."""
    path = places().get(name)
    if path is None:
        return None
    prose, table = (_in_language(path, code, form) for form in ("txt", "csv"))
    return SheetShown(
        name, _game(path), prose.partition("\n")[0], prose, table,
        list(csv.reader(table.splitlines())), path.read_text(encoding="utf-8"),
    )  # fmt: skip


def _in_language(path: Path, code: str, form: str) -> str:
    own = path.with_suffix(f".{code}.{form}")
    found = own if own.is_file() else path.with_suffix(f".{form}")
    return found.read_text(encoding="utf-8")


def _game(path: Path) -> str:
    return path.parents[1].name.replace("_", "-")
