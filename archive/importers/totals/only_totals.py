"""The check that the lines of a text give only totals, and the lines of its deals, the last of
which may be one that cannot be read."""

from __future__ import annotations

import re
from collections import Counter
from itertools import count, pairwise

from archive.importers import which_game
from archive.importers.player_names import one_slip
from archive.importers.ranks import SUIT_WORDS
from archive.importers.totals import tricks_of_deals
from archive.importers.totals.deal_heads import NAMED, plain_head, suit_named, without_in
from archive.importers.totals.kinds_of_lines import (
    DEAL,
    START,
    Line,
    games_of,
    is_headed_as_a_deal,
    names_the_game,
)
from archive.importers.totals.points import SUM, TO, objects
from archive.importers.totals.sentences import DATED
from archive.importers.totals.standings import (
    is_before,
    is_standing_after,
    names_with_totals,
    openings_of,
    standing_of,
    with_openings,
    with_standings,
    with_totals,
)
from archive.importers.which_game import TWENTY, ZWANZIG

ROUNDS = 2
SEVEN = 7
"""The lowest card of Zwanzig ab."""
MOST_CHANGED = 10
"""The most points that a deal takes off or adds."""
SHORTEST = 2
"""The fewest letters of a name that may be misspelt where all other players stand beside it."""
RANKS = frozenset("ajqktbd")
PLAYED = re.compile(
    r"[|;\t]|,\S|[:(=\[]\s*[^\s:()=\[\]]{0,3}\d|[♣♦♥♠]|(?<!\w)(?:10|[2-9akqjt])[cdhs](?!\w)"
    r"|(?<!\w)(?-i:(?:Kr|Ka|[HPKC])(?:10|[2-9AKDB]))(?!\w)"
    r"|(?<!\w)(?:trick|stich|plays|lays|leads|draws|spielt|legt|zieht|tauscht|exchanges)(?!\w)",
    re.IGNORECASE,
)
"""What shows that a sentence is about plays."""
BONUS = re.compile(r"(?<!\w)bonus(?:\W{1,9}[^\W\d]+){0,2}\W{1,40}\d", re.IGNORECASE)
"""The points of a bonus beside the totals."""
BESIDE = re.compile(
    r"\d\s+(?:stiche|tricks)\b|^\s*(?:turned up|aufgedeckt)(?!\w)|\bbonus\b"
    r"|^[^\d]*\b(?:before|without|vor|ohne)\s+(?:the\s+|de[mn]\s+)?bonus\b",
    re.IGNORECASE,
)
"""Sentences beside totals that are not plays: tricks that were counted, the cards turned up."""
DOES = re.compile(
    r"(?P<name>[^\W\d_][^:\d]{0,40}?)(?:\s*:)?\s+(?:draws?|passes|pass|makes|plays|lays|leads|exchanges"
    r"|zieht|passt|macht|spielt|legt|tauscht)\b",
    re.IGNORECASE,
)
DEEDS = 2
"""The fewest lines about players' actions that are not taken for remarks."""
SAYS_WON = re.compile(r"(?<!\w)(?:wins|won|gewinnt|gewonnen)(?!\w)", re.IGNORECASE)
CHANGED = re.compile(r"(?<![\w.])\+\d")
"""A number with a sign, which is what a deal changed."""
MORE = re.compile(
    r"(?:(?:and|und|to|bis|[-–&+/,]) ?)?\d|.*(?<!\w)(?:deals|hands|rounds|spielen?|runden)(?!\w)",
    re.IGNORECASE,
)
"""What shows that a line tells of more deals than one."""
OF_TWO = re.compile(rf"(?<!\d){TO}(?!\d)", re.IGNORECASE)
"""Two totals in the way in which results are told."""
ENDED = re.compile(r"(?<!\w)(?:finished|finishes|ended|ends)(?!\w)", re.IGNORECASE)
OVER = re.compile(
    r"(?<!\w)(?:(?:we|they)\s+(?:\w+\s+)?played|(?:wir|sie)\s+(?:spielten|haben\s[^.]{0,40}gespielt))(?!\w)",
    re.IGNORECASE,
)
"""A sentence that tells of a game in the past: the totals beside it are its last ones."""


