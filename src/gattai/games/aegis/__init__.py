"""A.E.G.I.S.: squads of five robots on a hex grid that share energy and combine."""

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
    from gattai.games.aegis.ruleset import Aegis

    return Aegis(packs)


def _scene() -> SceneMaker:
    from gattai.games.aegis.scene import MAKER

    return MAKER


def _measures() -> Measures:
    from gattai.games.aegis.measures.action import measures

    return measures


def _metrics() -> type[Metrics]:
    from gattai.games.aegis.measures.game import METRICS

    return METRICS


def _pack_format() -> PackFormat:
    from gattai.games.aegis.checks import check_card, words
    from gattai.games.aegis.ruleset import KINDS

    return PackFormat(KINDS, check_card, words)


def _roster(rules: AnyRuleset) -> Roster:
    from gattai.games.aegis.ruleset import Aegis

    assert isinstance(rules, Aegis)
    return rules.roster()


def _workshop() -> Workshop:
    from gattai.games.aegis.workshop import WORKSHOP

    return WORKSHOP


GAME = GameDefinition(
    "aegis",
    __name__,
    rules=_rules,
    scene=_scene,
    measures=_measures,
    metrics=_metrics,
    pack_format=_pack_format,
    roster=_roster,
    workshop=_workshop,
    table_text="phase acting; turns 2 2; energy 30 30",
    own="gattai.terminal.aegis.own_commands:app",
    commands="A.E.G.I.S.: check a squad, list squads, print a card",
)
