"""Aristeia! at the plain prompt: odds of what could be done now, hands, cards, where everybody is."""

from __future__ import annotations

from rich.console import Console, Group

from gattai.games.aristeia.exchange import attack_as_exchange
from gattai.terminal.aristeia.forecast import on_table
from gattai.terminal.aristeia.presenter import AristeiaPresenter
from tests.games.aristeia.driver import Driver, bout

PRESENTER = AristeiaPresenter()


def shown(*parts: object) -> str:
    console = Console(width=160)
    with console.capture() as capture:
        console.print(Group(*parts))  # type: ignore[arg-type]
    return capture.get()


def duel() -> Driver:
    return bout("lunah", {"lunah": (-8, 2), "gata": (-1, 0)})


def test_the_odds_of_an_attack_are_those_of_its_exchange_on_the_table() -> None:
    """ARISTEIA.COVER.BONUS among others: dice, Switches, the Underdog, all as they would be."""
    game = duel()
    state, who, target = game.state, game.id("lunah"), game.id("gata")
    shot = state.characters[who].card.actions[0]
    forecast = on_table(state, shot, target)
    assert forecast.roll == attack_as_exchange(state, who, shot, target)
    told = shown(*PRESENTER.odds(state, game.perform("called-shot", "gata")))
    assert "nobody spends" in told and "best for each" in told and "Gata is hurt" in told


def test_what_rolls_no_dice_has_no_odds() -> None:
    game = duel()
    assert PRESENTER.odds(game.state, game.perform("move")) == ()
    on_the_bench = game.perform("called-shot", "mushashi")
    assert PRESENTER.odds(game.state, on_the_bench) == ()


def test_the_roster_says_where_everybody_is_and_what_is_in_hand() -> None:
    told = shown(PRESENTER.roster(duel().state))
    assert "on the board" in told and "on the Bench" in told
    assert "Tactics of green: none" in told


def test_the_headline_has_points_and_the_scoring_zone() -> None:
    said = PRESENTER.headline(duel().state)
    assert "Scoring Zone: Central Zone" in said and "AP" in said and "Victory Points 0 to 0" in said


def test_cards_can_be_read() -> None:
    told = shown(PRESENTER.details(duel().state))
    assert "Called Shot: " in told and "Energy" in told
