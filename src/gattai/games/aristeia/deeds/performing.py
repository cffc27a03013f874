"""Performing Actions: Attacks, Actions with a Simple Roll, Actions without one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gattai.games.aristeia.cards import ActionCard
from gattai.games.aristeia.course.acting import Act
from gattai.games.aristeia.course.infirmary import inflict
from gattai.games.aristeia.course.tactics import Occasion, offer, offer_in_activation, offer_skills
from gattai.games.aristeia.deeds.aiming import legal_targets, target_refusals
from gattai.games.aristeia.effects.cards import Displace
from gattai.games.aristeia.effects.kinds import is_possible, perform
from gattai.games.aristeia.effects.source import Source, apart
from gattai.games.aristeia.events.play import ActionDeclared, ActionEnded
from gattai.games.aristeia.events.roll import RollEnded
from gattai.games.aristeia.roll.expectation import attack_forecast, success_forecast
from gattai.games.aristeia.roll.pools import combat_sides, side_of
from gattai.games.aristeia.roll.rolls import make_roll, result_of
from gattai.games.aristeia.state import SIDES, CharacterId, Rolling, State, other
from gattai.kernel.deed import Forecast, Said, Sketch
from gattai.kernel.question import Choose, Seat, Steps
from gattai.kernel.rulebook import Refusal
from gattai.kernel.ruleset import Table
from gattai.kernel.window import PASS
from gattai.tabletop.hexes import Hex, to_text


class Perform(Act, frozen=True, tag="perform"):
    """Perform an Action, on a Character or an Obstacle if it has a Target."""

    action: str
    target: CharacterId | None = None
    spot: Hex | None = None

    def card(self, view: State) -> ActionCard | None:
        """The Action as the active Character has it."""
        return None if view.active is None else find_action(view, view.active, self.action)

    def label(self, view: State) -> str:
        """The Action and its Target."""
        on = ""
        if self.target is not None and self.target < len(view.characters):
            on = f" on {view.called(self.target)}"
        elif self.spot is not None:
            on = f" on the Obstacle at {to_text(self.spot)}"
        return f"{self.heading(view)}{on}"

    def heading(self, view: State) -> str:
        """The Action."""
        card = self.card(view)
        return card.name if card else self.action

    def price_in(self, view: State) -> str:
        """Action Points, or the Movement Points that some cost instead."""
        card = self.card(view)
        if card is None:
            return ""
        return f"{card.ap} AP" if card.ap or not card.mp else f"{card.mp} MP"

    def sketch(self, view: State) -> Sketch | None:
        """The line of sight."""
        here = None if view.active is None else view.characters[view.active].at
        if here is None or self.target is None:
            return None
        there = view.characters[self.target].at
        return Sketch(line=(here,) if there is None else (here, there), reached=(self.target,))

    def has_odds(self, view: State) -> bool:
        """Where dice decide about somebody."""
        card = self.card(view)
        return card is not None and card.rolls and self.target is not None

    def forecast(self, view: State) -> Forecast | None:
        """The Damage of an Attack, or whether an Action succeeds, if nobody spends anything."""
        card = self.card(view)
        if view.active is None or card is None or not card.rolls or self.target is None:
            return None
        if card.kind == "attack":
            return attack_forecast(view, view.active, card, self.target)
        return success_forecast(view, view.active, card)

    @classmethod
    def conceivable(cls, state: State) -> Iterator[Perform]:
        """Every Action of the active Character on whomever; without a Target where it has none."""
        if state.phase != "activation" or state.active is None:
            return
        everybody = [CharacterId(number) for number in range(len(state.characters))]
        # Who stands on the board comes first: of reasons why not, theirs tell more.
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
    """ARISTEIA.MOVE.ALL: what is on the card, and what everybody can do."""
    return (*state.box.common, *state.characters[who].card.actions)


def find_action(state: State, who: CharacterId, name: str) -> ActionCard | None:
    """The Action of that id."""
    return next((action for action in actions_of(state, who) if action.id == name), None)


def performances(state: State, who: CharacterId) -> Iterator[Perform]:
    """The Actions that a Character can pay for, on whoever may be a Target."""
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


class Apply(Said, frozen=True, tag="apply"):
    """Let the Effect of a successful Action happen."""

    says = "yes, apply it"


class Decline(Said, frozen=True, tag="decline"):
    """Do without the Effect."""

    says = "no, do without"


class OnceMore(Said, frozen=True, tag="once-more"):
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
    """ARISTEIA.ACTION.COST: pay, then do what the card says; ARISTEIA.ACTION.REPEAT: as often as one
    can pay.
    """
    seat = table.state.characters[who].seat
    table.happens(
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
    table.happens(ActionEnded(rule="ARISTEIA.ACTION.COST"))


def _act(
    table: Table[State],
    who: CharacterId,
    action: ActionCard,
    target: CharacterId | None,
    spot: Hex | None,
) -> Steps[None]:
    """ARISTEIA.ACTION.SIMPLE: most Actions make a Simple Roll and inflict no Damage; some make none."""
    seat = table.state.characters[who].seat
    source = Source(seat, who, target, spot, action.name)
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
    table.happens(RollEnded(rule="ARISTEIA.ROLL.SUCCESS", who=who, left=left))
    return left


def _said_of_effect(seat: Seat, action: str, answer: Apply | Decline) -> str:
    does = "applies" if answer == APPLY else "does not apply"
    return f"{SIDES[seat]} {does} the Effect of {action}"


def _on_success(table: Table[State], source: Source, action: ActionCard) -> Steps[None]:
    """ARISTEIA.EFFECT.ON-SUCCESS: with one S or SC left (AMB.SUCCESS-CRITICAL), if the player wants.

    ARISTEIA.EFFECT.ONCE: once, however many were rolled.
    """
    if not is_possible(table.state, source, action.on_success):
        return
    if not all(isinstance(effect, Displace) for effect in action.on_success):
        rule, what = "ARISTEIA.EFFECT.ON-SUCCESS", f"apply the Effect of {action.name}?"
        answer = yield Choose(
            source.seat, (APPLY, DECLINE), rule, what, otherwise=APPLY,
            tells=partial(_said_of_effect, source.seat, action.name),
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
    # ARISTEIA.ATTACK.DAMAGE: each success left inflicts one Damage; ARISTEIA.ATTACK.BOTH ways.
    inflict(table, ((target, left[0]), (who, left[1])), "ARISTEIA.ATTACK.DAMAGE")
    source = Source(mine, who, target, name=action.name, damage=left[0])
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
) -> Source:
    return Source(seat, who, target, damage=damage)


def _both_there(state: State, who: CharacterId, target: CharacterId) -> bool:
    return state.characters[who].at is not None and state.characters[target].at is not None


def _allies_react(
    table: Table[State], target: CharacterId, seat: Seat, attacker: CharacterId
) -> Steps[None]:
    """ARISTEIA.CHAR.IMPLACABLE: when an ally is attacked, before the roll."""
    allies = tuple(who for who in table.state.team(seat) if who != target)
    yield from offer_skills(table, "ally-attacked", allies, lambda who: Source(seat, who, attacker))
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
    """The same Attack for no Action Points, if its requirements hold again."""
    fitting = legal_targets(table.state, who, action)
    targets = tuple(OnceMore(t) for t in fitting if not (other_target and t == target))
    if not targets:
        return
    seat = table.state.characters[who].seat
    rule, what = "ARISTEIA.ACTION.REPEAT", f"{action.name} once more?"
    answer = yield Choose(seat, (*targets, PASS), rule, what, otherwise=PASS)
    if answer != PASS:
        yield from perform_action(table, who, action, answer.target, is_free=True)
