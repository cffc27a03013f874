"""The rules of A.E.G.I.S. as a playable game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from gattai.games.aegis import setup
from gattai.games.aegis.actions import ACTIONS
from gattai.games.aegis.cards import ActionCard, FieldCard, SquadCard, UnitCard
from gattai.games.aegis.checks import broken, check_card
from gattai.games.aegis.events import EVENTS
from gattai.games.aegis.ground.ground import Spot
from gattai.games.aegis.keywords import attributes, combine, commander, passives
from gattai.games.aegis.phases.next_question import first_player, next_question, refusals
from gattai.games.aegis.squads import SIZE
from gattai.games.aegis.state import SIDES, State, UnitId
from gattai.games.roster import Roster
from gattai.kernel.question import Question, Seat, Steps
from gattai.kernel.rulebook import Refusal, Rulebook
from gattai.kernel.ruleset import Outcome, Ruleset, Setting, Table, ruling_settings
from gattai.kernel.text.words import UnknownWord, Word, Words
from gattai.tabletop.content import Catalogue, load_packs

FOLDER = Path(__file__).parent
KEYWORDS = (attributes, combine, commander, passives)
"""The modules with keywords; importing them registers their words."""
KINDS: dict[str, type[msgspec.Struct]] = {"unit": UnitCard, "squad": SquadCard, "field": FieldCard}


class Aegis(Ruleset[State]):
    """The rules of A.E.G.I.S."""

    # AEGIS.MODE.STANDARD: the standard mode.
    name = "aegis"
    version = "1.1.0"
    seats = SIDES
    state_type = State
    action_types = ACTIONS
    event_types = EVENTS

    def __init__(self, user_packs: Iterable[Path] = ()) -> None:
        self.rulebook = Rulebook.load(FOLDER / "rulebook.toml")
        self.options = (*setup.OPTIONS, *ruling_settings(self.rulebook))
        self.catalogue: Catalogue = load_packs(
            [FOLDER / "packs", *user_packs], KINDS, check=check_card
        )
        self.units = self.catalogue.cards("unit", UnitCard)
        self.squads = self.catalogue.cards("squad", SquadCard)
        self.fields = self.catalogue.cards("field", FieldCard)
        versions = ", ".join(f"{pack} {v}" for pack, v in self.catalogue.versions.items())
        self.packs = f"{versions} ({self.catalogue.fingerprint})"
        self._words: dict[object, Word] = {
            UnitCard: Word.among("unit", self.units),
            FieldCard: Word.among("field", self.fields),
            ActionCard: Word(self._write_action, self._read_action),
            Seat: Word.of("seat", self.seats),
        }

    def _write_action(self, action: ActionCard) -> str:
        for card in self.units.values():
            if action in card.action:
                return f"{card.id}/{action.name}"
        raise ValueError(f"{action.name} is on no card")

    def _read_action(self, text: str) -> ActionCard:
        card_id, _, name = text.partition("/")
        if card_id not in self.units:
            raise UnknownWord("unit", card_id, tuple(self.units))
        for action in self.units[card_id].action:
            if action.name == name:
                return action
        raise UnknownWord("Action", name, [action.name for action in self.units[card_id].action])

    def setup(self, options: Mapping[str, str]) -> State:
        return setup.set_table(options, self.units, self.squads, self.fields)

    def choices(self, option: Setting) -> dict[str, str]:
        """The values of a setting with their titles: squads for a side, or fields."""
        if option.name in self.seats:
            return {squad.id: squad.title for squad in self.squads.values()}
        if option.name == "field":
            return {field.id: field.title for field in self.fields.values()}
        return {}

    def armies(self) -> list[str]:
        """The ready-made squads of the document."""
        return [squad.id for squad in self.squads.values() if not squad.house]

    def roster(self) -> Roster:
        """The Level 1 units; a squad has five different ones, and they have no price."""
        units = {card.id: 0.0 for card in self.units.values() if card.level == 1}
        return Roster(units, SIZE, SIZE, lambda names: f"{','.join(names)}+", repeats=False)

    def is_over(self, state: State) -> bool:
        return state.phase == "over"

    def next_question(self, state: State) -> Question | Outcome:
        """Return the next question of a settled table."""
        return next_question(state)

    def resolve(self, table: Table[State], answer: object) -> Steps[None]:
        """Resolve an action, or the draw of the first player."""
        if isinstance(answer, int):
            return first_player(table, answer)
        return super().resolve(table, answer)

    def refusals(self, state: State, action: object) -> Iterator[Refusal]:
        return refusals(state, action)

    def words(self, state: State) -> Words:
        """The words for units, places and cards: names at this table, coordinates, and ids."""
        ground = state.field.ground
        return {
            **self._words,
            Spot: Word(ground.text, ground.read),
            UnitId: Word.of("unit", [unit.name for unit in state.units]),
        }

    def words_of_text(self, plain: Mapping[str, object]) -> Words:
        """Places are written as the field writes them."""
        field, usual = plain.get("field"), super().words_of_text(plain)
        if isinstance(field, str) and field in self.fields:
            ground = self.fields[field].ground
            return {**usual, Spot: Word(ground.text, ground.read)}
        return usual

    def broken(self, state: State) -> Iterator[str]:
        """Return the broken invariants of a state."""
        return broken(state)
