"""The web server over real sockets: slow clients, refusals, bodies and streams."""

import errno
import http.client
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from archive.server.connection import Patience
from archive.server.running import Server
from archive.web.pages.monitoring import ADDRESSES as HEALTH
from archive.web.security_headers import HEADERS
from tests.served import BACKSTOP

THREADS = 2
LARGEST = 1 << 20
ENDLESS = threading.Event()
AT_WORK = threading.Event()


def pages(environ: dict[str, Any], start: Any) -> Any:
    """A small application that shows what it was asked."""
    path = environ["PATH_INFO"]
    if path == "/broken":
        raise RuntimeError("on purpose")
    if path == "/broken-later":
        start("200 OK", [("Content-Type", "text/plain")])
        return broken_later()
    if path == "/name":
        start("200 OK", [("Content-Disposition", "\u0142")])
        return [b""]
    if path == "/control":
        start("200 OK", [("Location", "/a\0b")])
        return [b""]
    if path == "/at-work":
        AT_WORK.wait(BACKSTOP)
        start("200 OK", [])
        return [b"done"]
    if path == "/endless":
        start("200 OK", [])
        return endless()
    if path == "/events":
        start("200 OK", [("Content-Type", "text/event-stream")])
        return watched()
    if path == "/too-large":
        start("413 Request Entity Too Large", [("Content-Length", "2")])
        return [b"no"]
    body = environ["wsgi.input"].read()
    told = "\n".join(f"{key}={environ[key]!r}" for key in sorted(environ) if key[:4] != "wsgi")
    said = f"{len(body)} bytes\n{told}".encode()
    start("200 OK", [("Content-Length", str(len(said)))])
    return [said]


def broken_later() -> Iterator[bytes]:
    yield b"x" * 1_000_000
    raise RuntimeError("on purpose")


def watched() -> Iterator[bytes]:
    yield b"retry: 3000\n\n"
    while True:
        threading.Event().wait(0.02)
        yield b": still here\n\n"


def endless() -> Iterator[bytes]:
    try:
        while True:
            yield b"x" * 100_000
    finally:
        ENDLESS.set()


