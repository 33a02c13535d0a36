"""The whole verdict of a game as a page: rules quoted, other readings, repairs, patches."""

import re

import pytest
from flask.testing import FlaskClient

from archive.analysis import verify_fully
from archive.analysis.repairs.search import repairs
from archive.core.budgets import REPAIRS
from archive.games import GAMES
from archive.notation import read
from archive.notation.patches import patch
from archive.scoring import verify
from archive.web.presenters.other_rules import readings_of, winner_words
from archive.web.presenters.repairs import repairs_of
from archive.web.presenters.replay_view import table_after
from archive.web.presenters.rule_sets import clause

from .conftest import ROOT, SAMPLES, Judge, Shelf, words
from .people import submit

FIXTURES = ROOT / "fixtures"


def flawed(game: str, name: str) -> bytes:
    return (FIXTURES / game / "flawed" / f"{name}.xxn").read_bytes()


QUOTED = [
    ("twenty", "wrong-starter"), ("twenty", "seat-slip"), ("twenty-two", "wrong-hand-size"),
    ("twenty-two", "wrong-dealer"), ("zwanzig-ab", "no-lawful-deal"), ("zwanzig-ab", "wrong-pack"),
    ("count-to-20", "wrong-pair"), ("count-to-20", "card-not-held"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "name"), QUOTED)
def test_every_finding_quotes_its_rule_and_leads_to_it(
    client: FlaskClient, judged: Judge, game: str, name: str
) -> None:
    data = flawed(game, name)
    page = client.get(f"/g/{judged(data)}/verify").text
    rulebook = client.get(f"/rules/{game}").text
    cited = {finding.clause for finding in verify(data).findings if finding.clause}
    assert cited
    for reference in cited:
        number = reference.partition("/")[2]
        shown = clause(reference)
        assert shown is not None
        assert f'href="/rules/{game}#{number}"' in page
        assert f'id="{number}"' in rulebook
        assert f'<blockquote class="rule-words">{shown.words}</blockquote>' in page


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_that_a_flawed_record_cites_is_there(game: str) -> None:
    for path in sorted((FIXTURES / game / "flawed").glob("*.findings")):
        for reference in re.findall(rf"\b{game}/\d+\.\d+", path.read_text("utf-8")):
            shown = clause(reference)
            assert shown.words


def test_what_proves_a_finding_is_listed_with_links(client: FlaskClient, judged: Judge) -> None:
    game = judged(flawed("twenty-two", "not-lowest-proved-later"))
    page = client.get(f"/g/{game}/verify").text
    assert re.search(
        rf'shown by <a href="/g/{game}/source#L21">line 21</a>'
        rf' \(<a href="/g/{game}/14">play 14</a>\)',
        page,
    )


def test_the_story_shows_the_table_where_it_went_wrong(client: FlaskClient, judged: Judge) -> None:
    samples = ROOT / "archive" / "samples"
    story = client.get(f"/g/{judged((samples / 'zwanzig-ab-disputed-revoke.xxn').read_bytes())}")
    (board,) = re.findall(r'<figure class="board-after">.*?</figure>', story.text, re.DOTALL)
    assert " wrong" in board
    assert "Karl-Heinz plays the seven of spades" in board
    sound = client.get(f"/g/{judged((samples / 'zwanzig-ab-vereinsabend.xxn').read_bytes())}")
    assert "board-after" not in sound.text


def test_different_rules_are_said_first(client: FlaskClient, judged: Judge) -> None:
    game = judged(flawed("zwanzig-ab", "sweep-five-read-as-ten"))
    page = client.get(f"/g/{game}/verify").text
    said = "The sheet is right by “Zwanzig ab”: you may simply play by different rules."
    assert said in page
    rows = re.findall(r'<th scope="row" role="rowheader"><a [^>]*>([^<]+)</a>', page)
    assert rows[:2] == [
        "Zwanzig ab; house rule: winning all five tricks takes off ten points", "Zwanzig ab",
    ]  # fmt: skip
    assert "1 other way to play comes to the same" in page
    assert said in client.get(f"/g/{game}").text


def test_readings_that_make_no_difference_are_folded(client: FlaskClient, judged: Judge) -> None:
    page = client.get(f"/g/{judged(flawed('zwanzig-ab', 'no-deal-fits'))}/verify").text
    assert "Every other way to play comes to the same: it is not a matter of rules." in page
    assert '<table class="readings"' not in page


