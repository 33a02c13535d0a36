"""What cannot be read is as unknown as what was left out: nobody is accused by it, and it is not
upheld. Tried on sound games of every kind, one token of each made unreadable."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.importers import import_bytes
from archive.languages.language import ENGLISH, language
from archive.notation import read, write
from archive.notation.unreadable_text import legible
from archive.scoring import Answer, verify
from archive.scoring.headline import headline
from bench.mass import tables
from tests.games.played import play_twenty, sensible
from tests.laws import tried

FIXTURES = Path(__file__).parents[2] / "fixtures"
GAMES = ("twenty", "twenty-two", "zwanzig-ab", "count-to-20")
PLAY = re.compile(r"(?P<number>\d+\.) (?P<seat>p\d+) (?P<cards>[^\s=/]+)(?P<tally>=\d+)?(/\d+)?")
HAND = re.compile(r"(p\d+:) *(?P<hand>\S+)")
BEARS = {
    "tally": "arithmetic", "@score": "arithmetic", "@bonus": "arithmetic", "@end": "result",
    "cards": "legality", "hand": "legality", "seat": "legality",
}  # fmt: skip
"""Which answer rests on what a token says, and so cannot be upheld without it."""

Token = tuple[str, int, int]


def tokens(text: str) -> Iterator[Token]:
    """What each token is, and from where to where it stands."""
    for line in re.finditer(r"[^\n]+", text):
        start = line.start()
        if line[0].startswith("["):
            yield "tag", start, line.end()
        elif line[0].startswith("@"):
            word, *arguments = re.finditer(r"\S+", line[0])
            yield f"{word[0]} itself", start, start + word.end()
            for one in arguments:
                yield word[0], start + one.start(), start + one.end()
        for kind, pattern in (("play", PLAY), ("hand", HAND)):
            for found in pattern.finditer(line[0]) if line[0][0] not in "[@" else ():
                yield (
                    kind if kind == "play" else "owner",
                    start + found.start(),
                    start + found.end(),
                )
                for part in pattern.groupindex:
                    if found[part]:
                        yield part, start + found.start(part), start + found.end(part)


def blotted(text: str, token: Token, how: int, sign: str) -> str:
    """One character of the token made unreadable, one too many in it, or all of it."""
    _, start, end = token
    at = start + how % (end - start)
    return [
        f"{text[:at]}{sign}{text[at + 1 :]}",
        f"{text[:at]}{sign}{text[at:]}",
        f"{text[:start]}{sign * 3}{text[end:]}",
    ][how % 3]


@tried(20)
@given(
    st.sampled_from(GAMES), st.integers(0, 10**6), st.integers(0, 10**6), st.sampled_from("Z§~"),
    st.booleans(),
)  # fmt: skip
def test_what_cannot_be_read_accuses_nobody_and_is_not_upheld(
    game: str, seed: int, how: int, sign: str, numbered: bool
) -> None:
    chance = Random(seed)
    text = write(chance.choice(tables(game)).play(seed).record)
    if not numbered:
        text = re.sub(r"\b\d+\. (?=p\d)", "", text)
    every = list(tokens(text))
    kind = chance.choice(sorted({kind for kind, _, _ in every}))
    spoilt = blotted(text, chance.choice([one for one in every if one[0] == kind]), how, sign)
    verdict = verify(spoilt.encode())
    if not any(finding.severity == "error" for finding in verdict.findings):
        return  # it can be read all the same, as another tag for one
    answers = verdict.answers._asdict()
    assert not {Answer.REFUTED, Answer.IMPOSSIBLE} & set(answers.values())
    if kind in BEARS:
        assert answers[BEARS[kind]] is not Answer.UPHELD
    for question, about in verdict.open.items():
        assert about.findings, question


@pytest.mark.parametrize(
    ("spoilt", "found"),
    [
        ("the card", {"wrong-score"}),
        ("the seat", {"wrong-score"}),
        ("the line", {"wrong-score"}),
    ],
)
def test_what_does_not_hang_on_it_is_judged_all_the_same(spoilt: str, found: set[str]) -> None:
    """A standing of the first round is wrong, and something in the second cannot be read."""
    text = play_twenty(3, sensible, suits=True)
    text = re.sub(r"@score p1:(\d+)", lambda old: f"@score p1:{int(old[1]) + 7}", text, count=1)
    pattern, mended = {
        "the card": (r"(?<=\b61\. p\d )\w+", "Zz"),
        "the seat": (r"(?<=\b61\. )p\d", "pl"),
        "the line": (r"@deal n=2(?![\s\S]*@deal n=2)", "@dael n=2"),
    }[spoilt]
    text, times = re.subn(pattern, mended, text, count=1)
    assert times == 1
    verdict = verify(text.encode())
    about = {one.code for one in verdict.findings if one.clause and one.severity == "error"}
    assert about == found
    assert verdict.answers.arithmetic is Answer.REFUTED
    assert verdict.answers.legality is Answer.UNDERDETERMINED


def test_a_record_that_can_be_read_is_taken_as_it_is() -> None:

    record = read(play_twenty(1, sensible, suits=True).encode())
    assert legible(record).record is record


@pytest.mark.parametrize(
    ("written", "taken"),
    [
        ("1. p1 8=1l 2. p2 9", "1. p1 8 2. p2 9\n"),  # a claim that cannot be read leaves the card
        ("1. p1 8=8/x 2. p2 9", "1. p1 8=8 2. p2 9\n"),
        ("@up 3Z bonus=6", "@up ?? bonus=6\n"),
        ("@deal n=1\np1: 855Z2\np2: T982A", "p1: 8552?\n"),  # one piece for one card
        ("@deal n=1\np1: JACKS8\np2: T982A", ""),  # too many for a hand: it may be anything
    ],
)
def test_what_is_left_of_it(written: str, taken: str) -> None:

    text = f'[XXN "1.0"]\n[Game "twenty"]\n\n{written}\n'
    left = write(legible(read(text.encode())).record)
    assert taken in left
    assert ("\np1: " in left) is taken.startswith("p1: ")


@pytest.mark.parametrize(
    ("plays", "legality"),
    [
        ("l. p1 8=8 2. p2 A=9 3. p1 5=14", Answer.UPHELD),  # but a number
        ("1, p1 8=8 2. p2 A=9 3. p1 5=14", Answer.UPHELD),
        ("1. p1 8=8 2. p2 A=9 3. p1 5=14 3. p1 4=13 4. p2 7=20/10 ) 4. p2 6=20/10",
         Answer.UNDERDETERMINED),  # another line of play whose beginning was lost
        ("p1 8=8 p2 A=9 p1 5=14 p1 4=13 p2 7=20/10 ) p2 6=20/10", Answer.UNDERDETERMINED),
        ("1. p1 8=8 2. p2 A=9 ( 2. p2 T=18 3. p1 5=14 4. p2 6=20/10", Answer.UNDERDETERMINED),
        ("1. p1 8=8 2. p2 A=9 {here I had doubts 3. p1 5=14", Answer.UNDERDETERMINED),
        ("1. p1 8=8 2. p2 Zz=9 3. p2 5=14", Answer.REFUTED),  # out of turn whatever it was
    ],
)  # fmt: skip
def test_what_numbers_and_parentheses_leave_open(plays: str, legality: Answer) -> None:
    text = f'[XXN "1.0"]\n[Game "twenty"]\n[P1 "A"]\n[P2 "B"]\n\n@round n=1 first=p1\n{plays}\n'
    verdict = verify(text.encode())
    assert verdict.answers.legality is legality
    judged = {one.code for one in verdict.findings if one.clause and one.severity == "error"}
    assert judged == ({"wrong-turn"} if legality is Answer.REFUTED else set())


def test_a_round_that_a_gap_opens_may_go_on_with_either_player() -> None:
    text = '[XXN "1.0"]\n[Game "twenty"]\n\n@round n=1 first=p1\n@gap\np2 6=20/10\n'
    assert [one.code for one in verify(text.encode()).findings] == ["gap"]


@pytest.mark.parametrize(
    ("line", "english", "german"),
    [
        ("Berta: quen (9)",
         "The card of play 2 cannot be read: the sheet says “quen (9)”. What depends on it cannot",
         "Die Karte in Zug 2 lässt sich nicht lesen: Im Aufschrieb steht „quen (9)“. Was davon"),
        ("Tom: 9 (17)",
         "Berta’s play 2 cannot be read: the sheet says “Tom: 9 (17)” there. What depends on it",
         "Zug 2, den Berta gemacht hat, lässt sich nicht lesen: Im Aufschrieb steht dort „Tom: 9"),
        ("Berta: ? (9)",
         "The card of play 2 is not known, so the tally",
         "Die Karte von Zug 2 ist nicht bekannt"),
    ],
)  # fmt: skip
def test_a_line_that_is_no_play_is_quoted(line: str, english: str, german: str) -> None:
    sheet = f"Twenty\nAnna and Berta\nAnna: 8 (8)\n{line}\nAnna: 2 (11)\nBerta: 9 (20; 10 points)\n"
    found = import_bytes(sheet.encode())
    assert found is not None
    for spoken, said in ((ENGLISH, english), (language("de"), german)):
        verdict = verify(found.xxn, language=spoken)
        assert headline(verdict.as_dict(), verdict.record.players, spoken).startswith(said)


def test_an_exchange_in_odd_words_is_quoted_and_accuses_its_player_of_nothing() -> None:
    sheet = (
        "Twenty-Two\nPlayers: Ana, Ben\n\nHand 1: Ana deals, 7 cards each\nBen exchanges 2 cards\n"
        "Ana xchgd 3\nTrick 1: Ben 7c, Ana Js\nTrick 2: Ana 5c, Ben Qd\nStanding: Ana 0, Ben 0\n"
    )
    found = import_bytes(sheet.encode())
    assert found is not None
    verdict = verify(found.xxn)
    assert verdict.answers.legality is Answer.UNDERDETERMINED
    told = "Ana’s play 2 cannot be read: the sheet says “Ana xchgd 3” there."
    assert [one.sentence.startswith(told) for one in verdict.findings] == [True]


def test_a_remark_behind_a_card_not_known_is_no_card() -> None:
    text = '[XXN "1.0"]\n[Game "twenty"]\n[P1 "Ann"]\n\n1. p1 ?=8 {Ann hid the card} 2. p2 2=10\n'
    told = [one.sentence for one in verify(text.encode()).findings if one.code == "unknown-card"]
    assert told[0].startswith("The card of play 1 is not known")


def test_a_remark_where_a_play_is_missing_is_no_play_that_cannot_be_read() -> None:
    record = (FIXTURES / "twenty/flawed/last-play-of-a-round-missing.xxn").read_bytes()
    assert b"{Bertha is last to score" in record
    missing = next(one for one in verify(record).findings if one.code == "missing-play")
    assert missing.sentence.startswith(
        "Bertha’s play 50 is missing: the sheet goes on with play 51."
    )


@pytest.mark.parametrize("written", ["33. px 3=15/30", "33. 3=15/30", "33. foo", "33."])
def test_a_play_that_cannot_be_read_has_its_number_all_the_same(written: str) -> None:
    """The next one was said to have the wrong number."""
    text = (FIXTURES / "twenty/sound/illustrative-mended.xxn").read_text("utf-8")
    text = text.replace("33. p1 3=15/30", written)
    codes = [one.code for one in verify(text.encode()).findings]
    assert codes == ["unreadable"]
    wrong = text.replace("34. p2 5=20/10", "36. p2 5=20/10")
    assert "misnumbered-play" in [one.code for one in verify(wrong.encode()).findings]


def test_a_stain_over_two_plays_gives_neither_the_points_of_the_other() -> None:
    text = (FIXTURES / "twenty/sound/illustrative-mended.xxn").read_text("utf-8")
    stained = re.sub(r"(?<=\. p1 3=15)/30 34\. p2 5=(?=20/10)", "#" * 14, text)
    assert stained != text
    wrong = [one.code for one in verify(stained.encode()).findings if one.severity == "error"]
    assert wrong == ["unreadable-play", "missing-play"]


STAINED = {
    "the word of a line that shows cards, where the numbers have room for its players": (
        3,
        (
            "@deal n=2 dealer=p3 cards=7\n"
            "~~ ~~ ~~ 175. p1 Kh=18 176. p2 9dQh=19\n"
            "~~ ~~ ~~ p2 JhJs6c5c p3 JdTh3d\n"
            "~~ ~~ ~~ 179. p2 2s=2 180. p3 dAs\n"
        ),
    ),
    "the word of a standing": (3, "p1:255 p2:115 p3:90\n"),
    "the word and half of a standing behind cards shown": (
        3,
        "1. p2 d5 2. p3 d2 3. p1 dJ\n@show p1 QJ3 p2 QJTA p3 5\np2:35 p3:5\n",
    ),
    "the last turns but the first word of one, and the result of another player": (
        2,
        (
            '[Result "p1:20 p2:25"]\n\n@deal n=1 dealer=p1 cards=7\np1: QdQhJcJsTc7d4c\n'
            "1. p2 d9s 2. p1 dTh 3. p2 4c#####\n@end\n"
        ),
    ),
    "plays on two lines, of which the first words are left": (
        3,
        "@deal n=1 dealer=p1 cards=7\n1. p2 d6d 2. p3 dTs 3. p1 d3c\n4. p2 dQs~~~~\n7. p2 pa~~\n",
    ),
}


@pytest.mark.parametrize("stained", STAINED)
def test_a_stain_on_a_sound_sheet_accuses_nobody(stained: str) -> None:
    players, lines = STAINED[stained]
    tags = "".join(f'[P{seat} "?"]\n' for seat in range(1, players + 1))
    rules = '[Rules "count-to-20/stovel@1;target=35"]\n'
    text = f'[XXN "1.0"]\n[Game "count-to-20"]\n{rules}{tags}\n{lines}'
    verdict = verify(text.encode())
    wrong = {one.code for one in verdict.findings if one.severity == "error"}
    assert wrong <= {"unreadable", "unreadable-play", "unreadable-hand", "missing-play"}
    assert not {Answer.REFUTED, Answer.IMPOSSIBLE} & set(verdict.answers)
