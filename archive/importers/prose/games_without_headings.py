"""Games that stand in one text with no heading between them.

When such a text is read as one game, the events show where another game begins: behind a result,
with a number that begins again at one, with points that are counted from nothing again, or with
other players. A result followed by plays may also be a standing in the midst of a game. Where it is
one, or where that cannot be known, the text is kept as one game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from archive.core import events as said
from archive.core.events import Event
from archive.importers.prose.games_behind_unfinished import (
    BLANK_LINE,
    DEEDS,
    head_of,
    later_games,
    line_begin,
    unproved,
)
from archive.importers.record_draft import RecordDraft

HEADINGS: Final = (said.Round, said.Deal, said.Trick)
BETWEEN: Final = (said.Comment, said.Nag, said.Stop)
FEWEST: Final = 2
"""The fewest players, and the fewest plays of each, that make a game of its own."""
MOST: Final = 12
"""Where more players than these are named, other players are no longer taken as a sign of another
game."""
THE_GAME: Final = re.compile(r"(?<!\w)(?:the game|das spiel)(?!\w)", re.IGNORECASE)


class Joint(NamedTuple):
    """A place where two games may have been put together: the character at which the second
    would begin, whether it does, and whether it is behind a result."""

    at: int
    another: bool
    behind_result: bool = True


def joints(sheet: RecordDraft, text: str, start: int) -> list[Joint]:
    """Return where another game begins or may begin in a text that was read as one game. The text's
    first character is that of `start` in the uploaded text. Results that are not results become
    standings or comments of the sheet."""
    found = {joint.at: joint for joint in _behind_results(sheet, text, start)}
    cuts = sorted(joint.at for joint in found.values() if joint.another)
    for at in later_games(sheet, text, start, cuts):
        found[at] = Joint(at, another=True)
    cuts = sorted(joint.at for joint in found.values() if joint.another)
    for at in _other_players(sheet, text, start, cuts):
        found[at] = Joint(at, another=True)
    for at in () if found else unproved(sheet, text, start):
        found[at] = Joint(at, another=False, behind_result=False)
    return sorted(found.values())


def _behind_results(sheet: RecordDraft, text: str, start: int) -> Iterator[Joint]:
    """Yield the places where plays follow a result."""
    ends = [at for at, event in enumerate(sheet.events) if isinstance(event, said.End)]
    played = any(isinstance(event, DEEDS) for event in sheet.events[: ends[0] if ends else 0])
    taken, above = False, sheet.tags.get("Result")
    for number, index in enumerate(ends):
        until = ends[number + 1] if number + 1 < len(ends) else len(sheet.events)
        behind = [at for at in range(index + 1, until) if _happens(sheet.events[at])]
        if not any(isinstance(sheet.events[at], DEEDS) for at in behind):
            continue
        if not played:
            take_back(sheet, index, _line_at(text, sheet.places[index] - start), above=True)
            played = True
            continue
        begins = sheet.places[behind[0]] - start
        end = sheet.events[index]
        assert isinstance(end, said.End)
        heading = sheet.events[behind[0]]
        counted = heading.number if isinstance(heading, HEADINGS) else None
        begun = counted == 1 and not isinstance(heading, said.Trick)  # every deal has a first play
        goes_on = counted is not None and counted > 1
        later = [sheet.events[at] for at in behind] + sheet.events[until : until + 1]
        named = THE_GAME.search(text, sheet.places[index] - start, begins) is not None
        another = begun or (not goes_on and _is_another(end, later, named=named))
        if another:
            yield Joint(head_of(text, sheet.places[index] - start, begins) + start, another=True)
            continue
        take_back(sheet, index, _line_at(text, sheet.places[index] - start))
        taken, above = True, above if above != _told(end) else None
        if not goes_on and not is_running(end, later):
            yield Joint(sheet.places[behind[0]], another=False)
    if taken:
        tell_result(sheet, above)


def _happens(event: Event) -> bool:
    return not isinstance(event, (*BETWEEN, said.End))


def _is_another(end: said.End, later: Sequence[Event], *, named: bool) -> bool:
    """Return whether the events behind a result can only be another game: they have a result of
    their own, for which the players began at nothing, or are named as another game, `named`."""
    after = _totals(later)
    if named and any(isinstance(event, said.End) for event in later):
        return True
    if not end.totals or not after or {*after} != {seat for seat, _ in end.totals}:
        return False
    gained = _gained(later)
    if gained and all(after[seat] == gained[seat] for seat in after):
        return not is_running(end, later)
    steps = [after[seat] - total for seat, total in end.totals]
    return min(steps) < 0 < max(steps)


def is_running(end: said.End, later: Sequence[Event]) -> bool:
    """Return whether the next totals are these and the points scored since."""
    after, gained = _totals(later), _gained(later)
    return bool(after and gained) and all(
        after.get(seat) == total + gained[seat] for seat, total in end.totals
    )


def _totals(later: Sequence[Event]) -> Mapping[int, int]:
    """Return the last totals of the events."""
    told = [event.totals for event in later if isinstance(event, said.Score | said.End)]
    return dict(next((totals for totals in reversed(told) if totals), ()))


def _gained(later: Sequence[Event]) -> Counter[int]:
    """Return the points claimed for the plays, by seat."""
    gained: Counter[int] = Counter()
    for event in later:
        if isinstance(event, said.Play) and event.points:
            gained[event.seat] += event.points
    return gained


def take_back(sheet: RecordDraft, index: int, line: str, *, above: bool = False) -> None:
    """Turn a result that is not one into a standing, or into a comment of its line where it gives
    no totals or stands `above` all plays: the sheet's result then gives it."""
    end = sheet.events[index]
    assert isinstance(end, said.End)
    standing = end.totals and not above
    sheet.put(index, said.Score(end.totals) if standing else said.Comment(line.strip()))


