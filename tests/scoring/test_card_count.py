"""The cards of a deal counted, and what that makes of other findings."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from archive.core.cards import CARDS, PACKS, Card, Pack
from archive.rules.faults_and_claims import CardSeen, CardsSeen
from archive.scoring import card_count, verify

SAMPLES = Path(__file__).parents[2] / "archive" / "samples"
KNOWN = [card for card in CARDS.values() if card.text != "?"]
FEW = [CARDS[card] for card in ("9h", "9c", "6s", "K", "9", "?h")]


@given(
    st.lists(st.sampled_from(KNOWN), max_size=60) | st.lists(st.sampled_from(FEW), max_size=16),
    st.sampled_from([*PACKS.values(), Pack(PACKS["52"].ranks, 2)]),
)
def test_a_glance_sees_what_counting_card_by_card_sees(cards: list[Card], pack: Pack) -> None:
    seen = [CardSeen(card, at, None, None) for at, card in enumerate(cards)]
    found = card_count.surplus_in(seen, pack)
    assert found == card_count.surplus_in(CardsSeen(cards, lambda: seen), pack)
    assert found == card_count.surplus_card_by_card(seen, pack)


def test_a_hand_and_its_proof_do_not_follow_from_each_other() -> None:
    """Both may stand in one event: an exchange of a card that the listing does not have."""
    text = (SAMPLES / "zwanzig-ab-disputed-revoke.xxn").read_text(encoding="utf-8")
    before, wrong = "p1: KhKs+QdTdAc", "p1: KhTs+QdTdAc"
    assert before in text
    findings = verify(text.replace(before, wrong).encode()).findings
    assert [finding.root.code for finding in findings]
