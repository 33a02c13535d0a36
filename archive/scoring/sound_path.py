"""From the bytes of a sound record straight to its verdict; see archive/rules/sound_record.py."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final, NamedTuple

from archive.core.errors import UnknownRules
from archive.core.record import SEAT, Record, Tag, hash_of, tag_order
from archive.games import choose
from archive.notation.decoding import LARGEST_RECORD, MOST_EVENTS
from archive.notation.remarks import Form
from archive.rules.rule_sets import RuleSet
from archive.rules.sound_record import SoundRecord, Unsure, sure
from archive.telling.findings import CLAIMS, Question

TAGS: Final = re.compile(r"""\[([A-Za-z][A-Za-z0-9_]*) "([^"\\\n\r]*)"\]\n""", re.ASCII)
ROUND_A_TAG: Final = len('[ ""]\n')
SHORTEST_EVENT: Final = len("@gap\n")
UNKNOWN: Final = ("?", "", None)
LARGEST: Final = min(LARGEST_RECORD, SHORTEST_EVENT * MOST_EVENTS)
"""The largest record, in bytes, that has no more events than are judged, however short they are."""
NUMBERS: Final = [kind for kind, question in CLAIMS.items() if question is Question.ARITHMETIC]


class Recognised(NamedTuple):
    """A record that is sound and canonical, with its verdict."""

    tags: list[Tag]
    rules: str
    answers: tuple[str, str, str]
    json: str


class Rules(NamedTuple):
    """The rules that a record names, and how its game is recognised."""

    rule_set: RuleSet
    options: dict[str, str]
    seats: int
    title: str
    sound: Callable[[Any], SoundRecord] | None


def recognise(forms: Iterable[Form], data: bytes, number: int, engine: str) -> Recognised | None:
    """Return the verdict on a record, from its bytes, that is sound and canonical in one of these
    forms; None where that is uncertain."""
    for form in forms:
        if len(form.plain) > LARGEST:
            continue
        with suppress(Unsure, UnknownRules, LookupError, ValueError):
            return _recognise(form, data, number, engine)
    return None


def _recognise(form: Form, data: bytes, number: int, engine: str) -> Recognised:
    text = form.plain.decode()
    head, _, moves = text.partition("\n\n")
    tags = _tags(head + "\n")
    said = dict(tags)
    game, named, result = said["Game"], said["Rules"], said.get("Result")
    rules = _rules(game, named, " ".join([name for name, _ in tags]))
    position = rules.rule_set.begin(rules.options, rules.seats)
    if rules.sound is None:
        raise Unsure
    record = rules.sound(position)
    deck = said.get("Deck")
    sure(said["XXN"] == "1.0" and (deck == record.deck or deck in UNKNOWN))
    sure(moves.isascii() and " \n" not in moves)
    record.read(moves[:-1].split("\n"))
    if result != "*" and result not in UNKNOWN:
        sure(position.over and result == record.standing)
        record.claim("result", position.seats)
    answers = _answers(record)
    played = f'[Game "{game}"]\n {" ".join(record.played)}\n'.replace(" \n ", "\n")
    hashes = (
        f'"raw": "{hash_of(b"raw", data)}", "record": "{hash_of(b"record", form.canonical)}", '
        f'"play": "{hash_of(b"play", played.encode())}"'
    )
    legality, arithmetic, outcome = answers
    score = ", ".join([f'"p{seat}": {total}' for seat, total in enumerate(position.totals)][1:])
    claimed = f"{{{score}}}" if "result" in record.claimed else "null"
    winner = f'"{record.winner}"' if position.over else "null"
    json = (
        f'{{"record": {{"number": {number}, {hashes}}}, "game": "{game}", '
        f'"rules": "{rules.title}", "answers": {{"legality": "{legality}", '
        f'"arithmetic": "{arithmetic}", "result": "{outcome}"}}, '
        f'"checked": {{"plays": {position.ply}{_checked(record)}}}, "claimed": {claimed}, '
        f'"score": {{{score}}}, "winner": {winner}, "first_divergence": null, "findings": [], '
        f'"open": {{}}, "census": [{_census(record)}], "readings": [], "readings_complete": true, '
        f'"repairs": [], "repairs_complete": true, "engine": "{engine}"}}'
    )
    return Recognised(tags, rules.title, answers, json)


def _tags(head: str) -> list[Tag]:
    """Return the tags, each on a line of its own as our writer writes it. Raises Unsure."""
    tags = TAGS.findall(head)
    sure(len(head) == sum([len(name) + len(value) + ROUND_A_TAG for name, value in tags]))
    return tags


@lru_cache(maxsize=512)
def _rules(game: str, named: str, names: str) -> Rules:
    """Return the rules for tags with these names and values. Raises Unsure, UnknownRules."""
    tags = [Tag(name, "?") for name in names.split(" ")]
    sure(len(names) < 1000 and len(set(tags)) == len(tags) and tags == sorted(tags, key=tag_order))
    chosen = choose(Record([Tag("Game", game), Tag("Rules", named), *tags]))
    rule_set, seats = chosen.rule_set, chosen.seats
    players = [name for name, _ in tags if SEAT.fullmatch(name)]
    sure(players == [f"P{seat}" for seat in range(1, seats + 1)])
    options = {**rule_set.settled(chosen.options, seats), **chosen.game.as_written}
    return Rules(rule_set, options, seats, chosen.title, chosen.game.sound)


def _answers(record: SoundRecord) -> tuple[str, str, str]:
    """Return the three answers for a record in which nothing is wrong."""
    claimed = record.claimed
    arithmetic = "upheld" if any(map(claimed.get, NUMBERS)) else "unclaimed"
    if claimed.get("result") or claimed.get("winner"):
        return "upheld", arithmetic, "upheld"
    return "upheld", arithmetic, "unclaimed" if record.position.over else "unfinished"


def _checked(record: SoundRecord) -> str:
    claimed = record.claimed
    return "".join([
        f', "{kind}": {{"claimed": {claimed[kind]}, "held": {claimed[kind]}}}'
        for kind in CLAIMS
        if claimed.get(kind)
    ])  # fmt: skip


def _census(record: SoundRecord) -> str:
    return ", ".join([
        f'{{"deal": "{name}", "pack": {record.pack}, "seen": {seen}, "surplus": [], "missing": []}}'
        for name, seen in record.dealings
    ])  # fmt: skip
