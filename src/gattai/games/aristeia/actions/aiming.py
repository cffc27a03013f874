"""The legal Targets of an Action: Range, sight, and States that forbid it."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.aristeia.cards import ActionCard
from gattai.games.aristeia.effects.effect import is_possible
from gattai.games.aristeia.effects.source import EffectSource
from gattai.games.aristeia.figures import farthest_sight
from gattai.games.aristeia.roll.sight import sees
from gattai.games.aristeia.state import Character, CharacterId, State
from gattai.kernel.rulebook import Refusal
from gattai.tabletop.hexes import DISTANCE, Hex


def target_refusals(
    state: State,
    who: CharacterId,
    action: ActionCard,
    target: CharacterId | None,
    spot: Hex | None = None,
) -> Iterator[Refusal]:
    """ARISTEIA.ACTION.REQUIREMENTS: every requirement that is not met before the Action."""
    actor = state.characters[who]
    rule = "ARISTEIA.ACTION.REQUIREMENTS"
    if actor.at is None:
        yield Refusal(rule, f"{actor.card.name} is not on the board")
        return
    if action.target == "none":
        if target is not None or spot is not None:
            yield Refusal(rule, f"{action.name} has no Target")
        return
    there = _where(state, target, spot)
    if there is None:
        yield Refusal(rule, f"{action.name} needs a Target on the board")
        return
    yield from _kind_refusals(state, actor, who, action, target)
    yield from _range_refusals(state, actor, action, there, actor.at)
    if action.kind == "attack" and target is not None:
        yield from _attack_refusals(state, actor, target)
    if not action.rolls:
        source = EffectSource(actor.seat, who, target, spot, action.name)
        if not is_possible(state, source, action.always):
            yield Refusal(rule, f"{action.name} could do nothing there")


def _where(state: State, target: CharacterId | None, spot: Hex | None) -> Hex | None:
    if target is not None:
        if not 0 <= target < len(state.characters) or spot is not None:
            return None
        return state.characters[target].at
    return spot if spot in state.box.scenario.obstacles else None


def _kind_refusals(
    state: State,
    actor: Character,
    who: CharacterId,
    action: ActionCard,
    target: CharacterId | None,
) -> Iterator[Refusal]:
    """The kind of Target the card requires; a Character off the board is no Target
    (AMB.BENCH-TARGET).
    """
    rule = "ARISTEIA.ACTION.REQUIREMENTS"
    if target is None:
        if action.target != "character-or-obstacle":
            yield Refusal(rule, f"{action.name} needs a Character as its Target")
        return
    is_ally = state.characters[target].seat == actor.seat
    if action.target == "enemy" and is_ally:
        yield Refusal(rule, f"{action.name} needs an enemy as its Target")
    if action.target == "ally-or-self" and not is_ally:
        yield Refusal(rule, f"{action.name} needs an ally as its Target")
    if target == who and action.range[0] > 0:
        yield Refusal(rule, "nobody is its own Target here")


def _range_refusals(
    state: State, actor: Character, action: ActionCard, there: Hex, here: Hex
) -> Iterator[Refusal]:
    """ARISTEIA.RANGE.TWO-VALUES: at least the first value, at most the second.

    ARISTEIA.RANGE.COUNT: the distance over all spaces (AMB.RANGE-ROUTE).
    ARISTEIA.CHAR.KEN-NO-SEN-ADJACENT: 1 to 1 means adjacent only.
    """
    rule = "ARISTEIA.RANGE.TWO-VALUES"
    distance = DISTANCE[there - here]
    shortest, longest = action.range
    is_attack = action.kind == "attack"
    figures = (("distance", distance), ("Range", f"{shortest}-{longest}"))
    if distance < shortest and not (is_attack and "minimum-range" in state.waived):
        yield Refusal(rule, "the Target is too near", figures)
    if distance > longest:
        yield Refusal(rule, "the Target is too far", figures)
    if not action.sight:  # ARISTEIA.RANGE.WITHOUT-SIGHT
        return
    limit = farthest_sight(actor)
    if limit is not None and distance > limit:
        reason = f"{actor.card.name} sees no farther than {limit}"
        yield Refusal("ARISTEIA.STATE.SIDES", reason, (("distance", distance),))
    if is_attack and "sight" in state.waived:
        return
    if distance > 1 and not sees(state, here, there):
        yield Refusal("ARISTEIA.RANGE.WITH-SIGHT", "no Line of Sight")


def _attack_refusals(state: State, actor: Character, target: CharacterId) -> Iterator[Refusal]:
    """ARISTEIA.STATE.SIDES: a State may allow Attacks on one Character only, while that one is on
    the board.
    """
    for token in actor.tokens:
        cause = token.cause
        if (
            token.side.attacks_cause
            and cause not in (None, target)
            and cause is not None
            and state.characters[cause].at is not None
        ):
            reason = f"{actor.card.name} may attack only {state.characters[cause].card.name}"
            yield Refusal("ARISTEIA.STATE.SIDES", reason)


def legal_targets(state: State, who: CharacterId, action: ActionCard) -> Iterator[CharacterId]:
    """Every Character on whom the Action could be performed, apart from its price."""
    for target, _, _ in state.on_board:
        if next(target_refusals(state, who, action, target), None) is None:
            yield target
