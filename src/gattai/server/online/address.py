"""From where somebody calls, as far as it is counted."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

from starlette.requests import HTTPConnection


def address_of(connection: HTTPConnection, proxies: Sequence[str] = ()) -> str:
    """The address that calls; what a header says of it is believed of the host's own proxies only."""
    address = connection.client.host if connection.client else ""
    if _is_of(address, proxies):
        said = connection.headers.get("x-forwarded-for", "")
        # Each proxy adds at the end whom it was called by: the last one that is none of ours was the caller.
        for each in reversed([part.strip() for part in said.split(",") if part.strip()]):
            address = each
            if not _is_of(each, proxies):
                break
    return counted(address)


def _is_of(address: str, proxies: Sequence[str]) -> bool:
    """Whether it is one of these, or in one of these networks.

    >>> _is_of("10.2.3.4", ("192.0.2.1", "10.0.0.0/8")), _is_of("11.2.3.4", ("10.0.0.0/8",))
    (True, False)
    """
    try:
        found = ipaddress.ip_address(address)
        return any(found in ipaddress.ip_network(each) for each in proxies)
    except ValueError:
        return False


def counted(address: str) -> str:
    """What is counted as one: an address of version 4, a network of 64 bits of version 6.

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
