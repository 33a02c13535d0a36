"""Keeping a player anonymous: the copies that readers other than owners and moderators get.

The bytes that were uploaded stay as they are, and so does their verdict. A reader who may not see
them gets the record with another name in it, and the verdict of that record: hashes, columns and
sentences are those of the bytes that are given out, so that it can be checked offline like any
other. Repairs and other readings are those of the stored verdict.

From the moment of the request no list and no search shows the name. The rows that have it follow in
a job (`Unnaming`); until that is done they are read as if they lacked it (`privacy.leaving`).
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from archive.core.text import name_key
from archive.notation.notes import as_json, said_of
from archive.notation.redaction import Mask, Masked, said_without
from archive.scoring import verify
from archive.services.context import Context, UseCases, now, reads
from archive.services.jobs import Jobs
from archive.services.layers import LayerView
from archive.store import audit, facet_counts, ids, jobs, name_mentions, players, privacy, revisions
from archive.store.database import Session
from archive.store.jobs import Held
from archive.store.name_mentions import TagNaming, TitleNaming
from archive.store.pending_removal import ANONYMISE
from archive.store.revisions import RevisionLine
from archive.store.row_views import GameView, UploadView, withheld

KEPT: Final = 64


@dataclass(frozen=True, slots=True)
class Seated:
    """The player at a seat, for a moderator to decide about."""

    seat: int
    player_id: str
    name: str
    anonymous: bool


class Mentions(NamedTuple):
    """Tags and collections that contain a name of a player."""

    tags: list[TagNaming]
    titles: list[TitleNaming]


class Anonymising(UseCases):
    """The use cases about anonymous players."""

    def game(self, game: GameView) -> GameView:
        """Return a game without the names of anonymous players."""
        masks, also = self._masks(game.id, game.data), self._also(game.id, game.revisions)
        return _masked(game, masks, also) if masks or also else game

    def comments(self, game_id: str, lines: list[RevisionLine]) -> list[RevisionLine]:
        """Return a record's revisions without the names of anonymous players: no comment has them,
        and the hash of bytes that have one is left out, because it could confirm a guess at the
        name."""
        with self.database.reading() as session:
            masks = privacy.masks(session, [game_id]).get(game_id, [])
        names = self._also(game_id, len(lines))
        if not masks and not names:
            return lines
        return [
            replace(line, comment=said_without(line.comment, names), raw_hash=None)
            for line in lines
        ]

    def layers(self, game_id: str, found: list[LayerView]) -> list[LayerView]:
        """Return the layers on a record without the names of anonymous players."""
        names = self._also(game_id, 2)
        if not names:
            return found
        told = [
            [said_of(note, lambda text: said_without(text, names)) for note in one.notes]
            for one in found
        ]
        bodies = [json.dumps(as_json(notes)) for notes in told]
        return [replace(one, body=body) for one, body in zip(found, bodies, strict=True)]

    def upload(self, upload: UploadView) -> UploadView:
        """Return an upload without what may name its players: where one of them is anonymous, its
        name, its bytes and the notes on how it was read are left out."""
        with self.database.reading() as session:
            masks = privacy.masks_of_upload(session, upload.id)
        return withheld(upload) if masks else upload

    def in_upload(self, upload_id: str) -> bool:
        """Return whether a player in an upload is anonymous."""
        with self.database.reading() as session:
            return bool(privacy.masks_of_upload(session, upload_id))

    def text(self, record_id: str, data: bytes) -> bytes:
        """Return a record's bytes without the names of anonymous players."""
        with self.database.reading() as session:
            number = revisions.count(session, record_id)
        masks, also = self._masks(record_id, data), self._also(record_id, number)
        return Masked(data, masks, also).data if masks or also else data

    def _masks(self, record_id: str, data: bytes) -> list[Mask]:
        """Return the masks of a record's seats, by the players that the archive has there and by
        the names in the text."""
        with self.database.reading() as session:
            known = privacy.masks(session, [record_id]).get(record_id, [])
            named = privacy.masks_in(session, data)
        return [Mask(*one) for one in sorted((dict(named) | dict(known)).items())]

    def _also(self, record_id: str, number: int) -> list[tuple[str, str]]:
        """Return names of anonymous players in any revision of a record that has several: one
        revision may have them in words whose tags cannot be read."""
        if number < 2:
            return []
        with self.database.reading() as session:
            return privacy.anonymous_names(session, revisions.texts(session, record_id))

    def seats(self, record_id: str) -> list[Seated]:
        """Return the players of a record's latest revision, and those whom only the others name.

        A name that only an earlier revision has may belong to no player any more; it is made one
        again, so that the player can be kept anonymous.
        """
        with self.database.reading() as session:
            sat = privacy.players_of(session, record_id)
            named = privacy.known_in(session, revisions.texts(session, record_id))
        if strangers := [name for name, (_, player) in named.items() if player is None]:
            with self.database.writing() as session:
                made = players.known(session, sorted(strangers), now())
            named |= {name: (named[name][0], made[name_key(name)]) for name in strangers}
        found = {
            player: Seated(seat, player, name, since is not None)
            for seat, player, name, since in sat
        }
        for seat, player_id in named.values():
            if player_id and player_id not in found and (other := self.player(player_id)):
                found[player_id] = replace(other, seat=seat)
        return [*found.values()]

    def mentions(self, player_id: str) -> Mentions:
        """Return the tags and collections about a player's games that contain one of their
        names."""
        with self.database.reading() as session:
            called = name_mentions.names(session, player_id)
            return Mentions(
                name_mentions.tags(session, player_id, called),
                name_mentions.titles(session, player_id, called),
            )

    def player(self, player_id: str) -> Seated | None:
        """Return a player; None where there is none."""
        with self.database.reading() as session:
            found = privacy.player(session, player_id)
        return Seated(0, player_id, found[0], found[1] is not None) if found else None

    records = reads(privacy.records_count)


