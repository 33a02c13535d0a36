"""The first sentence names the play by its trick and deal, or by its hand and round."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from archive.core.record import Record
from archive.importers import import_bytes
from archive.languages.language import ENGLISH, language
from archive.notation import read
from archive.scoring import verify
from archive.scoring.headline import headline, who_won
from archive.telling.places_in_game import place_of, places_of
from tests.judged import judged

FIXTURES = Path(__file__).parents[2] / "fixtures"


@pytest.mark.parametrize(
    ("path", "code", "english", "german"),
    [
        ("zwanzig-ab/flawed/not-followed.xxn", "not-followed",
         "The queen of diamonds in trick 4 of deal 2 was a revoke: Bernd still held a heart",
         "Bernd hat in Stich 4 von Spiel 2 nicht bedient: Karodame gespielt, obwohl noch Herz"),
        ("twenty-two/flawed/led-not-met-proved-later.xxn", "led-not-met",
         "Björk plays 2♠ at play 5 (trick 1 of hand 1), and held",
         "Björk spielt in Zug 5 (Stich 1 von Spiel 1) 2♠, hatte"),
        ("count-to-20/flawed/missing-play.xxn", "missing-play",
         "Ada’s play 9 is missing: the sheet goes on with play 10.",
         "Zug 9 von Ada fehlt; als Nächstes steht da: Zug 10."),
        ("twenty/flawed/play-missing.xxn", "missing-play",
         "Albert’s play 7 is missing", "Zug 7 von Albert fehlt"),
        ("twenty/flawed/card-played-twice.xxn", "card-not-held",
         "at play", "in Zug"),
    ],
)  # fmt: skip
def test_a_forbidden_card_is_named_with_its_place(
    path: str, code: str, english: str, german: str
) -> None:
    for spoken, said in (("en", english), ("de", german)):
        findings = judged(FIXTURES / path, spoken).findings
        told = [one.sentence for one in findings if one.code == code]
        assert said in told[0]


@pytest.mark.parametrize("code", ["en", "de"])
def test_notation_stands_only_in_quotes(code: str) -> None:
    """But for what cannot be read, and for a seat that has no player."""
    for path in FIXTURES.glob("*/flawed/*.xxn"):
        for finding in judged(path, code).findings:
            bare = re.sub("“.*?”|„.*?“", "", finding.sentence)
            if finding.seat != 3 and not finding.code.startswith(("unreadable", "no-such-seat")):
                assert not re.search(r"@\w|\bp\d", bare), path.name


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("zwanzig-ab/flawed/short-deal.xxn", "Deal 1 breaks off after"),
        ("twenty-two/flawed/short-deal.xxn", "Hand 1 ends too early"),
        ("count-to-20/flawed/short-deal.xxn", "Hand 1 is not over after play"),
        ("twenty/flawed/round-cut-short.xxn", "Round 1 is not over: it has"),
        ("zwanzig-ab/flawed/end-twice.xxn", "A game has one end"),
        (
            "twenty-two/flawed/draw-by-the-wrong-players.xxn",
            "it is for Björk or Cem to draw, and the sheet has a draw by Ana",
        ),
        ("twenty/flawed/hand-known-in-part.xxn", "and what is left of the list is K."),
    ],
)
def test_what_is_wrong_is_named(path: str, said: str) -> None:
    told = [one.sentence for one in judged(FIXTURES / path).findings]
    assert any(said in one for one in told), told


def test_places_count_on_where_lines_have_no_numbers() -> None:
    record = read(
        b'[XXN "1.0"]\n[Game "zwanzig-ab"]\n\n@deal\n@trick\n1. p1 9h\n@trick\n2. p2 Th\n@deal\n'
        b"3. p1 9h\n"
    )
    found = [place_of(places_of(record), at, ENGLISH) for at in range(len(record.events))]
    assert found == ["deal 1", "trick 1 of deal 1", "trick 1 of deal 1", "trick 2 of deal 1",
                     "trick 2 of deal 1", "deal 2", "deal 2"]  # fmt: skip
    assert place_of(places_of(Record()), 0, ENGLISH) == ""


def test_two_slips_that_fit_equally_well_are_named_together() -> None:
    """A sweep of 5 doubled by hearts, or one of 10 that is not: both make ten. Where the others'
    totals are doubled beside it, hearts were not forgotten."""
    whole = (FIXTURES / "zwanzig-ab/flawed/sweep-five-read-as-ten.xxn").read_bytes()
    told = [one.sentence for one in verify(whole).findings if one.code == "wrong-score"]
    assert told[0] == (
        "All five tricks count 20 in deal 1 with hearts as trumps, not 10: Clara has 0 after "
        "deal 1, not 10."
    )
    data = whole.replace(b"@score p1:20 p2:30 p3:10 p4:30", b"@score p3:10")
    told = [one.sentence for one in verify(data).findings if one.code == "wrong-score"]
    assert told[0] == (
        "Hearts are trumps in deal 1 and count double, and the sheet seems to count them once, or "
        "all five tricks count 20 in deal 1 with hearts as trumps, not 10: Clara has 0 after "
        "deal 1, not 10."
    )
    german = verify(data, language=language("de")).findings
    assert ", oder alle fünf Stiche" in next(
        one.sentence for one in german if one.code == "wrong-score"
    )


@pytest.mark.parametrize(
    ("code", "said"),
    [("en", "The game is not over: Mia 15, Tom 45. A stretch of hand 1 was not written down"),
     ("de", "Die Partie ist noch nicht zu Ende: Mia 15, Tom 45. Ein Stück von Spiel 1 ist nicht")],
)  # fmt: skip
def test_how_it_stands_comes_before_what_is_not_written_down(code: str, said: str) -> None:
    found = import_bytes((FIXTURES / "import/prose/cards-left-counted-right.txt").read_bytes())
    assert found is not None
    verdict = verify(found.xxn, language=language(code))
    assert headline(verdict.as_dict(), verdict.record.players, language(code)).startswith(said)


@pytest.mark.parametrize(
    ("code", "said"),
    [("en", "The game goes to 100 points, and Tom has the most with 85: another hand is due. A "),
     ("de", "Gespielt wird bis 100 Punkte, und Tom hat mit 85 die meisten: Es folgt noch ")],
)  # fmt: skip
def test_why_the_game_goes_on_comes_before_what_is_not_written_down(code: str, said: str) -> None:
    found = import_bytes((FIXTURES / "import/prose/bleibt-sitzen.txt").read_bytes())
    assert found is not None
    verdict = verify(found.xxn, language=language(code))
    assert headline(verdict.as_dict(), verdict.record.players, language(code)).startswith(said)


@pytest.mark.parametrize(
    ("path", "english", "german"),
    [
        ("zwanzig-ab/flawed/after-the-end.xxn",
         "Bernd had already won with 0, and the sheet goes on with the next deal.",
         "Bernd hatte schon mit 0 gewonnen, und im Aufschrieb folgt noch: das nächste Spiel."),
        ("twenty/flawed/third-round.xxn",
         "Bertha had already won with 110, and the sheet goes on with another round.",
         "Bertha hatte schon mit 110 gewonnen, und im Aufschrieb folgt noch: eine weitere Runde."),
        ("twenty/flawed/play-after-the-end.xxn",
         "Bertha had already won with 110, and the sheet goes on with a play by Bertha.",
         "Bertha hatte schon mit 110 gewonnen, und im Aufschrieb folgt noch: ein Zug von Bertha."),
        ("twenty-two/flawed/after-the-end.xxn",
         "Björk had already won with 0, and the sheet goes on with the next hand.",
         "Björk hatte schon mit 0 gewonnen, und im Aufschrieb folgt noch: das nächste Spiel."),
        ("count-to-20/flawed/deal-after-the-end.xxn",
         "Ben had already won with 0, and the sheet goes on with the next hand.",
         "Ben hatte schon mit 0 gewonnen, und im Aufschrieb folgt noch: das nächste Spiel."),
        ("zwanzig-ab/flawed/totals-after-the-end.xxn",
         "Anna had won with 0 before deal 3, and the game was over.",
         "Anna hatte vor Spiel 3 mit 0 gewonnen, und die Partie war zu Ende."),
        ("count-to-20/flawed/turn-after-the-hand.xxn",
         "The hand is over, because a count of 20 has been made; play 46 of Ada comes after it.",
         "Das Spiel ist zu Ende, weil die 20 gemacht ist; Zug 46 von Ada kommt danach."),
    ],
)  # fmt: skip
def test_what_goes_on_after_the_end_begins_with_the_winner(
    path: str, english: str, german: str
) -> None:
    """But for a hand that is over in a game that is not."""
    for spoken, said in (("en", english), ("de", german)):
        findings = judged(FIXTURES / path, spoken).findings
        assert [one.sentence for one in findings if one.code == "after-the-end"] == [said]


def test_what_hangs_on_an_unknown_card_alone_is_said_to_be_open() -> None:
    """A pair of which one card is not known cannot be checked, and there is no finding about it."""
    plays = "\n".join(f"{n}. p{2 - n % 2} {n}={n}" for n in range(2, 10))
    head = (
        '[XXN "1.0"]\n[Game "count-to-20"]\n[P1 "Kai"]\n[P2 "Lena"]\n\n@deal dealer=p2\n1. p1 A=1\n'
    )
    verdict = verify(f"{head}{plays}\n10. p2 ?+J:10=10\n*\n".encode())
    assert headline(verdict.as_dict(), verdict.record.players) == "Not all of it can be checked."


def test_not_every_play_of_a_sheet_from_the_middle_is_called_allowed() -> None:
    """Where the lines before are not written, a hand may be of another deal than the plays behind
    it, so a card that it lacks is no mistake; nor was it certainly allowed."""
    text = (FIXTURES / "twenty/sound/illustrative-mended.xxn").read_text("utf-8")
    head, behind = text[: text.index("@round n=1")], text[text.index("@score p1:73 p2:110") :]
    torn = (head + behind).replace("91. p2 9=9", "91. p2 8=8")
    record = read(torn.encode())
    verdict = verify(record.raw)
    assert [one.code for one in verdict.findings] == ["gap"]
    said = headline(verdict.as_dict(), record.players)
    assert said.endswith("As far as can be told, every play on it was allowed.")


def test_a_sheet_from_the_middle_is_not_called_unfinished_where_its_last_totals_end_the_game() -> (
    None
):
    text = (FIXTURES / "count-to-20/sound/three-players.xxn").read_text("utf-8")
    head, behind = text[: text.index("@deal n=1")], text[text.index("@score p1:45") :]
    for untold in ("", re.sub(r"\[Result .*\n", "", head)):
        torn = (untold or head) + re.sub(r"@end .*\n", "", behind)
        record = read(torn.encode())
        verdict = verify(record.raw)
        assert [one.code for one in verdict.findings] == ["gap", "counted-on"]
        assert verdict.answers.result == ("unclaimed" if untold else "underdetermined")
        assert headline(verdict.as_dict(), record.players).endswith(" and Ben wins.")


def begun_late(name: str, at: str, *, ended: bool = False) -> Record:
    """Return a sound record from some words on, without its result, perhaps with its last line."""
    text = (FIXTURES / f"{name}.xxn").read_text("utf-8")
    tags = re.sub(r"^(?!\[).*\n|^\[Result .*\n", "", text, flags=re.MULTILINE)
    behind = text[text.index(at) :]
    return read((tags + (behind if ended else re.sub(r"@end .*\n", "", behind))).encode())


@pytest.mark.parametrize(
    ("name", "at"),
    [
        ("zwanzig-ab/sound/pagat-whole", "@deal n=4"),
        ("count-to-20/sound/three-players", "@deal n=4"),
        ("twenty-two/sound/whole-north-american", "@deal n=4"),
    ],
)
def test_a_game_may_be_over_by_a_last_standing_that_cannot_be_checked(name: str, at: str) -> None:
    """It was headed “The game is not over”."""
    record = begun_late(name, at)
    verdict = verify(record.raw)
    assert verdict.answers.result == "underdetermined"
    assert who_won(verdict.as_dict(), record.players) == "Who won cannot be told."
    broken_off = read(re.sub(rb"@score .*\n(@out.*\n)?$", b"", record.raw))
    verdict = verify(broken_off.raw)
    assert verdict.answers.result == "unfinished"


@pytest.mark.parametrize("ended", [True, False])
@pytest.mark.parametrize(
    ("name", "at", "english", "german"),
    [
        ("twenty/sound/draw", "@score p1:50", "By the sheet’s own totals, it was a draw.",
         "Nach den Ständen im Aufschrieb ist die Partie unentschieden."),
        ("twenty-two/sound/all-out-shared", "@score",
         "By the sheet’s own totals, Ana and Björk share the win.",
         "Nach den Ständen im Aufschrieb teilen sich Ana und Björk den Sieg."),
    ],
)  # fmt: skip
def test_level_at_the_end_is_a_draw_by_totals_that_are_counted_on_too(
    name: str, at: str, english: str, german: str, *, ended: bool
) -> None:
    """It was called a shared win; and of those who go out together nothing was said."""
    record = begun_late(name, at, ended=ended)
    for spoken, said in ((ENGLISH, english), (language("de"), german)):
        told = verify(record.raw, language=spoken).as_dict()
        assert who_won(told, record.players, spoken) == said
    what = "and it is a draw." if "draw" in english else "share the win."
    assert headline(verify(record.raw).as_dict(), record.players).endswith(what)


@pytest.mark.parametrize("name", ["hand-between-standings", "spiel-zwischen-zwei-staenden"])
def test_a_hand_in_words_between_two_standings_is_counted_on(name: str) -> None:
    """Its plays were numbered from 1, so the standing before them was called wrong."""
    text = (FIXTURES / f"import/prose/{name}.txt").read_bytes()
    imported = import_bytes(text, f"{name}.txt")
    assert imported is not None
    verdict = verify(imported.xxn)
    assert [(one.code, one.found) for one in verdict.findings] == [
        ("gap", "a later deal"), ("counted-on", "p1:40 p2:35"),
    ]  # fmt: skip


def test_players_and_plays_are_told_by_names_and_numbers_and_not_as_records_have_them() -> None:
    third = b'[XXN "1.0"]\n[Game "twenty"]\n[P1 "Ada"]\n[P2 "Ben"]\n1. p1 9 2. p3 8\n*\n'
    said = [one.sentence for one in verify(third).findings]
    assert "There is no player p3; the players are Ada and Ben." in said
    text = (FIXTURES / "zwanzig-ab/sound/pagat-whole.xxn").read_text("utf-8")
    early = re.sub(r"(\d+)\. (p\d) x\S+", r"\1. \2 in", text, count=1)
    first, second, *_ = [one for one in verify(early.encode()).findings if one.code == "not-now"]
    assert first.sentence == (
        "It is for Dirk to exchange or stand pat, and the sheet goes on with Dirk staying in."
    )
    assert second.sentence == (
        "It is time to stay in or drop out in deal 1, and the sheet goes on with an exchange by "
        "Anna."
    )


def test_a_play_behind_the_end_is_told_without_its_number() -> None:
    """It was “goes on with 33. Dirk 8c”."""
    text = (FIXTURES / "zwanzig-ab/sound/pagat-whole.xxn").read_text()
    plays = len(re.findall(r"\d+\. p\d", text))
    found = verify(read(f"{text}{plays + 1}. p4 8c\n".encode()).raw).findings[0]
    assert found.sentence.endswith("and the sheet goes on with a play by Dirk.")


def test_a_hand_of_which_nothing_is_left_is_no_list() -> None:
    """It was “what is left of the hand dealt, with what was exchanged, is nothing”."""
    text = (FIXTURES / "zwanzig-ab/sound/pagat-whole.xxn").read_text()
    spoiled = text.replace("56. p3 7s", "56. p2 7s")
    told = [one.sentence for one in verify(read(spoiled.encode()).raw).findings]
    assert any(one.endswith("by then no card of the hand is left.") for one in told), told


def moved(name: str, line: str, before: str) -> str:
    """Return the sentence about a line of a sound record that stands before another instead; one
    that stands before itself is there twice."""
    text = (FIXTURES / f"{name}.xxn").read_text("utf-8")
    found = re.search(rf"^{line}.*\n", text, re.MULTILINE)
    assert found is not None
    rest = text if line == before else text.replace(found[0], "", 1)
    late = re.sub(rf"^(?={before})", found[0], rest, count=1, flags=re.MULTILINE)
    told = [one for one in verify(late.encode()).findings if one.code == "not-now"]
    return told[0].sentence


@pytest.mark.parametrize(
    ("name", "line", "before", "said"),
    [
        ("zwanzig-ab/sound/pagat-whole", "p2: ", "@stay",
         "Bernd’s hand is listed too late in deal 1: hands are listed before cards are exchanged."),
        ("zwanzig-ab/sound/pagat-whole", "@stay", "@stay",
         "The choices to stay in begin a second time in deal 1."),
        ("zwanzig-ab/sound/pagat-whole", "@deal n=1", "@deal n=1",
         "Deal 1 begins a second time on the sheet."),
        ("count-to-20/sound/three-players", "@deal n=1", "@deal n=1",
         "Hand 1 begins a second time on the sheet."),
        ("twenty-two/sound/whole-north-american", "@deal n=1", "@deal n=1",
         "Hand 1 begins a second time on the sheet."),
    ],
)  # fmt: skip
def test_a_line_in_the_wrong_place_is_named_for_what_it_is(
    name: str, line: str, before: str, said: str
) -> None:
    """Of a deal that begins twice in Count to 20 it was said that the sheet ends twice."""
    assert moved(name, line, before) == said
