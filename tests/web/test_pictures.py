"""The table as a picture: what stands on it, whose cards, and what it costs."""

import re
import struct
from html import unescape
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from archive.languages import languages
from archive.web.drawing.scene import fitted, width_of

from .conftest import ROOT, Judge, Shelf
from .records import made_up

GAMES = [
    ("twenty/farrugia@1", 2), ("zwanzig-ab/pagat@1", 4), ("count-to-20/stovel@1", 3),
    ("twenty-two/north-american@1", 3), ("twenty-two/north-american@1", 20),
    ("twenty-two/north-american@1", 12),
]  # fmt: skip
BACK = 'href="#back"'
TEXT = "{http://www.w3.org/2000/svg}text"


def words(svg: str) -> str:
    """Return all that is written on a picture."""
    found = ElementTree.fromstring(svg).iter(TEXT)
    return " ".join("".join(one.itertext()) for one in found)


@pytest.mark.parametrize(("rules", "seats"), GAMES)
def test_every_play_of_every_game_has_a_picture_of_its_own(
    client: FlaskClient, judged: Judge, rules: str, seats: int
) -> None:
    data = made_up(rules, seats)
    game = judged(data)
    names = re.findall(rb'\[P\d+ "([^"]+)"\]', data)
    drawn = [client.get(f"/g/{game}/{ply}/table.svg").text for ply in range(0, 40, 6)]
    assert len(set(drawn)) == len(drawn)
    for svg in drawn:
        assert all(name.decode() in words(svg) for name in names)
        assert not re.search(r'<script|<style|style="|href="[^#]', svg)
    if seats == 12:  # seven cards each, held or lying
        assert drawn[1].count('<g color="') == 12 * 7
    page = unescape(client.get(f"/g/{game}/6").text)
    said = re.search(r'data-announce="([^".]+)', page)
    assert said[1] in ElementTree.fromstring(drawn[1])[1].text  # type: ignore[operator]


def test_the_same_drawing_comes_as_png(client: FlaskClient, shelf: Shelf) -> None:
    def size(question: str) -> tuple[int, int]:
        answer = client.get(f"/g/{shelf.game}/33/table.png{question}")
        assert answer.content_type == "image/png"
        assert answer.data.startswith(b"\x89PNG")
        wide, high = struct.unpack(">II", answer.data[16:24])
        return wide, high

    assert size("") == (1200, 630)
    assert size("?width=600") == (600, 315)
    for width in ("199", "2401", "9" * 40, "x", "-600"):
        assert client.get(f"/g/{shelf.game}/33/table.png?width={width}").status_code == 400


def test_who_has_a_picture_is_not_sent_it_again(client: FlaskClient, shelf: Shelf) -> None:
    for kind in ("svg", "png"):
        first = client.get(f"/g/{shelf.game}/33/table.{kind}")
        again = client.get(
            f"/g/{shelf.game}/33/table.{kind}", headers={"If-None-Match": first.headers["ETag"]}
        )
        assert (again.status_code, again.data) == (304, b"")
        other = client.get(f"/g/{shelf.game}/34/table.{kind}")
        assert other.headers["ETag"] != first.headers["ETag"]


def test_a_play_against_the_rules_is_marked_with_what_was_allowed(
    client: FlaskClient, shelf: Shelf
) -> None:
    svg = client.get(f"/g/{shelf.game}/30/table.svg?line=9").text  # Albert has no nine
    assert "What if: Albert plays a nine" in words(svg)
    assert "The rules do not let Albert play this" in words(svg)
    assert svg.count('href="#refuted"') == 2  # in his hand and on the pile
    assert svg.count('href="#upheld"') == 5
    assert client.get(f"/g/{shelf.game}/30/table.png?line=9").data.startswith(b"\x89PNG")


def test_a_line_that_cannot_be_read_has_no_picture(client: FlaskClient, shelf: Shelf) -> None:
    answer = client.get(f"/g/{shelf.game}/30/table.svg?line=8.Zz")
    assert answer.status_code == 400
    assert "“Zz”" in unescape(answer.text)
    assert client.get(f"/g/{shelf.game}/999/table.png").status_code == 404


def test_seen_as_a_player_the_other_hand_lies_face_down(client: FlaskClient, shelf: Shelf) -> None:
    stock = 1
    assert client.get(f"/g/{shelf.game}/33/table.svg").text.count(BACK) == stock
    assert client.get(f"/g/{shelf.game}/33/table.svg?as=1").text.count(BACK) == stock + 4
    asked = client.get(f"/g/{shelf.game}/33?as=1").text
    picture = re.search(r'og:image" content="([^"]+)"', asked)
    assert unescape(picture[1]).endswith("/33/table.png?as=1")


