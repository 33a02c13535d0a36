"""How people miscount the cards left in a hand of Count to 20: what would explain a wrong total."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from archive.rules.slips import Slip, Stretch

LEFT, LOW, TEN, KING = "count-to-20/6.3", "count-to-20/6.4", "count-to-20/6.5", "count-to-20/6.6"
COST = {LOW: 5, TEN: 10, KING: 20}
ONE_CARD = {5: "A23456789", 10: "TJQ", 20: "K"}


def slips(stretch: Stretch) -> Iterator[Slip]:
    """Yield the slips that belong to this game."""
    for deal in stretch.deals:
        for seat in stretch.sums(deal):
            yield from _of_cards(stretch, deal, seat)


def _of_cards(stretch: Stretch, deal: int, seat: int) -> Iterator[Slip]:
    ranks = [card.rank for card in stretch.left.get((deal, seat), ())]
    for one in stretch.of(deal, seat):
        if one.clause not in COST:
            continue
        cards = one.points // COST[one.clause]
        if one.clause == KING:
            for wrong in (10, 5):
                for count in sorted({1, cards}):
                    kind = "king-value" if count == 1 else "kings-value"
                    yield Slip(kind, KING, {seat: (wrong - 20) * count}, 1, deal, seat, right=20,
                               wrong=wrong)  # fmt: skip
        if one.clause == TEN:
            yield from _of_tens(deal, seat, ranks, cards)
            yield Slip("tens-as-low", TEN, {seat: -5 * cards}, 2, deal, seat)
        if one.clause == LOW and ranks and "?" not in ranks:
            low = [rank for rank in ranks if rank in ONE_CARD[5]]
            counted = sum(1 if rank == "A" else int(rank) for rank in low)
            if len(low) == cards:
                kind, rank = ("face-value-of-one", low[0]) if cards == 1 else ("face-value", "")
                yield Slip(kind, LOW, {seat: counted - one.points}, 1, deal, seat,
                           right=one.points, wrong=counted, suit=rank)  # fmt: skip
        for number in range(1, cards):
            yield Slip("card-left-out", one.clause, {seat: -COST[one.clause] * number}, 3, deal,
                       seat, right=cards, wrong=cards - number)  # fmt: skip


def _of_tens(deal: int, seat: int, ranks: Sequence[str], cards: int) -> Iterator[Slip]:
    """Yield the slips about tens, jacks and queens left, `cards` of which there are."""
    pairs = {rank: ranks.count(rank) // 2 for rank in "TJQ"} if ranks else {"": cards // 2}
    several = [rank for rank, number in pairs.items() if number]
    if several:
        rank = several[0] if len(several) == 1 else ""
        kind = "pair-halved" if rank else "pair-of-tens-halved"
        yield Slip(kind, TEN, {seat: -10}, 1, deal, seat, suit=rank)
    if sum(pairs.values()) == 1 and several[0]:
        yield Slip("pair-forgotten", TEN, {seat: -20}, 2, deal, seat, suit=several[0])
        yield Slip("pair-twice", TEN, {seat: 20}, 2, deal, seat, suit=several[0])
    if sum(pairs.values()) > 1:
        moves = {seat: -10 * sum(pairs.values())}
        yield Slip("pairs-halved", TEN, moves, 1, deal, seat)
