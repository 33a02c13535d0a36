"""What can be wrong in Zwanzig ab and Twenty down: trumps, dropping out, the order of a deal."""

from __future__ import annotations

from archive.scoring.findings import Finding
from archive.scoring.messages.kinds import Sentences
from archive.scoring.wording import SUITS, Speaker, a_card, number, spaced


def _wrong_trump(finding: Finding, speaker: Speaker) -> str:
    found = SUITS.get(finding.found or "", finding.found or "")
    if finding.clause == "zwanzig-ab/9.4":
        held = spaced(finding.expected or "").replace("? ?", "not known")
        return (
            f"{speaker.name(finding.seat)} names {found} as trumps, and the first two cards must "
            f"have one of that suit: they are {held}."
        )
    return f"From the ninth deal on hearts are trumps, and nobody may name {found}."


def _unproved(finding: Finding, speaker: Speaker) -> str:
    name = speaker.name(finding.seat)
    if finding.clause == "zwanzig-ab/9.4":
        suit = SUITS.get(finding.found or "", "that suit")
        return (
            f"Nothing shows whether {name} may name {suit} as trumps: the first two cards are not "
            "recorded."
        )
    if (finding.found or "").startswith("p"):
        seats = " or ".join(speaker.name(seat) for seat in (finding.expected or "").split(" or "))
        return (
            f"{name} leads at play {finding.ply}; whether {seats} has won the trick before hangs "
            "on a card that is not recorded."
        )
    what = a_card(finding.found or "?")
    return (
        f"Nothing shows whether {name} could play {what} at play {finding.ply}: not all cards that "
        "it depends on are recorded."
    )


def _wrong_trump_maker(finding: Finding, speaker: Speaker) -> str:
    return (
        f"{speaker.name(finding.expected)}, to the left of the dealer, names trumps; the record "
        f"has {speaker.name(finding.found)} name them."
    )


def _may_not_drop_out(finding: Finding, speaker: Speaker) -> str:
    why = {
        "zwanzig-ab/5.2": "who has named trumps must stay in",
        "zwanzig-ab/5.3": "with diamonds as trumps everybody must stay in",
        "zwanzig-ab/5.4": "from the ninth deal on everybody must stay in",
        "zwanzig-ab/9.2": "in Twenty down nobody ever does",
    }.get(finding.clause or "", "everybody must stay in")
    return f"{speaker.name(finding.seat)} drops out, but {why}."


def _wrong_hand_size(finding: Finding, speaker: Speaker) -> str:
    return f"Each player is dealt {finding.expected} cards; the record says {finding.found}."


def _wrong_number_of_cards(finding: Finding, speaker: Speaker) -> str:
    name, found = speaker.name(finding.seat), finding.found or ""
    if finding.clause == "zwanzig-ab/9.5":
        return f"{name} exchanges {_cards(found)}; it must be none or exactly three."
    if finding.clause == "zwanzig-ab/6.2":
        return f"{name} plays {_cards(found)} at once; one card is played to a trick."
    if "+" in found:
        return (
            f"Cards are dealt two and then three; {name}'s hand is listed as "
            f"{found.replace('+', ' and ')}."
        )
    due = _cards((finding.expected or "").partition(" ")[0])
    return f"Each player is dealt {due}; {name}'s hand is listed with {_cards(found)}."


def _cards(count: str) -> str:
    if not count.isdigit():
        return count
    return f"{number(int(count))} card{'' if count == '1' else 's'}"


def _card_not_held(finding: Finding, speaker: Speaker) -> str:
    name, card = speaker.name(finding.seat), a_card(finding.found or "?")
    held = spaced((finding.expected or "").removeprefix("one of ")) or "nothing"
    return (
        f"With play {finding.ply} {name} parts with {card} and cannot hold it: what is left of the "
        f"hand dealt, with what was exchanged, is {held}."
    )


def _dealt_early(finding: Finding, speaker: Speaker) -> str:
    return (
        f"{speaker.name(finding.seat)}'s hand is listed twice in this deal. Which listing is right "
        "is not known, so neither is used."
    )


def _impossible_hand(finding: Finding, speaker: Speaker) -> str:
    name = speaker.name(finding.seat)
    return (
        f"{name} cannot have had {spaced(finding.found or '')} in this deal, dealt and taken in "
        f"exchange: the pack has no room for all of them, and {name} plays other cards. "
        f"What is put away and played, {spaced(finding.expected or '')}, fits the pack."
    )


def _not_now(finding: Finding, speaker: Speaker) -> str:
    due, found = finding.expected or "", finding.found or ""
    if finding.clause == "zwanzig-ab/5.5":
        return "All but the trump maker have dropped out, so no card is played in this deal."
    seat, _, rest = due.partition(" ")
    if seat[:1] == "p" and seat[1:].isdigit():
        return f"Before “{found}” it is for {speaker.name(seat)} {rest}."
    return f"“{found}” stands in the wrong place: the rules want {due}."


def _after_the_end(finding: Finding, speaker: Speaker) -> str:
    return (
        f"The game was over after play {finding.ply}: one player alone was lowest, at zero or "
        "below. What follows does not count."
    )


def _misnumbered_line(finding: Finding, speaker: Speaker) -> str:
    what = "trick" if finding.clause == "zwanzig-ab/10.1" else "deal"
    due, found = ((text or "").removeprefix("n=") for text in (finding.expected, finding.found))
    return f"This is {what} {due}; the record numbers it {found}."


def _unknown_card(finding: Finding, speaker: Speaker) -> str:
    return (
        f"The card of play {finding.ply} is not fully recorded, and who wins the trick hangs on "
        "it. Scores that this trick enters are not known."
    )


def _gap(finding: Finding, speaker: Speaker) -> str:
    if finding.expected == "trumps named":
        return "Trumps are not recorded in this deal; what hangs on them cannot be checked."
    if finding.found == "a later deal":
        return "The record begins in the middle of the game, so the scores before it are not known."
    return "A stretch of the game was not written down; from here on no score is known."


def _wrong_score(finding: Finding, speaker: Speaker) -> str:
    return (
        f"After play {finding.ply} {speaker.name(finding.seat)} stands at {finding.expected}; "
        f"the record says {finding.found}."
    )


def _wrong_result(finding: Finding, speaker: Speaker) -> str:
    return (
        f"{speaker.name(finding.seat)} ends the game at {finding.expected}; "
        f"the record says {finding.found}."
    )


def _wrong_winner(finding: Finding, speaker: Speaker) -> str:
    due, found = finding.expected or "", finding.found or ""
    winner = "nobody" if due == "nobody" else speaker.names(due)
    says = "all four have won" if found == "draw" else f"{speaker.names(found)} has won"
    return f"{winner} has the lowest score and wins; the record says that {says}."


SENTENCES: Sentences = {
    "wrong-trump": _wrong_trump,
    "wrong-trump-maker": _wrong_trump_maker,
    "may-not-drop-out": _may_not_drop_out,
    **{
        f"zwanzig-ab/{code}": words
        for code, words in {
            "unproved": _unproved,
            "wrong-hand-size": _wrong_hand_size,
            "wrong-number-of-cards": _wrong_number_of_cards,
            "card-not-held": _card_not_held,
            "dealt-early": _dealt_early,
            "impossible-hand": _impossible_hand,
            "not-now": _not_now,
            "after-the-end": _after_the_end,
            "misnumbered-line": _misnumbered_line,
            "unknown-card": _unknown_card,
            "gap": _gap,
            "wrong-score": _wrong_score,
            "wrong-result": _wrong_result,
            "wrong-winner": _wrong_winner,
        }.items()
    },
}
