"""Every rule id in a game's code stands in that game's rulebook."""

from pathlib import Path

import pytest

from tests.architecture.citations import citations_of, games, ids_of, unknown_citations
from tests.architecture.source import snippet

BOOK = """
[game]
prefix = "TOY-GAME"

[[rule]]
id = "TOY-GAME.TURN.ORDER"

[[rule]]
id = "TOY-GAME.SEQ.4-AP"

[[ruling]]
id = "TOY-GAME.AMB.TIES"
"""


def test_there_is_a_game_to_look_at() -> None:
    assert games()


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_a_game_cites_only_rules_of_its_rulebook(game: Path) -> None:
    assert not [*citations_of(game)]


@pytest.mark.parametrize(
    "text",
    [
        'rule = "TOY-GAME.SEQ.4-PA"',
        '"""The order of play (TOY-GAME.TURN.ODER)."""',
        'rule = f"TOY-GAME.TURN.{name}"',
        'rules = ["TOY-GAME.TURN.ORDER", "TOY-GAME.TURN"]',
    ],
)
def test_an_id_that_the_rulebook_lacks_is_found(text: str) -> None:
    assert len([*unknown_citations(snippet(text), ids_of(BOOK))]) == 1


@pytest.mark.parametrize(
    "text",
    [
        'rule = "TOY-GAME.SEQ.4-AP"',
        '"""Ties are settled by the attacker (TOY-GAME.AMB.TIES)."""',
        '"""The whole family: TOY-GAME.SEQ.*"""',
        'rule = "OTHER.TOY-GAME.NOTHING"',
    ],
)
def test_an_id_that_the_rulebook_has_is_not(text: str) -> None:
    assert not [*unknown_citations(snippet(text), ids_of(BOOK))]
