"""What a host says about the site: in a file, in the environment, on the command line; the later wins."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import msgspec

PREFIX = "GATTAI_"
"""`GATTAI_DATABASE` in the environment is `database` in the file."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that differs from site to site. What is not said is as here."""

    database: str = "postgresql://127.0.0.1/gattai"
    """Where PostgreSQL is, as an address: `postgresql://USER:PASSWORD@HOST:PORT/NAME`."""
    nats: str = ""
    """Where NATS is (`nats://HOST:PORT`); empty for a site of one node, which needs none."""
    name: str = "Gattai"
    """What the site calls itself."""
    listen: str = "127.0.0.1"
    """The address it listens at: behind a proxy on the same machine, this one."""
    port: Annotated[int, msgspec.Meta(ge=0, le=65_535)] = 8000
    public: str = ""
    """How people reach it, as `https://play.example.org`; empty for the address it listens at."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies that are believed when they say from where somebody calls."""
    workers: Annotated[int, msgspec.Meta(ge=0)] = 1
    """Bots that may think at once at this node; 0 where other nodes do it."""
    guests: bool = True
    """Whether people may play without an account."""
    registration: bool = True
    """Whether people may make accounts themselves."""
    packs: tuple[str, ...] = ()
    """Folders with packs of the host's own."""
    mail: str = ""
    """Where mail is handed in (`smtp://HOST:PORT`); empty for a site that sends none."""
    mail_from: str = ""
    connections: Annotated[int, msgspec.Meta(ge=1)] = 10
    """Connections to PostgreSQL that this node keeps at most."""
    most_sockets: int = 5_000
    """Pages that this node serves at once; others are told to come back elsewhere."""
    metrics: str = ""
    """`HOST:PORT` at which Prometheus may read figures, away from where people come in; empty for nowhere."""
    rates: Annotated[float, msgspec.Meta(ge=0)] = 1.0
    """How often people may ask for things, as a multiple of what is usual; 0 for no limit at all."""
    logs: Literal["text", "json"] = "text"
    """`text` for people, `json` for machines."""

    def __post_init__(self) -> None:
        for proxy in self.proxies:
            try:
                ip_network(proxy)
            except ValueError as problem:
                raise ValueError(f"proxies: {problem}; say 10.0.0.7 or 10.0.0.0/8") from problem
        if self.public and urlsplit(self.public).scheme not in ("http", "https"):
            raise ValueError(f"public: {self.public!r} does not begin with http:// or https://")

    @property
    def origin(self) -> str:
        """Scheme, name and port as a browser says them of a page of ours."""
        return self.public.rstrip("/") or f"http://{self.listen}:{self.port}"

    @property
    def is_secure(self) -> bool:
        """Whether people come by TLS, so that cookies go no other way."""
        return self.origin.startswith("https://")

    @property
    def host(self) -> str:
        """The name by which the site is called, for passkeys: without a port."""
        return urlsplit(self.origin).hostname or self.listen


class WrongSettings(ValueError):
    """Something that a host said cannot be, and where it was said."""


def read_settings(
    file: Path | None = None,
    environment: Mapping[str, str] | None = None,
    said: Mapping[str, Any] | None = None,
) -> Settings:
    """The settings of a site. `WrongSettings` names what cannot be and where it was said.

    >>> read_settings(environment={"GATTAI_PORT": "8080"}, said={"name": "Club"}).port
    8080
    """
    found: dict[str, Any] = {}
    if file is not None:
        found |= _of_file(file)
    found |= _of_environment(os.environ if environment is None else environment)
    found |= {name: value for name, value in (said or {}).items() if value is not None}
    return _settings(found, str(file) if file else "the settings")


def _of_file(file: Path) -> dict[str, Any]:
    try:
        read = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as problem:
        raise WrongSettings(f"{file} cannot be read: {problem.strerror}") from problem
    except (tomllib.TOMLDecodeError, UnicodeError) as problem:
        raise WrongSettings(f"{file} is not TOML: {problem}") from problem
    _settings(read, str(file))
    return read


def _of_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """Text as it stands there becomes what the setting wants: a list is separated by commas."""
    found: dict[str, Any] = {}
    for field in msgspec.structs.fields(Settings):
        text = environment.get(f"{PREFIX}{field.name.upper()}")
        if text is None:
            continue
        value: Any = text
        if isinstance(field.default, tuple):
            value = [part.strip() for part in text.split(",") if part.strip()]
        _settings({field.name: value}, f"{PREFIX}{field.name.upper()}")
        found[field.name] = value
    return found


def _settings(said: Mapping[str, Any], where: str) -> Settings:
    try:
        return msgspec.convert(dict(said), Settings, strict=False)
    except msgspec.ValidationError as problem:
        raise WrongSettings(f"{where}: {problem}") from problem
