"""Wrong totals and winners, and cards counted against the pack."""

from __future__ import annotations

from archive.core.phrase import value_in
from archive.telling.findings import Finding
from archive.telling.messages.templates import either, tell
from archive.telling.names_and_totals import seats_that_won, totals_and_winner
from archive.telling.speaker import Sentences, Speaker

WINS = "{names} wins"
WIN = "{names} win"
A_DRAW = "the game is a draw"


def _wrong_winner(finding: Finding, speaker: Speaker) -> str:
    def who(seat: str | None) -> str:  # one seat, or several: p1,p3
        if seat in (None, "draw"):
            return speaker.say(A_DRAW)
        return speaker.say(WIN if "," in seat else WINS, names=speaker.names(seat))

    return speaker.say("By the points {due}; the sheet says that {found}.",
                       due=who(finding.expected), found=who(finding.found))  # fmt: skip


def claimed_too_soon(finding: Finding, speaker: Speaker) -> str:
    """Return the sentence for a winner claimed while the game goes on."""
    return tell(
        "The game goes on after this, so it is not won yet; the sheet claims a draw."
        if finding.found == "draw"
        else "The game goes on after this, so it is not won yet; the sheet claims a win for "
        "{found_names}.",
        finding,
        speaker,
    )


def told_too_soon(finding: Finding, speaker: Speaker) -> str:
    """Return the sentence for a standing to which the plays written down do not lead."""

    return speaker.say(
        "By the plays written down the score is {due}; the sheet has {found}. Plays before this "
        "are missing, or the sheet is wrong.",
        due=_totals(finding.expected, speaker), found=_totals(finding.found, speaker),
    )  # fmt: skip


def _counted_on(finding: Finding, speaker: Speaker) -> str:
    score, winner = totals_and_winner(finding.expected)
    if not finding.found:
        told = [f"{speaker.name(seat)} {points:+d}" for seat, points in score.items() if points]
        return speaker.say(
            "By the rules, what is written gives {points}."
            if told
            else "By the rules, what is written gives no points.",
            points=", ".join(told),
        )
    found, due = _totals(finding.found, speaker), _totals(finding.expected, speaker)
    if not winner:
        return speaker.say(
            "Counted on from {found}, the totals written after that are right, up to {due}.",
            due=due, found=found,
        )  # fmt: skip
    winners = seats_that_won(winner, score)
    if not winners:
        return speaker.say(
            "Counted on from {found}, the totals written after that are right, up to {due}, and "
            "it is a draw.",
            due=due, found=found,
        )  # fmt: skip
    return speaker.several(
        "Counted on from {found}, the totals written after that are right, up to {due}, and "
        "{names} wins.",
        "Counted on from {found}, the totals written after that are right, up to {due}, and "
        "{names} share the win.",
        len(winners), due=due, found=found, names=speaker.names(",".join(winners)),
    )  # fmt: skip


def _totals(standing: str | None, speaker: Speaker) -> str:
    """Return a standing, as a record has it, with names: `Anna 20, Bernd 17`."""
    told = totals_and_winner(standing)[0].items()
    return ", ".join(f"{speaker.name(seat)} {total}" for seat, total in told)


def _too_many(finding: Finding, speaker: Speaker) -> str:
    pack, out = value_in(finding.expected, "n"), value_in(finding.expected, "seat")
    card = value_in(finding.expected, "card")
    values = {
        "where": speaker.dealing(value_in(finding.expected, "where")),
        "cards": speaker.several_cards(card, int(finding.found or 0)),
    }
    if pack == 0:
        return speaker.say("The sheet has {cards} in {where}; no such card is in the pack.",
                           **values)  # fmt: skip
    if not out:
        return speaker.several(
            "The sheet has {cards} in {where}; the pack has {number}.",
            "The sheet has {cards} in {where}; the pack has only {number}.",
            pack, **values,
        )  # fmt: skip
    return speaker.several(
        "The sheet has {cards} in {where}, with what lies kept in front of {names}; the pack has "
        "{number}.",
        "The sheet has {cards} in {where}, with what lies kept in front of {names}; the pack has "
        "only {number}.",
        pack, names=speaker.names(out), **values,
    )  # fmt: skip


SENTENCES: Sentences = {
    "counted-on": _counted_on,
    "no-deal-fits": "However the cards that were not written down are filled in, no deal of the "
    "pack fits {lines}: one of them must be wrong.",
    "no-lawful-deal": "The cards can have been dealt so, but in no deal was every play allowed: "
    "with {lines} a rule was broken, or one of them is written wrongly.",
    "undecided-deal": "The search stopped before it found a deal of the pack that fits what was "
    "left out, or could say that there is none.",
    "wrong-score": either(
        lambda finding: not finding.ply,
        "After {deal} {name} has {due_points}, not {found}.",
        "After play {ply} {name} has {due_points}, not {found}.",
    ),
    "wrong-result": "{name} ends the game with {due_points}, not {found}.",
    "wrong-winner": _wrong_winner,
    "too-many-of-a-card": _too_many,
}
