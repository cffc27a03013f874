"""The packs of this game and of the user: cards, and the rulesets built from them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from gattai.games.mechastellar.cards import (
    KINDS,
    ArmyCard,
    MapCard,
    RulesetCard,
    TraitCard,
    UnitCard,
)
from gattai.games.mechastellar.checks import check_card, unknown_names
from gattai.games.mechastellar.parameters import Parameters
from gattai.games.mechastellar.rulesets import parameters_of
from gattai.tabletop.content import Catalogue, PackError, Problem, load_packs

FOLDER = Path(__file__).parent


class Content(msgspec.Struct, frozen=True):
    """All contents of the packs by id."""

    catalogue: Catalogue
    units: dict[str, UnitCard]
    traits: dict[str, TraitCard]
    armies: dict[str, ArmyCard]
    maps: dict[str, MapCard]
    rulesets: dict[str, Parameters]


def load_content(user_packs: Iterable[Path] = ()) -> Content:
    """Load all packs, those of the user last. Raises PackError with everything wrong in them."""
    folders = [FOLDER / "packs", FOLDER / "rulesets", *user_packs]
    catalogue = load_packs(folders, KINDS, check=check_card)
    problems = loose_ends(catalogue)
    if problems:
        raise PackError(problems)
    return Content(
        catalogue,
        catalogue.cards("unit", UnitCard),
        catalogue.cards("trait", TraitCard),
        catalogue.cards("army", ArmyCard),
        catalogue.cards("map", MapCard),
        parameters_of(catalogue.cards("ruleset", RulesetCard)),
    )


def loose_ends(catalogue: Catalogue) -> tuple[Problem, ...]:
    """Names on cards that no card has."""
    return tuple(
        Problem(entry.file, complaint, entry.line, f"{entry.kind} {entry.id!r}", field)
        for entry, field, complaint in unknown_names(catalogue)
    )
