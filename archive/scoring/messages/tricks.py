"""What can be wrong in any trick game: who leads, who must follow, the exchange, whole deals."""

from __future__ import annotations

from archive.scoring.findings import Finding
from archive.scoring.messages.kinds import Sentences
from archive.scoring.wording import SUITS, Speaker, a_card, number, spaced


def either(seats: str | None, speaker: Speaker) -> str:
    """`p2 or p3` as Bernd or Clara."""
    return " or ".join(speaker.name(seat) for seat in (seats or "").split(" or "))


def _shown_later(finding: Finding) -> str:
    """What proves a play wrong that was not seen to be wrong at once."""
    later = next((spot.ply for spot in finding.places if spot.ply), None)
    return f"; play {later} shows it" if later else ""


def _held(finding: Finding) -> str:
    """`?h` as a heart; nothing where the suit is not known."""
    return SUITS.get((finding.expected or "")[1:], "").removesuffix("s")


def _not_followed(finding: Finding, speaker: Speaker) -> str:
    name, card = speaker.name(finding.seat), a_card(finding.found or "?")
    suit = _held(finding)
    held = f"holds a {suit}" if suit else "holds a card of the suit led"
    return (
        f"{name} plays {card} at play {finding.ply}, but {held} and must follow suit"
        f"{_shown_later(finding)}."
    )


def _not_trumped(finding: Finding, speaker: Speaker) -> str:
    name, card = speaker.name(finding.seat), a_card(finding.found or "?")
    suit = _held(finding)
    held = f"a trump, a {suit}," if suit else "a trump"
    return (
        f"{name} does not follow suit and plays {card} at play {finding.ply}, but holds {held} and "
        f"must play it{_shown_later(finding)}."
    )


def _wrong_leader(finding: Finding, speaker: Speaker) -> str:
    return (
        f"{either(finding.expected, speaker)} is to lead to this trick, not "
        f"{speaker.name(finding.found)}."
    )


def _wrong_trick_winner(finding: Finding, speaker: Speaker) -> str:
    return (
        f"{speaker.name(finding.expected)} has won the trick before and leads; by the record it is "
        f"{speaker.name(finding.found)}."
    )


def _wrong_dealer(finding: Finding, speaker: Speaker) -> str:
    return (
        f"It is {speaker.name(finding.expected)}'s turn to deal; the record names "
        f"{speaker.name(finding.found)}."
    )


def _exchanged_too_many(finding: Finding, speaker: Speaker) -> str:
    most = (finding.expected or "").removeprefix("at most ").partition(" ")[0]
    return (
        f"{speaker.name(finding.seat)} puts away {_counted(finding.found)} in the exchange; "
        f"at most {_counted(most)} may be."
    )


def _uneven_exchange(finding: Finding, speaker: Speaker) -> str:
    put = (finding.expected or "").partition(" ")[0]
    return (
        f"{speaker.name(finding.seat)} puts away {_counted(put)} and takes "
        f"{_counted(finding.found)}; both must be as many."
    )


def _counted(count: str | None) -> str:
    count = count or "0"
    if not count.isdigit():
        return count
    return f"{number(int(count))} card{'' if count == '1' else 's'}"


def _unproved(finding: Finding, speaker: Speaker) -> str:
    return (
        f"Nothing shows whether {speaker.name(finding.seat)} could play "
        f"{spaced(finding.found or '?')} at play {finding.ply}: it depends on cards that the "
        f"record does not name. {speaker.name(finding.seat)}'s whole hand in this deal would "
        "settle it."
    )


def _foreign_claim(finding: Finding, speaker: Speaker) -> str:
    return (
        f"Play {finding.ply} of {speaker.name(finding.seat)} claims a number that this game does "
        f"not have: {(finding.found or '').partition(' ')[2] or finding.found}."
    )


def _short_deal(finding: Finding, speaker: Speaker) -> str:
    return (
        f"The deal is over after {_tricks(finding.found)} and should have "
        f"{_tricks(finding.expected)}. What the missing ones scored cannot be known."
    )


def _tricks(count: str | None) -> str:
    figure = (count or "0").partition(" ")[0]
    if not figure.isdigit():
        return count or ""
    return f"{number(int(figure))} trick{'' if figure == '1' else 's'}"


SENTENCES: Sentences = {
    "not-followed": _not_followed,
    "not-trumped": _not_trumped,
    "wrong-leader": _wrong_leader,
    "wrong-trick-winner": _wrong_trick_winner,
    "wrong-dealer": _wrong_dealer,
    "exchanged-too-many": _exchanged_too_many,
    "uneven-exchange": _uneven_exchange,
    "unproved": _unproved,
    "foreign-claim": _foreign_claim,
    "short-deal": _short_deal,
}
