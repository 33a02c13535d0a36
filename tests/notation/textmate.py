"""As much of a TextMate tokenizer as our own grammar needs: `match`, `begin` and `end`, includes,
captures with patterns of their own. Line by line, as editors do it."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

GRAMMAR = json.loads(
    (Path(__file__).parents[2] / "extras/editors/xxn.tmLanguage.json").read_text(encoding="utf-8")
)
Rule = dict[str, Any]
Scopes = list[tuple[str, str]]  # a character, and the innermost scope it has


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Oniguruma writes a code point another way; nothing else of ours differs."""
    return re.compile(re.sub(r"\\x\{([0-9A-F]{2,4})\}", lambda m: f"\\u{m[1]:0>4}", pattern))


def rules(patterns: list[Rule]) -> list[Rule]:
    found: list[Rule] = []
    for rule in patterns:
        if "include" in rule:
            inner = GRAMMAR["repository"][rule["include"].removeprefix("#")]
            found += rules([inner] if {"match", "begin"} & inner.keys() else inner["patterns"])
        else:
            found.append(rule)
    return found


def tokenize(text: str) -> Scopes:
    """Every character of a text but line ends, with its scope; an empty one where it has none."""
    told: Scopes = []
    stack: list[Rule] = []
    for line in re.split(r"\r*\n|\r", text):
        scopes = [stack[-1].get("name", "") if stack else ""] * len(line)
        _line(line, 0, len(line), stack, scopes, GRAMMAR["patterns"])
        told += zip(line, scopes, strict=True)
    return told


def _line(
    line: str, at: int, end: int, stack: list[Rule], scopes: list[str], top: list[Rule]
) -> None:
    while at <= end:
        patterns = stack[-1].get("patterns", []) if stack else top
        tried: list[tuple[str, Rule]] = [("end", stack[-1])] if stack else []
        tried += [("match" if "match" in rule else "begin", rule) for rule in rules(patterns)]
        found = [
            (match.start(), index, kind, rule, match)
            for index, (kind, rule) in enumerate(tried)
            if (match := compiled(rule[kind]).search(line, at, end))
        ]
        behind = stack[-1].get("name", "") if stack else ""
        if not found:
            scopes[at:end] = [behind or scope for scope in scopes[at:end]]
            return
        start, _, kind, rule, match = min(found, key=lambda one: one[:2])
        scopes[at:start] = [behind or scope for scope in scopes[at:start]]
        _paint(scopes, match.span(), rule.get("name", behind))
        if kind == "end":
            stack.pop()
        elif kind == "begin":
            stack.append(rule)
        captures = rule.get("captures" if kind == "match" else f"{kind}Captures", {})
        for group, capture in captures.items():
            if match.start(int(group)) >= 0:
                _paint(scopes, match.span(int(group)), capture.get("name"))
                if "patterns" in capture:
                    _line(line, *match.span(int(group)), [], scopes, capture["patterns"])
        if match.end() == at and kind == "match":
            return  # it would match nothing for ever
        at = match.end()


def _paint(scopes: list[str], span: tuple[int, int], name: str | None) -> None:
    if name:
        scopes[slice(*span)] = [name] * (span[1] - span[0])
