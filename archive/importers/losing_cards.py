"""Sheets of Twenty-Two that give only who lost each hand with which card: `3. Ana A, Cem A`, `Ana
and Cem lose hand 3 with aces`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from operator import itemgetter

from archive.core import events as said
from archive.core.sums_beside_totals import Sum
from archive.importers import which_game
from archive.importers.imported import Imported, Importer, Options
from archive.importers.losing_by_player import Listed, listed_in
from archive.importers.losing_heads import GAME, OF_A_HAND, take_heads
from archive.importers.losing_lines import Lost, is_headed
from archive.importers.losing_lists import Told, told_in
from archive.importers.ranks import COUNTS, Ranks
from archive.importers.record_draft import RecordDraft
from archive.importers.source import Source
from archive.importers.totals.kinds_of_lines import A_PLAY, Line
from archive.importers.totals.lines import LOOKED_AT, lines_of
from archive.importers.totals.losers import tells_losers
from archive.importers.totals.points import players_in
from archive.importers.totals.sheet_head import seats_of
from archive.importers.totals.standings import standing_of
from archive.importers.undeclared_ranks import inferred, ranks_of

WITH_TENS = "10"
"""How cards are written where nothing is declared: a ten is another card than a king here."""
HANDS = 2
"""The fewest hands that make a text such a sheet."""
OUT_WITH = re.compile(r"(?:out|raus|ausgeschieden)\s+(?:at|with|mit|bei)\s+\d+", re.IGNORECASE)
"""What a remark may say beside the losing cards."""
FEW = 3
"""The fewest words behind a player's name that are no losing card badly written."""


def recognises(data: bytes, filename: str | None, options: Options) -> bool:
    """Return whether the bytes are a sheet of Twenty-Two with a losing card for each hand and no
    plays."""
    if data[:4] == b"PK\x03\x04":
        return False
    source = Source(data[:LOOKED_AT], options.encoding)
    ranks = Ranks.declared(options.ranks or inferred(source.text) or WITH_TENS)
    if tells_losers(list(lines_of(source.text))):
        return False
    told, sure = told_in(source.text, ranks)
    heads = [one.text for one, _, _ in told if one.kind in ("game", "tag", "odd")]
    named = [which_game.in_title(text) for text in heads]
    games = {found[0] for found in named if found}
    if GAME not in games and (games or not sure):
        return False
    others = [(one, words) for one, words, lost in told if not lost and one.kind == "odd"]
    if listed_in([line for line, _, _ in told], ranks):
        return True
    hands = sum(lost is not None for _, _, lost in told)
    odd = [one for one, words in others if is_headed(words) or _tells_more(one)]
    plays = any(_describes_play(one, words) for one, words in others if one in odd)
    return hands >= max(HANDS, 2 * len(odd)) and not plays


def _tells_more(line: Line) -> bool:
    """Return whether a line beside the losing cards says something with numbers."""
    bare = OUT_WITH.sub("", which_game.TITLE.sub("", line.text))
    return re.search(r"\d", bare) is not None and not standing_of(line.text)


def _describes_play(line: Line, words: str) -> bool:
    """Return whether a line beside the losing cards may tell of plays."""
    return not is_headed(words) and A_PLAY.search(line.text) is not None


