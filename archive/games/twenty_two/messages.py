"""The sentences of Twenty-Two alone."""

from __future__ import annotations

from archive.core.cards import Card
from archive.core.events import Keep
from archive.core.phrase import value_in
from archive.telling.cards_kept_back import dealt_and_kept, lower_kept, lowest, not_below
from archive.telling.findings import Finding
from archive.telling.messages.out_of_place import not_now
from archive.telling.messages.templates import by_clause, either, number_of, tell, unless_none_left
from archive.telling.messages.tricks import wrong_leader
from archive.telling.speaker import RANKS, OwnWords, Sentences, Speaker, capital
from archive.telling.wrong_total_reasons import Reason

FEW_CARDS = (
    "{name} cannot have been dealt {extra} in {dealing}, nor taken that in exchange: there would "
    "be {surplus}, and {name} plays or puts away {instead} instead."
)

NOT_NOW = {
    "no draw: it is settled who deals": "The sheet has a draw for the deal in {deal}, when it is "
    "already settled who deals.",
    "a draw by {seat}": "In {deal} it is for {who} to draw, and the sheet has a draw by {name}.",
    "hands before the exchange": "{name}’s hand is listed too late in {deal}: hands are listed "
    "before cards are exchanged or played.",
    "the exchange once, after the deal": "The exchange begins in {deal} when cards have been "
    "exchanged or played already.",
    "@trick after {seat} has played": "In {deal} a new trick begins before {who} has played to the "
    "one before it.",
    "the last cards shown": "All tricks of {deal} have been played, and the sheet begins another.",
    "deal {n}": "The last cards are shown once, at the end of a hand; here hand {n} is next.",
    "a hand": "The sheet has a losing card before the first hand.",
    "the cards kept before the next hand": "The losing cards of a hand are written before the next "
    "one; the sheet has them in {deal}.",
    "players out when a hand is scored": "Who is out is settled when a hand is scored; in {deal} "
    "the sheet says it at another time.",
}
"""The sentences for what stands in the wrong place, by what was due."""
WRONG_DEALER = {
    "twenty-two/2.1": "{due_either} drew the highest card and deals {deal}; the sheet has "
    "{found_name} deal.",
    "twenty-two/2.6": "{due_either} drew the highest card of those who lost and deals {deal}; the "
    "sheet has {found_name} deal.",
}
HAND_SIZE = {
    "twenty-two/2.2": "The first hand is of {due_counted} each; the sheet says {found_few}.",
    "twenty-two/2.3": "In {deal} everyone is dealt {due_counted}, as many as the losing card "
    "before is worth; the sheet says {found_few}.",
    "twenty-two/2.4": "The pack holds only {due_counted} for each player in {deal}; the sheet "
    "says {found_few}.",
}
NUMBER_OF_CARDS = {
    "twenty-two/4.4": "{name} plays {found_counted} at {where}; {due_counted} had to be played, as "
    "many as were led.",
    "twenty-two/5.1": "{name} shows {found}; each player shows one last card.",
    "twenty-two/2.1": "{name} draws more than one card for the deal.",
    "twenty-two/2.6": "{name} draws more than one card for the deal.",
}
"""The templates of a finding about a number of cards, by its clause."""

NOT_LOWEST_OF_ALL = {
    "": "With {found_cards} at {where} {name} does not meet the lead: the lowest cards held had to "
    "be played, and {lower} was kept back.",
    "play": "With {found_cards} at {where} {name} does not meet the lead: the lowest cards held "
    "had to be played, and {lower} was kept back, as play {proof} shows.",
    "last": "With {found_cards} at {where} {name} does not meet the lead: the lowest cards held "
    "had to be played, and {lower} was kept back, as the last card shows.",
}
NOT_LOWEST = {
    "": "With {found_cards} at {where} {name} does not equal or beat {best}: the lowest cards held "
    "had to be played, and {lower} was kept back.",
    "play": "With {found_cards} at {where} {name} does not equal or beat {best}: the lowest cards "
    "held had to be played, and {lower} was kept back, as play {proof} shows.",
    "last": "With {found_cards} at {where} {name} does not equal or beat {best}: the lowest cards "
    "held had to be played, and {lower} was kept back, as the last card shows.",
}
NOT_MET_WITH_ONE = {
    "": "{name} plays {found_cards} at {where}, and held at least {cards} of the rank led "
    "({rank}) or higher: such a card had to be played.",
    "play": "{name} plays {found_cards} at {where}, and held at least {cards} of the rank led "
    "({rank}) or higher: such a card had to be played, as play {proof} shows.",
    "last": "{name} plays {found_cards} at {where}, and held at least {cards} of the rank led "
    "({rank}) or higher: such a card had to be played, as the last card shows.",
}
NOT_MET_WITH_MORE = {
    "": "{name} plays {found_cards} at {where}, and held at least {cards} of the rank led "
    "({rank}) or higher: such cards had to be played.",
    "play": "{name} plays {found_cards} at {where}, and held at least {cards} of the rank led "
    "({rank}) or higher: such cards had to be played, as play {proof} shows.",
    "last": "{name} plays {found_cards} at {where}, and held at least {cards} of the rank led "
    "({rank}) or higher: such cards had to be played, as the last card shows.",
}
"""The templates by the proof: a later play, or the last card, which is shown and not played."""

