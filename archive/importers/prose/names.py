"""The players: those listed by the sheet, otherwise the names in front of hands and plays.

On one line a name follows the text before it: `… a poor hand. Albert: 8 (8)`. So every text that
could be the name is counted, back to the last bracket or line end and back to the last full stop,
and a longer one only counts where the shorter never stands alone.

A name may be misspelt in one place: `Anan` among many `Anna`, with one letter too few, too many or
wrong, or two that changed places. One player alone must be meant, who is in a list of players, or
who is named far more often and not where the other is: Anna and Anne who both stand between two
plays of Bob's are two players.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from archive.importers import player_names
from archive.importers.number_words import NUMBER_WORDS
from archive.importers.player_names import BETWEEN, one_slip, without_initial
from archive.importers.prose import beside_names as beside
from archive.importers.which_game import TITLE

LONGEST = 60
MOST = 40
"""The most names that are looked at, the most frequent first: no table has more players."""
TWO = 2
"""The fewest players that a sheet names."""
MOST_SLIPS = 5
"""How often a name may be misspelt in one way."""
OFTEN = 3
"""How often a player must be named where the only other spelling is not a player too."""


def names_in(text: str) -> list[str]:
    """Return the players' names in the order in which they first stand in the text.

    If the sheet lists the players, these are the names; if hands are listed, their owners; a play
    of anyone else is reported.
    """
    if told := _told(text):
        return list(dict.fromkeys(map(player_names.called, told)))
    held, played = _candidates(text, beside.HELD), _candidates(text, beside.PLAYED)
    settled = _settled(Counter(dict((held + played).most_common(MOST))))
    owners = {_owner(name, text) for name in settled & set(held)}
    found = owners if len(owners) > 1 else settled | _by_lines(text, settled)
    found = {name for name in found if len(found) <= TWO or not _is_titled(name, found, text)}
    if len(found) == 1 and all(map(beside.ONLY_CARDS.fullmatch, found)):
        return []  # a card is no player
    first = sorted(found, key=lambda name: (_first(text, name), name))
    spelled: dict[str, str] = {}
    for name in sorted(first, key=lambda name: not (name[:1].isupper() and not name.isupper())):
        spelled.setdefault(name.casefold(), name)
    return list(dict.fromkeys(map(player_names.called, (spelled[one.casefold()] for one in first))))


def are_listed(text: str) -> bool:
    """Return whether a text lists its players."""
    return bool(_told(text))


def _told(text: str) -> list[str]:
    """Return the players whom a text lists; none where it lists none."""
    legend = [(one["initial"], one["name"]) for one in beside.LEGEND.finditer(text[: beside.HEAD])]
    if len(legend) > 1 and all(name.startswith(initial) for initial, name in legend):
        return list(dict.fromkeys(name for _, name in legend))
    text = beside.DEALING.sub("", text)
    for said, within in ((beside.TOLD, text), (beside.VERSUS, text[: beside.HEAD])):
        told = _listed(match["list"]) if (match := said.search(within)) else []
        told = [one for one in told if not _is_described(one, told, text)]
        if len(told) > 1:
            return told
    for alone in beside.ALONE.finditer(beside.OF_A_GAME.sub("", text[: beside.HEAD])):
        told = _listed(alone["list"])
        if len(told) > 1 and (_are_players(told, text) or _all_do([one[0] for one in told], text)):
            return told
    return []


def _is_titled(name: str, names: set[str], text: str) -> bool:
    """Return whether a name is none, but a word of the title with a number behind it, named once
    beside players who have no number there: `Nan and Dad, table 4`."""
    told = list(re.finditer(rf"(?<!\w){pattern_of(name)}(?!\w)(?P<number>[ \t]+\d)?", text))
    if len(told) != 1 or not told[0]["number"]:
        return False
    start = text.rfind("\n", 0, told[0].start()) + 1
    line = text[start : told[0].start()]
    beside_it = sum(
        re.search(rf"(?<!\w){pattern_of(one)}(?!\w)(?![ \t:]*\d)", line) is not None
        and len(re.findall(rf"(?<!\w){pattern_of(one)}(?!\w)", text)) > 1
        for one in names - {name}
    )
    return beside_it >= TWO


def _is_described(name: str, names: Sequence[str], text: str) -> bool:
    """Return whether a name in a list of players is that of one who does not play, with a word
    for what they do before it: `Players: Nan, Dad; umpire Joe`."""
    others = [one for one in names if one[:1].isupper()]
    described = " " in name and name[:1].islower() and len(others) > 1
    return described and not does_something(name, text)


def _owner(name: str, text: str) -> str:
    """Return the owner of a named hand: Anna where “Annas Blatt” stands and she is named
    besides."""
    bare = name.removesuffix("s")
    if len(bare) < 2 or not bare[-1].isalpha():
        return name
    return bare if re.search(rf"(?<!\w){pattern_of(bare)}(?!\w)", text) else name


def _are_players(names: list[str], text: str) -> bool:
    """Return whether names on a line alone are those of players: each does something, or two do and
    all are named again."""
    again = (len(re.findall(rf"(?<!\w){pattern_of(name)}(?!\w)", text)) > 1 for name in names)
    acting = sum(does_something(name, text) for name in names)
    return len(set(names)) == len(names) and (acting == len(names) or (acting > 1 and all(again)))


def _all_do(names: list[str], text: str) -> bool:
    """Return whether each of these names, which differ, does something."""
    return len(set(names)) == len(names) and all(does_something(name, text) for name in names)


def does_something(name: str, text: str) -> bool:
    """Return whether a name stands in front of a colon, a card or an action."""
    played = rf"(?:(?i:plays|leads|lays)[ \t]+)?(?:{beside.CARD})+(?!\w)"
    behind = rf"[ \t]*(?::|['’]s?[ \t](?!turn)|[ \t](?:{beside.DOES}|{played}))"
    return re.search(rf"(?<!\w){pattern_of(name)}{behind}", text) is not None


def pattern_of(name: str) -> str:
    """Return a pattern of a name that may be spread over lines; of the writer's, by any word of the
    first person."""
    if player_names.is_first_person(name):
        return rf"(?i:{player_names.PATTERN})"
    return r"\s+".join(map(re.escape, name.split()))


def any_of(names: Iterable[str]) -> str:
    """Return a pattern of all these names, the longest first."""
    return "|".join(dict.fromkeys(map(pattern_of, sorted(names, key=len, reverse=True))))


def _listed(text: str) -> list[str]:
    """Return the names of a list, up to the first piece that is no name."""
    found: list[str] = []
    for piece in BETWEEN.split(beside.OF_A_GAME.sub("", text)):
        piece = without_initial(piece.strip(" \t*_"))
        if not found and (above := beside.ABOVE.match(piece)):
            piece = piece[above.end() :]
        name, stop, _ = piece.partition(". ")
        whole = piece.rstrip(".")
        if _could_be_a_name(whole) and not re.search(r"[\d:()]", whole):
            found.append(whole)
            continue
        if stop and _could_be_a_name(name):
            found.append(name)
        break
    return list(dict.fromkeys(found))


def _by_lines(text: str, known: set[str]) -> set[str]:
    """Return names at the start of lines, and behind a comma, with an action behind them."""
    counted: Counter[str] = Counter()
    told = "|".join(re.escape(one.casefold()) for one in known)
    holds = re.compile(rf"(?<!\w)(?:{told})(?!\w)" if known else "(?!)")
    for match in (*beside.AT_LINE.finditer(text), *_within_lines(text)):
        name = _without_saying(" ".join(match["name"].split()))
        initial = name == "A" and text[match.start()] not in ":)]"  # otherwise it is an ace
        if _says_something_else(name, initial=initial) or _is_part_of_a_name(name, known):
            continue
        if not holds.search(name.casefold()) and not beside.AROUND.search(name.casefold()):
            counted.update(beside.TWO.split(name))
    return {name for name, _ in counted.most_common(MOST) if not _with_a_card(name, counted)}


def _within_lines(text: str) -> Iterator[re.Match[str]]:
    """Yield what may be a name behind a comma or a colon; not the end of a name with an initial
    before it, nor a card."""
    for match in beside.WITHIN.finditer(text):
        if beside.INITIAL.search(text, max(0, match.start() - 2), match.end()):
            continue
        in_its_place = text[match.start()] == ":" or _in_a_column(text, match)
        name = _without_saying(" ".join(match["name"].split()))
        if not (in_its_place and beside.ONLY_CARDS.fullmatch(name)):
            yield match


def _says_something_else(name: str, *, initial: bool) -> bool:
    """Return whether the words where a name may stand are none: what players do or hold, a seat, a
    title. An `A` is the `initial` of a name or an ace."""
    words = name.casefold().split()
    of_a_sheet = (beside.WORDS & set(words) and not initial) or beside.VERBS & set(words)
    first_person = words[1:] and words[0] in player_names.ALL
    if of_a_sheet or first_person or words[-1] in beside.ENDS_NONE or name in ("d", "x"):
        return True
    if words[1:] and beside.ONLY_CARDS.fullmatch(name):
        return True
    if beside.NUMBERED.match(name):
        return True
    return any(other.fullmatch(name) for other in (beside.SEAT, TITLE, beside.FIGURED))


def _is_part_of_a_name(name: str, known: set[str]) -> bool:
    """Return whether a name is the first or the last word of a longer one with an initial."""
    ends = ((one, one.split()) for one in known if "." in one)
    return any(one != name and name in (words[0], words[-1]) for one, words in ends)


def _in_a_column(text: str, match: re.Match[str]) -> bool:
    """Return whether what looks like a name is a card in a column behind a player's name."""
    line = text.rfind("\n", 0, match.start()) + 1
    before = text[line : match.start()].split()[-1:]
    return text[match.start()] == " " and any(len(one) > 1 and one.isalpha() for one in before)


