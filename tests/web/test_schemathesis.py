"""The API answers whatever it is asked, and answers as it is described: requests made up from its
description, the same ones on every run. `make schemathesis` makes up many more, against an archive
that runs."""

import zlib
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from archive.config import Settings
from archive.made_up_games import chosen_for, invented
from archive.notation import write
from archive.services import Visibility
from archive.services.permissions import Role, Scope
from archive.web import create_app
from tests.empty import empty_archive
from tests.uploaded import judged_upload

pytestmark = [pytest.mark.slow, pytest.mark.broad]

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
OFTEN = "1000000"
"""So many requests a minute that nothing is limited."""
KNOWN: dict[str, list[str]] = {
    "game": ["twenty", "zwanzig-ab", "count-to-20", "twenty-two"],
    "clause": ["4.1", "1.1"],
    "tag": ["cup"],
}
"""What stands in addresses and is there; the fixture adds what it has made."""
HEADERS: dict[str, str] = {}


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The description of a running app, in which there is something of everything."""
    rates = ("UPLOAD", "CHECK", "WRITE", "SIGN_IN")
    variables = {f"TWENTIES_{rate}_RATE": OFTEN for rate in rates}
    folder = tmp_path_factory.mktemp("described") / "instance"
    archive = empty_archive(Settings.from_environment(variables, instance=folder))
    app = create_app(archive.settings, archive)
    owner = archive.accounts.create("Anna", "a long password", Role.ADMIN).id
    games = []
    for game in ("twenty", "zwanzig-ab"):
        for seed in range(3):
            record = next(invented(chosen_for(game, None, None), seed, "wrong-score"))
            found = judged_upload(
                archive,
                write(record).encode(),
                filename=f"{game}.xxn",
                visibility=Visibility.PUBLIC,
                owner_id=owner,
            )
            upload = found.id
            games.append(found.games[0].id)
            KNOWN.setdefault("upload_id", []).append(upload)
    players = [seated.player_id for seated in archive.anonymising.seats(games[0])]
    KNOWN.update(
        game_id=games, against_id=games, account_id=[owner], player_id=players, other_id=players
    )
    KNOWN["collection_id"] = [archive.collections.make(owner, "Games worth a look")]
    _, token = archive.accounts.make_token(owner, "everything", [*Scope])
    HEADERS["Authorization"] = f"Bearer {token}"
    yield schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
    archive.close()


def test_every_operation_answers_as_it_is_described(api: Any) -> None:
    operations = [one.ok() for one in api.get_all_operations()]
    assert len(operations) > 50
    wrong = []
    for operation in operations:
        try:
            _try(operation)
        except Exception as failure:
            wrong.append(f"{operation.method.upper()} {operation.path}: {failure}")
    assert not wrong, "\n\n".join(wrong)


def _try(operation: Any) -> None:
    """A few requests to one operation."""

    @given(case=operation.as_strategy())
    @settings(
        max_examples=2,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[*HealthCheck],
    )
    def ask(case: Any) -> None:
        for name, said in (case.path_parameters or {}).items():
            case.path_parameters[name] = _known(name, said)
        if case.headers:
            case.headers.pop("If-Match", None)  # made up, it would refuse every change
        case.call_and_validate(headers=dict(HEADERS), checks=CHECKS)

    ask()


def _known(name: str, said: Any) -> Any:
    """Mostly something that is there, in place of what was made up."""
    known = KNOWN.get(name)
    number = zlib.crc32(str(said).encode("utf-8", "replace"))
    return known[number % len(known)] if known and number % 4 else said
