"""The evaluation of Aristeia!: the score of a table, and candidate answers.

No rule depends on it. The score is roughly ten times the Victory Points, and zero-sum. The terms:

points     POINT for each Victory Point, FRAG for each Frag, which break ties.
zone       what the Scoring Zone would give if the Round ended now; the later in the Round the surer.
bodies     LIFE for a Character on the board and HEALTH for each Hit Point it has left; BENCH of LIFE
           for one that will come back, nothing for one in the Infirmary.
nearness   NEAR for each space nearer to the Scoring Zone, for who is not there cannot score.
tokens     TOKEN for each State that hinders, the red side more, the other way round for one that helps.
cards      CARD for each Tactic in hand; only their number is looked at.
left       what the active Character can still do: ACTION and MOVEMENT for each point.
blows      what Attacks can expect to take: of the active Character SHARES[0] of it, of who is still to
           activate in this Round SHARES[1], of the others SHARES[2]. Reach for the one side, danger for
           the other.

Useless answers are no ideas, so that not even a blunder picks them: a walk to no better space,
Movement bought before a Disengage that could lose it, healing an unhurt Character.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from gattai.bots.evaluation import Evaluation, Idea, decided
from gattai.bots.evaluations.aristeia_blows import (
    LATER,
    NOW,
    damage,
    foes_of,
    points_left,
    reaching,
    steps_to,
    when_acts,
)
from gattai.bots.evaluations.aristeia_features import FEATURES
from gattai.games.aristeia.actions import End, LayOrder, Perform, Play, Walk
from gattai.games.aristeia.actions.performing import find_action
from gattai.games.aristeia.cards import ActionCard, CharacterCard, TacticCard
from gattai.games.aristeia.effects.effect import Effect
from gattai.games.aristeia.figures import hit_points_left, speed
from gattai.games.aristeia.phases.objectives import in_zone
from gattai.games.aristeia.phases.rounds import TURNS
from gattai.games.aristeia.state import Character, CharacterId, State, other
from gattai.games.aristeia.victory import judge
from gattai.kernel.question import Choose, Question, Seat
from gattai.odds.floats import float_sum
from gattai.tabletop.hexes import DISTANCE, Hex

POINT = 10.0
FRAG = 2.5
LIFE = 3.0
HEALTH = 1.3
BENCH = 0.5
NEAR = 0.35
TOKEN = 0.8
CARD = 0.8
ACTION = 0.3
MOVEMENT = 0.18
SURE_AT_FIRST = 0.25
SHARES = (0.6, 0.25, 0.1)
SAFE = 0.2
"""The weight of possible damage by enemies at a space."""
COMES = 1.5
"""The factor for entering the Scoring Zone late, when nobody can push the Character out."""

FIGHTING = ("planning", "first", "return", "activation")
NO_GOOD = -1_000.0
"""The guess for a useless answer."""


def score(state: State, seat: Seat) -> float:
    """Return this player's lead over the other."""
    if state.phase == "over":
        return decided(judge(state).winners, seat)
    if not state.characters:
        return 0.0
    return _standing(state, seat) - _standing(state, other(seat))


def _standing(state: State, seat: Seat) -> float:
    total = material(state, seat, both=False) + CARD * len(state.hands[seat])
    if state.active is not None and state.characters[state.active].seat == seat:
        total += ACTION * state.ap + MOVEMENT * state.mp
    if state.phase in FIGHTING:
        total += _blows(state, seat)
    if state.zone:
        total += POINT * sureness(state) * _zone_points(state, seat)
        middle = state.box.zones[state.zone][0]
        for character in state.characters:
            if character.seat == seat:
                total -= NEAR * steps_to(middle, character.at)
    return total


def _blows(state: State, seat: Seat) -> float:
    """Return the expected damage of a player's Characters, each on its best target."""
    total = 0.0
    foes = foes_of(state, seat)
    for who, character, here in state.on_board:
        if character.seat == seat:
            ap, walk = points_left(state, who, character)
            share = SHARES[when_acts(state, who)]
            total += share * best_blow(state, character.card, here, ap, walk, foes)
    return total


def best_blow(
    state: State,
    card: CharacterCard,
    here: Hex,
    ap: int,
    walk: int,
    foes: Sequence[tuple[Character, Hex]],
) -> float:
    """Return the value of the best attack from a space, after a walk of limited length."""
    best = 0.0
    for foe, there in foes:
        hurt = reaching(state.box, card, ap, walk, DISTANCE[there - here], foe.card)
        if hurt:
            best = max(best, attack_value(hurt, hit_points_left(foe)))
    return best


