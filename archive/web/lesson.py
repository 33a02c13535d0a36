"""The lesson on writing a game down, read from one page of Markdown a language: lesson.md beside
this, and `languages/<code>/learn.md`. docs/learn.md is made of the same page.

And examples of sheets: `games/<game>/sheets/` has three files of a name, `.txt`, `.csv` and `.xxn`;
`<name>.de.txt` and `<name>.de.csv` are the German ones.

And the judging of the answer to an exercise: what is wrong, where, and the table that its lines
lead to, as the replay draws it.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from archive import games
from archive.core.events import ACTIONS, ANNOTATIONS, Event, Play
from archive.core.record import Record
from archive.languages import lesson_path
from archive.notation import read
from archive.scoring import Verdict, verify
from archive.web.language import _, speaking
from archive.web.presenters.replay_cache import open_record
from archive.web.presenters.replay_view import TableAfter, table_after, table_in
from archive.web.verdict_sentences import speech

ENGLISH: Final = Path(__file__).with_name("lesson.md")
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


@lru_cache(maxsize=64)
def table_of(text: str, code: str) -> TableAfter | None:
    """Return the table after a text of our own, in the language of `code`, which every reader asks
    for."""
    return table_after(read(text.encode()))


@lru_cache(maxsize=64)
def table_amid(game: str, code: str) -> TableAfter | None:
    """Return the table in the middle of a game's own sheet, in a language; None where it has
    none."""
    found = next(iter(titles(code, game)), None)
    shown = sheet(found[0], code) if found else None
    return table_in(open_record(read(shown.xxn.encode()))) if shown else None


class Remark(NamedTuple):
    """A mistake in an answer; `line` is None where it is wrong as a whole."""

    line: int | None
    sentence: str


class Judged(NamedTuple):
    """A judged answer: right where there are no remarks. `after` is the table it leads to, None
    where it leads to none."""

    number: int
    text: str
    remarks: list[Remark]
    after: TableAfter | None


def judged(text: str, number: int, code: str) -> Judged:
    """Return an answer to an exercise, judged in a language."""
    with speaking(code):
        exercise = lesson(code).exercises[number - 1]
        verdict = verify(text.encode("utf-8", "surrogatepass"), language=speech())
        remarks = _faults(verdict, exercise) or _differences(verdict.record, exercise)
        return Judged(number, text, remarks, table_after(verdict.record))


def _faults(verdict: Verdict, exercise: Exercise) -> list[Remark]:
    """Return the engine's findings in an answer that it does not have in the right one."""
    meant = {one.code for one in _right(exercise.answer).findings}
    return [
        Remark(one.line, one.sentence)
        for one in verdict.findings
        if one.severity != "note" and one.code not in meant
    ]


def _differences(record: Record, exercise: Exercise) -> list[Remark]:
    """Return where a sound answer first differs from what was asked for."""
    mine, meant = _told(record), [event for _at, event in _told(_right(exercise.answer).record)]
    for (at, event), asked in zip(mine, meant, strict=False):
        if not _says(event, asked):
            return [Remark(record.line_of(at), _otherwise(event, asked))]
    if len(mine) < len(meant):
        return [Remark(None, _("So far so good; what the exercise asks for is not all there yet."))]
    if len(mine) > len(meant):
        line = record.line_of(mine[len(meant)][0])
        return [Remark(line, _("This is more than the exercise asks for."))]
    return []


def _otherwise(event: Event, asked: Event) -> str:
    if isinstance(event, Play) and isinstance(asked, Play) and event.cards == asked.cards:
        if event.seat == asked.seat:
            return _("The right play; the tally or the points that are asked for are missing.")
        return _("The right card, but from another player.")
    return _("The rules allow this, but it is not what the exercise asks for.")


def _told(record: Record) -> Sequence[tuple[int, Event]]:
    """Return the events of a record, each with its place."""
    return [(at, one) for at, one in enumerate(record.events) if type(one) not in ANNOTATIONS]


def _says(event: Event, asked: Event) -> bool:
    """Return whether an event has all that is asked for; it may claim more, which is judged."""
    return type(event) is type(asked) and all(
        wanted in (None, (), "") or own == wanted or (name == "number" and type(asked) in ACTIONS)
        for name, own, wanted in zip(asked._fields, event, asked, strict=True)
    )


@cache
def _right(answer: str) -> Verdict:
    return verify(answer.encode())
