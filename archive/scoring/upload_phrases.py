"""Stored texts about how a file was unpacked, read and judged, translated to other languages.

These texts are stored with an upload, in English. Quotations from the file itself, a name or a
line, are in none of them and stay as they were written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from archive.importers.rows.headers import WORDS
from archive.languages.language import Language
from archive.telling import not_a_game
from archive.telling.phrases import Phrasebook

NOT_UNDERSTOOD: Final = frozenset(
    {"kept-as-comment", "not-understood", "not-claims", "not-a-card", "not-a-hand", "not-a-number",
     "unknown-player"}
)  # fmt: skip
"""Reports of lines of which something was not understood."""
SHEETS: Final = (
    # what was read
    "a score sheet in words", "a spreadsheet", "a sheet of several games",
    "a sheet of totals", "a sheet of losing cards", "the names and figures of a sheet",
    "who lost each hand, and with which card", "the points of each player",
    "each player’s losing cards",
    "a card of each player in turn", "a table of plays (CSV)",
    "a table of plays, separated by commas",
    "a table of plays, separated by semicolons",
    "a table of plays, separated by tabs", "a table of plays, separated by bars",
    "XXN as JSON", "{meaning} of {text}",
    # what was expected in it, and what was found
    "none", "nothing", "more", "{n} more",
    "the tally and the points, such as “(20; 10 points)”", "cards behind the colon", "a player",
    "the player’s name in front of what is done",
    "a play such as “{text}”, a hand or a standing",
    "nothing that is part of the game; this is kept as a comment",
    "words that are understood; without them too little is left to go by",
    "a play such as “{text}”, behind a comma or on a line of its own",
    "a play such as “Anna: 8 (8)” or “Anna: 9 (20; 10 points)”",
    "at most {text} games in one text; upload the rest by itself",
    "one game; from here on it is read as another",
    "one game; this may be another: then a line such as “Round 1” or “Game: Twenty” above it",
    ("no play behind a result; where another game begins, a line such as “Round 1” or "
     "“Game: Twenty”"),
    "one game; this may be another: then a column “Game” to number both",
    "no play behind a result; where another game begins, a column “Game” to number both",
    "a whole number for the {meaning}", "a value for {text}", "a value",
    "{n} cells, as the header has", "a header for this column", "a separator or the line’s end",
    "points of single plays; these never go down and were read as running totals",
    "points of each player; minus signs, which all have, were left out",
    "totals of each player; these go down and were read as the points of single deals",
    "totals of each player; these rise with each play up to 20 and were read as the tally",
    "one column with the {meaning}", "a column such as player, card, tally, points",
    "a player in this row", "{inner}; this is kept as a comment", "no tally beside a bonus",
    "a player and what was played", "a {meaning} from 1",
    "the {meaning} once, and behind a play",
    "one play in this row, or a column with the {meaning} for each player", "a total",
    "ranks declared; the cards were read as {text}",
    "ranks declared; each “10” was read as a card that counts ten, whichever it was",
    "{text}, who is meant by this initial", "{text}, who is meant by this spelling",
    "{text}, the number that is meant by this spelling",
    "an empty cell", "a formula without a value",
    "a house rule, read as “{text}”",
    ("a line or a column that names the game, such as “Game: Count to 20”; "
     "this was read as {text}"),
    "a line or a column that names the game, such as “Game: Count to 20”",
    "two players", "a header with columns such as player and card", "nothing that could be read",
    "at most {n} rows", "at most {n} lines",
    "at most {n} columns; what stands further right was not read",
    "a deal with each player’s total",
    "a hand with who lost it and the losing card, such as “Hand 3: Anna K”",
    "{text}, or another encoding declared",
    "at most {n} faults", "a card: A, 2 to 9, T for a ten, J, Q or K",
    "a card: A, 2 to 10, J, Q or K",
    "a card: A, 2 to 10, B, D or K", "a card: T for an ace, 2 to 10, B, D or K",
    # why nothing of it was read
    "There is no game in it.",
    "No game was found in it: cell {text} has “{instead}”; expected is {inner}.",
    "No game was found in it: line {n} has “{instead}”; expected is {inner}.",
    "This cannot be read as JSON: line {n}, column {text} has “{instead}”; expected is {inner}.",
    "This JSON is no game: line {n}, column {text} has “{instead}”; expected is {inner}.",
    "This spreadsheet is protected by a password. Save it without one and upload that.",
    ("This is a file of an older program (.xls or the like). "
     "Save it as .xlsx or CSV and upload that."),
    "This is an OpenDocument spreadsheet (.ods). Save it as .xlsx or CSV and upload that.",
    "This is an OpenDocument file (.odt or the like). Save it as text (.txt) and upload that.",
    "This is a document of a word processor (.docx). Save it as text (.txt) and upload that.",
    "This is a PDF. Save it as text (.txt) and upload that.",
    "This is no spreadsheet, though its name ends like one’s.",
    "This spreadsheet (.xlsx) is damaged: {inner}. Save it again in the program it is from.",
    "its end is missing", "{text} is missing from it", "it is packed with a password",
    "{text} cannot be unpacked", "no sheet is listed in it", "{text} is not what it should be",
    ("There is more in this spreadsheet than {n} MB unpacked. "
     "Upload only the sheets with the games."),
    ("There are more than {text} cells in this spreadsheet, or more than {n} million letters. "
     "Upload only the sheets with the games."),
    ("This spreadsheet declares entities of its own, which no spreadsheet does. Save it again in "
     "the program it is from."),
)  # fmt: skip
"""How a sheet was read, what was expected where it could not be, and why nothing of it was."""

JSON: Final = (
    "a list", "a list that is not empty", "a list of events", "an object", "each key once",
    "true or false", "text on one line",
    "text on one line, without {{ and ;",
    "a word of small letters", "a name such as Event: letters, digits, _",
    "“^”, or “^” and a capital letter", "a whole number from {text} to {instead}",
    "a seat from “p1” to “p99”", "“draw”, or a seat from “p1” to “p99”",
    "a card such as “9h”: A 2-9 T J Q K ?, then c d h s",
    "one of the keys {text}", "the key “{text}”", "the key “type”, one of {text}",
    "the seat in the text: {text}", "true: other events follow",
    "the cards of the play, in their order", "several parts, or a value", "winners or a draw",
    "LF line ends, no space around the text", "a document less deep", "numbers as JSON has them",
    "JSON ({inner})", "expecting value",
    "expecting property name enclosed in double quotes", "expecting “,” delimiter",
    "expecting “:” delimiter", "unterminated string starting at", "invalid control character at",
    "invalid \\escape", "invalid \\uXXXX escape", "extra data", "a game in the form of JSON",
    "one game on a line",
    "nothing of that name", "{text} again", "other cards", "one part without a value",
    "winners and a draw",
    "one below", "the end", "an empty list", "lists in lists without end",
    "one with thousands of digits",
)  # fmt: skip
"""What was expected of the JSON form, and what its reader found where it does not quote."""

OWN_WORDS: Final = frozenset({
    "no-value", "not-a-card", "unreadable-value", "not-json", "large-document", "not-utf-8",
    "too-many-faults", "ranks-not-declared", "game-not-named", "players",
    "too-many-games", "no-game", "long-sheet", "no-header", "unreadable-spreadsheet",
})  # fmt: skip
"""Faults of which the text that was found is no line of a sheet."""

COLUMNS: Final = tuple(WORDS)
"""The contents of a table's columns."""

