"""Score sheets in words: `Anna: 8 (8) Berta: A (9) Anna: 2 (11) Berta: 9 (20; 10 points)` with
hands, tricks, exchanges, standings, bonuses, and comments in between."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from itertools import pairwise
from operator import add

from archive.core.events import Event, Exchange, Gap, Keep, Play, Show, Stay, Trump
from archive.importers import house_rules, which_game
from archive.importers.action_words import MAKES, WITH
from archive.importers.imported import Imported, Importer, Options
from archive.importers.play_claims import COUNT, POINTS
from archive.importers.prose import games_without_headings, keyword_lines, player_lines, turned_up
from archive.importers.prose.game_in_words import GameInWords
from archive.importers.prose.names import are_listed, misspelt, names_in
from archive.importers.prose.plain_text import (
    one_by_one,
    players_first,
    with_counts,
    with_players_first,
    with_suit_signs,
    without_bars,
    without_leads,
    without_stamps,
)
from archive.importers.prose.tricks import round_the_table, with_winners_shown
from archive.importers.prose.words import TOTALS_OF_ROUND
from archive.importers.ranks import Ranks, word
from archive.importers.record_draft import RecordDraft
from archive.importers.source import MORE_GAMES, MOST_GAMES, Source, blank
from archive.importers.undeclared_ranks import inferred, ranks_of
from archive.importers.which_game import ONE_CARD, in_title, named
from archive.importers.which_game import TITLE as GAME_NAME

FIRST_ROUND = re.compile(
    r"^[#*_ \t]*(?:(?:round|runde)[ \t]+(?:1|one|i|eins)|(?:1\.|1st|first|erste)[ \t]+"
    r"(?:round|runde))\b",
    re.IGNORECASE | re.MULTILINE,
)
FIRST_DEAL = re.compile(
    r"^[#*_ \t]*(?:hand|deal|blatt|spiel)[ \t]+1\b", re.IGNORECASE | re.MULTILINE
)
HEADS = re.compile(
    r"(?:^(?:[ \t]*|[#*_ \t]*(?:game|spiel|rules|event|turnier|date|datum|site|place|ort|deck|pack"
    r"|view|players|spieler|cut|abgehoben)[ \t]*:[^\n]*)\n)+\Z",
    re.IGNORECASE | re.MULTILINE,
)
HEADS_SPAN = 2000
GAME = re.compile(
    r"^[#*_ \t]*(?:game|spiel)[ \t]*:(?P<game>[^\n]{1,80})", re.IGNORECASE | re.MULTILINE
)
RULES = re.compile(
    r"^[#*_ \t]*(?:rules|regeln)[ \t]*:(?P<rules>[^\n]{1,80})", re.IGNORECASE | re.MULTILINE
)
TITLE = re.compile(r"\A\s*+(?P<title>[^\n]{1,120})")
CLAIMED = re.compile(
    rf"{word('')}[ \t]*(?:[(\[]\s*\d{{1,3}}(?!\d|\s*{POINTS})|=\s*\d)", re.IGNORECASE
)
"""A card with a tally: points alone, `6 (10 points)`, are none."""
BEHIND_A_COLON = re.compile(
    rf"(?<=\w):[ \t]*{word('')}(?=[ \t]*(?:$|[\n(\[=,;.]|[^\W\d_]{{2}}))", re.IGNORECASE
)
"""A card alone behind a name and a colon."""
SUITED = re.compile(r"(?<!\w)(?:[2-9ATJQKB]|10)(?:[cdhs](?!\w)|[♣♦♥♠])|[♣♦♥♠](?:[2-9ATJQK]|10)")
MADE = re.compile(rf"(?<!\w)(?i:{MAKES})[ \t]+{COUNT}[ \t]+(?i:{WITH})(?!\w)")
MOVED = re.compile(r"\d[ ]?(?:[-–=]>|→|⇒)[ ]?\d")
"""A total before a deal with the one behind it, in games in which plays count nothing."""
PLAYS = 2
"""The fewest plays that make a text a score sheet; one exchange, or one line of last cards, is
enough where it names its game."""
BAR = re.compile(r"^([^|:\n]{1,40})\|(?=[^|\n]*$)", re.MULTILINE)
"""A bar between a player and a play, the only one of its line; it is read as a colon."""
PICTURES = re.compile(
    "[\U0001f1e6-\U0001faff\u2600-\u265f\u2668-\u27bf][\ufe0f\u200d\U0001f1e6-\U0001faff]*"
    r"|`|(?<!\w)_(?=\w)|(?<=[\w:])_(?!\w)"
)
"""Pictures beside names and cards, and the signs of Markdown for letters of another kind; they are
read as blanks, and stay in comments."""
LOOKED_AT = 1 << 16
"""The number of characters in which pictures are looked for."""
BEHIND_RESULT = (
    "no play behind a result; where another game begins, a line such as “Round 1” or “Game: Twenty”"
)
UNPROVED = "one game; this may be another: then a line such as “Round 1” or “Game: Twenty” above it"
WITHOUT_COUNTS = frozenset({"zwanzig-ab", "twenty-two"})
NATIVE = re.compile(r"^@[a-z]+\b|(?<!\S)p\d{1,2} x?[2-9ATJQK?][cdhs]?[=/:]", re.MULTILINE)


def _recognises(data: bytes, filename: str | None, options: Options) -> bool:
    source = Source(data, options.encoding)
    text = source.text
    if "\0" in text or NATIVE.search(text):
        return False
    if text.lstrip("\ufeff \t\n")[:1] in ("{", "[") and '"' in text[:200]:
        return False
    ranks = Ranks.declared(options.ranks or inferred(with_suit_signs(text[:LOOKED_AT])))
    told = read_game(source, ranks, text[:LOOKED_AT])
    if told.game in WITHOUT_COUNTS and MOVED.search(text):
        return False
    alone = told.game is not None and any(_tells_alone(one, text) for one in told.events)
    return told.played >= PLAYS or alone or told.paid > 0


def _tells_alone(event: Event, text: str) -> bool:
    """Return whether an event makes a text a score sheet of the game that it names: a play only
    where several cards are said to make a count."""
    several = isinstance(event, Play) and len(event.cards) > 1 and event.tally is not None
    return (several and MADE.search(text) is not None) or isinstance(
        event, (Exchange, Keep, Show, Stay, Trump)
    )


def read_game(
    source: Source, ranks: Ranks, text: str, where: Callable[[int], int] = int,
    names: list[str] | None = None, game: str | None = None,
) -> RecordDraft:  # fmt: skip
    """Return one game of a text as a sheet. `where` gives a character's place in the uploaded text;
    `game` is the game where the text names none."""
    whole, text = text, PICTURES.sub(blank, BAR.sub(r"\1:", text))
    text = with_players_first(with_suit_signs(without_bars(without_stamps(text))))
    text = with_counts(one_by_one(players_first(without_leads(text))), ranks)
    told = names or round_the_table(names_in(text), text)
    slips = misspelt(told, text[:LOOKED_AT], listed=are_listed(text))
    sheet = RecordDraft(source, ranks, [name for name in told if name not in slips])
    for spelling, name in slips.items():
        if spelled := re.search(rf"(?<!\w){re.escape(spelling)}(?!\w)", text):
            sheet.also_called(spelling, name, where(spelled.start()))
    one_card = is_one_card_a_play(text, sheet, where, game)
    _take_rules_meant(sheet, text)
    if not one_card:
        text = with_winners_shown(text, [*told, *slips], word(ranks.name))
    claimed, plain = (len(one.findall(text[:LOOKED_AT])) for one in (CLAIMED, BEHIND_A_COLON))
    bare = (claimed < PLAYS or 2 * claimed < plain) and not SUITED.search(text)
    telling = GameInWords(sheet, text, where=where, one_card=one_card, bare=bare, whole=whole)
    read(telling)
    telling.settle()
    return sheet


def _take_rules_meant(sheet: RecordDraft, text: str) -> None:
    """Take the rules that are meant by words at the head of a text, before it is read by them; not
    where a line names rules."""
    named = RULES.search(text)
    if sheet.game is None or (named and which_game.are_rules(named["rules"].strip())):
        return
    lines = [(line, 0) for line in text[: which_game.HEAD].splitlines()]
    if found := house_rules.meant(sheet.game, lines, sheet.names):
        sheet.tag("Rules", found.option)


def is_one_card_a_play(
    text: str, sheet: RecordDraft, where: Callable[[int], int] = int, before: str | None = None
) -> bool:
    """Return whether a play is one card in this sheet, as in Twenty. The game of the sheet's first
    line or behind `Game:` counts, otherwise the game of the sheet before."""
    if title := TITLE.match(text):
        sheet.remarks.append((title["title"], where(title.start("title"))))
    said = GAME.search(text)
    found = (named(said["game"]) or in_title(said["game"])) if said else None
    if found is None and (title := TITLE.match(text)) and _is_heading(title["title"]):
        found = in_title(title["title"])
        if found:
            sheet.name_game(found)
    rules = re.search(
        r"^[#*_ \t]*(?:rules|regeln)[ \t]*:[ \t]*([a-z0-9-]+)/", text, re.MULTILINE | re.IGNORECASE
    )
    if found is None and rules is None and (found := which_game.in_sentence(text)):
        sheet.name_game(found)
    game = found[0] if found else rules[1].lower() if rules else None
    if game is None and before is not None:
        sheet.name_game((before, ""))
        game = before
    return game == "twenty" if game else not ONE_CARD.search(text)


def _is_heading(text: str) -> bool:
    """Return whether a first line says what the sheet is: it is not a tag, unless it is a game's
    name with something behind it."""
    bare = text.strip("#*_. \t")
    return ":" not in text or any(one.match(bare) for one in (GAME_NAME, which_game.HEADING))


def _read(data: bytes, options: Options) -> Imported:
    source = Source(data, options.encoding)
    ranks = ranks_of(source, with_suit_signs(source.text), options.ranks)
    spans = _games(source.text)
    sheets: list[RecordDraft] = []
    while spans and len(sheets) < MOST_GAMES:
        game = sheets[-1].game if sheets else None
        sheets += _apart(source, ranks, *spans.pop(0), MOST_GAMES - len(sheets), game)
    if spans:
        source.report(spans[0][0], "too-many-games", MORE_GAMES, f"{len(spans)} more")
    return Imported.of(IMPORTER, source, sheets)


def _apart(
    source: Source, ranks: Ranks, start: int, end: int, most: int, game: str | None
) -> list[RecordDraft]:
    """Return a stretch of a text as one sheet, or as several where further games begin in it
    without a heading."""
    noted = source.noted()
    text = source.text[start:end]
    whole = read_game(source, ranks, text, partial(add, start), game=game)
    found = games_without_headings.joints(whole, text, start)
    cuts = [joint.at for joint in found if joint.another][: most - 1]
    if not cuts:
        _ask(source, found)
        return [whole]
    source.forget_since(noted)
    sheets: list[RecordDraft] = []
    for begins, ends in pairwise([start, *cuts, end]):
        text = source.text[begins:ends]
        names = names_in(text)
        if {*names} == {*whole.names}:
            names = whole.names
        sheets.append(read_game(source, ranks, text, partial(add, begins), names, whole.game))
        _ask(source, games_without_headings.joints(sheets[-1], text, begins))
    for at in cuts:
        source.report(at, "another-game", "one game; from here on it is read as another",
                      _line(source.text, at), severity="note")  # fmt: skip
    return sheets


def _ask(source: Source, found: Iterable[games_without_headings.Joint]) -> None:
    """Report where another game may begin, and how to make it clear."""
    for joint in found:
        if not joint.another:
            expected = BEHIND_RESULT if joint.behind_result else UNPROVED
            source.report(joint.at, "perhaps-another-game", expected,
                          _line(source.text, joint.at), severity="warning")  # fmt: skip


def _line(text: str, at: int) -> str:
    end = text.find("\n", at)
    return text[at : end if end >= 0 else None]


def _games(text: str) -> list[tuple[int, int]]:
    """Return where each game of a text begins and ends: a first round, or a first deal where there
    are no rounds, begins another game, with its heading above it."""
    firsts = [
        match.start()
        for match in FIRST_ROUND.finditer(text)
        if not TOTALS_OF_ROUND.match(text, match.end())
    ]
    if not firsts:
        firsts = [match.start() for match in FIRST_DEAL.finditer(text)]
    starts = [0]
    for first in firsts[1:]:
        head = HEADS.search(text, max(starts[-1], first - HEADS_SPAN), first)
        starts.append(head.start() if head else first)
    return list(zip(starts, [*starts[1:], len(text)], strict=True))


def read(told: GameInWords) -> None:
    """Read the text of a game from where it has been read to, up to its end."""
    search = told.at
    while match := told.words.start.search(told.text, search):
        end = _read_at(told, match)
        if end is None:
            search = max(match.start() + 1, _behind(match))
        else:
            search = told.at = max(end, match.start() + 1)
    told.told(len(told.text))


def go_on(told: GameInWords, text: str, where: Callable[[int], int]) -> None:
    """Read a further text of the same game, for instance a row of a table."""
    told.text, told.whole, told.where, told.at = text, text, where, 0
    read(told)


def _read_at(told: GameInWords, match: re.Match[str]) -> int | None:
    """Read what begins at a match; return where it ends, or None where it says nothing."""
    kind, at = match.lastgroup, match.start()
    if kind == "name" or kind == "initial":
        return player_lines.read(told, match, at)
    if kind == "pair":
        return turned_up.read_pair(told, match.start("pair"))
    if kind == "gap":
        told.told(at)
        if not isinstance(told.sheet.last_event, Gap):
            told.add(Gap(""), at)
        return match.end()
    if kind == "later":
        if not any(one.search(told.text, match.end()) for one in (FIRST_ROUND, FIRST_DEAL)):
            keyword_lines.read_later(told, at)
        return None
    return keyword_lines.read(told, match["word"], at)


def _behind(match: re.Match[str]) -> int:
    """Return where to go on behind a word that said nothing: behind all of it, or behind a line's
    start."""
    return match.end() if match.lastgroup in ("name", "word") else match.start() + 1


BEFORE = frozenset({"totals", "losing-cards", "csv"})
IMPORTER = Importer("prose", "a score sheet in words", _recognises, _read, behind=BEFORE)
