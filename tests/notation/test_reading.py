"""Reading XXN: what each piece of text means, and what is said about text that means nothing."""

from __future__ import annotations

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.core import events as said
from archive.core.cards import CARDS, cards
from archive.core.events import Event, Play
from archive.core.record import Place, Record, Tag
from archive.notation import read, split, stream
from archive.notation.decoding import BOM

HEAD = '[XXN "1.0"]\n[Game "twenty"]\n\n'


def events(movetext: str) -> list[Event]:
    return read((HEAD + movetext).encode()).events


def play(seat: int, *parts: str, tally: int) -> Play:
    """The first play, announced in parts."""
    split = [part.partition(":") for part in parts]
    announced = tuple(
        said.Part(cards(run), int(value) if value else None) for run, _, value in split
    )
    run = tuple(card for part in announced for card in part.cards)
    return Play(1, seat, run, tally, None, "", announced)


def faults(data: str | bytes) -> list[tuple[str, int, int]]:
    text = data if isinstance(data, bytes) else (HEAD + data).encode()
    return [(fault.code, fault.line, fault.column) for fault in read(text).diagnostics]


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("1. p2 9=20/10", Play(1, 2, cards("9"), 20, 10, "")),
        ("1.p2 9h=20", Play(1, 2, cards("9h"), 20, None, "")),
        ("1.\np2 9h=20", Play(1, 2, cards("9h"), 20, None, "")),
        ("p1 ?", Play(None, 1, cards("?"), None, None, "")),
        ("1. p1 ^R 9h", Play(1, 1, cards("9h"), None, None, "^R")),
        ("1. p1 ^9h", Play(1, 1, cards("9h"), None, None, "^")),
        ("p1 9h9c/-3", Play(None, 1, cards("9h9c"), None, -3, "")),
        ("p1: QJJ43", said.Held(1, (cards("QJJ43"),))),
        ("p1: 3J4JQ", said.Held(1, (cards("QJJ43"),))),
        ("p2: 8s8d+9d??", said.Held(2, (cards("8d8s"), cards("9d??")))),
        ("@round n=2 first=p2", said.Round(2, 2)),
        ("@up 39 bonus=6", said.Up(cards("39"), 6)),
        ("@up 39", said.Up(cards("39"), None)),
        ("@deal n=3", said.Deal(3)),
        ("@bonus p2 /6", said.Bonus(2, 6)),
        ("@score p1:21 p2:-16", said.Score(((1, 21), (2, -16)))),
        ("@gap count=13", said.Gap("count=13")),
        ("@end p1:82 p2:110 win=p2", said.End(((1, 82), (2, 110)), (2,))),
        ("@end p1:82 p2:82 win=draw", said.End(((1, 82), (2, 82)), said.DRAW)),
        ("@end", said.End((), ())),
        ("@end win=draw", said.End((), said.DRAW)),
        ("@end win=p1,p3", said.End((), (1, 3))),
        ("@deal n=1 dealer=p4 cards=7", said.Deal(1, 4, 7)),
        ("@cut p1 7 p2 9 p3 Q", said.Cut(((1, cards("7")), (2, cards("9")), (3, cards("Q"))))),
        ("@trump p1 h", said.Trump(1, "h")),
        ("@exchange", said.Phase("exchange")),
        ("@stay", said.Phase("stay")),
        ("@trick n=2", said.Trick(2)),
        ("@trick n=2 first=p3", said.Trick(2, 3)),
        ("@trick first=p3", said.Trick(None, 3)),
        ("@show p1 As p2 KcKd", said.Show(((1, cards("As")), (2, cards("KcKd"))))),
        (
            "@keep p1 As=11 p2 Q",
            said.Keep((said.Kept(1, CARDS["As"], 11), said.Kept(2, CARDS["Q"], None))),
        ),
        ("@out p3 p4", said.Out((3, 4))),
        ("@seance p1 h", said.TableLine("seance", "p1 h")),
        ("1. p1 x9s7d>??", said.Exchange(1, 1, cards("9s7d"), cards("??"))),
        ("1. p1 x9s7d", said.Exchange(1, 1, cards("9s7d"), None)),
        ("1. p3 x-", said.Exchange(1, 3, (), ())),
        ("1. p2 d5c", said.Draw(1, 2, CARDS["5c"])),
        ("1. p2 ^ d?", said.Draw(1, 2, CARDS["?"], "^")),
        ("1. p2 in", said.Stay(1, 2, stays=True)),
        ("1. p2 out", said.Stay(1, 2, stays=False)),
        ("1. p2 pass", said.Pass(1, 2)),
        ("1. p2 Ad+2h+K:2=5", play(2, "Ad", "2h", "K:2", tally=5)),
        ("1. p1 QsQh:10+4c=14", play(1, "QsQh:10", "4c", tally=14)),
        ("1. p1 Kc:2=2", play(1, "Kc:2", tally=2)),
        ("*", said.Stop("*")),
        ("+", said.Stop("+")),
        ("{ said \\} and \\\\ }", said.Comment("said } and \\")),
        ("; to the end", said.Comment("to the end")),
        ("% column one", said.Comment("column one")),
        ("$13", said.Nag(13)),
        ("!?", said.Nag(5)),
    ],
)
def test_a_piece_of_movetext(text: str, event: Event) -> None:
    assert events(text) == [event]
    assert faults(text) == []


