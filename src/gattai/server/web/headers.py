"""Headers that keep a page to itself: the same at home and on a site, but for what they say to whom."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.types import Message

Header = tuple[bytes, bytes]

_POLICY = b"content-security-policy"


def kept_to_itself(referrer: bytes) -> tuple[Header, ...]:
    """What every answer carries; `referrer` is whom a page tells where somebody comes from."""
    return (
        (b"x-content-type-options", b"nosniff"),
        (b"x-frame-options", b"DENY"),
        (b"referrer-policy", referrer),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    )


def policy(socket: str) -> bytes:
    """What a page may load and reach: its own address, and its socket."""
    return (
        f"default-src 'self'; connect-src 'self' {socket}; img-src 'self' data:; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ).encode()


def with_headers(message: Message, extra: Sequence[Header], usual: bytes) -> Message:
    """The message with these headers, where an answer begins; a policy of its own is left to it."""
    if message["type"] != "http.response.start":
        return message
    told = message["headers"]
    if not any(name == _POLICY for name, _ in told):
        extra = [*extra, (_POLICY, usual)]
    return {**message, "headers": [*told, *extra]}