@contextmanager
def running(
    folder: Path, *, connections: int = 400, force: bool = True, **patience: Any
) -> Iterator[tuple[str, int]]:
    """A server on a free port, stopped at the end: by force, or when it has let everyone go."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    server = Server(
        pages,
        threads=THREADS,
        connections=connections,
        largest=LARGEST,
        folder=folder,
        grace=1,
        patience=Patience(**patience),
    )
    thread = threading.Thread(target=server.run, args=([listener],))
    address = listener.getsockname()
    thread.start()
    try:
        yield address
    finally:
        server.should_exit, server.force_exit = True, force
        thread.join()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    with running(tmp_path_factory.mktemp("spool")) as found:
        yield found


def ask(
    address: tuple[str, int], path: str = "/", method: str = "GET", **more: Any
) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection(*address, timeout=BACKSTOP)
    try:
        connection.request(method, path, **more)
        answer = connection.getresponse()
        return answer, answer.read()
    finally:
        connection.close()


def sent(address: tuple[str, int], data: bytes, *, read: bool = True) -> bytes:
    """What comes back for these bytes until the server closes."""
    with socket.create_connection(address, timeout=BACKSTOP) as connection:
        connection.sendall(data)
        found = b""
        while read and (piece := connection.recv(65536)):
            found += piece
        return found


HALF = {
    "silent": b"",
    "half a head": b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
    "half a body": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nabc",
    "half a chunk": b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n100\r\nabc",
    "reads nothing": b"GET /endless HTTP/1.1\r\nHost: x\r\n\r\n",
}


@pytest.mark.parametrize("said", [one for one in HALF if one != "reads nothing"])
def test_half_open_connections_hold_no_thread(address: tuple[str, int], said: str) -> None:
    with ExitStack() as held:
        for _ in range(20 * THREADS):
            one = held.enter_context(socket.create_connection(address))
            one.sendall(HALF[said])
        for _ in range(5):
            assert ask(address)[0].status == 200


def test_health_waits_behind_no_work(address: tuple[str, int]) -> None:
    """Not even behind what the same address has asked for."""
    work = b"GET /at-work HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with ExitStack() as held:
        held.callback(AT_WORK.set)
        asking = [
            held.enter_context(socket.create_connection(address, timeout=BACKSTOP))
            for _ in range(3 * THREADS)
        ]
        for one in asking:
            one.sendall(work)
        for path in sorted(HEALTH):
            assert ask(address, path)[0].status == 200
            assert not AT_WORK.is_set()
        AT_WORK.set()
        assert all(one.recv(100).startswith(b"HTTP/1.1 200") for one in asking)


def test_readers_who_do_not_read_do_not_hold_all_threads(address: tuple[str, int]) -> None:
    ENDLESS.clear()
    with ExitStack() as held:
        for _ in range(3 * THREADS):
            one = held.enter_context(socket.create_connection(address))
            one.sendall(HALF["reads nothing"])
        assert ask(address)[0].status == 200
        assert ENDLESS.wait(BACKSTOP)  # one of them was cut off, and its answer was closed


def test_a_stream_whose_reader_has_gone_is_closed(address: tuple[str, int]) -> None:
    ENDLESS.clear()
    with socket.create_connection(address, timeout=BACKSTOP) as connection:
        connection.sendall(HALF["reads nothing"])
        assert connection.recv(1000)
    assert ENDLESS.wait(BACKSTOP)


def test_half_a_head_is_told_and_closed_after_its_time(tmp_path: Path) -> None:
    with running(tmp_path, head=0.5) as address:
        found = sent(address, HALF["half a head"])
        assert found.startswith(b"HTTP/1.1 408 ")
        assert b"content-security-policy" in found.lower()
        assert sent(address, b"") == b""


def test_a_body_that_dribbles_is_closed_and_its_file_is_gone(tmp_path: Path) -> None:
    with running(tmp_path, grace=0.5) as address:
        assert sent(address, HALF["half a body"]) == b""


def test_a_body_half_sent_holds_no_stop_up(tmp_path: Path) -> None:
    with ExitStack() as held:
        with running(tmp_path, force=False) as address:
            slow = held.enter_context(socket.create_connection(address, timeout=BACKSTOP))
            slow.sendall(HALF["half a body"])
            assert ask(address)[0].status == 200
        with slow.makefile("rb") as told:
            assert told.read().startswith(b"HTTP/1.1 500 ")


def test_beyond_the_limit_those_go_that_keep_it_waiting(tmp_path: Path) -> None:
    with running(tmp_path, connections=16) as address, ExitStack() as held:
        silent = [held.enter_context(socket.create_connection(address)) for _ in range(16)]
        assert ask(address)[0].status == 200
        silent[0].settimeout(BACKSTOP)
        assert silent[0].recv(1) == b""


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n", 400),
        (b"GET http://[::1/about HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        (b"GET HTTPS://]/ HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"x" * 20_000, 431),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"x" * 17_000 + b"\r\n\r\n", 431),
        (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
    ],
)
def test_what_is_no_request_is_refused_with_all_headers(
    address: tuple[str, int], data: bytes, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    head, _, body = sent(address, data).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    names = {line.partition(b":")[0].decode().lower() for line in head.split(b"\r\n")[1:]}
    assert names >= {name.lower() for name in HEADERS}
    assert body.decode().endswith(".")
    assert not [one for one in caplog.records if one.exc_info]  # a stranger could fill the log


@pytest.mark.parametrize(
    "data",
    [
        b"GET /a HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc",
        b"\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n\r\nGET /a HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
)
def test_a_client_that_sends_no_more_is_answered(address: tuple[str, int], data: bytes) -> None:
    with socket.create_connection(address, timeout=BACKSTOP) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        said = b""
        while piece := connection.recv(65536):
            said += piece
    assert said.count(b"200 OK") == data.count(b"HTTP/1.1")
    assert b"PATH_INFO='/a'" in said


def test_a_watcher_that_leaves_is_let_go(address: tuple[str, int]) -> None:
    """An answer without an end is no use to one that sends no more, as a browser that has left."""
    with socket.create_connection(address, timeout=BACKSTOP) as connection:
        connection.sendall(b"GET /events HTTP/1.1\r\nHost: x\r\n\r\n")
        assert connection.recv(1000)
        connection.shutdown(socket.SHUT_WR)
        assert any(connection.recv(64) == b"" for _ in range(300))


@pytest.mark.parametrize("path", ["/broken", "/name", "/control"])
def test_what_breaks_outside_the_pages_carries_all_headers(
    address: tuple[str, int], path: str
) -> None:
    answer, body = ask(address, path)
    assert answer.status == 500
    assert all(answer.headers[name] == value for name, value in HEADERS.items())
    assert b"on purpose" not in body


def test_an_answer_that_breaks_off_is_seen_to_be_half(address: tuple[str, int]) -> None:
    with pytest.raises((http.client.IncompleteRead, ConnectionResetError)):
        ask(address, "/broken-later")


def test_a_body_arrives_whole_in_pieces_or_chunks(address: tuple[str, int]) -> None:
    data = b"0123456789" * 50_000
    for body in (data, iter([data[:7_000], data[7_000:]])):
        answer, said = ask(address, "/", "POST", body=body)
        assert (answer.status, said.split(b"\n")[0]) == (200, b"500000 bytes")
        assert b"CONTENT_LENGTH='500000'" in said


def test_a_body_that_is_too_large_is_not_read(address: tuple[str, int]) -> None:
    """The pages see by its length what it is, and answer; then the rest is let go by."""
    answer, said = ask(address, "/too-large", "POST", body=b"x" * (LARGEST + 1))
    assert (answer.status, said) == (413, b"no")
    _, said = ask(address, "/", "POST", body=iter([b"x" * (LARGEST + 1)]))
    assert said.startswith(b"0 bytes")
    assert f"CONTENT_LENGTH='{LARGEST + 1}'".encode() in said


def test_a_disk_without_room_is_the_pages_to_tell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("archive.server.request._write", full)
    with running(tmp_path) as address:
        answer, _ = ask(address, "/", "POST", body=b"x" * 500_000)
        assert answer.status == 500  # here; the archive's pages answer 507


@pytest.mark.parametrize("number", [errno.EMFILE, errno.EIO, errno.ENOENT])
def test_a_body_that_cannot_be_kept_is_told_with_all_headers(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    number: int,
) -> None:
    def fail(*_: Any) -> None:
        raise OSError(number, "on purpose")

    folder = tmp_path / "spool"
    folder.mkdir()
    if number == errno.ENOENT:  # for once as it happens
        folder.rmdir()
    else:
        monkeypatch.setattr("archive.server.request._write", fail)
    with running(folder) as address:
        answer, body = ask(address, "/", "POST", body=b"x" * 500_000)
        assert answer.status == 500
        assert all(answer.headers[name] == value for name, value in HEADERS.items())
        assert b"on purpose" not in body
        assert ask(address)[0].status == 200
    assert "could not be kept" in caplog.text
    assert not [one for one in caplog.records if one.exc_info]


def test_the_environment_is_that_of_wsgi(address: tuple[str, int]) -> None:
    request = (
        b"GET http://example.org/a%FF%2Fb?x=%C3%A9 HTTP/1.1\r\nHost: example.org\r\n"
        b"A: 1\r\nA: 2\r\nX_Forwarded_For: 192.0.2.1\r\nContent-Type: text/x\r\n"
        b"Connection: close\r\n\r\n"
    )
    said = sent(address, request).decode()
    assert "PATH_INFO='/aÿ/b'" in said
    assert "QUERY_STRING='x=%C3%A9'" in said
    assert "HTTP_A='1,2'" in said
    assert "CONTENT_TYPE='text/x'" in said
    assert "REMOTE_ADDR='127.0.0.1'" in said
    assert "FORWARDED" not in said  # with underscores it could be taken for a proxy's word


def test_several_requests_on_one_connection(address: tuple[str, int]) -> None:
    connection = http.client.HTTPConnection(*address, timeout=BACKSTOP)
    connection.request("HEAD", "/")
    assert connection.getresponse().read() == b""
    for _ in range(3):
        connection.request("POST", "/", body=b"abc")
        assert connection.getresponse().read().startswith(b"3 bytes")
    connection.close()
    first, last = b"GET /a HTTP/1.1\r\nHost: x\r\n\r\n", b"GET /b HTTP/1.0\r\n\r\n"
    said = sent(address, first + last)
    assert said.index(b"'/a'") < said.index(b"'/b'")
