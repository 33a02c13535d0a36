"""What can be wrong in Count to 20: counts, kings and pairs, the stock, cards left."""

from __future__ import annotations

from archive.scoring.findings import Finding
from archive.scoring.messages.kinds import Sentences
from archive.scoring.messages.turns import missing_to
from archive.scoring.wording import Speaker, a_card, as_shown, capital, lines_told, listed, spaced


def _wrong_count(finding: Finding, speaker: Speaker) -> str:
    return (
        f"With play {finding.ply} {speaker.name(finding.seat)} makes the count of "
        f"{finding.expected}; the record says {finding.found}."
    )


def _wrong_king(finding: Finding, speaker: Speaker) -> str:
    return (
        f"In play {finding.ply} {speaker.name(finding.seat)}'s king has to count "
        f"{finding.expected} for the set to make the count; the record says {finding.found}."
    )


def _wrong_pair(finding: Finding, speaker: Speaker) -> str:
    return (
        f"In play {finding.ply} of {speaker.name(finding.seat)} the cards that are said to count "
        f"{finding.found} have to count {finding.expected} for the set to make the count."
    )


def _count_not_made(finding: Finding, speaker: Speaker) -> str:
    cards, _, counts = (finding.found or "").partition(", which make ")
    what = f"they count {counts}" if counts else "they cannot count so little"
    if len(cards) <= 2:
        what = what.replace("they count", "it counts").replace("they cannot", "it cannot")
    return (
        f"The count due at play {finding.ply} is {finding.expected}, and "
        f"{speaker.name(finding.seat)} plays {spaced(cards)}: {what}."
    )


def _empty_stock(finding: Finding, speaker: Speaker) -> str:
    name = speaker.name(finding.seat)
    return f"{name} draws a card at play {finding.ply}, but the stock is used up."


def _proved_by(finding: Finding) -> str:
    """What shows that cards were held: a later play, or the cards left when the hand was over."""
    return as_shown(finding.places[0].ply, "the cards shown tell") if finding.places else ""


def _could_make_count(finding: Finding, speaker: Speaker) -> str:
    due, _, way = (finding.expected or "").partition(" made")
    cards = way.removeprefix(" with ")
    how = f", with {spaced(cards)} for example" if cards else ""
    how += _proved_by(finding)
    how += "," if how else ""
    return (
        f"{speaker.name(finding.seat)} passes at play {finding.ply}, but can make the count of "
        f"{due}{how} and must: the stock is used up."
    )


def _passed(finding: Finding, speaker: Speaker) -> str:
    return (
        f"{speaker.name(finding.seat)} passes at play {finding.ply}. While there is a stock one "
        "has to draw a card or to make the count."
    )


def _card_not_held(finding: Finding, speaker: Speaker) -> str:
    held = spaced((finding.expected or "").removeprefix("one of "))
    name, card = speaker.name(finding.seat), a_card(finding.found or "?")
    shown = finding.clause == "count-to-20/8.5"
    return (
        (f"{name} shows {card}" if shown else f"In play {finding.ply} {name} plays {card}")
        + ", which is not among the cards dealt and drawn: "
        + f"what is left of them is {held or 'nothing'}."
    )


def _not_now(finding: Finding, speaker: Speaker) -> str:
    if finding.found == "@cut":
        return "The cut for the first deal is written after a deal."
    if finding.found == "@show":
        return "The cards left are shown when a hand is over, and once."
    if finding.found == "another hand":
        return (
            f"{speaker.name(finding.seat)}'s cards are listed again. Hands are listed once, when "
            "they are dealt."
        )
    return "The record ends twice."


def _wrong_number_of_cards(finding: Finding, speaker: Speaker) -> str:
    name, due = speaker.name(finding.seat), (finding.expected or "").partition(" ")[0]
    if finding.clause == "count-to-20/8.5":
        return (
            f"{name} has {due} cards left when the hand is over; the record shows {finding.found}."
        )
    return f"Each player is dealt {due} cards; {name}'s hand is listed with {finding.found}."


def _after_the_end(finding: Finding, speaker: Speaker) -> str:
    if finding.clause == "count-to-20/7.1":
        what = "another deal" if finding.found == "@deal" else "another turn"
        return f"The game is over, and the record goes on with {what}."
    why = {
        "count-to-20/6.1": "somebody has no cards left",
        "count-to-20/6.2": "a count of 20 has been made",
        "count-to-20/5.4": "all have passed one after the other",
    }.get(finding.clause or "", "the cards left have been shown")
    return (
        f"The hand is over, because {why}; play {finding.ply} of {speaker.name(finding.seat)} "
        "comes after it."
    )


def _short_deal(finding: Finding, speaker: Speaker) -> str:
    return (
        f"After play {finding.ply} the hand is not over, but the record goes on with "
        f"{finding.found}. Turns are missing, or the hand was broken off; what was left in the "
        "hands is known only from cards shown."
    )


