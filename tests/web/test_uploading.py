"""Uploading through the forms, and checking with nothing kept."""

import gzip
import io
import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from archive.languages import languages
from archive.web.pages.front_page_and_check import EXAMPLES
from tests.uploaded import judged_upload, upload_of

from .conftest import Judge, Shelf, upload_in
from .people import submit, token_of
from .records import kept


def test_without_its_token_a_form_is_refused(client: FlaskClient, illustrative: bytes) -> None:
    for path in ("/upload", "/verify"):
        refused = client.post(path, data={"text": illustrative.decode()})
        assert refused.status_code == 400
        assert "The form had expired" in refused.text


def test_what_was_written_outlives_its_form(client: FlaskClient) -> None:
    """It stands in a new form, as it was written."""
    text = "Twenty: Anna <i>&amp; Ben\n\n  Anna: 8 (8)"
    refused = client.post("/verify", data={"text": text})
    token = re.search(r'name="csrf_token" value="([^"]+)"', refused.text)
    again = client.post("/verify", data={"text": text, "csrf_token": token and token[1]})
    assert again.status_code == 200
    assert "Anna &lt;i&gt;&amp;amp; Ben" in refused.text


def test_pasting_leads_on_to_the_game(
    client: FlaskClient, shelf: Shelf, illustrative: bytes
) -> None:
    """What a form makes of line ends is undone: the record is the one that was pasted."""
    text = illustrative.decode().replace("\n", "\r\n")
    answer = submit(client, "/upload", text=text)
    assert answer.status_code == 303
    waiting = client.get(answer.headers["Location"])
    assert waiting.status_code == 200
    assert "data-leads" in waiting.text
    shelf.archive.judging.receive(upload_in(answer.headers["Location"]))
    onwards = client.get(answer.headers["Location"])
    assert onwards.status_code == 303
    page = client.get(onwards.headers["Location"])
    assert "Bertha wins" in page.text
    assert "stands in no list" in page.text
    assert client.get(f"{onwards.headers['Location']}.xxn").data == illustrative


def test_several_records_stay_on_the_page_of_their_upload(
    client: FlaskClient, shelf: Shelf, record: bytes
) -> None:
    text = (record * 2).decode()
    answer = submit(client, "/upload", text=text)
    shelf.archive.judging.receive(upload_in(answer.headers["Location"]))
    page = client.get(answer.headers["Location"])
    assert page.status_code == 200
    assert "data-leads" not in page.text
    assert "of 2 games finished" in page.text


def test_a_file_goes_before_text_and_keeps_its_bytes(client: FlaskClient, shelf: Shelf) -> None:
    odd = b'\xef\xbb\xbf[XXN "1.0"]\r\n\xff\r\n'
    answer = submit(
        client, "/upload", text="something else", visibility="public",
        file=(io.BytesIO(odd), "odd.xxn"),
    )  # fmt: skip
    upload = upload_in(answer.headers["Location"])
    shelf.archive.judging.receive(upload)
    found = upload_of(shelf.archive, upload)
    assert (found.filename, found.size, found.visibility) == ("odd.xxn", len(odd), "public")


def test_a_form_that_lists_perhaps_is_refused(client: FlaskClient) -> None:
    answer = submit(client, "/upload", text="x", visibility="perhaps")
    assert answer.status_code == 400
    assert "“visibility”" in answer.text


def test_nothing_at_all_is_not_taken(client: FlaskClient) -> None:
    answer = submit(client, "/upload", text=" \r\n")
    assert answer.status_code == 400
    assert "There is no play in this yet." in answer.text
    assert 'href="/?try=sum"' in answer.text
    assert 'name="text"' in answer.text


@pytest.mark.parametrize("path", ["/upload", "/verify"])
def test_too_much_is_refused_with_the_limit(client: FlaskClient, path: str) -> None:
    refused = submit(client, path, text="x" * 1_100_000)
    assert refused.status_code == 413
    assert "1 MB" in refused.text


def test_large_pasted_text_is_as_welcome_as_a_file(client: FlaskClient) -> None:
    """Frameworks draw a line for form fields far below the one for files."""
    text = '[XXN "1.0"]\n' + "{x}\n" * 150_000
    answer = client.post(
        "/upload",
        data={"csrf_token": token_of(client), "text": text},
        content_type="multipart/form-data",
    )
    assert answer.status_code == 303


