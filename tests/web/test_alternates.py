"""Every page is data as well, or there is a reason why it is not."""

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from archive.web.addresses import taken_by
from archive.web.errors import FOR_PROGRAMS
from archive.web.pages.pages_as_data import ALTERNATES

from .conftest import Shelf

FORM = "a form to fill in; what it does, the API does"
OWN = "about one account, and for the person at it; the API has /account"
MODERATION = (
    "for moderators and admins; the API has the same under /reports, /accounts, /log and /jobs"
)
FRAME = "application/json+oembed"
"""What tells other sites how to show a page in a frame; no alternate."""
WITHOUT = {
    "static": "files",
    "annotations.plays": "the API has /games/<id>/annotations",
    "puzzles.everywhere": "made of what the analyst says, which the API has under /annotations",
    "learn.learn": "words for people",
    "learn.card": "words for people",
    "learn.sheets": "words for people",
    "puzzles.listed": "made of what the analyst says, which the API has under /annotations",
    "puzzles.table": "a picture, whose puzzle the API has",
    "puzzles.one": "made of what the analyst says, which the API has under /annotations",
    "embed.ply": "a table out of a replay, whose plays have alternates",
    "embed.oembed": "data already",
    "layers.note": FORM,
    "notes.file": "a record already",
    "notes.notes": "the API has /games/<id>/layers",
    "lines.as_variation": "a record already",
    "pictures.svg": "the table of a replay, whose plays have alternates",
    "pictures.as_png": "the table of a replay, whose plays have alternates",
    "together.begin_form": FORM,
    "together.table": FORM,
    "together.state": "data already",
    "printing.sheet": "a game's page on paper; that page has alternates",
    "about.about": "words for people",
    "about.keys": "words for people",
    "exports.export": "data already",
    "events.events": "a stream of data already",
    "upload_results.results": "data already",
    "rules.files": "files for browsers",
    "revisions.stored_verdict": "data already",
    "jobs.jobs": MODERATION,
    "upload.form": "leads to the front page",
    "upload.original": "the very bytes",
    "verify.form": FORM,
    "compare.form": FORM,
    "verdict.repair_patch": "a patch already",
    "health.live": "JSON already",
    "health.ready": "JSON already",
    "metrics.metrics": "numbers for Prometheus",
    "sign_in.form": FORM,
    "sign_in.up_form": FORM,
    "account.account": OWN,
    "account.delete_form": FORM,
    "account.export": "a zip of data already",
    "managing.game": FORM,
    "managing.delete_game_form": FORM,
    "managing.upload": FORM,
    "managing.delete_upload_form": FORM,
    "moderation.report_form": FORM,
    "naming.names": FORM,
    "moderation.reports": MODERATION,
    "moderation.one_report": MODERATION,
    "moderation.anonymise_form": FORM,
    "moderation.accounts": MODERATION,
    "moderation.log": MODERATION,
}
"""Addresses outside the API that have no alternate, and why."""


def test_every_page_has_alternates_or_a_reason(shelf: Shelf) -> None:
    alternates = {endpoint for found in ALTERNATES.values() for endpoint, _ in found}
    pages = {
        rule.endpoint
        for rule in shelf.app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and not rule.rule.startswith("/api/")
    }
    assert pages - ALTERNATES.keys() - alternates - WITHOUT.keys() == set()
    assert WITHOUT.keys() - pages == set(), "reasons for pages that are not there"
    assert not WITHOUT.keys() & ALTERNATES.keys()


@pytest.fixture
def fill(shelf: Shelf) -> Callable[[str], str]:
    """An address with what is on the shelf in it."""
    return lambda path: path.format(game=shelf.game, upload=shelf.upload)