def attack_value(hurt: float, left: int) -> float:
    """Return the value of this Damage against these Hit Points."""
    share = min(1.0, hurt / max(1, left))
    return HEALTH * min(hurt, left) + (LIFE + FRAG) * share * share


def sureness(state: State) -> float:
    """Return how likely the zone stays as it is until it scores."""
    done = max(0, state.turn - 1) + (0.5 if len(state.waiting) == 1 else 0.0)
    return SURE_AT_FIRST + (1 - SURE_AT_FIRST) * min(1.0, done / TURNS)


def _zone_points(state: State, seat: Seat) -> float:
    """Return what the Scoring Zone would give now."""
    return zone_score(state, in_zone(state, seat), in_zone(state, other(seat)))


def zone_score(state: State, mine: int, theirs: int) -> float:
    """Return what the Scoring Zone would give for so many Characters of either side in it."""
    scenario = state.box.scenario
    if not mine or mine < theirs:
        return 0.0
    if not theirs:
        return scenario.alone + 0.2 * (mine - 1)
    return float(scenario.more if mine > theirs else scenario.equal)


def material(state: State, seat: Seat, *, both: bool = True) -> float:
    """Return the part of the score that dice change at once: points, Frags, bodies, tokens."""
    total = POINT * state.points[seat] + FRAG * state.frags[seat]
    for character in state.characters:
        if character.seat == seat:
            total += body_value(character)
    return total - material(state, other(seat), both=False) if both else total


def body_value(character: Character) -> float:
    if character.off == "infirmary":
        return 0.0
    alive = LIFE + HEALTH * hit_points_left(character)
    for token in character.tokens:
        helps = token.side.initiative > 0
        alive += (1 if helps else -1) * TOKEN * (1.0 if token.is_red else 0.5)
    return alive * BENCH if character.off == "bench" else alive


def spent(state: State) -> State:
    """Return the table with nothing left to do in this Activation."""
    return replace(state, ap=0, mp=0)


def clicks(state: State) -> int:
    """Return the number of points used in the current Activation."""
    if state.active is None:
        return 0
    return max(0, state.characters[state.active].card.energy - state.ap)


def promising(state: State, question: Question) -> list[Idea]:
    """Return ideas for the active Character, or for the order of activation, best guess first.

    Empty for other questions.
    """
    who = state.active
    if not isinstance(question, Choose):
        return []
    if state.phase == "planning":
        ideas = [*_orders(state, question)]
    elif state.phase != "activation" or who is None:
        return []
    else:
        ideas = proposals(state, who, question.options)
    ideas.sort(key=lambda idea: -idea[0])
    return ideas


def proposals(state: State, who: CharacterId, options: Iterable[object]) -> list[Idea]:
    """Return the options of the active Character that are not useless."""
    at = state.characters[who].at
    here = 0.0 if at is None else _place_value(state, who, at)
    ideas = [_idea(state, who, option, here) for option in options]
    return [idea for idea in ideas if idea[0] > NO_GOOD]


def _orders(state: State, question: Choose) -> Iterator[Idea]:
    """Return Running Orders: attackers and endangered Characters early, zone runners late."""
    urgent = {who: _urgency(state, who) for who in state.team(question.seat)}
    for option in question.options:
        if isinstance(option, LayOrder):
            early = [urgent[who] * (TURNS - place) for place, who in enumerate(option.order)]
            yield float_sum(early) / TURNS, option, 0.0


def _urgency(state: State, who: CharacterId) -> float:
    """Return how important it is to activate early."""
    character = state.characters[who]
    at = character.at
    if at is None:
        return 0.5 if character.off == "bench" else 0.0
    ap, walk = points_left(state, who, character)
    foes = foes_of(state, character.seat)
    strikes = best_blow(state, character.card, at, ap, walk, foes)
    danger = danger_at(state, who, at)
    way = steps_to(state.box.zones[state.zone][0], at)
    comes = COMES if 0 < way <= walk else 0.0
    return 0.5 * strikes + 0.5 * danger - comes


