"""What only Twenty-Two says, or says in its own way."""

from __future__ import annotations

from archive.scoring.findings import Finding
from archive.scoring.messages.kinds import Sentences
from archive.scoring.wording import (
    Speaker,
    a_card,
    as_shown,
    capital,
    counted,
    number,
    points,
    spaced,
)


def _names(seats: str | None, speaker: Speaker, last: str = "and") -> str:
    """`p1,p3` or `p1 or p3` by their names."""
    named = [speaker.name(seat) for seat in (seats or "").replace(" or ", ",").split(",")]
    return f" {last} ".join([", ".join(named[:-1]), named[-1]]) if len(named) > 1 else named[0]


def _cards(count: int) -> str:
    return f"{number(count)} card{'' if count == 1 else 's'}"


def _shown_by(finding: Finding) -> str:
    """What proves it: a play, or the last card, which is shown and not played."""
    return as_shown(finding.places[-1].ply, "the last card shows") if finding.places else ""


def _wrong_dealer(finding: Finding, speaker: Speaker) -> str:
    due, found = _names(finding.expected, speaker, "or"), speaker.name(finding.found)
    if finding.clause == "twenty-two/2.1":
        return f"{due} drew the highest card and deals; the record has {found} deal."
    if finding.clause == "twenty-two/2.6":
        return f"The deal is {due}'s by the draw of those who lost; the record has {found} deal."
    return f"{due} lost the hand before and deals this one; the record has {found} deal."


def _wrong_hand_size(finding: Finding, speaker: Speaker) -> str:
    due = _cards(int(finding.expected or 0))
    why = {
        "twenty-two/2.2": f"The first hand is of {due} each",
        "twenty-two/2.3": f"This hand is of {due} each, what the last losing card is worth",
        "twenty-two/2.4": f"The pack holds only {due} for each player here",
    }.get(finding.clause or "", f"This hand is of {due} each")
    return f"{why}; the record says {finding.found}."


def _wrong_leader(finding: Finding, speaker: Speaker) -> str:
    return (
        f"The lead is {speaker.name(finding.expected)}'s; the record gives it to "
        f"{speaker.name(finding.found)}."
    )


def _wrong_trick_winner(finding: Finding, speaker: Speaker) -> str:
    due, found = speaker.name(finding.expected), speaker.name(finding.found)
    return f"{due} won the trick before this one and leads now; the record says {found}."


def _wrong_loser(finding: Finding, speaker: Speaker) -> str:
    return (
        f"{_names(finding.expected, speaker)} showed the highest last card and lost this hand; "
        f"the record has {_names(finding.found, speaker)} keep a card."
    )


def _wrong_kept_card(finding: Finding, speaker: Speaker) -> str:
    return (
        f"{speaker.name(finding.seat)} lost the hand with {a_card(finding.expected or '?')}; "
        f"the record has {a_card(finding.found or '?')} kept."
    )


def _wrong_worth(finding: Finding, speaker: Speaker) -> str:
    return (
        f"The card that {speaker.name(finding.seat)} keeps counts "
        f"{points(int(finding.expected or 0))}; the record says {finding.found}."
    )


def _wrong_elimination(finding: Finding, speaker: Speaker) -> str:
    nobody = finding.expected == "nobody"
    due = "Nobody goes out" if nobody else f"Out by this hand: {_names(finding.expected, speaker)}"
    return f"{due}; the record says {_names(finding.found, speaker)}. 22 points or more are out."


def _wrong_winner(finding: Finding, speaker: Speaker) -> str:
    due = "everybody" if finding.expected == "draw" else _names(finding.expected, speaker)
    found = "everybody" if finding.found == "draw" else _names(finding.found, speaker)
    if finding.clause == "twenty-two/6.2":
        return f"{capital(due)} is the last one left and wins; the record says {found}."
    how = "by the lowest score" if finding.clause == "twenty-two/6.4" else "together"
    return (
        f"All who were left went out in the last hand, and the win goes to {due} {how}; "
        f"the record says {found}."
    )