def _told(end: said.End) -> str:
    return " ".join(f"p{seat}:{total}" for seat, total in end.totals)


def tell_result(sheet: RecordDraft, above: str | None = None) -> None:
    """Keep as the sheet's result the last real one, or the one above all plays."""
    sheet.tags.pop("Result", None)
    ends = [event for event in sheet.events if isinstance(event, said.End) and event.totals]
    if result := _told(ends[-1]) if ends else above:
        sheet.tag("Result", result)


def _other_players(sheet: RecordDraft, text: str, start: int, cuts: Sequence[int]) -> Iterator[int]:
    """Yield the places where new players begin to play and earlier ones play no more: all of them,
    or some behind a blank line. They are looked for among the next plays, enough for each of them
    to have had two turns."""
    seated = list(_seated(sheet))
    ahead = iter([*cuts, None])
    cut = next(ahead)
    before: Counter[int] = Counter()
    latest: dict[int, int] = {}
    for number, (place, seats, played) in enumerate(seated):
        if cut is not None and place >= cut:
            before.clear()
            cut = next(ahead)
        fresh = not before.keys() & seats
        if fresh and FEWEST <= len(before) <= MOST and min(before.values()) >= FEWEST:
            near = seated[number : number + FEWEST * len(before)]
            gone = {*before}.difference(*(theirs for _, theirs, _ in near))
            end = max((latest[seat] for seat in gone), default=place) - start
            apart = BLANK_LINE.search(text, end, place - start)
            if len(gone) == len(before) or (gone and apart):
                yield (apart.end() if apart else head_of(text, end, place - start)) + start
                before.clear()
        before.update(dict.fromkeys(seats, 1 if played else FEWEST))
        latest.update(dict.fromkeys(seats, place))


def _seated(sheet: RecordDraft) -> Iterator[tuple[int, set[int], bool]]:
    """Yield the places at which players are shown to be in the game, and whether by what they do;
    hands listed one behind another are of one deal."""
    hands = False
    shown: tuple[int, set[int], bool] | None = None
    for at, event in zip(sheet.places, sheet.events, strict=True):
        seats = _seats(event)
        if hands and isinstance(event, said.Held) and shown:
            shown[1].update(seats)
            continue
        if seats:
            if shown:
                yield shown
            hands, shown = isinstance(event, said.Held), (at, seats, isinstance(event, DEEDS))
    if shown:
        yield shown


def _seats(event: Event) -> set[int]:
    """Return the seats that an event shows to be in the game."""
    if isinstance(event, (*DEEDS, said.Held)):
        return {event.seat}
    if isinstance(event, said.Score | said.End):
        return {seat for seat, _ in event.totals}
    return set()


def _line_at(text: str, at: int) -> str:
    end = text.find("\n", at)
    return text[line_begin(text, at) : end if end >= 0 else None]
