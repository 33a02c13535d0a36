"""Numbers of plays: those in front of them, and what is no number of a play but the tally of the
one before, or the other way about."""

from __future__ import annotations

import re

from archive.core import events as said
from archive.importers.actions import Deed, deed
from archive.importers.prose.game_in_words import GameInWords
from archive.importers.prose.words import PLAY_NUMBER
from archive.importers.which_game import TITLE, TWENTY_TWO, ZWANZIG

LONGEST_TITLE = 20
COMMA = re.compile(r"[ \t]*,[ \t]*")
STOP = re.compile(r"\.(?=\s|\Z)")
NUMBER_BEHIND = re.compile(r"[ \t]*,[ \t]*(?P<number>\d{1,2})\Z")
CARD_OR_NUMBER = re.compile(r"[ \t]+(?P<number>[2-9]|10)(?=\.[ \t])")
NEAR = 12
"""The characters in which a number and what stands round it are looked for."""
WITHOUT_COUNTS = frozenset({ZWANZIG, TWENTY_TWO})
"""Games in which no number stands behind a play: `Ann 16-2=14` is a total."""


def before(told: GameInWords, at: int) -> tuple[re.Match[str] | None, re.Match[str] | None]:
    """Return the number of a play in front of it, and the tally of the play before where that is
    what the number gives."""
    text = told.text
    number = PLAY_NUMBER.search(text, max(told.at, at - NEAR), at)
    if number is None:
        return None, None
    title = TITLE.search(text, max(0, at - LONGEST_TITLE), at)
    if title and title.end() == number.end("number"):
        return None, None  # it belongs to the name of the game: `Count to 20: Mia makes 1 …`
    return (None, number) if _is_tally(told, number) else (number, None)


def is_due(told: GameInWords, at: int) -> bool:
    """Return whether the number of the next play stands before a place."""
    number, _ = before(told, at)
    return number is not None and 1 < told.sheet.played + 1 == int(number["number"])


def without_next(told: GameInWords, found: Deed, number: re.Match[str] | None) -> Deed:
    """Return a play without the number of the next one, which stands behind a comma on the same
    line where its count might: `7. Cem Q Q, 8. Ana A K`."""
    behind = NUMBER_BEHIND.search(told.text, max(told.at, found.end - NEAR), found.end)
    stop = STOP.match(told.text, found.end)
    if behind is None or stop is None or not told.text.startswith((" ", "\t"), stop.end()):
        return found
    is_next = number is not None and int(behind["number"]) == int(number["number"]) + 1
    if not is_next and told.sheet.game not in WITHOUT_COUNTS:
        return found
    return found._replace(end=behind.start(), tally=None)


def with_card_at_stop(
    told: GameInWords, found: Deed, number: re.Match[str] | None, at: int
) -> Deed:
    """Return a play with its last card, where this stands before a full stop as the number of the
    next play does, `Ann: 5 5. Bob: 6 7.`, on a sheet without such numbers."""
    sheet = told.sheet
    last = CARD_OR_NUMBER.match(told.text, found.end)
    if last is None or number or sheet.numbered or told.one_card or found.kind != "play":
        return found
    above = sheet.last(said.Trick)
    trick = sheet.events[above] if above is not None else None
    if isinstance(trick, said.Trick) and int(last["number"]) == (trick.number or 0) + 1:
        return found  # the next trick
    again = deed(told.text[: last.end()], at, sheet.ranks)
    return again if again and again.end == last.end() and not again.odd else found


def _is_tally(told: GameInWords, number: re.Match[str]) -> bool:
    """Return whether a number between two plays on a line is the tally of the first and not the
    number of the second: `Berta A, 9. Anna 2`."""
    last = told.sheet.last_event
    return (
        told.one_card and isinstance(last, said.Play) and last.tally is None
        and int(number["number"]) != told.sheet.played + 1
        and COMMA.fullmatch(told.text, told.at, number.start()) is not None
    )  # fmt: skip