def _card_not_held(finding: Finding, speaker: Speaker) -> str:
    name, card = speaker.name(finding.seat), a_card(finding.found or "?")
    expected = finding.expected or ""
    if expected.startswith("no card"):
        return f"{name} is not in this hand and cannot show {card}."
    left = spaced(expected.removeprefix("one of "))
    return (
        f"{name} cannot have {card} at play {finding.ply}: by the record what is left of the hand "
        f"is {left or 'nothing'}."
    )


def _wrong_number_of_cards(finding: Finding, speaker: Speaker) -> str:
    name = speaker.name(finding.seat)
    if finding.clause == "twenty-two/4.4":
        return (
            f"{name} plays {_cards(int(finding.found or 0))} at play {finding.ply}; as many had to "
            f"be played as were led: {(finding.expected or '').partition(' ')[0]}."
        )
    if finding.clause == "twenty-two/5.1":
        return f"{name} shows {finding.found}; everybody shows one last card."
    if finding.clause in ("twenty-two/2.1", "twenty-two/2.6"):
        return f"{name} draws more than one card for the deal."
    return f"The hand listed for {name} has {finding.found} cards; dealt were {finding.expected}."


def _mixed_lead(finding: Finding, speaker: Speaker) -> str:
    return (
        f"{speaker.name(finding.seat)} leads {spaced(finding.found or '')}; cards that are led "
        "together must be of one rank."
    )


def _kept_no_card(finding: Finding, speaker: Speaker) -> str:
    name = speaker.name(finding.seat)
    if finding.found == "a lead":
        return f"{name} plays the last card; everybody's last card is shown, and is no trick."
    return f"{name} leads all the cards that are left; whoever leads keeps at least one back."


def _not_lowest(finding: Finding, speaker: Speaker) -> str:
    name, run = speaker.name(finding.seat), spaced(finding.found or "")
    if finding.clause == "twenty-two/8.2":
        return (
            f"{name} cannot meet the lead and had to play the lowest cards held; {run} at play "
            f"{finding.ply} is not the lowest{_shown_by(finding)}."
        )
    best = (finding.expected or "").removeprefix("at least ").partition(",")[0]
    return (
        f"{name}'s {run} at play {finding.ply} does not equal or beat {spaced(best)}, so it had to "
        f"be the lowest cards held, and a lower one was kept back{_shown_by(finding)}."
    )


def _led_not_met(finding: Finding, speaker: Speaker) -> str:
    count, _, rank = (finding.expected or "").removesuffix(" up").partition(" from ")
    such = "such a card" if count == "1" else "such cards"
    return (
        f"{speaker.name(finding.seat)} plays {spaced(finding.found or '')} at play {finding.ply}, "
        f"and held at least {_cards(int(count))} of the rank led ({rank}) or higher: {such} had to "
        f"be played{_shown_by(finding)}."
    )


def _exchanged_too_many(finding: Finding, speaker: Speaker) -> str:
    left = (finding.expected or "").removeprefix("at most ").partition(" ")[0]
    return (
        f"{speaker.name(finding.seat)} puts away {finding.found} cards; the pack has only {left} "
        "left to give for them."
    )


def _uneven_exchange(finding: Finding, speaker: Speaker) -> str:
    due = (finding.expected or "").partition(" ")[0]
    return (
        f"{speaker.name(finding.seat)} puts away {_cards(int(due))} and takes "
        f"{number(int(finding.found or 0))}; it must be as many."
    )


def _unwritten_exchange(finding: Finding, speaker: Speaker) -> str:
    name = speaker.name(finding.seat)
    return (
        f"{name} has {a_card(finding.found or '?')} at play {finding.ply}, which the hand dealt "
        f"did not hold. The record does not tell what {name} exchanged in this hand, so it "
        "cannot be told whether it came from there."
    )


def _dealt_in(finding: Finding, speaker: Speaker) -> str:
    return f"{speaker.name(finding.seat)} is out of the game, and is dealt cards all the same."


def _not_dealt_in(finding: Finding, speaker: Speaker) -> str:
    return f"{speaker.name(finding.seat)} is still in the game, and is dealt no cards."