def test_the_illustrative_games_one_repair(client: FlaskClient, shelf: Shelf) -> None:
    page = client.get(f"/g/{shelf.game}/verify").text
    section = words(page[page.index('id="repairs"') :])
    assert "One change would put this right." in section
    told = f"Line {shelf.listing}: five for jack. The score stays 82–110."
    assert f"{told} The outcome stays: Bertha wins." in section
    assert f"line {shelf.listing} J → becomes 5" in section
    assert f'href="/g/{shelf.game}/source#L{shelf.listing}">line {shelf.listing}</a>' in page
    assert "Not everything was tried" in section
    sheet = words(page[page.index("What the score sheet becomes") :])
    assert "Bonus +2 82 82 (agrees) 110 110 (agrees) Result 82 82 (agrees)" in sheet
    assert page.index("impossible-hand") > page.index("Technical details")
    assert 'href="#repairs"' in page or "#repairs" in client.get(f"/g/{shelf.game}").text


def test_a_repair_is_given_as_a_patch(
    client: FlaskClient, shelf: Shelf, illustrative: bytes
) -> None:
    answer = client.get(f"/g/{shelf.game}/repairs/1.diff")
    assert answer.content_type == "text/plain; charset=utf-8"
    verdict = verify(illustrative)
    [repair] = repairs(verdict, REPAIRS).found
    assert answer.text == patch(verdict.record, repair.edits, f"{shelf.game}.xxn")
    assert "-p1: QJJ43\n+p1: Q5J43\n" in answer.text
    assert client.get(f"/g/{shelf.game}.xxn").data == illustrative
    for number in ("0", "2", "999999999999999999999"):
        assert client.get(f"/g/{shelf.game}/repairs/{number}.diff").status_code == 404
    assert client.get("/g/aaaaaaaaaa/repairs/1.diff").status_code == 404
    assert client.post(f"/g/{shelf.game}/repairs/1.diff").status_code == 405


def test_ties_are_all_listed_the_sixth_and_on_folded(client: FlaskClient, judged: Judge) -> None:
    page = client.get(f"/g/{judged(flawed('zwanzig-ab', 'too-many-of-a-card'))}/verify").text
    ways = page.count('<li class="repair">')
    assert ways > 5
    assert f"At least {ways} ways do so equally well" in words(page)
    assert page.index(f"{ways - 5} more that do as well") > page.index("/repairs/5.diff")
    assert page.index(f"{ways - 5} more that do as well") < page.index("/repairs/6.diff")


def test_two_repairs_stand_side_by_side_each_with_its_winner(
    client: FlaskClient, judged: Judge
) -> None:
    record = flawed("zwanzig-ab", "either-of-two-repairs-wins-for-another")
    said = words(client.get(f"/g/{judged(record)}/verify").text)
    assert "At least 2 ways do so equally well" in said
    assert "They do not all make the same player win." in said
    assert "Line 167, play 185: ten of diamonds for ten of clubs. The score stays" in said
    one, other = said.index("The outcome stays: "), said.index("Outcome: Anna wins.")
    assert other < one  # the line in quarrel comes first


def test_nothing_to_put_right_says_nothing_of_it(
    client: FlaskClient, judged: Judge, record: bytes
) -> None:
    page = client.get(f"/g/{judged(record)}/verify").text
    assert "How it could be put right" not in page
    assert "Other readings" not in page


def test_what_no_search_found_is_said(client: FlaskClient, judged: Judge) -> None:
    page = client.get(f"/g/{judged(flawed('twenty', 'round-cut-short'))}/verify").text
    assert "No change was found that puts this right" in page


def test_a_check_shows_them_too(client: FlaskClient) -> None:
    text = flawed("twenty", "one-card-twice").decode()
    page = submit(client, "/verify", text=text).text
    assert "Every other way to play comes to the same" in page
    assert "No more than 20 are listed; there are others." in page
    assert 'href="#L17">line 17</a>' in page
    assert "--- record.xxn" in page
    assert ".diff" not in page
    assert '<blockquote class="rule-words">' in page


def test_lines_of_a_page_without_text_are_no_links(client: FlaskClient) -> None:
    """Several records are checked without their texts, their readings and their repairs."""
    text = flawed("twenty", "one-card-twice").decode() * 2
    page = submit(client, "/verify", text=text).text
    assert "line 17" in page
    assert '#L17"' not in page
    assert "is worked out for a game that is checked alone" in page
    assert "How it could be put right" not in page


