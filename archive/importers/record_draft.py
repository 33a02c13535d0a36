"""A record that grows while a text is read, in whatever form the text is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from archive.core import events as said
from archive.core.cards import Card
from archive.core.events import Event
from archive.importers import order_of_deals, which_game
from archive.importers.actions import Deed
from archive.importers.dates import date_in
from archive.importers.player_names import ALL, called, is_first_person
from archive.importers.ranks import Ranks
from archive.importers.source import Source

HEADING = 20
"""The most events in the heading of a sheet."""


class RecordDraft:
    """The tags and events of one game, its players by name, and the place of each event; by that
    place also the places of the event's parts that have cells of their own.

    `names` may be known beforehand; a name that comes later takes the next seat. Capitals and small
    letters make no difference to a name, and an initial stands for the one player whose name begins
    with it.
    """

    def __init__(self, source: Source, ranks: Ranks, names: list[str] | None = None) -> None:
        self.source = source
        self.ranks = ranks
        self.names: list[str] = []
        self.seats: dict[str, int] = {}
        self.tags: dict[str, str] = {}
        self.events: list[Event] = []
        self.places: list[int] = []
        self.parts: dict[int, dict[str, int]] = {}
        self.played = 0
        self.begins_later = False  # behind a gap before the first play, so that none has a number
        self.left_free = False  # whether a play could not be read that no number shows
        self.numbered = False  # whether the sheet numbers plays itself
        self.dealt = 0
        self.paid = 0  # how often it is told what the cards left in a hand cost
        self.game: str | None = None
        self.told_initials: set[str] = set()
        self.remarks: list[tuple[str, int]] = []  # all text beside the game, headings too
        for name in names or ():
            self._sit(name)

    def seat(self, name: str, at: int | None = None) -> int:
        """Return the seat of a player, from 1; `at` is where the name stands."""
        name = " ".join(name.split())
        seat = self.seats.get(name.casefold())
        if seat is None:
            seat = self.initials().get(name.casefold()) if len(name) == 1 else None
            if seat is not None and at is not None and name not in self.told_initials:
                self.told_initials.add(name)
                expected = f"{self.names[seat - 1]}, who is meant by this initial"
                self.source.report(at, "initial", expected, name, severity="note")
        return self._sit(name) if seat is None else seat

    def seats_of(self, names: Iterable[str]) -> tuple[int, ...]:
        """Return the seats of players, in the order round the table."""
        return tuple(sorted({self.seat(name) for name in names}))

    def seated(self, totals: Mapping[str, int]) -> said.Totals:
        """Return totals by name as a record has them, by seat."""
        return tuple((self.seat(name), total) for name, total in totals.items())

    def total(self, seat: int) -> int:
        """Return a player's total as it was told last; 0 where none was."""
        standings = (one for one in reversed(self.events) if isinstance(one, said.Score))
        told = (total for one in standings for player, total in one.totals if player == seat)
        return next(told, 0)

    def also_called(self, spelling: str, name: str, at: int) -> None:
        """Take another spelling as that of a player, and report it."""
        self.seats[spelling.casefold()] = self.seats[name.casefold()]
        self.misspelt(spelling, name, at)

    def misspelt(self, spelling: str, name: str, at: int) -> None:
        """Report which player a misspelt name is taken for."""
        self.source.report(at, "misspelt", f"{name}, who is meant by this spelling", spelling,
                           severity="note")  # fmt: skip

    def initials(self) -> dict[str, int]:
        """Return the initials that can mean one player only, and that are not a player's whole
        name."""
        firsts = [name[0].casefold() for name in self.names]
        return {
            first: seat
            for seat, first in enumerate(firsts, 1)
            if firsts.count(first) == 1 and first not in self.seats
        }

    def _sit(self, name: str) -> int:
        if is_first_person(name):
            if name.casefold() not in self.seats:
                self.names.append(called(name))
                self.seats |= dict.fromkeys(ALL, len(self.names))
            return self.seats[name.casefold()]
        self.names.append(" ".join(name.split()))
        return self.seats.setdefault(self.names[-1].casefold(), len(self.names))

    def add(self, event: Event, at: int, parts: dict[str, int] | None = None) -> None:
        """Add an event, and the character at which it stands; `parts` that stand elsewhere are
        named as the record names them (`tally`, `points`, a seat)."""
        self.events.append(event)
        self.places.append(at)
        self.dealt += isinstance(event, said.Deal)
        self.begins_later = self.begins_later or (isinstance(event, said.Gap) and not self.played)
        if parts:
            self.parts[at] = parts

    def begin(self, deal: said.Deal, at: int) -> None:
        """Add the line of a deal. Trumps that stand above the first deal are named in it."""
        index, above = self._trumps_above(), self._deal_above()
        if above is not None and deal.number is not None:
            told = self.events[above]
            assert isinstance(told, said.Deal)
            if deal.dealer in (None, told.dealer):
                cards = deal.cards or told.cards
                self.events[above] = deal._replace(dealer=told.dealer, cards=cards)
                return
        if index is None:
            self.add(deal, at)
        else:
            self.events.insert(index, deal)
            self.places.insert(index, at)
            self.dealt += 1

    def _deal_above(self) -> int | None:
        """Return the index of a deal without a number of which nothing else is told yet."""
        index = self.last(said.Deal)
        if index is None or any(
            not isinstance(one, said.Comment) for one in self.events[index + 1 :]
        ):
            return None
        deal = self.events[index]
        return index if isinstance(deal, said.Deal) and deal.number is None else None

    def trump(self, trump: said.Trump, at: int) -> None:
        """Add trumps. Trumps of the same suit in the heading are taken away if the heading names no
        player, because they say less."""
        index = self._trumps_above()
        if index is not None and self.events[index] == said.Trump(None, trump.suit):
            del self.events[index], self.places[index]
        self.add(trump, at)

    def _trumps_above(self) -> int | None:
        """Return the index of the trumps if a sheet has given nothing else so far but comments."""
        if self.played or len(self.events) > HEADING:
            return None
        told = [at for at, one in enumerate(self.events)
                if not isinstance(one, said.Comment | said.Deal)]  # fmt: skip
        alone = len(told) == 1 and isinstance(self.events[told[0]], said.Trump)
        return told[0] if alone else None

    def put(self, index: int, event: Event) -> None:
        """Replace an event by another."""
        self.events[index] = event

    def hold(self, held: said.Held, at: int) -> None:
        """Add a hand listed beside a play to the deal in which its player has none yet, before the
        plays."""
        index = self.last(said.Deal)
        if index is not None and not any(
            isinstance(event, said.Held) and event.seat == held.seat
            for event in self.events[index:]
        ):
            index += 1
            while index < len(self.events) and isinstance(self.events[index], said.Held):
                index += 1
        else:
            self.add(said.Deal(None), at)
            index = len(self.events)
        self.events.insert(index, held)
        self.places.insert(index, at)

    def drop(self) -> tuple[Event, int]:
        """Remove and return the last event with its place."""
        return self.events.pop(), self.places.pop()

    @property
    def last_event(self) -> Event | None:
        """Return the last event; None where there is none."""
        return self.events[-1] if self.events else None

    def last(self, kind: type) -> int | None:
        """Return the index of the last event of a kind among the last thirty."""
        for index in range(len(self.events) - 1, max(-1, len(self.events) - 31), -1):
            if isinstance(self.events[index], kind):
                return index
        return None

    def card(self, text: str, at: int) -> Card | None:
        """Return the card that a text names; a text that names none is reported."""
        card = self.ranks.card(text)
        if card is None:
            self.not_a_card(text, at)
        return card

    def not_a_card(self, text: str, at: int) -> None:
        """Report that a card was expected where something else stands."""
        self.source.report(
            at,
            "not-a-card",
            self.ranks.expected,
            text or "an empty cell",
            fix=self.ranks.hint(text),
        )

    def act(
        self, seat: int, found: Deed, at: int, number: int | None = None,
        parts: dict[str, int] | None = None,
    ) -> None:  # fmt: skip
        """Add what a player did in turn, numbered on where it has no number of its own, but for a
        sheet that begins with a gap."""
        self.begins_later = self.begins_later and number is None
        if self.begins_later and self.left_free:
            self.add(said.Gap(""), at)
        self.left_free = False
        self.numbered = self.numbered or number is not None
        self.played = self.played + 1 if number is None else number
        event = found.event(None if self.begins_later else self.played, seat)
        self.add(event, at, parts)
        if number is None:
            order_of_deals.put_last_in_order(self.events, self.places, len(self.names))

    def skip(self) -> None:
        """Leave a number free for a play that cannot be read, so that the record shows that it is
        missing."""
        self.played += 1
        self.left_free = True

    def comment(self, text: str, at: int) -> None:
        """Add text beside the game, or text that could not be used, as it stands."""
        text = "\n".join(line.rstrip() for line in text.splitlines()).strip()
        if text:
            self.add(said.Comment(text), at)
            self.remarks.append((text, at))

    def tag(self, name: str, value: str) -> bool:
        """Add a tag and return True; False where a tag of this name exists already, which stays.
        Rules by the name of a game are its usual ones, or those that the name means."""
        if name in self.tags:
            return False
        found = which_game.named(value) if name == "Rules" else None
        if found is None or self.game not in (None, found[0]):
            self.tags[name] = date_in(value) or value if name == "Date" else value
            return True
        return self.name_game(found)

    def name_game(self, found: tuple[str, str]) -> bool:
        """Take the game that the sheet names and return True; False where it named another one
        before."""
        if self.game not in (None, found[0]):
            return False
        self.game = found[0]
        if found[1]:
            self.tag("Rules", found[1])
        return True

    def guess_game(self, game: str, at: int) -> None:
        """Take a game that the sheet does not name, and report it."""
        self.name_game((game, ""))
        self.source.report(
            at, "game-not-named", "a line or a column that names the game, such as “Game: Count to "
            f"20”; this was read as {which_game.TITLES[game]}", "none", severity="warning",
        )  # fmt: skip
