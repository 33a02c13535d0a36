"""Players by name, on both databases: only those who sit in a game that is shown."""

from archive.services import Archive, Visibility
from archive.store import player_lists, players
from tests.uploaded import judged_upload

GAME = """[XXN "1.0"]
[Game "twenty"]
[P1 "{}"]
[P2 "{}"]

@round n=1 first=p1
1. p1 8=8 2. p2 A=7
@end p1:{} p2:20 win=p2
"""


def add(archive: Archive, one: str, other: str, points: int, seen: Visibility) -> None:
    data = GAME.format(one, other, points).encode()
    judged_upload(archive, data, filename="x", visibility=seen)


def test_who_is_listed_with_whom_and_with_what(archive: Archive) -> None:
    public, unlisted = Visibility.PUBLIC, Visibility.UNLISTED
    add(archive, "Anna Smith", "100%_sure", 1, public)
    add(archive, "Anna Smith", "Bert", 2, public)
    add(archive, "Anna Smith", "Zoe", 3, unlisted)

    def called(said: str, after: str = "") -> list[tuple[str, int]]:
        with archive.database.reading() as session:
            found = player_lists.players_called(session, said, after, 10)
        return [(one.name, one.games) for one in found]

    assert called("") == [("100%_sure", 1), ("Anna Smith", 2), ("Bert", 1)]
    assert called("SMI") == [("Anna Smith", 2)]
    assert called("%") == called("zoe") == called("mith") == []
    assert called("100%_") == [("100%_sure", 1)]
    with archive.database.reading() as session:
        anna = players.named(session, "Anna Smith")
        assert anna
        rivals = player_lists.rivals(session, anna)
        assert {(one.name, one.games) for one in rivals} == {("100%_sure", 1), ("Bert", 1)}
        assert len(player_lists.course(session, anna)) <= 2
        assert ("wrong-tally", 2) in player_lists.found_with(session, anna)
        bert = players.named(session, "Bert")
        assert bert
    assert called("", bert) == []


def test_names_stand_where_people_look_for_them(archive: Archive) -> None:
    """Marks and capitals do not count, on either database, nor where a list goes on."""
    named = ["Zoe", "Émile", "fred", "Ġorġa", "Anna", "Éva", "ähren", "Harry", "Łucja", "Ħal"]
    for one, other in zip(named[::2], named[1::2], strict=True):
        add(archive, one, other, 1, Visibility.PUBLIC)
    listed, after = [], ""
    with archive.database.reading() as session:
        while found := player_lists.players_called(session, "", after, 3):
            listed += [one.name for one in found]
            after = found[-1].id
    assert listed == [
        "ähren",
        "Anna",
        "Émile",
        "Éva",
        "fred",
        "Ġorġa",
        "Ħal",
        "Harry",
        "Łucja",
        "Zoe",
    ]
