"""Tokens to a record. Reading never raises and never repairs: unusable text is reported, with its
place and what was expected there, and kept in the record as `Unread`.

The reader walks the tokens once, without recursion; each kind of token has one method.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from operator import attrgetter

from archive.core import events as said
from archive.core.cards import cards
from archive.core.errors import BadCards
from archive.core.events import Event
from archive.core.record import LINE_END, Record, Tag
from archive.notation import plain_stretches, plays, reading_faults, table_lines, validation
from archive.notation.decoding import MOST_EVENTS, NOT_UTF8, text_of
from archive.notation.lexer import PIECE, SUFFIXES, TOKEN, TOTAL
from archive.notation.reading_faults import kept, shown
from archive.notation.text_offsets import Offsets
from archive.notation.validation import Faults

LONGEST_COMMENT = 1 << 16  # characters
DEEPEST_VARIATION = 32

KINDS = (
    "run", "lines", "tags", "play", "action", "badplay", "hand", "table", "comment", "nag",
    "suffix", "open", "close", "stop", "tag", "badtag", "remark", "quote", "other", "end",
)  # fmt: skip
IN_HAND = attrgetter("order")
SPACES = " \t\n\r\f\v"  # these separate words; other blanks belong to a comment


def read(data: bytes, number: int = 1, *, strict: bool = False) -> Record:
    """Read one record from its bytes; `number` is its place in the file.

    Never raises on any bytes. What is wrong stands in `diagnostics`, in the order of the text;
    `strict` also finds fault with a text that is not in canonical form, at the first place.
    """
    return _Reader(data, number).read(strict)


def events_in(lines: str) -> list[Event]:
    """Return the events of lines behind a record's tags, whatever number its plays have come to."""
    reader = _Reader(b"", 1)
    reader.text, reader.last, reader.movetext = lines, None, True
    return reader.events_read()


