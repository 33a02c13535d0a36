"""Packed files: bytes come back as they were, and nothing in them harms whoever unpacks them."""

import io
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from sqlalchemy import event

from archive.config import Settings
from archive.importers import recognise
from archive.importers.registry import is_xxn
from archive.notation import split
from archive.services import Archive, packed_files
from archive.services.packed_files import Damaged, Limits, PackedFileRefused
from tests.conftest import RECORD, bytes_of
from tests.empty import empty_archive
from tests.laws import tried
from tests.uploaded import handed_in, judged_upload, upload_of

LIMITS = Limits(1000, 64 << 20, 200)
METHODS = st.sampled_from([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
# No NUL: Python's own writer cuts names there. No surrogates: they cannot be written.
NAMES = st.text(
    st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"), min_size=1, max_size=30
).filter(lambda name: not name.endswith(("/", "\\")))
PIECES = st.sampled_from(
    [RECORD, RECORD.replace(b"=20/10", b"=20/9"), b"\n", b"\r\n", b"\xff\x00", b"words\n",
     b'[XXN "1.0"]\n', b"\xef\xbb\xbf" + RECORD]
)  # fmt: skip
TEXTS = st.one_of(
    st.binary(max_size=200), st.lists(PIECES, max_size=5).map(b"".join),
)  # fmt: skip
MEMBERS = st.lists(st.tuples(NAMES, TEXTS, METHODS), max_size=8)


def zipped(members: list[tuple[str, bytes, int]]) -> bytes:
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w") as made:
        for name, data, method in members:
            made.writestr(zipfile.ZipInfo(name), data, method)
    return into.getvalue()


@pytest.mark.parametrize(
    ("members", "kind"),
    [
        ([("mimetype", b"application/vnd.oasis.opendocument.spreadsheet")], None),
        ([("word/document.xml", b"<w/>")], None),
        ([("xl/workbook.xml", b"<x/>")], None),
        ([("a.xxn", RECORD)], "zip"),
    ],
)
def test_documents_of_office_programs_are_not_unpacked(
    members: list[tuple[str, bytes]], kind: str | None
) -> None:
    data = zipped([(name, data, zipfile.ZIP_STORED) for name, data in members])
    assert packed_files.kind(io.BytesIO(data)) == kind


@pytest.mark.filterwarnings("ignore:Duplicate name")
@given(MEMBERS, st.binary(max_size=20))
def test_every_member_comes_back(members: list[tuple[str, bytes, int]], before: bytes) -> None:
    into = io.BytesIO(before)
    into.seek(0, 2)
    with zipfile.ZipFile(into, "a" if before else "w") as made:
        for name, data, method in members:
            made.writestr(zipfile.ZipInfo(name), data, method)
    found = packed_files.members(into, LIMITS)
    assert [b"".join(packed_files.unpack(into, one)) for one in found] == [
        data for _, data, _ in members
    ]
    assert [one.number for one in found] == [*range(1, len(members) + 1)]


@pytest.mark.filterwarnings("ignore:Duplicate name")
@given(MEMBERS, st.data())
def test_nothing_but_a_refusal_comes_of_damage(
    members: list[tuple[str, bytes, int]], data: st.DataObject
) -> None:
    whole = bytearray(zipped(members))
    for _ in range(data.draw(st.integers(1, 6))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    file = io.BytesIO(bytes(whole[: data.draw(st.integers(0, len(whole)))]))
    try:
        found = packed_files.members(file, LIMITS)
    except PackedFileRefused:
        return
    for one in found:
        try:
            assert len(b"".join(packed_files.unpack(file, one))) <= one.size
        except Damaged:
            continue


@pytest.fixture(scope="module")
def shelf() -> Iterator[Archive]:
    with tempfile.TemporaryDirectory() as folder:
        archive = empty_archive(Settings.from_environment({}, instance=Path(folder) / "instance"))
        yield archive
        archive.close()


@pytest.mark.filterwarnings("ignore:Duplicate name")
@tried(10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(MEMBERS)
def test_every_record_of_every_member_gets_one_verdict(
    shelf: Archive, members: list[tuple[str, bytes, int]]
) -> None:
    data = zipped(members)
    upload_id = judged_upload(shelf, data, filename="all.zip").id
    shelf.judging.receive(upload_id)
    expected = [
        (number, data[part.start : part.end])
        for number, (name, data, _) in enumerate(members, 1)
        if is_xxn(data) or (name.lower().endswith(".xxn") and recognise(data, name) is None)
        for part in split(data)
    ]
    foreign = [number for number, (name, data, _) in enumerate(members, 1) if recognise(data, name)]
    view = upload_of(shelf, upload_id)
    assert view.state == ("done" if members else "failed")
    if not foreign:
        games = [shelf.games.find(game.id) for game in view.games]
        assert [game.data for game in games if game] == [data for _, data in expected]
    with shelf.database.engine.connect() as connection:
        verdicts = connection.exec_driver_sql(
            "SELECT record_id FROM verdict JOIN record ON record.id = record_id "
            f"WHERE upload_id = '{upload_id}'"
        )
        assert set(Counter(row[0] for row in verdicts).values()) <= {1}
    assert view.judged == (view.total or 0)
    assert bytes_of(shelf, upload_id) == (data, "all.zip")


def test_many_small_files_are_split_in_few_transactions(shelf: Archive) -> None:
    def ended(number: int) -> int:
        commits: list[object] = []
        note = commits.append
        records = [RECORD.replace(b"Anna", b"Anna %d %d" % (number, one)) for one in range(number)]
        packed = zipped([(f"{one}.xxn", data, 0) for one, data in enumerate(records)])
        upload = handed_in(shelf, packed, filename="club.zip")
        event.listen(shelf.database.engine, "commit", note)
        shelf.judging.receive(upload)
        event.remove(shelf.database.engine, "commit", note)
        found = upload_of(shelf, upload)
        assert found.total == number
        return len(commits)

    assert ended(40) < 2 * ended(4)
