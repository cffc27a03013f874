"""Debian's firefox-esr, driven over WebDriver BiDi, which it speaks by itself: no driver is downloaded.

`FirefoxPage` has as much of Playwright's page as somebody who plays needs, so that a `Visitor` plays here as in Chromium.
"""

from __future__ import annotations

import base64
import itertools
import json
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Self, cast
from urllib.parse import urlsplit

from tests.browser.page.host import PageVisitor, Site
from tests.browser.page.processes import Used, descendants, used
from tests.browser.visitor import KNOWN, WIDE

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from websockets.sync.client import ClientConnection

    from tests.server.table import Table

FIREFOX = Path("/usr/bin/firefox-esr")
PREFERENCES: dict[str, object] = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.enabled": False,
    # What is said to the console goes to the log of the process as well.
    "devtools.console.stdout.content": True,
    "devtools.console.stdout.chrome": False,
    "layout.css.prefers-color-scheme.content-override": 0,
    "ui.prefersReducedMotion": 1,
    "ui.useOverlayScrollbars": 1,
}
HEARD = ("log.entryAdded", "network.beforeRequestSent")
COMPLAINTS = re.compile(r'console\.(error|warn): ["(]|JavaScript error: http')
"""How lines of the log begin that are about the page: those of the browser itself name its part without quotes."""
PLACE = """([css, text, index]) => {
  const found = [...document.querySelectorAll(css)].filter((it) => it.innerText?.includes(text) ?? true).at(index);
  if (!found?.checkVisibility()) return null;
  let box = found.getBoundingClientRect();
  if (box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth) found.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  box = found.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2].map(Math.round);
  const hit = document.elementFromPoint(x, y);
  return !found.disabled && hit && (found.contains(hit) || hit.contains(found) && hit.matches("label")) ? [x, y] : null;
}"""
"""Where to click, if nothing lies over it."""


class FirefoxError(AssertionError):
    """The browser refuses a command, or shows nothing that was waited for."""


class Wire:
    """A connection to the browser: commands, and the events that come between their answers."""

    def __init__(self, connection: ClientConnection, hear: Callable[[str, dict[str, object]], None]) -> None:  # fmt: skip
        self._connection = connection
        self._hear = hear
        self._numbers = itertools.count()

    def __call__(self, method: str, **params: object) -> dict[str, object]:
        number = next(self._numbers)
        self._connection.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            said = json.loads(self._connection.recv(timeout=300))
            if said.get("id") == number:
                break
            if said["type"] == "event":
                self._hear(said["method"], said["params"])
        if said["type"] == "error":
            raise FirefoxError(f"{method}: {said['error']}: {said['message']}")
        return cast("dict[str, object]", said["result"])


class Found:
    """Elements of a page, as a locator has them."""

    def __init__(self, page: FirefoxPage, css: str, text: str = "", index: int = 0) -> None:
        self._page = page
        self._query = (css, text, index)

    @property
    def first(self) -> Found:
        return self.nth(0)

    def nth(self, index: int) -> Found:
        return Found(self._page, *self._query[:2], index)

    def count(self) -> int:
        return len(self.all_inner_texts())

    def all_inner_texts(self) -> list[str]:
        return cast(
            "list[str]",
            self._page.evaluate(
                "([css, text]) => [...document.querySelectorAll(css)].map((it) => it.innerText ?? '').filter((it) => it.includes(text))",
                self._query[:2],
            ),
        )

    def inner_text(self) -> str:
        return self.all_inner_texts()[self._query[2]]

    def get_attribute(self, name: str) -> str | None:
        return cast(
            "str | None",
            self._page.evaluate(
                "([css, name]) => document.querySelector(css)?.getAttribute(name)",
                (self._query[0], name),
            ),
        )

    def is_visible(self) -> bool:
        return bool(
            self._page.evaluate(
                "(css) => document.querySelector(css)?.checkVisibility()", self._query[0]
            )
        )

    def click(self) -> None:
        """Click in the middle, as soon as it rests and nothing lies over it."""
        before: object = None

        def rests() -> object:
            nonlocal before
            last, before = before, self._page.evaluate(PLACE, self._query)
            return before if before == last else None

        x, y = cast("list[int]", self._page.waits(rests, f"to click on {self._query}"))
        self._page.mouse.click(x, y)


class Mouse:
    """A mouse over the page."""

    def __init__(self, page: FirefoxPage) -> None:
        self._page = page

    def move(self, x: int, y: int) -> None:
        self._page.acts("pointer", {"type": "pointerMove", "x": x, "y": y})

    def click(self, x: int, y: int) -> None:
        self.move(x, y)
        for kind in ("pointerDown", "pointerUp"):
            self._page.acts("pointer", {"type": kind, "button": 0})


class Keyboard:
    """The keys."""

    def __init__(self, page: FirefoxPage) -> None:
        self._page = page

    def press(self, key: str) -> None:
        for kind in ("keyDown", "keyUp"):
            self._page.acts("key", {"type": kind, "value": key})


