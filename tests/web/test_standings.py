"""Events, and tables of standings: what counts in them, and who sees what."""

import csv
import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from archive.config import Settings
from archive.services import Archive, Visibility, standings
from archive.web import create_app
from tests.empty import empty_archive
from tests.uploaded import judged_upload

from .conftest import SAMPLE

TWENTY = re.sub(rb'\[Event ".*"\]', b'[Event "%s"]', SAMPLE.read_bytes())
CAT = (SAMPLE.parent / "count-to-20-two-players.xxn").read_bytes()


def played(data: bytes, event: str, day: str = "2026.03.14", **names: str) -> bytes:
    """Return a sample record as one of an event, with other names in its seats."""
    head, _, rest = data.partition(b"\n\n")
    lines = [line for line in head.split(b"\n") if not re.match(rb"\[(Event|Date) ", line)]
    for seat, name in names.items():
        lines = [
            b'[%s "%s"]' % (seat.encode(), name.encode())
            if line.startswith(b"[%s " % seat.encode())
            else line
            for line in lines
        ]
    lines += [b'[Event "%s"]' % event.encode(), b'[Date "%s"]' % day.encode()]
    return b"\n".join(lines) + b"\n\n" + rest


class House(NamedTuple):
    archive: Archive
    client: FlaskClient
    upload: Callable[..., str]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    archive = empty_archive(Settings.from_environment({}, instance=tmp_path / "instance"))

    def upload(*records: bytes, visibility: Visibility = Visibility.PUBLIC) -> str:
        data = b"\n".join(records)
        return judged_upload(
            archive, data, filename="evening.xxn", source="sample", visibility=visibility
        ).id

    yield House(archive, create_app(archive.settings, archive).test_client(), upload)
    archive.close()


def test_an_event_has_a_table(house: House) -> None:
    """Points stay with their game, a further sheet counts once, others' games do not count."""
    cup = "Cup / 2026 & more"
    house.upload(
        played(TWENTY, cup, P1="Ann", P2="Ben"),
        played(CAT, "cup /  2026 & MORE", "2026.03.15", P1="Ann", P2="Cleo"),
        played(TWENTY, "Elsewhere", P1="Dan", P2="Eve"),
    )
    house.upload(played(TWENTY, cup, P1="Ann", P2="Ben"))
    house.upload(played(TWENTY, cup, P1="Secret", P2="Ben"), visibility=Visibility.PRIVATE)
    asked = {"event": cup}
    said = house.client.get("/api/v1/standings", query_string=asked).json
    assert said == house.client.get("/events/standings.json", query_string=asked).json
    assert {(one["name"], one["played"]) for one in said["players"]} == {
        ("Ann", 2), ("Ben", 1), ("Cleo", 1),
    }  # fmt: skip
    assert len(said["games"]) == 2
    assert len(said["repeated"]) == 1
    won = [one["won"] for one in said["players"]]
    assert won == sorted(won, reverse=True)
    assert sum(won) == 2

    page = house.client.get("/events/standings", query_string=asked)
    assert "<h1><bdi>Cup / 2026 &amp; more</bdi></h1>" in page.text
    assert "One sheet is a further one of a game that counts already." in page.text
    assert "Low scores win here." in page.text  # Count to 20
    assert "High scores win here." in page.text  # Twenty
    assert "Secret" not in page.text
    assert "Dan" not in page.text
    assert page.text.count('<a href="/p/') == 3 + 2 + 2

    day = house.client.get("/events/standings", query_string={**asked, "from": "2026-03-15",
                                                             "to": "2026-03-15"}).text  # fmt: skip
    assert "Cleo" in day
    assert "Ben" not in day

    rows = csv.DictReader(
        io.StringIO(house.client.get("/events/standings.csv", query_string=asked).text)
    )
    twenty = {row["player"]: row for row in rows if row["game"] == "twenty"}
    assert set(twenty) == {"Ann", "Ben"}
    assert twenty["Ann"]["points"] == twenty["Ann"]["best"]

    listed = house.client.get("/events").text
    assert listed.index("cup /  2026 &amp; MORE</bdi>") < listed.index("Elsewhere")
    assert '14 March 2026</span> – <span class="when">15 March 2026' in listed
    assert "Elsewhere" not in house.client.get("/events?q=cup").text
    assert house.client.get("/api/v1/events?q=else*").json == {
        "events": [{"name": "Elsewhere", "games": 1, "first": "2026-03-14", "last": "2026-03-14"}],
        "next": None,
    }


