"""Sheets that have totals and no plays: sound ones are never accused, and what no deal can give is
refuted with its clause."""

from __future__ import annotations

from pathlib import Path

import pytest

from archive.core.events import Deal, End, Round, Score
from archive.core.record import Record
from archive.importers import import_bytes
from archive.languages.language import language
from archive.notation import write
from archive.scoring import Answer, verify
from archive.scoring.headline import headline
from archive.scoring.sheet_headline import UNCONTRADICTED
from archive.scoring.totals.sheet_steps import steps
from tests.counted import called
from tests.scoring.totals_sheets import (
    HOPELESS,
    hopeless,
    judged,
    made,
    readings,
    refuted,
    sheet_of,
    with_tricks,
)

FIXTURES = Path(__file__).parents[2] / "fixtures"
SEEDS = 2
IN_WORDS = [
    ("Zwanzig ab\nStart: 20 each\nDeal 1: Resi 18, Sepp 25, Uschi 18, Vroni 19\nWinner: Resi",
     "Resi and Uschi are lowest with 18, and no player is down to zero yet: another deal is due.",
     "Resi und Uschi liegen mit 18 am tiefsten, und noch ist niemand auf null herunter"),
    ("Zwanzig ab\nDeal 1: Resi 17, Sepp 24, Uschi 18, Vroni 20",
     "Sepp’s score changes by +4 in deal 1, and no deal gives that.",
     "Der Stand von Sepp ändert sich in Spiel 1 um +4; das kann kein Spiel ergeben."),
    ("Zwanzig ab\nDeal 1: Resi 18, Sepp 18, Uschi 18, Vroni 20",
     "The tricks of deal 1 come to 6, or to 3 with hearts as trumps, and there are five.",
     "In Spiel 1 sind es 6 Stiche, mit Herz als Trumpf 3; es gibt aber genau fünf."),
    ("Zwanzig ab\nSpiel 1: Resi 20, Sepp 25, Uschi 25, Vroni 25",
     "In deal 1 no trick is counted, and there are five.",
     "In Spiel 1 ist kein Stich gezählt; es gibt aber fünf."),
    ("Zwanzig ab\nDeal 1: Resi 10, Sepp 25, Uschi 25, Vroni 25",
     "All five tricks take 5 off Resi in deal 1, not 10.",
     "In Spiel 1 gehen bei Resi für alle fünf Stiche 5 ab, nicht 10."),
    ("|Spiel|Ana|Bo|Cem|\n|---|---|---|---|\n| 1 | 10 | 0 | 0 |\n\nTwenty-Two\n\nAna wins",
     "Ana, Bo and Cem are still in the game: another hand is due.",
     "Ana, Bo und Cem sind noch im Spiel: Es wird noch einmal gegeben."),
    (("Zwanzig ab\nNach Spiel 1: Resi 10, Sepp 30, Uschi 30, Vroni 30\nNach Spiel 2: Resi 0, "
      "Sepp 40, Uschi 40, Vroni 40\nNach Spiel 3: Resi -5, Sepp 45, Uschi 45, Vroni 45\n"
      "Sieger: Resi"),
     "Resi had won with 0 before deal 3, and the game was over.",
     "Resi hatte vor Spiel 3 mit 0 gewonnen, und die Partie war zu Ende."),
    ("Twenty down\nDeal 1: Resi 18, Sepp 19, Uschi 19, Vroni 20",
     ("In Twenty down no player drops out: tricks take points off and no trick adds five, so the "
      "score of Vroni cannot stay as it was in deal 1."),
     ("Bei Twenty down steigt niemand aus: Stiche ziehen Punkte ab, kein Stich bringt fünf dazu; "
      "der Stand von Vroni kann also in Spiel 1 nicht gleich bleiben.")),
    ("Count to 20\nHand 1: Ada 0, Ben 0",
     "A hand is over as soon as one player has no cards left, so Ada and Ben cannot both",
     "Ein Spiel ist zu Ende, sobald einer keine Karten mehr hat; Ada und Ben können in Spiel 1"),
    (("Count to 20\nHand 1: Ada 10, Ben 0\nHand 2: Ada 0, Ben 35\nHand 3: Ada 20, Ben 45\n"
     "Total: Ada 30, Ben 85"),
     ("By these totals the score is Ada 30, Ben 80; the sheet gives Ben 85. Ben’s points come to "
     "80, and the end says 85."),
     ("Nach diesen Ständen gilt: Es steht Ada 30, Ben 80. Im Aufschrieb steht: Ben 85. Ben kommt "
     "auf 80, am Ende steht aber 85.")),
    ("Count to 20\nHand 1: Ada 10, Ben 60\nHand 2: Ada 40, Ben 50",
     "Points are only added: Ben cannot go down by 10 to 50 in hand 2.",
     "Punkte kommen nur dazu: Ben kann in Spiel 2 nicht um 10 auf 50 zurückgehen."),
    ("Count to 20\nHand 1: Ada 10, Ben 60\nHand 2: Ada 40, Ben 52",
     "Points are only added: Ben cannot go down by 8 to 52 in hand 2.",
     "Punkte kommen nur dazu: Ben kann in Spiel 2 nicht um 8 auf 52 zurückgehen."),
    ("Twenty-Two\nHand 1: Ana 13, Bo 0, Cem 0",
     "No card counts 13, so Ana cannot get that in hand 1.",
     "Keine Karte zählt 13; das kann Ana in Spiel 1 nicht bekommen."),
    ("Twenty-Two\nHand 1: Ana 10, Bo 7, Cem 0",
     "Only cards of one rank lose a hand: Ana 10 and Bo 7 cannot both be right for hand 1.",
     "Ein Spiel verlieren nur Karten eines Rangs: Ana 10 und Bo 7 können in Spiel 1 nicht beide"),
    ("Twenty-Two\nSpiel 1: Ana 11, Bo 0, Cem 0\nSpiel 2: Ana 21, Bo 0, Cem 0\nAna scheidet aus",
     ("By these totals the score is Ana 21, Bo 0, Cem 0. Ana has 21 points after hand 2, and is "
      "out only with 22 or more."),
     ("Nach diesen Ständen gilt: Es steht Ana 21, Bo 0, Cem 0. Ana hat nach Spiel 2 erst 21 "
      "Punkte; ausgeschieden ist man ab 22.")),
    ("Twenty-Two\nHand 1: Ana 10, Bo 10\nHand 2: Ana 20, Bo 20\nHand 3: Ana 29, Bo 29\nAna wins",
     ("By these totals it is a draw, 29–29. All who were left went out in the last hand, and the "
      "win goes to Ana and Bo together; the sheet says Ana."),
     ("Nach diesen Ständen gilt: unentschieden, 29:29. Im letzten Spiel sind alle ausgeschieden, "
      "die noch dabei waren; gemeinsam gewonnen haben Ana und Bo, laut Aufschrieb Ana.")),
    ("Twenty\nRound 1: Anna 1600, Ben 82",
     "In round 1 Anna 1600 and Ben 82 make 1682, and a round gives 1500 points at the most.",
     "In Runde 1 ergeben Anna 1600 und Ben 82 zusammen 1682; eine Runde bringt höchstens 1500"),
    ("Mia has 40, Tom 52.\nCount to 20\nHand 4: Mia 45, Tom 52\nHand 5: Mia 60, Tom 77",
     "Every card left costs 5, 10 or 20, so no hands give Tom 52 points.",
     "Jede übrige Karte kostet 5, 10 oder 20; 52 Punkte für Tom ergibt also kein Spiel."),
    ("Mia has 40, Tom 50.\nCount to 20\nHand 4: Mia 45, Tom 50\nHand 5: Mia 45, Tom 77",
     "Every card left costs 5, 10 or 20, so Tom cannot get 27 points in hand 5.",
     "Jede übrige Karte kostet 5, 10 oder 20; 27 Punkte kann Tom in Spiel 5 also nicht bekommen."),
    ("Count to 20\nHand 1: Mia 25, Tom 0\nHand 2: Mia 25 + 30 = 65, Tom 0",
     "25 + 30 is 55, not 65, so Mia has 55 after hand 2.",
     "25 + 30 ergibt 55, nicht 65; nach Spiel 2 hat Mia also 55."),
    (("Count to 20\nHand 1: Mia 25, Tom 0\nHand 2: Mia 25 + 30 = 65, Tom 0\n"
      "Hand 3: Mia 105, Tom 0\nTom wins"),
     ("25 + 30 is 55, not 65, for Mia in hand 2: with 55 there, Mia ends with 95, and the game is "
      "not over."),
     ("25 + 30 ergibt 55, nicht 65 (Mia, Spiel 2): Mit 55 dort endet Mia bei 95, und die Partie "
      "ist nicht zu Ende.")),
    (("Twenty\nRound 1: Albert 60, Berta 65\n"
      "Round 2: Albert 60 + 45 = 105, Berta 65 + 34 = 109\nBerta wins"),
     "65 + 34 is 99, not 109: with 99 for Berta after round 2, the game goes to Albert.",
     "65 + 34 ergibt 99, nicht 109: Mit 99 für Berta nach Runde 2 geht die Partie an Albert."),
    (("Zwanzig ab\nSpiel 1: Uschi 18, Sepp 19, Resi 18, Max 25\n"
      "Spiel 2: Uschi 18 - 3 = 16, Sepp 18, Resi 17, Max 30"),
     "18 − 3 is 15, not 16, so Uschi has 15 after deal 2.",
     "18 − 3 ergibt 15, nicht 16; nach Spiel 2 hat Uschi also 15."),
    ("Twenty-Two\nHand 1: Ann 10, Bob 0\nHand 2: Ann 10 + 11 = 22, Bob 0\nAnn is out. Bob wins",
     "10 + 11 is 21, not 22: with 21 for Ann the game is not over after hand 2.",
     "10 + 11 ergibt 21, nicht 22: Mit 21 für Ann ist die Partie nach Spiel 2 nicht zu Ende."),
    (("Zwanzig ab\nNach Spiel 7: Resi 2, Sepp 1, Uschi 1, Max 1\n"
      "Nach Spiel 8: Resi 0, Sepp 0, Uschi 0, Max 0"),
     "Resi, Sepp, Uschi and Max are level at 0: there is no winner yet, and another deal is due.",
     "Resi, Sepp, Uschi und Max liegen mit 0 gleichauf: Noch hat keiner gewonnen, es folgt noch"),
    ((FIXTURES / "import/figures/goes-on-from-another-wrong.txt").read_text("utf-8"),
     "Resi has 16 before deal 2, and the sheet goes on from 17: with 16 there, Resi ends with 26.",
     ("Vor Spiel 2 hat Resi 16, und der Aufschrieb rechnet mit 17 weiter: Mit 16 dort endet Resi "
      "bei 26.")),
    (("Count to 20\nHand 1: Mia 25, Tom 0\nMia 35, Tom 0 so far\nHand 2: Mia 105, Tom 0\nTom wins"),
     ("Mia has 25 before hand 2, and the sheet goes on from 35: with 25 there, Mia ends with 95, "
      "and the game is not over."),
     ("Vor Spiel 2 hat Mia 25, und der Aufschrieb rechnet mit 35 weiter: Mit 25 dort endet Mia "
      "bei 95, und die Partie ist nicht zu Ende.")),
    (("Twenty\nRound 1: Ada 60, Ben 65\nAda 60, Ben 85 so far\nRound 2: Ada 105, Ben 100\n"
      "Ada wins"),
     ("Ben has 65 before round 2, and the sheet goes on from 85: with 65 there, Ben ends with 80."),
     ("Vor Runde 2 hat Ben 65, und der Aufschrieb rechnet mit 85 weiter: Mit 65 dort endet Ben "
      "bei 80.")),
    (("Count to 20\nHand 1: Mia 25, Tom 0\nMia 26, Tom 0 so far\nHand 2: Mia 105, Tom 0\nTom wins"),
     ("Mia has 25 before hand 2, and the sheet has 26 there; what comes after it goes on from 25. "
      "By these totals Tom wins, 0–105."),
     ("Mia hat vor Spiel 2 25, und im Aufschrieb steht dort 26; was danach kommt, geht von 25 "
      "aus.")),
]  # fmt: skip
"""Sheets as people write them, one of them of a single deal, with the sentence that settles it."""