def _dealt_early(finding: Finding, speaker: Speaker) -> str:
    return (
        f"Two hands are listed for {speaker.name(finding.seat)} in one deal; which one it was "
        "cannot be told."
    )


def _short_deal(finding: Finding, speaker: Speaker) -> str:
    more = int((finding.expected or "0").partition(" ")[0])
    return (
        f"The hand ends too early: everybody has {_cards(more)} more to play before the last ones "
        "are shown."
    )


def _not_now(finding: Finding, speaker: Speaker) -> str:
    return (
        f"This stands in the wrong place: the record has {finding.found}; what belongs here is "
        f"{finding.expected}."
    )


def _no_such_seat(finding: Finding, speaker: Speaker) -> str:
    return f"Nobody sits at {finding.found}: the players are {finding.expected}."


def _wrong_player_count(finding: Finding, speaker: Speaker) -> str:
    if "pack" not in (finding.expected or ""):
        return f"{finding.found} players are too many: {finding.expected}."
    return f"{capital(number(int(finding.found or 0)))} play with one pack; it is enough for six."


def _after_the_end(finding: Finding, speaker: Speaker) -> str:
    return f"The game is over, and the record goes on with {finding.found}."


def _foreign_claim(finding: Finding, speaker: Speaker) -> str:
    return (
        f"Play {finding.ply} has a number behind its cards; in Twenty-Two a play counts nothing by "
        "itself."
    )


def _unproved(finding: Finding, speaker: Speaker) -> str:
    return (
        f"Whether {speaker.name(finding.seat)} was allowed to play {spaced(finding.found or '')} "
        f"at play {finding.ply} depends on cards that the record does not name."
    )


def _unknown_card(finding: Finding, speaker: Speaker) -> str:
    if finding.expected == "the last cards":
        seats = (finding.found or "").removeprefix("not those of ").replace(", ", ",")
        return (
            f"What the last card of {_names(seats, speaker)} was is not certain: who lost this "
            "hand is known only if a card kept tells it."
        )
    return (
        f"The record does not name the cards of play {finding.ply}, and who won the trick may hang "
        "on them."
    )


def _impossible_hand(finding: Finding, speaker: Speaker) -> str:
    name = speaker.name(finding.seat)
    count = next(c for c in speaker.counts if any(one.at == finding.at for one in c.dealing.listed))
    surplus = " and ".join(counted(tally) for tally in count.surplus)
    return (
        f"{name} cannot have held what is listed in {count.dealing.name}: with it there would be "
        f"{surplus}, and {name} plays other cards. The cards played fit the pack."
    )


SENTENCES: Sentences = {
    f"twenty-two/{code}": sentence
    for code, sentence in {
        "wrong-dealer": _wrong_dealer,
        "wrong-hand-size": _wrong_hand_size,
        "wrong-leader": _wrong_leader,
        "wrong-trick-winner": _wrong_trick_winner,
        "wrong-loser": _wrong_loser,
        "wrong-kept-card": _wrong_kept_card,
        "wrong-worth": _wrong_worth,
        "wrong-elimination": _wrong_elimination,
        "wrong-winner": _wrong_winner,
        "card-not-held": _card_not_held,
        "wrong-number-of-cards": _wrong_number_of_cards,
        "mixed-lead": _mixed_lead,
        "kept-no-card": _kept_no_card,
        "not-lowest": _not_lowest,
        "led-not-met": _led_not_met,
        "exchanged-too-many": _exchanged_too_many,
        "uneven-exchange": _uneven_exchange,
        "unwritten-exchange": _unwritten_exchange,
        "dealt-in": _dealt_in,
        "not-dealt-in": _not_dealt_in,
        "dealt-early": _dealt_early,
        "short-deal": _short_deal,
        "not-now": _not_now,
        "no-such-seat": _no_such_seat,
        "wrong-player-count": _wrong_player_count,
        "after-the-end": _after_the_end,
        "foreign-claim": _foreign_claim,
        "unproved": _unproved,
        "unknown-card": _unknown_card,
        "impossible-hand": _impossible_hand,
    }.items()
}
