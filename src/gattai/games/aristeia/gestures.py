"""Movements in the scene that no change of state shows: Actions with their Targets, blocked Attacks."""

from __future__ import annotations

from gattai.games.aristeia.cards import ActionCard
from gattai.games.aristeia.events.body import TacticPlayed
from gattai.games.aristeia.events.play import (
    ActionDeclared,
    CharacterDisplaced,
    CharacterMoved,
    MovementLost,
)
from gattai.games.aristeia.events.roll import RollEnded, SkillUsed, SwitchActivated
from gattai.games.aristeia.state import State
from gattai.games.hex_board import cells_between
from gattai.games.weapon_look import shot_look
from gattai.kernel.event import Event
from gattai.scene.parts import Impact, Motion


def gesture(before: State, event: Event, after: State) -> Motion | None:
    """Return an event as a motion of a piece."""
    who = before.characters
    match event:
        case CharacterMoved(who=each):
            return Motion("move", who[each].name)
        case CharacterDisplaced(who=each, to=to):
            at = who[each].at
            way = () if at is None else cells_between(before.box.board.hexes, at, to)
            return Motion("push", who[each].name, way=way)
        case ActionDeclared():
            return _declared(before, event)
        case RollEnded():
            return _ended(before, event)
        case MovementLost(who=each):
            return Motion("state", hits=(Impact(who[each].name, fate="held"),))
        case SkillUsed(who=each, skill=skill):
            names = [card.name for card in who[each].card.skills if card.id == skill]
            name = names[0] if names else skill
            return Motion(
                "state", who[each].name, name=name, hits=(Impact(who[each].name, fate=name),)
            )
        case SwitchActivated(who=each, what=what):
            return Motion("state", who[each].name, name=what)
        case TacticPlayed(tactic=tactic):
            return Motion("card", name=tactic.name)
        case _:
            return None


def _declared(state: State, event: ActionDeclared) -> Motion:
    """ARISTEIA.ACTION.COST: an Attack on a Character or an Obstacle; other Actions have no target."""
    actor, action = state.characters[event.who], event.action
    target = None if event.target is None else state.characters[event.target]
    there = event.spot if target is None else target.at
    attacks = action.kind == "attack"
    return Motion(
        "attack" if attacks else "state",
        actor.name,
        line=()
        if actor.at is None or there is None
        else cells_between(state.box.board.hexes, actor.at, there),
        look=_look(action) if attacks else "",
        name=action.name,
        hits=() if target is None else (Impact(target.name),),
    )


def _look(action: ActionCard) -> str:
    """An Attack that can also be made next to an enemy is drawn as a blow."""
    if action.target == "none":
        return "area"
    return "melee" if action.range[0] <= 1 else shot_look(action.name)


def _ended(state: State, event: RollEnded) -> Motion | None:
    """An Attack without a success left has been blocked."""
    rolling = state.rolling
    if rolling is None or rolling.kind != "attack" or len(event.who) < 2 or event.left[0]:
        return None
    return Motion("hit", hits=(Impact(state.characters[event.who[1]].name, fate="blocked"),))
