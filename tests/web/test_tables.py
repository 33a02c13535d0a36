"""What lies on the tables of the other games at a ply, and how it is told."""

import re
from itertools import pairwise
from typing import Any

import pytest
from flask.testing import FlaskClient

from archive.core.cards import UNKNOWN, WrittenHand, cards
from archive.core.events import Play
from archive.games import GAMES
from archive.generator import generate
from archive.notation import write
from archive.scoring import verify
from archive.web.presenters.boards import table_at
from archive.web.presenters.boards.cards import CardShown, in_slots, still_held
from archive.web.presenters.boards.count_to_20 import CountShown
from archive.web.presenters.boards.drawn_table import SeatShown, hand_note
from archive.web.presenters.boards.seen_as import seen_as
from archive.web.presenters.boards.twenty_two import TwentyTwoShown
from archive.web.presenters.boards.zwanzig_ab import ZwanzigShown
from archive.web.presenters.move_list import hand_of
from archive.web.presenters.replay_cache import CachedReplay, opened

from .conftest import ROOT, Judge, Shelf
from .records import COUNT_TO_20, TWENTY_TWO, ZWANZIG_AB

REVOKE = (ROOT / "archive/samples/zwanzig-ab-disputed-revoke.xxn").read_bytes()

FORMS = {"held": "{}", "inferred": "{}~", "new": "{}+", "just": "{}*", "played": "({})",
         "perhaps": "{}?"}  # fmt: skip

RULE_SETS = [
    ("twenty/farrugia@1", 2), ("zwanzig-ab/pagat@1", 4), ("zwanzig-ab/twenty-down@1", 4),
    ("twenty-two/north-american@1", 6), ("twenty-two/rasmussen@1", 3),
    ("count-to-20/stovel@1", 2), ("count-to-20/stovel@1", 4),
]  # fmt: skip


def table(data: bytes, ply: int, near: int = 1) -> Any:
    shown = opened(data)
    assert shown.replay is not None
    return table_at(shown.replay, ply, shown.names(), near)


def told(cards: list[CardShown]) -> str:
    """Cards on one line: `~` known from later plays, `+` just taken, `*` just played."""
    return " ".join(FORMS[card.lies].format(card.rank + card.suit) for card in cards)


def by_name(seats: list[SeatShown]) -> dict[str, SeatShown]:
    return {seat.name: seat for seat in seats}


@pytest.mark.parametrize("data", [ZWANZIG_AB, TWENTY_TWO, COUNT_TO_20])
def test_the_records_here_are_sound(data: bytes) -> None:
    assert verify(data).answers.legality == "upheld"


# -- Zwanzig ab


def test_zwanzig_ab_before_the_first_ply() -> None:
    ready: ZwanzigShown = table(ZWANZIG_AB, 0)
    assert ready.opening == "Dirk deals. Anna names trumps."
    assert (ready.trump, ready.maker, ready.stock, ready.trick) == ("h", "Anna", 12, [])
    anna, bernd, clara, dirk = ready.seats
    assert told(anna.cards) == "Ah Kh Th 9s 7d"  # trumps first
    assert told(dirk.cards) == "? ? ? ? ?"
    assert (dirk.hand_note, dirk.dealer) == ("hand not known", True)
    assert (anna.awaited, bernd.awaited, clara.total) == (True, False, 20)


def test_zwanzig_ab_exchanges() -> None:
    first: ZwanzigShown = table(ZWANZIG_AB, 1)
    assert first.exchange.taken is not None
    assert told(first.exchange.put) == "(9s) (7d)"
    assert told(first.seats[0].cards) == "Ah Kh Th 9h+ Ts+"
    assert (first.stock, first.where) == (10, "Deal 1, exchange")
    assert table(ZWANZIG_AB, 2).deed == "stands pat"
    unseen = table(ZWANZIG_AB, 4)
    assert (unseen.deed, unseen.exchange.taken) == ("exchanges one card", None)


