"""Luck: the outcome of an action, in the unit it is judged by, less what the rules gave it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from math import comb
from typing import Any

import pytest
from msgspec.structs import replace

from gattai import games
from gattai.games.aegis.actions import KEEP, RollAgain
from gattai.kernel.event import Event
from gattai.kernel.measure import Measure, Measures
from gattai.kernel.position import GamePosition
from gattai.kernel.question import Choose, Roll, Seat
from gattai.kernel.record import Record
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.secrecy import Secret
from gattai.odds import luck
from gattai.odds.luck import Luck, NotReckoned, fallen, luck_of
from gattai.odds.reckoning import LuckLine, Reckoning, Sums, luck_lines
from tests.games.aegis.table import RULES as AEGIS
from tests.games.aegis.table import Battle, action, battle
from tests.games.aristeia.driver import Driver, bout
from tests.games.aristeia.table import RULES as ARISTEIA
from tests.games.attack_chart.table import RULES as ATTACK_CHART
from tests.games.attack_chart.table import firefight
from tests.toy.parley import Cards, Parley, State, Strike

PARLEY = Parley()


def record_at(rules: AnyRuleset, state: Any) -> Record[Any]:
    """A record that begins on this table."""
    record: Record[Any] = Record(rules)
    record.stand_at(GamePosition(state))
    return record


def answered(rules: AnyRuleset, state: Any, answers: Sequence[Any]) -> Record[Any]:
    """The record once these answers have been given, one whole action."""
    record = record_at(rules, state)
    for answer in answers:
        record.answer(answer)
    assert record.position.is_settled, record.question
    return record


def lines(rules: AnyRuleset, state: Any, *answers: Any, by: Measures | None = None) -> Any:
    """What is told of the luck when these answers are given, dice as lists of faces."""
    record = answered(rules, state, answers)
    reckoning = Reckoning(record, by or games.measures(rules.name))
    reckoning.reckon()
    return reckoning.lines()


# A.E.G.I.S.


def swordplay() -> Battle:
    """Breaker Sword: three dice on 3+, Critical: one more for each exactly on the number."""
    game = battle().red("ark-150", card="ark-150", at=(0, 0))
    return game.blue("e", at=(1, 0), integrity=9)


def test_three_dice_exactly_on_the_number_are_lucky_and_three_sixes_are_not() -> None:
    game = swordplay()
    use = game.use("ark-150", "Breaker Sword", "e")
    # Each die: four faces of six hit, one of them twice: 5/6, with a variance of 7/6 - 25/36.
    (line,) = lines(AEGIS, game.state, use, [3, 3, 3])
    assert replace(line, bars=()) == LuckLine(2, 0, "damage", 3.5, 2.5, 6, 3.5, spread=1.42)
    assert [number for number, _ in line.bars] == [0, 1, 2, 3, 4, 5, 6]
    assert sum(number * share for number, share in line.bars) == pytest.approx(2.5, abs=0.001)
    assert lines(AEGIS, game.state, use, [6, 6, 6])[0].amount == 0.5
    assert lines(AEGIS, game.state, use, [2, 1, 2])[0].amount == -2.5


def test_damage_beyond_the_last_integrity_is_not_expected_either() -> None:
    game = battle().red("ark-150", card="ark-150", at=(0, 0)).blue("e", at=(1, 0), integrity=1)
    game.blue("f", at=(5, 0))
    (line,) = lines(AEGIS, game.state, game.use("ark-150", "Breaker Sword", "e"), [3, 3, 3])
    assert (line.came, line.expected) == (1, 0.96)  # 1 - 1/27
    assert line.amount == 0.04


def test_an_action_that_does_no_damage_is_judged_by_what_its_type_is_for() -> None:
    mend = action("Mend", dice=2, accuracy=4, type="repair", distance=3)
    game = battle().red("u", mend, at=(0, 0)).red("v", at=(1, 0), damage=4).blue("e", at=(5, 0))
    found = lines(AEGIS, game.state, game.use("u", "Mend", "v"), [4, 1])
    assert [(line.unit, line.expected, line.came) for line in found] == [
        ("Integrity restored", 1.0, 1)
    ]


def test_a_reroll_is_a_decision_and_only_its_dice_are_luck() -> None:
    gun = action("Gun", dice=2, accuracy=4, distance=6)
    game = battle().red("u", gun, at=(0, 0), passives=("Reroll 1",)).blue("e", at=(3, 0))
    use = game.use("u", "Gun", "e")
    source = next(
        option.source
        for option in swapped(AEGIS, game.state, use, [1, 6])
        if isinstance(option, RollAgain)
    )
    kept = lines(AEGIS, game.state, use, [1, 6], KEEP)
    assert [(line.amount, line.came) for line in kept] == [(0.0, 1)]
    again = RollAgain(source, ((1, 1),))
    # The failed die is thrown again: half a success more is to be expected, and that is no luck.
    for face, came, amount in ((5, 2, 0.5), (2, 1, -0.5)):
        (line,) = lines(AEGIS, game.state, use, [1, 6], again, [face])
        assert (line.came, line.amount) == (came, amount)
        # Of two dice on 4+ one success is expected, and no reroll puts the mean elsewhere in the histogram.
        assert (line.expected, line.chosen) == (1.0, 0.5)


def swapped(rules: AnyRuleset, state: Any, *answers: Any) -> Sequence[Any]:
    """The options of the question after these answers."""
    record = record_at(rules, state)
    for answer in answers:
        record.answer(answer)
    assert isinstance(record.question, Choose)
    return record.question.options


# Aristeia!


def reset() -> tuple[Driver, Any]:
    game = bout("parvati", {"parvati": (0, 0), "lunah": (2, 0)})
    return game, game.perform("reset", "lunah")


def faces(game: Driver, act: Any, *shown: str) -> tuple[Any, ...]:
    """The action with its dice, whatever is asked on the way declined."""
    record = record_at(ARISTEIA, game.position.state)
    answers: list[Any] = [act]
    record.answer(act)
    while not record.position.is_settled:
        question: Any = record.question
        answers.append([*shown] if isinstance(question, Roll) else question.otherwise)
        record.answer(answers[-1])
    return tuple(answers)


def test_two_blanks_are_unlucky_and_two_successes_lucky() -> None:
    game, act = reset()
    (worst,) = lines(ARISTEIA, game.position.state, *faces(game, act, "-", "-"))
    assert (worst.unit, worst.came) == ("successes", 0) and worst.amount == -worst.expected < 0
    orange, yellow = (game.state.box.die[colour].die for colour in ("orange", "yellow"))
    best = [max(die.faces, key=lambda face: str(face).count("S")) for die in (orange, yellow)]
    (line,) = lines(ARISTEIA, game.position.state, *faces(game, act, *map(str, best)))
    assert line.amount > 0 and line.expected == worst.expected


def test_who_holds_a_card_that_throws_dice_again_changes_no_figure() -> None:
    """A hand decides how closely dice are read, never what is told of them."""
    game, act = reset()
    cards = tuple(ARISTEIA.content.tactics.values())
    again = next(card for card in cards if card.when == "after-roll")
    other = next(card for card in cards if card.when != "after-roll")
    hand = game.state.hands[0]
    found = []
    for held in (again, other):
        hands = (hand.now((held,)), game.state.hands[1])
        table = replace(game.position.state, hands=hands)
        found.append(lines(ARISTEIA, table, *faces(Driver(GamePosition(table)), act, "-", "-")))
    assert found[0] == found[1] and found[0][0].amount < 0


# Attack chart


def test_the_luck_of_an_attack_counts_attack_dice_and_saves_together() -> None:
    game = firefight("formula").blue("lancer-team", (2, 5)).red("gunners", (8, 5))
    game = game.activates("lancer-team")
    act = game.attack("storm-rifle", {"gunners": 3})
    record = record_at(ATTACK_CHART, game.state)
    record.answer(act)
    while isinstance(record.question, Roll):  # every attack die hits, no save holds
        best = 9 if "SAVE" not in record.question.what.upper() else 0
        record.answer([best] * record.question.dice.count)
    reckoning = Reckoning(record, games.measures("attack-chart"))
    reckoning.reckon()
    (line,) = reckoning.lines()
    # 3+ hits seven times in ten, Armour 7+ and AEGIS 9+ fail seven and nine in ten; 3 HP are left.
    chance = Fraction(7, 10) * Fraction(7, 10) * Fraction(9, 10)
    mean = sum(min(n, 3) * comb(6, n) * chance**n * (1 - chance) ** (6 - n) for n in range(7))
    assert (line.seat, line.unit, line.came) == (0, "damage", 3)
    assert line.expected == pytest.approx(float(mean), abs=0.005)


# What holds for any game


def hearts(before: State, action: Any) -> tuple[Measure, ...]:
    """In the toy an attack is judged by the hearts that others lost."""
    return tuple(Measure(Seat(seat), "hearts", partial(_taken, before, seat)) for seat in range(3))


def _taken(before: State, seat: int, after: State, events: Sequence[Event]) -> int:
    return sum(before.hearts[other] - after.hearts[other] for other in range(3) if other != seat)


def duel() -> State:
    """Ann strikes; nobody holds a card, so only who is struck is asked anything."""
    nobody: tuple[Cards, ...] = tuple(Secret.of((), (seat,)) for seat in range(3))
    return State(hands=nobody, deck=Secret.of((), ()), striker=Seat(0))


def test_what_somebody_chooses_between_the_dice_is_no_luck() -> None:
    ann, bob, cat = lines(PARLEY, duel(), Strike(Seat(1)), [1], "back", [6], by=hearts)
    assert (ann.seat, ann.expected, ann.came, ann.amount) == (0, 0.33, 0, -0.33)
    # Nobody was expected to strike back; that bob did gave him a third of a heart, the die the rest.
    assert (bob.seat, bob.expected, bob.came, bob.amount) == (1, 0.0, 1, 0.67)
    assert bob.chosen == 0.33
    assert (cat.seat, cat.came) == (2, 1)


@pytest.mark.parametrize("answer", ["back", "leave"])
def test_the_mean_is_exactly_nothing_whatever_is_chosen(answer: str) -> None:
    """Every way the dice can fall, each as likely as it is."""
    whole: dict[int, Fraction] = {}
    for way in product(range(1, 7), repeat=3):
        record = record_at(PARLEY, duel())
        record.answer(Strike(Seat(1)))
        dice = iter(way)
        while not record.position.is_settled:
            record.answer([next(dice)] if isinstance(record.question, Roll) else answer)
        found = luck_of(PARLEY, hearts, record.past, 1)
        assert not isinstance(found, NotReckoned)
        for one in found:
            whole[one.seat] = whole.get(one.seat, Fraction()) + one.amount / 6**3
    assert whole and not any(whole.values())


def test_what_chance_cannot_change_is_not_reported() -> None:
    def nothing(before: State, action: Any) -> tuple[Measure, ...]:
        return (Measure(Seat(0), "strikes", lambda after, events: 1),)

    assert lines(PARLEY, duel(), Strike(Seat(1)), [6], by=nothing) == ()


def test_a_walk_that_is_too_wide_is_left_out_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the number of runs, never by a clock: it is the same wherever it is reckoned."""
    game = swordplay()
    use = game.use("ark-150", "Breaker Sword", "e")
    monkeypatch.setattr(luck, "MAX_WALKED", 5)
    (line,) = lines(AEGIS, game.state, use, [3, 3, 3])
    assert line.seat is None and line.why_not.startswith("too many ways")
    monkeypatch.setattr(luck, "MAX_WALKED", 50)
    assert lines(AEGIS, game.state, use, [3, 3, 3])[0].seat == 0


