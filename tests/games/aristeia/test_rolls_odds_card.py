"""The odds card of an Attack, as the prompt shows it before the Attack is declared."""

from __future__ import annotations

from typing import Any

from gattai.games.aristeia.actions import Perform
from gattai.games.aristeia.roll.expectation import attack_as_exchange
from gattai.games.aristeia.roll.reckoning import attack_value
from gattai.games.aristeia.scene import MAKER
from gattai.kernel.position import observe
from gattai.kernel.text import notation
from gattai.odds.exact import exact
from gattai.odds.policy import BestForChooser
from gattai.scene.advice import odds_of
from gattai.scene.parts import OptionOdds
from tests.games.aristeia.driver import Driver, bout
from tests.games.aristeia.exchange import exchange
from tests.games.aristeia.table import RULES


def asked(game: Driver, action: str, target: str) -> tuple[Perform, str]:
    perform = game.perform(action, target)
    assert perform in game.options
    return perform, notation.write(perform, RULES.words(game.state))


def card_of(game: Driver, action: str, target: str) -> OptionOdds:
    """What the client is sent."""
    perform, text = asked(game, action, target)
    seen = observe(RULES, game.position, game.state.to_act)
    assert MAKER.option(seen.state, text, perform).has_odds
    return odds_of(RULES, MAKER, seen, text, perform)


def test_an_attack_tells_its_damage_both_ways_and_both_policies() -> None:
    game = bout("mushashi", {"mushashi": (0, 0), "maximus": (1, 0)})
    card = card_of(game, "ken-no-sen", "maximus")
    lines = dict(card.headline)
    who, target = game.id("mushashi"), game.id("maximus")
    action = game.state.characters[who].card.actions[0]
    roll = attack_as_exchange(game.state, who, action, target)
    nobody = exact(lambda: exchange(roll))
    best = exact(lambda: exchange(roll), BestForChooser(attack_value))

    def mean(odds: Any, number: int) -> str:
        return f"{float(odds.mean(lambda result: result.left[number])):.2f} expected"

    assert lines["Damage to Maximus, no symbol spent"] == mean(nobody, 0)
    assert lines["Damage to Miyamoto Mushashi"] == mean(nobody, 1)
    assert lines["if both spend their symbols well"].startswith(mean(best, 0))
    assert abs(sum(share for _, share in card.bars) - 1) < 1e-4


def test_the_card_gives_the_dice_of_both_with_their_rules() -> None:
    game = bout("mushashi", {"mushashi": (0, 0), "maximus": (1, 0)})
    card = card_of(game, "ken-no-sen", "maximus")
    own, other = "Miyamoto Mushashi throws 3", "Maximus throws 2"
    assert [(r.group, r.text, r.cites.rule) for r in card.reasons] == [
        (own, "dice of Ken No Sen: red orange blue", "ARISTEIA.ATTACK.COMBAT-ROLL"),
        (other, "dice of Defense: green blue", "ARISTEIA.ATTACK.COMBAT-ROLL"),
        (other, "printed for Defense: B", "ARISTEIA.ROLL.PRINTED-SYMBOL"),
    ]
