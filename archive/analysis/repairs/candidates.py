"""Single changes that could put a record right, proposed from its first finding. Whether one does
is found out by judging the record with it, never assumed here."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator
from itertools import chain, islice, pairwise

from archive.analysis.entry_statements import seat_of
from archive.analysis.event_spans import (
    accounts,
    cards_in,
    deal_around,
    deals_of,
    events_about,
    named_cards,
    token_span,
)
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
from archive.analysis.repairs.hands_in_rows import hands_in_other_rows
from archive.analysis.repairs.lines_moved import hand_dealt_later, lines_exchanged
from archive.analysis.repairs.play_changes import (
    missing_plays_written,
    other_turns,
    two_plays_exchanged,
)
from archive.analysis.repairs.player_names import other_players
from archive.analysis.repairs.totals_changes import changes_of_totals
from archive.analysis.repairs.unreadable_plays import read_otherwise
from archive.core.budgets import Steps
from archive.core.cards import SUITS
from archive.core.events import ACTIONS, Cut, Deal, Exchange, Trump
from archive.notation.edits import Change, Edit
from archive.rules.gaps.wrongs import TURNS
from archive.scoring import Finding, Question, Verdict
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
"""The exchanges of two plays that are looked at first where a player is not due: with the play
before and with the one behind."""
NUMBER_OF_CARDS = frozenset({"wrong-number-of-cards", "uneven-exchange", "mixed-lead"})
"""Findings that may be corrected by a card more or one fewer."""


def changes(
    verdict: Verdict, steps: Steps, enough: Callable[[], bool], wrong_by: Collection[str] = ()
) -> Iterator[Change]:
    """Yield changes that may correct the first finding of a verdict, the likeliest first, each
    once. The steps it takes to find them are counted; `enough` tells whether any did correct it.
    Rules by which the record is known to be `wrong_by` are not proposed."""
    first = verdict.first_divergence
    if first is None:
        return
    finding = verdict.findings[first]
    seen: set[Change] = set()
    if verdict.sheet is None:
        proposed = chain(
            _likely(finding, verdict, steps, enough),
            rules_named_otherwise(verdict, wrong_by),
            _any(finding, verdict, steps),
        )
    else:
        of_totals = changes_of_totals(finding, verdict, verdict.sheet, enough)
        proposed = chain(rules_named_otherwise(verdict, wrong_by), of_totals)
    for change in proposed:
        steps.take()
        key = tuple(edit._replace(what="") for edit in change)
        if key not in seen:
            seen.add(key)
            yield change


def _likely(
    finding: Finding, verdict: Verdict, steps: Steps, enough: Callable[[], bool]
) -> Iterator[Change]:
    """Yield changes that the fault itself suggests: few changes of many kinds."""
    where = deals_of(events_about(finding, verdict), verdict)
    yield from read_otherwise(finding, verdict)
    if finding.code.startswith("wrong-") and finding.found is not None:
        yield from as_the_rules_say(finding, verdict)
    if finding.code == "impossible-sum":
        yield from sums_that_may_be(finding, verdict)
    if finding.code in TURNS or finding.code in OF_ANY_SEAT:
        yield from _another_seat(finding, verdict)
    if finding.code in TURNS:
        yield from islice(two_plays_exchanged(finding, where, verdict), NEXT)
    if finding.code in STRUCK:
        yield from _struck(finding, verdict)
    if finding.question is Question.LEGALITY:
        yield from _play_too_many(finding, verdict)
    yield from _answered_otherwise(finding, verdict)
    yield from other_turns(finding, verdict)
    yield from lines_exchanged(finding, verdict)
    yield from hand_dealt_later(finding, verdict)
    yield from hands_in_other_rows(finding, verdict)
    if finding.code == "dealt-early" and not enough():
        yield from _struck(finding, verdict)
    yield from _drawn_otherwise(finding, verdict)
    yield from missing_plays_written(finding, where, verdict, steps)
    yield from cards_from_the_hand(where, verdict)
    if finding.code == "too-many-of-a-card":
        yield from one_card_throughout(finding, verdict)
    yield from card_due_throughout(finding, verdict)
    yield from _more_or_fewer_cards(finding, verdict)
    yield from _other_trumps(finding, verdict)
    if finding.question is Question.LEGALITY:
        yield from own_cards_exchanged(finding, verdict)
    yield from two_plays_exchanged(finding, where, verdict)
    yield from cards_left_instead(finding, verdict)
    yield from cards_of_the_trick(finding, verdict)


def _any(finding: Finding, verdict: Verdict, steps: Steps) -> Iterator[Change]:
    """Yield any card in the deals of the fault for any other: thousands of changes."""
    events = events_about(finding, verdict)
    where = deals_of(events, verdict)
    yield from other_cards(events, (), verdict)  # the proof of the fault is the likeliest place
    yield from two_cards_exchanged(events, where, verdict, steps)
    yield from other_cards(events, where, verdict)


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


def _struck(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    if finding.at is not None:
        offset, text = token_span(verdict, finding.at)
        if text:
            yield (Edit(offset, text, "", f"without “{text}”"),)


def _play_too_many(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    """Yield the record without the play, and without the one before it, where the same player has
    two in a row; the numbers of those behind it stay."""
    record = verdict.record
    here = bisect_left(record.acted, finding.at or 0)
    near = record.acted[max(0, here - 2) : here + 2]
    for at, after in reversed([*pairwise(near)]):
        if seat_of(record.events[at]) != seat_of(record.events[after]):
            continue
        for one in (after, at):
            offset, text = token_span(verdict, one)
            blank = " " if record.text.startswith(" ", offset + len(text)) else ""
            yield (Edit(offset, text + blank, "", f"without “{text}”"),)


def _another_seat(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    """Yield the player who is due for the one who is written; any player for one who is not there
    or may not do it."""
    at = finding.at
    if at is None or finding.expected is None:
        return
    offset, text = token_span(verdict, at)
    due, found = [finding.expected], r"p[1-9]\d?(?=\s)"
    if finding.code in OF_ANY_SEAT:
        due = [f"p{seat}" for seat in range(1, len(verdict.score) + 1)]
    if finding.code == "no-such-seat":
        found = rf"\b{re.escape(finding.found or '')}\b"
    seat = re.search(found, text)
    for other in due:
        if seat and seat[0] != other:
            words = other_players(other, seat[0], verdict.record.players)
            yield (Edit(offset + seat.start(), seat[0], other, words),)


def _answered_otherwise(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    """Yield `in` for `out`, or the removal of a claim that does not belong there."""
    if finding.at is None:
        return
    offset, text = token_span(verdict, finding.at)
    answer = re.search(r"(?<= )(?:in|out)$", text)
    if answer:
        other = "out" if answer[0] == "in" else "in"
        words = f"“{other}” for “{answer[0]}”"
        yield (Edit(offset + answer.start(), answer[0], other, words),)
    claim = re.search(r"[=/]-?\d.*$", text)
    if finding.code == "foreign-claim" and claim:
        yield (Edit(offset + claim.start(), claim[0], "", f"without “{claim[0]}”"),)


# -- cards and trumps


def _drawn_otherwise(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    """Yield another card that the dealer of the sheet drew, of none of the others’ ranks, where
    another player deals who drew the highest."""
    if finding.code != "wrong-dealer" or finding.at is None:
        return
    events = verdict.record.events
    at = next((one for one in range(finding.at, -1, -1) if type(events[one]) in ENDED_BY), 0)
    drawn = events[at]
    if not isinstance(drawn, Cut):
        return
    for (offset, text), (seat, _) in zip(cards_in(at, verdict), drawn.drawn, strict=False):
        others = {card.rank for other, run in drawn.drawn if other != seat for card in run}
        for card in named_cards(verdict) if f"p{seat}" == finding.found else ():
            if card[0] not in {*others, text[0]}:
                words = f"{card_name(card)} for {card_name(text)}"
                yield (Edit(offset, text, card, words),)


def _more_or_fewer_cards(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    """Yield a card more where there are too few, one fewer where there are too many or they are
    not of one rank. Of a hand that is not named in full, the one more is not named either."""
    if finding.code not in NUMBER_OF_CARDS or finding.at is None:
        return
    written = list(cards_in(finding.at, verdict))
    event = verdict.record.events[finding.at]
    if isinstance(event, Exchange) and event.put:
        offset, last = written[len(event.put) - 1]
        account = accounts(deal_around(finding.at, verdict), verdict)[event.seat]
        for card in dict.fromkeys(one.text for one in account.left) if account.listed else ():
            yield (Edit(offset + len(last), "", card, f"with a further {card_name(card)}"),)
    for offset, card in written:
        yield (Edit(offset, card, "", f"without the {card_name(card)}"),)
    if written and finding.code != "mixed-lead":
        end = written[-1][0] + len(written[-1][1])
        if "?" in (card for _, card in written):
            yield (Edit(end, "", "?", "with a further card that is not named"),)
            return
        for card in named_cards(verdict):
            yield (Edit(end, "", card, f"with a further {card_name(card)}"),)


def _other_trumps(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    """Yield another suit for trumps, in the deal of the finding."""
    at, events = finding.at, verdict.record.events
    before = range(min(at or 0, len(events) - 1), -1, -1)
    named = next((i for i in before if isinstance(events[i], Trump | Deal)), None)
    if named is None or not isinstance(events[named], Trump):
        return
    offset, text = token_span(verdict, named)
    suit = re.search(r"(?<= )[cdhs]$", text)
    for other in SUITS if suit else "":
        if suit and other != suit[0]:
            words = f"{SUIT_NAMES[other]} for {SUIT_NAMES[suit[0]]} as trumps"
            yield (Edit(offset + suit.start(), suit[0], other, words),)
