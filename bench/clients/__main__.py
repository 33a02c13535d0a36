"""Makes clients of the API from its description, for Python and for TypeScript, and has the second
one upload a record to an archive that runs, wait, and read the verdict. What the first one does is
in tests/web/test_clients.py. TypeScript needs Node and npm."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import closing
from http.client import HTTPException
from pathlib import Path
from urllib.request import urlopen

import click

from archive.web.api import description

HERE = Path(__file__).parent
FLAWED = HERE.parents[1] / "fixtures/twenty/flawed/points-one-too-few.xxn"


@click.command()
@click.option("--archive", default="http://127.0.0.1:2020", show_default=True)
@click.option("--into", default="build/clients", show_default=True, type=click.Path(path_type=Path))
def main(archive: str, into: Path) -> None:
    """Make both clients, and try the one for TypeScript on a running archive."""
    _asked(archive)
    into.mkdir(parents=True, exist_ok=True)
    described = into / "openapi.json"
    described.write_bytes(description())
    python = [sys.executable, "-m", "openapi_python_client", "generate", "--overwrite"]
    _run(into, *python, "--path", "openapi.json", "--output-path", "python")
    script = into / "typescript"
    script.mkdir(exist_ok=True)
    for name in ("package.json", "upload.ts"):
        shutil.copy(HERE / name, script)
    _run(script, "npm", "install", "--no-audit", "--no-fund")
    _run(script, "npx", "openapi-typescript", "../openapi.json", "-o", "twenties.d.ts")
    strict = ["--strict", "--target", "es2022", "--module", "nodenext", "--skipLibCheck"]
    _run(script, "npx", "tsc", *strict, "upload.ts")
    _run(script, "node", "upload.js", archive.rstrip("/"), str(FLAWED))


def _asked(archive: str) -> None:
    """End with a sentence where no archive answers, before anything is made."""
    try:
        with closing(urlopen(f"{archive.rstrip('/')}/health/live", timeout=10)):
            return
    except (OSError, HTTPException, ValueError):
        raise click.ClickException(
            f"No archive answers at {archive}. `make serve` starts one; --archive names another."
        ) from None


def _run(folder: Path, *command: str) -> None:
    """Run a command in a folder, and end where it fails."""
    click.secho(" ".join(command), dim=True, err=True)
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    done = subprocess.run(command, cwd=folder, env={**os.environ, "PATH": tools}, check=False)
    if done.returncode:
        raise SystemExit(done.returncode)


if __name__ == "__main__":
    main()
