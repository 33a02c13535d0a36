"""Accounts: names, passwords, sessions, tokens, roles, and what the log says of them."""

import os
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier, Lock
from time import sleep

import pytest
from sqlalchemy.exc import DBAPIError

from archive.services import Archive, tokens
from archive.services import accounts as rooms
from archive.services.account_names import NameRefused, checked, key
from archive.services.accounts import TokenRefused, TooManyGuesses
from archive.services.passwords import PasswordRefused, Passwords
from archive.services.passwords import checked as checked_password
from archive.services.permissions import Role, Scope
from archive.services.sign_in_tries import Devices, Guesses
from tests.conftest import Ask

PASSWORD = "a long enough one"


def test_production_hashes_as_it_says() -> None:
    hashed = Passwords().hash(PASSWORD)
    assert hashed.startswith("$argon2id$v=19$m=19456,t=2,p=1$")


def test_as_many_passwords_are_worked_on_at_once_as_there_may_be() -> None:
    passwords, lock, working, most = Passwords(at_once=2), Lock(), [0], [0]

    class Hasher:
        def verify(self, hashed: str, password: str) -> bool:
            with lock:
                working[0] += 1
                most[0] = max(most[0], working[0])
            sleep(0.002)
            with lock:
                working[0] -= 1
            return True

    passwords._hasher = Hasher()  # type: ignore[assignment]
    with ThreadPoolExecutor(16) as pool:
        assert all(pool.map(lambda n: passwords.fits(f"guess {n}", "a hash"), range(32)))
    assert most == [2]
    assert Passwords()._pool._max_workers == os.cpu_count()


@pytest.mark.parametrize(
    "name",
    [
        "Anna",
        "Ġorġa",
        "Jean-Luc d'Or",
        "李小龍",
        "أحمد٩",
        "राम१",
        "anna_7",
        "Zoë B.",
        "WILLIAM MILLI III",
    ],
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
        ("Аннa", "one alphabet"),  # the last letter is Latin
        ("Ⲁnna", "one alphabet"),  # the first letter is Coptic
        ("Anna 1\u0669", "one alphabet"),  # a nine of another script, which looks like a nine
        ("<Anna>", "letters and digits"),
        ("anna.", "ends with"),
        ("anna-", "ends with"),
        (".anna", "begins with"),
        ("a" + "\u0316" * 4 + "nna", "marks"),
        ("lIlIlIlIlIlIlIl", "at most 8 strokes"),
    ],
)
def test_names_that_nobody_can_have(name: str, why: str) -> None:
    with pytest.raises(NameRefused, match=why):
        checked(name)


def test_one_name_however_it_is_written(archive: Archive) -> None:
    anna = archive.accounts.create("Anna", PASSWORD)
    assert key("ＡＮＮＡ") == key("anna") == key(" Anna ")
    with pytest.raises(TokenRefused, match="already"):
        archive.accounts.create("ＡＮＮＡ", PASSWORD)
    found = archive.accounts.sign_in("aNNa", PASSWORD)
    assert found.id == anna.id


def test_names_that_look_alike_are_given_once(archive: Archive) -> None:
    accounts = archive.accounts
    accounts.create("Alice Moore", PASSWORD)
    for name in ("AIice Moore", "a1ice moore", "Alice-Moore", "AliceM00re", "Alice rnoore"):
        with pytest.raises(TokenRefused, match="already"):
            accounts.create(name, PASSWORD)
    accounts.create("соса", PASSWORD)  # all of it Cyrillic
    for name in ("coca", "Соса", "c0ca"):
        with pytest.raises(TokenRefused, match=r"already"):
            accounts.create(name, PASSWORD)
    accounts.create("Alice", PASSWORD)
    for name in ("\u0430\u04cf\u0456\u0441\u0435", "ALlCE", "AL1CE", "AIice", "Al1ce"):
        with pytest.raises(TokenRefused, match="already"):
            accounts.create(name, PASSWORD)
    for first, then in (("BlLL", "Bill"), ("\u0410\u04cf\u0430", "Ala"), ("Ian", "lan")):
        accounts.create(first, PASSWORD)
        with pytest.raises(TokenRefused, match="already"):
            accounts.create(then, PASSWORD)
    assert accounts.create("Elia", PASSWORD).name != accounts.create("Ella", PASSWORD).name


