"""The table in a page: a folder of static files below a path, and no server that knows a game."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, Route, expect

from tests.browser.page.host import CONTROLLED, TRANSCRIPT, PageVisitor, Site
from tests.browser.visitor import MAX_ANSWERS
from tests.terminal.conftest import run_alone

KEEPS_MATCHES = "void (navigator.storage.persist = async () => (window.askedToKeep = true))"
FILM = """async (match) => {
  const init = { method: "POST", body: JSON.stringify({ match, seat: null }) };
  return (await gattaiTransport.request("/api/replay/film", init)).text();
}"""
DICE = """(match) => {
  const link = document.createElement("a");
  link.href = `/dice/${match}`;
  document.body.append(link);
  link.click();
}"""
"""Follows the link that a finished match shows."""
NO_STORAGE = "navigator.storage.getDirectory = () => Promise.reject(new DOMException('no', 'SecurityError'));"


def test_a_second_tab_explains_itself_and_takes_over_and_all_matches_fit_into_a_file(
    browser: Browser, site: Site, tmp_path: Path, patience: float
) -> None:
    with PageVisitor.comes(browser, site, patience) as visitor:
        visitor.goes_to("/")
        one = visitor.page
        expect(one.get_by_role("progressbar")).to_be_visible()
        visitor.waits_until_ready()
        expect(one.get_by_role("progressbar")).to_have_count(0)
        visitor.waits_until(CONTROLLED)  # else the second tab may begin anew under the pointer
        one.evaluate(KEEPS_MATCHES)
        match = visitor.opens_a_match("attack-chart", "person", "rookie")
        assert one.evaluate("window.askedToKeep"), "the browser is asked to keep what is stored"

        two = visitor.page = one.context.new_page()
        visitor.goes_to("/")
        expect(two.get_by_role("alert")).to_contain_text("Gattai is open in another tab")
        two.get_by_role("button", name="Play here").click()
        expect(one.get_by_role("alert")).to_contain_text("Gattai was continued in another tab")
        expect(one.locator("#app")).to_be_hidden()
        visitor.waits_until_ready()
        assert visitor.overflow() == []
        assert visitor.violations() == []
        with two.expect_download() as saving:
            two.get_by_role("button", name="Save all").click()
        saved = tmp_path / "matches.zip"
        saving.value.save_as(saved)
        two.locator("#all-matches input").set_input_files(saved)
        expect(two.locator("#all-matches")).to_contain_text("Already here: 1.")
        # Closing the tab gives the table back: the first tab begins anew.
        with one.expect_event("load"):
            two.close()
        visitor.page = one
        visitor.waits_until_ready()
        assert one.evaluate(TRANSCRIPT, match).startswith("gattai")

    # Another browser that stores nothing: it says so, plays nevertheless, and takes the file.
    with PageVisitor.comes(browser, site, patience) as visitor:
        page = visitor.page
        page.context.route("**/journal.js", partial(prefixed, NO_STORAGE))
        visitor.goes_to("/")
        expect(page.get_by_role("alert")).to_contain_text("Matches cannot be stored here")
        page.get_by_role("button", name="Play without storing").click()
        visitor.waits_until_ready()
        expect(page.locator("#all-matches")).to_contain_text("lost when this tab is closed")
        page.locator("#all-matches input").set_input_files(saved)
        page.get_by_role("link", name=re.compile("Continue")).first.wait_for()
        assert page.evaluate(TRANSCRIPT, match).startswith("gattai")
        page.context.unroute_all(behavior="ignoreErrors")  # the files for offline use still load


def prefixed(script: str, route: Route) -> None:
    """Serve a file of the page with something before it."""
    response = route.fetch()
    route.fulfill(response=response, body=script + response.text())


@pytest.mark.parametrize(
    ("path", "script", "title"),
    [
        ("", "delete globalThis.WebAssembly", "This browser cannot run Gattai"),
        ("pyodide.mjs", "export const loadPyodide = () => { throw new RangeError() }", "There is too little memory"),
        ("gattai.zip", None, "Gattai could not be loaded"),
        ("worker.js", None, "Gattai could not be loaded"),
        ("pyodide.mjs", "export const loadPyodide = () => { throw new Error('Because.') }", "Because."),
    ],
)  # fmt: skip
def test_what_prevents_the_start_is_explained(
    path: str, script: str | None, title: str, browser: Browser, site: Site
) -> None:
    context = browser.new_context()
    page = context.new_page()
    if not path:
        context.add_init_script(script)
    elif script is None:
        context.route(f"**/{path}*", lambda route: route.abort())
    else:
        kind = "text/javascript"
        context.route(f"**/{path}", lambda route: route.fulfill(body=script, content_type=kind))
    page.goto(f"{site.address}/")
    expect(page.get_by_role("alert")).to_contain_text(title)
    expect(page.locator("#app")).to_be_hidden()
    context.close()


def test_a_game_in_the_page_is_played_to_its_end_kept_and_holds_natively(
    browser: Browser, site: Site, tmp_path: Path, patience: float
) -> None:
    with PageVisitor.comes(browser, site, patience) as visitor:
        page = visitor.page
        visitor.goes_to("/setup/attack-chart")
        page.get_by_role("button", name="Start the game").click()
        for _ in range(MAX_ANSWERS):
            if not visitor.is_asked():
                break
            visitor.clicks_on()
        expect(page.get_by_role("dialog")).to_contain_text(re.compile("You (win|lose)|draw"))
        match = page.url.split("/match/")[1].split("/")[0]
        saved = tmp_path / "transcript.txt"
        saved.write_text(page.evaluate(TRANSCRIPT, match), "utf-8")
        assert 'id="gattai-film"' in page.evaluate(FILM, match)
        with page.expect_download() as dice:
            page.evaluate(DICE, match)
        assert dice.value.suggested_filename == f"{match}-dice.html"
        assert match in dice.value.path().read_text("utf-8")
        page.evaluate("navigator.serviceWorker.ready.then(() => 0)")

        page.context.set_offline(True)
        visitor.goes_to("/")
        visitor.waits_until_ready()
        assert page.evaluate(TRANSCRIPT, match) == saved.read_text("utf-8")
    verified = run_alone("verify", saved)
    assert verified.code == 0, verified.err
