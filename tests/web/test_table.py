"""What lies on the table of Twenty at a ply, and how it is told."""

import re
from itertools import pairwise
from pathlib import Path

from flask.testing import FlaskClient

from archive.notation import read
from archive.scoring.replay import replay
from archive.web.presenters.boards import table_at
from archive.web.presenters.boards.drawn_table import SeatShown
from archive.web.presenters.boards.twenty import TwentyShown
from archive.web.presenters.replay_cache import opened
from archive.web.presenters.score_curve import (
    BESIDE_A_LABEL,
    BESIDE_WORDS,
    BETWEEN_ENDS,
    HEIGHT,
    curve_of,
)

from .conftest import Judge, Shelf

FIXTURES = Path(__file__).parents[2] / "fixtures"
HEAD = (
    b'[XXN "1.0"]\n[Game "twenty"]\n[P1 "Ann"]\n[P2 "Bob"]\n\n@round n=1 first=p1\n@up 39 bonus=6\n'
)


def suits(page: str) -> set[str]:
    """Return the suits drawn on a page, from the file of cards that its hash names."""
    return set(re.findall(r"/cards\.[0-9a-f]+\.svg#([cdhs])\b", page))


def table(data: bytes, ply: int, near: int = 1) -> TwentyShown:
    shown = opened(data)
    assert shown.replay is not None
    found = table_at(shown.replay, ply, shown.names(), near)
    assert isinstance(found, TwentyShown)
    return found


def test_numbers_of_deals_below_the_curve_have_room() -> None:
    """A first deal that is soon over has no room for its word and the next number, too."""
    sheet = FIXTURES / "zwanzig-ab/sound/pagat-ninth-deal.xxn"
    record = read(sheet.read_bytes())
    drawn = curve_of(replay(record), [], {}, record.players)
    labelled = [border.middle for border in drawn.borders if border.label]
    gaps = [after - before for before, after in pairwise(labelled)]
    assert min(gaps[:1], default=BESIDE_WORDS) >= BESIDE_WORDS
    assert min(gaps[1:], default=BESIDE_A_LABEL) >= BESIDE_A_LABEL


def test_below_the_curve_of_a_game_in_rounds_stand_its_rounds(illustrative: bytes) -> None:
    record = read(illustrative)
    drawn = curve_of(replay(record), [], {}, record.players)
    assert len(drawn.borders) == 10
    labelled = [(border.label, border.middle) for border in drawn.borders if border.label]
    assert labelled == [("Round 1", 25.0), ("Round 2", 75.0)]


def test_names_stand_at_the_ends_of_their_lines_below_each_other() -> None:
    sheet = FIXTURES / "zwanzig-ab/sound/pagat-ninth-deal.xxn"
    record = read(sheet.read_bytes())
    drawn = curve_of(replay(record), [], {}, record.players)
    totals = replay(record).ledger.totals_by_seat
    assert [end.text for end in sorted(drawn.ends, key=lambda end: end.seat)] == [
        f"{name[:10]} {totals[seat]}".replace("-", "−")
        for seat, name in enumerate(record.players, 1)
    ]
    finals = {one.seat: float(one.path.replace("L", " ").split()[-1]) for one in drawn.paths}
    heights = [end.y for end in drawn.ends]
    assert [finals[end.seat] for end in drawn.ends] == sorted(finals.values())
    assert all(after - before >= BETWEEN_ENDS - 0.1 for before, after in pairwise(heights))
    assert 0 <= heights[0] < heights[-1] <= HEIGHT


def test_at_the_end_of_the_difference_of_two_stands_who_is_ahead(illustrative: bytes) -> None:
    record = read(illustrative)
    (end,) = curve_of(replay(record), [], {}, record.players).ends
    assert (end.seat, end.text) == (2, "Bertha +28")


def test_who_is_ahead_is_written_where_the_line_leaves_room() -> None:
    """Dun Karm leads at first, so the words on it stand at the end; who reads without spoilers is
    told nothing by that."""
    record = read((FIXTURES / "twenty/sound/whole-with-suits.xxn").read_bytes())
    for stepped in (False, True):
        drawn = curve_of(replay(record), [], {}, record.players, stepped=stepped)
        assert [(one.name, one.at_end) for one in drawn.ahead] == [
            ("Marta", False), ("Dun Karm", not stepped),
        ]  # fmt: skip


def lies(seat: SeatShown) -> str:
    """A hand on one line: `K J 8 3* (A)`, brackets for played, a star for just now."""
    forms = {"held": "{}", "played": "({})", "just": "{}*"}
    return " ".join(
        forms[card.lies].format(card.rank + card.suit) + ("!" if card.foreign else "")
        for card in seat.cards
    )


