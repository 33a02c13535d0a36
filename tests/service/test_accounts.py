"""Accounts: names, passwords, sessions, tokens, roles, and what the log says of them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy.exc import DBAPIError

from archive.service import Archive, tokens
from archive.service import accounts as rooms
from archive.service.accounts import Refused
from archive.service.names import NameRefused, checked, key
from archive.service.passwords import PasswordRefused, Passwords
from archive.service.permissions import Role, Scope

PASSWORD = "a long enough one"
Ask = Callable[[str], list[Any]]


def test_production_hashes_as_it_says() -> None:
    hashed = Passwords().hash(PASSWORD)
    assert hashed.startswith("$argon2id$v=19$m=19456,t=2,p=1$")


@pytest.mark.parametrize(
    "name",
    ["Anna", "Ġorġa", "Jean-Luc d'Or", "李小龍", "anna_7", "Zoë B."],
)
def test_names_as_people_have_them(name: str) -> None:
    assert checked(f"  {name} ") == name


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("A", "2 to 40"),
        ("x" * 41, "2 to 40"),
        ("12", "letter"),
        ("An\u200bna", "cannot be seen"),
        ("An\u202ena", "cannot be seen"),
        ("Anna\u3164", "cannot be seen"),
        ("An\ufe0fna", "cannot be seen"),
        ("Anna\n", "cannot be seen"),
        ("\udcffAnna", "cannot be seen"),
        ("Аnna", "one alphabet"),  # the first letter is Cyrillic
        ("<Anna>", "letters and digits"),
    ],
)
def test_names_that_nobody_can_have(name: str, why: str) -> None:
    with pytest.raises(NameRefused, match=why):
        checked(name)


def test_one_name_however_it_is_written(archive: Archive) -> None:
    anna = archive.accounts.create("Anna", PASSWORD)
    assert key("ＡＮＮＡ") == key("anna") == key(" Anna ")
    with pytest.raises(Refused, match="already"):
        archive.accounts.create("ＡＮＮＡ", PASSWORD)
    found = archive.accounts.sign_in("aNNa", PASSWORD)
    assert found is not None
    assert found.id == anna.id


@pytest.mark.parametrize(
    ("password", "why"),
    [("ninechars", "at least 10"), ("x" * 1001, "at most 1000"), ("aaaaaaaaaaaa", "over and over"),
     ("Barnabas the Bold", "not the name")],
)  # fmt: skip
def test_passwords_that_nobody_can_have(archive: Archive, password: str, why: str) -> None:
    with pytest.raises(PasswordRefused, match=why):
        archive.accounts.create("Barnabas the bold", password)


def test_signing_in_and_what_is_noted(archive: Archive, rows: Ask) -> None:
    anna = archive.accounts.create("Anna", PASSWORD)
    assert archive.accounts.sign_in("Anna", "not the password") is None
    assert archive.accounts.sign_in("Nobody", PASSWORD, "192.0.2.1") is None
    refused = archive.accounts.log(action="sign-in-refused")
    assert [line.subject for line in refused] == ["account:unknown", f"account:{anna.id}"]
    assert refused[0].detail == {"address": "192.0.2.1"}
    assert PASSWORD not in str(rows("SELECT * FROM audit"))
    assert PASSWORD not in str(rows("SELECT password FROM account"))


def test_a_disabled_account_is_out_at_once(archive: Archive) -> None:
    accounts = archive.accounts
    anna = accounts.create("Anna", PASSWORD)
    _, text = accounts.make_token(anna.id, "for a test", [Scope.READ])
    session = accounts.begin_session(anna.id)
    assert accounts.of_session(session)
    accounts.disable(anna.id, by=None)
    assert accounts.sign_in("Anna", PASSWORD) is None
    assert accounts.of_session(session) is None
    assert accounts.of_token(text) is None
    accounts.disable(anna.id, by=None, again=True)
    assert accounts.sign_in("Anna", PASSWORD)
    assert accounts.of_session(session) is None, "sessions of before stay ended"


def test_a_password_is_hashed_anew_when_the_parameters_change(archive: Archive, rows: Ask) -> None:
    accounts = archive.accounts
    accounts.create("Anna", PASSWORD)
    (before,) = rows("SELECT password FROM account")
    accounts.sign_in("Anna", PASSWORD)
    assert rows("SELECT password FROM account") == [before]
    accounts.passwords = Passwords(memory=16, time=1)
    assert accounts.sign_in("Anna", PASSWORD)
    (after,) = rows("SELECT password FROM account")
    assert "m=16,t=1" in after[0]
    assert accounts.sign_in("Anna", PASSWORD)


def test_another_password_ends_all_other_sessions(archive: Archive) -> None:
    accounts = archive.accounts
    anna, bertha = (accounts.create(name, PASSWORD) for name in ("Anna", "Bertha"))
    here, there = accounts.begin_session(anna.id), accounts.begin_session(anna.id)
    hers = accounts.begin_session(bertha.id)
    with pytest.raises(Refused, match="not the password"):
        accounts.change_password(anna.id, "something else", "a new long one")
    accounts.change_password(anna.id, PASSWORD, "a new long one", key=here)
    assert accounts.of_session(there) is None
    assert accounts.of_session(here)
    accounts.set_password(anna, "another new one")
    assert accounts.of_session(here) is None
    assert accounts.of_session(hers), "others' stay"
    accounts.set_password(anna, "a new long one")
    assert accounts.sign_in("Anna", PASSWORD) is None
    assert accounts.sign_in("Anna", "a new long one")


def test_a_session_is_kept_as_a_hash_and_ends_by_itself(
    archive: Archive, rows: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts = archive.accounts
    anna = accounts.create("Anna", PASSWORD)
    first = accounts.begin_session(anna.id)
    assert first not in str(rows("SELECT * FROM signin"))
    moment = datetime.now(UTC) + timedelta(days=30, seconds=1)
    monkeypatch.setattr(rooms, "now", lambda: moment)
    assert accounts.of_session(first) is None
    second = accounts.begin_session(anna.id)
    assert [one.this for one in accounts.sessions(anna.id, second)] == [True]
    assert len(rows("SELECT * FROM signin")) == 1, "what has ended is not kept"


@pytest.mark.parametrize(
    ("role", "scope"),
    [(Role.MEMBER, "moderate"), (Role.MEMBER, "admin"), (Role.ARBITER, "moderate"),
     (Role.MODERATOR, "admin")],
)  # fmt: skip
def test_no_token_can_do_more_than_its_account(archive: Archive, role: Role, scope: str) -> None:
    anna = archive.accounts.create("Anna", PASSWORD, role)
    with pytest.raises(Refused, match=f"“{scope}” is for .* yours is an? {role.value}"):
        archive.accounts.make_token(anna.id, "x", ["read", scope])
    assert archive.accounts.tokens(anna.id) == []


def test_a_token_is_kept_as_a_hash_and_ends(archive: Archive, rows: Ask) -> None:
    accounts = archive.accounts
    anna = accounts.create("Anna", PASSWORD)
    token, text = accounts.make_token(anna.id, "cron", ["upload", "read"], days=1)
    assert text not in str(rows("SELECT * FROM token"))
    found = accounts.of_token(text)
    assert found is not None
    assert found.who.scopes == {Scope.READ, Scope.UPLOAD}
    assert found.who.account_id == anna.id
    assert accounts.of_token(text + "x") is None
    assert accounts.revoke_token("another", token.id) is False
    assert accounts.revoke_token(anna.id, token.id) is True
    assert accounts.revoke_token(anna.id, token.id) is False
    assert accounts.of_token(text) is None


def test_a_token_ends_by_itself(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = archive.accounts.create("Anna", PASSWORD)
    _, text = archive.accounts.make_token(anna.id, "cron", ["read"], days=1)
    assert archive.accounts.of_token(text)
    monkeypatch.setattr(tokens, "now", lambda: datetime.now(UTC) + timedelta(days=1, seconds=1))
    assert archive.accounts.of_token(text) is None


def test_last_use_is_written_once_an_hour(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = archive.accounts.create("Anna", PASSWORD)
    _, text = archive.accounts.make_token(anna.id, "cron", ["read"])

    def used_after(minutes: int) -> datetime | None:
        moment = begun + timedelta(minutes=minutes)
        monkeypatch.setattr(tokens, "now", lambda: moment)
        assert archive.accounts.of_token(text)
        return archive.accounts.tokens(anna.id)[0].used_at

    begun = datetime.now(UTC)
    assert used_after(0) == begun
    assert used_after(59) == begun
    assert used_after(61) == begun + timedelta(minutes=61)


@pytest.mark.parametrize(
    ("name", "scopes", "days"),
    [("", ["read"], 1), ("x", [], 1), ("x", ["everything"], 1), ("x", ["read"], 0),
     ("x", ["read"], 5000)],
)  # fmt: skip
def test_tokens_that_cannot_be_made(
    archive: Archive, name: str, scopes: list[str], days: int
) -> None:
    anna = archive.accounts.create("Anna", PASSWORD)
    with pytest.raises(Refused):
        archive.accounts.make_token(anna.id, name, scopes, days)


def test_the_last_admin_stays(archive: Archive) -> None:
    accounts = archive.accounts
    first = accounts.create("Anna", PASSWORD, Role.ADMIN)
    for change in (
        lambda: accounts.set_role(first.id, Role.MEMBER),
        lambda: accounts.disable(first.id),
    ):
        with pytest.raises(Refused, match="Nobody else is an admin"):
            change()
    second = accounts.create("Bertha", PASSWORD)
    session = accounts.begin_session(second.id)
    accounts.set_role(second.id, Role.ADMIN, by=first.id)
    assert accounts.of_session(session) is None, "another role ends the sessions"
    accounts.set_role(first.id, Role.MEMBER, by=second.id)
    told = [(line.actor, line.detail) for line in accounts.log(action="role-changed")]
    assert told == [
        ("Bertha", {"from": "admin", "to": "member"}),
        ("Anna", {"from": "member", "to": "admin"}),
    ]


@pytest.mark.parametrize("statement", ["UPDATE audit SET action = 'x'", "DELETE FROM audit"])
def test_nobody_rewrites_the_log(archive: Archive, statement: str) -> None:
    archive.accounts.create("Anna", PASSWORD)
    with (
        pytest.raises(DBAPIError, match="only ever added to"),
        archive.database.writer.begin() as connection,
    ):
        connection.exec_driver_sql(statement)
    assert len(archive.accounts.log()) == 1
