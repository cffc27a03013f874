"""Takes the picture of the full screen: `make pictures`, or `python -m tests.terminal.pictures`.

Textual exports the screen as SVG; a browser makes a PNG of it. Nothing is fetched from anywhere.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gattai import games
from gattai.bots import registry
from gattai.kernel.position import observe, waiting
from gattai.kernel.question import Roll, part_of
from gattai.kernel.record import Record
from gattai.kernel.ruleset import Outcome
from gattai.scene.parts import ListedOption, Scene
from gattai.scene.stage import make_scene
from gattai.server.table.opening import dice_of
from tests.browser.chromium import CHROMIUM, chromium
from tests.terminal.screen import WIDE, Sitter, new_record, sit_down

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
FONT_FACES = re.compile(r"@font-face\s*\{.*?\}", re.DOTALL)
RED = 0


def main() -> None:
    if not CHROMIUM.exists():
        sys.exit("there is no chromium here: apt-get install chromium")
    record, shot = standoff()
    taken: list[str] = []

    async def visit(sitter: Sitter) -> None:
        await sitter.asked()
        sitter.app.plan.actor = shot.actor
        sitter.app.show()
        entries = sitter.app.entries
        at = next(n for n, entry in enumerate(entries) if entry.option == shot)
        while sitter.app._menu.highlighted != at:
            await sitter.press("down")
        await sitter.until(lambda: shot.text in sitter.app.client.odds)
        await sitter.pilot.pause(0.3)
        taken.append(sitter.app.export_screenshot(title="gattai play aegis --terminal"))

    sit_down(record, visit, size=WIDE)
    save(taken[0], FOLDER / "terminal.png")


def standoff() -> tuple[Record[Any], ListedOption]:
    """A fight between two bots, at the moment when red can shoot at somebody who is hurt."""
    for seed in range(1, 20):
        record = new_record("aegis", "person", "random", seed=str(seed))
        for scene in fought(record):
            shot = best_shot(scene)
            if shot is not None:
                return record, shot
    raise AssertionError("nobody shoots at anybody")


def fought(record: Record[Any], most: int = 300) -> Iterator[Scene]:
    """Play on by bots; the scenes in which red is asked in its own turn."""
    rules, maker = record.rules, games.scene_maker("aegis")
    dice, bot = dice_of(record.header), registry.make("rookie", "7", rules=record.rules)
    for number in range(1, most):
        question = record.question
        if isinstance(question, Outcome):
            return
        if isinstance(question, Roll):
            record.answer(dice.faces(question, number))
            continue
        seat = waiting(rules, record.position)[0]
        if seat == RED:
            scene = make_scene(rules, maker, record.position, seat, number=number)
            if scene.turn == RED:
                yield scene
        seen = observe(rules, record.position, seat)
        record.answer(bot.answer(seen, part_of(question, seat), number), seat)


def best_shot(scene: Scene) -> ListedOption | None:
    """One of several shots of a unit that can move as well."""
    options = scene.ask.options if scene.ask else ()
    foes = {p.id for p in scene.pieces if p.owner != RED and p.at and p.bar.now < p.bar.most}
    hurt = sum(piece.bar.now < piece.bar.most for piece in scene.pieces)
    for shot in options:
        if shot.has_odds and shot.target in foes and hurt > 3:
            own = [option for option in options if option.actor == shot.actor]
            if sum(option.kind == "move" for option in own) > 9:
                return shot
    return None


def save(svg: str, path: Path) -> None:
    """The SVG as a PNG, in the fonts of this machine."""
    found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    assert found is not None
    width, height = (round(float(number)) for number in found.groups())
    with chromium() as browser:
        page = browser.new_page(viewport={"width": width, "height": height})
        page.set_content(f"<style>body{{margin:0}}</style>{FONT_FACES.sub('', svg)}")
        page.screenshot(path=path)
    if shutil.which("pngquant"):
        quantize = ["pngquant", "--force", "--skip-if-larger", "--ext", ".png", "--strip", "64"]
        subprocess.run([*quantize, str(path)], check=False)
    print(f"{path.relative_to(FOLDER.parents[1])}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
