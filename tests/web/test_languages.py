"""What the pages say is there in every language, whole, and comes in the reader's own."""

import re
from collections.abc import Iterable
from itertools import product

import pytest
from babel.messages.catalog import Catalog, Message
from flask.testing import FlaskClient
from marshmallow import Schema

from archive.languages import ENGLISH, HERE, catalogue_path, complete, languages
from archive.languages.catalogue import catalogue
from archive.web.errors import problems_by_pointer
from archive.web.field_messages import field_message
from tests.languages.messages import all_extracted, translated

from .conftest import Shelf
from .people import PASSWORD, sign_in

PLACE = re.compile(r"%\(\w+\)s|%%|</?\w+[^>]*>")
"""What must stand in a sentence in every language: values that are put in, and tags."""

OTHERS = [code for code in languages() if code != ENGLISH]


def _keys(messages: Catalog) -> set[tuple[str | None, str]]:
    return {(one.context, one.id if isinstance(one.id, str) else one.id[0])
            for one in messages if one.id}  # fmt: skip


def _said(one: Message) -> Iterable[str]:
    return one.string if isinstance(one.string, tuple | list) else [one.string]


@pytest.mark.parametrize("code", OTHERS)
def test_every_sentence_is_translated(code: str) -> None:
    """`make messages` adds what is missing to the catalogues."""
    there, wanted = _keys(catalogue(catalogue_path(code))), _keys(all_extracted())
    assert wanted - there == set()
    assert there - wanted == set()
    assert complete(code)


@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_has_the_places_of_its_sentence(code: str) -> None:
    for one in translated(code, "pages"):
        if not one.id:
            continue
        wanted = {tuple(sorted(PLACE.findall(said)))
                  for said in ([one.id] if isinstance(one.id, str) else one.id)}  # fmt: skip
        for said in _said(one):
            assert tuple(sorted(PLACE.findall(said))) in wanted, one.id


def _tongues(client: FlaskClient, *codes: str) -> FlaskClient:
    client.application.config["LANGUAGES"] = codes
    return client


@pytest.fixture
def reader(client: FlaskClient) -> Iterable[FlaskClient]:
    """A visitor to an archive that offers German."""
    before = client.application.config["LANGUAGES"]
    yield _tongues(client, ENGLISH, "de")
    _tongues(client, *before)


def test_a_page_is_in_the_language_that_the_browser_asks_for(reader: FlaskClient) -> None:
    german = reader.get("/", headers={"Accept-Language": "fr, de-AT;q=0.8, en;q=0.5"})
    assert '<html lang="de">' in german.text
    assert "Wer hat wirklich gewonnen?" in german.text
    assert german.headers["Content-Language"] == "de"
    english = reader.get("/", headers={"Accept-Language": "en-GB, de;q=0.9"})
    assert "Who really won?" in english.text
    assert "Who really won?" in reader.get("/", headers={"Accept-Language": "fr"}).text
    assert "Who really won?" in reader.get("/", headers={"Accept-Language": "de;q=0"}).text
    for answer in (german, english):
        assert {"Accept-Language", "Cookie"} <= set(answer.vary)


def test_a_page_kept_in_one_language_is_not_taken_for_another(reader: FlaskClient) -> None:
    german = reader.get("/rules", headers={"Accept-Language": "de"})
    tag = german.headers["ETag"]
    again = {"Accept-Language": "de", "If-None-Match": tag}
    assert reader.get("/rules", headers=again).status_code == 304
    asked = {"Accept-Language": "en", "If-None-Match": tag}
    assert "Games" in reader.get("/rules", headers=asked).text


def test_a_problem_is_all_in_one_language(reader: FlaskClient) -> None:
    german = reader.get("/api/v1/games/999", headers={"Accept-Language": "de"})
    assert (german.status_code, german.json["title"]) == (404, "Nicht gefunden")
    english = reader.get("/api/v1/games/999", headers={"Accept-Language": "en"})
    assert english.json["title"] == "Not Found"


def test_a_choice_is_remembered_and_leads_back(reader: FlaskClient) -> None:
    asked = {"Accept-Language": "en", "Referer": "http://localhost/games?sort=date"}
    chosen = reader.post("/language", data={"to": "de"}, headers=asked)
    assert (chosen.status_code, chosen.location) == (303, "/games?sort=date")
    assert "Partien" in reader.get("/games", headers={"Accept-Language": "en"}).text
    reader.post("/language", data={"to": "en"})
    assert "Partien" not in reader.get("/games", headers={"Accept-Language": "de"}).text


@pytest.mark.parametrize(
    "left", ["", "https://elsewhere.example/games", "http://localhost/no/page", "http://[x"]
)
def test_a_choice_leads_to_no_other_place(reader: FlaskClient, left: str) -> None:
    chosen = reader.post("/language", data={"to": "de"}, headers={"Referer": left})
    assert chosen.location == "/"


def test_a_language_that_is_not_offered_is_refused(reader: FlaskClient) -> None:
    assert reader.post("/language", data={"to": "fr"}).status_code == 422
    assert 'name="to" value="de"' in reader.get("/").text
    only = _tongues(reader, ENGLISH).get("/", headers={"Accept-Language": "de"})
    assert "Who really won?" in only.text
    assert 'action="/language"' not in only.text


def test_what_is_put_into_a_sentence_is_escaped_and_named(reader: FlaskClient) -> None:
    page = reader.get("/players?q=%E2%80%AE<b>", headers={"Accept-Language": "de"}).text
    assert "<b>" not in page.partition("<main")[2].partition("</form>")[0]


