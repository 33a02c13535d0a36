"""The law of the sound path: whatever it answers is what the careful engine says, byte for byte."""

from __future__ import annotations

import re
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from random import Random

import pytest

from archive.games import GAMES
from archive.generator import generate, seats_of
from archive.notation import read, write
from archive.notation.record_bytes import as_it_stands
from archive.notation.remarks import without_remarks
from archive.scoring import ENGINE, verify
from archive.scoring.full_examination import judge
from archive.scoring.prepared import playable
from archive.scoring.sound_path import recognise
from archive.scoring.sound_verdict import SoundVerdict
from archive.scoring.verify_record import is_sound
from bench.mass import Table

from .sound_records import faulty, mangled, scribbled, written_out

FIXTURES = Path(__file__).parents[2] / "fixtures"
MADE, SPOILED, FAULTY = 8, 7, 4
RECOGNISED = list(GAMES)


def agrees(data: bytes) -> bool:
    """Hold both ways together; return whether the sound path answered."""
    found = recognise([as_it_stands(data)], data, 7, ENGINE)
    if found is None:
        return False
    assert found.json == judge(read(data, 7)).json()
    return True


def told_whole(table: Table) -> bool:
    """Return whether the records of a table list every hand."""
    return table.style.get("hands", "all") == "all"


def test_it_says_of_fixtures_what_the_careful_engine_says() -> None:
    taken = {path.name for path in FIXTURES.rglob("*.xxn") if agrees(path.read_bytes())}
    assert {"dealt-both-at-once.xxn", "draw.xxn", "pagat-whole.xxn", "two-players.xxn"} <= taken


@cache
def made(game: str) -> list[tuple[Table, int, bytes]]:
    """Return some games by all rules, with their tables and seeds."""
    return list(islice(written_out(game, 5), MADE))


@pytest.mark.parametrize("game", RECOGNISED)
def test_it_says_of_made_up_games_what_the_careful_engine_says(game: str) -> None:
    for table, seed, data in made(game):
        taken = agrees(data)
        assert taken == (told_whole(table)), f"{table}, seed {seed}"


@pytest.mark.parametrize("game", RECOGNISED)
def test_it_says_nothing_else_of_spoiled_records(game: str) -> None:
    rng = Random(3)
    sound = [data for table, _, data in made(game) if told_whole(table)]
    for _ in range(SPOILED):
        agrees(mangled(rng.choice(sound), rng))
    for _, data in islice(faulty(game, 5), FAULTY):
        agrees(data)


def remarked(text: str) -> str:
    return re.sub(r"(?m)^(\d+\. .+)$", r"\1 $3 {said over coffee}", text)


def unnumbered(text: str) -> str:
    return re.sub(r"\b\d+\. (?=p\d)", "", text)


def a_play_a_line(text: str) -> str:
    return re.sub(r" (?=\d+\. p\d)", "\n", text)


def other_order(text: str) -> str:
    head, _, plays = text.partition("\n\n")
    first, *tags = head.split("\n")
    return "\n".join([first, *tags[::-1], "", plays])


def low_cards_first(text: str) -> str:
    def turned(hand: re.Match[str]) -> str:
        packets = (re.findall(r"\w[cdhs]?", packet)[::-1] for packet in hand[2].split("+"))
        return hand[1] + "+".join(map("".join, packets))

    return re.sub(r"(?m)^(p\d+: )(\S+)$", turned, text)


OTHERWISE = [remarked, unnumbered, a_play_a_line, other_order, low_cards_first]


@pytest.mark.parametrize("game", RECOGNISED)
def test_a_sound_record_is_taken_however_it_is_written(game: str) -> None:
    whole = [(seed, data) for table, seed, data in made(game) if told_whole(table)]
    for way, (seed, data) in zip(OTHERWISE * 2, cycle(whole), strict=False):
        text = way(data.decode()).encode()
        verdict = verify(text, 7)
        assert text != data
        assert isinstance(verdict, SoundVerdict), (way, seed)
        assert verdict.json() == judge(read(text, 7)).json(), (way, seed)
        assert verdict.heading.text == text.decode()


