"""A stored verdict in another language: its values stay as they are, its sentences are made again
from its record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from archive.languages.language import Language
from archive.notation import read
from archive.scoring.contradictions import DEEP
from archive.scoring.full_examination import How, judge

SAME: Final = ("code", "line", "column", "ply", "seat", "expected", "found")
"""The fields in which two findings with the same meaning agree."""


def verdict_in_language(
    verdict: Mapping[str, Any], data: bytes, language: Language
) -> dict[str, Any]:
    """Return a verdict as JSON has it, with its sentences in a language. `data` is the record.
    Findings of another version of the engine that this one does not make keep their sentences."""
    body = dict(verdict)
    if language.english:
        return body
    findings, others = body.get("findings") or [], body.get("readings") or []
    rules = body.get("rules")
    asked = rules.get("asked") if isinstance(rules, Mapping) else None
    if findings or body.get("open"):
        deep = any(one.get("code") in (*DEEP, "certain-winner") for one in findings)
        spoken = _judged(data, asked, language, deep=deep)
        said = {_key(one): one for one in spoken["findings"]}
        body["findings"] = [_finding(one, said.get(_key(one))) for one in findings]
        if all(_key(one) in said for one in findings):
            body["open"] = _open(body.get("open") or {}, spoken["open"])
    if others:
        body["readings"] = [_reading(one, data, language) for one in others]
    return body


def _judged(data: bytes, rules: str | None, language: Language, *, deep: bool) -> dict[str, Any]:
    number = 1  # its place in a file is in no sentence
    return judge(read(data, number), rules, How(deep=deep, language=language)).as_dict()


def _key(finding: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(finding.get(name) for name in SAME)


def _finding(stored: dict[str, Any], spoken: Mapping[str, Any] | None) -> dict[str, Any]:
    if spoken is None:
        return stored
    told = {**stored, "sentence": spoken["sentence"]}
    if stored.get("effect") and spoken["effect"]:
        told["effect"] = {**stored["effect"], "words": spoken["effect"]["words"]}
    return told


def _open(stored: Mapping[str, Any], spoken: Mapping[str, Any]) -> dict[str, Any]:
    """Return what would settle the open answers."""
    return {
        question: {**about, **{name: spoken[question][name] for name in ("sentence", "needed")}}
        if question in spoken
        else about
        for question, about in stored.items()
    }


def _reading(stored: dict[str, Any], data: bytes, language: Language) -> dict[str, Any]:
    """Return another reading of the record, with its first fault in a language."""
    first = stored.get("first_divergence")
    if not first or not stored.get("rules"):
        return stored
    spoken = _judged(data, stored["rules"], language, deep=first.get("code") in DEEP)
    at = spoken["first_divergence"]
    found = None if at is None else spoken["findings"][at]
    if found is None or any(found[name] != first.get(name) for name in ("code", "ply", "clause")):
        return stored
    return {**stored, "first_divergence": {**first, "sentence": found["sentence"]}}
