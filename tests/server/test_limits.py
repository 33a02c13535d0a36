"""How slow a client may be, as a sum, without a clock."""

import pytest

from archive.core.network_addresses import network
from archive.server.connection import Patience, Phase, Progress

PATIENCE = Patience(head=15, grace=30, rate=1000, idle=60)


def closed_after(phase: Phase, each_second: int, most: int = 1000) -> int | None:
    """In which second a client is closed that moves so many bytes in each; None: in none."""
    progress = Progress.start(phase, 0, 0)
    for second in range(1, most):
        if progress.overdue(second, second * each_second, PATIENCE):
            return second
    return None


def test_a_head_has_its_time_however_many_bytes_come() -> None:
    assert closed_after(Phase.WAITING, 0) == closed_after(Phase.WAITING, 100) == 16


@pytest.mark.parametrize("phase", [Phase.READING, Phase.WRITING])
def test_what_is_slower_than_the_rate_is_closed_after_its_grace(phase: Phase) -> None:
    assert closed_after(phase, 0) == closed_after(phase, 1) == 31
    assert closed_after(phase, 500) == 61
    assert closed_after(phase, 1000) is None


def test_nothing_at_all_is_too_slow_however_much_came_before() -> None:
    progress = Progress.start(Phase.READING, 0, 0)
    assert not progress.overdue(1, 10_000_000, PATIENCE)
    assert not progress.overdue(61, 10_000_000, PATIENCE)
    assert progress.overdue(62, 10_000_000, PATIENCE)


def test_whoever_waits_for_the_archive_is_never_too_slow() -> None:
    assert closed_after(Phase.ANSWERING, 0) is None


def test_an_ipv6_customer_is_one_address() -> None:
    assert network("2001:db8::1") == network("2001:db8::2") != network("2001:db8:0:1::1")
    assert network("192.0.2.1") != network("192.0.2.2")
    assert network("2001:DB8::1%eth0") == "2001:db8::/64"
    assert network("::ffff:192.0.2.1") == network("192.0.2.1") != network("::ffff:192.0.2.2")
    assert network("") == ""