class _Reader:
    def __init__(self, data: bytes, number: int) -> None:
        self.data = data
        self.text = text_of(data)
        self.record = Record(text=self.text, raw=data, number=number)
        self.events: list[Event] = self.record.events
        self.offsets: list[int] = []  # of the events; of a play in a run only `~start` of the run
        self.open: list[tuple[int, list[Event], list[int]]] = []  # variations not yet closed
        self.too_deep = 0  # how many variations below the deepest allowed
        self.too_deep_at = 0
        self.movetext = False
        self.named: set[str] = set()  # the tags so far
        self.meant: set[str] = set()  # tags that were meant, but could not be read
        self.last: int | None = 0  # the number of the play before; None when none is expected
        self.faults = Faults()
        self.fault = self.faults.add

    def read(self, strict: bool) -> Record:
        """Return the record."""
        if validation.is_text(self.data, self.text, self.faults):
            self.text = validation.without_mark(self.text)
            self.events_read()
            if not validation.is_of_a_game(self.events, self.faults):
                self.events.clear()
                self.offsets.clear()
            self.record.find_offsets = partial(Offsets, self.text, self.offsets)
            validation.note_missing_tags(self.record, self.meant, self.faults)
            if strict:
                validation.note_not_canonical(self.record, self.faults)
        self.record.diagnostics = self.faults.diagnostics(self.record)
        return self.record

    def events_read(self) -> list[Event]:
        """Read the text, and return its events."""
        self._tokens()
        self._close_what_is_open()
        return self.events

    def _complain(self, at: int, code: str, odd: reading_faults.Complaint) -> None:
        """Report text that could not be read; a byte that is no UTF-8 is reported as that alone."""
        if not NOT_UTF8.match(self.text, at + odd.at):
            self.fault(at + odd.at, code, odd.expected, odd.found, fix=odd.fix)

    def _keep_unread(self, at: int, text: str) -> None:
        """Keep text that could not be read; where it was meant as a play, it counts as one."""
        event = kept(text)
        self.keep(at, event)
        if event.seat and not self.open:
            numbered = re.match(r"\d{1,6}(?=\.)", text)
            self._count(numbered[0] if numbered else None, at)

    def keep(self, at: int, event: Event) -> None:
        """Keep an event that begins at a place of the text."""
        self.events.append(event)
        self.offsets.append(at)

    # -- the walk

    def _tokens(self) -> None:
        for match in PIECE.finditer(self.text):
            kind = match.lastgroup or ""
            if self.too_deep and kind not in ("open", "close", "end"):
                continue
            METHODS[kind](self, match)

    # -- stretches of plain text

    def _run(self, match: re.Match[str]) -> None:
        first = None if self.open or self.last is None else self.last + 1
        played = plain_stretches.run(match["run"], first)
        self._stretch(match, played)
        if played and not self.open:
            self.last = played[-1].number

    def _lines(self, match: re.Match[str]) -> None:
        self._stretch(match, plain_stretches.lines(match["lines"]))

    def _stretch(self, stretch: re.Match[str], events: Sequence[Event] | None) -> None:
        """Keep the events of a stretch. Where they are None, something in it is odd, and it is read
        by tokens."""
        if events is None:
            for match in TOKEN.finditer(self.text, *stretch.span()):
                METHODS[match.lastgroup or ""](self, match)
            return
        self.movetext = True
        self.events += events
        self.offsets += [~stretch.start()] * len(events)

    def _tags(self, match: re.Match[str]) -> None:
        tags = plain_stretches.tags(match["tags"])
        names = {tag.name for tag in tags}
        if self.movetext or len(names) < len(tags) or not names.isdisjoint(self.named):
            self._stretch(match, None)
        else:
            self.named |= names
            self.record.tags += tags

    # -- tokens

    def _play(self, match: re.Match[str]) -> None:
        self.movetext = True
        self.keep(match.start("play"), plays.play(match))
        if not self.open:
            self._count(match["number"], match.start("number"))

    def _count(self, number: str | None, at: int) -> None:
        """Check a play's number: plays are numbered one by one; a gap takes an unknown number of
        them."""
        due = None if self.last is None else self.last + 1
        if number and due is not None and int(number) != due:
            self.fault(at, "misnumbered-play", f"{due}.", f"{number}.", severity="warning",
                       fix=f"{due}.")  # fmt: skip
        beyond = due is not None and number and int(number) > MOST_EVENTS  # a slip of the pen
        self.last = int(number) if number and not beyond else due

    def _action(self, match: re.Match[str]) -> None:
        self.movetext = True
        self.keep(match.start("action"), plays.action(match))
        if not self.open:
            self._count(match["turn"], match.start("action"))

    def _badplay(self, match: re.Match[str]) -> None:
        self.movetext = True
        at, text = match.start("badplay"), match["badplay"]
        self._complain(at, "unreadable-play", reading_faults.play(text))
        self._keep_unread(at, text)

    def _hand(self, match: re.Match[str]) -> None:
        self.movetext = True
        if TOTAL.fullmatch(match["hand"]):
            self._complain(match.start("hand"), "unreadable", reading_faults.total(match["hand"]))
            self.keep(match.start("hand"), kept(match["hand"]))
            return
        packets = []
        at = match.start("held")
        for packet in match["held"].split("+"):
            try:
                # a hand is held in no order: sorted, two ways to list it are the same
                packets.append(tuple(sorted(cards(packet), key=IN_HAND)))
            except BadCards as bad:
                odd = reading_faults.hand(packet[bad.index :], match["hand"])
                self._complain(at + bad.index, "unreadable-hand", odd)
                self.keep(match.start("hand"), kept(match["hand"]))
                return
            at += len(packet) + 1
        self.keep(match.start("hand"), said.Held(int(match["owner"]), tuple(packets)))

    def _table(self, match: re.Match[str]) -> None:
        self.movetext = True
        event, odd = table_lines.read(match["word"], match["rest"])
        if isinstance(event, said.Gap):
            self.last = None
        self.keep(match.start("table"), event)
        if isinstance(event, said.Gap | said.TableLine) and not odd:
            unseen = reading_faults.hidden(match["rest"])
            if unseen:
                self._complain(match.start("rest"), "unreadable-argument", unseen)
        for at, text, expected in odd:
            at += match.start("rest")
            self._complain(at, "unreadable-argument", reading_faults.argument(text, expected))
            if not isinstance(event, said.TableLine):  # which keeps its text whole
                self.keep(at, kept(text))

    def _comment(self, match: re.Match[str]) -> None:
        text = LINE_END.sub("\n", re.sub(r"\\([\\}\[])", r"\1", match["said"])).strip(SPACES)
        if len(text) > LONGEST_COMMENT:
            self.fault(match.start("comment"), "long-comment",
                       f"at most {LONGEST_COMMENT} characters", f"{len(text)}")  # fmt: skip
        self.keep(match.start("comment"), said.Comment(text))

    def _remark(self, match: re.Match[str]) -> None:
        """Keep `; …` and `% …`, comments of other tools, as comments of ours."""
        self.keep(match.start("remark"), said.Comment(match["remark"][1:].strip(SPACES)))

    def _nag(self, match: re.Match[str]) -> None:
        glyph = int(match["glyph"])
        if glyph > 255:
            self.fault(match.start("nag"), "unknown-glyph", "$0 to $255", match["nag"])
            self.keep(match.start("nag"), kept(match["nag"]))
        else:
            self.keep(match.start("nag"), said.Nag(glyph))

    def _suffix(self, match: re.Match[str]) -> None:
        self.keep(match.start("suffix"), said.Nag(SUFFIXES[match["suffix"]]))

    def _open(self, match: re.Match[str]) -> None:
        at = match.start("open")
        if self.too_deep:
            self.too_deep += 1
        elif len(self.open) == DEEPEST_VARIATION:
            self.fault(at, "deep-variation", f"variations at most {DEEPEST_VARIATION} deep", "(")
            self.too_deep, self.too_deep_at = 1, at
        else:
            self.open.append((at, self.events, self.offsets))
            self.events, self.offsets = [], []

    def _close(self, match: re.Match[str]) -> None:
        at = match.start("close")
        if self.too_deep:
            self.too_deep -= 1
            if not self.too_deep:
                self.keep(self.too_deep_at, kept(self.text[self.too_deep_at : at + 1]))
        elif not self.open:
            self.fault(at, "stray-parenthesis", "a ( before it", ")")
            self.keep(at, kept(")"))
        else:
            self._close_variation()

    def _close_variation(self, *, closed: bool = True) -> None:
        inner = tuple(self.events)
        at, self.events, self.offsets = self.open.pop()
        self.keep(at, said.Variation(inner, closed))

    def _stop(self, match: re.Match[str]) -> None:
        self.movetext = True
        self.keep(match.start("stop"), said.Stop(match["stop"]))

    def _tag(self, match: re.Match[str]) -> None:
        at, name = match.start("tag"), match["name"]
        if self.movetext:
            self.fault(at, "late-tag", "tags before the first line of play", shown(match["tag"]))
            self.keep(at, kept(match["tag"]))
            return
        if name in self.named:
            self.fault(at, "duplicate-tag", f"one {name} tag; the first one counts",
                       shown(match["tag"]))  # fmt: skip
            if name == "XXN":  # written at a line's start it would open a record
                self.keep(at, kept(match["tag"]))
                return
        self.named.add(name)
        value = match["value"]
        if "\\" in value:
            value = re.sub(r'\\([\\"])', r"\1", value)
        self.record.tags.append(Tag(name, value))

    def _badtag(self, match: re.Match[str]) -> None:
        at, text = match.start("badtag"), match["badtag"]
        self._complain(at, "unreadable-tag", reading_faults.tag(text))
        self.keep(at, kept(text))
        self.meant |= {name for name in ("XXN", "Game", "Rules") if text.startswith(f"[{name}")}

    def _quote(self, match: re.Match[str]) -> None:
        """Keep text that a reader could not use, as our own writer marks it. It is still
        unreadable."""
        at, text = match.start("quote"), re.sub(r"\\([\\`\[])", r"\1", match["quoted"])
        self.fault(at, "unreadable", "a tag, a table line or a play such as `4. p2 9`", shown(text))
        self._keep_unread(at, text)

    def _other(self, match: re.Match[str]) -> None:
        at, text = match.start("other"), match["other"].rstrip(" \t\r\n\f\v")
        if text.startswith("{"):
            self.fault(at, "open-comment", "} to end the comment", shown(text))
        else:
            self._complain(at, "unreadable", reading_faults.words(text))
        self._keep_unread(at, text)

    def _end(self, match: re.Match[str]) -> None:
        pass

    # -- before and after

    def _close_what_is_open(self) -> None:
        if self.too_deep:
            self.keep(self.too_deep_at, kept(self.text[self.too_deep_at :].rstrip()))
        while self.open:
            self.fault(self.open[-1][0], "open-variation", ") to end the variation", "(")
            self._close_variation(closed=False)


METHODS = {kind: getattr(_Reader, f"_{kind}") for kind in KINDS}
