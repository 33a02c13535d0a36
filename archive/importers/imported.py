"""The result of an import: the records, the reading of each column, and everything that was not
understood."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from archive.core.diagnostics import Diagnostic
from archive.core.record import Record
from archive.importers.origin import Origin, Parts, as_kept, lines_of, storable
from archive.importers.record_draft import RecordDraft
from archive.importers.record_of_draft import is_of_no_game, record_of
from archive.importers.source import MOST_DIAGNOSTICS, OF_A_TEXT, Source, Spot, at_most_500, short
from archive.notation import write

UNJUDGED = "too-little-understood"
LEFT_OVER = "kept-as-comment"
"""The code of reports about lines with numbers, points or players that are no part of the game."""
MUCH = 2
MOST_SPOTS = 5_000
"""The most events whose places are kept with an upload."""


class Column(NamedTuple):
    """A column of a table: where it is (`C`), what its header says, and what it was read as; None
    where the meaning of the header is not known."""

    place: str
    header: str
    meaning: str | None


class Options(NamedTuple):
    """What an uploader declares about a text. None of it is ever guessed.

    `ranks` is the way ranks are written (`ranks.RANKS`), `encoding` names the encoding of the bytes
    if it is not UTF-8.
    """

    ranks: str = ""
    encoding: str = ""


class Places(NamedTuple):
    """The place of each event of a record in the uploaded text, and by an event's number the places
    of those of its parts that have one of their own."""

    spots: tuple[Spot, ...]
    parts: Mapping[int, Parts]

    @classmethod
    def of(cls, source: Source, sheet: RecordDraft) -> Places:
        """Return the places of a sheet's events."""
        spots = tuple(source.spot(at) for at in sheet.places)
        parts = {
            number: {name: source.spot(there) for name, there in sheet.parts[at].items()}
            for number, at in enumerate(sheet.places)
            if at in sheet.parts
        }
        return cls(spots, parts)

    def below(self, lines: int) -> Places:
        """Return the same places for a text with this many more lines above."""

        def moved(spot: Spot) -> Spot:
            return spot._replace(line=spot.line + lines)

        parts = {
            number: {name: moved(spot) for name, spot in of.items()}
            for number, of in self.parts.items()
        }
        return Places(tuple(map(moved, self.spots)), parts)


