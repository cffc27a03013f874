"""Thousands of battles, played by the engine and worked out from the document beside it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.robot_empire.actions import Attack, Block, Divide
from gattai.games.robot_empire.cards import GameCard
from gattai.kernel.question import Choose, Roll, Seat
from tests.games.robot_empire import resolver
from tests.games.robot_empire.resolver import DeclaredAttack, Fighter, Side
from tests.games.robot_empire.table import SEATS, TURN, Game, fighter, lay

CASES = 1_500


def some_fighters(source: Random, letter: str) -> list[Fighter]:
    return [
        Fighter(
            f"{letter}{number}",
            attack=source.randint(0, 6),
            defense=source.randint(1, 6),
            flying=source.random() < 0.3,
            recharging=source.random() < 0.12,
            new=source.random() < 0.12,
            damage=source.choice([0, 0, 0, 1]),
            robot=source.random() < 0.4,
        )
        for number in range(source.randint(1, 5))
    ]


def laid(sides: dict[str, Side]) -> Game:
    """The same table in the engine; damage of earlier this turn is never deadly already."""
    given: dict[str, Any] = {"seats": len(sides), "phase": "attackers"}
    for name, side in sides.items():
        lines = [f"{f.attack}/{f.defense} as={f.name}" for f in side.fighters]
        given[name] = {"battery": side.battery, "units": lines}
    state = lay(given)
    known = {f.name: f for side in sides.values() for f in side.fighters}
    units = []
    for unit in state.units:
        one = known[state.box.names[unit.id]]
        face: GameCard = fighter(f"{one.attack}/{one.defense}", flying=one.flying)
        if one.robot:
            face = replace(face, category="robot")
        units.append(
            replace(
                unit,
                faces=(face,),
                since=TURN if one.new else 1,
                recharging=one.recharging,
                damage=one.damage,
            )
        )
    faces = {unit.id: unit.faces[0] for unit in units}
    cards = tuple(faces.get(n, card) for n, card in enumerate(state.box.cards))  # type: ignore[call-overload]
    return Game(replace(state, units=tuple(units), box=replace(state.box, cards=cards)))


def declare(source: Random, game: Game, sides: dict[str, Side]) -> list[DeclaredAttack]:
    """Some of those who may attack do; whoever may not is refused."""
    onsets: list[DeclaredAttack] = []
    others = [name for name in sides if name != "cobalt"]
    for one in [*sides["cobalt"].fighters]:
        if not isinstance(game.question, Choose) or game.state.phase != "attackers":
            break
        at = source.choice(others)
        wanted = Attack(game.card(one.name), Seat(SEATS.index(at)))
        assert (wanted in game.question.options) == resolver.may_attack(one), one
        if resolver.may_attack(one) and source.random() < 0.8:
            game.give(wanted)
            onsets.append(DeclaredAttack(one, at))
    return onsets


def block(
    source: Random, game: Game, sides: dict[str, Side], onsets: Sequence[DeclaredAttack]
) -> None:
    """Every attacked player is asked in turn; some of those who may block do."""
    while game.position.is_settled and game.state.phase == "blockers":
        assert isinstance(game.question, Choose)
        name = SEATS[game.question.seat]
        coming = [declared for declared in onsets if declared.at == name]
        busy = [blocker for declared in onsets for blocker in declared.blockers]
        found = [option for option in game.question.options if isinstance(option, Block)]
        wanted = [
            (one, declared)
            for one in sides[name].fighters
            for declared in coming
            if resolver.may_block(one, declared.attacker, busy)
        ]
        pairs = {(game.state.name(b.unit), game.state.name(b.attacker)) for b in found}
        assert pairs == {(one.name, declared.attacker.name) for one, declared in wanted}
        if not wanted or source.random() < 0.25:
            game.do("next")
            continue
        one, declared = source.choice(wanted)
        game.give(Block(game.card(one.name), game.card(declared.attacker.name)))
        declared.blockers.append(one)


Division = list[tuple[Fighter, int]]


def divide(source: Random, game: Game, onsets: Sequence[DeclaredAttack]) -> dict[str, Division]:
    """The attacker's divisions, drawn from what is offered and from thin air; each judged here too."""
    chosen: dict[str, Division] = {}
    waiting = [o for o in onsets if len(o.blockers) > 1 and o.attacker.attack]
    while isinstance(game.question, Choose) and not game.position.is_settled:
        declared = waiting.pop(0)
        points = declared.attacker.attack
        gang = {game.card(one.name): one for one in declared.blockers}
        question = game.question
        for _ in range(3):
            cards = source.sample([*gang], source.randint(1, len(gang)))
            cut = [source.randint(0, points) for _ in cards[1:]]
            edges = [0, *sorted(cut), points]
            shares = [high - low for low, high in pairwise(edges)]
            drawn = Divide(tuple(zip(cards, shares, strict=True)))
            sound = resolver.is_sound(
                [(gang[card], share) for card, share in drawn.shares], declared.blockers, points
            )
            assert (drawn in question.options) == sound, (drawn, declared)
        options = [*question.options]
        answer = options[int(source.random() * len(options))]
        division = [(gang[card], share) for card, share in answer.shares]
        assert resolver.is_sound(division, declared.blockers, points), (answer, declared)
        chosen[declared.attacker.name] = division
        game.give(answer)
    return chosen


