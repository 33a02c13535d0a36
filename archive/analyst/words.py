"""The annotations of the analyst in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from archive.analyst.annotations import Annotations, Move, PlyWeighed, Story
from archive.analyst.glyphs import GLYPHS, GOOD, certain
from archive.analyst.moments import NOT
from archive.games.count_to_20.counting import penalty
from archive.languages.language import ENGLISH, Language
from archive.rules.pack import read_cards
from archive.scoring.line_in_address import TRUMP
from archive.telling.speaker import LETTERS
from archive.telling.speaker import SUITS as SUIT_NAMES

NOT_WEIGHED: Final = {
    "no-rules": "This is no game known here, so nothing was weighed.",
    "other-game": "The analyst does not weigh this game yet.",
    "against-the-rules": "Not every play is known to be allowed, so nothing was weighed.",
    "against-the-rules-later": "From play {ply} on nothing was weighed: something there was "
    "against the rules.",
    "against-the-rules-later-twenty": "From play {ply} on nothing was weighed: in the round that "
    "begins there something was against the rules.",
    "not-known": "Not every play is known to be allowed, so nothing was weighed.",
    "not-known-later": "From play {ply} on nothing was weighed: not everything there is known.",
    "not-known-later-twenty": "From play {ply} on nothing was weighed: in the round that begins "
    "there not everything is known.",
    "after-the-end": "What was played after the end was not weighed.",
    "impossible": "No deal of the cards fits what is written down, so nothing was weighed.",
    "unfinished": "Not all cards are written down, so nothing was weighed.",
    "unfinished-twenty": "No round is written down to its end, with all its cards and its bonus, "
    "so nothing was weighed.",
    "partly": "What is not written down to the end, with all the cards, was not weighed.",
    "no-deal-found": "Some plays were not weighed, because no deal was found that fits what was "
    "shown before them; the first is play {ply}.",
    "beyond-the-budget": "So long a game is beyond the analyst’s budget; from play {ply} on it was "
    "not weighed.",
}
"""The reasons why a game, or a part of it, was not weighed."""


def not_weighed(said: Annotations, language: Language = ENGLISH) -> str:
    """Return why a game, or a part of it, was not weighed."""
    why = said.not_weighed
    if said.plies and f"{why}-later" in NOT_WEIGHED:
        why = f"{why}-later"
    template = NOT_WEIGHED.get(f"{why}-{said.game}", NOT_WEIGHED[why])
    ply = said.plies[-1].ply + 1 if said.plies else 1
    if said.not_weighed == "no-deal-found":
        ply = next(one.ply for one in said.plies if one.how == NOT)
    return language.say(template, ply=ply)


COUNTED: Final = "count-to-20"
"""The game in which cards left in hand cost points."""
LEAST: Final = 5
"""The fewest points that make a difference in the story of a game."""
SHARE: Final = 4
"""One part in this many of the margin makes a difference too."""
OF_TWO: Final = {
    "cards": "{winner} won by {won_by}; both gave away about as much; the cards did it.",
    "lucky": "{winner} won by {won_by} despite giving away {points} more than {loser}; the cards "
    "more than made up for it.",
    "both": "{winner} won by {won_by}; {loser} gave away {points} more, and the cards did the "
    "rest.",
    "unlucky": "{winner} won by {won_by}; {loser} gave away {points} more, and the cards kept it "
    "closer than that.",
    "play": "{winner} won by {won_by}; {loser} gave away {points} more; that was the game.",
}  # fmt: skip
"""The story of a game for two, by what decided it."""
OF_MANY: Final = {
    "cards": "{winner} won, on average {ahead} ahead of the others, who gave away about as much; "
    "the cards did it.",
    "lucky": "{winner} won, on average {ahead} ahead of the others, despite giving away {points} "
    "more than they did; the cards more than made up for it.",
    "both": "{winner} won, on average {ahead} ahead of the others, who gave away {points} more; "
    "the cards did the rest.",
    "unlucky": "{winner} won, on average {ahead} ahead of the others, who gave away {points} more; "
    "the cards kept it closer than that.",
    "play": "{winner} won, on average {ahead} ahead of the others, who gave away {points} more; "
    "that was the game.",
}  # fmt: skip
"""The story of a game for more players, by what decided it."""


def story(told: Story, names: Sequence[str], language: Language = ENGLISH) -> str:
    """Return a game's story in a sentence: who won, and whether by play or by cards."""
    if not told.winner:
        return _drawn(told, names, language)
    loser = names[2 - told.winner] if len(names) == 2 else ""
    return language.say(
        (OF_TWO if loser else OF_MANY)[_decided(told)], winner=names[told.winner - 1], loser=loser,
        won_by=told.margin, ahead=_points(told.margin, language),
        points=_points(abs(told.by_play), language),
    )  # fmt: skip


