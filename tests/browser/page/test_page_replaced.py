"""A host replaces the page while somebody loads it, or after the browser has evicted a file: builds are never mixed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, Route, expect

from gattai.server.page.build import seal
from tests.browser.page.host import CONTROLLED, PATH, PageVisitor, hosted

NEXT = "files-0000000000000000"
EVICTS = """async (name) => {
  const cache = await caches.open("gattai-files");
  for (const { url } of await cache.keys()) if (url.includes(name)) await cache.delete(url);
}"""
IS_CACHED = "caches.open('gattai-files').then((it) => it.keys()).then((all) => all.some(({{ url }}) => url.includes('{}')))"
NEW = "A new version of Gattai was published"
REFUSED = "Gattai could not be loaded"


@pytest.fixture
def folder(built: Path, tmp_path: Path) -> Path:
    """A copy of the page that a test may replace, below the folder of its host."""
    return shutil.copytree(built, tmp_path / PATH)


def publishes(folder: Path) -> None:
    """Put another build in the place of the first."""
    (files,) = folder.glob("files-*")
    shell = files / "shell.js"
    shell.write_text(f"{shell.read_text()}document.documentElement.dataset.shell = 'next';\n")
    files.rename(folder / NEXT)
    index = folder / "index.html"
    index.write_text(index.read_text().replace(files.name, NEXT))
    seal(folder)


def is_next(visitor: PageVisitor) -> None:
    """Wait until the new build runs, and nothing of another."""
    html = visitor.page.locator("html")
    expect(html).to_have_attribute("data-files", NEXT, timeout=60_000)
    visitor.waits_until_ready()
    expect(html).to_have_attribute("data-shell", "next")


@pytest.mark.parametrize("name", ["page.js", "worker.js", "gattai.zip"])
def test_a_build_that_is_published_during_the_first_visit_is_never_mixed_with_the_one_before(
    name: str, browser: Browser, folder: Path, patience: float
) -> None:
    with (
        hosted(folder.parents[PATH.count("/")]) as site,
        PageVisitor.comes(browser, site, patience) as visitor,
    ):
        page = visitor.page
        before: list[str] = []

        def replaces(route: Route) -> None:
            if not before:
                before.extend(site.sent)
                publishes(folder)
            route.continue_()

        page.context.route(f"**/{name}", replaces)
        visitor.goes_to("/")
        if name != "page.js":  # it begins again by itself before anything is shown
            expect(page.get_by_role("alert")).to_contain_text(NEW, timeout=60_000)
            assert not [file for file in site.sent if NEXT in file]
            page.get_by_role("button", name="Load the new version").click()
        is_next(visitor)
        page.context.unroute_all(behavior="ignoreErrors")
        visitor.waits_until(CONTROLLED)
        visitor.complaints.clear()  # about the files that are gone


def test_a_part_that_is_gone_is_explained_when_it_is_wanted(
    browser: Browser, folder: Path, patience: float
) -> None:
    with (
        hosted(folder.parents[PATH.count("/")]) as site,
        PageVisitor.comes(browser, site, patience) as visitor,
    ):
        page = visitor.page
        page.context.route("**/offline.js", lambda route: route.abort())  # still the first visit
        visitor.goes_to("/")
        visitor.waits_until_ready()
        publishes(folder)
        page.evaluate("void (location.hash = '#/lists/attack-chart')")
        expect(page.get_by_role("alert")).to_contain_text(NEW, timeout=60_000)
        page.get_by_role("button", name="Load the new version").click()
        is_next(visitor)
        page.wait_for_selector(".builder")
        visitor.complaints.clear()


def test_a_file_that_was_evicted_comes_from_the_host_only_if_it_is_the_same(
    browser: Browser, folder: Path, patience: float
) -> None:
    with (
        hosted(folder.parents[PATH.count("/")]) as site,
        PageVisitor.comes(browser, site, patience) as visitor,
    ):
        page = visitor.page
        visitor.goes_to("/")
        visitor.waits_until_ready()
        visitor.waits_until(CONTROLLED)
        page.evaluate(EVICTS, "/worker.js")
        assert not page.evaluate(IS_CACHED.format("/worker.js"))
        page.reload()
        visitor.waits_until_ready()
        assert page.evaluate(IS_CACHED.format("/worker.js"))

        (worker,) = folder.glob("files-*/worker.js")
        worker.write_text(f"postMessage({{ failed: 'other', detail: 'it ran' }});{worker.read_text()}")  # fmt: skip
        page.evaluate(EVICTS, "/worker.js")
        page.reload()
        expect(page.get_by_role("alert")).to_contain_text(REFUSED, timeout=60_000)
        assert not page.evaluate(IS_CACHED.format("/worker.js"))

        worker.write_text(worker.read_text().partition(";")[2])
        publishes(folder)
        page.get_by_role("button", name="Try again").click()
        is_next(visitor)
        visitor.complaints.clear()