def test_variations_nest() -> None:
    (variation,) = events("( p1 9 ( p1 8 ) )")
    assert variation == said.Variation(
        (Play(None, 1, cards("9"), None, None, ""),
         said.Variation((Play(None, 1, cards("8"), None, None, ""),)))
    )  # fmt: skip


def test_thousands_of_open_variations_are_kept_and_reported() -> None:
    record = read((HEAD + "( " * 3000 + "p1 9").encode())
    assert [fault.code for fault in record.diagnostics][-1:] == ["deep-variation"]
    assert len(record.diagnostics) == 33


@pytest.mark.parametrize(
    ("movetext", "code", "line", "column"),
    [
        ("1. p1 10=20", "unreadable-play", 4, 7),
        ("1. p1 9=20/x", "unreadable-play", 4, 11),
        ("1. p1 9H", "unreadable-play", 4, 8),
        ("p1: 9hX", "unreadable-hand", 4, 7),
        ("@up 39 bonus=six", "unreadable-argument", 4, 8),
        ("@bonus /3", "unreadable-argument", 4, 7),
        ("hello", "unreadable", 4, 1),
        ("p1 9\n)", "stray-parenthesis", 5, 1),
        ("( p1 9", "open-variation", 4, 1),
        ("p1 9 {never closed", "open-comment", 4, 6),
        ("$256", "unknown-glyph", 4, 1),
        ('p1 9\n[Event "late"]', "late-tag", 5, 1),
        ("1. p1 9 3. p2 8", "misnumbered-play", 4, 9),
        ("`what was not read`", "unreadable", 4, 1),
        ("p1\u00a09", "unreadable", 4, 3),  # a no-break space is no space
        ("p1 \u0669", "unreadable-play", 4, 4),  # nor an Arabic nine a nine
    ],
)
def test_what_cannot_be_used_is_pointed_at(
    movetext: str, code: str, line: int, column: int
) -> None:
    assert faults(movetext) == [(code, line, column)]


@pytest.mark.parametrize(
    ("data", "codes"),
    [
        (b"", ["no-version", "no-game"]),
        (b'[Game "twenty"]', ["no-version"]),
        (b'[XXN "2.0"]\n[Game "twenty"]', ["unknown-version"]),
        (b'[XXN "1.0"]\n[Game "twenty"]\n[Game "whist"]', ["duplicate-tag"]),
        (b'[XXN "1.0"]\n[Game "twenty"]\n[Event "no end]', ["unreadable-tag"]),
        (b'\xef\xbb\xbf[XXN "1.0"]\n[Game "twenty"]', ["byte-order-mark"]),
        (b'[XXN "1.0"]\r\n[Game "twenty"]\r\n', ["line-ends"]),
        ('[XXN "1.0"]'.encode("utf-16"), ["utf-16"]),
        (b'[XXN "1.0"]\n[Game "twenty"]\n{caf\xe9}', ["not-utf-8"]),
        (b'[XXN "1.0"]\n[Game "twenty"]\n{' + b"x" * 70_000 + b"}", ["long-comment"]),
        (b'[XXN "1.0"]' + b" " * (1 << 20), ["large-record"]),
        (b'[XXN "1.0"]\n[Game "twenty"]\n' + b"@gap\n" * 40_000, []),
        (b'[XXN "1.0"]\n[Game "twenty"]\n' + b"@gap\n" * 40_001, ["large-record"]),
    ],
)
def test_a_whole_record_may_be_odd(data: bytes, codes: list[str]) -> None:
    assert [fault.code for fault in read(data).diagnostics] == codes


def test_the_first_of_two_tags_counts() -> None:
    assert read(b'[XXN "1.0"]\n[Game "twenty"]\n[Game "whist"]').game == "twenty"


def test_a_diagnostic_counts_bytes_too() -> None:
    (fault,) = read('[XXN "1.0"]\n[Game "twenty"]\n{Ġorġa} oops'.encode()).diagnostics
    assert (fault.line, fault.column, fault.byte) == (3, 9, 38)


