"""What the analyst says of a game, on its pages and in the API."""

import re
from functools import partial
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from archive import analyse_record
from archive.analyst import ANALYST
from archive.generator import generate
from archive.notation import write

from .conftest import Judge, Shelf
from .people import submit, token_of
from .weighing import by_few


@pytest.fixture(scope="module")
def weighed(shelf: Shelf) -> str:
    """The illustrative game with every play weighed."""
    client = shelf.app.test_client()
    path = f"/g/{shelf.game}/annotations"
    page = client.get(f"/g/{shelf.game}/32").text
    assert "Better was" not in page
    assert f'href="{path}"' in page
    answer = submit(client, path, path)
    assert (answer.status_code, answer.location) == (303, path)
    for waits in (path, f"/g/{shelf.game}/32"):
        page = client.get(waits).text
        assert "Every play is being weighed." in page
        assert 'id="analysis" data-waiting' in re.sub(
            r' class="[^"]*"| aria-label="[^"]*"', "", page
        )
        assert "/static/analysis" in page
    shelf.archive.annotating.annotate(shelf.game)
    return shelf.game


def test_a_mistake_is_marked_and_what_was_better_is_shown_with_its_line(
    client: FlaskClient, weighed: str
) -> None:
    page = client.get(f"/g/{weighed}/32").text
    assert re.search(r'data-to="32"[^>]*>.*<b class="glyph">\?\?</b>', page)
    remark = page[page.index('class="remark"') : page.index("</section>", page.index('"remark"'))]
    text = " ".join(re.sub(r"<[^>]+>", " ", remark).split())
    assert "Better was the 9" in text
    assert "As the cards lay, it cost 8 points." in text
    led = re.search(r'href="(/g/[^"]+line=9\.[^"]+)">Step through it', remark)
    line = client.get(led[1].replace("&amp;", "&"))
    assert line.status_code == 200
    assert (
        "sev-error" not in line.text[line.text.index('id="said"') : line.text.index('id="plays"')]
    )
    assert '<li class="better"' in page
    assert "nine, would have been better" in page
    assert client.get(f"/g/{weighed}/32?fragment=1").text.count('class="remark"') == 1
    assert 'class="remark"' not in client.get(f"/g/{weighed}/34").text


def test_bad_luck_is_no_mistake(client: FlaskClient, weighed: str) -> None:
    page = client.get(f"/g/{weighed}/56").text
    assert "Unlucky: no mistake, but as the cards lay it cost 18 points." in page
    assert '<li class="better"' not in page


def test_who_sees_one_hand_alone_is_told_of_no_others(client: FlaskClient, weighed: str) -> None:
    own = client.get(f"/g/{weighed}/32?as=2").text
    assert "Better was" in own
    assert "Where it leads" not in own
    assert "Better was" not in client.get(f"/g/{weighed}/32?as=1").text


def test_the_story_and_the_margin_expected_are_shown(client: FlaskClient, weighed: str) -> None:
    page = client.get(f"/g/{weighed}/0").text
    assert "Bertha won by 28 despite giving away" in page
    path = re.search(r'class="expected" d="(M0 [^"]+)"', page)
    assert path[1].count("L") == 100
    listed = client.get(f"/g/{weighed}/annotations").text
    line = f'<b class="glyph">??</b><span><a href="/g/{weighed}/91">91. <bdi>Bertha</bdi> 9</a>'
    assert line in listed


def test_the_page_of_a_game_says_whether_the_play_or_the_cards_decided_it(
    client: FlaskClient, weighed: str, judged: Judge
) -> None:
    page = client.get(f"/g/{weighed}").text
    said = page[page.index('id="outcome"') :]
    assert said.split(">")[1].startswith("Bertha won by 28 despite giving away ")
    assert f'href="/g/{weighed}/annotations">Every play weighed</a>' in said[: said.index("</p>")]
    german = client.get(f"/g/{weighed}", headers={"Accept-Language": "de"}).text
    assert (
        "mehr verschenkt als Albert und gewann doch mit 28"
        in german[german.index('id="outcome"') :]
    )
    other = judged(write(generate("twenty/farrugia@1", 2, 77, {})).encode())
    assert 'id="outcome"' not in client.get(f"/g/{other}").text
    client.post("/spoilers", data={"to": "hide"})
    kept_back = client.get(f"/g/{weighed}").text
    assert kept_back.index("<details") < kept_back.index('id="outcome"')
    client.post("/spoilers", data={"to": "show"})