def test_sound_sheets_are_never_accused() -> None:
    """By every rule set and reading, with and without trumps, with standings left out; and where
    the game is over, the sheet names its winner."""
    for rules, seats, options in readings():
        for seed in range(SEEDS):
            game = made(rules, seats, options, seed)
            told = [with_tricks(game)] if rules.startswith("zwanzig-ab") else []
            for sheet in (
                sheet_of(game),
                sheet_of(game, trumps=True),
                sheet_of(game, only=lambda place: place % 2 == 0),
                *told,
            ):
                verdict = judged(sheet)
                assert verdict.sheet is not None
                assert all(one.severity == "note" for one in verdict.findings), (rules, seed)
                assert Answer.UPHELD not in verdict.answers
            if isinstance(game.events[-1], End):
                assert judged(sheet_of(game)).winner == judged(game).winner


@pytest.mark.parametrize(("rules", "points", "clauses"), HOPELESS)
def test_hopeless_sheets_are_refuted(rules: str, points: int, clauses: set[str]) -> None:
    for seed in range(SEEDS):
        verdict = judged(hopeless(rules, points, seed))
        assert refuted(verdict, clauses), [one.sentence for one in verdict.findings]


@pytest.mark.parametrize(("sheet", "english", "german"), IN_WORDS)
def test_sheets_in_words_get_their_reason_first(sheet: str, english: str, german: str) -> None:
    found = import_bytes(sheet.encode())
    assert found is not None
    assert found.importer in OF_TOTALS
    data = write(found.records[0]).encode()
    for code, said in (("en", english), ("de", german)):
        verdict = verify(data, language=language(code))
        players = verdict.record.players
        assert headline(verdict.as_dict(), players, language(code)).startswith(said)