def _unproved(finding: Finding, speaker: Speaker) -> str:
    due = (finding.expected or "").rpartition(" make ")[2]
    if finding.clause == "count-to-20/8.4":
        return (
            f"What {speaker.name(finding.seat)} did in play {finding.ply} cannot be read, so "
            "nothing shows whether it was allowed."
        )
    if finding.found == "pass":
        return (
            f"{speaker.name(finding.seat)} passes at play {finding.ply}, and nothing shows whether "
            f"the count of {due} could have been made: not all cards of that hand are named."
        )
    return (
        f"Nothing shows whether the cards of play {finding.ply}, {spaced(finding.found or '')}, "
        f"make the count of {due}: the record does not name them all."
    )


def _wrong_hand_size(finding: Finding, speaker: Speaker) -> str:
    return f"Each player is dealt {finding.expected} cards; the record says {finding.found}."


def _impossible_hand(finding: Finding, speaker: Speaker) -> str:
    name = speaker.name(finding.seat)
    return (
        f"{name} cannot have had {spaced(finding.found or '')}, dealt and drawn as the record has "
        f"it: the pack has no room for all of them, and {name} plays other cards. What is played "
        f"and left, {spaced(finding.expected or '')}, fits the pack."
    )


def _foreign_claim(finding: Finding, speaker: Speaker) -> str:
    return (
        f"Play {finding.ply} is said to score {(finding.found or '').lstrip('/')}; nobody scores "
        "in this game until a hand is over."
    )


def _unknown_card(finding: Finding, speaker: Speaker) -> str:
    return (
        f"The cards left in {speaker.name(finding.seat)}'s hand are not known, so neither is what "
        "they cost, nor any later total of that player."
    )


def _gap(finding: Finding, speaker: Speaker) -> str:
    return (
        "A stretch of the game was not written down. The cards drawn and played in it are not "
        "known, and what hangs on them cannot be checked."
    )


def _missing_play(finding: Finding, speaker: Speaker) -> str:
    first, last = int((finding.expected or "0").partition(".")[0]), missing_to(finding)
    which = f"Play {first} is" if last == first else f"Plays {first} to {last} are"
    after = (finding.found or "").rstrip(".")
    return (
        f"{which} missing: the record goes on with {after}. Whether a card was drawn then, or a "
        "count made, is known only by what comes after it."
    )


def _no_such_seat(finding: Finding, speaker: Speaker) -> str:
    return f"Nobody sits at {finding.found}; the seats are {finding.expected}."


def _foreign_line(finding: Finding, speaker: Speaker) -> str:
    return f"Count to 20 has no line such as “{finding.found}”."


def _misnumbered_line(finding: Finding, speaker: Speaker) -> str:
    due, found = ((text or "").removeprefix("n=") for text in (finding.expected, finding.found))
    return f"This is deal {due}; the record calls it deal {found}."


def _impossible_sum(finding: Finding, speaker: Speaker) -> str:
    told = [seat_and_sum.partition(":") for seat_and_sum in (finding.found or "").split()]
    if len(told) > 1:
        who = listed(f"{speaker.name(seat)} {points}" for seat, _, points in told)
        return (
            f"The record gives {who} points for the cards left after this hand; each may be right, "
            f"but the pack has not the cards for all of them. {_contradicting(finding)}"
        )
    sums, _, cards = (finding.expected or "").partition(" for ")
    gives = (
        f"The record gives {speaker.name(finding.seat)} {finding.found} points for the {cards} "
        "left after this hand; "
    )
    if len(finding.places) < 2:
        return f"{gives}no {cards} cost that. With those seen elsewhere they can only cost {sums}."
    return f"{gives}with those seen elsewhere they can only cost {sums}. {_contradicting(finding)}"


def _contradicting(finding: Finding) -> str:
    """The lines of which one must be wrong."""
    return f"{capital(lines_told(place.line for place in finding.places))} cannot all be right."


SENTENCES: Sentences = {
    "wrong-count": _wrong_count,
    "wrong-king": _wrong_king,
    "wrong-pair": _wrong_pair,
    "count-not-made": _count_not_made,
    "empty-stock": _empty_stock,
    "could-make-count": _could_make_count,
    "count-to-20/passed": _passed,
    "count-to-20/not-now": _not_now,
    "count-to-20/missing-play": _missing_play,
    "count-to-20/no-such-seat": _no_such_seat,
    "count-to-20/foreign-line": _foreign_line,
    "impossible-sum": _impossible_sum,
    "count-to-20/misnumbered-line": _misnumbered_line,
    "count-to-20/card-not-held": _card_not_held,
    "count-to-20/wrong-number-of-cards": _wrong_number_of_cards,
    "count-to-20/after-the-end": _after_the_end,
    "count-to-20/short-deal": _short_deal,
    "count-to-20/unproved": _unproved,
    "count-to-20/wrong-hand-size": _wrong_hand_size,
    "count-to-20/impossible-hand": _impossible_hand,
    "count-to-20/foreign-claim": _foreign_claim,
    "count-to-20/gap": _gap,
    "count-to-20/unknown-card": _unknown_card,
}
