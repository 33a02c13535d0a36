"""Who reads what: an example line for each module that reads sheets, and the page that lists them
(docs/reading-sheets.md)."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import pytest

from archive.importers import import_bytes
from archive.importers.figures import ways_to_read
from archive.importers.totals import lines_of

ROOT = Path(__file__).parents[2]
IMPORTERS = ROOT / "archive" / "importers"
PAGE = ROOT / "docs" / "reading-sheets.md"


class Example(NamedTuple):
    """A line, the function that reads it, and the lines of its sheet above and below it."""

    function: str
    line: str
    above: str = ""
    below: str = ""

    @property
    def module(self) -> str:
        return self.function.split(":")[0]


TWENTY = "Twenty\n"
TWENTY_TWO = "Twenty-Two\n"
ZWANZIG_AB = "Zwanzig ab\n"
COUNT = "Count to 20: Mia, Tom\n"
STUCK = "22 at Gran’s: Ellie, Sam, Rosa\nSam stuck with a 9, poor him\n"
GRANNY = "22 at Granny’s\n        Gran   Poppy\nhand 1    9\nhand 2           10\n"
ROUNDS = "Round 1: Ann 82, Ben 110\nRound 2: Ann 160, Ben 190\n"
FOUR_PLAYS = "Ann: 8 (8)\nBen: 9 (17)\nAnn: 2 (19)\nBen: A (20) 10 points\n"

EXAMPLES = [
    Example("evening.py:parts_of", "Zwanzig ab", TWENTY + FOUR_PLAYS,
            "Start: 20 each\nDeal 1: Ann 18, Ben 17, Cid 20, Dan 25\n"),
    Example("figures/__init__.py:_read_losers", "Hand 1: Ana K", TWENTY_TWO, "Hand 2: Cem 9\n"),
    Example("totals/__init__.py:_read", "Hand 1: Mia 40, Tom 0", "Count to 20\n"),
    Example("separated.py:separator_of", "Player,Card", "", "Anna,8\nBerta,9\n"),
    Example("prose/__init__.py:read_game", "Anna 8, Berta 9"),
    Example("which_game.py:in_title", "Count to 20, to 150", "",
            "Hand 1: Mia 40, Tom 0\nHand 2: Mia 60, Tom 30\n"),
    Example("house_rules.py:applied", "All five tricks count ten.",
            ZWANZIG_AB + "Start: Ann 20, Ben 20, Cid 20, Dan 20\n",
            "Deal 1: Ann 10, Ben 25, Cid 25, Dan 25\n"),
    Example("dates.py:date_in", "Twenty, 5 November 2026", "", ROUNDS),
    Example("days_of_games.py:with_days", "Club evening, 5 November 2026", "", TWENTY + ROUNDS),
    Example("players_like_cards.py:shown_to_readers", "Twenty, Jack against Ben", "",
            "Round 1: Jack 82, Ben 110\nRound 2: Jack 160, Ben 190\n"),
    Example("player_names.py:called", "I’m on 40, Tom on 50", "Count to 20\n"),
    Example("player_names.py:without_initial", "Twenty, A (Ann) against B (Ben)", "", ROUNDS),
    Example("player_names.py:one_slip", "Bretha: 9 (17)",
            "Twenty, Anna against Bertha\nAnna: 8 (8)\n",
            "Anna: 3 (20) 10 points\nBertha: 8 (8)\n"),
    Example("source.py:figures_in", "2 | 4O | 55", "Round | Ann | Ben\n1 | 12 | 40\n"),
    Example("ranks.py:card", "Anna: queen of hearts (10)", "", "Berta: 9c (9)\n"),
    Example("undeclared_ranks.py:inferred", "Anna: D (10)", "", "Berta: 9 (19)\n"),
    Example("actions.py:deed", "Tom makes 12 with 7c 5h", COUNT + "Mia makes 11 with 9s 2d\n"),
    Example("play_claims.py:claims", "Anna 5 (20; Exact Twenty, 10)", TWENTY + "Berta: K (15)\n"),
    Example("order_of_deals.py:without_numbers", "Ann swaps two, Ben drops out",
            ZWANZIG_AB + "Ann, Ben, Cid and Dan\nDan deals, Ann calls spades\n"),
    Example("prose/plain_text.py:without_stamps", "[20:16] Mia: I play 2 (11)",
            TWENTY + "[20:14] Mia: 8 (8)\n[20:15] Tom: A (9)\n",
            "[20:17] Tom: 9 (20) 10 points\n"),
    Example("prose/plain_text.py:one_by_one", "Mia out, Tom has 2 kings and a 4 left: 45", COUNT),
    Example("prose/names.py:names_in", "Anna against Berta", "", "Berta 8, Anna 9\n"),
    Example("prose/tricks.py:round_the_table", "Trick 1: Clara JD, Anna AC, Dirk JH, Bernd KH",
            "Twenty down. Deal 1, hearts trump (Clara named it, Bernd dealt)\n",
            "Trick 2: Bernd JS, Clara AS, Dirk KS, Anna 8S\n"
            "Trick 3: Clara QH, Anna TC, Dirk TH, Bernd KC\n"),
    Example("prose/names.py:misspelt", "Bretha: 9 (17)",
            "Twenty, Anna against Bertha\nAnna: 8 (8)\n",
            "Anna: 3 (20) 10 points\nBertha: 8 (8)\n"),
    Example("prose/keyword_lines.py:_winner", "Winner: Ann", TWENTY + FOUR_PLAYS),
    Example("prose/turned_up.py:read", "Turned up: 3 9", TWENTY + "Round 1\n",
            "Anna: 8 (8)\nBerta: 9 (17)\n"),
    Example("prose/cards_left.py:read_list_kept", "Kept: Ben Kd = 10",
            "Twenty-Two: Ada, Ben\nHand 1\nAda: 9c\nBen: Kd\n"),
    Example("prose/cards_left.py:read_shown", "Mia out, Tom left with 10 2 (15)", COUNT),
    Example("prose/hands.py:read_named_hand", "Anna's hand: 8 5 5 4 2", TWENTY,
            "Anna: 8 (8)\nBerta: 9 (17)\n"),
    Example("prose/player_sentences.py:read_taken", "Berta takes the bonus of 6 points.",
            TWENTY + "Round 1\nAnna: 8 (8)\nBerta: 9 (17)\n"),
    Example("prose/standings.py:read_labelled", "Standing: Ann 0, Ben 10", TWENTY + FOUR_PLAYS),
    Example("prose/player_lines.py:_play", "Anna 8 (8)", TWENTY, "Berta 9 (17)\n"),
    Example("prose/numbers_of_plays.py:without_next", "7. Ann K K, 8. Ben A K, 9. Cem 4 5",
            TWENTY_TWO + "5. Ben 2, 6. Cem 3\n"),
    Example("prose/end_of_hand.py:are_left", "Tom: 7 Q = 15",
            "Count to 20\nMia: A = 1\nTom: 2 = 2\n"),
    Example("prose/tricks.py:_first_play", "2. Ann leads Kh, Ben 8h, Cy 7h, I play Ah",
            "Zwanzig ab, clubs are trumps. Ann, Ben, Cy and me.\n"
            "1. Ann leads Ac, Ben 7c, Cy 8c, I play 9c\n"),
    Example("prose/tricks.py:_trick", "Gabe QD  Carl KD  Dina AD  Emmy JH   - Emmy",
            "Twenty down, Carl, Dina, Emmy, Gabe. Gabe made it hearts.\n",
            "Emmy AH  Gabe 7H  Carl QH  Dina 9H   - Emmy\n"),
    Example("prose/games_without_headings.py:joints", "Final score: Ann 0, Ben 10",
            TWENTY + FOUR_PLAYS, "Ann: 7 (7)\nBen: 9 (16)\nFinal score: Ann 0, Ben 0\n"),
    Example("prose/games_behind_unfinished.py:later_games", "Second game", TWENTY + FOUR_PLAYS,
            "Ann: 7 (7)\nBen: 9 (16)\nAnn: 2 (18)\nBen: 2 (20) 10 points\n"),
    Example("rows/cells.py:rows", "Anna;8;\"and; she smiled\"", "Player;Card;Note\n",
            "Berta;9;\n"),
    Example("rows/headers.py:is_header", "Spieler;Karte;Augen", "", "Anna;8;8\nBerta;9;17\n"),
    Example("rows/tables.py:owners_of", "Anna;Berta", "", "8 (8);9 (17)\nA (1);2 (3)\n"),
    Example("rows/card_columns.py:told_apart", "Play;Player;Rank", "",
            "1;Anna;8\n2;Berta;9\n3;Anna;7\n"),
    Example("rows/running_totals.py:are_totals", "Player;Card;Score", "",
            "Anna;8;10\nBerta;9;4\nAnna;7;16\nBerta;5;9\nAnna;9;19\nBerta;8;12\n"),
    Example("rows/fields.py:number", "Hand 1;Anna;8", "Hand;Player;Card\n", "Hand 2;Berta;9\n"),
    Example("rows/headings.py:is_hand", "8 5 5 4 2;Anna;8", "Hand;Player;Card\n"),
    Example("rows/turns.py:_deed", "Berta;9 (17)", "Player;Card\nAnna;8 (8)\n"),
    Example("rows/trick_order.py:in_order", "2;8♦;9♦", TWENTY_TWO + "Trick;Ann;Bob\n1;7♣;8♣\n"),
    Example("rows/games_in_table.py:others", "1;Ann;7",
            "No;Player;Card\n1;Ann;8\n2;Ben;9\n3;Ann;2\n4;Ben;3\n", "2;Ben;9\n3;Ann;5\n4;Ben;5\n"),
    Example("rows/games_in_table.py:row_of", "1;Ann;7", "No;Player;Card\n1;Ann;8\n2;Ben;9\n",
            "2;Ben;9\n"),
    Example("totals/sentences.py:sentences_in",
            "After hand 1: Mia 40, Tom 0. After hand 2: Mia 60, Tom 30.", "Count to 20\n"),
    Example("totals/sentences.py:with_heads",
            "1. Spiel: Toni gibt, Herz ist Trumpf. Toni 3 Stiche, Resi 2.", ZWANZIG_AB),
    Example("totals/deal_heads.py:plain_head", "First round: Ann 60, Ben 40", "",
            "Second round: Ann 90, Ben 110\n"),
    Example("totals/deal_heads.py:without_trumps",
            "Deal 1, hearts: Ann 16, Ben 14, Cid 20, Dan 30", ZWANZIG_AB),
    Example("totals/bare_rows.py:with_names", "Round 1: 112 to 98", "Twenty, Ann against Ben\n",
            "Round 2: 160 to 190\n"),
    Example("totals/tricks.py:counted_in", "Deal 9, hearts: Greta 2 tricks, Sven 3", ZWANZIG_AB),
    Example("totals/points.py:points_of", "Ann 60 + 25 = 85, Ben 40", TWENTY),
    Example("totals/kinds_of_lines.py:_line", "Total: Ann 90, Ben 60", TWENTY),
    Example("totals/tricks_of_deals.py:with_all_of_a_deal",
            "Deal 2: Anna played alone, the others stayed home",
            ZWANZIG_AB + "Deal 1: Anna 18, Bernd 17, Clara 20, Dirk 25\n"),
    Example("totals/standings.py:with_standings", "So far Mia has 40, Tom 50.", "Count to 20\n",
            "Hand 4: Mia 60, Tom 60\n"),
    Example("totals/standings.py:with_openings", "Start: 20 each", ZWANZIG_AB,
            "Deal 1: Ann 18, Ben 17, Cid 20, Dan 25\n"),
    Example("totals/only_totals.py:_with_trumps", "Hearts are trumps", ZWANZIG_AB,
            "Deal 1: Ann 16, Ben 14, Cid 20, Dan 30\n"),
    Example("totals/sheet_head.py:tag_of", "Players: Ann, Ben", "", ROUNDS),
    Example("totals/only_totals.py:with_gap", "Hand 3: smudged",
            "Count to 20\nHand 1: Mia 40, Tom 0\nHand 2: Mia 40, Tom 60\n"),
    Example("figures/__init__.py:ways_to_read", "Sam stuck with a nine again, 18 now",
            STUCK + "Rosa, king. ouch\n"),
    Example("figures/sheet_lines.py:marked_ways", "[20:31] Sam: hah, stuck with a king",
            "[20:14] Sam: ok twenty-two, me Kit and Bo\n"),
    Example("figures/players.py:players_in", "Ellie, Sam, Rosa", "22 at Gran’s place\n",
            "Sam stuck with a 9\n"),
    Example("figures/marks.py:marks_in", "then Jen got caught with an ace (11)",
            "game of 22. Mike, Jen, Luis\n"),
    Example("figures/columns.py:_remarked", "Geber Toni Resi Sepp Vroni", ZWANZIG_AB,
            "Toni 18 17 20 20\nResi 17 15 19 19\n"),
    Example("figures/columns.py:in_columns", "Round | Ann | Ben", "", "1 | 12 | 40\n2 | 60 | 55\n"),
    Example("figures/columns.py:named", "hand 3   17", GRANNY,
            "hand 4           20\nhand 5   23\n"),
    Example("figures/segments.py:joined", "Sepp 20 -> 19",
            ZWANZIG_AB + "Deal 1, spades\nResi 20 -> 16\n", "Uschi 20 -> 20\nMax 20 -> 25\n"),
    Example("figures/segments.py:hand_by_hand", "H1 H2 H3", "Count to 20\n",
            "Hal 0 25 40\nEve 35 0 15\n"),
    Example("figures/losses.py:sentences_in", "Ana and Cem lose hand 3 with aces",
            TWENTY_TWO + "Hand 1: Ana 9\nHand 2: Ana K\n"),
    Example("figures/losers.py:losers_of", "Hand 2 | Bob | 9",
            TWENTY_TWO + "Hand | Loser | Card\nHand 1 | Ann | K\n"),
    Example("figures/losers.py:losers_of", "Then Ann lost with an ace, so she has 22 and is out",
            "Twenty-Two: Ann, Bob, Cid\nAfter hand 3: Ann 11, Bob 20, Cid 9\n"),
    Example("figures/losers.py:losers_of", "Ann K / Bob 9", "Twenty-Two: Ann, Bob, Cid\n",
            "Ann 2 / Cid 4\nAnn 12, Bob 9, Cid 4\n"),
    Example("figures/losers.py:losers_of", "then it was Rosa with an ace, 11",
            STUCK + "Sam stuck with a nine again, 18 now\n"),
    Example("figures/lists.py:lists_of", "Ann: J, A", TWENTY_TWO, "Bob: 9\n"),
    Example("figures/lists.py:lists_of", "Kit: 10, 8, 6 = 24 (out)",
            "22, what they were stuck with\n", "Noor: J, 5 = 15\nNoor wins\n"),
    Example("figures/segments.py:hands_in", "1 Jude goes out, Abe left w 10 5 → 15",
            "count to 20 w/ bro. Abe vs Jude\n", "2 Abe goes out, Jude J 3 → 15  (15-15)\n"),
    Example("figures/number_lists.py:is_table", "Huw: 45, 5, 10 - total 60",
            "The scores of Sunday’s Count to 20\n", "Gwen: 5, 15, 0 - total 20\n"),
    Example("figures/vectors.py:_totals_of_all", "Twenty, final score Ann 212, Ben 198", "",
            "R1: Ann 110 Ben 102\nR2: Ann 102 Ben 96\n"),
    Example("figures/numbers_in_line.py:numbers_in", "Spiel 2: 0/1/4/raus = 22/17/21/20",
            "20 ab, gestern Abend (Hanne, Ingo, Jutta, Karl)\n"
            "Spiel 1: 3/2/0/raus = 17/18/25/20\n"),
    Example("figures/segments.py:parts_of", "3  2 0 0 0 -> 14 18 25 25  (Max mit 5)",
            ZWANZIG_AB + "Ida, Jan, Kim, Max\n1  2 2 1 0 -> 18 18 19 25\n", ""),
    Example("figures/numbers_in_line.py:numbers_in", "21:11 - Ann: hand 1 I won, you had 45",
            "21:10 - Ben: count to 20\n",
            "21:12 - Ben: hand 2 I won, you had 20\n21:13 - Ann: hand 3 I won, you had 60\n"),
    Example("figures/roles.py:found_in", "Ruth beat Leo 131 to 128", TWENTY),
    Example("figures/attempts.py:found", "17 17 23 18",
            "Zwanzig ab mit Ina, Jo, Kai und Lea\nRunde 1 Ina -3, Jo -2, Kai +5, Lea 0\n"
            "17 18 25 20\nRunde 2 Ina 0, Jo -1, Kai -2, Lea -2\n"),
    Example("figures/attempts.py:found", "d1 spades: Dee 2, Bob 3 -> 20/17/20/18",
            "Twenty down - Ann Bob Cid Dee\n", "d2 clubs: Bob 5 -> 25/7/25/23\n"),
    Example("figures/roles.py:found_in", "Bonus 6",
            TWENTY + "Round 1: Ann 60, Ben 40\n", "Total: Ann 66, Ben 40\n"),
    Example("figures/attempts.py:found", "Round 2: Ann 30, Ben 20",
            TWENTY + "Round 1: Ann 60, Ben 40\n", "Total: Ann 90, Ben 60\n"),
    Example("figures/attempts.py:found", "hand 3: Cora 10, Nils 30",
            TWENTY + "Round 1\nhand 1: Cora 23, Nils 14\nhand 2: Cora 10, Nils 41\n",
            "bonus 6 Nils\n"),
    Example("figures/plays.py:in_turn", "8 A 2 9 (10 Ben)", "Twenty: Anna / Ben\n",
            "5 2 4 Q (1 Ben)\n"),
    Example("figures/plays.py:plays_of", "Moe: 3 (20 on the dot) 10 for Moe",
            "Twenty\nMoe: 7 (7)\nNan: K (17)\n",
            "Nan: 4 (4)\nMoe: 9 (13)\nNan: Q (23) 3 to Nan\n"),
]  # fmt: skip


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: f"{one.function}, {one.line}")
def test_a_line_is_read_by_its_module(example: Example) -> None:
    """With the line its function finds something that it does not find without."""
    whole = found_by(example, f"{example.above}{example.line}\n{example.below}")
    assert whole - found_by(example, example.above + example.below)


def found_by(example: Example, text: str) -> set[str]:
    """What the function of an example finds in a sheet: each result that is neither nothing nor
    what the function was given."""
    file, name = example.function.split(":")
    source = str(IMPORTERS / file)
    given: dict[int, tuple[object, ...]] = {}
    found: set[str] = set()

    def watch(frame: FrameType, event: str, result: object) -> None:
        code = frame.f_code
        if code.co_name != name or code.co_filename != source:
            return
        if event == "call":
            given[id(frame)] = tuple(frame.f_locals.values())
        elif event == "return" and result and not any(one == result for one in given[id(frame)]):
            found.add(repr(result))

    lines_of.cache_clear()
    ways_to_read.cache_clear()
    sys.setprofile(watch)
    try:
        import_bytes(text.encode())
    finally:
        sys.setprofile(None)
    return found


def test_the_page_has_these_examples_in_this_order() -> None:
    rows = re.findall(
        r"^\| `([\w/]+\.py)` \| .*\| `(.+)` \|$", PAGE.read_text("utf-8"), re.MULTILINE
    )
    assert rows == [(one.module, one.line.replace("|", "¦")) for one in EXAMPLES]


def test_the_page_names_every_module() -> None:
    named = set(re.findall(r"`([\w/]+\.py)`", PAGE.read_text("utf-8")))
    assert named == {str(one.relative_to(IMPORTERS)) for one in IMPORTERS.rglob("*.py")} - {
        "__init__.py", "rows/__init__.py", "workbook/__init__.py"
    }  # fmt: skip
