"""What a player can do when the table is settled, and why not: legality is written here once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from gattai.games.aristeia.cards import ActionCard, CharacterCard, TacticCard
from gattai.games.aristeia.course.objectives import can_return_to, zone_refusals
from gattai.games.aristeia.course.tactics import TIMING, Occasion, Play, source_for
from gattai.games.aristeia.deeds.aiming import target_refusals
from gattai.games.aristeia.deeds.moving import reach
from gattai.games.aristeia.state import SIDES, CharacterId, State, ZoneId, is_free
from gattai.kernel.rulebook import Refusal
from gattai.tabletop.hexes import Hex, to_text


class PickCharacter(msgspec.Struct, frozen=True, tag="pick"):
    """Take a Character into the team."""

    character: CharacterCard


class ChooseZone(msgspec.Struct, frozen=True, tag="zone"):
    """Name a Deployment Zone: to start in, or to score in next."""

    zone: ZoneId


class Deploy(msgspec.Struct, frozen=True, tag="deploy"):
    """Put a Character on the board before the first Round."""

    who: CharacterId
    at: Hex


class ActFirst(msgspec.Struct, frozen=True, tag="first"):
    """Name the Character that activates first this Turn."""

    who: CharacterId


class Return(msgspec.Struct, frozen=True, tag="return"):
    """Put a Character from the Bench on a space."""

    at: Hex


class Perform(msgspec.Struct, frozen=True, tag="perform"):
    """Perform an Action, on a Character or an Obstacle if it has a Target."""

    action: str
    target: CharacterId | None = None
    spot: Hex | None = None


class Walk(msgspec.Struct, frozen=True, tag="walk"):
    """Spend Movement Points on the way to a space."""

    to: Hex


class End(msgspec.Struct, frozen=True, tag="end"):
    """End the Activation."""


END = End()


def actions_of(state: State, who: CharacterId) -> tuple[ActionCard, ...]:
    """ARISTEIA.MOVE.ALL: what is on the card, and what everybody can do."""
    return (*state.box.common, *state.characters[who].card.actions)


def find_action(state: State, who: CharacterId, name: str) -> ActionCard | None:
    """The Action of that id."""
    return next((action for action in actions_of(state, who) if action.id == name), None)


def refusals(state: State, action: Any) -> Iterator[Refusal]:
    """Every reason why this may not be answered now."""
    match action:
        case Perform() | Walk() | Play() | End():
            if state.phase != "activation" or state.active is None:
                return _wrong_time("no Character is active")
            return _activation_refusals(state, state.active, action)
        case Deploy():
            return _deploy_refusals(state, action)
        case PickCharacter():
            return _pick_refusals(state, action.character)
        case ChooseZone():
            return _zone_refusals(state, action.zone)
        case ActFirst():
            return _first_refusals(state, action.who)
        case Return():
            return _return_refusals(state, action.at)
        case _:
            return _wrong_time("that is nothing one can do")


def _wrong_time(reason: str) -> Iterator[Refusal]:
    yield Refusal("ARISTEIA.ROUND.PHASES", reason)


def _activation_refusals(state: State, who: CharacterId, action: Any) -> Iterator[Refusal]:
    match action:
        case Perform():
            return _perform_refusals(state, who, action)
        case Walk(to=to):
            return _walk_refusals(state, who, to)
        case Play(tactic=tactic):
            return _play_refusals(state, who, tactic)
        case _:
            return iter(())  # ARISTEIA.ACT.MAY-STOP: nobody has to spend everything


def _perform_refusals(state: State, who: CharacterId, wanted: Perform) -> Iterator[Refusal]:
    """ARISTEIA.ACTION.COST, ARISTEIA.ACTION.REQUIREMENTS: the price and the requirements."""
    action = find_action(state, who, wanted.action)
    if action is None:
        name = state.characters[who].card.name
        yield Refusal("ARISTEIA.ACTION.REQUIREMENTS", f"{name} has no such Action")
        return
    if action.ap > state.ap:
        figures = (("cost", action.ap), ("left", state.ap))
        yield Refusal("ARISTEIA.ACTION.COST", "not enough Action Points", figures)
    if action.mp > state.mp:
        figures = (("cost", action.mp), ("left", state.mp))
        yield Refusal("ARISTEIA.FREERUN.RULE", "not enough Movement Points", figures)
    yield from target_refusals(state, who, action, wanted.target, wanted.spot)


def _walk_refusals(state: State, who: CharacterId, to: Hex) -> Iterator[Refusal]:
    """ARISTEIA.MOVE.STEP: adjacent Free spaces, one Movement Point each."""
    if to in reach(state):
        return
    rule = "ARISTEIA.MOVE.STEP"
    if state.mp < 1:
        yield Refusal(rule, "no Movement Points", (("left", state.mp),))
    elif state.characters[who].is_rooted:
        yield Refusal("ARISTEIA.STATE.SIDES", "it cannot move")
    elif to in state.box.scenario.obstacles:
        yield Refusal("ARISTEIA.OBSTACLE.MOVEMENT", "an Obstacle stands there")
    elif to in state.box.board.walls:
        yield Refusal("ARISTEIA.SPACE.BLOCKED", f"{to_text(to)} is Blocked")
    elif to in state.standing:
        yield Refusal("ARISTEIA.SPACE.OCCUPIED", f"somebody stands on {to_text(to)}")
    elif not is_free(state, to):
        yield Refusal("ARISTEIA.SPACE.FREE", f"{to_text(to)} is not a Free space")
    elif state.foes_beside(who):
        yield Refusal("ARISTEIA.DISENGAGE.WHEN", "beside an enemy only one space can be tried")
    else:
        figures = (("Movement Points", state.mp),)
        yield Refusal(rule, f"{to_text(to)} is too far for one walk", figures)


def standing_occasion(state: State, tactic: TacticCard) -> Occasion | None:
    """The moment at which a Tactic may be played between the steps of an Activation of one's own."""
    if state.active is None:
        return None
    if tactic.when == "own-activation":
        return Occasion("own-activation", (state.active,))
    return Occasion("any-activation") if tactic.when == "any-activation" else None


