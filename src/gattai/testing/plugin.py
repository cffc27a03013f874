"""The laws as tests of pytest, for the games named on the command line.

    pytest --gattai-laws my-game --gattai-games 50

or, to run them always, in pyproject.toml:

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
    """Add options for the games, and the number of random games of each."""
    group = parser.getgroup("gattai")
    group.addoption(
        "--gattai-laws",
        action="append",
        default=[],
        metavar="GAME",
        help="test the laws on random games of this; may be repeated",
    )
    group.addoption(
        "--gattai-games",
        type=int,
        default=USUAL,
        metavar="N",
        help="number of random games for each law",
    )
    parser.addini("gattai_laws", "games on which the laws are tested", type="args", default=[])


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Add one test for each law of each game."""
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
    """One law, tested on random games of one game."""

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

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        """Return what was broken, and the seed that reproduces it."""
        text = super().repr_failure(excinfo, style)
        return f"{text}\n{self.game}, seed {self.seed!r}: {self.law.__doc__}"

    def reportinfo(self) -> tuple[str, None, str]:
        """Return the name for the report."""
        return "gattai", None, self.name
