"""A game told in words: what was understood goes to the record, the rest becomes comments, which
are reported if they hold anything that could have been part of the game."""

from __future__ import annotations

import re

from archive.core import events as said
from archive.importers import which_game
from archive.importers.action_words import ARTICLE, LAYS
from archive.importers.number_words import A_NUMBER
from archive.importers.play_claims import POINTS
from archive.importers.prose.beside_names import VERBS, WORDS
from archive.importers.prose.plain_text import THEN
from archive.importers.prose.state_of_reading import NEAR, ONLY_LAYOUT, PAIR, StateOfReading
from archive.importers.prose.words import NAMED_CARDS, SUITED
from archive.importers.ranks import SIGNS, word
from archive.importers.torn import SOUNDS_TORN
from archive.importers.totals import bare_rows
from archive.importers.which_game import COUNT_TO_20

SHOWN = 120
PARAGRAPHS = re.compile(r"\n[ \t]*\n\s*")
A_PLAY = re.compile(r"[ \t*_]*(?:[2-9ATJQKBD]|1|10)[cdhs♣♦♥♠]?(?!\w)[ \t]*[(\[=]")
"""What stands behind a name and a colon where it is a play, be it in odd words."""
HEADING = re.compile(r"^\s*#{1,6} +")
TURNED = re.compile(rf"\s(?:{THEN})\s*\Z", re.IGNORECASE)
"""What stood before the verb of the sentence that follows a comment."""
OF_ITS_OWN = "a play such as “{}”, behind a comma or on a line of its own"
AN_EXCHANGE = "an exchange such as “{} exchanges 6♠ 5♣ for Q♠ 4♠”, or “stands pat”"
RULE = re.compile(r"[\s|:_=*#>•·(–—-]*")
GOES_ON = re.compile(
    r"[ \t]*+[,;]?[ \t]*(?:and[ \t]+)?(?:then[ \t]+)?"
    r"(?:draws?|drew|passe[sd]|exchange[sd]|swaps|stay(?:s|ed)|drop(?:s|ped)|play(?:s|ed)|lays|laid"
    r"|leads|led)(?!\w)",
    re.IGNORECASE,
)
"""A further action of the player whom the sentence is about."""
LOOKS_SAID = re.compile(
    r"^[#* \t]*(?:(?:final|running)\s+)?(?:score|standing|totals?|result|bonus|round|hand|deal|"
    r"turned up|up cards?|winner|trick|trumps?|runde|blatt|stich|trumpf)\b[^.\n]{0,40}$",
    re.IGNORECASE | re.MULTILINE,
)
EXCHANGED = re.compile(
    r"[^\W\d_]*(?:e?xch|chg|chang|swa|swi?t|swp|tausch|tsch|wechs|disc|abwer|ableg)\w*\b|\d{1,2}\W*$"
    r"|\d{1,2}[ \t]*(?:cards?|karten?)\b|[^\w\n]+$",
    re.IGNORECASE,
)
"""Words behind a name that may mean an exchange, however they are spelt, or no words at all."""
NO_EXCHANGE = re.compile(
    r"\W*(?:(?:no|keine?)[ \t]+(?:cards?[ \t]+|karten[ \t]+)?(?:exchanged?|exchanges|swaps?"
    r"|(?:aus)?tausch|getauscht)"
    r"|(?:no(?:ne|body|[ \t-]?one)|niemand|keiner)[ \t]+(?:exchange[ds]?|swap(?:s|ped)"
    r"|change[ds]?|tauscht|tauschte)"
    r"|(?:every(?:one|body)|all|alle)[ \t]+(?:keeps?|kept|stands?[ \t]+pat|behalten|behielten)"
    r"(?:[ \t]+(?:all|their|ihre|alle))?(?:[ \t]+(?:cards|hands|karten))?"
    r"|(?:no(?:body|[ \t-]?one)|niemand|keiner)[ \t]+(?:drop(?:s|ped)[ \t]+out|steigt[ \t]+aus"
    r"|stieg[ \t]+aus)"
    r"|(?:every(?:one|body)|all|alle)[ \t]+(?:stay(?:s|ed)?(?:[ \t]+in)?"
    r"|bl(?:eib|ieb)en(?:[ \t]+(?:drin|dabei))?))\W*",
    re.IGNORECASE,
)
"""What need not be said: a hand without exchanges is read so (twenty-two/3.1, zwanzig-ab/4.1), and
so is a deal in which all stay in."""
UNKNOWN_PLAYER = re.compile(
    r"(?P<who>(?!\d{1,40}\s*:)[^\s():;,.]{1,40})\s*:\s*[^\s():\[\]]{1,12}\s*[(\[=]\s*\d[^()\n]{0,60}\)?"
)
PLAYED = re.compile(
    rf"(?<!\w)(?P<who>[^\W\d_][\w'’.-]{{0,39}})[ \t]+(?:(?:{LAYS}[ \t]+)?(?:{ARTICLE}[ \t]+)?"
    rf"(?:(?:{SUITED})+(?!\w)|{word('')}[ \t]*(?:\([ \t]*\d|=[ \t]*\d))"
    rf"|{LAYS}[ \t]+{word('')}(?!\w))"
)
"""A play in a sentence: a card with its suit, or with a tally, behind a word."""
DRAWN = re.compile(
    r"(?<!\w)(?:draws?|drew|drawing|pass(?:es|ed)?|zieht|zog|gezogen|passt|passte|gepasst)(?!\w)",
    re.IGNORECASE,
)
FIRST_WORD = re.compile(r"[ \t*_•-]*(?P<who>[^\W\d_][\w'’-]*)")
NOT_DONE = re.compile(
    r"(?<!\w)(?:should|could|would|might|must|may|wanted|wants|thought|thinks|said|says|forgot"
    r"|forgets|wins|won|takes|took|scores|scored|gets|got|has|had|have|held|holds|hopes|hoped"
    r"|shows|showed|if|not|never|always|no"
    r"|sollte|hätte|könnte|müsste|wollte|will|dachte|denkt|sagt|sagte|meint|meinte|vergaß|hat|hatte"
    r"|hielt|hält|zeigt|wenn|hofft|hoffte|nicht|nie|immer|gewinnt|gewann|nimmt|nahm|holt|holte"
    r"|kein\w*)(?!\w)|n['’]t(?!\w)",
    re.IGNORECASE,
)
"""Words of a remark on cards that are not played there."""
MENTIONED = re.compile(
    rf"[\d{''.join(SIGNS)}]|(?<!\w)(?:{POINTS}|pass(?:es)?|draws?|stays?|drops?|plays|lays|leads"
    rf"|exchanges|swaps|passt|zieht|bleibt|steigt|spielt|legt|tauscht|sticht|{NAMED_CARDS}"
    rf"|{SOUNDS_TORN}"
    rf"|{A_NUMBER})(?!\w)",
    re.IGNORECASE,
)
"""Words of a comment that may be about the game."""


