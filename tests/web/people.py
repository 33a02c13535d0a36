"""People of every role, signed in or with a token, and things of one of them to look at."""

import atexit
import re
import shutil
import tempfile
from base64 import b64encode
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from archive.config import Settings
from archive.services import Archive, Visibility
from archive.services.permissions import Role, Scope
from archive.web import create_app
from tests.empty import empty_archive
from tests.uploaded import analysed_upload

PASSWORD = "a long enough one"
ROLES = {
    "owner": Role.MEMBER, "member": Role.MEMBER, "arbiter": Role.ARBITER,
    "moderator": Role.MODERATOR, "admin": Role.ADMIN,
}  # fmt: skip
TOKENS: dict[str, tuple[str, set[Scope]]] = {
    "owner's token to read": ("owner", {Scope.READ}),
    "owner's token to upload": ("owner", {Scope.UPLOAD}),
    "owner's token to write": ("owner", {Scope.READ, Scope.WRITE}),
    "member's token for all": ("member", {*Scope}),
    "moderator's token to write": ("moderator", {Scope.READ, Scope.WRITE}),
    "moderator's token to moderate": ("moderator", {Scope.MODERATE}),
}
STATES = ("private", "unlisted", "public", "hidden")


class Inline:
    """Checks in this very process: no other is started, and what a test has patched is heeded."""

    seconds = 50.0

    def run(self, work: Any, *arguments: Any) -> Any:
        return work(*arguments)


@dataclass
class Thing:
    """An upload of the owner's, its one game, and a collection in the same state."""

    upload: str
    game: str
    collection: str


@dataclass
class House:
    """An archive with people and things in it."""

    app: Flask
    archive: Archive
    ids: dict[str, str]
    tokens: dict[str, str]
    things: dict[str, Thing]
    verdicts: dict[str, str] = field(default_factory=dict)

    def verdict_of(self, game: str) -> str:
        """Return the id of a game's first verdict, looked up once."""
        if game not in self.verdicts:
            self.verdicts[game] = self.archive.corrections.of(game)[0].verdicts[0].id
        return self.verdicts[game]

    def client(self, asker: str) -> FlaskClient:
        """Somebody's browser or program; `nobody` has signed in nowhere."""
        client = self.app.test_client()
        if asker in self.tokens:
            client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {self.tokens[asker]}"
        elif asker != "nobody":
            sign_in(client, asker)
        return client


def build(folder: Path, record: bytes) -> House:
    """A house with room for as many requests as a test likes: a copy of the first one there was."""
    made, ids, tokens, things = _furnished(record)
    archive = Archive(_roomy(shutil.copytree(made, folder)))
    app = create_app(archive.settings, archive)
    return House(app, archive, {**ids}, {**tokens}, {**things})


def _roomy(folder: Path) -> Settings:
    settings = Settings.from_environment({"TWENTIES_MAX_UPLOAD": "1M"}, instance=folder)
    much = dict.fromkeys(
        ("write_rate", "read_rate", "sign_in_rate", "upload_rate", "check_rate"), 1_000_000
    )
    return replace(settings, **much)  # type: ignore[arg-type]


@cache
def _furnished(record: bytes) -> tuple[Path, dict[str, str], dict[str, str], dict[str, Thing]]:
    """Return the folder of an archive that is closed, with people and things in it, by name."""
    folder = Path(tempfile.mkdtemp(prefix="twenties-house-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    archive = empty_archive(_roomy(folder / "instance"))
    accounts = archive.accounts
    ids = {name: accounts.create(name, PASSWORD, role).id for name, role in ROLES.items()}
    accounts.set_role(ids["member"], Role.ADMIN)  # once; a token of then can do no more than now
    tokens = {
        name: accounts.make_token(ids[whose], name, scopes)[1]
        for name, (whose, scopes) in TOKENS.items()
    }
    accounts.set_role(ids["member"], Role.MEMBER)
    things = {}
    for number, state in enumerate(STATES):
        visibility = Visibility("public" if state == "hidden" else state)
        things[state] = _put(archive, record + b"\n" * number, visibility, ids["owner"])
        if state == "hidden":
            archive.moderation.hide(things[state].game, by=ids["moderator"])
    archive.close()
    return folder / "instance", ids, tokens, things


def add_thing(house: House, record: bytes, visibility: Visibility, owner: str = "owner") -> Thing:
    """Another upload of somebody's, judged, and a collection it is in."""
    return _put(house.archive, record, visibility, house.ids.get(owner))


def _put(archive: Archive, record: bytes, visibility: Visibility, owner_id: str | None) -> Thing:
    found = analysed_upload(
        archive, record, filename="game.xxn", visibility=visibility, owner_id=owner_id
    )
    collection = ""
    if owner_id is not None:
        collection = archive.collections.make(owner_id, "Evenings", visibility=visibility)
        archive.collections.put(collection, found.games[0].id)
    return Thing(found.id, found.games[0].id, collection)


def sign_in(client: FlaskClient, name: str, password: str = PASSWORD, **more: Any) -> Any:
    """Sign in at the page, as a browser does."""
    return submit(client, "/sign-in", "/sign-in", name=name, password=password, **more)


def submit(client: FlaskClient, path: str, page: str = "/", **said: Any) -> TestResponse:
    """Return the answer to a form that is sent with the token a page's form carries."""
    return client.post(path, data={"csrf_token": token_of(client, page), **said})


def basic(name: str, password: str = PASSWORD) -> dict[str, str]:
    """Return the header by which a program says who it is, as the API's own account wants it."""
    return {"Authorization": "Basic " + b64encode(f"{name}:{password}".encode()).decode()}


def token_of(client: FlaskClient, page: str = "/") -> str:
    """The token a page's form carries."""
    found = re.search(r'name="csrf_token" value="([^"]+)"', client.get(page).text)
    return found[1]
