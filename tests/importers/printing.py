"""Whole games as people write them down: in words, as tables, in spreadsheets; with variations of
spelling that change nothing of what is said."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass

from archive.core import events as said
from archive.core.cards import Card
from archive.core.events import ACTIONS, Event
from archive.core.record import Record

SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


@dataclass(frozen=True)
class Style:
    """How a writer writes."""

    card: str = "plain"  # plain, sign, before, capital
    colon: str = ": "
    claim: str = "brackets"  # brackets, square, equals, trailing, slash
    spelled: str = "as is"  # as is, capitals, small
    numbers: str = ""  # "", ".", ")"
    plays: str = "\n"  # between plays
    words: bool = True  # “draws 5c” rather than “d5c”
    heading: str = ""
    owner: str = "’s hand: "
    run: str = " "  # between the cards of a hand


class Printer:
    """Prints the records of one style."""

    def __init__(self, record: Record, style: Style) -> None:
        self.record = record
        self.style = style
        self.names = record.players

    def name(self, seat: int) -> str:
        name = self.names[seat - 1]
        return {"capitals": name.upper(), "small": name.lower()}.get(self.style.spelled, name)

    def card(self, card: Card) -> str:
        rank, suit = card.rank, card.suit
        match self.style.card if suit else "plain":
            case "sign":
                return rank + SIGNS[suit]
            case "before":
                return SIGNS[suit] + rank
            case "capital":
                return rank + suit.upper()
        return rank + suit

    def cards(self, run: tuple[Card, ...]) -> str:
        return self.style.run.join(map(self.card, run))

    def deed(self, event: Event) -> str:
        words = self.style.words
        match event:
            case said.Draw(card=card):
                shown = "" if card.rank == "?" else self.card(card)
                return f"draws {shown or 'a card'}" if words else f"d{card}"
            case said.Stay(stays=stays):
                return (
                    ("stays in" if stays else "drops out") if words else ("in" if stays else "out")
                )
            case said.Pass():
                return "passes" if words else "pass"
            case said.Exchange(put=put, taken=taken):
                if not put:
                    return "stands pat" if words else "x-"
                if words:
                    gets = f" for {self.cards(taken)}" if taken else ""
                    return f"exchanges {self.cards(put)}{gets}"
                text = "x" + "".join(map(self.card, put))
                return text + (">" + "".join(map(self.card, taken)) if taken else "")
            case said.Play(parts=parts, cards=cards):
                if parts:
                    return " + ".join(
                        "".join(map(self.card, part.cards))
                        + ("" if part.value is None else f":{part.value}")
                        for part in parts
                    )
                return " ".join(map(self.card, cards))
        raise AssertionError(event)

    def claims(self, event: Event) -> str:
        if not isinstance(event, said.Play) or event.tally is None:
            return ""
        tally, points = event.tally, event.points
        scored = "" if points is None else f"{points} point{'s' * (points != 1)}"
        match self.style.claim:
            case "square":
                return f" [{tally}{'; ' + scored if scored else ''}]"
            case "equals":
                return f" = {tally}" + (f" +{points}" if scored else "")
            case "trailing":
                return f" ({tally})" + (f" {scored}" if scored else "")
            case "slash":
                return f" ({tally}{f'/{points}' if scored else ''})"
        return f" ({tally}{'; ' + scored if scored else ''})"

    def play(self, event: Event) -> str:
        style = self.style
        assert isinstance(event, said.Play | said.Draw | said.Stay | said.Pass | said.Exchange)
        number = f"{event.number}{style.numbers} " if style.numbers else ""
        return f"{number}{self.name(event.seat)}{style.colon}{self.deed(event)}{self.claims(event)}"

    def head(self) -> list[str]:
        tags = [
            ("Rules", self.record.rules or ""),
            ("Event", "Club evening"),
            ("Deck", self.record.tag("Deck") or ""),
        ]
        return [
            *(f"{name}: {value}" for name, value in tags if value),
            f"Players: {', '.join(self.names)}",
        ]

    def line(self, event: Event) -> str:
        """What stands on a line of its own."""
        match event:
            case said.Stop():
                return ""
            case said.Round() | said.Up() | said.Deal() | said.Held():
                return self.heading(event)
            case said.Score(totals):
                return f"Standing: {self.totals(totals)}"
            case said.Bonus(seat, points):
                return f"{self.name(seat)} takes the bonus of {points} points."
            case said.End(totals, winners):
                won = "" if winners == said.DRAW else " and ".join(map(self.name, winners))
                return f"Final score: {self.totals(totals)}" + (f"\nWinner: {won}" if won else "")
        return self.of_tricks(event)

    def heading(self, event: Event) -> str:
        h = self.style.heading
        match event:
            case said.Round(number, first):
                return f"{h}Round {number}" + (f"\n{self.name(first)} begins." if first else "")
            case said.Up(cards, bonus):
                told = f"\nBonus: {bonus}" if bonus is not None else ""
                return f"Turned up: {' '.join(map(self.card, cards))}{told}"
            case said.Deal(number, dealer, cards):
                deals = f": {self.name(dealer)} deals, {cards} cards each" if dealer else ""
                return f"{h}Hand {number}{deals}"
            case said.Held(seat, packets):
                held = " + ".join(map(self.cards, packets))
                return f"{self.name(seat)}{self.style.owner}{held}"
        raise AssertionError(event)

    def of_tricks(self, event: Event) -> str:
        match event:
            case said.Cut(drawn) | said.Show(drawn):
                word = "Cut" if isinstance(event, said.Cut) else "Shown"
                shown = [f"{self.name(s)} {' '.join(map(self.card, run))}" for s, run in drawn]
                return f"{word}: {', '.join(shown)}"
            case said.Keep(kept):
                told = [f"{self.name(s)} {self.card(card)} = {worth}" for s, card, worth in kept]
                return f"Kept: {', '.join(told)}"
            case said.Out(seats):
                return "Out: " + ", ".join(map(self.name, seats))
            case said.Trump(seat, suit):
                return f"Trumps: {SUITS[suit or '']} ({self.name(seat or 1)})"
            case said.Phase(word):
                return "Exchange:" if word == "exchange" else "Stay:"
            case said.Trick(number, first):
                return f"Trick {number}" + (f" ({self.name(first)} leads)" if first else "") + ":"
        raise AssertionError(event)

    def totals(self, totals: said.Totals) -> str:
        return ", ".join(f"{self.name(seat)}: {total}" for seat, total in totals)


def in_words(record: Record, style: Style) -> str:
    """The game as a sheet of sentences."""
    printer = Printer(record, style)
    lines = [*printer.head(), ""]
    for event in record.events:
        if type(event) not in ACTIONS:
            lines.append(printer.line(event))
            fresh = True
        elif fresh or style.plays == "\n":
            lines.append(printer.play(event))
            fresh = False
        else:
            lines[-1] += style.plays + printer.play(event)
    return "\n".join(lines) + "\n"


def rows_of(record: Record, style: Style) -> Iterator[list[str]]:
    """The game as rows: a play each, and everything else in a row of its own."""
    printer = Printer(record, style)
    for line in printer.head():
        yield [line]
    yield ["No", "Player", "Play", "Tally", "Points", "Note"]
    for event in record.events:
        if type(event) not in ACTIONS:
            for line in printer.line(event).split("\n"):
                yield ["", line]
            continue
        assert isinstance(event, said.Play | said.Draw | said.Stay | said.Pass | said.Exchange)
        tally = points = ""
        if isinstance(event, said.Play):
            tally, points = (
                "" if value is None else str(value) for value in (event.tally, event.points)
            )
        yield [str(event.number), printer.name(event.seat), printer.deed(event), tally, points]


def by_player(record: Record, style: Style) -> Iterator[list[str]]:
    """The game as rows with a column for each player."""
    printer = Printer(record, style)
    names = printer.names
    for line in printer.head():
        yield [line]
    yield ["", *names]
    row: list[str] = []
    for event in record.events:
        if type(event) not in ACTIONS:
            if row:
                yield row
                row = []
            for line in printer.line(event).split("\n"):
                yield [line]
            continue
        assert isinstance(event, said.Play | said.Draw | said.Stay | said.Pass | said.Exchange)
        if row and any(row[event.seat :]):
            yield row
            row = []
        row = row or [""] * (len(names) + 1)
        row[event.seat] = printer.deed(event) + printer.claims(event)
    if row:
        yield row


def separated(rows: Iterator[list[str]], separator: str) -> str:
    held = io.StringIO()
    csv.writer(held, delimiter=separator, lineterminator="\n").writerows(rows)
    return held.getvalue()


def markdown(rows: Iterator[list[str]]) -> str:
    lines = []
    headed = False
    for row in rows:
        if len(row) == 1 or (not any(row[2:]) and not headed):
            lines.append(row[0] or "".join(row[1:2]))
            continue
        if not headed:
            lines += ["", f"| {' | '.join(row)} |", "|" + "---|" * len(row)]
            headed = True
        else:
            lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines) + "\n"


def workbook(*tables: Iterator[list[str]] | list[list[object]]) -> bytes:
    """A spreadsheet with a sheet a table; numbers are numbers in it."""
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.active)
    for number, table in enumerate(tables, 1):
        sheet = book.create_sheet(f"Table {number}")
        for row in table:
            sheet.append([
                int(cell) if isinstance(cell, str) and cell.isdecimal() else cell or None
                for cell in row
            ])  # fmt: skip
    held = io.BytesIO()
    book.save(held)
    return held.getvalue()
