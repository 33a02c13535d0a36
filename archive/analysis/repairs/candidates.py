"""Single changes that could put a record right, proposed from its first finding. Whether one does
is found out by judging the record with it, never assumed here."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator
from itertools import chain, islice, pairwise

from archive.analysis.entry_statements import seat_of
from archive.analysis.other_rules import other_rules
from archive.analysis.repairs.card_changes import (
    card_due_throughout,
    cards_from_the_hand,
    cards_left_instead,
    cards_of_the_trick,
    one_card_throughout,
    other_cards,
    own_cards_exchanged,
    two_cards_exchanged,
)
from archive.analysis.repairs.claim_changes import as_the_rules_say, sums_that_may_be
from archive.analysis.repairs.fault import Fault, other_players
from archive.analysis.repairs.lines_moved import (
    hand_dealt_later,
    hands_in_other_rows,
    lines_exchanged,
)
from archive.analysis.repairs.play_changes import (
    missing_plays_written,
    other_turns,
    two_plays_exchanged,
)
from archive.analysis.repairs.totals_changes import changes_of_totals
from archive.analysis.repairs.unreadable_plays import read_otherwise
from archive.core.budgets import Steps
from archive.core.cards import SUITS
from archive.core.events import ACTIONS, Cut, Deal, Exchange, Trump
from archive.notation.edits import Change, Edit
from archive.rules.gaps.signs_of_gaps import TURNS
from archive.scoring import Question, Verdict
from archive.telling.speaker import SUITS as SUIT_NAMES
from archive.telling.speaker import card_name

TAG_VALUE = re.compile(r'([^"\n]*)"[ \t]*\]')
ENDED_BY = ACTIONS | {Cut}
"""What ends the search for the line on which the cards were drawn for a deal."""
OTHER_RULES = "the rules "
"""The beginning of the words for a change that names other rules."""

STRUCK = frozenset(
    {
        "doubled-play", "not-now", "foreign-line", "passed", "after-the-end", "no-such-seat",
        "no-cards-left", "dealt-in", "wrong-elimination",
    }
)  # fmt: skip
"""Findings that may be corrected by removing the line or the play."""

OF_ANY_SEAT = ("no-such-seat", "may-not-drop-out")
"""Findings about a player for whom any other may have been meant."""
NEXT = 2
"""The exchanges of plays tried first: with the play before and with the one behind."""
UNLIKE_CHOICES = TURNS | {"not-now", "short-deal"}
"""Findings where others play than those who said that they stay in."""
NUMBER_OF_CARDS = frozenset({"wrong-number-of-cards", "uneven-exchange", "mixed-lead"})
"""Findings that may be corrected by a card more or one fewer."""


def changes(
    verdict: Verdict, steps: Steps, enough: Callable[[], bool], wrong_by: Collection[str] = ()
) -> Iterator[Change]:
    """Yield changes that may correct the first finding of a verdict, the likeliest first, each
    once. The steps it takes to find them are counted; `enough` tells whether any did correct it.
    Rules by which the record is known to be `wrong_by` are not proposed."""
    if verdict.first_divergence is None:
        return
    fault, seen = Fault(verdict), set[Change]()
    others = rules_named_otherwise(verdict, wrong_by)
    if verdict.sheet is None:
        proposed = chain(_likely(fault, steps, enough), others, _any(fault, steps))
    else:
        proposed = chain(others, changes_of_totals(verdict, verdict.sheet, enough))
    for change in proposed:
        steps.take()
        key = tuple(edit._replace(what="") for edit in change)
        if key not in seen:
            seen.add(key)
            yield change


def _likely(fault: Fault, steps: Steps, enough: Callable[[], bool]) -> Iterator[Change]:
    """Yield changes that the fault itself suggests: few changes of many kinds."""
    code, finding = fault.code, fault.finding
    against_rules = finding.question is Question.LEGALITY
    yield from read_otherwise(fault)
    if code.startswith("wrong-") and finding.found is not None:
        yield from as_the_rules_say(finding, fault.verdict)
    yield from sums_that_may_be(fault)
    if code in TURNS or code in OF_ANY_SEAT:
        yield from _another_seat(fault)
    if code in TURNS:
        yield from islice(two_plays_exchanged(fault), NEXT)
    if code in STRUCK:
        yield from _struck(fault)
    if against_rules:
        yield from _play_too_many(fault)
    yield from _answered_otherwise(fault)
    yield from other_turns(fault)
    yield from lines_exchanged(fault)
    yield from hand_dealt_later(fault)
    yield from hands_in_other_rows(fault)
    if code == "dealt-early" and not enough():
        yield from _struck(fault)
    yield from _drawn_otherwise(fault)
    yield from missing_plays_written(fault, steps)
    yield from cards_from_the_hand(fault)
    yield from one_card_throughout(fault)
    yield from card_due_throughout(fault)
    yield from _more_or_fewer_cards(fault)
    yield from _other_trumps(fault)
    if against_rules:
        yield from own_cards_exchanged(fault)
    yield from two_plays_exchanged(fault)
    yield from cards_left_instead(fault)
    yield from cards_of_the_trick(fault)


def _any(fault: Fault, steps: Steps) -> Iterator[Change]:
    """Yield any card in the deals of the fault for any other: thousands of changes."""
    yield from other_cards(fault, ())  # the proof of the fault is the likeliest place
    yield from two_cards_exchanged(fault, steps)
    yield from other_cards(fault, fault.where)


# -- rules


def names_rules(change: Change) -> bool:
    """Return whether a change names other rules, and leaves the game as it is written."""
    return any(edit.what.startswith(OTHER_RULES) for edit in change)


def rules_named_otherwise(verdict: Verdict, wrong_by: Collection[str]) -> Iterator[Change]:
    """Yield other rules in the Rules tag, or rules named in one where the record has none: the
    players may have played by these. Nothing where rules were asked for, because then the record's
    own did not count; and none of those that it is `wrong_by`."""
    record = verdict.record
    if verdict.asked is not None:
        return
    named = record.tag("Rules")
    offset = record.tag_offset("Rules" if named is not None else "Game")
    tag = TAG_VALUE.match(record.text, offset)
    if tag is None:
        return
    for rules in other_rules(verdict):
        if rules in wrong_by:
            continue
        words = f"{OTHER_RULES}{rules} named"
        if named is None:
            yield (Edit(tag.end(), "", f'\n[Rules "{rules}"]', words),)
        else:
            yield (Edit(tag.start(1), tag[1], rules, words),)


# -- seats, answers, lines


def _struck(fault: Fault) -> Iterator[Change]:
    if fault.at is not None and fault.span(fault.at)[1]:
        yield fault.without(fault.at)


def _play_too_many(fault: Fault) -> Iterator[Change]:
    """Yield the record without the play, and without the one before it, where the same player has
    two in a row; the numbers of those behind it stay."""
    acted = fault.record.acted
    here = bisect_left(acted, fault.at or 0)
    for two in reversed([*pairwise(acted[max(0, here - 2) : here + 2])]):
        one, other = (seat_of(fault.events[at]) for at in two)
        if one == other:
            yield from (fault.without(at, " ") for at in reversed(two))


def _another_seat(fault: Fault) -> Iterator[Change]:
    """Yield the player who is due, or any for one who is not there or may not do it."""
    if fault.at is None or fault.finding.expected is None:
        return
    offset, text = fault.span(fault.at)
    due, found = [fault.finding.expected], r"p[1-9]\d?(?=\s)"
    if fault.code in OF_ANY_SEAT:
        due = [f"p{seat}" for seat in range(1, len(fault.verdict.score) + 1)]
    if fault.code == "no-such-seat":
        found = rf"\b{re.escape(fault.finding.found or '')}\b"
    seat = re.search(found, text)
    for other in due:
        if seat and seat[0] != other:
            words = other_players(other, seat[0], fault.players)
            yield (Edit(offset + seat.start(), seat[0], other, words),)


def _answered_otherwise(fault: Fault) -> Iterator[Change]:
    """Yield `in` for `out`, also where that was said before in a deal that does not go on as it
    should, first by who is out of turn; or the removal of a claim that does not belong there."""
    if fault.at is None:
        return
    earlier = [*fault.deal(max(0, fault.at - 1))] if fault.code in UNLIKE_CHOICES else []
    earlier.sort(key=lambda at: f"p{seat_of(fault.events[at])}" != fault.finding.found)
    for at in (fault.at, *earlier):
        offset, text = fault.span(at)
        if answer := re.search(r"(?<= )(?:in|out)$", text):
            other = "out" if answer[0] == "in" else "in"
            words = f"“{other}” for “{answer[0]}”"
            yield (Edit(offset + answer.start(), answer[0], other, words),)
    claim = re.search(r"[=/]-?\d.*$", fault.span(fault.at)[1])
    if fault.code == "foreign-claim" and claim:
        offset = fault.span(fault.at)[0]
        yield (Edit(offset + claim.start(), claim[0], "", f"without “{claim[0]}”"),)


# -- cards and trumps


def _drawn_otherwise(fault: Fault) -> Iterator[Change]:
    """Yield another card that the dealer of the sheet drew, of none of the others’ ranks, where
    another player deals who drew the highest."""
    if fault.code != "wrong-dealer" or fault.at is None:
        return
    before = range(fault.at, -1, -1)
    at = next((one for one in before if type(fault.events[one]) in ENDED_BY), 0)
    cut = fault.events[at]
    drawn = cut.drawn if isinstance(cut, Cut) else ()
    for place, (seat, _) in zip(fault.cards(at), drawn, strict=False):
        others = {card.rank for other, run in drawn if other != seat for card in run}
        for card in fault.named if f"p{seat}" == fault.finding.found else ():
            if card[0] not in {*others, place.text[0]}:
                words = f"{card_name(card)} for {card_name(place.text)}"
                yield (Edit(place.offset, place.text, card, words),)


def _more_or_fewer_cards(fault: Fault) -> Iterator[Change]:
    """Yield a card more where there are too few, one fewer where there are too many or they are
    not of one rank. Of a hand that is not named in full, the one more is not named either."""
    if fault.code not in NUMBER_OF_CARDS or fault.at is None:
        return
    written, event = fault.cards(fault.at), fault.event
    if isinstance(event, Exchange) and event.put:
        last = written[len(event.put) - 1]
        for card in dict.fromkeys(fault.hand(fault.at, event.seat).unplayed):
            words = f"with a further {card_name(card)}"
            yield (Edit(last.offset + len(last.text), "", card, words),)
    for one in written:
        yield (Edit(one.offset, one.text, "", f"without the {card_name(one.text)}"),)
    if written and fault.code != "mixed-lead":
        end = written[-1].offset + len(written[-1].text)
        if "?" in (one.text for one in written):
            yield (Edit(end, "", "?", "with a further card that is not named"),)
            return
        for card in fault.named:
            yield (Edit(end, "", card, f"with a further {card_name(card)}"),)


def _other_trumps(fault: Fault) -> Iterator[Change]:
    """Yield another suit for trumps, in the deal of the finding."""
    events = fault.events
    before = range(min(fault.at or 0, len(events) - 1), -1, -1)
    named = next((i for i in before if isinstance(events[i], Trump | Deal)), None)
    if named is None or not isinstance(events[named], Trump):
        return
    offset, text = fault.span(named)
    suit = re.search(r"(?<= )[cdhs]$", text)
    for other in SUITS if suit else "":
        if suit and other != suit[0]:
            words = f"{SUIT_NAMES[other]} for {SUIT_NAMES[suit[0]]} as trumps"
            yield (Edit(offset + suit.start(), suit[0], other, words),)
