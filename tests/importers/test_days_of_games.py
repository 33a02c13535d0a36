"""On which day the games of a sheet were played."""

import pytest

from archive.read_sheet import import_bytes

ONE = "Round 1: Vera 61, Willi 58\nRound 2: Vera 52, Willi 60\n"
OTHER = "Round 1: Mia 70, Tom 64\nRound 2: Mia 49, Tom 71\n"


@pytest.mark.parametrize(
    ("sheet", "days"),
    [
        (f"Friday, 20 November 2026\nTwenty, Vera - Willi\n{ONE}", ["2026.11.20"]),
        (f"Twenty, Vera - Willi\nplayed on 20.11.2026\n{ONE}", ["2026.11.20"]),
        (f"Date: 20 November 2026\nGame: Twenty\n{ONE}", ["2026.11.20"]),
        (f"Twenty, Vera - Willi\nthe last one was on 1.10.2026\n20.11.2026\n{ONE}", [None]),
        (f"Twenty, Vera - Willi\n{ONE}20 November 2026\n", [None]),
    ],
)
def test_the_only_day_above_a_game_is_its_own(sheet: str, days: list[str | None]) -> None:
    assert days_of(sheet) == days


@pytest.mark.parametrize(
    ("sheet", "days"),
    [
        (
            f"The club, 20 November 2026\n\nGame 1: Twenty\n{ONE}\nGame 2: Twenty\n{OTHER}",
            ["2026.11.20", "2026.11.20"],
        ),
        (
            f"Game 1: Twenty, 20 November 2026\n{ONE}\nGame 2: Twenty\n{OTHER}",
            ["2026.11.20", None],
        ),
        (
            f"The club, 20.11.2026\n\nGame 1: Twenty\n{ONE}\nGame 2: Twenty, 27.11.2026\n{OTHER}",
            ["2026.11.20", "2026.11.27"],
        ),
    ],
)
def test_a_day_above_the_first_heading_is_that_of_all_games(
    sheet: str, days: list[str | None]
) -> None:
    """Where the second game has one of its own, the first heading was that of the first alone."""
    assert days_of(sheet) == days


def days_of(sheet: str) -> list[str | None]:
    """Return the day of each game of a sheet."""
    found = import_bytes(sheet.encode())
    assert found is not None
    return [record.tag("Date") for record in found.records]
