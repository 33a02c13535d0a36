"""Every page of a game, as a reader without JavaScript meets it."""

import html
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient

from archive.analysis import verify_fully
from archive.config import Settings
from archive.core.judgements import Judgement
from archive.services import Visibility
from archive.services.games import EXAMPLE
from archive.services.uploads import sample_upload
from archive.web import create_app
from tests.empty import empty_archive
from tests.uploaded import handed_in, judged_upload, upload_of

from .conftest import ROOT, SAMPLES, Judge, Shelf
from .people import submit


@pytest.mark.parametrize(
    "path",
    ["/", "/verify", "/rules", "/rules/twenty", "/about", "/help/keys", "/healthz", "/readyz"],
)
def test_pages_that_are_always_there(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 200


@pytest.mark.parametrize("code", ["en", "de"])
def test_what_is_kept_is_told_with_the_words_of_the_buttons(client: FlaskClient, code: str) -> None:
    told = client.get(f"/about?lang={code}").text
    buttons = re.findall(r"<button[^>]*>([^<]+)</button>", client.get(f"/?lang={code}").text)
    named = re.findall("[“„]([^“”]+)[”“]", told)
    assert named
    assert [name for name in named if name not in buttons] == []


def test_every_ply_has_an_address(client: FlaskClient, shelf: Shelf) -> None:
    for ply in (*range(0, 99, 9), 98, 99, 100):
        page = client.get(f"/g/{shelf.game}/{ply}")
        assert page.status_code == 200
        assert f'data-ply="{ply}"' in page.text
        if ply < 100:
            assert f'href="/g/{shelf.game}/{ply + 1}" data-to="{ply + 1}"' in page.text
    assert client.get(f"/g/{shelf.game}/101").status_code == 404


def test_a_fragment_is_the_board_of_the_page(client: FlaskClient, shelf: Shelf) -> None:
    page = client.get(f"/g/{shelf.game}/34").text
    fragment = client.get(f"/g/{shelf.game}/34?fragment=1").text
    assert "<html" not in fragment
    where, felt, said, plays = re.split(
        r"\n*(?=<section (?:class=.felt|class=.said))|\n+(?=<section data-first)", fragment.strip()
    )
    assert where in page
    assert felt in page
    assert said in page
    assert plays.startswith('<section data-first="31" data-last="40" hidden>')


def test_the_other_side_of_the_table(client: FlaskClient, shelf: Shelf) -> None:
    near = client.get(f"/g/{shelf.game}/1?seat=2").text
    assert near.index('aria-label="Albert"') < near.index('aria-label="Bertha"')
    assert f'href="/g/{shelf.game}/2?seat=2"' in near


def test_the_verdict_page_says_it_in_words(client: FlaskClient, shelf: Shelf) -> None:
    page = client.get(f"/g/{shelf.game}").text
    assert "Bertha wins.</h1>" in page
    said = re.sub(r"</?bdi>", "", page)
    assert 'Bertha <span class="number">110</span>, Albert <span class="number">82</span>' in said
    assert "Was every play allowed?" in page
    assert "Not with these cards" in page
    assert "100 tallies" in page
    assert "five jacks" in page
    assert f'href="/g/{shelf.game}/84"' in page
    assert f'href="/g/{shelf.game}/source#L{shelf.listing}"' in page
    assert 'href="/rules/twenty#2.1"' in page


def test_a_wrong_total_is_struck_out(
    client: FlaskClient, judged: Judge, illustrative: bytes
) -> None:
    game = judged(illustrative.replace(b"p1:55", b"p1:57"))
    page = client.get(f"/g/{game}").text
    way = rf'<a class="claim" href="/g/{game}/\d+">'
    assert re.search(rf'class="differs">{way}<s>57</s></a>.*differs from 55', page)


def test_each_number_that_was_written_leads_to_the_play_behind_which_it_stands(
    client: FlaskClient, judged: Judge
) -> None:
    for sample in ("twenty-friday-club", "zwanzig-ab-disputed-revoke"):
        game = judged((SAMPLES / f"{sample}.xxn").read_bytes())
        rows = client.get(f"/api/v1/games/{game}/scores").get_json()["rows"]
        page = client.get(f"/g/{game}").text
        for row in rows:
            seen = len(re.findall(rf'class="claim" href="/g/{game}/{row["last_ply"]}"', page))
            assert seen >= len(row["claimed"] or ()), row


def test_the_first_row_that_is_off_is_marked(client: FlaskClient, judged: Judge) -> None:
    page = client.get(f"/g/{judged((SAMPLES / 'twenty-disputed-sum.xxn').read_bytes())}").text
    slipped = page[page.index('<tr class="slipped">') :]
    assert page.count('<tr class="slipped">') == 1
    assert re.search(r"<s>(\d+)</s>", slipped)[1] == "75"  # type: ignore[index]
    assert "<s>" not in page[: page.index('<tr class="slipped">')]


def test_a_way_to_a_fault_leads_to_the_side_of_who_made_it(
    client: FlaskClient, judged: Judge
) -> None:
    game = judged((SAMPLES / "zwanzig-ab-disputed-revoke.xxn").read_bytes())
    for page, end in (("", ">see it"), ("/verify", ">Go to the first finding")):
        assert f'href="/g/{game}/141?seat=3"{end}' in client.get(f"/g/{game}{page}").text


def test_what_was_found_stands_under_its_line(client: FlaskClient, shelf: Shelf) -> None:
    page = client.get(f"/g/{shelf.game}/source").text
    at = shelf.listing
    line = page[page.index(f'id="L{at}"') : page.index(f'id="L{at + 1}"')]
    assert "QJJ43" in line
    assert "<p>     ^" in line
    assert "cannot have held" in line


def test_alternates_are_the_bytes_as_stored(
    client: FlaskClient, shelf: Shelf, illustrative: bytes
) -> None:
    assert client.get(f"/g/{shelf.game}.xxn").data == illustrative
    alternate = client.get(f"/g/{shelf.game}.json")
    assert alternate.text == verify_fully(illustrative).json()
    assert client.get(f"/api/v1/games/{shelf.game}/verdict").data == alternate.data


PROSE = ROOT / "fixtures/import/prose/german.ranks=BDKT.txt"


def commands(page: str) -> list[str]:
    found = re.search(r'<code class="command" tabindex="0">([^<]+)</code>', page)
    return html.unescape(found[1]).splitlines()


@pytest.mark.parametrize("prose", [False, True])
def test_the_commands_on_the_page_make_the_same_verdict(
    client: FlaskClient, shelf: Shelf, illustrative: bytes, tmp_path: Path, prose: bool
) -> None:
    """Run as they stand there, for every record of an upload, whatever came between them."""
    data = PROSE.read_bytes() if prose else illustrative + b"\x00\xff no record\r\n" + illustrative
    upload = judged_upload(shelf.archive, data).id
    shelf.archive.analysing.analyse(upload, 1, 2)
    found = upload_of(shelf.archive, upload)
    assert bool(found.reading) is prose
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    for game in found.games[-1:]:  # it stands behind the others
        fetch, verifying = commands(client.get(f"/g/{game.id}").text)
        address = urlsplit(fetch.removeprefix("curl -O ")).path
        (tmp_path / Path(address).name).write_bytes(client.get(address).data)
        said = subprocess.run(
            verifying, shell=True, cwd=tmp_path, env={**os.environ, "PATH": path},
            capture_output=True, check=False,
        )  # fmt: skip
        assert said.stdout == client.get(f"/g/{game.id}.json").data + b"\n"
    assert len(found.games) == (1 if prose else 2)


@pytest.mark.parametrize("end", [".xxn", ".json", "", "/12", "/source"])
def test_what_has_not_changed_is_not_sent_again(
    client: FlaskClient, shelf: Shelf, end: str
) -> None:
    first = client.get(f"/g/{shelf.game}{end}")
    again = client.get(f"/g/{shelf.game}{end}", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert not again.data


def test_looking_at_a_game_sets_no_cookie(client: FlaskClient, shelf: Shelf) -> None:
    for end in ("", "/0", "/source", ".json", ".xxn"):
        assert "Set-Cookie" not in client.get(f"/g/{shelf.game}{end}").headers


def test_a_job_and_its_alternate(client: FlaskClient, shelf: Shelf) -> None:
    assert "Bertha wins" in client.get(f"/upload/{shelf.upload}").text
    state = json.loads(client.get(f"/upload/{shelf.upload}.json").data)
    assert (state["state"], state["total"], state["judged"]) == ("done", 1, 1)
    assert state["games"][0]["id"] == shelf.game


def test_a_job_that_waits_looks_again_by_itself(client: FlaskClient, shelf: Shelf) -> None:
    waiting = handed_in(shelf.archive, b"[XXN", filename="<b>.xxn")
    page = client.get(f"/upload/{waiting}").text
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in page
    assert "&lt;b&gt;.xxn" in page


def test_a_clause_has_an_anchor(client: FlaskClient) -> None:
    page = client.get("/rules/twenty").text
    assert 'id="4.1"' in page
    assert "<em>Exact Twenty.</em>" in page


@pytest.mark.parametrize(
    "path", ["/nowhere", "/g/aaaaaaaaaa", "/g/aaaaaaaaaa/3", "/upload/aaaaaaaaaa", "/rules/poker"]
)
def test_a_missing_page_helps(client: FlaskClient, path: str) -> None:
    page = client.get(path)
    assert page.status_code == 404
    assert "Check a game" in page.text


@pytest.mark.parametrize("path", ["/g/aaaaaaaaaa.json", "/upload/aaaaaaaaaa.json"])
def test_a_missing_alternate_is_a_problem(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.content_type == "application/problem+json"
    assert answer.get_json(force=True)["status"] == 404


def test_a_page_is_only_looked_at(client: FlaskClient, shelf: Shelf) -> None:
    for path in ("/", f"/g/{shelf.game}", f"/g/{shelf.game}/3", "/rules/twenty", "/healthz"):
        refused = client.delete(path)
        assert refused.status_code == 405
        assert "GET" in refused.headers["Allow"]


def test_without_a_known_game_there_is_still_a_page(client: FlaskClient, judged: Judge) -> None:
    game = judged(b"not a record at all \xff\n")
    page = client.get(f"/g/{game}")
    assert page.status_code == 200
    assert "could not be read as a game" in page.text
    assert "<b>A game without names</b>" in page.text
    for text in (page.text, client.get(f"/g/{game}/source").text):
        assert "Replay" not in text
        assert "p1 –" not in text
    assert client.get(f"/g/{game}/0").status_code == 302


def test_a_check_of_no_record_says_so(client: FlaskClient) -> None:
    page = submit(client, "/verify", text="no record").text
    assert "could not be read as a game" in page
    assert 'class="match"' not in page


def test_a_repair_shows_the_score_sheet_that_it_makes(client: FlaskClient) -> None:
    """Of a sheet in words too: the total that was wrong agrees in it."""
    sheet = "Anna: 8 (8)\nTom: ace (9)\nAnna: queen (19)\nTom: ace (20, ten points)\nAnna 0, Tom 11"
    page = submit(client, "/verify", text=sheet).text
    before, after = page[: page.index('id="repairs"')], page[page.index('id="repairs"') :]
    assert "What the score sheet becomes" not in before
    preview = after[: after.index("the change as a patch")]
    assert "What the score sheet becomes" in preview
    assert "(agrees)" in preview
    assert "differs" not in preview
    assert "differs from 10" in after  # the sheet as it is, below


def test_a_job_of_no_record_offers_no_replay(client: FlaskClient, shelf: Shelf) -> None:
    upload = judged_upload(shelf.archive, b"\x00\x01", filename="a.bin").id
    page = client.get(f"/upload/{upload}").text
    assert "No game was found in it" in page
    assert "Step through" not in page


def test_the_worked_example_is_a_sample_of_ours(record: bytes, tmp_path: Path) -> None:
    shelf = empty_archive(Settings.from_environment({}, instance=tmp_path / "instance"))
    client = create_app(shelf.settings, shelf).test_client()
    false = record.replace(b"8=8", b"8=9").replace(b"Albert", b"Stranger")
    judged_upload(shelf, false, visibility=Visibility.PUBLIC)
    assert "A quarrel, settled" not in client.get("/").text
    shelf.uploads.load_samples()
    shelf.judging.receive(sample_upload(EXAMPLE))
    page = client.get("/").text
    example = page[page.index("A quarrel, settled") :]
    assert "Dun Karm" in example
    assert re.search(r"Dun Karm plays the queen of \w+, tally 26, 6 points", example)
    assert "Stranger" not in example
    shelf.close()


def test_what_cannot_be_told_does_not_hold(
    client: FlaskClient, shelf: Shelf, record: bytes
) -> None:
    upload = judged_upload(shelf.archive, record * 2).id
    page = client.get(f"/upload/{upload}").text
    assert "Left open" in page
    assert "Correct" not in page
    assert "left open" in client.get("/").text


def test_what_no_worker_could_judge_is_not_played_in_the_web_server(
    client: FlaskClient, shelf: Shelf, record: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Workers stop what takes too long; nobody could stop a thread."""
    upload = handed_in(shelf.archive, record + b"\n\n")
    note = "This record takes too long."
    with monkeypatch.context() as patch:
        patch.setattr(
            shelf.archive.judging, "judge_with",
            lambda piece, _: Judgement(piece.id, note=note, failure="time", revision=1),
        )  # fmt: skip
        shelf.archive.judging.receive(upload)
    view = upload_of(shelf.archive, upload)
    game = view.games[0].id
    with monkeypatch.context() as patch:
        patch.setattr(
            "archive.web.presenters.replay_cache.playable", lambda _: pytest.fail("it was played")
        )
        for path in (f"/g/{game}", f"/g/{game}/source", f"/api/v1/games/{game}"):
            assert client.get(path).status_code == 200, path
        assert note in client.get(f"/g/{game}").text
        assert client.get(f"/g/{game}/0").headers["Location"] == f"/g/{game}"
        refused = client.get(f"/api/v1/games/{game}/plies")
        assert refused.status_code == 404
        assert "no verdict" in refused.text


TOTALS = "Zwanzig ab\nDeal 1: Resi 18, Sepp 19, Uschi 18, Vroni 25\nResi wins"
"""A sheet without plays: nothing shows that its numbers are right."""
BEGUN = (ROOT / "fixtures/zwanzig-ab/sound/pagat-whole.xxn").read_bytes().split(b"\n")[:25]
TOO_SOON = b"\n".join([*BEGUN, b"@end p1:20 p2:20 p3:20 p4:10 win=p4", b""])
"""A win claimed while no player is down to zero."""


def test_a_line_that_cannot_be_shown_to_be_right_has_no_tick(client: FlaskClient) -> None:
    for text, margin in ((TOTALS, "2:doubtful 3:doubtful"), (TOO_SOON.decode(), "26:doubtful")):
        page = submit(client, "/verify", text=text, fragment="1").text
        assert f'{margin}"' in page, page[-3000:]
