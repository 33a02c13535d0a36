"""Who is answered next."""

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor

from archive.server.threaded import Turns


def run(work: Coroutine[None, None, None]) -> None:
    """Run it in a loop of its own: in this thread the tests with a browser may have left one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


def test_each_address_has_its_turn() -> None:
    """However many things one of them asks for, the other waits for one of them."""
    done: list[str] = []
    free = threading.Event()

    async def ask() -> None:
        turns = Turns(1, "test")
        ended = asyncio.Event()
        loop = asyncio.get_running_loop()
        turns.add("a", free.wait)  # type: ignore[arg-type]
        for address in "aaaabc":
            turns.add(address, lambda address=address: done.append(address))  # type: ignore[misc]
        turns.add("a", lambda: loop.call_soon_threadsafe(ended.set))
        assert turns.running == 1
        free.set()
        await ended.wait()

    run(ask())
    assert done == list("abcaaa")


def test_work_that_fails_gives_its_thread_back() -> None:
    async def ask() -> None:
        turns = Turns(1, "test")
        ended = asyncio.Event()
        loop = asyncio.get_running_loop()
        turns.add("a", lambda: [][0])
        turns.add("a", lambda: loop.call_soon_threadsafe(ended.set))  # type: ignore[arg-type]
        await ended.wait()

    run(ask())
