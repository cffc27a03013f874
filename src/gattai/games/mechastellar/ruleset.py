"""MechaStellar as a playable game: everything of this folder behind one contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from gattai.games.mechastellar import actions as do
from gattai.games.mechastellar import setup
from gattai.games.mechastellar.candidates import every_conceivable
from gattai.games.mechastellar.cards import MapCard, UnitCard
from gattai.games.mechastellar.checks import broken
from gattai.games.mechastellar.content import FOLDER, load_content
from gattai.games.mechastellar.course import deployment, rounds
from gattai.games.mechastellar.course import standing as turn
from gattai.games.mechastellar.course.activating import activating_refusals
from gattai.games.mechastellar.events.flow import FLOW_EVENTS
from gattai.games.mechastellar.events.strike import STRIKE_EVENTS
from gattai.games.mechastellar.events.turn import TURN_EVENTS
from gattai.games.mechastellar.ground import FACINGS
from gattai.games.mechastellar.judging import act_refusals
from gattai.games.mechastellar.keywords import bonuses, reactions, skills, tags, traits
from gattai.games.mechastellar.parameters import Parameters
from gattai.games.mechastellar.state import SIDES, State, UnitId
from gattai.games.mechastellar.strike.exchange import Commit, Done, Lift
from gattai.kernel.question import Question, Seat, Steps
from gattai.kernel.rulebook import Refusal, Rulebook
from gattai.kernel.ruleset import Outcome, Ruleset, Table
from gattai.kernel.window import PASS, Pass
from gattai.kernel.words import Word, Words
from gattai.tabletop import hexes
from gattai.tabletop.hexes import Hex

KEYWORDS = (bonuses, reactions, skills, tags, traits)
"""The modules that hold keywords; importing them makes their words known."""


class MechaStellar(Ruleset[State]):
    """A Simple Battle on hexes: five rounds, five Control Points, one Commander a side."""

    name = "mechastellar"
    version = "1.1.0"
    seats = SIDES
    state_type = State
    action_types = (*do.ACTIONS, Commit, Done, Lift, Pass)
    event_types = (*FLOW_EVENTS, *TURN_EVENTS, *STRIKE_EVENTS)
    options = setup.OPTIONS

    def __init__(self, user_packs: Iterable[Path] = ()) -> None:
        self.rulebook = Rulebook.load(FOLDER / "rulebook.toml")
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

    def standing(self, state: State) -> Question | Outcome:
        """What is asked when the table is settled."""
        return turn.standing(state)

    def resolve(self, table: Table[State], answer: Any) -> Steps[None]:
        """What follows from an answer."""
        return turn.resolve(table, answer)

    def refusals(self, state: State, action: Any) -> Iterator[Refusal]:
        """Why something may not be done."""
        match action:
            case do.Deploy() | do.Hold() | do.Embark():
                return deployment.deploying_refusals(state, action)
            case do.Face() | do.Ready():
                return deployment.facing_refusals(state, action)
            case do.Launch() | do.Stay():
                return rounds.launching_refusals(state, action)
            case do.Challenge() | do.Decline():
                return rounds.challenge_refusals(state, action)
            case do.Activate() | do.Reinforce() | do.Combine() | do.Disband() | Pass():
                return activating_refusals(state, action)
            case do.Begin():
                return self._begin_refusals(state)
            case _:
                if state.phase == "acting":
                    return act_refusals(state, action)
                return iter((Refusal("MS.ACT.ALTERNATE", "no unit is taking its turn"),))

    @staticmethod
    def _begin_refusals(state: State) -> Iterator[Refusal]:
        if state.phase != "first":
            yield Refusal("MS.ROUND.ROLLOFF", "this is chosen after the roll-off of a round")

    def conceivable(self, state: State) -> Iterator[Any]:
        """Everything somebody could think of here."""
        units = tuple(UnitId(n) for n in range(len(state.units)))
        cells = state.ground.field.hexes.cells
        yield from (do.Activate(each) for each in units)
        match state.phase:
            case "acting":
                yield from every_conceivable(state)
            case "deploying":
                for each in units:
                    yield do.Hold(each)
                    yield from (do.Deploy(each, at) for at in cells)
                    yield from (do.Embark(each, ship) for ship in units)
            case "facing":
                yield do.READY
                yield from (do.Face(each, facing) for each in units for facing in FACINGS)
            case "first":
                yield from (do.Begin("first"), do.Begin("second"))
            case "launching":
                for each in units:
                    yield do.Stay(each)
                    yield from (do.Launch(each, at) for at in cells)
            case "challenging":
                yield do.DECLINE
                yield from (do.Challenge(own, foe) for own in units for foe in units)
            case "activating":
                yield PASS
                for each in units:
                    yield do.Disband(each)
                    yield from (do.Combine(each, joining) for joining in units)
                    yield from (do.Reinforce(each, at) for at in cells)

    def words(self, state: State) -> Words:
        """Units by their names on this table, hexes by their coordinates, cards by their ids."""
        return {**self._words, UnitId: Word.of("unit", [unit.name for unit in state.units])}

    def broken(self, state: State) -> Iterator[str]:
        """What no rule could have made of the table."""
        return broken(state)