@pytest.mark.parametrize(
    ("game", "lines"),
    [("count-to-20", "@deal n=1\n@score p1:60 p2:65\n@deal n=2\n@end p1:80 p2:125 win=p1"),
     ("twenty", "@score p1:63 p2:64\n@deal n=3\n@end p1:83 p2:79 win=p1")],
)  # fmt: skip
def test_totals_at_the_end_are_the_standing_behind_the_last_deal(game: str, lines: str) -> None:
    """Where something was dealt since the last standing, the end need not repeat that one."""
    text = f'[XXN "1.0"]\n[Game "{game}"]\n[P1 "Ada"]\n[P2 "Ben"]\n\n{lines}\n'
    verdict = verify(text.encode())
    assert [one.code for one in verdict.findings] == ["totals-alone"]
    assert verdict.winner == "p1"


LAST_DEAL = "Im 7. Spiel ist alles verschmiert."
LAST_HAND = "Hand 5 was a wild one."


UNKNOWN = "Who won cannot be told: the totals at the end are not written down."
NOT_SO = "The result is not what the sheet says. "
ONLY_DOWN = "no other player can be down to zero by then, with 10 points off at most."
WITHIN = [
    ("Zwanzig ab\nNach Spiel 6: Resi 3, Sepp 15, Uschi 19, Toni 11", LAST_DEAL, "Resi",
     f"If deal 7 ended the game, Resi has won: {ONLY_DOWN}"),
    ("Zwanzig ab\nNach Spiel 6: Resi 13, Sepp 15, Uschi 19, Toni 9", LAST_DEAL, "Resi",
     f"{NOT_SO}Resi cannot have won with deal 7: Resi had 13 before, and at most 10 come off."),
    ("Zwanzig ab\nNach Spiel 6: Resi 3, Sepp 15, Uschi 19, Toni 9", LAST_DEAL, "Resi", UNKNOWN),
    ("Zwanzig ab\nNach Spiel 4: Resi 13, Sepp 15, Uschi 19, Toni 19", LAST_DEAL, "Sepp", UNKNOWN),
    ("Twenty-Two: Ann, Bob\nAfter hand 4: Ann 20, Bob 5", LAST_HAND, "Bob",
     "If hand 5 ended the game, Bob has won: with 11 points more at most Bob cannot be out"),
    ("Twenty-Two: Ann, Bob\nAfter hand 4: Ann 20, Bob 5", LAST_HAND, "Ann",
     f"{NOT_SO}Ann cannot have won with hand 5: Bob had 5 before, and with 11 more at most is"),
    ("Twenty-Two: Ann, Bob, Cid\nAfter hand 4: Ann 24, Bob 15, Cid 18", LAST_HAND, "Ann",
     f"{NOT_SO}Ann was out with 24 before hand 5, and cannot have won."),
    ("Twenty-Two: Ann, Bob\nAfter hand 4: Ann 20, Bob 15", LAST_HAND, "Bob", UNKNOWN),
    ("Twenty-Two: Ann, Bob\nAfter hand 4: Ann 20, Bob 5", "Hand 5 and 6 were wild ones.", "Ann",
     "Who won cannot be told."),
]  # fmt: skip
"""Totals, what is told of the last deal, who is said to have won, and how the answer begins."""


