"""What if: a game left after a play and continued differently.

The rules answer every choice at once. The cards that come from the pack are those that came in the
game, in their order, for as long as the record shows them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from archive.core.events import (
    ACTIONS,
    Deal,
    End,
    Event,
    Gap,
    Held,
    Play,
    Round,
    Stay,
    Stop,
    Trump,
    Up,
    numbers_of,
)
from archive.core.record import Record
from archive.rules.position import Action, Position
from archive.scoring.line_in_address import (
    AWAITED,
    BETWEEN,
    LONGEST,
    THE_END,
    TRUMP,
    LineError,
    action_in,
    cards_of,
    event_of,
    last_cards,
    split,
    text_of,
    text_of_event,
    trumps_in,
)
from archive.scoring.pack_order import PackOrder
from archive.scoring.record_positions import Positions

MOST_STEPS = 400
"""The most steps between two choices: hands dealt, rounds begun. No game has so many."""


class Move(NamedTuple):
    """A choice in a line: as the line writes it, its player, its event in a record, the number of
    plays after it, and the rules it breaks, as (code, clause)."""

    text: str
    seat: int
    event: Event
    ply: int
    broken: tuple[tuple[str, str], ...]


class Choice(NamedTuple):
    """A possible choice; `as_played` is whether it was made in the game."""

    text: str
    action: Action
    as_played: bool


@runtime_checkable
class NamesTrumps(Protocol):
    """A position of a game in which trumps are named."""

    def unnamed(self) -> Any:
        """Return the position as it was just before they were named."""


class NoPosition(Exception):
    """The record does not say enough for the game to be left there."""


class Line:
    """A game from a play on, continued by choice. `position` is where it stands, `moves` are the
    choices; `stopped` is the reason why the game is not over and yet cannot go on: `pack` or `hand`
    for unknown cards, `rules` where nothing can follow, `long` where a line ends."""

    def __init__(self, known: Record, start: int, positions: Positions, text: str = "") -> None:
        """Leave a game, with all its cards that are `known`, after a ply, and before the trumps
        named then where the line's `text` begins with a suit. `positions` are those of the game.
        Raises NoPosition."""
        if start not in positions:
            raise NoPosition
        self.start = start
        self.position = positions[start].copy()
        self._tags, events = known.tags, known.events
        acted = [at for at, event in enumerate(events) if type(event) in ACTIONS]
        ahead = self._ahead = positions.ahead
        written = start - ahead.plays
        until = acted[written] if written < len(acted) else len(events)
        begun = acted[written - 1] if written else 0
        named = [at for at in range(begun, until) if isinstance(events[at], Trump)]
        self.before_trumps = bool(named) and text.startswith(TRUMP)
        """Whether trumps are named differently than they were."""
        if self.before_trumps and isinstance(self.position, NamesTrumps):
            self.position, until = self.position.unnamed(), named[0]
        self._events: list[Event] = [
            one for one in events[:until] if not isinstance(one, End | Stop)
        ]
        self._played = [events[at] for at in acted]
        self._numbered = not positions.late or any(numbers_of(events))
        if not self._numbered:  # nothing else tells that it begins in the middle of the game
            self._events.insert(0, Gap(""))
        self._trumps = trumps_in(events)
        in_rounds = hasattr(self.position, "round")
        self._pack = PackOrder(events, until, in_rounds=in_rounds, ahead=ahead.deals)
        self._listed: set[tuple[int, ...]] = set()
        self._passed_over = 0  # of what was played
        self.moves: list[Move] = []
        self.stopped = ""
        self._settle()

    @property
    def text(self) -> str:
        """Return the line as an address has it."""
        return BETWEEN.join(move.text for move in self.moves)

    @property
    def record(self) -> Record:
        """Return the record up to where it is left, continued by the line."""
        unnamed = self.position.due == "name_trump"
        return Record(self._tags, _before_trumps(self._events) if unnamed else self._events)

    @property
    def plies(self) -> int:
        """Return the number of plays."""
        return self.moves[-1].ply if self.moves else self.start

    def follow(self, text: str) -> None:
        """Play a line. Raises LineError for text that cannot be read, or comes when the game does
        not await it. Forbidden plays are made, and reported."""
        for number, one in enumerate(split(text), len(self.moves) + 1):
            if self.stopped or self.position.over:
                raise LineError(number, one, THE_END)
            action = action_in(one, self.position)
            if action is None:
                raise LineError(number, one, AWAITED[self.position.due])
            self._play(one, action)

    def choices(self) -> list[Choice]:
        """Return the possible choices, each once; the one in the game stands for those that are
        equal by the rules."""
        if self.stopped or self.position.over:
            return []
        played = self._as_played()
        found = []
        for action in self.position.legal():
            chosen = action
            same = played is not None and _same(action, played, self.position)
            if same and played is not None and self.position.allows(played):
                chosen = played
            found.append(Choice(text_of(chosen), chosen, same))
        return found

    def go_on(self, seats: Iterable[int]) -> None:
        """Play on for some seats as they did in the game, and where there is only one choice, that
        one. A card played earlier than in the game is replaced by the one played in its place.
        Stops where that is not allowed, or another seat chooses."""
        chosen = frozenset(seats)
        while not self.stopped and not self.position.over and len(self.moves) < LONGEST:
            if self.position.turn not in chosen:
                return
            played = self._as_played()
            if played is None or not self.position.allows(played):
                choices = self.choices()
                usual = self._left_over(choices) or choices
                if len(usual) != 1:
                    return
                played = usual[0].action
            self._play(text_of(played), played)

    # -- what happened in the game

    def _as_played(self) -> Action | None:
        """Return the action in the game at this very place, if it was this seat's."""
        position = self.position
        event: Any = None
        if position.due == "name_trump":
            event = self._trumps.get(getattr(position, "deals", 0) - self._ahead.deals)
        else:
            event = self._next_played()
        if event is None or event.seat != position.turn:
            return None
        text = text_of_event(event)
        return action_in(text, position) if text else None

    def _next_played(self) -> Event | None:
        """Return the record's event at this place. Where players may not drop out it may have all
        the same that they stay in."""
        for event in self._played[self.plies - self._ahead.plays + self._passed_over :]:
            if not isinstance(event, Stay) or self.position.due == "stay":
                return event
            self._passed_over += 1
        return None

    def _left_over(self, choices: Sequence[Choice]) -> list[Choice]:
        """Return the only card that the seat has left because another was played in its place;
        empty where there are several."""
        seat = self.position.turn
        before = self._ahead.plays
        gone = {
            text
            for event in self._played[self.start - before : self.plies - before]
            if isinstance(event, Play) and event.seat == seat
            for text in [text_of_event(event)]
        }
        found = [one for one in choices if one.text in gone and one.action[0] == "lay"]
        return found if len(found) == 1 else []

    # -- playing on

    def _play(self, text: str, action: Action) -> None:
        seat, position = self.position.turn, self.position
        before, scores = len(position.objections), len(position.ledger)
        self._settled(lambda: position.play(action))
        taken: list[int] = []
        if position.due == "take" and not self.stopped:
            taken = self._pack.next_cards(position) or []
            if taken:
                position.play(("take", seat, taken))
            else:
                self.stopped = "pack"
        event = event_of(action, taken, self.plies + 1 if self._numbered else None)
        broken = tuple((code, clause) for _, _, code, clause in position.objections[before:])
        over = self.plies + (type(event) in ACTIONS)
        self._events.append(event)
        self.moves.append(Move(text, seat, event, over, broken))
        if len(position.ledger) > scores and hasattr(position, "packs"):
            self._events.append(last_cards(position))
        if len(self.moves) == LONGEST and not self.stopped:
            self.stopped = "long"
        self._settle()

    def _settled(self, step: Any) -> None:
        """Take a step that a position may be unable to take after something that no rule
        foresees."""
        try:
            step()
        except (ValueError, IndexError, TypeError, KeyError, AttributeError):
            self.stopped = "rules"

    def _settle(self) -> None:
        """Take all steps that no player chooses, up to the next choice."""
        for _ in range(MOST_STEPS):
            if self.stopped or self.position.over or self._awaits_choice():
                return
            self._settled(self._step)

    def _awaits_choice(self) -> bool:
        return self.position.due in AWAITED and not self.position.wanted

    def _step(self) -> None:
        position = self.position
        if position.wanted:
            cards = self._pack.next_cards(position)
            if cards is None:
                self.stopped = "pack"
                return
            seat = (position.turn,) if position.turn else ()
            action: Action = (position.due, *seat, cards)
        else:
            legal = position.legal()
            if len(legal) != 1:
                self.stopped = "hand" if position.due == "show" else "rules"
                return
            action = legal[0]
        self._tell(action)
        position.play(action)

    def _tell(self, action: Action) -> None:
        """Write down a step."""
        position: Any = self.position
        match action:
            case ("begin_round", first):
                self._events.append(Round(position.round + 1, first))
            case ("turn_up", cards):
                self._events.append(Up(cards_of(cards), None))
            case ("deal", seat, cards):
                hand = len(position.hands_dealt[-1][seat]) + 1
                if len(position.hands_dealt[-1][3 - seat]) < hand:
                    self._events.append(Deal(hand))
                self._events.append(Held(seat, (cards_of(cards),)))
            case ("deal", dealer):
                number = position.deals + 1
                self._events.append(Deal(number if number > 0 else None, dealer))
            case ("hand", seat, _) if (position.deals, seat) not in self._listed:
                self._listed.add((position.deals, seat))
                if not position.hands[seat]:
                    self._events.append(Held(seat, self._pack.hand_of(position)))


def _before_trumps(events: Sequence[Event]) -> list[Event]:
    """Return the events, with the last deal's hands cut to the first packet."""
    deal = max(at for at, event in enumerate(events) if isinstance(event, Deal))
    return [
        Held(event.seat, event.packets[:1]) if at > deal and isinstance(event, Held) else event
        for at, event in enumerate(events)
    ]


def _same(action: Action, other: Action, position: Position) -> bool:
    """Return whether two actions are one choice: where suits play no part, by their ranks."""
    if action[:2] != other[:2]:
        return False
    if hasattr(position, "trump"):
        return _numbers(action) == _numbers(other)
    return [one & 15 for one in _numbers(action)] == [one & 15 for one in _numbers(other)]


def _numbers(action: Action) -> list[int]:
    said = action[2] if len(action) > 2 else []
    return sorted(said, key=lambda card: (card & 15, card)) if isinstance(said, list) else [said]
