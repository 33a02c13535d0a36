"""The translations of `twenties doctor`: its findings are English for programs and logs, and
recognised by their pattern."""

from __future__ import annotations

from typing import Final

from archive.cli.speech import in_figures_of
from archive.languages.language import Language
from archive.scoring.finding_phrases import Phrasebook

SUBJECTS: Final = (
    "well", "warning", "ill", "versions", "settings", "instance folder", "secret key", "database",
    "writing", "database disk", "shape", "clock", "work", "counts", "broker", "queue", "workers",
)  # fmt: skip
"""The words for states and subjects."""
SAYS: Final = (
    "This could not be checked: {text}", "Twenties {text} on Python {instead}.",
    "All settings can be used: instance {text}, an embedded Valkey, {n} workers.",
    "All settings can be used: instance {text}, a broker of its own, {n} workers.",
    "There is no folder {text}: `twenties serve` makes it.",
    "Others on this machine can read {text}: chmod 600 it.", "{text} cannot be written to.",
    "There is no {text} yet: `twenties serve` makes it, or `migrate`.",
    "{text} is too old: 14 or later is needed.", "{text} answers; it holds {instead}.",
    "Nothing can be written: {text}.", "The database can be written to.",
    "It is at revision {text}, the latest.",
    ("It is at revision {text}, which this version does not know: a later version has migrated it. "
     "Run that one."),
    "It is empty, and revision {text} is wanted: run `twenties migrate`.",
    "It is at revision {text}, and revision {instead} is wanted: run `twenties migrate`.",
    ("Uploads or jobs noted by a clock that was ahead: {n}. The sweeper queues them again within "
     "seconds; where they stay, it does not run."),
    ("Uploads or jobs overdue: {n}, the oldest by {m} s. The sweeper does not run, or "
     "cannot."),
    "Uploads or jobs overdue: {n}, the oldest by {m} s. The sweeper is next.",
    "Nothing is overdue; {n} records are waiting.", "The counts beside the lists are right.",
    "Counts beside the lists are wrong: `twenties doctor --recount` counts them again.",
    "{text} are free.", "Only {text} are free.", "Only {text} are free. Uploads are about to fail.",
    ("The {text}’s clock is {n} seconds ahead of this machine’s: let all of them follow one time "
     "server."),
    ("The {text}’s clock is {n} seconds behind this machine’s: let all of them follow one time "
     "server."),
    "The broker answers. What waits in it cannot be told without the database.",
    "The broker does not answer. What waits in it cannot be told without the database.",
    "The broker does not run ({text}). Uploads are taken in and wait.",
    "The broker does not answer ({text}). Uploads are taken in and wait.",
    "{text} is too old: 6.2 or later is needed.",
    ("{text} drops what it holds when its memory is full: set maxmemory-policy noeviction."),
    ("{text} writes nothing to a disk. Nothing is lost by that, but after a restart work waits "
     "{instead} seconds for the sweeper."),
    "{text} answers and keeps what it holds.",
    ("{n} messages of uploads, {m} of analyses and {text} of other work wait, workers are at "
     "{instead}."),
    "No worker is alive: nothing is judged.",
    "{n} are alive, but some judge by another engine: {text}.",
    "No worker takes uploads: {text} is 0 everywhere.",
    "No worker looks for what would put flawed records right: {text} is 0 everywhere.",
    "No worker re-scores, deletes or takes names out: {text} is 0 everywhere.", "{n} are alive.",
    ("The web servers sign with different keys: {text}. Give all of them the same "
     "TWENTIES_SECRET_KEY, and start them again."),
    ("The web servers sign with another key than is set here: set their TWENTIES_SECRET_KEY here "
     "too, before a web server is started so."),
    "All web servers sign with the same key.",
)  # fmt: skip
"""The sentences about them."""
BOOK: Final = Phrasebook((*SUBJECTS, *SAYS))


def told(text: str, language: Language) -> str:
    """Return a word or a sentence of a finding in a language, the figures of sizes as well."""
    return in_figures_of(language, BOOK.told(text, language))
