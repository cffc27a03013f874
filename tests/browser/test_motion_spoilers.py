"""Nothing beside the board tells a result before the board has shown it."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser

from tests.browser.visitor import Visitor
from tests.server.table import Json, Table

STILL = ".table[data-playing=false]"
RESULTS = ("hit", "mend", "destroyed")
"""Beats in which something becomes of somebody."""
BESIDE = ("lesson", "luck")
"""What stands beside the board and does not change while something is shown on it."""
WATCH = """() => {
  const seen = (window.seen = []);
  let last = '';
  const look = () => {
    const text = (css) => [...document.querySelectorAll(css)].map((one) => one.innerText.trim()).join(' ');
    const now = {
      playing: document.querySelector('.table')?.dataset.playing === 'true',
      caption: text('.caption span'),
      thrown: document.querySelectorAll('.throw li').length,
      acts: document.querySelectorAll('[data-layer=fx] *').length > 0,
      struck: document.querySelectorAll('[data-layer=fx] [data-number]').length > 0,
      lesson: text('.lesson .words'),
      luck: text('.fortune, .luck-chart, .fallen .result'),
      slot: text('.slot .die, .ask .dice'),
      effects: [...document.querySelectorAll('.story .entry b:not(.none)')].map((one) => one.closest('.entry').innerText.replace(/\\s+/g, ' ')),
      log: [...document.querySelectorAll('.log ol li')].slice(0, 20).map((one) => one.innerText),
      ended: document.querySelector('dialog[aria-labelledby=ending-title]') !== null,
    };
    const words = JSON.stringify(now);
    if (words !== last) seen.push(now);
    last = words;
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  look();
}"""
PLANT = """(css) => {
  const table = document.querySelector('.table');
  new MutationObserver((_, watch) => {
    if (table.dataset.playing !== 'true') return;
    const says = css === '.slot' ? '<span class="die">6</span>' : css === '.story' ? '<p class="entry">EXL-100: <b>destroyed</b></p>' : ' EXL-100 is destroyed.';
    document.querySelector(css).insertAdjacentHTML('beforeend', says);
    watch.disconnect();
  }).observe(table, { attributes: true });
}"""
"""A place beside the board that says what comes of it as soon as it begins to be shown."""
PLANTED = {".lesson .words": "lesson:", ".slot": "slot:", ".story": "effect:"}


def spoilers(frames: list[dict[str, Any]], results: list[str]) -> list[str]:
    """What was told while the board had not shown it yet; `results` are lines of the log that tell one."""
    found: list[str] = []
    before = frames[0]
    shown: set[str] = set()
    told: set[str] = set()
    effects: set[str] = set()
    thrown = struck = False
    for frame in frames:
        logged = {line for line in results if any(line in each for each in frame["log"])}
        if not frame["playing"]:
            before, shown, thrown, struck = frame, set(), False, False
            effects.update(frame["effects"])
            told |= logged
            continue
        shown.add(frame["caption"].lower())
        thrown = thrown or frame["thrown"] > 0
        found += [f"{name}: {frame[name]}" for name in BESIDE if frame[name] not in before[name]]
        # The slot has no dice before they were thrown, and none while they roll.
        if frame["slot"] not in ("", before["slot"]) and (not thrown or frame["thrown"] > 0):
            found.append(f"slot: {frame['slot']}")
        struck = struck or frame["struck"]
        shows = struck or any(line.lower() in shown for line in results)
        news = [one for one in frame["effects"] if one not in effects]
        found += [f"effect: {one}" for one in news if not shows]
        effects.update(news)
        # One's own doing has no caption: there it is what moves on the board that shows it.
        new = logged - told
        found += [f"log: {line}" for line in new if not frame["acts"] and line.lower() not in shown]
        told |= new
        if frame["ended"]:
            found.append("the ending")
    return found


def results_of(visitor: Visitor) -> list[str]:
    """Of each result the first line that tells it: that one stands in the caption."""
    with visitor.table.page(visitor.page.url.split("/match/")[1].split("/")[0], "watch") as page:
        page.hear()
        lines: list[Json] = page.log
    found: list[str] = []
    before: Json | None = None
    for line in lines:
        motion = line["motion"]
        if motion and motion["kind"] in RESULTS:
            if before is None or (before["number"], before["motion"]["kind"]) != (
                line["number"],
                motion["kind"],
            ):
                found.append(line["text"])
            before = line
    return found


def played(
    browser: Browser, table: Table, game: str, steps: int, plant: str = "", whole: bool = False
) -> list[str]:
    """A guided game with everything shown; what was told too early."""
    with Visitor.arrives(browser, table, speed="4", moves=True) as visitor:
        page = visitor.page
        visitor.starts_lesson(game)
        if whole:
            page.get_by_role("button", name="All lines").click()
        page.evaluate(WATCH)
        for _ in range(steps):
            page.wait_for_selector(STILL, timeout=60_000)
            if page.locator("dialog[aria-labelledby=ending-title]").count():
                break
            if plant:
                page.evaluate(PLANT, plant)
            visitor.follows_lesson(1)
        page.wait_for_selector(STILL, timeout=60_000)
        frames = page.evaluate("window.seen")
        results = results_of(visitor)
    assert any(frame["playing"] for frame in frames)
    assert any(frame["thrown"] for frame in frames)
    assert results
    return spoilers(frames, results)


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize(("game", "steps"), [("A.E.G.I.S.", 12), ("MechaStellar", 8)])
def test_no_panel_no_slot_no_lesson_and_no_log_tells_a_result_too_early(
    browser: Browser, table: Table, game: str, steps: int, whole: bool
) -> None:
    assert played(browser, table, game, steps, whole=whole) == []


@pytest.mark.parametrize("where", PLANTED)
def test_a_planted_spoiler_is_caught(browser: Browser, table: Table, where: str) -> None:
    found = played(browser, table, "A.E.G.I.S.", 4, plant=where)
    assert found and all(one.startswith(PLANTED[where]) for one in found)
