"""What is not for whoever asks is in no count that they are told."""

import hashlib
import json
import re
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import pytest
from flask.testing import FlaskClient

from archive.services import Visibility
from archive.web.errors import size_in_words
from tests.conftest import RECORD, anonymised
from tests.uploaded import game_of, upload_of

from .people import House, Thing, add_thing, build

FLAWED = RECORD.replace(b"8=8", b"8=7")
ALL = (2, 2, {"open": 1, "flawed": 1}, 1)
HALF = (1, 1, {"open": 1}, 0)


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    built = build(tmp_path_factory.mktemp("not-for-all") / "instance", RECORD)
    yield built
    built.archive.close()


@pytest.fixture
def two(house: House) -> tuple[Thing, str]:
    """An upload of two records, the second flawed; that record."""
    thing = add_thing(house, RECORD + FLAWED, Visibility.UNLISTED)
    found = upload_of(house.archive, thing.upload)
    house.archive.collections.put(thing.collection, found.games[1].id)
    return thing, found.games[1].id


def _ways(client: FlaskClient, upload: str) -> list[Any]:
    """What is said of an upload, by each of the ways in which it is said."""
    said = [
        client.get(path).json for path in (f"/api/v1/uploads/{upload}", f"/upload/{upload}.json")
    ]
    ways = [(one["total"], one["judged"], one["tally"]["counts"], one["tally"]["findings"])
            for one in said]  # fmt: skip
    with client.get(f"/upload/{upload}/events") as answer:  # it holds a place until it is closed
        stream = answer.text
    told = json.loads(stream.split("data: ")[1].splitlines()[0])
    return [*ways, (told["total"], told["judged"], told["standings"], told["findings"])]


@pytest.mark.parametrize("way", ["private", "hidden"])
def test_an_upload_counts_what_one_may_see(house: House, two: tuple[Thing, str], way: str) -> None:
    thing, second = two
    nobody = house.client("nobody")
    assert _ways(nobody, thing.upload) == [ALL] * 3
    if way == "private":
        house.archive.ownership.show_record(second, Visibility.PRIVATE, by=house.ids["owner"])
    else:
        house.archive.moderation.hide(second, by=house.ids["moderator"])
    assert _ways(nobody, thing.upload) == [HALF] * 3
    assert _ways(house.client("arbiter"), thing.upload) == [HALF] * 3
    page = nobody.get(f"/upload/{thing.upload}").text
    assert "of 1 game finished" in " ".join(page.replace("</b>", "").split())
    for asker in ("owner", "moderator"):
        assert _ways(house.client(asker), thing.upload) == [ALL] * 3, asker


@pytest.mark.parametrize("way", ["private", "deleted"])
def test_where_a_game_stands_tells_no_length_of_what_is_kept_back(
    house: House, two: tuple[Thing, str], way: str
) -> None:
    thing, second = two
    line = RECORD.count(b"\n") + 1

    def told(asker: str) -> list[Any]:
        client = house.client(asker)
        games = client.get(f"/api/v1/uploads/{thing.upload}").json["games"]
        rows = client.get(f"/upload/{thing.upload}/report.json").json
        return [
            client.get(f"/api/v1/games/{second}").json["line"],
            *(one["line"] for one in games if one["id"] == second),
            rows[-1]["line"],
            f"from line {line}" in client.get(f"/g/{second}").text,
        ]

    def numbers(asker: str) -> list[Any]:
        """Where it stands among the records, which would tell how many are kept back."""
        client = house.client(asker)
        verdict = house.archive.corrections.of(second)[0].verdicts[0].id
        games = client.get(f"/api/v1/uploads/{thing.upload}").json["games"]
        rows = client.get(f"/upload/{thing.upload}/report.json").json
        page = client.get(f"/g/{second}").text
        assert client.get(f"/g/{second}/source").status_code == 200
        return [
            client.get(f"/api/v1/games/{second}").json["number"],
            *(one["number"] for one in games if one["id"] == second),
            rows[-1]["number"],
            client.get(f"/api/v1/games/{second}/verdict").json["record"]["number"],
            client.get(f"/g/{second}/verdicts/{verdict}.json").json["record"]["number"],
            "as game 2 of" in page,
            "sed -n 2p" in page,
        ]

    assert told("nobody") == [line, line, line, True], "so far there is nothing to hide"
    assert numbers("nobody") == [2, 2, 2, 2, 2, True, True]
    keeping = house.archive.ownership
    if way == "private":
        keeping.show_record(thing.game, Visibility.PRIVATE, by=house.ids["owner"])
    else:
        keeping.delete_record(thing.game, by=house.ids["owner"])
    for asker in ("nobody", "member", "arbiter"):
        assert told(asker) == [None, None, None, False]
        assert numbers(asker) == [None, None, None, 1, 1, False, False]
    assert told("owner") == told("moderator") == [line, line, line, True]
    assert numbers("owner") == [2, 2, 2, 2, 2, True, True]
    keeping.show_record(second, Visibility.PUBLIC, by=house.ids["owner"])
    listed = {
        one["id"]: one["line"] for one in house.client("nobody").get("/games.json").json["games"]
    }
    assert listed[second] is None


