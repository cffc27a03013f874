"""Robot Empire: a card game of robot armies for two to six players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gattai.games.game import GameDefinition, PackFormat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gattai.games.building import Workshop
    from gattai.games.metrics import Metrics
    from gattai.games.roster import Roster
    from gattai.kernel.measure import Measures
    from gattai.kernel.ruleset import AnyRuleset, Setting
    from gattai.scene.maker import SceneMaker
    from gattai.scene.parts import Card


def _rules(packs: tuple[Path, ...]) -> AnyRuleset:
    from gattai.games.robot_empire.ruleset import RobotEmpire

    return RobotEmpire(packs)


def _scene() -> SceneMaker:
    from gattai.games.robot_empire.scene import MAKER

    return MAKER


def _measures() -> Measures:
    from gattai.games.robot_empire.measures.action import measures

    return measures


def _metrics() -> type[Metrics]:
    from gattai.games.robot_empire.measures.game import METRICS

    return METRICS


def _pack_format() -> PackFormat:
    from gattai.games.robot_empire.checks import check_card, words
    from gattai.games.robot_empire.ruleset import KINDS

    return PackFormat(KINDS, check_card, words)


def _roster(rules: AnyRuleset) -> Roster:
    from gattai.games.robot_empire.ruleset import RobotEmpire

    assert isinstance(rules, RobotEmpire)
    return rules.roster()


def _contents(rules: AnyRuleset, option: Setting, value: str) -> Sequence[Card]:
    from gattai.games.robot_empire.workshop import deck_faces

    return deck_faces(rules, option, value)


def _workshop() -> Workshop:
    from gattai.games.robot_empire.workshop import WORKSHOP

    return WORKSHOP


GAME = GameDefinition(
    "robot-empire",
    __name__,
    rules=_rules,
    scene=_scene,
    measures=_measures,
    metrics=_metrics,
    pack_format=_pack_format,
    roster=_roster,
    workshop=_workshop,
    contents=_contents,
    table_text="phase attackers; turn 2; chest 28; cobalt battery 20, vault 6; crimson battery 20, vault 6",
    own="gattai.terminal.robot_empire.own_commands:app",
    commands="Robot Empire: check a deck, list decks, print a card",
)