def danger_at(state: State, who: CharacterId, at: Hex) -> float:
    """Return the possible damage to a Character on this space by enemies still to activate."""
    character, worst = state.characters[who], 0.0
    for number, foe, there in state.on_board:
        if foe.seat != character.seat and when_acts(state, number) != LATER:
            ap, walk = points_left(state, number, foe)
            hurt = reaching(state.box, foe.card, ap, walk, DISTANCE[there - at], character.card)
            left = hit_points_left(character)
            worst = max(worst, attack_value(hurt, left) if hurt else 0.0)
    return worst


def _idea(state: State, who: CharacterId, option: object, here: float) -> Idea:
    """Return a guess for an option; `here` is the value of the Character's space."""
    match option:
        case Walk(to=to):
            return _walking(state, who, to, here), option, 0.0
        case Perform():
            return _performing(state, who, option)
        case Play(tactic=tactic):
            return NO_GOOD if _does_nothing(state, who, tactic) else 0.3, option, 0.0
        case _:
            return 0.0, option, 0.0


def _walking(state: State, who: CharacterId, to: Hex, here: float) -> float:
    """Return the guess for a walk, only to a better space; leaving an enemy may fail."""
    character = state.characters[who]
    if character.at is None:
        return NO_GOOD
    gain = _place_value(state, who, to) - here
    if gain <= 0:
        return NO_GOOD
    gain -= MOVEMENT * DISTANCE[to - character.at] * 0.5
    return gain * (0.5 if gain > 0 and state.foes_beside(who) else 1.0)


def _place_value(state: State, who: CharacterId, at: Hex) -> float:
    """Return the value of a space for the active Character: near or in the zone, with targets."""
    character, middle = state.characters[who], state.box.zones[state.zone][0]
    way = steps_to(middle, at)
    foes = foes_of(state, character.seat)
    strikes = best_blow(state, character.card, at, state.ap, 0, foes)
    zone = 0.0 if way else POINT * sureness(state) * 0.7
    return zone - NEAR * way + SHARES[NOW] * strikes - SAFE * danger_at(state, who, at)


def _does_nothing(state: State, who: CharacterId, tactic: TacticCard) -> bool:
    """Return whether a Tactic would only heal the unhurt, or undo what this Activation paid for."""
    character = state.characters[who]
    return bool(tactic.effects) and all(
        isinstance(each, Effect) and each.is_wasted_on(character) for each in tactic.effects
    )


def _performing(state: State, who: CharacterId, option: Perform) -> Idea:
    action = find_action(state, who, option.action)
    if action is None:
        return 0.0, option, 0.0
    if option.target is None:
        character = state.characters[who]
        if character.at is None or action.target != "none":
            return 0.1, option, 0.0
        if buys_movement(action):
            return _buying(state, who), option, 0.0
        way = steps_to(state.box.zones[state.zone][0], character.at)
        return 0.4 * min(way, 4) - 0.3 * (state.mp > 2), option, 0.0
    target = state.characters[option.target]
    if action.kind == "attack":
        hurt = damage(state.box, action, target.card.defense)
        left = hit_points_left(target)
        gain = attack_value(hurt, left)
        return gain - ACTION * action.ap * 0.5, option, HEALTH * min(hurt, left)
    if only_heals(action) and not target.damage:
        return NO_GOOD, option, 0.0
    return 0.4 + 0.2 * len(action.on_success) - ACTION * action.ap * 0.5, option, 0.0


def _buying(state: State, who: CharacterId) -> float:
    """Return the guess for buying Movement: useless if it could be lost, or if enough is left."""
    character = state.characters[who]
    assert character.at is not None
    if state.mp and state.foes_beside(who):
        return NO_GOOD
    way = steps_to(state.box.zones[state.zone][0], character.at)
    foes = foes_of(state, character.seat)
    rest, walk = state.ap - 1, state.mp + speed(character)
    strikes = best_blow(state, character.card, character.at, rest, walk, foes)
    nearer = strikes - best_blow(state, character.card, character.at, rest, state.mp, foes)
    gain = 0.4 * min(max(0, way - state.mp), 4) + SHARES[NOW] * nearer
    return gain or NO_GOOD


def buys_movement(action: ActionCard) -> bool:
    return any(each.gives_movement() for each in (*action.always, *action.on_success))


def only_heals(action: ActionCard) -> bool:
    effects = (*action.always, *action.on_success)
    return bool(effects) and all(each.heals for each in effects)


EVALUATION = Evaluation(
    score=score,
    material=material,
    ideas=promising,
    passing=(End,),
    spent=spent,
    clicks=clicks,
    scale=25,
    tempo=2,
    features=FEATURES,
)