def test_dice_that_are_thrown_until_they_tell_have_no_end_and_no_luck() -> None:
    """A roll-off goes on as long as it is tied: it is walked so far and no further."""

    def always(before: Any, action: Any) -> tuple[Measure, ...]:
        return (Measure(Seat(0), "rounds", lambda after, events: after.round),)

    rules = games.load("attack-chart")
    record: Record[Any] = Record(rules, options={"method": "formula"})
    assert isinstance(record.question, Roll)
    record.answer([9, 0])
    found = luck_of(rules, always, record.past, 1)
    assert isinstance(found, NotReckoned) and "more throws" in found.why
    assert luck_of(rules, games.measures("attack-chart"), record.past, 1) == ()


def test_what_is_taken_back_is_struck_out_and_what_stays_keeps_its_sum() -> None:
    record = record_at(PARLEY, duel())
    reckoning = Reckoning(record, hearts)
    for answer in (Strike(Seat(1)), [6]):
        record.answer(answer)
    reckoning.reckon()
    known = reckoning.lines()
    assert known and reckoning.next() is None
    record.back_to(1)
    assert reckoning.lines() == ()
    record.answer([6])
    work = reckoning.next()
    assert work is not None
    found = reckoning.find(work)
    record.back_to(1)
    reckoning.enter(work, found)  # too late: it was taken back meanwhile
    assert reckoning.lines() == ()
    record.answer([6])
    reckoning.reckon()
    assert reckoning.lines() == known


