"""Numbers claimed, and cards counted against the pack."""

from __future__ import annotations

from archive.scoring.findings import Finding
from archive.scoring.messages.kinds import Sentences
from archive.scoring.wording import Speaker, card_name, counted, lines_told, number, points, spaced


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
    def who(seat: str | None) -> str:  # one seat, or several: p1,p3
        if seat in (None, "draw"):
            return "the game is a draw"
        return f"{speaker.names(seat)} {'win' if ',' in seat else 'wins'}"

    return f"By the points {who(finding.expected)}; the record says that {who(finding.found)}."


def claimed_too_soon(finding: Finding, speaker: Speaker) -> str:
    """Return the sentence for a winner claimed while the game goes on."""
    found = finding.found or ""
    says = "a draw" if found == "draw" else f"a win for {speaker.names(found)}"
    return f"The game goes on after this, so it is not won yet; the record claims {says}."


def _impossible_hand(finding: Finding, speaker: Speaker) -> str:
    count = next(c for c in speaker.counts if any(one.at == finding.at for one in c.dealing.listed))
    parts = [counted(tally) for tally in count.surplus]
    parts += ["only " + counted(tally) for tally in count.missing]
    hand = next(one.hand for one in count.dealing.listed if one.at == finding.at)
    return (
        f"{speaker.name(finding.seat)} cannot have held {spaced(finding.found or '')}, the hand "
        f"listed in {count.dealing.name}, hand {hand}: with it the listing of the round has "
        f"{' and '.join(parts)}, and {speaker.name(finding.seat)} plays other cards. "
        f"The cards played, {spaced(finding.expected or '')}, fit the pack."
    )


def _too_many(finding: Finding, speaker: Speaker) -> str:
    pack, _, rest = (finding.expected or "").partition(" of ")
    card, _, where = rest.partition(" in ")
    where, _, out = where.partition(", out with ")
    beside = f", with what lies kept in front of {speaker.names(out)}" if out else ""
    seen = int(finding.found or 0)
    return (
        f"The record of {where} has {number(seen)} {card_name(card, seen)}{beside}; "
        f"the pack has {number(int(pack))}."
    )


def _no_deal_fits(finding: Finding, speaker: Speaker) -> str:
    return (
        f"However the cards that were not written down are filled in, no deal of the pack fits "
        f"{_lines(finding)}: one of them must be wrong."
    )


def _no_lawful_deal(finding: Finding, speaker: Speaker) -> str:
    return (
        "The cards can have been dealt so, but in no deal was every play allowed: "
        f"with {_lines(finding)} a rule was broken, or one of them is written wrongly."
    )


def _undecided_deal(finding: Finding, speaker: Speaker) -> str:
    return (
        "The search stopped before it found a deal of the pack that fits what was left out, or "
        "could say that there is none."
    )


def _lines(finding: Finding) -> str:
    return lines_told(place.line for place in finding.places)


SENTENCES: Sentences = {
    "no-deal-fits": _no_deal_fits,
    "no-lawful-deal": _no_lawful_deal,
    "undecided-deal": _undecided_deal,
    "wrong-tally": _wrong_tally,
    "wrong-points": _wrong_points,
    "wrong-score": _wrong_score,
    "wrong-result": _wrong_result,
    "wrong-winner": _wrong_winner,
    "impossible-hand": _impossible_hand,
    "too-many-of-a-card": _too_many,
}
