"""Load the cards: the packs of this game and of the user's folders, thoroughly checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from gattai.games.aristeia.cards import (
    STANDARD,
    ActionCard,
    BoardCard,
    CharacterCard,
    DieCard,
    ScenarioCard,
    StateCard,
    TacticCard,
    TeamCard,
)
from gattai.games.aristeia.effects import dealing, marking, moving, rolling
from gattai.games.aristeia.effects.effect_card import EffectCard
from gattai.tabletop.content import (
    Catalogue,
    PackEntry,
    PackError,
    Problem,
    did_you_mean,
    load_packs,
)
from gattai.tabletop.hexes import hex_at, within

FOLDER = Path(__file__).parent
KINDS: dict[str, type[msgspec.Struct]] = {
    "die": DieCard,
    "action": ActionCard,  # the Actions of every Character
    "character": CharacterCard,
    "tactic": TacticCard,
    "state": StateCard,
    "team": TeamCard,
    "board": BoardCard,
    "scenario": ScenarioCard,
}
EFFECTS = (dealing, marking, moving, rolling)
"""The modules with the effects of cards. They have to be imported before cards are read."""
COLOURS = ("red", "green", "orange", "blue", "yellow", "black")
STANDARD_TACTICS = 10
TACTICS_EACH = 2
TEAM_SIZE = 4
HAND = 4


class Content(msgspec.Struct, frozen=True):
    """All cards by id."""

    catalogue: Catalogue
    dice: dict[str, DieCard]
    actions: dict[str, ActionCard]
    characters: dict[str, CharacterCard]
    tactics: dict[str, TacticCard]
    states: dict[str, StateCard]
    teams: dict[str, TeamCard]
    boards: dict[str, BoardCard]
    scenarios: dict[str, ScenarioCard]

    @property
    def standard(self) -> tuple[TacticCard, ...]:
        """ARISTEIA.SETUP.DECK-SIZE: the ten Standard Tactics."""
        return tuple(t for t in self.tactics.values() if t.owner == STANDARD)

    def tactics_of(self, owner: str) -> tuple[TacticCard, ...]:
        """Return the Tactics of one Character."""
        return tuple(t for t in self.tactics.values() if t.owner == owner)


def load_content(user_packs: Iterable[Path] = ()) -> Content:
    """Load all cards. Raises PackError with everything wrong: file, line and the nearest right name."""
    catalogue = load_packs([FOLDER / "packs", *user_packs], KINDS, check=check_card)
    problems = loose_ends(catalogue)
    if problems:
        raise PackError(problems)
    return _content(catalogue)


def loose_ends(catalogue: Catalogue) -> list[Problem]:
    """Names on cards that no other card has, and illegal decks."""
    content = _content(catalogue)
    return [
        Problem(entry.file, message, entry.line, f"{entry.kind} {entry.id!r}", field)
        for entry in catalogue.entries
        for field, message in _loose_ends(entry, content)
    ]


def _content(catalogue: Catalogue) -> Content:
    return Content(
        catalogue,
        catalogue.cards("die", DieCard),
        catalogue.cards("action", ActionCard),
        catalogue.cards("character", CharacterCard),
        catalogue.cards("tactic", TacticCard),
        catalogue.cards("state", StateCard),
        catalogue.cards("team", TeamCard),
        catalogue.cards("board", BoardCard),
        catalogue.cards("scenario", ScenarioCard),
    )


def check_card(kind: str, card: object) -> Iterator[tuple[str, str]]:
    """Return (field, complaint) for everything wrong with a single card."""
    match card:
        case DieCard():
            if len(card.faces) != 6:
                yield "faces", f"a die has six faces, not {len(card.faces)}"
        case CharacterCard():
            yield from _check_character(card)
        case ActionCard():
            yield from _check_action(card)
        case TacticCard():
            if not card.effects:
                yield "effects", "a Tactic does something"
        case TeamCard():
            yield from _check_team(card)
        case BoardCard():
            yield from _check_board(card)
        case _:
            pass


def _check_character(card: CharacterCard) -> Iterator[tuple[str, str]]:
    if len({action.id for action in card.actions}) != len(card.actions):
        yield "actions", "two Actions have the same id"
    for number, action in enumerate(card.actions):
        for field, complaint in _check_action(action):
            yield f"actions.{number}.{field}", complaint
    for number, switch in enumerate(card.switches):
        if not switch.cost:
            yield f"switches.{number}.cost", "a Switch costs at least one symbol"


def _check_action(card: ActionCard) -> Iterator[tuple[str, str]]:
    if not 0 <= card.range[0] <= card.range[1]:
        yield "range", "is the shortest distance, then the longest"
    rolls = bool(card.pool.dice or card.pool.symbols)
    if card.kind == "attack" and not rolls:
        yield "pool", "an Attack has dice"
    if card.kind == "attack" and card.target != "enemy":
        yield "target", "an Attack has an enemy as its Target"
    if not rolls and (card.switches or card.on_success):
        yield "pool", "Switches and Effects on success need a roll"
    for number, switch in enumerate(card.switches):
        if not switch.cost:
            yield f"switches.{number}.cost", "a Switch costs at least one symbol"


def _check_team(card: TeamCard) -> Iterator[tuple[str, str]]:
    if len(card.characters) != TEAM_SIZE:  # ARISTEIA.GAME.TEAM-SIZE
        yield "characters", f"a team has {TEAM_SIZE} Characters, not {len(card.characters)}"
    if len({*card.characters}) != len(card.characters):  # ARISTEIA.TEAM.NO-DOUBLES
        yield "characters", "a team has each Character once"
    if len({*card.tactics}) != len(card.tactics):
        yield "tactics", "a deck has each Tactic once"
    if card.hand and len(card.hand) != HAND:
        yield "hand", f"a starting hand has {HAND} Tactics, not {len(card.hand)}"
    if card.deployment and len(card.deployment) != len(card.characters):
        yield "deployment", "has a space for each Character"


def _check_board(card: BoardCard) -> Iterator[tuple[str, str]]:
    cells = {*within(hex_at(0, 0), card.radius)}
    spaces = {"blocked": card.blocked}
    spaces |= {f"zones.{number}.spaces": zone.spaces for number, zone in enumerate(card.zones)}
    for field, listed in spaces.items():
        for q, r in listed:
            if max(abs(q), abs(r)) > 60 or hex_at(q, r) not in cells:
                yield field, f"[{q}, {r}] is not on the board"
    names = [zone.id for zone in card.zones]
    if len({*names}) != len(names):
        yield "zones", "two zones have the same id"
    for number, zone in enumerate(card.zones):
        if zone.opposite and zone.opposite not in names:
            message = f"no zone {zone.opposite!r}{did_you_mean(zone.opposite, names)}"
            yield f"zones.{number}.opposite", message


def _loose_ends(entry: PackEntry, content: Content) -> Iterator[tuple[str, str]]:
    match entry.card:
        case CharacterCard() as card:
            for field, effects in _effects_of(card):
                yield from _unknown_states(field, effects, content)
        case TacticCard() as card:
            yield from _unknown_states("effects", card.effects, content)
            if card.owner != STANDARD and card.owner not in content.characters:
                known = [STANDARD, *content.characters]
                yield "owner", f"no Character {card.owner!r}{did_you_mean(card.owner, known)}"
        case TeamCard() as card:
            yield from _unknown_cards(card, content)
            yield from _check_deck(card, content)
        case ScenarioCard() as card:
            boards = content.boards
            if card.board not in boards:
                yield "board", f"no board {card.board!r}{did_you_mean(card.board, list(boards))}"
            else:
                zones = [zone.id for zone in boards[card.board].zones]
                if card.first_zone not in zones:
                    message = f"no zone {card.first_zone!r}{did_you_mean(card.first_zone, zones)}"
                    yield "first_zone", message
        case _:
            pass


def _effects_of(card: CharacterCard) -> Iterator[tuple[str, tuple[EffectCard, ...]]]:
    for switch in card.switches:
        yield "switches", switch.effects
    for action in card.actions:
        yield "actions", action.always + action.on_success
        for switch in action.switches:
            yield "actions", switch.effects
    for skill in card.skills:
        yield "skills", skill.effects


def _unknown_states(
    field: str, effects: Iterable[EffectCard], content: Content
) -> Iterator[tuple[str, str]]:
    for effect in effects:
        for state in effect.states_named():
            if state not in content.states:
                yield field, f"no State {state!r}{did_you_mean(state, list(content.states))}"


def _unknown_cards(card: TeamCard, content: Content) -> Iterator[tuple[str, str]]:
    known = list(content.characters)
    for name in card.characters:
        if name not in known:
            yield "characters", f"no Character {name!r}{did_you_mean(name, known)}"
    known = list(content.tactics)
    for field, names in (("tactics", card.tactics), ("hand", card.hand)):
        for name in names:
            if name not in content.tactics:
                yield field, f"no Tactic {name!r}{did_you_mean(name, known)}"


def _check_deck(card: TeamCard, content: Content) -> Iterator[tuple[str, str]]:
    """ARISTEIA.TEAM.DECK: two Tactics of each Character of the team."""
    owners = [content.tactics[name].owner for name in card.tactics if name in content.tactics]
    for name in card.characters:
        if owners.count(name) != TACTICS_EACH:
            yield (
                "tactics",
                f"a deck has {TACTICS_EACH} Tactics of {name}, not {owners.count(name)}",
            )
    for owner in dict.fromkeys(owners):
        if owner not in card.characters:
            yield "tactics", f"{owner} is not on this team"
    for name in card.hand:
        if name in content.tactics and name not in card.tactics:
            if content.tactics[name].owner != STANDARD:
                yield "hand", f"{name} is not in this deck"
