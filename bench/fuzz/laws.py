"""What must hold for any bytes, from the bytes to what a page shows of them.

Nothing raises; what was read comes back whole; the same bytes give the same verdict; the canonical
form of a record is judged as the record is; everything that pages and programs are given can be
made. A broken law is an exception, an `AssertionError` where nothing else was raised.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from archive.analysis import Analysed, verify_fully
from archive.analysis.comparison.compare import compare
from archive.analysis.witnesses.no_deal import why_none
from archive.analysis.witnesses.witness import hides_cards, witness
from archive.core.record import Record
from archive.importers import all_importers, import_bytes
from archive.judge_record import columns, entry
from archive.notation import from_json, read, split, to_json, write
from archive.notation.edits import read_edited
from archive.notation.hashes import hashes
from archive.scoring import Verdict, verify
from archive.scoring.full_examination import judge
from archive.scoring.sound_verdict import SoundVerdict
from archive.scoring.what_if import Line, NoPosition
from archive.web.api.replays import plies_of, table_of
from archive.web.presenters.boards import table_at
from archive.web.presenters.comparison import comparison_of
from archive.web.presenters.findings import findings_of, gravest_by_ply, open_of
from archive.web.presenters.move_list import hand_of, links_near
from archive.web.presenters.other_rules import readings_of
from archive.web.presenters.record_text import lines_of
from archive.web.presenters.repairs import patch_of, repairs_of
from archive.web.presenters.replay_cache import CachedReplay, open_record
from archive.web.presenters.replay_view import announcement
from schemas.replays import RowSchema

FEW = 2_000
"""Events judged in a search for repairs or for a deal: so that many inputs are tried."""
COMPARED = 20_000
"""Steps of a comparison."""
MOST_PLIES = 60
MOST_RECORDS = 4
SECOND = b'[XXN "1.0"]'


def of_records(data: bytes, *, budget: int = FEW) -> Iterator[Verdict]:
    """Hold every law about a file of records; yield the verdicts."""
    slices = list(split(data))
    assert b"".join(data[one.start : one.end] for one in slices) == data, "slices lose bytes"
    for one in slices[:MOST_RECORDS]:
        part = data[one.start : one.end]
        _read_and_written(part, one.number)
        yield _judged(part, one.number, budget)


def of_two_sheets(a: Verdict, b: Verdict) -> None:
    """Hold two sheets side by side, as a program and as a page are told of them."""
    if a.readable and b.readable:
        found = compare(a, b, COMPARED, to_align=COMPARED)
        json.dumps(found.as_dict())
        comparison_of(found)


def of_a_deal(verdict: Verdict, budget: int = FEW) -> None:
    """Look for one deal that fits a record with cards left out. It may be wrong in nothing in
    which the record is right."""
    if not verdict.readable or not hides_cards(verdict.record):
        return
    edits = witness(verdict, budget)
    if edits is None:
        assert why_none(verdict), "no deal, and no reason"
        return
    after = read_edited(verdict.record, edits)
    assert len(after.lines) == len(verdict.record.lines), "a deal changes the lines"


def of_imported(data: bytes, filename: str, *, budget: int = FEW) -> Iterator[Verdict]:
    """Hold every law about a text that is not XXN, by each importer that is asked for it; yield
    the verdicts on what was made of it."""
    for name in (None, *all_importers()):
        imported = import_bytes(data, filename, name)
        if imported is None:
            continue
        json.dumps(imported.as_dict()).encode()
        if name is None and imported.records:
            yield from of_records(imported.xxn, budget=budget)


def _read_and_written(data: bytes, number: int) -> None:
    record = read(data, number)
    text = write(record)
    again = read(text.encode("utf-8", "surrogateescape"))
    assert again == record, "what was written is read as something else"
    assert write(again) == text, "the canonical text is no fixed point"
    assert hashes(again)[1:] == hashes(record)[1:], "two forms of one record have two hashes"
    for fault in record.diagnostics:
        assert record.offset(fault.line, fault.column) <= len(record.text), "no such place"
    as_json = json.loads(json.dumps(to_json(record)))
    assert from_json(as_json) == record, "the JSON form is another record"


def _judged(data: bytes, number: int, budget: int) -> Verdict:
    whole = verify_fully(data, number, budgets=(budget,))
    verdict, text = whole.verdict, whole.json()
    if isinstance(verdict, SoundVerdict):
        assert text == judge(read(data, number)).json(), "by the sound path another verdict"
    assert json.loads(text) == whole.as_dict(), "the analysis is not in its place"
    assert verify_fully(data, number, budgets=(budget,)).json() == text, "two runs, two verdicts"
    columns(verdict)
    entry(verdict)
    _shown(whole)
    _written_back(data, number)
    return verdict


def _written_back(data: bytes, number: int) -> None:
    """Both as they are judged before repairs are sought: one that mends all changes the answers,
    and may be out of reach of one form only."""
    verdict = verify(data, number)
    canonical = write(verdict.record).encode("utf-8", "surrogateescape")
    once, twice = _told(verdict), _told(verify(canonical, number))
    assert once == twice, f"written back it is judged otherwise: {_differing(once, twice)}"


def _told(verdict: Verdict) -> dict[str, Any]:
    """What a verdict says apart from where in the text it says so, and from how it is written."""
    return {
        "rules": verdict.rules,
        "answers": verdict.answers._asdict(),
        "score": verdict.score,
        "winner": verdict.winner,
        "faults": sorted(
            {
                (one.code, one.ply or 0, one.clause or "")
                for one in verdict.findings
                if one.severity == "error" and one.clause
            }
        ),
    }


def _differing(one: dict[str, Any], other: dict[str, Any]) -> str:
    return "; ".join(f"{key} {one[key]} / {other[key]}" for key in one if one[key] != other[key])


def _shown(whole: Analysed) -> None:
    """All that pages and the API show of a game."""
    verdict = whole.verdict
    opened = open_record(verdict.record)
    names, body = opened.names(), whole.as_dict()
    findings = findings_of(body, names)
    lines_of(verdict.record, findings)
    open_of(body)
    readings_of(body, names)
    repairs_of(body, names, verdict.record, "record.xxn")
    for one in body.get("repairs") or []:
        patch_of(one, verdict.record, "record.xxn")
    if opened.replay is None:
        return
    json.dumps(RowSchema(many=True).dump(opened.rows))
    json.dumps(plies_of(opened, 1, MOST_PLIES))
    flags = gravest_by_ply(findings)
    for ply in _plies(opened.last, list(flags)):
        _board(opened, ply, names)
        links_near(opened.deals, flags, ply)
        for deal in opened.deals:
            if deal.first <= ply <= deal.last:
                hand_of(opened.replay, deal, opened.rows, flags, ply=ply)
        _left(opened, ply)


def _board(opened: CachedReplay, ply: int, names: Sequence[str]) -> None:
    assert opened.replay is not None
    json.dumps(table_of(opened, ply))
    for near in {1, 2, opened.replay.seats}:
        announcement(table_at(opened.replay, ply, names, near), [])


def _left(opened: CachedReplay, ply: int) -> None:
    """What if: the game left after a ply and played on."""
    with suppress(NoPosition):
        line = Line(opened.known, ply, opened.positions)
        for choice in line.choices()[:1]:
            line.follow(choice.text)
        line.go_on(range(1, line.position.seats + 1))


def _plies(last: int, flagged_: list[int]) -> list[int]:
    """The first plies, the last, and those at which something was found."""
    some = {0, last, *range(min(last, MOST_PLIES // 2) + 1), *flagged_[: MOST_PLIES // 2]}
    return sorted(ply for ply in some if 0 <= ply <= last)


def known(record: Record) -> str:
    """The game and the rules of a record, for telling inputs apart."""
    return record.rules or record.game or ""
