"""A score sheet in prose to a record: what the sheet says in the words it knows, the rest as
comments in between."""

from __future__ import annotations

import re

from archive import events as said
from archive.cards import UNKNOWN
from archive.importers.prose.names import names_in
from archive.importers.prose.words import (
    BONUS_WORDS,
    FINAL,
    INSIDE,
    LOOKS_SAID,
    NUMBERS,
    ONLY_LAYOUT,
    TAGS,
    UNKNOWN_PLAYER,
    sheet,
)
from archive.importers.ranks import WORD, Ranks
from archive.importers.sheet import Sheet
from archive.importers.source import Source
from archive.record import Record

GAME = "twenty"
SHOWN = 120
LONGEST_SENTENCE = 400
PARAGRAPHS = re.compile(r"\n[ \t]*\n\s*")
OPENING = re.compile(r"(?:\A|\n|[.!?:)][\"”’»]?[ \t]+)[#*_>\s-]*\Z")
SENTENCE_END = re.compile(r"[.!?:][\"”’»]?\s+|\n")
LABELS = (
    *FINAL, "score", "scores", "standing", "standings", "total", "totals", "stand", "spielstand",
)  # fmt: skip
HEADING = re.compile(r"^\s*#{1,6} +")
CARD_OR_NOT = re.compile(rf"{WORD}|[^\s,;]")
ODD_CARD = re.compile(r"[ \t,]*(?=\S)(\d\w?|[a-z]|[A-Z][cdhs]?)(?=[\s,]|$)", re.MULTILINE)
"""What was meant as one more card of a hand, by its length."""
ANYWHERE = frozenset({"play", "score", "bonus", "up", "hand"})
"""What may stand within a line, behind other text."""


