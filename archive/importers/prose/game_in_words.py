"""The state of a sheet in words while it is read: what was understood goes to the record, the rest
becomes comments, which are reported if they hold anything that could have been part of the game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping

from archive.core import events as said
from archive.core.diagnostics import Severity
from archive.core.events import Event
from archive.importers import which_game
from archive.importers.prose.beside_names import AND_TAKES, VERBS, WORDS
from archive.importers.prose.names import does_something
from archive.importers.prose.plain_text import THEN
from archive.importers.prose.words import (
    GLUED,
    GOES_ON,
    LOOKS_SAID,
    MENTIONED,
    NOT_DONE,
    ONLY_LAYOUT,
    PLAYED,
    UNKNOWN_PLAYER,
    Words,
)
from archive.importers.record_draft import RecordDraft
from archive.importers.totals import bare_rows

SHOWN = 120
LONGEST_SENTENCE = 400
NEAR = 60
"""The number of characters in which the next player is looked for."""
PAIR = 2
LOOKED_AT = 1 << 16
"""The number of characters in which the meaning of numbers behind cards is looked for."""
FEWEST_SCORED = 2
ENDING = range(20, 30)
"""The tallies with which the cards are set aside."""
PARAGRAPHS = re.compile(r"\n[ \t]*\n\s*")
OPENING = re.compile(
    r"(?:\A|\n|[.!?:)\]][\"”’»]?[ \t])[#*_=>|\s•-]*+"
    r"(?:(?i:then|next|dann|danach)[ \t]+)?\Z"
)
WON_IT = re.compile(rf"{AND_TAKES}[ \t]*[,;][ \t]+")
"""What stands between the card that wins a trick and the next player."""
A_PLAY = re.compile(r"[ \t*_]*(?:[2-9ATJQKBD]|1|10)[cdhs♣♦♥♠]?(?!\w)[ \t]*[(\[=]")
"""What stands behind a name and a colon where it is a play, be it in odd words."""
HEADING = re.compile(r"^\s*#{1,6} +")
TURNED = re.compile(rf"\s(?:{THEN})\s*\Z", re.IGNORECASE)
"""What stood before the verb of the sentence that follows a comment."""
SLASHES = re.compile(r"[2-9ATJQKBD][cdhs]?[ \t]*/[ \t]*\d{1,2}[ \t]*/[ \t]*\d")
"""A card, its tally and its points with strokes between them."""
OF_ITS_OWN = "a play such as “{}”, behind a comma or on a line of its own"
RULE = re.compile(r"[\s|:_=*#>•·–—-]*")


class GameInWords:
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
        self.counted_trick = -1  # where a trick begins whose plays are numbered from one
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

    @property
    def _example(self) -> str:
        """Return a play as a sheet of this game has it."""
        return which_game.EXAMPLES[self.sheet.game or which_game.DEFAULT]

    # -- what was understood

    def add(self, event: Event, at: int) -> None:
        """Add an event that stands at a place of the text."""
        self.sheet.add(event, self.where(at))

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

    # -- what stands between: comments, and what was perhaps not meant as one

    def told(self, until: int) -> None:
        """Keep the text up to `until` as comments, one a paragraph."""
        at = self.at
        for piece, start in _paragraphs(self.text, at, until):
            if not RULE.fullmatch(piece) and not ONLY_LAYOUT.fullmatch(piece):
                self._suspect(piece, start, until)
                written = TURNED.sub("", self.whole[start : start + len(piece)])
                self.comment(HEADING.sub("", written), start)
        self.at = until

    def _suspect(self, piece: str, at: int, until: int) -> None:
        """Report what in a comment may have been meant as part of the game: names in front of a
        colon, plays of unknown players, numbers, names at the start of a line. What is understood
        goes on at `until`."""
        noted: set[int] = set()  # lines of the piece that are reported
        names = {name.casefold() for name in self.sheet.names}
        line = at_line = 0
        for match in UNKNOWN_PLAYER.finditer(piece):
            line += piece.count("\n", at_line, match.start())
            at_line = match.start()
            if match["who"].casefold() not in names and not self.words.named_colon.match(
                piece, match.start()
            ):
                expected = " or ".join(self.sheet.names) or "a player"
                self.report(at + match.start(), "unknown-player", expected, match[0])
                self.sheet.skip()
                noted.add(line)
        for line, (start, text) in enumerate(_lines(piece)):
            if line not in noted and self._cut_short(text, at + start):
                noted.add(line)
            if line not in noted and (play := _played_in(text)):
                self._left_out(play, at + start + play.start(), text[play.start() :])
                noted.add(line)
            elif line not in noted and self.sheet.played and GOES_ON.match(text):
                expected = "the player’s name in front of what is done"
                self.report(at + start, "not-understood", expected, text.strip(" ,;")[:SHOWN])
                noted.add(line)
            found = self.words.named_colon.search(text)
            if found and not text[found.end() :].strip() and at + start + len(text) == until:
                continue  # what is said behind the name is understood
            if line not in noted and found:
                self.report(at + start + found.start(), "not-understood",
                            f"a play such as “{self._example}”, a hand or a standing",
                            text[found.start():][:SHOWN])  # fmt: skip
                if A_PLAY.match(text, found.end()):
                    self.sheet.skip()
            elif line not in noted and text.strip() and not self._is_heading(text) and (
                self.all_noted or MENTIONED.search(text) or LOOKS_SAID.match(text)
                or self.words.named.search(text)
            ):  # fmt: skip
                if self._passes_over(text, at + start, until):
                    continue
                bare = text.strip(" \t*_#>|")
                self.report(at + start + text.find(bare[:1] or " "), "kept-as-comment",
                            "nothing that is part of the game; this is kept as a comment",
                            bare[:SHOWN], "note")  # fmt: skip

    def _passes_over(self, text: str, at: int, until: int) -> bool:
        """Report plays in unusual words, and leave numbers free for them, where it is not the turn
        of the player who plays next without them; return whether there are any."""
        found = [
            play for play in self.words.perhaps_played.finditer(text)
            if not NOT_DONE.search(text, _sentence(text, play.start()), play.end())
        ]  # fmt: skip
        missing = self._missing(len(found), until) if found else 0
        if not missing:
            return False
        expected = OF_ITS_OWN.format(self._example)
        self.report(at + found[0].start(), "not-understood", expected,
                    text[found[0].start() :].strip()[:SHOWN])  # fmt: skip
        for _ in range(missing):
            self.sheet.skip()
        return True

    def _missing(self, plays: int, until: int) -> int:
        """Return how many plays are missing between the last that was understood and the next,
        where so many seem to be told: so many that the turns of two players go on, and none where
        they do without any."""
        last = self.sheet.last(said.Play)
        behind = self.words.named.search(self.text, until, until + NEAR)
        if last is None or behind is None:
            return 0
        event = self.sheet.events[last]
        assert isinstance(event, said.Play)
        if len(self.sheet.names) != PAIR:
            return plays
        if self.sheet.seats.get(behind[0].casefold()) == event.seat:
            return plays + 1 - plays % PAIR
        return 0 if plays % PAIR else plays

    def _cut_short(self, text: str, at: int) -> bool:
        """Report plays of known players in a line that have more behind their card than can be
        read; return whether there are any."""
        found = [*self.words.laid.finditer(text)] if self.one_card and self.sheet.played else []
        for play in found:
            expected = "a play such as “Anna: 8 (8)” or “Anna: 9 (20; 10 points)”"
            said = text[play.start("laid") :].strip(" ,;")[:SHOWN]
            self.report(at + play.start("laid"), "not-understood", expected, said)
            self.sheet.skip()
        return bool(found)

    def _is_heading(self, text: str) -> bool:
        """Return whether a line names only the game or the players, or nothing at all."""
        if ONLY_LAYOUT.fullmatch(text):
            return True
        listed = bare_rows.rosters_of([text]).values()
        seats = {*self.sheet.seats}
        return which_game.named(text) is not None or any(
            {name.casefold() for name in names} <= seats for names in listed
        )

    def _left_out(self, play: re.Match[str], at: int, text: str) -> None:
        """Report a play that was not read: of a player who is not known, or in unusual words."""
        known = {name.casefold() for name in self.sheet.names}
        if play["who"].casefold() in known:
            expected = OF_ITS_OWN.format(self._example)
            self.report(at, "not-understood", expected, text.strip()[:SHOWN])
        else:
            expected = " or ".join(self.sheet.names) or "a player"
            self.report(at, "unknown-player", expected, text.strip()[:SHOWN])
        self.sheet.skip()

    def played(self) -> None:
        """Note that a play was read: a standing before it is not a result."""
        self.standing, self.bonus_taken = None, False

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


def _sentence(text: str, at: int) -> int:
    """Return where the sentence begins in which a place stands."""
    return max(text.rfind(stop, 0, at) for stop in (". ", "! ", "? ", "; ")) + 1


def _lays(text: str, initial: str) -> bool:
    """Return whether a player written as `initial` lays a card, without a colon in between."""
    lays = rf"(?:^|[/,;|])[ \t]*{initial}[ \t]+(?:[2-9ATJQK]|10)[cdhs]?[ \t]*(?:$|[/,;|])"
    return re.search(lays, text, re.MULTILINE | re.IGNORECASE) is not None


def _played_in(text: str) -> re.Match[str] | None:
    """Return the first play in a text behind a word that can be a name."""
    return next(
        (
            play
            for play in PLAYED.finditer(text)
            if play["who"].casefold() not in WORDS | VERBS and not play["who"].islower()
        ),
        None,
    )


def _paragraphs(text: str, at: int, until: int) -> list[tuple[str, int]]:
    found = []
    for match in PARAGRAPHS.finditer(text, at, until):
        found.append((text[at : match.start()], at))
        at = match.end()
    found.append((text[at:until], at))
    return found


def _lines(piece: str) -> list[tuple[int, str]]:
    found, at = [], 0
    for line in piece.split("\n"):
        found.append((at, line))
        at += len(line) + 1
    return found