HOSTILE = b"""\
[XXN "1.0"]
[Game "twenty"]
[P1 "<script>alert(1)</script>"]
[P2 "\\"><b>'\xe2\x80\xae"]

@round n=1 first=p1
@up 39 bonus=6
@deal n=1
p1: 85542
p2: T982A
1. p1 8=9 {<script>alert(2)</script>} 2. p2 A=9
@score p1:0 p2:0
"""


def test_a_record_cannot_bring_markup(client: FlaskClient, judged: Judge) -> None:
    page = client.get(f"/g/{judged(HOSTILE)}/verify").text
    assert "How it could be put right" in page
    for markup in ("<script>", "<b>'", "\u202e"):
        assert markup not in page


def test_unlisted_verdicts_are_kept_from_search_engines(
    client: FlaskClient, judged: Judge, record: bytes
) -> None:
    page = client.get(f"/g/{judged(record)}/verify")
    assert 'content="noindex"' in page.text
    assert "Set-Cookie" not in page.headers


def test_pages_of_records_that_are_no_game(client: FlaskClient, judged: Judge) -> None:
    for data in (b"[XXN", b"\xff\xfa", b'[Game "chess"]\n1. e4'):
        page = client.get(f"/g/{judged(data)}/verify")
        assert page.status_code == 200
        assert "How it could be put right" not in page.text
    assert client.get("/g/aaaaaaaaaa/verify").status_code == 404


def test_an_old_verdict_without_repairs_is_shown_all_the_same(illustrative: bytes) -> None:
    verdict = verify(illustrative)
    old = {key: value for key, value in verdict.as_dict().items() if "repairs" not in key}
    assert repairs_of(old, ["Ada", "Ben"], verdict.record, "x") is None
    old = {key: value for key, value in old.items() if "readings" not in key}
    assert readings_of({**old, "readings": []}, []) is None
    assert readings_of(None, []) is None


@pytest.mark.parametrize(
    ("winner", "scores", "said"),
    [("p1", (20, 90), "Ada wins"), ("draw", (90, 90), "it is a draw"),
     ("p1,p2", (0, 0), "Ada and Ben share the win"),
     ("draw", (22, 25), "Ada and Ben share the win"), (None, (0, 0), "who wins is not known")],
)  # fmt: skip
def test_words_for_a_winner(winner: str | None, scores: tuple[int, int], said: str) -> None:
    score = {f"p{seat}": total for seat, total in enumerate(scores, 1)}
    assert winner_words(winner, score, ["Ada", "Ben"]) == said


def test_rules_by_which_a_game_is_not_over_either_are_not_listed() -> None:
    """Nothing is wrong with a game that only ends too soon; what Twenty down would object to in a
    game of Zwanzig ab is of no interest there."""
    verdict = verify_fully(flawed("zwanzig-ab", "early-end"))
    shown = readings_of(verdict.as_dict(), ["Anna", "Bernd", "Clara", "Dirk"])
    assert shown.differing == []
    assert [one.sentence for one in shown.alike if one.sentence] == []


def test_a_story_shows_the_card_it_turns_on_and_ranks_the_players(
    client: FlaskClient, judged: Judge
) -> None:
    """A revoke in a game in which few points win."""
    data = (ROOT / "archive/samples/zwanzig-ab-disputed-revoke.xxn").read_bytes()
    page = client.get(f"/g/{judged(data)}").text
    said = re.sub(" (?=[,.])", "", words(page))
    assert "Anneliese wins. Anneliese −1, Jochen 15, Karl-Heinz 17, Ute 19." in said
    assert "153 of 154 plays, 6 dealers" in said  # the revoke itself was not right
    turned = page[page.index('class="turned-on') : page.index('class="answers"')]
    assert re.findall(r"card suit-\w", turned) == ["card suit-s"]
    assert 'href="/rules/zwanzig-ab#6.3"' in turned


@pytest.mark.parametrize(
    ("game", "name", "code"),
    [
        ("zwanzig-ab", "standing-within-a-deal", "not-now"),
        ("twenty-two", "wrong-dealer", "wrong-dealer"),
    ],
)
def test_a_story_blames_no_play_for_a_line(
    client: FlaskClient, judged: Judge, game: str, name: str, code: str
) -> None:
    """A standing that comes too early, or a wrong dealer: no card stands beside it, and all plays
    are right."""
    data = flawed(game, name)
    story = client.get(f"/g/{judged(data)}").text
    assert 'class="turned-on' not in story
    [sentence] = {one.sentence for one in verify(data).findings if one.code == code}
    answers = words(story[story.index('class="answers"') :])
    assert answers.startswith(f'class="answers"> Was every play allowed? No {sentence}')
    checked = words(submit(client, "/verify", text=data.decode()).text)
    assert not re.search(r"\d+ of \d+ plays", checked)


