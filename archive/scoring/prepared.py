"""A record prepared for the rules and replayed by them: its readable part, its rules, and the plays
that must be missing.

Verdicts, replay pages and score sheets all begin here, so that they show the same game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from archive.core.budgets import Steps
from archive.core.cards import Card
from archive.core.events import Action, Comment, Deal, End, Out, Play, Score, Show, Stop
from archive.core.record import Record
from archive.games import Chosen, choose
from archive.notation.unreadable_text import Legible, legible
from archive.rules.faults_and_claims import Count
from archive.rules.gaps.foresight import Foresight
from archive.scoring import card_count
from archive.scoring.cards_told_later import (
    InferredCard,
    filled_in,
    listed_as_played,
    names_every_card,
    told_later,
)
from archive.scoring.examiner import Examination
from archive.scoring.explained_by_slip import turns_as_meant, without_card_played_twice
from archive.scoring.reasons.wrong_totals import one_slip_explains
from archive.scoring.whole_deals import TOTALS, WholeDeals
from archive.scoring.written_twice import with_pages_once
from archive.telling.finding_drafts import Draft

MANY_WRONG = 3
"""The fewest wrong totals in one standing that are no slips."""
BESIDE = Comment | Out | End | Stop
"""Events that may stand beside the cards left and the standings."""


class Prepared(NamedTuple):
    """The readable part of a record, the rules that were chosen for it, and what is foreseen by
    them."""

    legible: Legible
    chosen: Chosen
    foresight: Foresight

    @property
    def record(self) -> Record:
        """Return the readable part of the record."""
        return self.legible.record


class Examined:
    """A record that went through the rules.

    `told` are cards known from later plays, `listed` by event the cards that plays leave where a
    line lists others; `known` is the record with both put in, which the rules ran on. `otherwise`
    is the examination of its other reading, as far as both are the same, where there is one.
    `steps` are those of the search for a deal that explains it; None without a search.
    """

    def __init__(
        self, prepared: Prepared, steps: Steps | None = None, *, supposing: bool = True,
        twice: bool = True,
    ) -> None:  # fmt: skip
        """Examine a record. With `supposing`, plays may be supposed to be missing though no number
        shows it; with `twice` it is tried first whether a play is only written twice."""
        self.steps, self._twice = steps, twice
        self.chosen, self.foresight = prepared.chosen, prepared.foresight
        self.record = self.known = prepared.record
        self.told: Sequence[InferredCard] = ()
        self.listed: Mapping[int, tuple[Card, ...]] = {}
        self.supposing = supposing
        self._with_gaps = prepared.legible.with_gaps
        self._examine()
        for learn in (self._find_cards_told, self._suppose_plays, self._put_lists_right):
            if learn():
                self._examine()

    def _examine(self) -> None:
        """Let the record as it is known by now go through the rules; and its other reading, where
        it has one, as far as the two are the same."""
        walk = Examination(self.known, self.foresight.open, self.chosen.players)
        self.otherwise: Examination | None = None
        if other := self._with_gaps:
            self.otherwise = walk.walk_to(first_difference(self.known, other)).apart(other)
        self.examination = walk.walk()

    def _find_cards_told(self) -> bool:
        """Find the cards that later plays tell; return whether there are any."""
        if self.chosen.game.fills_in and not names_every_card(self.record):
            self.told = told_later(self.record, self.examination.table)
            self.known = filled_in(self.record, self.told)
        return bool(self.told)

    def _suppose_plays(self) -> bool:
        """Look for missing plays that no number shows; return whether there are any."""
        wrong = self.examination.wrong if self.supposing else None
        if not wrong or not self._may_be_torn(wrong):
            return False
        deals = WholeDeals(self.known, self.chosen)
        found = self.examination.findings
        if deals.have_all_that_is_wrong(found) or self._turns_are_all_there(deals):
            return False
        supposing = self.foresight.supposing(wrong, self.examination.doubtful, self.known)
        if supposing is None or (supposing.leaves_stretches_out and self._one_slip_in_turns()):
            return False
        self.foresight = supposing
        return True

    def _turns_are_all_there(self, deals: WholeDeals) -> bool:
        """Return whether nothing is wrong but plays out of turn, and what is written about each of
        them shows that no play is missing before it."""
        errors = [one for one in self.examination.findings if one.severity == "error"]
        places = [one.at for one in errors if one.at is not None]
        return {one.code for one in errors} == {"wrong-turn"} and all(
            (self._is_numbered(at) and self._tally_goes_on(at))
            or deals.is_whole(self.known.deal_around(at))
            for at in places
        )

    def _is_numbered(self, at: int) -> bool:
        event = self.known.events[at]
        return isinstance(event, Action) and bool(event.number)

    def _tally_goes_on(self, at: int) -> bool:
        """Return whether the tally that a play claims is right, in a game in which every card adds
        to it."""
        play = self.known.events[at]
        told = type(play) is Play and play.tally is not None
        return told and self.chosen.game.tallies and not self.examination.unknown["tally"]

    def _one_slip_in_turns(self) -> bool:
        """Return whether nothing is wrong and nothing missing where the first player out of turn is
        read as meant: two plays in the other order, one that stands there twice, or another
        player. Where the same cards of the pack stand there twice, more may be wrong, as long as
        nothing is missing."""
        errors = [one for one in self.examination.findings if one.severity == "error"]
        return any(
            self._is_whole(self.known.with_events(events))
            for slip in errors[:1]
            for events in turns_as_meant(slip, self.known)
        ) or (self._twice and self._lacks_nothing_with_play_once(errors))

    def _is_whole(self, record: Record) -> bool:
        walk = Examination(record, self.foresight.open, self.chosen.players).walk()
        notes = [one for one in walk.findings if one.severity == "note" and one.code != "gap"]
        return not walk.wrong and notes == walk.findings

    def _lacks_nothing_with_play_once(self, errors: Sequence[Draft]) -> bool:
        """Return whether no stretch is supposed to be missing, and not only totals are wrong, where
        the first play that stands there twice stands there once."""
        meant = (one for slip in errors for one in without_card_played_twice(slip, self.known))
        events = next(meant, None)
        if events is None:
            return False
        record = self.known.with_events(events)
        readable = Legible(record, (), rules_unread=False)
        prepared = Prepared(readable, self.chosen, _foresee(record, self.chosen))
        once = Examined(prepared, twice=False)
        wrong = once.examination.wrong
        return not (once.foresight.leaves_stretches_out or (wrong and wrong <= TOTALS))

    def _put_lists_right(self) -> bool:
        """Find the lines that list other cards than the plays leave; return whether there are
        any."""
        self.listed = self.examination.table.miswritten()
        if self.listed:
            self.known = listed_as_played(self.known, self.listed)
        return bool(self.listed)

    def _may_be_torn(self, wrong: frozenset[str]) -> bool:
        """Return whether plays left out may explain what is wrong: not where one slip explains
        every wrong total, as where hearts were counted once, nor where wrong totals stand in a
        record that tells of every hand what it was counted from, but for totals of three players or
        more at once: these are no slips, and a later hand may have given them."""
        places = Counter(one.at for one in self.examination.findings if one.code == "wrong-score")
        few = max(places.values(), default=0) < MANY_WRONG
        if few and wrong <= TOTALS and is_told_hand_by_hand(self.record):
            return False
        game = self.chosen.totals()
        return game is None or not one_slip_explains(self.examination, game)

    @cached_property
    def counts(self) -> list[Count]:
        """Return the cards of every dealing, counted."""
        return [card_count.count(dealing) for dealing in self.examination.dealings]


def prepare(readable: Legible, rules: str | None = None) -> Prepared:
    """Return the readable part of a record, with its own rules or those asked for. Raises
    `UnknownRules` when its game is not known here, or those asked for are of another game."""
    chosen = choose(readable.record, rules)
    readable = with_pages_once(readable)
    return Prepared(readable, chosen, _foresee(readable.record, chosen))


def _foresee(record: Record, chosen: Chosen) -> Foresight:
    return Foresight(record, chosen.begin, chosen.all_turns_written)


class Playable(NamedTuple):
    """A record as it is shown play by play: as it was written, as it is `known` to the rules, which
    run on these events, and what is foreseen about it."""

    record: Record
    known: Record
    chosen: Chosen
    foresight: Foresight


def playable(record: Record, rules: str | None = None, *, sound: bool = False) -> Playable:
    """Return a record as it is shown. `rules` replace its own where given; of one that is known to
    be `sound` nothing is to be found out. Raises `UnknownRules` as `prepare` does."""
    prepared = prepare(legible(record), rules)
    if sound or (not record.text and names_every_card(prepared.record)):
        return Playable(record, prepared.record, prepared.chosen, prepared.foresight)
    written = bool(record.text)  # nothing is missing in what was never written
    played = Examined(prepared, supposing=written)
    return Playable(record, played.known, played.chosen, played.foresight)


def is_told_hand_by_hand(record: Record) -> bool:
    """Return whether a record has hands numbered from 1, two at least, each with the cards left and
    then a standing, and nothing else: then nothing is missing that would make wrong totals right.
    The cards of a single hand may be those of a later one."""
    hands, shown = 0, set[int]()
    complete = True  # whether the standing of the hand before has been told
    last = dict[int, int]()
    for event in record.events:
        match event:
            case Deal():
                hands += 1
                if not complete or event.number not in (None, hands):
                    return False
                complete, shown = False, set()
            case Show():
                seats = {seat for seat, _ in event.shown}
                if complete or shown & seats:
                    return False
                shown |= seats
            case Score(totals):
                if not shown or (complete and not dict(totals).items() <= last.items()):
                    return False
                complete, last = True, dict(totals)
            case _ if not isinstance(event, BESIDE):
                return False
    return hands > 1


def first_difference(record: Record, other: Record) -> int:
    """Return the first event that differs in two readings of one text; all before it need be
    replayed only once."""
    pairs = enumerate(zip(record.events, other.events, strict=True))
    return next((at for at, (one, two) in pairs if one is not two), len(record.events))
