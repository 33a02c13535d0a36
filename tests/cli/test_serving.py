"""`serve`, `web`, `worker`, `migrate`: what a person types, run for real."""

import os
import socket
import subprocess
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from archive.cli import main
from tests.served import BACKSTOP, TWENTIES, address

Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def start(environment: dict[str, str], tmp_path: Path) -> Iterator[Start]:
    """Start a command of ours in an empty folder; whatever still runs is stopped at the end."""
    started = []

    def start(*arguments: str, **variables: str) -> subprocess.Popen[str]:
        with (tmp_path / "log").open("a") as log:
            process = subprocess.Popen(
                [TWENTIES, *arguments],
                env={**os.environ, **environment, **variables},
                cwd=tmp_path,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.terminate()
            process.wait(BACKSTOP)


def run(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [TWENTIES, *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=BACKSTOP,
        check=False,
    )


def said(environment: dict[str, str], *arguments: str) -> Result:
    """Return what a command says that starts nothing, run in this process."""
    nowhere = dict.fromkeys(("DATABASE_URL", "REDIS_URL"))
    return CliRunner().invoke(main, arguments, env={**nowhere, **environment})


def test_a_port_that_is_taken(environment: dict[str, str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for command in ("serve", "web"):
            answer = said(environment, command, "--port", port)
            assert answer.exit_code == 1
            assert answer.stderr.count("\n") == 1
            assert f"port {port} already" in answer.stderr
    assert not Path(environment["TWENTIES_INSTANCE"], "archive.sqlite3").exists()


def test_a_host_that_is_not_here(environment: dict[str, str]) -> None:
    answer = said(environment, "serve", "--host", "192.0.2.1")
    assert answer.exit_code == 1
    assert answer.stderr.startswith("Error: Cannot listen on 192.0.2.1")


def test_settings_that_cannot_be_used(environment: dict[str, str]) -> None:
    answer = run({**environment, "TWENTIES_WORKERS": "many"}, "serve")
    assert answer.returncode == 1
    assert answer.stderr == "Error: TWENTIES_WORKERS is “many”, which is not a number.\n"


def test_web_alone_wants_a_migrated_database(
    start: Start, environment: dict[str, str], record: bytes, tmp_path: Path
) -> None:
    for command in ("web", "worker"):
        refusal = said(environment, command)
        assert refusal.exit_code == 1
        assert "twenties migrate" in refusal.stderr
    assert said(environment, "migrate").stdout == "The database was migrated.\n"
    assert said(environment, "migrate").stdout == "The database was up to date.\n"

    process = start("web")
    with urllib.request.urlopen(address(process, tmp_path / "log"), timeout=BACKSTOP) as answer:
        assert answer.status == 200
    process.terminate()
    assert process.wait(BACKSTOP) == 0


def test_a_database_that_cannot_be_reached(environment: dict[str, str]) -> None:
    environment["DATABASE_URL"] = "postgresql://u:secret@127.0.0.1:1/d"
    answer = said(environment, "migrate")
    assert answer.exit_code == 1
    assert answer.stderr.startswith("Error: The database postgresql+psycopg://u:***@127.0.0.1:1/d")
