"""The one cookie of the site: a secret by which a session is known."""

from __future__ import annotations

from gattai.server.online.settings import Settings

DAYS = 400
"""The longest time browsers keep a cookie. The database decides when the session ends."""


class Cookie:
    """Sets and clears the cookie. No script can read it and no other site can send it."""

    def __init__(self, settings: Settings) -> None:
        self._secure = "; Secure" if settings.is_secure else ""
        # With this prefix, a browser accepts the cookie only from this host and only over TLS.
        self.name = "__Host-gattai" if settings.is_secure else "gattai"

    def set(self, secret: str) -> str:
        """Return the header that sets the cookie."""
        return self._header(secret, DAYS * 86_400)

    def end(self) -> str:
        """Return the header that clears the cookie."""
        return self._header("", 0)

    def _header(self, value: str, seconds: int) -> str:
        return (
            f"{self.name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{self._secure}"
        )