@pytest.mark.parametrize(("before", "smudged", "claimed", "said"), WITHIN)
def test_what_a_last_deal_can_give_at_most_may_decide_who_won(
    before: str, smudged: str, claimed: str, said: str
) -> None:
    found = import_bytes(f"{before}\n{smudged}\nSo {claimed} wins.\n".encode())
    assert found is not None
    verdict = verify(found.xxn)
    assert headline(verdict.as_dict(), verdict.record.players).startswith(said)


COUNT = "Count to 20, to 100 points: Ann, Bob, Cid\n\nAfter hand 3: Ann 60, Bob 65, Cid 20\n"
LATER = "Twenty-Two: Ann, Bob, Cid\n\nAfter hand 3: Ann 12, Bob 21, Cid 10\n"
DOWN = "Zwanzig ab: Ann, Bob, Cid, Dov\n\nAfter deal 3: Ann 2, Bob 9, Cid 9, Dov 8\n"


@pytest.mark.parametrize(
    ("sheet", "end", "wrong"),
    [
        (COUNT, "Ann 80, Bob 125, Cid 20", set()),
        (LATER, "Ann 22, Bob 25, Cid 10", set()),
        (DOWN, "Ann 0, Bob 14, Cid 6, Dov 8", set()),
        (COUNT, "Ann 60, Bob 105, Cid 20", {"wrong-result"}),  # a slip of the pen is more likely
        (COUNT, "Ann 65, Bob 70, Cid 20", {"wrong-result"}),  # and nothing ends the game there
        (COUNT, "Ann 50, Bob 125, Cid 20", {"impossible-total"}),  # no hand takes points off
    ],
)
def test_an_end_may_be_that_of_later_hands(sheet: str, end: str, wrong: set[str]) -> None:
    """Where more than one total goes on to those of a game that is over."""
    found = import_bytes(f"{sheet}Final score: {end}\n".encode())
    assert found is not None
    verdict = verify(write(found.records[0]).encode())
    assert {one.code for one in verdict.findings if one.severity == "error"} == wrong


