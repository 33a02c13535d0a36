"""What counts as one address, wherever something is shared out by address."""

from __future__ import annotations

from contextlib import suppress
from ipaddress import IPv6Address, ip_address


def network(address: str) -> str:
    """Return what counts as one address: of IPv6 its first 64 bits, which are one customer's."""
    with suppress(ValueError):
        found = ip_address(address.partition("%")[0])
        if isinstance(found, IPv6Address) and found.ipv4_mapped is None:
            return str(int(found) >> 64)
    return address
