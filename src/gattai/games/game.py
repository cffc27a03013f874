"""The one face of a game: what the house has to know of it, each part imported when it is wanted.

`games/<game>/__init__.py` says `GAME = Game(...)`, and an entry point of the group `gattai.games` names
it. A part is named as entry points name things, `module:name`; a module that begins with a dot lies in
the game's own package. Only `rules` must be there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from gattai.plugins import resolve

if TYPE_CHECKING:  # a face is there at once, without the kernel
    from gattai.games.gauge import Gauge
    from gattai.games.roster import Roster
    from gattai.kernel.measure import Measures
    from gattai.kernel.ruleset import AnyRuleset, Option
    from gattai.scene.maker import SceneMaker
    from gattai.scene.parts import Builder, Card


class Workshop(Protocol):
    """Where people put squads together from cards before a game begins."""

    def options(self, rules: AnyRuleset) -> tuple[str, ...]:
        """The options of the game that take a squad."""
        ...

    def builder(self, rules: AnyRuleset) -> Builder:
        """All there is to put squads together from."""
        ...

    def try_out(self, rules: AnyRuleset, squad: str) -> None:
        """`Refused` with every rule that this squad breaks; ValueError if it cannot be read."""
        ...


@dataclass(frozen=True)
class Game:
    """What a game is called, and where its parts are."""

    name: str
    """As it is typed and as transcripts name it; its entry point has the same name."""
    package: str
    """The package in which the game lives, with its `rulebook.toml`: `__name__` where this is said."""
    rules: str
    """A `Ruleset`, called with the folders of packs that come after the game's own."""
    scene: str = ""
    """A `SceneMaker`. A game without one is shown by its words."""
    measures: str = ""
    """By what its actions are judged (`kernel.measure`), for telling luck."""
    eye: str = ""
    """A bot's `Evaluation` of its tables. Without one, bots play on at random to judge a table."""
    gauge: str = ""
    """What a whole game of it is gauged by (`games.gauge`), for studies."""
    kinds: str = ""
    """Of a game with packs: the kinds of card, each with its struct."""
    check_card: str = ""
    """Of a game with packs: what types cannot say of a card."""
    words: str = ""
    """Of a game with packs: a function to the words that fields of its cards may hold
    (`tabletop.pack_schema`)."""
    loose_ends: str = ""
    """Of a game with packs: what is wrong with cards beside each other."""
    choices: str = ""
    """What its packs offer for an option: a function of rules and option to titles by value."""
    contents: str = ""
    """What stands behind a choice that no table shows, such as a deck: a function of rules, option
    and value to cards."""
    armies: str = ""
    """Ready armies that any side may take, as an option is written: a function of the rules."""
    roster: str = ""
    """What mixed forces are drawn from (`games.roster`): a function of the rules, for studies."""
    workshop: str = ""
    """A `Workshop`, of a game in which people put squads together."""
    odds: str = ""
    """The command `gattai odds NAME ...`, a Typer app; without one, odds are asked for in play."""
    own: str = ""
    """Its own commands `gattai NAME ...`, a Typer app, for what no scene says."""
    commands: str = ""
    """What its own commands are for; empty if it has none."""

    @property
    def folder(self) -> Path:
        """Where its rulebook lies, and its lesson (`lesson.toml`) and proofs if it has them."""
        file: str = resolve(self.package).__file__
        return Path(file).parent

    def part(self, reference: str) -> Any:
        """What a part is called with `module:name`."""
        return resolve(reference, self.package)

    def load(self, packs: Iterable[Path] = ()) -> AnyRuleset:
        """Its rules, with its own packs and these."""
        rules: AnyRuleset = self.part(self.rules)(tuple(packs))
        return rules

    def maker(self) -> SceneMaker:
        """What draws it."""
        if not self.scene:
            from gattai.scene.maker import PlainMaker

            return PlainMaker()
        maker: SceneMaker = self.part(self.scene)
        return maker

    def judged_by(self) -> Measures:
        """What its actions are judged by; nothing, where it does not say."""
        found: Measures = self.part(self.measures) if self.measures else _nothing
        return found

    def gauged_by(self) -> type[Gauge]:
        """What counts a whole game; where it does not say, nothing of its own is counted."""
        from gattai.games.gauge import NOTHING

        found: type[Gauge] = self.part(self.gauge) if self.gauge else NOTHING
        return found

    def offered(self, rules: AnyRuleset, option: Option) -> Mapping[str, str]:
        """What an option may be set to, each with its title; nothing where any text goes."""
        if option.choices or not self.choices:
            return dict(zip(option.choices, option.titles or option.choices, strict=True))
        titles: Mapping[str, str] = self.part(self.choices)(rules, option)
        return titles

    def contained(self, rules: AnyRuleset, option: Option, value: str) -> Sequence[Card]:
        """The cards that a choice stands for, where the game says so."""
        cards: Sequence[Card] = (
            self.part(self.contents)(rules, option, value) if self.contents else ()
        )
        return cards

    def ready_armies(self, rules: AnyRuleset) -> Sequence[str]:
        """Armies that any side may take."""
        armies: Sequence[str] = self.part(self.armies)(rules) if self.armies else ()
        return armies

    def recruits(self, rules: AnyRuleset) -> Roster | None:
        """What mixed forces are drawn from; None where nobody puts a force together."""
        roster: Roster | None = self.part(self.roster)(rules) if self.roster else None
        return roster

    def builds(self) -> Workshop | None:
        """Where squads are put together; None in a game without."""
        workshop: Workshop | None = self.part(self.workshop) if self.workshop else None
        return workshop


def _nothing(before: Any, action: Any) -> tuple[()]:
    return ()
