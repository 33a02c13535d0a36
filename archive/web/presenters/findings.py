"""Findings as a page shows them, from a verdict's stored JSON: what was found, what was checked,
and what would settle the open answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from archive.core.record import Record
from archive.importers.origin import Origin, Own
from archive.scoring.open_questions import open_from
from archive.scoring.sheet_headline import sentence_of_codes
from archive.services import GameView
from archive.telling.alike_notes import alike
from archive.telling.findings import CODES, Answer, Question
from archive.telling.names_and_totals import answered
from archive.web.language import _, ngettext, number
from archive.web.presenters.rule_sets import ClauseShown, clause
from archive.web.verdict_sentences import name_of, speech
from archive.web.words import QUESTIONS, SEVERITIES, signed
from archive.web.words import sentence as sentence_words


def checked_words(what: str, count: int) -> str:
    """Return the number of claims of a kind that were checked: `1 winner`, `38 totals`."""
    return CHECKED[what](count)


CHECKED: Final[dict[str, Callable[[int], str]]] = {
    "plays": lambda num: ngettext("%(num)s play", "%(num)s plays", num),
    "dealer": lambda num: ngettext("%(num)s dealer", "%(num)s dealers", num),
    "hand-size": lambda num: ngettext(
        "%(num)s size of the hands", "%(num)s sizes of the hands", num
    ),
    "trump-maker": lambda num: ngettext("%(num)s trump maker", "%(num)s trump makers", num),
    "leader": lambda num: ngettext("%(num)s lead", "%(num)s leads", num),
    "trick-winner": lambda num: ngettext(
        "%(num)s winner of a trick", "%(num)s winners of tricks", num
    ),
    "tally": lambda num: ngettext("%(num)s tally", "%(num)s tallies", num),
    "points": lambda num: ngettext("%(num)s score of a play", "%(num)s scores of plays", num),
    "count": lambda num: ngettext("%(num)s count", "%(num)s counts", num),
    "king": lambda num: ngettext("%(num)s announced king", "%(num)s announced kings", num),
    "pair": lambda num: ngettext("%(num)s announced pair", "%(num)s announced pairs", num),
    "loser": lambda num: ngettext("%(num)s loser", "%(num)s losers", num),
    "kept-card": lambda num: ngettext("%(num)s card kept", "%(num)s cards kept", num),
    "worth": lambda num: ngettext("%(num)s worth of a card", "%(num)s worths of cards", num),
    "up": lambda num: ngettext("%(num)s announced bonus", "%(num)s announced bonuses", num),
    "bonus": lambda num: ngettext("%(num)s bonus", "%(num)s bonuses", num),
    "score": lambda num: ngettext("%(num)s standing", "%(num)s standings", num),
    "elimination": lambda num: ngettext("%(num)s elimination", "%(num)s eliminations", num),
    "result": lambda num: ngettext("%(num)s total", "%(num)s totals", num),
    "winner": lambda num: ngettext("%(num)s winner", "%(num)s winners", num),
}
"""The words by kind of claim, as verdicts name it."""


class PlaceShown(NamedTuple):
    """A line of the record, or of the sheet that it was made from, and the ply it is about, if
    any."""

    line: int
    ply: int | None
    of_sheet: bool


@dataclass(frozen=True, slots=True)
class FindingShown:
    """A finding for a page."""

    index: int
    code: str
    severity: str
    severity_word: str
    sentence: str
    clause: ClauseShown | None
    ply: int | None
    """The play at which it is shown."""
    line: int | None
    column: int | None
    first: bool
    """Whether the record and the rules first differ here."""
    follows: int | None
    effect: str | None
    places: list[PlaceShown]
    """The lines that prove it: impossible hands, a card that was held all the while."""
    own: Own | None = None
    """Its place in the sheet that the record was made from."""
    seat: str | None = None
    told_ply: int | None = None
    """The play that the verdict gives; another where a play before a standing is what it counts."""
    of_line: bool = False
    """Whether it is about a line between the plays: its play is the one before that line."""

    @property
    def near(self) -> int | None:
        """Return the seat from whose side its play is seen, as an address has it: the player of
        that play sits nearest. None for the first seat, which does so anyway."""
        seat = int(self.seat[1:]) if self.seat and self.seat[1:].isdecimal() else 0
        return seat if seat > 1 else None


def origin_of(game: GameView, record: Record) -> Origin | None:
    """Return the way back from a game's record to the sheet that it was made from, if it was."""
    return Origin.kept(record, game.origin) if game.origin else None


