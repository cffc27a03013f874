"""The attack-chart sheet as a playable game: everything of this folder behind one contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from gattai.games.attack_chart import events, setup
from gattai.games.attack_chart.cards import ChartCard, FieldCard, FormulaLine, UnitCard
from gattai.games.attack_chart.checks import check_card
from gattai.games.attack_chart.course.standing import roll_off, standing
from gattai.games.attack_chart.deeds import DEEDS
from gattai.games.attack_chart.state import SIDES, State, UnitId
from gattai.games.roster import Roster
from gattai.kernel.question import Question, Seat, Steps
from gattai.kernel.rulebook import Rulebook
from gattai.kernel.ruleset import Option, Outcome, Ruleset, Table, ruling_options
from gattai.kernel.text.words import Word, Words
from gattai.tabletop import hexes
from gattai.tabletop.content import Catalogue, load_packs
from gattai.tabletop.hexes import Hex

FOLDER = Path(__file__).parent
KINDS: dict[str, type] = {
    "unit": UnitCard,
    "field": FieldCard,
    "chart": ChartCard,
    "formula": FormulaLine,
}


class AttackChart(Ruleset[State]):
    """One firefight after another by the rules of the sheet."""

    name = "attack-chart"
    version = "1.1.0"
    seats = SIDES
    state_type = State
    action_types = DEEDS
    event_types = events.EVENTS

    def __init__(self, user_packs: Iterable[Path] = ()) -> None:
        self.rulebook = Rulebook.load(FOLDER / "rulebook.toml")
        self.options = (*setup.OPTIONS, *ruling_options(self.rulebook))
        self.catalogue: Catalogue = load_packs(
            [FOLDER / "packs", *user_packs], KINDS, check=check_card
        )
        self.units = self.catalogue.cards("unit", UnitCard)
        # A user's unit may replace one of ours, but does not enlist in the sample armies by itself.
        ours = load_packs([FOLDER / "packs"], KINDS).cards("unit", UnitCard).values()
        self.samples = {
            side: tuple(card.id for card in ours if card.side == side) for side in self.seats
        }
        self.fields = self.catalogue.cards("field", FieldCard)
        versions = ", ".join(f"{pack} {v}" for pack, v in self.catalogue.versions.items())
        self.packs = f"{versions} ({self.catalogue.fingerprint})"
        self._words: dict[Any, Word] = {
            Hex: Word(hexes.to_text, hexes.from_text),
            UnitCard: Word.among("unit", self.units),
            FieldCard: Word.among("field", self.fields),
            Seat: Word.of("seat", self.seats),
        }

    def setup(self, options: Mapping[str, str]) -> State:
        """The table before anybody has done anything."""
        return setup.set_table(options, self.units, self.fields, self.samples)

    def choices(self, option: Option) -> dict[str, str]:
        """What the packs offer for an option, by title: sample armies for a side, fields."""
        if option.name in self.seats:
            # The same word means the same army for every side: whoever swaps sides swaps words.
            return {side: f"{side.capitalize()}'s sample army" for side in self.samples}
        if option.name == "field":
            return {field.id: field.title for field in self.fields.values()}
        return {}

    def armies(self) -> list[str]:
        """The sample armies; each can be taken by any side."""
        return [*self.samples]

    def roster(self) -> Roster:
        """Every unit at its Points; any of them may stand together."""
        return Roster({card.id: card.points for card in self.units.values()}, 2, 5)

    def standing(self, state: State) -> Question | Outcome:
        """What is asked when the table is settled."""
        return standing(state)

    def resolve(self, table: Table[State], answer: Any) -> Steps[None]:
        """What follows from a deed; from the dice of the roll-off, who begins."""
        return (
            roll_off(table, answer) if isinstance(answer, int) else super().resolve(table, answer)
        )

    def words(self, state: State) -> Words:
        """Units by their names on this table, hexes by their coordinates."""
        return {**self._words, UnitId: Word.of("unit", [unit.name for unit in state.units])}

    def broken(self, state: State) -> Iterator[str]:
        """Nobody shares a hex, nobody has HP it cannot have, the dead stand nowhere."""
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
        yield from _broken_course(state)


def _broken_course(state: State) -> Iterator[str]:
    """The course of the game fits together."""
    if not 1 <= state.round <= state.rounds:
        yield f"round {state.round} of {state.rounds}"
    if state.phase != "method" and state.method is None:
        yield "the method was never chosen"
    if state.turn not in (0, 1) or state.first not in (0, 1):
        yield "there are two seats only"
    if state.acting is not None:
        if not 0 <= state.acting < len(state.units) or state.phase != "fighting":
            yield "nobody can be acting"
        elif state.units[state.acting].at is None or state.units[state.acting].activated:
            yield f"{state.units[state.acting].name} cannot be acting"
    if state.phase == "fighting" and state.acting is None:
        ready = [u for u in state.units if u.at is not None and not u.activated]
        if not any(unit.seat == state.turn for unit in ready):
            yield "the side whose turn it is has nobody to activate"
    if state.phase == "deploying" and not any(
        unit.at is None and unit.seat == state.turn for unit in state.units
    ):
        yield "the side whose turn it is has nobody to deploy"
