"""Example disputes as a player would write them, in each reader's language, to be tried at a
click."""

from __future__ import annotations

from typing import Final, NamedTuple

from archive.web.language import marked


class Example(NamedTuple):
    """A short dispute: the label of its button, and the sheet in words."""

    called: str
    sheet: str


EXAMPLES: Final = {
    "sum": Example(
        marked("A point too many"),
        marked("""\
Dun Karm: 9 (9)
Ġorġa: jack (19)
Dun Karm: ace (20, ten points)
Ġorġa: 6 (6)
Dun Karm: 4 (10)
Ġorġa: 7 (17)
Dun Karm: queen (27, eight)
Ġorġa: 8 (8)
Dun Karm 18, Ġorġa 0
"""),
    ),
    "suit": Example(
        marked("Did he follow suit?"),
        marked("""\
Game: Zwanzig ab
Players: Jochen, Ute, Karl-Heinz, Anneliese
Trumps: hearts

Trick 1
Jochen: A♣
Ute: 10♣
Karl-Heinz: 7♠
Anneliese: J♣

Trick 2
Jochen: K♥
Ute: 8♥
Karl-Heinz: 9♣
Anneliese: A♥
"""),
    ),
}
"""The examples by their word in the address."""

TWO_SHEETS: Final = {
    "sum": (
        EXAMPLES["sum"].sheet,
        marked("""\
Dun Karm: 9 (9)
Ġorġa: jack (19)
Dun Karm: ace (20, ten points)
Ġorġa: 6 (6)
Dun Karm: 4 (10)
Ġorġa: 7 (17)
Dun Karm: queen (27, seven)
Ġorġa: 8 (8)
Dun Karm 17, Ġorġa 0
"""),
    ),
}
"""Two sheets of one game that differ by one number, by the word in the address."""
