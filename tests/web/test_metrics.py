"""/metrics: what is counted, and who may read it."""

from dataclasses import replace

import pytest
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from archive.ops.metrics import JudgedCounts
from archive.ops.worker_status import of_worker
from archive.runtime.embedded_broker import Embedded
from archive.runtime.queue import UPLOADS
from archive.services import Archive
from archive.web import create_app
from tests.uploaded import judged_upload

TOKEN = "a token for Prometheus"

pytestmark = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)


def read(client: FlaskClient) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    with client.get("/metrics") as answer:
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "no-store"
        return {
            (sample.name, frozenset(sample.labels.items())): sample.value
            for family in text_string_to_metric_families(answer.text)
            for sample in family.samples
        }


def of(**labels: str) -> frozenset[tuple[str, str]]:
    return frozenset(labels.items())


@pytest.fixture
def client(archive: Archive) -> FlaskClient:
    return create_app(archive.settings, archive).test_client()


def test_requests_are_counted(client: FlaskClient) -> None:
    for _ in range(3):
        with client.get("/health/live"):
            pass
    with client.open("/health/live", method="BREW"):
        pass
    found = read(client)
    counted = of(endpoint="health.live", method="GET", status="200")
    assert found["twenties_requests_total", counted] == 3
    assert found["twenties_requests_total", of(endpoint="none", method="other", status="405")] == 1
    assert found["twenties_request_seconds_count", of(endpoint="health.live")] == 3
    assert found["twenties_requests_running", of()] == 1  # this one


def test_the_archive_is_counted(
    client: FlaskClient, archive: Archive, record: bytes, queue_server: Embedded
) -> None:
    redis = archive.queue.client
    presence, tally = of_worker(redis, UPLOADS), JudgedCounts()
    presence.begin()
    archive.judging.judge_with = tally.timed(archive.judging.judge_with)
    judged_upload(archive, record * 2)
    archive.uploads.hand_in(record, filename=None, source="test")
    tally.task("receive", broken=False)
    tally.hand_on(redis)
    found = read(client)
    assert found["twenties_database_up", of()] == 1
    assert found["twenties_broker_up", of()] == 1
    assert found["twenties_uploads", of(state="done")] == 1
    assert found["twenties_uploads", of(state="queued")] == 1
    assert found["twenties_records", of(state="judged")] == 2
    assert found["twenties_queue_depth", of()] == 2  # nobody took the message of the first either
    assert found["twenties_records_handled_total", of(outcome="judged")] == 2
    assert found["twenties_record_seconds_count", of()] == 2
    assert found["twenties_record_seconds_bucket", of(le="+Inf")] == 2
    assert found["twenties_record_seconds_sum", of()] > 0
    assert found["twenties_tasks_total", of(task="receive")] == 1
    presence.end()


def test_what_is_away_is_said(client: FlaskClient) -> None:
    found = read(client)
    assert found["twenties_broker_up", of()] == 0
    assert ("twenties_queue_depth", of()) not in found


def test_this_machine_alone_may_read_it(client: FlaskClient) -> None:
    elsewhere = {"REMOTE_ADDR": "192.0.2.7"}
    assert client.get("/metrics", environ_overrides=elsewhere).status_code == 403
    assert client.get("/metrics", environ_overrides={"REMOTE_ADDR": "::1"}).status_code == 200
    for header in ("X-Forwarded-For", "Forwarded", "X-Real-IP"):  # a proxy nobody told us about
        assert client.get("/metrics", headers={header: "127.0.0.1"}).status_code == 403


def test_behind_a_proxy_it_is_the_visitor_who_asks(archive: Archive) -> None:
    client = create_app(replace(archive.settings, proxies=1), archive).test_client()
    from_elsewhere = {"X-Forwarded-For": "192.0.2.7"}
    assert client.get("/metrics", headers=from_elsewhere).status_code == 403
    assert client.get("/metrics").status_code == 200


def test_whoever_has_the_token_may(archive: Archive) -> None:
    app = create_app(replace(archive.settings, metrics_token=TOKEN), archive)
    client = app.test_client()
    assert client.get("/metrics").status_code == 403
    for wrong in ("Bearer no", f"Basic {TOKEN}", TOKEN, "Bearer ü"):
        assert client.get("/metrics", headers={"Authorization": wrong}).status_code == 403
    elsewhere = {"REMOTE_ADDR": "192.0.2.7"}
    sent = {"Authorization": f"Bearer {TOKEN}"}
    assert client.get("/metrics", headers=sent, environ_overrides=elsewhere).status_code == 200
