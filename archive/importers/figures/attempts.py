"""One try to read the numbers of a sheet with a meaning for each way of writing them: the deals
that come of it, and how many numbers are then against the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from archive.core.numbers_in_comments import Sum
from archive.importers.figures.number_lists import Vector, Way
from archive.importers.figures.points import FIVE, Game
from archive.importers.which_game import COUNT_TO_20, TWENTY

Role: TypeAlias = Literal["totals", "gains", "tricks", "before"]
Roles: TypeAlias = Mapping[Way, Role]
FEWEST = 2
"""The fewest deals that make such a sheet, where it has no end."""
ROUNDS, PAIR = 2, 2
NO_MEANING = 1_000
"""What a number without any meaning counts, against one that is wrong."""


class Deal(NamedTuple):
    """A hand or round: its number and trumps, the totals after it and before it, as far as they are
    known, what was added to these, and where they stand; the tricks where they are told, wrong sums
    of totals, and where it stands and its totals do."""

    number: int
    suit: str
    totals: dict[str, int]
    before: dict[str, int]
    gains: list[Mapping[str, int]]
    goes_on: int
    tricks: dict[str, int | None]
    wrong: list[Sum]
    at: int
    ended: int

    def parts(self, name: str) -> list[int]:
        """Return what a player’s total is added up from."""
        parts = [self.before[name], *(one.get(name, 0) for one in self.gains)]
        return parts if len(self.gains) == 1 else [one for one in parts if one]


class Found(NamedTuple):
    """A sheet with a meaning for every number: its deals, how many numbers are against the rules,
    those of the end, the places of what is not in the deals themselves, whether most totals at the
    end are what several deals come to, and whether the players stand above the numbers."""

    deals: list[Deal]
    misfits: int
    end: dict[str, int]
    beside: list[int]
    adds_up: bool = False
    headed: bool = False


class Attempt:
    """A sheet read with some meanings of its numbers: the totals so far, the deals, and how many
    numbers are against the rules. `alone` is whether the totals at the end are all it has, and
    `by_hands` whether the points of each hand of a round are told."""

    def __init__(self, game: Game, roles: Roles, *, alone: bool, by_hands: bool) -> None:
        self.game, self.roles, self.alone, self.by_hands = game, roles, alone, by_hands
        self.totals = game.start()
        self.deals: list[Deal] = []
        self.end: dict[str, int] = {}
        self.misfits = 0
        self.beside: list[int] = []
        self._without_zero = 0  # hands in which all players pay: 20 was made
        self._numbered = False  # whether the last deal has a number
        self._others_unknown = False  # whether only one player’s tricks are told
        self._open = False  # the totals of the last deal may still be told
        self._unit, self._suit = 0, ""  # of the deal before which totals are told
        self._begun = False  # whether it is told how the game begins
        self._from: dict[str, int] = {}  # the totals before a round that begins at nothing
        self._has_bonus = False  # which the totals at the end may have in them

    def found(self) -> Found | None:
        """Return what was found; None where it has no sense."""
        if self.game.name == TWENTY and len(self.deals) > ROUNDS:
            return None
        often = max(0, self._without_zero - len(self.deals) // 2)
        misfits = (
            self.misfits
            + NO_MEANING * self._others_unknown
            + (often if self.game.name == COUNT_TO_20 else 0)
        )
        return Found(self.deals, misfits, self.end, self.beside, self._adds_up())

    def _adds_up(self) -> bool:
        """Return whether most totals at the end are what the points of several deals come to."""
        told = len(self.deals) >= FEWEST and "gains" in self.roles.values()
        right = sum(total == self.totals[name] for name, total in self.end.items())
        return told and 2 * right > len(self.game.names)

    def take(self, one: Vector) -> None:
        """Take the next numbers."""
        values = {name: number for name, number in one.values.items() if number is not None}
        opening = [*values.values()] == [self.game.gains.opening] * len(self.game.names)
        role: Role = "tricks" if one.kind == "tricks" else self.roles.get(one.way, "totals")
        added_up = len(self.deals) >= FEWEST and len(values) == len(self.game.names)
        stands = (one.kind == "so far" and not one.unit) or (
            (role == "totals" or (role == "gains" and added_up))
            and (not one.unit or (role == "totals" and self._is_told(one)))
            and values.items() <= self.totals.items()
        )
        if one.kind == "beside":
            right = values.items() <= self.totals.items()
            self.misfits += 0 if right else NO_MEANING
        elif one.kind == "bonus":
            self._has_bonus = True
            self._add(values, one.at)
        elif one.kind == "start" or (not self.deals and opening and one.kind != "final"):
            self.totals |= values
            self._unit, self._suit, self._begun = one.unit, one.suit, True
        elif role == "before":
            self._go_on(one, values)
        elif self.by_hands and self.deals and one.kind == "final" and (
            one.unit or self._are_of_the_round(values)
        ):  # fmt: skip
            last = self.deals[-1].before
            self._close({name: last[name] + by for name, by in values.items()}, one.at)
        elif one.kind in ("final", "sum", "won") or self._is_the_end(one, role):
            self._end(one, values)
        elif self._open and self.deals and (role == "totals" or one.kind == "so far"):
            self._close(values, one.at)
        elif stands and self.deals:
            self.misfits += sum(total != self.totals[name] for name, total in values.items())
            self.totals |= values
            self.beside.append(one.at)
        elif role == "gains" and added_up and not one.unit and self._all_but_one_stand(values):
            self._close(values, one.at)
        elif self.by_hands and one.unit > 1 and role == "totals":
            self._go_up(values, one.at)
        elif self.by_hands and one.unit > 1:
            self._add(values, one.at)
        else:
            self._begin(one, role, values)

    def _are_of_the_round(self, values: Mapping[str, int]) -> bool:
        """Return whether totals are what the second round gave, and not what both did."""
        before = self.deals[-1].before
        own = [total - before.get(name, 0) for name, total in self.totals.items()]
        told = [values.get(name) for name in self.totals]
        return any(before.values()) and any(one == two for one, two in zip(own, told, strict=True))

    def _is_told(self, one: Vector) -> bool:
        """Return whether totals are those of the last deal once more, with its number."""
        return bool(self.deals) and [one.unit, one.values] == [
            self.deals[-1].number, self.deals[-1].totals
        ]  # fmt: skip

    def _all_but_one_stand(self, values: Mapping[str, int]) -> bool:
        """Return whether numbers are the totals so far, but for one of three or more."""
        right = sum(total == self.totals[name] for name, total in values.items())
        return right == len(self.game.names) - 1 > 1 and len(values) > right

    def _is_a_second_round(self, values: Mapping[str, int]) -> bool:
        """Return whether totals at the end of Twenty are those behind a round that is not told."""
        first = self.game.name == TWENTY and [one.number for one in self.deals] == [1]
        first = first and not self._has_bonus
        more = all(values.get(name, -1) >= total for name, total in self.totals.items())
        return first and more and values != self.totals

    def _is_the_end(self, one: Vector, role: Role) -> bool:
        """Return whether points of Twenty behind those of two rounds are what these come to."""
        whole = self.game.name == TWENTY and len(self.deals) == ROUNDS and not one.unit
        return whole and role == "gains" and len(one.values) == len(self.game.names)

    def _go_on(self, one: Vector, values: Mapping[str, int]) -> None:
        """Take the totals before the next deal, or before that whose tricks are told."""
        last = self.deals[-1].before if self._open else self.totals
        known = bool(self.deals) or self._begun
        self.misfits += known and sum(last[name] != total for name, total in values.items())
        last |= values
        self._unit, self._suit, self._begun = one.unit, one.suit, True
        if self._open:
            self.deals[-1] = self.deals[-1]._replace(goes_on=one.at)

    def _begin(self, one: Vector, role: Role, values: dict[str, int]) -> None:
        """Take the numbers of the next deal."""
        names, totals = self.game.names, self.totals
        self.beside += [one.at] if role == "gains" else []
        self.misfits += NO_MEANING * self._others_unknown
        due = self.deals[-1].number + 1 if self.deals else 1
        told = one.unit or self._unit or due
        number = max(due, told) if self.deals else told
        known = self.deals or self._begun or number == 1
        self.misfits += bool(self.deals or role != "totals") and told != due
        self.misfits += NO_MEANING * bool(one.way.place and self._numbered and not one.unit)
        self._numbered = bool(one.unit)
        tricks: dict[str, int | None] = {}
        if role == "tricks":
            tricks = {name: one.values.get(name, 0 if self.game.down else None) for name in names}
            won = [tricks[name] or 0 for name in names]
            self.misfits += NO_MEANING if max(won) > FIVE else sum(won) != FIVE
            self._others_unknown = len(values) == 1 and not self.game.down
            points = next(self.game.by_tricks(tricks, one.suit))
            after = {name: totals[name] + points[name] for name in names}
        elif role == "gains":
            lacks = self.game.name == TWENTY and len(values) < PAIR
            self.misfits += NO_MEANING if lacks else 0
            after = {name: totals[name] + values.get(name, 0) for name in names}
        else:
            again = self.by_hands and any(totals[name] > total for name, total in values.items())
            self._from = dict(totals) if again else {}
            after = totals | {name: self._from.get(name, 0) + by for name, by in values.items()}
            complete = self.game.name in (TWENTY, COUNT_TO_20)
            self.misfits += len(names) - len(values) if complete else 0
        gains = {name: after[name] - totals[name] for name in names}
        if role != "tricks" and known:
            self._without_zero += 0 not in gains.values()
            self.misfits += self.game.misfits([*gains.values()])
        before = dict(totals) if known or role != "totals" else {}
        suit = one.suit or self._suit
        self.deals.append(
            Deal(number, suit, after, before, [gains], one.at, tricks, [], one.at, one.at)
        )
        self._open, self.totals = role != "totals", dict(after)
        self._unit, self._suit = 0, ""

    def _add(self, values: Mapping[str, int], at: int) -> None:
        """Add points to the last round: those of another hand of it, or a bonus."""
        if self.deals and values:
            last = self.deals[-1]
            self.totals = {name: by + values.get(name, 0) for name, by in last.totals.items()}
            gains = [*last.gains, values]
            self.deals[-1] = last._replace(totals=dict(self.totals), gains=gains, ended=at)
        self.misfits += 0 if self.deals else NO_MEANING
        self.beside.append(at)

    def _go_up(self, values: Mapping[str, int], at: int) -> None:
        """Take the totals behind another hand of the last round, which never go down; those of the
        second round may begin again at nothing."""
        if not self.deals:
            self.misfits += NO_MEANING
            return
        last = self.deals[-1]
        due = {name: self._from.get(name, 0) + total for name, total in values.items()}
        gained = {name: total - self.totals[name] for name, total in due.items()}
        self.misfits += NO_MEANING * any(by < 0 for by in gained.values())
        self.totals |= due
        gains = [*last.gains, gained]
        self.deals[-1] = last._replace(totals=dict(self.totals), gains=gains, ended=at)

    def _close(self, values: dict[str, int], at: int) -> None:
        """Take the totals that are told after a deal; count those that it does not come to."""
        last = self.deals[-1]
        before = last.before
        after = before | values
        wrong: list[Sum] = []
        if last.tricks:
            self.misfits += not any(
                all(before[name] + points[name] == after[name] for name in values)
                for points in self.game.by_tricks(last.tricks, last.suit)
            )
        else:
            off = [name for name in values if values[name] != last.totals[name]]
            wrong = [Sum(name, last.parts(name), values[name]) for name in off]
            self.misfits += len(off)
        self.deals[-1] = last._replace(totals=after, wrong=wrong, ended=at)
        self.totals, self._open, self._others_unknown = dict(after), False, False

    def _add_up(self, values: dict[str, int], at: int) -> None:
        """Take the sums of all deals, which are the end, and of which each may be wrong."""
        last, parts = self.deals[-1], [deal.gains[0] for deal in self.deals]
        wrong = [Sum(name, [one[name] for one in parts], total) for name, total in values.items()
                 if total != last.totals[name]]  # fmt: skip
        self.deals[-1] = last._replace(totals=last.totals | values, wrong=wrong, ended=at)
        self.totals |= values

    def _end(self, one: Vector, values: dict[str, int]) -> None:
        """Take the totals at the end, or by what one player has won."""
        if one.kind == "sum":
            self._add_up(values, one.at)
        elif one.kind == "final" and self._is_a_second_round(values):
            self._begin(one._replace(unit=ROUNDS), "totals", values)
        else:
            self.misfits += self._against_the_end(values, one.kind)
        self.end |= values if one.kind != "won" else {}

    def _against_the_end(self, values: Mapping[str, int], kind: str) -> int:
        """Return how many totals at the end are not those of the deals. What the winner has won by
        stands alone, too."""
        if not values or self.alone:
            return 0
        totals = self.totals
        first, second, *_ = (*sorted(totals.values()), 0)
        by = abs(totals[next(iter(values))] - (second if len(totals) == PAIR else first))
        if kind == "won" and [*values.values()] in ([by], [second - first]):
            return 0
        return sum(total != totals[name] for name, total in values.items())
