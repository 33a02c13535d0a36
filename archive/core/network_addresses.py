"""Network addresses, and which of them count as one wherever something is limited or counted by
address."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

CUSTOMER: Final = 64
"""The bits of an IPv6 address that one customer's addresses have in common. Nothing smaller is
handed out, and a customer may use all 2^64 of them."""


def network(address: str) -> str:
    """Return what counts as one address: an address of IPv4, or a customer's network of IPv6."""
    found = _read(address)
    if isinstance(found, IPv6Address):
        return str(IPv6Network((found, CUSTOMER), strict=False))
    return address if found is None else str(found)


def is_at_home(address: str) -> bool:
    """Return whether an address is this machine's own."""
    found = _read(address)
    return found is not None and found.is_loopback


def _read(address: str) -> IPv4Address | IPv6Address | None:
    """Return an address as it is meant: IPv4 where it came through a socket of IPv6. None where it
    is none, such as a Unix socket's."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found
