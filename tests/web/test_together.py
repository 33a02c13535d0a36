"""Stepping through a game together, as a browser without script and a script ask: who may, what is
said, and what comes of it when a game is kept from sight or the broker is away."""

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from archive.runtime.embedded_broker import Embedded
from archive.services import Visibility, shared_replays
from archive.services.shared_replays import AGAIN, GOING, MOST_PEOPLE
from archive.web.pages.shared_replay import MOST_SEATS
from tests.conftest import RECORD

from .people import House, add_thing, build, submit, token_of


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    built = build(tmp_path_factory.mktemp("together") / "instance", RECORD)
    server = Embedded(built.archive.settings)
    server.ensure()
    yield built
    built.archive.close()
    server.stop()


@pytest.fixture
def later(house: House, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """By how many seconds the clock of the tables is set on."""
    late = [0.0]
    before = house.archive.shared_replays.clock
    monkeypatch.setattr(house.archive.shared_replays, "clock", lambda: before() + late[0])
    return late


def post(client: FlaskClient, path: str, **said: str) -> str:
    """Send a form, and return where it leads; the status where it does not."""
    answer = submit(client, path, "/verify", **said)
    return answer.headers.get("Location", str(answer.status_code))


def begun(client: FlaskClient, game: str, **said: str) -> str:
    """Make a table and return its address."""
    path = post(client, f"/g/{game}/2/together", **said)
    assert path.startswith("/together/")
    return path


def test_two_go_through_a_game_without_script(house: House) -> None:
    game = house.things["public"].game
    anna, berta, owner = (house.client(one) for one in ("nobody", "nobody", "owner"))
    replay = anna.get(f"/g/{game}/1?line=A")
    assert f'href="/g/{game}/1/together?line=A"' in replay.text
    assert "Set-Cookie" not in replay.headers
    assert 'name="place" value="1?line=A"' in anna.get(f"/g/{game}/1/together?line=A&x=1").text
    table = begun(anna, game, place="1?line=A", name="  Anna \u202e ")
    token = table.rpartition("/")[2]
    shown = f"/g/{game}/1?line=A&with={token}"
    assert anna.get(table).headers["Location"] == shown

    assert "Anna ⟨U+202E⟩ is showing." in berta.get(table).text
    assert "Join them" in berta.get(shown).text
    assert post(berta, table) == table
    assert berta.get(table).headers["Location"] == shown
    assert post(owner, table, name="Moderator") == table
    page = berta.get(f"/g/{game}/2?with={token}")
    assert page.headers["Cache-Control"] == "private, no-store"
    assert "See where the others are" in page.text
    assert f'href="/g/{game}/3?with={token}"' in page.text
    assert "Here too: Guest 2, owner" in anna.get(shown).text, "an account has its own name"
    assert "with=" not in page.text.partition('id="share-link"')[2].partition(">")[0]

    assert post(berta, f"{table}/place", place="3") == "409"
    assert post(anna, f"{table}/place", place="3") == table
    assert berta.get(table).headers["Location"] == f"/g/{game}/3?with={token}"
    assert post(anna, f"{table}/place", place="3?x=1") == "400"
    assert post(berta, f"{table}/lead", to="2") == "409"
    assert post(anna, f"{table}/lead", to="2") == table
    assert post(berta, f"{table}/place", place="0", quiet="1") == "200"
    assert post(anna, f"{table}/lead", to="1") == table, "who made it takes it back"
    assert post(anna, f"{table}/leave") == f"/g/{game}/0"
    assert anna.get(f"{table}.json").status_code == 404
    assert berta.get(f"{table}.json").json["leads"] is True


def test_a_browser_remembers_its_last_tables(house: House) -> None:
    anna, game = house.client("nobody"), house.things["public"].game
    tables = [begun(anna, game) for _ in range(MOST_SEATS + 1)]
    statuses = [anna.get(f"{table}.json").status_code for table in tables]
    assert statuses == [404] + [200] * MOST_SEATS


def test_a_script_asks_for_little_and_no_database_is_asked(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = house.client("owner")
    table = begun(anna, house.things["public"].game)
    asked: list[None] = []
    reading = house.archive.database.reading
    monkeypatch.setattr(house.archive.database, "reading", lambda: asked.append(None) or reading())
    answer = anna.get(f"{table}.json")
    assert answer.json == {"place": "0", "turn": 0, "leads": True, "people": "1:1"}
    again = anna.get(f"{table}.json", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data, asked) == (304, b"", [])
    assert house.client("owner").get(f"{table}.json").status_code == 404, "in another browser"
    assert anna.get(f"{table}.json?x=1").status_code == 422
    assert anna.post(f"{table}/place", data={"place": "1"}).status_code == 400, "no token"


def test_a_closed_page_is_no_longer_there(house: House, later: list[float]) -> None:
    anna, berta = house.client("owner"), house.client("nobody")
    table = begun(anna, house.things["public"].game)
    post(berta, table)
    assert anna.get(f"{table}.json").json["people"] == "1:1 2"
    assert berta.post(f"{table}/gone").status_code == 400, "no token"
    assert post(berta, f"{table}/gone") == "204"
    later[0] = GOING
    assert anna.get(f"{table}.json").json["people"] == "1:1"
    assert berta.get(f"{table}.json").status_code == 200, "the page was only loaded anew"
    assert anna.get(f"{table}.json").json["people"] == "1:1 2"


@pytest.mark.parametrize("state", ["private", "hidden"])
def test_who_may_not_see_a_game_is_not_let_in(house: House, state: str) -> None:
    game = house.things[state].game
    table = begun(house.client("owner"), game)
    for asker in ("nobody", "member"):
        client = house.client(asker)
        assert client.get(f"/g/{game}/2/together").status_code == 404
        assert client.get(table).status_code == 404
        assert post(client, table) == "404"
    assert post(house.client("moderator"), table) == table


@pytest.mark.parametrize("way", ["private", "hidden", "deleted"])
def test_who_may_not_see_it_any_more_is_not_there_any_more(
    house: House, later: list[float], way: str
) -> None:
    thing = add_thing(house, RECORD + b"\n" * (60 + len(way)), Visibility.PUBLIC)
    owner, guest = house.client("owner"), house.client("nobody")
    table = begun(owner, thing.game)
    post(guest, table)
    if way == "private":
        house.archive.ownership.show_record(thing.game, Visibility.PRIVATE, by=house.ids["owner"])
    elif way == "hidden":
        house.archive.moderation.hide(thing.game, by=house.ids["moderator"])
    else:
        house.archive.ownership.delete_record(thing.game, by=house.ids["owner"])
    later[0] = AGAIN
    assert guest.get(f"{table}.json").status_code == 404
    assert post(guest, f"{table}/lead", to="2") == "404"
    assert owner.get(f"{table}.json").status_code == (404 if way == "deleted" else 200)
    if way != "deleted":
        assert owner.get(f"{table}.json").json["people"] == "1:1"


def test_so_many_tables_are_made_from_one_address(house: House, within_a_minute: None) -> None:
    client, path = house.client("nobody"), f"/g/{house.things['public'].game}/2/together"
    said = {"csrf_token": token_of(client, path)}
    asked = [
        client.post(path, data=said, environ_base={"REMOTE_ADDR": "192.0.2.9"}).status_code
        for _ in range(61)
    ]
    assert asked == [303] * 60 + [429]


def test_a_full_table_and_one_that_is_over_say_so(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, anna = house.things["public"].game, house.client("nobody")
    table = begun(anna, game)
    monkeypatch.setattr(shared_replays, "MOST_PEOPLE", 1)
    assert post(house.client("nobody"), table) == "422"
    assert MOST_PEOPLE == 40
    over = anna.get(f"/g/{game}/2?with=" + "x" * 22)
    assert over.status_code == 200
    assert "This shared replay has ended." in over.text
    other = anna.get(f"/g/{house.things['unlisted'].game}/2?with={table.rpartition('/')[2]}")
    assert "This shared replay has ended." in other.text, "the table of another game"
    assert anna.get(f"/embed/g/{game}/2?with=x").text.count("with=x") == 0
