"""Texts by folder: beside each stands the XXN that must come out, and what is not understood."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from archive.importers import Imported, Options, all_importers, import_bytes
from archive.importers.imported import able_importers
from archive.notation import read, split, write
from archive.scoring import Verdict, verify

FIXTURES = Path(__file__).parents[2] / "fixtures" / "import"
TEXTS = sorted(
    path
    for path in FIXTURES.rglob("*")
    if path.is_file() and path.suffix not in (".xxn", ".misread")
)
PRINTED = FIXTURES.parent / "twenty" / "flawed" / "illustrative.xxn"


@cache
def imported(path: Path) -> Imported:
    """A fixture as it is read; its name declares the ranks: `german.ranks=BDKT.txt`."""
    ranks = re.search(r"\.ranks=(\w+)", path.name)
    found = import_bytes(path.read_bytes(), path.name, ranks=ranks[1] if ranks else "")
    assert found is not None
    return found


def test_a_text_comes_out_as_the_xxn_beside_it(subtests: pytest.Subtests) -> None:
    for path in TEXTS:
        with subtests.test(path.name):
            found = imported(path)
            assert found.importer == path.parent.name
            assert found.records or path.name.startswith("not-understood")
            assert found.xxn.decode() == path.with_suffix(".xxn").read_text("utf-8")


def test_what_is_not_understood_is_told_with_its_place(subtests: pytest.Subtests) -> None:
    for path in TEXTS:
        with subtests.test(path.name):
            told = "".join(
                f"{one.severity} {one.code} at {one.line}:{one.column}, "
                f"expected {one.expected}; found {one.found}\n"
                for one in imported(path).diagnostics
            )
            misread = path.with_suffix(".misread")
            assert told == (misread.read_text("utf-8") if misread.exists() else "")


def test_the_xxn_says_what_the_record_says(subtests: pytest.Subtests) -> None:
    for path in TEXTS:
        with subtests.test(path.name):
            found = imported(path)
            again = [read(found.xxn[one.start : one.end], one.number) for one in split(found.xxn)]
            assert again == found.records
            # a number is left free for a play that could not be read at all
            codes = {fault.code for one in again for fault in one.diagnostics}
            assert codes <= ({"misnumbered-play"} if "not-understood" in path.name else set())
            assert "\n".join(map(write, again)).encode() == found.xxn


def test_exactly_one_importer_recognises_it(subtests: pytest.Subtests) -> None:
    for path in TEXTS:
        with subtests.test(path.name):
            found = able_importers(
                all_importers().values(), path.read_bytes(), path.name, Options()
            )
            of_several = [importer for importer in found if importer.several]
            names = [importer.name for importer in of_several or found]
            if path.parent.name == "figures":  # others leave some of it over
                assert len(names) < 2
                assert imported(path).importer == "figures"
            else:
                assert names == [path.parent.name]


def test_every_folder_is_an_importer_with_texts() -> None:
    folders = {"csv", "evening", "figures", "json", "losing-cards", "prose", "totals", "xlsx"}
    assert {path.parent.name for path in TEXTS} == folders
    assert set(all_importers()) == folders


@pytest.mark.parametrize("name", ["", "-line-by-line", "-one-paragraph"])
def test_the_illustrative_game_as_prose_gets_the_verdict_of_its_xxn(name: str) -> None:
    """Every claim is placed, whatever the layout, and the impossible hand is found."""
    data = (FIXTURES / "prose" / f"illustrative{name}.txt").read_bytes()
    found = import_bytes(data)
    assert found is not None
    assert {one.code for one in found.diagnostics} <= {"kept-as-comment"}
    judged, printed = verify(found.xxn), verify(PRINTED.read_bytes())
    assert substance(judged) == substance(printed)
    of_both = ("plays", "tally", "points", "up", "bonus-to", "bonus", "score")
    checked = [{key: one.as_dict()["checked"][key] for key in of_both} for one in (judged, printed)]
    assert checked[0] == checked[1]
    assert checked[0]["tally"] == {"claimed": 100, "held": 100}
    assert checked[0]["points"] == {"claimed": 30, "held": 30}
    assert judged.score == {1: 82, 2: 110} == judged.claimed


def substance(verdict: Verdict) -> object:
    """A verdict without the places, which differ."""
    body = verdict.as_dict()
    census = [
        (one["deal"], [(card["card"], card["seen"]) for card in (*one["surplus"], *one["missing"])])
        for one in body["census"]
    ]
    findings = [
        (one["code"], one["ply"], one["seat"], one["clause"], one["expected"], one["found"])
        for one in body["findings"]
    ]
    return body["answers"], body["score"], body["claimed"], findings, census