def turning(told: Story, names: Sequence[str], language: Language = ENGLISH) -> str:
    """Return a sentence on the play since which the winner was to win, if there is one."""
    if not told.turning:
        return ""
    return language.say("From play {ply} on {winner} was expected to win.",
                        ply=told.turning, winner=names[told.winner - 1])  # fmt: skip


def _decided(told: Story) -> str:
    """Return what decided a game."""
    enough = max(LEAST, told.margin / SHARE)
    if abs(told.by_play) < enough:
        return "cards"
    if told.by_play < 0:
        return "lucky"
    return "both" if told.by_cards >= enough else "unlucky" if told.by_cards <= -enough else "play"


def _drawn(told: Story, names: Sequence[str], language: Language) -> str:
    if abs(told.by_play) < LEAST:
        return language.say("A draw; both gave away about as much.")
    more = names[1] if told.by_play > 0 else names[0]
    return language.say(
        "A draw; {name} gave away {points} more, and the cards made up for it.",
        name=more, points=_points(abs(told.by_play), language),
    )  # fmt: skip


def play(one: PlyWeighed, language: Language = ENGLISH, game: str = "") -> str:
    """Return the remark on a marked play of a game; empty where there is none."""
    if one.glyph == GOOD:
        return language.say(
            "The only good play; anything else gave away {points} or more.",
            points=_points(_next_best(one), language),
        )
    if one.glyph:
        said = language.say(
            "Better was {better}: {gain}.",
            better=better(one.best, language), gain=gain(one, language),
        )  # fmt: skip
        return " ".join(filter(None, (said, beside(one, language, game))))
    if one.luck and one.hindsight is not None:
        return language.say(
            "Unlucky: no mistake, but as the cards lay it cost {points}.",
            points=_points(one.hindsight, language),
        )
    return ""


def gain(one: PlyWeighed, language: Language = ENGLISH) -> str:
    """Return what the better choice was to bring, or to save where the fewest points win."""
    template = "{points} to be saved, by what could be known"
    if one.total is None:
        template = "{points} more to be expected"
    return language.say(template, points=_points(one.fair, language)) + _doubt(one, language)


def beside(one: PlyWeighed, language: Language = ENGLISH, game: str = "") -> str:
    """Return what is said of a mistake beside the better choice."""
    return " ".join(filter(None, (as_it_lay(one, language), kept(one, language, game))))


def kept(one: PlyWeighed, language: Language = ENGLISH, game: str = "") -> str:
    """Return what the cards cost that the better choice would have laid, if they are left in the
    end; empty where none were kept, or where cards cost nothing."""
    if game != COUNTED:
        return ""
    own = cards_in(one.card)
    left = [text for text in cards_in(one.best) if text not in own]
    if not left:
        return ""
    points = sum(map(penalty, read_cards("".join(left))))
    return language.several(
        "The {cards} that was kept costs {points} if it is left in the end.",
        "The {cards} that were kept cost {points} if they are left in the end.",
        len(left), cards=card("".join(left), language), points=_points(points, language),
    )  # fmt: skip


def as_it_lay(one: PlyWeighed, language: Language = ENGLISH) -> str:
    """Return what a mistake cost with all cards known, empty where that was not weighed."""
    if one.luck:
        return language.say("Lucky: as the cards lay, it cost nothing.")
    if one.hindsight is None:
        return ""
    return language.say("As the cards lay, it cost {points}.",
                        points=_points(one.hindsight, language))  # fmt: skip


def better(text: str, language: Language = ENGLISH) -> str:
    """Return the better choice as it follows “Better was”: `the 9♠`, `to draw`."""
    words = better_words(text, language)
    cards = (card(one, language) for one in cards_in(text))
    return " ".join([*[words] * bool(words), *cards])


def better_words(text: str, language: Language = ENGLISH) -> str:
    """Return the better choice without the cards that follow."""
    if text in SAID:
        return language.say(SAID[text][1])
    if text.startswith(TRUMP):
        return language.say("to name {suit} as trumps", suit=_suit(text, language))
    if text.startswith("x"):
        return language.say("to put away")
    return language.say("the") if len(cards_in(text)) == 1 else ""