def test_a_flood_of_faults_is_cut_and_the_cut_is_said() -> None:
    diagnostics = read((HEAD + "x\n" * 2000).encode()).diagnostics
    assert len(diagnostics) == 501
    assert (diagnostics[-1].code, diagnostics[-1].found) == ("too-many-faults", "1500 more")


def test_tags_may_hold_anything_but_a_line_end() -> None:
    record = read(b'[XXN "1.0"]\n[Game "twenty"]\n[Event "Kitchen \\"A\\" ] \\\\"]')
    assert record.tag("Event") == 'Kitchen "A" ] \\'
    assert record.diagnostics == []


def test_players_without_a_name_have_their_seat() -> None:
    record = Record([Tag("P1", "Ada"), Tag("P3", "?")])
    assert record.players == ["Ada", "p2", "p3"]


def test_the_first_of_two_names_of_a_player_counts() -> None:
    assert Record([Tag("P1", "Ada"), Tag("P1", "Eve")]).players == ["Ada"]


def test_a_record_opens_wherever_its_tag_begins_a_line() -> None:
    one, two = b'[XXN "1.0"]\n{never closed\n', b'[XXN "1.0"]\r\n[Game "twenty"]\r\n'
    slices = list(split(one + two + one))
    assert [(s.number, s.line) for s in slices] == [(1, 1), (2, 3), (3, 5)]
    assert [(one + two + one)[s.start : s.end] for s in slices] == [one, two, one]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello",
        b"\n\n",
        b'junk\n[XXN "1.0"]',
        b'\n\n[XXN "1.0"]',
        b'\xef\xbb\xbf[XXN "1.0"]',
        b'x[XXN "1.0"]',
    ],
)
def test_slices_cover_every_byte(data: bytes) -> None:
    slices = list(split(data))
    assert b"".join(data[s.start : s.end] for s in slices) == data
    assert slices[0].start == 0


@given(
    st.lists(st.sampled_from([b'[XXN "1.0"]', b"\n", b"\r", b" ", b"x", b"{", BOM]), max_size=20)
)
def test_a_file_is_cut_at_openings_alone(pieces: list[bytes]) -> None:
    data = b"".join(pieces)
    parts = list(stream(io.BytesIO(data)))
    assert [(part, data[part.start : part.end]) for part, _ in parts] == parts
    assert b"".join(record for _, record in parts) == data
    starts = [m.start() for m in re.finditer(rb'(?:(?<=[\r\n])|\A)(?:\xef\xbb\xbf)?\[XXN "', data)]
    assert {part.start for part, _ in parts[1:]} <= set(starts)
    assert len(starts) <= len(parts) <= len(starts) + 1
    for part, _ in parts:
        assert part.line == 1 + len(re.findall(rb"\r{0,2}\n|\r", data[: part.start]))


def test_a_record_too_long_is_given_as_far_as_shows_that() -> None:
    data = b'[XXN "1.0"]\n{' + b"x" * 3_000_000 + b'\n[XXN "1.0"]\n'
    (long, head), (short, whole) = stream(io.BytesIO(data))
    assert (long.start, long.end, short.line) == (0, len(data) - 12, 3)
    assert [fault.code for fault in read(head).diagnostics] == ["large-record"]
    assert whole == b'[XXN "1.0"]\n'


def test_strict_reading_points_at_the_first_thing_not_canonical() -> None:
    text = '[XXN "1.0"]\n[Game "twenty"]\n\n1. p1 9=9 2. p2 8=17\n'
    assert read(text.encode(), strict=True).diagnostics == []
    assert read((text + "\n").encode(), strict=True).diagnostics == []
    (fault,) = read(text.replace(" 2.", "  2.").encode(), strict=True).diagnostics
    assert (fault.code, fault.line, fault.column) == ("not-canonical", 4, 11)
    assert (fault.expected, fault.found) == ("1. p1 9=9 2. p2 8=17", "1. p1 9=9  2. p2 8=17")


def test_places_count_from_one() -> None:
    record = read(b"a\r\nb\nc\rd")
    assert [record.place(offset) for offset in (0, 3, 5, 7)] == [
        Place(1, 1), Place(2, 1), Place(3, 1), Place(4, 1),
    ]  # fmt: skip
    assert record.lines == ["a", "b", "c", "d"]


@pytest.mark.parametrize("text", ["@gap a\u202eb", "@seance a\u200bb", "@gap \x01"])
def test_what_cannot_be_seen_in_free_text_is_reported(text: str) -> None:
    (fault,) = read((HEAD + text).encode()).diagnostics
    assert (fault.code, fault.expected) == (
        "unreadable-argument",
        "only characters that can be seen",
    )


def test_free_text_may_hold_any_letter() -> None:
    assert faults("@gap the café’s lights went out") == []