class GameInWords(StateOfReading):
    """One game of a sheet in words, with what stands between that which was understood: comments,
    and what was perhaps not meant as one."""

    @property
    def _example(self) -> str:
        """Return a play as a sheet of this game has it."""
        return which_game.EXAMPLES[self.sheet.game or which_game.DEFAULT]

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
            if line not in noted and (
                self._cut_short(text, at + start) or self._exchanged(text, at + start)
            ):
                noted.add(line)
            if line not in noted and (play := self._draws(text) or _played_in(text)):
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
            elif line not in noted and text.strip() and not self._adds_nothing(text) and (
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

    def _exchanged(self, text: str, at: int) -> bool:
        """Report a line that begins with a name and can be nothing but an exchange in words of its
        own: before the tricks of a hand, by a player who has not exchanged yet. Return whether it
        is one."""
        who = self.words.named.match(text, len(text) - len(text.lstrip(" \t*_-•")))
        deal = self.sheet.last(said.Deal)
        if who is None or deal is None or not which_game.may_have(self.sheet.game, said.Exchange):
            return False
        since = self.sheet.events[deal:]
        seats = {one.seat for one in since if isinstance(one, said.Exchange)}
        begun = any(isinstance(one, said.Play | said.Trick) for one in since)
        again = self.sheet.seats.get(who[0].casefold()) in seats
        if begun or again or not EXCHANGED.match(text[who.end() :].lstrip(" \t*_:")):
            return False
        written = text[who.start() :].strip()[:SHOWN]
        self.report(at + who.start(), "not-understood", AN_EXCHANGE.format(who[0]), written)
        self.sheet.skip()
        return True

    def _adds_nothing(self, text: str) -> bool:
        """Return whether a line names only the game or the players, says that no cards were
        exchanged or that all stay in, or nothing at all."""
        if ONLY_LAYOUT.fullmatch(text) or NO_EXCHANGE.fullmatch(text):
            return True
        listed = bare_rows.rosters_of([text]).values()
        seats = {*self.sheet.seats}
        return which_game.named(text) is not None or any(
            {name.casefold() for name in names} <= seats for names in listed
        )

    def _draws(self, text: str) -> re.Match[str] | None:
        """Return the player whose turn it is in Count to 20, at the beginning of a line that says
        in words of its own that this player draws or passes."""
        who = FIRST_WORD.match(text)
        last = self.sheet.last(said.Play), self.sheet.last(said.Draw), self.sheet.last(said.Pass)
        told = [one for one in last if one is not None]
        if self.sheet.game != COUNT_TO_20 or who is None or not told:
            return None
        before = getattr(self.sheet.events[max(told)], "seat", 0)
        next_ = before % len(self.sheet.names) + 1
        drawn = DRAWN.search(text, who.end())
        turn = self.sheet.seats.get(who["who"].casefold()) == next_
        done = drawn and not NOT_DONE.search(text, who.end(), drawn.start())
        return who if turn and done else None

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


def _sentence(text: str, at: int) -> int:
    """Return where the sentence begins in which a place stands."""
    return max(text.rfind(stop, 0, at) for stop in (". ", "! ", "? ", "; ")) + 1


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
