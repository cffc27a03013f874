"""Performing Actions: Attacks, and Actions with or without a Simple Roll."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gattai.games.aristeia.actions.aiming import legal_targets, target_refusals
from gattai.games.aristeia.cards import ActionCard
from gattai.games.aristeia.effects.effect import is_possible, perform
from gattai.games.aristeia.effects.source import EffectSource, apart
from gattai.games.aristeia.events.play import ActionDeclared, ActionEnded
from gattai.games.aristeia.events.roll import RollEnded
from gattai.games.aristeia.phases.acting import Act
from gattai.games.aristeia.phases.infirmary import inflict
from gattai.games.aristeia.phases.tactics import Occasion, offer, offer_in_activation, offer_skills
from gattai.games.aristeia.roll.expectation import attack_forecast, success_forecast
from gattai.games.aristeia.roll.pools import combat_sides, side_of
from gattai.games.aristeia.roll.rolls import make_roll, result_of
from gattai.games.aristeia.state import SIDES, CharacterId, Rolling, State, other
from gattai.kernel.action import Forecast, Highlight, Option
from gattai.kernel.question import Seat, Steps, choose, may_choose
from gattai.kernel.rulebook import Refusal
from gattai.kernel.ruleset import Table
from gattai.kernel.window import PASS, Pass
from gattai.tabletop.hexes import Hex, to_text


class Perform(Act, frozen=True, tag="perform"):
    """Perform an Action, on a Character or an Obstacle if it has a Target."""

    action: str
    target: CharacterId | None = None
    spot: Hex | None = None

    def card(self, view: State) -> ActionCard | None:
        """The Action in the active Character's version."""
        return None if view.active is None else find_action(view, view.active, self.action)

    def label(self, view: State) -> str:
        on = ""
        if self.target is not None and self.target < len(view.characters):
            on = f" on {view.called(self.target)}"
        elif self.spot is not None:
            on = f" on the Obstacle at {to_text(self.spot)}"
        return f"{self.heading(view)}{on}"

    def heading(self, view: State) -> str:
        card = self.card(view)
        return card.name if card else self.action

    def price_in(self, view: State) -> str:
        """Action Points, or Movement Points for some Actions."""
        card = self.card(view)
        if card is None:
            return ""
        return f"{card.ap} AP" if card.ap or not card.mp else f"{card.mp} MP"

    def highlight(self, view: State) -> Highlight | None:
        here = None if view.active is None else view.characters[view.active].at
        if here is None or self.target is None:
            return None
        there = view.characters[self.target].at
        return Highlight(line=(here,) if there is None else (here, there), reached=(self.target,))

    def has_odds(self, view: State) -> bool:
        card = self.card(view)
        return card is not None and card.rolls and self.target is not None

    def forecast(self, view: State) -> Forecast | None:
        """The Damage of an Attack, or whether an Action succeeds, if no symbol is spent."""
        card = self.card(view)
        if view.active is None or card is None or not card.rolls or self.target is None:
            return None
        if card.kind == "attack":
            return attack_forecast(view, view.active, card, self.target)
        return success_forecast(view, view.active, card)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Perform]:
        """Every Action of the active Character with every Target, or without one if it has none."""
        if state.phase != "activation" or state.active is None:
            return
        everybody = [CharacterId(number) for number in range(len(state.characters))]
        # Characters on the board come first, because their refusals say more.
        everybody.sort(key=lambda who: state.characters[who].at is None)
        for action in actions_of(state, state.active):
            if action.target == "none":
                yield cls(action.id)
                continue
            for target in everybody:
                yield cls(action.id, target)
            for spot in state.box.scenario.obstacles:
                yield cls(action.id, None, spot)

    def against(self, state: State, who: CharacterId) -> Iterator[Refusal]:
        """ARISTEIA.ACTION.COST, ARISTEIA.ACTION.REQUIREMENTS: the price and the requirements."""
        action = find_action(state, who, self.action)
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
        yield from target_refusals(state, who, action, self.target, self.spot)

    def resolve(self, table: Table[State]) -> Steps[None]:
        """The Action; then the other player may play Tactics."""
        who, seat = table.state.active, table.state.to_act
        assert who is not None
        action = find_action(table.state, who, self.action)
        assert action is not None
        yield from perform_action(table, who, action, self.target, self.spot)
        yield from offer_in_activation(table, other(seat))


