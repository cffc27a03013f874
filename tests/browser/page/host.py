"""A page on a plain host of files below a path, and somebody who visits it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self, cast

from playwright.sync_api import Browser

from tests.browser.visitor import Visitor
from tests.server.table import Table

PATH = "some/path"
CONTROLLED = "navigator.serviceWorker.controller !== null"
"""The service worker has every file and serves this tab."""
TRANSCRIPT = """async (match) => {
  const response = await gattaiTransport.request(`/api/matches/${match}/transcript`, {});
  return response.text();
}"""
BEGIN = """async (wanted) => {
  const init = { method: "POST", body: JSON.stringify(wanted) };
  return (await (await gattaiTransport.request("/api/matches?token=", init)).json()).id;
}"""


class StaticFiles(SimpleHTTPRequestHandler):
    """A plain host of files."""

    extensions_map = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }
    policy = ""
    asked: list[str]

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Remember which files were sent whole."""
        if code == HTTPStatus.OK:
            self.asked.append(self.path.partition("?")[0].removeprefix(f"/{PATH}/"))

    def end_headers(self) -> None:
        """Send the policy, if this host sends one."""
        if self.policy:
            self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()


class Site:
    """A running host, as a visitor needs it."""

    token = ""

    def __init__(self, server: ThreadingHTTPServer, sent: list[str]) -> None:
        self.address = f"http://127.0.0.1:{server.server_port}/{PATH}"
        self.sent = sent
        self._server = server

    def stops(self) -> None:
        """Stop the host."""
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def hosted(folder: Path, policy: str = "") -> Iterator[Site]:
    """Serve a folder in which a page lies below a path; a policy is sent with every file."""
    sent: list[str] = []
    handler = type("Files", (StaticFiles,), {"policy": policy, "asked": sent})
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        site = Site(server, sent)
        yield site
        site.stops()


class PageVisitor(Visitor):
    """A visitor of a page without a server, with any number of tabs."""

    @classmethod
    @contextmanager
    def comes(cls, browser: Browser, site: Site, patience: float, **more: Any) -> Iterator[Self]:
        with cls.arrives(browser, cast(Table, site), **more) as found:
            assert isinstance(found, cls)
            found.page.context.set_default_timeout(60_000 * patience)
            yield found

    def waits_until_ready(self) -> None:
        self.page.wait_for_selector("[data-ready]")

    def waits_until(self, condition: str) -> None:
        """Wait in the page itself: its policy forbids the eval that `wait_for_function` needs."""
        self.page.evaluate(
            f"async () => {{ while (!(await ({condition}))) await new Promise((next) => setTimeout(next, 100)); }}"
        )

    def opens_a_match(self, game: str, *players: str) -> str:
        match: str = self.page.evaluate(BEGIN, {"game": game, "players": players, "seed": "3"})
        return match