def _play_refusals(state: State, who: CharacterId, tactic: TacticCard) -> Iterator[Refusal]:
    """ARISTEIA.TACTIC.TIMING: from the hand, when the card says so."""
    seat = state.characters[who].seat
    hand = state.hands[seat]
    if not hand.is_open or tactic not in hand.open():
        yield Refusal(TIMING, f"{tactic.name} is not in the hand")
    occasion = standing_occasion(state, tactic)
    if occasion is None:
        yield Refusal(TIMING, f"{tactic.name} is played {tactic.when.replace('-', ' ')}")
    elif source_for(state, seat, tactic, occasion) is None:
        yield Refusal(TIMING, f"{tactic.name} could do nothing here")


def _deploy_refusals(state: State, wanted: Deploy) -> Iterator[Refusal]:
    """ARISTEIA.ASSAULT.DEPLOY: on a Free space inside the own zone or adjacent to it."""
    rule = "ARISTEIA.ASSAULT.DEPLOY"
    if state.phase != "deploy":
        yield from _wrong_time("nobody is deployed now")
        return
    if not 0 <= wanted.who < len(state.characters):
        yield Refusal(rule, "there is no such Character")
        return
    character = state.characters[wanted.who]
    if character.seat != state.to_act:
        yield Refusal(rule, f"it is {SIDES[state.to_act]} who deploys")
    if character.at is not None:
        yield Refusal(rule, f"{character.card.name} is on the board already")
    if wanted.at not in start_spaces(state):
        yield Refusal(rule, "a Free space in the own zone, or adjacent to it")


def start_spaces(state: State) -> tuple[Hex, ...]:
    """Where the player whose turn it is may deploy."""
    zone = state.box.zones[state.homes[state.to_act]]
    near = state.box.board.hexes.neighbours
    spaces = dict.fromkeys((*zone, *(h for at in zone for h in near[at])))
    return tuple([at for at in spaces if is_free(state, at)])


def _pick_refusals(state: State, card: CharacterCard) -> Iterator[Refusal]:
    """ARISTEIA.TEAM.DRAFT: from the pool of all Characters, each once."""
    if state.phase != "draft":
        yield from _wrong_time("nobody is picked now")
        return
    taken = [card.id for pick in state.picks for card in pick.open()]
    if card.id in taken:
        yield Refusal("ARISTEIA.TEAM.DRAFT", f"{card.name} has been picked")


def _zone_refusals(state: State, zone: ZoneId) -> Iterator[Refusal]:
    if zone not in state.box.zones:
        yield Refusal("ARISTEIA.ASSAULT.ZONE", "there is no such zone")
    elif state.phase == "zones":
        if zone not in state.box.board.opposites:
            reason = "no team starts there"
            yield Refusal("ARISTEIA.ASSAULT.DEPLOY", reason)
    elif state.phase == "next-zone":
        yield from zone_refusals(state, zone)
    else:
        yield from _wrong_time("no zone is chosen now")


def _first_refusals(state: State, who: CharacterId) -> Iterator[Refusal]:
    if state.phase != "first":
        yield from _wrong_time("nobody is asked who goes first")
    elif who not in [cards[-1] for cards in state.revealed]:
        reason = "only one of the two Characters of this Turn"
        yield Refusal("ARISTEIA.TURN.CHOOSE-FIRST", reason)


def _return_refusals(state: State, at: Hex) -> Iterator[Refusal]:
    """ARISTEIA.BENCH.RETURN: a Free space of any Deployment Zone but the Scoring Zone."""
    if state.phase != "return":
        yield from _wrong_time("nobody returns from the Bench")
    elif at not in can_return_to(state):
        reason = "a Free space of a Deployment Zone that is not the Scoring Zone"
        yield Refusal("ARISTEIA.BENCH.RETURN", reason)


def candidates(state: State) -> list[Any]:
    """What the active Character could do: more than the legal, but quick to list."""
    who = state.active
    assert who is not None
    seat, found = state.characters[who].seat, list[Any]([END])
    for action in actions_of(state, who):
        if action.ap > state.ap or action.mp > state.mp:
            continue
        if action.target == "none":
            found.append(Perform(action.id))
            continue
        for other, character, _ in state.on_board:
            if (character.seat == seat) if action.target == "enemy" else False:
                continue
            found.append(Perform(action.id, other))
        if action.target == "character-or-obstacle":
            found += [Perform(action.id, None, at) for at in state.box.scenario.obstacles]
    if state.mp:
        found += [Walk(to) for to in reach(state)]
    hand = state.hands[seat]
    if hand.is_open:
        found += [Play(card) for card in hand.open() if standing_occasion(state, card)]
    return found