@pytest.mark.parametrize(
    ("result", "wrong"),
    [("p1:45 p2:80 p3:25 p4:105", []), ("p1:10 p2:40 p3:0 p4:105", ["wrong-result"])],
)
def test_a_sheet_may_break_off_before_its_result(result: str, wrong: list[str]) -> None:
    """A tag tells the end of a game of which the last hands are lost."""
    tags = "".join(f'[P{seat} "?"]\n' for seat in (1, 2, 3, 4))
    rules = '[Rules "count-to-20/stovel@1;target=100"]\n'
    head = f'[XXN "1.0"]\n[Game "count-to-20"]\n{rules}{tags}[Result "{result}"]\n'
    verdict = verify(f"{head}\n@deal n=1 cards=7\n@score p1:10 p2:40 p3:0 p4:90\n".encode())
    assert [one.code for one in verdict.findings if one.severity == "error"] == wrong


def test_a_standing_in_front_of_a_skipped_number_may_be_that_of_the_deal_skipped() -> None:
    """Zwanzig ab: the standing of deal 1 and the line of deal 2 are missing. Without the skip it is
    that of deal 1, which no deal gives."""
    head = '[XXN "1.0"]\n[Game "zwanzig-ab"]\n\n@deal n=1\n@trump p2 c\n'
    rest = "@trump p4 c\n@score p1:22 p2:14 p3:21 p4:23\n"
    both = "@score p1:23 p2:15 p3:22 p4:25\n"
    text = f"{head}{both}@deal n={{}}\n{rest}"
    found = [
        [one.code for one in verify(text.format(number).encode()).findings] for number in (3, 2)
    ]
    assert found == [["totals-alone"], ["totals-alone", "impossible-total"]]


def test_tricks_refute_totals_that_are_not_what_they_score() -> None:
    """One point more for a player, from one deal on, is refuted in that deal and no other."""
    for rules in ("zwanzig-ab/pagat@1", "zwanzig-ab/twenty-down@1"):
        for seed in range(SEEDS):
            game = with_tricks(made(rules, 4, {}, seed))
            events = list(game.events)
            standings = [at for at, event in enumerate(events) if isinstance(event, Score)]
            for at in standings[1:]:
                (seat, total), *rest = events[at].totals
                events[at] = Score(((seat, total + 1), *rest))
            verdict = judged(Record(game.tags, events))
            wrong = [one for one in verdict.findings if one.code == "wrong-score"]
            assert {one.at for one in wrong} <= set(standings[1:2])
            assert verdict.answers.arithmetic is Answer.REFUTED or not standings[1:]


def test_tricks_stand_for_standings_that_are_not_written() -> None:
    """Whichever standings are left out, the tricks of the deals and their trumps give the same
    totals at the end."""
    for rules in ("zwanzig-ab/pagat@1", "zwanzig-ab/twenty-down@1"):
        for seed in range(SEEDS):
            game = with_tricks(made(rules, 4, {}, seed))
            whole = judged(game)
            for kept in (0, 2, 3):
                events = [
                    one for at, one in enumerate(game.events)
                    if not isinstance(one, Score) or (kept and at % kept == 0)
                ]  # fmt: skip
                told = judged(Record(game.tags, events))
                assert (told.score, told.winner) == (whole.score, whole.winner)
                assert not [one for one in told.findings if one.severity == "error"]


TOLD = "{Tricks: Ann 2, Ben 2, Cid 1, Dan 0}\n"


@pytest.mark.parametrize(("told", "score"), [
    (f"@deal n=1\n@trump s\n{TOLD}*\n", [18, 18, 19, 25]),
    (f"@deal\n@trump s\n{TOLD}@deal\n@trump c\n{TOLD}@end win=p1\n", [16, 16, 18, 30]),
    (f"@deal n=1\n@trump s\n{TOLD}@end win=p1\n", [18, 18, 19, 25]),
    (f"@deal n=1\n@trump s\n{TOLD}@deal n=2\n{TOLD}*\n", None),  # trumps unknown
    (f"@deal n=3\n@trump s\n{TOLD}@end win=p1\n", None),
    (f"@deal n=3\n@trump s\n{TOLD}@deal n=4\n@trump c\n{TOLD}*\n", None),
    (f"@deal n=1\n@trump s\n{TOLD.replace('Dan', 'Xaver')}*\n", None),
])  # fmt: skip
def test_a_sheet_may_count_nothing_but_tricks(told: str, score: list[int] | None) -> None:
    tags = "".join(
        f'[P{seat} "{name}"]\n' for seat, name in enumerate(("Ann", "Ben", "Cid", "Dan"), 1)
    )
    verdict = verify(f'[XXN "1.0"]\n[Game "zwanzig-ab"]\n{tags}[Result "*"]\n\n{told}'.encode())
    assert [*verdict.score.values()] == (score or [None] * 4)
    assert "totals-alone" in [one.code for one in verdict.findings]
    assert not [one for one in verdict.findings if one.severity == "error"]


