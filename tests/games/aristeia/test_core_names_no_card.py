"""Nothing in the rules names a card: what cards do is data, one class for each kind of effect."""

from __future__ import annotations

from typing import get_args

import pytest

from gattai.games.aristeia.content import FOLDER
from gattai.games.aristeia.effects.cards import AnyEffect
from gattai.games.aristeia.effects.kinds import KINDS
from tests.games.aristeia.table import CONTENT
from tests.games.sources import core, named

SOURCES = core(FOLDER)


def names_of_cards() -> set[str]:
    """Ids and names that belong to one card alone."""
    names = {*CONTENT.characters, *CONTENT.tactics, *CONTENT.states, *CONTENT.teams} - {
        "green",  # also a seat and a die
        "orange",
    }
    names |= {card.name for card in CONTENT.characters.values()}
    names |= {card.name for card in CONTENT.tactics.values()}
    for card in CONTENT.characters.values():
        names |= {action.id for action in card.actions} | {skill.id for skill in card.skills}
    return names


@pytest.mark.parametrize("name", SOURCES)
def test_no_source_names_a_card(name: str) -> None:
    assert named((FOLDER / name).read_text("utf-8"), names_of_cards()) == []


def test_every_kind_of_effect_has_one_class() -> None:
    always = {"IgnoreCover", "SwapCoverDie"}  # looked up while pools are gathered
    kinds = {kind.__name__ for kind in get_args(AnyEffect)}
    assert kinds - {kind.__name__ for kind in KINDS} <= always