def test_earlier_events_are_led_to(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them can be reached, each once, however few games are looked at for a page."""
    days = ["2026.03.05", "2026.03.04", "2026.03.03", "2026.03.02", "2026.02.01"]
    names = ["Last", "Both", "Middle", "Both", "First"]
    house.upload(*(played(CAT, name, day) for name, day in zip(names, days, strict=True)))
    for most_games, most_events in ((2, 60), (1000, 2)):
        monkeypatch.setattr(standings, "MOST_GAMES", most_games)
        monkeypatch.setattr(standings, "MOST_EVENTS", most_events)
        found, path = [], "/api/v1/events"
        while path:
            said: Any = house.client.get(path).json
            found += [one["name"] for one in said["events"]]
            path = said["next"]
        assert found == ["Last", "Both", "Middle", "First"]
    page = house.client.get("/events").text
    (cursor,) = re.findall(r"/events\?cursor=([\w-]+)", page)
    assert house.client.get(f"/events.json?cursor={cursor}").json["events"][0]["name"] == "Middle"  # type: ignore[index]
    assert house.client.get("/events?cursor=x").status_code == 400
    assert house.client.get("/api/v1/events?cursor=x").status_code == 422


def test_a_faulty_sheet_counts_as_the_rules_have_it(house: House) -> None:
    wrong = (SAMPLE.parent / "twenty-disputed-sum.xxn").read_bytes()
    house.upload(played(wrong, "Cup"))
    said = house.client.get("/api/v1/standings?event=Cup").json
    assert said["faulty"] == 1
    (game,) = said["games"]
    score = house.client.get(f"/g/{game}.json").json["score"]  # type: ignore[index]
    points = sorted(one["games"]["twenty"]["points"] for one in said["players"])
    assert points == sorted(score.values())
    page = house.client.get("/events/standings?event=Cup").text
    assert "One sheet is not right: it counts as the rules have it, not as it is written." in page


def test_an_upload_has_a_table(house: House) -> None:
    one = played(TWENTY, "?", P1="Ann", P2="Ben")
    upload = house.upload(one, one, visibility=Visibility.UNLISTED)
    page = house.client.get(f"/upload/{upload}/standings").text
    assert "Ann" in page
    assert "noindex" in page
    assert "Ann" in house.client.get(f"/upload/{upload}/standings.csv").text
    assert f"/upload/{upload}/standings" in house.client.get(f"/upload/{upload}").text
    assert "No listed game names an event yet." in house.client.get("/events").text


def test_what_cannot_be_asked_is_said(house: House) -> None:
    assert house.client.get("/events/standings").location == "/events"
    assert house.client.get("/events/standings?from=never").status_code == 400
    assert house.client.get("/events?q=!!!").status_code == 400
    assert house.client.get("/events/standings.csv?evnt=Cup").status_code == 422
    assert "No game with names" in house.client.get("/events/standings?game=twenty").text


@pytest.mark.parametrize("kind", ["", ".json", ".csv"])
def test_an_event_that_is_not_there_is_not_found(house: House, kind: str) -> None:
    """Nor is one whose games the reader may not see; of one that is, no game may match."""
    house.upload(played(TWENTY, "Cup"))
    house.upload(played(CAT, "Home"), visibility=Visibility.UNLISTED)
    address = f"/events/standings{kind}?event="
    for name in ("None", "Home", "None&from=2026"):
        answer = house.client.get(address + name)
        assert answer.status_code == 404
        assert "No visible game was played at this event." in answer.text
    for name in ("Cup", "Cup&from=2027", "cup&game=count-to-20"):
        assert house.client.get(address + name).status_code == 200


def test_points_below_zero_have_one_minus_sign(house: House) -> None:
    """Sven ends a game of Twenty down with −1."""
    house.upload((SAMPLE.parent / "zwanzig-ab-twenty-down.xxn").read_bytes())
    players = house.client.get("/players").text
    sven = re.findall(r'href="(/p/\w+)"[^>]*><bdi>Sven<', players)
    page = house.client.get(sven[0]).text
    assert "<td>−1</td>" in page
    assert "<td>-1</td>" not in page