def test_sums_are_exact_and_rounded_once() -> None:
    third = [(Luck(number, Seat(0), "damage", Fraction(1, 3), 1),) for number in range(1, 4)]
    assert [(line.amount, line.total) for line in luck_lines(third)] == [
        (0.33, 0.33), (0.33, 0.67), (0.33, 1.0),
    ]  # fmt: skip
    # What has been told is not told anew: the sums go on from it.
    sums: Sums = {}
    assert [line for each in third for line in luck_lines((each,), sums)] == [*luck_lines(third)]


def test_a_game_that_does_not_say_what_counts_has_no_luck() -> None:
    assert lines(PARLEY, duel(), Strike(Seat(1)), [6]) == ()


def test_it_is_reported_how_rare_a_throw_was() -> None:
    game = swordplay()
    use = game.use("ark-150", "Breaker Sword", "e")
    sword = (AEGIS, games.measures("aegis"))
    (lucky,) = fallen(*sword, answered(AEGIS, game.state, (use, [3, 3, 3])).past)
    assert (lucky.came, lucky.expected, lucky.chance) == (6, Fraction(5, 2), Fraction(1, 216))
    (poor,) = fallen(*sword, answered(AEGIS, game.state, (use, [2, 1, 3])).past)
    # At most two: nothing, one hit, one that counts twice, or two hits and a miss.
    assert (poor.came, poor.chance) == (2, Fraction(8 + 3 * 4 * 3 + 3 * 4 + 3 * 2 * 9, 216))