def choice_words(text: str, language: Language = ENGLISH) -> str:
    """Return a choice without its cards: `stay in`, `put away`."""
    if text in SAID:
        return language.say("pass") if text == "pass" else language.text(SAID[text][2])
    if text.startswith(TRUMP):
        return _suit(text, language)
    return language.say("put away") if text.startswith("x") else ""


def done_words(text: str, language: Language = ENGLISH) -> str:
    """Return a player's action without its cards: `draws a card`, `puts away`."""
    if text in SAID:
        return language.say("passes") if text == "pass" else language.text(SAID[text][0])
    if text.startswith(TRUMP):
        return language.say("names {suit} as trumps", suit=_suit(text, language))
    return language.say("puts away") if text.startswith("x") else ""


def cards_in(text: str) -> list[str]:
    """Return the cards of a choice, one by one."""
    return [] if text in SAID else ONE_CARD.findall(text.removeprefix("x"))


def _next_best(one: PlyWeighed) -> float:
    own = next(option.fair for option in one.options if option.card == one.best)
    return own - max(option.fair for option in one.options if option.card != one.best)


def _doubt(one: PlyWeighed, language: Language) -> str:
    return f" (± {_tenths(one.error, language)})" if one.error else ""


def line(moves: Sequence[Move], names: Sequence[str], language: Language = ENGLISH) -> str:
    """Return a line of play: who lays what, and what it makes."""
    return "; ".join(
        f"{names[move.seat - 1]} {card(move.card, language)}"
        + (f" {move.tally}" if move.tally else "")
        + (f" +{move.points}" if move.points else "")
        for move in moves
    )


def glyph(one: PlyWeighed) -> str:
    """Return a play's mark in print."""
    return GLYPHS.get(one.glyph, "")


def given_away(said: Annotations, names: Sequence[str], language: Language = ENGLISH) -> list[str]:
    """Return a line for each player: what was given away, and how many mistakes there were."""
    found = []
    for seat in sorted({one.seat for one in said.choices}):
        own = [one for one in said.choices if one.seat == seat]
        points = _points(sum(certain(one.fair, one.error) for one in own), language)
        mistakes = sum(one.glyph not in (0, GOOD) for one in own)
        name = names[seat - 1]
        found.append(
            language.several(
                "{name} gave away {points} in one mistake",
                "{name} gave away {points} in {n} mistakes", mistakes, name=name, points=points,
            )
            if mistakes
            else language.say("{name} gave away {points} in no mistakes", name=name, points=points)
        )  # fmt: skip
    return found


def _points(points: float, language: Language) -> str:
    text = _tenths(points, language)
    return language.several("{points} point", "{points} points", 1 if text == "1" else 2,
                            points=text)  # fmt: skip


def _tenths(points: float, language: Language) -> str:
    """Return points to a tenth, without the decimal where it is nought."""
    whole, _, tenth = f"{points:.1f}".partition(".")
    return whole if tenth == "0" else language.say("{whole}.{tenth}", whole=whole, tenth=tenth)


def fraction(points: float, language: Language = ENGLISH) -> str:
    """Return points to a hundredth."""
    whole, _, rest = f"{points:.2f}".partition(".")
    return language.say("{whole}.{tenth}", whole=whole, tenth=rest)


SAID: Final = {
    "in": ("stays in", "to stay in", "stay in"),
    "out": ("drops out", "to drop out", "drop out"),
    "d": ("draws a card", "to draw a card", "draw a card"),
    "pass": ("passes", "to pass", "pass"),
    "x-": ("stands pat", "to stand pat", "stand pat"),
}
"""A player's action without a card: done, as the better choice, and as a choice on offer."""
ONE_CARD: Final = re.compile("[A2-9TJQK?][cdhs]?")
SUITS: Final[Mapping[str, str]] = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def card(text: str, language: Language = ENGLISH) -> str:
    """Return a player's action as it is printed after the name: `9♠`, `7♠ 7♦`, `puts away 9♠`,
    `draws a card`, `names hearts as trumps`."""
    if text in SAID or text.startswith(TRUMP):
        return done_words(text, language)
    cards = " ".join(_letter(one[:1], language) + SUITS.get(one[1:], "") for one in cards_in(text))
    return language.say("puts away {cards}", cards=cards) if text.startswith("x") else cards


def _suit(text: str, language: Language) -> str:
    """Return the suit that is named as trumps."""
    return language.text(SUIT_NAMES[text.removeprefix(TRUMP)])


def _letter(rank: str, language: Language) -> str:
    """Return a rank as a record has it, or by the letter of another language."""
    letter = LETTERS.get(rank, rank)
    return letter if language.english else language.text(letter)
