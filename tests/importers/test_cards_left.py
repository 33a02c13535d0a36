"""Count to 20 told by what is left in the hands: who is out of cards ends the hand, so that the
cards of the others behind it were left and not played."""

from __future__ import annotations

import pytest

from archive.core.events import Deal, Play, Score, Show
from archive.core.record import Record
from archive.importers import import_bytes
from archive.importers.prose.words import PACK, Words

TWO = ([(2, "7 5"), (1, "K")], {1: 20, 2: 10})
SUITED = ([(2, "7c 5h"), (1, "Kc")], {1: 20, 2: 10})
THREE = ([(2, "7c 5h"), (3, "Ks"), (1, "Kc"), (3, "3h 2d")], {1: 20, 2: 10, 3: 30})

SHEETS = {
    "Hand 1: Mia out, Tom: 7c 5h (10)\nHand 2: Tom out, Mia: Kc (20)": SUITED,
    "Hand 1: Mia out, Tom 7c 5h (10)\nHand 2: Tom out, Mia Kc (20)": SUITED,
    "Hand 1: Mia out, Tom: 7♣ 5♥ (10)\nHand 2: Tom out, Mia: K♣ (20)": SUITED,
    "Hand 1: Mia out, Tom: 7 5 = 10\nHand 2: Tom out, Mia: K = 20": TWO,
    "Hand 1: Mia is out. Tom: 7, 5 (10)\nHand 2: Tom is out. Mia: K (20)": TWO,
    "Hand 1: Mia went out, Tom: 7c 5h (10)\nHand 2: Tom went out, Mia: Kc (20)": SUITED,
    "Hand 1: Mia has no cards left, Tom has 7c 5h (10)\n"
    "Hand 2: Tom has no cards left, Mia has Kc (20)": SUITED,
    "Hand 1: Mia out, Tom: 7c 5h (10), Leo: Ks (20)\n"
    "Hand 2: Tom out, Mia: Kc (20), Leo: 3h 2d (10)": THREE,
    "Hand 1: Mia out; Tom: 7c 5h (10); Leo: Ks (20)\n"
    "Hand 2: Tom out; Mia: Kc (20); Leo: 3h 2d (10)": THREE,
    "Hand 1\nMia out\nTom: 7c 5h (10)\nHand 2\nTom out\nMia: Kc (20)": SUITED,
    "1. Mia out, Tom: 7c 5h (10)\n2. Tom out, Mia: Kc (20)": SUITED,
    "Hand 1: Tom: 7c 5h (10), Mia out\nHand 2: Mia: Kc (20), Tom out": SUITED,
    "Hand 1: Mia 0, Tom: 7c 5h (10)\nHand 2: Tom 0, Mia: Kc (20)": SUITED,
    "Hand 1: Mia –, Tom: 7c 5h (10)\nHand 2: Tom –, Mia: Kc (20)": SUITED,
    "Spiel 1: Mia fertig, Tom: 7 5 (10)\nSpiel 2: Tom fertig, Mia: K (20)": TWO,
    "Spiel 1: Mia ist raus, Tom: Kreuz 7, Herz 5 (10)\n"
    "Spiel 2: Tom ist raus, Mia: Kreuz König (20)": SUITED,
    "Spiel 1: Mia hat keine Karten mehr, Tom: 7 5 (10)\n"
    "Spiel 2: Tom hat keine Karten mehr, Mia: K (20)": TWO,
}  # fmt: skip
HEADS = {"Hand": "Count to 20", "1. M": "Count to 20", "Spie": "Zähle bis 20"}


def record(text: str) -> Record:
    """The record of a sheet of Count to 20."""
    found = import_bytes(text.encode(), "sheet.txt")
    assert found is not None
    (one,) = found.records
    return one


def seats(one: Record) -> dict[int, int]:
    """The seats of the record by those of Mia, Tom and Leo."""
    return {at + 1: ["Mia", "Tom", "Leo"].index(name) + 1 for at, name in enumerate(one.players)}


def test_cards_behind_who_is_out_are_left_and_not_played(subtests: pytest.Subtests) -> None:
    for sheet, (left, totals) in SHEETS.items():
        with subtests.test(sheet):
            one = record(f"{HEADS[sheet[:4]]}\n{sheet}\n")
            assert not [event for event in one.events if isinstance(event, Play)]
            assert sum(isinstance(event, Deal) for event in one.events) == 2
            seat = seats(one)
            shown = [
                (seat[who], " ".join(map(str, cards)))
                for event in one.events if isinstance(event, Show) for who, cards in event.shown
            ]  # fmt: skip
            assert shown == left
            last: dict[int, int] = {}
            for event in one.events:
                if isinstance(event, Score):
                    last |= {seat[who]: total for who, total in event.totals}
            assert last == totals
            assert not [event for event in one.events if type(event).__name__ == "Unread"]


@pytest.mark.parametrize("out", [" and is out.", ", out.", " und ist raus.", ", fertig;"])
def test_who_is_out_with_a_play_ends_the_hand(out: str) -> None:
    sheet = f"Hand 1: Mia: A (1), Tom: 2 (2), Mia: 3 (3){out} Tom: 7c 5h (10)"
    events = record(f"Count to 20\n{sheet}\n").events
    assert sum(isinstance(event, Play) for event in events) == 3
    (show,) = [event for event in events if isinstance(event, Show)]
    assert [seat for seat, _ in show.shown] == [2]
    assert Score(((2, 10), (1, 0))) in events


@pytest.mark.parametrize(
    "sheet",
    [
        "Hand 1: Mia: A (1), Tom: 2 (2), Mia is out of luck, Tom: 3 (3)",
        "Hand 1\n1. Mia A (1)\n2. Tom 2 (2), out of order\n3. Mia 3 (3)",
        "Hand 1: Mia out, Tom: A (1), Mia: 2 (2)",
    ],
)
def test_who_plays_on_was_not_out(sheet: str) -> None:
    events = record(f"Count to 20\n{sheet}\n").events
    assert [event for event in events if isinstance(event, Play)]
    assert not [event for event in events if isinstance(event, Show)]


def test_no_more_cards_are_looked_at_than_a_pack_has() -> None:
    """From every card of a long line the run behind it is looked at; it has to end."""
    found = Words(["Ann"], ["a"], "").left_over.match(" " + "A " * 1000)
    assert found is not None
    assert found["left"].count("A") == PACK + 1
