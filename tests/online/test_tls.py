"""TLS as `docs/how-to/host.md` sets it up: its Caddyfile and its settings, as they stand there, before a node.

Without Caddy these tests are skipped, with a word; they never pass.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from tests.online.hosting import hosted
from tests.server.table import PATIENCE, Page

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "host.md").read_text("utf-8")
NAME = "play.example.org"
ORIGIN = f"https://{NAME}"
RATES = "0.05"
"""Three new guests an hour from one address."""

# The certificate is its own, for nobody else gives one for this name; and the ports are free ones.
BEFORE = """{{
	admin off
	local_certs
	skip_install_trust
	default_bind 127.0.0.1
	http_port {http}
	https_port {https}
	storage file_system {folder}/store
}}
"""


def _block(begins: str, ends: str) -> str:
    found = re.search(rf"^{begins}\n(.*?)^{ends}$", PAGE, re.M | re.S)
    assert found is not None, f"the page has no such block: {begins}"
    return found[1]


def _free_ports() -> Iterator[int]:
    while True:
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            yield int(one.getsockname()[1])


class Proxied:
    """A node behind Caddy; whoever comes may come from any address of this machine."""

    def __init__(self, ports: Mapping[str, int], trust: ssl.SSLContext) -> None:
        self.ports = ports
        self.trust = trust

    def browser(self, address: str, **headers: str) -> httpx.Client:
        """Somebody who comes from an address, by a name that stands for this machine."""
        return httpx.Client(
            base_url=f"https://127.0.0.1:{self.ports['https']}",
            headers={"host": NAME, "origin": ORIGIN, **headers},
            transport=_Named(self.trust, address),
            timeout=PATIENCE,
        )

    def socket(self, address: str, path: str, cookie: str) -> ClientConnection:
        """A socket from there."""
        place = ("127.0.0.1", self.ports["https"])
        return connect(
            f"wss://{NAME}{path}",
            sock=socket.create_connection(place, source_address=(address, 0)),
            ssl=self.trust,
            origin=Origin(ORIGIN),
            additional_headers={"cookie": cookie},
            max_size=None,
            open_timeout=PATIENCE,
        )


class _Named(httpx.HTTPTransport):
    """Asks for the certificate of the name, at whatever address it is."""

    def __init__(self, trust: ssl.SSLContext, address: str) -> None:
        super().__init__(verify=trust, local_address=address)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.extensions = {**request.extensions, "sni_hostname": NAME}
        return super().handle_request(request)


@pytest.fixture(scope="module")
def site(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    """A node with the settings of the page behind the Caddy of the page."""
    if shutil.which("caddy") is None:
        pytest.skip("there is no caddy to stand before a site: `make services` installs it")
    folder = tmp_path_factory.mktemp("tls")
    ports = dict(zip(("node", "http", "https"), _free_ports(), strict=False))
    settings = folder / "site.toml"
    settings.write_text(_block(r"cat >/etc/gattai/site.toml <<'TOML'", "TOML"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GATTAI_METRICS", "")
        patch.setenv("GATTAI_RATES", RATES)
        more = ("--settings", str(settings), "--port", str(ports["node"]))
        with hosted(database, *more), _caddy(folder, ports) as trust:
            yield Proxied(ports, trust)


@contextmanager
def _caddy(folder: Path, ports: Mapping[str, int]) -> Iterator[ssl.SSLContext]:
    """Caddy, as the page has it, until it answers; what its certificate is known by."""
    block = _block("```\n" + re.escape(f"{NAME} {{"), "```")
    says = f"{NAME} {{\n{block}".replace("127.0.0.1:8000", f"127.0.0.1:{ports['node']}")
    file, log = folder / "Caddyfile", folder / "log"
    file.write_text(BEFORE.format(folder=folder, **ports) + says)
    with log.open("w") as said:
        process = subprocess.Popen(
            ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)],
            stderr=said,
            env={**os.environ, "HOME": str(folder)},
        )
        try:
            root = folder / "store" / "pki" / "authorities" / "local" / "root.crt"
            until = time.monotonic() + PATIENCE
            while not (root.exists() and "certificate obtained successfully" in log.read_text()):
                assert process.poll() is None and time.monotonic() < until, log.read_text()
                time.sleep(0.02)
            yield ssl.create_default_context(cafile=str(root))
        finally:
            process.terminate()
            process.wait(timeout=60)


def test_pages_come_over_tls_and_only_over_tls(site: Proxied) -> None:
    with site.browser("127.0.0.11") as one:
        for path, wanted in (("/", "<div id="), ("/table", "<div id="), ("/ready", "")):
            answer = one.get(path)
            assert answer.status_code == 200 and wanted in answer.text, (path, answer.text[:200])
        plain = httpx.get(
            f"http://127.0.0.1:{site.ports['http']}/live", headers={"host": NAME}, trust_env=False
        )
        assert plain.status_code in (301, 308)
        assert plain.headers["location"].startswith(ORIGIN)


def test_a_match_is_played_over_tls_by_a_cookie_that_goes_nowhere_else(site: Proxied) -> None:
    with site.browser("127.0.0.12") as one:
        came = one.post("/api/guest")
        given = came.headers["set-cookie"]
        assert given.startswith("__Host-gattai=")
        assert {"Secure", "HttpOnly", "Path=/"} <= {*given.split("; ")}
        wanted: Any = {"game": "attack-chart", "players": ["person", "rookie"]}
        card = one.post("/api/matches", json=wanted).json()
        with site.socket("127.0.0.12", f"/ws/{card['id']}/0", given.partition(";")[0]) as socket:
            page = Page(socket)
            number = page.until_asked()["ask"]["number"]
            page.answer()
            page.until(lambda scene: scene["ask"] and scene["ask"]["number"] > number)


def test_limits_count_those_who_call_and_not_the_proxy(site: Proxied) -> None:
    def comes(address: str, **headers: str) -> int:
        with site.browser(address, **headers) as one:
            return one.post("/api/guest").status_code

    assert [comes("127.0.0.13") for _ in range(4)] == [200, 200, 200, 429]
    assert comes("127.0.0.14") == 200, "somebody else may"
    assert comes("127.0.0.13", **{"x-forwarded-for": "192.0.2.9"}) == 429, "whatever they say"
