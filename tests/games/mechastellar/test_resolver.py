"""Random attacks, played through the engine and worked out once more from the document alone."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from gattai.games.mechastellar import actions as do
from gattai.games.mechastellar.attack.exchange import Commit, Done
from gattai.games.mechastellar.events.attack import (
    BattleDamageTaken,
    DamageTaken,
    FinishingBlowStruck,
    HitsLanded,
    UnitDestroyed,
)
from gattai.games.mechastellar.events.turn import StunChanged, UnitMoved, UnitTransformed
from gattai.kernel.question import Choose, Roll
from tests.games.mechastellar import resolver
from tests.games.mechastellar.resolver import Attack, Field, Model, Pool
from tests.games.mechastellar.table import Battle, battle

CARDS = resolver.cards()
START = (-4, 0)
SMALL = ("MS", "Vehicle")
HITS, DEF, SAVE = "MS.ATTACK.COUNT-HITS", "MS.ATTACK.COUNT-DEF", "MS.SAVE.ROLL"
SKIPPED = ("order", "extra-order", "reroll-misses", "reroll-plain", "reroll-chosen")
"""What changes prices only, or takes up dice in ways that the document does not name."""

Outcome = tuple[list[int], list[bool], dict[str, int], dict[str, int]]
CHANGES = (BattleDamageTaken, UnitDestroyed, UnitTransformed, UnitMoved, StunChanged)
"""After these a Counter would find another table than was noted; so nobody counters then."""


@dataclass
class Exchange:
    """What was seen of one attack: choices, uses and dice."""

    attack: Attack
    pools: dict[str, Pool] = field(default_factory=dict)
    fresh: dict[str, list[int]] = field(default_factory=dict)
    final: dict[str, list[int]] = field(default_factory=dict)
    """Dice that were rolled again: a die is rolled again once."""
    defender_used: list[str] = field(default_factory=list)
    saves: list[list[int]] = field(default_factory=list)
    shares: tuple[int, ...] = ()


class Duel:
    """A random table with two units on it, and both descriptions of what happens there."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.lines: list[str] = []
        self.table = Field({}, space=rng.random() < 0.2, round=rng.randint(1, 5))
        self.seen: list[Exchange] = []
        self.suffered: list[str] = []
        """For each part that was lost, whether a save or the Finishing Blow was spared by it."""

    def lay(self) -> tuple[Battle, Any] | None:
        """Two units in a row, with what may stand between them, and an attack; None if not allowed."""
        rng = self.rng
        profile, foe = rng.choice([*CARDS]), rng.choice([*CARDS])
        weapon = rng.choice(CARDS[profile]["weapon"])
        tags = weapon.get("tags", ())
        if "Crash" in tags:
            return None
        reach = min(9, weapon["range_in"] // 4)
        far = rng.randint(1, reach) if weapon["kind"] == "melee" else rng.randint(2, max(2, reach))
        there = (START[0] + far, 0)
        commander = rng.choice(("A1", "B1", "", ""))
        wet = rng.random() < 0.06
        high = () if wet else tuple(at for at in (START, there) if rng.random() < 0.2)
        self._put("A1", profile, START, rng.choice((0, 0, 0, 1, 5)), commander, wet)
        self._put("B1", foe, there, rng.randrange(6), commander, wet)
        self._follow("A1", profile, -1)
        self._follow("B1", foe, 1)
        for number in range(7, 7 + rng.choice((0, 0, 1, 2))):  # friends, for Overwhelm
            at = (there[0] + rng.choice((-1, 0, 1)), rng.choice((-2, 2)))
            if at not in self._taken and resolver.hexes(at, there) == 2:
                self._put(f"A{number}", "argonaut", at, 0, "", False)
        how = "direct"
        if "Remote" in tags or ("IDF" in tags and rng.random() < 0.4):
            how = "indirect"
        elif weapon["category"] == "E" and weapon["kind"] == "shooting" and rng.random() < 0.15:
            how = "through"
        pieces = [f"{q},{r} hill" for q, r in high] + [
            f"{q},0 water" for q, _ in (START, there) if wet
        ]
        self.table.hills = high
        free = [at for at in resolver.between(START, there) if at not in self._taken]
        if free and (how == "through" or rng.random() < 0.3):
            wall = rng.choice(free)
            pieces.append(f"{wall[0]},0 {'house' if how == 'through' else 'wall'}")
            self.table.walls = (wall,)
        self.lines.append("B9 argonaut 6,-6 3")
        self.table.models["B9"] = Model("B9", CARDS["argonaut"], (6, -6), 3, "B9")
        game = battle(
            *self.lines, terrain=pieces, space=self.table.space, round=self.table.round,
            momentum=(rng.randint(2, 10), rng.randint(0, 10)),
        )  # fmt: skip
        power = "option" in weapon and rng.random() < 0.5
        action = do.Attack(weapon["id"], game.begins("A1").id("B1"), how, power)  # type: ignore[arg-type]
        question = game.question
        assert isinstance(question, Choose)
        if action not in question.options:
            return None
        behind = resolver.is_behind(there, self.table.models["B1"].facing, START)
        attack = Attack("A1", weapon, "B1", how=how, power=power, began_behind=behind)
        self.seen.append(Exchange(attack))
        return game, action

    @property
    def _taken(self) -> set[tuple[int, int]]:
        return {model.at for model in self.table.models.values()}

    def _put(
        self, name: str, profile: str, at: resolver.Place, facing: int, commander: str, wet: bool
    ) -> None:
        rng, card = self.rng, CARDS[profile]
        model = Model(name, card, at, facing, name, commander == name, submerged=wet)
        model.barrier = card.get("barrier", {}).get("strength", 0)
        if "transform" in card and rng.random() < 0.3:
            model.transformed = True
        if name == "B1":
            model.stun = rng.choice((0, 0, 0, 0, 2, 5, 7))
            if model.barrier and rng.random() < 0.3:
                model.barrier = rng.randrange(model.barrier)
        parts = [part for part in ("shield_s", "shield_md") if card.get(part)]
        model.lost = tuple(part for part in (*parts, "head") if rng.random() < 0.1)
        said = f"{name} {profile} {at[0]},{at[1]} {facing}"
        for word in ("commander", "transformed", "submerged"):
            said += f" {word}" if getattr(model, word) else ""
        said += f" stun={model.stun} barrier={model.barrier} hp=90000"
        said += f" lost={','.join(model.lost)}" if model.lost else ""
        silent = [
            weapon["id"]
            for weapon in card["weapon"][1:]
            if rng.random() < 0.2 and (weapon.get("support_atk") or weapon.get("support_def"))
        ]
        model.support = tuple(silent)
        said += f" support={','.join(silent)}" if silent else ""
        self.lines.append(said)
        self.table.models[name] = model

    def _follow(self, leader: str, profile: str, way: int) -> None:
        """Sometimes a squad, one behind the other."""
        lead, card = self.table.models[leader], CARDS[profile]
        if card["kind"] not in SMALL or lead.submerged or lead.support:
            return
        for number in range(2, 2 + self.rng.choice((0, 0, 1, 2))):
            name, at = f"{leader[0]}{number}", (lead.at[0] + way * (number - 1), 0)
            self.lines.append(
                f"{name} {profile} {at[0]},{at[1]} {lead.facing} leader={leader} hp=90000"
            )
            self.table.models[name] = Model(name, card, at, lead.facing, leader)

    # Playing

    def play(self, game: Battle, action: Any) -> None:
        """Answer at random, and note what the document goes by."""
        game.told = []
        game.answers(action)
        while not game.position.is_settled:
            question = game.question
            if isinstance(question, Roll):
                self._throw(game, question)
            else:
                assert isinstance(question, Choose)
                self._choose(game, question)

    def _throw(self, game: Battle, question: Roll) -> None:
        faces = [self.rng.randint(1, 10) for _ in range(question.dice.count)]
        last = self.seen[-1]
        if question.rule in (HITS, DEF):
            attacks = question.rule == HITS
            make = resolver.attack_pool if attacks else resolver.defence_pool
            pool = last.pools[question.rule] = make(self.table, last.attack)
            assert len(faces) == pool.dice, self.told(question.rule, len(faces), pool)
            last.fresh[question.rule], last.final[question.rule] = faces, []
        elif question.rule == SAVE:
            last.saves.append(faces)
        elif question.what == "rolled again":
            side = HITS if question.by == self._seat(last.attack.unit) else DEF
            last.final[side] += faces
        elif question.rule.startswith("MS.TERRAIN"):
            faces = [10] * len(faces)
        game.answers(tuple(faces))

    @staticmethod
    def _seat(name: str) -> int:
        return "AB".index(name[0])

    def _choose(self, game: Battle, question: Choose) -> None:
        rng, last = self.rng, self.seen[-1]
        options = [*question.options]
        if any(isinstance(each, Commit | Done) for each in options):
            options = [o for o in options if isinstance(o, Done) or o.word not in SKIPPED]
        answer = rng.choice(options)
        attack = last.attack
        match answer:
            case do.Aim():
                attack.lock_on, attack.bonus = answer.lock_on, answer.bonus
            case do.Brace():
                attack.guard, attack.guard_lock_on = answer.bonus, answer.lock_on
                attack.trade = answer.trade
            case Commit(word=word):
                self._use(last, word, attacking=question.seat == self._seat(attack.unit))
            case do.Assign(hits=hits):
                last.shares = hits
            case do.Suffer(of=of):
                self.suffered.append(of)
            case do.ShakeOff(unit=unit) if HITS not in last.pools:  # later it only lowers prices
                self.table.models[game.state.units[unit].name].stun -= 1
            case do.Counter(weapon=wanted) if not any(isinstance(e, CHANGES) for e in game.told):
                self._counter(last, wanted)
            case (
                do.Counter()
                | do.Command()
                | do.Transform()
                | do.Land()
                | do.Accelerate()
                | do.Recharge()
            ):
                answer = question.otherwise
            case _:
                pass
        game.answers(answer)

    def _use(self, last: Exchange, word: str, *, attacking: bool) -> None:
        """What a skill or a reroll makes of the dice that lie there."""
        attack, rule = last.attack, HITS if attacking else DEF
        pool, name = last.pools[rule], attack.unit if attacking else attack.target
        model, foe = self.table.models[name], self.table.models[attack.target]
        if not attacking:
            last.defender_used.append(word)
        match word:
            case "focus":
                pool.success = min(3, pool.success)
            case "flash" | "great-flash":
                pool.bonus += 5 if word == "flash" else 10
            case "iron-wall" | "great-iron-wall":
                model.iron = 3 if word == "iron-wall" else 6
                pool.bonus += model.iron
            case "valor":
                pool.bonus += 5 + (model.is_ace and foe.is_ace)
            case "all-fire" | "anti-air":
                model.spent.append(word)
                pool.bonus += 1
            case "recharge":
                model.barrier += 1
            case "reroll-all" | "reroll-failures":
                kept = pool.success if word == "reroll-failures" else 11
                last.fresh[rule] = [face for face in last.fresh[rule] if face >= kept]
            case _:
                assert word.startswith("support-"), word
                self._switch(last, model, word.removeprefix("support-"), attacking)

    def _switch(self, last: Exchange, model: Model, weapon: str, attacking: bool) -> None:
        attack, rule = last.attack, HITS if attacking else DEF
        foe = self.table.models[attack.target if attacking else attack.unit]
        how = {"attacking": attacking, "melee": attack.is_melee}
        before = resolver.support(self.table, model, foe, **how)
        model.support = (*model.support, weapon)
        last.pools[rule].bonus += resolver.support(self.table, model, foe, **how) - before

    def _counter(self, last: Exchange, wanted: str) -> None:
        """The target attacks back; the attacker has turned to it, unless its weapon need not."""
        attack = last.attack
        user, other = self.table.models[attack.target], self.table.models[attack.unit]
        if not {"360", "Remote"} & {*attack.tags}:
            other.facing = 0
        weapon = user.weapon(wanted)
        flash = any(word in ("flash", "great-flash") for word in last.defender_used)
        back = Attack(user.name, weapon, other.name, counter=True, spared=flash and user.is_ace)
        back.traded = attack.trade and weapon["kind"] == "melee"
        self.seen.append(Exchange(back))

    # Comparing

    def expected(self, losers: list[str]) -> Outcome:
        """Unblocked Hits of each attack, whether it was a Finishing Blow, damage, stun tokens.

        `losers` names the model of each part that was lost.
        """
        unblocked, blows = [], []
        damage: dict[str, int] = {}
        stun: dict[str, int] = {}
        for seen in self.seen:
            attack = seen.attack
            hits, stopped = (
                seen.pools[side].total([*seen.fresh[side], *seen.final[side]])
                for side in (HITS, DEF)
            )
            through = max(0, hits - stopped)
            unblocked.append(through)
            left = through - resolver.blocked(self.table, attack, through)
            blow = left > 0 and resolver.finishes(self.table, attack, left)
            blows.append(blow)
            squad = self.table.squad(attack.target)
            saves = [*seen.saves]
            for model, share in zip(squad, seen.shares or (left,), strict=False):
                if not share:
                    continue
                due = resolver.saves_due(self.table, attack, share)
                faces = saves.pop(0) if due else []
                assert len(faces) == due, self.told(SAVE, faces, due)
                parts = zip(losers, self.suffered, strict=True)
                instead = [of for name, of in parts if name == model.name]
                made = resolver.wound(self.table, attack, model, share, blow, faces, instead)
                damage[model.name] = damage.get(model.name, 0) + made.damage
                if attack.weapon.get("pen_suffix") == "S" and made.failed:
                    stun[attack.target] = stun.get(attack.target, 0) + made.failed
        return unblocked, blows, {k: v for k, v in damage.items() if v}, stun

    def told(self, *more: Any) -> str:
        """All that is needed to lay this table again."""
        return f"{self.lines} {self.table.walls} {self.table.hills} {self.seen} {more}"


def found(game: Battle) -> Outcome:
    """What the engine made of it."""
    unblocked = [event.unblocked for event in game.happened(HitsLanded)]
    blows = [False] * len(unblocked)
    damage: dict[str, int] = {}
    stun: dict[str, int] = {}
    number = -1
    for event in game.told:
        number += isinstance(event, HitsLanded)
        if isinstance(event, FinishingBlowStruck):
            blows[number] = True
        elif isinstance(event, DamageTaken) and event.rule == "MS.ATTACK.DAMAGE":
            name = game.state.units[event.unit].name
            damage[name] = damage.get(name, 0) + event.damage
        elif isinstance(event, StunChanged) and event.rule == "MS.STUN.TOKEN":
            name = game.state.units[event.unit].name
            stun[name] = stun.get(name, 0) + event.tokens
    return unblocked, blows, damage, stun


@pytest.mark.rule(
    "MS.ATTACK.POOLS", "MS.ATTACK.COUNT-HITS", "MS.ATTACK.COUNT-DEF", "MS.ATTACK.UNBLOCKED",
    "MS.ATTACK.DAMAGE", "MS.SAVE.ROLL", "MS.SAVE.TARGET", "MS.FINISH.THRESHOLD", "MS.FINISH.BONUS",
    "MS.TA.BONUS", "MS.TA.BLINDSIDE", "MS.COVER.BONUS", "MS.BARRIER.BLOCK", "MS.SUPPORT.BONUS",
    "MS.COUNTER.PENALTY", "MS.BD.OPTION",
)  # fmt: skip
@pytest.mark.parametrize("seed", range(4))
def test_attacks_come_out_as_the_document_has_them(
    seed: int, request: pytest.FixtureRequest
) -> None:
    compare(random.Random(seed), int(500 * float(request.config.getoption("--games"))))


@pytest.mark.parametrize("part", ["cover", "finishes", "blindsides", "barrier_acts"])
def test_a_resolver_that_forgets_something_is_found_out(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resolver, part, lambda *_: 0)
    with pytest.raises(AssertionError):
        compare(random.Random(1), 400)


def compare(rng: random.Random, wanted: int) -> None:
    """Play so many attacks and work each out again; AssertionError with the table that differs."""
    agreed = tried = hurt = countered = 0
    while agreed < wanted:
        tried += 1
        assert tried < 20 * wanted, "hardly any attack is allowed"
        duel = Duel(rng)
        laid = duel.lay()
        if laid is None:
            continue
        game, action = laid
        duel.play(game, action)
        losers = [game.state.units[e.unit].name for e in game.happened(BattleDamageTaken)]
        assert found(game) == duel.expected(losers), duel.told()
        agreed += 1
        hurt += bool(game.happened(DamageTaken))
        countered += len(duel.seen) > 1
    assert hurt > wanted / 10 and countered > wanted / 50  # and not for want of anything to see
