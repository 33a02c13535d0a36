"""The archive behind the running app, and what an address may ask of it."""

from __future__ import annotations

from typing import cast

from flask import abort, current_app

from archive.service import Archive, GameView, UploadView


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
