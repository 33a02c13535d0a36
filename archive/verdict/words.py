"""Every finding in one plain sentence that a card player understands.

One function a code, each with the whole sentence in it, so that it can be read and mended as text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from archive.record import Record
from archive.verdict.census import Count, Tally
from archive.verdict.findings import Finding

RANKS = {
    "A": "ace", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven",
    "8": "eight", "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king",
    "?": "unknown card",
}  # fmt: skip
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

LONGEST_NAME = 60

Sentence: TypeAlias = "Callable[[Finding, Speaker], str]"


class Speaker:
    """Knows the players' names and the census, and puts findings into words."""

    def __init__(self, record: Record, counts: list[Count]) -> None:
        self.players = [
            name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
            for name in record.players
        ]
        self.counts = counts

    def name(self, seat: int | str | None) -> str:
        number = int(str(seat).lstrip("p")) if seat else 0
        return self.players[number - 1] if 0 < number <= len(self.players) else f"p{number}"

    def sentence(self, finding: Finding) -> str:
        """The sentence for a finding, and whether its writer knew."""
        words = SENTENCES.get(finding.code, _as_written)(finding, self)
        return words + (" The record itself marks this." if finding.known else "")


def number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def card_name(text: str, count: int = 1) -> str:
    """`9h` as nine of hearts, `J` as jack; several of them in the plural."""
    rank, suit = text[0], SUITS.get(text[1:], "")
    name = RANKS.get(rank, text)
    if rank == "?" and suit:
        return f"cards of {suit}" if count != 1 else f"card of {suit}"
    plural = {"six": "sixes"}.get(name, name + "s") if count != 1 else name
    return f"{plural} of {suit}" if suit else plural


def spaced(run: str) -> str:
    """`QJJ43` with its cards apart."""
    return "".join(f" {sign}" if sign not in SUITS else sign for sign in run).strip()


def points(count: int) -> str:
    return f"{count} point{'' if abs(count) == 1 else 's'}"


def _counted(tally: Tally) -> str:
    seen = len(tally.seen)
    return f"{number(seen)} {card_name(tally.card.text, seen)}"


def _wrong_tally(finding: Finding, speaker: Speaker) -> str:
    return (
        f"After {speaker.name(finding.seat)}'s play {finding.ply} the tally is {finding.expected}; "
        f"the record says {finding.found}."
    )


def _wrong_points(finding: Finding, speaker: Speaker) -> str:
    due = "nothing" if finding.expected == "0" else points(int(finding.expected or 0))
    return (
        f"Play {finding.ply} scores {due} for {speaker.name(finding.seat)}; "
        f"the record says {points(int(finding.found or 0))}."
    )


def _wrong_up(finding: Finding, speaker: Speaker) -> str:
    return (
        f"The two cards turned up give a bonus of {finding.expected}; "
        f"the record says {finding.found}."
    )


def _wrong_bonus(finding: Finding, speaker: Speaker) -> str:
    return (
        f"The bonus for {speaker.name(finding.seat)} is {finding.expected}; "
        f"the record says {finding.found}."
    )


def _wrong_bonus_to(finding: Finding, speaker: Speaker) -> str:
    return (
        f"{speaker.name(finding.expected)} was last to score and takes the bonus, "
        f"not {speaker.name(finding.found)}."
    )


def _wrong_score(finding: Finding, speaker: Speaker) -> str:
    return (
        f"After play {finding.ply} {speaker.name(finding.seat)} has "
        f"{points(int(finding.expected or 0))}; "
        f"the record says {finding.found}."
    )


def _wrong_result(finding: Finding, speaker: Speaker) -> str:
    return (
        f"{speaker.name(finding.seat)} ends the game with {points(int(finding.expected or 0))}; "
        f"the record says {finding.found}."
    )


def _wrong_winner(finding: Finding, speaker: Speaker) -> str:
    def who(seat: str | None) -> str:
        return "the game is a draw" if seat == "draw" else f"{speaker.name(seat)} wins"

    return f"By the points {who(finding.expected)}; the record says that {who(finding.found)}."


def _wrong_turn(finding: Finding, speaker: Speaker) -> str:
    return (
        f"Play {finding.ply} is {speaker.name(finding.expected)}'s; "
        f"the record gives it to {speaker.name(finding.found)}."
    )


def _wrong_starter(finding: Finding, speaker: Speaker) -> str:
    return f"{speaker.name(finding.expected)} begins this round, not {speaker.name(finding.found)}."


def _card_not_held(finding: Finding, speaker: Speaker) -> str:
    held = spaced((finding.expected or "").removeprefix("one of "))
    return (
        f"{speaker.name(finding.seat)} plays {_a(finding.found or '?')} at ply {finding.ply}, "
        f"which is not in the hand listed: what is left of it is {held or 'nothing'}."
    )


def _a(card: str) -> str:
    name = card_name(card)
    return f"an {name}" if name[0] in "aeu" else f"a {name}"