def are_totals(found: list[Line]) -> bool:
    """Return whether the lines of a text give only totals."""
    found = with_deals_numbered(found)
    totals = with_totals(found)
    values = [points for one in totals for _, points in one.points if one.kind != "tricks"]
    players = names_with_totals(found)
    odd = [one for one in found if one.kind == "odd" and _tells_plays(one.text, players)]
    told = len(totals)
    if 2 * sum(map(is_headed_as_a_deal, odd)) <= sum(one.kind in ("deal", "end") for one in found):
        told += any(map(is_headed_as_a_deal, odd))
        odd = [one for one in odd if not is_headed_as_a_deal(one)]
    done = [one for one in found if one.kind == "odd" and _does(one.text, players)]
    named = any(map(names_the_game, found))
    if any(one.kind in ("odd", "remark") and BONUS.search(one.text) for one in found):
        return False  # who gets it must be found out
    only_end = any(one.kind == "end" for one in totals)
    if only_end and any(
        one.kind == "odd" and re.search(r"\d", _undated(one.text)) for one in found
    ):
        return False  # there is more to it
    if _may_be_other_than_totals(found) or any(
        one.kind in ("odd", "out") and SAYS_WON.search(one.text) for one in found
    ):
        return False
    counts = any(one.kind == "tricks" for one in totals)
    after = any(map(is_standing_after, totals))
    low = ZWANZIG in games_of(found) and any(value < SEVEN for value in values)
    no_cards = only_end or counts or after or low or any(not 1 <= value <= 10 for value in values)
    return (
        bool(totals)
        and told > (not named)
        and len(players) > 1
        and no_cards
        and not odd
        and len(done) < DEEDS
    )


def _may_be_other_than_totals(lines: list[Line]) -> bool:
    """Return whether numbers may mean something else, which their figures tell: points that count
    against the players, with minus signs, what a deal changed, tricks, a second round at the end, a
    result of two."""
    deals = [line for line in lines if line.kind == "deal"]
    ends = [line for line in lines if line.kind == "end"]
    values = [points for line in (*deals, *ends) for _, points in line.points]
    if sum(one < 0 for one in values) > 1 and max(values) <= 0:
        return True
    if _are_points_of_deals(lines, deals):
        return True
    told = (line for line in lines if line.points or standing_of(line.text))
    if any(CHANGED.search(line.text) for line in told):
        return True
    if ZWANZIG in games_of(lines):
        begun = [points for line in deals[:1] if line.number == 1 for _, points in line.points]
        below = min(begun, default=0) < 0 and max(map(abs, values)) <= MOST_CHANGED
        return below or any(tricks_of_deals.are_shared(line.points) for line in deals)
    first = len(deals) == 1 and deals[0].number == 1 and TWENTY in games_of(lines)
    more = first and any({*one.points} != {*deals[0].points} for one in ends)
    return more or any(line.kind == "won" and OF_TWO.search(line.text) for line in lines)


def _are_points_of_deals(lines: list[Line], deals: list[Line]) -> bool:
    """Return whether numbers may be what single deals scored, in a game in which points are only
    added: they come to the end, or without one a number falls to nothing or all of them fall, and
    not in the last deal alone."""
    if any(which_game.opening(game) for game in games_of(lines)):
        return False
    told = [dict(one.points) for one in deals]
    end = next((dict(one.points) for one in lines if one.kind == "end"), None)
    if end is not None and told:
        right = sum(end[name] == sum(one.get(name, 0) for one in told) for name in end)
        return told[-1] != end and right > sum(told[-1].get(name) == end[name] for name in end)
    falls = [{name: after for name, after in other.items() if after < one.get(name, after)}
             for one, other in pairwise(told)]  # fmt: skip
    fallen = {name for one in falls for name in one}
    early = any(falls[:-1]) or (len(told) == ROUNDS and TWENTY in games_of(lines) and any(falls))
    to_nothing = any(after == 0 for one in falls for after in one.values())
    every = {name for one in told for name in one}
    return early and (to_nothing or fallen == every or len(told) == ROUNDS)


def _tells_plays(text: str, players: set[str]) -> bool:
    """Return whether a sentence beside totals may be about plays: a card or a number behind a
    colon, a bracket or more than one player."""
    bare = _undated(text)
    if BESIDE.search(text):
        return False
    if SUM.fullmatch(text) or START.fullmatch(text) or not re.search(r"\d|[♣♦♥♠]", bare):
        return False
    words = [one.casefold() for one in re.findall(r"[^\W\d_]+|\d+", bare)]
    behind = sum(
        one in players and (other.isdigit() or other in RANKS) for one, other in pairwise(words)
    )
    return behind > 1 or PLAYED.search(bare) is not None


def _undated(text: str) -> str:
    return DATED.sub("", text)


def _does(text: str, players: set[str]) -> bool:
    """Return whether a line begins with a player and an action."""
    found = DOES.match(text)
    return found is not None and found["name"].casefold() in players


