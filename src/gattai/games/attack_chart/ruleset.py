"""The attack-chart sheet as a playable game: everything of this folder behind one contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from gattai.games.attack_chart import actions, events, setup, turn
from gattai.games.attack_chart.cards import ChartCard, FieldCard, FormulaLine, UnitCard
from gattai.games.attack_chart.state import State, UnitId
from gattai.kernel.question import Question, Seat, Steps
from gattai.kernel.rulebook import Refusal, Rulebook
from gattai.kernel.ruleset import Outcome, Ruleset, Table
from gattai.kernel.words import Word, Words
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
    seats = events.SIDES
    state_type = State
    action_types = actions.ACTIONS
    event_types = events.EVENTS
    options = setup.OPTIONS

    def __init__(self, user_packs: Iterable[Path] = ()) -> None:
        self.rulebook = Rulebook.load(FOLDER / "rulebook.toml")
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

    def standing(self, state: State) -> Question | Outcome:
        """What is asked when the table is settled."""
        return turn.standing(state)

    def resolve(self, table: Table[State], answer: Any) -> Steps[None]:
        """What follows from an answer."""
        return turn.resolve(table, answer)

    def refusals(self, state: State, action: Any) -> Iterator[Refusal]:
        """Why something may not be done."""
        return actions.refusals(state, action)

    def conceivable(self, state: State) -> Iterator[actions.Action]:
        """Every action on every unit and hex; divided fire among all enemies on the field."""
        units = tuple(UnitId(number) for number in range(len(state.units)))
        yield from actions.METHODS
        yield actions.FINISH
        for unit in units:
            yield actions.Activate(unit)
            yield from (actions.Deploy(unit, at) for at in state.field.hexes.cells)
        yield from actions.all_moves(state.field).values()
        if state.acting is not None:
            acting = state.units[state.acting]
            enemies = tuple(
                other_id for other_id, other, _ in state.on_field if other.seat != acting.seat
            )
            for weapon in acting.card.weapon:
                yield from actions.shares(weapon.id, acting.models, enemies)
                for unit in units:
                    if unit not in enemies:
                        yield actions.Attack(weapon.id, (actions.Aim(unit, acting.models),))
                    yield actions.Attack(weapon.id, (actions.Aim(unit, acting.models + 1),))

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


def check_card(kind: str, card: Any) -> Iterator[tuple[str, str]]:
    """What types cannot say of a card: (field, complaint) for every figure out of bounds."""
    if isinstance(card, UnitCard):
        bounds = {"models": (1, 12), "move": (0, 60), "defence": (0, 15), "hp": (1, 99)}
        for field, (low, high) in {**bounds, "points": (0, 9999)}.items():
            if not low <= getattr(card, field) <= high:
                yield field, f"is from {low} to {high}"
        for field in ("armour", "aegis"):
            if not 0 <= getattr(card, field) <= 9:
                yield field, "is from 1 to 9, or 0 for none"
        if not card.weapon:
            yield "weapon", "a unit has at least one weapon"
        if len({weapon.id for weapon in card.weapon}) != len(card.weapon):
            yield "weapon", "two weapons have the same id"
        for number, weapon in enumerate(card.weapon):
            if weapon.weapon_class == "melee" and weapon.range != 0:
                yield f"weapon.{number}.range", "a melee weapon has Range 0"
            if not (0 <= weapon.power <= 20 and 0 <= weapon.ap <= 9 and 1 <= weapon.attacks <= 30):
                yield f"weapon.{number}", "Power is 0 to 20, AP 0 to 9, Attacks 1 to 30"
    if isinstance(card, FieldCard):
        if not (2 <= card.columns <= 40 and 2 <= card.rows <= 40):
            yield "columns", "a field has 2 to 40 columns and rows"
        if not 1 <= card.deployment_rows * 2 <= card.rows:
            yield "deployment_rows", "both sides need rows of their own"
        for column, row in card.thickets:
            if not (0 <= column < card.columns and 0 <= row < card.rows):
                yield "thickets", f"[{column}, {row}] is not on the field"
