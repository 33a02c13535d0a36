"""A patcher of a few lines, for what is to be seen without the one of the system."""

from __future__ import annotations

import re

LINE = re.compile(r"[^\n]*\n|[^\n]+")
UNENDED = "\n\\ No newline at end of file\n"


def patched(text: str, patch: str) -> str:
    """Return a text as a unified diff makes it. Fails where the diff is of another text."""
    lines, made, at = LINE.findall(text), list[str](), 0
    for told in LINE.findall(patch.replace(UNENDED, "\0\n"))[2:]:
        line = told.removesuffix("\0\n")
        if line.startswith("@@"):
            first, _, length = line.split()[1].lstrip("-").partition(",")
            start = int(first) - (length != "0")
            made += lines[at:start]
            at = start
        elif line[0] in "- ":
            assert lines[at] == line[1:]
            at += 1
        if line[0] in "+ ":
            made.append(line[1:])
    return "".join(made + lines[at:])
