"""MechaStellar VER10 in hex play."""

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
    from gattai.games.mechastellar.ruleset import MechaStellar

    return MechaStellar(packs)


def _scene() -> SceneMaker:
    from gattai.games.mechastellar.scene import MAKER

    return MAKER


def _measures() -> Measures:
    from gattai.games.mechastellar.measures.action import measures

    return measures


def _metrics() -> type[Metrics]:
    from gattai.games.mechastellar.measures.game import METRICS

    return METRICS


def _pack_format() -> PackFormat:
    from gattai.games.mechastellar.cards import KINDS
    from gattai.games.mechastellar.checks import check_card, words
    from gattai.games.mechastellar.content import loose_ends

    return PackFormat(KINDS, check_card, words, loose_ends)


def _roster(rules: AnyRuleset) -> Roster:
    from gattai.games.mechastellar.ruleset import MechaStellar

    assert isinstance(rules, MechaStellar)
    return rules.roster()


def _workshop() -> Workshop:
    from gattai.games.mechastellar.workshop import WORKSHOP

    return WORKSHOP


GAME = GameDefinition(
    "mechastellar",
    __name__,
    rules=_rules,
    scene=_scene,
    measures=_measures,
    metrics=_metrics,
    pack_format=_pack_format,
    roster=_roster,
    workshop=_workshop,
    table_text="phase acting; round 1; momentum 10 10",
    own="gattai.terminal.mechastellar.own_commands:app",
    commands="MechaStellar: compare rulesets, check a force, print a profile",
)
