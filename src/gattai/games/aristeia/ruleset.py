"""Aristeia! as a playable game: everything of this folder behind one contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from gattai.games.aristeia import events, setup
from gattai.games.aristeia.box import Box
from gattai.games.aristeia.cards import ActionCard, CharacterCard, StateCard, TacticCard
from gattai.games.aristeia.checks import broken
from gattai.games.aristeia.content import FOLDER, TEAM_SIZE, load_content
from gattai.games.aristeia.course import standing
from gattai.games.aristeia.course.acting import wrong_time
from gattai.games.aristeia.deeds import DEEDS
from gattai.games.aristeia.effects import dealing, marking, moving, rolling
from gattai.games.aristeia.guessing import guess
from gattai.games.aristeia.state import SIDES, CharacterId, State, ZoneId
from gattai.games.roster import Roster
from gattai.kernel.deed import Deed
from gattai.kernel.dice import Randomness
from gattai.kernel.question import Question, Seat, Steps
from gattai.kernel.rulebook import Refusal, Rulebook
from gattai.kernel.ruleset import Option, Outcome, Ruleset, Table, ruling_options
from gattai.kernel.text.words import Word, Words
from gattai.tabletop import hexes
from gattai.tabletop.hexes import Hex

EFFECTS = (dealing, marking, moving, rolling)
"""The modules that hold kinds of effects; importing them makes the kinds known."""


class Aristeia(Ruleset[State]):
    """Two teams of four, five Rounds, one Scoring Zone."""

    name = "aristeia"
    version = "1.0.0"
    seats = SIDES
    state_type = State
    action_types = DEEDS
    event_types = events.EVENTS

    def __init__(self, user_packs: Iterable[Path] = ()) -> None:
        self.rulebook = Rulebook.load(FOLDER / "rulebook.toml")
        self.options = (*setup.OPTIONS, *ruling_options(self.rulebook))
        self.content = load_content(user_packs)
        self.catalogue = self.content.catalogue
        versions = ", ".join(f"{pack} {v}" for pack, v in self.catalogue.versions.items())
        self.packs = f"{versions} ({self.catalogue.fingerprint})"
        self.boxes = setup.boxes(self.content)
        self._actions = {
            action.id: action
            for character in self.content.characters.values()
            for action in character.actions
        } | self.content.actions
        self._words: dict[Any, Word] = {
            Hex: Word(hexes.to_text, hexes.from_text),
            Box: Word.among("scenario", self.boxes),
            CharacterCard: Word.among("Character", self.content.characters),
            TacticCard: Word.among("Tactic", self.content.tactics),
            StateCard: Word.among("State", self.content.states),
            ActionCard: Word.among("Action", self._actions),
            ZoneId: Word(str, str),
            Seat: Word.of("seat", self.seats),
        }

    def setup(self, options: Mapping[str, str]) -> State:
        """The table before anybody has done anything."""
        return setup.set_table(options, self.content, self.boxes)

    def choices(self, option: Option) -> dict[str, str]:
        """What the packs offer for an option, by title: teams for a side, Scenarios."""
        if option.name in self.seats:
            return {team.id: team.title for team in self.content.teams.values()}
        if option.name == "scenario":
            return {each.id: each.title for each in self.content.scenarios.values()}
        return {}

    def roster(self) -> Roster:
        """Four of the Characters, each once; they have no price."""
        characters = dict.fromkeys(self.content.characters, 0.0)
        return Roster(characters, TEAM_SIZE, TEAM_SIZE, repeats=False)

    def standing(self, state: State) -> Question | Outcome:
        """What is asked when the table is settled."""
        return standing.standing(state)

    def resolve(self, table: Table[State], answer: Any) -> Steps[None]:
        """What follows from an answer."""
        return standing.resolve(table, answer)

    def refusals(self, state: State, action: Any) -> Iterator[Refusal]:
        """Why something may not be done; what only answers a question is nothing one can do."""
        if isinstance(action, Deed):
            return action.refusals(state)
        return wrong_time("that is nothing one can do")

    def words(self, state: State) -> Words:
        """Characters by their names on this table, spaces by their coordinates, cards by their ids."""
        names = [character.name for character in state.characters]
        return {**self._words, CharacterId: Word.of("Character", names)}

    def broken(self, state: State) -> Iterator[str]:
        """What no rule could have made of the table."""
        return broken(state)

    def guess(self, seen: State, seat: Seat, source: Randomness) -> State:
        """Hands, decks and face-down cards filled in."""
        return guess(seen, seat, source)
