"""Sheets as players type them: no sound one is accused, and what is wrong in another is named."""

from __future__ import annotations

import pytest

from archive.importers import import_bytes
from archive.scoring import Verdict, verify
from archive.scoring.headline import headline
from archive.scoring.upload_phrases import not_understood
from tests.importers.test_fixtures import FIXTURES

SOUND = [
    "figures/bonus-in-a-row",
    "figures/totals-in-the-heading",
    "prose/told-by-value",
    "prose/showdown-and-trick-winners",
    "prose/tricks-counted-below-the-plays",
    "prose/bonus-with-its-cards",
    "losing-cards/alle-sieben-karten",
    "figures/changes-and-totals-by-turns",
    "figures/tricks-and-trumps-alone",
    "losing-cards/both-lose-with-6s",
    "prose/as-kreuz",
    "prose/counts-are-no-standing",
    "prose/for-20-and-another-10",
    "figures/ergebnis-in-einer-zeile",
    "losing-cards/hands-in-columns",
    "losing-cards/deals-ten-each",
    "figures/hands-in-columns-h1",
    "figures/running-total-behind-a-row",
    "prose/made-twenty-and-held",
    "prose/macht-zwanzig-noch",
    "prose/lead-told-behind",
    "prose/cards-behind-the-count",
    "prose/two-hands-on-a-line",
    "prose/seven-cards-without-a-deal",
    "prose/score-before-and-after",
    "prose/es-spielen-im-uhrzeigersinn",
    "figures/viv-complains",
    "figures/rd-1",
    "totals/die-anderen-daheim",
    "totals/the-others-out",
    "losing-cards/out-in-a-hand",
    "losing-cards/then-lost-with-an-ace",
    "losing-cards/one-loser-a-hand",
    "losing-cards/one-loser-a-hand-no-game",
    "losing-cards/one-total-a-hand",
    "figures/nach-der-1-hand-einer",
    "figures/nach-der-1-hand-ohne-spiel",
    "totals/stand-ohne-namen",
    "totals/a-player-without-totals",
    "losing-cards/both-are-out",
    "prose/a-digit-in-turn",
    "prose/senders-say-play",
    "totals/beide-sind-raus",
    "losing-cards/i-lost-with",
    "losing-cards/ich-mit-ass",
    "prose/i-lead-and-throw",
    "prose/i-play-a-line",
    "prose/i-play-and-put",
    "prose/ich-fertig-mir-blieb",
    "prose/ich-lege",
    "prose/me-and-i-had",
    "prose/me-in-capitals",
    "prose/numbers-before-tricks",
    "prose/numbers-within-tricks",
    "totals/i-got",
    "totals/mit-mir",
    "losing-cards/he-is-out",
    "totals/after-1-start-each",
    "totals/after-a-deal-low",
    "totals/after-a-hand-without-willi",
    "totals/alle-fangen-an",
    "totals/anfang-20",
    "totals/but-leo-says",
    "totals/but-leo-says-it-was",
    "figures/i-beat",
    "totals/nach-einem-spiel-niedrig",
    "totals/plus-and-r1",
    "totals/trumps-in-brackets",
    "losing-cards/ich-bleibe-auf",
    "losing-cards/me-in-a-table",
    "prose/i-dealt",
    "prose/i-follow-with",
    "prose/i-in-small-letters",
    "prose/i-pay",
    "prose/ich-raus-liste",
    "prose/ich-steche-mit",
    "losing-cards/in-der-ersten-hatte",
    "prose/dann-spielte-anna",
    "prose/gewonnen-hat-anna",
    "prose/senders-say-i",
    "figures/you-had-45",
    "prose/stuck-with",
    "totals/i-have-and-pats-on",
    "totals/ich-raus-und-keinen",
    "figures/me-against-two",
    "figures/me-changes",
]
BY_FIGURES = sorted(path.stem for path in (FIXTURES / "figures").glob("*.txt"))
SOUND += [f"figures/{name}" for name in BY_FIGURES if not name.endswith("-wrong")]
WRONG = {
    "figures/points-no-hand-gives-wrong": (
        "Every card left costs 5, 10 or 20, so Quin cannot get 23 points in hand 1."
    ),
    "figures/tricks-and-the-end-wrong": ("Bob wins all five tricks in deal 3: 16 − 10 = 6, not 8."),
    "figures/changes-and-totals-by-turns-wrong": (
        "16 − 2 is 14, not 15, so Kurt has 14 after deal 3."
    ),
    "figures/zusammen-wrong": "55 + 48 is 103, not 113, so Ben has 103 after round 2.",
    "figures/cards-in-brackets-wrong": "No card counts 13, so Nils cannot get that in hand 3.",
    "figures/mit-abstand-wrong": ("Vroni’s score changes by +4 in deal 2, and no deal gives that."),
    "figures/names-above-numbers-wrong": (
        "Every card left costs 5, 10 or 20, so Tom cannot get 63 points in hand 3."
    ),
    "figures/row-of-the-beginning-wrong": (
        "In Twenty down no player drops out: tricks take points off and no trick adds five, so the "
        "score of Joe"
    ),
    "figures/start-row-and-a-deal-wrong": ("The tricks of deal 2 come to 4, and there are five."),
    "figures/trumps-and-changes-wrong": "21 − 1 is 20, not 19, so Dora has 20 after deal 3.",
    "figures/changes-and-end-wrong": (
        "By these totals the score is Anna 17, Ben 16, Cem 17, Dora 30; the sheet gives Cem 18."
    ),
    "figures/minuspunkte-wrong": (
        "By these totals the score is Anke 50, Bodo 20; the sheet gives Anke 45."
    ),
    "figures/a-sum-of-a-row-wrong": "25 + 30 + 20 is 75, not 85, so Mia has 75 after hand 3.",
    "figures/you-had-45-wrong": "45 + 60 is 105, not 95: with 105 for Zed after hand 3",
    "losing-cards/damit-ist-papa-raus": "By the rules the score is Papa 21, Lea 0, Ich 8.",
    "figures/aenderungen-und-stand-wrong": "18 + 5 is 23, not 22, so Lea has 23 after deal 3.",
    "figures/gewonnen-hat-wrong": (
        "By these totals Conny wins, 107–103. The most points win: Conny has 107, Uwe 103."
    ),
    "figures/hearts-double-wrong": (
        "The sheet seems to take off the 5 points that Pete gets in deal 5 for no trick: Pete has "
        "17 after deal 5, not 7."
    ),
    "losing-cards/name-card-total-wrong": "Dev loses hand 7 with a five: 19 + 5 = 24, not 25.",
    "losing-cards/three-lost-by-seven-wrong": (
        "Bert loses hand 2 with an eight and hand 6 with a seven: 0 + 8 + 7 = 15, not 16."
    ),
    "figures/column-of-bonuses-wrong": (
        "By these totals Anna wins, 138–134; the sheet gives Anna 139."
    ),
    "figures/bonuses-by-name-wrong": (
        "By these totals Anna wins, 138–134; the sheet gives Anna 139."
    ),
    "figures/hands-of-each-round-wrong": (
        "14 + 41 + 20 + 16 + 31 + 6 is 128, not 118, for Nils in round 1: with 128 there, Nils"
    ),
    "figures/changes-against-totals-wrong": "25 + 5 is 30, not 29, so Dora has 30 after deal 2.",
    "figures/tricks-and-scores-wrong": (
        "The sheet seems to leave out what Quinn had before: Quinn has 35 after deal 2, not 30."
    ),
    "figures/zweite-runde-wrong": (
        "By these totals Xenia wins, 165–155. The most points win: Xenia has 165, Wanda 155."
    ),
    "figures/goes-on-behind-deal-7-wrong": (
        "Jan had won with −6 before deal 9, and the game was over."
    ),
    "prose/hab-noch-wrong": (
        "Eva is left with a four (5) and an ace (5) in hand 2: 0 + 10 = 10, not 15."
    ),
    "losing-cards/rasmussen-and-a-wrong-total": (
        "Jo lost hand 4 with a two, which counts 2, not 1."
    ),
    "prose/ich-raus-liste-wrong": (
        "Eva stays at 35, not 45: nothing was scored since the totals before."
    ),
    "totals/ich-keinen-wrong": (
        "Ich wins no trick in deal 2 with hearts as trumps: 18 + 10 = 28, not 23."
    ),
    "totals/me-and-a-wrong-sum": "40 + 70 is 110, not 120, so Ada has 110 after round 2.",
    "figures/start-row-wrong": "The tricks of deal 2 come to 4, and there are five.",
    "figures/me-arrows-wrong": "The tricks of deal 2 come to 4, and there are five.",
    "totals/everyone-starts-on": (
        "In Twenty down no player drops out: tricks take points off and no trick adds five, so the "
        "score of Ben"
    ),
    "prose/i-have-left-wrong-sum": (
        "Me is left with a king (20), a queen (10) and a three (5) in hand 1: 0 + 35 = 35, not 50."
    ),
    "totals/each-and-a-wrong-deal": (
        "The tricks of deal 2 come to 4, or to 2 with hearts as trumps, and there are five."
    ),
    "prose/me-wrong-sum": (
        "Sue is left with a seven (5) and a five (5) in hand 2: 0 + 10 = 10, not 15."
    ),
}
"""Sheets with a wrong number, and what is said of it."""


