"""A witness: one deal of the pack that fits a record, written into it.

What a record leaves out can often be filled in many ways. The witness is one of them, to be looked
at and to be shown: a possible deal, not necessarily the one that was dealt. Where there is none,
`no_deal.py` has the reason.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from archive.analysis.event_spans import token_span
from archive.analysis.witnesses.fitting_deals import Deals
from archive.analysis.witnesses.implied_by_plays import Implications
from archive.analysis.witnesses.refuting_cards import Judge, Stretch, reasons
from archive.analysis.witnesses.unknowns import Assignment, Blank, Blanks
from archive.core.budgets import WITNESS, Spent, Steps
from archive.core.cards import CARD, UNKNOWN, Card, WrittenHand, cards, text_of
from archive.core.events import Draw, Event, Exchange, Held, Play
from archive.core.record import Record
from archive.deduction.encoding import Filled
from archive.deduction.model import DealModel, Denied, model_of
from archive.notation.edits import Edit, edited
from archive.notation.parser import IN_HAND
from archive.scoring import Verdict, verify
from archive.scoring.cards_told_later import UNNAMED


def witness(verdict: Verdict, budget: int = WITNESS) -> list[Edit] | None:
    """Return edits that fill in every listed hand, exchange, draw and play of which cards were left
    out. None where no deal fits or none was found (scoring/contradictions.py says which), and for a
    record that cannot be read.

    The search heeds cards and plays, but not every rule: so what it finds is judged, wrong cards
    are excluded (refuting_cards.py), and it goes on to the next until `budget` steps have been
    taken. Then a deal that leaves the plays as they are will do, if nothing is wrong with it.
    """
    if verdict.examination is None:
        return None
    models = models_of(verdict)
    known = _errors(verdict)
    for filled, whole in _candidates(verdict, models, budget):
        edits: set[Edit] = set()
        for model, hands in zip(models, filled, strict=True):
            for (_, hand), found_ in zip(model.hands, hands, strict=True):
                edits.update(_of_hand(hand, found_, verdict))
                if whole:
                    edits.update(_of_plays(hand, found_, verdict))
        text = edited(verdict.record.text, edits)
        if (
            not _errors(verify(text.encode("utf-8", "surrogateescape"), rules=verdict.asked))
            - known
        ):
            return sorted(edits)
    return None


def models_of(verdict: Verdict) -> list[DealModel]:
    """Return the dealings of a record with something open."""
    if verdict.examination is None:
        return []
    denied = Denied(verdict.examination.table.denied)
    found = [model_of(counted.dealing, denied) for counted in verdict.counts]
    return [model for model in found if model is not None]


def _candidates(
    verdict: Verdict, models: Sequence[DealModel], budget: int
) -> Iterator[tuple[list[list[Filled]], bool]]:
    """Yield deals that may do, each with whether plays are to be filled in from it too."""
    blanks, last = Blanks(verdict.record.events, models), None
    steps = Steps(budget)
    try:
        judge = Judge(verdict, blanks, steps)
        with Deals(models, blanks.all, steps) as deals:
            stretches = judge.deals()
            implications = [Implications(stretch) for stretch in stretches]
            while (filled := deals.next()) is not None:
                last, cards = filled, blanks.filled(filled)
                own = _by_dealing(cards)
                if _learned(deals, implications, own):
                    continue
                if not sum(_set_aside(deals, one, own.get(one.number, {})) for one in stretches):
                    yield filled, True
                    if not _set_aside(deals, judge.whole, cards):
                        break
    except Spent:
        pass
    if last is not None:
        yield last, False


def _by_dealing(cards: Assignment) -> dict[int | None, Assignment]:
    """Return cards filled in, by the number of their dealing."""
    found: defaultdict[int | None, dict[Blank, Card]] = defaultdict(dict)
    for blank, card in cards.items():
        found[blank.dealing][blank] = card
    return dict(found)


def _learned(
    deals: Deals, implications: Sequence[Implications], cards: Mapping[int | None, Assignment]
) -> bool:
    """Learn what a deal's plays imply about cards kept back; return whether there was any."""
    found = [
        one for about in implications for one in about.new_in(cards.get(about.stretch.number, {}))
    ]
    for one in found:
        deals.learn(one)
    return bool(found)


def _set_aside(deals: Deals, stretch: Stretch, cards: Assignment) -> bool:
    """Exclude all cards that are found to be wrong in a deal; return whether there are any."""
    wrong = False
    for reason in reasons(stretch, cards):
        deals.set_aside(reason.items())
        wrong = True
    return wrong