UNNAMED = (
    "Whether {name} was allowed to play {found_told} at play {ply} depends on cards that the "
    "sheet does not name."
)
UNPROVED = {
    "twenty-two/4.6": "With {found_cards} at play {ply} {name} does not equal or beat {best}, "
    "which only the lowest cards held may do; the sheet does not show all that {name} held.",
    "twenty-two/8.1": "With {found_cards} at play {ply} {name} does not meet the lead, which is "
    "allowed only without {cards} of rank {rank} or higher; the sheet does not show all that "
    "{name} held.",
    "twenty-two/8.2": "With {found_cards} at play {ply} {name} does not meet the lead, which only "
    "the lowest cards held may do; the sheet does not show all that {name} held.",
}
"""By clause what is not known to be right."""
UNLESS_EXCHANGED = {
    "twenty-two/4.6": "With {found_cards} at play {ply} {name} does not equal or beat {best}, and "
    "was dealt {dealt}, which is lower: that was not allowed, unless an exchange that is not "
    "written down took it.",
    "twenty-two/8.1": "With {found_cards} at play {ply} {name} does not meet the lead, and was "
    "dealt {dealt}, which would: that was not allowed, unless an exchange that is not written down "
    "took it.",
    "twenty-two/8.2": "With {found_cards} at play {ply} {name} does not meet the lead, and was "
    "dealt {dealt}, which is lower: that was not allowed, unless an exchange that is not written "
    "down took it.",
}
"""By clause what is not known to be right, where the hand that was dealt has a card by which the
play was wrong, unless that card was exchanged."""
SLIPS = {
    "worth": "{card} counts {right}, not {wrong}",
    "loses-too": "{name}’s {high} is higher than {other}’s {low}, so {name} alone loses {deal}",
    "loses-as-well": "{name}’s {rank} is as high as {other}’s, so {name} loses {deal} too",
}
"""The templates of likely slips, by kind."""


def _proved(finding: Finding, speaker: Speaker, templates: dict[str, str], **values: object) -> str:
    ply = finding.places[-1].ply if finding.places else None
    shown = "" if not finding.places else "play" if ply else "last"
    card = lower_kept(speaker.record, finding.at or 0, finding.seat or 0)
    lower = speaker.a_card(card.text) if card else speaker.say("a lower one")
    return tell(templates[shown], finding, speaker, proof=ply, lower=lower, **values)


def _card_not_held(finding: Finding, speaker: Speaker) -> str:
    if value_in(finding.expected, "seat") is not None:
        return tell("{name} is not in {deal} and cannot show {a_found}.", finding, speaker)
    return unless_none_left(
        "{name} cannot have {a_found} at {where}: by the sheet what is left of the hand is {left}."
    )(finding, speaker)


def _wrong_elimination(finding: Finding, speaker: Speaker) -> str:
    return tell(
        "No player is out after {deal}, for none has 22 points or more; the sheet says {who}."
        if finding.expected == "nobody"
        else "With 22 points or more {due_names} is out after {deal}; the sheet says {who}."
        if "," not in (finding.expected or "")
        else "With 22 points or more {due_names} are out after {deal}; the sheet says {who}.",
        finding,
        speaker,
        who=_those(finding.found, speaker),
    )