def test_totals_carried_on_are_those_before() -> None:
    """A standing told once more is no fault; told with one point more, it is, and it alone."""
    for rules, seats, options in readings():
        game = sheet_of(made(rules, seats, options, 0))
        unit = Round if rules.startswith("twenty/") else Deal
        dealt = [at for at, one in enumerate(game.events) if isinstance(one, unit)]
        behind = [at for at in dealt if at and isinstance(game.events[at - 1], Score)]
        for at in behind[-1:]:
            events = list(game.events)
            again = events[at - 1]
            events.insert(at, again)
            verdict = judged(Record(game.tags, events))
            assert all(one.severity == "note" for one in verdict.findings), rules
            (seat, total), *rest = again.totals
            events[at] = Score(((seat, total + 1), *rest))
            verdict = judged(Record(game.tags, events))
            wrong = [one for one in verdict.findings if one.code == "impossible-total"]
            assert [one.at for one in wrong] == [at], rules
            assert (wrong[0].found or "").startswith("carried"), rules
            assert verdict.answers.arithmetic is Answer.REFUTED


def test_who_wins_by_a_wrong_sum_is_not_said() -> None:
    sheet = "Twenty-Two\nHand 1: Ann 10, Bob 0\nHand 2: Ann 10 + 11 = 22, Bob 0\nBob wins"
    found = import_bytes(sheet.encode())
    assert found is not None
    verdict = verify(found.xxn)
    assert headline(verdict.as_dict(), verdict.record.players) == (
        "10 + 11 is 21, not 22: with 21 for Ann the game is not over after hand 2."
    )


def test_a_losing_card_of_rasmussens_way_is_held_against_what_it_counts() -> None:
    sheet = FIXTURES / "import/losing-cards/rasmussen-running-totals.txt"
    found = import_bytes(sheet.read_bytes())
    assert found is not None
    for code, said in (
        ("en", "Ada lost hand 1 with a nine, which counts 9, not 10."),
        ("de", "Ada hat in Spiel 1 verloren und eine Neun gezeigt; das zählt 9, nicht 10."),
    ):
        verdict = verify(found.xxn, language=language(code))
        wrong = [one for one in verdict.findings if one.severity == "error"]
        assert [one.clause for one in wrong] == ["twenty-two/1.4"]
        assert headline(verdict.as_dict(), verdict.record.players, language(code)).startswith(said)


def test_what_is_not_contradicted_is_not_called_right() -> None:
    verdict = judged(sheet_of(made("count-to-20/stovel@1", 2, {}, 0)))
    words = headline(verdict.as_dict(), verdict.record.players)
    assert words.startswith("By these totals")
    assert words.endswith(UNCONTRADICTED[0])
    assert verdict.answers == (Answer.UNDERDETERMINED,) * 3