def test_zwanzig_ab_in_and_out() -> None:
    said = by_name(table(ZWANZIG_AB, 6).seats)
    assert (said["Bernd"].signs, said["Bernd"].absent) == (("dropped out",), True)
    assert said["Clara"].signs == ("in",)
    assert (said["Dirk"].signs, said["Dirk"].awaited) == ((), True)
    assert by_name(table(ZWANZIG_AB, 7).seats)["Anna"].awaited  # and leads


def test_zwanzig_ab_a_trick_and_who_wins_it() -> None:
    led: ZwanzigShown = table(ZWANZIG_AB, 8)
    assert [(one.name, told(one.cards), one.sign) for one in led.trick] == [
        ("Anna", "Ah*", "leads")
    ]
    won: ZwanzigShown = table(ZWANZIG_AB, 9)
    assert [(one.name, told(one.cards), one.sign) for one in won.trick] == [
        ("Anna", "(Ah)", "led, wins"), ("Clara", "Jh*", ""),
    ]  # fmt: skip
    assert (won.winner, won.follows) == ("Anna", ["Anna wins the trick."])
    seats = by_name(won.seats)
    assert [seats[name].tricks for name in ("Anna", "Bernd", "Clara")] == [1, None, 0]
    assert seats["Anna"].awaited
    rules = [table(ZWANZIG_AB, ply).reason for ply in (8, 10)]
    assert [str(rule.first_sentence) for rule in rules if rule] == [
        "The trump maker leads to the first trick.", "The winner of a trick leads to the next.",
    ]  # fmt: skip


def test_a_crown_lies_on_the_highest_card_of_a_trick_that_goes_on() -> None:
    """The revoke of the sample game: it cannot win, so the lead still is the highest."""
    trick: ZwanzigShown = table(REVOKE, 141)
    assert [(one.name, one.sign, one.told) for one in trick.trick] == [
        ("Jochen", "leads, highest so far", True), ("Karl-Heinz", "", False),
    ]  # fmt: skip


def test_zwanzig_ab_the_end_of_a_deal() -> None:
    last: ZwanzigShown = table(ZWANZIG_AB, 17)
    assert [(gain.name, gain.points, gain.called) for gain in last.gains] == [
        ("Anna", -5, "all five tricks"), ("Anna", -5, "hearts count double"),
        ("Clara", 5, "no trick"), ("Clara", 5, "hearts count double"),
    ]  # fmt: skip
    assert [(seat.total, seat.gained_words) for seat in last.seats[::2]] == [
        (10, "−10"), (30, "+10"),
    ]  # fmt: skip


def test_any_seat_can_be_near() -> None:
    seats = table(ZWANZIG_AB, 8, near=3).seats
    assert [(seat.name, seat.place) for seat in seats] == [
        ("Clara", 0), ("Dirk", 1), ("Anna", 2), ("Bernd", 3),
    ]  # fmt: skip
    assert table(ZWANZIG_AB, 8, near=9).near == 1


# -- Twenty-Two


def test_twenty_two_hands_are_known_unknown_or_concluded() -> None:
    ready: TwentyTwoShown = table(TWENTY_TWO, 0)
    assert [told(seat.cards) for seat in ready.seats] == [
        "Ac Kd Jh 9s 5c 4d 2h", "Qd Qs Th 8c 6s 5d 3c", "? ? ? ? ? ? ?",
    ]  # fmt: skip
    # after an exchange that was not written down, plays and the last card tell the whole hand
    cem = table(TWENTY_TWO, 3).seats[2]
    assert told(cem.cards) == "Kc~ Td~ 8h~ 6h~ 4c~ 3d~ 2c~"
    assert cem.hand_note == "7 known from later"
    assert table(TWENTY_TWO, 2).seats[2].hand_note == "hand not known"


