"""Writing XXN: one canonical form, from which the same record is read again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from archive import events as said
from archive.cards import CARDS
from archive.events import Play
from archive.notation import chain, hashes, read, write
from archive.record import Record, Tag

UNTIDY = """\
[Game "twenty"]
[XXN "1.0"]
[Zebra "last"]
[Result "*"]
[P2 "Ben"]
[P1 "Ada"]

@round   first=p1 n=1
@deal n=1
p1: 24855   {after a hand}
1.p1 8=8 2. p2 A=9   3. p1 2=11 !
  4. p2 9=20/10 ( 4. p2 T=21/1 {greedy} ) 5. p1 5=5 *
"""

TIDY = """\
[XXN "1.0"]
[Game "twenty"]
[P1 "Ada"]
[P2 "Ben"]
[Result "*"]
[Zebra "last"]

@round n=1 first=p1
@deal n=1
p1: 85542
{after a hand}
1. p1 8=8 2. p2 A=9
3. p1 2=11 $1 4. p2 9=20/10
(
4. p2 T=21/1
{greedy}
)
5. p1 5=5
*
"""

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
        st.builds(said.Trick, st.none() | NUMBERS),
        st.builds(said.Show, SHOWN),
        st.builds(said.Keep, KEPT),
        st.builds(said.Out, st.lists(SEATS, max_size=3).map(tuple)),
        st.builds(said.Bonus, SEATS, st.none() | NUMBERS),
        st.builds(said.Score, TOTALS),
        st.builds(said.End, TOTALS, st.lists(SEATS, max_size=1).map(tuple)),
        st.builds(said.Comment, TEXT),
        st.builds(said.Nag, st.integers(0, 255)),
        st.builds(said.Stop, st.sampled_from("*+")),
        st.builds(said.TableLine, st.sampled_from(["seance", "x"]), st.just("p1 h")),
    ),
    lambda inner: st.builds(said.Variation, st.lists(inner, max_size=4).map(tuple)),
    max_leaves=12,
)  # fmt: skip
TAGS = st.lists(
    st.builds(Tag, st.from_regex(r"[A-Z][A-Za-z0-9_]{0,8}", fullmatch=True), ONE_LINE),
    unique_by=lambda tag: tag.name, max_size=5,
)  # fmt: skip


def test_the_canonical_form() -> None:
    assert write(read(UNTIDY.encode())) == TIDY
    assert write(read(TIDY.encode())) == TIDY
    assert read(TIDY.encode()) == read(UNTIDY.encode())


@given(TAGS, st.lists(EVENTS, max_size=12))
def test_whatever_is_written_is_read_back(tags: list[Tag], events: list[said.Event]) -> None:
    record = Record(tags, events)
    text = write(record)
    again = read(text.encode())
    assert again == record
    assert write(again) == text


@given(st.text(alphabet='[]{}()"\\`@;%$!?*+p129AKh:.=/^ \n\rXXN', max_size=80))
def test_text_of_any_kind_survives(text: str) -> None:
    record = read(text.encode())
    written = write(record)
    assert read(written.encode()) == record
    assert write(read(written.encode())) == written


def test_a_comment_cannot_open_a_record() -> None:
    record = Record([], [said.Comment('see\n[XXN "1.0"]')])
    assert '\n[XXN "' not in write(record)
    assert read(write(record).encode()) == record


def test_a_play_has_one_hash_on_two_sheets() -> None:
    mine, theirs = (
        read(TIDY.encode()),
        read(TIDY.replace("Ada", "Eva").replace("=8 ", " ").encode()),
    )
    assert hashes(mine).play == hashes(theirs).play
    assert hashes(mine).record != hashes(theirs).record
    assert len({*hashes(mine), *hashes(theirs)}) == 5


def test_a_chain_is_shared_as_far_as_two_games_are_the_same() -> None:
    one, other = (
        chain(read(text.encode())) for text in (TIDY, TIDY.replace("5. p1 5=5", "5. p1 4=4"))
    )
    assert len(one) == len(other) == 5
    assert one[:4] == other[:4]
    assert one[4] != other[4]


def test_layout_changes_the_raw_hash_alone() -> None:
    tidy, untidy = hashes(read(TIDY.encode())), hashes(read(UNTIDY.encode()))
    assert (tidy.record, tidy.play) == (untidy.record, untidy.play)
    assert tidy.raw != untidy.raw
