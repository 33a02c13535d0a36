"""What stands on a sheet where it does not belong: packs, seats, lines, numbers, words."""

from __future__ import annotations

import re

from archive.scoring.findings import Finding
from archive.scoring.messages.kinds import Sentences
from archive.scoring.wording import Speaker, number

PACKS = re.compile(r"(\d+)(?:x(\d+))?")


def _packs(deck: str | None) -> str:
    """`52x2` as two packs of 52 cards."""
    match = PACKS.fullmatch(deck or "")
    if match is None:
        return f"“{deck}”"
    count = int(match[2] or 1)
    return f"{number(count)} pack{'' if count == 1 else 's'} of {match[1]} cards"


def _wrong_pack(finding: Finding, speaker: Speaker) -> str:
    return (
        f"The game is played with {_packs(finding.expected)}; the record names "
        f"{_packs(finding.found)}."
    )


def _wrong_player_count(finding: Finding, speaker: Speaker) -> str:
    most = (finding.expected or "").removeprefix("at most ")
    return f"No more than {most} can play; the record names {finding.found}."


def _no_such_seat(finding: Finding, speaker: Speaker) -> str:
    return f"Nobody sits at {finding.found}; the seats are {finding.expected}."


def _foreign_line(finding: Finding, speaker: Speaker) -> str:
    return f"These rules have no line such as “{finding.found}”."


def _misnumbered_line(finding: Finding, speaker: Speaker) -> str:
    due, found = ((text or "").removeprefix("n=") for text in (finding.expected, finding.found))
    return f"This line should have number {due}; the record gives it {found}."


def _misnumbered_play(finding: Finding, speaker: Speaker) -> str:
    due, found = ((text or "").rstrip(".") for text in (finding.expected, finding.found))
    return f"This play should have number {due}; the record gives it {found}."


def _unreadable(finding: Finding, speaker: Speaker) -> str:
    found = (finding.found or "").rstrip(".") or "nothing"
    return f"“{found}” cannot be read here; expected {(finding.expected or '').rstrip('.')}."


def _unknown_line(finding: Finding, speaker: Speaker) -> str:
    return f"“{finding.found}” is no line of the notation, so what it says is not known."


def _after_the_end(finding: Finding, speaker: Speaker) -> str:
    found = finding.found or ""
    more = f"a play by {speaker.name(found)}" if found[1:].isdigit() else found
    return f"The game is over, and the record goes on with {more}."


def _no_cards_left(finding: Finding, speaker: Speaker) -> str:
    return f"{speaker.name(finding.seat)} has had all hands of this round and no card left to play."


def _not_now(finding: Finding, speaker: Speaker) -> str:
    if finding.expected == "one bonus a round":
        return "A round has one bonus; the record has a second one."
    if finding.expected == "one @end":
        return "A game has one end; the record has a second one."
    if (finding.expected or "").startswith("the bonus after"):
        return f"The bonus is taken after 50 plays; here it stands {finding.found}."
    return (
        f"This stands in the wrong place: expected {finding.expected}; the record has "
        f"{finding.found}."
    )


def _wrong_number_of_cards(finding: Finding, speaker: Speaker) -> str:
    count = int(finding.found or 0)
    cards = f"{number(count)} card{'' if count == 1 else 's'}"
    if finding.seat is None:
        return f"Two cards are turned up for the bonus; the record has {number(count)}."
    if finding.expected == "one card":
        return f"{speaker.name(finding.seat)} plays {cards} at once; a turn is one card."
    return f"The hand listed for {speaker.name(finding.seat)} has {cards}; a hand is five."


SENTENCES: Sentences = {
    "wrong-pack": _wrong_pack,
    "wrong-player-count": _wrong_player_count,
    "no-such-seat": _no_such_seat,
    "foreign-line": _foreign_line,
    "misnumbered-line": _misnumbered_line,
    "misnumbered-play": _misnumbered_play,
    "unknown-line": _unknown_line,
    "unreadable": _unreadable,
    "unreadable-tag": _unreadable,
    "unreadable-play": _unreadable,
    "unreadable-hand": _unreadable,
    "unreadable-argument": _unreadable,
    "unreadable-result": _unreadable,
    "twenty/after-the-end": _after_the_end,
    "no-cards-left": _no_cards_left,
    "twenty/not-now": _not_now,
    "twenty/wrong-number-of-cards": _wrong_number_of_cards,
}
