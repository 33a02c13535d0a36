"""The face for other programs: read records, judge them, ask what would put them right, step
through them, and ask what may be played.

`from archive import …` gives what stands here (docs/python-api.md). It stays as it is from
version to version; what it rests on may be turned inside out.
"""

from __future__ import annotations

from archive.core.record import Record
from archive.games import GAMES
from archive.library.analysis import Analysis, OtherReading, Repair, analyse
from archive.library.assessment import Assessment, Finding, assess, read
from archive.library.play import Move, Ply, legal, replay
from archive.rules.position import Position
