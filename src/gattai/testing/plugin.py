"""The laws as tests of pytest, for the games that are named: nothing happens where none is.

    pytest --gattai-laws my-game --gattai-games 50

or, to have them with every run, in pyproject.toml:

    [tool.pytest.ini_options]
    gattai_laws = ["my-game"]

pytest finds this by an entry point, so it imports nothing of gattai until a game is named.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from gattai.kernel.ruleset import AnyRuleset

USUAL = 20
"""Random games for each law."""

pytest.register_assert_rewrite("gattai.testing.laws")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Which games, and how many random games of each."""
    group = parser.getgroup("gattai")
    group.addoption(
        "--gattai-laws",
        action="append",
        default=[],
        metavar="GAME",
        help="try the laws on random games of this; may be repeated",
    )
    group.addoption(
        "--gattai-games", type=int, default=USUAL, metavar="N", help="so many for each law"
    )
    parser.addini("gattai_laws", "games on which the laws are tried", type="args", default=[])


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """One test for each law of each game."""
    wanted = [*config.getini("gattai_laws"), *config.getoption("--gattai-laws")]
    if not wanted:
        return
    from gattai.testing.laws import LAWS

    for game in dict.fromkeys(wanted):
        items += [
            LawItem.from_parent(session, name=f"{game}: {law.__name__}", game=game, law=law)
            for law in LAWS
        ]


class LawItem(pytest.Item):
    """One law, tried on random games of one game."""

    def __init__(self, *, game: str, law: Callable[[AnyRuleset, str], None], **rest: Any) -> None:
        super().__init__(**rest)
        self.game = game
        self.law = law
        self.seed = ""

    def runtest(self) -> None:
        """Play, with a seed for each game."""
        from gattai import games

        rules = games.load(self.game)
        for number in range(self.config.getoption("--gattai-games")):
            self.seed = f"{self.law.__name__} {number}"
            self.law(rules, self.seed)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """What was broken, and with which seed it is broken again."""
        told = super().repr_failure(excinfo, style)
        return f"{told}\n{self.game}, seed {self.seed!r}: {self.law.__doc__}"

    def reportinfo(self) -> tuple[str, None, str]:
        """As it stands in the report."""
        return "gattai", None, self.name