@pytest.mark.parametrize("game", RECOGNISED)
def test_of_a_spoiled_one_it_says_what_the_careful_engine_says(game: str) -> None:
    rng = Random(4)
    sound = [data for table, _, data in made(game) if told_whole(table)]
    for _ in range(SPOILED):
        text = mangled(rng.choice(sound), rng).decode(errors="replace")
        data = rng.choice(OTHERWISE)(text).encode()
        assert verify(data, 7).json() == judge(read(data, 7)).json(), data


def test_a_verdict_by_the_sound_path_can_be_asked_all_that_others_can() -> None:
    for rule_set in (rule_set for game in RECOGNISED for rule_set in GAMES[game].rule_sets):
        game = rule_set.name.partition("/")[0]
        data = write(generate(rule_set.plain_title, seats_of(game)[0], 4, {})).encode()
        quick, careful = verify(data, 3), judge(read(data, 3))
        assert isinstance(quick, SoundVerdict)
        assert quick.as_dict() == careful.as_dict()
        for name in ("answers", "score", "claimed", "winner", "first_divergence", "open", "flawed",
                     "readable", "rules", "findings", "record", "asked"):  # fmt: skip
            assert getattr(quick, name) == getattr(careful, name), name
        assert quick.heading.tags == careful.record.tags
        assert quick.heading.players == careful.record.players
        assert quick.heading.text == careful.record.text
        assert [len(count.dealing.listed) for count in quick.counts] == [
            len(count.dealing.listed) for count in careful.counts
        ]
        assert quick.examination is not None
        assert quick.examination.table.ledger.lines


@pytest.mark.parametrize("game", RECOGNISED)
def test_a_sign_that_no_line_has_is_left_to_the_careful_reader_wherever_it_stands(
    game: str,
) -> None:
    _, _, data = made(game)[0]
    text = data.decode()
    first = text.index("\n\n") + 2
    for at in range(first, min(len(text), first + 400), 7):
        for sign in ("\u00e9", "\u0661", "\x0b", "\ufeff"):
            assert not agrees((text[:at] + sign + text[at + 1 :]).encode()), (at, sign)


@pytest.mark.parametrize("game", RECOGNISED)
def test_a_blank_at_the_end_of_a_line_is_left_to_the_careful_reader(game: str) -> None:
    """Our writer writes none: taken as it is, the record would get the hash of another text."""
    whole = (data.decode() for table, _, data in made(game) if told_whole(table))
    for text in islice(whole, 3):
        lines = text.split("\n")
        for at in range(lines.index("") + 1, len(lines) - 1):
            assert not agrees("\n".join([*lines[:at], lines[at] + " ", *lines[at + 1 :]]).encode())


@pytest.mark.parametrize("game", RECOGNISED)
def test_a_record_with_remarks_anywhere_is_judged_alike(game: str) -> None:
    rng, taken = Random(6), 0
    whole = [data for table, _, data in made(game) if told_whole(table)]
    for _ in range(SPOILED):
        data = scribbled(rng.choice(whole), rng)
        form = without_remarks(data)
        found = recognise([form], data, 7, ENGINE) if form else None
        told = verify(data, 7).json()
        assert told == judge(read(data, 7)).json(), data
        assert found is None or found.json == told, data
        taken += found is not None
    assert taken


@pytest.mark.parametrize("game", RECOGNISED)
def test_a_record_that_breaks_off_at_any_word_is_judged_alike(game: str) -> None:
    whole = (data for table, _, data in made(game) if told_whole(table))
    data = re.sub(rb'\[Result ".*"\]\n', b"", next(whole))
    first = data.index(b"\n\n") + 2
    ends = [at for at in range(first, len(data)) if data[at] in b" \n"]
    assert sum(agrees(data[:end]) for end in ends[:120]) > 10


def test_of_a_sound_record_nothing_more_is_known_when_it_is_shown() -> None:
    shown = 0
    for path in sorted(FIXTURES.glob("*/*/*.xxn")):
        data = path.read_bytes()
        if is_sound(data):
            at_once, examined = playable(read(data), sound=True), playable(read(data))
            assert at_once.known == examined.known, path.name
            assert at_once.foresight.omissions == examined.foresight.omissions, path.name
            shown += 1
    assert shown > 20
