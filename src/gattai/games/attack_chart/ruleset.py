"""The rules of the attack-chart sheet as a playable game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from gattai.games.attack_chart import events, setup
from gattai.games.attack_chart.actions import ACTIONS
from gattai.games.attack_chart.cards import ChartCard, FieldCard, FormulaLine, UnitCard
from gattai.games.attack_chart.checks import check_card
from gattai.games.attack_chart.phases.next_question import next_question, roll_off
from gattai.games.attack_chart.state import SIDES, State, UnitId
from gattai.games.roster import Roster
from gattai.kernel.question import Question, Seat, Steps
from gattai.kernel.rulebook import Rulebook
from gattai.kernel.ruleset import Outcome, Ruleset, Setting, Table, ruling_settings
from gattai.kernel.text.words import Word, Words
from gattai.tabletop import hexes
from gattai.tabletop.content import Catalogue, load_packs
from gattai.tabletop.hexes import Hex

FOLDER = Path(__file__).parent
KINDS: dict[str, type[msgspec.Struct]] = {
    "unit": UnitCard,
    "field": FieldCard,
    "chart": ChartCard,
    "formula": FormulaLine,
}


class AttackChart(Ruleset[State]):
    """The rules of a firefight by the sheet."""

    name = "attack-chart"
    version = "1.1.0"
    seats = SIDES
    state_type = State
    action_types = ACTIONS
    event_types = events.EVENTS

    def __init__(self, user_packs: Iterable[Path] = ()) -> None:
        self.rulebook = Rulebook.load(FOLDER / "rulebook.toml")
        self.options = (*setup.OPTIONS, *ruling_settings(self.rulebook))
        self.catalogue: Catalogue = load_packs(
            [FOLDER / "packs", *user_packs], KINDS, check=check_card
        )
        self.units = self.catalogue.cards("unit", UnitCard)
        # A user's unit may replace one of ours, but is not added to the sample armies.
        ours = load_packs([FOLDER / "packs"], KINDS).cards("unit", UnitCard).values()
        self.samples = {
            side: tuple(card.id for card in ours if card.side == side) for side in self.seats
        }
        self.fields = self.catalogue.cards("field", FieldCard)
        versions = ", ".join(f"{pack} {v}" for pack, v in self.catalogue.versions.items())
        self.packs = f"{versions} ({self.catalogue.fingerprint})"
        self._words: dict[object, Word] = {
            Hex: Word(hexes.to_text, hexes.from_text),
            UnitCard: Word.among("unit", self.units),
            FieldCard: Word.among("field", self.fields),
            Seat: Word.of("seat", self.seats),
        }

    def setup(self, options: Mapping[str, str]) -> State:
        return setup.set_table(options, self.units, self.fields, self.samples)

    def choices(self, option: Setting) -> dict[str, str]:
        """The values of a setting with their titles: sample armies for a side, or fields."""
        if option.name in self.seats:
            # The same word means the same army for both sides, so swapping sides swaps the words.
            return {side: f"{side.capitalize()}'s sample army" for side in self.samples}
        if option.name == "field":
            return {field.id: field.title for field in self.fields.values()}
        return {}

    def armies(self) -> list[str]:
        """The sample armies; any side can take any of them."""
        return [*self.samples]

    def roster(self) -> Roster:
        """Every unit with its Points; an army may contain any of them."""
        return Roster({card.id: card.points for card in self.units.values()}, 2, 5)

    def is_over(self, state: State) -> bool:
        return state.phase == "over"

    def next_question(self, state: State) -> Question | Outcome:
        """Return the next question of a settled table."""
        return next_question(state)

    def resolve(self, table: Table[State], answer: object) -> Steps[None]:
        """Resolve an action, or the dice of the roll-off, which decide who begins."""
        return (
            roll_off(table, answer) if isinstance(answer, int) else super().resolve(table, answer)
        )

    def words(self, state: State) -> Words:
        """The words for units (their names at this table) and hexes (their coordinates)."""
        return {**self._words, UnitId: Word.of("unit", [unit.name for unit in state.units])}

    def broken(self, state: State) -> Iterator[str]:
        """Return broken invariants: two units on one hex, impossible HP, dead units on the field."""
        standing = [unit.at for unit in state.units if unit.at is not None]
        if len(set(standing)) != len(standing):
            yield "two units stand on one hex"
        for unit in state.units:
            if not 0 <= unit.hp <= unit.card.hp * unit.card.models:
                yield f"{unit.name} has {unit.hp} HP"
            if unit.hp == 0 and unit.at is not None:
                yield f"{unit.name} was destroyed and stands on the field"
            if unit.at is not None and unit.at not in state.field.hexes:
                yield f"{unit.name} stands off the field"
        yield from _broken_turns(state)


def _broken_turns(state: State) -> Iterator[str]:
    """Return broken invariants of rounds and turns."""
    if not 1 <= state.round <= state.rounds:
        yield f"round {state.round} of {state.rounds}"
    if state.phase != "method" and state.method is None:
        yield "the method was never chosen"
    if state.turn not in (0, 1) or state.first not in (0, 1):
        yield "there are two seats only"
    if state.acting is not None:
        yield from _broken_activation(state, state.acting)
    yield from _broken_side(state)


def _broken_side(state: State) -> Iterator[str]:
    """Return broken invariants of the side whose turn it is."""
    own = [unit for unit in state.units if unit.seat == state.turn]
    if state.phase == "fighting" and state.acting is None:
        if all(unit.at is None or unit.activated for unit in own):
            yield "the side whose turn it is has nobody to activate"
    if state.phase == "deploying" and all(unit.at is not None for unit in own):
        yield "the side whose turn it is has nobody to deploy"


def _broken_activation(state: State, acting: UnitId) -> Iterator[str]:
    if not state.has(acting) or state.phase != "fighting":
        yield "nobody can be acting"
    elif state.units[acting].at is None or state.units[acting].activated:
        yield f"{state.units[acting].name} cannot be acting"
