"""The rules of MechaStellar as a playable game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from gattai.games.mechastellar import setup
from gattai.games.mechastellar.actions import ACTIONS
from gattai.games.mechastellar.cards import MapCard, UnitCard
from gattai.games.mechastellar.checks import broken
from gattai.games.mechastellar.content import FOLDER, load_content
from gattai.games.mechastellar.events import EVENTS
from gattai.games.mechastellar.keywords import bonuses, reactions, skills, tags, traits
from gattai.games.mechastellar.parameters import Parameters
from gattai.games.mechastellar.phases.next_question import next_question, refusals, resolve
from gattai.games.mechastellar.state import SIDES, State, UnitId
from gattai.games.roster import Roster
from gattai.kernel.question import Question, Seat, Steps
from gattai.kernel.rulebook import Refusal, Rulebook
from gattai.kernel.ruleset import Outcome, Ruleset, Setting, Table, ruling_settings
from gattai.kernel.text.words import Word, Words
from gattai.kernel.window import PASS
from gattai.tabletop import hexes
from gattai.tabletop.hexes import Hex

KEYWORDS = (bonuses, reactions, skills, tags, traits)
"""The modules with keywords; importing them registers their words."""


class MechaStellar(Ruleset[State]):
    """A Simple Battle on hexes: five rounds, five Control Points, one Commander a side."""

    name = "mechastellar"
    version = "1.3.0"
    seats = SIDES
    state_type = State
    action_types = ACTIONS
    event_types = EVENTS

    def __init__(self, user_packs: Iterable[Path] = ()) -> None:
        self.rulebook = Rulebook.load(FOLDER / "rulebook.toml")
        self.options = (*setup.OPTIONS, *ruling_settings(self.rulebook))
        self.content = load_content(user_packs)
        self.catalogue = self.content.catalogue
        versions = ", ".join(f"{pack} {v}" for pack, v in self.catalogue.versions.items())
        self.packs = f"{versions} ({self.catalogue.fingerprint})"
        self._words: dict[object, Word] = {
            Hex: Word(hexes.to_text, hexes.from_text),
            UnitCard: Word.among("unit", self.content.units),
            MapCard: Word.among("map", self.content.maps),
            Parameters: Word.among("ruleset", self.content.rulesets),
            Seat: Word.of("seat", self.seats),
        }

    def setup(self, options: Mapping[str, str]) -> State:
        return setup.set_table(options, self.content)

    def choices(self, option: Setting) -> dict[str, str]:
        """The values of a setting with their titles: armies for a side, maps, rulesets."""
        content = self.content
        if option.name in self.seats:
            return {army.id: army.title for army in content.armies.values()}
        if option.name == "map":
            return {field.id: field.title for field in content.maps.values()}
        if option.name == "rules":
            return {rules.id: rules.title for rules in content.rulesets.values()}
        return {}

    def roster(self) -> Roster:
        """Every unit with its VP, alone and not in squads; the first of a force is its Commander."""
        units = {card.id: float(card.vp) for card in self.content.units.values()}
        return Roster(units, 3, 6, lambda names: ",".join([f"{names[0]}!", *names[1:]]))

    def is_over(self, state: State) -> bool:
        return state.phase == "over"

    def next_question(self, state: State) -> Question | Outcome:
        """Return the next question of a settled table."""
        return next_question(state)

    def resolve(self, table: Table[State], answer: object) -> Steps[None]:
        """Resolve an action, a pass, or the dice of a roll-off."""
        return resolve(table, answer)

    def refusals(self, state: State, action: object) -> Iterator[Refusal]:
        return refusals(state, action)

    def candidates(self, state: State) -> Iterator[object]:
        """The candidates in this state, and passing in phases with turns."""
        yield from super().candidates(state)
        if state.phase == "activating":
            yield PASS

    def words(self, state: State) -> Words:
        """The words for units, hexes and cards: names at this table, coordinates, and ids."""
        return {**self._words, UnitId: Word.of("unit", [unit.name for unit in state.units])}

    def broken(self, state: State) -> Iterator[str]:
        """Return the broken invariants of a state."""
        return broken(state)
