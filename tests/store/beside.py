"""One process more that does to a database what this one does, at the same time."""

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any


def beside(act: Callable[..., Any], here: tuple[Any, ...], there: tuple[Any, ...]) -> list[Any]:
    """Return what a function returns here and in another process, both begun together.

    The function's module is imported there: one that imports little is soon ready.
    """
    spawn = multiprocessing.get_context("spawn")
    mine, its = spawn.Pipe()
    other = spawn.Process(target=_act, args=(act, there, its))
    other.start()
    its.close()  # so that a process which dies is heard to
    mine.recv()
    mine.send("begin")
    found = [act(*here), mine.recv()]
    other.join()
    assert other.exitcode == 0
    return found


def _act(act: Callable[..., Any], arguments: tuple[Any, ...], told: Connection) -> None:
    told.send("ready")
    told.recv()
    told.send(act(*arguments))