def test_twenty_two_a_trick_of_pairs() -> None:
    half: TwentyTwoShown = table(TWENTY_TWO, 5)
    assert [(one.name, told(one.cards), one.sign) for one in half.trick] == [
        ("Ana", "(7s) (7c)", "leads"), ("Bo", "Qd* Th*", "highest so far"),
    ]  # fmt: skip
    assert table(TWENTY_TWO, 4).deed == "leads seven of spades and seven of clubs"
    full: TwentyTwoShown = table(TWENTY_TWO, 6)
    assert [one.sign for one in full.trick] == ["led", "wins", ""]
    assert by_name(full.seats)["Bo"].awaited


def test_twenty_two_last_cards_and_what_is_kept() -> None:
    end: TwentyTwoShown = table(TWENTY_TWO, 18)
    assert end.showing
    assert [told(seat.cards) for seat in end.seats] == ["Ac*", "8c", "8h"]
    assert end.seats[0].signs == ("loses",)
    assert end.follows == ["That wins the trick.", "Ana loses the hand."]
    assert (end.seats[0].total, end.seats[0].gained, end.gains[0].called) == (
        11, 11, "the losing card",
    )  # fmt: skip
    after: TwentyTwoShown = table(TWENTY_TWO, 19)
    assert told(after.seats[0].kept) == "Ac"
    assert (after.size, after.seats[0].dealer) == (11, True)


def test_twenty_two_who_is_out_of_the_game() -> None:
    data = write(generate("twenty-two/north-american@1", 3, 4, {})).encode()
    shown = opened(data)
    assert shown.replay is not None
    end: TwentyTwoShown = table(data, shown.last)
    out = [seat for seat in end.seats if "out of the game" in seat.signs]
    assert len(out) == 2
    assert all(seat.total is not None and seat.total >= 22 for seat in out)
    winner = next(seat.name for seat in end.seats if seat not in out)
    assert end.follows[-1] == f"The game is over: {winner} wins."


# -- Count to 20


def test_count_to_20_drawing() -> None:
    drawn: CountShown = table(COUNT_TO_20, 2)
    ada, ben, cleo = drawn.seats
    assert drawn.deed == "draws a card: five of clubs"
    assert told(ben.cards) == "Qs Ts~ 7d 6d 5c+ 3~ ? ?"
    assert ben.hand_note == "2 known from later, 2 not known"
    assert (ada.signs, ben.signs, cleo.awaited) == (("6 cards",), ("8 cards",), True)
    assert (drawn.count, drawn.due, drawn.stock) == (1, "2", 30)
    assert (drawn.last_set.name, drawn.last_set.count, drawn.last_set.just) == ("Ada", 1, False)


def test_count_to_20_what_is_drawn_unseen_tells_nothing() -> None:
    """Cleo plays a five after a card nobody named was drawn: it may have been that one."""
    assert told(table(COUNT_TO_20, 5).seats[2].cards) == "? ? ? ? ? ?"
    assert told(table(COUNT_TO_20, 9).seats[2].cards) == "Q~ Q~ J~ 8h~ 4~ A~"


def test_count_to_20_a_set_with_a_king() -> None:
    made: CountShown = table(COUNT_TO_20, 16)
    assert made.deed == "makes 12 with king of diamonds as 2 and queen of hearts"
    assert (told(made.last_set.cards), made.last_set.said) == ("Kd* Qh*", "K as 2")
    assert made.steps.count(True) == 12


def test_count_to_20_the_end_of_a_hand() -> None:
    end: CountShown = table(COUNT_TO_20, 18)
    assert end.deed == "makes 14 with queen, queen and four"
    assert end.follows == ["The hand is over."]
    assert [seat.total for seat in end.seats] == [5, None, 0]
    assert [told(seat.cards) for seat in end.seats] == ["5d", "6d 5c ? ?", ""]


# -- all of them, as pages


