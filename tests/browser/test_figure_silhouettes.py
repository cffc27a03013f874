"""Every unit of every pack is told from the others of its pack by its silhouette alone, at 32 pixels.

How: each figure is drawn by the client's own generator without its owner's plate, all in one colour and
on the same square, and rasterised by the browser to 32 by 32 pixels. What is at least half covered
counts. Two silhouettes are alike if less than `APART` of the pixels that either covers differ: at that
measure what differs is no more than the fringe that a contour has anyway.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page

from gattai import games
from gattai.games.aegis import scene as aegis
from gattai.games.aristeia import faces as aristeia
from gattai.games.attack_chart import scene as attack_chart
from gattai.games.mechastellar import scene as mechastellar
from gattai.games.robot_empire import faces as robot_empire
from gattai.scene.parts import Look

WEB = Path(__file__).parents[2] / "web"
APART = 0.06
LARGEST = 6_000
"""Bytes of SVG."""
SLOWEST = 1.0
"""Milliseconds a figure, on average."""
PACKS = ("aegis", "mechastellar", "aristeia", "attack-chart", "robot-empire")
Unit = tuple[str, Look]


def packs() -> dict[str, list[Unit]]:
    """All units that any pack has, with their looks, and two hundred that nobody has thought of."""
    rules: dict[str, Any] = {name: games.load(name) for name in PACKS}
    suits, athletes = rules["mechastellar"].content.units, rules["aristeia"].content.characters
    return {
        "aegis": [(card.name, aegis._look(card)) for card in rules["aegis"].units.values()],
        "mechastellar": [(card.name, mechastellar._look(card)) for card in suits.values()],
        "aristeia": [(card.name, aristeia._look(card)) for card in athletes.values()],
        "attack-chart": [
            (card.name, attack_chart._look(card)) for card in rules["attack-chart"].units.values()
        ],
        "robot-empire": [
            (card.name, robot_empire._look(card)) for card in rules["robot-empire"].cards.values()
        ],
        "random names": [(name, Look()) for name in names(200)],
    }


def names(count: int) -> list[str]:
    """Names as people make them up: a word, sometimes two, sometimes a number; the same every time."""
    chance = random.Random(14)
    syllables = "ka zor mi tan dra vel ix or gun sa ne to ri bal ax um".split()
    found: dict[str, None] = {}
    while len(found) < count:
        word = "".join(chance.choices(syllables, k=chance.randint(2, 3))).capitalize()
        found[word + chance.choice(["", f"-{chance.randint(1, 9)}00", " Prime", " II"])] = None
    return list(found)


@cache
def generator() -> str:
    """The client's generator of figures as a script."""
    return subprocess.run(
        ["node", "scripts/figures.js"], cwd=WEB, check=True, capture_output=True, text=True
    ).stdout


DRAW = """(units) => units.map(([name, look]) => Figures.portrait({ ...look, name, hue: 'red', base: 'circle' }, 96).length)"""

TIME = """(units) => {
  // A dozen at a time, the best of some rounds, for others work on this machine too. Another name each
  // round: what was drawn before is only remembered.
  const BATCH = 12;
  let spent = 0;
  for (let from = 0; from < units.length; from += BATCH) {
    let best = Infinity;
    for (let round = 1; round <= 9; round++) {
      const began = performance.now();
      for (const [name, look] of units.slice(from, from + BATCH)) Figures.figure({ ...look, family: look.family || name, name: name + ' '.repeat(round) });
      best = Math.min(best, performance.now() - began);
    }
    spent += best;
  }
  return spent / units.length;
}"""

COMPARE = """async ([units, apart]) => {
  const SIDE = 32;
  const canvas = Object.assign(document.createElement('canvas'), { width: SIDE, height: SIDE });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const mask = async ([name, look]) => {
    const svg = Figures.portrait({ ...look, name, hue: 'red', base: 'circle', plate: false }, SIDE * 4, 'square');
    const picture = new Image();
    picture.src = 'data:image/svg+xml,' + encodeURIComponent(svg);
    await picture.decode();
    context.clearRect(0, 0, SIDE, SIDE);
    context.drawImage(picture, 0, 0, SIDE, SIDE);
    const { data } = context.getImageData(0, 0, SIDE, SIDE);
    return Array.from({ length: SIDE * SIDE }, (_, i) => data[4 * i + 3] >= 128);
  };
  const masks = await Promise.all(units.map(mask)).catch(() => null) ?? [];
  const alike = [];
  let least = 1;
  for (let i = 0; i < masks.length; i++)
    for (let j = 0; j < i; j++) {
      let either = 0, differ = 0;
      for (let k = 0; k < SIDE * SIDE; k++) {
        if (masks[i][k] || masks[j][k]) either++;
        if (masks[i][k] !== masks[j][k]) differ++;
      }
      const share = differ / Math.max(1, either);
      least = Math.min(least, share);
      if (share < apart) alike.push([units[i][0], units[j][0], Math.round(share * 1000) / 10]);
    }
  return { count: masks.length, least, alike };
}"""


HEIGHTS = """async (units) => {
  const [WIDE, HIGH, FEET, AXIS] = [20, 220, 200, 5];
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDE, height: HIGH });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const wrong = [];
  for (const [name, look] of units) {
    const words = { ...look, name, plate: false };
    const picture = new Image();
    picture.src = 'data:image/svg+xml,' + encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -${FEET} ${WIDE} ${HIGH}" width="${WIDE}" height="${HIGH}">${Figures.figure(words)}</svg>`);
    await picture.decode();
    context.clearRect(0, 0, WIDE, HIGH);
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(10 - AXIS, 0, 2 * AXIS, HIGH);
    const top = data.findIndex((value, i) => i % 4 === 3 && value >= 128);
    const high = FEET - Math.floor(top / 4 / (2 * AXIS));
    if (Math.abs(high - Figures.heightOf(words)) > 6) wrong.push([name, high, Figures.heightOf(words)]);
  }
  return wrong;
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Page:
    if shutil.which("node") is None or not (WEB / "node_modules" / "vite").exists():
        pytest.skip("needs node and the packages of the client: make web")
    found = browser.new_page()
    found.evaluate(generator() + ";globalThis.Figures = Figures")
    return found


def said(units: list[Unit]) -> Any:
    return msgspec.to_builtins(units)


@pytest.mark.parametrize("pack", [*PACKS, "random names"])
def test_no_two_of_a_pack_have_the_same_silhouette(page: Page, pack: str) -> None:
    units = packs()[pack]
    found = page.evaluate(COMPARE, [said(units), APART])
    assert found["count"] == len(units)
    assert found["alike"] == [], found["least"]


@pytest.mark.parametrize("pack", ["aegis", "mechastellar", "aristeia", "attack-chart"])
def test_figures_are_as_high_as_they_say(page: Page, pack: str) -> None:
    units = packs()[pack]
    assert page.evaluate(HEIGHTS, said(units)) == []


def test_figures_are_small_and_drawn_quickly(page: Page) -> None:
    units = said([unit for pack in packs().values() for unit in pack])
    sizes = page.evaluate(DRAW, units)
    assert max(sizes) < LARGEST
    assert page.evaluate(TIME, units) < SLOWEST
