"""The game that a sheet is of: the one that it names, otherwise the one that alone has what the
sheet shows."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from archive.core import events as said
from archive.core.events import Event
from archive.importers.player_names import BETWEEN

FOLDERS = Path(__file__).parents[1] / "games"


class Gains(NamedTuple):
    """What a deal of a game may give its players, all of whom begin with `opening`. Each player who
    scores gets from `least` to `most` points and a multiple of `step`; those who score all get the
    same where they do so `alike`, and all players together get at least `together`. `players` is
    the number of players, if it is always the same."""

    players: int = 0
    opening: int = 0
    least: int = 0
    most: int = 1_000_000
    step: int = 1
    alike: bool = False
    together: int = -1_000_000

    def misfits(self, gained: Sequence[int]) -> int:
        """Return how many of the players' gains no deal of the game can give."""
        scored = [one for one in gained if one]
        if sum(gained) < self.together or (self.alike and not scored):
            return len(gained)
        wrong = sum(not self.least <= one <= self.most or one % self.step > 0 for one in scored)
        return wrong + (len({*scored}) - 1 if self.alike else 0)


class Known(NamedTuple):
    """What a game's `names.toml` says: its names, each with the rule set if it means one, those
    that name it `alone` in a heading and may be players' names otherwise, a play as a sheet in
    words has it, its rules where it is played to a number of points, what a deal may
    give, and the kinds of events that only this game has, or hardly any other."""

    game: str
    names: dict[str, str]
    alone: dict[str, str]
    example: str
    target: str
    gains: Gains
    surely: frozenset[type]
    likely: frozenset[type]


def _known() -> list[Known]:
    """Return what the folders of the games say of their names. Their rules are not loaded."""
    return [_read(page) for page in sorted(FOLDERS.glob("*/names.toml"))]


def _read(page: Path) -> Known:
    said_of = tomllib.loads(page.read_text(encoding="utf-8"))
    names = dict.fromkeys(said_of["called"], "") | said_of.get("rules", {})
    names |= {name.replace("'", "’"): rules for name, rules in names.items()}
    surely, likely = (
        frozenset(getattr(said, kind) for kind in said_of.get(how, ()))
        for how in ("surely", "likely")
    )
    target, gains = said_of.get("target", ""), Gains(**said_of.get("gains", {}))
    game, example = page.parent.name.replace("_", "-"), said_of["example"]
    return Known(game, names, said_of.get("alone", {}), example, target, gains, surely, likely)


KNOWN = _known()
NAMES = {name.casefold(): (one.game, rules) for one in KNOWN for name, rules in one.names.items()}
"""What the games are called, the game's name in XXN, and the rule set where the name means one."""
ALONE = {name: (one.game, rules) for one in KNOWN for name, rules in one.alone.items()}
"""The same of names that may be players' otherwise."""
TARGETS = {one.game: one.target for one in KNOWN if one.target}
"""The rules of each game that is played to a number of points."""

TITLES = {one.game: next(iter(one.names)) for one in KNOWN}
"""The name by which a sheet names each game."""
EXAMPLES = {one.game: one.example for one in KNOWN}
"""A play of each game, as a sheet in words has it."""

HEAD = 300
"""The number of characters in which a letter or a chat says which game it tells of."""
FEW = 3
"""One total in this many may be wrong where totals show the game."""
TWENTY, TWENTY_TWO, COUNT_TO_20, ZWANZIG = "twenty", "twenty-two", "count-to-20", "zwanzig-ab"
DEFAULT = TWENTY
PLAYERS = 2
"""The number of players of that game."""
LONG_FIRST = sorted(map(re.escape, NAMES), key=len, reverse=True)
TITLE = re.compile(rf"(?<![\w-])(?:{'|'.join(LONG_FIRST)})(?![\w-])", re.IGNORECASE)
HEADING = re.compile(
    rf"(?P<name>{'|'.join(map(re.escape, ALONE))})(?::(?P<listed>[^\d:]{{0,120}}))?", re.IGNORECASE
)
"""A heading of such a name alone, or before a list of players."""
TARGET = re.compile(
    r"(?<!\w)(?<!\d\s)(?:(?:play(?:ed|ing)?|gespielt|spielen)\s+)?(?:(?:up\s+)?to|till|until|bis(?:\s+zu)?|(?:target|ziel)(?:\s*:)?)\s+(\d{2,4})(?!\d)",
    re.IGNORECASE,
)
"""What a heading may say behind the game's name: to how many points it is played; `131 to 128` says
nothing of that."""
ONE_CARD = re.compile(
    r"(?<!\w)(?:trumps?|trumpf|tricks?|stich|exchanges?|swaps|draws? (?:a card|[2-9atjqk10]+[cdhs]?"
    r"\b)|(?:draws|zieht)(?=[ \t]*(?:$|[\n.,;|]))|d[2-9ATJQK?][cdhs]?\b|x-|x[2-9ATJQK])",
    re.IGNORECASE,
)
"""Words that no sheet of Twenty has, because a play is one card there."""


