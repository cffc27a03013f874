"""Somebody who plays fast: takes in the whole table at one glance, and clicks with the real mouse.

A whole game takes hundreds of answers. Playwright's own clicks look several times whether a thing may
be clicked, each time by another message; here one message looks and one aims, and the mouse does the rest.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from playwright.sync_api import Page

PATIENCE = 60_000
"""Milliseconds that a bot may think."""

LOOK = """async ([after, patience]) => {
  const all = (css) => [...document.querySelectorAll(css)];
  const until = performance.now() + patience;
  const ending = () => document.querySelector('dialog[aria-labelledby=ending-title][open]');
  const ours = () => {
    const table = document.querySelector('.table');
    return table?.dataset.mine === 'true' && table.dataset.number !== after;
  };
  while (!ending() && !ours()) {
    if (performance.now() > until) throw new Error(`nothing is asked after question ${after}`);
    await new Promise((next) => setTimeout(next, 8));
  }
  return {
    over: ending() !== null,
    number: document.querySelector('.table').dataset.number,
    headline: document.querySelector('.headline').innerText,
    what: document.querySelector('.ask h1.what')?.innerText ?? '',
    actors: all('.ask .actor').length,
    offered: all('.ask [data-option]').map((node) => node.dataset.option),
    groups: all('.ask button.group').map((node) => node.innerText),
    lit: all('g.cell.lit').length,
    dice: document.querySelector('.ask .dice, .slot .dice')?.innerText ?? '',
  };
}"""

AIM = """async ([css, nth]) => {
  // Clicks are heard when there was time to read what has changed.
  while (document.querySelector('.table.fresh')) await new Promise((next) => setTimeout(next, 8));
  const node = document.querySelectorAll(css)[nth];
  if (!node) throw new Error(`there is no ${css} number ${nth}`);
  node.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const box = node.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const there = document.elementFromPoint(x, y);
  if (!node.contains(there)) throw new Error(`${there?.outerHTML.slice(0, 90)} lies over ${css} number ${nth}`);
  return [x, y];
}"""


class Glance(NamedTuple):
    """What somebody takes in at once."""

    over: bool
    number: str
    headline: str
    what: str
    actors: int
    offered: list[str]
    groups: list[str]
    lit: int
    dice: str


def glance(page: Page, after: str = "") -> Glance:
    """The table as soon as we are asked something else than `after`, or the game is over."""
    seen: dict[str, Any] = page.evaluate(LOOK, [after, PATIENCE])
    return Glance(**seen)


def click(page: Page, css: str, nth: int = 0) -> None:
    """Click into the middle of a thing; what lies over it is an error, as it is for people."""
    x, y = page.evaluate(AIM, [css, nth])
    page.mouse.click(x, y)


def click_option(page: Page, seen: Glance, option: str) -> None:
    """Press the button of an option."""
    click(page, ".ask [data-option]", seen.offered.index(option))
    # What gives something up, or would hit one's own, takes a second step.
    if page.locator("[data-sure]").count():
        click(page, "[data-sure]")
