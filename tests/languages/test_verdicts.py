"""Verdicts in other languages: every sentence has its words, none stands outside the catalogue."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from archive.games import GAMES, own_words
from archive.languages import HERE, languages
from archive.languages.language import ENGLISH, language
from archive.scoring.headline import headline
from archive.telling.findings import CODES
from archive.telling.messages import SENTENCES
from tests.judged import judged
from tests.languages.messages import extracted, translated
from tests.languages.sentences import is_template

SCORING = HERE.parent / "scoring"
FIXTURES = Path(__file__).parents[2] / "fixtures"
FIELD = re.compile(r"\{(\w+)\}")
ENGLISH_WORDS = re.compile(r"\b(?:the|is|of|and|record|says|play|hand|deal|with|not|at)\b")


@pytest.mark.parametrize("kind", ["phrases", "verdicts"])
@pytest.mark.parametrize("code", languages()[1:])
def test_every_sentence_has_its_words(code: str, kind: str) -> None:
    written = {(one.id, one.context) for one in translated(code, kind)}
    standing = {(one.id, one.context) for one in extracted(kind) if one.id}
    assert written == standing  # else: python -m tests.languages.messages


@pytest.mark.parametrize("kind", ["phrases", "verdicts"])
@pytest.mark.parametrize("code", languages()[1:])
def test_translations_want_nothing_that_english_does_not_give(code: str, kind: str) -> None:
    """But for the same in figures, or without an article."""
    for one in translated(code, kind):
        ids = one.id if isinstance(one.id, tuple | list) else [one.id]
        said = one.string if isinstance(one.string, tuple | list) else [one.string]
        for text in filter(None, said):
            wanted = set(FIELD.findall(text)) - {
                "n",
                "card",
                "rank",
                "counted",
                "due",
                "a_high",
                "a_low",
            }
            assert wanted <= {name for each in ids for name in FIELD.findall(each)}, text


def sentence_modules() -> list[Path]:
    told = tomllib.loads((HERE / "verdicts.toml").read_text("utf-8"))["mappings"]
    return [path for one in told for path in sorted(HERE.parent.glob(one["pattern"]))]


@pytest.mark.parametrize("path", sentence_modules(), ids=lambda path: path.stem)
def test_no_sentence_is_made_outside_the_catalogue(path: Path) -> None:
    """An f-string with words in it would be one, and so would texts that are added or joined, or
    have values put into them."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        parts: list[ast.expr] = []
        if isinstance(node, ast.JoinedStr):
            parts = node.values
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mod):
            parts = [node.left, node.right]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr == "join":
                parts = [one for each in node.args for one in getattr(each, "elts", [each])]
            elif node.func.attr in {"format", "format_map"}:
                parts = [node.func.value]
        for part in parts:
            said = part.value if isinstance(part, ast.Constant) else ""
            words = isinstance(said, str) and re.search(r"[a-z]{2,} |^ ?[a-z]+ ", said)
            assert not words or said in NOT_SAID, f"{path.name}:{part.lineno}: {said!r}"


NOT_SAID = {"twenties ", "a record of ", "at most ", " more", " findings", "an ", "a ", "the ",
            "cards of ", "card of ", " of ", "values of ", "standings of p", "cards of p",
            "worths of p", "exit code ", "signal ", "`--ranks "}  # fmt: skip
"""What findings have for their own, parts of the names of cards, which are looked up whole, of
lines in the log, which is English, and of commands."""


def test_every_sentence_has_a_record() -> None:
    """Of each code that has one, some fixture is an example, but for what only ends a search or a
    list; of those in tests/scoring."""
    found = {one.code for path in FIXTURES.rglob("*.xxn") for one in judged(path).findings}
    own = [words.sentences for game in GAMES if (words := own_words(game))]
    told = {code for sentences in (SENTENCES, *own) for code in sentences} & CODES.keys()
    assert told - found == WITHOUT_A_RECORD


WITHOUT_A_RECORD = {"too-many-findings", "undecided-deal"}


@pytest.mark.parametrize("code", languages()[1:])
def test_verdicts_are_the_same_in_every_language(code: str) -> None:
    """But for what they say; and that is said in the language."""
    other = language(code)
    for path in sorted(FIXTURES.glob("*/flawed/*.xxn")):
        english, spoken = judged(path), judged(path, code)
        assert _unsaid(spoken.as_dict()) == _unsaid(english.as_dict())
        for one, two in zip(english.findings, spoken.findings, strict=True):
            assert one.sentence != two.sentence, one.code
            plain = re.sub(r"„[^“]*“|`[^`]*`|@\S+|\[[^]]*\]|[Cc]ount to 20", "", two.sentence)
            assert not ENGLISH_WORDS.search(plain), two.sentence
        players = spoken.record.players
        told = headline(spoken.as_dict(), players, other)
        assert told != headline(english.as_dict(), players)


def _unsaid(body: object) -> object:
    if isinstance(body, dict):
        words = ("sentence", "words", "needed")
        return {key: _unsaid(value) for key, value in body.items() if key not in words}
    return [_unsaid(one) for one in body] if isinstance(body, list) else body


def test_english_reads_no_catalogue() -> None:
    asked = (
        "import sys; from archive.scoring import verify;"
        f"verify(open({str(FIXTURES / 'twenty/flawed/five-aces.xxn')!r}, 'rb').read()).json();"
        "raise SystemExit(any(name.startswith('babel') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", asked], check=False).returncode == 0


def test_a_language_that_is_not_whole_is_not_spoken() -> None:
    assert language("xx") is ENGLISH
    assert language("de").code == "de"
    assert is_template("{name} wins")
    assert not is_template(" of ")
