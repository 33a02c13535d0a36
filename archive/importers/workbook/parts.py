"""The content of a spreadsheet's parts: its sheets, its texts, its cells.

They are parsed piece by piece. A part that declares entities or a document type is refused: no
spreadsheet has them, and they are how a few bytes become a billion.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple
from xml.parsers import expat

from archive.importers.workbook.package import DAMAGED, Package, Unreadable

MOST_CELLS = 400_000
"""The most cells with something in them that are read of one spreadsheet."""
MOST_TEXT = 8 << 20
"""The most characters that are read of its cells; one text may stand in any number of them."""
NO_VALUE = "a formula without a value"
REFERENCE = re.compile(r"([A-Z]{1,7})?([0-9]{1,12})?")
WORKSHEET = "/worksheet"
GENERAL = 0

Attributes = dict[str, str]


class Place(NamedTuple):
    """A sheet's name, and the part that holds it."""

    name: str
    part: str


class Found(NamedTuple):
    """A cell: its row and column from 0, its text, and the reason why it has none."""

    row: int
    column: int
    text: str
    lacking: str | None = None


class Book:
    """A spreadsheet with everything that its sheets refer to."""

    def __init__(self, data: bytes) -> None:
        self.package = Package(data)
        self.cells = MOST_CELLS
        self.text = MOST_TEXT
        self.texts: list[str] = []
        self.formats: dict[int, str] = {}
        self.styles: list[int] = []
        self.since_1904 = False
        self.sheets = self._sheets()
        if self.package.has("xl/sharedStrings.xml"):
            self._shared()
        if self.package.has("xl/styles.xml"):
            self._styles()

    def _sheets(self) -> list[Place]:
        targets: dict[str, str] = {}
        named: list[tuple[str, str]] = []

        def related(tag: str, about: Attributes) -> None:
            if tag == "Relationship" and about.get("Type", "").endswith(WORKSHEET):
                target = about.get("Target", "")
                path = target.lstrip("/") if target.startswith("/") else f"xl/{target}"
                targets[about.get("Id", "")] = posixpath.normpath(path)

        def listed(tag: str, about: Attributes) -> None:
            if tag == "sheet":
                key = next((about[key] for key in about if key.rpartition(":")[2] == "id"), "")
                named.append((about.get("name", "?"), key))
            elif tag == "workbookPr":
                self.since_1904 = about.get("date1904") in ("1", "true")

        parse(self.package, "xl/_rels/workbook.xml.rels", related)
        parse(self.package, "xl/workbook.xml", listed)
        found = [Place(name, targets[key]) for name, key in named if key in targets]
        if not found:
            raise Unreadable(DAMAGED.format(what="no sheet is listed in it"))
        return found

    def _shared(self) -> None:
        pieces: list[str] = []
        inside: list[bool] = []
        apart = 0  # within an element that only says how a text is spoken

        def begins(tag: str, about: Attributes) -> None:
            nonlocal apart
            apart += tag == "rPh"
            if tag == "si":
                pieces.clear()
            inside.append(tag == "t" and not apart)

        def says(text: str) -> None:
            if inside and inside[-1]:
                pieces.append(text)

        def ends(tag: str) -> None:
            nonlocal apart
            apart -= tag == "rPh"
            inside.pop()
            if tag == "si":
                self.texts.append("".join(pieces))

        parse(self.package, "xl/sharedStrings.xml", begins, says, ends)

    def _styles(self) -> None:
        within: list[str] = []

        def begins(tag: str, about: Attributes) -> None:
            if tag == "numFmt" and about.get("numFmtId", "").isdecimal():
                self.formats[int(about["numFmtId"])] = about.get("formatCode", "")
            if tag == "xf" and within[-1:] == ["cellXfs"]:
                number = about.get("numFmtId", "0")
                self.styles.append(int(number) if number.isdecimal() else GENERAL)
            within.append(tag)

        parse(self.package, "xl/styles.xml", begins, None, lambda _: within.pop())

    def read(self, sheet: Place) -> Iterator[Found]:
        """Yield the cells of a sheet with something in them, in their order there."""
        found: list[Found] = []
        cells = _Cells(self, found.append)
        for _ in steps(self.package, sheet.part, cells.begins, cells.says, cells.ends):
            yield from found
            found.clear()

    def counted(self, text: str) -> str:
        """Return the text of a cell, and count its characters."""
        self.cells -= 1
        self.text -= len(text)
        if self.cells < 0 or self.text < 0:
            raise Unreadable(
                f"There are more than {MOST_CELLS:,} cells in this spreadsheet, or more than "
                f"{MOST_TEXT >> 20} million letters. Upload only the sheets with the games."
            )
        return text

    def is_date(self, style: str) -> bool:
        """Return whether cells of a style show their numbers as dates."""
        from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format

        index = int(style) if style.isdecimal() else 0
        number = self.styles[index] if index < len(self.styles) else GENERAL
        if number == GENERAL:
            return False
        code = self.formats.get(number) or BUILTIN_FORMATS.get(number)
        return bool(code) and bool(is_date_format(code))


