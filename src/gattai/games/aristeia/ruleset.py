"""Aristeia! as a playable game: everything of this folder behind one contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from gattai.games.aristeia import events, setup
from gattai.games.aristeia.box import Box
from gattai.games.aristeia.cards import ActionCard, CharacterCard, StateCard, TacticCard
from gattai.games.aristeia.checks import broken
from gattai.games.aristeia.content import FOLDER, load_content
from gattai.games.aristeia.course import preparing, rounds
from gattai.games.aristeia.course.tactics import Play, TakeEffect, Target, UseSkill
from gattai.games.aristeia.deeds import acting
from gattai.games.aristeia.deeds.moving import Contest
from gattai.games.aristeia.deeds.performing import Apply, Decline, OnceMore
from gattai.games.aristeia.effects import dealing, marking, moving, rolling
from gattai.games.aristeia.effects.displacement import Stay, To
from gattai.games.aristeia.guesses import guess
from gattai.games.aristeia.roll.pools import KeepDie, SwapDie
from gattai.games.aristeia.roll.rolls import KeepBlock, NullifyDie, RollAgain
from gattai.games.aristeia.roll.switches import Activate, GoFirst
from gattai.games.aristeia.state import SIDES, CharacterId, State, ZoneId
from gattai.kernel.dice import Randomness
from gattai.kernel.question import Question, Seat, Steps
from gattai.kernel.rulebook import Refusal, Rulebook
from gattai.kernel.ruleset import Outcome, Ruleset, Table
from gattai.kernel.window import Pass
from gattai.kernel.words import UnknownWord, Word, Words
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
    action_types = (
        acting.PickCharacter,
        acting.ChooseZone,
        acting.Deploy,
        acting.ActFirst,
        acting.Return,
        acting.Perform,
        acting.Walk,
        acting.End,
        preparing.TakeTactics,
        preparing.Redraw,
        preparing.KeepHand,
        rounds.LayOrder,
        Play,
        UseSkill,
        Target,
        TakeEffect,
        Activate,
        GoFirst,
        NullifyDie,
        KeepBlock,
        RollAgain,
        SwapDie,
        KeepDie,
        Apply,
        Decline,
        OnceMore,
        Contest,
        To,
        Stay,
        dealing.Discard,
        dealing.Swap,
        marking.TakeOff,
        Pass,
    )
    event_types = events.EVENTS
    options = setup.OPTIONS

    def __init__(self, user_packs: Iterable[Path] = ()) -> None:
        self.rulebook = Rulebook.load(FOLDER / "rulebook.toml")
        self.content = load_content(user_packs)
        catalogue = self.content.catalogue
        versions = ", ".join(f"{pack} {v}" for pack, v in catalogue.versions.items())
        self.packs = f"{versions} ({catalogue.fingerprint})"
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
            ActionCard: Word(lambda action: str(action.id), self._read_action),
            ZoneId: Word(str, str),
            Seat: Word.of("seat", self.seats),
        }

    def _read_action(self, text: str) -> ActionCard:
        if text not in self._actions:
            raise UnknownWord("Action", text, tuple(self._actions))
        return self._actions[text]

    def setup(self, options: Mapping[str, str]) -> State:
        """The table before anybody has done anything."""
        return setup.set_table(options, self.content, self.boxes)

    def standing(self, state: State) -> Question | Outcome:
        """What is asked when the table is settled."""
        return rounds.standing(state)

    def resolve(self, table: Table[State], answer: Any) -> Steps[None]:
        """What follows from an answer."""
        return rounds.resolve(table, answer)

    def refusals(self, state: State, action: Any) -> Iterator[Refusal]:
        """Why something may not be done."""
        return acting.refusals(state, action)

    def conceivable(self, state: State) -> Iterator[Any]:
        """Everything anybody could think of when the table is settled, of what this phase is about."""
        everybody = tuple(CharacterId(number) for number in range(len(state.characters)))
        cells = state.box.board.hexes.cells
        match state.phase:
            case "teams" | "first-pick" | "draft" | "decks":
                for card in state.box.characters:
                    yield acting.PickCharacter(card)
            case "zones" | "next-zone":
                for zone in state.box.zones:
                    yield acting.ChooseZone(ZoneId(zone))
            case "deploy":
                for who in everybody:
                    for at in cells:
                        yield acting.Deploy(who, at)
            case "first":
                for who in everybody:
                    yield acting.ActFirst(who)
            case "return":
                for at in cells:
                    yield acting.Return(at)
            case _:
                yield acting.END
                for tactic in state.box.tactics:
                    yield Play(tactic)
                for at in cells:
                    yield acting.Walk(at)
                yield from self._performances(state, everybody)

    @staticmethod
    def _performances(state: State, everybody: tuple[CharacterId, ...]) -> Iterator[Any]:
        """Every Action of the active Character on whomever; without a Target where it has none."""
        if state.active is None:
            return
        # Who stands on the board comes first: of reasons why not, theirs tell more.
        everybody = tuple(sorted(everybody, key=lambda who: state.characters[who].at is None))
        for action in acting.actions_of(state, state.active):
            if action.target == "none":
                yield acting.Perform(action.id)
                continue
            for target in everybody:
                yield acting.Perform(action.id, target)
            for spot in state.box.scenario.obstacles:
                yield acting.Perform(action.id, None, spot)

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
