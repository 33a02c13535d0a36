"""The files of a game's rules, for browsers that run them."""

from __future__ import annotations

import ast
import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from flask import url_for

from archive.games import GAMES
from archive.rules import position_for_browser
from archive.rules.position import Position
from archive.web.responses import hash_of

HOME: Final = "archive."


class Bundle(NamedTuple):
    """The files of some rules as JSON, and the hash of that."""

    body: bytes
    mark: str


@cache
def bundle(module: str, kind: str) -> Bundle:
    """Return the place where a kind of position is defined, with the files that a browser needs:
    that file, the one that reads positions, and all they import, each as its text by its path."""
    files: dict[str, str] = {}
    waiting = [module, position_for_browser.__name__]
    while waiting:
        name = waiting.pop()
        spec = find_spec(name)
        path = name.replace(".", "/") + ".py"
        if spec is None or spec.origin is None or path in files:
            continue
        files[path] = source_of(spec.origin).read_text("utf-8")
        waiting += _imported(files[path])
    told = {"module": module, "kind": kind, "files": dict(sorted(files.items()))}
    body = json.dumps(told, separators=(",", ":")).encode()
    return Bundle(body, hash_of(body))


def source_of(origin: str) -> Path:
    """Return the source of a module, which lies beside it where it was compiled."""
    path = Path(origin)
    return path.with_name(f"{path.name.partition('.')[0]}.py")


def _imported(text: str) -> list[str]:
    """Return the names of our modules that a file imports."""
    found = [one.module for one in ast.walk(ast.parse(text)) if isinstance(one, ast.ImportFrom)]
    return [one for one in found if one and one.startswith(HOME)]


def address(position: Position) -> str:
    """Return the address of the rules that a position is played by; it changes with them."""
    kind = type(position)
    mark = bundle(kind.__module__, kind.__name__).mark
    return url_for("rules.files", name=kind.__name__, v=mark)


@cache
def kinds() -> dict[str, str]:
    """Return the kinds of positions that the games have, each with the place where it is
    defined."""
    begun = [
        one.begin(one.settled({}, one.seats[0]), one.seats[0])
        for game in GAMES.values()
        for one in game.rule_sets
    ]
    return {type(one).__name__: type(one).__module__ for one in begun}