def test_a_score_sheet_marks_where_it_went_wrong(client: FlaskClient, judged: Judge) -> None:
    data = (ROOT / "archive/samples/twenty-disputed-sum.xxn").read_bytes()
    page = client.get(f"/g/{judged(data)}").text
    assert page.count('class="slipped"') == 1
    slipped = page[page.index('class="slipped"') :]
    assert words(slipped[: slipped.index("</tr>")]).startswith(
        'class="slipped"> Hand 2 – here +6 74 75'
    )


ANCHOR = re.compile(r'href="(?:/g/\w+/source)?#(\w*\d)"')


@pytest.mark.parametrize(
    "path", ["twenty/flawed/illustrative.xxn", "import/prose/illustrative.txt"]
)
def test_every_link_to_a_line_leads_to_it(client: FlaskClient, judged: Judge, path: str) -> None:
    """On the pages of a game, and where a sheet is only checked: of the findings, of what shows
    them, of the repairs, and in the table for programs."""
    text = (FIXTURES / path).read_bytes()
    game = judged(text, path.rpartition("/")[2])
    source = client.get(f"/g/{game}/source").text
    checked = submit(client, "/verify", text=text.decode()).text
    pages = (client.get(f"/g/{game}{end}").text for end in ("", "/verify"))
    linked = set[str]()
    for page, there in [
        *((page, source) for page in pages),
        (source, source),
        (checked, checked),
    ]:
        found = set(ANCHOR.findall(page))
        assert not {at for at in found if f'id="{at}"' not in there}
        linked |= found
    assert {at[0] for at in linked} == ({"L"} if path.endswith(".xxn") else {"L", "S"})


def test_a_wrong_standing_is_shown_at_the_play_that_it_counts_wrongly(
    client: FlaskClient, judged: Judge
) -> None:
    game = judged((SAMPLES / "twenty-disputed-sum.xxn").read_bytes())
    sentence = "Dun Karm scores 6 with play 66"
    for page in ("", "/verify", "/source"):
        shown = client.get(f"/g/{game}{page}").text
        assert sentence in shown, page
        assert f'href="/g/{game}/66"' in shown, page
        assert "at play 70" not in shown, page
    assert sentence in client.get(f"/g/{game}/66").text
    assert sentence not in client.get(f"/g/{game}/70").text
    findings = client.get(f"/api/v1/games/{game}/verdict").json["findings"]
    told = " ".join(f"{one['code']} {one['ply']} {one['line']}" for one in findings)
    for page in ("", "/verify"):  # what programs are told is what programs read
        table = words(client.get(f"/g/{game}{page}").text.partition('class="codes"')[2])
        assert f"Finding Play Line {told} " in table, page


def test_a_sheet_that_begins_in_the_middle_has_one_winner_and_its_totals_on_every_page(
    client: FlaskClient, judged: Judge
) -> None:
    """The last play of its replay said that who won is not known, and the board of its story had
    question marks where that of the replay had totals."""
    text = (FIXTURES / "twenty/sound/whole-with-suits.xxn").read_text("utf-8")
    head, behind = text[: text.index("@round n=1")], text[text.index("@round n=2") :]
    game = judged((head + behind).encode())
    story = client.get(f"/g/{game}").text
    [winner] = re.findall(r"By the sheet’s own totals, \w+ wins\.", words(story))[:1]
    assert winner in words(client.get(f"/g/{game}/100").text)
    assert "Who won is not known" not in client.get(f"/g/{game}/100").text
    after = table_after(read((head + behind).encode()))
    assert after is not None
    assert None not in [one.total for one in after.table.seats]


def test_where_there_is_nothing_to_judge_nothing_is_said_to_agree(
    client: FlaskClient, judged: Judge
) -> None:
    text = '[XXN "1.0"]\n[Game "twenty"]\n[P1 "Ada"]\n[P2 "Ben"]\n'
    game = judged(text.encode())
    checked = submit(client, "/verify", text=text).text
    for page in (checked, *(client.get(f"/g/{game}{end}").text for end in ("", "/verify"))):
        assert "There is no play on the sheet, and so nothing to judge." in page
        assert "Nothing was found" not in page
        assert "agree wherever" not in page
