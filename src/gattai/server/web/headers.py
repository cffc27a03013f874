"""Security headers, shared by local servers and sites."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.types import Message

Header = tuple[bytes, bytes]

_POLICY = b"content-security-policy"


def kept_to_itself(referrer: bytes) -> tuple[Header, ...]:
    """Return the headers of every response; `referrer` is the referrer policy."""
    return (
        (b"x-content-type-options", b"nosniff"),
        (b"x-frame-options", b"DENY"),
        (b"referrer-policy", referrer),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    )


def policy(socket: str) -> bytes:
    """Return the content security policy: a page may load and reach only its own address and its socket."""
    return (
        f"default-src 'self'; connect-src 'self' {socket}; img-src 'self' data:; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ).encode()


def with_headers(message: Message, extra: Sequence[Header], usual: bytes) -> Message:
    """Return the start of a response with these headers; its own policy is kept if it has one."""
    if message["type"] != "http.response.start":
        return message
    headers = message["headers"]
    if not any(name == _POLICY for name, _ in headers):
        extra = [*extra, (_POLICY, usual)]
    return {**message, "headers": [*headers, *extra]}
