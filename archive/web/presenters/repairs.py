"""Repairs as a page offers them: the changes that would put the record right, and their
consequences.

They are made from the edits in a stored verdict, so a page never searches.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from archive.analysis.repairs.search import MOST_REPAIRS
from archive.analysis.repairs.words import in_words
from archive.core.record import Record
from archive.importers.origin import Origin, Own
from archive.notation.edits import edited, edits_told
from archive.notation.patches import patch
from archive.scoring import verify
from archive.services.games import mark_of_repair
from archive.telling.speaker import capital
from archive.web.language import _, ngettext
from archive.web.presenters.other_rules import winner_words
from archive.web.presenters.replay_cache import ScoreSheet, open_record
from archive.web.presenters.rule_sets import rules_in_words
from archive.web.verdict_sentences import speech, standing_words
from archive.web.words import sentence as sentence_words

OPEN: Final = 5
"""The number of repairs that are shown open; the rest are folded."""

PREVIEWED: Final = 20_000
"""The most characters of a record whose repairs are shown with their sheets: some 1,500 plays."""
KEPT: Final = 64

RULES: Final = re.compile(r"(?<![\w/])[a-z0-9-]+/[a-z0-9-]+@\d+(?:;[a-z-]+=[\w-]+)*")
"""How rules are named in a record."""


@dataclass(frozen=True, slots=True)
class EditShown:
    """One edit of a repair."""

    line: int
    column: int
    old: str
    new: str
    own: Own | None = None
    """Its place in the sheet that the record was made from, if it has one there."""


@dataclass(frozen=True, slots=True)
class RepairShown:
    """A repair for a page."""

    number: int
    """From 1, as the address of its patch has it."""
    words: str
    edits: list[EditShown]
    effect: str
    mark: str
    """What tells it from others that have had its number."""
    patch: list[str]
    """The lines of its patch."""
    becomes: ScoreSheet | None = None
    """The sheet after it; None where that was not worked out."""


@dataclass(frozen=True, slots=True)
class RepairsShown:
    """The repairs for a page."""

    sentence: str
    doubt: str | None
    """What the search did not cover; None where it was complete."""
    further: bool
    """Whether another search, with more patience, may find more."""
    open: list[RepairShown]
    folded: list[RepairShown]


def repairs_of(
    verdict: Mapping[str, Any] | None,
    names: Sequence[str],
    record: Record,
    name: str,
    origin: Origin | None = None,
) -> RepairsShown | None:
    """Return the repairs of a verdict; None where there is nothing to put right. `name` is the file
    that their patches are for, `origin` leads to the sheet that the record was made from."""
    if not verdict or verdict["first_divergence"] is None or not verdict["rules"]:
        return None
    if not record.events or "repairs_complete" not in verdict:
        return None
    found, complete = verdict["repairs"], verdict["repairs_complete"]
    shown = [
        RepairShown(number, _words(one, origin), _edits(one, origin), _effect(one, verdict, names),
                    mark_of_repair(one), patch_of(one, record, name).split("\n")[:-1])
        for number, one in enumerate(found, 1)
    ]  # fmt: skip
    return RepairsShown(
        _sentence(found, complete=complete),
        _doubt(found, complete=complete),
        not complete and len(found) < MOST_REPAIRS,
        shown[:OPEN],
        shown[OPEN:],
    )


def previewed(
    shown: RepairsShown | None, verdict: Mapping[str, Any], record: Record
) -> RepairsShown | None:
    """Return the repairs, the open ones with the score sheet that each would make. Each is judged
    for it, so those of a long record are left as they are."""
    if shown is None or len(record.text) > PREVIEWED:
        return shown
    repairs = verdict["repairs"][: len(shown.open)]
    pairs = zip(shown.open, repairs, strict=True)
    return replace(
        shown, open=[replace(one, becomes=_sheet_after(found, record)) for one, found in pairs]
    )


def _sheet_after(repair: Mapping[str, Any], record: Record) -> ScoreSheet | None:
    """Return the sheet that a repair makes; None where it is for another text of the record."""
    try:
        text = edited(record.text, edits_told(repair["edits"], record))
    except (IndexError, ValueError):
        return None
    return _sheet_of(text, record.number)


@lru_cache(maxsize=KEPT)
def _sheet_of(text: str, number: int) -> ScoreSheet:
    judged = verify(text.encode("utf-8", "surrogateescape"), number)
    return open_record(judged.record).sheet(judged.as_dict())


def patch_of(repair: Mapping[str, Any], record: Record, name: str) -> str:
    """Return a stored repair as a unified diff of the record; empty where the text is not the one
    that was judged."""
    try:
        return patch(record, edits_told(repair["edits"], record), name)
    except (IndexError, ValueError):
        return ""


def _words(repair: Mapping[str, Any], origin: Origin | None) -> str:
    told = repair.get("changes") if origin or not speech().english else None
    own = in_words(told, origin.named if origin else None, speech()) if told else None
    said = sentence_words(own or repair["words"])
    return capital(RULES.sub(lambda named: rules_in_words(named[0]), said))


def _edits(repair: Mapping[str, Any], origin: Origin | None) -> list[EditShown]:
    return [
        EditShown(
            one["line"], one["column"], one["old"].strip(), one["new"].strip(),
            origin.at(one["line"], one["column"]) if origin else None,
        )
        for one in repair["edits"]
    ]  # fmt: skip


def _sentence(found: Sequence[Mapping[str, Any]], *, complete: bool) -> str:
    if not found:
        return _("No change was found that puts this right.")
    cost, ways = found[0]["cost"], len(found)
    said = [ngettext("One change would put this right.",
                     "%(num)s changes together would put this right.", cost)]  # fmt: skip
    if ways == 1:
        return said[0]
    said.append(
        _("%(ways)s ways do so equally well: which of them was meant, only those who played can "
          "tell.", ways=ways)
        if complete
        else _("At least %(ways)s ways do so equally well: which of them was meant, only those who "
               "played can tell.", ways=ways)
    )  # fmt: skip
    if len({one["winner"] for one in found}) > 1:
        said.append(_("They do not all make the same player win."))
    return " ".join(said)


def _doubt(found: Sequence[Mapping[str, Any]], *, complete: bool) -> str | None:
    if complete:
        return None
    if not found:
        return _("Not everything was tried: there may be a way.")
    if len(found) >= MOST_REPAIRS:
        return _("No more than %(most)s are listed; there are others.", most=MOST_REPAIRS)
    return _("Not everything was tried: there may be other ways.")


def _effect(repair: Mapping[str, Any], verdict: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return the consequence: `The score stays 82–110. The outcome stays: Ben wins.`"""
    score, winner = repair["score"], repair["winner"]
    points = standing_words(score)
    told = (
        _("The score stays %(score)s.", score=points)
        if score == verdict["score"]
        else _("The score becomes %(score)s.", score=points)
    )
    outcome = winner_words(winner, score, names)
    if winner != verdict["winner"]:
        then = _("Outcome: %(winner)s.", winner=outcome)
    elif winner is None:
        then = _("No winner yet, as before.")
    else:
        then = _("The outcome stays: %(winner)s.", winner=outcome)
    return f"{told} {then}"
