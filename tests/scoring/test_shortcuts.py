"""Claims that are passed at a glance are those that would be held if each was held by itself."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.core.events import Deal, Play
from archive.core.record import Record
from archive.games import choose
from archive.games.twenty import rules
from archive.games.twenty.table import TwentyTable
from archive.generator import generate
from archive.generator.flaws import spoil
from archive.notation import read, write
from archive.notation.unreadable_text import legible
from archive.rules.advance import advance
from archive.rules.gaps.foresight import Foresight
from archive.scoring import Verdict, verify
from archive.scoring.examiner import Examination
from archive.scoring.full_examination import AT_A_GLANCE, judge
from archive.scoring.prepared import first_difference, prepare
from archive.scoring.replay import run
from bench import budgets
from tests.counted import called
from tests.laws import tried
from tests.plain_python import only_plain
from tests.scoring.test_laws import GAMES

FIXTURES = Path(__file__).parents[2] / "fixtures"


class Thorough(TwentyTable):
    """Twenty without its shortcuts."""

    __slots__ = ()
    plain_plays = False
    plain_scores = False


@st.composite
def slips(draw: st.DrawFn) -> str:
    """A whole game with a few numbers changed and a few left out."""
    text = draw(GAMES)
    claims = [match.span() for match in re.finditer(r"(?<=[=/:])\d+(?= |\n)", text)]
    for start, end in sorted(draw(st.lists(st.sampled_from(claims), max_size=3)), reverse=True):
        number = draw(st.sampled_from(["0", "7", "20", text[start:end]]))
        text = text[:start] + number + text[end:]
    left_out = draw(st.lists(st.integers(0, text.count("\n") - 1), max_size=2))
    lines = text.splitlines(keepends=True)
    return "".join(line for number, line in enumerate(lines) if number not in left_out)


def ready(table: TwentyTable, verdict: Verdict) -> TwentyTable:
    """A table that knows what is missing from the record of a verdict."""
    assert verdict.foresight is not None
    foreseen = verdict.foresight.open()
    table.omissions, table.follows = foreseen.omissions, foreseen.follows
    table.look_ahead(verdict.record.events, verdict.record.result or ())
    return table


def begun_as(position: rules.Twenty) -> rules.Twenty:
    """Return a game by the same options, before anything happened."""
    hands = "open" if position.same_hands else "hidden"
    return rules.Twenty(hands, "both" if position.at_once else "own-turn")


def told(examination: Examination) -> list[tuple[object, ...]]:
    return [
        (f.code, f.at, f.offset, f.expected, f.found, f.root.code, f.root.offset, str(f.effect))
        for f in examination.findings
    ]


@only_plain
@tried(10)
@given(slips())
def test_shortcuts_change_no_verdict(text: str) -> None:
    verdict = verify(text.encode())
    quick = verdict.examination
    if quick is None or not isinstance(quick.table, TwentyTable):
        return
    first = quick.table.position
    record = read(text.encode())
    thorough = Examination(record, lambda: ready(Thorough(begun_as(first)), verdict)).walk()
    again = Examination(record, lambda: ready(TwentyTable(begun_as(first)), verdict)).walk()
    assert told(thorough) == told(again)
    for kind in ("tally", "points", "score", "result", "winner"):
        assert thorough.held[kind] == quick.held[kind]
        assert thorough.claimed[kind] == quick.claimed[kind]
        assert thorough.unknown[kind] == quick.unknown[kind]


@tried(10)
@given(slips())
def test_an_examination_steps_as_a_replay_does(text: str) -> None:
    record = legible(read(text.encode())).record
    verdict = judge(read(text.encode()))
    if verdict.examination is None or not isinstance(verdict.examination.table, TwentyTable):
        return
    table = ready(TwentyTable(begun_as(verdict.examination.table.position)), verdict)
    for _ in run(record, table):
        pass
    assert table.ledger.lines == verdict.examination.table.ledger.lines
    assert table.ply == verdict.examination.table.ply


def test_a_walk_from_a_later_deal_finds_what_the_whole_one_finds() -> None:
    """Also where somebody out of turn has the story told again: from that deal, not from the first
    event at a table that stands at the last deal already."""
    sound = generate("zwanzig-ab/pagat@1", 4, 34, {})
    plays = [at for at, event in enumerate(sound.events) if isinstance(event, Play)]
    start = max(a for a, one in enumerate(sound.events) if isinstance(one, Deal) and a < plays[-1])
    third_trick = [at for at in plays if at > start][8]
    leader = sound.events[third_trick]
    assert isinstance(leader, Play)
    sound.events[third_trick] = leader._replace(seat=leader.seat % 4 + 1)
    record = read(write(sound).encode())
    open_table = Foresight(record, choose(record).begin).open
    table = open_table()
    for at in range(start):
        advance(table, record.events[at], at)
    whole = Examination(record, open_table).walk()
    assert {"wrong-leader", "wrong-result"} <= {finding.code for finding in whole.findings}
    assert told(Examination(record, table.copy, start=start).walk()) == told(whole)


@pytest.mark.parametrize("game", ["twenty", "twenty-two", "zwanzig-ab", "count-to-20"])
def test_a_walk_that_goes_two_ways_finds_what_two_walks_find(game: str) -> None:
    """Where nobody knows who played, what comes before is gone through once for both readings."""
    games = 0
    for path in sorted((FIXTURES / game / "flawed").glob("*.xxn"))[::4]:
        text = path.read_text("utf-8")
        plays = [found.start() for found in re.finditer(r"(?<=\d\. )p\d", text)]
        for offset in plays[len(plays) // 2 :][:1]:
            spoiled = read(f"{text[:offset]}p{text[offset + 2 :]}".encode())
            legible_ = legible(spoiled)
            otherwise = legible_.with_gaps
            if otherwise is None or verify(spoiled.raw).rules is None:
                continue
            games += 1
            _, chosen, foreseen = prepare(legible_)
            parted = first_difference(legible_.record, otherwise)
            one = Examination(legible_.record, foreseen.open, chosen.players).walk_to(parted)
            other = one.apart(otherwise)
            for walk, record in ((one, legible_.record), (other, otherwise)):
                whole = Examination(record, foreseen.open, chosen.players).walk()
                assert told(walk.walk()) == told(whole)
                assert (walk.held, walk.claimed) == (whole.held, whole.claimed)
    assert games > 4


@only_plain
def test_a_record_cut_off_in_a_play_is_gone_through_once() -> None:
    """Nobody knows whose that play was: only from there on are there two readings."""
    whole = budgets.record("zwanzig-ab", "plays of one number", 3000).rpartition(b"\n")[0] + b"\n"
    once, cut = (called(partial(verify, data)) for data in (whole, whole + b"7. p"))
    assert cut < 1.4 * once  # gone through twice, it is 1.7 times as much


@only_plain
def test_a_story_is_told_on_from_where_it_was_told_last() -> None:
    """Of eight players out of turn at the end of a game none has it told from the beginning."""
    sound = generate("zwanzig-ab/pagat@1", 4, 34, {})
    plays = [at for at, event in enumerate(sound.events) if isinstance(event, Play)]

    def seated_wrongly(slips: int) -> bytes:
        events = list(sound.events)
        for at in plays[-9 * slips :: 9]:
            play = events[at]
            assert isinstance(play, Play)
            events[at] = play._replace(seat=play.seat % 4 + 1)
        return write(Record(sound.tags, events)).encode()

    one, eight = (called(partial(verify, seated_wrongly(slips))) for slips in (1, 8))
    assert eight < 2.9 * one  # told from the beginning each time, it is 3.4 times as much


@pytest.mark.parametrize("flaw", ["not-followed", "uneven-exchange"])
def test_a_slip_behind_which_all_is_right_costs_no_second_replay(flaw: str) -> None:
    sound = generate("zwanzig-ab/twenty-down@1", 4, 2, {})
    spoiled = spoil(sound, flaw, Random(2))
    assert spoiled is not None
    one, other = (read(write(record).encode()) for record in (sound, spoiled))
    glance = partial(judge, how=AT_A_GLANCE)
    assert [len(glance(record).findings) for record in (one, other)] == [0, 1]
    assert called(partial(glance, other)) < 1.1 * called(partial(glance, one))
