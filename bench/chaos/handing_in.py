"""People who hand records in, by HTTP, and who try again until they are told that it is done."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from urllib.parse import urlsplit

# An upload without a receipt after so long is looked for by hand.
PATIENCE = 600.0
PEOPLE = 4

RECORD = """\
[XXN "1.0"]
[Game "twenty"]
[Rules "twenty/farrugia@1"]
[Event "{event}"]
[Site "{site}"]
[Date "2026.01.02"]
[P1 "Albert"]
[P2 "Bertha"]
[Deck "52"]
[View "all"]
[Result "*"]

@round n=1 first=p1
@up 39 bonus=6
@deal n=1
p1: 85542
p2: T982A
1. p1 8=8 2. p2 A=9
3. p1 2=11 4. p2 9=20/10
*
"""


@dataclass
class Document:
    """What one person hands in, and what became of it."""

    name: str
    records: int
    evil: str = ""
    """How one more record in it is evil; see evil/sitecustomize.py."""
    padding: int = 0
    """Spaces behind it, to make it large."""
    keyed: bool = True
    """Handed in with an Idempotency-Key, so that trying again is harmless."""
    receipts: list[str] = field(default_factory=list)
    refusals: int = 0
    unanswered: int = 0

    @property
    def most(self) -> int:
        """How many uploads there may be of it: without a key, every attempt that was not answered
        with a receipt may have been taken in all the same."""
        return 1 if self.keyed else 1 + self.unanswered + self.refusals

    @property
    def total(self) -> int:
        return self.records + bool(self.evil)

    def text(self) -> bytes:
        texts = [
            RECORD.format(event=f"{self.name} {number}", site="Here")
            for number in range(self.records)
        ]
        if self.evil:
            texts.insert(len(texts) // 2, RECORD.format(event=f"{self.evil} {self.name}", site="?"))
        return "\n".join(texts).encode() + b" " * self.padding


class People:
    """Several at once."""

    def __init__(self, address: str, documents: list[Document]) -> None:
        self._place = urlsplit(address)
        self.documents = documents
        self._lock = threading.Lock()
        self._over = threading.Event()
        self.accepted = 0
        self.last_at = time.monotonic()
        self._pool = ThreadPoolExecutor(PEOPLE)
        self._done = [self._pool.submit(self._hand_in, one) for one in documents]

    def wait_for(self, share: float) -> None:
        """Until so much of it has been accepted."""
        while self.accepted < share * len(self.documents) and not self.finished:
            time.sleep(0.02)

    @property
    def finished(self) -> bool:
        return all(one.done() for one in self._done)

    def go_home(self) -> None:
        """No client tries again."""
        self._over.set()

    def wait(self) -> None:
        for one in self._done:
            one.result()
        self._pool.shutdown()

    def _hand_in(self, document: Document) -> None:
        text = document.text()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and not self._over.is_set():
            try:
                status, body = self._post(document, text)
            except (OSError, http.client.HTTPException):
                document.unanswered += 1  # it may have been taken in all the same
                time.sleep(0.3)
                continue
            if status in (200, 202):  # 200: it had been taken in, without an answer
                document.receipts.append(json.loads(body)["id"])
                with self._lock:
                    self.accepted += 1
                    self.last_at = time.monotonic()
                return
            if status not in (429, 500, 502, 503, 507):
                raise RuntimeError(f"{document.name}: {status} {body[:300]!r}")
            document.refusals += 1
            time.sleep(0.3)

    def _post(self, document: Document, text: bytes) -> tuple[int, bytes]:
        host, port = self._place.hostname, self._place.port
        assert host is not None
        connection = http.client.HTTPConnection(host, port, timeout=60)
        try:
            headers = {"Content-Type": "application/x-xxn"}
            if document.keyed:
                headers["Idempotency-Key"] = f"key-of-{document.name}"
            connection.request("POST", f"/api/v1/uploads?filename={document.name}", text, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()


def ask(address: str, path: str, seconds: float = 60) -> tuple[int, bytes]:
    """Return the answer to a reader; raises OSError and HTTPException."""
    place = urlsplit(address)
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=seconds)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def until(true: Callable[[], bool], seconds: float, pause: float = 0.1) -> bool:
    """Wait for something; whether it happened."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(pause)
    return True
