"""A second opinion: Twenty played and scored by the plainest code that will do. It shares nothing
with the engine; it makes whole records with every claim in them, for the engine to uphold."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

VALUES = {**{str(pip): pip for pip in range(2, 10)}, "A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}
PACK = [rank + suit for rank in VALUES for suit in "cdhs"]

Choose = Callable[[Random, list[str], int, int], str]


def at_random(rng: Random, hand: list[str], tally: int, cards: int) -> str:
    return rng.choice(hand)


def sensible(rng: Random, hand: list[str], tally: int, cards: int) -> str:
    """Make twenty if that can be done, else what scores most, else keep the tally low."""

    def worth(card: str) -> int:
        after = tally + VALUES[card[0]]
        if after == 20:
            return 100
        if after > 20:
            return 2 * (after - 20)
        return (40 if cards >= 4 else 0) - (8 if after >= 10 else 0) - after // 4

    return max(hand, key=lambda card: (worth(card), rng.random()))


def play_game(
    seed: int, choose: Choose = at_random, *, suits: bool = True, hands: str = "all",
    options: str = "", names: tuple[str, str] = ("Ada", "Ben"), tags: str = "",
) -> str:  # fmt: skip
    """A whole record. `hands` are listed `all`, `none`, or `some` of them with unknown cards."""
    rng = Random(seed)
    shown = (lambda run: "".join(run)) if suits else (lambda run: "".join(card[0] for card in run))
    total = {1: 0, 2: 0}
    lines: list[str] = []
    ply = 0
    first_round: list[list[str]] = []
    for number, starter in ((1, 1), (2, 2)):
        pack = rng.sample(PACK, 52)
        if "open" in options and first_round:
            up, stock = first_round
        else:
            up, stock = pack[:2], pack[2:]
        first_round = [up, stock]
        bonus = abs(VALUES[up[0][0]] - VALUES[up[1][0]]) or 10
        lines += ["", f"@round n={number} first=p{starter}", f"@up {shown(up)} bonus={bonus}"]
        pile: list[int] = []
        last = worth = 0
        turn = starter
        for deal in range(5):
            # the starter's cards come first, so that open hands change sides with the starter
            dealt = {
                starter: stock[10 * deal : 10 * deal + 5],
                3 - starter: stock[10 * deal + 5 : 10 * deal + 10],
            }
            lines.append(f"@deal n={deal + 1}")
            for seat in (1, 2):
                if hands == "all":
                    lines.append(f"p{seat}: {shown(dealt[seat])}")
                elif hands == "some" and rng.random() < 0.7:
                    known = [card if rng.random() < 0.6 else "?" for card in dealt[seat]]
                    lines.append(f"p{seat}: {shown(known)}")
            held = {seat: list(run) for seat, run in dealt.items()}
            for _ in range(5):
                cycle = []
                for _ in range(2):
                    card = choose(rng, held[turn], sum(pile), len(pile))
                    held[turn].remove(card)
                    ply += 1
                    pile.append(VALUES[card[0]])
                    tally, points = sum(pile), 0
                    if tally == 20:
                        points = 10
                    elif tally > 20:
                        points = tally - 20
                    elif len(pile) >= 5:
                        worth = 15 if len(pile) == 5 else worth * 2
                        points = worth
                    if tally >= 20:
                        pile = []
                    if points:
                        last = turn
                        total[turn] += points
                    cycle.append(
                        f"{ply}. p{turn} {shown([card])}={tally}" + (f"/{points}" if points else "")
                    )
                    turn = 3 - turn
                lines.append(" ".join(cycle))
            if deal == 4:
                total[last] += bonus
                lines.append(f"@bonus p{last} /{bonus}")
            lines.append(f"@score p1:{total[1]} p2:{total[2]}")
    win = "draw" if total[1] == total[2] else f"p{1 if total[1] > total[2] else 2}"
    lines.append(f"@end p1:{total[1]} p2:{total[2]} win={win}")
    head = [
        '[XXN "1.0"]', '[Game "twenty"]', f'[Rules "twenty/farrugia@1{options}"]', tags,
        f'[P1 "{names[0]}"]', f'[P2 "{names[1]}"]', '[Deck "52"]', '[View "all"]',
        f'[Result "p1:{total[1]} p2:{total[2]}"]',
    ]  # fmt: skip
    return "\n".join([line for line in head if line] + lines) + "\n"
