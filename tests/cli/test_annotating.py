"""`twenties annotate`, as somebody at a terminal meets it."""

import json
import re
from pathlib import Path

from archive.analyst import ANALYST
from archive.core.events import Comment, Nag, Variation
from archive.generator import generate
from archive.notation import read, write
from archive.notation.hashes import hashes
from archive.scoring import ENGINE, verify
from tests.cli.running import flat, run

FIXTURES = Path(__file__).parents[2] / "fixtures"
SOUND = FIXTURES / "twenty" / "sound" / "illustrative-mended.xxn"
OTHER = FIXTURES / "count-to-20" / "sound" / "bare-turns.xxn"
OF_THREE = FIXTURES / "found" / "plays-of-twenty-two-without-exchanges.xxn"
QUICK = ("--samples", "40")


def test_mistakes_are_shown_with_what_was_better_and_where_it_leads() -> None:
    result = run("annotate", SOUND, *QUICK)
    assert result.exit_code == 0
    text = flat(result.stdout)
    assert "Bertha won by 28" in text
    # The rulebook: “Bertha's response of the Four of Spades is bad. She should have played a high
    # card to prevent Albert from scoring a Six Tally.”
    assert "32. Bertha 4 ?? Better was the 9" in text
    assert "Bertha 9 17 +15; Albert 3 20 +10" in text
    # The last hands are known to both: what is expected is what is.
    assert "91. Bertha 9 ?? Better was the A: 11 points more to be expected." in text


def test_every_play_is_shown_when_asked_for() -> None:
    plays = [
        line
        for line in run("annotate", SOUND, *QUICK, "--every").stdout.splitlines()
        if "gave away" in line and "in hindsight" in line
    ]
    assert len(plays) == 100


def test_annotations_are_written_into_a_copy_beside_what_stands_there() -> None:
    own = SOUND.read_bytes().replace(b"32. p2 4=12/15", b"32. p2 4=12/15 {What was that?}", 1)
    assert b"What was that?" in own
    result = run("annotate", "--xxn", "-", *QUICK, stdin=own)
    before, after = read(own), read(result.stdout.encode())
    assert after.diagnostics == []
    assert hashes(after).play == hashes(before).play
    assert verify(result.stdout.encode()).score == verify(own).score
    said = [event for event in after.events if isinstance(event, Comment)]
    assert Comment("What was that?") in said
    assert len([one for one in said if one.text.startswith("[%eval ")]) == 100
    assert after.events[0] == Comment(f"[%analyst {ANALYST} {ENGINE}]")
    marks = [event for event in after.events if isinstance(event, Nag)]
    lines = [event for event in after.events if isinstance(event, Variation)]
    assert len(marks) >= len(lines) > 4
    again = run("annotate", "--xxn", "-", *QUICK, stdin=result.stdout.encode())
    assert again.stdout == result.stdout


def test_what_is_not_weighed_is_said_and_written_as_it_was() -> None:
    result = run("annotate", OTHER)
    assert result.exit_code == 1
    assert "Not all cards are written down" in result.stdout
    written = run("annotate", "--xxn", OTHER)
    assert written.stdout == OTHER.read_text("utf-8")
    assert "Not all cards are written down" in written.stderr
    unreadable = run("annotate", "-", stdin=b"no record\n")
    assert unreadable.exit_code == 3
    assert "p1" not in unreadable.stdout


def test_programs_get_a_line_a_record() -> None:
    data = SOUND.read_bytes()
    result = run("annotate", "--json", "-", *QUICK, stdin=data + b"\n" + data)
    first, second = map(json.loads, result.stdout.splitlines())
    assert [first["record"], second["record"]] == [1, 2]
    assert first["plies"] == second["plies"]
    assert (first["story"]["winner"], first["story"]["margin"]) == ("p2", 28)


def test_tricks_are_weighed_by_what_their_player_can_be_sure_of() -> None:
    data = write(generate("zwanzig-ab/pagat@1", 4, 5, {})).encode()
    shown = run("annotate", "-", "--samples", "2", stdin=data)
    assert shown.exit_code == 0
    assert "Anna gave away" in shown.stdout
    assert "Better was the " in shown.stdout
    written = run("annotate", "--xxn", "-", "--samples", "2", stdin=data)
    after = read(written.stdout.encode())
    assert after.diagnostics == []
    assert verify(written.stdout.encode()).score == verify(data).score
    said = [one.text for one in after.events if isinstance(one, Comment)]
    assert any(re.match(r"\[%eval p\d:-?\d+\.\d\d sure\]", one) for one in said)
    assert any(re.match(r"\[%eval p\d:-?\d+\.\d\d average\]", one) for one in said)


def test_players_without_names_are_called_by_their_seats() -> None:
    result = run("annotate", OF_THREE, *QUICK)
    assert result.stdout.startswith(f"{OF_THREE}:1 · p1 – p2 – p3\n")
    assert "Traceback" not in result.stderr