@pytest.mark.parametrize(
    ("page", "alternates"),
    [
        ("/", {"/index.json": "application/json"}),
        (
            "/g/{game}",
            {"/g/{game}.json": "application/json", "/g/{game}.xxn": "application/x-xxn"},
        ),
        (
            "/g/{game}/3?seat=2",
            {"/g/{game}/3.json": "application/json", "/g/{game}.xxn": "application/x-xxn"},
        ),
        (
            "/g/{game}/source",
            {"/g/{game}/source.json": "application/json", "/g/{game}.xxn": "application/x-xxn"},
        ),
        (
            "/g/{game}/verify",
            {"/g/{game}/verify.json": "application/json", "/g/{game}.xxn": "application/x-xxn"},
        ),
        (
            "/upload/{upload}",
            {
                "/upload/{upload}.json": "application/json",
                "/upload/{upload}.xxn": "application/x-xxn",
            },
        ),
        ("/games", {"/games.json": "application/json"}),
        ("/games?game=twenty&sort=date", {"/games.json?game=twenty&sort=date": "application/json"}),
        ("/rules", {"/rules.json": "application/json"}),
        ("/rules/twenty", {"/rules/twenty.json": "application/json"}),
        ("/api", {"/api/v1/openapi.json": "application/json"}),
    ],
)
def test_a_page_names_its_alternates_and_they_answer(
    client: FlaskClient, fill: Callable[[str], str], page: str, alternates: dict[str, str]
) -> None:
    answer = client.get(fill(page))
    assert answer.status_code == 200
    expected = {fill(address): kind for address, kind in alternates.items()}
    in_header = re.findall(r'<([^>]+)>; rel="alternate"; type="([^"]+)"', str(answer.headers))
    assert dict(in_header) == expected
    in_head = re.findall(r'<link rel="alternate" type="([^"]+)" href="([^"]+)">', answer.text)
    assert {address: kind for kind, address in in_head if kind != FRAME} == {
        address.replace("&", "&amp;"): kind for address, kind in expected.items()
    }
    for address, kind in expected.items():
        alternate = client.get(address)
        assert (alternate.status_code, alternate.mimetype) == (200, kind)
        again = client.get(address, headers={"If-None-Match": alternate.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


def test_a_twin_says_what_the_api_says(client: FlaskClient, fill: Callable[[str], str]) -> None:
    for alternate, address in [
        ("/g/{game}/3.json", "/games/{game}/plies/3"),
        ("/g/{game}/verify.json", "/games/{game}/verdict"),
        ("/g/{game}.json", "/games/{game}/verdict"),
        ("/g/{game}.xxn", "/games/{game}/record"),
        ("/g/{game}/source.json", "/games/{game}/source"),
        ("/rules.json", "/rules"),
        ("/rules/twenty.json", "/rules/twenty"),
        ("/upload/{upload}.json", "/uploads/{upload}"),
    ]:
        assert client.get(fill(alternate)).data == client.get("/api/v1" + fill(address)).data


@pytest.mark.parametrize(
    "path",
    ["/g/none.json", "/g/none.xxn", "/g/{game}/9999.json", "/rules/chess.json", "/c/none.json"],
)
def test_what_is_not_there_is_a_problem(
    client: FlaskClient, fill: Callable[[str], str], path: str
) -> None:
    answer = client.get(fill(path), headers={"Accept": "*/*"})
    assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")


def test_every_address_for_programs_says_what_it_may_be_asked(shelf: Shelf) -> None:
    with shelf.app.app_context():
        silent = {
            rule.rule
            for rule in shelf.app.url_map.iter_rules()
            if rule.rule.endswith((*FOR_PROGRAMS, ".<kind>")) and taken_by(rule.endpoint) is None
        }
    assert silent == {"/api/v1/openapi.json"}


@pytest.mark.parametrize(
    "path",
    ["/games.json?plyer=Anna", "/tag/club.json?plyer=Anna", "/games/export.csv?plyer=Anna",
     "/games.json?game=twenty&plyer=Anna", "/index.json?plyer=Anna", "/rules.json?q=points",
     "/g/{game}.json?revison=1", "/g/{game}.xxn?ply=3", "/g/{game}/3.json?seat=2",
     "/upload/{upload}.json?plyer=Anna", "/upload/{upload}/report.csv?verdict=flawed",
     "/tag/club.json?tag=other", "/p/nobody.json?player=Anna"],
)  # fmt: skip
def test_a_question_that_is_not_known_is_refused(
    client: FlaskClient, fill: Callable[[str], str], path: str
) -> None:
    """Without it another question would be answered."""
    answer = client.get(fill(path))
    assert answer.status_code == 422
    unknown = path.rpartition("?")[2].rpartition("&")[2].partition("=")[0]
    assert answer.json["errors"] == [
        {"in": "query", "pointer": f"#/{unknown}", "detail": "Unknown field."}
    ]


def test_a_page_takes_what_is_added_to_its_address(client: FlaskClient) -> None:
    """Its alternate is named without it."""
    page = client.get("/games?game=twenty&utm_source=mail")
    assert page.status_code == 200
    assert "</games.json?game=twenty>" in page.headers["Link"]