FIRST = {
    "out-and-not-listed.txt": (
        "By these totals Bob and Cleo share the win: Bob 32, Cleo 31, Ann 23. All who were left "
        "went out in the last hand, and the win goes to Bob and Cleo together; the sheet says "
        "Cleo."
    ),
    "spiele-mit-punkt.txt": "Uschi is lowest with 14, and no player is down to zero yet: another",
    "winner-behind-the-game.txt": "All five tricks take 10 off Resi in deal 2, not 5.",
    "bis-200-gespielt.txt": "The game goes to 200 points, and Tom has the most with 105: another",
    "open-hands.txt": "By these totals Ben wins, 110–82. Nothing in these totals contradicts",
    "standing-behind-the-game.txt": "The game is not over: Ann 10, Bob 11, Cleo 22. Nothing in",
    "two-rounds-in-a-sentence.txt": "By these totals Ben wins, 110–82. Nothing in these totals",
    "before-and-after-tricks-wrong.txt": (
        "Resi wins no trick in deal 2 with hearts as trumps: 16 + 10 = 26, not 21."
    ),
    "zusammen-wrong.txt": "55 + 48 is 103, not 113, so Ben has 103 after round 2.",
    "who-says-what.txt": "All five tricks take 5 off Resi in deal 1, not 10. By these totals Resi",
    "tricks-before-and-after.txt": "Hearts are trumps in deal 4 and count double, and the sheet",
    "bonus-columns-of-each-round-wrong.txt": (
        "By these totals Petra wins, 286–281; the sheet gives Hans 291."
    ),
    "erste-runde-zweite-runde-je-spieler-wrong.txt": "By these totals Lars wins, 299–295. The most",
    "words-behind-a-row-and-dashes.txt": "By these totals Gabi wins with 10; Max 27, Evi 22",
    "trumps-and-changes-wrong.txt": "21 − 1 is 20, not 19, so Dora has 20 after deal 3.",
    "totals-with-blanks-below-tricks.txt": "Hearts are trumps in deal 2 and count double, and the",
    "tricks-in-diamonds-with-two-out-wrong.txt": (
        "Diamonds are trumps in deal 1, so no player drops out"
    ),
    "hands-of-each-round-wrong.txt": (
        "14 + 41 + 20 + 16 + 31 + 6 is 128, not 118, for Nils in round 1: with 128 there, Nils"
    ),
    "minuspunkte-wrong.txt": "By these totals the score is Anke 50, Bodo 20; the sheet",
    "changes-and-the-last-standing.txt": "The game is not over: Anna 17, Ben 16, Cem 17, Dora 30.",
    "low-totals-before-and-after.txt": "The game is not over: Resi 2, Sepp 4, Uschi 9, Max 8.",
    "six-tricks-in-the-first-deal.txt": "The tricks of deal 1 come to 6, and there are",
    "endstand-nach-spielen.txt": "By these totals Vroni wins with −2; Toni 0, Resi 14",
    "d1-and-all-totals-behind-an-arrow.txt": "The game is not over: Ann 15, Bob 22, Cid 24",
    "vorher-und-nachher-nach-dem-streit.txt": "Heidi won no trick in deal 1, and the sheet seems",
    "sums-of-all-on-one-line.txt": "The game is not over: Amy 45, Bob 25, Cat 75. Nothing in",
    "who-never-scored.txt": "Ann and Cleo are both still in the game: another hand is due.",
    "a-sum-of-a-row-wrong.txt": "25 + 30 + 20 is 75, not 85, so Mia has 75 after hand 3.",
    "points-of-each-round.txt": "By these totals Ben wins, 145–139.",
    "one-of-two-totals-too-low.txt": "By these totals Ada wins, 139–45; the sheet gives Ben 145.",
    "result-behind-the-players.txt": "By these totals Ada wins, 131–128.",
    "for-one-of-those-above.txt": "By these totals Leo wins, 131–128.",
    "rounds-for-me-and-for-mia.txt": "By these totals Mia wins, 126–108.",
    "target-behind-the-totals.txt": "By these totals Jan wins with 60; Mia 105, Tom 80.",
    "after-both-rounds-behind-the-game.txt": "By these totals it is a draw, 95–95.",
    "result-that-is-no-target.txt": "By these totals Leo wins, 95–105.",
    "all-five-tricks-so-anna-wins.txt": "Who won cannot be told: the totals at the end are not",
    "last-deal-told-by-tricks-alone.txt": (
        "By these totals Anna wins with −1; Bernd 17, Clara 14, Dirk 11."
    ),
    "last-deal-by-tricks-not-down-yet.txt": (
        "Anna is lowest with 3, and no player is down to zero yet: another deal is due."
    ),
    "after-the-first-round-it-was.txt": "By these totals Ada wins, 131–128.",
    "nach-der-ersten-runde.txt": "By these totals Ada wins, 131–128.",
    "im-9-spiel-macht-anna-vier-stiche.txt": "No totals are written down for Clara and Dirk.",
    "gap-behind-the-totals.txt": "Who won cannot be told: the totals at the end are not written",
    "so-bob-is-out.txt": "The game is not over: Ann 14, Bob 30, Cid 9. Nothing in these totals",
    "seven-tricks-in-the-last-deal.txt": ("The tricks of deal 7 come to 7, and there are five."),
    "tricks-behind-the-end.txt": (
        "By these totals Anna wins with −1; Bernd 3, Clara 9, Dirk 11. Anna had won with −1 before "
        "deal 7, and the game was over."
    ),
    "lowest-by-the-tricks-of-the-last-deal.txt": (
        "By these totals Anna wins with −5; Bernd −1, Clara 19, Dirk 11. The lowest score wins: "
        "Anna has −5, Bernd −1."
    ),
    "a-third-round.txt": "Ben had won with 118 before round 3, and the game was over.",
}
"""By a sheet of totals under fixtures/import the sentence that it opens with."""
OF_TOTALS = ("totals", "figures", "losing-cards")


