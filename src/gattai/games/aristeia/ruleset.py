"""The rules of Aristeia! as a playable game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from gattai.games.aristeia import events, setup
from gattai.games.aristeia.actions import ACTIONS
from gattai.games.aristeia.box import Box
from gattai.games.aristeia.cards import ActionCard, CharacterCard, StateCard, TacticCard
from gattai.games.aristeia.checks import broken
from gattai.games.aristeia.content import FOLDER, TEAM_SIZE, load_content
from gattai.games.aristeia.guessing import guess
from gattai.games.aristeia.phases.acting import wrong_time
from gattai.games.aristeia.phases.next_question import next_question, resolve
from gattai.games.aristeia.state import SIDES, CharacterId, State, ZoneId
from gattai.games.roster import Roster
from gattai.kernel.action import Action
from gattai.kernel.dice import Randomness
from gattai.kernel.question import Question, Seat, Steps
from gattai.kernel.rulebook import Refusal, Rulebook
from gattai.kernel.ruleset import Outcome, Ruleset, Setting, Table, ruling_settings
from gattai.kernel.text.words import Word, Words
from gattai.tabletop import hexes
from gattai.tabletop.hexes import Hex


class Aristeia(Ruleset[State]):
    """Two teams of four, five Rounds, one Scoring Zone."""

    name = "aristeia"
    version = "1.0.0"
    seats = SIDES
    state_type = State
    action_types = ACTIONS
    event_types = events.EVENTS

    def __init__(self, user_packs: Iterable[Path] = ()) -> None:
        self.rulebook = Rulebook.load(FOLDER / "rulebook.toml")
        self.options = (*setup.OPTIONS, *ruling_settings(self.rulebook))
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
        self._words: dict[object, Word] = {
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
        return setup.set_table(options, self.content, self.boxes)

    def choices(self, option: Setting) -> dict[str, str]:
        """The values of a setting with their titles: teams for a side, Scenarios."""
        if option.name in self.seats:
            return {team.id: team.title for team in self.content.teams.values()}
        if option.name == "scenario":
            return {each.id: each.title for each in self.content.scenarios.values()}
        return {}

    def roster(self) -> Roster:
        """All Characters; a team has four different ones, and they have no price."""
        characters = dict.fromkeys(self.content.characters, 0.0)
        return Roster(characters, TEAM_SIZE, TEAM_SIZE, repeats=False)

    def is_over(self, state: State) -> bool:
        return state.phase == "over"

    def next_question(self, state: State) -> Question | Outcome:
        """Return the next question of a settled table."""
        return next_question(state)

    def resolve(self, table: Table[State], answer: object) -> Steps[None]:
        return resolve(table, answer)

    def refusals(self, state: State, action: object) -> Iterator[Refusal]:
        """Why an action is not possible. Answers to other questions are never possible here."""
        if isinstance(action, Action):
            return action.refusals(state)
        return wrong_time("that is not possible now")

    def words(self, state: State) -> Words:
        """The words for Characters, spaces and cards: names at this table, coordinates, and ids."""
        names = [character.name for character in state.characters]
        return {**self._words, CharacterId: Word.of("Character", names)}

    def broken(self, state: State) -> Iterator[str]:
        """Return the broken invariants of a state."""
        return broken(state)

    def guess(self, seen: State, seat: Seat, source: Randomness) -> State:
        """Fill in hands, decks and face-down cards at random."""
        return guess(seen, seat, source)