def findings_of(
    verdict: Mapping[str, Any] | None, names: Sequence[str], origin: Origin | None = None
) -> list[FindingShown]:
    """Return the findings of a verdict as a page shows them."""
    if not verdict:
        return []
    first = verdict["first_divergence"]
    return [
        _finding(index, found, names, origin, first=index == first)
        for index, found in enumerate(verdict["findings"])
    ]


def _finding(
    index: int, found: Mapping[str, Any], names: Sequence[str], origin: Origin | None, *,
    first: bool,
) -> FindingShown:  # fmt: skip
    severity = found["severity"]
    copied = ("code", "severity", "ply", "seat", "line", "column", "follows")
    return FindingShown(
        **{name: found[name] for name in copied},
        index=index,
        told_ply=found["ply"],
        severity_word=_(SEVERITIES[severity]),
        sentence=sentence_words(found["sentence"]),
        clause=clause(found["clause"] or ""),
        first=first,
        effect=_effect(found["effect"], names),
        places=_places(found["places"], origin),
        own=origin.at(found["line"], found["column"]) if origin else None,
    )


def _places(places: Iterable[Mapping[str, Any]], origin: Origin | None) -> list[PlaceShown]:
    """Return each place once, in the order of the text; in that of the sheet, where it is one of
    its lines."""
    found = set[PlaceShown]()
    for place in places:
        own = origin.at(place["line"], place["column"]) if origin else None
        found.add(PlaceShown(own.line if own else place["line"], place["ply"], own is not None))
    return sorted(found, key=lambda one: (one.line, one.ply or 0))


def _effect(effect: Mapping[str, Any] | None, names: Sequence[str]) -> str | None:
    """Return the consequence of a finding: `Moves Albert by +2; the same player wins.`"""
    if not effect:
        return None
    if effect.get("words"):
        return str(effect["words"])
    moved = [
        f"{name_of(names, seat)} {signed(points)}"
        for seat, points in effect["result"].items()
        if points
    ]
    told = [_("It moves the result: %(moved)s.", moved=", ".join(moved))] if moved else []
    if effect["winner"] == "changes":
        told.append(_("The winner changes."))
    elif effect["winner"] == "same" and moved:
        told.append(_("The winner stays the same."))
    return " ".join(told) or None


def grouped(
    findings: Sequence[FindingShown],
) -> list[tuple[FindingShown, list[FindingShown]]]:
    """Return what is wrong and then what is only noted, each in its order and with the findings
    that in the end only follow from it, and a note with those that are like it."""
    others = {at: first for first, more in alike(findings).items() for at in more}
    roots: dict[int, tuple[FindingShown, list[FindingShown]]] = {
        finding.index: (finding, [])
        for finding in findings
        if finding.follows is None and finding.index not in others
    }
    for finding in findings:
        root = finding
        while root.follows is not None and root.follows != root.index:
            root = findings[root.follows]
        root = findings[others.get(root.index, root.index)]
        if root is not finding:
            roots[root.index][1].append(finding)
    return sorted(roots.values(), key=lambda found: found[0].severity == "note")


def first_at_play(findings: Sequence[FindingShown], unwritten: int = 0) -> FindingShown | None:
    """Return the finding to look at first: where record and rules part, else the first finding that
    has a play behind the first ones that are `unwritten`."""
    ordered = sorted(findings, key=lambda finding: not finding.first)
    return next((finding for finding in ordered if (finding.ply or 0) > unwritten), None)


def gravest_by_ply(findings: Sequence[FindingShown]) -> dict[int, FindingShown]:
    """Return the gravest finding at each ply."""
    order = {"error": 0, "warning": 1, "note": 2}
    gravest: dict[int, FindingShown] = {}
    for finding in findings:
        if finding.ply:
            known = gravest.get(finding.ply)
            if known is None or order[finding.severity] < order[known.severity]:
                gravest[finding.ply] = finding
    return gravest


