"""Several files, packed files, the same twice: one upload each, and each file for itself."""

import csv
import gzip
import io
import json
import zipfile
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from archive.services import UploadView
from tests.uploaded import upload_of

from .conftest import Shelf, upload_in
from .people import submit

JPEG = b"\xff\xd8\xff\xe0" + bytes(range(256)) * 4


def packed(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", method) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return into.getvalue()


def hand_in(client: FlaskClient, shelf: Shelf, *files: tuple[bytes, str]) -> UploadView:
    sent = [(io.BytesIO(data), name) for data, name in files]
    answer = submit(client, "/upload", file=sent)
    assert answer.status_code == 303
    upload_id = upload_in(answer.headers["Location"])
    shelf.archive.judging.receive(upload_id)
    return upload_of(shelf.archive, upload_id)


def test_a_zip_is_unpacked_and_what_makes_no_sense_harms_nobody(
    client: FlaskClient, shelf: Shelf, record: bytes
) -> None:
    files = {
        "club/friday.xxn": record * 2,
        "club/Grün & <b>/empty.xxn": b"",
        "photo.jpg": JPEG,
        "notes.txt": b"Bring beer.\n",
        "inner.zip": packed({"a.xxn": record}),
        "last.xxn": record,
    }
    found = hand_in(client, shelf, (packed(files), "all.zip"))
    assert found.state == "done"
    assert found.documents == len(files)
    assert {left.name: left.note for left in found.left_out} == {
        "club/Grün & <b>/empty.xxn": "There is nothing in it; expected is a game, with a line such "
        "as “Anna: 8 (8)” for each play.",
        "photo.jpg": "No game was found in it.",
        "notes.txt": "This cannot be read as a game: line 1, “Bring beer.”, is not understood as a "
        "play, a hand or a total; expected is a line such as “Anna: 8 (8)”.",
        "inner.zip": "It is packed itself (zip); upload it by itself to have it unpacked.",
    }
    games = [shelf.archive.games.find(game.id) for game in found.games]
    assert [game.data for game in games if game and game.data] == [record] * 3
    page = client.get(f"/upload/{found.id}").text
    assert "In 4 files of 6 no game was found" in page
    assert "<b>/empty" not in page


def test_a_zip_without_a_game_is_said_to_have_none(client: FlaskClient, shelf: Shelf) -> None:
    found = hand_in(client, shelf, (packed({"notes.txt": b"Bring beer.\n"}), "club.zip"))
    page = client.get(f"/upload/{found.id}").text
    assert "No game was found in it</h2>" in page
    assert "All judged" not in page
    assert "the others are judged" not in page
    assert "is not understood as a play" in page


def test_several_files_of_one_form_are_one_upload(
    client: FlaskClient, shelf: Shelf, record: bytes
) -> None:
    odd = b"\xef\xbb\xbf" + record.replace(b"\n", b"\r\n")
    found = hand_in(client, shelf, (record, "a.xxn"), (odd, "a.xxn"), (record * 2, "b.xxn"))
    assert (found.filename, found.total, found.state) == ("3 files.zip", 4, "done")
    games = [shelf.archive.games.find(game.id) for game in found.games]
    assert [game.data for game in games if game] == [record, odd, record, record]
    rows = list(csv.DictReader(io.StringIO(client.get(f"/upload/{found.id}/report.csv").text)))
    assert [row["file"] for row in rows] == ["a.xxn", "2-a.xxn", "b.xxn", "b.xxn"]
    assert [row["number"] for row in rows] == ["1", "2", "3", "4"]
    for kind in ("json", "ndjson"):
        text = client.get(f"/upload/{found.id}/report.{kind}").text
        told = json.loads(text) if kind == "json" else [*map(json.loads, text.splitlines())]
        assert [row["state"] for row in told] == ["judged"] * 4
        assert told[0]["game"].endswith(found.games[0].id)


def test_of_several_files_it_is_said_whose_reading_is_told(
    client: FlaskClient, shelf: Shelf
) -> None:
    """The lines of the first file were told without a word of which file that was."""
    sheet, said = b"Anna: 8 (8)\nTom: ace (9)\nit rained\n", "how the first was read"
    found = hand_in(client, shelf, (packed({"a.txt": sheet, "b.txt": sheet}), "two.zip"))
    assert said in client.get(f"/upload/{found.id}").text
    found = hand_in(client, shelf, (packed({"a.txt": sheet}), "one.zip"))
    assert said not in client.get(f"/upload/{found.id}").text


def test_a_gzip_file_is_unpacked(client: FlaskClient, shelf: Shelf, record: bytes) -> None:
    data = gzip.compress(record) + gzip.compress(record)
    found = hand_in(client, shelf, (data, "year.xxn.gz"))
    assert (found.state, found.total, found.size) == ("done", 2, len(data))
    assert client.get(f"/upload/{found.id}/original").data == data
    assert client.get(f"/upload/{found.id}.xxn").data == record * 2


@pytest.mark.parametrize(
    ("make", "why"),  # made when it is its turn: the bombs take their time
    [
        (lambda: packed({"zeros.xxn": bytes(40 << 20)}), "200 times its size"),
        (lambda: gzip.compress(bytes(100 << 20)), "200 times its size"),
        (lambda: packed({"a.xxn": b"x"})[:-10], "no end"),
        (lambda: gzip.compress(b"x" * 1000)[:-12], "could not be unpacked"),
        (lambda: gzip.compress(packed({"a.xxn": b"x"})), "packed file again"),
        (lambda: packed({f"{n}.xxn": b"" for n in range(10_001)}), "10,001 files"),
        (lambda: packed({}), "This zip is empty: there is no file in it."),
    ],
    ids=["zip bomb", "gzip bomb", "half a zip", "half a gzip", "twice packed", "too many", "empty"],
)
def test_what_cannot_be_unpacked_is_kept_and_told(
    client: FlaskClient, shelf: Shelf, make: Callable[[], bytes], why: str
) -> None:
    data = make()
    found = hand_in(client, shelf, (data, "odd"))
    assert found.state == "failed"
    assert why in (found.note or "")
    assert client.get(f"/upload/{found.id}/original").data == data


def test_an_encrypted_file_is_told(client: FlaskClient, shelf: Shelf, record: bytes) -> None:
    data = bytearray(packed({"a.xxn": record, "b.xxn": record}))
    at = data.index(b"PK\x01\x02")
    data[at + 8] |= 1
    found = hand_in(client, shelf, (bytes(data), "half.zip"))
    assert (found.total, [left.note for left in found.left_out]) == (
        1, ["It is encrypted, and so could not be read."],
    )  # fmt: skip


def test_a_key_means_one_upload(client: FlaskClient, record: bytes) -> None:
    def send(data: bytes, key: str, address: str = "/api/v1/uploads") -> tuple[int, str]:
        headers = {"Idempotency-Key": key, "Content-Type": "text/plain"}
        answer = client.post(address, data=data, headers=headers)
        return answer.status_code, answer.headers.get("Location", answer.text)

    first = send(record, "monday")
    assert first[0] == 202
    assert send(record, "monday") == (200, first[1])
    assert send(record * 2, "monday")[0] == 422
    assert send(record, "monday", "/api/v1/uploads?visibility=public")[0] == 422
    other = send(record, "tuesday")
    assert other[0] == 202
    assert other[1] != first[1]


def test_what_is_cancelled_can_be_gone_on_with(
    client: FlaskClient, shelf: Shelf, record: bytes
) -> None:
    upload_id = upload_in(submit(client, "/upload", text=(record * 3).decode()).headers["Location"])
    stranger = shelf.app.test_client()
    assert submit(stranger, f"/upload/{upload_id}/cancel").status_code == 403
    assert submit(client, f"/upload/{upload_id}/cancel").status_code == 303
    shelf.archive.judging.receive(upload_id)
    found = upload_of(shelf.archive, upload_id)
    assert (found.state, found.total) == ("cancelled", None)
    assert "Judge the rest" in client.get(f"/upload/{upload_id}").text
    assert submit(client, f"/upload/{upload_id}/resume").status_code == 303
    shelf.archive.judging.receive(upload_id)
    found = upload_of(shelf.archive, upload_id)
    assert (found.state, found.judged) == ("done", 3)


def test_progress_comes_as_events_and_ends(
    client: FlaskClient, shelf: Shelf, record: bytes
) -> None:
    found = hand_in(client, shelf, (record, "a.xxn"))
    answer = client.get(f"/upload/{found.id}/events")
    assert answer.mimetype == "text/event-stream"
    said = [line[6:] for line in answer.text.splitlines() if line.startswith("data: ")]
    (last,) = map(json.loads, said)
    assert (last["state"], last["judged"], last["total"]) == ("done", 1, 1)


def test_no_address_holds_all_streams(client: FlaskClient, shelf: Shelf, record: bytes) -> None:
    found = hand_in(client, shelf, (record, "a.xxn"))
    path, base = f"/upload/{found.id}/events", [f"2001:db8::{number}" for number in range(20)]
    held = [client.get(path, environ_base={"REMOTE_ADDR": one}) for one in base]
    answered = [one for one in held if one.status_code == 200]
    assert 1 <= len(answered) < len(held)  # of one network, so of one customer
    assert held[-1].status_code == 503
    other = client.get(path, environ_base={"REMOTE_ADDR": "2001:db8:0:1::1"})
    assert other.status_code == 200
    for one in [*answered, other]:
        one.close()
    assert client.get(path, environ_base={"REMOTE_ADDR": base[0]}).status_code == 200


def test_only_so_many_watch_at_once(client: FlaskClient, shelf: Shelf, record: bytes) -> None:
    found = hand_in(client, shelf, (record, "a.xxn"))
    streams = shelf.app.extensions["held"]["streams"]
    others = [f"192.0.2.{number}" for number in range(100)]
    held = [address for address in others if streams.take(address)]
    refused = client.get(f"/upload/{found.id}/events")
    assert refused.status_code == 503
    for address in held:
        streams.give_back(address)
    assert client.get(f"/upload/{found.id}/events").status_code == 200


def checked_page(client: FlaskClient, *files: tuple[bytes, str]) -> str:
    sent = [(io.BytesIO(data), name) for data, name in files]
    answer = submit(client, "/verify", file=sent)
    assert answer.status_code == 200
    return answer.text


def checked_by_api(client: FlaskClient, data: bytes, **headers: str) -> TestResponse:
    kind = "application/octet-stream"
    return client.post("/api/v1/verify", data=data, content_type=kind, headers=headers)


def test_what_is_only_checked_may_be_one_packed_file(client: FlaskClient, record: bytes) -> None:
    plain = checked_by_api(client, record).json["verdicts"]
    for data in (gzip.compress(record), packed({"club/game.xxn": record})):
        assert checked_by_api(client, data).json["verdicts"] == plain
        assert "This could not be read" not in checked_page(client, (data, "game.xxn.gz"))


MANY = "There are 2 files in it, and one at a time is checked without being kept"


def test_several_files_are_checked_when_they_are_kept(client: FlaskClient, record: bytes) -> None:
    many = packed({"a.xxn": record, "b.xxn": record}, zipfile.ZIP_STORED)
    assert MANY in checked_page(client, (many, "all.zip"))
    assert MANY in checked_page(client, (record, "a.xxn"), (record, "b.xxn"))
    said = checked_by_api(client, many).json
    assert (said["total"], said["verdicts"]) == (0, [])
    assert said["reading"]["refusal"].startswith(MANY)
    lines = checked_by_api(client, many, Accept="application/x-ndjson")
    assert lines.status_code == 422
    assert MANY in lines.json["detail"]


def test_a_broken_zip_that_is_only_checked_says_so(client: FlaskClient, record: bytes) -> None:
    broken = packed({"a.xxn": record * 20})[:-30]
    assert "This zip has no end" in checked_page(client, (broken, "a.zip"))


def test_an_empty_zip_that_is_only_checked_is_told(client: FlaskClient) -> None:
    said = "This zip is empty: there is no file in it."
    assert checked_by_api(client, packed({})).json["reading"]["refusal"] == said
    assert said in checked_page(client, (packed({}), "all.zip"))