def actions_of(state: State, who: CharacterId) -> tuple[ActionCard, ...]:
    """ARISTEIA.MOVE.ALL: the Actions on the card, and those that every Character has."""
    return (*state.box.common, *state.characters[who].card.actions)


def find_action(state: State, who: CharacterId, name: str) -> ActionCard | None:
    """Return the Action of that id."""
    return next((action for action in actions_of(state, who) if action.id == name), None)


def performances(state: State, who: CharacterId) -> Iterator[Perform]:
    """The Actions that a Character can pay for, with every legal Target."""
    seat = state.characters[who].seat
    for action in actions_of(state, who):
        if action.ap > state.ap or action.mp > state.mp:
            continue
        if action.target == "none":
            yield Perform(action.id)
            continue
        for other_id, character, _ in state.on_board:
            if action.target != "enemy" or character.seat != seat:
                yield Perform(action.id, other_id)
        if action.target == "character-or-obstacle":
            yield from (Perform(action.id, None, at) for at in state.box.scenario.obstacles)


class Apply(Option, frozen=True, tag="apply"):
    """Apply the Effect of a successful Action."""

    says = "yes, apply it"


class Decline(Option, frozen=True, tag="decline"):
    """Do not apply the Effect."""

    says = "no, do without"


class OnceMore(Option, frozen=True, tag="once-more"):
    """Perform the Attack once more, on this Character."""

    says = "attack {target}"
    target: CharacterId


APPLY, DECLINE = Apply(), Decline()


def perform_action(
    table: Table[State],
    who: CharacterId,
    action: ActionCard,
    target: CharacterId | None,
    spot: Hex | None = None,
    *,
    is_free: bool = False,
) -> Steps[None]:
    """ARISTEIA.ACTION.COST: pay, then carry out the card; ARISTEIA.ACTION.REPEAT: as often as the
    points allow.
    """
    seat = table.state.characters[who].seat
    table.emit(
        ActionDeclared(
            rule="ARISTEIA.ACTION.COST",
            who=who,
            action=action,
            ap=0 if is_free else action.ap,
            mp=0 if is_free else action.mp,
            target=target,
            spot=spot,
        )
    )
    if action.kind == "attack":
        assert target is not None
        yield from _attack(table, who, action, target)
    else:
        occasion = Occasion("action-declared")
        yield from offer(table, ((other(seat), occasion),), f"against {action.name}")
        declared = table.state.declared
        if declared is not None and not declared.is_denied:
            yield from _act(table, who, action, target, spot)
    table.emit(ActionEnded(rule="ARISTEIA.ACTION.COST"))


def _act(
    table: Table[State],
    who: CharacterId,
    action: ActionCard,
    target: CharacterId | None,
    spot: Hex | None,
) -> Steps[None]:
    """ARISTEIA.ACTION.SIMPLE: most Actions make a Simple Roll and inflict no Damage; some make none."""
    seat = table.state.characters[who].seat
    source = EffectSource(seat, who, target, spot, action.name)
    succeeded = False
    if action.rolls:
        rolling = Rolling("action", action.name, (side_of(table.state, who, action.pool),))
        occasion = ((seat, Occasion("before-other-roll", (who,))),)
        yield from make_roll(table, rolling, (occasion,))
        succeeded = _end_roll(table)[0] > 0
    yield from perform(table, source, action.always)  # ARISTEIA.EFFECT.MANDATORY
    if succeeded:
        yield from _on_success(table, source, action)


def _end_roll(table: Table[State]) -> tuple[int, ...]:
    rolling = table.state.rolling
    assert rolling is not None
    left = result_of(rolling)
    who = tuple(side.who for side in rolling.sides)
    table.emit(RollEnded(rule="ARISTEIA.ROLL.SUCCESS", who=who, left=left))
    return left


def _effect_text(seat: Seat, action: str, answer: Apply | Decline) -> str:
    does = "applies" if answer == APPLY else "does not apply"
    return f"{SIDES[seat]} {does} the Effect of {action}"


