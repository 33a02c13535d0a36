"""What can be given to others: a frame, an oEmbed answer, a card, a sheet to print."""

import re
from html import unescape

from flask.testing import FlaskClient

from archive.services import Visibility
from tests.uploaded import judged_upload

from .conftest import Judge, Shelf


def test_a_frame_may_stand_on_any_page_and_leads_out_of_itself(
    client: FlaskClient, shelf: Shelf
) -> None:
    answer = client.get(f"/embed/g/{shelf.game}/84")
    policy = answer.headers["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "default-src 'none'; script-src 'self'" in policy
    assert "frame-ancestors 'none'" in client.get(f"/g/{shelf.game}/84").headers[
        "Content-Security-Policy"
    ]  # fmt: skip
    links = re.findall(r"<a [^>]*>", answer.text)
    ways = [link for link in links if f'href="/embed/g/{shelf.game}/' in link]
    out = [link for link in links if re.search(r'href="/(?!embed/)', link)]
    assert ways
    assert out
    assert all('target="_blank"' in link for link in out)
    assert not any("target=" in link for link in ways)
    assert 'method="post"' not in answer.text


def test_a_line_is_walked_inside_the_frame(client: FlaskClient, shelf: Shelf) -> None:
    page = client.get(f"/embed/g/{shelf.game}/30?line=").text
    links = re.findall(r'href="([^"]+)" data-line data-choice', page)
    assert links
    assert all(link.startswith(f"/embed/g/{shelf.game}/30?line=") for link in links)


def test_what_others_may_not_see_is_in_no_frame_for_anyone(
    client: FlaskClient, shelf: Shelf, illustrative: bytes
) -> None:
    found = judged_upload(
        shelf.archive, illustrative + b"\n", filename="x.xxn", visibility=Visibility.PRIVATE
    )
    game = found.games[0].id
    assert client.get(f"/embed/g/{game}/3").status_code == 404
    assert client.get(f"/oembed?url=http://localhost/g/{game}/3").status_code == 404


def test_oembed_answers_with_the_frame(client: FlaskClient, shelf: Shelf) -> None:
    page = client.get(f"/g/{shelf.game}/84?seat=2").text
    link = re.search(r'type="application/json\+oembed" href="([^"]+)"', page)
    said = client.get(unescape(link[1])).get_json()
    assert (said["version"], said["type"]) == ("1.0", "rich")
    assert f'src="http://localhost/embed/g/{shelf.game}/84?seat=2"' in said["html"]
    small = client.get(unescape(link[1]) + "&maxwidth=400&maxheight=300").get_json()
    assert (small["width"], small["height"]) == (400, 300)
    assert client.get("/oembed?url=http://elsewhere/g/x/3").status_code == 404
    assert client.get("/oembed?format=xml").status_code == 501


def test_a_link_is_shown_elsewhere_with_names_and_what_happened(
    client: FlaskClient, shelf: Shelf
) -> None:
    page = client.get(f"/g/{shelf.game}/30").text
    assert '<meta property="og:title" content="Albert – Bertha, Round 1, hand 3">' in page
    assert re.search(r'og:description" content="Bertha plays a three', page)


def test_the_sheet_to_print_has_names_claims_and_lines_to_sign(
    client: FlaskClient, shelf: Shelf, judged: Judge
) -> None:
    page = client.get(f"/g/{shelf.game}/print").text
    assert page.count('class="signing"') == 3
    assert "Albert" in page
    assert "Bertha wins, 110–82" in page
    assert "<form" not in page
    assert re.search(r"<s>\d+</s>", page) or "(agrees)" in page
    empty = judged(b"no game at all")
    for sheet in ("print", "print?plays=1"):
        assert client.get(f"/g/{empty}/{sheet}").status_code == 200


def test_every_play_is_printed_behind_the_sheet_where_that_is_asked(
    client: FlaskClient, shelf: Shelf
) -> None:
    alone = client.get(f"/g/{shelf.game}/print").text
    assert f'href="/g/{shelf.game}/print?plays=1"' in alone
    assert "data-to=" not in alone
    client.post("/spoilers", data={"to": "hide"})
    whole = client.get(f"/g/{shelf.game}/print?plays=1").text
    assert [int(at) for at in re.findall(r'data-to="(\d+)"[^>]* aria', whole)] == [*range(1, 101)]
    assert whole.count("<h3>Round ") == 10
    assert "hidden" not in whole.replace('id="print" hidden', "").replace('aria-hidden="true"', "")
    assert (
        f"every play: http://localhost/g/{shelf.game}/print<"
        in client.get(f"/g/{shelf.game}/33").text
    )


def test_who_played_in_a_game_that_is_not_listed_is_in_no_list(
    client: FlaskClient, judged: Judge, illustrative: bytes
) -> None:
    game = judged(illustrative.replace(b"Albert", b"Zebediah"))
    assert "Zebediah" not in client.get("/players?q=zebe").text.replace('value="zebe"', "")
    assert 'href="/p/' not in client.get(f"/g/{game}").text
    assert 'href="/p/' in client.get("/players?q=alb").text