def test_a_count_of_mistakes_leads_from_one_to_the_next(client: FlaskClient, weighed: str) -> None:
    def counts(ply: int) -> dict[str, tuple[int, list[int]]]:
        page = client.get(f"/g/{weighed}/{ply}").text
        found = re.findall(
            r'data-to="(\d+)" data-mistakes="([\d ]+)"[^>]*><bdi>(\w+)</bdi> (\d+)<', page
        )
        assert all(len(plies.split()) == int(count) for _, plies, _, count in found)
        return {name: (int(to), [*map(int, plies.split())]) for to, plies, name, _ in found}

    first, plies = counts(0)["Bertha"]
    assert {32, 91} <= {*plies}
    assert first == plies[0]
    assert counts(plies[0])["Bertha"][0] == plies[1]
    assert counts(plies[-1])["Bertha"][0] == plies[0]


def test_the_turning_point_stands_on_the_curve_and_leads_there(
    client: FlaskClient, weighed: str
) -> None:
    page = client.get(f"/g/{weighed}/30").text
    assert (
        "From play 54 on Bertha was expected to win."
        in client.get(f"/g/{weighed}/annotations").text
    )
    assert re.search(r'<path class="turning" d="M54 ', page)
    assert re.search(r'Turning point: <a href="/g/[^"]+/54"[^>]* data-to="54">54</a>', page)
    client.post("/spoilers", data={"to": "hide"})
    assert "turning" not in client.get(f"/g/{weighed}/30").text
    client.post("/spoilers", data={"to": "show"})


def test_programs_ask_and_are_told_the_same(client: FlaskClient, weighed: str) -> None:
    token = {"X-CSRFToken": token_of(client, "/verify")}
    asked = client.post(f"/api/v1/games/{weighed}/analysis", headers=token)
    assert asked.status_code == 202
    assert asked.headers["Location"].endswith(f"/api/v1/games/{weighed}/annotations")
    found = client.get(asked.headers["Location"]).json or {}
    assert found == asked.json
    assert (found["state"], found["annotations"]["analyst"]) == ("done", ANALYST)
    said = found["annotations"]["plies"][31]
    assert (said["ply"], said["seat"], said["glyph"], said["best"]) == (32, "p2", 4, "9")
    assert said["line"][0] == {"seat": "p2", "card": "9", "tally": 17, "points": 15}
    for one in found["annotations"]["rounds"]:
        other = {"p1": "p2", "p2": "p1"}[one["starter"]]
        lost = one["hindsight"]
        assert one["margin"] == one["par"] - lost[one["starter"]] + lost[other]


def test_what_is_no_game_known_here_is_not_offered_it(client: FlaskClient, judged: Judge) -> None:
    game = judged(b'[XXN "1.0"]\n[Game "whist"]\n\n1. p1 9s\n')
    assert "which it knows the rules" in client.get(f"/g/{game}/annotations").text
    nothing = client.get(f"/api/v1/games/{game}/annotations").json
    assert nothing == {"state": "none", "note": None, "annotations": None}


SUITS = {
    "trump-c": ("clubs", "Kreuz"), "trump-d": ("diamonds", "Karo"), "trump-h": ("hearts", "Herz"),
    "trump-s": ("spades", "Pik"),
}  # fmt: skip