def _impossible_hand(finding: Finding, speaker: Speaker) -> str:
    counted = next(
        c for c in speaker.counts if any(one.at == finding.at for one in c.dealing.listed)
    )
    parts = [_counted(tally) for tally in counted.surplus]
    parts += ["only " + _counted(tally) for tally in counted.missing]
    hand = next(one.hand for one in counted.dealing.listed if one.at == finding.at)
    return (
        f"{speaker.name(finding.seat)} cannot have held {spaced(finding.found or '')}, the hand "
        f"listed in {counted.dealing.name}, hand {hand}: with it the listing of the round has "
        f"{' and '.join(parts)}, and {speaker.name(finding.seat)} plays other cards. "
        f"The cards played, {spaced(finding.expected or '')}, fit the pack."
    )


def _too_many(finding: Finding, speaker: Speaker) -> str:
    pack, _, rest = (finding.expected or "").partition(" of ")
    card, _, where = rest.partition(" in ")
    seen = int(finding.found or 0)
    return (
        f"The record of {where} has {number(seen)} {card_name(card, seen)}; "
        f"the pack has {number(int(pack))}."
    )


def _not_swapped(finding: Finding, speaker: Speaker) -> str:
    due = (finding.expected or "").partition(" ")[0]
    if finding.seat is None:
        return (
            f"With open hands the same two cards are turned up again, {spaced(due)}; "
            f"the record has {spaced(finding.found or '')}."
        )
    other = speaker.name(3 - finding.seat)
    return (
        f"With open hands {speaker.name(finding.seat)} now has what {other} had in the first "
        f"round, {spaced(due)}; the record lists {spaced(finding.found or '')}."
    )


def _dealt_early(finding: Finding, speaker: Speaker) -> str:
    return f"A new hand is listed for {speaker.name(finding.seat)}, who still has cards to play."


def _passed(finding: Finding, speaker: Speaker) -> str:
    return f"{speaker.name(finding.seat)} passes, and nobody may."


def _missing_play(finding: Finding, speaker: Speaker) -> str:
    first, found = _before(finding.expected), finding.found or ""
    last = _before(found) - 1 if found[0].isdigit() else first
    which = f"Play {first} is" if first == last else f"Plays {first} to {last} are"
    return (
        f"{which} missing: the record goes on with {found.rstrip('.')}. What hangs on it can be "
        "judged only where the hand leaves no choice of card."
    )


def _doubled_play(finding: Finding, speaker: Speaker) -> str:
    return (
        f"Play {_before(finding.found)} by {speaker.name(finding.seat)} stands in the record "
        "twice; the second time it is passed over."
    )


def _before(numbered: str | None) -> int:
    """The number of `5.` or `5. again`."""
    return int((numbered or "0").partition(".")[0])


def _short_round(finding: Finding, speaker: Speaker) -> str:
    return (
        f"The round is not over: it has {finding.found}, and a round is {finding.expected}. "
        "What the missing ones scored cannot be known."
    )


def _unknown_card(finding: Finding, speaker: Speaker) -> str:
    return (
        f"The card of play {finding.ply} is not recorded, so the tally from here to the end of the "
        "round, and every total after it, cannot be checked."
    )


def _gap(finding: Finding, speaker: Speaker) -> str:
    return "A stretch of the game was not written down; nothing that depends on it can be checked."


def _unknown_bonus(finding: Finding, speaker: Speaker) -> str:
    return "The two cards turned up are not recorded, so the bonus of this round is not known."


def _early_end(finding: Finding, speaker: Speaker) -> str:
    awaited = (
        (finding.expected or "").removeprefix("the record to go on: ").removesuffix(" is next")
    )
    return f"The record ends before the game does: {awaited} would be next."


def _unknown_rules(finding: Finding, speaker: Speaker) -> str:
    return f"“{finding.found}” is not known here; expected {finding.expected}."


def _as_written(finding: Finding, speaker: Speaker) -> str:
    """For faults that their own expected and found say best."""
    what = _capital(finding.code.replace("-", " ").replace("utf ", "UTF-"))
    found = (finding.found or "nothing").rstrip(".")
    return f"{what}: expected {(finding.expected or '').rstrip('.')}, found {found}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


SENTENCES: dict[str, Sentence] = {
    "wrong-tally": _wrong_tally,
    "wrong-points": _wrong_points,
    "wrong-up": _wrong_up,
    "wrong-bonus": _wrong_bonus,
    "wrong-bonus-to": _wrong_bonus_to,
    "wrong-score": _wrong_score,
    "wrong-result": _wrong_result,
    "wrong-winner": _wrong_winner,
    "wrong-turn": _wrong_turn,
    "wrong-starter": _wrong_starter,
    "card-not-held": _card_not_held,
    "impossible-hand": _impossible_hand,
    "too-many-of-a-card": _too_many,
    "short-round": _short_round,
    "not-swapped": _not_swapped,
    "dealt-early": _dealt_early,
    "passed": _passed,
    "missing-play": _missing_play,
    "doubled-play": _doubled_play,
    "unknown-card": _unknown_card,
    "gap": _gap,
    "unknown-bonus": _unknown_bonus,
    "early-end": _early_end,
    "unknown-rules": _unknown_rules,
}