NUMBERED = re.compile(r"^\d{1,2}[.)] ")
"""The number before a game's name in a list of an evening's games."""


def named(text: str) -> tuple[str, str] | None:
    """Return the game that a whole text names, and the rule set if the name means one."""
    bare = NUMBERED.sub("", " ".join(text.split()).strip(" .:*_#"), count=1)
    return NAMES.get(bare.casefold()) or ALONE.get(bare.casefold())


def are_rules(text: str) -> bool:
    """Return whether a text is the name of rules, and no house rules in words."""
    return "/" in text or named(text) is not None


def in_sentence(text: str) -> tuple[str, str] | None:
    """Return the one game that the beginning of a text names somewhere in a sentence. The name of
    Twenty is a number besides, and names none there."""
    found = {NAMES[" ".join(one[0].casefold().split())] for one in TITLE.finditer(text[:HEAD])}
    others = {one for one in found if one[0] != DEFAULT}
    games, rules = {game for game, _ in others}, {rules for _, rules in others if rules}
    return (games.pop(), "".join(rules)) if len(games) == 1 and len(rules) < 2 else None


def in_title(text: str) -> tuple[str, str] | None:
    """Return the game that a heading names, and the rules if the heading means some."""
    found = TITLE.search(text)
    if found is None:
        alone = HEADING.fullmatch(text.strip(" *#.")) if len(text) <= HEAD else None
        players = BETWEEN.split(alone["listed"] or "Players") if alone else [""]
        # one letter may be a card
        told = alone if all(len(one.strip()) > 1 for one in players) else None
        return ALONE[told["name"].casefold()] if told else None
    game, rules = NAMES[found[0].casefold()]
    others = (
        NAMES[one[0].casefold()]
        for one in TITLE.finditer(text, found.end())
        if (text[one.start() - 1], text[one.end() : one.end() + 1]) != ("(", ")")  # a translation
    )
    rules = rules or next((own for other, own in others if other == game and own), "")
    target = TARGET.search(TITLE.sub("", text[found.end() :]))  # it may be named twice
    if target and game in TARGETS:
        rules = TARGETS[game].format(target[1])
    return game, rules


def opening(game: str | None) -> int:
    """Return the total with which all players of a game begin."""
    return next((one.gains.opening for one in KNOWN if one.game == game), 0)


def may_have(game: str | None, kind: type) -> bool:
    """Return whether records of a game, or of one not named yet, may have events of a kind: not
    those that only another game has."""
    return game is None or not any(kind in one.surely for one in KNOWN if one.game != game)


def shown_by(events: Iterable[Event], players: int) -> str | None:
    """Return the only game that fits the events; None where several do, as where totals of deals
    are all that is told."""
    kinds = set[type]()
    several = False
    for event in events:
        kinds.add(type(event))
        if isinstance(event, said.Play) and (len(event.cards) > 1 or event.parts):
            several = True
    for one in KNOWN:
        if kinds & one.surely:
            return one.game
    for one in KNOWN:
        if kinds & one.likely:
            return one.game
    only_totals = said.Score in kinds and kinds.isdisjoint({said.Play, said.Round})
    return DEFAULT if not (several or only_totals) and players <= PLAYERS else None


def shown_by_totals(
    standings: Sequence[Mapping[str, int]], before: Mapping[str, int] | None = None
) -> str | None:
    """Return the only game that fits the totals, by what each deal gave; None where several fit, or
    none does. `before` is what the players had before the first. A disputed sheet may have a wrong
    total, so a game is taken that fits all but one total in three, and fits better than the
    others."""
    if not standings or any(one.keys() - then.keys() for one, then in pairwise(standings)):
        return None
    players = len(standings[-1])
    misfits = {
        one.game: _misfits(standings, one.gains, before)
        for one in KNOWN
        if one.gains != Gains() and one.gains.players in (0, players)
    }
    fewest = min(misfits.values())
    best = [game for game, number in misfits.items() if number == fewest]
    return best[0] if len(best) == 1 and fewest * FEW <= len(standings) * players else None


def _misfits(
    standings: Sequence[Mapping[str, int]], gains: Gains, before: Mapping[str, int] | None
) -> int:
    """Return how many totals no deal of the game can give. Who has none yet has the first."""
    told = [dict(before or dict.fromkeys(standings[-1], gains.opening))]
    for one in standings:
        told.append({**told[-1], **one})
    return sum(
        gains.misfits([after[name] - before[name] for name in after])
        for before, after in pairwise(told)
    )