def _on_success(table: Table[State], source: EffectSource, action: ActionCard) -> Steps[None]:
    """ARISTEIA.EFFECT.ON-SUCCESS: with one S or SC left (AMB.SUCCESS-CRITICAL), if the player wants
    it.

    ARISTEIA.EFFECT.ONCE: once, however many were rolled.
    """
    if not is_possible(table.state, source, action.on_success):
        return
    if not all(effect.may_be_declined for effect in action.on_success):
        rule, what = "ARISTEIA.EFFECT.ON-SUCCESS", f"apply the Effect of {action.name}?"
        answer = yield from choose(
            source.seat, (APPLY, DECLINE), rule, what, otherwise=APPLY,
            describe=partial(_effect_text, source.seat, action.name),
        )  # fmt: skip
        if answer == DECLINE:
            return
    yield from perform(table, source, action.on_success)


def _attack(
    table: Table[State], who: CharacterId, action: ActionCard, target: CharacterId
) -> Steps[None]:
    """ARISTEIA.ATTACK.RED, ARISTEIA.ATTACK.COMBAT-ROLL: the Attack's dice against the Defense."""
    state = table.state
    mine, theirs = state.characters[who].seat, state.characters[target].seat
    is_adjacent = apart(state, who, target) == 1
    yield from _allies_react(table, target, theirs, who)
    if not _both_there(table.state, who, target):
        return
    sides = yield from combat_sides(table, who, action, target)
    rolling = Rolling("attack", action.name, sides, is_adjacent)
    occasions = (
        (mine, Occasion("before-attack-roll", (who,), target)),
        (theirs, Occasion("before-defense-roll", (target,), who)),
    )
    yield from make_roll(table, rolling, (occasions,))
    made = table.state.rolling
    assert made is not None
    left = _end_roll(table)
    # ARISTEIA.ATTACK.DAMAGE: each success left inflicts one Damage; ARISTEIA.ATTACK.BOTH: on either
    # side.
    inflict(table, ((target, left[0]), (who, left[1])), "ARISTEIA.ATTACK.DAMAGE")
    source = EffectSource(mine, who, target, name=action.name, damage=left[0])
    yield from perform(table, source, action.always)
    if left[0]:
        yield from _on_success(table, source, action)
    yield from _after_damage(table, who, target, left)
    if left[0]:
        skilled = partial(_after_attack_source, seat=mine, target=target, damage=left[0])
        yield from offer_skills(table, "after-attack", (who,), skilled)
    for _ in range(made.repeats):
        yield from _once_more(table, who, action, target, made.other_target)


def _after_attack_source(
    who: CharacterId, *, seat: Seat, target: CharacterId, damage: int
) -> EffectSource:
    return EffectSource(seat, who, target, damage=damage)


def _both_there(state: State, who: CharacterId, target: CharacterId) -> bool:
    return state.characters[who].at is not None and state.characters[target].at is not None


def _allies_react(
    table: Table[State], target: CharacterId, seat: Seat, attacker: CharacterId
) -> Steps[None]:
    """ARISTEIA.CHAR.IMPLACABLE: when an ally is attacked, before the roll."""
    allies = tuple(who for who in table.state.team(seat) if who != target)
    yield from offer_skills(
        table, "ally-attacked", allies, lambda who: EffectSource(seat, who, attacker)
    )
    occasion = Occasion("ally-attacked", target=attacker)
    yield from offer(table, ((seat, occasion),), "for an ally that is attacked")


def _after_damage(
    table: Table[State], who: CharacterId, target: CharacterId, left: tuple[int, ...]
) -> Steps[None]:
    for by, on, damage in ((who, target, left[0]), (target, who, left[1])):
        if damage and _both_there(table.state, by, on):
            occasion = Occasion("after-damage", (by,), on)
            seat = table.state.characters[by].seat
            yield from offer(table, ((seat, occasion),), "after the Damage")


def _once_more(
    table: Table[State],
    who: CharacterId,
    action: ActionCard,
    target: CharacterId,
    other_target: bool,
) -> Steps[None]:
    """The same Attack for no Action Points, if its requirements are met again."""
    fitting = legal_targets(table.state, who, action)
    targets = tuple(OnceMore(t) for t in fitting if not (other_target and t == target))
    if not targets:
        return
    seat = table.state.characters[who].seat
    rule, what = "ARISTEIA.ACTION.REPEAT", f"{action.name} once more?"
    answer = yield from may_choose(seat, targets, PASS, rule, what)
    if not isinstance(answer, Pass):
        yield from perform_action(table, who, action, answer.target, is_free=True)
