"""People's notes on a game, layer by layer, on its replay page, in addresses and as a file."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from flask import url_for

from archive.analyst.annotated import annotated as with_analyst
from archive.analyst.annotations import of_json
from archive.core.cards import cards
from archive.core.events import Action, Trump
from archive.notation import read, write
from archive.notation.notes import (
    ARROW,
    Arrow,
    Note,
    NoVariation,
    variation_of,
    with_lines,
    with_notes,
)
from archive.scoring.variations import VariationRead, variations
from archive.services import AnnotationView, GameView
from archive.services.layers import LayerView
from archive.web.language import _
from archive.web.presenters.action_text import deed, said_of
from archive.web.presenters.move_list import GLYPHS, PlayShown, VariationShown, variations_of
from archive.web.presenters.replay_cache import opened
from archive.web.presenters.replay_view import View
from archive.web.verdict_sentences import name_of
from archive.web.words import card_sign, card_words

ANALYST: Final = "analyst"
"""The word for the analyst's layer in an address."""
MOST_NAMED: Final = 60


def named_in(text: str) -> list[str]:
    """Return the layers that an address names, each once, whether to switch them on or off."""
    named = (one.removeprefix("-") for one in text.split(","))
    return list(dict.fromkeys(filter(None, named)))[:MOST_NAMED]


def with_layers_written(
    game: GameView, layers: Iterable[LayerView], weighed: str | None = None
) -> bytes:
    """Return a record as XXN with layers written into it, and the play-by-play analysis where that
    is given. Where there are several, each person's words begin with their name."""
    found = list(layers)
    several = len(found) > 1
    made = with_notes(
        read(game.data, game.number or 1),
        [(one.owner if several else "", one.notes) for one in found],
    )
    if weighed is None:
        return made
    record = with_analyst(read(made, game.number or 1), of_json(weighed))
    return write(record).encode(errors="surrogateescape")


KEPT: Final = 64


@dataclass(frozen=True, slots=True)
class NoteShown:
    """A person's note on a play: glyphs, words, arrows in words."""

    by: str
    mine: bool
    glyphs: tuple[str, ...]
    comment: str
    arrows: list[str]


@dataclass(frozen=True, slots=True)
class SwitchShown:
    """A layer in the switch: `url` is the page with it switched the other way."""

    name: str
    notes: int
    on: bool
    url: str
    mine: bool = False
    visibility: str = ""