KIND: Final = ANONYMISE


class Unnaming:
    """Removing names from what is kept."""

    def __init__(self, context: Context, jobs: Jobs) -> None:
        self.context, self.database, self.queue = context, context.database, context.queue
        self.jobs = jobs

    def begin(
        self, player_id: str, *, by: str | None, tags: Collection[str] = (),
        titles: Collection[str] = (),
    ) -> str | None:  # fmt: skip
        """Keep a player anonymous, in the records that are here and in later ones, and in those of
        the tags and collections found by `Anonymising.mentions` that are given here. Return the job
        that goes through the records; None where no such player is still named."""
        instead, moment = f"Player {ids.fresh()[:5]}", now()
        with self.database.writing() as session:
            # records of theirs being judged are done first, and no player is merged with them
            facet_counts.alone(session)
            called = name_mentions.names(session, player_id)
            if not privacy.hide_names(session, player_id, instead, moment):
                return None
            changed = name_mentions.mask(
                session, player_id, called, instead, of_tags=tags, of_titles=titles, now=moment
            )
            also = dict(zip(("tags", "collections"), changed, strict=True)) if any(changed) else {}
            audit.note(session, "player-anonymised", f"player:{player_id}", by, **also)
            asked = {"player": player_id, "name": instead}
            total = privacy.records_count(session, player_id)
            job_id = self.jobs.begin(session, KIND, asked, total, by)
        self.queue.unname(job_id)  # where the queue is away, the sweeper does
        return job_id

    def go_on(self, job_id: str) -> None:
        """Remove a player's names from rows for one turn, and queue the rest."""
        self.jobs.go_on(job_id, KIND, self._take_out, self.queue.unname)

    def _take_out(self, session: Session, job_id: str, held: Held) -> list[str] | None:
        """Go on for one transaction. No bytes are deleted: names go from what is made of them."""
        found = privacy.records_of(session, held.asked["player"], held.cursor)
        if not found:
            return None
        privacy.apply(session, found)
        jobs.reached(session, job_id, found[-1])
        jobs.went_on(session, job_id, len(found), self.context.due())
        return []

    def sweep(self) -> int:
        """Queue jobs again that no worker goes on with; return how many."""
        return self.jobs.sweep(KIND, self.queue.unname)


def _masked(game: GameView, masks: Sequence[Mask], also: Sequence[tuple[str, str]]) -> GameView:
    data, verdict_json = _made(
        game.data, game.number or 1, tuple(masks), tuple(also), game.verdict_json
    )
    return replace(game, data=data, verdict_json=verdict_json)


@lru_cache(maxsize=KEPT)
def _made(
    data: bytes,
    number: int,
    masks: tuple[Mask, ...],
    also: tuple[tuple[str, str], ...],
    verdict_json: str | None,
) -> tuple[bytes, str | None]:
    """Return the bytes given out, and their verdict. Neither changes while its key is the same."""
    masked = Masked(data, masks, also)
    if verdict_json is None:
        return masked.data, None
    stored: dict[str, Any] = json.loads(verdict_json)
    asked = stored.get("rules")
    asked = asked.get("asked") if isinstance(asked, dict) else None
    body = dict(verify(masked.data, number, asked).as_dict())
    if "readings" in stored:
        body["readings"] = _walked(stored["readings"], masked)
        body["readings_complete"] = stored.get("readings_complete", True)
    if "repairs" in stored:
        body["repairs"] = _walked(stored["repairs"], masked)
        body["repairs_complete"] = stored.get("repairs_complete")
    return masked.data, json.dumps(body, ensure_ascii=True, separators=(", ", ": "))


def _walked(value: Any, masked: Masked) -> Any:
    """Return a part of a stored verdict with the names and columns of the bytes given out."""
    if isinstance(value, str):
        return masked.said(value)
    if isinstance(value, list):
        return [_walked(one, masked) for one in value]
    if isinstance(value, Mapping):
        made = {key: _walked(one, masked) for key, one in value.items()}
        if isinstance(value.get("line"), int) and isinstance(value.get("column"), int):
            made["column"] = masked.column(value["line"], value["column"])
        return made
    return value