FILES: Final = (
    "No game was found in it.",
    ("This sheet cannot be judged: line {n}, “{text}”, is not understood, and without it too "
     "little is left to go by."),
    "It is packed itself ({text}); upload it by itself to have it unpacked.",
    "This gzip file could not be unpacked. {inner}",
    "In this gzip file is a packed file again ({text}). Unpack it first.",
    "This upload could not be split into games.",
    ("There are more games in it than the {text} that are judged of one upload: only the first "
     "so many are. The file is kept whole; upload the rest by itself."),
    ("Read today it would hold another number of games, {n} instead of {m}, so nothing was "
     "changed. To have it read like that, delete this upload and upload the file again."),
    "Read again from what was uploaded.",
    "The files in this zip lie over each other. None was unpacked.",
    "It is encrypted, and so could not be read.",
    "It is packed in a way that is not unpacked here ({text}).",
    "It is not where the zip says it is.", "More comes out of it than the zip says.",
    "It is damaged: what is packed in it makes no sense.",
    "It is damaged: what comes out is not what was packed.",
    "More than {text} would come out of this file. None of it was unpacked.",
    ("More than {n} times its size would come out of this file, as no text would. None of it was "
     "unpacked."),
    "This zip holds {text} files; at most {instead} are taken in at once. None was unpacked.",
    "This zip holds more than {text} files. None was unpacked.",
    "The directory of this zip is damaged. Nothing was unpacked.",
    "This zip has no end: part of it is missing. Nothing was unpacked.",
    "This zip is empty: there is no file in it.",
    ("There are {n} files in it, and one at a time is checked without being kept. Keep it, and all "
     "of them are judged."),
    "packed files",
)  # fmt: skip
"""The reasons why a packed file, or a file in one, was left out."""

FAILED: Final = (
    "{inner} More is in the log under {text}.",
    "It was given up after {text} s of processor time.",
    ("This game could not be judged ({text}). The fault is the archive’s, not the sheet’s; "
     "what was uploaded is kept."),
    "This game needs more memory than one may have.",
    "Every attempt at this broke off.",
    ("Every attempt to judge this game broke off. The fault is the archive’s, not the sheet’s; "
     "what was uploaded is kept."),
)  # fmt: skip
"""The reasons why a record has no verdict, or no analysis."""

MADE_UP: Final = (
    "None of {n} games had a place for {text}: other rules may have one.",
    "{text} are rules of another game than {instead}; {inner} lists its own.",
    "Nothing here is called {text}; expected {inner}.",
    "No fault {text} can be put into {instead}; expected {inner}.",
    "{text} cannot be made up yet; expected {inner}.",
    "{text} cannot be made up for {n}; expected {instead} players.",
    "one of {text}",
    "an option of {text}",
)
"""The reasons why a game cannot be made up."""

BOOK: Final = Phrasebook(
    (*SHEETS, *JSON, *COLUMNS, *FILES, *FAILED, *MADE_UP, *not_a_game.SENTENCES.values())
)


def found_told(code: str, found: str, language: Language) -> str:
    """Return what was found in a place, in a language; a quotation as it was written."""
    return reading_told(found, language) if code in OWN_WORDS else found


def reading_told(text: str, language: Language) -> str:
    """Return how a file was read, or why a game cannot be made up, in a language; another text as
    it is."""
    return BOOK.told(text, language)


def not_understood(diagnostics: Iterable[Mapping[str, Any]]) -> int:
    """Return how many lines of a sheet have something that was not understood."""
    return len({one["line"] for one in diagnostics if one["code"] in NOT_UNDERSTOOD})
