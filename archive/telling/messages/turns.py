"""Turns, lines and hands of any game, and what was left out."""

from __future__ import annotations

import re
from itertools import takewhile

from archive.core.events import DRAW, Action, Deal, End, Score
from archive.core.phrase import Phrase, value_in
from archive.rules.omissions import (
    DEAL_BY_CARDS,
    DEAL_BY_DEALER,
    DEAL_BY_NUMBER,
    LEAST_OF_A_PAGE,
)
from archive.telling.findings import Finding
from archive.telling.messages.line_instead import goes_on_with
from archive.telling.messages.templates import number_of, tell, unless_none_left
from archive.telling.speaker import Sentences, Speaker, capital
from archive.telling.wrong_total_reasons import ListedWrong

MISSING = {
    "one": "Play {first} is missing: the sheet goes on with {after}. What depends on it can be "
    "judged only where the hand leaves no choice of card.",
    "of": "{name}’s play {first} is missing: the sheet goes on with {after}. What depends on it "
    "can be judged only where the hand leaves no choice of card.",
    "more": "Plays {first} to {last} are missing: the sheet goes on with {after}. What depends on "
    "it can be judged only where the hand leaves no choice of card.",
}

LATE = {
    "one": "Play {first} is written too late, after play {prior}: the sheet goes on with {after} "
    "before it. What depends on it cannot be judged in that order.",
    "more": "Plays {first} to {last} are written too late, after play {prior}: the sheet goes on "
    "with {after} before them. What depends on them cannot be judged in that order.",
}
"""The same for plays that are written later on."""

EARLY = {
    "": "The sheet ends before the game does: {next} would be next.",
    "winner": "The sheet ends before the game does: {next} would be next. Whether {who} won "
    "cannot be told.",
    "draw": "The sheet ends before the game does: {next} would be next. Whether it was a draw "
    "cannot be told.",
    "result": "The sheet ends before the game does: {next} would be next. Whether its result is "
    "right cannot be told.",
}
"""The templates by the record's claim."""


UNKNOWN = "“{found}” is not known here; expected {due}."
OF_ANOTHER_GAME = (
    "“{found}” are rules of another game than that of the Game tag, “{game}”: one of the two is "
    "wrong."
)


def _missing_play(finding: Finding, speaker: Speaker) -> str:
    return missing(finding, speaker, **MISSING)


def missing(finding: Finding, speaker: Speaker, one: str, of: str, more: str, **values: str) -> str:
    """Return the template for one missing play, `of` a player where that is known, or for several,
    filled in."""
    first = number_of(value_in(finding.expected, "first", finding.expected))
    last = _missing_to(finding)
    if prior := _written_after(first, finding, speaker):
        values["prior"] = str(prior)
        one = of = LATE["one"]
        more = LATE["more"]
    template = more if last != first else of if finding.seat else one
    after = goes_on_with(finding.found, speaker)
    return tell(template, finding, speaker, first=first, last=last, after=after, **values)


def _written_after(number: int, finding: Finding, speaker: Speaker) -> int:
    """Return the number of the play after which a missing one is written, too late; 0 where it is
    not."""
    events = speaker.record.events[finding.at or 0 :]
    numbers = [one.number or 0 for one in events if isinstance(one, Action)]
    return numbers[numbers.index(number) - 1] if number in numbers[1:] else 0


def _missing_to(finding: Finding) -> int:
    """Return the number of the last missing play."""
    last = value_in(finding.expected, "last")
    if last is None and re.fullmatch(r"\d+\.", finding.found or ""):
        return number_of(finding.found) - 1
    return number_of(last or finding.expected)


def awaited(finding: Finding) -> str:
    """Return what a record that ends early would have to continue with."""
    due: str = value_in(finding.expected, "due", finding.expected or "")
    return due


def _early_end(finding: Finding, speaker: Speaker) -> str:
    record, at = speaker.record, finding.at
    end = record.events[at] if at is not None else None
    claims, who = "", ""
    if isinstance(end, End) and end.winners and end.winners != DRAW:
        claims, who = "winner", speaker.names(",".join(f"p{seat}" for seat in end.winners))
    elif isinstance(end, End) and end.winners:
        claims = "draw"
    elif end is None or (isinstance(end, End) and end.totals):
        claims = "result"
    return speaker.say(EARLY[claims], next=speaker.phrase(awaited(finding)), who=who)


def as_written(finding: Finding, speaker: Speaker) -> str:
    """Return the sentence for a fault whose own expected and found texts are enough."""
    what = capital(finding.code.replace("-", " ").replace("utf ", "UTF-"))
    found = speaker.phrase(finding.found or "nothing").rstrip(".")
    return tell("{what}: expected {due_stopped}, found {thing}.", finding, speaker,
                what=speaker.language.text(what), thing=found)  # fmt: skip


TWICE = {
    False: "Play {first} by {name} is written down twice; the second is left out.",
    True: "Plays {first} to {last} are written down twice, with all that stands between them; the "
    "second time they are left out.",
}
"""The templates by whether it is a whole page."""


def _doubled_play(finding: Finding, speaker: Speaker) -> str:
    at, events = finding.at or 0, speaker.record.events
    before = {one.number for one in events[:at] if isinstance(one, Action)}
    numbers = (one.number for one in events[at:] if isinstance(one, Action))
    again = [*takewhile(before.__contains__, numbers)]
    first, last = number_of(finding.found), again[-1] if again else None
    return tell(TWICE[len(again) >= LEAST_OF_A_PAGE], finding, speaker, first=first, last=last)


