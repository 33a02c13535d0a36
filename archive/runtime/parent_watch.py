"""A pipe between a parent process and its children that ends when the parent dies.

A supervisor stops its children when it is stopped, but one that is killed cannot. So every child
holds the reading end of a pipe whose writing end only the supervisor has: when the supervisor is
gone, however it went, the pipe ends and the child stops itself, gracefully.
"""

from __future__ import annotations

import os
import signal
import threading

VARIABLE = "TWENTIES_PARENT_PIPE"


def hold() -> None:
    """Stop this process when its parent is gone. Do nothing where the parent offers no pipe."""
    written = os.environ.pop(VARIABLE, "")
    if not written.isdecimal():
        return
    line = int(written)
    os.set_inheritable(line, False)
    threading.Thread(target=_wait, args=(line,), name="parent-watch", daemon=True).start()


def _wait(line: int) -> None:
    try:
        while os.read(line, 1):
            pass
    except OSError:
        return
    os.kill(os.getpid(), signal.SIGTERM)