def with_deals_numbered(lines: list[Line]) -> list[Line]:
    """Return the lines with each deal numbered, and with its trumps."""
    told = tricks_of_deals.with_all_of_a_deal(list(lines))
    return _with_trumps(with_openings(_numbered(with_standings(told))))


def _with_trumps(lines: list[Line]) -> list[Line]:
    """Return the lines, with trumps that a sentence names as those of the next deal."""
    told: list[Line] = []
    suit = ""
    for line in lines:
        named = NAMED.fullmatch(line.text) if line.kind == "odd" else None
        bare = line.text.strip(" .:").casefold() if line.kind == "odd" else ""
        if titled := NAMED.search(line.text) if line.kind == "game" else None:
            suit = suit_named(titled)
        if named or (len(bare) > 1 and bare in SUIT_WORDS):
            suit = suit_named(named) if named else SUIT_WORDS[bare]
            continue
        if line.kind in ("deal", "tricks"):
            line = line._replace(suit=line.suit or suit)
            suit = ""
        told.append(line)
    return told


def _numbered(lines: list[Line]) -> list[Line]:
    """Return the lines with the deals numbered, if the sheet names its game and has an unnumbered
    line with every player's total for each deal. A single one beside who won is the end, and so is
    one that tells a result of two, `131 to 128`."""
    only = [line for line in lines if line.points]
    if len(only) == 1 and only[0].kind == "start" and OF_TWO.search(only[0].text):
        return [line._replace(kind="end") if line is only[0] else line for line in lines]
    if any(line.kind in ("deal", "end") for line in lines) or not any(map(names_the_game, lines)):
        return lines
    standings = [standing_of(line.text) if line.kind == "odd" else () for line in lines]
    told = [frozenset(name.casefold() for name, _ in points) for points in standings if points]
    if not told or len({*told}) != 1:
        return lines
    opening = openings_of(lines)
    last = len(told) == 1 and any(
        line.kind == "won"
        or (ENDED if points else OVER).search(line.text)
        or objects(line.text)
        or (points and OF_TWO.search(line.text))
        for line, points in zip(lines, standings, strict=True)
    )
    numbered: list[Line] = []
    deals, first = count(1), True  # of the game that is told
    for line, points, opened in zip(lines, standings, opening, strict=True):
        if names_the_game(line) and not first:
            deals, first = count(1), True
        if not points:
            numbered.append(line)
            continue
        begins = first and {total for _, total in points} == {opened}
        if last:
            line = line._replace(kind="end", points=points)
        elif begins or is_before(line.text):
            line = line._replace(kind="start", points=points)
        else:
            line = line._replace(kind="deal", number=next(deals), points=points)
        numbered.append(line)
        first = False
    return numbered


def _alone(text: str) -> int | None:
    """Return the number of the deal that a line tells of; None where it may tell of several."""
    head = DEAL.match(plain_head(text))
    number = head and (head["number"] or head["nth"])
    more = head is not None and MORE.match(head["rest"])
    return int(number) if number and not more else None


def with_gap(lines: list[Line]) -> list[Line]:
    """Return the lines with a gap behind one that tells of a deal, cannot be read, and has no other
    deal and no end with totals behind it; of one deal with its number that is what is known. A
    sentence such as `In round 2 Mia led` may be about a deal yet to be played, where nothing says
    who won or is out."""
    last = max((at for at, line in enumerate(lines) if line.number is not None), default=None)
    if last is None or any(line.kind == "end" for line in lines):
        return lines
    over = any(line.kind in ("won", "out") for line in lines)
    for at, line in enumerate(lines[last + 1 :], last + 1):
        told = line._replace(text=without_in(line.text)) if over else line
        if line.kind == "odd" and is_headed_as_a_deal(told):
            gap = line._replace(kind="gap", number=_alone(told.text))
            return [*lines[:at], gap, *lines[at:]]
    return lines


def misspelt_names(lines: list[Line]) -> dict[str, str]:
    """Return the player meant by a name that stands in one deal only, where that deal lacks just
    the player who has nearly the same name."""
    deals = [{name.casefold(): name for name, _ in one.points} for one in lines
             if one.kind in ("deal", "start")]  # fmt: skip
    times = Counter(name for deal in deals for name in deal)
    players = {name for name, number in times.items() if number > 1}
    found: dict[str, str] = {}
    for deal in deals:
        odd, lacking = deal.keys() - players, players - deal.keys()
        if len(odd) == len(lacking) == 1 and len(deal) == len(players):
            (name,), (meant,) = odd, lacking
            if one_slip(name, meant, SHORTEST):
                found[deal[name]] = next(one[meant] for one in deals if meant in one)
    return found
