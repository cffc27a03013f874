"""The games. Each is a folder of one shape; this is the list of them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path

from gattai.kernel.measure import Measures
from gattai.kernel.ruleset import AnyRuleset
from gattai.scene.maker import PlainMaker, SceneMaker

_WHERE = {
    "aegis": ("gattai.games.aegis.ruleset", "Aegis"),
    "aristeia": ("gattai.games.aristeia.ruleset", "Aristeia"),
    "attack-chart": ("gattai.games.attack_chart.ruleset", "AttackChart"),
    "mechastellar": ("gattai.games.mechastellar.ruleset", "MechaStellar"),
    "robot-empire": ("gattai.games.robot_empire.ruleset", "RobotEmpire"),
}


_SCENES = {
    "aegis": "gattai.games.aegis.scene",
    "aristeia": "gattai.games.aristeia.scene",
    "attack-chart": "gattai.games.attack_chart.scene",
    "mechastellar": "gattai.games.mechastellar.scene",
    "robot-empire": "gattai.games.robot_empire.scene",
}


_MEASURES = {
    "aegis": "gattai.games.aegis.measures",
    "aristeia": "gattai.games.aristeia.measures",
    "attack-chart": "gattai.games.attack_chart.measures",
    "mechastellar": "gattai.games.mechastellar.measures",
    "robot-empire": "gattai.games.robot_empire.measures",
}


class UnknownGame(LookupError):
    """No game of that name, and the nearest there is."""

    def __init__(self, name: str) -> None:
        near = difflib.get_close_matches(name, _WHERE, n=1, cutoff=0.4)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(_WHERE)}"
        super().__init__(f"no game {name!r}; {hint}")


def names() -> tuple[str, ...]:
    """The games that can be played."""
    return tuple(_WHERE)


def load(name: str, user_packs: Iterable[Path] = ()) -> AnyRuleset:
    """A game's rules with its own packs and, after them, those of the user's folders."""
    if name not in _WHERE:
        raise UnknownGame(name)
    return _load(name, tuple(user_packs))


def scene_maker(name: str) -> SceneMaker:
    """What draws a game; one that fills in no scene is shown by its words."""
    if name not in _SCENES:
        return PlainMaker()
    maker: SceneMaker = import_module(_SCENES[name]).MAKER
    return maker


def measures(name: str) -> Measures:
    """What the actions of a game are judged by; nothing, for a game that does not say."""
    if name not in _MEASURES:
        return lambda before, action: ()
    found: Measures = import_module(_MEASURES[name]).measures
    return found


@cache
def _load(name: str, user_packs: tuple[Path, ...]) -> AnyRuleset:
    module, ruleset = _WHERE[name]
    rules: AnyRuleset = getattr(import_module(module), ruleset)(user_packs)
    return rules