def test_before_the_first_play_both_hands_lie_ready(illustrative: bytes) -> None:
    ready = table(illustrative, 0)
    assert [lies(seat) for seat in ready.seats] == ["T 9 8 2 A", "8 5 5 4 2"]
    assert [seat.awaited for seat in ready.seats] == [False, True]
    assert (ready.stock, ready.bonus, ready.tally) == (40, 6, 0)


def test_a_six_tally(illustrative: bytes) -> None:
    six = table(illustrative, 33)
    far, near = six.seats
    assert lies(far) == "9 8 6 5 (4)"
    assert lies(near) == "K J 8 3* (A)"
    assert [card.rank for card in six.pile] == list("3A3A43")
    assert (six.tally, six.swept, near.gained, near.total, far.total) == (15, False, 30, 51, 31)
    assert [(gain.points, gain.called) for gain in six.gains] == [(30, "Six Tally")]


def test_what_was_swept_is_shown_once_more(illustrative: bytes) -> None:
    exact = table(illustrative, 34)
    assert (exact.tally, exact.swept, len(exact.pile)) == (20, True, 7)
    assert exact.gains[0].called == "Exact Twenty"
    assert [card.rank for card in table(illustrative, 35).pile] == ["8"]


def test_the_bonus_comes_with_the_last_play(illustrative: bytes) -> None:
    last = table(illustrative, 50)
    assert [(gain.name, gain.points) for gain in last.gains] == [("Bertha", 5), ("Bertha", 6)]
    assert last.bonus_to == "Bertha"
    assert last.stock == 0


def test_a_card_from_nowhere_lies_beside_the_hand(illustrative: bytes) -> None:
    assert lies(table(illustrative, 84).seats[1]) == "Q J J 4 (3) 5*!"


def test_beside_a_fault_no_rule_says_why_the_play_scored_nothing(
    client: FlaskClient, shelf: Shelf
) -> None:
    for ply, said in ((82, True), (84, False)):
        page = client.get(f"/g/{shelf.game}/{ply}?fragment=1").text
        assert ("scores nothing" in page) is said


def test_the_seats_can_be_turned(illustrative: bytes) -> None:
    assert [seat.name for seat in table(illustrative, 1, near=2).seats] == ["Albert", "Bertha"]


def test_hands_not_written_down_are_backs_until_played() -> None:
    unlisted = table(HEAD + b"1. p1 8 2. p2 A 3. p1 2\n", 3)
    assert lies(unlisted.seats[1]) == "(8) 2* ? ? ?"
    assert lies(unlisted.seats[0]) == "(A) ? ? ? ?"


def test_partly_known_cards() -> None:
    known = table(HEAD + b"@deal n=1\np1: 8h5??h9\np2: ?????\n1. p1 5h\n", 1)
    assert lies(known.seats[1]) == "9 8h 5h* ? ?h"


def test_a_new_hand_is_seen_when_its_owner_is_on_turn(illustrative: bytes) -> None:
    """Clause 2.4: cards are dealt to a player when the turn comes back."""
    assert lies(table(illustrative, 10).seats[0]) == "(T) (9) 8* (2) (A)"
    after = table(illustrative, 11)
    assert lies(after.seats[0]) == "K Q T T 6"
    assert lies(after.seats[1]) == "K J* 6 4 2"


def test_every_card_is_named_for_listeners(client: FlaskClient, shelf: Shelf) -> None:
    page = client.get(f"/g/{shelf.game}/33").text
    for words in ("three, just played", "ace, played", "king</span>", "four by Bertha"):
        assert words in page
    assert (
        'data-announce="Albert plays a three, tally 15, 30 points for Albert (Six Tally)."' in page
    )


def test_faces_claim_no_more_than_the_record(client: FlaskClient, judged: Judge) -> None:
    """No suit is drawn for a card whose suit was not written down."""
    plain = client.get(f"/g/{judged(HEAD + b'1. p1 8 2. p2 A')}/2").text
    assert "#plain" in plain
    assert not suits(plain)
    suited = client.get(f"/g/{judged(HEAD + b'1. p1 8h 2. p2 ?s')}/2").text
    assert suits(suited) == {"h", "s"}
    assert "eight of hearts" in suited
    assert "unknown card of spades" in suited


def test_comments_are_shown_with_their_play(client: FlaskClient, judged: Judge) -> None:
    game = judged(HEAD + b"1. p1 8 {too <early>} 2. p2 A")
    assert "<blockquote>too &lt;early&gt;</blockquote>" in client.get(f"/g/{game}/1").text
    assert "<blockquote>" not in client.get(f"/g/{game}/2").text
