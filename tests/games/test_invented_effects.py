"""An effect that nobody has thought of yet is one class and one card: everything else handles it.

Three of them stand on the how-to page. Each game gets one in a copy of the package, as a maintainer would add it; then packs are checked, cards
are printed, scenes drawn for every seat, odds found, and bots play.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from gattai.terminal.commands.starting.new import write
from tests.architecture.source import PACKAGE, ROOT


class Invention(NamedTuple):
    """What is added to the source, to a card of the sample pack, and where it has to be shown."""

    added: tuple[str, str]
    """A file of the game, and the class that is added at its end."""
    card: tuple[str, ...]
    """Lines of the sample pack, each followed by what it says instead."""
    on_paper: str
    """What the printed card says."""
    word: str
    """What scenes show."""
    logged: str
    """What the log says."""
    options: tuple[str, ...]
    more: str = ""
    """What the pack has besides."""


PAGE = (ROOT / "docs" / "how-to" / "add-an-effect.md").read_text("utf-8")
LANCE, SCOLD, PRAYER = (
    f"\n\n{block}" for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
)
(PRAYER_CARD,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
LOW_PROFILE = '''

@ability("Low Profile")
class LowProfile(Ability):
    """AEGIS.PASSIVE.RANGE-EVADE: Actions need X more."""

    rule = "AEGIS.PASSIVE.RANGE-EVADE"
    takes_number = True

    def raises_accuracy(self, unit: Unit, action: ActionCard) -> Iterator[Term]:
        yield Term(self.x, f"Low Profile {self.x}", self.rule)
'''

SING = '''

@effect("sing")
class Sing(Effect):
    """A song that brings cards."""

    needs = ("amount",)

    def says(self, action: CardAction) -> str:
        return f"Sing {action.amount} songs."

    def carry_out(
        self, table: Table[State], seat: Seat, action: CardAction, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        table.emit(DrawsDue(rule=rule, seat=seat, count=action.amount))
'''

INVENTED = {
    "attack-chart": Invention(
        ("keywords.py", LANCE),
        ('class = "melee"', 'class = "lance"'),
        "class: lance",
        "lance",
        "Lance in a melee",
        ("blue=tin-hound,tin-hound,tin-hound", "red=gunners"),
    ),
    "aegis": Invention(
        ("keywords/passives.py", LOW_PROFILE),
        ('"Evade 1"', '"Low Profile 1"'),
        "Low Profile 1",
        "Low Profile 1",
        "Low Profile",
        ("red=tin-100,ark-150,arly-100,endr-100,go-100",),
    ),
    "mechastellar": Invention(
        ("keywords/reactions.py", PRAYER),
        ('traits = ["fly"]', 'traits = ["fly", "prayer"]'),
        "prayer",
        "prayer",
        "uses Prayer",
        ("south=tin-riders",),
        PRAYER_CARD,
    ),
    "robot-empire": Invention(
        ("effects/players.py", SING),
        ("defense = 3", 'defense = "1d6"', 'op = "draw"', 'op = "sing"'),
        "op: sing",
        "Sing 1 songs",
        "Tin Tinker",
        ("decks=own", "cobalt=tin-line", "crimson=tin-line"),
    ),
    "aristeia": Invention(
        ("effects/marking.py", SCOLD),
        (
            'cost = ["B", "X"], effects = [{ do = "heal", amount = 1, who = "self" }]',
            'cost = ["B"], effects = [{ do = "scold", who = "target" }]',
        ),
        "scold the Target",
        "scold",
        "scold",
        ("green=tin-kitchen",),
    ),
}


@pytest.mark.parametrize("game", INVENTED)
def test_an_invented_effect_is_one_class_and_one_card(game: str, tmp_path: Path) -> None:
    invention = INVENTED[game]
    shutil.copytree(
        PACKAGE,
        tmp_path / "src" / "gattai",
        ignore=shutil.ignore_patterns("__pycache__", "static"),
        copy_function=os.symlink,
    )
    folder = tmp_path / "src" / "gattai" / "games" / game.replace("-", "_")
    file, added = invention.added
    source = (folder / file).read_text("utf-8")
    (folder / file).unlink()  # a link to the sound file
    (folder / file).write_text(source + added, "utf-8")
    ruff = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--isolated",
        "--select",
        "F821",
        str(folder / file),
    ]
    named = subprocess.run(ruff, capture_output=True, text=True, check=False)
    assert named.returncode == 0, f"the class uses a name that {file} lacks: {named.stdout}"
    write("pack", "tin-pack", tmp_path, game)
    (pack,) = (tmp_path / "tin-pack" / "src").rglob("*.toml")
    text = pack.read_text("utf-8")
    for old, new in zip(invention.card[::2], invention.card[1::2], strict=True):
        assert old in text
        text = text.replace(old, new, 1)
    packs = tmp_path / "packs"
    packs.mkdir()
    (packs / "tin.toml").write_text(text + invention.more, "utf-8")
    command = [sys.executable, "-m", "tests.games.invented", game, str(packs)]
    said = (invention.on_paper, invention.word, invention.logged)
    path = os.pathsep.join([str(tmp_path / "src"), str(ROOT)])
    ran = subprocess.run(
        [*command, *said, *invention.options],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