def _told_later(finding: Finding, speaker: Speaker) -> str:
    if not finding.places:
        return tell(
            "The sheet does not tell the two cards turned up in {deal}; all other cards of the "
            "pack were played, so they were {due_cards}.",
            finding, speaker,
        )  # fmt: skip
    return tell(
        "The card of play {ply} is not written down; by play {proof} all other cards of the hand "
        "have been played, so it was {a_due}.",
        finding,
        speaker,
        proof=finding.places[0].ply,
    )


def _card_not_held(finding: Finding, speaker: Speaker) -> str:
    if isinstance(finding.reason, ListedWrong):
        return tell(
            "{name}’s hand is listed wrong: at {where} {name} plays {a_found}, as the tally of "
            "{tally} shows, and what is left of the list is {left}.",
            finding, speaker, tally=finding.reason.tally,
        )  # fmt: skip
    return unless_none_left(
        "{name} plays {a_found} at {where}, which is not in the hand listed: what is left of it is "
        "{left}."
    )(finding, speaker)


def _unknown_rules(finding: Finding, speaker: Speaker) -> str:
    named, game = (finding.found or "").partition("/")[0], speaker.record.tag("Game") or ""
    elsewhere = {named, game} <= speaker.games.keys() and named != game
    return tell(OF_ANOTHER_GAME if elsewhere else UNKNOWN, finding, speaker, game=game)


DEALS_MISSING = {
    ("deal", True): "Before {found}’s deal a whole deal or more is missing: {due} was next to "
    "deal, and the totals after it do not follow from those before.",
    ("deal", False): "Before {found}’s deal a whole deal or more is missing, or {found} dealt out "
    "of turn: {due} was next. From here on no score is known.",
    ("hand", True): "Before the hand that {found} deals a whole hand or more is missing: {due} was "
    "next to deal, and the totals after it do not follow from those before.",
    ("hand", False): "Before the hand that {found} deals a whole hand or more is missing, or "
    "{found} dealt out of turn: {due} was next. From here on no score is known.",
}
"""The sentences by the game's word for a deal, and by whether it is certain."""
HANDS_MISSING = {
    False: "Before the hand of {found} each a whole hand or more is missing, or the sheet is "
    "wrong: {due} were next. From here on no score is known.",
    True: "Before the hand of {found} each a whole hand or more is missing: {due} were next, and "
    "the totals after it do not follow from those before.",
}
"""The same where it is known by the number of cards, by whether it is certain."""
DEALS_SKIPPED = {
    ("deal", False): "Deal {first} is missing: the sheet goes on with deal {after}. From there on "
    "no score is known.",
    ("deal", True): "Deals {first} to {last} are missing: the sheet goes on with deal {after}. "
    "From there on no score is known.",
    ("hand", False): "Hand {first} is missing: the sheet goes on with hand {after}. From there on "
    "no score is known.",
    ("hand", True): "Hands {first} to {last} are missing: the sheet goes on with hand {after}. "
    "From there on no score is known.",
}
"""The sentences where numbers tell it, by the game's word and by whether several are missing."""


def deal_due(finding: Finding) -> Phrase | None:
    """Return what was due where whole deals are missing in front of another; None where they are
    not."""
    due = value_in(finding.expected, "deal", finding.expected)
    of_deals = (DEAL_BY_NUMBER, DEAL_BY_DEALER, DEAL_BY_CARDS)
    return due if isinstance(due, Phrase) and due.template in of_deals else None


def deals_missing(finding: Finding, speaker: Speaker) -> str:
    """Return the sentence for whole deals that are missing, or a deal that is wrong itself."""
    due, event = deal_due(finding), speaker.record.events[finding.at or 0]
    assert due is not None
    assert isinstance(event, Deal)
    certain = due is finding.expected
    if due.template == DEAL_BY_NUMBER:
        first, after = due.values["n"], event.number or 0
        several = after - first > 1
        return speaker.say(DEALS_SKIPPED[speaker.unit, several],
                           first=first, last=after - 1, after=after)  # fmt: skip
    if due.template == DEAL_BY_CARDS:
        words = {"due": number_of(due.values["cards"]), "found": event.cards or 0}
        return speaker.say(
            HANDS_MISSING[certain], **{name: speaker.cards(n) for name, n in words.items()}
        )
    return speaker.say(
        DEALS_MISSING[speaker.unit, certain],
        due=speaker.name(due.values["seat"]), found=speaker.name(event.dealer),
    )  # fmt: skip


BEGINS_LATE = "The sheet begins in the middle of the game, so the scores before it are not known."
BEGINS_WITH_TOTALS = (
    "The sheet begins in the middle of the game, so the totals it begins with cannot be checked."
)


def begins_late(finding: Finding, speaker: Speaker) -> str:
    """Return the sentence for a sheet that begins in the middle of the game."""
    record = speaker.record
    first = record.events[: next(iter(record.acted), len(record.events))]
    with_totals = any(isinstance(one, Score) for one in first)
    return speaker.say(BEGINS_WITH_TOTALS if with_totals else BEGINS_LATE)


SENTENCES: Sentences = {
    "told-later": _told_later,
    "wrong-turn": "Play {ply} is out of turn: {due_either} was next, and the sheet has "
    "{found_name}.",
    "card-not-held": _card_not_held,
    "passed": "{name} passes at {where}, and passing is not allowed.",
    "missing-play": _missing_play,
    "doubled-play": _doubled_play,
    "unknown-card": "The card of play {ply} is not known, so the tally from here to the end of "
    "the round, and every total after it, cannot be checked.",
    "gap": "A stretch of the game was not written down; nothing that depends on it can be checked.",
    "early-end": _early_end,
    "unknown-rules": _unknown_rules,
}
