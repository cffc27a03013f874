"""An effect that nobody has thought of yet is one class and one card: everything else handles it.

Each game gets one in a copy of the package, as a maintainer would add it; then packs are checked, cards
are printed, scenes drawn for every seat, odds found, and bots play.
"""

from __future__ import annotations

import os
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

    edits: tuple[tuple[str, str, str], ...]
    """File, text, and what stands in its place; an empty text is the end of the file."""
    card: tuple[str, str]
    word: str
    options: tuple[str, ...]


LANCE = '''\
class Lance(WeaponKind):
    """ATTACK-CHART.MELEE.OTHER: +1 on attack dice in a melee."""

    def in_a_melee(self) -> Iterator[Term]:
        yield Term(1, "Lance in a melee", "ATTACK-CHART.MELEE.OTHER")


CLASSES: dict'''

LOW_PROFILE = '''

@ability("Low Profile")
class LowProfile(Ability):
    """AEGIS.PASSIVE.RANGE-EVADE: Actions need X more."""

    rule = "AEGIS.PASSIVE.RANGE-EVADE"
    takes_number = True

    def raises_accuracy(self, unit: Unit, action: ActionCard) -> Iterator[Term]:
        yield Term(self.x, f"Low Profile {self.x}", self.rule)
'''

ZAP = '''

@tag("ZAP")
class Zap(Tag):
    """MS.WEAPON.TAGS: one Hit more."""

    rule = "MS.WEAPON.TAGS"

    def adds_hits(self, state: State, strike: Strike) -> Iterator[Term]:
        yield Term(1, "zapped", self.rule)
'''

SING = '''

@effect("sing")
class Sing(Effect):
    """A song that brings cards."""

    needs = ("amount",)

    def says(self, deed: Deed) -> str:
        return f"Sing {deed.amount} songs."

    def carry_out(
        self, table: Table[State], seat: Seat, deed: Deed, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        table.happens(DrawsDue(rule=rule, seat=seat, count=deed.amount))
'''

SCOLD = '''\
class Scold(Effect, frozen=True, tag="scold", cache_hash=True):
    """Harsh words."""

    who: Who

    def in_words(self, cast: Cast = NOBODY) -> str:
        return f"scold {cast.name(self.who)}"


AnyEffect: TypeAlias = (
    Scold |'''

SCOLDING = '''

from gattai.games.aristeia.effects.cards import Scold


@kind_of(Scold)
class Scolding(Kind[Scold]):
    """One Damage."""

    def perform(self, table: Table[State], source: Source, effect: Scold) -> Steps[None]:
        who = source.whom(effect.who)
        assert who is not None
        suffer(table, who, 1, "ARISTEIA.SWITCH.IMMEDIATE")
        yield from ()
'''

INVENTED = {
    "attack-chart": Invention(
        (
            ("cards.py", '"heavy"]', '"heavy", "lance"]'),
            ("keywords.py", "CLASSES: dict", LANCE),
            ("keywords.py", '"heavy": Heavy(),', '"heavy": Heavy(),\n    "lance": Lance(),'),
        ),
        ('class = "melee"', 'class = "lance"'),
        "lance",
        ("blue=tin-hound,tin-hound,tin-hound", "red=gunners"),
    ),
    "aegis": Invention(
        (("keywords/passives.py", "", LOW_PROFILE),),
        ('"Evade 1"', '"Low Profile 1"'),
        "Low Profile 1",
        ("red=tin-100,ark-150,arly-100,endr-100,go-100",),
    ),
    "mechastellar": Invention(
        (("keywords/tags.py", "", ZAP),),
        ("dmg = 200", 'dmg = 200\ntags = ["ZAP"]'),
        "ZAP",
        ("south=tin-riders",),
    ),
    "robot-empire": Invention(
        (("effects/players.py", "", SING),),
        ('op = "draw"', 'op = "sing"'),
        "Sing 1 songs",
        ("decks=own", "cobalt=tin-line", "crimson=tin-line"),
    ),
    "aristeia": Invention(
        (
            ("effects/cards.py", "AnyEffect: TypeAlias = (", SCOLD),
            ("effects/marking.py", "", SCOLDING),
        ),
        (
            'effects = [{ do = "displace", who = "target" }]',
            'effects = [{ do = "scold", who = "target" }]',
        ),
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
    for file, old, new in invention.edits:
        source = (folder / file).read_text("utf-8")
        assert old in source, f"{file} has no {old!r}"
        (folder / file).unlink()  # a link to the sound file
        (folder / file).write_text(source.replace(old, new, 1) if old else source + new, "utf-8")
    write("pack", "tin-pack", tmp_path, game)
    (pack,) = (tmp_path / "tin-pack" / "src").rglob("*.toml")
    text = pack.read_text("utf-8")
    assert invention.card[0] in text
    packs = tmp_path / "packs"
    packs.mkdir()
    (packs / "tin.toml").write_text(text.replace(*invention.card, 1), "utf-8")
    command = [sys.executable, "-m", "tests.games.invented", game, str(packs), invention.word]
    path = os.pathsep.join([str(tmp_path / "src"), str(ROOT)])
    ran = subprocess.run(
        [*command, *invention.options],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