BASES: Final = {
    "legality": ("plays", "dealer", "hand-size", "trump-maker", "leader", "trick-winner"),
    "arithmetic": ("tally", "points", "count", "king", "pair", "loser", "kept-card", "worth", "up",
                   "bonus", "score"),
    "result": ("elimination", "result", "winner"),
}  # fmt: skip
"""What was checked for each answer, in the order in which it is shown."""


def is_against_the_rules(finding: FindingShown) -> bool:
    """Return whether a finding is about a play that was not allowed."""
    legality = CODES.get(finding.code) is Question.LEGALITY
    return legality and finding.severity == "error" and not finding.of_line


def basis(verdict: Mapping[str, Any], question: str, findings: Iterable[FindingShown]) -> str:
    """Return the basis of an answer: `99 of 100 tallies, 38 scores`; empty where nothing could be
    checked. A number alone means all."""
    parts = []
    for key in BASES[question]:
        checked = verdict["checked"].get(key)
        if not checked:
            continue
        if isinstance(checked, int):
            claims = checked_words(key, checked)
            wrong = {one.ply for one in findings if one.ply and is_against_the_rules(one)}
            if wrong:
                right = number(max(checked - len(wrong), 0))
                claims = _("%(right)s of %(claims)s", right=right, claims=claims)
            parts.append(claims)
        elif question == "legality":  # the first dealer is not judged
            parts.append(checked_words(key, checked["held"]))
        elif checked["held"] == checked["claimed"]:
            parts.append(checked_words(key, checked["claimed"]))
        else:
            claims = checked_words(key, checked["claimed"])
            parts.append(_("%(right)s of %(claims)s", right=number(checked["held"]), claims=claims))
    return ", ".join(parts)


def reason(
    verdict: Mapping[str, Any], question: str, findings: Sequence[FindingShown], said: str = ""
) -> str:
    """Return the reason of an answer: what was found wrong, what would settle it, else what was
    checked. A sentence equal to `said` is not repeated; then the number of correct claims is
    given, if there are claims, unless it is about a line: all that is counted may be right then.
    `findings` are those of the verdict, as its page shows them."""
    answer = answered(verdict, question)
    counted = basis(verdict, question, findings)
    checked = counted or _("nothing to check")
    if answer == Answer.UPHELD:
        certain = sentence_of_codes(verdict, "certain-winner") if question == "result" else ""
        if certain:  # its totals were not counted, but follow
            return sentence_words(certain)
        return _("%(checked)s: all as it should be.", checked=checked)
    about = verdict["open"].get(question)
    if answer != Answer.REFUTED:
        return str(about["sentence"]) if about else checked
    wrong = [one for one in findings if one.severity == "error" and CODES.get(one.code) == question]
    roots = [one for one in wrong if one.follows is None] or wrong[-1:]
    sentence = roots[0].sentence if roots else ""
    if not sentence or (sentence in said and not roots[0].of_line):
        return _("Right: %(checked)s.", checked=counted) if counted else ""
    more = len(roots) - 1
    rest = ngettext("And one more.", "And %(num)s more.", more) % {"num": more} if more else ""
    return f"{sentence} {rest}".rstrip()


@dataclass(frozen=True, slots=True)
class OpenShown:
    """Questions with the same open point, and what would settle them."""

    questions: list[str]
    sentence: str


def in_the_sheet(
    verdict: Mapping[str, Any] | None, origin: Origin | None
) -> Mapping[str, Any] | None:
    """Return a verdict in which what would settle an open answer is told by places of the sheet
    that the record was made from, as findings are."""
    if not verdict or origin is None:
        return verdict
    told = {
        question: {**about, "sentence": open_from(about, speech()).told(origin.called(speech()))}
        if about.get("needed")
        else about
        for question, about in verdict["open"].items()
    }
    return {**verdict, "open": told}


def open_of(verdict: Mapping[str, Any] | None, origin: Origin | None = None) -> list[OpenShown]:
    """Return each sentence once, with its questions; `origin` leads to the sheet that the record
    was made from."""
    placed = in_the_sheet(verdict, origin)
    found: dict[str, list[str]] = {}
    for question, about in placed["open"].items() if placed else ():
        found.setdefault(about["sentence"], []).append(_(QUESTIONS[question]))
    return [OpenShown(questions, sentence_words(text)) for text, questions in found.items()]
