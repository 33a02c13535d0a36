"""What people write about the plays of a game: through the API, on its pages, as a file."""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest

from archive.notation import read
from archive.notation.notes import Arrow, Note, notes_in
from archive.scoring import verify
from archive.services import Visibility
from tests.uploaded import game_of

from .conftest import SAMPLE
from .people import House, add_thing, build, token_of

PUBLIC = Visibility.PUBLIC
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
        headers["X-CSRFToken"] = token_of(client, "/verify")
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
        ({"ply": -1}, "ply"), ({"glyphs": [256]}, "glyphs"), ({"glyphs": [1] * 5}, "glyphs"),
        ({"arrows": [{"from": "9x", "to": "p1"}]}, "arrows"), ({"comment": "x" * 2001}, "comment"),
        ({"variations": [""]}, "variations"), ({"by": "me"}, "by"),
    ],
)  # fmt: skip
def test_what_is_no_note_is_pointed_to(house: House, wrong: dict[str, object], at: str) -> None:
    sent = {"json": {"notes": [{**NOTE, **wrong}]}}
    answer = api(house, "owner's token to write", "/layers/own", "PUT", **sent)
    assert answer.status_code == 422
    assert f"notes/0/{at}" in str(answer.get_json()["errors"])


def test_a_reader_who_has_written_nothing_downloads_all_notes_unless_some_are_left_out(
    house: House,
) -> None:
    game = add_thing(house, SAMPLE.read_bytes() + b"\n\n", PUBLIC).game
    for asker in ("owner's token to write", "member's token for all"):
        sent = {"notes": [NOTE], "visibility": "public"}
        house.client(asker).put(f"/api/v1/games/{game}/layers/own", json=sent)

    def chosen(asker: str) -> list[str]:
        page = house.client(asker).get(f"/g/{game}/notes").text
        return re.findall(r'name="layers" value="\w+" checked> <bdi>(\w+)', page)

    assert sorted(chosen("nobody")) == ["member", "owner"]
    assert chosen("owner") == ["owner"]


def test_a_file_has_the_layers_that_are_chosen_and_the_same_verdict(house: House) -> None:
    game = house.things["public"].game
    for name, words in (("owner", "Mine."), ("member", "Hers.")):
        found = game_of(house.archive, game)
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
    found = brought.get_json()
    assert (found["found"], found["below"], found["otherwise"]) == (1, 0, False)
    anew = file.replace(b"Mine.", b"Ours.")
    for asked, said, below in (("", "Mine.\n\nOurs.", 1), ("?replace=true", "Ours.", 0)):
        brought = api(
            house, "admin", f"/layers/own/import{asked}", "POST", data=anew,
            content_type="text/plain",
        )  # fmt: skip
        found = brought.get_json()
        assert (found["layer"]["notes"][0]["comment"], found["below"]) == (said, below)
    other = file.replace(b"2. p2", b"2. p1", 1)
    refused = api(
        house, "admin", "/layers/own/import", "POST", data=other, content_type="text/plain"
    )
    assert refused.status_code == 422
    assert "another game: play 2" in refused.get_json()["detail"]


