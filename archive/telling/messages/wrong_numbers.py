"""Wrong numbers, in Twenty with the reason why a tally is wrong, and cards counted against the
pack."""

from __future__ import annotations

from archive.languages.language import signed
from archive.rules.slips import Slip
from archive.telling.findings import Finding
from archive.telling.messages.templates import either, tell
from archive.telling.speaker import Sentences, Speaker, capital

VALUES = {"A": 1, **{str(value): value for value in range(2, 10)}, **dict.fromkeys("TJQK", 10)}
"""What cards add to a tally of Twenty, by rank."""
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

    def totals(standing: str | None) -> str:
        seats = [one.partition(":") for one in (standing or "").split(" ")[1:]]
        return ", ".join(f"{speaker.name(seat)} {total}" for seat, _, total in seats)

    return speaker.say(
        "By the plays written down the score is {due}; the sheet has {found}. Plays before this "
        "are missing, or the sheet is wrong.",
        due=totals(finding.expected), found=totals(finding.found),
    )  # fmt: skip


def _too_many(finding: Finding, speaker: Speaker) -> str:
    pack, _, rest = (finding.expected or "").partition(" of ")
    card, _, where = rest.partition(" in ")
    where, _, out = where.partition(", out with ")
    values = {
        "where": speaker.dealing(where),
        "cards": speaker.several_cards(card, int(finding.found or 0)),
    }
    if int(pack) == 0:
        return speaker.say("The sheet has {cards} in {where}; no such card is in the pack.",
                           **values)  # fmt: skip
    if not out:
        return speaker.several(
            "The sheet has {cards} in {where}; the pack has {number}.",
            "The sheet has {cards} in {where}; the pack has only {number}.",
            int(pack), **values,
        )  # fmt: skip
    return speaker.several(
        "The sheet has {cards} in {where}, with what lies kept in front of {names}; the pack has "
        "{number}.",
        "The sheet has {cards} in {where}, with what lies kept in front of {names}; the pack has "
        "only {number}.",
        int(pack), names=speaker.names(out), **values,
    )  # fmt: skip


SENTENCES: Sentences = {
    "no-deal-fits": "However the cards that were not written down are filled in, no deal of the "
    "pack fits {lines}: one of them must be wrong.",
    "no-lawful-deal": "The cards can have been dealt so, but in no deal was every play allowed: "
    "with {lines} a rule was broken, or one of them is written wrongly.",
    "undecided-deal": "The search stopped before it found a deal of the pack that fits what was "
    "left out, or could say that there is none.",
    "wrong-tally": "After {name}’s play {ply} the tally is {due}, not {found}.",
    "wrong-points": either(
        lambda finding: finding.expected == "0",
        "Play {ply} scores nothing for {name}, not {found_points}.",
        "Play {ply} scores {due_points} for {name}, not {found_number}.",
    ),
    "wrong-score": either(
        lambda finding: not finding.ply,
        "After {deal} {name} has {due_points}, not {found}.",
        "After play {ply} {name} has {due_points}, not {found}.",
    ),
    "wrong-result": "{name} ends the game with {due_points}, not {found}.",
    "wrong-winner": _wrong_winner,
    "too-many-of-a-card": _too_many,
}


SAID = {
    "carried-on": "The tally of {before} is not carried into the next round: after "
    "{name}’s play {ply} it is {right}, not {wrong}.",
    "not-set-aside": "After {before} the tally begins at nothing: after {name}’s play {ply} it is "
    "{right}, not {wrong}.",
    "added": "The two cards turned up differ by {right}, which is the bonus; the sheet seems to "
    "add them to {wrong}.",
    "equal-cards": "Two cards worth the same give a bonus of {right}, not {wrong}.",
    "card-value": "{Card} counts {value}, not {before}: the tally after {name}’s play {ply} is "
    "{right}, not {wrong}.",
}
"""The templates by kind."""
SCORED = {
    "twenty/4.1": "{name}’s play {ply} makes exactly 20 and scores {due}, not {found}.",
    "twenty/4.2": "{name}’s play {ply} takes the tally to {tally} and scores {due}, not {found}.",
    "twenty/4.3": "{name}’s play {ply} is the fifth card below 20 and scores {due}, not {found}.",
    "twenty/4.4": "{name}’s play {ply} is the {nth} card below 20 and scores {due}, not {found}.",
    "twenty/4.7": "{name}’s play {ply} leaves the tally below 20 with fewer than five cards and "
    "scores {due}, not {found}.",
}
"""The words for a play and its points, by clause."""


def why_counted(finding: Finding, speaker: Speaker) -> str:
    """Return the sentence for a tally, or the score of a play, whose reason is known."""
    slip = finding.reason
    assert isinstance(slip, Slip)
    otherwise = "{name}’s play {ply} scores {due}, not {found}."
    scored = slip.kind == "play-scored"
    return speaker.say(
        SAID.get(slip.kind) or SCORED.get(slip.clause, otherwise),
        name=speaker.name(slip.seat), ply=slip.ply, right=slip.right, wrong=slip.wrong,
        before=slip.before, value=VALUES.get(slip.suit),
        rank=speaker.card(slip.suit) if slip.suit else "",
        card=speaker.a_card(slip.suit or "?"),
        Card=capital(speaker.a_card(slip.suit)) if slip.suit else "",
        tally=20 + slip.right, nth=nth(slip.right, speaker),
        due=speaker.points(slip.right) if scored else speaker.phrase("nothing"),
        found=signed(slip.wrong) if scored else speaker.points(slip.wrong),
    )  # fmt: skip


NTH = {30: "sixth", 60: "seventh", 120: "eighth", 240: "ninth", 480: "tenth"}
"""The number of a card below 20 in its tally, by its points."""


def nth(points: int, speaker: Speaker) -> str:
    """Return the number of the card in a tally below 20 with these points: `sixth`."""
    return speaker.language.text(NTH.get(points, ""))
