"""What people write about the plays of a game: through the API, on its pages, as a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from archive.notation import read
from archive.notation.notes import notes_in
from archive.scoring import verify

from .people import House, build, token_on

SAMPLE = Path(__file__).parents[2] / "archive" / "samples" / "twenty-illustrative.xxn"
NOTE = {
    "ply": 3, "comment": "Better was the 9♠, see #47.", "glyphs": [2],
    "arrows": [{"from": "p1:9", "to": "table"}], "variations": ["3. p1 9"],
}  # fmt: skip


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    built = build(tmp_path_factory.mktemp("layers") / "instance", SAMPLE.read_bytes())
    yield built
    built.archive.close()


def api(house: House, asker: str, path: str, method: str = "GET", **sent: object):  # type: ignore[no-untyped-def]
    game = house.things["public"].game
    client = house.client(asker)
    headers = {}
    if method != "GET" and asker in house.ids:
        headers["X-CSRFToken"] = token_on(client, "/verify")
    return client.open(f"/api/v1/games/{game}{path}", method=method, headers=headers, **sent)


def test_a_layer_is_written_read_and_deleted(house: House) -> None:
    token = "owner's token to write"
    data = house.client("nobody").get(f"/g/{house.things['public'].game}.xxn").data
    assert api(house, token, "/layers/own").status_code == 404
    made = api(house, token, "/layers/own", "PUT", json={"notes": [NOTE]})
    assert made.status_code == 200, made.text
    layer = made.get_json()
    assert (layer["notes"], layer["owner"], layer["visibility"]) == ([NOTE], "owner", "private")
    assert api(house, "nobody", "/layers").get_json() == {"layers": []}
    assert api(house, "member's token for all", f"/layers/{layer['id']}").status_code == 404

    mark = api(house, token, "/layers/own").headers["ETag"]
    sent = {"json": {"notes": [], "visibility": "unlisted"}}
    changed = api(house, token, "/layers/own", "PUT", **sent)
    assert (changed.get_json()["number"], changed.get_json()["notes"]) == (2, [])
    client = house.client(token)
    late = client.put(
        f"/api/v1/games/{layer['game']}/layers/own", json={"notes": []}, headers={"If-Match": mark}
    )
    assert late.status_code == 412
    assert api(house, "nobody", "/layers").get_json() == {"layers": []}
    (told,) = api(house, "nobody", f"/layers?layers={layer['id']}").get_json()["layers"]
    assert told["number"] == 2
    assert api(house, "nobody", f"/layers/{layer['id']}").status_code == 200
    assert api(house, "nobody", f"/layers/{layer['id']}?version=1").status_code == 401
    assert api(house, token, f"/layers/{layer['id']}?version=1").get_json()["notes"] == [NOTE]
    assert [
        (one["number"], one["notes"], one["changed"])
        for one in api(house, token, "/layers/own/history").get_json()["versions"]
    ] == [(2, 0, [3]), (1, 1, [3])]

    assert api(house, "member", f"/layers/{layer['id']}", "DELETE").status_code == 403
    assert api(house, "moderator", f"/layers/{layer['id']}/hidden", "PUT").status_code == 204
    assert api(house, "nobody", f"/layers/{layer['id']}").status_code == 404
    assert api(house, "moderator", f"/layers/{layer['id']}/hidden", "DELETE").status_code == 204
    assert api(house, token, "/layers/own", "DELETE").status_code == 204
    assert api(house, token, "/layers/own").status_code == 404
    assert house.client("nobody").get(f"/g/{layer['game']}.xxn").data == data


@pytest.mark.parametrize(
    ("wrong", "at"),
    [
        ({"ply": -1}, "ply"), ({"glyphs": [0]}, "glyphs"), ({"glyphs": [1] * 5}, "glyphs"),
        ({"arrows": [{"from": "9x", "to": "p1"}]}, "arrows"), ({"comment": "x" * 4001}, "comment"),
        ({"variations": [""]}, "variations"), ({"by": "me"}, "by"),
    ],
)  # fmt: skip
def test_what_is_no_note_is_pointed_to(house: House, wrong: dict[str, object], at: str) -> None:
    sent = {"json": {"notes": [{**NOTE, **wrong}]}}
    answer = api(house, "owner's token to write", "/layers/own", "PUT", **sent)
    assert answer.status_code == 422
    assert f"notes/0/{at}" in str(answer.get_json()["errors"])


def test_a_file_has_the_layers_that_are_chosen_and_the_same_verdict(house: House) -> None:
    game = house.things["public"].game
    for name, words in (("owner", "Mine."), ("member", "Hers.")):
        found = house.archive.game(game)
        assert found is not None
        sent = {"json": {"notes": [{**NOTE, "comment": words}], "visibility": "public"}}
        assert api(house, name, "/layers/own", "PUT", **sent).status_code == 200
    one, two = (layer["id"] for layer in api(house, "nobody", "/layers").get_json()["layers"])
    record = read(SAMPLE.read_bytes())
    for named, said in (
        ("", []),
        (one, ["Mine."]),
        (f"{two},{one}", ["owner: Mine.\n\nmember: Hers."]),
    ):
        answer = api(house, "nobody", f"/annotated?layers={named}")
        assert [note.comment for note in notes_in(read(answer.data), record)] == said
        before, after = verify(record.raw), verify(answer.data)
        assert [f.code for f in before.findings] == [f.code for f in after.findings]
        assert before.score == after.score
    assert api(house, "nobody", "/annotated?layers=nothing").status_code == 404
    file = api(house, "nobody", f"/annotated?layers={one}").data
    brought = api(
        house, "admin", "/layers/own/import", "POST", data=file, content_type="text/plain"
    )
    assert (brought.get_json()["found"], brought.get_json()["otherwise"]) == (1, False)
    other = file.replace(b"2. p2", b"2. p1", 1)
    refused = api(
        house, "admin", "/layers/own/import", "POST", data=other, content_type="text/plain"
    )
    assert refused.status_code == 422
    assert "another game: play 2" in refused.get_json()["detail"]
