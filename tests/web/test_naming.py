"""Two names of one person: joined, found by either, taken apart again; by whom, and whom not."""

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from archive.services import Visibility
from archive.services.permissions import Actor, Role
from tests.conftest import RECORD, anonymised

from .people import House, add_thing, build, submit, token_of

GAMES = (("Albert", "Bertha"), ("Al B.", "Bertha"), ("AL  B.", "Cleo"))


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    built = build(tmp_path_factory.mktemp("naming") / "instance", _of("Eva", "Fritz"))
    for one, other in GAMES:
        add_thing(built, _of(one, other), Visibility.PUBLIC)
    add_thing(built, _of("Ida", "Bertha"), Visibility.PRIVATE)
    add_thing(built, _of("Albert", "Eva"), Visibility.PRIVATE)
    yield built
    built.archive.close()


def _of(one: str, other: str) -> bytes:
    return RECORD.replace(b'"Albert"', f'"{one}"'.encode()).replace(
        b'"Bertha"', f'"{other}"'.encode()
    )


def _id(house: House, name: str) -> str:
    found = house.archive.players.find(name, asking=Actor("m", "Moderator", Role.MODERATOR))
    assert found, name
    return found.id


def _found(client: FlaskClient, name: str) -> int:
    games = client.get("/api/v1/games", query_string={"player": name}).json
    assert games["facets"]["total"] == len(games["games"])
    return len(games["games"])


def _post(client: FlaskClient, path: str, **said: str) -> FlaskClient:
    return submit(client, path, "/verify", **said)


def test_the_way_of_an_arbiter_and_back(house: House) -> None:
    """Without JavaScript, as everywhere: pages and forms."""
    client, anybody = house.client("arbiter"), house.client("nobody")
    kept, other = _id(house, "Albert"), _id(house, "al b.")
    assert f"/p/{kept}/names" in client.get(f"/p/{kept}").text
    assert f"/p/{kept}/names" not in anybody.get(f"/p/{kept}").text
    page = client.get(f"/p/{kept}/names?with=AL+B.").text
    assert "Are these one person?" in page
    assert _found(anybody, "Albert") == 1, "so far nothing has been changed"
    assert _post(client, f"/p/{kept}/names/join", other=other).status_code == 303
    for name in ("Albert", "al b.", kept, other):
        assert _found(anybody, name) == 3, name
    assert "Also written <bdi>Al B.</bdi>" in anybody.get(f"/p/{kept}").text
    answer = anybody.get(f"/p/{other}?game=twenty")
    assert (answer.status_code, answer.location) == (302, f"/p/{kept}?game=twenty")
    assert "3 games" in anybody.get(f"/p/{kept}").text
    written = anybody.get("/api/v1/games?player=Albert").json["games"]
    assert sorted(game["players"][0] for game in written) == ["AL  B.", "Al B.", "Albert"]
    assert house.archive.search.wrong_counts() == []

    answer = _post(client, f"/p/{kept}/names/split", name="Al B.")
    assert answer.location == f"/p/{kept}/names?said=split&who={other}"
    assert "They are two players now." in client.get(answer.location).text
    assert (_found(anybody, "Albert"), _found(anybody, "Al B."), _found(anybody, other)) == (
        1,
        2,
        2,
    )
    assert house.archive.search.wrong_counts() == []
    told = [(line.action, line.actor, line.subject, line.detail)
            for line in house.archive.accounts.log(subject=f"player:{kept}")]  # fmt: skip
    assert told == [("player-split", "arbiter", f"player:{kept}", {"other": other}),
                    ("players-joined", "arbiter", f"player:{kept}", {"other": other})]  # fmt: skip