@pytest.mark.parametrize(("rules", "seats"), RULE_SETS)
def test_every_ply_of_every_game_is_drawn(
    client: FlaskClient, judged: Judge, rules: str, seats: int
) -> None:
    data = write(generate(rules, seats, 7, {})).encode()
    shown: CachedReplay = opened(data)
    assert shown.replay is not None
    game = judged(data)
    for ply in [*range(0, shown.last, shown.last // 6), shown.last]:
        page = client.get(f"/g/{game}/{ply}?seat={seats}&fragment=1")
        assert page.status_code == 200
        assert f'data-ply="{ply}" data-near="{seats}"' in page.text
    whole = client.get(f"/g/{game}/{shown.last}").text
    verdict = client.get(f"/g/{game}").text
    for name in shown.names():
        assert f"<bdi>{name}</bdi>" in whole
        assert f"<bdi>{name}</bdi>" in verdict
    assert "every number is right" in verdict or "Nothing here contradicts" in verdict
    assert 'class="differs"' not in verdict


@pytest.mark.parametrize(
    ("data", "ply", "said"),
    [
        (ZWANZIG_AB, 1, "Anna exchanges two cards: nine of spades and seven of diamonds for nine"),
        (ZWANZIG_AB, 5, "Bernd drops out."),
        (ZWANZIG_AB, 6, "Clara stays in."),
        (ZWANZIG_AB, 9, "Clara plays the jack of hearts. Anna wins the trick."),
        (ZWANZIG_AB, 17, "Anna −5 (all five tricks)."),
        (TWENTY_TWO, 3, "Cem exchanges two cards."),
        (TWENTY_TWO, 18, "Ana loses the hand. Ana +11 (the losing card)."),
        (COUNT_TO_20, 6, "Cleo draws a card."),
        (COUNT_TO_20, 18, "Cleo makes 14 with queen, queen and four."),
    ],
)
def test_an_action_is_read_out_as_a_sentence(
    client: FlaskClient, judged: Judge, data: bytes, ply: int, said: str
) -> None:
    page = client.get(f"/g/{judged(data)}/{ply}?fragment=1").text
    announced = re.search(r'data-announce="([^"]*)"', page)
    assert said in announced[1]


def test_colour_is_not_the_only_sign_of_trumps(client: FlaskClient, judged: Judge) -> None:
    page = client.get(f"/g/{judged(ZWANZIG_AB)}/8").text
    trump = page[page.index('class="corner right"') :].partition("</p>")[0]
    assert "<b>Hearts</b>" in trump
    assert ".svg#h" in trump


def test_comments_stand_with_their_play(client: FlaskClient, judged: Judge) -> None:
    page = client.get(f"/g/{judged(ZWANZIG_AB)}/10").text
    assert "<blockquote>too &lt;proud&gt;</blockquote>" in page


def test_the_play_list_has_a_line_a_trick() -> None:
    shown = opened(ZWANZIG_AB)
    assert shown.replay is not None
    hand = hand_of(shown.replay, shown.deals[0], shown.rows, {})
    assert [(line.label, [play.sign for play in line.plays]) for line in hand.lines[:4]] == [
        ("Exchange", ["2", "–", "1", "1"]), ("In or out", ["out", "in", "out"]),
        ("Trick 1", ["A♥", "J♥"]), ("Trick 2", ["K♥", "Q♥"]),
    ]  # fmt: skip
    assert [line.taker for line in hand.lines[2:]] == [1] * 5
    assert [line.leader for line in hand.lines[:4]] == [0, 0, 1, 1]
    assert hand.totals == {1: 10, 2: 20, 3: 30, 4: 20}


def test_a_page_has_the_plays_of_one_deal_and_a_way_to_each(
    client: FlaskClient, judged: Judge
) -> None:
    game = judged(write(generate("zwanzig-ab/twenty-down@1", 4, 3, {})).encode())
    page = client.get(f"/g/{game}/0").text
    firsts = re.findall(r'<a href="/g/\w+/(\d+)" data-to="\1" data-deal', page)
    assert len(firsts) > 3
    for ply in ("0", *firsts):
        page = client.get(f"/g/{game}/{ply}").text
        (first, last), *others = re.findall(r'<section data-first="(\d+)" data-last="(\d+)"', page)
        assert not others
        assert int(first) <= max(int(ply), 1) <= int(last)
        assert f'data-to="{first}" data-deal="{last}" aria-current="true"' in page
        listed = page[page.index("<section data-first") :]
        assert set(re.findall(r'<td.*?data-to="(\d+)"', listed)) <= {
            str(one) for one in range(int(first), int(last) + 1)
        }


def test_the_play_list_of_counts(client: FlaskClient, judged: Judge) -> None:
    page = client.get(f"/g/{judged(COUNT_TO_20)}/3").text
    assert 'aria-label="18. Cleo makes 14 with queen, queen and four, Note"' in page
    assert 'aria-label="2. Ben draws a card: five of clubs"' in page


def test_a_score_sheet_of_six(client: FlaskClient, judged: Judge) -> None:
    data = write(generate("twenty-two/north-american@1", 6, 9, {})).encode()
    game = judged(data)
    headings = re.findall(r"<h(\d)", client.get(f"/g/{game}/1").text)
    assert all(int(later) - int(one) < 2 for one, later in pairwise(headings))
    page = client.get(f"/g/{game}").text
    head = page[page.index('class="scores') : page.index("</thead>")]
    assert head.count('class="begin"') == 6  # one column each: all fit beside one another
    assert "Round 1" not in page
    wrong = data.replace(b"@score p1:0 p2:0", b"@score p1:0 p2:3", 1)
    assert wrong != data
    page = client.get(f"/g/{judged(wrong)}").text
    assert re.search(r'total differs">.* 0 .*#refuted.*<s>3</s>.*\(written\)', page)


def test_totals_below_zero_have_a_minus(client: FlaskClient, judged: Judge) -> None:
    data = write(generate("zwanzig-ab/pagat@1", 4, 5, {})).encode()
    lowest = min(points for points in verify(data).score.values() if points is not None)
    assert lowest < 0
    assert f">−{-lowest}</a>" in client.get(f"/g/{judged(data)}").text


def test_seats_without_names_are_drawn() -> None:
    nameless = re.sub(rb"\[P\d .*\n", b"", ZWANZIG_AB)
    assert [seat.name for seat in table(nameless, 9).seats] == ["p1", "p2", "p3", "p4"]


def test_rule_sets_and_options_are_listed(client: FlaskClient) -> None:
    index = client.get("/rules").text
    assert index.count('<figure class="board-after">') == len(GAMES)
    for words in (
        "zwanzig-ab/twenty-down@1", "2 to 4 players", "2 players or more",
        "Played to 100 points with 2 players, played to 200 points with 3 or 4 players.",
        "Or by agreement: another number, up to 9999.", "Twenty down",
    ):  # fmt: skip
        assert words in index
    for game in ("twenty", "twenty-two", "zwanzig-ab", "count-to-20"):
        page = client.get(f"/rules/{game}").text
        assert 'id="4.1"' in page
        assert f"{game}/" in page


@pytest.mark.parametrize("game", ["twenty-two", "zwanzig-ab", "count-to-20"])
def test_faulty_records_are_drawn(client: FlaskClient, judged: Judge, game: str) -> None:
    """Whatever the table has come to, there is something to see; only rules nobody knows have no
    table."""
    paths = sorted((ROOT / "fixtures" / game / "flawed").glob("*.xxn"))
    paths = [path for path in paths if path.stem not in ("unknown-rules", "unknown-option")]
    for path in paths[::3]:
        data = path.read_bytes()
        shown = opened(data)
        assert shown.replay is not None, path
        for ply in range(0, shown.last + 1, 1 + shown.last // 8):
            table(data, ply, near=1 + ply % 7)
    page = client.get(f"/g/{judged(paths[0].read_bytes())}/1")
    assert page.status_code == 200


def test_a_dealer_that_nobody_is_has_a_name_all_the_same() -> None:
    odd = TWENTY_TWO.replace(b"dealer=p3", b"dealer=p7")
    assert table(odd, 1).ply == 1


# -- cards that cannot be told


@pytest.mark.parametrize(
    ("played", "drawn"),
    [
        ("?", "9? 8? 2? ?*"),  # any of them
        ("8?", "9? (8) 2? ?*"),
        ("8?2", "(9) (8) 2*"),  # no other is left
        ("82?", "9* (8) (2)"),
        ("8??", "(9) (8) (2)"),  # either came last
        ("8K", "9 (8) 2 K*"),  # not in the hand at all
    ],
)
def test_a_card_that_cannot_be_told_is_drawn_as_no_card_in_particular(
    played: str, drawn: str
) -> None:
    hand = WrittenHand(cards("982"))
    for at, card in enumerate(cards(played)):
        hand.take(card, at)
    assert told(in_slots(hand, just=True)) == drawn


def test_a_hand_from_which_a_card_went_that_cannot_be_told() -> None:
    hand = WrittenHand(cards("KdKs5c"))
    hand.take(UNKNOWN, 1)
    assert told(still_held(hand)) == "Kd? Ks? 5c?"
    assert told(still_held(hand, later=cards("5c"))) == "Kd? Ks? 5c~"
    assert told(still_held(hand, later=cards("5cKs"))) == "Ks~ 5c~"
    assert hand_note(still_held(hand), contradicted=False).startswith("3 perhaps played")


# -- the place that a card leaves in the hand


def fan(seat: SeatShown) -> str:
    """The hand as it is drawn, `*` where the card just played was, in brackets one before it."""
    forms = {**FORMS, "laid": "{}*"}
    return " ".join(forms[card.lies].format(card.rank + card.suit) for card in seat.fan)


def test_a_card_leaves_its_outline_in_the_hand_until_the_next_trick() -> None:
    plies = opened(ZWANZIG_AB).replay
    assert plies is not None
    lead, then = [step.ply for step in plies.steps if step.trick == 1][:2]
    after = next(step.ply for step in plies.steps if step.trick == 2)
    leader = plies.steps[lead - 1].seat
    before = table(ZWANZIG_AB, lead - 1, near=leader).seats[0]
    led, later, next_one = (table(ZWANZIG_AB, ply, near=leader).seats[0]
                            for ply in (lead, then, after))  # fmt: skip
    assert fan(led).replace("*", "") == fan(before)  # nothing has moved
    assert fan(later) == re.sub(r"(\w+)\*", r"(\1)", fan(led))
    assert "(" not in fan(next_one)
    assert len(led.cards) == len(before.cards) - 1


def test_an_outline_does_not_tell_where_the_card_was_in_a_hidden_hand() -> None:
    plies = opened(ZWANZIG_AB).replay
    assert plies is not None
    lead = next(step for step in plies.steps if step.trick == 1)
    other = lead.seat % 4 + 1
    seen = seen_as(table(ZWANZIG_AB, lead.ply, near=other), other)
    hand = next(seat for seat in seen.seats if seat.seat == lead.seat)  # type: ignore[attr-defined]
    assert [card.rank for card in hand.fan] == [*"????", lead.cards[0].rank]


def test_a_set_of_count_to_20_leaves_its_outline_while_it_is_the_last_play() -> None:
    replay = opened(COUNT_TO_20).replay
    assert replay is not None
    played = next(step for step in replay.steps if isinstance(step.action, Play))
    now = by_name(table(COUNT_TO_20, played.ply).seats)
    later = by_name(table(COUNT_TO_20, played.ply + 1).seats)
    name = table(COUNT_TO_20, played.ply).mover
    assert fan(now[name]).count("*") == len(played.cards)
    assert "*" not in fan(later[name])


@pytest.mark.parametrize("table", ["g", "embed/g"])
def test_a_play_beyond_the_last_leads_to_the_last(
    client: FlaskClient, shelf: Shelf, table: str
) -> None:
    answer = client.get(f"/{table}/{shelf.game}/101")
    assert answer.status_code == 404
    assert "This game has 100 plays" in answer.text
    assert f'href="/{table}/{shelf.game}/100"' in answer.text
