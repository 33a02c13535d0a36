"""What is said of a game as a whole, and of cards that were kept in Count to 20."""

from __future__ import annotations

import pytest

from archive.analyst import words
from archive.analyst.annotations import PlyWeighed, Story
from archive.analyst.weighing import story_of_deals, story_of_two
from archive.languages.language import language

TWO, MANY = ["Tom", "Ann"], ["Tom", "Ann", "Bea"]


def chosen(
    ply: int, seat: int, fair: float, total: float | None, how: str = "average"
) -> PlyWeighed:
    """A choice that gave so much away, 3 points and more being a mistake."""
    return PlyWeighed(
        ply, seat, "9h", "9h", 0, None, fair, 0.0, 2 if fair >= 3 else 0, how=how, total=total
    )


def test_among_several_the_winner_is_held_against_the_others_on_average() -> None:
    plies = [
        chosen(1, 1, 0.0, 12.0), chosen(2, 2, 3.0, 10.0), chosen(3, 3, 4.0, 14.0),
        chosen(4, 1, 0.5, 9.0), chosen(5, 2, 0.0, 3.0, "sure"), chosen(6, 3, 0.0, 15.0),
    ]  # fmt: skip
    story = story_of_deals(plies, {1: 8, 2: 13, 3: 16}, 1)
    # (13 + 16) / 2 - 8, rounded; (3 + 4) / 2 - 0.5; what is sure against all is no expectation.
    assert (story.winner, story.margin, story.by_play, story.by_cards) == (1, 6, 3.0, 3.0)
    assert (story.turning, story.gave_away, story.mistakes) == (
        4, {1: 0.5, 2: 3.0, 3: 4.0}, {1: 0, 2: 1, 3: 1},
    )  # fmt: skip
    assert words.turning(story, MANY) == "From play 4 on Tom was expected to win."


def test_of_two_the_winner_has_the_margin_and_the_turning_point() -> None:
    plies = [chosen(1, 1, 8.0, None), chosen(2, 2, 0.0, None)]
    story = story_of_two(plies, [(0, 4.0), (1, -6.0), (2, -11.0)])
    assert (story.winner, story.margin, story.by_play, story.by_cards) == (2, 11, 8.0, 3.0)
    assert story.turning == 1
    drawn = story_of_two(plies, [(0, 4.0), (1, -6.0), (2, 0.0)])
    assert (drawn.winner, drawn.turning, words.turning(drawn, TWO)) == (0, 0, "")


@pytest.mark.parametrize(
    ("by_play", "names", "english", "german"),
    [
        (1, TWO, "both gave away about as much; the cards", "es lag an den Karten"),
        (-9, TWO, "despite giving away 9 points more than Ann; the", "verschenkt als Ann"),
        (12, TWO, "Ann gave away 12 points more, and the cards did the rest", "das Übrige"),
        (20, TWO, "Ann gave away 20 points more; that was the game", "die Partie entschieden"),
        (40, TWO, "the cards kept it closer than that", "knapper"),
        (1, MANY, "20 points ahead of the others, who gave away about as much", "es lag an"),
        (-9, MANY, "despite giving away 9 points more than they did", "als die anderen"),
        (12, MANY, "others, who gave away 12 points more; the cards did the rest", "Übrige"),
        (20, MANY, "others, who gave away 20 points more; that was the game", "entschieden"),
        (40, MANY, "40 points more; the cards kept it closer", "die 40 Punkte mehr verschenkt"),
    ],
)
def test_one_sentence_says_what_decided(
    by_play: float, names: list[str], english: str, german: str
) -> None:
    story = Story(1, 20, by_play, 20 - by_play, 0, {}, {})
    assert words.story(story, names).startswith("Tom won")
    assert english in words.story(story, names)
    assert german in words.story(story, names, language("de"))


@pytest.mark.parametrize(
    ("done", "best", "told", "german"),
    [("d", "Kh", "The K♥ that was kept costs 20 points if it is left in the end.",
      "Behalten wurde K♥; das kostet 20 Punkte, wenn es am Ende übrig bleibt."),
     ("7s", "7s9d5h", "The 9♦ 5♥ that were kept cost 10 points if they are left in the end.",
      "Behalten wurden 9♦ 5♥; das kostet 10 Punkte, wenn sie am Ende übrig bleiben."),
     ("7s9d", "7s", "", ""), ("pass", "d", "", "")],
)  # fmt: skip
def test_a_mistake_says_what_the_cards_kept_cost_if_they_are_left(
    done: str, best: str, told: str, german: str
) -> None:
    one = PlyWeighed(9, 1, done, best, 0, 3, 4.0, 0.1, 2)
    assert words.kept(one, game="count-to-20") == told
    assert words.play(one, game="count-to-20").endswith(told)
    assert words.kept(one, language("de"), "count-to-20") == german
    assert words.kept(one, game="twenty-two") == ""