def test_names_are_text_and_nothing_else(
    client: FlaskClient, judged: Judge, illustrative: bytes
) -> None:
    odd = "<b>&Łukasz Σ 太郎".encode()
    game = judged(illustrative.replace(b'[P1 "Albert"]', b'[P1 "' + odd + b'"]'))
    svg = client.get(f"/g/{game}/3/table.svg").text
    assert odd.decode() in words(svg)
    assert client.get(f"/g/{game}/3/table.png").data.startswith(b"\x89PNG")


def test_a_text_that_is_too_long_is_cut_to_its_room() -> None:
    assert fitted("Bertha", 200, 20) == "Bertha"
    for text in ("M" * 400, "Anna Maria von und zu Habenichts", "太郎" * 9):
        short = fitted(text, 120, 20)
        assert short.endswith("…")
        assert text.startswith(short[:-1])
        assert width_of(short, 20) <= 120


def test_a_link_is_shown_elsewhere_with_the_picture(client: FlaskClient, shelf: Shelf) -> None:
    page = client.get(f"/g/{shelf.game}/30?line=8.3&at=1&for=1").text
    picture = f"http://localhost/g/{shelf.game}/30/table.png?line=8.3&amp;at=1"
    assert f'<meta property="og:image" content="{picture}">' in page
    assert f'<meta name="twitter:image" content="{picture}">' in page
    path = picture.removeprefix("http://localhost")
    assert f'href="{path}" download="twenties-{shelf.game}-31.png"' in page
    assert client.get(unescape(picture)).status_code == 200
    asked = f"/oembed?url=http://localhost/g/{shelf.game}/30%3Fline%3D8.3&maxwidth=400"
    said = client.get(asked).get_json()
    assert (said["thumbnail_width"], said["thumbnail_height"]) == (400, 210)
    assert client.get(said["thumbnail_url"]).data[16:24] == struct.pack(">II", 400, 210)


def test_a_reader_s_picture_is_in_their_language(client: FlaskClient, shelf: Shelf) -> None:
    said = client.get(f"/g/{shelf.game}/33/table.svg", headers={"Accept-Language": "de"})
    assert said.headers["Content-Language"] == "de"
    assert "Regel 4.4" in words(said.text)
    found = {"Rule", "cards", "plays"} & set(words(said.text).split())
    assert found == set(), words(said.text)


@pytest.mark.parametrize(("rules", "seats"), [GAMES[1], GAMES[2]])
def test_points_follow_the_name_in_whatever_typeface_is_found(
    client: FlaskClient, judged: Judge, rules: str, seats: int
) -> None:
    data = made_up(rules, seats)
    svg = client.get(f"/g/{judged(data)}/6/table.svg").text
    lines = ["".join(one.itertext()) for one in ElementTree.fromstring(svg).iter(TEXT)]
    others = [name.decode() for name in re.findall(rb'\[P\d+ "([^"]+)"\]', data)][1:]
    for name in others:
        assert any(re.fullmatch(rf"{name} [−\d]+( [+−]\d+)?", line) for line in lines), lines


@pytest.mark.parametrize("language", languages())
def test_the_archives_own_words_are_written_whole(
    client: FlaskClient, judged: Judge, language: str
) -> None:
    """A stock and trumps have longer words in other languages; only names are cut."""
    game = judged(made_up("zwanzig-ab/pagat@1", 4))
    for ply in range(8):
        asked = {"Accept-Language": language}
        assert "…" not in words(client.get(f"/g/{game}/{ply}/table.svg", headers=asked).text)


def test_no_card_is_blamed_for_a_line(client: FlaskClient, judged: Judge) -> None:
    """A standing a card too early is no fault of the play before it; a card not held is."""
    lines = ROOT / "fixtures" / "zwanzig-ab" / "flawed"
    early = judged((lines / "standing-within-a-deal.xxn").read_bytes())
    said = words(client.get(f"/g/{early}/21/table.svg").text)
    assert "It is for Dirk to act" in said
    assert "not allowed" not in said
    revoked = judged((lines / "not-followed.xxn").read_bytes())
    assert "not allowed" in words(client.get(f"/g/{revoked}/50/table.svg").text)
