"""Taking an upload in, by the page or by a program; and whose it is where nobody has signed in."""

from __future__ import annotations

import io
from typing import Final

from flask import request, session
from werkzeug.exceptions import UnprocessableEntity

from archive import logs
from archive.core.addresses import network
from archive.services import Receipt, UploadView, Visibility
from archive.services.permissions import Permission, Subject, may
from archive.services.uploads import DiskFull, Key, KeyTaken
from archive.web.auth import require, who
from archive.web.language import _, told
from archive.web.lookup import archive
from archive.web.upload_files import InsufficientStorage
from archive.web.upload_input import Handed

HANDED_IN: Final = "handed_in"
MOST_REMEMBERED: Final = 20
LONGEST_KEY: Final = 255


def take(
    handed: Handed, *, source: str, visibility: Visibility, ranks: str, key: str | None = None
) -> Receipt:
    """Keep what was uploaded and have it judged."""
    asking = require(Permission.UPLOAD)
    if asking.account_id is None and visibility is Visibility.PRIVATE:
        raise UnprocessableEntity(
            _("What is private is for its owner alone: sign in first, or upload it as unlisted.")
        )
    if key is not None and not (0 < len(key) <= LONGEST_KEY and key.isprintable()):
        raise UnprocessableEntity(
            _("An Idempotency-Key has 1 to %(most)s characters.", most=LONGEST_KEY)
        )
    if not handed.file.seek(0, io.SEEK_END):
        raise UnprocessableEntity(_("There is nothing in it: not one byte came."))
    whose = "" if asking.account_id else network(request.remote_addr or "")
    try:
        receipt = archive().hand_in(
            handed.file,
            filename=handed.filename,
            source=source,
            visibility=visibility,
            ranks=ranks,
            owner_id=asking.account_id,
            trace=logs.request_id(),
            key=None if key is None else Key(key, whose),
        )
    except DiskFull as full:
        raise InsufficientStorage from full
    except KeyTaken as taken:
        raise UnprocessableEntity(told(taken)) from taken
    if not receipt.new:
        archive().read_again(receipt.upload_id)  # more may be read of it today
    if source == "page" and asking.account_id is None and receipt.new:
        session[HANDED_IN] = [receipt.upload_id, *session.get(HANDED_IN, [])][:MOST_REMEMBERED]
    return receipt


def may_steer(upload: UploadView) -> bool:
    """Return whether whoever asks may cancel this upload and have it gone on with: its owner; of
    what nobody owns the browser that uploaded it, and moderators."""
    if may(who(), Permission.CHANGE, Subject.of(upload)):
        return True
    return upload.owner_id is None and upload.id in session.get(HANDED_IN, [])