@pytest.mark.parametrize("name", FIRST)
def test_the_first_sentence_about_a_sheet_in_words(name: str) -> None:
    sheet = next(
        path for path in FIXTURES.glob(f"import/*/{name}") if path.parent.name in OF_TOTALS
    )
    found = import_bytes(sheet.read_bytes())
    assert found is not None
    verdict = verify(found.xxn)
    assert headline(verdict.as_dict(), verdict.record.players).startswith(FIRST[name])


@pytest.mark.parametrize(("name", "wrong"), [
    ("dealer-and-trumps-unnamed-wrong.tsv", 4), ("kreuze-und-daheim-wrong.csv", 4),
    ("ungerade-bei-herz-wrong.txt", 10),
])  # fmt: skip
def test_one_wrong_total_is_one_mistake(name: str, wrong: int) -> None:
    """The deal behind it goes on from the total that was meant: neither is it accused, nor has
    anyone won by the slip."""
    sheet = FIXTURES / "import" / "figures" / name
    found = import_bytes(sheet.read_bytes(), name)
    assert found is not None
    errors = [one for one in verify(found.xxn).findings if one.severity == "error"]
    origin = found.origin(1)
    assert origin is not None
    places = origin.of_findings({"findings": [{"line": one.line} for one in errors]})
    assert [place and place["line"] for place in places] == [wrong]


def test_an_end_behind_the_line_of_a_deal_may_be_that_of_a_later_one() -> None:
    """The plays between were not written down, and with them other deals."""
    torn = (
        '[XXN "1.0"]\n[Game "twenty-two"]\n\n@deal n=1 dealer=p2 cards=7\n@end p1:29 p2:22 win=p2\n'
    )
    assert not [one for one in verify(torn.encode()).findings if one.severity == "error"]


@pytest.mark.parametrize("behind", ["@end win=p5", "@deal n=7\n@end win=p5", "@end win=p1,p5"])
def test_a_player_more_than_the_game_has_is_not_the_winner(behind: str) -> None:
    """Four play Zwanzig ab. Whatever is said of a fifth, the sheet is judged."""
    players = "".join(f'[P{seat} "{name}"]\n' for seat, name in enumerate("ABCDE", 1))
    lines = f"@deal n=6\n@score p1:8 p2:2 p3:9 p4:11\n{behind}\n"
    verdict = verify(f'[XXN "1.0"]\n[Game "zwanzig-ab"]\n{players}\n{lines}'.encode())
    first = verdict.findings[0]
    assert verdict.said(first).sentence == "No more than 4 players can play; the sheet names 5."


def test_twice_as_many_standings_are_twice_the_work() -> None:
    """For each of them all lines behind it were gone through for a deal."""

    def work(standings: int) -> int:
        lines = [Deal(1, None, 5), *(Score(((1, at), (2, 2))) for at in range(standings))]
        return called(lambda: list(steps(Record([], lines), 2, 0, Deal)))

    assert work(800) < 2.5 * work(400)


def test_a_deal_of_any_number_is_no_work() -> None:
    """For a total that goes down after deal 100,000 each number of deals between was tried."""
    head = '[XXN "1.0"]\n[Game "count-to-20"]\n[P1 "Ann"]\n[P2 "Ben"]\n\n'

    def work(number: int) -> int:
        lines = f"@deal n=1\n@score p1:10 p2:5\n@deal n={number}\n@score p1:5 p2:5\n"
        more = f"@deal n={number + 1}\n@score p1:10 p2:15\n"
        return called(lambda: verify(f"{head}{lines}{more}".encode()))

    work(50)  # what is kept for later records
    assert work(20_000) < 5 * work(100)


def test_twice_as_many_players_said_to_be_out_are_twice_the_work() -> None:
    """For each of them all lines behind it were gone through for the next totals."""
    head = '[XXN "1.0"]\n[Game "twenty-two"]\n[P1 "Ann"]\n[P2 "Ben"]\n[P3 "Cid"]\n\n@deal n=1\n'

    def work(lines: int) -> int:
        text = f"{head}@score p1:10 p2:0 p3:0\n" + "@out p1\n" * lines
        return called(lambda: verify(text.encode()))

    work(50)
    assert work(400) < 2.5 * work(200)


def test_totals_that_may_be_of_a_later_deal_are_told_first() -> None:
    """It was “Nothing in these totals contradicts the rules”."""
    sheet = b"Twenty\nRound 1: Ann 5, Ben 10\nRound 2: Ann 60, Ben 70\nBen wins.\n"
    verdict = verify(import_bytes(sheet).xxn)
    assert headline(verdict.as_dict(), ["Ann", "Ben"]) == (
        "By these totals Ben wins, 70–60. A round brings at least 16 points, and Ann 5 and Ben 10 "
        "make 15 in round 1. No plays are written down that would show these totals to be right."
    )
