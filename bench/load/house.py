"""A real archive at a port, and what a browser does with it."""

from __future__ import annotations

import http.client
import json
import os
import re
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

WORKERS: Final = 2


@contextmanager
def serving(
    folder: Path, port: int, environment: dict[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    """A real archive at a port."""
    command = [str(Path(sys.executable).parent / "twenties"), "serve", "--port", str(port)]
    told = {
        "TWENTIES_INSTANCE": str(folder / "instance"), "TWENTIES_WORKERS": str(WORKERS),
        "TWENTIES_MAX_UPLOAD": "1G", "TWENTIES_LOG_LEVEL": "warning", **environment,
    }  # fmt: skip
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, env={**os.environ, **told}, stdout=log, stderr=log)
    try:
        _until_ready(port, process, folder / "log")
        yield process
    finally:
        process.terminate()
        process.wait(60)


def _until_ready(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + 120
    while time.monotonic() < end and process.poll() is None:
        try:
            page = get(port, "/")
        except (OSError, http.client.HTTPException):
            time.sleep(0.3)
            continue
        if "csrf_token" in page:
            return
    raise SystemExit(f"It does not come up:\n{log.read_text()}")


def get(port: int, path: str) -> str:
    """A page, by a connection of its own."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        line.request("GET", path)
        answer = line.getresponse()
        return answer.read().decode("utf-8", "replace")
    finally:
        line.close()


def hand_in(port: int, data: Path) -> str:
    """Hand a file in by the page's form, streamed from disk; the upload's identifier."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=1800)
    line.request("GET", "/")
    answer = line.getresponse()
    cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
    token = re.search(r'name="csrf_token" value="([^"]+)"', answer.read().decode())
    assert token
    edge = uuid.uuid4().hex
    head = "".join(
        f'--{edge}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in (("csrf_token", token[1]), ("visibility", "public"))
    )
    head += f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="all.xxn"\r\n\r\n'
    tail = f"\r\n--{edge}--\r\n".encode()
    length = len(head) + data.stat().st_size + len(tail)
    line.putrequest("POST", "/upload")
    line.putheader("Content-Type", f"multipart/form-data; boundary={edge}")
    line.putheader("Content-Length", str(length))
    line.putheader("Cookie", cookie)
    line.endheaders()
    line.send(head.encode())
    with data.open("rb") as file:
        while piece := file.read(1 << 20):
            line.send(piece)
    line.send(tail)
    answer = line.getresponse()
    answer.read()
    line.close()
    assert answer.status == 303, answer.status
    return (answer.getheader("Location") or "").rpartition("/")[2].partition("?")[0]


def followed(port: int, upload: str, *, to: tuple[str, ...]) -> dict[str, Any]:
    """Follow an upload by its events to the first of these kinds, and return what that one says:
    `settled` when every record has its verdict, `over` when the analyses are there too."""
    while True:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        line.request("GET", f"/upload/{upload}/events")
        answer = line.getresponse()
        kind = ""
        while text := answer.readline().decode():
            if text.startswith("event: "):
                kind = text[7:].strip()
            if text.startswith("data: ") and kind in to:
                found: dict[str, Any] = json.loads(text[6:])
                return found
        line.close()


def a_game(port: int) -> str:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        found = re.search(r'href="/g/([a-z0-9]{10})"', get(port, "/"))
        if found:
            time.sleep(3)  # the samples are judged
            return found[1]
        time.sleep(0.5)
    raise SystemExit("No sample game was judged.")


def judging_so_far(port: int) -> float:
    """Processor seconds that verdicts have taken, as the workers say themselves."""
    return _counted(port, "twenties_record_cpu_seconds_total")


def analysis_so_far(port: int) -> float:
    """The same of analyses."""
    return _counted(port, "twenties_analysis_cpu_seconds_total")


def _counted(port: int, name: str) -> float:
    found = re.search(rf"^{name} (\S+)", get(port, "/metrics"), re.MULTILINE)
    return float(found[1]) if found else 0.0
