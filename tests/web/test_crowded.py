"""More asked at once than there are connections to PostgreSQL: refused in words, and soon over."""

from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from itertools import islice

import pytest
from werkzeug.test import TestResponse

from archive.services import Archive, Unreachable
from archive.web import create_app
from tests.web.people import token_of

FEW, MANY = 3, 9


@pytest.mark.parametrize("settings", ["postgresql"], indirect=True)
def test_beyond_its_connections_it_says_when_to_come_back_and_is_itself_again(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = Archive(replace(archive.settings, database_connections=FEW))
    monkeypatch.setattr(few.database.engine.pool, "_timeout", 0.2)
    app = create_app(few.settings, few)

    def ask() -> TestResponse:
        return app.test_client().get("/games")

    with ThreadPoolExecutor(MANY) as pool:
        with archive.database.writing() as session:
            session.connection().exec_driver_sql("LOCK TABLE record IN ACCESS EXCLUSIVE MODE")
            asked = [pool.submit(ask) for _ in range(MANY)]
            refused = [*islice(as_completed(asked), MANY - FEW)]
            assert few.ready()["database"]
        for one in refused:
            answer = one.result()
            assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
            assert "All connections to the database are in use." in answer.text
        waited = [one.result().status_code for one in asked if one not in refused]
    assert waited == [200] * FEW
    assert ask().status_code == 200
    few.close()


@pytest.mark.parametrize("address", ["/api/v1/account", "/sign-up"])
def test_a_database_that_is_away_is_not_taken_for_a_refusal(
    archive: Archive, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    def away(*_: object) -> None:
        raise Unreachable("It does not answer.")

    monkeypatch.setattr(archive.accounts, "sign_up", away)
    client = create_app(archive.settings, archive).test_client()
    said = {"name": "Anna", "password": "a quiet evening"}
    if address.startswith("/api/"):
        answer = client.post(address, json=said)
    else:
        token = token_of(client, address)
        answer = client.post(address, data={**said, "again": said["password"], "csrf_token": token})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