def test_rules_are_read_in_german(reader: FlaskClient) -> None:
    page = reader.get("/rules/twenty", headers={"Accept-Language": "de"}).text
    assert "Wer die Summe genau auf 20 bringt" in page
    assert "The player who makes the tally" in reader.get("/rules/twenty").text


def test_what_templates_share_is_said_to_each_reader_alike(reader: FlaskClient) -> None:
    """A template that others import is made once, so it must say nothing by itself."""
    english = reader.get("/games", headers={"Accept-Language": "en"}).text
    german = reader.get("/games", headers={"Accept-Language": "de"}).text
    assert "Faults found" in english or "Correct" in english or "Not possible" in english
    for word in ("Faults found", "Correct", "Not possible"):
        assert word not in german
    assert reader.get("/games", headers={"Accept-Language": "en"}).text == english


def test_an_address_may_ask_for_a_language_which_is_remembered(reader: FlaskClient) -> None:
    asked = reader.get("/games?lang=de", headers={"Accept-Language": "en"})
    assert "Partien" in asked.text
    assert "no-store" in asked.headers["Cache-Control"]
    assert "Partien" in reader.get("/games", headers={"Accept-Language": "en"}).text
    other = reader.get("/games?lang=fr", headers={"Accept-Language": "en"})
    assert "Partien" in other.text
    assert "Set-Cookie" not in other.headers


def test_an_account_has_a_language(reader: FlaskClient, shelf: Shelf) -> None:
    """It is that of each browser in which the account signs in."""
    shelf.archive.accounts.create("reader", PASSWORD)
    english = {"Accept-Language": "en"}
    sign_in(reader, "reader")
    assert '<option value="" selected>' in reader.get("/account", headers=english).text
    reader.post("/language", data={"to": "de"})
    another = shelf.app.test_client()
    assert "Partien" not in another.get("/games", headers=english).text
    sign_in(another, "reader")
    assert "Partien" in another.get("/games", headers=english).text
    assert '<option value="de" selected>' in another.get("/account").text
    another.post("/language", data={"to": ""})
    assert "Partien" not in another.get("/games", headers=english).text


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/games?sort=x", "Partien werden nach einem von diesen geordnet: newest"),
        ("/api/v1/account/tokens", "Sende Name und Passwort des Kontos."),
        ("/api/v1/generate/whist", "erwartet: eines von count-to-20, twenty"),
        ("/api/v1/generate/twenty?players=5", "nicht für 5 Spieler erfinden; erwartet: 2 Spieler"),
    ],
)
def test_a_refusal_is_said_in_german(reader: FlaskClient, address: str, said: str) -> None:
    answer = reader.get(address, headers={"Accept-Language": "de"})
    assert said in (answer.json["detail"] if answer.is_json else answer.text)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (".xxn?line=zz", "Zug 1 der Variante"),
        (".xxn", "Sag, was anders gespielt wird"),
        ("/note?line=zz", "Zug 1 der Variante"),
    ],
)
def test_a_line_that_cannot_be_played_is_refused_in_german(
    reader: FlaskClient, shelf: Shelf, line: str, said: str
) -> None:
    shelf.archive.accounts.create(f"writer {len(line)}", PASSWORD)
    sign_in(reader, f"writer {len(line)}")
    answer = reader.get(f"/g/{shelf.game}/5{line}", headers={"Accept-Language": "de"})
    assert answer.status_code == 400
    assert said in (answer.json["detail"] if answer.is_json else answer.text)


def test_a_record_has_one_name_in_german() -> None:
    said = [path for path in (HERE / "de").rglob("*") if path.is_file()
            and re.search("[Aa]ufzeichnung|Mitschrift", path.read_text("utf-8"))]  # fmt: skip
    assert said == []


def test_whatever_is_wrong_with_a_field_is_said_in_german(shelf: Shelf) -> None:
    """Each field of each schema is given what it does not take."""
    odd = (None, [], {}, [None], "x", "x" * 10_000, -1, 10**30, 0.5, float("nan"))
    said: set[str] = set()
    with shelf.app.app_context():
        for schema in (kind() for kind in _schemas(Schema)):
            given = [{name: value} for name, value in product(schema.fields, odd)]
            for wrong in map(schema.validate, [*given, []]):
                said |= {one["detail"] for one in problems_by_pointer({"json": wrong})}
    with shelf.app.test_request_context(headers={"Accept-Language": "de"}):
        assert [one for one in said if field_message(one) == one] == []


def _schemas(base: type[Schema]) -> set[type[Schema]]:
    """Return the schemas of this project."""
    below: set[type[Schema]] = set().union(*(_schemas(one) for one in base.__subclasses__()))
    return below | {one for one in base.__subclasses__() if one.__module__.startswith("schemas")}


def test_suits_have_four_colours_or_two_by_choice(client: FlaskClient, shelf: Shelf) -> None:
    page = f"http://localhost/g/{shelf.game}/5"
    assert "data-suits" not in client.get(page).text
    chosen = client.post("/suits", data={"to": "two"}, headers={"Referer": page})
    assert chosen.location == f"/g/{shelf.game}/5"
    told = client.get(page).text
    assert '<html lang="en" data-suits="two">' in told
    assert 'value="two" aria-current="true"' in told
    assert 'data-suits="two"' in client.get("/rules").text
    client.post("/suits", data={"to": "four"})
    assert "data-suits" not in client.get(page).text
    assert client.post("/suits", data={"to": "six"}).status_code == 422
