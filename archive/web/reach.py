"""The archive behind the running app, and what an address may ask of it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar, cast

from flask import abort, current_app
from werkzeug.exceptions import ServiceUnavailable

from archive.bounded import Bounded, Broken, Busy
from archive.judging import TooLong
from archive.service import Archive, GameView, UploadView
from archive.web.problems import megabytes

logger = logging.getLogger(__name__)
T = TypeVar("T")


def archive() -> Archive:
    return cast(Archive, current_app.extensions["archive"])


def game_or_404(game_id: str) -> GameView:
    game = archive().game(game_id)
    if game is None:
        abort(404, "There is no game with this address.")
    return game


def upload_or_404(upload_id: str) -> UploadView:
    upload = archive().upload(upload_id)
    if upload is None:
        abort(404, "There is no upload with this address.")
    return upload


def checked(work: Callable[..., T], *arguments: Any) -> T:
    """Work on what somebody wants judged at once, bounded in time, and in the size of all bytes
    together that it is given."""
    most = current_app.config["MAX_CHECK"]
    if sum(len(one) for one in arguments if isinstance(one, bytes)) > most:
        most = megabytes(most)
        abort(413, f"At most {most} can be judged while you wait. Hand it in, and all of it is.")
    checks = cast(Bounded, current_app.extensions["checks"])
    try:
        return checks.run(work, *arguments)
    except TooLong:
        seconds = f"the {checks.seconds:g} seconds that a check may have"
        abort(422, f"Judging this takes longer than {seconds}. Hand it in to have it judged.")
    except Busy:
        sentence = "All that judge while you wait are busy. Try again in a moment, or hand it in."
        raise ServiceUnavailable(sentence, retry_after=10) from None
    except Broken as broken:
        logger.error("A check broke off: %s", broken)
        abort(500, "The engine failed on this. The fault is ours, and it is noted down.")
