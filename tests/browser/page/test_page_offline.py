"""A page after the first visit: offline, installed, replaced by a new build. It asks no other host for anything."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, expect

from gattai.server.page.build import seal
from tests.browser.page.host import CONTROLLED, PATH, TRANSCRIPT, PageVisitor, Site, hosted

PROGRESS = """new MutationObserver(() => {
  const label = document.querySelector("#shell label");
  if (label) (globalThis.progress ??= []).push([label.textContent.replace(/\\d+\\.\\d/g, "N"), label.querySelector("progress").value]);
}).observe(document, { subtree: true, childList: true, attributes: true })"""
EVAL = """() => new Promise((done) => setTimeout(() => {
  try { eval("1"); done("it ran"); } catch (problem) { done(problem.name); }
}))"""
DAMAGED = """async () => {
  const cache = await caches.open("gattai-snapshot");
  const [key] = await cache.keys();
  await cache.put(key, new Response(new Uint8Array(1 << 20)));
}"""
INCOGNITO = "in-incognito"
"""Tests visit in a private window, where nothing can be installed."""


@pytest.fixture
def folder(built: Path, tmp_path: Path) -> Path:
    """A copy of the page that a test may change."""
    shutil.copytree(built, tmp_path / PATH)
    return tmp_path


def policy_of(folder: Path) -> str:
    found = re.search(
        'Content-Security-Policy" content="([^"]+)"', (folder / PATH / "index.html").read_text()
    )
    assert found is not None
    return found[1]


WORKER = "navigator.serviceWorker.getRegistration().then((it) => it.{})"


def test_after_the_first_visit_a_page_starts_without_its_host_and_never_asks_another(
    browser: Browser, folder: Path, patience: float
) -> None:
    # Workers obey only a policy that is sent with them, so this host sends it; what it forbids is a complaint.
    policy = policy_of(folder)
    assert "'unsafe-eval'" not in policy.replace("'wasm-unsafe-eval'", "")
    with (
        hosted(folder, policy) as site,
        PageVisitor.comes(browser, site, patience) as visitor,
    ):
        page = visitor.page
        page.add_init_script(PROGRESS)
        visitor.goes_to("/")
        visitor.waits_until_ready()
        steps = page.evaluate("progress")
        assert list(dict.fromkeys(text for text, _ in steps)) == [
            "Starting Python",
            "Loading Python and the rules: N of N MB",
            "Reading the rules",
        ]
        assert max(done for _, done in steps) <= 1
        assert page.evaluate(EVAL) == "EvalError"
        visitor.waits_until(CONTROLLED)
        session = page.context.new_cdp_session(page)
        problems = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert [it["errorId"] for it in problems if it["errorId"] != INCOGNITO] == []
        manifest = session.send("Page.getAppManifest")
        assert manifest["errors"] == []
        assert manifest["url"] == f"{site.address}/manifest.webmanifest"

        site.stops()
        page.reload()
        visitor.waits_until_ready()
        match = visitor.opens_a_match("aegis", "person", "rookie")
        assert page.evaluate(TRANSCRIPT, match).startswith("gattai")
        visitor.goes_to(f"/match/{match}/0")
        assert visitor.is_asked()


def test_a_new_build_loads_what_changed_and_starts_when_no_tab_runs_the_old_one(
    browser: Browser, folder: Path, patience: float
) -> None:
    page_folder = folder / PATH
    with hosted(folder) as site, PageVisitor.comes(browser, site, patience) as visitor:
        visitor.goes_to("/")
        visitor.waits_until_ready()
        visitor.waits_until(CONTROLLED)
        index = page_folder / "index.html"
        index.write_text(index.read_text().replace("<body>", '<body class="next">'))
        seal(page_folder)
        site.sent.clear()
        visitor.page.evaluate(WORKER.format("update()"))
        visitor.waits_until(WORKER.format("waiting !== null"))
        assert sorted(site.sent) == ["index.html", "offline.js"]
        expect(visitor.page.locator("body")).not_to_have_class("next")
        visitor.page.reload()
        expect(visitor.page.locator("body")).to_have_class("next")
        visitor.waits_until_ready()

        # A host that is just replacing its files: the running build stays whole.
        (page_folder / "shell.js").write_text("export {};")
        seal(page_folder)
        (page_folder / "shell.js").write_text("throw new Error('half of a build');")
        visitor.page.evaluate(WORKER.format("update().catch(() => 0)"))
        visitor.waits_until(WORKER.format("installing === null"))
        visitor.page.reload()
        expect(visitor.page.locator("body")).to_have_class("next")
        visitor.waits_until_ready()


def test_a_later_visit_starts_from_a_snapshot_and_without_a_good_one_from_bytecode(
    browser: Browser, site: Site, patience: float
) -> None:
    with PageVisitor.comes(browser, site, patience) as visitor:
        page = visitor.page
        start = page.locator("html")
        visitor.goes_to("/")
        visitor.waits_until_ready()
        expect(start).to_have_attribute("data-start", "bytecode")
        page.wait_for_selector("[data-snapshot=made]")
        seconds = start.get_attribute("data-ready")

        page.reload()
        visitor.waits_until_ready()
        expect(start).to_have_attribute("data-start", "snapshot")
        print(
            "ready in ms, from bytecode and from the snapshot:",
            seconds,
            start.get_attribute("data-ready"),
        )
        match = visitor.opens_a_match("attack-chart", "person", "veteran")
        visitor.goes_to(f"/match/{match}/0")
        for _ in range(5):
            assert visitor.is_asked()
            visitor.clicks_on()

        # Not one made by this build, or damaged: it is deleted, and the start is the usual one.
        page.evaluate(DAMAGED)
        page.reload()
        visitor.waits_until_ready()
        expect(start).to_have_attribute("data-start", "bytecode")
        assert page.evaluate(TRANSCRIPT, match).startswith("gattai")
        assert (
            page.evaluate(
                "caches.open('gattai-snapshot').then((it) => it.keys()).then((it) => it.length)"
            )
            == 0
        )
