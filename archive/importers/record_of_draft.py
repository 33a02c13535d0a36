"""The record that a draft becomes once all of its sheet is read: its game, its deals, the numbers
of its plays, and its tags."""

from __future__ import annotations

from archive.core import events as said
from archive.core.record import Record, Tag
from archive.importers import house_rules, order_of_deals, which_game
from archive.importers.record_draft import RecordDraft
from archive.importers.undeclared_ranks import with_tens_shared_out
from archive.importers.which_game import COUNT_TO_20, DEFAULT, PLAYERS, TWENTY_TWO


def is_of_no_game(sheet: RecordDraft) -> bool:
    """Return whether a sheet neither names its game nor shows it, and is hardly of the one that is
    taken then, because more play and no play has a tally; that is reported."""
    counted = any(isinstance(one, said.Play) and one.tally is not None for one in sheet.events)
    played = any(isinstance(one, said.Play | said.Round) for one in sheet.events)
    totals = not played and any(isinstance(one, said.Score) for one in sheet.events)
    few = not totals and len(sheet.names) <= PLAYERS
    if few or counted or _known_game(sheet) is not None:
        return False
    sheet.source.report(
        _first_place(sheet), "game-not-named",
        "a line or a column that names the game, such as “Game: Count to 20”",
        ", ".join(sheet.names),
    )  # fmt: skip
    return True


def record_of(sheet: RecordDraft) -> Record:
    """Return what was read as a record; its game is the one named, otherwise the one that its
    events show. Its events and their places are then those of the draft."""
    game = _known_game(sheet)
    if game is None:
        game = DEFAULT
        sheet.guess_game(game, _first_place(sheet))
    elif game == DEFAULT and len(sheet.names) > PLAYERS:
        sheet.source.report(
            _first_place(sheet), "players", "two players", ", ".join(sheet.names) or "none",
            severity="warning",
        )  # fmt: skip
    late = order_of_deals.begin_late(sheet.events)
    if game != DEFAULT:
        _deal_rounds(sheet)
    if late and game == DEFAULT:
        _put_gaps_first(sheet)
    elif late:
        _take_gap_away(sheet)
    if not sheet.numbered or (late and order_of_deals.count_from_one(sheet.events)):
        _take_numbers_away(sheet, game, late=late)
    if game == DEFAULT and sheet.ranks.by_value:
        sheet.events = [*with_tens_shared_out(sheet.events)]
    _take_house_rules(sheet, game)
    first = {"XXN": "1.0", "Game": game}
    players = {f"P{seat}": name for seat, name in enumerate(sheet.names, 1)}
    tags = {**first, **players, "Result": "*", **sheet.tags}
    ended = any(isinstance(event, said.End | said.Stop) for event in sheet.events)
    if tags["Result"] == "*" and not ended:
        sheet.add(said.Stop("*"), sheet.places[-1] if sheet.places else 0)
    clean = (Tag(name, " ".join(value.split())) for name, value in tags.items())
    return Record(clean, sheet.events)


def _first_place(sheet: RecordDraft) -> int:
    return sheet.places[0] if sheet.places else 0


def _known_game(sheet: RecordDraft) -> str | None:
    """Return the game that a sheet names, or that its events show."""
    rules = sheet.tags.get("Rules", "").partition("/")[0]
    return sheet.game or rules or which_game.shown_by(sheet.events, len(sheet.names))


def _deal_rounds(sheet: RecordDraft) -> None:
    """Turn rounds into deals, because only Twenty has rounds and players of the other games call a
    deal so. A round and a deal in one heading become one deal."""
    for at in range(len(sheet.events) - 1, -1, -1):
        event = sheet.events[at]
        if not isinstance(event, said.Round):
            continue
        behind = sheet.events[at + 1] if at + 1 < len(sheet.events) else None
        if isinstance(behind, said.Deal):
            if behind.number is None:
                sheet.events[at + 1] = behind._replace(number=event.number)
            del sheet.events[at], sheet.places[at]
        else:
            sheet.events[at] = said.Deal(event.number)


def _put_gaps_first(sheet: RecordDraft) -> None:
    """Begin with a gap where the first round or hand of Twenty has a higher number than 1."""
    for kind in (said.Deal, said.Round):
        at = next((at for at, one in enumerate(sheet.events) if isinstance(one, kind)), None)
        if at is None:
            continue
        above = [one for one in sheet.events[:at] if not isinstance(one, said.Comment)]
        heads = all(isinstance(one, said.Round) for one in above)
        if heads and (getattr(sheet.events[at], "number", None) or 1) > 1:
            sheet.events.insert(at, said.Gap(""))
            sheet.places.insert(at, sheet.places[at])


def _take_gap_away(sheet: RecordDraft) -> None:
    """Take away a gap right above the first deal, whose number tells as much."""
    told = [at for at, one in enumerate(sheet.events) if not isinstance(one, said.Comment)]
    if len(told) > 1 and isinstance(sheet.events[told[0]], said.Gap) and (
        isinstance(first := sheet.events[told[1]], said.Deal) and (first.number or 1) > 1
    ):  # fmt: skip
        del sheet.events[told[0]], sheet.places[told[0]]


def _take_numbers_away(sheet: RecordDraft, game: str, *, late: bool) -> None:
    """Take away the numbers that plays were given while the sheet was read, where draws or whole
    deals may be missing: all of them where it begins `late` in the game."""
    players = len(sheet.names)
    by_turns = players if game != TWENTY_TWO else 0
    lacks_draws = game == COUNT_TO_20 and order_of_deals.may_lack_draws(sheet.events, players)
    lacks_deals = game != DEFAULT and order_of_deals.may_lack_deals(sheet.events, by_turns)
    if late or lacks_deals or lacks_draws:
        sheet.events = order_of_deals.all_without_numbers(sheet.events)
    elif game != DEFAULT:
        sheet.events = order_of_deals.without_numbers(sheet.events)


def _take_house_rules(sheet: RecordDraft, game: str) -> None:
    """Take the rules of the game and their options that are given in words."""
    rules = sheet.tags.get("Rules", "")
    meant = house_rules.meant(game, sheet.remarks, sheet.names)
    if meant and rules in ("", meant.option):
        sheet.source.forget(meant.at, "kept-as-comment")
        rules = sheet.tags["Rules"] = meant.option
    found = list(house_rules.applied(game, rules, sheet.remarks))
    for one in found:
        sheet.source.forget(one.at, "kept-as-comment")
        sheet.source.report(one.at, "house-rule", f"a house rule, read as “{one.option}”",
                            one.text, severity="note")  # fmt: skip
    if found:
        sheet.tags["Rules"] = house_rules.with_options(game, rules, found)
