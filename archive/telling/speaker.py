"""Cards and names as a card player says them, for all sentences."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from archive.core.phrase import Phrase, value_in
from archive.core.record import Record
from archive.languages.language import ENGLISH, Language
from archive.rules.faults_and_claims import CardTimes, Count
from archive.rules.game import Game
from archive.telling.findings import Finding
from archive.telling.phrases import in_language
from archive.telling.places_in_game import (
    DealPlace,
    deal_of,
    numbered,
    place_of,
    places_of,
    trick_of,
)
from archive.telling.wrong_total_reasons import Reason

RANKS = {
    "A": "ace", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven",
    "8": "eight", "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king",
    "?": "unknown card",
}  # fmt: skip
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
LETTERS = {"T": "10", "J": "J", "Q": "Q", "K": "K", "A": "A"}
"""Ranks by the letters on a card, which other languages have of their own."""
SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
CARD = re.compile(r"(10|[^cdhs\s])([cdhs]?)")

LONGEST_NAME = 60

Chosen: TypeAlias = Callable[[Finding, "Speaker"], str]
Sentence: TypeAlias = str | Chosen
Sentences: TypeAlias = Mapping[str, Sentence]
"""Templates, or what chooses between several, by the code of a finding."""


class OwnWords(NamedTuple):
    """The words that a game has for itself, as `WORDS` in the module `messages` of its folder.

    `sentences` are by code, before those that all games have. `scored` says how a player, of that
    name, came by the points of a `Reason`. `few_cards` and `whole_hand` are the templates of a hand
    that cannot have been as it is listed, where few of its cards are in question and where all are.
    `slips` are the templates of likely slips by kind, `points` those of points that a player gets
    and of points taken off, where common ones will not do.
    """

    sentences: Sentences
    scored: Callable[[Reason, str, Speaker], str] | None = None
    few_cards: str = ""
    whole_hand: str = ""
    slips: Mapping[str, str] = {}
    points: tuple[str, str] | None = None


NONE_OF_ITS_OWN: Final = OwnWords({})
NO_GAMES: Final[Mapping[str, Game]] = MappingProxyType({})


class Speaker:
    """The players' names, the card count, the games with their own words, and the language of the
    sentences."""

    def __init__(
        self, record: Record, counts: Sequence[Count], language: Language = ENGLISH, *,
        games: Mapping[str, Game] = NO_GAMES,
        own_words: Callable[[str], OwnWords | None] = lambda _: None,
    ) -> None:  # fmt: skip
        self.games = games
        self._own_words = own_words
        self.record = record
        self.counts = counts
        self.language = language
        self.say = language.say
        self.several = language.several
        self.listed = language.listed
        self.points = language.points
        self.number = language.number

    @cached_property
    def players(self) -> list[str]:
        """Return the names of the players, the longest cut short."""
        return [
            name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
            for name in self.record.players
        ]

    def own_words(self, game: str) -> OwnWords:
        """Return the words that a game has for itself."""
        return self._own_words(game) or NONE_OF_ITS_OWN

    @cached_property
    def _places(self) -> list[DealPlace]:
        return places_of(self.record)

    def name(self, seat: int | str | None) -> str:
        """Return the name of a player, given the seat as a number or as `p2`."""
        number = int(str(seat).lstrip("p")) if seat else 0
        return self.players[number - 1] if 0 < number <= len(self.players) else f"p{number}"

    def names(self, seats: str) -> str:
        """Return `p1,p3` as Ada and Cem."""
        return self.listed(self.name(seat) for seat in seats.split(","))

    def either(self, seats: str) -> str:
        """Return `p2 or p3` as Bernd or Clara."""
        return self.language.either(map(self.name, value_in(seats, "each", (seats,))))

    def place(self, at: int | None) -> str:
        """Return the place of an event in the game, `trick 4 of deal 3` or `round 1, hand 2`; empty
        where the record does not number its deals."""
        return "" if at is None else place_of(self._places, at, self.language, self.unit)

    def trick(self, at: int | None) -> int:
        """Return the number of an event's trick; 0 where it is unknown."""
        return 0 if at is None else trick_of(self._places, at)

    @cached_property
    def unit(self) -> str:
        """Return the game's word for what is dealt and scored at once."""
        game = self.games.get(self.record.game or "")
        return game.words.dealt if game else "deal"

    def deal(self, at: int | None) -> str:
        """Return the deal of an event in the game's word: `deal 4`, `round 2`."""
        return deal_of(self._places, -1 if at is None else at, self.language, self.unit)

    def dealing(self, name: str) -> str:
        """Return the name of a shuffle of the pack in the game's word: `hand 4`."""
        if isinstance(name, Phrase) and name.template == "deal {n}":
            return numbered(self.unit, name.values["n"], self.language)
        return self.phrase(name)

    def phrase(self, text: str) -> str:
        """Return a short text of the engine for what was expected, or found."""
        return text if self.language.english else in_language(text, self.language)

    def count_against(self, at: int | None) -> Count:
        """Return the card count that a hand listed at an event does not fit. With open hands a
        listing is counted in two rounds, and may fit one of them."""
        return next(
            count for count in self.counts
            if count.surplus and any(one.at == at for one in count.dealing.listed)
        )  # fmt: skip

    # -- cards

    def spaced(self, run: str) -> str:
        """Return a run of cards apart and with their signs: `5h5c` as `5♥ 5♣`."""
        cards = CARD.findall(run)
        return " ".join(self.letter(rank) + SIGNS.get(suit, "") for rank, suit in cards)

    def told(self, run: str) -> str:
        """Return a run of cards as `spaced` does, with those that are not known behind the others
        in words: `5♥ and two unknown cards`."""
        cards = CARD.findall(run)
        unknown = Counter(suit for rank, suit in cards if rank == "?")
        known = self.spaced("".join(rank + suit for rank, suit in cards if rank != "?"))
        words = [several_cards(self.language, f"?{suit}", n) for suit, n in unknown.items()]
        return self.listed([known, *words] if known else words)

    def letter(self, rank: str) -> str:
        """Return a rank as it stands on a card: a ten as `10`, a jack as `J`, in German as `B`."""
        if self.language.english:
            return LETTERS.get(rank, rank)
        return self.language.text(rank) if rank in LETTERS else rank

    def card(self, text: str, count: int = 1) -> str:
        """Return `9h` as nine of hearts, `J` as jack; several of them in the plural."""
        return self.language.text(card_name(text, count))

    def a_card(self, text: str) -> str:
        """Return a card as `an ace` or `the nine of hearts`."""
        return self.language.text(a_card(text))

    def suit(self, letter: str, otherwise: str = "") -> str:
        """Return `h` as hearts."""
        return self.language.text(SUITS.get(letter, otherwise))

    def cards(self, count: int) -> str:
        """Return a number of cards as `one card`, `two cards`."""
        return self.several("{number} card", "{number} cards", count)

    def tricks(self, count: int) -> str:
        """Return a number of tricks as `one trick`, `two tricks`."""
        return self.several("{number} trick", "{number} tricks", count)

    def counted(self, tally: CardTimes) -> str:
        """Return how often a card was seen, as `two queens of hearts`."""
        return self.several_cards(tally.card.text, len(tally.seen))

    def several_cards(self, text: str, count: int) -> str:
        """Return cards as `two queens of hearts`, `a seven`."""
        return several_cards(self.language, text, count)