class _Cells:
    """A pass through a sheet that collects every cell with something in it."""

    def __init__(self, book: Book, put: Callable[[Found], Any]) -> None:
        self.book = book
        self.put = put
        self.row = -1
        self.column = -1
        self.about: Attributes = {}
        self.tag = ""
        self.value: list[str] = []
        self.formula = False
        self.open = False

    def begins(self, tag: str, about: Attributes) -> None:
        """Note the row, the cell or the value that an element begins."""
        self.tag = tag
        if tag == "row":
            number = about.get("r", "")
            self.row = int(number) - 1 if _is_number(number) else self.row + 1
            self.column = -1
        elif tag == "c":
            match = REFERENCE.fullmatch(about.get("r", ""))
            self.column = _column(match[1]) if match and match[1] else self.column + 1
            self.about, self.value, self.formula, self.open = about, [], False, True
        elif tag == "f":
            self.formula = True
        elif tag == "rPh":
            self.open = False

    def says(self, text: str) -> None:
        """Add to the text of the value that is being read."""
        if self.open and self.tag in ("v", "t"):
            self.value.append(text)

    def ends(self, tag: str) -> None:
        """Collect the cell that an element ends."""
        self.tag = ""
        if tag == "rPh":
            self.open = True
        if tag != "c":
            return
        self.open = False
        value = "".join(self.value)
        row, column = max(self.row, 0), self.column
        if self.formula and not value:
            self.put(Found(row, column, self.book.counted(""), NO_VALUE))
        elif text := self.book.counted(self._text(value)):
            self.put(Found(row, column, text))

    def _text(self, value: str) -> str:
        """Return a cell as it reads: a whole number without its decimals, a day as its date."""
        kind, style = self.about.get("t", "n"), self.about.get("s", "0")
        value = value.strip()
        if kind == "s":
            index = int(value) if _is_number(value) else -1
            return self.book.texts[index].strip() if 0 <= index < len(self.book.texts) else value
        if kind == "b":
            return {"1": "TRUE", "0": "FALSE"}.get(value, value)
        if kind != "n" or not value:
            return value
        try:
            number = float(value)
        except ValueError:
            return value
        if style != "0" and self.book.is_date(style):
            return _date(number, self.book.since_1904) or value
        if number.is_integer() and abs(number) < 1e15:
            return str(int(number))
        return value


def _date(number: float, since_1904: bool) -> str | None:
    from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900, from_excel

    epoch = CALENDAR_MAC_1904 if since_1904 else CALENDAR_WINDOWS_1900
    try:
        moment = from_excel(number, epoch)
    except (ValueError, OverflowError, TypeError):
        return None
    date = getattr(moment, "date", None)
    return str(date()) if callable(date) else str(moment)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 13


def _column(letters: str) -> int:
    index = 0
    for letter in letters:
        index = index * 26 + ord(letter) - 64
    return index - 1


def parse(
    package: Package, name: str, begins: Callable[[str, Attributes], None],
    says: Callable[[str], None] | None = None, ends: Callable[[str], Any] | None = None,
) -> None:  # fmt: skip
    """Go through a part of a spreadsheet. Raises `Unreadable`."""
    for _ in steps(package, name, begins, says, ends):
        pass


def steps(
    package: Package, name: str, begins: Callable[[str, Attributes], None],
    says: Callable[[str], None] | None = None, ends: Callable[[str], Any] | None = None,
) -> Iterator[None]:  # fmt: skip
    """Go through a part of a spreadsheet, a piece at a step. Raises `Unreadable`."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = lambda tag, about: begins(tag.rpartition(":")[2], about)
    parser.StartDoctypeDeclHandler = _refuse
    parser.EntityDeclHandler = _refuse
    if says:
        parser.CharacterDataHandler = says
    if ends:
        parser.EndElementHandler = lambda tag: ends(tag.rpartition(":")[2])
    try:
        for piece in package.pieces(name):
            parser.Parse(piece, False)
            yield
        parser.Parse(b"", True)
        yield
    except (expat.ExpatError, UnicodeError, LookupError, ValueError) as error:
        raise Unreadable(DAMAGED.format(what=f"{name} is not what it should be")) from error


def _refuse(*_: object) -> None:
    raise Unreadable("This spreadsheet declares entities of its own, which no spreadsheet does. "
                     "Save it again in the program it is from.")  # fmt: skip
