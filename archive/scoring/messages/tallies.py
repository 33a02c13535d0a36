"""Wrong tallies and scores of plays in Twenty, with their reason."""

from __future__ import annotations

from archive.scoring.findings import Finding
from archive.scoring.messages.slips import MADE
from archive.scoring.reasons.slip import Slip
from archive.scoring.reasons.tallies import VALUES
from archive.scoring.wording import Speaker, a_card, capital, points


def why_counted(finding: Finding, speaker: Speaker) -> str:
    """Return the sentence for a tally, or the score of a play, of which the reason is known."""
    slip = finding.reason
    assert isinstance(slip, Slip)
    name = speaker.name(slip.seat)
    tally = f"the tally after {name}'s play {slip.ply} is {slip.right}, not {slip.wrong}"
    match slip.kind:
        case "carried-on":
            return f"The tally of {slip.before} is not carried into the next round: {tally}."
        case "not-set-aside":
            return f"After {slip.before} the tally begins at nothing: {tally}."
        case "added":
            return (
                f"The two cards turned up differ by {slip.right}, which is the bonus; the record "
                f"seems to add them to {slip.wrong}."
            )
        case "equal-cards":
            return f"Two cards worth the same give a bonus of {slip.right}, not {slip.wrong}."
        case "card-value":
            card = capital(a_card(slip.suit))
            return f"{card} counts {VALUES[slip.suit]}, not {slip.before}: {tally}."
    made = f"{name}'s play {slip.ply} {MADE.get(slip.clause, 'is played')}"
    if slip.kind == "play-scored-nothing":
        return f"{made} and scores nothing; the record says {points(slip.wrong)}."
    wrong = points(slip.wrong) if slip.wrong else "nothing"
    return f"{made} and scores {points(slip.right)}; the record says {wrong}."
