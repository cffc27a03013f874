"""The one cookie of the site: a secret by which a session is known."""

from __future__ import annotations

from gattai.server.online.settings import Settings

DAYS = 400
"""As long as browsers keep any cookie. When a session ends is for the database to say."""


class Cookie:
    """How it is called and set: no script reads it, no other site sends it."""

    def __init__(self, settings: Settings) -> None:
        self._secure = "; Secure" if settings.is_secure else ""
        # A browser takes a cookie of such a name from nobody but this very host, by TLS.
        self.name = "__Host-gattai" if settings.is_secure else "gattai"

    def set(self, secret: str) -> str:
        """The header that gives it to a browser."""
        return self._header(secret, DAYS * 86_400)

    def end(self) -> str:
        """The header that takes it away."""
        return self._header("", 0)

    def _header(self, value: str, seconds: int) -> str:
        return (
            f"{self.name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{self._secure}"
        )