class LayersShown:
    """The layers on a page. `found` are the layers that the reader may see, `own_id` the reader's
    account, `asked` the layers in the address: None where it has none, which shows all public ones
    and the reader's own."""

    def __init__(
        self, view: View, found: Sequence[LayerView], own_id: str | None, asked: str | None,
        *, analyst: bool,
    ) -> None:  # fmt: skip
        self._view, self._found, self._own_id = view, found, own_id
        self._analyst = analyst
        usual = {one.id for one in found if one.visibility == "public" or one.owner_id == own_id}
        self.on = (
            {*usual, ANALYST} if asked is None
            else {one for one in asked.split(",") if not one.startswith("-")}
        )  # fmt: skip
        if view.own:  # notes may reveal more than that player knew
            self.on &= {ANALYST}
        self._shown = [one for one in found if one.id in self.on]
        self._by_ply: dict[int, list[tuple[LayerView, Note]]] = {}
        for layer in self._shown:
            for note in layer.notes:
                self._by_ply.setdefault(note.ply, []).append((layer, note))

    def at(self, page: dict[str, Any]) -> dict[str, Any]:
        """Return the values for the table at a ply, with the notes on that ply."""
        ply = page["table"].ply
        here = self._by_ply.get(ply, [])
        drawn = [layer.id for layer, note in here if note.arrows]
        step = page["table"].step
        told = step.comments if step and not self._view.own else ()
        arrows = [Arrow(*ends) for text in told for ends in ARROW.findall(text)]
        return {
            **page,
            "notes": [
                note_shown(note, self._view.names, layer.owner, layer.owner_id == self._own_id)
                for layer, note in here
            ],
            "arrows": [*arrows, *(arrow for _layer, note in here for arrow in note.arrows)],
            "pointed": self._picture(ply, drawn) if drawn else None,
            "note_url": url_for("layers.note", game_id=self._view.game.id, ply=ply),
        }

    def around(self, page: dict[str, Any]) -> dict[str, Any]:
        """Return the values around the table, with marks and lines in the play list, and the
        switch."""
        return {
            **self.listed(page),
            "switches": self._switches(page["ply"], page["weighing"]),
            "kept_back": bool(self._view.own and self._found),
            "lost": not self.on <= {*(one.id for one in self._found), ANALYST, ""},
        }

    def listed(self, page: dict[str, Any]) -> dict[str, Any]:
        """Return the values for the play list, with marks and lines in it."""
        hands = page["hands"]
        if self._by_ply:
            hands = [hand.with_plays(self._with_marks) for hand in hands]
        return {**page, "hands": hands, "asides": self._asides(page["asides"])}

    def _picture(self, ply: int, layers: Collection[str]) -> str:
        side = {**self._view.side(), "layers": ",".join(layers), "part": "table"}
        return url_for("pictures.svg", game_id=self._view.game.id, ply=ply, **side)

    def _with_marks(self, play: PlayShown) -> PlayShown:
        here = [note for _layer, note in self._by_ply.get(play.ply, [])]
        if not here:
            return play
        marks = dict.fromkeys((*play.glyphs, *(sign for note in here for sign in glyphs_of(note))))
        said = play.comment or any(note.comment or note.arrows for note in here)
        return replace(play, glyphs=tuple(marks), comment=said)

    def _asides(self, own: dict[int, list[VariationShown]]) -> dict[int, list[VariationShown]]:
        """Return the lines of the record and those of its layers, by the ply they replace."""
        found = {ply: list(lines) for ply, lines in own.items()}
        view = self._view
        for layer in self._shown:
            read = lines_of(view.game.data, view.game.number or 1, tuple(layer.notes))
            for ply, lines in variations_of(read, view.line_address, view.names, view.own).items():
                found.setdefault(ply, []).extend(replace(one, by=layer.owner) for one in lines)
        return found

    def _switches(self, ply: int, weighing: AnnotationView | None) -> list[SwitchShown]:
        switches = [
            SwitchShown(
                one.owner, len(one.notes), one.id in self.on, self._switched(ply, one.id),
                one.owner_id == self._own_id, one.visibility,
            )
            for one in ([] if self._view.own else self._found)
        ]  # fmt: skip
        on = ANALYST in self.on
        weighed = weighing is not None and weighing.state == "done"
        if self._analyst and (weighed or not on):
            analyst = SwitchShown(_("The analyst"), 0, on, self._switched(ply, ANALYST))
            switches.append(analyst)
        return switches

    def _switched(self, ply: int, layer_id: str) -> str:
        """Return the page with a layer switched the other way. One that is off and that only its
        address leads to stays named, with a minus before it."""
        on = self.on ^ {layer_id}
        known = [(one.id, one.visibility == "public") for one in self._found]
        named = [
            id_ if id_ in on else f"-{id_}"
            for id_, public in [*known, (ANALYST, True)]
            if id_ in on or not public
        ]
        return self._view.address(ply, layers=",".join(named))


def note_shown(note: Note, names: Sequence[str], by: str = "", mine: bool = True) -> NoteShown:
    """Return a note for a page; `by` is its author."""
    arrows = [arrow_words(one, names) for one in note.arrows]
    return NoteShown(by, mine, glyphs_of(note), note.comment, arrows)


def glyphs_of(note: Note) -> tuple[str, ...]:
    """Return the glyphs of a note as they are printed."""
    return tuple(GLYPHS.get(value, f"${value}") for value in note.glyphs)


def arrow_words(arrow: Arrow, names: Sequence[str]) -> str:
    """Return an arrow in words: `From Anna’s nine of spades to the table`."""
    start, end = (place_words(text, names) for text in arrow)
    return _("From %(start)s to %(end)s", start=start, end=end)


def line_words(text: str, names: Sequence[str]) -> str:
    """Return a note's other line in words: `Anna plays 9♠, Bert plays K♠`; as it is written where
    that is no line."""
    try:
        events = variation_of(text).events
    except NoVariation:
        return text
    return ", ".join(
        said_of(name_of(names, one.seat or 0), deed(one, name=card_sign))
        for one in events
        if isinstance(one, Action | Trump)
    )


def place_words(text: str, names: Sequence[str]) -> str:
    """Return one end of an arrow in words."""
    if text == "table":
        return _("the table")
    who, _colon, named = text.partition(":") if text.startswith("p") else ("", "", text)
    name = name_of(names, int(who[1:])) if who else ""
    if not named:
        return name
    (card,) = cards(named if named[0] not in "cdhs" else f"?{named}")
    said = card_words(card.rank, card.suit)
    return _("%(name)s’s %(card)s", name=name, card=said) if who else said


@lru_cache(maxsize=KEPT)
def lines_of(data: bytes, number: int, notes: tuple[Note, ...]) -> list[VariationRead]:
    """Return the variations of notes on a record, replayed and checked by the rules."""
    if not any(note.variations for note in notes):
        return []
    game = opened(data, number)
    return variations(with_lines(game.known, notes), game.positions)
