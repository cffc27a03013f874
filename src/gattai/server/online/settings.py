"""A site's settings: from a file, the environment and the command line; later ones win."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec

PREFIX = "GATTAI_"
"""`GATTAI_DATABASE` in the environment sets `database`."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All settings of a site, with defaults."""

    database: str = "postgresql://127.0.0.1/gattai"
    """The address of PostgreSQL: `postgresql://USER:PASSWORD@HOST:PORT/NAME`."""
    nats: str = ""
    """The address of NATS (`nats://HOST:PORT`); empty for a site with one node, which needs none."""
    name: str = "Gattai"
    """The name of the site."""
    listen: str = "127.0.0.1"
    """The address to listen on; behind a proxy on the same machine, keep the default."""
    port: Annotated[int, msgspec.Meta(ge=0, le=65_535)] = 8000
    public: str = ""
    """The public address, such as `https://play.example.org`; by default the address it listens on."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies whose forwarding headers are trusted."""
    workers: Annotated[int, msgspec.Meta(ge=0)] = 1
    """Bots that may think at once on this node; 0 if other nodes do that."""
    guests: bool = True
    """Whether people may play without an account."""
    registration: bool = True
    """Whether people may create accounts themselves."""
    signing_key: str = ""
    """A file with the private key that signs receipts (Ed25519, PEM); by default the site creates one in its database."""
    packs: tuple[str, ...] = ()
    """Folders with additional packs."""
    mail: str = ""
    """The mail server (`smtp://HOST:PORT`); empty for a site that sends no mail."""
    mail_from: str = ""
    connections: Annotated[int, msgspec.Meta(ge=1)] = 10
    """Maximum number of this node's connections to PostgreSQL."""
    most_sockets: int = 5_000
    """Maximum number of pages on this node; further ones are sent elsewhere."""
    open_matches: Annotated[int, msgspec.Meta(ge=1)] = 40
    """Maximum number of matches in progress of an account; half for a guest, eight times for an address."""
    open_correspondence: Annotated[int, msgspec.Meta(ge=1)] = 120
    """The same for correspondence matches, counted apart; open offers included."""
    metrics: str = ""
    """`HOST:PORT` for Prometheus metrics, separate from the public address; empty for none."""
    rates: Annotated[float, msgspec.Meta(ge=0)] = 1.0
    """A factor for all rate limits; 0 switches them off."""
    logs: Literal["text", "json"] = "text"
    """Log format: `text` for people, `json` for machines."""

    def __post_init__(self) -> None:
        for proxy in self.proxies:
            try:
                ip_network(proxy)
            except ValueError as problem:
                raise ValueError(
                    f"proxies: {problem}; write it as 10.0.0.7 or 10.0.0.0/8"
                ) from problem
        if self.public and urlsplit(self.public).scheme not in ("http", "https"):
            raise ValueError(f"public: {self.public!r} does not begin with http:// or https://")

    @property
    def origin(self) -> str:
        """Return scheme, name and port as a browser's Origin header contains them."""
        return self.public.rstrip("/") or f"http://{self.listen}:{self.port}"

    @property
    def is_secure(self) -> bool:
        """Whether people use TLS, so that cookies are sent only over TLS."""
        return self.origin.startswith("https://")

    @property
    def host(self) -> str:
        """The host name without port, for passkeys."""
        return urlsplit(self.origin).hostname or self.listen


class WrongSettings(ValueError):
    """An invalid setting, and where it was set."""


def read_settings(
    file: Path | None = None,
    environment: Mapping[str, str] | None = None,
    given: Mapping[str, object] | None = None,
) -> Settings:
    """Return the settings of a site. `WrongSettings` names an invalid one and where it was set.

    >>> read_settings(environment={"GATTAI_PORT": "8080"}, given={"name": "Club"}).port
    8080
    """
    found: dict[str, object] = {}
    if file is not None:
        found |= _of_file(file)
    found |= _of_environment(os.environ if environment is None else environment)
    found |= {name: value for name, value in (given or {}).items() if value is not None}
    return _settings(found, str(file) if file else "the settings")


def _of_file(file: Path) -> dict[str, object]:
    try:
        read = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as problem:
        raise WrongSettings(f"{file} cannot be read: {problem.strerror}") from problem
    except (tomllib.TOMLDecodeError, UnicodeError) as problem:
        raise WrongSettings(f"{file} is not TOML: {problem}") from problem
    _settings(read, str(file))
    return read


def _of_environment(environment: Mapping[str, str]) -> dict[str, object]:
    """Convert text from the environment to the setting's type: lists are separated by commas."""
    found: dict[str, object] = {}
    for field in msgspec.structs.fields(Settings):
        text = environment.get(f"{PREFIX}{field.name.upper()}")
        if text is None:
            continue
        value: object = text
        if isinstance(field.default, tuple):
            value = [part.strip() for part in text.split(",") if part.strip()]
        _settings({field.name: value}, f"{PREFIX}{field.name.upper()}")
        found[field.name] = value
    return found


def _settings(values: Mapping[str, object], where: str) -> Settings:
    try:
        return msgspec.convert(dict(values), Settings, strict=False)
    except msgspec.ValidationError as problem:
        raise WrongSettings(f"{where}: {problem}") from problem