def test_notes_are_written_on_pages_and_have_a_history(house: House) -> None:
    game = house.things["public"].game
    client = house.client("arbiter")
    anybody = house.client("nobody")
    assert anybody.get(f"/g/{game}/4/note").status_code == 303
    token = token_of(client, f"/g/{game}/4/note")

    def keep(**said: object):  # type: ignore[no-untyped-def]
        return client.post(f"/g/{game}/4/note", data={"csrf_token": token, **said})

    assert client.post(f"/g/{game}/4/note", data={"comment": "x"}).status_code == 400
    made = keep(comment="First <b>words</b>, see #5.", glyph=["1", "140"], visibility="unlisted")
    assert (made.status_code, made.location) == (303, f"/g/{game}/4")
    page = client.get(f"/g/{game}/4").text
    assert "First &lt;b&gt;words&lt;/b&gt;, see" in page
    assert f'<a href="/g/{game}/5" data-to="5">#5</a>' in page
    keep(comment="Second.", visibility="unlisted", variation=["4. p2 9"])
    for written in ("4/note", "notes"):
        told = client.get(f"/g/{game}/{written}").text
        assert " plays 9" in told, "another line is told in words"
    odd = {"comment": "x", "visibility": "unlisted", "arrow": ["foo bar"]}
    assert keep(**odd).status_code == 400
    refused = keep(comment="Third.", visibility="unlisted", variation=["a king"])
    assert refused.status_code == 422
    assert "is no line of plays" in refused.text
    assert "Third." in refused.text
    assert keep(comment="x" * 2001, visibility="unlisted").status_code == 422

    (mine,) = (one.id for one in house.archive.layers.of(game, named=[_own(house, game)])
               if one.owner == "arbiter")  # fmt: skip
    assert "Second." not in anybody.get(f"/g/{game}/4").text
    assert "Second." in anybody.get(f"/g/{game}/4?layers={mine}").text
    assert "Second." in anybody.get(f"/g/{game}/4?layers={mine}&fragment=1").text
    assert "Second." not in client.get(f"/g/{game}/4?layers=-{mine}").text
    gone = "names notes that are private, or gone"
    assert gone not in anybody.get(f"/g/{game}/4?layers={mine},analyst").text
    assert gone not in anybody.get(f"/g/{game}/4?layers=-{mine}x,").text
    assert gone in anybody.get(f"/g/{game}/4?layers={mine}x").text
    assert "Second." not in client.get(f"/embed/g/{game}/4").text

    assert f'href="/g/{game}/notes"' in client.get("/account").text
    notes = client.get(f"/g/{game}/notes").text
    assert "2 versions" in notes
    assert "First &lt;b&gt;" in client.get(f"/g/{game}/notes?version=1").text
    back = client.post(
        f"/g/{game}/notes", data={"csrf_token": token, "do": "revert", "version": "1"}
    )
    assert back.status_code == 303
    assert "First &lt;b&gt;" in client.get(f"/g/{game}/4").text

    file = client.get(f"/g/{game}/annotated.xxn?layers={mine}").data
    assert b"{First <b>words</b>, see #5.}" in file
    other = file.replace(b"2. p2", b"2. p1", 1)
    said = {"csrf_token": token, "text": other.decode()}
    wrong = client.post(f"/g/{game}/notes/import", data=said)
    assert wrong.status_code == 422
    assert "This is another game: play 2" in wrong.text
    for nothing in ("hello", "", '[XXN "1.0"]'):
        said = {"csrf_token": token, "text": nothing}
        assert "No game can be read" in client.post(f"/g/{game}/notes/import", data=said).text
    data = {"csrf_token": token, "text": file.replace(b"First", b"New").decode()}
    taken = client.post(f"/g/{game}/notes/import", data=data, follow_redirects=True)
    assert "1 note was taken over. 1 stands below what you had written" in taken.text
    both = client.get(f"/g/{game}/4").text
    assert "First &lt;b&gt;" in both
    assert "New &lt;b&gt;" in both
    assert "what the file says replaces mine" in taken.text
    data = {**data, "same": "replace"}
    taken = client.post(f"/g/{game}/notes/import", data=data, follow_redirects=True)
    assert "you had written" not in taken.text
    assert "First &lt;b&gt;" not in client.get(f"/g/{game}/4").text
    client.post(f"/g/{game}/notes", data={"csrf_token": token, "do": "delete"})
    assert house.archive.layers.own(game, house.ids["arbiter"]) is None


def test_arrows_are_drawn_on_the_table_of_their_play_alone(house: House) -> None:
    game = house.things["unlisted"].game
    found = game_of(house.archive, game)
    ends = [("p1", "table"), ("table", "p2"), ("p1:2h", "p2"), ("table", "table")]
    note = Note(1, arrows=tuple(Arrow(*one) for one in ends))
    layer = house.archive.layers.put(found, note, by=house.ids["owner"], visibility=PUBLIC)
    client = house.client("nobody")

    def drawn(ply: int, asked: str) -> int:
        answer = client.get(f"/g/{game}/{ply}/table.svg?{asked}")
        assert answer.status_code == 200
        return answer.text.count("marker-end")

    assert drawn(1, f"layers={layer.id}") == 2, (
        "no two of hearts is told, and nothing points at itself"
    )
    assert drawn(2, f"layers={layer.id}") == drawn(1, "") == drawn(1, f"layers=-{layer.id}") == 0
    assert 'height="458"' in client.get(f"/g/{game}/1/table.svg?layers={layer.id}&part=table").text
    for path in ("1", "1?line="):
        assert "data-layers" not in client.get(f"/g/{game}/{path}").text
        both = f"{path}{'&' if '?' in path else '?'}layers=-{layer.id}"
        assert f'data-layers="-{layer.id}"' in client.get(f"/g/{game}/{both}").text
    page = client.get(f"/g/{game}/1").text
    assert f"table.svg?layers={layer.id}&amp;part=table" in page
    assert "to the table</li>" in page
    assert 'data-arrows="p1 table,table p2,p1:2h p2,table table"' in page
    as_player = client.get(f"/g/{game}/1?as=1&layers={layer.id}").text
    assert "to the table</li>" not in as_player
    assert "data-arrows" not in as_player
    assert "Notes are kept back while you see as" in as_player
    assert drawn(1, f"as=1&layers={layer.id}") == 0


