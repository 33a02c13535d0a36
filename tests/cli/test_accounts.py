"""`twenties account`: the first admin, and what follows."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from archive.cli import main
from archive.config import Settings
from archive.services import Archive
from tests.empty import empty_archive

PASSWORD = "a long enough one"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An instance of its own, migrated."""
    for name in ("DATABASE_URL", "REDIS_URL", "TWENTIES_INSTANCE"):
        monkeypatch.delenv(name, raising=False)
    empty_archive(Settings.from_environment({}, instance=tmp_path)).close()
    return tmp_path


def run(folder: Path, *words: str, stdin: str = "") -> Result:
    command, *rest = words
    return CliRunner().invoke(
        main, ["account", command, *rest, "--instance", str(folder)], input=stdin
    )


def test_the_first_admin_and_what_follows(folder: Path) -> None:
    made = run(folder, "create", "Anna", "--role", "admin", stdin=f"{PASSWORD}\n")
    assert (made.exit_code, made.output) == (0, "Made the account Anna, admin.\n")
    assert run(folder, "create", "Bertha", stdin=PASSWORD).exit_code == 0
    listed = run(folder, "list").output.splitlines()
    assert [line.split()[0] for line in listed] == ["admin", "member"]
    assert run(folder, "role", "bertha", "moderator").output == "Bertha is moderator now.\n"
    assert "no longer" in run(folder, "disable", "Bertha").output
    assert "(disabled)" in run(folder, "list").output
    assert "again" in run(folder, "disable", "Bertha", "--undo").output
    assert run(folder, "password", "Bertha", stdin="another long one\n").exit_code == 0
    archive = Archive(Settings.from_environment({}, instance=folder))
    assert archive.accounts.sign_in("Bertha", "another long one")
    archive.close()


@pytest.mark.parametrize(
    "words", [["account", "list"], ["account", "create", "Anna"], ["rescore"], ["backup", "b.zip"]]
)
def test_where_no_archive_is_none_is_begun(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DATABASE_URL", "REDIS_URL", "TWENTIES_INSTANCE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    said = CliRunner().invoke(main, words, input=PASSWORD)
    assert (said.exit_code, said.exception.__class__) == (1, SystemExit)
    assert f"There is no archive in {tmp_path / 'instance'}" in said.output.replace("\n", "")
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "stdin", "said"),
    [
        (("create", "Anna"), "short\n", "at least 10"),
        (("create", "A\u200bnna"), PASSWORD, "cannot be seen"),
        (("role", "Nobody", "admin"), "", "no account named Nobody"),
        (("disable", "Nobody"), "", "no account named Nobody"),
    ],
)
def test_what_cannot_be_is_a_sentence(
    folder: Path, words: tuple[str, ...], stdin: str, said: str
) -> None:
    refused = run(folder, *words, stdin=stdin)
    assert refused.exit_code == 1
    assert said in refused.output
    assert "Traceback" not in refused.output


def test_accounts_are_made_in_german(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert "mindestens 10 Zeichen" in run(folder, "create", "Anna", stdin="short\n").output
    assert run(folder, "create", "Anna", stdin=PASSWORD).output == (
        "Das Konto Anna (member) ist angelegt.\n"
    )
    assert run(folder, "role", "Tom", "admin").output.endswith(
        "Fehler: Ein Konto mit dem Namen Tom gibt es nicht.\n"
    )


def test_the_last_admin_stays(folder: Path) -> None:
    run(folder, "create", "Anna", "--role", "admin", stdin=PASSWORD)
    refused = run(folder, "role", "Anna", "member")
    assert refused.exit_code == 1
    assert "There is no other admin" in refused.output


def test_a_database_of_before_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    (tmp_path / "archive.sqlite3").touch()
    refused = run(tmp_path, "list")
    assert refused.exit_code == 1
    assert "twenties migrate" in refused.output