def judged(name: str) -> Verdict:
    """The verdict on a sheet of which every line is understood or kept as a remark."""
    found = import_bytes((FIXTURES / f"{name}.txt").read_bytes())
    assert found is not None
    assert not [one for one in found.diagnostics if one.severity == "error"]
    return verify(found.xxn)


@pytest.mark.parametrize("name", SOUND)
def test_nothing_is_found_in_a_sound_sheet(name: str) -> None:
    findings = judged(name).as_dict()["findings"]
    assert {one["severity"] for one in findings} <= {"note"}


@pytest.mark.parametrize("name", WRONG)
def test_the_wrong_number_alone_is_named(name: str) -> None:
    verdict = judged(name)
    said = verdict.as_dict()
    assert headline(said, verdict.record.players).startswith(WRONG[name])
    assert sum(one["severity"] == "error" for one in said["findings"]) == 1


def test_a_fault_in_a_sheet_hardly_understood_may_be_the_readings() -> None:
    text = (
        "count to 20, first 7 turns, three of us. I'm Theo. Order Theo, Uma, Val. Uma dealt.\n\n"
        "Val takes one off the pile\nTheo 1: ace\nUma takes one off the pile\nVal 2: two\n"
        "Theo 3: king\nUma takes one off the pile\nVal takes one off the pile\n"
        "Theo 4: four\nUma 5: five\n\npizza came, we never finished\n"
    )
    found = import_bytes(text.encode())
    assert found is not None
    lines = not_understood(found.as_dict()["diagnostics"])
    verdict = verify(found.xxn)
    said = headline(verdict.as_dict(), verdict.record.players, left_over=lines)
    assert said.endswith(
        f"{lines} lines of this sheet were not understood, and this may come of that."
    )
