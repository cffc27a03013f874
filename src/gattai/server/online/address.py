"""The address of a caller, as rate limits count it."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

from starlette.requests import HTTPConnection


def address_of(connection: HTTPConnection, proxies: Sequence[str] = ()) -> str:
    """Return the caller's address. Headers about it are believed only from the host's own proxies."""
    address = connection.client.host if connection.client else ""
    if _is_of(address, proxies):
        forwarded = connection.headers.get("x-forwarded-for", "")
        # Each proxy appends the address that called it: the last one that is not ours is the caller's.
        for each in reversed([part.strip() for part in forwarded.split(",") if part.strip()]):
            address = each
            if not _is_of(each, proxies):
                break
    return counted(address)


def _is_of(address: str, proxies: Sequence[str]) -> bool:
    """Whether the address is one of these, or in one of these networks.

    >>> _is_of("10.2.3.4", ("192.0.2.1", "10.0.0.0/8")), _is_of("11.2.3.4", ("10.0.0.0/8",))
    (True, False)
    """
    try:
        found = ipaddress.ip_address(address)
        return any(found in ipaddress.ip_network(each) for each in proxies)
    except ValueError:
        return False


def counted(address: str) -> str:
    """Return what counts as one caller: an IPv4 address, or a 64-bit network of IPv6.

    >>> (
    ...     counted("192.0.2.7"),
    ...     counted("2001:db8:1:2:3::9"),
    ...     counted("::ffff:192.0.2.7"),
    ...     counted("?"),
    ... )
    ('192.0.2.7', '2001:db8:1:2::', '192.0.2.7', '')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False).network_address)
