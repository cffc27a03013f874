"""Aristeia! (Corvus Belli): an arena sport for teams of four, with symbol dice, Switches and Tactics."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gattai.games.game import GameDefinition, PackFormat

if TYPE_CHECKING:
    from gattai.games.building import Workshop
    from gattai.games.metrics import Metrics
    from gattai.games.roster import Roster
    from gattai.kernel.measure import Measures
    from gattai.kernel.ruleset import AnyRuleset
    from gattai.scene.maker import SceneMaker


def _rules(packs: tuple[Path, ...]) -> AnyRuleset:
    from gattai.games.aristeia.ruleset import Aristeia

    return Aristeia(packs)


def _scene() -> SceneMaker:
    from gattai.games.aristeia.scene import MAKER

    return MAKER


def _measures() -> Measures:
    from gattai.games.aristeia.measures.action import measures

    return measures


def _metrics() -> type[Metrics]:
    from gattai.games.aristeia.measures.game import METRICS

    return METRICS


def _pack_format() -> PackFormat:
    from gattai.games.aristeia.content import KINDS, check_card, loose_ends

    return PackFormat(KINDS, check_card, loose_ends=loose_ends)


def _roster(rules: AnyRuleset) -> Roster:
    from gattai.games.aristeia.ruleset import Aristeia

    assert isinstance(rules, Aristeia)
    return rules.roster()


def _workshop() -> Workshop:
    from gattai.games.aristeia.workshop import WORKSHOP

    return WORKSHOP


GAME = GameDefinition(
    "aristeia",
    __name__,
    rules=_rules,
    scene=_scene,
    measures=_measures,
    metrics=_metrics,
    pack_format=_pack_format,
    roster=_roster,
    workshop=_workshop,
    table_text="phase activation; round 1; turn 1; ap 3; zone central",
)
