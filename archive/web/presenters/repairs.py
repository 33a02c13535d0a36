"""Repairs as a page offers them: what would put the record right, and what follows from each.

They are made from the edits a stored verdict has, so a page never searches.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from archive.analysis.repair_search import MOST_REPAIRS
from archive.analysis.repair_words import in_words
from archive.core.record import Record
from archive.importers.origin import Origin
from archive.notation.edits import Edit
from archive.notation.patches import patch
from archive.web.presenters.other_rules import winner_words
from archive.web.words import sentence as sentence_words
from archive.web.words import standing_words

OPEN: Final = 5
"""Repairs that stand open; those after them are folded."""

ON: Final = "“twenties repair” looks further, in a terminal."


@dataclass(frozen=True, slots=True)
class EditShown:
    line: int
    column: int
    old: str
    new: str
    own: str | None = None
    """Its place in the sheet that the record was made from."""


@dataclass(frozen=True, slots=True)
class RepairShown:
    number: int
    """From 1, as the address of its patch has it."""
    words: str
    edits: list[EditShown]
    effect: str
    patch: list[str]
    """The lines of its patch."""


@dataclass(frozen=True, slots=True)
class RepairsShown:
    sentence: str
    doubt: str | None
    """What the search does not vouch for; None where it looked at everything it looks at."""
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
    if not verdict or verdict.get("first_divergence") is None or not verdict.get("rules"):
        return None
    if not record.events or "repairs_complete" not in verdict:
        return None
    found = verdict.get("repairs") or []
    complete = verdict["repairs_complete"]
    shown = [
        RepairShown(number, _words(one, origin), _edits(one, origin), _effect(one, verdict, names),
                    patch_of(one, record, name).split("\n")[:-1])
        for number, one in enumerate(found, 1)
    ]  # fmt: skip
    return RepairsShown(
        _sentence(found, complete=complete),
        _doubt(found, complete=complete),
        shown[:OPEN],
        shown[OPEN:],
    )


def patch_of(repair: Mapping[str, Any], record: Record, name: str) -> str:
    """A stored repair as a unified diff of the record; empty where the text is not the one that
    was judged."""
    try:
        edits = [
            Edit(record.offset(one["line"], one["column"]), one["old"], one["new"], "")
            for one in repair["edits"]
        ]
        return patch(record, edits, name)
    except (IndexError, ValueError):
        return ""


def _words(repair: Mapping[str, Any], origin: Origin | None) -> str:
    own = in_words(repair["changes"], origin.named) if origin and "changes" in repair else None
    return _capital(sentence_words(own or repair["words"]))


def _edits(repair: Mapping[str, Any], origin: Origin | None) -> list[EditShown]:
    return [
        EditShown(
            one["line"], one["column"], one["old"].strip(), one["new"].strip(),
            _own(origin, one),
        )
        for one in repair["edits"]
    ]  # fmt: skip


def _own(origin: Origin | None, edit: Mapping[str, Any]) -> str | None:
    """Return where an edit stands in the sheet, `line 7` or `cell B4`; None if it has no place
    there."""
    own = origin.at(edit["line"], edit["column"]) if origin else None
    return own.where if own else None


def _sentence(found: Sequence[Mapping[str, Any]], *, complete: bool) -> str:
    if not found:
        return "No change was found that puts this right."
    cost, ways = found[0]["cost"], len(found)
    changes = "One change would put this right" if cost == 1 else (
        f"{cost} changes together would put this right"
    )  # fmt: skip
    if ways == 1:
        return f"{changes}."
    unlike = len({one["winner"] for one in found}) > 1
    which = " They do not all make the same player win." if unlike else ""
    return (
        f"{changes}, and {'' if complete else 'at least '}{ways} do so equally well: "
        f"which of them was meant, only those who played can tell.{which}"
    )


def _doubt(found: Sequence[Mapping[str, Any]], *, complete: bool) -> str | None:
    if complete:
        return None
    if not found:
        return f"Not everything was tried: there may be a way. {ON}"
    if len(found) >= MOST_REPAIRS:
        return f"No more than {MOST_REPAIRS} are listed; there are others."
    return f"Not everything was tried: there may be other ways. {ON}"


def _effect(repair: Mapping[str, Any], verdict: Mapping[str, Any], names: Sequence[str]) -> str:
    """`Then Ada wins, 84–110.`, `The score stays 82–110; same winner.`"""
    score, winner = repair["score"], repair["winner"]
    same = score == verdict.get("score")
    points = f"The score {'stays' if same else 'becomes'} {standing_words(score)}"
    if winner == verdict.get("winner"):
        if winner is None:
            return f"{points}; no winner yet, as before."
        return f"{points}; same winner."
    return f"{points}; then {winner_words(winner, names)}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
