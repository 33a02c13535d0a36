"""A position: a game as it stands between two actions, and what all games' positions share.

An action is a tuple, the name of the method that carries it out and then its arguments: `("lay", 2,
57)`. Dealing is an action like any other, so a record, a dealer, a solver and a person at a table
drive the same position. An action that breaks a rule is noted in `objections` and done all the
same, because that is what happened at the table; but it must be of a seat of the game, and no card
can be laid before the first deal. What a rule cannot decide because a hand is not known in full is
noted in `open`.
"""

from typing import Any, TypeAlias

from archive.rules.hand import NO, UNCOUNTED, YES
from archive.rules.pack import full_pack

Action: TypeAlias = "tuple[Any, ...]"
"""The name of a method and its arguments, as each game defines."""


class Position:
    """A game between two actions.

    `due` is the name of the action awaited, empty once the game is over; `turn` the seat it is
    awaited from, 0 where it is no player's in particular; `wanted` how many cards come from the
    pack with it, 0 where a player chooses, and `fresh` whether the pack is shuffled first. `ply`
    counts what players have done, `totals` are points by seat (the entry 0 is of no seat). `ledger`
    has every score as (ply, seat, points, clause), `objections` and `open` the broken rules, and
    the undecided ones, as (ply, seat, code, clause). `asked` has the options that made a
    difference.
    """

    __slots__ = (
        "asked", "due", "fresh", "ledger", "objections", "open", "ply", "seats", "totals", "turn",
        "wanted",
    )  # fmt: skip

    def __init__(self, seats: int, opening: int = 0) -> None:
        self.seats = seats
        self.due = ""
        self.fresh = False
        self.turn = self.wanted = self.ply = 0
        self.totals: list[int] = [0] + [opening] * seats
        self.ledger: list[tuple[int, int, int, str]] = []
        self.objections: list[tuple[int, int, str, str]] = []
        self.open: list[tuple[int, int, str, str]] = []
        self.asked: set[str] = set()

    # -- each game's own

    def legal(self) -> "list[Action]":
        """Return every action that the rules allow now, each once.

        Where suits play no part, cards of one rank are one choice, and one of them stands for it.
        While cards are awaited from the pack (`wanted`) the list is empty: any of them will do.
        """
        raise NotImplementedError

    def pack(self) -> "list[int]":
        """Return the cards that are shuffled when cards are awaited from a fresh pack."""
        return full_pack()

    def winners(self) -> "list[int]":
        """Return the seats that have won; none while the game goes on."""
        raise NotImplementedError

    def copy(self) -> "Position":
        """Return a position that is equal to this one and shares nothing that changes, except the
        note of the options that made a difference."""
        raise NotImplementedError

    # -- common to all games

    def play(self, action: Action) -> None:
        """Carry out `action`. Raises AttributeError where the game has none of that name, and may
        raise IndexError for a seat that the game does not have and before the first deal."""
        name = action[0]
        known = isinstance(name, str) and not hasattr(Position, name)
        act = getattr(self, name, None) if known else None
        if act is None:
            raise AttributeError(f"no action {name!r}; one is ('lay', 1, 23), as moves have it")
        act(*action[1:])

    def allows(self, action: Action) -> bool:
        """Return whether `action` breaks no rule, as far as the hands are known."""
        twin = self.copy()
        before = len(twin.objections)
        twin.play(action)
        return len(twin.objections) == before

    @property
    def over(self) -> bool:
        """Return whether the game is over."""
        return not self.due

    def await_action(self, due: str, turn: int = 0, wanted: int = 0, fresh: bool = False) -> None:
        """Set the action that is awaited next."""
        self.due, self.turn, self.wanted, self.fresh = due, turn, wanted, fresh

    def require(self, holds: int, seat: int, code: str, clause: str) -> None:
        """Object where a rule is broken; where that depends on unknown cards, note it as open."""
        if holds == YES:
            return
        if holds == NO:
            self.objections.append((self.ply, seat, code, clause))
        else:
            self.open.append((self.ply, seat, code, clause))

    def require_due(self, due: str, seat: int, clause: str) -> None:
        """Object where another action is awaited, or the same from another seat."""
        if self.due != due:
            self.require(NO, seat, "not-now", clause)
        elif self.turn and seat != self.turn:
            self.require(NO, seat, "wrong-turn", clause)

    def asks(self, option: str) -> bool:
        """Note that the next step depends on an option, and return True."""
        self.asked.add(option)
        return True

    def score(self, seat: int, points: int, clause: str) -> None:
        """Enter points for a seat, with their clause."""
        self.totals[seat] += points
        self.ledger.append((self.ply, seat, points, clause))

    def lose_totals(self) -> None:
        """Make the totals unknown from here on."""
        self.totals = [0] + [UNCOUNTED] * self.seats

    def copy_onto(self, twin: "Position") -> None:
        """Copy to `twin` what all positions have."""
        twin.seats = self.seats
        twin.due, twin.turn, twin.wanted, twin.fresh = self.due, self.turn, self.wanted, self.fresh
        twin.ply, twin.totals = self.ply, self.totals[:]
        twin.ledger, twin.objections = self.ledger[:], self.objections[:]
        twin.open, twin.asked = self.open[:], self.asked  # either of them counts
