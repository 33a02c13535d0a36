"""Searching for repairs: the fewest changes that make a record sound, every tie of them, and the
score with each. They are offered, never applied."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from archive.analysis.error_counts import Errors, errors_of, judged_within, supposes_more
from archive.analysis.repairs.candidates import changes, names_rules
from archive.analysis.repairs.claim_changes import claims_put_right
from archive.analysis.repairs.plausibility import in_order
from archive.analysis.repairs.quick_check import QuickCheck
from archive.analysis.repairs.repair import Repair, Repairs
from archive.core.budgets import (
    PAIRS,
    RECOGNISED,
    REPAIRS_ASKED,
    Spent,
    WideningSteps,
    reading_steps,
)
from archive.core.cards import CARD
from archive.core.events import Play
from archive.core.record import Record
from archive.notation import read, write
from archive.notation.edits import Change, Edit, compose_edits, edited, edits_placed_before, touches
from archive.scoring import Verdict
from archive.scoring.contradictions import DEEP
from archive.scoring.full_examination import AT_A_GLANCE
from archive.scoring.verify_record import is_sound

__all__ = ["MOST_REPAIRS", "Repair", "Repairs", "repairs"]

MOST_CHANGES = 2
MOST_REPAIRS = 20
MOST_ONWARD = 8
"""The number of changes that help but do not suffice for which a second one is sought."""
MOST_AT_ONCE = 4
"""The number of changes that are first looked at as a sound record would be: where one of them is
all there is to change, the record need not be gone through for the quick check."""
MOST_DOUBTFUL = 24
"""The number of changes judged in full although the quick check says they do not suffice."""
EXCHANGED = re.compile(r"\bp\d+ x(?!-)")
PLAYED = re.compile(r"(?:\d+\. )?p\d+ [A2-9TJQK?cdhs]+(?=\s|$)")


class _Tried(NamedTuple):
    changes: tuple[Change, ...]
    edits: tuple[Edit, ...]
    """The edits of all changes, with the offsets of the original text."""
    verdict: Verdict
    errors: Errors


def repairs(verdict: Verdict, *budgets: int, wrong_by: Collection[str] = ()) -> Repairs:
    """Return the fewest changes that leave no error in the record, sought with the first budget of
    steps, and if none is found, with the next. To name rules that it is `wrong_by`, too, corrects
    nothing."""
    if not verdict.readable or verdict.first_divergence is None:
        return Repairs([], True)
    return _Search(verdict, budgets or (REPAIRS_ASKED,), wrong_by).run()


class _Found(dict[str, Repair]):
    """The repairs that were found, by the canonical record that each makes; `settled` is whether
    any of them is none of many that do as well."""

    settled = False

    def are_enough(self, widened: bool) -> bool:
        """Return whether they end a search with its steps used up. For one of many that do as well
        it goes on once more."""
        return bool(self) and (self.settled or widened)


class _Search:
    """One search, level by level: all single changes, then pairs of those that helped."""

    def __init__(
        self, verdict: Verdict, budgets: tuple[int, ...], wrong_by: Collection[str]
    ) -> None:
        self.verdict = verdict
        self.wrong_by = wrong_by
        self.found = _Found()
        self.steps = WideningSteps(budgets, self.found.are_enough)
        first = verdict.findings[verdict.first_divergence or 0]
        self.deep = first.code in DEEP  # whether any deal must fit a repair, too

    def run(self) -> Repairs:
        """Return the repairs that were found within the steps."""
        frontier = [_Tried((), (), self.verdict, errors_of(self.verdict))]
        try:
            for level in range(MOST_CHANGES):
                onward = [further for tried in frontier for further in self._from(tried)]
                if self.found:
                    return self._outcome(complete=level == 0)
                frontier = sorted(onward, key=lambda tried: tried.errors)[:MOST_ONWARD]
        except Spent:
            return self._outcome(complete=False, spent=True)
        return self._outcome(complete=False)

    def _outcome(self, *, complete: bool, spent: bool = False) -> Repairs:
        """Return the repairs that are believed most easily first; of too many the likeliest."""
        found = in_order(list(self.found.values())[:MOST_REPAIRS], self.verdict)
        return Repairs(found, complete and len(self.found) <= MOST_REPAIRS, spent, self.steps.taken)

    def _from(self, tried: _Tried) -> list[_Tried]:
        """Try every change to a record: keep repairs, and return what may become one."""
        if not tried.verdict.readable:
            return []  # a change brought rules to light that there are not
        screen = QuickCheck(tried.verdict, self.steps)
        last = _end_of_trouble(tried.verdict)
        onward: list[_Tried] = []
        doubtful: list[tuple[int, Change]] = []
        at_once = MOST_AT_ONCE
        proposed = changes(tried.verdict, self.steps, lambda: bool(self.found), self.wrong_by)
        for change in proposed:
            if tried.edits:
                self.steps.take(len(tried.edits) // PAIRS)
            # what has been changed once is not changed again: that would be one change; and who
            # takes a slip for one of two has changed the rules for nothing
            if touches(tried.edits, change) or (tried.changes and names_rules(change)):
                continue
            at_once -= 1
            sound = at_once >= 0 and self._suffices(tried, change)
            wrong = 0 if sound else self._screened(screen, change, last)
            if wrong:
                doubtful.append((wrong, change))
            elif wrong == 0 and (further := self._try(tried, change, screen)):
                onward.append(further)
            if len(self.found) > MOST_REPAIRS:
                raise Spent
        if not self.found:
            doubtful.sort(key=lambda one: one[0])
            for _, change in doubtful[:MOST_DOUBTFUL]:
                if further := self._try(tried, change, screen):
                    onward.append(further)
        return onward

    def _suffices(self, tried: _Tried, change: Change) -> bool:
        """Return whether a change makes the record sound, if that shows without examining it."""
        if tried.verdict.asked is not None or names_rules(change):
            return False
        record = tried.verdict.record
        self.steps.take(reading_steps(len(record.events), len(record.text)) // RECOGNISED)
        try:
            data = edited(record.text, change).encode("utf-8", "surrogateescape")
        except ValueError:  # edits that cannot be made
            return False
        return is_sound(data, record.number)

    def _screened(self, screen: QuickCheck, change: Change, last: int) -> int | None:
        """Return how much is still wrong after a quick check; None where the change does not help.
        Not checked are sums with what was carried, which are few, totals without plays, other
        rules, and tags."""
        if (
            self.verdict.sheet
            or (len(change) > 2 and not all(map(_is_one_card_for_another, change)))
            or names_rules(change)
            or _in_tags(change, screen.record)
        ):
            return 0
        try:
            return screen.helps(change, last)
        except ValueError:  # edits that cannot be made
            return None

    def _try(
        self, tried: _Tried, change: Change, screen: QuickCheck | None = None
    ) -> _Tried | None:
        """Judge a record with a change: keep a repair, return what helps but does not suffice."""
        made = self._made(tried, change, screen)
        while made is not None and made.errors.roots:
            right = next(claims_put_right(made.changes[-1], made.verdict), None)
            further = self._made(tried, right, screen) if right else None
            if further is None or further.errors >= made.errors:
                break
            made = further
        if made is None or supposes_more(made.verdict, self.verdict):
            return None
        if made.errors.roots or self._takes_the_win(made):
            helps = made.errors < tried.errors and not names_rules(made.changes[-1])
            return made if helps else None
        judged = made.verdict
        *earlier, last = made.changes
        changes = (*earlier, tuple(edits_placed_before(tried.edits, last)))
        repair = Repair(changes, list(made.edits), judged.score, judged.winner)
        self.found.setdefault(write(judged.record), repair)
        self.found.settled = self.found.settled or not all(map(_is_one_of_many, made.edits))
        return None

    def _takes_the_win(self, made: _Tried) -> bool:
        """Return whether a sheet of totals that says who won, of a game that is over, would be left
        without a winner: then its totals and its end do not agree yet."""
        sheet = self.verdict.sheet
        if sheet is None or sheet.end is None or not sheet.end.winners:
            return False
        early = any(one.code == "early-end" for one in self.verdict.findings)
        return not early and made.verdict.winner is None

    def _made(self, tried: _Tried, change: Change, screen: QuickCheck | None) -> _Tried | None:
        """Return a record with a change, judged; None where it cannot be made."""
        try:
            text = edited(tried.verdict.record.text, change)
        except ValueError:
            return None
        judged = self._judged(text, tried)
        errors = errors_of(judged)
        if not errors.roots and screen is not None:
            change, judged = self._with_its_claims(tried, change, judged, screen)
        return _Tried(
            (*tried.changes, change),
            tuple(compose_edits(tried.edits, change)),
            judged, errors,
        )  # fmt: skip

    def _with_its_claims(
        self, tried: _Tried, change: Change, judged: Verdict, screen: QuickCheck
    ) -> tuple[Change, Verdict]:
        """Return a change with the tally and the points of the play that it writes in, where other
        plays have them, and the verdict with it."""
        edit, events = change[0], judged.record.events
        claiming = sum(isinstance(one, Play) and one.tally is not None for one in events)
        if edit.old or 2 * claiming < sum(isinstance(one, Play) for one in events):
            return change, judged
        play = PLAYED.search(edit.new)
        tally, earned = screen.made(change) if play else (None, None)
        if play is None or tally is None:
            return change, judged
        said = f"{play[0]}={tally}" + (f"/{earned}" if earned else "")
        claimed = (edit._replace(new=edit.new.replace(play[0], said)),)
        whole = self._judged(edited(tried.verdict.record.text, claimed), tried)
        return (change, judged) if errors_of(whole).roots else (claimed, whole)

    def _judged(self, text: str, tried: _Tried) -> Verdict:
        record = read(text.encode("utf-8", "surrogateescape"), tried.verdict.record.number)
        whole = judged_within(self.steps, record, tried.verdict.asked, AT_A_GLANCE)
        if not self.deep or errors_of(whole).roots:
            return whole
        return judged_within(self.steps, record, tried.verdict.asked)


def _is_one_of_many(edit: Edit) -> bool:
    """Return whether other cards may do as well: a card for another, or an exchange of cards."""
    return _is_one_card_for_another(edit) or bool(not edit.old and EXCHANGED.search(edit.new))


def _is_one_card_for_another(edit: Edit) -> bool:
    number = edit.what == f"{edit.new} for {edit.old}"  # cards are told by their names
    return bool(not number and CARD.fullmatch(edit.old) and CARD.fullmatch(edit.new))


def _in_tags(change: Change, record: Record) -> bool:
    """Return whether a change is one of the tags of a record."""
    first = next(iter(record.offsets), 0)
    return any(edit.offset < first for edit in change)


def _end_of_trouble(verdict: Verdict) -> int:
    """Return the last place of the first finding and of its proof, in the text."""
    record, first = verdict.record, verdict.findings[verdict.first_divergence or 0]
    return max(first.offset, *(record.offset(p.line, p.column) for p in first.places), 0)
