"""A record that grows while a transcript is read, whatever kind of transcript it is."""

from __future__ import annotations

from archive import events as said
from archive.cards import UNKNOWN, Card
from archive.events import Event
from archive.importers.ranks import Ranks
from archive.importers.source import Source
from archive.record import Record, Tag


class Sheet:
    """Tags and events of one game, with its players by name.

    `names` may be known beforehand; a name that comes later takes the next seat.
    """

    def __init__(self, source: Source, ranks: Ranks, names: list[str] | None = None) -> None:
        self.source = source
        self.ranks = ranks
        self.names = list(names or ())
        self.tags: dict[str, str] = {}
        self.events: list[Event] = []
        self.played = 0

    def seat(self, name: str) -> int:
        """The seat of a player, from 1."""
        name = " ".join(name.split())
        if name not in self.names:
            self.names.append(name)
        return self.names.index(name) + 1

    def card(self, text: str, at: int) -> Card | None:
        """The card a text names; where it names none, that is reported."""
        card = self.ranks.card(text)
        if card is None:
            self.source.report(
                at, "not-a-card", self.ranks.expected, text, fix=self.ranks.hint(text)
            )
        return card

    def play(
        self, seat: int, cards: tuple[Card, ...] | None, *,
        number: int | None = None, tally: int | None = None, points: int | None = None,
    ) -> None:  # fmt: skip
        """A play. Where its card could not be read it is a play of an unknown card: that somebody
        played is known."""
        self.played = self.played + 1 if number is None else number
        self.events.append(said.Play(self.played, seat, cards or (UNKNOWN,), tally, points))

    def skip(self) -> None:
        """Somebody played, and it could not be read who or what: the number stays free, so that it
        is seen that a play is missing there."""
        self.played += 1

    def comment(self, text: str) -> None:
        """Text beside the game, or text that could not be used; kept as it stands."""
        text = "\n".join(line.rstrip() for line in text.splitlines()).strip()
        if text:
            self.events.append(said.Comment(text))

    def tag(self, name: str, value: str) -> bool:
        """A tag; False where there is one of this name already, which stays."""
        if name in self.tags:
            return False
        self.tags[name] = value
        return True

    def record(self, game: str) -> Record:
        """What was read, as a record of a game."""
        first = {"XXN": "1.0", "Game": self.tags.pop("Game", game)}
        players = {f"P{seat}": name for seat, name in enumerate(self.names, 1)}
        tags = {**first, **players, "Result": "*", **self.tags}
        ended = any(isinstance(event, said.End | said.Stop) for event in self.events)
        if tags["Result"] == "*" and not ended:
            self.events.append(said.Stop("*"))
        clean = (Tag(name, " ".join(value.split())) for name, value in tags.items())
        return Record(clean, self.events)
