"""`make schemathesis`: the API of an archive that runs, asked whatever its description allows and
much that it does not.

An archive is started as anybody starts one, games are handed in, and schemathesis makes up requests
with the token of an admin. What is looked for is an answer that is no answer: a server error, a
status, a kind of content or a shape that the description does not tell. Three of its checks are
left out, because the archive means what they complain about: what an account may not see is not
there (404, not 401), a request of the right shape may still ask for what cannot be (422), and an
address that stands for two things may do more than one of them is described to do.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

BIN = Path(sys.executable).parent
PASSWORD = "a long password"
PATIENCE = 120
LEFT_OUT = "ignored_auth,positive_data_acceptance,allow_header_conformance"
SETTINGS = """\
[checks]
negative_data_rejection.expected-statuses = [400, 401, 403, 404, 405, 406, 409, 412, 415, 422, 428,
                                             429]

[[operations]]
include-method = "POST"
include-path = "/api/v1/verify"
checks.negative_data_rejection.enabled = false
"""
"""An If-Match that nothing fits refuses a request before its body is read (412); and in a form,
where all is text, `0` is as good as `false`."""
GAMES = ("twenty", "twenty-two", "zwanzig-ab", "count-to-20")
RATES = ("UPLOAD", "CHECK", "WRITE", "SIGN_IN")


class Running:
    """The archive under test."""

    def __init__(self, folder: Path) -> None:
        rates = {f"TWENTIES_{rate}_RATE": "1000000" for rate in RATES}
        self.environment = {
            **os.environ, **rates, "TWENTIES_INSTANCE": str(folder / "instance"),
            "TWENTIES_PORT": "0", "TWENTIES_WORKERS": "1", "TWENTIES_CHECK_PATIENCE": "50",
        }  # fmt: skip
        self._log = (folder / "log").open("w")
        self.process = subprocess.Popen(
            [BIN / "twenties", "serve"], env=self.environment, text=True,
            stdout=subprocess.PIPE, stderr=self._log,
        )  # fmt: skip
        assert self.process.stdout is not None
        lines = (re.search(r"http://[^/\s]+", line) for line in self.process.stdout)
        self.address = next(found[0] for found in lines if found)

    def make_admin(self) -> str:
        """An admin's token that may do everything."""
        subprocess.run(
            [BIN / "twenties", "account", "create", "Anna", "--role", "admin"],
            env=self.environment, input=f"{PASSWORD}\n{PASSWORD}\n", text=True, check=True,
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        key = b64encode(f"Anna:{PASSWORD}".encode()).decode()
        scopes = ["read", "upload", "write", "moderate", "admin"]
        made = self.ask(
            "account/tokens", json.dumps({"name": "all", "scopes": scopes}).encode(),
            {"Authorization": f"Basic {key}", "Content-Type": "application/json"},
        )  # fmt: skip
        return str(made["token"])

    def ask(self, path: str, data: bytes | None = None, headers: Any = None) -> Any:
        asked = urllib.request.Request(f"{self.address}/api/v1/{path}", data, headers or {})
        with urllib.request.urlopen(asked) as answer:
            return json.load(answer)

    def hand_in(self, token: str) -> dict[str, list[str]]:
        """Games, sound and flawed; answers with what then stands in addresses."""
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/x-xxn"}
        uploads: list[str] = []
        for game in GAMES:
            made = f"{self.address}/api/v1/generate/{game}?count=5&seed=1"
            with urllib.request.urlopen(made) as answer:
                records = answer.read()
            uploads.append(self.ask("uploads?visibility=public", records, headers)["id"])
        deadline = time.monotonic() + PATIENCE
        while any(self.ask(f"uploads/{one}", None, headers)["state"] != "done" for one in uploads):
            if time.monotonic() > deadline:
                raise SystemExit("The games are not judged.")
            time.sleep(0.5)
        games = self.ask("games?limit=200")["games"]
        players = sorted({one for game in games for one in game["player_ids"].values()})
        me = self.ask("account", None, headers)["id"]
        return {
            "upload_id": uploads,
            "game_id": [game["id"] for game in games],
            "player_id": players,
            "other_id": players,
            "account_id": [me],
            "game": [*GAMES],
            "clause": ["4.1", "1.1"],
            "tag": ["cup"],
        }

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(60)
        self._log.close()


def main() -> int:
    parser = argparse.ArgumentParser(description="Try the API with schemathesis.")
    parser.add_argument("--examples", type=int, default=50, help="for each operation")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="twenties-api-") as name:
        folder = Path(name)
        running = Running(folder)
        try:
            token = running.make_admin()
            known = folder / "known.json"
            known.write_text(json.dumps(running.hand_in(token)))
            settings = folder / "schemathesis.toml"
            settings.write_text(SETTINGS)
            done = subprocess.run(
                [
                    BIN / "schemathesis", "--config-file", settings,
                    "run", f"{running.address}/api/v1/openapi.json",
                    "--header", f"Authorization: Bearer {token}",
                    "--exclude-checks", LEFT_OUT, "--continue-on-failure",
                    "--max-examples", str(asked.examples), "--seed", str(asked.seed),
                    "--request-timeout", "60", "--generation-database", "none",
                ],
                env={
                    **os.environ, "SCHEMATHESIS_HOOKS": "bench.api_hooks",
                    "KNOWN_IN_ADDRESSES": str(known),
                },
                check=False,
            )  # fmt: skip
        finally:
            running.stop()
        broken = Counter(tracebacks((folder / "log").read_text(errors="replace")))
        print(f"Tracebacks in the archive's log: {broken.total()}")
        for traceback, times in broken.most_common():
            print(f"\n{times} times:\n{traceback}")
    return done.returncode or int(bool(broken))


def tracebacks(log: str) -> Iterator[str]:
    """Yield each traceback of a log, from its first line to the error."""
    lines: list[str] = []
    for line in log.splitlines():
        if "Traceback (most recent call last)" in line:
            lines = [line]
        elif lines:
            lines.append(line)
            if not line.startswith(" "):
                yield "\n".join(lines)
                lines = []


if __name__ == "__main__":
    sys.exit(main())
