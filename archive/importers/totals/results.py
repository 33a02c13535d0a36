"""Lists of results, a whole game on each line: `Game 1: Ann 97, Ben 72`, `Game 2: Ann 88, Ben
110`.

They look like the totals of one game. That they are several is proven where a number falls,
although points are only added, and each line alone can be the end of a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from archive.importers import which_game
from archive.importers.ranks import Ranks
from archive.importers.record_draft import RecordDraft
from archive.importers.source import Source
from archive.importers.totals.game_of_totals import GameOfTotals
from archive.importers.totals.kinds_of_lines import Line, lines_in
from archive.importers.totals.words import A_NAME, LONGEST_LINE, number_of
from archive.importers.which_game import COUNT_TO_20, TWENTY, TWENTY_TWO, ZWANZIG

LONGEST = 20_000
A_GAME = r"(?:games?|spiele?|partien?|match(?:es)?)"
HEAD = rf"(?:{A_GAME}[ #]*(?P<behind>\d{{1,3}})|(?P<before>\d{{1,3}})\.?[ ]?{A_GAME})"
NUMBERED = (
    rf"[|* \t-]*+(?:(?P<game>{HEAD})[ :.,–-]*+|\d{{1,3}}(?:[.):][ ]*+|[ ]*+(?=[|;,\t])))?"
    r"[|;,\t ]*+"
)
_WORDS = re.compile(rf"{NUMBERED}(?P<rest>.*)", re.IGNORECASE)
_PAIR = re.compile(
    rf"(?:(?:and|und|to|vs?\.?)[ ])?(?P<name>{A_NAME}?)[ ]?[:=]?[ ]?(?P<total>[-−]?\d{{1,3}})(?!\d)"
    r"(?:[ ]?(?:points?|pts?\.?|punkte?)(?!\w))?(?:[ ]?[,;/–|-][ ]?|[ ]|(?=[.(])|$)",
    re.IGNORECASE,
)
_BARE = re.compile(r"(?P<totals>\d{1,3}(?:[ ]?[-–:|;,\t/][ ]?\d{1,3}){1,3})(?!\d)[ |;,.\t]*")
_HEADING = re.compile(
    rf"[* ]*+(?:\|[* ]*+(?=[^|]*\|))?(?:{A_GAME}|nr\.?|no\.?|#)?[ ]*+[|;,\t](?P<names>.*)",
    re.IGNORECASE,
)
_RULE = re.compile(r"[|: \t-]+")
_VERSUS = re.compile(
    r"(?<!\w)(?P<one>[^\W\d_]+)[ ](?:vs?\.?|versus|against|gegen|and|und|&|[–-])[ ]"
    r"(?P<other>[^\W\d_]+)",
)
_WINNER = re.compile(
    rf"[(]?(?:winner|sieger(?:in)?)?[ :]*(?P<name>{A_NAME}?)"
    r"(?:[ ](?:wins|won|gewinnt|gewann|hat[ ]gewonnen))?[ .!|)]*",
    re.IGNORECASE,
)
_WINS = re.compile(r"(?:wins|siege|games[ ]won|gewonnen)(?!\w)", re.IGNORECASE)
_OF_WINNERS = frozenset({"winner", "won by", "sieger", "siegerin", "gewinner"})
TWO, THREE, FOUR = 2, 3, 4
OUT = 22
FEWEST_POINTS = 60
"""The fewest points that a whole game of Twenty is taken to have, both players together; one hand
seldom has more."""
TARGETS = {2: 100, 3: 200, 4: 200}
"""What ends a game of Count to 20, by the number of players."""


class _Result(NamedTuple):
    """The result of a game: where it stands, the total of each player, who is said to have won, and
    the text behind that."""

    line: Line
    winner: str
    rest: str


def results_in(text: str) -> list[list[Line]]:
    """Return the lines of each game where a text is a list of results of several games, those of
    the first with what stands above them; nothing for any other text."""
    if len(text) > LONGEST:
        return []
    found = _List()
    at = 0
    for line in text.split("\n"):
        if not found.take(line, at):
            return []
        at += len(line) + 1
    game = next((one for _, told in found.above if (one := which_game.in_title(told))), None)
    if game is None or not _are_games(found, *game):
        return []
    return [*found.games()]


def sheets_of_results(
    source: Source, ranks: Ranks, games: Sequence[list[Line]]
) -> list[RecordDraft]:
    """Return each game as a sheet, and report where a further one begins."""
    sheets: list[RecordDraft] = []
    for lines in games:
        sheet = RecordDraft(source, ranks)
        if sheets:
            expected = "one game; from here on it is read as another"
            source.report(lines[0].at, "another-game", expected, lines[0].text, severity="note")
            sheet.name_game((sheets[0].game or TWENTY, sheets[0].tags.get("Rules", "")))
            for name in sheets[0].names:
                sheet.seat(name)
        sheets.append(GameOfTotals(sheet, lines).read())
    return sheets


class _List:
    """The lines of a text as a list of results."""

    def __init__(self) -> None:
        self.above: list[tuple[int, str]] = []
        self.results: list[_Result] = []
        self.names: list[str] = []  # of the columns, or of the title
        self.headed = True  # every result says that it is one of a game

    def take(self, line: str, at: int) -> bool:
        """Take a line; return whether it can stand in such a list."""
        bare = line.strip()
        at += len(line) - len(line.lstrip())
        if not bare or _RULE.fullmatch(bare):
            return True
        if len(bare) > LONGEST_LINE:
            return False
        if result := self._result(bare, at):
            self.results.append(result)
            return True
        if not self.results:
            self._take_above(bare, at)
            return True
        last = self.results[-1]
        won = _WINNER.fullmatch(bare)
        if won and not last.winner and won["name"].casefold() in last.line.names:
            self.results[-1] = last._replace(winner=won["name"])
            return True
        self.results[-1] = last._replace(rest=f"{last.rest}\n{bare}".strip())
        return not re.search(r"\d", bare) or _WINS.match(bare) is not None

    def _take_above(self, bare: str, at: int) -> None:
        heading = _HEADING.fullmatch(bare)
        names = (
            [one.strip(" *") for one in re.split(r"[|;,\t]", heading["names"])] if heading else []
        )
        names = [one for one in names if one and one.casefold() not in _OF_WINNERS]
        if len(names) > 1 and all(re.fullmatch(A_NAME, one) for one in names):
            self.names = names
            self.headed = re.match(rf"[|* \t]*{A_GAME}", bare, re.IGNORECASE) is not None
            return
        self.above.append((at, bare))
        if not self.names and (versus := _VERSUS.search(bare)):
            self.names = [versus["one"], versus["other"]]

    def _result(self, bare: str, at: int) -> _Result | None:
        """Return the result on a line; None where there is none."""
        told = _WORDS.match(bare)
        assert told is not None
        rest, points = told["rest"], list[tuple[str, int]]()
        while pair := _PAIR.match(rest):
            points.append((pair["name"].strip(), number_of(pair["total"])))
            rest = rest[pair.end() :]
        if not points and self.names and (numbers := _BARE.match(rest)):
            totals = [int(one) for one in re.findall(r"\d+", numbers["totals"])]
            if len(totals) == len(self.names) and (told["rest"] != bare):
                points, rest = list(zip(self.names, totals, strict=True)), rest[numbers.end() :]
        if len({name.casefold() for name, _ in points}) < max(TWO, len(points)):
            return None
        if told["game"] is None and not self.names:
            self.headed = False
        won = _WINNER.fullmatch(rest.strip(" .,;|"))
        names = {name.casefold() for name, _ in points}
        winner = won["name"] if won and won["name"].casefold() in names else ""
        line = Line("end", at, bare, None, tuple(points))
        return _Result(line, winner, "" if winner else rest.strip(" .,;|"))

    def games(self) -> Iterator[list[Line]]:
        """Yield the lines of each game."""
        for nth, (line, winner, rest) in enumerate(self.results):
            above = [one for at, told in self.above for one in lines_in(told, at) if nth == 0]
            won = [Line("won", line.at, f"Winner: {winner}")] if winner else []
            yield [*above, line, *won, *([Line("remark", line.at, rest)] if rest else [])]


def _are_games(found: _List, game: str, rules: str) -> bool:
    """Return whether each line must be the result of a game of its own."""
    told = [dict(one.line.points) for one in found.results]
    fewest = TWO if found.headed else THREE
    if len(told) < fewest or any(one.keys() != told[0].keys() for one in told):
        return False
    if not any(other[name] < total for one, other in pairwise(told) for name, total in one.items()):
        return False
    if game == TWENTY:
        return len(told[0]) == TWO and all(sum(one.values()) >= FEWEST_POINTS for one in told)
    if game == ZWANZIG:
        lowest = [min(one.values()) for one in told]  # shared, it ends no game
        alone = all([*one.values()].count(low) == 1 for one, low in zip(told, lowest, strict=True))
        return len(told[0]) == FOUR and alone and max(lowest) <= 0
    if game == TWENTY_TWO:
        return all(sum(total < OUT for total in one.values()) <= 1 for one in told)
    target = re.search(r"target=(\d+)", rules)
    least = int(target[1]) if target else TARGETS.get(len(told[0]), 0)
    return game == COUNT_TO_20 and least > 0 and all(max(one.values()) >= least for one in told)