def _read(data: bytes, options: Options) -> Imported:
    source = Source(data, options.encoding)
    ranks = ranks_of(source, source.text, options.ranks)
    ranks = ranks if ranks.name else Ranks.declared(WITH_TENS)
    sheet = RecordDraft(source, ranks)
    told, _ = told_in(source.text, ranks)
    if listed := listed_in([line for line, _, _ in told], ranks):
        return Imported.of(IMPORTER, source, [_by_player(sheet, told, listed)])
    take_heads(sheet, told)
    on_paper = "rasmussen" in sheet.tags.get("Rules", "")  # no card is kept there
    running = _are_running([lost for _, _, lost in told if lost])
    totals = dict.fromkeys(sheet.seats.values(), 0)
    sums: Counter[str] = Counter()
    for line, words, lost in told:
        if lost is None:
            counted = sheet.events[-1] if on_paper and sheet.events else None
            _beside(sheet, line, words)
            if isinstance(counted, said.Score):
                _in_place_of(sheet, counted, totals)
            continue
        sums.update(lost.counted())
        lost = lost if running else _with_total(lost, sums)
        sheet.add(said.Deal(lost.number, None, lost.size), line.at)
        if on_paper or lost.shown:
            _show(sheet, line, lost)
        if on_paper:
            _count(sheet, lost, totals, running=running)
            sheet.add(said.Score(tuple(totals.items())), line.at)
        elif not lost.shown:
            _keep(sheet, line, lost, totals, running=running)
        if lost.out:
            seats = (sheet.seat(name, line.at) for name in lost.out)
            sheet.add(said.Out(tuple(sorted(seats))), line.at)
    return Imported.of(IMPORTER, source, [sheet])


def _by_player(sheet: RecordDraft, told: Sequence[Told], listed: Sequence[Listed]) -> RecordDraft:
    """Take what each player's losing cards come to, and keep the lists as comments."""
    heads = [one._replace(lost=None) for one in told if one.line.kind in ("game", "tag")]
    take_heads(sheet, heads)
    players = [(sheet.seat(one.name, one.line.at),
                one.points if one.total is None else one.total) for one in listed]  # fmt: skip
    out = tuple(sorted(sheet.seat(one.name) for one in listed if one.out))
    lists = [one.line for one in listed]
    for line, words, _ in told:
        if line.kind in ("out", "won"):
            _beside(sheet, line, words)
        elif line.kind not in ("game", "tag"):
            sheet.comment(line.text, line.at)
        if line == lists[-1]:
            for one in listed:
                if one.total not in (None, one.points):
                    wrong = Sum(one.name, one.counts, one.total or 0)
                    sheet.add(said.Comment(wrong.words), one.line.at)
            sheet.add(said.Score(tuple(sorted(players))), line.at)
            if out:
                sheet.add(said.Out(out), line.at)
    return sheet


def _in_place_of(sheet: RecordDraft, counted: said.Score, totals: dict[int, int]) -> None:
    """Put the totals that a line gives in place of those `counted` from the cards above it, where
    it gives all players', and go on from them."""
    told = sheet.events[-1]
    if isinstance(told, said.Score) and told is not counted:
        if dict(told.totals).keys() >= dict(counted.totals).keys():
            _, at = sheet.drop()
            sheet.drop()
            sheet.add(told, at)
        totals.update(told.totals)


def _show(sheet: RecordDraft, line: Line, lost: Lost) -> None:
    """Add the last cards of a hand."""
    shown = ((sheet.seat(name, line.at), (card,)) for name, card, _ in lost.cards)
    sheet.add(said.Show(tuple(sorted(shown, key=itemgetter(0)))), line.at)


def _with_total(lost: Lost, sums: Mapping[str, int]) -> Lost:
    """Return a line with the number behind its only card taken for the player's total, where it is
    more than any card counts and the losing cards come to it."""
    (name, card, worth), *others = lost.cards
    if others or worth is None or not max(COUNTS.values()) < worth == sums[name.casefold()]:
        return lost
    return lost._replace(cards=((name, card, None),), total=worth)


def _keep(
    sheet: RecordDraft, line: Line, lost: Lost, totals: dict[int, int], *, running: bool
) -> None:
    """Add the cards that the losers of a hand keep, and the totals that the line gives; a total
    that a line does not go on with is told no more."""
    kept = (said.Kept(sheet.seat(name, line.at), card, None if running else worth)
            for name, card, worth in lost.cards)  # fmt: skip
    sheet.add(said.Keep(tuple(sorted(kept, key=itemgetter(0)))), line.at)
    told = [(sheet.seat(name), worth if lost.total is None else lost.total)
            for name, _, worth in lost.cards]  # fmt: skip
    known = {seat: total for seat, total in told if total is not None}
    if running:
        for seat, _ in told:
            totals.pop(seat, None)
        totals |= known
        known = totals if len(known) == len(told) else {}
    elif lost.total is None:
        return
    if known:
        sheet.add(said.Score(tuple(sorted(known.items()))), line.at)


