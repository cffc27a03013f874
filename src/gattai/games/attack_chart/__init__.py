"""Attack chart: the one-sheet attack sequence, Power against Defence, as a firefight on hexes."""

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
    from gattai.games.attack_chart.ruleset import AttackChart

    return AttackChart(packs)


def _scene() -> SceneMaker:
    from gattai.games.attack_chart.scene import MAKER

    return MAKER


def _measures() -> Measures:
    from gattai.games.attack_chart.measures.action import measures

    return measures


def _metrics() -> type[Metrics]:
    from gattai.games.attack_chart.measures.game import METRICS

    return METRICS


def _pack_format() -> PackFormat:
    from gattai.games.attack_chart.checks import check_card, words
    from gattai.games.attack_chart.ruleset import KINDS

    return PackFormat(KINDS, check_card, words)


def _roster(rules: AnyRuleset) -> Roster:
    from gattai.games.attack_chart.ruleset import AttackChart

    assert isinstance(rules, AttackChart)
    return rules.roster()


def _workshop() -> Workshop:
    from gattai.games.attack_chart.workshop import WORKSHOP

    return WORKSHOP


GAME = GameDefinition(
    "attack-chart",
    __name__,
    rules=_rules,
    scene=_scene,
    measures=_measures,
    metrics=_metrics,
    pack_format=_pack_format,
    roster=_roster,
    workshop=_workshop,
    table_text="phase fighting",
    own="gattai.terminal.attack_chart.own_commands:app",
    commands="Attack chart: print the Chart and the Formula",
)
