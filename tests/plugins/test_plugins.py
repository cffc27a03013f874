"""Games, bots and packs are found by entry points; what is broken is named and brings nothing down."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from gattai import games, plugins
from gattai.bots import evaluations, registry
from gattai.bots.evaluation import PLAIN
from gattai.games.game import GameDefinition
from gattai.games.metrics import NOTHING
from gattai.server.web.library import game_cards
from tests.architecture.source import ROOT
from tests.plugins.conftest import Installs
from tests.terminal.conftest import Run
from tests.toy.ridge import Ridge

OURS = ("aegis", "aristeia", "attack-chart", "mechastellar", "robot-empire")
PACK = """
[pack]
id = "tin"
title = "Tin"
version = "1.0.0"
house = true
source = "made up"
licence = "none"

[[field]]
id = "tin-field"
title = "Tin field"
columns = 9
rows = 9
inches_per_hex = 2
deployment_rows = 2
thickets = []
"""


def test_our_own_are_found_without_being_installed() -> None:
    assert games.names() == OURS
    assert games.broken() == () and registry.broken() == ()
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for group, entries in declared["entry-points"].items():
        own = {each.name: each.value for each in plugins.found(group) if each.is_own}
        assert own == entries


@pytest.mark.parametrize("name", OURS)
def test_every_part_that_a_face_names_is_there(name: str) -> None:
    game = games.get(name)
    assert (game.folder / "rulebook.toml").is_file()
    rules = game.load()
    assert game.maker() is not None and game.judged_by() is not None
    assert game.gauged_by() is not NOTHING and game.recruits(rules) is not None
    assert game.pack_format is not None and game.pack_format().kinds
    assert evaluations.of(name) is not PLAIN
    assert not game.own or plugins.resolve(game.own) is not None


def test_an_old_installation_beside_a_source_tree_does_not_count(installed: Installs) -> None:
    installed("gattai", {"gattai.games": {"aegis": "old.aegis:GAME", "gone": "old.gone:GAME"}})
    assert games.names() == OURS and games.broken() == ()


def test_away_from_a_source_tree_the_installation_counts(
    installed: Installs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plugins, "_source_tree", lambda: None)
    installed("gattai", {"gattai.games": {"aegis": "gattai.games.aegis:GAME"}})
    assert games.names() == ("aegis",)


def test_faces_are_cheap() -> None:
    """A list of games imports neither the kernel nor what it is made with."""
    told = "import sys; from gattai import games; games.names(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert not {"msgspec", "gattai.kernel", "gattai.scene", "gattai.bots"} & {*done.stdout.split()}


BROKEN = {
    "raises": ("raises:GAME", "ZeroDivisionError: division by zero"),
    "leaves": ("leaves:GAME", "SystemExit: 3"),
    "missing": ("nowhere:GAME", "ModuleNotFoundError: No module named 'nowhere'"),
    "nameless": ("odd:NOTHING", "AttributeError: module 'odd' has no attribute 'NOTHING'"),
    "number": ("odd:NUMBER", "odd:NUMBER is not a GameDefinition"),
    "other-name": ("odd:GAME", "the game calls itself 'odd'"),
    "aegis": ("odd:AEGIS", "there is another game of that name"),
    "old": (
        "odd:OLD",
        "its parts are strings; since 0.3 each is a function that imports what it returns",
    ),
    "late": ("odd:LATE", "ModuleNotFoundError: No module named 'odd.rules'"),
}
MODULES = {
    "raises.py": "1 / 0",
    "leaves.py": "raise SystemExit(3)",
    "odd.py": (
        "from gattai.games.game import GameDefinition\n"
        "NUMBER = 3\n"
        "def rules(packs):\n"
        "    from odd.rules import Odd\n"
        "    return Odd(packs)\n"
        "GAME = GameDefinition('odd', __name__, rules)\n"
        "AEGIS = GameDefinition('aegis', __name__, rules)\n"
        "LATE = GameDefinition('late', __name__, rules)\n"
        "OLD = GameDefinition('old', __name__, rules='.rules:Odd')\n"
    ),
}


def test_a_broken_game_is_named_and_brings_nothing_down(installed: Installs, run: Run) -> None:
    entries = {name: value for name, (value, _) in BROKEN.items()}
    installed("broken-games", {"gattai.games": entries}, MODULES)
    assert [rules.name for rules in games.all_rules()] == [*OURS]
    assert [card.name for card in game_cards()] == [*OURS]
    found = {each.name: each.why for each in games.broken()}
    # A module that is no package has no modules inside; Python says so in words of its own.
    assert found.pop("late").startswith("ModuleNotFoundError: No module named 'odd.rules'")
    assert found == {name: why for name, (_, why) in BROKEN.items() if name != "late"}
    listed = run("games")
    assert listed.code == 0
    shown = " ".join(listed.out.split())
    assert "raises of broken-games 1.0 cannot be used: ZeroDivisionError: division by zero" in shown
    tried = run("play", "raises", "--plain")
    assert tried.code == 2 and "division by zero" in tried.err
    assert run("--help").code == 0


def test_a_broken_bot_is_named_and_brings_nothing_down(installed: Installs, run: Run) -> None:
    module = (
        "from gattai.bots.kinds import *\nFIRST = Kind('takes the first', lambda order: None)\n"
    )
    entries = {
        "first": "more:FIRST",
        "raises": "raises:BOT",
        "ace": "more:FIRST",
        "odd": "more:Kind",
    }
    modules = {"raises.py": "1 / 0", "more.py": module}
    installed("more-bots", {"gattai.bots": entries}, modules)
    assert registry.kinds()["first"].about == "takes the first"
    assert registry.kinds()["ace"].level == 3
    assert registry.check("first") == "first"
    why = {each.name: each.why for each in registry.broken()}
    assert why == {
        "ace": "there is another player of that name",
        "odd": "more:Kind is no Kind of bot",
        "raises": "ZeroDivisionError: division by zero",
    }
    listed = run("bots", "list")
    assert listed.code == 0 and "takes the first" in listed.out
    assert "raises of more-bots 1.0 cannot be used" in " ".join(listed.out.split())


def test_packs_are_plugged_in(installed: Installs, run: Run, tmp_path: Path) -> None:
    modules = {
        "tin/__init__.py": "",
        "tin/tin.toml": PACK,
        "bad/__init__.py": "",
        "bad/a.toml": "?",
    }
    before = games.load("attack-chart")
    installed("tin-fields", {"gattai.packs": {"attack-chart": "tin"}}, modules)
    installed("bad-fields", {"gattai.packs": {"attack-chart": "bad", "chess": "tin"}})
    rules = games.load("attack-chart")
    assert "tin 1.0.0" in rules.packs, games.broken()
    assert "tin" not in before.packs
    rules.setup({**{each.name: each.default for each in rules.options}, "field": "tin-field"})
    found = {(each.name, each.source): each.why for each in games.broken()}
    assert "a.toml" in found.pop(("attack-chart", "bad-fields 1.0"))
    assert found == {
        ("chess", "bad-fields 1.0"): "packs for 'chess', and there is no such game",
    }
    assert games.load("aegis").packs and run("games").code == 0


def test_what_is_added_is_known_to_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_added", {})
    with pytest.raises(games.UnknownGame, match="no game 'ridge'; "):
        games.get("ridge")
    games.add(GameDefinition("ridge", "tests.toy.ridge", Ridge))
    assert games.names() == (*OURS, "ridge")
    assert games.load("ridge").name == "ridge"
