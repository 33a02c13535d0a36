"""Templates of sentences, and functions that choose one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from archive.core.phrase import value_in
from archive.telling.findings import Finding
from archive.telling.messages.line_instead import goes_on_with
from archive.telling.speaker import Chosen, Speaker, capital


class TemplateValues(dict[str, Any]):
    """The values for a template about a finding, each worked out when the template needs it."""

    def __init__(self, finding: Finding, speaker: Speaker, values: dict[str, Any]) -> None:
        super().__init__(values)
        self._finding = finding
        self._speaker = speaker

    def __missing__(self, name: str) -> Any:
        return VALUES[name](self._finding, self._speaker)


def tell(template: str, finding: Finding, speaker: Speaker, **values: Any) -> str:
    """Return a template filled in for a finding: with these values, and with those of `VALUES`."""
    return speaker.language.fill(template, TemplateValues(finding, speaker, values))


def either(holds: Callable[[Finding], bool], one: str, other: str) -> Chosen:
    """Return the choice of template `one` where `holds` is true of a finding, else of the
    `other`."""
    return lambda finding, speaker: tell(one if holds(finding) else other, finding, speaker)


NONE_LEFT = "{name} cannot have {a_found} at {where}: by then no card of the hand is left."


def unless_none_left(template: str) -> Chosen:
    """Return the choice of `NONE_LEFT` where no card is left of a hand, else of `template`."""
    return either(lambda one: not value_in(one.expected, "cards", ""), NONE_LEFT, template)


def by_clause(templates: Mapping[str, str], otherwise: str) -> Chosen:
    """Return the choice of a finding's template by its clause, or of `otherwise`."""
    return lambda finding, speaker: tell(
        templates.get(finding.clause or "", otherwise), finding, speaker
    )


def number_of(text: str | None) -> int:
    """Return the number in a phrase, or of a text that is one, as `5`, and `5.` of a play; 0
    without one."""
    number = str(value_in(text, "n", text or "")).removesuffix(".")
    return int(number) if number.lstrip("-").isdigit() else 0


VALUES: Final[dict[str, Chosen]] = {
    "ply": lambda finding, _: str(finding.ply),
    "place": lambda finding, speaker: speaker.place(finding.at) or _play(finding, speaker),
    "where": lambda finding, speaker: _where(finding, speaker),
    "deal": lambda finding, speaker: speaker.deal(finding.at),
    "Deal": lambda finding, speaker: capital(speaker.deal(finding.at)),
    "Deal_before": lambda finding, speaker: capital(speaker.deal((finding.at or 0) - 1)),
    "next": lambda finding, speaker: goes_on_with(finding.found, speaker),
    "name": lambda finding, speaker: speaker.name(finding.seat),
    "other": lambda finding, speaker: speaker.name(3 - (finding.seat or 0)),
    "due": lambda finding, speaker: speaker.phrase(finding.expected or ""),
    "found": lambda finding, speaker: speaker.phrase(finding.found or ""),
    "due_stopped": lambda finding, speaker: speaker.phrase(finding.expected or "").rstrip("."),
    "due_name": lambda finding, speaker: speaker.name(finding.expected),
    "found_name": lambda finding, speaker: speaker.name(finding.found),
    "due_names": lambda finding, speaker: speaker.names(finding.expected or ""),
    "found_names": lambda finding, speaker: speaker.names(finding.found or ""),
    "due_either": lambda finding, speaker: speaker.either(finding.expected or ""),
    "a_due": lambda finding, speaker: speaker.a_card(finding.expected or "?"),
    "a_found": lambda finding, speaker: speaker.a_card(finding.found or "?"),
    "due_cards": lambda finding, speaker: speaker.spaced(finding.expected or ""),
    "found_cards": lambda finding, speaker: speaker.spaced(finding.found or ""),
    "found_told": lambda finding, speaker: speaker.told(finding.found or "?"),
    "due_points": lambda finding, speaker: speaker.points(int(finding.expected or 0)),
    "found_points": lambda finding, speaker: speaker.points(int(finding.found or 0)),
    "due_counted": lambda finding, speaker: speaker.cards(number_of(finding.expected)),
    "found_counted": lambda finding, speaker: speaker.cards(number_of(finding.found)),
    "due_figures": lambda finding, speaker: speaker.several(
        "{n} card", "{n} cards", number_of(finding.expected)
    ),
    "due_tricks": lambda finding, speaker: speaker.tricks(number_of(finding.expected)),
    "found_tricks": lambda finding, speaker: speaker.tricks(number_of(finding.found)),
    "due_n": lambda finding, _: (finding.expected or "").removeprefix("n=").rstrip("."),
    "found_n": lambda finding, _: (finding.found or "").lstrip("/").removeprefix("n=").rstrip("."),
    "due_number": lambda finding, _: str(number_of(finding.expected)),
    "due_few": lambda finding, speaker: speaker.number(number_of(finding.expected)),
    "found_few": lambda finding, speaker: speaker.number(number_of(finding.found)),
    "found_number": lambda finding, _: str(number_of(finding.found)),
    "left": lambda finding, speaker: _left(finding, speaker),
    "lines": lambda finding, speaker: _lines(finding, speaker),
    "Lines": lambda finding, speaker: capital(_lines(finding, speaker)),
}
"""The functions for the values of templates, by name. Cards are `a_…` one with its article,
`…_cards` a run of them by their signs, `…_told` with those that are not known in words,
`…_counted` a number of cards."""


def _play(finding: Finding, speaker: Speaker) -> str:
    return speaker.say("play {ply}", ply=finding.ply)


def _where(finding: Finding, speaker: Speaker) -> str:
    """Return `play 14 (round 1, hand 2)`; without the part in brackets where that is unknown."""
    place = speaker.place(finding.at)
    if not place:
        return _play(finding, speaker)
    return speaker.say("play {ply} ({place})", ply=finding.ply, place=place)


def _left(finding: Finding, speaker: Speaker) -> str:
    held = value_in(finding.expected, "cards", "")
    return speaker.told(held) or speaker.language.text("nothing")


def _lines(finding: Finding, speaker: Speaker) -> str:
    return speaker.language.lines(place.line for place in finding.places)
