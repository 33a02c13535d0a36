"""Counts of password tries, taken before the password is checked.

A budget is one moment: when it will be whole again. A try moves that moment on by the time that one
try takes to come back, if it does not thereby move beyond the window. One statement does both, so
tries that come at once are counted one by one, by however many processes. Moments are in
microseconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, and_, case, or_, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store.models import Guess
from archive.store.sql import delete, update

WINDOW: Final = 15 * 60 * 1_000_000
"""The time in which a used-up budget becomes whole again."""
BELIEVED: Final = 2 * WINDOW
"""How far ahead a moment may lie: clocks differ, and the first to look may come second. Beyond that
a clock was set back since."""


def microseconds(moment: datetime) -> int:
    """Return a moment as budgets have it."""
    return int(moment.timestamp() * 1_000_000)


class Budget(NamedTuple):
    """The owner of some tries, and how many there may be in a window."""

    key: str
    most: int

    @property
    def step(self) -> int:
        """Return the time in which one try comes back."""
        return WINDOW // self.most


def take(session: Session, budgets: Iterable[Budget], now: int) -> int:
    """Take one try from each budget; return how long to wait for the one that takes longest, 0
    where there is no need to. Where it is not 0, the caller must undo the transaction."""
    return max((_take(session, one, now) for one in sorted(budgets)), default=0)


def _take(session: Session, budget: Budget, now: int) -> int:
    insert = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    after = _used_until(now) + budget.step
    statement = (
        insert(Guess)
        .values(key=budget.key, whole_at=now + budget.step)
        .on_conflict_do_update(
            index_elements=[col(Guess.key)],
            set_={"whole_at": after},
            where=after <= now + WINDOW,
        )
        .returning(col(Guess.whole_at))
    )
    if session.execute(statement).first() is not None:
        return 0
    then = session.execute(select(after).where(col(Guess.key) == budget.key)).scalar_one()
    return int(then) - now - WINDOW


def _used_until(now: int) -> ColumnElement[int]:
    """Return the budget's moment, or now where it has passed or lies too far ahead."""
    whole_at = col(Guess.whole_at)
    return case((and_(whole_at > now, whole_at <= now + BELIEVED), whole_at), else_=now)


def give_back(session: Session, budgets: Iterable[Budget]) -> None:
    """Give one try back to each budget: the password was right."""
    for one in sorted(budgets):
        less = col(Guess.whole_at) - one.step
        session.execute(update(Guess).where(col(Guess.key) == one.key).values(whole_at=less))


def forget(session: Session, now: int) -> None:
    """Remove budgets that are whole, except those that are just being taken from."""
    idle = or_(col(Guess.whole_at) <= now, col(Guess.whole_at) > now + BELIEVED)
    whole = select(col(Guess.key)).where(idle).with_for_update(skip_locked=True)
    session.execute(delete(Guess).where(col(Guess.key).in_(whole)))
