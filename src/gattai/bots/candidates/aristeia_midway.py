"""Aristeia!: Tactics, Switches and Automatic Skills in the middle of an Action, with their features.

They are described by their moment or first effect, and by the Attack or roll that they would change.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from gattai.bots.candidates.candidate import Candidate
from gattai.bots.evaluations.aristeia import body_value
from gattai.bots.evaluations.aristeia_blows import damage
from gattai.games.aristeia.cards import Moment, SwitchCard, TacticCard
from gattai.games.aristeia.effects.effect_card import EffectCard
from gattai.games.aristeia.figures import hit_points_left
from gattai.games.aristeia.phases.tactics import Play, UseSkill, skill_of
from gattai.games.aristeia.roll.switches import Activate, switches_of
from gattai.games.aristeia.roll.symbols import NOTHING, Symbols, X, blocks, successes
from gattai.games.aristeia.state import State
from gattai.kernel.question import Choose, Seat
from gattai.kernel.window import Pass

ROLL = (
    "constant", "cards left", "own successes", "own blocks", "own specials", "enemy successes",
    "enemy blocks", "enemy specials", "attacks", "is attacked", "Damage of the roll", "Damage expected",
    "Hit Points of the attacked", "roll destroys", "expected to destroy", "value of the attacked",
    "own Activation",
)  # fmt: skip
PAID = ("successes paid", "blocks paid", "specials paid", "times", "effects")
EFFECTS = (
    "add-dice", "add-symbols", "discard", "displace", "draw", "gain", "harm", "heal", "impose",
    "nullify", "place", "remove-state", "repeat", "reroll", "stand-firm", "swap", "take-off",
)  # fmt: skip
NOT_NAMED = "other"
MIDWAY_FEATURES = {
    "nothing": ("constant",),
    **{
        f"tactic {moment}": (*ROLL, "effects", "dice added", "symbols added")
        for moment in get_args(Moment)
    },
    **{f"switch {effect}": (*ROLL, *PAID) for effect in (*EFFECTS, NOT_NAMED)},
    **{f"skill {effect}": ROLL for effect in (*EFFECTS, NOT_NAMED)},
}


def midway_candidates(state: State, question: Choose) -> list[Candidate]:
    """Return the candidates in the middle of an Action; none for questions of other kinds."""
    if not all(isinstance(each, Play | Activate | UseSkill | Pass) for each in question.options):
        return []
    return [*_described(state, question)]


def _described(state: State, question: Choose) -> Iterator[Candidate]:
    seat = question.seat
    roll, switches = _roll(state, seat), _switches(state, seat)
    for answer in question.options:
        match answer:
            case Play(tactic=tactic):
                features = (*roll, *_tactic(tactic))
                yield Candidate(f"tactic {tactic.when}", features, answer)
            case Activate(switch=number, paid=paid, times=times):
                card = switches[number]
                spent = [float(paid.count(name)) for name in ("S", "B", "X")]
                features = (*roll, *spent, float(times), float(len(card.effects)))
                yield Candidate(f"switch {_first(card.effects)}", features, answer)
            case UseSkill(who=who, skill=name):
                skill = skill_of(state, who, name)
                effect = NOT_NAMED if skill is None else _first(skill.effects)
                yield Candidate(f"skill {effect}", roll, answer)
            case _:
                yield Candidate("nothing", (1.0,), answer)


def _first(effects: tuple[EffectCard, ...]) -> str:
    tag = str(effects[0].__struct_config__.tag) if effects else ""
    return tag if tag in EFFECTS else NOT_NAMED


def _tactic(tactic: TacticCard) -> tuple[float, ...]:
    dice = sum([len(getattr(effect, "dice", ())) for effect in tactic.effects])
    symbols = sum([len(getattr(effect, "symbols", ())) for effect in tactic.effects])
    return float(len(tactic.effects)), float(dice), float(symbols)


def _switches(state: State, seat: Seat) -> tuple[SwitchCard, ...]:
    """Return the Switches of the own side of the roll."""
    rolling = state.rolling
    if rolling is None:
        return ()
    for number, side in enumerate(rolling.sides):
        if side.seat == seat:
            return tuple([card for card, _ in switches_of(state, number)])
    return ()


def _roll(state: State, seat: Seat) -> tuple[float, ...]:
    """Return what is known of the Attack or roll in progress."""
    own, foe = _symbols(state, seat)
    attacks = is_attacked = done = expected = left = value = 0.0
    declared = state.declared
    if declared is not None and declared.action.kind == "attack" and declared.target is not None:
        actor, target = state.characters[declared.actor], state.characters[declared.target]
        attacks, is_attacked = float(actor.seat == seat), float(target.seat == seat)
        hits, stopped = (own, foe) if attacks else (foe, own)
        done = float(max(0, successes(hits) - blocks(stopped)))
        expected = damage(state.box, declared.action, target.card.defense)
        left, value = float(hit_points_left(target)), body_value(target)
    active = state.active
    return (
        1.0, float(len(state.hands[seat])), float(successes(own)), float(blocks(own)), float(own[X]),
        float(successes(foe)), float(blocks(foe)), float(foe[X]), attacks, is_attacked, done, expected,
        left, float(0 < left <= done), float(0 < left <= expected), value,
        float(active is not None and state.characters[active].seat == seat),
    )  # fmt: skip


def _symbols(state: State, seat: Seat) -> tuple[Symbols, Symbols]:
    """Return the symbols of the own side and of the enemy's."""
    own = foe = NOTHING
    if state.rolling is not None:
        for side in state.rolling.sides:
            if side.seat == seat:
                own = side.symbols
            else:
                foe = side.symbols
    return own, foe
