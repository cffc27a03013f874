"""What a table is worth to a player, and which answers are worth a look: the eye of the bots.

No rule depends on it. Worth is counted in Victory Points, roughly times ten, and what one side has the
other lacks. The terms:

points     POINT for each Victory Point, FRAG for each Frag, which break ties.
zone       what the Scoring Zone would give if the Round ended now; the later in the Round the surer.
bodies     LIFE for a Character on the board and HEALTH for each Hit Point it has left; BENCH of LIFE
           for one that will come back, nothing for one in the Infirmary.
nearness   NEAR for each space nearer to the Scoring Zone, for who is not there cannot score.
tokens     TOKEN for each State that hinders, the red side more, the other way round for one that helps.
cards      CARD for each Tactic in hand; only their number is looked at.
left       what the active Character can still do: ACTION and MOVEMENT for each point.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from gattai.bots.evaluations import Evaluation, Idea, decided
from gattai.bots.eyes.aristeia_traits import TRAITS, mean
from gattai.games.aristeia.course.objectives import in_zone
from gattai.games.aristeia.course.rounds import TURNS
from gattai.games.aristeia.deeds import End, Perform, Play, Walk
from gattai.games.aristeia.deeds.performing import find_action
from gattai.games.aristeia.state import Character, CharacterId, State, other
from gattai.games.aristeia.victory import judge
from gattai.kernel.question import Choose, Question, Seat
from gattai.tabletop.hexes import DISTANCE, Hex

POINT = 10.0
FRAG = 2.5
LIFE = 3.0
HEALTH = 1.3
BENCH = 0.5
NEAR = 0.35
FARTHEST = 12
TOKEN = 0.8
CARD = 0.8
ACTION = 0.3
MOVEMENT = 0.18
SURE_AT_FIRST = 0.25


def worth(state: State, seat: Seat) -> float:
    """How much better this player stands than the other."""
    if state.phase == "over":
        return decided(judge(state).winners, seat)
    if not state.characters:
        return 0.0
    return _standing(state, seat) - _standing(state, other(seat))


def _standing(state: State, seat: Seat) -> float:
    total = material(state, seat, both=False) + CARD * len(state.hands[seat])
    if state.active is not None and state.characters[state.active].seat == seat:
        total += ACTION * state.ap + MOVEMENT * state.mp
    if state.zone:
        total += POINT * _sureness(state) * _zone_points(state, seat)
        middle = state.box.zones[state.zone][0]
        for character in state.characters:
            if character.seat == seat:
                total -= NEAR * _way(character, middle)
    return total


def _way(character: Character, middle: Hex) -> int:
    """How far it has to go to the Scoring Zone."""
    if character.at is None:
        return FARTHEST // 2
    return min(FARTHEST, max(0, DISTANCE[character.at - middle] - 1))


def _sureness(state: State) -> float:
    """How likely the zone stays as it is until it scores."""
    done = max(0, state.turn - 1) + (0.5 if len(state.waiting) == 1 else 0.0)
    return SURE_AT_FIRST + (1 - SURE_AT_FIRST) * min(1.0, done / TURNS)


def _zone_points(state: State, seat: Seat) -> float:
    """What the Scoring Zone would give now."""
    mine, theirs = in_zone(state, seat), in_zone(state, other(seat))
    scenario = state.box.scenario
    if not mine or mine < theirs:
        return 0.0
    if not theirs:
        return scenario.alone + 0.2 * (mine - 1)
    return float(scenario.more if mine > theirs else scenario.equal)


def material(state: State, seat: Seat, *, both: bool = True) -> float:
    """The part of the worth that dice change at once: points, Frags, bodies, tokens."""
    total = POINT * state.points[seat] + FRAG * state.frags[seat]
    for character in state.characters:
        if character.seat == seat:
            total += _body(character)
    return total - material(state, other(seat), both=False) if both else total


def _body(character: Character) -> float:
    if character.off == "infirmary":
        return 0.0
    alive = LIFE + HEALTH * (character.card.hit_points - character.damage)
    for token in character.tokens:
        helps = token.side.initiative > 0
        alive += (1 if helps else -1) * TOKEN * (1.0 if token.is_red else 0.5)
    return alive * BENCH if character.off == "bench" else alive


def spent(state: State) -> State:
    """The table with nothing left to be done in this Activation."""
    return replace(state, ap=0, mp=0)


def clicks(state: State) -> int:
    """How many points the running Activation has used already."""
    if state.active is None:
        return 0
    return max(0, state.characters[state.active].card.energy - state.ap)


def promising(state: State, question: Question) -> list[Idea]:
    """What the active Character could do, the best guess first; nothing for other questions."""
    who = state.active
    if state.phase != "activation" or who is None or not isinstance(question, Choose):
        return []
    ideas = [_idea(state, who, option) for option in question.options]
    ideas.sort(key=lambda idea: -idea[0])
    return ideas


def _idea(state: State, who: CharacterId, option: Any) -> Idea:
    match option:
        case Walk(to=to):
            return _walking(state, who, to), option, 0.0
        case Perform():
            return _performing(state, who, option)
        case Play():
            return 0.3, option, 0.0
        case _:
            return 0.0, option, 0.0


def _walking(state: State, who: CharacterId, to: Hex) -> float:
    """Nearer to the zone is better, inside best; getting away from an enemy may fail."""
    character = state.characters[who]
    middle = state.box.zones[state.zone][0]
    if character.at is None:
        return 0.0
    before = _way(character, middle)
    after = min(FARTHEST, max(0, DISTANCE[to - middle] - 1))
    steps = DISTANCE[to - character.at]
    gain = NEAR * (before - after) - MOVEMENT * steps * 0.5
    if before and not after:
        gain += POINT * _sureness(state) * 0.7
    if after and not before:
        gain -= POINT * _sureness(state) * 0.7
    return gain * (0.5 if state.foes_beside(who) else 1.0)


def _performing(state: State, who: CharacterId, option: Perform) -> Idea:
    action = find_action(state, who, option.action)
    if action is None:
        return 0.0, option, 0.0
    if option.target is None:
        character = state.characters[who]
        if character.at is None or action.target != "none":
            return 0.1, option, 0.0
        way = _way(character, state.box.zones[state.zone][0])
        return 0.4 * min(way, 4) - 0.3 * (state.mp > 2), option, 0.0
    target = state.characters[option.target]
    if action.kind == "attack":
        hits = mean(state.box, action.pool, is_blocks=False)
        stopped = mean(state.box, target.card.defense, is_blocks=True)
        damage = max(0.3, hits - stopped + 0.4)
        left = target.card.hit_points - target.damage
        gain = HEALTH * min(damage, left) + (LIFE + FRAG) * min(1.0, (damage / left) ** 2)
        return gain - ACTION * action.ap * 0.5, option, HEALTH * min(damage, left)
    return 0.4 + 0.2 * len(action.on_success) - ACTION * action.ap * 0.5, option, 0.0


EYE = Evaluation(
    worth=worth,
    material=material,
    ideas=promising,
    passing=(End,),
    spent=spent,
    clicks=clicks,
    sway=25,
    tempo=2,
    traits=TRAITS,
)