def _wrong_worth(finding: Finding, speaker: Speaker) -> str:
    event = speaker.record.events[finding.at or 0]
    kept = event.kept if isinstance(event, Keep) else ()
    card = next((one.card.text for one in kept if one.seat == finding.seat), "?")
    return tell(
        "{A_card} counts {due}, not {found}: {name} keeps {due_points} from {deal}.",
        finding, speaker, A_card=capital(speaker.a_card(card)), card=capital(speaker.card(card)),
    )  # fmt: skip


def _those(seats: str | None, speaker: Speaker) -> str:
    return speaker.names(seats or "")


def _wrong_winner(finding: Finding, speaker: Speaker) -> str:
    everybody = speaker.say("everybody")
    due = everybody if finding.expected == "draw" else _those(finding.expected, speaker)
    found = everybody if finding.found == "draw" else _those(finding.found, speaker)
    template = (
        "All who were left went out in the last hand, and the win goes to {due} together; the "
        "sheet says {found}."
    )
    if finding.clause == "twenty-two/6.2":
        template = "{Due} is the last one left and wins; the sheet says {found}."
    elif finding.clause == "twenty-two/6.4":
        template = (
            "All who were left went out in the last hand, and the win goes to {due} by the lowest "
            "score; the sheet says {found}."
        )
    return speaker.say(template, due=due, Due=capital(due), found=found)


def _not_lowest(finding: Finding, speaker: Speaker) -> str:
    if finding.clause == "twenty-two/8.2":
        return _proved(finding, speaker, NOT_LOWEST_OF_ALL)
    return _proved(finding, speaker, NOT_LOWEST, best=_best(finding, speaker))


def _led_not_met(finding: Finding, speaker: Speaker) -> str:
    count, rank = number_of(finding.expected), value_in(finding.expected, "rank", "")
    templates = NOT_MET_WITH_ONE if count == 1 else NOT_MET_WITH_MORE
    return _proved(finding, speaker, templates, cards=speaker.cards(count),
                   rank=speaker.spaced(rank))  # fmt: skip


def _unproved(finding: Finding, speaker: Speaker) -> str:
    count, rank = number_of(finding.expected), value_in(finding.expected, "rank", "")
    dealt = _dealt(finding, speaker, rank if count == 1 else "")
    template = (UNLESS_EXCHANGED if dealt else UNPROVED).get(finding.clause or "", UNNAMED)
    return tell(
        template, finding, speaker, rank=speaker.spaced(rank), best=_best(finding, speaker),
        cards=speaker.cards(count), dealt=speaker.a_card(dealt.text) if dealt else "",
    )  # fmt: skip


def _dealt(finding: Finding, speaker: Speaker, rank: str) -> Card | None:
    """Return a card that a player was dealt and that refutes a play, where only an exchange that is
    not written down may have taken it: one that would meet a lead of a `rank`, or a lower one."""
    at, seat = finding.at or 0, finding.seat or 0
    kept = dealt_and_kept(speaker.record, at, seat)
    if finding.clause == "twenty-two/8.1":
        high = not_below(kept, rank) if rank else []
        return lowest(high) if high else None
    return lower_kept(speaker.record, at, seat) if kept else None


def _best(finding: Finding, speaker: Speaker) -> str:
    """Return the highest play so far, which had to be equalled or beaten."""
    return speaker.spaced(value_in(finding.expected, "cards", ""))


def _dealt_in(finding: Finding, speaker: Speaker) -> str:
    template = "{name} is out of the game, and is dealt cards in {deal} all the same."
    if finding.clause == "twenty-two/6.1":
        template = "{name} is out, and cannot lose {deal} any more."
        if number_of(finding.expected):
            template = "{name} is out with {due}, and cannot lose {deal} any more."
    return tell(template, finding, speaker)


def _uneven_exchange(finding: Finding, speaker: Speaker) -> str:
    template = (
        "{name} puts away {due_counted} in {deal} and takes {taken}; the numbers must be equal."
    )
    return tell(template, finding, speaker, taken=speaker.number(number_of(finding.found)))


def _wrong_player_count(finding: Finding, speaker: Speaker) -> str:
    if "pack" not in (finding.expected or ""):
        return tell("{found} players are too many for this game: {due}.", finding, speaker)
    return speaker.say("{Number} play with one pack; it is enough for six.",
                       Number=capital(speaker.number(number_of(finding.found))))  # fmt: skip


