"""The definition of a game: the parts that gattai needs, each imported on first use.

`games/<game>/__init__.py` says `GAME = GameDefinition(...)`, and an entry point of the group `gattai.games` names
it. A part is a function that imports what it returns, so the type checker sees what is there and nothing is
imported before it is wanted. Only `rules` must be there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gattai.plugins import resolve

if TYPE_CHECKING:  # the definition of a game is available without importing the kernel
    from gattai.games.building import Workshop
    from gattai.games.metrics import Metrics
    from gattai.games.roster import Roster
    from gattai.kernel.measure import Measure, Measures
    from gattai.kernel.ruleset import AnyRuleset, Setting
    from gattai.scene.maker import SceneMaker
    from gattai.scene.parts import Card
    from gattai.tabletop.content import Catalogue
    from gattai.tabletop.pack_file import Check, Kinds
    from gattai.tabletop.pack_schema import Vocabulary
    from gattai.tabletop.problem import Problem


@dataclass(frozen=True)
class PackFormat:
    """The possible contents of the packs of a game."""

    kinds: Kinds
    """The kinds of card, each with its struct."""
    check_card: Check | None = None
    """Checks of a card that types cannot make."""
    words: Callable[[], Vocabulary] = dict
    """The words that fields of its cards may hold (`tabletop.pack_schema`)."""
    loose_ends: Callable[[Catalogue], Sequence[Problem]] | None = None
    """Checks of several cards together."""


@dataclass(frozen=True)
class GameDefinition:
    """The name of a game, and its parts."""

    name: str
    """The name on the command line and in transcripts; its entry point has the same name."""
    package: str
    """The package in which the game lives, with its `rulebook.toml`: `__name__` where this is said."""
    rules: Callable[[tuple[Path, ...]], AnyRuleset]
    """Load its rules, with folders of packs in addition to its own."""
    scene: Callable[[], SceneMaker] | None = None
    """Draws the game; without one it is shown by its words."""
    measures: Callable[[], Measures] | None = None
    """By what its actions are judged (`kernel.measure`), for telling luck."""
    evaluation: Callable[[], object] | None = None
    """A bot's `Evaluation` of its tables, of a game that is plugged in; our own are in `bots.evaluations`.
    Without one, bots play on at random to judge a table."""
    metrics: Callable[[], type[Metrics]] | None = None
    """The statistics of a whole game (`games.metrics`), for studies."""
    pack_format: Callable[[], PackFormat] | None = None
    """The possible contents of its packs."""
    contents: Callable[[AnyRuleset, Setting, str], Sequence[Card]] | None = None
    """What stands behind a choice that no table shows, such as a deck: a function of rules, option
    and value to cards."""
    roster: Callable[[AnyRuleset], Roster] | None = None
    """The pieces of which mixed forces are drawn (`games.roster`), for studies."""
    workshop: Callable[[], Workshop] | None = None
    """How squads, armies, teams or decks are built (`games.workshop`); without it they cannot be."""
    table_text: str = ""
    """The default text of a state in play, for tables set up from text (`library.table_text`)."""
    own: str = ""
    """Its own commands `gattai NAME ...`, a Typer app as `module:name`, for what no scene says."""
    commands: str = ""
    """The help text of its own commands; empty if it has none."""

    @property
    def folder(self) -> Path:
        """The folder with its rulebook, and with its lesson (`lesson.toml`) and proofs if it has them."""
        file: str = resolve(self.package).__file__
        return Path(file).parent

    def load(self, packs: Iterable[Path] = ()) -> AnyRuleset:
        """Load its rules with its own packs and these."""
        return self.rules(tuple(packs))

    def maker(self) -> SceneMaker:
        if self.scene is None:
            from gattai.scene.maker import PlainMaker

            return PlainMaker()
        return self.scene()

    def judged_by(self) -> Measures:
        """Return the measures of its actions; empty if it defines none."""
        return self.measures() if self.measures else _nothing

    def gauged_by(self) -> type[Metrics]:
        """Return its metrics; the base class if it defines none."""
        from gattai.games.metrics import NOTHING

        return self.metrics() if self.metrics else NOTHING

    def offered(self, rules: AnyRuleset, option: Setting) -> Mapping[str, str]:
        """Return the values of a setting with their titles; empty if any text is allowed."""
        if option.choices:
            return dict(zip(option.choices, option.titles or option.choices, strict=True))
        return rules.choices(option)

    def contained(self, rules: AnyRuleset, option: Setting, value: str) -> Sequence[Card]:
        """Return the cards behind a choice, if the game defines them."""
        return self.contents(rules, option, value) if self.contents else ()

    def recruits(self, rules: AnyRuleset) -> Roster | None:
        """Return the pieces of mixed forces; None for a game without forces."""
        return self.roster(rules) if self.roster else None

    def builds(self) -> Workshop | None:
        """Return how its lists are built; None for a game without lists."""
        return self.workshop() if self.workshop else None


def _nothing(before: object, action: object) -> tuple[Measure, ...]:
    return ()