@pytest.mark.parametrize("asker", ["nobody", "owner's token to upload"])
def test_a_key_leads_to_what_its_address_shows(house: House, asker: str) -> None:
    visibility = "private" if asker != "nobody" else "unlisted"

    def send(data: bytes = RECORD + FLAWED, key: str = "monday", **more: Any) -> Any:
        return client.post(
            f"/api/v1/uploads?visibility={visibility}", data=data,
            headers={"Idempotency-Key": key, "Content-Type": "text/plain"}, **more,
        )  # fmt: skip

    client = house.client(asker)
    first = send()
    upload = first.json["id"]
    assert first.status_code == 202
    house.archive.judging.receive(upload)
    found = upload_of(house.archive, upload)
    house.archive.moderation.hide(found.games[1].id, by=house.ids["moderator"])
    albert = house.archive.anonymising.seats(found.games[0].id)[0].player_id
    anonymised(house.archive, albert)
    again = send()
    assert (again.status_code, again.json["id"]) == (200, upload)
    assert found.games[1].id not in again.text
    if asker == "nobody":
        assert again.json == client.get(f"/api/v1/uploads/{upload}").json
        assert (again.json["total"], len(again.json["games"])) == (1, 1)
        assert "Albert" not in again.text
        at_one_house = [
            send(key="tuesday", environ_overrides={"REMOTE_ADDR": f"2001:db8::{n}"}).json["id"]
            for n in (1, 2)
        ]
        assert at_one_house[0] == at_one_house[1] != upload
        stranger = send(environ_overrides={"REMOTE_ADDR": "203.0.113.9"})
        assert stranger.status_code == 202
        assert stranger.json["id"] != upload
        house.archive.ownership.show_upload(upload, Visibility.PRIVATE, by=house.ids["moderator"])
        assert send().status_code == 404
    else:
        assert again.json["games"] == []
        assert client.get(f"/api/v1/uploads/{upload}").status_code == 404


def test_what_was_deleted_is_counted_for_nobody(house: House, two: tuple[Thing, str]) -> None:
    thing, second = two
    house.archive.ownership.delete_record(second, by=house.ids["owner"])
    for asker in ("nobody", "owner", "moderator"):
        assert _ways(house.client(asker), thing.upload) == [HALF] * 3, asker
    assert house.client("nobody").get(f"/upload/{thing.upload}/original").status_code == 403


def test_a_collection_counts_what_one_may_see(house: House, two: tuple[Thing, str]) -> None:
    thing, second = two
    house.archive.collections.change(thing.collection, "Two", "", Visibility.UNLISTED)
    house.archive.ownership.show_record(second, Visibility.PRIVATE, by=house.ids["owner"])
    path = f"/api/v1/collections/{thing.collection}"
    for asker, number in (("nobody", 1), ("arbiter", 1), ("owner", 2), ("moderator", 2),
                          ("owner's token to upload", 1)):  # fmt: skip
        said = house.client(asker).get(path).json
        assert (said["records"], len(said["games"])) == (number, number), asker
    assert "for everybody" not in house.client("nobody").get(f"/c/{thing.collection}").text
    own = house.client("owner").get("/api/v1/collections").json["collections"]
    assert [one["records"] for one in own if one["id"] == thing.collection] == [2]


SECRET = RECORD.replace(b"A short one", b"Behind closed doors" + b"!" * 700).replace(b"A=9", b"A=8")


