"""A record as it was written, and the forms in which a sound one may be recognised.

Most are canonical as they stand. Each further form costs more than the one before, so it is made
only where that one was not recognised; the reader itself is imported for the last.
"""

from __future__ import annotations

from collections.abc import Iterator

from archive.core.record import Record
from archive.notation.remarks import Form, without_remarks


class RecordBytes:
    """The bytes of one record and its number in its file, with the record that was read from them
    as soon as anything has asked for it."""

    def __init__(self, data: bytes, number: int = 1, was_read: Record | None = None) -> None:
        self.data = data
        self.number = number
        self.was_read = was_read

    @property
    def record(self) -> Record:
        """Return the record with all its places."""
        if self.was_read is None:
            from archive.notation.parser import read

            self.was_read = read(self.data, self.number)
        return self.was_read

    def forms(self) -> Iterator[Form]:
        """Yield the record as it stands; without its remarks, where it has any; and as it is when
        it was read, where nothing in it is odd."""
        yield as_it_stands(self.data)
        form = without_remarks(self.data) if self.was_read is None else None
        if form is not None:
            yield form
        from archive.notation.plain_form import plain_form

        form = plain_form(self.record)
        if form is not None:
            yield form


def as_it_stands(data: bytes) -> Form:
    """Return the form of a record that is canonical already."""
    body = data.rstrip(b"\n") + b"\n"
    return Form(body, body)