def test_trumps_that_were_named_are_told_before_the_play_that_follows(
    shelf: Shelf, judged: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyse_record, "weigh", by_few)
    client = shelf.app.test_client()
    game = judged(write(generate("zwanzig-ab/pagat@1", 4, 5, {})).encode())
    shelf.archive.annotating.ask_for(shelf.archive.games.find(game))
    shelf.archive.annotating.annotate(game)
    said = client.get(f"/api/v1/games/{game}/annotations").json["annotations"]
    bad = max(said["trumps"], key=lambda one: one["fair"])
    assert (bad["how"], bad["luck"]) == ("average", None)
    ply, (name, german_name) = bad["ply"], SUITS[bad["card"]]
    player = ("Anna", "Bernd", "Clara", "Dirk")[int(bad["seat"][1]) - 1]
    page = client.get(f"/g/{game}/{ply}").text
    remark = " ".join(re.sub(r"<[^>]+>", " ", page[page.index('class="remark"') :]).split())
    better = f"Better was to name {SUITS[bad['best']][0]} as trumps :"
    assert f"{player} names {name} as trumps. {better}" in remark
    after = said["plies"][ply - 1]
    assert page.count('class="remark"') == 1 + (after["glyph"] > 0 or after["luck"] is not None)
    assert re.search(rf'data-mistakes="[\d ]*\b{ply}\b[^>]*><bdi>{player}<', page)
    listed = client.get(f"/g/{game}/annotations").text
    assert f'href="/g/{game}/{ply}"> <bdi>{player}</bdi> names {name} as trumps</a>' in listed
    german = client.get(f"/g/{game}/{ply}", headers={"Accept-Language": "de"}).text
    assert f"{player} sagt {german_name} als Trumpf an." in german


@pytest.mark.parametrize(
    ("rules", "seats", "seed", "options"),
    [
        ("twenty-two/north-american@1", 2, 3, {}),
        pytest.param("count-to-20/stovel@1", 2, 9, {"target": "20"}, marks=pytest.mark.broad),
    ],
)
def test_games_of_sets_and_exchanges_are_shown_alike(
    shelf: Shelf, judged: Judge, monkeypatch: pytest.MonkeyPatch,
    rules: str, seats: int, seed: int, options: dict[str, str],
) -> None:  # fmt: skip
    """Marks, what was better with its line, and each player's expected total."""
    monkeypatch.setattr(analyse_record, "weigh", partial(analyse_record.weigh, samples=8))
    client = shelf.app.test_client()
    game = judged(write(generate(rules, seats, seed, options)).encode())
    shelf.archive.annotating.ask_for(shelf.archive.games.find(game))
    shelf.archive.annotating.annotate(game)
    said = client.get(f"/api/v1/games/{game}/annotations").json["annotations"]
    worst = max((one for one in said["plies"] if one["line"]), key=lambda one: one["fair"])
    page = client.get(f"/g/{game}/{worst['ply']}").text
    remark = " ".join(re.sub(r"<[^>]+>", " ", page[page.index('class="remark"') :]).split())
    assert "Better was" in remark
    assert "to be saved, by what could be known" in remark
    assert page.count('class="expected line-') == seats
    led = re.search(r'href="(/g/[^"]+line=[^"]+)">Step through it', page)
    assert client.get(led[1].replace("&amp;", "&")).status_code == 200
    assert "Better was" in client.get(f"/g/{game}/annotations").text


def test_what_an_annotated_sheet_says_to_programs_is_not_read_out(
    client: FlaskClient, judged: Judge
) -> None:
    """A copy that `twenties annotate --xxn` wrote, handed in: of its comments only the words are
    for readers."""
    text = Path("archive/samples/twenty-illustrative.xxn").read_text("utf-8")
    for play, said in (
        ("1. p1 8=8", "{[%eval -6.93] [%loss 5.18 0.26] [%hindsight 2]}"),
        ("3. p1 2=11", "{[%eval -14.45] [%loss 0.44 0.15] [%hindsight 10] unlucky}"),
        ("5. p1 5=5", "{[%clk 0:01:30] Why not?} ({[%eval 1.00]} 5. p1 2=2 {[%eval 2.00]})"),
    ):
        assert play in text
        text = text.replace(play, f"{play} {said}", 1)
    game = judged(text.encode())
    pages = [client.get(f"/g/{game}/{ply}").text for ply in (1, 3, 5)]
    assert [re.findall(r"<blockquote>(.*?)</blockquote>", page) for page in pages] == [
        [], ["unlucky"], ["Why not?"],
    ]  # fmt: skip
    assert not [page for page in pages if "[%" in page]
    listed = re.findall(r'data-to="(\d+)"[^>]*aria-label="[^"]*, with a comment"', pages[0])
    assert {"3", "5"} <= {*listed}
    assert "1" not in listed