@pytest.mark.parametrize("way", [pytest.param("private", marks=pytest.mark.broad), "all hidden"])
def test_a_guess_at_what_is_kept_back_cannot_be_confirmed(house: House, way: str) -> None:
    """By no hash and no size: not of the record, not of the upload it came in."""
    text = (SECRET if way == "all hidden" else RECORD + SECRET) + b"\n" * 9
    thing = add_thing(house, text, Visibility.PUBLIC)
    upload = upload_of(house.archive, thing.upload)
    secret = upload.games[-1].id
    verdict = house.archive.corrections.of(secret)[0].verdicts[0].id
    if way == "private":
        house.archive.ownership.show_record(secret, Visibility.PRIVATE, by=house.ids["owner"])
    else:
        house.archive.moderation.hide(secret, by=house.ids["moderator"])
    add_thing(house, SECRET + b"\n", Visibility.UNLISTED, "nobody")  # a stranger has the plays, too
    with house.archive.database.reading() as session:
        row = session.connection().exec_driver_sql(
            f"SELECT raw_hash, record_hash, play_hash FROM record WHERE id = '{secret}'"
        )
        hashes = [*row.one(), hashlib.sha256(text).hexdigest()]
    telling = [one.encode() for one in hashes]
    telling += [
        f'"size":{len(text)}'.encode(),
        size_in_words(len(text)).encode(),
        b"Behind closed doors",
    ]
    values = {"upload_id": thing.upload, "game_id": secret, "collection_id": thing.collection,
              "verdict_id": verdict, "number": "1", "ply": "1", "kind": "ndjson",
              "game": "twenty", "one": secret, "against_id": secret}  # fmt: skip
    seats = house.archive.anonymising.seats(secret)
    values |= {"player_id": seats[0].player_id, "other_id": seats[1].player_id}
    told = []
    for asker in ("nobody", "member" if way == "private" else "arbiter"):
        client = house.client(asker)
        for path in _addresses(house, values):
            answer = client.get(path)
            said = answer.get_data().replace(b'"size": ', b'"size":') + str(answer.headers).encode()
            told += [f"{path} tells {asker} {one!r}" for one in telling if one in said]
    assert told == []
    owner = house.client("owner").get(f"/api/v1/uploads/{thing.upload}")
    assert (owner.json["sha256"], owner.json["size"]) == (hashes[-1], len(text))

    nobody, unknown = house.client("nobody"), hashlib.sha256(b"never seen").hexdigest()
    headers = {"X-Request-ID": "0123456789abcdef"}
    answer_to = cache(partial(nobody.get, headers=headers))
    asked = hashes[::2] if way == "private" else hashes[1::2]
    for one in asked:
        for name in values.keys() - {"number", "ply", "kind", "game"}:
            for path in _addresses(house, {**values, name: one}):
                if one not in path:
                    continue
                known, not_known = answer_to(path), answer_to(path.replace(one, unknown))
                assert known.status_code == not_known.status_code, path
                assert known.data.replace(one.encode(), unknown.encode()) == not_known.data, path
        for question in ("q", "player", "tag", "finding", "clause", "cursor", "rules"):
            for page in ("/games.json", "/api/v1/games"):
                known, not_known = (
                    nobody.get(f"{page}?{question}={each}", headers=headers)
                    for each in (one, unknown)
                )
                assert known.status_code == not_known.status_code
                assert known.data.replace(one.encode(), unknown.encode()) == not_known.data


def _addresses(house: House, values: dict[str, str]) -> Iterator[str]:
    """Every address that can be looked at, about these things."""
    for rule in house.app.url_map.iter_rules():
        methods = rule.methods or set()
        if "GET" in methods and rule.endpoint not in ("static", "events.events", "metrics.metrics"):
            yield re.sub(r"<(?:\w+:)?(\w+)>", lambda part: values.get(part[1], "x"), rule.rule)


def test_the_hash_of_a_name_that_is_not_told_is_not_told(house: House) -> None:
    archive, text = house.archive, RECORD.replace(b"Albert", b"Zebulon")
    thing = add_thing(house, text, Visibility.PUBLIC)
    game = game_of(archive, thing.game)
    archive.corrections.revise(
        game, text.replace(b"8=8", b"8=7"), author_id=house.ids["owner"], comment=""
    )
    path = f"/api/v1/games/{thing.game}/revisions"

    def hashes(asker: str) -> list[str | None]:
        return [one["raw_hash"] for one in house.client(asker).get(path).json["revisions"]]

    before = hashes("nobody")
    assert before[-1]
    anonymised(archive, archive.anonymising.seats(thing.game)[0].player_id)
    assert hashes("nobody") == [None] * len(before)
    assert hashes("owner") == before
    upload = house.client("nobody").get(f"/api/v1/uploads/{thing.upload}").json
    assert (upload["size"], upload["sha256"], upload["filename"]) == (None, None, None)
