"""Numbers claimed, and cards counted against the pack."""

from __future__ import annotations

from archive.scoring.findings import Finding
from archive.scoring.messages.kinds import Sentences, tell
from archive.scoring.wording import Speaker

WINS = "{names} wins"
WIN = "{names} win"
A_DRAW = "the game is a draw"


def _wrong_points(finding: Finding, speaker: Speaker) -> str:
    return tell(
        "Play {ply} scores nothing for {name}, not {found_points}."
        if finding.expected == "0"
        else "Play {ply} scores {due_points} for {name}, not {found_number}.",
        finding,
        speaker,
    )


def _wrong_winner(finding: Finding, speaker: Speaker) -> str:
    def who(seat: str | None) -> str:  # one seat, or several: p1,p3
        if seat in (None, "draw"):
            return speaker.say(A_DRAW)
        return speaker.say(WIN if "," in seat else WINS, names=speaker.names(seat))

    return speaker.say("By the points {due}; the record says that {found}.",
                       due=who(finding.expected), found=who(finding.found))  # fmt: skip


def claimed_too_soon(finding: Finding, speaker: Speaker) -> str:
    """Return the sentence for a winner claimed while the game goes on."""
    return tell(
        "The game goes on after this, so it is not won yet; the record claims a draw."
        if finding.found == "draw"
        else "The game goes on after this, so it is not won yet; the record claims a win for "
        "{found_names}.",
        finding,
        speaker,
    )


def _too_many(finding: Finding, speaker: Speaker) -> str:
    pack, _, rest = (finding.expected or "").partition(" of ")
    card, _, where = rest.partition(" in ")
    where, _, out = where.partition(", out with ")
    return tell(
        "The record of {where} has {cards}, with what lies kept in front of {names}; the pack has "
        "{pack}."
        if out
        else "The record of {where} has {cards}; the pack has {pack}.",
        finding, speaker, where=speaker.dealing(where), pack=speaker.number(int(pack)),
        cards=speaker.several_cards(card, int(finding.found or 0)),
        names=speaker.names(out) if out else "",
    )  # fmt: skip


SENTENCES: Sentences = {
    "no-deal-fits": "However the cards that were not written down are filled in, no deal of the "
    "pack fits {lines}: one of them must be wrong.",
    "no-lawful-deal": "The cards can have been dealt so, but in no deal was every play allowed: "
    "with {lines} a rule was broken, or one of them is written wrongly.",
    "undecided-deal": "The search stopped before it found a deal of the pack that fits what was "
    "left out, or could say that there is none.",
    "wrong-tally": "After {name}'s play {ply} the tally is {due}, not {found}.",
    "wrong-points": _wrong_points,
    "wrong-score": "After play {ply} {name} has {due_points}, not {found}.",
    "wrong-result": "{name} ends the game with {due_points}, not {found}.",
    "wrong-winner": _wrong_winner,
    "too-many-of-a-card": _too_many,
}
