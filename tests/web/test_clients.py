"""A client made from the description by openapi-python-client uploads, waits and reads a verdict.

`make clients` makes one for TypeScript as well, and has it type-checked and run.
"""

import importlib
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from types import ModuleType
from typing import Any, Protocol

import pytest

from archive.web.api import description
from tests.served import Served, wait_until

from .conftest import ROOT

pytestmark = pytest.mark.slow

FLAWED = ROOT / "fixtures/twenty/flawed/points-one-too-few.xxn"


class Part(Protocol):
    """Imports a module of the generated package."""

    def __call__(self, name: str) -> Any: ...


@pytest.fixture(scope="module")
def part(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Part]:
    folder = tmp_path_factory.mktemp("clients")
    (folder / "openapi.json").write_bytes(description())
    (folder / "settings.yaml").write_text("post_hooks: []\n")
    arguments = ["--path", "openapi.json", "--meta", "none", "--config", "settings.yaml"]
    program = [sys.executable, "-m", "openapi_python_client", "generate"]
    made = subprocess.run(
        [*program, *arguments, "--output-path", "made_client"],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stdout + made.stderr
    assert "ERROR" not in made.stdout + made.stderr

    def load(name: str) -> ModuleType:
        return importlib.import_module(f"made_client.{name}")

    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield load
    for name in [name for name in sys.modules if name.partition(".")[0] == "made_client"]:
        del sys.modules[name]


def test_a_client_uploads_waits_and_reads_the_verdict(part: Part, served: Served) -> None:
    client = part("client").Client(base_url=served.address)
    body, file = part("models.upload_records_files_body"), part("types").File
    form = body.UploadRecordsFilesBody(
        file=file(payload=BytesIO(FLAWED.read_bytes()), file_name="evening.xxn"),
        visibility=body.UploadRecordsFilesBodyVisibility.UNLISTED,
    )
    answer = part("api.uploads.upload_records").sync_detailed(client=client, body=form)
    upload = answer.parsed
    assert answer.status_code in (200, 202)
    assert (upload.filename, upload.visibility) == ("evening.xxn", "unlisted")
    assert answer.headers["Location"].endswith(upload.id)

    follow = part("api.uploads.get_upload")
    wait_until(lambda: follow.sync(upload.id, client=client).state == "done")
    (game,) = follow.sync(upload.id, client=client).games
    verdict = part("api.games.get_verdict").sync(game.id, client=client)
    assert verdict.answers.arithmetic == "refuted"
    (finding,) = verdict.findings
    assert (finding.code, finding.line) == ("wrong-points", 20)


def test_a_client_sends_bytes_and_is_told_what_is_wrong(part: Part, served: Served) -> None:
    client = part("client").Client(base_url=served.address)
    file = part("types").File(payload=BytesIO(FLAWED.read_bytes()))
    checks = part("api.verify.verify_records").sync(client=client, body=file, analysis=False)
    assert [verdict.answers.legality for verdict in checks.verdicts] == ["upheld"]
    problem = part("api.games.get_game").sync("nothing", client=client)
    assert (problem.status, bool(problem.detail)) == (404, True)
    page = part("api.search.find_games").sync(client=client, min_=-5, limit=1)
    assert isinstance(page.facets.total, int)