@dataclass(frozen=True)
class Imported:
    """A text read by an importer.

    Lines and columns of `diagnostics` count from 1 in the text that was imported, not in the XXN
    made of it; in a spreadsheet they are the row and the column.
    """

    importer: str
    title: str
    records: list[Record]
    diagnostics: list[Diagnostic]
    mapping: tuple[Column, ...] = ()
    places: tuple[Places, ...] = ()
    line_of: Callable[[Spot], str] | None = None
    last_line: int = 0
    """The number of its last line, 0 in a spreadsheet, which has rows."""

    @classmethod
    def of(
        cls, importer: Importer, source: Source, sheets: Sequence[RecordDraft],
        mapping: tuple[Column, ...] = (), title: str | None = None,
    ) -> Imported:  # fmt: skip
        """Return the result of an importer that reads sheets one by one."""
        sheets = [sheet for sheet in sheets if not is_of_no_game(sheet)]
        records = [record_of(sheet) for sheet in sheets]
        places = tuple(Places.of(source, sheet) for sheet in sheets)
        title = title or importer.title
        diagnostics = source.diagnostics()
        return cls(importer.name, title, records, diagnostics, mapping, places, source.line_of,
                   source.last_line)  # fmt: skip

    @classmethod
    def joined(
        cls, importer: Importer, source: Source, parts: Sequence[tuple[Imported, int]]
    ) -> Imported:
        """Return what was read from several stretches of a text as one result; each part comes with
        the character of `source` at which it begins, always the beginning of a line."""
        records: list[Record] = []
        found = source.diagnostics()
        mapping: list[Column] = []
        places: list[Places] = []
        for part, at in parts:
            above = source.place(at)[0] - 1
            records += part.records
            mapping += part.mapping
            places += [one.below(above) for one in part.places]
            for fault in part.diagnostics:
                if fault.code in OF_A_TEXT:
                    continue  # reported for the whole text already
                line = fault.line + above
                byte = source.byte(source.offset(line, fault.column))
                found.append(fault._replace(line=line, byte=byte))
        titles = {part.title for part, _ in parts}
        title = titles.pop() if len(titles) == 1 else importer.title
        found.sort(key=lambda fault: (fault.line, fault.column))
        diagnostics = at_most_500(found[: MOST_DIAGNOSTICS + 1], len(found))
        return cls(importer.name, title, records, diagnostics, tuple(mapping), tuple(places),
                   source.line_of, source.last_line)  # fmt: skip

    def as_stored(self) -> dict[str, Any]:
        """Return the result as the store keeps it: with the line on which each record begins, and
        for each the place of its events and the lines of the sheet, which lead findings back to it.
        There are no `origins` where there are too many places to keep."""
        begins = [min((one.line for one in place.spots), default=1) for place in self.places]
        few = sum(len(place.spots) for place in self.places) <= MOST_SPOTS
        origins = [self._kept(number) for number in range(len(self.places))] if few else []
        return {**self.as_dict(), "begins": begins, "origins": origins}

    def _kept(self, number: int) -> dict[str, Any]:
        places = self.places[number]
        line_of = self.line_of or (lambda _: "")
        lines = lines_of(*places, line_of, self.lines_of_record(number))
        return as_kept(*places, lines)

    def lines_of_record(self, number: int) -> range:
        """Return the lines of a text that belong to a record: from behind the one before it to its
        last; to the last record belongs all that is left."""
        lasts = self._last_lines
        begins = lasts[number - 1] + 1 if number else 1
        ends = self.last_line if number == len(lasts) - 1 else lasts[number]
        return range(begins, min(ends, self.last_line) + 1)

    @cached_property
    def _last_lines(self) -> list[int]:
        """Return the last line of the sheet in which each record has an event."""
        return [max((one.line for one in place.spots), default=0) for place in self.places]

    def origin(self, number: int) -> Origin | None:
        """Return the way back from the XXN of a record, given by its number, to the sheet; None
        where the sheet was JSON, because its places are those of the record."""
        if self.line_of is None or not 0 < number <= len(self.places):
            return None
        at = number - 1
        lines = self.lines_of_record(at)
        return Origin(self.records[at], *self.places[at], self.line_of, lines)

    @property
    def refusal(self) -> str | None:
        """Return one sentence that says why nothing could be read; None where something could."""
        if self.records:
            return None
        wrong = (one for one in self.diagnostics if one.severity == "error")
        first = next(wrong, next(iter(self.diagnostics), None))
        if first is None:
            return "There is no game in it."
        if first.code == "unreadable-spreadsheet":
            return first.expected
        if first.code == UNJUDGED:
            return (
                f"This sheet cannot be judged: line {first.line}, “{storable(first.found)}”, "
                "is not understood, and without it too little is left to go by."
            )
        found, expected = storable(first.found), first.expected
        if self.importer == "json":
            no_json = first.code == "not-json"
            fails = "This cannot be read as JSON" if no_json else "This JSON is no game"
            place = f"line {first.line}, column {first.column}"
            found = found.strip('"')
            return f"{fails}: {place} has “{found}”; expected is {expected}."
        where = f"cell {first.path}" if "!" in (first.path or "") else f"line {first.line}"
        return f"No game was found in it: {where} has “{found}”; expected is {expected}."

    def unjudged(self, in_the_way: Diagnostic) -> Imported:
        """Return the text as one that was not read, and the line that was in the way."""
        expected = "words that are understood; without them too little is left to go by"
        spot = Spot(in_the_way.line, 1, in_the_way.path)
        line = (self.line_of(spot) if self.line_of else "") or in_the_way.found
        told = in_the_way._replace(
            code=UNJUDGED, severity="error", expected=expected, found=short(line)
        )
        others = [one for one in self.diagnostics if one is not in_the_way]
        return replace(self, records=[], places=(), diagnostics=[told, *others])

    @property
    def leaves_some_over(self) -> bool:
        """Return whether much of the game may stand in what was not understood."""
        kept = sum(one.code == LEFT_OVER for one in self.diagnostics)
        return kept >= MUCH or any(one.severity == "error" for one in self.diagnostics)

    @cached_property
    def xxn(self) -> bytes:
        """Return the records in canonical form, one after the other."""
        text = "\n".join(write(record) for record in self.records)
        return text.encode("utf-8", "surrogateescape")

    def as_dict(self) -> dict[str, Any]:
        """Return the result without the records, for pages, programs and the store."""
        return {
            "importer": self.importer,
            "title": self.title,
            "mapping": [column._asdict() for column in self.mapping],
            "diagnostics": [_printable(found) for found in self.diagnostics],
        }


@dataclass(frozen=True)
class Importer:
    """One kind of text that can be read. `name` is for programs, `title` for people.

    `recognises` looks at the bytes and the file's name and never raises; `read` is called only for
    bytes that `recognises` accepted, or when the importer is named. `options` lists the options
    that make sense here. `several` marks an importer that reads several games with the help of the
    others, and goes before them; `behind` names the importers that go before this one: it does not
    read what one of them recognises.
    """

    name: str
    title: str
    recognises: Callable[[bytes, str | None, Options], bool]
    read: Callable[[bytes, Options], Imported]
    several: bool = False
    behind: frozenset[str] = frozenset()


def able_importers(
    importers: Iterable[Importer], data: bytes, filename: str | None, options: Options
) -> list[Importer]:
    """Return the importers that recognise the bytes, without those that stand behind another one of
    them."""
    found: list[Importer] = []
    for one in sorted(importers, key=lambda one: len(one.behind)):
        if one.behind.isdisjoint(before.name for before in found) and one.recognises(
            data, filename, options
        ):
            found.append(one)
    return found


def only_importer(
    importers: Iterable[Importer], data: bytes, filename: str | None, options: Options
) -> Importer | None:
    """Return the one importer that recognises the bytes; an importer for several games goes before
    those for one. None where none does, and where several do: a choice among them would be a
    guess."""
    found = able_importers(importers, data, filename, options)
    found = [one for one in found if one.several] or found
    return found[0] if len(found) == 1 else None


def _printable(found: Diagnostic) -> dict[str, Any]:
    """Return a diagnostic as JSON takes it."""
    return {
        key: storable(value) if isinstance(value, str) else value
        for key, value in found._asdict().items()
    }