def card_name(text: str, count: int = 1) -> str:
    """Return `9h` as nine of hearts, `J` as jack; several of them in the plural."""
    rank, suit = text[0], SUITS.get(text[1:], "")
    name = RANKS.get(rank, text)
    if rank == "?" and suit:
        return f"cards of {suit}" if count != 1 else f"card of {suit}"
    plural = {"six": "sixes"}.get(name, name + "s") if count != 1 else name
    return f"{plural} of {suit}" if suit else plural


def a_card(card: str) -> str:
    """Return a card as `an ace` or `the nine of hearts`: a card with its suit is the only one,
    except with several packs."""
    name = card_name(card)
    if card[1:] and card[0] != "?":
        return f"the {name}"
    return f"an {name}" if name[0] in "aeu" else f"a {name}"


def several_cards(language: Language, text: str, count: int) -> str:
    """Return cards as `two queens of hearts`, `a seven`."""
    if count == 1:
        return language.text(a_card(text))
    return language.say("{number} {cards}", number=language.number(count), n=count,
                        cards=language.text(card_name(text, count)),
                        card=language.text(card_name(text)))  # fmt: skip


def card_words() -> Iterator[str]:
    """Yield every name of a card there is, alone, with its article and in the plural."""
    for rank in RANKS:
        for suit in ("", *SUITS):
            yield from (card_name(rank + suit), a_card(rank + suit), card_name(rank + suit, 2))


def capital(text: str) -> str:
    """Return a sentence with its first letter a capital."""
    return text[:1].upper() + text[1:]


def one_stop(sentence: str) -> str:
    """Return a sentence with one full stop at its end, where a name with one stands last."""
    return sentence[:-1] if sentence.endswith("..") and not sentence.endswith("...") else sentence
