"""Made-up archives: as many records as were asked for, with somebody on every chair."""

from archive.games import GAMES
from archive.generator import seats_of
from archive.services import Archive
from archive.services.sample_data import CLUB, load


def test_there_are_people_for_every_table() -> None:
    """With fewer than a game of Twenty-Two has chairs, they were looked for without an end."""
    assert max(max(seats_of(game)) for game in GAMES) < CLUB


def test_so_many_are_added(archive: Archive) -> None:
    assert load(archive.database, 5, seed=3, flawed=0) == 5
    assert archive.games.counts()["upheld"] == 5
