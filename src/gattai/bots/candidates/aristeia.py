"""Aristeia!: candidate answers of the active Character with their features.

What a space offers is known without walking there: what can be attacked from it, what can attack it,
and what the Scoring Zone would give. Candidates in the middle of an Action are in `aristeia_midway`.
Orders of activation have none: the first idea is taken, as greedy does, because its score hardly
depends on them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gattai.bots.candidates.aristeia_midway import MIDWAY_FEATURES, midway_candidates
from gattai.bots.candidates.candidate import Candidate, CandidateMaker
from gattai.bots.evaluations.aristeia import (
    attack_value,
    best_blow,
    body_value,
    buys_movement,
    danger_at,
    only_heals,
    promising,
    proposals,
    sureness,
    zone_score,
)
from gattai.bots.evaluations.aristeia_blows import (
    LATER,
    damage,
    foes_of,
    steps_to,
    when_acts,
)
from gattai.games.aristeia.actions import End, LayOrder, Perform, Play, Walk
from gattai.games.aristeia.actions.performing import find_action
from gattai.games.aristeia.cards import ActionCard
from gattai.games.aristeia.figures import hit_points_left, speed
from gattai.games.aristeia.phases.objectives import in_zone
from gattai.games.aristeia.state import CharacterId, State, other
from gattai.kernel.question import Choose
from gattai.tabletop.hexes import DISTANCE, Hex

BASE = (
    "constant", "guess", "Action Points", "Movement Points", "attack from here", "danger here",
    "enemies beside",
)  # fmt: skip
TARGET = (
    *BASE, "Action Points it costs", "Movement Points it costs", "Hit Points of the target",
    "value of the target", "target is still to act", "target is in the zone", "distance",
    "attack from here with what is left", "effects",
)  # fmt: skip
FEATURES = {
    "walk": (
        *BASE, "spaces walked", "spaces nearer to the zone", "zone points gained",
        "zone points denied", "attack gained", "danger gained", "attack gained with what is left",
        "enemies beside there", "leaves enemies", "leaves the zone", "danger there while enemies wait",
        "zone points surely gained", "surely lost", "last to act",
    ),
    "attack": (
        *TARGET, "damage", "value of the damage", "share of the Hit Points", "destroys", "value if it destroys",
        "value if still to act", "zone points denied",
    ),
    "buy movement": (*BASE, "spaces to the zone", "reaches the zone", "attack gained"),
    "action on an enemy": TARGET,
    "action on a friend": (*TARGET, "heals", "damage of the target"),
    "action": (*BASE, "Action Points it costs", "spaces to the zone", "effects", "on a space"),
    "tactic": (*BASE, "cards left", "effects", "spaces to the zone", "zone points now"),
    "end": (
        *BASE, "spaces to the zone", "zone points now", "Action Points beyond the first", "in the zone",
        "cards left",
    ),
    "other": BASE,
    **MIDWAY_FEATURES,
}  # fmt: skip


class _SpaceTerms(NamedTuple):
    """What a space offers the active Character."""

    way: int
    """The distance to the Scoring Zone."""
    attack: float
    """The best attack from there with the current Action Points."""
    rest: float
    """The best attack with one Action Point less, after another walk."""
    danger: float
    gives: float
    """What the Scoring Zone would give the own side with the Character there."""
    denies: float
    """What it would not give the enemy."""


def candidates(state: State, options: Sequence[object]) -> list[Candidate]:
    """Return the candidates for the next answer; none if no Character is active."""
    who = state.active
    if state.phase != "activation" or who is None or state.characters[who].at is None:
        return []
    active = _Active(state, who)
    return [active.candidate(answer, guess) for guess, answer, _ in proposals(state, who, options)]


class _Active:
    """The active Character, with what all its candidates have in common."""

    def __init__(self, state: State, who: CharacterId) -> None:
        self.state, self.who = state, who
        self.character = state.characters[who]
        assert self.character.at is not None
        self.at, self.seat = self.character.at, self.character.seat
        self.middle = state.box.zones[state.zone][0]
        self.foes = foes_of(state, self.seat)
        self.mine, self.theirs = in_zone(state, self.seat), in_zone(state, other(self.seat))
        self.sure = sureness(state)
        self.was_in = int(steps_to(self.middle, self.at) == 0)
        self.cards = float(len(state.hands[self.seat]))
        self.here = self._terms(self.at)
        self.beside = float(len(state.foes_beside(who)))
        self.last = float(len(state.waiting) <= 1)

    def _terms(self, at: Hex) -> _SpaceTerms:
        state, card = self.state, self.character.card
        way = steps_to(self.middle, at)
        mine = self.mine - self.was_in + int(way == 0)
        return _SpaceTerms(
            way,
            best_blow(state, card, at, state.ap, 0, self.foes),
            best_blow(state, card, at, state.ap - 1, state.mp + speed(self.character), self.foes),
            danger_at(state, self.who, at),
            zone_score(state, mine, self.theirs),
            -zone_score(state, self.theirs, mine),
        )

    def candidate(self, answer: object, guess: float) -> Candidate:
        """Return an answer with the features of its kind; `guess` is the score it is proposed with."""
        state, here = self.state, self.here
        base = (
            1.0, guess, float(state.ap), float(state.mp), here.attack, here.danger, self.beside
        )  # fmt: skip
        match answer:
            case Walk(to=to):
                return Candidate("walk", (*base, *self._walk(to)), answer)
            case Perform():
                kind, features = self._perform(answer)
                return Candidate(kind, (*base, *features), answer)
            case Play(tactic=tactic):
                features = (self.cards, float(len(tactic.effects)), float(here.way), here.gives)
                return Candidate("tactic", (*base, *features), answer)
            case End():
                features = (
                    float(here.way), here.gives, float(max(0, state.ap - 1)), float(self.was_in),
                    self.cards,
                )  # fmt: skip
                return Candidate("end", (*base, *features), answer)
            case _:
                return Candidate("other", base, answer)

    def _walk(self, to: Hex) -> tuple[float, ...]:
        here, there = self.here, self._terms(to)
        beside = sum([DISTANCE[to - at] == 1 for _, at in self.foes])
        waiting = sum(
            [
                when_acts(self.state, number) != LATER
                for number, each, _ in self.state.on_board
                if each.seat != self.seat
            ]
        )
        gained, denied = there.gives - here.gives, there.denies - here.denies
        return (
            float(DISTANCE[to - self.at]), float(here.way - there.way), gained, denied,
            there.attack - here.attack, there.danger - here.danger, there.rest - here.rest,
            float(beside), float(bool(self.beside)), float(self.was_in and there.way > 0),
            there.danger * float(waiting > 0), self.sure * gained, self.sure * denied, self.last,
        )  # fmt: skip

    def _perform(self, answer: Perform) -> tuple[str, tuple[float, ...]]:
        state, here = self.state, self.here
        action = find_action(state, self.who, answer.action)
        if action is None:
            return "other", ()
        effects = float(len(action.always) + len(action.on_success))
        if answer.target is None:
            if buys_movement(action):
                walk = state.mp + speed(self.character)
                left = state.ap - 1
                card = self.character.card
                gained = best_blow(state, card, self.at, left, walk, self.foes)
                gained -= best_blow(state, card, self.at, left, state.mp, self.foes)
                return "buy movement", (float(here.way), float(state.mp < here.way <= walk), gained)
            features = (float(action.ap), float(here.way), effects, float(answer.spot is not None))
            return "action", features
        return self._on_target(action, answer.target, effects)

    def _on_target(
        self, action: ActionCard, number: CharacterId, effects: float
    ) -> tuple[str, tuple[float, ...]]:
        state, target = self.state, self.state.characters[number]
        left, value = hit_points_left(target), body_value(target)
        acts = float(when_acts(state, number) != LATER)
        way = steps_to(self.middle, target.at)
        far = 0 if target.at is None else DISTANCE[target.at - self.at]
        rest = best_blow(
            state, self.character.card, self.at, state.ap - action.ap, state.mp, self.foes
        )
        features = (
            float(action.ap), float(action.mp), float(left), value, acts, float(way == 0), float(far),
            rest, effects,
        )  # fmt: skip
        if target.seat == self.seat:
            return "action on a friend", (
                *features,
                float(only_heals(action)),
                float(target.damage),
            )
        if action.kind != "attack":
            return "action on an enemy", features
        hurt = damage(state.box, action, target.card.defense)
        gained, destroys = attack_value(hurt, left), float(hurt >= left)
        denied = 0.0
        if way == 0:
            denied = zone_score(state, self.theirs, self.mine)
            denied -= zone_score(state, self.theirs - 1, self.mine)
        return "attack", (
            *features, hurt, gained, hurt / max(1, left), destroys, destroys * value, acts * gained,
            denied,
        )  # fmt: skip


def order_of(state: State, question: Choose) -> object:
    """Return the Running Order that looks best; None for other questions."""
    ideas = promising(state, question) if isinstance(question.options[0], LayOrder) else ()
    return ideas[0][1] if ideas else None


CANDIDATES = CandidateMaker(FEATURES, candidates, midway_candidates, order_of)
