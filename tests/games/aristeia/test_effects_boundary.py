"""Nothing in the rules names a card: what cards do is data, one class for each kind of effect."""

from __future__ import annotations

from typing import get_args

import pytest

from gattai.games.aristeia.content import FOLDER
from gattai.games.aristeia.effects import effect_card
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


@pytest.mark.parametrize(
    "kind", get_args(effect_card.AnyEffect), ids=lambda kind: str(kind.__name__)
)
def test_every_effect_holds_its_wording_and_what_it_does(
    kind: type[effect_card.EffectCard],
) -> None:
    assert {"in_words", "perform"} <= {*vars(kind)}