class Sheets:
    """Reads one game of a text, from `start` to `end`."""

    def __init__(self, source: Source, ranks: Ranks, start: int, end: int) -> None:
        self.source = source
        self.text = source.text[:end]
        self.sheet = Sheet(source, ranks, names_in(source.text[start:end]))
        self.names = "|".join(map(re.escape, self.sheet.names)) or r"(?!)"
        self.at = start
        self.rounds = 0
        self.opening = True  # before the first hand or play of a round
        self.last: said.Score | None = None  # a standing with no play behind it
        self.bonus_taken = False

    def read(self) -> Record:
        pattern = sheet(self.sheet.names)
        search = self.at
        while match := pattern.search(self.text, search):
            kind = match.lastgroup or ""
            if self._stands(kind, match) and getattr(self, f"_{kind}")(match):
                search = self.at = match.end()
            else:
                search = match.start() + 1
        self._told(len(self.text))
        self._settle_result()
        if len(self.sheet.names) != 2:
            self.source.report(self.at, "players", "two players", ", ".join(self.sheet.names) or
                               "none", severity="warning")  # fmt: skip
        return self.sheet.record(GAME)

    def _stands(self, kind: str, match: re.Match[str]) -> bool:
        """Whether a heading or a sentence begins where one can begin."""
        start = max(self.at, match.start() - LONGEST_SENTENCE)
        before = self.text[start : match.start()]
        if kind in ANYWHERE or OPENING.search(before[-80:]):
            return True
        return start == self.at and ONLY_LAYOUT.fullmatch(before) is not None

    # -- what stands between: comments, and what was perhaps not meant as one

    def _told(self, until: int) -> None:
        """The text up to `until` as comments, one a paragraph."""
        at = self.at
        for piece in PARAGRAPHS.split(self.text[at:until]):
            at = self.text.index(piece, at)
            if not ONLY_LAYOUT.fullmatch(piece):
                self._suspect(piece, at)
                self.sheet.comment(HEADING.sub("", piece))
            at += len(piece)
        self.at = until

    def _suspect(self, piece: str, at: int) -> None:
        places = set()
        for match in re.finditer(rf"(?<!\w)(?:{self.names})\s*:", piece):
            places.add(match.start())
            end = piece.find("\n", match.start(), match.start() + SHOWN)
            rest = piece[match.start() : end if end >= 0 else len(piece)][:SHOWN]
            expected = "a play such as “Anna: 8 (8)”, a hand or a standing"
            self.source.report(at + match.start(), "not-understood", expected, rest)
        for match in UNKNOWN_PLAYER.finditer(piece):
            if match.start() not in places and match["who"] not in self.sheet.names:
                expected = " or ".join(self.sheet.names) or "a player"
                self.source.report(at + match.start(), "unknown-player", expected, match[0])
                self.sheet.skip()
        for match in LOOKS_SAID.finditer(piece):
            self.source.report(at + match.start(), "kept-as-comment", "a sentence of a score sheet",
                               match[0], severity="note")  # fmt: skip

    # -- what a sheet says; each answers whether it could be used

    def _play(self, match: re.Match[str]) -> bool:
        self._told(match.start())
        self._begun()
        seat = self.sheet.seat(match["player"])
        kind = "card" if match["card"] else "odd"
        card = self.sheet.card(match[kind], match.start(kind))
        inside = "inside" if match["card"] else "around"
        claims = INSIDE.fullmatch(match[inside])
        if claims is None:
            expected = "the tally and the points, such as “(20; 10 points)”"
            self.source.report(match.start(inside), "not-claims", expected, match[inside])
        tally, points = claims.groups() if claims else (None, None)
        self.sheet.play(
            seat, (card,) if card else None,
            number=int(match["number"]) if match["number"] else None,
            tally=int(tally) if tally else None,
            points=int(points) if points else None,
        )  # fmt: skip
        if card is None or claims is None:
            self.sheet.comment(match[0])
        self.last, self.bonus_taken = None, False
        return True

    def _hand(self, match: re.Match[str]) -> bool:
        self._told(match.start())
        self._begun()
        seat = self.sheet.seat(match["owner"])
        if match["held"] is None:
            self.source.report(match.start(), "not-a-hand", "cards behind the colon", match[0])
            self.sheet.comment(match[0])
            return True
        start = match.start("held")
        found = [
            self.sheet.card(word[0], start + word.start())
            for word in CARD_OR_NOT.finditer(match["held"])
        ]
        packet = tuple(sorted((card or UNKNOWN for card in found), key=lambda card: card.order))
        before = [event for event in self.sheet.events if not isinstance(event, said.Comment)]
        if not before or not isinstance(before[-1], said.Held | said.Deal):
            self.sheet.events.append(said.Deal(None))
        self.sheet.events.append(said.Held(seat, (packet,)))
        odd = ODD_CARD.match(self.text, match.end())
        if odd:
            self.source.report(odd.start(1), "not-a-card", self.sheet.ranks.expected, odd[1])
        if odd or None in found:
            self.sheet.comment(match[0].strip())
        return True

    def _round(self, match: re.Match[str]) -> bool:
        number = NUMBERS.get(match["nth"].lower()) or int(match["nth"])
        self._told(match.start())
        self.sheet.events.append(said.Round(number, None))
        self.rounds, self.opening, self.last, self.bonus_taken = self.rounds + 1, True, None, False
        return True

    def _deal(self, match: re.Match[str]) -> bool:
        self._told(match.start())
        self._begun()
        self.sheet.events.append(said.Deal(int(match["dealt"])))
        return True

    def _up(self, match: re.Match[str]) -> bool:
        if not self.opening or self._up_card() is not None:
            return False
        self._told(match.start())
        cards = [self.sheet.card(match[key], match.start(key)) for key in ("one", "two")]
        self.sheet.events.append(said.Up(tuple(card or UNKNOWN for card in cards), None))
        if None in cards:
            self.sheet.comment(match[0].strip())
        return True

    def _bonus(self, match: re.Match[str]) -> bool:
        """`The bonus is thus 6 points.`, if its sentence says no more than that."""
        start = max(self.at, match.start() - LONGEST_SENTENCE)
        before = self.text[start : match.start()]
        ends = [end.end() for end in SENTENCE_END.finditer(before)]
        sentence = ends[-1] if ends else 0
        if not self.opening or not BONUS_WORDS.fullmatch(before[sentence:]):
            return False
        self._told(start + sentence)
        at = self._up_card()
        amount = int(match["amount"])
        if at is None:
            self.sheet.events.append(said.Up((), amount))
        else:
            up = self.sheet.events[at]
            assert isinstance(up, said.Up)
            if up.bonus is not None:
                return False
            self.sheet.events[at] = up._replace(bonus=amount)
        return True

    def _taken(self, match: re.Match[str]) -> bool:
        if not self.rounds and not self.sheet.played:
            return False
        self._told(match.start())
        seat = self._seat_in(match[0])
        points = match["worth"] or match["value"]
        self.sheet.events.append(said.Bonus(seat, int(points) if points else None))
        self.bonus_taken = True
        return True

    def _score(self, match: re.Match[str]) -> bool:
        label = (match["label"] or "").lower()
        known = label.split(" ")[0] in LABELS or label.split(" ")[-1] in LABELS
        self._told(match.start() if known or not label else match.start("totals"))
        totals = tuple(
            (self.sheet.seat(one[1]), int(one[2]))
            for one in re.finditer(rf"({self._who})\s*[:=][\s*_]*(-?\d+)", match["totals"])
        )
        if known and label.split(" ")[0] in FINAL:
            self.sheet.events.append(said.End(totals, ()))
            self.sheet.tag("Result", " ".join(f"p{seat}:{total}" for seat, total in totals))
        else:
            self.last = said.Score(totals)
            self.sheet.events.append(self.last)
        return True

    def _begins(self, match: re.Match[str]) -> bool:
        if not self.opening:
            return False
        for at in range(len(self.sheet.events) - 1, -1, -1):
            event = self.sheet.events[at]
            if isinstance(event, said.Round) and event.first is None:
                self._told(match.start())
                seat = self.sheet.seat(match["beginner"])
                self.sheet.events[at] = event._replace(first=seat)
                return True
        return False

    def _winner(self, match: re.Match[str]) -> bool:
        if not self.sheet.played:
            return False
        self._told(match.start())
        name = match["wins"] or match["won"]
        drawn = match["drawn"] or name.lower() == "draw"
        last = self.sheet.events[-1] if self.sheet.events else None
        totals = last.totals if isinstance(last, said.End) else ()
        if isinstance(last, said.End):
            self.sheet.events.pop()
        everybody = tuple(seat for seat, _ in totals) or tuple(range(1, len(self.sheet.names) + 1))
        if drawn and not totals:  # XXN says who drew by their totals
            self.sheet.comment(match[0])
            return True
        winners = everybody if drawn else (self.sheet.seat(name),)
        self.sheet.events.append(said.End(totals, winners))
        return True

    def _players(self, match: re.Match[str]) -> bool:
        if self.sheet.played:
            return False
        self._told(match.start())
        return True

    def _tag(self, match: re.Match[str]) -> bool:
        if self.rounds or self.sheet.played:
            return False
        name, value = TAGS[match["key"].lower()], match["said"].strip()
        if name in self.sheet.tags:
            return False
        self._told(match.start())
        return self.sheet.tag(name, value)

    # -- small questions

    def _begun(self) -> None:
        self.opening = False

    def _up_card(self) -> int | None:
        """Where this round's cards turned up stand among the events."""
        for at in range(len(self.sheet.events) - 1, -1, -1):
            if isinstance(self.sheet.events[at], said.Round):
                return None
            if isinstance(self.sheet.events[at], said.Up):
                return at
        return None

    @property
    def _who(self) -> str:
        longest = sorted(self.sheet.names, key=len, reverse=True)
        return "|".join(r"\s+".join(map(re.escape, name.split())) for name in longest)

    def _seat_in(self, text: str) -> int:
        found = re.search(rf"(?<!\w)(?:{self._who})(?!\w)", text)
        assert found is not None
        return self.sheet.seat(found[0])

    def _settle_result(self) -> None:
        """The standing behind the bonus of the second round is the result: there the game ends."""
        if self.last is not None and self.bonus_taken and self.rounds == 2:
            totals = " ".join(f"p{seat}:{total}" for seat, total in self.last.totals)
            self.sheet.tag("Result", totals)
