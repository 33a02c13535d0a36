"""Things in a record that do not belong there: packs, seats, lines, numbers, words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from archive.core.events import Deal, Round, Trick
from archive.core.phrase import Phrase, value_in
from archive.rules.table import AWAITED
from archive.telling import not_a_game
from archive.telling.findings import Finding
from archive.telling.messages.line_instead import with_names
from archive.telling.messages.templates import number_of, tell
from archive.telling.speaker import Chosen, Sentences, Speaker

PACKS = re.compile(r"(\d+)(?:x(\d+))?")
BY_DUE: Final = {
    "one bonus a round": "A round has one bonus; the sheet has a second one.",
    "one @end": "A game has one end; the sheet has a second one.",
    "one @round a round": "{Deal} begins a second time on the sheet.",
    "the line of a deal once": "{Deal} begins a second time on the sheet.",
    "the line of the deal once, before its hands": "{Deal} begins a second time on the sheet.",
    "two cards turned up before the first play, once": "Two cards are turned up before the first "
    "play of a round; in {deal} the sheet turns up cards again.",
    "the bonus after {n} plays": "The bonus is taken after {n} plays; here it stands {found}.",
}
"""The sentences by what was due, as its template has it."""
ACTION: Final = "In {deal} {wanted} is due, and the sheet has {next} by {name}."
OTHERWISE: Final = "In {deal} {wanted} is due, and the sheet has {next}."


def _packs(deck: str | None, speaker: Speaker) -> str:
    """Return the packs in words: `52x2` as two packs of 52 cards."""
    match = PACKS.fullmatch(deck or "")
    if match is None:
        return speaker.say("“{text}”", text=deck)
    return speaker.several("{number} pack of {cards} cards", "{number} packs of {cards} cards",
                           int(match[2] or 1), cards=match[1])  # fmt: skip


def _wrong_pack(finding: Finding, speaker: Speaker) -> str:
    return speaker.say(
        "The game is played with {due}; the sheet names {found}.",
        due=_packs(finding.expected, speaker),
        found=_packs(finding.found, speaker),
    )


def _unreadable(finding: Finding, speaker: Speaker) -> str:
    if not_a_game.faults_of(speaker.record) is not None:
        return not_a_game.sentence(speaker.record, speaker.language)
    found = speaker.phrase((finding.found or "").rstrip(".") or "nothing")
    template = "“{thing}” cannot be read here; expected {due_stopped}."
    return tell(template, finding, speaker, thing=found)


def _misnumbered(finding: Finding, speaker: Speaker) -> str:
    event = speaker.record.events[finding.at] if finding.at is not None else None
    template = MISNUMBERED.get(
        type(event), "This line should have number {due_n}; the sheet gives it {found_n}."
    )
    if isinstance(event, Deal) and (finding.clause or "").startswith("twenty/"):
        template = "This is hand {due_n} of {deal}; the sheet numbers it {found_n}."
    return tell(template, finding, speaker)


def not_now(own: Mapping[str, str]) -> Chosen:
    """Return the choice of a sentence for what stands in the wrong place, by what was due; a game
    has `own` sentences beside the common ones."""
    return lambda finding, speaker: _not_now({**BY_DUE, **own}, finding, speaker)


def _not_now(by_due: Mapping[str, str], finding: Finding, speaker: Speaker) -> str:
    due = finding.expected or ""
    template = due.template if isinstance(due, Phrase) else due
    otherwise = ACTION if finding.found in AWAITED.values() else OTHERWISE
    seats = value_in(due, "seat", "")
    return tell(
        by_due.get(template, otherwise), finding, speaker,
        wanted=with_names(due, speaker), n=number_of(due),
        who=speaker.either(seats) if seats else "",
    )  # fmt: skip


MISNUMBERED: Final = {
    Round: "This is round {due_n}; the sheet numbers it {found_n}.",
    Deal: "This is hand {due_n}; the sheet numbers it {found_n}.",
    Trick: "This is trick {due_n}; the sheet numbers it {found_n}.",
}
"""The templates by the kind of line."""
UNREADABLE = ("", "-tag", "-play", "-hand", "-argument", "-result")


def no_such_seat(finding: Finding, speaker: Speaker) -> str:
    """Return the sentence for a seat without a player, with the names of those who play."""
    last = str(value_in(finding.expected, "other", "p2"))
    players = speaker.listed(speaker.name(seat) for seat in range(1, int(last[1:]) + 1))
    return tell(
        "There is no player {found_name}; the players are {players}.",
        finding, speaker, players=players,
    )  # fmt: skip


SENTENCES: Sentences = {
    "wrong-pack": _wrong_pack,
    "wrong-player-count": "No more than {due_number} players can play; the sheet names {found}.",
    "no-such-seat": no_such_seat,
    "foreign-line": "These rules have no line such as “{found}”.",
    "not-now": not_now({}),
    "misnumbered-line": _misnumbered,
    "misnumbered-play": "This play should have number {due_n}; the sheet gives it {found_n}.",
    "unknown-line": "“{found}” is no line of the notation, so what it says is not known.",
    **{f"unreadable{what}": _unreadable for what in UNREADABLE},
    "too-many-findings": "There are {found_number} more findings; the answers take all of them "
    "into account.",
    "after-the-end": "The game is over, and the sheet goes on with {next}.",
    "no-cards-left": "{name} has played all hands of this round and has no card left.",
}