def test_a_check_keeps_nothing(client: FlaskClient, shelf: Shelf, illustrative: bytes) -> None:
    before = kept(shelf.archive)
    page = submit(client, "/verify", text=illustrative.decode())
    assert page.status_code == 200
    assert "Bertha wins, 110–82" in page.text
    assert f'id="L{shelf.listing}"' in page.text
    assert page.headers["Cache-Control"] == "no-store"
    assert kept(shelf.archive) == before


def test_a_check_of_many_says_how_many_it_took(client: FlaskClient, record: bytes) -> None:
    page = submit(client, "/verify", text=(record * 22).decode())
    assert "The first 20 of 22 games" in page.text


SHEET = "Mina: 7 (7)\nOtto: 4 (11)\nMina: 9 (20, nine)\n"
DEMO = "Dun Karm: 9 (9)"


def in_the_box(page: str) -> str:
    """Return the text that the box of a page holds."""
    return unescape(re.search(r'<textarea id="text"[^>]*>(.*?)</textarea>', page, re.DOTALL)[1])


def test_what_is_kept_after_a_check_is_what_was_checked(client: FlaskClient) -> None:
    file = io.BytesIO(SHEET.encode())
    page = submit(client, "/verify", text=DEMO, file=(file, "c.txt")).text
    assert "press “Check and keep” below" in page
    assert in_the_box(page) == SHEET
    upload = upload_in(submit(client, "/upload", text=in_the_box(page)).location)
    assert client.get(f"/upload/{upload}/original").data == SHEET.encode()


@pytest.mark.parametrize("many", [1, 22])
def test_after_a_check_of_a_packed_file_it_has_to_be_chosen_again(
    client: FlaskClient, record: bytes, many: int
) -> None:
    packed = gzip.compress(record * many)
    page = submit(client, "/verify", text=DEMO, file=(io.BytesIO(packed), "c.xxn.gz")).text
    assert "choose the file again below and press “Check and keep”" in page
    assert in_the_box(page) == ""
    assert ("All of the games are judged then." in page) == (many > 1)


def test_a_check_of_nothing_says_what_to_write_and_offers_examples(client: FlaskClient) -> None:
    answer = submit(client, "/verify", text=" \n ")
    assert answer.status_code == 400
    assert "such as “Anna: 8 (8)”" in answer.text
    assert 'href="/?try=sum"' in answer.text


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("tried", EXAMPLES)
def test_every_example_is_read_whole_and_answered(
    client: FlaskClient, code: str, tried: str
) -> None:
    page = client.get(f"/?try={tried}", headers={"Accept-Language": code}).text
    assert 'class="live-said sign-refuted"' in page
    assert page.count('class="finding sev-error"') == (2 if tried == "sum" else 1)


def test_the_short_answer_says_the_same_as_the_whole(client: FlaskClient, record: bytes) -> None:
    said = {"csrf_token": token_of(client), "text": record.decode()}
    short = client.post("/verify", data={**said, "fragment": "1"}).text
    sentence = re.search(r'<p class="live-said [^>]*>(?:<svg.*?</svg> )?(.*?)</p>', short)
    assert sentence[1] in client.post("/verify", data=said).text
    assert "<html" not in short
    assert client.post("/verify", data={**said, "text": "", "fragment": "1"}).text == ""


def test_what_is_no_game_is_answered_with_what_one_looks_like(
    client: FlaskClient, judged: Judge, shelf: Shelf
) -> None:
    """On its page, and on that of its upload where it is no game; a comparison is offered of what
    could be read."""
    note = b"hello there this is no game"
    upload = judged_upload(shelf.archive, note, filename="note.txt")
    for address in (f"/g/{judged(note, 'note.xxn')}", f"/upload/{upload.id}"):
        page = client.get(address).text
        assert "expected is a line such as" in page
        assert page.count('href="/?try=') >= 2
        assert "/compare?a=" not in page
    game = judged(b"Anna: 8 (8)\nTom: ace (9)\n", "game.txt")
    page = client.get(f"/g/{game}").text
    assert 'href="/?try=' not in page
    assert "/compare?a=" in page
