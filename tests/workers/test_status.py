"""What a worker's lines say of its tasks: whose they are and how they went, and nothing else."""

import json
import logging
from collections.abc import Iterator

import pytest

from archive import logs
from archive.config import Settings
from archive.runtime.queue import UPLOADS, celery_app, connect
from workers.status import WorkerStatus

pytestmark = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)


@pytest.fixture
def watched(settings: Settings) -> Iterator[WorkerStatus]:
    watched = WorkerStatus()
    watched.begin(connect(settings, "twenties:here:"), UPLOADS)
    yield watched
    watched.end()
    logging.getLogger("celery.app.trace").setLevel(logging.NOTSET)


def test_a_task_s_lines(
    watched: WorkerStatus, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    app = celery_app(settings, "twenties:here:")
    seen: list[str | None] = []
    quoted = " ".join(["Albert", "held", "85542"])

    @app.task(name="twenties.good")
    def good(upload_id: str, first: int, last: int) -> None:
        seen.append(logs.request_id())

    @app.task(name="twenties.bad")
    def bad(upload_id: str) -> None:
        raise ValueError(quoted)

    with caplog.at_level(logging.INFO):
        good.apply(("k7", 1, 25), headers={logs.REQUEST_ID: "asked-by-a-test"})
        bad.apply(("k8",))
    lines = [one for one in caplog.records if one.name == "workers.status"]
    assert [one.getMessage() for one in lines] == ["The task is done", "The task broke off"]
    assert seen == ["asked-by-a-test"]
    assert lines[0].__dict__["span"] == "1-25"
    told = json.loads(logs.formatter("json", "worker").format(lines[1]))
    assert "ValueError" in told["exception"]
    assert "bad" in told["exception"]
    assert not any("Albert" in one.getMessage() for one in caplog.records)
    assert "Albert" not in json.dumps(told)
    assert logs.request_id() is None
