"""A device with passkeys, in software: it makes keys and signs as a telephone would, and can be told to cheat."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, ATTESTED = 1, 4, 64


def text(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


class Authenticator:
    """Says `origin` and `host` of the page that asks, as a browser does."""

    def __init__(self, origin: str, host: str) -> None:
        self.origin = origin
        self.host = host
        self.flags = PRESENT | VERIFIED
        self.count = 0
        self.counts = True
        """Many do not count: a passkey that several devices share cannot."""
        self.keys: dict[str, tuple[ec.EllipticCurvePrivateKey, str]] = {}
        """The keys and for whom they were made, by their ids."""

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """What `navigator.credentials.create` gives."""
        id, key = secrets.token_bytes(32), ec.generate_private_key(ec.SECP256R1())
        self.keys[text(id)] = (key, options["user"]["id"])
        point = key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)}
        whole = bytes(16) + len(id).to_bytes(2) + id + cbor2.dumps(public)
        made = {"fmt": "none", "attStmt": {}, "authData": self._state(ATTESTED) + whole}
        said = self._said("webauthn.create", options["challenge"])
        response = {"clientDataJSON": text(said), "attestationObject": text(cbor2.dumps(made))}
        return self._credential(text(id), response)

    def get(self, options: dict[str, Any], id: str = "") -> dict[str, Any]:
        """What `navigator.credentials.get` gives."""
        id = id or next(iter(self.keys))
        key, person = self.keys[id]
        state = self._state()
        said = self._said("webauthn.get", options["challenge"])
        signature = key.sign(state + hashlib.sha256(said).digest(), ec.ECDSA(hashes.SHA256()))
        response = {
            "clientDataJSON": text(said),
            "authenticatorData": text(state),
            "signature": text(signature),
            "userHandle": person,
        }
        return self._credential(id, response)

    def _state(self, more: int = 0) -> bytes:
        self.count += self.counts
        host = hashlib.sha256(self.host.encode()).digest()
        return host + bytes([self.flags | more]) + self.count.to_bytes(4)

    def _said(self, kind: str, challenge: str) -> bytes:
        said = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(said).encode()

    def _credential(self, id: str, response: dict[str, str]) -> dict[str, Any]:
        return {
            "id": id,
            "rawId": id,
            "type": "public-key",
            "response": response,
            "clientExtensionResults": {},
        }