@pytest.mark.rule(
    "ROBOT-EMPIRE.ATT.READY", "ROBOT-EMPIRE.BLOCK.CHOOSE", "ROBOT-EMPIRE.BLOCK.NOT-RECHARGING",
    "ROBOT-EMPIRE.BLOCK.ONE-EACH", "ROBOT-EMPIRE.FLY.BLOCK", "ROBOT-EMPIRE.DMG.SIMULTANEOUS",
    "ROBOT-EMPIRE.DMG.UNBLOCKED", "ROBOT-EMPIRE.DMG.BLOCKED", "ROBOT-EMPIRE.DMG.BLOCKER",
    "ROBOT-EMPIRE.DMG.ORDER", "ROBOT-EMPIRE.DMG.LETHAL", "ROBOT-EMPIRE.DMG.BATTERY-ZERO",
    "ROBOT-EMPIRE.TAP.ATTACKERS", "ROBOT-EMPIRE.TAP.BLOCKERS", "ROBOT-EMPIRE.END.GIVE-ROBOTS",
    "ROBOT-EMPIRE.END.OTHERS-DESTROYED", "ROBOT-EMPIRE.INV.COINS",
)  # fmt: skip
def test_thousands_of_battles_come_to_what_the_document_makes_of_them(
    pytestconfig: pytest.Config,
) -> None:
    source = Random("battles by the document")
    for number in range(int(CASES * pytestconfig.getoption("--games"))):
        names = SEATS[: source.choice([2, 2, 3])]
        sides = {
            name: Side(source.randint(1, 12), some_fighters(source, name[:2])) for name in names
        }
        for side in sides.values():
            for one in side.fighters:
                one.damage = min(one.damage, one.defense - 1)
        game = laid(sides)
        chest = game.state.chest
        onsets = declare(source, game, sides)
        if game.state.phase == "attackers" and game.position.is_settled:
            game.do("next")
        block(source, game, sides, onsets)
        chosen = divide(source, game, onsets)
        assert not isinstance(game.question, Roll)
        lost = resolver.fight(onsets, sides, "cobalt", lambda o: chosen[o.attacker.name])  # noqa: B023
        compare(game, sides, (number, onsets))
        if onsets and all(not side.is_out for side in sides.values()):
            assert game.state.chest - chest == lost - 3, number  # and three coins are income


def compare(game: Game, sides: dict[str, Side], where: object) -> None:
    """Batteries, who is out, who stands where, with which damage, Recharging or not."""
    for seat, (_, side) in enumerate(sides.items()):
        player = game.state.players[seat]
        assert (player.battery, player.is_out) == (side.battery, side.is_out), where
        found = {
            game.state.name(unit.id): (unit.damage, unit.recharging)
            for unit in game.state.units
            if unit.seat == seat
        }
        wanted = {one.name: (one.damage, one.recharging) for one in side.standing}
        assert found == wanted, where