class FirefoxPage:
    """The only tab of a browser."""

    def __init__(self, wire: Wire, seconds: float) -> None:
        tree = cast("list[dict[str, str]]", wire("browsingContext.getTree")["contexts"])
        self._wire = wire
        self._seconds = seconds
        self._context = tree[0]["context"]
        self.mouse = Mouse(self)
        self.keyboard = Keyboard(self)

    @property
    def url(self) -> str:
        return str(self.evaluate("location.href"))

    def goto(self, address: str) -> None:
        self._wire("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def reload(self) -> None:
        self._wire("browsingContext.reload", context=self._context, wait="complete")

    def set_viewport_size(self, size: dict[str, int]) -> None:
        self._wire("browsingContext.setViewport", context=self._context, viewport=size)

    def screenshot(self, path: Path) -> None:
        taken = self._wire("browsingContext.captureScreenshot", context=self._context)
        path.write_bytes(base64.b64decode(str(taken["data"])))

    def evaluate(self, source: str, argument: object = None) -> object:
        """Return the value of an expression, or of a function of the argument."""
        call = f"(async () => {{ const it = ({source}); return JSON.stringify(await (typeof it === 'function' ? it({json.dumps(argument)}) : it)) }})()"
        found = self._wire(
            "script.evaluate", expression=call, target={"context": self._context}, awaitPromise=True
        )
        if "exceptionDetails" in found:
            raise FirefoxError(cast("dict[str, str]", found["exceptionDetails"])["text"])
        value = cast("dict[str, str]", found["result"]).get("value")
        return None if value is None else json.loads(value)

    def acts(self, kind: str, action: dict[str, object]) -> None:
        """Move, press or release something."""
        source = {"type": kind, "id": kind, "actions": [action]}
        self._wire("input.performActions", context=self._context, actions=[source])

    def locator(self, css: str, *, has_text: str = "") -> Found:
        return Found(self, css, has_text)

    def wait_for_selector(self, css: str, *, timeout: float | None = None) -> None:
        self.waits(self.locator(css).is_visible, css)

    def wait_for_timeout(self, milliseconds: float) -> None:
        time.sleep(milliseconds / 1000)

    def waits(self, condition: Callable[[], object], what: str) -> object:
        """Wait until something is so, and return it."""
        until = time.monotonic() + self._seconds
        while time.monotonic() < until:
            if found := condition():
                return found
            time.sleep(0.05)
        shown = self.evaluate("document.body.innerText")
        raise FirefoxError(f"waited in vain for {what} at {self.url}, which shows {shown}")


class FirefoxVisitor(PageVisitor):
    """A visitor of a page without a server, in Firefox. A profile is what the browser keeps when it is closed."""

    def __init__(self, page: FirefoxPage, site: Site, wire: Wire, process: subprocess.Popen[bytes]) -> None:  # fmt: skip
        self.page = cast("Page", page)
        self.firefox = page
        self.table = cast("Table", site)
        self.asked = []
        self.complaints = []
        self._wire = wire
        self._process = process

    @classmethod
    @contextmanager
    def opens(
        cls, profile: Path, site: Site, patience: float, size: dict[str, int] = WIDE
    ) -> Iterator[Self]:
        """Start the browser, and close it in the end."""
        from websockets.sync.client import connect

        profile.mkdir(exist_ok=True)
        wishes = "".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items())  # fmt: skip
        (profile / "user.js").write_text(wishes, "utf-8")
        door = profile / "WebDriverBiDiServer.json"
        door.unlink(missing_ok=True)
        words: list[str | Path] = [FIREFOX, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"]  # fmt: skip
        with tempfile.TemporaryFile() as log:
            process = subprocess.Popen([*words, "about:blank"], stdout=log, stderr=log)
            try:
                address = _address(door, process, 60 * patience)
                with connect(f"{address}/session", max_size=None, open_timeout=60) as connection:
                    wire = Wire(connection, lambda kind, what: visitor._heard(kind, what))
                    wire("session.new", capabilities={})
                    page = FirefoxPage(wire, 120 * patience)
                    visitor = cls(page, site, wire, process)
                    wire("session.subscribe", events=HEARD)
                    settings = f"() => {{ try {{ localStorage['gattai-speed'] ??= 'off'; localStorage['gattai-goals'] ??= '{KNOWN}'; localStorage['gattai-advanced'] ??= 'shown' }} catch {{}} }}"
                    wire("script.addPreloadScript", functionDeclaration=settings)
                    page.set_viewport_size(size)
                    yield visitor
                    if process.poll() is None:
                        wire("browser.close")
                        process.wait(60 * patience)
            finally:
                process.kill()
                process.wait()
            log.seek(0)
            lines = log.read().decode("utf-8", "replace").splitlines()
        visitor.complaints += [line for line in lines if COMPLAINTS.match(line)]
        assert not visitor.complaints, visitor.complaints
        assert not visitor.foreign, visitor.foreign

    def dies(self) -> None:
        """End the browser at once, as a crash does."""
        self._process.kill()
        self._process.wait()

    def used(self) -> Used:
        """Return what all processes of the browser have used so far."""
        return used(descendants(self._process.pid))

    def tells_start(self, before: Used) -> None:
        """Print how long the last start took, and how much memory the browser has now."""
        cpu, megabytes = self.used()
        ready = self.firefox.locator("html").get_attribute("data-ready")
        print(f"ready in {ready} ms, {cpu - before.cpu:.1f} s CPU, {megabytes:.0f} MB")

    def _heard(self, kind: str, what: dict[str, object]) -> None:
        if kind == "log.entryAdded" and what["level"] in ("error", "warn"):
            self.complaints.append(str(what["text"]))
        elif kind == "network.beforeRequestSent":
            url = cast("dict[str, str]", what["request"])["url"]
            if urlsplit(url).scheme in ("http", "https", "ws", "wss"):
                self.asked.append(url)


def _address(door: Path, process: subprocess.Popen[bytes], seconds: float) -> str:
    """Return where the browser listens, as soon as it does."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and process.poll() is None:
        if door.exists() and (text := door.read_text("utf-8")):
            found = json.loads(text)
            return f"ws://{found['ws_host']}:{found['ws_port']}"
        time.sleep(0.05)
    raise FirefoxError(f"{FIREFOX} does not listen")
