"""The embedded Valkey: one keeper, found again by its socket, nothing forgotten."""

from __future__ import annotations

import os
import signal
import stat
from pathlib import Path

import pytest
from redis import Redis

from archive.config import Settings
from archive.runtime.embedded_broker import ANSWER, SILENT_LOOKS, Embedded, EmbeddedError
from tests.served import wait_until


@pytest.fixture
def settings(environment: dict[str, str]) -> Settings:
    return Settings.from_environment(environment)


def client(server: Embedded) -> Redis:
    return Redis(unix_socket_path=str(server.socket))


def test_it_is_valkey_and_keeps_what_it_is_given(settings: Settings) -> None:
    server = Embedded(settings)
    assert not server.answers()
    server.ensure()
    with client(server) as redis:
        assert redis.info("server")["server_name"] == "valkey"
        assert redis.config_get("port") == {"port": "0"}
        redis.set("kept", "yes")
    assert stat.S_IMODE(server.socket.stat().st_mode) == 0o700
    server.stop()
    assert not server.socket.exists()
    server.ensure()
    with client(server) as redis:
        assert redis.get("kept") == b"yes"
    server.stop()


def test_one_keeps_it_and_others_use_it(settings: Settings) -> None:
    keeper, other = Embedded(settings), Embedded(settings)
    keeper.ensure()
    other.ensure()
    other.stop()  # it is not theirs to stop
    assert keeper.answers()
    keeper.stop()
    assert not other.answers()
    other.ensure()  # nobody keeps it any more
    assert other.answers()
    other.stop()


def test_a_dead_server_is_started_again(settings: Settings) -> None:
    server = Embedded(settings)
    server.ensure()
    with client(server) as redis:
        redis.set("kept", "yes")
        log = settings.instance / "valkey" / "appendonlydir"
        wait_until(lambda: any(b"kept" in one.read_bytes() for one in log.glob("*.aof")))
        number = int(redis.info("server")["process_id"])
    os.kill(number, signal.SIGKILL)
    wait_until(lambda: not server.answers())
    server.ensure()
    with client(server) as redis:
        assert redis.get("kept") == b"yes"
    server.stop()


def process_id(server: Embedded) -> int:
    with client(server) as redis:
        return int(redis.info("server")["process_id"])


def test_one_that_refuses_is_not_dead(settings: Settings) -> None:
    """On a full disk a server answers not even PING; a second one would write to the same files."""
    server = Embedded(settings)
    server.ensure()
    number = process_id(server)
    with client(server) as redis:
        redis.execute_command("ACL", "SETUSER", "default", "-ping")
    assert server.answers()
    server.ensure()
    assert process_id(server) == number
    server.stop()


def test_one_that_hangs_is_ended_before_another_is_started(settings: Settings) -> None:
    """It is silent at several looks in a row; at one, it may just be at its disk."""
    server = Embedded(settings)
    server.ensure()
    number = process_id(server)
    server.answer = 0.05
    os.kill(number, signal.SIGSTOP)
    for _ in range(SILENT_LOOKS - 1):
        server.ensure()
        assert Path(f"/proc/{number}").exists()
    server.ensure()
    server.answer = ANSWER
    assert process_id(server) != number
    assert not Path(f"/proc/{number}").exists()
    server.stop()


def test_files_that_cannot_be_read_are_set_aside(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    """The queue is a hint, the database has the truth: better an empty one than none."""
    server = Embedded(settings)
    server.ensure()
    with client(server) as redis:
        redis.set("kept", "yes")
    server.stop()
    folder = settings.instance / "valkey"
    (written,) = folder.glob("appendonlydir/*.incr.aof")
    written.write_bytes(b"no command\r\n" + written.read_bytes())
    with pytest.raises(EmbeddedError):
        server.ensure()
    server.ensure()
    with client(server) as redis:
        assert redis.get("kept") is None
    assert b"no command" in (folder / "unreadable" / written.name).read_bytes()
    assert "set aside" in caplog.text
    server.stop()


def test_an_orphan_is_used_and_stopped_in_the_end(settings: Settings) -> None:
    if child := os.fork():
        os.waitpid(child, 0)
    else:
        Embedded(settings).ensure()
        os._exit(0)  # without a farewell, as a killed process
    server = Embedded(settings)
    assert server.answers()
    with client(server) as redis:
        number = int(redis.info("server")["process_id"])
        server.ensure()
        assert int(redis.info("server")["process_id"]) == number
    server.stop()
    assert not server.answers()


def test_a_deep_instance_has_its_socket_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = Settings.from_environment({}, instance=tmp_path / ("d" * 100))
    server = Embedded(deep)
    server.ensure()
    try:
        assert server.answers()
        assert stat.S_IMODE(server.socket.parent.stat().st_mode) == 0o700
    finally:
        server.stop()
        server.socket.parent.rmdir()

    server.socket.parent.symlink_to(tmp_path)  # somebody else was here first
    try:
        with pytest.raises(EmbeddedError, match="another user"):
            server.ensure()
    finally:
        server.socket.parent.unlink()


def test_a_server_that_cannot_start_says_where_to_look(settings: Settings) -> None:
    server = Embedded(settings)
    (settings.instance / "valkey").mkdir()
    (settings.instance / "valkey" / "appendonlydir").write_text("not a folder")
    with pytest.raises(EmbeddedError, match=r"valkey\.log"):
        server.ensure()
    server.stop()
