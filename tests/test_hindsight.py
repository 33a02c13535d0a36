"""Cards that were not named and that later plays tell."""

from __future__ import annotations

import pytest

from archive.core.record import Record
from archive.notation import read
from archive.notation.unreadable_text import legible
from archive.scoring import verify
from archive.scoring.cards_told_later import InferredCard, filled_in
from archive.scoring.prepared import Examined, prepare

HEAD = '[XXN "1.0"]\n[Game "twenty"]\n[P1 "Ada"]\n[P2 "Ben"]\n\n@deal n=1\np1: 85542\np2: T982A\n'
FIRST = "1. p1 ? 2. p2 A 3. p1 2 4. p2 9 5. p1 5 6. p2 2 7. p1 4 8. p2 T 9. p1 5 10. p2 8\n"


def told(record: Record) -> list[InferredCard]:
    """Return the cards that the record does not name and that its later plays tell."""
    return list(Examined(prepare(legible(record))).told)


def test_four_cards_of_five_tell_the_fifth() -> None:
    record = read((HEAD + FIRST).encode())
    (one,) = told(record)
    assert (one.card.text, record.events[one.at].seat) == ("8", 1)  # type: ignore[union-attr]
    assert verify((HEAD + FIRST.replace("1. p1 ?", "1. p1 ?=8")).encode()).answers.arithmetic == (
        "upheld"
    )
    assert filled_in(record, []) is record


def test_a_hand_not_played_out_tells_nothing() -> None:
    text = HEAD + FIRST.partition("9.")[0]
    record = read(text.encode())
    assert told(record) == []


def test_plays_left_out_are_not_taken_for_the_one_that_shows_it() -> None:
    """7 and 8 are left out; what they were is told, but play 9 is not theirs."""
    text = HEAD + FIRST.replace("7. p1 4 8. p2 T ", "").replace("9. p1 5", "9. p1 ?")
    record = read(text.encode())
    assert all(record.events[one.at].seat == 1 for one in told(record))  # type: ignore[union-attr]
    assert verify(text.encode()).readable


@pytest.mark.parametrize(
    ("held", "named", "tells"),
    [
        ("AAs8h42", "2. p2 As", "A"),  # the ace of spades may be the card listed as an ace
        ("AcAs8h42", "2. p2 As", "Ac"),
        ("AcAs842", "2. p2 A", "A"),
        ("AcA8h42", "2. p2 Ac", "A"),
    ],
)
def test_no_more_is_told_than_every_reading_of_the_hand_has(
    held: str, named: str, tells: str
) -> None:
    """Of two cards that may change places nobody can say which was played first."""
    rest = "3. p1 2 4. p2 8 5. p1 5 6. p2 2 7. p1 4 8. p2 4 9. p1 5 10. p2 ?\n"
    text = HEAD.replace("T982A", held) + f"1. p1 8 {named} {rest}"
    record = read(text.encode())
    assert [one.card.text for one in told(record)] == [tells]
    assert not [one for one in verify(text.encode()).findings if one.severity == "error"]
