"""Records of every kind, for Hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from archive.core import events as said
from archive.core.cards import CARDS
from archive.core.events import Play
from archive.core.record import Record, Tag

SEATS = st.integers(1, 12)
NUMBERS = st.integers(0, 999)
CARD = st.sampled_from(list(CARDS.values()))
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), max_size=30).map(
    str.strip
)
ONE_LINE = TEXT.map(lambda text: text.replace("\n", " "))
TOTALS = st.dictionaries(SEATS, st.integers(-99, 999), max_size=4).map(
    lambda d: tuple(sorted(d.items()))
)

MARKS = st.sampled_from(["", "^", "^R", "^L"])
RUN = st.lists(CARD, min_size=1, max_size=4).map(tuple)
PARTS = st.just(()) | st.lists(
    st.builds(said.Part, RUN, st.none() | st.integers(0, 20)), min_size=2, max_size=4
).map(tuple)
KEPT = st.lists(st.builds(said.Kept, SEATS, CARD, st.none() | NUMBERS), max_size=3).map(tuple)
SHOWN = st.lists(st.tuples(SEATS, RUN), max_size=3).map(tuple)


@st.composite
def plays(draw: st.DrawFn) -> Play:
    parts = draw(PARTS)
    run = tuple(card for part in parts for card in part.cards) or draw(RUN)
    return Play(
        draw(st.none() | NUMBERS), draw(SEATS), run, draw(st.none() | NUMBERS),
        draw(st.none() | st.integers(-20, 500)), draw(MARKS), parts,
    )  # fmt: skip


ACTIONS = st.one_of(
    plays(),
    st.builds(said.Exchange, st.none() | NUMBERS, SEATS, RUN, st.none() | RUN, MARKS),
    st.builds(said.Exchange, st.none() | NUMBERS, SEATS, st.just(()), st.just(()), MARKS),
    st.builds(said.Draw, st.none() | NUMBERS, SEATS, CARD, MARKS),
    st.builds(said.Stay, st.none() | NUMBERS, SEATS, st.booleans(), MARKS),
    st.builds(said.Pass, st.none() | NUMBERS, SEATS, MARKS),
)
PACKET = st.lists(CARD, max_size=7).map(lambda run: tuple(sorted(run, key=lambda c: c.order)))
HELD = st.builds(
    said.Held, SEATS,
    st.lists(PACKET, min_size=1, max_size=3).map(tuple),
)  # fmt: skip
EVENTS = st.recursive(
    st.one_of(
        ACTIONS, HELD,
        st.builds(said.Round, st.none() | NUMBERS, st.none() | SEATS),
        st.builds(said.Up, st.lists(CARD, max_size=3).map(tuple), st.none() | NUMBERS),
        st.builds(said.Deal, st.none() | NUMBERS, st.none() | SEATS, st.none() | NUMBERS),
        st.builds(said.Cut, SHOWN),
        st.builds(said.Trump, st.none() | SEATS, st.none() | st.sampled_from("cdhs")),
        st.builds(said.Phase, st.sampled_from(["exchange", "stay"])),
        st.builds(said.Trick, st.none() | NUMBERS, st.none() | SEATS),
        st.builds(said.Show, SHOWN),
        st.builds(said.Keep, KEPT),
        st.builds(said.Out, st.lists(SEATS, max_size=3).map(tuple)),
        st.builds(said.Bonus, SEATS, st.none() | NUMBERS),
        st.builds(said.Score, TOTALS),
        st.builds(said.End, TOTALS, st.just((0,)) | st.lists(SEATS, max_size=2).map(tuple)),
        st.builds(said.Comment, TEXT),
        st.builds(said.Nag, st.integers(0, 255)),
        st.builds(said.Stop, st.sampled_from("*+")),
        st.builds(said.TableLine, st.sampled_from(["seance", "x"]), st.just("p1 h")),
    ),
    lambda inner: st.lists(inner, max_size=4).map(lambda events: said.Variation(tuple(events))),
    max_leaves=12,
)  # fmt: skip
TAGS = st.lists(
    st.builds(Tag, st.from_regex(r"[A-Z][A-Za-z0-9_]{0,8}", fullmatch=True), ONE_LINE),
    unique_by=lambda tag: tag.name, max_size=5,
)  # fmt: skip
RECORDS = st.builds(Record, TAGS, st.lists(EVENTS, max_size=12))
