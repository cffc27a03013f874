"""A telephone beside a page of Chromium: an authenticator that is none, and says yes to everything."""

from __future__ import annotations

from playwright.sync_api import CDPSession, Page

TELEPHONE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def beside(page: Page) -> tuple[CDPSession, dict[str, str]]:
    """What it is spoken to by, and its name there."""
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    return devices, devices.send("WebAuthn.addVirtualAuthenticator", {"options": TELEPHONE})