def test_the_same_by_a_program(house: House) -> None:
    client = house.client("moderator's token to write")
    kept, other = _id(house, "Albert"), _id(house, "Al B.")
    at = f"/api/v1/players/{kept}"
    joined = client.post(f"{at}/joined", json={"other": "AL B."}).json
    assert joined == {"id": kept, "name": "Albert", "names": ["Albert", "Al B."]}
    assert client.get(f"/api/v1/players/{other}").json["id"] == kept
    given = client.post(f"{at}/names", json={"name": "Bertie"})
    assert (given.status_code, given.json["names"]) == (201, ["Albert", "Al B.", "Bertie"])
    add_thing(house, _of("BERTIE", "Gerd"), Visibility.PUBLIC)
    assert _found(client, "Albert") == 4
    assert client.put(f"{at}/name", json={"name": "bertie"}).json["name"] == "Bertie"
    assert client.post(f"{at}/split", json={"names": ["Al B."]}).json == {"id": other}
    assert _found(client, "Bertie") == 2
    assert house.archive.search.wrong_counts() == []


REFUSED: tuple[tuple[str, dict[str, object], str], ...] = (
    ("joined", {"other": "Bertha"}, "They sat at one table, in one game"),
    ("joined", {"other": "Eva"}, "These two cannot be joined here."),
    ("joined", {"other": "Albert"}, "one player already"),
    ("joined", {"other": "Nobody of that name"}, "There is no such player."),
    ("joined", {"other": "Ida"}, "There is no such player."),
    ("split", {"names": ["Albert"]}, "One name at least stays"),
    ("split", {"names": ["Bertha"]}, "none of this player’s names"),
    ("names", {"name": "Cleo"}, "Another player goes by this name"),
    ("names", {"name": "Ida"}, "This name cannot be given"),
    ("names", {"name": " ALBERT"}, "by this name already"),
    ("names", {"name": "??"}, "is not “?”"),
    ("names", {"name": "An\u202ena"}, "that cannot be seen"),
)


def test_what_cannot_be_said_of_names(house: House, subtests: pytest.Subtests) -> None:
    client = house.client("arbiter")
    headers = {"X-CSRFToken": token_of(client, "/verify")}
    for way, said, why in REFUSED:
        with subtests.test(f"{way} {said}"):
            path = f"/api/v1/players/{_id(house, 'Albert')}/{way}"
            answer = client.post(path, json=said, headers=headers)
            assert answer.status_code == 422
            assert why in answer.json["detail"]


def test_players_nobody_sees_are_not_there_for_arbiters(house: House) -> None:
    ida, albert = _id(house, "Ida"), _id(house, "Albert")
    assert house.client("arbiter").get(f"/p/{ida}/names").status_code == 404
    assert (
        "No player here goes by that name"
        in house.client("arbiter").get(f"/p/{albert}/names?with=Ida").text
    )
    moderator = house.client("moderator")
    eva = _id(house, "Eva")
    asked = f"/p/{albert}/names?with=Eva"
    assert "sat at one table" not in house.client("arbiter").get(asked).text
    refused = _post(house.client("arbiter"), f"/p/{albert}/names/join", other=eva)
    assert "These two cannot be joined here." in refused.text
    assert (
        "They sat at one table, in one game"
        in _post(moderator, f"/p/{albert}/names/join", other=eva).text
    )
    assert "Are these one person?" in moderator.get(f"/p/{albert}/names?with=Ida").text
    assert moderator.get(f"/p/{ida}/names").status_code == 200


def test_somebody_anonymous_has_no_names(house: House) -> None:
    albert, cleo = _id(house, "Albert"), _id(house, "Cleo")
    arbiter = house.client("arbiter")
    house.archive.players.merge(albert, _id(house, "Al B."))
    anonymised(house.archive, albert)
    assert "kept anonymous" in arbiter.get(f"/p/{albert}/names").text
    for name in ("Albert", "Al B."):
        refused = _post(arbiter, f"/p/{cleo}/names/give", name=name)
        assert "This name cannot be given to a player here." in refused.text
    refused = _post(arbiter, f"/p/{albert}/names/split", name="Al B.")
    assert refused.status_code == 422
    assert "Albert" not in refused.text
