"""Procedures with a plain form: walked where everybody declines, and never anywhere else."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from gattai.bots.expectation import part_odds
from gattai.games.aristeia.events.roll import RollEnded
from gattai.games.aristeia.state import State
from gattai.games.attack_chart.attack.attack import Shot, volley
from gattai.games.attack_chart.attack.needed import Needed
from gattai.games.mechastellar.attack.exchange import Side, exchange, roll_again
from gattai.games.mechastellar.attack.pools import Pool, successes
from gattai.games.mechastellar.keywords.skill import Offer
from gattai.kernel.dice import Die
from gattai.kernel.question import Seat, Steps, choose, declines_to, part, roll
from gattai.kernel.ruleset import Table
from gattai.odds.exact import exact
from gattai.odds.policy import BestForChooser, NobodySpends
from tests.games.aristeia.driver import bout
from tests.games.aristeia.table import RULES

D6 = Die("d6", (1, 2, 3, 4, 5, 6))


def _plainly(dice: int) -> Steps[int]:
    hits = yield from roll(D6.throw(dice, lambda face: int(face) >= 5), "TOY.HIT")
    return hits


@declines_to(_plainly)
def _with_focus(dice: int) -> Steps[int]:
    near, hits = yield from roll(
        D6.throw(dice, lambda face: (int(int(face) == 4), int(int(face) >= 5))), "TOY.HIT"
    )
    answer = yield from choose(Seat(0), ("focus", "no"), "TOY.FOCUS", otherwise="no")
    return int(hits + near if answer == "focus" else hits)


def _whole(dice: int) -> Steps[int]:
    return (yield from part(_with_focus, dice))


class Declines(NobodySpends):
    """Declines everything, but takes no short cut."""

    declines_all = False


def test_the_plain_form_has_the_same_odds() -> None:
    plain = exact(lambda: _whole(4), NobodySpends())
    assert plain == exact(lambda: _whole(4), Declines())
    assert dict(part_odds(_with_focus, (4,))) == pytest.approx(plain.floats())


def test_who_chooses_is_shown_every_die() -> None:
    best = exact(lambda: _whole(2), BestForChooser(lambda hits, seat: hits))
    assert best == exact(lambda: _focused(2))


def _focused(dice: int) -> Steps[int]:
    hits = yield from roll(D6.throw(dice, lambda face: int(face) >= 4), "TOY.HIT")
    return hits


def _side(dice: int, flat: int, offers: tuple[Offer, ...] = ()) -> Side:
    return Side(
        Seat(0), Pool(dice, flat, 5, 10), "MS.ATTACK.COUNT-HITS", "a side", 10, offers=offers
    )


FOCUS = Offer("focus", "MS.SKILL.FOCUS", 1, success=3, group="focus")


@pytest.mark.parametrize("tens", [False, True])
@pytest.mark.parametrize(("dice", "flat"), [(3, 2), (4, -1), (0, 3)])
def test_an_exchange_in_which_nobody_uses_anything_is_the_plain_one(
    dice: int, flat: int, tens: bool
) -> None:
    sides: tuple[Any, ...] = (_side(dice, flat, (FOCUS,)), _side(3, 1, (FOCUS,)), tens)

    def start() -> Steps[Any]:
        return (yield from part(exchange, *sides))

    assert exact(start, NobodySpends()) == exact(start, Declines())


@pytest.mark.parametrize("crit_value", [1, 2, 3])
@pytest.mark.parametrize(("success", "crit"), [*product((4, 6, 9, 11), (4, 7, 10, 11))])
def test_dice_rolled_again_count_as_many_successes_in_their_plain_form(
    success: int, crit: int, crit_value: int
) -> None:
    pool = Pool(4, 0, success, crit, crit_value)
    cuts = tuple(sorted(cut for cut in {3, success, crit} if cut <= 10))

    def start() -> Steps[int]:
        bands = yield from part(roll_again, 4, cuts, pool, "MS.DICE.REROLL", Seat(0))
        return successes(bands, cuts, success, crit, crit_value)

    assert exact(start, NobodySpends()) == exact(start, Declines())


@pytest.mark.parametrize("dice", [1, 4])
def test_a_volley_loses_as_many_hp_in_its_plain_form(dice: int) -> None:
    needed = Needed("ATTACK-CHART.SEQ.3-COMPARE", 6)
    shot = Shot(dice, needed, 0, 5, 7)

    def start() -> Steps[int]:
        return (yield from part(volley, shot)).hp_lost

    assert exact(start, NobodySpends()) == exact(start, Declines())


@pytest.mark.parametrize(
    ("who", "action", "target"),
    [
        ("mushashi", "ken-no-sen", "maximus"),
        ("maximus", "", "mushashi"),
        ("parvati", "reset", "lunah"),
    ],
)
def test_an_action_of_aristeia_in_which_nobody_spends_a_symbol_is_the_plain_one(
    who: str, action: str, target: str
) -> None:
    game = bout(who, {who: (0, 0), target: (1, 0)})
    actions = game.state.characters[game.id(who)].card.actions
    attacks = [each.id for each in actions if each.kind == "attack" and each.range[0] == 1]
    act = game.perform(action or attacks[0], target)

    def table(state: State) -> Any:
        return tuple((each.damage, each.off) for each in state.characters)

    def start() -> Steps[Any]:
        board: Table[State] = Table(game.position.state)
        yield from RULES.resolve(board, act)
        left = [event.left for event in board.events if isinstance(event, RollEnded)]
        return table(board.state), tuple(left)

    plain = exact(start, NobodySpends())
    assert len(plain) > 2
    assert plain == exact(start, Declines())
