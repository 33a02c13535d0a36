"""The illustrative game of Twenty as docs/analysis.md works it, figure by figure."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from archive.analyst import Annotations, weigh
from archive.analyst.glyphs import GLYPHS
from archive.analyst.twenty.belief import Likely, likely_hands
from archive.analyst.twenty.expected_values import Fair
from archive.analyst.twenty.rounds import HANDS, PAIR, Hindsight, choices_of, rounds_of
from archive.analyst.twenty.states import FLAGGED, PLACES
from archive.analyst.twenty.states import HANDS as CARDS
from archive.scoring import Verdict, verify

ROOT = Path(__file__).parents[2]
NAMES = {1: "Albert", 2: "Bertha"}
MINUS = "−"


@cache
def docs() -> str:
    return (ROOT / "docs/analysis.md").read_text(encoding="utf-8")


@cache
def weighed() -> tuple[Verdict, Annotations]:
    verdict = verify((ROOT / "archive/samples/twenty-illustrative.xxn").read_bytes())
    return verdict, weigh(verdict)


@cache
def rounds() -> list[Hindsight]:
    return [Hindsight(one) for one in rounds_of(weighed()[0].record)]


def signed(number: float) -> str:
    return f"{number:g}".replace("-", MINUS)


def hand_rows() -> Iterator[tuple[int, int, int, int, int, int, int]]:
    """By round and hand: what the rest was worth to the starter, what either gave away, what the
    starter scored more, and what the rest was then worth."""
    for one in rounds():
        starter, bonus = one.played.starter, one.played.bonus
        for hand in range(HANDS):
            plays = one.plays[PAIR * hand : PAIR * (hand + 1)]
            lost = {1: 0, 2: 0}
            scored, last = 0, 0
            for play in plays:
                now = play.standing
                points = choices_of(hand).points[now.value][now.place]
                scored += points if now.seat == starter else -points
                last = now.seat if points else last
                lost[now.seat] += play.loss
            after = 0
            if hand == HANDS - 1:
                scored += bonus if last == starter else -bonus
            else:
                following = one.plays[PAIR * (hand + 1)]
                after = max(following.worth.values())
            before = max(plays[0].worth.values())
            yield (
                one.played.number, hand + 1, before, lost[starter], lost[3 - starter], scored, after
            )  # fmt: skip


def test_the_table_of_hands_adds_up_and_is_the_analysts() -> None:
    for number, hand, before, own, others, scored, after in hand_rows():
        assert before - own + others == scored + after
        cells = (f"{number}, {hand}", *map(signed, (before, own, others, scored, after)))
        assert f"| {' | '.join(cells)} |" in docs()
    for one in rounds():
        assert one.par == max(one.plays[0].worth.values())


def test_the_last_hand_is_worked_play_by_play() -> None:
    for play in rounds()[1].plays[-PAIR:]:
        now = play.standing
        tally = PLACES[now.place % FLAGGED][0]
        choices = ", ".join(f"{value} {signed(worth)}" for value, worth in play.worth.items())
        own = " ".join(map(str, CARDS[now.mine]))
        row = (
            f"| {now.at + 51} {NAMES[now.seat]} | {tally} | {own} | {now.value} | {choices} "
            f"| {play.loss} |"
        )
        assert row in docs()


def test_every_mark_of_the_game_is_told() -> None:
    said = weighed()[1]
    for one in said.plies:
        if one.glyph:
            doubt = f" ± {one.error:.1f}" if one.error else ""
            row = (
                f"| {one.ply} {NAMES[one.seat]} | {one.card} `{GLYPHS[one.glyph]}` | {one.best} "
                f"| {one.fair:.1f}{doubt} | {one.hindsight} |"
            )
            assert row in docs()
    told = docs()[docs().index("### A whole game") :]
    told = told[: told.index("\n## ")]
    assert told.count("`?") == sum(one.glyph > 0 for one in said.plies)
    story = said.story
    assert story is not None
    sentence = (
        f"Albert gave away {story.gave_away[1]:.1f} points and Bertha {story.gave_away[2]:.1f}, so "
        f"of her {story.margin} points the plays account for {signed(round(story.by_play, 1))} and "
        f"the cards for {story.by_cards:.1f}"
    )
    assert sentence in " ".join(told.split())


def test_play_56_is_worth_what_the_docs_say() -> None:
    _, said = weighed()
    played = rounds()[1].played
    moments = list(played.standings())
    now, before = moments[5], moments[:5]
    fair = Fair(2, played.bonus, played.up, said.seed)
    unseen = fair._unseen(now, before)
    assert sum(unseen) * (sum(unseen) - 1) // 2 == 861
    alike = likely_hands(unseen, 2, [], [], 0, 0.0)
    by_plays = fair._hands(now, before)

    def share(found: Likely, value: int) -> int:
        weighed = zip(found.hands, found.weights, strict=True)
        having = sum(weight for hand, weight in weighed if value in CARDS[hand])
        return round(100 * having / sum(found.weights))

    assert [share(alike, 5), share(alike, 10), share(by_plays, 10), share(by_plays, 5)] == [
        14, 53, 68, 12,
    ]  # fmt: skip
    fair._hands = lambda *_: alike  # type: ignore[method-assign]
    worth = fair.expected(now, before).worth
    one = said.at(56)
    assert one is not None
    assert (one.hindsight, one.glyph, one.luck) == (18, 0, "unlucky")
    six, ten = (signed(round(worth[value], 1)) for value in (6, 10))
    text = " ".join(docs().split())
    assert "As the cards lay it cost 18 points." in text
    assert "of the 861 pairs that they can be only 14 in 100 have a five" in text
    assert "ten (53 in 100) 9 points" in text
    assert f"the 6 is worth {six} to him and the ten {ten}" in text
    assert "a ten is likelier (68 in 100) and a five is not (12)" in text
    assert f"ahead by {one.fair:.1f} points" in text