def _without_saying(name: str) -> str:
    """Return the writer of `I say` or `ich hatte` alone."""
    first, *words = name.split()
    said = player_names.is_first_person(first) and beside.SAYING.issuperset(words)
    return first if said else name


def _with_a_card(name: str, counted: Counter[str]) -> bool:
    """Return whether a name is another with cards behind it: `Anna K` in `Anna K 10`."""
    words = name.split()
    parts = ((" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words)))
    return any(before in counted and beside.ONLY_CARDS.fullmatch(cards) for before, cards in parts)


def places_of_players(text: str) -> list[str]:
    """Return single words that stand in front of a player's action, the most frequent first."""
    found = _candidates(text, beside.PLAYED)
    found.update(" ".join(one["name"].split()) for one in beside.AT_LINE.finditer(text))
    found.update(" ".join(one["name"].split()) for one in beside.WITHIN.finditer(text))
    told = (name for name, _ in found.most_common(MOST))
    return [
        name
        for name in told
        if " " not in name and name.casefold() not in beside.WORDS | beside.VERBS
    ]


def _candidates(text: str, behind: re.Pattern[str]) -> Counter[str]:
    counted: Counter[str] = Counter()
    for match in behind.finditer(text):
        before = text[max(0, match.start() - LONGEST) : match.start()]
        hard = beside.HARD.split(before)[-1]
        told = set[str]()
        for piece in (hard, beside.SOFT.split(hard)[-1], beside.LEADING.sub("", hard, count=1)):
            name = " ".join(beside.LEADING.sub("", piece, count=1).split()).strip("*_ ")
            bare = " ".join(piece.split()).strip("*_#>•–—- ")
            told |= {one for one in (name, bare) if _could_be_a_name(one)}
        counted.update(told)
    return counted


def _could_be_a_name(text: str) -> bool:
    return 0 < len(text) <= 40 and _looks_like_a_name(text)


@lru_cache(4096)
def _looks_like_a_name(text: str) -> bool:
    return (
        len(text.split()) <= 4 and text[0].isalpha()
        and not beside.SEAT.fullmatch(text) and not TITLE.fullmatch(text)
        and (text == "A" or text.casefold() not in beside.WORDS)
        and text.casefold() not in NUMBER_WORDS
        and not beside.NUMBERED.match(text) and not beside.DONE.search(text)
        and not (beside.VERBS | beside.OF_CARDS) & set(text.casefold().split())
        and not beside.NO_NAME.search(text) and not beside.AROUND.search(text.casefold())
    )  # fmt: skip


def _settled(counted: Counter[str]) -> set[str]:
    """Return the names without those that are a name with something before it, and those that are
    only the end of a name: the longer one is the name if it stands there more often than not (a
    line may end within it)."""
    settled = set(counted)
    for name in counted:
        for shorter in counted:
            if name.endswith(" " + shorter):
                alone = counted[shorter] >= 2 * counted[name] or counted[name] == 1
                settled.discard(name if alone else shorter)
    return settled


def _first(text: str, name: str) -> int:
    found = re.search(rf"(?<!\w){pattern_of(name)}(?!\w)", text)
    return found.start() if found else len(text)


def misspelt(names: Sequence[str], text: str, *, listed: bool) -> dict[str, str]:
    """Return the player meant by each name that stands where a player plays and is not among the
    `names`, or is among them only because it is misspelt, less often than not; the latter not where
    the text has them `listed`."""
    found: dict[str, str] = {}
    unlisted = [] if listed else list(names)
    for word in dict.fromkeys((*places_of_players(text), *unlisted)):
        if listed and word.casefold() in map(str.casefold, names):
            continue
        meant = [name for name in names if name != word and one_slip(word, name)]
        times = _times(word, text)
        if len(meant) != 1 or times > MOST_SLIPS or times >= max(TWO, _times(meant[0], text)):
            continue
        left = len({*names} - {*found, word})
        often = left >= TWO and _times(meant[0], text) >= OFTEN
        if listed or (often and not _both_between(word, meant[0], names, text)):
            found[word] = meant[0]
    return found


def _both_between(word: str, meant: str, names: Sequence[str], text: str) -> bool:
    """Return whether both names stand between two mentions of another player: then each has a turn
    of their own there."""
    turns = _places(meant, text)
    for other in names:
        around = [] if other in (word, meant) else _places(other, text)
        for at in _places(word, text) if around else ():
            before = max((one for one in around if one < at), default=-1)
            behind = min((one for one in around if one > at), default=len(text))
            if any(before < one < behind for one in turns):
                return True
    return False


def _times(name: str, text: str) -> int:
    return len(_places(name, text))


def _places(name: str, text: str) -> list[int]:
    """Return the places of a name in a text."""
    return [one.start() for one in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text)]