def _unknown_card(finding: Finding, speaker: Speaker) -> str:
    if finding.expected != "the last cards":
        return tell(
            "The sheet does not name the cards of play {ply}, and who won the trick may depend on "
            "them.",
            finding,
            speaker,
        )
    seats = value_in(finding.found, "seat", "").replace(", ", ",")
    return tell(
        "The last card of {names} is not certain, so who lost this hand "
        "is known only from the card kept.",
        finding,
        speaker,
        names=_those(seats, speaker),
    )


def _scored(reason: Reason, name: str, speaker: Speaker) -> str:
    told = []
    for _, points, deal, _ in reason.scored:
        rank, number = reason.cards.get(deal, ""), reason.number(deal)
        if rank in RANKS and rank != "?":
            card, bare = speaker.a_card(rank), speaker.card(rank)
            told.append(speaker.say("hand {n} with {card}", n=number, card=card, rank=bare))
        else:
            told.append(speaker.say("hand {n} with {points}", n=number, points=points))
    return speaker.say("{name} loses {told}", name=name, told=speaker.listed(told))


SENTENCES: Sentences = {
    "wrong-dealer": by_clause(
        WRONG_DEALER,
        "{due_either} lost the hand before and deals {deal}; the sheet has {found_name} deal.",
    ),
    "wrong-hand-size": by_clause(
        HAND_SIZE, "In {deal} everyone is dealt {due_counted}; the sheet says {found_few}."
    ),
    "wrong-leader": wrong_leader(
        "{due_name} is the first player to the dealer’s left and leads to {place}, not "
        "{found_name}."
    ),
    "wrong-trick-winner": "{due_name} won the trick before and leads to {place}; the sheet says "
    "{found_name}.",
    "wrong-loser": by_clause(
        {
            "twenty-two/7.1": "{due_names} had a higher last card, so {found_names} did not lose "
            "{deal}."
        },
        "{due_names} showed the highest last card and lost {deal}; the sheet has {found_names} "
        "keep a card.",
    ),
    "wrong-kept-card": "{name} lost {deal} with {a_due}; the sheet has {a_found} kept.",
    "wrong-worth": _wrong_worth,
    "wrong-elimination": _wrong_elimination,
    "wrong-winner": _wrong_winner,
    "card-not-held": _card_not_held,
    "wrong-number-of-cards": by_clause(
        NUMBER_OF_CARDS,
        "The hand listed for {name} in {deal} has {found_counted}; {due_counted} were dealt.",
    ),
    "mixed-lead": "{name} leads {found_cards} at {where}; cards that are led together must be of "
    "one rank.",
    "kept-no-card": either(
        lambda finding: finding.found == "a lead",
        "{name} plays the last card at {where}; last cards are shown by all and are no trick.",
        "At {where} {name} leads all the cards left; the player who leads keeps at least one back.",
    ),
    "not-lowest": _not_lowest,
    "led-not-met": _led_not_met,
    "exchanged-too-many": either(
        lambda finding: number_of(finding.expected) == 0,
        "{name} puts away {found_counted} in {deal}; the pack has none left to give for them.",
        "{name} puts away {found_counted} in {deal}; the pack has only {due_few} left to give for "
        "them.",
    ),
    "uneven-exchange": _uneven_exchange,
    "unwritten-exchange": "{name} has {a_found} at play {ply}, which the hand dealt did not "
    "hold. The sheet does not tell what {name} exchanged in this hand, so it cannot be told "
    "whether it came from there.",
    "dealt-in": _dealt_in,
    "not-dealt-in": "{name} is still in the game, and is dealt no cards in {deal}.",
    "dealt-early": "Two hands are listed for {name} in {deal}; which one it was cannot be told.",
    "short-deal": "{Deal_before} ends too early: each player has {due_counted} "
    "more to play before the last ones are shown.",
    "not-now": not_now(NOT_NOW),
    "wrong-player-count": _wrong_player_count,
    "foreign-claim": "Play {ply} has a number after its cards; in Twenty-Two a play counts "
    "nothing by itself.",
    "unproved": _unproved,
    "unknown-card": _unknown_card,
}

WORDS = OwnWords(SENTENCES, _scored, FEW_CARDS, slips=SLIPS)
