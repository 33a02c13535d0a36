"""The TextMate grammar under extras/editors, held against the records of fixtures/notation/."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from archive.notation import read, split
from archive.notation.table_lines import WORDS
from tests.notation.textmate import GRAMMAR, compiled, tokenize

ROOT = Path(__file__).parents[2] / "fixtures"
GOOD = sorted(ROOT.glob("notation/good/*.xxn")) + sorted(ROOT.glob("*/sound/*.xxn"))
BAD = sorted(ROOT.glob("notation/syntax-bad/*.xxn"))
UNREADABLE = {"unreadable", "unreadable-play", "unreadable-hand", "unreadable-tag"}
GUESSED = {"number-alone", "seat-alone"}  # on the next line the rest of a play might stand


def words(text: str) -> list[tuple[str, str]]:
    """Stretches of one scope, without blanks and without what all scopes end in."""
    runs = groupby(tokenize(text), key=lambda one: one[1])
    told = (("".join(sign for sign, _ in run).strip(), scope) for scope, run in runs)
    return [(said, scope.removesuffix(".xxn")) for said, scope in told if said]


def test_every_expression_compiles() -> None:
    def walk(rule: Any) -> int:
        if isinstance(rule, list):
            return sum(map(walk, rule))
        if not isinstance(rule, dict):
            return 0
        own = [rule[key] for key in ("match", "begin", "end") if isinstance(rule.get(key), str)]
        return sum(bool(compiled(one)) for one in own) + sum(map(walk, rule.values()))

    assert walk(GRAMMAR) > 20


def test_every_table_word_is_known_to_it() -> None:
    for word in (*WORDS, "gap"):
        assert words(f"@{word}")[0][1] == "keyword.control.table", word


def test_everything_good_has_a_scope_and_no_fault(subtests: pytest.Subtests) -> None:
    for path in GOOD:
        with subtests.test(path.stem):
            for said, scope in words(path.read_bytes().decode()):
                assert scope, said
                assert not scope.startswith("invalid"), (said, scope)


def test_what_is_unreadable_is_marked(subtests: pytest.Subtests) -> None:
    """Where the reader finds a word it cannot read, some word of the line is marked."""
    for path in (path for path in BAD if path.stem not in GUESSED):
        with subtests.test(path.stem):
            for one in split(data := path.read_bytes()):
                record = read(data[one.start : one.end])
                for fault in record.diagnostics:
                    if fault.code in UNREADABLE:
                        marked = [scope for _, scope in words(record.lines[fault.line - 1])]
                        assert any(scope.startswith("invalid") for scope in marked), fault


def test_a_play_in_its_parts() -> None:
    assert words("12. p2 ^R Ad+K:2=20/-10 $5") == [
        ("12.", "entity.name.label.number"),
        ("p2", "variable.language.seat"),
        ("^R", "keyword.operator.mark"),
        ("Ad", "constant.character.card"),
        ("+", "keyword.operator.part"),
        ("K", "constant.character.card"),
        (":2", "constant.numeric.announced"),
        ("=20", "constant.numeric.tally"),
        ("/-10", "constant.numeric.points"),
        ("$5", "keyword.other.glyph"),
    ]


def test_comments_and_variations_end_where_a_record_opens() -> None:
    for opened in ("{never closed", "(1. p1 9", "(1. p1 9 {never", "`never"):
        assert words(f'{opened}\n[XXN "1.0"]')[-4:] == [
            ("[", "punctuation.definition.tag.begin"),
            ("XXN", "keyword.control.record"),
            ('"1.0"', "string.quoted.double"),
            ("]", "punctuation.definition.tag.end"),
        ]
