"""The state of a sheet in words while it is read: what is known of it so far, and what was
understood."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping

from archive.core import events as said
from archive.core.diagnostics import Severity
from archive.core.events import Event
from archive.importers.prose.beside_names import AND_TAKES
from archive.importers.prose.names import does_something
from archive.importers.prose.words import GLUED_CARD, Words
from archive.importers.record_draft import RecordDraft

LONGEST_SENTENCE = 400
NEAR = 60
"""The number of characters in which the next player is looked for."""
PAIR = 2
LOOKED_AT = 1 << 16
"""The number of characters in which the meaning of numbers behind cards is looked for."""
FEWEST_SCORED = 2
ENDING = range(20, 30)
"""The tallies with which the cards are set aside."""
OPENING = re.compile(
    r"(?:\A|\n|[.!?:)\]][\"”’»]?[ \t])[#*_=>|\s•-]*+"
    r"(?:(?i:then|next|dann|danach)[ \t]+)?\Z"
)
STAMP = r"\[[\d.,/: -]{4,20}(?:[ap]m)?\]|\d{1,2}[./]\d{1,2}[./]\d{2,4},?[ ]\d{1,2}:\d\d[ ]-"
"""When a message was sent."""
ONLY_LAYOUT = re.compile(rf"(?:[\s,;/.!*_#=|>•·:–—-]|{STAMP}|(?<=\s)(?:and|und)(?=\s))*")
GLUED = re.compile(rf"(?<!\S)(?P<initial>[A-Z])(?={GLUED_CARD})", re.MULTILINE)
"""An initial with a card right behind it: `A8 B1 A2 B9(10)`."""
WON_IT = re.compile(rf"{AND_TAKES}[ \t]*[,;][ \t]+")
"""What stands between the card that wins a trick and the next player."""
SLASHES = re.compile(r"[2-9ATJQKBD][cdhs]?[ \t]*/[ \t]*\d{1,2}[ \t]*/[ \t]*\d")
"""A card, its tally and its points with strokes between them."""


class StateOfReading:
    """One game of a sheet in words, read as far as `at` in its `text`.

    `where` gives the place in the uploaded text of a character. `one_card` is for games in which a
    play is one card, `bare` for sheets without tallies, `by_initials` for those in which players
    have only initials, `all_noted` for texts in which no word is expected to be a comment. `whole`
    is the text with everything that is blank in `text` to make it easier to read.
    """

    def __init__(
        self, sheet: RecordDraft, text: str, *,
        where: Callable[[int], int] = int, one_card: bool = True, bare: bool = False,
        all_noted: bool = False, whole: str = "",
    ) -> None:  # fmt: skip
        self.sheet = sheet
        self.text = text
        self.whole = whole or text
        self.where = where
        self.one_card = one_card
        self.bare = bare
        self.all_noted = all_noted
        self.slashed = SLASHES.search(text) is not None
        self.at = 0
        self.rounds = 0
        self.opening = True  # before the first hand or play of a round
        self.standing: said.Score | None = None  # not followed by a play
        self.bonus_taken = False
        self.without_cards: list[int] = []  # who is out of cards in the hand being told
        self.trick_won_by: int | None = None  # who won the last trick, as the sheet says
        self.counted_trick = -1  # where a trick begins whose plays are numbered from one
        self.first_of_pair = 0  # whose total stands first where standings have no names
        self._earned, self._counted = [0, 0], 0
        self.over = -1  # the hand, counted from 0, that is over because a player is out of cards
        initials = sheet.initials()
        self.glued = one_card and _is_glued(text, initials)
        self.words = Words([*sheet.seats], list(initials), sheet.ranks.name, glued=self.glued)
        self.scored = one_card and self._has_points_alone()
        self.by_initials = self.glued or (
            len(initials) > 1
            and all(
                _lays(text, initial) and not does_something(sheet.names[seat - 1], text)
                for initial, seat in initials.items()
            )
        )

    def _has_points_alone(self) -> bool:
        """Return whether the numbers behind cards are points and no tallies: they stand behind few
        plays only, and none is one with which a tally ends."""
        plays = [*self.words.numbered.finditer(self.text[:LOOKED_AT])]
        said = [int(play["number"] or play["earned"]) for play in plays
                if play["number"] or play["earned"]]  # fmt: skip
        tallies = any(play["tally"] for play in plays) or any(one in ENDING for one in said)
        return not tallies and FEWEST_SCORED <= len(said) < len(plays) / 2

    def opens(self, at: int) -> bool:
        """Return whether a heading or a sentence can begin at a place."""
        start = max(self.at, at - LONGEST_SENTENCE)
        before = self.text[start:at]
        if OPENING.search(before[-80:]) and (start > 0 or before):
            return True
        return start == self.at and any(one.fullmatch(before) for one in (ONLY_LAYOUT, WON_IT))

    # -- what was understood

    def add(self, event: Event, at: int, parts: dict[str, int] | None = None) -> None:
        """Add an event that stands at a place of the text, and the places of its parts in the
        upload, where they stand elsewhere."""
        self.sheet.add(event, self.where(at), parts)

    def seat(self, name: str, at: int) -> int:
        """Return the seat of a player who is named at a place of the text."""
        return self.sheet.seat(name, self.where(at))

    def report(
        self, at: int, code: str, expected: str, found: str, severity: Severity = "error"
    ) -> None:
        """Report what could not be read at a place of the text, as its writer wrote it."""
        start = self.text.find(found, at, at + len(found) + NEAR)
        if start >= 0:
            found = self.whole[start : start + len(found)]
        self.sheet.source.report(self.where(at), code, expected, found, severity=severity)

    def comment(self, text: str, at: int) -> None:
        """Keep words as a comment on the events before them."""
        self.sheet.comment(text, self.where(at))

    def played(self) -> None:
        """Note that a play was read: a standing before it is not a result."""
        self.standing, self.bonus_taken = None, False

    def earned(self) -> list[int]:
        """Return the points of two players so far, as the sheet has them beside plays and bonus."""
        for event in self.sheet.events[self._counted :]:
            if isinstance(event, said.Play | said.Bonus) and event.seat in (1, PAIR):
                self._earned[event.seat - 1] += event.points or 0
        self._counted = len(self.sheet.events)
        return self._earned

    def settle(self) -> None:
        """Take the standing behind the bonus of the second round as the result: there the game
        ends."""
        if self.standing is not None and self.bonus_taken and self.rounds == 2:
            totals = " ".join(f"p{seat}:{total}" for seat, total in self.standing.totals)
            self.sheet.tag("Result", totals)


def _is_glued(text: str, initials: Mapping[str, int]) -> bool:
    """Return whether the plays of a text are initials with a card right behind them."""
    found = Counter(one["initial"].casefold() for one in GLUED.finditer(text[:LOOKED_AT]))
    return len(initials) == PAIR and {*found} == {*initials} and min(found.values()) > PAIR


def _lays(text: str, initial: str) -> bool:
    """Return whether a player written as `initial` lays a card, without a colon in between."""
    lays = rf"(?:^|[/,;|])[ \t]*{initial}[ \t]+(?:[2-9ATJQK]|10)[cdhs]?[ \t]*(?:$|[/,;|=])"
    return re.search(lays, text, re.MULTILINE | re.IGNORECASE) is not None