def _errors(verdict: Verdict) -> Counter[tuple[str, int | None]]:
    return Counter((f.code, f.ply) for f in verdict.findings if f.severity == "error")


def hides_cards(record: Record) -> bool:
    """Return whether a record has hands, exchanges, draws or plays with cards left out, or hands
    and exchanges named in part, which a witness fills in."""
    if any(isinstance(event, Play) and UNNAMED & {*event.cards} for event in record.events):
        return any(isinstance(event, Held) for event in record.events)
    dealt = [_dealt(event) for event in record.events]
    suited = any(card.suit for run in dealt for card in run)
    return any(card.rank == "?" or (suited and not card.suit) for run in dealt for card in run)


def _dealt(event: Event) -> tuple[Card, ...]:
    """Return the cards that an event deals, draws or exchanges; `?` where it names none."""
    if isinstance(event, Held):
        return event.cards
    if isinstance(event, Exchange):
        return event.put + ((UNKNOWN,) * len(event.put) if event.taken is None else event.taken)
    return (event.card,) if isinstance(event, Draw) else ()


def _of_hand(hand: WrittenHand, filled: Filled, verdict: Verdict) -> Iterator[Edit]:
    """Yield edits for what a hand was dealt, put away, took and drew, where it is not named."""
    starts = [slot for _, slot in hand.drawn]
    if hand.at >= 0:
        dealt = filled.cards[: starts[0] if starts else None]
        yield from _listed(hand.at, filled.seat, dealt, verdict)
    ends = [*starts[1:], len(filled.cards)]
    for (at, start), end in zip(hand.drawn, ends, strict=False):
        came = filled.cards[start:end]
        went = [card for card, by in zip(filled.played, hand.played_at, strict=True) if by == at]
        yield from _acted(at, tuple(went), came, verdict)


def _of_plays(hand: WrittenHand, filled: Filled, verdict: Verdict) -> Iterator[Edit]:
    """Yield edits for what was played from one hand, where the record does not name it."""
    for at in dict.fromkeys(at for at in hand.played_at if at >= 0):  # one that was written down
        went = [card for card, by in zip(filled.played, hand.played_at, strict=True) if by == at]
        yield from _played(at, filled.seat, tuple(went), verdict)


def _played(at: int, seat: int, went: tuple[Card, ...], verdict: Verdict) -> Iterator[Edit]:
    """Yield an edit for a play whose cards were not all named."""
    event, (start, text) = verdict.record.events[at], token_span(verdict.record, at)
    if not isinstance(event, Play) or event.seat != seat or len(event.cards) != len(went):
        return
    run = re.search(rf"(?<=\s){CARD.pattern}(?:{CARD.pattern})*(?=[=/\s]|$)", text)
    if not run or cards(run[0]) != event.cards:
        return
    new = text_of(went)
    if new != run[0]:
        yield Edit(start + run.start(), run[0], new, f"“{new}” for “{run[0]}”")


def _listed(at: int, seat: int, dealt: tuple[Card, ...], verdict: Verdict) -> Iterator[Edit]:
    """Yield an edit for a hand's line, in the packets in which it was dealt."""
    event, (start, text) = verdict.record.events[at], token_span(verdict.record, at)
    if not isinstance(event, Held) or all(card.text in text for card in dealt):
        return
    packets, first = [], 0
    for packet in event.packets:
        run = sorted(dealt[first : first + len(packet)], key=IN_HAND)
        packets.append(text_of(run))
        first += len(packet)
    yield Edit(start, text, f"p{seat}: {'+'.join(packets)}", f"p{seat} was dealt {text_of(dealt)}")


def _acted(
    at: int, went: tuple[Card, ...], came: tuple[Card, ...], verdict: Verdict
) -> Iterator[Edit]:
    """Yield an edit for an exchange or a draw whose cards were not all named."""
    event, (start, text) = verdict.record.events[at], token_span(verdict.record, at)
    if isinstance(event, Exchange) and came:
        deed = re.search(r"x\S+$", text)
        new = f"x{text_of(went)}>{text_of(came)}"
    elif isinstance(event, Draw):
        deed, new = re.search(r"d\S+$", text), f"d{text_of(came)}"
    else:
        return
    if deed and deed[0] != new and "?" in deed[0] + ("" if ">" in deed[0] else "?"):
        yield Edit(start + deed.start(), deed[0], new, f"“{new}” for “{deed[0]}”")