def test_of_guesses_at_once_no_more_are_looked_at_than_there_may_be(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts = archive.accounts
    accounts.create("Anna", PASSWORD)
    accounts.guesses = Guesses(archive.database, 4)
    together, looked_at = Barrier(16), []
    fits = accounts.passwords.fits
    monkeypatch.setattr(
        accounts.passwords, "fits", lambda *given: looked_at.append(given) or fits(*given)
    )

    def guess(number: int) -> bool:
        together.wait()
        try:
            accounts.sign_in("Anna", f"guess number {number}", "192.0.2.1")
        except TooManyGuesses:
            return False
        return True

    with ThreadPoolExecutor(16) as pool:
        assert sum(pool.map(guess, range(16))) == 4
    assert len(looked_at) == 4


def test_tries_from_an_ipv6_customers_addresses_are_counted_together(archive: Archive) -> None:
    accounts = archive.accounts
    accounts.guesses = Guesses(archive.database, 1)
    for number in range(5):
        assert accounts.sign_in(f"Name {number}", "a guess", f"2001:db8::{number}") is None
    with pytest.raises(TooManyGuesses):
        accounts.sign_in("Another", "a guess", "2001:db8::ffff")
    assert accounts.sign_in("Another", "a guess", "2001:db8:0:1::1") is None


def test_tries_come_back_one_by_one_when_it_was_said(archive: Archive, rows: Ask) -> None:
    moment = datetime(2026, 1, 2, tzinfo=UTC)
    accounts = archive.accounts
    accounts.create("Anna", PASSWORD)
    accounts.guesses = Guesses(archive.database, 3, lambda: moment)

    def wait(password: str = "not the password") -> int:
        try:
            accounts.sign_in("Anna", password, "192.0.2.1")
        except TooManyGuesses as refused:
            return refused.seconds
        return 0

    for _ in range(20):
        assert wait(PASSWORD) == 0, "what is right is not counted"
    assert [wait() for _ in range(5)] == [0, 0, 0, 300, 300]
    moment += timedelta(seconds=299)
    assert wait(PASSWORD) == 1
    moment += timedelta(seconds=1)
    assert [wait(), wait()] == [0, 300]
    moment -= timedelta(days=2)
    assert wait() == 0, "a clock that was set back locks no account for two days"
    moment += timedelta(days=4)
    assert [wait() for _ in range(4)] == [0, 0, 0, 300]
    assert rows("SELECT count(*) FROM guess") == [(2,)]
    archive.sweeper.tidy()
    assert rows("SELECT count(*) FROM guess") == [(0,)], "they were made for an older moment"


def test_a_browser_is_known_for_its_account_and_its_password_alone() -> None:
    devices, others = Devices("a key"), Devices("another key")
    cookie = devices.remembering("", "anna", "hash 1")
    known = devices.known(cookie, "anna", "hash 1")
    assert known
    assert devices.known(cookie, "bertha", "hash 1") is None
    assert devices.known(cookie, "anna", "hash 2") is None, "another password was set"
    assert others.known(cookie, "anna", "hash 1") is None, "signed by another archive"
    both = devices.remembering(cookie, "bertha", "hash 3")
    assert devices.known(both, "anna", "hash 1") == known
    assert devices.known(both, "bertha", "hash 3") != known
    for number in range(4):
        both = devices.remembering(both, f"guest {number}", "hash")
    assert devices.known(both, "anna", "hash 1") is None, "five are remembered"
    for nonsense in ("", "x", "x.y.z", cookie[:-1], devices._signer.dumps({"a": 1})):
        assert devices.known(nonsense, "anna", "hash 1") is None


@pytest.mark.parametrize(
    ("password", "why"),
    [("ninechars", "at least 10"), ("x" * 1001, "at most 1000"),
     ("Barnabas the Bold", "not the name"), ("barnabas_the_bold", "not the name"),
     ("barnabasthebold42", "not the name"),
     *((password, "too easy to guess") for password in (
        "Password123", "basketball", "1q2w3e4r5t", "!!!football99", "p@ssw0rd123",
        "dragondragon", "trustno1trustno1", "password1password1", "dragon99dragon99!",
        "twentytwenty", "TwentyTwenty99", "abcabcabcabc", "aaaaaaaaaaaa", "QWERTYUIOP",
        "890123456789", "0123456789-no", "Zaq12wsxcde", "rfvtgbyhnujm", "barnabas 123",
     ))],
)  # fmt: skip
def test_passwords_that_nobody_can_have(password: str, why: str) -> None:
    with pytest.raises(PasswordRefused, match=why):
        checked_password(password, "Barnabas the bold")


def test_passwords_that_only_begin_like_a_common_one() -> None:
    for password in (
        "dragons fly south", "football and 3 teas", "we were rested", "Sweet red dress",
        "mein alter Kater", "correct horse correct horse", "x7Kp2mQ9zL",
        "x" + "längst vergessen " * 58,
    ):  # fmt: skip
        assert checked_password(password, "Barnabas") == password


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
    with pytest.raises(TokenRefused, match="not the password"):
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
    with pytest.raises(TokenRefused, match=f"“{scope}” is for .* yours is an? {role.value}"):
        archive.accounts.make_token(anna.id, "x", ["read", scope])
    assert archive.accounts.tokens(anna.id) == []


def test_a_token_is_kept_as_a_hash_and_ends(archive: Archive, rows: Ask) -> None:
    accounts = archive.accounts
    anna = accounts.create("Anna", PASSWORD)
    token, text = accounts.make_token(anna.id, "cron", ["upload", "read"], days=1)
    assert text not in str(rows("SELECT * FROM token"))
    found = accounts.of_token(text)
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
    with pytest.raises(TokenRefused):
        archive.accounts.make_token(anna.id, name, scopes, days)


def test_the_last_admin_stays(archive: Archive) -> None:
    accounts = archive.accounts
    first = accounts.create("Anna", PASSWORD, Role.ADMIN)
    for change in (
        lambda: accounts.set_role(first.id, Role.MEMBER),
        lambda: accounts.disable(first.id),
    ):
        with pytest.raises(TokenRefused, match="There is no other admin"):
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
