"""Options of rule sets, and the possible numbers of players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from archive.rules.position import Position

if TYPE_CHECKING:
    from archive.rules.table import Table


class Option(NamedTuple):
    """The readings of one option, the default first, and how a player says each `in_words`.
    `numbers` are further readings that need no list; `by_seats` has the default where it depends on
    the number of players. One that is `noted` makes no difference where no position `asks` for it.
    `target` means that its numbers are the points to which a game is played, `packs` that they are
    packs of cards: these need no words."""

    readings: tuple[str, ...]
    in_words: Mapping[str, str] = {}
    numbers: range = range(0)
    by_seats: Mapping[int, str] = {}
    noted: bool = False
    target: bool = False
    packs: bool = False

    def default(self, seats: int) -> str:
        """Return the default reading for a number of players."""
        return self.by_seats.get(seats, self.readings[0])

    def allows(self, reading: str) -> bool:
        """Return whether a reading is one of this option."""
        number = reading.isascii() and reading.isdigit() and len(reading) < 7
        return reading in self.readings or (
            number and int(reading) in self.numbers and reading == str(int(reading))
        )

    @property
    def choices(self) -> str:
        """Return every reading, for people: `shared|lowest`, `100|200|1…9999`."""
        numbers = self.numbers
        more = (f"{numbers[0]}…{numbers[-1]}",) if numbers else ()
        return "|".join(self.readings + more)


class RuleSet(NamedTuple):
    """One way to play a game. `seats` are the possible numbers of players; `begin` makes a position
    before anything happened, with every option chosen, and `table` a table around it. `called` is
    how players call it, where a game is played in more than one way."""

    name: str
    version: int
    options: Mapping[str, Option]
    seats: range
    begin: Callable[[Mapping[str, str], int], Position]
    table: Callable[[Any], Table]
    called: str = ""

    def open(self, chosen: Mapping[str, str], seats: int) -> Table:
        """Return a table before the game for a number of players, with every option chosen."""
        return self.table(self.begin(chosen, seats))

    @property
    def plain_title(self) -> str:
        """Return the rules as a Rules tag names them when every option has its default:
        `twenty/farrugia@1`."""
        return f"{self.name}@{self.version}"

    def title(self, chosen: Mapping[str, str], seats: int) -> str:
        """Return the rules as a Rules tag names them: `twenty/farrugia@1;hands=open`, defaults left
        out."""
        differing = [
            f";{key}={chosen[key]}"
            for key, option in self.options.items()
            if key in chosen and chosen[key] != option.default(seats)
        ]
        return self.plain_title + "".join(differing)

    def settled(self, chosen: Mapping[str, str], seats: int) -> dict[str, str]:
        """Return every option, with the default where none was chosen."""
        return {key: chosen.get(key, option.default(seats)) for key, option in self.options.items()}
