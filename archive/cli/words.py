"""The words of the commands and of reports beside the sentences of verdicts, in the reader's
language; and counts in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from archive.core.diagnostics import Diagnostic
from archive.languages.language import Language

if TYPE_CHECKING:
    from archive.analysis.comparison.totals_apart import TotalApart


PLAIN: Final = {
    "legality": "plays", "arithmetic": "figures", "result": "result",
    "upheld": "right", "refuted": "wrong", "underdetermined": "open", "impossible": "impossible",
    "unfinished": "not over", "unclaimed": "not claimed",
}  # fmt: skip
"""The names of the three questions and their answers, by code."""
LABELS: Final = (
    *PLAIN.values(), "rules",
    "error", "warning", "note", "none",
)  # fmt: skip
"""Single words that stand at their places in a report."""
CHECKED: Final = {
    "tally": "{held} of {claimed} tallies",
    "count": "{held} of {claimed} counts",
    "king": "{held} of {claimed} kings",
    "pair": "{held} of {claimed} pairs",
    "points": "{held} of {claimed} scores",
    "up": "{held} of {claimed} bonus values",
    "bonus": "{held} of {claimed} bonus points",
    "bonus-to": "{held} of {claimed} bonus takers",
    "loser": "{held} of {claimed} losers",
    "kept-card": "{held} of {claimed} cards kept",
    "worth": "{held} of {claimed} values of cards",
    "score": "{held} of {claimed} standings",
}
"""The kinds of claims that the second answer rests on."""
ONE_WAY: Final = {
    (False, True, True): "One change would put this right: {words} (`twenties repair` shows it).",
    (False, True, False): "{n} changes would put this right: {words} (`twenties repair` shows it).",
    (False, False, True): "One change would put this right: {words}; there may be other ways "
    "(`twenties repair` shows it).",
    (False, False, False): "{n} changes would put this right: {words}; there may be other ways "
    "(`twenties repair` shows it).",
    (True, True, True): "One change would put all of this right: {words} (`twenties repair` shows "
    "it).",
    (True, True, False): "{n} changes would put all of this right: {words} (`twenties repair` "
    "shows it).",
    (True, False, True): "One change would put all of this right: {words}; there may be other "
    "ways (`twenties repair` shows it).",
    (True, False, False): "{n} changes would put all of this right: {words}; there may be other "
    "ways (`twenties repair` shows it).",
}
"""The sentence where one way was found, by whether it corrects several mistakes, everything was
tried, and one change is enough."""
WAYS: Final = {
    (False, True, True): "One change would put this right, in {ways} ways that do as well "
    "(`twenties repair` shows it).",
    (False, True, False): "{n} changes would put this right, in {ways} ways that do as well "
    "(`twenties repair` shows it).",
    (False, False, True): "One change would put this right, in at least {ways} ways that do as "
    "well (`twenties repair` shows it).",
    (False, False, False): "{n} changes would put this right, in at least {ways} ways that do as "
    "well (`twenties repair` shows it).",
    (True, True, True): "One change would put all of this right, in {ways} ways that do as well "
    "(`twenties repair` shows it).",
    (True, True, False): "{n} changes would put all of this right, in {ways} ways that do as well "
    "(`twenties repair` shows it).",
    (True, False, True): "One change would put all of this right, in at least {ways} ways that do "
    "as well (`twenties repair` shows it).",
    (True, False, False): "{n} changes would put all of this right, in at least {ways} ways that "
    "do as well (`twenties repair` shows it).",
}
"""The sentence where several ways were found, by the same."""


def of_repairs(
    language: Language, cost: int, ways: int, words: str, *, everything: bool, complete: bool
) -> str:
    """Return the sentence about repairs: `cost` changes each, the first of them in `words`;
    `everything` means that they correct several mistakes, `complete` that all were tried."""
    templates = WAYS if ways > 1 else ONE_WAY
    return language.say(templates[everything, complete, cost == 1], n=cost, ways=ways, words=words)


WORKING: Final = "Working out what would put it right"
WEIGHING: Final = "Weighing every play"
COMPARING: Final = "Comparing the two sheets"
DEALING: Final = "Looking for a deal that fits"
"""Shown on a terminal during the work."""

TYPING: Final = "Reading from the terminal; Ctrl-D ends it."
NO_FILES: Final = "no *{suffix} in this folder"
TOO_LARGE: Final = "more than {bytes} bytes, and not XXN"
NO_RECORD: Final = "no game was found in it"
SEED: Final = "Seed {seed}"
READ_AS: Final = "read as {title}"
REFUSED: Final = (
    "No such file or directory", "Permission denied", "Is a directory", "Not a directory",
    "File exists", "Read-only file system", "No space left on device", "Input/output error",
    "File name too long", "Too many open files",
)  # fmt: skip
"""The reasons of the system why a file cannot be read or written."""
NOT_CANONICAL: Final = "not in canonical form"
THERE_ALREADY: Final = "there already, with something else in it"
NOT_KNOWN: Final = "this is no game known here"
"""Sentences about a file, or about a record in it, after its name."""

EXPECTED: Final = "expected {expected}, found {found}"
AT: Final = "at {path}"
WRITE: Final = "write {fix}"
DECLARE: Final = "{options} reads it as a card"
"""Sentences about a fault of the writing."""

SOUND: Final = "There is nothing to put right."
SPENT: Final = "Nothing was found that puts this right; --budget lets the search go on."
NONE_FOUND: Final = (
    "Nothing that was tried puts this right: no single slip of the pen, and no two of those that "
    "help."
)
STAYS: Final = "Score and winner by the rules stay: {standing}."
THEN: Final = "Then the rules give: {standing}."
THEN_ANOTHER: Final = "Then the rules give: {standing}; another winner than before."

DEFAULTS: Final = (
    "A game’s first rule set is used where a record names none, and an option’s first reading "
    "where none is chosen. Whole pages: twenties rules GAME."
)
SEATS: Final = "{rules}, {players}"
WITH: Final = "{reading} with {players}"
AND_SO_ON: Final = "and so on"
SPAN: Final = "{first} to {last}"
NO_CLAUSE: Final = "{book} has no clause {number}; it has {numbers}."
"""Sentences about rulebooks."""

SUPPORTS: Final = {
    "a": "the rules support A",
    "b": "the rules support B",
    "either": "the rules allow both",
    "neither": "the rules allow neither",
    None: "not judged",
}
COMPARED_IN_PART: Final = (
    "The sheets are too long, or too unlike, to be compared in full: entries may stand side by "
    "side that do not belong together, and only of some differences is it said whom the rules "
    "support."
)
SEATED_OTHERWISE: Final = "They number the seats differently; players are matched by their names."
UNLIKE: Final = "They hardly look like sheets of one game."
ONLY: Final = "Only {sheet} gives {what}."
AGREED: Final = "Put right, both come to the same: {agreed}."
AT_PLAY: Final = "Play {ply}: {supports}"
AT_PLACE: Final = "{place}: {supports}"
TOTALS_APART: Final = "{name}: {a} on A, {b} on B"
CELL: Final = "cell {cell}"
NO_ENTRY: Final = "(no entry)"
AGAINST: Final = "Against {sheet}: {sentence}"
AGAINST_BY: Final = "Against {sheet}: {sentence} ({clause})"
WITH_ENTRY: Final = "With B’s entry sheet A would give {moved}."
WITH_ENTRIES: Final = "With B’s entries sheet A would give {moved}."
WITH_NOTHING: Final = "With nothing there sheet A would give {moved}."
SCORE_UNKNOWN: Final = "{name} an unknown score"
UNREADABLE: Final = "this could not be read as a game known here"
"""Sentences about two sheets."""

GAVE_AWAY: Final = "gave away {fair} ± {error}, in hindsight {hindsight}"
GAVE_AWAY_UNKNOWN: Final = "gave away {fair} ± {error}; it was not weighed in hindsight"


def found(language: Language, records: int, counts: Mapping[str, int]) -> str:
    """Return the number of records and of findings: `2 records: 1 error`."""
    told = [
        (counts["error"], language.several("{n} error", "{n} errors", counts["error"])),
        (counts["warning"], language.several("{n} warning", "{n} warnings", counts["warning"])),
        (counts["note"], language.several("{n} note", "{n} notes", counts["note"])),
    ]
    all_told = ", ".join(words for count, words in told if count)
    return language.several(
        "{n} game: {found}", "{n} games: {found}", records,
        found=all_told or language.text("nothing found"),
    )  # fmt: skip


def players(language: Language, fewest: int, most: int) -> str:
    """Return the number of players: `2 players`, `2 to 4 players`."""
    if fewest == most:
        return language.several("{n} player", "{n} players", most)
    return language.say("{fewest} to {most} players", fewest=fewest, most=most)


def read_as(language: Language, title: str, notes: int) -> str:
    """Return the form in which a sheet was read, and how many notes on that are not shown."""
    title = language.text(title)
    if not notes:
        return language.say(READ_AS, title=title)
    return language.several(
        "read as {title}; {n} note, which `twenties check` shows",
        "read as {title}; {n} notes, which `twenties check` shows",
        notes, title=title,
    )  # fmt: skip


def expected(language: Language, fault: Diagnostic) -> str:
    """Return what was expected in the place of a fault, and what was found."""
    from archive.scoring.upload_phrases import found_told, reading_told

    return language.say(
        EXPECTED,
        expected=reading_told(fault.expected, language),
        found=found_told(fault.code, fault.found, language) or language.text("nothing"),
    )


def way_out(language: Language, fix: str) -> str:
    """Return what would mend a fault: a text to write, or the option by which a card can be read.
    Importers name that as `declare ranks=BDKA or ranks=BDKT`."""
    ranks = re.findall(r"\branks=(\w+)", fix) if fix.startswith("declare ") else []
    if not ranks:
        return language.say(WRITE, fix=fix)
    return language.say(DECLARE, options=language.either(f"`--ranks {one}`" for one in ranks))


def ways(language: Language, cost: int, count: int, *, complete: bool) -> str:
    """Return how many changes put a record right, and in how many equal ways."""
    changes = language.several("One change puts this right.", "{n} changes put this right.", cost)
    if complete:
        also = "" if count < 2 else language.say("There are {ways} ways to do it.", ways=count)
        return f"{changes} {also}".rstrip()
    also = "" if count < 2 else language.say("{ways} ways were found.", ways=count)
    rest = language.say("Not everything was tried; there may be others.")
    return " ".join(filter(None, (changes, also, rest)))


def answered(language: Language, question: str, answer: str) -> str:
    """Return a question and its answer: `plays right`."""
    named = {"question": language.text(PLAIN[question]), "answer": language.text(PLAIN[answer])}
    return language.say("{question} {answer}", **named)


def alike(language: Language, count: int, *, everywhere: bool) -> str:
    """Return that two sheets agree; `everywhere`, or only where both say something."""
    if everywhere:
        return language.say("The two sheets say the same.")
    return language.several(
        "Where both say something, they agree; {n} entry is alike.",
        "Where both say something, they agree; {n} entries are alike.",
        count,
    )


def apart(language: Language, count: int, differing: int, *, complete: bool) -> str:
    """Return in how many places two sheets differ, not all of which are shown unless `complete`."""
    same = language.several("{n} entry is alike;", "{n} entries are alike;", count)
    if complete:
        places = language.several(
            "the sheets differ in one place.", "the sheets differ in {n} places.", differing
        )
    else:
        places = language.several(
            "the sheets differ in one place, and in more than are shown.",
            "the sheets differ in {n} places, and in more than are shown.",
            differing,
        )
    return f"{same} {places}"


def totals_apart(language: Language, seated: Sequence[str], apart: Sequence[TotalApart]) -> str:
    """Return each player's total on both sheets; `seated` are the players by their seats on A."""
    return "; ".join(
        language.say(
            TOTALS_APART,
            name=seated[seat - 1] if seat <= len(seated) else f"p{seat}",
            a=str(a).replace("-", "−"),
            b=str(b).replace("-", "−"),
        )
        for seat, a, b in apart
    )


def echoes(language: Language, count: int) -> str:
    """Return how many further differences follow from one."""
    return language.several(
        "and because of it, {n} more:", "and because of it, {n} more of them:", count
    )
