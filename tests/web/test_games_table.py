"""The rows of a table of games are put together by hand: nothing in them passes for markup."""

from markupsafe import Markup

from archive.services import GameRow
from archive.web.presenters.listing import RowParts, rows

MARKS = {"upheld": Markup("<i>Holds</i>")}
WON = Markup("<i>won</i>")


def test_what_others_wrote_is_text() -> None:
    game = GameRow(
        id="k7", standing="upheld", players=["<b>Ann\ud800", "Ben & Co", ""],
        event="<script>", date="2026.<i>.02", game="no-such<", rules=None,
        score={"p1": -3, "p2": None}, winner="p1,p3", findings=2, visibility="public", hidden=True,
    )  # fmt: skip
    drawn = rows([game])(RowParts("/game/", MARKS, WON))
    for said in (
        "&lt;b&gt;Ann",
        "Ben &amp; Co",
        "&lt;script&gt;",
        "no-such&lt;",
        "2026-&lt;i&gt;-02",
    ):
        assert said in drawn
    assert "<script" not in drawn
    assert "<bdi>p3</bdi><i>won</i></a>" in drawn
    assert drawn.count(WON) == 2  # of three
    assert "−3–?" in drawn
    assert "<i>Holds</i>" in drawn
    assert "hidden" in drawn
    drawn.encode()  # no half of a character is left


def test_a_game_of_which_nothing_is_known_yet() -> None:
    game = GameRow(
        id="k7", standing="waiting", players=[], event=None, date=None, game=None,
        rules=None, score=None, winner=None, findings=0, visibility="private", hidden=False,
    )  # fmt: skip
    drawn = rows([game])(RowParts("/game/", MARKS, WON))
    assert '<a href="/game/k7">' in drawn
    assert "private" in drawn
    assert "None" not in drawn
