"""Learning to write a game down: the lesson, exercises that the engine judges, and the sheets."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from archive.core.events import Comment
from archive.importers import import_bytes
from archive.languages import ENGLISH, languages
from archive.notation import read
from archive.scoring import verify
from archive.web.lesson import LessonStep, judged, lesson, places, table_of, titles

from .learn_page import PAGE, page
from .people import submit, token_of

WRITTEN = [
    path for one in places().values() for path in sorted(one.parent.glob(f"{one.stem}.*"))
]  # fmt: skip
EXERCISES = lesson(ENGLISH).exercises


def test_every_game_shows_how_a_sheet_may_look() -> None:
    assert [title for _name, title in titles(ENGLISH)] == [
        "Count to 20", "Twenty", "Twenty-Two", "Twenty down", "Zwanzig ab",
    ]  # fmt: skip
    assert [name for name, _title in titles("de", "zwanzig-ab")] == ["twenty-down", "zwanzig-ab"]


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.name)
def test_a_sheet_is_read_as_the_same_game_in_each_form(path: Path) -> None:
    told, imported = path.read_bytes(), import_bytes(path.read_bytes(), path.name)
    if path.suffix != ".xxn":
        assert imported.diagnostics == []
        told = imported.xxn
    record = read(places()[path.name.partition(".")[0]].read_bytes())
    verdict, meant = verify(told).as_dict(), verify(record.raw).as_dict()
    assert verdict["record"]["play"] == meant["record"]["play"]
    assert [verdict[key] for key in ("game", "rules", "answers", "score")] == [
        meant[key] for key in ("game", "rules", "answers", "score")
    ]
    assert verdict["findings"] == []


def test_each_step_leads_to_its_table() -> None:
    taught = lesson(ENGLISH)
    tables = [table_of(step.so_far, ENGLISH) for step in taught.steps]
    assert [after.told for after in tables if after][4] == (
        "Ben plays a nine, tally 20, 10 points for Ben (Exact Twenty)."
    )
    assert verify(taught.game.encode()).findings == []
    assert not any(isinstance(one, Comment) for one in read(taught.steps[3].so_far.encode()).events)


def without_remarks(step: LessonStep) -> str:
    return re.sub(r"\{.*?\}", "{}", step.lines)


@pytest.mark.parametrize("code", [code for code in languages() if code != ENGLISH])
def test_the_lesson_has_the_same_records_in_every_language(code: str) -> None:
    own, english = lesson(code), lesson(ENGLISH)
    assert own.opening.title != english.opening.title
    assert [*map(without_remarks, own.steps)] == [*map(without_remarks, english.steps)]
    remarks = "".join(one.lines for one in own.steps if "{" in one.lines)
    assert remarks not in "".join(one.lines for one in english.steps), "a remark is translated"
    assert [one[3:] for one in own.exercises] == [one[3:] for one in english.exercises]


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda one: one.title)
def test_an_exercise_begins_unsolved_and_can_be_solved(exercise: object) -> None:
    number = EXERCISES.index(exercise) + 1
    assert judged(EXERCISES[number - 1].start, number, ENGLISH).remarks
    right = judged(EXERCISES[number - 1].answer, number, ENGLISH)
    assert right.remarks == []
    assert right.after is not None


@pytest.mark.parametrize(
    ("number", "line", "line_of_remark", "said"),
    [
        (1, "4. p2 K", 13, "Ben"),  # he does not hold it: the engine says so
        (1, "4. p2 8", 13, "not what the exercise asks for"),
        (1, "4. p1 9", 13, "Anna"),
        (1, "4. p2 9=20/10", None, ""),  # more may be claimed, if it is right
        (1, "4. p2 9=21", 13, "21"),
        (1, "4. p2 9\n5. p1 4", 14, "more than the exercise asks for"),
        (4, "1. p1 As 2. p2 9s 3. p3 Ks", None, "not all there yet"),
        (5, "2. p2 A?=2", None, "not all there yet"),
    ],
)
def test_an_answer_is_told_what_is_wrong_and_where(
    number: int, line: str, line_of_remark: int | None, said: str
) -> None:
    remarks = judged(f"{EXERCISES[number - 1].start}{line}\n", number, ENGLISH).remarks
    assert (remarks[0].line if remarks else None) == line_of_remark
    assert said in (remarks[0].sentence if remarks else "")


@pytest.mark.parametrize("text", ["", "Ben: 9 (20)", "\0\ud800", '[XXN "1.0"]'])
def test_whatever_is_answered_is_judged(text: str) -> None:
    assert judged(text, 1, "de").remarks


def test_an_answer_is_judged_without_a_script(client: FlaskClient) -> None:
    token = token_of(client, "/learn")
    slip = {"csrf_token": token, "exercise": "3", "text": EXERCISES[2].start}
    whole = client.post("/learn", data=slip).text
    mine = re.split(r'<section class="sheet exercise"', whole)[3]
    assert "<b>Line 10:</b> After Anna’s play 3 the tally is 11" in mine
    assert "3. p1 2=12" in mine
    right = client.post(
        "/learn", data={**slip, "text": EXERCISES[2].answer.replace("\n", "\r\n"), "fragment": "1"}
    ).text
    assert "Right." in right
    assert "<html" not in right
    assert client.post("/learn", data={**slip, "exercise": "6"}).status_code == 404


def test_the_pages_are_there_in_both_languages(client: FlaskClient) -> None:
    for address in ("/learn", "/learn/card", *(f"/learn/{name}" for name in places())):
        english, german = (
            client.get(address, headers={"Accept-Language": code}) for code in ("en", "de")
        )
        assert (english.status_code, german.status_code) == (200, 200)
        assert english.text != german.text
    assert client.get("/learn/nothing").status_code == 404
    assert "Kreuzkönig" in client.get("/learn/zwanzig-ab", headers={"Accept-Language": "de"}).text


def test_those_who_need_it_are_led_there(client: FlaskClient) -> None:
    nothing = submit(client, "/verify", text="")
    pages = [nothing.text, *(client.get(address).text for address in ("/", "/upload"))]
    assert all("/learn#sheets" in one for one in pages)
    assert "/learn/twenty-down" in client.get("/rules/zwanzig-ab").text


def test_the_document_is_made_of_the_page() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "make learn"


def test_an_exercise_answers_while_someone_writes_and_the_card_is_one_page(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/learn")
    first = page.locator("#exercise-1")
    expect(first.locator(".live")).to_be_hidden()
    first.locator("textarea").fill(f"{EXERCISES[0].start}4. p2 T\n")
    expect(first.locator(".live")).to_contain_text("Line 13")
    first.locator("textarea").fill(EXERCISES[0].answer)
    expect(first.locator(".live")).to_contain_text("Right.")
    expect(first.locator(".tally")).to_contain_text("20")
    for code in languages():
        page.set_extra_http_headers({"Accept-Language": code})
        page.goto(f"{address}/learn/card")
        for paper in ("A4", "A5"):
            assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper))) == 1
