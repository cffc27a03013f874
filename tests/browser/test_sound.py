"""Sounds are made in the browser itself: none before the first touch, none too loud, and none for whoever wants quiet."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, expect

from tests.browser.visitor import Visitor

WEB = Path(__file__).parents[2] / "web"
LOUDEST = 0.7
BUNDLE = """
import { build } from "vite";
await build({
  configFile: false, logLevel: "silent",
  build: { outDir: process.argv[1], minify: false, lib: { entry: "src/sound/sounds.ts", name: "sounds", formats: ["iife"], fileName: () => "sounds.js" } },
});
"""
RENDER = """async () => {
  const peaks = {};
  for (const sound of Object.keys(sounds.SOUNDS)) {
    for (const pitch of [0.7, 1, 1.15]) {
      const context = new OfflineAudioContext(1, 44100 * 1.4, 44100);
      sounds.make(context, sounds.noiseOf(context), context.destination, sound, 0, 1, pitch);
      const heard = (await context.startRendering()).getChannelData(0);
      let peak = 0;
      for (const sample of heard) peak = Math.max(peak, Math.abs(sample));
      peaks[sound] = Math.max(peaks[sound] ?? 0, peak);
    }
  }
  return peaks;
}"""
CONTEXTS = """
  window.contexts = [];
  const Real = window.AudioContext;
  window.AudioContext = class extends Real { constructor(...all) { super(...all); window.contexts.push(this); } };
"""


def test_no_sound_is_louder_than_seven_tenths(browser: Browser, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None or not (WEB / "node_modules").exists():
        pytest.skip("needs node and the client's packages")
    subprocess.run(
        [node, "--input-type=module", "-e", BUNDLE, str(tmp_path)], cwd=WEB, check=True, timeout=120
    )
    page = browser.new_page()
    page.add_script_tag(content=(tmp_path / "sounds.js").read_text("utf-8"))
    peaks: dict[str, Any] = page.evaluate(RENDER)
    page.close()
    print(json.dumps(peaks))
    assert len(peaks) > 20
    assert all(0.01 < peak <= LOUDEST for peak in peaks.values()), peaks


def test_nothing_is_heard_before_the_first_touch_nor_when_it_is_switched_off(
    visitor: Visitor,
) -> None:
    page = visitor.page
    page.add_init_script(CONTEXTS)
    visitor.begins("aegis", "person", "rookie")
    visitor.is_asked()
    assert page.evaluate("window.contexts.length") == 0
    page.keyboard.press("Escape")
    page.wait_for_function("() => window.contexts[0]?.state === 'running'")
    settings = page.locator("button.settings")
    expect(settings).not_to_contain_text("Sound is off")
    page.keyboard.press("m")
    expect(settings).to_contain_text("Sound is off")
    page.wait_for_function("() => window.contexts[0].state === 'suspended'")
    page.reload()
    expect(settings).to_contain_text("Sound is off")
    page.keyboard.press("Escape")
    assert page.evaluate("window.contexts.length") == 0
