"""The archive behind the running app, and finding things in it for a reader, or answering 404."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any, Final, TypeVar, cast

from flask import abort, current_app, request
from werkzeug.exceptions import (
    HTTPException,
    InternalServerError,
    ServiceUnavailable,
    UnprocessableEntity,
)

from archive.runtime.resource_limits import TooLong
from archive.services import Archive, GameView, JobView, UploadView, anonymising, deletion
from archive.services.anonymising import Seated
from archive.services.games import RevisionLine
from archive.services.layers import LayerView
from archive.services.moderation import ReportView
from archive.services.ownership import alone, unplaced, unquoted
from archive.services.permissions import Actor, Permission, may
from archive.stoppable_work import Broken, Busy, WorkPool
from archive.web.addresses import number_asked
from archive.web.auth import require, who
from archive.web.errors import size_in_words
from archive.web.language import _, marked
from archive.web.verdict_sentences import game_told

logger = logging.getLogger(__name__)
T = TypeVar("T")

NO_GAME: Final = marked("There is no game with this address.")
NO_UPLOAD: Final = marked("There is no upload with this address.")
OWN: Final = "own"
"""The name of the reader's own layer in an address."""
FOLLOWED: Final = (deletion.KIND, anonymising.KIND)
"""Kinds of jobs that other users than admins start."""
FAILURES: Final = (TooLong, Busy, Broken)
"""Ways in which a check comes to nothing."""
KEPT_BACK: Final = marked(
    "Something in this upload is not for everybody, so the file is only given to its owner. "
    "The games that you may see can be had one by one, and together as XXN."
)


def archive() -> Archive:
    """Return the archive that the application serves."""
    return cast(Archive, current_app.extensions["archive"])


def found(thing: T | None, otherwise: str) -> T:
    """Return a thing that was looked for; answer 404 with a sentence where there is none."""
    if thing is None:
        abort(HTTPStatus.NOT_FOUND, otherwise)
    return thing


def game_or_404(game_id: str, asking: Actor | None = None) -> GameView:
    """Return a game as the reader may see it. What they may not see is answered as not there, and
    anonymous players have another name in all of it. `?revision=` asks for a revision that is not
    the latest. `asking` is another actor than the reader."""
    revision = number_asked("revision", 8)
    if revision is None and request.args.get("revision"):
        abort(404, _("This game has no such revision."))
    game = archive().games.find(game_id, revision)
    return game_told(found(game and as_seen(game, asking), _(NO_GAME)))


def as_seen(game: GameView, asking: Actor | None = None) -> GameView | None:
    """Return a game that was found otherwise as the reader may see it; None where they may not."""
    asking = asking or who()
    if not may(asking, Permission.SEE, game):
        return None
    if may(asking, Permission.SEE_AS_IT_CAME, game):
        return game
    shown = archive().anonymising.game(game)
    if not archive().ownership.tells_places(game.upload_id):
        return unplaced(shown)
    return unquoted(shown) if archive().anonymising.in_upload(game.upload_id) else shown


def revisions_of(game: GameView) -> list[RevisionLine]:
    """Return a game's revisions as the reader may see them, without the names of anonymous players
    in their comments."""
    lines = archive().corrections.of(game.id)
    if may(who(), Permission.SEE_AS_IT_CAME, game):
        return lines
    return archive().anonymising.comments(game.id, lines)


def layers_of(
    game: GameView, named: Collection[str] = (), asking: Actor | None = None
) -> list[LayerView]:
    """Return the layers on a game that the reader may see: public ones, their own, and those in
    `named`. `asking` is another actor than the reader."""
    layers = archive().layers.of(game.id, asking=asking or who(), named=named)
    return _as_told(game, layers, asking)


def layer_or_404(game: GameView, layer_id: str, number: int | None = None) -> LayerView:
    """Return a layer on a game, its latest version or version `number`. `own` is the reader's.
    Earlier versions are for its owner and for moderators."""
    if layer_id == OWN:
        mine = archive().layers.own(game.id, who().account_id or "")
        layer_id = mine.id if mine else ""
    layer = archive().layers.layer(layer_id, number, asking=who())
    if layer is None or layer.game != game.id:
        abort(404, _("There are no notes at this address."))
    if number is not None:
        require(Permission.SEE_AS_IT_CAME, layer)
    return _as_told(game, [layer])[0]


def _as_told(
    game: GameView, layers: list[LayerView], asking: Actor | None = None
) -> list[LayerView]:
    asking = asking or who()
    if not layers or may(asking, Permission.SEE_AS_IT_CAME, game):
        return layers
    mine = {one.id for one in layers if one.owner_id == asking.account_id}
    told = {one.id: one for one in archive().anonymising.layers(game.id, layers)}
    return [one if one.id in mine else told[one.id] for one in layers]


def verdict_or_404(game_id: str, verdict_id: str) -> bytes:
    """Return one of a game's verdicts as it was stored, an older one too. For a record that is
    given out with another name in it, only the latest is made for that."""
    game_or_404(game_id)
    revision, body = archive().corrections.stored_verdict(game_id, verdict_id) or (0, "")
    whole = archive().games.find(game_id, revision)
    seen = as_seen(whole) if whole is not None else None
    if whole is None or seen is None:
        abort(404, _("This game has no such verdict."))
    if seen.data != whole.data:
        if whole.verdict_json != body or seen.verdict_json is None:
            abort(403, _("This verdict names a player who is kept anonymous. The latest does not."))
        body = seen.verdict_json
    return (alone(body) if seen.number is None else body).encode()


