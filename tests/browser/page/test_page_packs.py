"""A pack of one's own in a page without a server: opened from a file, played, kept, removed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, Dialog, expect

from tests.browser.page.host import TRANSCRIPT, PageVisitor, Site
from tests.browser.visitor import PHONE
from tests.server.test_page_packs import PACK
from tests.terminal.conftest import run_alone

DROPS = """([name, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  for (const type of ["dragover", "drop"]) document.querySelector("#app").dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
}"""

ANSWERS = 6


def answers_of(transcript: str) -> list[str]:
    return [line for line in transcript.splitlines() if line[:1].isdigit()]


@pytest.mark.parametrize("workers", ["", "?workers=1"])
def test_a_pack_is_opened_played_kept_and_removed(
    workers: str, browser: Browser, site: Site, tmp_path: Path, patience: float
) -> None:
    good, bad = tmp_path / "mine.toml", tmp_path / "bad.toml"
    good.write_text(PACK)
    bad.write_text(PACK.replace("defence", "defense"))
    with PageVisitor.comes(browser, site, patience) as visitor:
        page = visitor.page
        packs = page.locator("#packs")

        def goes(path: str) -> None:
            page.goto("about:blank")
            page.goto(f"{site.address}/{workers}#{path}")
            visitor.waits_until_ready()

        goes("/")
        packs.locator("input").set_input_files(bad)
        expect(packs).to_contain_text(
            "bad.toml:15: unit 'tin-hound', field 'defense': no such field; did you mean 'defence'?"
        )
        expect(packs.locator("li")).to_have_count(0)
        page.evaluate(DROPS, ["mine.toml", PACK])
        expect(packs.locator("li")).to_contain_text("My robots 1.0.0 (attack-chart): tin-hound")
        assert visitor.overflow() == []
        assert visitor.violations() == []

        page.goto(f"{site.address}/{workers}#/lists/attack-chart")
        page.locator(".empty button").first.click()
        points = page.locator(".sums b").first
        before = int(points.inner_text())
        page.get_by_role("button", name="Add Tin Hound").click()
        expect(points).to_have_text(str(before + 60))  # it is judged
        page.get_by_role("button", name="Play with it").click()
        blue, red = (page.get_by_role("region", name=side) for side in ("Blue", "Red"))
        expect(blue.get_by_role("textbox")).to_have_value(re.compile(",tin-hound$"))
        red.get_by_role("radio", name="Veteran").check()
        page.get_by_role("button", name="Start the game").click()
        for _ in range(ANSWERS):
            assert visitor.is_asked()
            visitor.clicks_on()
        match = page.url.split("/match/")[1].split("/")[0]
        first = page.evaluate(TRANSCRIPT, match)
        assert ", my-robots 1.0.0 (" in first

        goes(f"/match/{match}/0")
        assert visitor.is_asked()
        visitor.clicks_on()
        assert visitor.is_asked()
        after = page.evaluate(TRANSCRIPT, match)
        assert len(answers_of(after)) > len(answers_of(first))
        saved = tmp_path / "match.txt"
        saved.write_text(after)
        assert run_alone("verify", saved, "--packs", tmp_path).code != 0  # two packs of one id
        bad.unlink()
        verified = run_alone("verify", saved, "--packs", tmp_path)
        assert verified.code == 0, verified.text

        goes("/")
        questions: list[str] = []

        def agrees(dialog: Dialog) -> None:
            questions.append(dialog.message)
            dialog.accept()

        page.once("dialog", lambda dialog: dialog.dismiss())
        remove = packs.get_by_role("button", name="Remove My robots")
        remove.click()
        expect(packs.locator("li")).to_have_count(1)
        page.once("dialog", agrees)
        remove.click()
        expect(packs.locator("li")).to_have_count(0)
        assert questions[0].startswith("One match was begun with it.")

        goes("/lists/attack-chart")
        page.wait_for_selector(".tile")
        expect(page.get_by_role("button", name="Add Tin Hound")).to_have_count(0)


def test_packs_on_a_phone(browser: Browser, site: Site, patience: float, tmp_path: Path) -> None:
    with PageVisitor.comes(browser, site, patience, size=PHONE, touch=True) as visitor:
        visitor.goes_to("/")
        visitor.waits_until_ready()
        visitor.page.evaluate(DROPS, ["mine.toml", PACK])
        expect(visitor.page.locator("#packs li")).to_have_count(1)
        assert visitor.overflow() == []
        assert visitor.violations() == []
