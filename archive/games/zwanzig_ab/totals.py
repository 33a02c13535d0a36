"""What one deal of Zwanzig ab or Twenty down can give, all four players together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations

from archive.games.zwanzig_ab import counted_tricks
from archive.games.zwanzig_ab.slips import HEARTS, OUT, slips
from archive.rules.slips import Slip, Stretch
from archive.rules.totals import Counted, Ending, Impossible, SheetStep, TotalsGame

SEATS, TRICKS, LOST, LATE, START = 4, 5, 5, 8, 20
MOST_DEALS = 2
"""The most deals between two standings that are checked against what they can give together."""

DOWN, ALONE_LOWEST = "zwanzig-ab/8.1", "zwanzig-ab/8.2"

Given = tuple[int, ...]


class ZwanzigAbTotals(TotalsGame):
    """The game as far as its totals matter."""

    last_clause = "8.1"
    opening = START
    nothing_by = OUT
    over_by = frozenset({"zwanzig-ab/8.1"})
    doubling = frozenset({HEARTS})
    wins = "lowest"

    def __init__(self, rule_set: str, options: Mapping[str, str], seats: int) -> None:
        self.down = "twenty-down" in rule_set
        self.sweep = int(options.get("sweep", "10" if self.down else "5"))
        self.late_if_tied = options.get("late-if-tied", "yes") != "no"

    def impossible(self, step: SheetStep) -> Impossible | None:
        """Return why no deal can give a step, None where one can or it is unknown."""
        moved = step.moved
        if len(moved) < SEATS or not 0 < len(step.deals) <= MOST_DEALS:
            return None
        given = tuple(moved[seat] for seat in sorted(moved))
        ways = [self._ways(number, step.suit) for number in step.deals]
        first, *more = ways
        if not more:
            return None if given in first else self._why(step, given, first)
        able = any(_minus(given, one) in more[0] for one in first)
        return None if able else Impossible("no-deals", "zwanzig-ab/1.4", deal=step.deals[-1])

    def slips(self, stretch: Stretch) -> Iterator[Slip]:
        """Yield the slips of this game that people may have made in a stretch."""
        return slips(stretch)

    def tricks_beside(self, step: SheetStep, players: Sequence[str]) -> Counted:
        """Return the tricks that a sheet counts beside a step of one deal."""
        return counted_tricks.counted(step, players)

    def by_tricks(self, step: SheetStep, tricks: Counted) -> Stretch | Impossible:
        """7.1 to 7.6: Return what the tricks of a deal score. 6.7: A deal has five."""
        wrong = counted_tricks.miscounted(tricks, step.deals[0])
        if wrong is not None:
            return wrong
        step = step._replace(suit=self.suit_of(step.deals[0], step.suit))
        return counted_tricks.stretch_of(step, tricks, self.sweep, down=self.down)

    def over(self, totals: Mapping[int, int]) -> bool:
        """8.1, 8.2: Return whether one player alone is lowest, at zero or below."""
        lowest = min(totals.values())
        return lowest <= 0 and [*totals.values()].count(lowest) == 1

    def winners(self, totals: Mapping[int, int]) -> list[int]:
        """Return the winners of a game that is over."""
        return [min(totals, key=totals.__getitem__)]

    def suit_of(self, number: int, told: str) -> str:
        """8.3: Return what is trumps in a deal for which a suit is told, or none: hearts from the
        ninth on."""
        return "h" if number > LATE and self.late_if_tied else told

    def moves_at_most(self, deals: Sequence[int], suit: str) -> int:
        """7.1, 7.2, 7.6: Return how many points so many deals can take off one player."""
        suits = [self.suit_of(number, suit if len(deals) == 1 else "") for number in deals]
        return sum(max(TRICKS, self.sweep) * (1 if told in "cds" and told else 2) for told in suits)

    def may_win(self, before: Mapping[int, int], most: int) -> list[int]:
        """8.1: Return the players who may come down to zero."""
        return [seat for seat, total in before.items() if total - most <= 0]

    def why_not_over(self, totals: Mapping[int, int], claimed: Sequence[int]) -> Ending | None:
        """8.1, 8.2: Return who is level at zero or below, or that no player is down to zero."""
        lowest = min(totals.values())
        level = [seat for seat, total in totals.items() if total == lowest]
        if lowest > 0:
            return Ending("not-down", DOWN, totals, level, claimed, lowest)
        return Ending("level", ALONE_LOWEST, totals, level, claimed, lowest) if level[1:] else None

    def won_by(self, totals: Mapping[int, int], winners: Sequence[int]) -> str:
        """Return the clause by which these players have won."""
        down = [seat for seat, total in totals.items() if total <= 0]
        return ALONE_LOWEST if down[1:] else DOWN

    def why_not_won(self, totals: Mapping[int, int], claimed: Sequence[int]) -> Ending | None:
        """8.1: Return that a claimed winner is not down to zero."""
        high = [seat for seat in claimed if totals.get(seat, 0) > 0]
        if not high:
            return None
        return Ending("above-zero", DOWN, totals, high[:1], claimed, totals[high[0]])

    def why_only_one(self, before: Mapping[int, int], able: Sequence[int], most: int) -> Ending:
        """8.1: Return that no other player can be down to zero."""
        return Ending("alone-down", DOWN, before, able, able, before[able[0]], most)

    def why_not_within(
        self, before: Mapping[int, int], claimed: Sequence[int], able: Sequence[int], most: int
    ) -> Ending:
        """8.1: Return that a claimed winner cannot come down to zero."""
        seat = next(one for one in claimed if one not in able)
        return Ending("too-far", DOWN, before, [seat], claimed, before[seat], most)

    def _ways(self, number: int, suit: str) -> frozenset[Given]:
        late = number > LATE
        if late and self.late_if_tied:
            return deals(self.sweep, "h", False)
        own = deals(self.sweep, suit, not self.down)
        return own | deals(self.sweep, "h", False) if late else own

    def _why(self, step: SheetStep, given: Given, ways: frozenset[Given]) -> Impossible:
        """Return the plainest reason why no deal gives this."""
        deal = step.deals[-1]
        if sweep := self._sweep(given, deal):
            return sweep
        hearts = all(points % 2 == 0 for way in ways for points in way)
        for seat, points in enumerate(given, 1):
            if any(way[seat - 1] == points for way in ways):
                continue
            kind, clause = "one", "7.1"
            if not points:
                kind, clause = (
                    "in-all",
                    "9.2" if self.down else "5.3" if step.suit == "d" else "5.4",
                )
            elif hearts and points % 2:
                kind, clause = "odd-in-hearts", "7.6"
            return Impossible(kind, f"zwanzig-ab/{clause}", (seat,), (points,), deal=deal)
        return _tricks(given, step.suit, hearts, deal)

    def _sweep(self, given: Given, deal: int) -> Impossible | None:
        """Return the reason where a sweep is counted at the other of its two values."""
        other = 15 - self.sweep
        low, *rest = sorted(given)
        for times in (1, 2):
            if low == -other * times and {*rest} <= {0, LOST * times}:
                clause = "zwanzig-ab/9.3" if self.down else "zwanzig-ab/7.2"
                return Impossible("sweep", clause, (given.index(low) + 1,), (), -low, deal,
                                  self.sweep * times)  # fmt: skip
        return None


def _tricks(given: Given, suit: str, hearts: bool, deal: int) -> Impossible:
    """Return the reason why the tricks counted for all four together are not five, where their
    number is known."""
    taken, lost = -sum(points for points in given if points < 0), {p for p in given if p > 0}
    ways = {}
    if not hearts and suit != "h" and lost <= {LOST} and min(given) > -TRICKS:
        ways["tricks"] = taken
    even = not any(points % 2 for points in given)
    if suit in ("", "h") and even and lost <= {2 * LOST} and min(given) > -2 * TRICKS:
        ways["in hearts"] = taken // 2
    if taken and (not ways or TRICKS in ways.values()):
        return Impossible("no-deal", "zwanzig-ab/1.4", (1, 2, 3, 4), given, deal=deal)
    kind = "no-tricks" if not taken else "tricks-or-hearts" if len(ways) > 1 else "tricks"
    number = next(iter(ways.values()), 0)
    return Impossible(kind, "zwanzig-ab/6.7", (), (), number, deal, taken // 2)


def _minus(given: Given, one: Given) -> Given:
    return tuple(points - other for points, other in zip(given, one, strict=True))


@lru_cache(maxsize=32)
def deals(sweep: int, suit: str, may_drop_out: bool) -> frozenset[Given]:
    """Return everything that a deal can give, by seat; `suit` is empty where trumps are unknown."""
    found: set[Given] = set()
    for trump in suit or "cdh":
        times = 2 if trump == "h" else 1
        drop = may_drop_out and trump != "d"
        for staying in range(1 if drop else SEATS, SEATS + 1):
            for seats in combinations(range(SEATS), staying):
                for scored in _scores(staying, sweep):
                    way = [0] * SEATS
                    for seat, points in zip(seats, scored, strict=True):
                        way[seat] = points * times
                    found.add(tuple(way))
    return frozenset(found)


def _scores(staying: int, sweep: int) -> Iterator[Given]:
    if staying == 1:
        yield (-TRICKS,)
        return
    for tricks in _shared(TRICKS, staying):
        yield tuple({0: LOST, TRICKS: -sweep}.get(won, -won) for won in tricks)


def _shared(tricks: int, players: int) -> Iterator[Given]:
    if players == 1:
        yield (tricks,)
        return
    for won in range(tricks + 1):
        for rest in _shared(tricks - won, players - 1):
            yield won, *rest


TOTALS = ZwanzigAbTotals