def upload_or_404(upload_id: str) -> UploadView:
    """Return an upload as the reader may see it, with those of its games that they may see, and
    counts of no others."""
    return found(upload_seen(upload_id), _(NO_UPLOAD))


def upload_seen(upload_id: str) -> UploadView | None:
    """Return an upload as `upload_or_404` does; None where there is none for the reader."""
    upload = archive().uploads.find(upload_id)
    if upload is None or not may(who(), Permission.SEE, upload):
        return None
    return _as_seen(upload)


def reading_of(game: GameView) -> Mapping[str, Any] | None:
    """Return how the sheet was read that this game alone was made from; None for any other game."""
    upload = upload_seen(game.upload_id) if game.read_as else None
    return upload.reading if upload and upload.total == 1 else None


def uploaded_or_404(upload_id: str) -> UploadView:
    """Return an upload as its uploader may see it; a key, or the same bytes, may have led to an
    earlier upload, of which something was hidden since. For an own upload that the token may not
    read, the progress is returned, and no game."""
    upload, asking = found(archive().uploads.find(upload_id), _(NO_UPLOAD)), who()
    if may(asking, Permission.SEE, upload):
        return _as_seen(upload)
    if upload.owner_id is None or upload.owner_id != asking.account_id:
        abort(404, _(NO_UPLOAD))
    return replace(upload, games=[])


def _as_seen(upload: UploadView) -> UploadView:
    asking = who()
    games = [game for game in upload.games if may(asking, Permission.SEE, game)]
    upload = replace(upload, games=games)
    if may(asking, Permission.SEE_AS_IT_CAME, upload):
        return upload
    return archive().anonymising.upload(archive().ownership.for_all(upload))


def job_or_404(job_id: str, *, to_follow: bool = False) -> JobView:
    """Return a job, which is for admins; but jobs that others started may be followed by all who
    have their address."""
    job = archive().jobs.find(job_id)
    if not (to_follow and job is not None and job.kind in FOLLOWED):
        require(Permission.ADMINISTER)
    return found(job, _("There is no job with this address."))


def report_or_404(report_id: str) -> ReportView:
    """Return a report on a game."""
    return found(archive().moderation.report_by_id(report_id), _("There is no such report."))


def player_or_404(player_id: str) -> Seated:
    """Return a player as moderators see them: by name, even while anonymous."""
    return found(archive().anonymising.player(player_id), _("There is no such player."))


def as_it_came_or_404(upload_id: str) -> UploadView:
    """Return an upload whose very bytes are about to be given out. They cannot be given in part:
    where something in it is hidden, private or deleted, or a player is anonymous, they are only for
    its owner and for moderators."""
    upload = upload_or_404(upload_id)
    if not may(who(), Permission.SEE_AS_IT_CAME, upload) and not _is_open(upload_id):
        abort(403, _(KEPT_BACK))
    return upload


def text_of(upload_id: str) -> bytes | None:
    """Return the XXN of an upload as the reader may have it: all of it, or else those of its
    records that they may see, without the names of anonymous players."""
    upload = upload_or_404(upload_id)
    asking, here = who(), archive()
    if upload.total is None:
        return None
    if may(asking, Permission.SEE_AS_IT_CAME, upload) or _is_open(upload_id):
        return here.uploads.judged_text(upload_id)
    seen = [one for one in here.ownership.records(upload_id) if may(asking, Permission.SEE, one)]
    games = (here.games.find(one.id) for one in seen)
    return b"".join(here.anonymising.game(game).data for game in games if game is not None)


def _is_open(upload_id: str) -> bool:
    here = archive()
    return here.ownership.is_whole(upload_id) and not here.anonymising.in_upload(upload_id)


def _bytes_in(argument: Any) -> int:
    """Return the number of bytes in an argument, by itself or as one of the fields of a tuple."""
    if isinstance(argument, tuple):
        return sum(map(_bytes_in, argument))
    return len(argument) if isinstance(argument, bytes) else 0


def checked(work: Callable[..., T], *arguments: Any) -> T:
    """Return the result of work that a reader waits for, limited in time, and in the size of all
    its bytes together."""
    most = current_app.config["MAX_CHECK"]
    if sum(map(_bytes_in, arguments)) > most:
        most = size_in_words(most)
        abort(
            413,
            _(
                "At most %(most)s can be judged while you wait. Upload it, and all of it is "
                "judged.",
                most=most,
            ),
        )
    checks = cast(WorkPool, current_app.extensions["checks"])
    try:
        return checks.run(work, *arguments)
    except FAILURES as failure:
        raise unchecked(failure, checks.seconds) from None


def unchecked(failure: Exception, seconds: float) -> HTTPException:
    """Return the error to answer with where a check came to nothing; it may have so many
    seconds."""
    if isinstance(failure, TooLong):
        return UnprocessableEntity(
            _("Judging this takes longer than the %(seconds)s seconds that a check may have. "
              "Upload it to have it judged.", seconds=f"{seconds:g}")
        )  # fmt: skip
    if isinstance(failure, Busy):
        sentence = _(
            "Too many games are being checked just now. Try again in a moment, or upload it."
        )
        return ServiceUnavailable(sentence, retry_after=10)
    logger.error("A check broke off: %s", failure)
    return InternalServerError(
        _("This could not be judged. The fault is ours, and it is noted down.")
    )
