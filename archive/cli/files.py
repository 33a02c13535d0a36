"""The files of a command: several, whole folders, standard input; one that cannot be read is named
and the others go on. A file is written beside the one it replaces until it is complete."""

from __future__ import annotations

import io
import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, ParamSpec, Self, TypeVar

import click

from archive.cli import words
from archive.cli.diagnostics import Exit, complain, json_line, printable
from archive.cli.progress import Bar
from archive.cli.speech import spoken
from archive.core.record import LINE_END
from archive.languages.language import ENGLISH, Language
from archive.notation import Slice, stream

STDIN = "-"
XXN = re.compile(rb'(?:\A(?:\xef\xbb\xbf)?|(?<=[\r\n]))\[XXN "')
HEAD = 1 << 16
LARGEST = 64 << 20  # bytes of a file that has to be read as a whole
PIECE = 1 << 20
SPOOLED = 8 << 20  # bytes of standard input that are kept in memory where it is read twice

Parameters = ParamSpec("Parameters")
Returned = TypeVar("Returned")

files_argument = click.argument(
    "files", nargs=-1, required=True, metavar="FILE…", type=click.Path()
)


class File(NamedTuple):
    """A file with its name, and its size in bytes where that is known."""

    name: str
    size: int

    @property
    def path(self) -> Path:
        """Return the file's path."""
        return Path(self.name)

    def open(self, *, twice: bool = False) -> AbstractContextManager[BinaryIO]:
        """Return the file, open; `twice` where some of it will be read again."""
        if self.name != STDIN:
            return self.path.open("rb")
        if sys.stdin.isatty():
            complain(spoken(None, as_json=False).text(words.TYPING))
        source = sys.stdin.buffer
        if twice:
            held = tempfile.SpooledTemporaryFile(SPOOLED)  # noqa: SIM115 - closed by its reader
            shutil.copyfileobj(source, held)
            held.seek(0)
            return held  # type: ignore[return-value]
        if isinstance(source, io.BufferedReader):
            return nullcontext(source)
        return nullcontext(io.BufferedReader(source))  # type: ignore[type-var]


def bytes_of(opened: BinaryIO, part: Slice) -> Iterator[bytes]:
    """Yield a record's own bytes, however many; the file is left where it was."""
    here = opened.tell()
    try:
        at = part.start
        while at < part.end:
            opened.seek(at)
            piece = opened.read(min(PIECE, part.end - at))
            if not piece:
                return
            yield piece
            at += len(piece)
    finally:
        opened.seek(here)


def text_lines(data: bytes, encoding: str = "") -> list[str]:
    """Return the lines of a text, read as importers read it."""
    from archive.importers.source import decoded

    return LINE_END.split(decoded(data, encoding)[0].removeprefix("\ufeff"))


def put_text(data: bytes) -> None:
    """Write records to standard output: byte for byte, unless it is a terminal, which nothing in
    them may steer."""
    if not sys.stdout.isatty():
        sys.stdout.buffer.write(data)
        return
    text = data.decode("utf-8", "surrogateescape")
    sys.stdout.write("\n".join(printable(line) for line in text.split("\n")))


