"""MechaStellar as a playable game: everything of this folder behind one contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from gattai.games.mechastellar import setup
from gattai.games.mechastellar.cards import MapCard, UnitCard
from gattai.games.mechastellar.checks import broken
from gattai.games.mechastellar.content import FOLDER, load_content
from gattai.games.mechastellar.course.standing import refusals, resolve, standing
from gattai.games.mechastellar.deeds import DEEDS
from gattai.games.mechastellar.events import EVENTS
from gattai.games.mechastellar.keywords import bonuses, reactions, skills, tags, traits
from gattai.games.mechastellar.parameters import Parameters
from gattai.games.mechastellar.state import SIDES, State, UnitId
from gattai.games.roster import Roster
from gattai.kernel.question import Question, Seat, Steps
from gattai.kernel.rulebook import Refusal, Rulebook
from gattai.kernel.ruleset import Option, Outcome, Ruleset, Table, ruling_options
from gattai.kernel.text.words import Word, Words
from gattai.kernel.window import PASS
from gattai.tabletop import hexes
from gattai.tabletop.hexes import Hex

KEYWORDS = (bonuses, reactions, skills, tags, traits)
"""The modules that hold keywords; importing them makes their words known."""


class MechaStellar(Ruleset[State]):
    """A Simple Battle on hexes: five rounds, five Control Points, one Commander a side."""

    name = "mechastellar"
    version = "1.3.0"
    seats = SIDES
    state_type = State
    action_types = DEEDS
    event_types = EVENTS

    def __init__(self, user_packs: Iterable[Path] = ()) -> None:
        self.rulebook = Rulebook.load(FOLDER / "rulebook.toml")
        self.options = (*setup.OPTIONS, *ruling_options(self.rulebook))
        self.content = load_content(user_packs)
        self.catalogue = self.content.catalogue
        versions = ", ".join(f"{pack} {v}" for pack, v in self.catalogue.versions.items())
        self.packs = f"{versions} ({self.catalogue.fingerprint})"
        self._words: dict[Any, Word] = {
            Hex: Word(hexes.to_text, hexes.from_text),
            UnitCard: Word.among("unit", self.content.units),
            MapCard: Word.among("map", self.content.maps),
            Parameters: Word.among("ruleset", self.content.rulesets),
            Seat: Word.of("seat", self.seats),
        }

    def setup(self, options: Mapping[str, str]) -> State:
        """The table before anybody has done anything."""
        return setup.set_table(options, self.content)

    def choices(self, option: Option) -> dict[str, str]:
        """What the packs offer for an option, by title: armies for a side, maps, rulesets."""
        content = self.content
        if option.name in self.seats:
            return {army.id: army.title for army in content.armies.values()}
        if option.name == "map":
            return {field.id: field.title for field in content.maps.values()}
        if option.name == "rules":
            return {rules.id: rules.title for rules in content.rulesets.values()}
        return {}

    def roster(self) -> Roster:
        """Every unit at its VP, alone and not in squads; the first of a force commands it."""
        units = {card.id: float(card.vp) for card in self.content.units.values()}
        return Roster(units, 3, 6, lambda names: ",".join([f"{names[0]}!", *names[1:]]))

    def standing(self, state: State) -> Question | Outcome:
        """What is asked when the table is settled."""
        return standing(state)

    def resolve(self, table: Table[State], answer: Any) -> Steps[None]:
        """What follows from a deed; from passing, and from the dice of a roll-off."""
        return resolve(table, answer)

    def refusals(self, state: State, action: Any) -> Iterator[Refusal]:
        """Why something may not be done."""
        return refusals(state, action)

    def conceivable(self, state: State) -> Iterator[Any]:
        """Everything somebody could think of here; to pass where turns are taken."""
        yield from super().conceivable(state)
        if state.phase == "activating":
            yield PASS

    def words(self, state: State) -> Words:
        """Units by their names on this table, hexes by their coordinates, cards by their ids."""
        return {**self._words, UnitId: Word.of("unit", [unit.name for unit in state.units])}

    def broken(self, state: State) -> Iterator[str]:
        """What no rule could have made of the table."""
        return broken(state)
