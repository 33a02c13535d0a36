"""What plays would imply about the cards kept back, if cards left out were these.

A queen of clubs laid to a heart implies that no heart was kept; a queen without a noted suit does
so only if it was of clubs. The rules are asked what the plays of a found deal deny, and which of
its cards they need for it. Whatever else a deal has, with these cards the same is denied; so one
answer holds for all the cards that may have been kept, where a deal that is refuted by the judge
excludes only the cards that it has.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from archive.analysis.witnesses.refuting_cards import Reason, Stretch, others_for, told_less
from archive.analysis.witnesses.unknowns import Assignment, Part
from archive.rules.advance import advance
from archive.rules.cards_denied import Denial

MOST_BACK = 8
"""The most cards left out, at the play and before it, on which a denial may depend."""
FEW = 2
"""The most such cards for which the denials of others in their places are sought."""


class Implied(NamedTuple):
    """Cards with which a play denies something; `denial` is None where they forbid the play."""

    cards: Reason
    denial: Denial | None


class Implications:
    """The implications learned about one stretch of a record."""

    def __init__(self, stretch: Stretch) -> None:
        self.stretch = stretch
        self._known: dict[tuple[int, str], list[Reason]] = {}
        """The cards with which each play makes each denial."""

    def new_in(self, cards: Assignment) -> Iterator[Implied]:
        """Yield the denials of a deal's plays, as far as they were not known before."""
        stretch = self.stretch
        if not stretch.sound or not stretch.where:
            return
        own = {
            blank: card
            for blank, card in sorted(cards.items(), key=lambda told: -told[0].at)
            if blank.part is Part.GONE and stretch.number in (None, blank.dealing)
        }
        bare = {(one.at, one.code) for one in stretch.table_at(stretch.where.stop).denied}
        for at, code in self._denied(own):
            known = self._known.get((at, code), ())
            if (at, code) in bare or any(_has(own, one) for one in known):
                continue
            before = [blank for blank in own if blank.at <= at][:MOST_BACK]
            yield from self._found(at, code, {blank: own[blank] for blank in before})

    def _denied(self, cards: Assignment) -> list[tuple[int, str]]:
        """Return the plays that deny something, with the denial, if no more cards are filled in."""
        stretch = self.stretch
        table = stretch.open_table()
        before = len(table.denied)
        for at, event in stretch.judge.told(cards, stretch.where):
            advance(table, event, at)
            table.faults = []
        return [(one.at, one.code) for one in table.denied[before:]]

    def _found(self, at: int, code: str, cards: Reason) -> Iterator[Implied]:
        """Yield the fewest of these cards with which the play denies it, and others for them."""
        enough: Reason = {}
        for blank, card in cards.items():
            enough[blank] = card
            if self._says(at, code, enough):
                break
        else:
            return
        for blank in list(enough):
            rest = {other: card for other, card in enough.items() if other is not blank}
            if rest and self._says(at, code, rest):
                enough = rest
        enough = told_less(enough, partial(self._says, at, code))
        alike: list[Reason] = [enough]
        if len(enough) <= FEW:
            for blank, card in enough.items():
                alike += [
                    {**one, blank: other} for one in alike for other in others_for(blank, card)
                ]
        for one in alike:
            if (said := self._says(at, code, one)) is not None:
                self._known.setdefault((at, code), []).append(one)
                yield said

    def _says(self, at: int, code: str, cards: Reason) -> Implied | None:
        """Return the denial of the play with these cards; None where it makes none."""
        stretch = self.stretch
        start = min(blank.at for blank in cards)
        table = stretch.table_at(start)
        before = len(table.denied)
        for number, event in stretch.judge.told(cards, range(start, at + 1)):
            table.faults = []
            advance(table, event, number)
        for denial in table.denied[before:]:
            if denial.at == at and denial.code == code:
                return Implied(cards, denial)
        if any(fault.code == code and fault.severity == "error" for fault in table.faults):
            return Implied(cards, None)
        return None


def _has(cards: Assignment, some: Reason) -> bool:
    """Return whether a deal has these cards, which may be known in part."""
    return all(card.could_be(cards[blank]) for blank, card in some.items())