def _are_running(told: Sequence[Lost]) -> bool:
    """Return whether the numbers behind the losing cards are the players' totals: they grow from
    card to card, beyond what any card counts, and are more often than not what the cards come to,
    all of them or from the number before."""
    numbers: dict[str, list[int]] = {}
    sums: Counter[str] = Counter()
    right: list[bool] = []
    for lost in told:
        for name, card, number in lost.cards:
            player, counts = name.casefold(), COUNTS.get(card.rank, 0)
            sums[player] += counts
            if number is not None:
                own = numbers.setdefault(player, [])
                right += [number in (own[-1] + counts, sums[player])] if own else []
                own.append(number)
    high = max((max(one) for one in numbers.values()), default=0) > max(COUNTS.values())
    grow = all(one == sorted({*one}) for one in numbers.values())
    return high and grow and 2 * sum(right) >= len(right)


def _count(sheet: RecordDraft, lost: Lost, totals: dict[int, int], *, running: bool) -> None:
    """Add what the losing cards of a hand count to the totals, as the line gives it; or take the
    `running` totals that it gives."""
    for name, card, told in lost.cards if running else lost.losing():
        seat, due = sheet.seat(name), COUNTS.get(card.rank, 0)
        own = told if running else lost.total if len(lost.cards) == 1 else None
        if own is not None:
            totals[seat] = own
        else:
            totals[seat] += due if told is None else told


def _beside(sheet: RecordDraft, line: Line, words: str) -> None:
    """Take who is out and who won with what, and keep the rest as a comment."""
    if is_headed(words) and line.kind in ("odd", "out"):
        expected = "a hand with who lost it and the losing card, such as “Hand 3: Anna K”"
        sheet.source.report(line.at, "not-understood", expected, line.text)
        sheet.add(said.Gap(""), line.at)
        sheet.comment(line.text, line.at)
    elif line.kind == "out" and (seats := seats_of(sheet, line)):
        sheet.add(said.Out(seats), line.at)
        if re.search(r"\d", line.text):
            sheet.comment(line.text, line.at)
    elif line.kind in ("won", "end"):
        totals = tuple((sheet.seat(name, line.at), points) for name, points in line.points)
        ended = sheet.last(said.End)
        before = sheet.events[ended] if ended is not None else None
        won = seats_of(sheet, line) if line.kind == "won" else ()
        if isinstance(before, said.End):
            sheet.put(ended or 0, said.End(before.totals or totals, before.winners or won))
        else:
            sheet.add(said.End(totals, won), line.at)
    elif line.kind in ("deal", "start") or standing_of(line.text):
        told = line.points or standing_of(line.text)
        totals = tuple((sheet.seat(name, line.at), points) for name, points in told)
        sheet.add(said.Score(totals), line.at)
    elif line.kind == "odd" and not which_game.in_title(line.text) and _names_none(sheet, line):
        words_of = line.text.split()
        named = bool(words_of) and words_of[0].strip(":,").casefold() in sheet.seats
        briefly = named and len(words_of) <= FEW
        if OF_A_HAND.search(line.text) or briefly:
            sheet.add(said.Gap(""), line.at)  # it may tell who lost
        if _tells_more(line):
            expected = "nothing that is part of the game; this is kept as a comment"
            sheet.source.report(line.at, "kept-as-comment", expected, line.text, severity="note")
        sheet.comment(line.text, line.at)


def _names_none(sheet: RecordDraft, line: Line) -> bool:
    """Return whether a line says more than the players' names."""
    return not {name.casefold() for name in players_in(line.text)} <= {*sheet.seats}


IMPORTER = Importer("losing-cards", "a sheet of losing cards", recognises, _read)
