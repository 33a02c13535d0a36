"""What several processes do to a database at the same time; imported by each of them."""

from contextlib import closing

from sqlalchemy import text

from archive.store import migrate
from archive.store.database import Database


def migrated(url: str) -> bool:
    """Migrate a database, and return whether it was this that did."""
    with closing(Database(url)) as database:
        return migrate.upgrade(database)


def count_up(url: str, times: int) -> None:
    """Raise one number so many times, each time from what is read."""
    with closing(Database(url)) as database:
        for _ in range(times):
            with database.writing() as session:
                found = session.execute(text("SELECT attempts FROM upload")).scalar_one()
                session.execute(text("UPDATE upload SET attempts = :n"), {"n": found + 1})


def judge_all(url: str, there: list[str], seed: int) -> None:
    """Say verdicts of all records twice, with other players each time."""
    from tests.store.listed import judged

    with closing(Database(url)) as database:
        for turn in range(2):
            for at, id_ in enumerate(there):
                who = [f"New {turn} {(at + seed) % 4}", f"New {turn} {at % 3}"]
                judged(database, id_, players=who, codes=("a",), day=f"2026-0{1 + (at + seed) % 3}")