def test_arrows_in_a_record_s_own_comments_are_drawn_and_not_read_out(house: House) -> None:
    record = SAMPLE.read_bytes()
    at = record.index(b"2. p2")
    annotated = record[:at] + b"{[%arrow table p2] The nine!} {[%arrow p1 p2]}\n" + record[at:]
    game = add_thing(house, annotated, PUBLIC).game
    page = house.client("nobody").get(f"/g/{game}/1").text
    assert "<blockquote>The nine!</blockquote>" in page
    assert page.count("<blockquote>") == 1
    assert 'data-arrows="table p2,p1 p2"' in page
    assert "%arrow" not in page
    assert "data-arrows" not in house.client("nobody").get(f"/g/{game}/1?as=1").text


def test_a_note_saved_elsewhere_meanwhile_is_not_overwritten(house: House) -> None:
    game = house.things["public"].game
    client = house.client("owner")
    page = client.get(f"/g/{game}/6/note").text
    seen = re.findall(r'name="seen" value="(\w+)"', page)
    said = {"csrf_token": token_of(client, f"/g/{game}/6/note"), "visibility": "private"}

    def keep(ply: int, comment: str, mark: str) -> Any:
        form = {**said, "comment": comment, "seen": mark}
        return client.post(f"/g/{game}/{ply}/note", data=form)

    assert keep(6, "From the phone.", *seen).status_code == 303
    assert keep(7, "Another play.", "").status_code == 303
    refused = keep(6, "From the desk.", *seen)
    assert refused.status_code == 422
    assert "You saved this note elsewhere since" in refused.text
    assert "From the phone." in refused.text
    assert "From the desk.</textarea>" in refused.text
    assert keep(6, "From the phone.", *seen).status_code == 303, "the same is no other"
    again = re.findall(r'name="seen" value="(\w+)"', refused.text)
    assert keep(6, "From the desk.", *again).status_code == 303
    assert "From the desk." in client.get(f"/g/{game}/6").text


def _own(house: House, game: str) -> str:
    found = house.archive.layers.own(game, house.ids["arbiter"])
    return found.id if found else ""


@pytest.mark.parametrize("odd", [b"\xff", b"\xed\xa0\x80", b"\0"])
def test_a_note_brought_with_what_is_no_text_can_be_changed(house: House, odd: bytes) -> None:
    game = house.things["public"].game
    client, page = house.client("arbiter"), f"/g/{game}/4/note"
    token = {"csrf_token": token_of(client, page)}
    copy = SAMPLE.read_bytes() + b"{Brought " + odd + b" at the end}\n"
    bringing = {**token, "file": (BytesIO(copy), "copy.xxn"), "same": "replace"}
    assert client.post(f"/g/{game}/notes/import", data=bringing).status_code == 303
    own = client.get(f"/api/v1/games/{game}/layers/own").get_json()
    last = max(own["notes"], key=lambda one: one["ply"])
    page = f"/g/{game}/{last['ply']}/note"
    assert "Brought ⟨" in client.get(page).text
    said = {**token, "comment": last["comment"] + " Read.", "visibility": "private"}
    assert client.post(page, data=said).status_code == 303


def test_a_note_kept_with_half_a_character_is_shown_and_can_be_changed(house: House) -> None:
    game = house.archive.games.find(house.things["public"].game)
    assert game
    note = Note(5, "Odd \udcff and \ud83d.", variations=("5. p1 9 {\udcff}",))
    house.archive.layers.put(game, note, by=house.ids["arbiter"], visibility=PUBLIC)
    client, page = house.client("arbiter"), f"/g/{game.id}/5/note"
    form = client.get(page)
    assert form.status_code == 200
    assert "Odd ⟨byte FF⟩ and ⟨U+D83D⟩." in form.text
    for shown in (f"/g/{game.id}/5", f"/g/{game.id}/notes", f"/api/v1/games/{game.id}/layers/own"):
        assert client.get(shown).status_code == 200
    said = {"csrf_token": token_of(client, page), "comment": "Read.", "visibility": "private"}
    assert client.post(page, data=said).status_code == 303
