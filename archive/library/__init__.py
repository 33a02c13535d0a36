"""The public Python API: read records, judge them, find repairs, step through them, and list legal
plays.

`from archive import …` gives the names here (docs/python-api.md). They stay the same from version
to version; what they rest on may change freely.
"""

from __future__ import annotations

from archive.core.record import Record
from archive.games import GAMES
from archive.library.analysis import Analysis, OtherReading, Repair, analyse
from archive.library.assessment import Assessment, Finding, assess, read
from archive.library.play import Move, Ply, legal, replay
from archive.rules.position import Position
