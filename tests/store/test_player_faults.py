"""Faults for and against a player, on both databases."""

from pathlib import Path

from archive.services import Archive, Visibility
from tests.uploaded import judged_upload

FLAWED = Path(__file__).parents[2] / "fixtures"
REVOKE = FLAWED / "zwanzig-ab" / "flawed" / "not-followed.xxn"
SUM = Path(__file__).parents[2] / "archive" / "samples" / "twenty-disputed-sum.xxn"


def add(archive: Archive, path: Path, seen: Visibility = Visibility.PUBLIC) -> dict[str, str]:
    """Hand a record in; return its players by seat."""
    found = judged_upload(archive, path.read_bytes(), filename="x", visibility=seen)
    seats = archive.search.seated(found.games[0].id)
    return {f"p{seat}": player for seat, player in seats.items()}


def test_a_play_against_the_rules_is_its_player_s(archive: Archive) -> None:
    seats = add(archive, REVOKE)
    own, other = (archive.search.faults_of_player(seats[seat]) for seat in ("p2", "p1"))
    assert (own.games, dict(own.own), dict(own.others)) == (1, {"not-followed": 1}, {})
    assert (other.games, dict(other.own), dict(other.others)) == (1, {}, {"not-followed": 1})
    assert own.codes == other.codes == ["not-followed"]


def test_points_written_wrong_are_counted_once(archive: Archive) -> None:
    seats = add(archive, SUM)
    one, other = (archive.search.faults_of_player(seats[seat]) for seat in ("p1", "p2"))
    assert (one.too_many, one.too_few, one.codes) == (1, 0, [])
    assert (other.too_many, other.too_few) == (0, 0)


def test_games_that_are_not_listed_tell_nothing(archive: Archive) -> None:
    seats = add(archive, SUM)
    add(archive, SUM, Visibility.UNLISTED)
    assert archive.search.faults_of_player(seats["p1"]).games == 1