class Run:
    """One run of a command over files. It prints, shows its progress, and remembers the worst exit
    code."""

    def __init__(
        self, names: Sequence[str], language: Language = ENGLISH, *, suffix: str = ".xxn"
    ) -> None:
        self.language = language
        self.worst = Exit.CLEAN
        self.bar = Bar(0)
        self.files = list(self._found(names, suffix))
        self.bar = Bar(sum(file.size for file in self.files))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.hide()

    def note(self, exit_code: Exit) -> None:
        """Remember an exit code if it is worse than those so far."""
        self.worst = max(self.worst, exit_code)

    def trouble(self, name: str, what: str) -> None:
        """Report a file that cannot be read or written; the run goes on."""
        self.say(complain, f"{name}: {self.language.text(what)}")
        self.note(Exit.UNREADABLE)

    def say(
        self,
        show: Callable[Parameters, Returned],
        *arguments: Parameters.args,
        **more: Parameters.kwargs,
    ) -> Returned:
        """Print by calling `show`, with the progress bar hidden where both go to the terminal."""
        if show is complain or more.get("err") or sys.stdout.isatty():
            self.bar.hide()
        return show(*arguments, **more)

    def say_json(self, value: Any, *, err: bool = False) -> None:
        """Print a value as one line of JSON."""
        self.say(click.echo, json_line(value), err=err)

    def records(self, file: File) -> Iterator[tuple[Slice, bytes]]:
        """Yield the records of a file of XXN, one in memory at a time."""
        for opened in self.opened(file):
            for part, data in self.guarded(file, stream(opened)):
                yield part, data
                self.bar.advance(part.end - part.start)

    def opened(self, file: File, *, twice: bool = False) -> Iterator[BinaryIO]:
        """Yield the open file once; yield nothing where it cannot be opened."""
        try:
            holder = file.open(twice=twice)
        except OSError as error:
            self.trouble(file.name, error.strerror or str(error))
            return
        with holder as opened:
            yield opened

    def guarded(self, file: File, parts: Iterator[Returned]) -> Iterator[Returned]:
        """Yield the same parts, up to the first that cannot be read; that is reported."""
        while True:
            try:
                part = next(parts)
            except StopIteration:
                return
            except OSError as error:
                self.trouble(file.name, error.strerror or str(error))
                return
            yield part

    def _found(self, names: Sequence[str], suffix: str) -> Iterator[File]:
        """Yield the files named, and those of the folders named, sorted by their path."""
        for name in names:
            if name == STDIN:
                yield File(STDIN, 0)
                continue
            try:
                status = os.stat(name)  # noqa: PTH116 - a Path of no name is the present folder
            except (OSError, ValueError) as error:
                self.trouble(name or "''", getattr(error, "strerror", None) or str(error))
                continue
            if not stat.S_ISDIR(status.st_mode):
                yield File(name, status.st_size)
                continue
            within = list(self._within(name, suffix))
            yield from within
            if not within:
                self.trouble(name, self.language.say(words.NO_FILES, suffix=suffix))

    def _within(self, folder: str, suffix: str) -> Iterator[File]:
        def refused(error: OSError) -> None:
            self.trouble(error.filename, error.strerror or str(error))

        for root, folders, names in os.walk(folder, onerror=refused):
            folders.sort()
            for name in sorted(names):
                path = Path(root, name)
                if name.endswith(suffix) and path.is_file():
                    yield File(str(path), path.stat().st_size)


class Replacement:
    """A new file for `path`. It replaces the old one when `keep` was called and the block ends
    without an error; otherwise it is removed, and the old file stays as it was. A pipe or /dev/null
    is written to directly."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()  # a link stays one, and its target is replaced
        self.of_a_file = self.path.is_file() or not self.path.exists()
        self.kept = False

    def __enter__(self) -> Self:
        beside = self.path.parent if self.of_a_file else None
        number, name = tempfile.mkstemp(prefix=f".{self.path.name}.", dir=beside)
        self.fresh = Path(name)
        self.file = os.fdopen(number, "wb")
        return self

    def write(self, data: bytes) -> None:
        """Write some bytes of the new file."""
        self.file.write(data)

    def keep(self) -> None:
        """Allow the new file to replace the old one."""
        self.kept = True

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        try:
            self.file.close()
            if self.kept and error is None and self.of_a_file:
                self.fresh.chmod(self._mode())
                self.fresh.replace(self.path)
            elif self.kept and error is None:
                with self.fresh.open("rb") as whole, self.path.open("wb") as there:
                    shutil.copyfileobj(whole, there)
        finally:
            with suppress(FileNotFoundError):
                self.fresh.unlink()

    def _mode(self) -> int:
        """Return the permissions of the old file, or those any new file gets."""
        try:
            return self.path.stat().st_mode & 0o7777
        except FileNotFoundError:
            mask = os.umask(0)
            os.umask(mask)
            return 0o666 & ~mask
