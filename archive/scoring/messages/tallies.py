"""Wrong tallies and scores of plays in Twenty, with their reason."""

from __future__ import annotations

from archive.languages.spoken import signed
from archive.scoring.findings import Finding
from archive.scoring.reasons.slip import Slip
from archive.scoring.reasons.tallies import VALUES
from archive.scoring.wording import Speaker, capital

SAID = {
    "carried-on": "The tally of {before} is not carried into the next round: after "
    "{name}'s play {ply} it is {right}, not {wrong}.",
    "not-set-aside": "After {before} the tally begins at nothing: after {name}'s play {ply} it is "
    "{right}, not {wrong}.",
    "added": "The two cards turned up differ by {right}, which is the bonus; the record seems to "
    "add them to {wrong}.",
    "equal-cards": "Two cards worth the same give a bonus of {right}, not {wrong}.",
    "card-value": "{Card} counts {value}, not {before}: the tally after {name}'s play {ply} is "
    "{right}, not {wrong}.",
}
"""By kind what is said of it."""
SCORED = {
    "twenty/4.1": "{name}'s play {ply} makes exactly 20 and scores {due}, not {found}.",
    "twenty/4.2": "{name}'s play {ply} takes the tally to {tally} and scores {due}, not {found}.",
    "twenty/4.3": "{name}'s play {ply} is the fifth card below 20 and scores {due}, not {found}.",
    "twenty/4.4": "{name}'s play {ply} is the {nth} card below 20 and scores {due}, not {found}.",
    "twenty/4.7": "{name}'s play {ply} leaves the tally below 20 with fewer than five cards and "
    "scores {due}, not {found}.",
}
"""By clause what a play does and scores."""


def why_counted(finding: Finding, speaker: Speaker) -> str:
    """Return the sentence for a tally, or the score of a play, of which the reason is known."""
    slip = finding.reason
    assert isinstance(slip, Slip)
    otherwise = "{name}'s play {ply} scores {due}, not {found}."
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
"""By what a card below 20 scores, which one of the tally it is."""


def nth(points: int, speaker: Speaker) -> str:
    """Return which card of a tally below 20 scores so many points: `sixth`."""
    return speaker.language.text(NTH.get(points, ""))
