"""The box, the coins, the decks, and who begins: the rules of setting up, one by one."""

from __future__ import annotations

import pytest

from gattai.games.robot_empire.cards import BROUGHT_OUT, PORTS
from gattai.games.robot_empire.decks import deck_refusals, read_deck
from gattai.games.robot_empire.setup import boxed, game_cards
from gattai.kernel.position import begin
from gattai.kernel.question import Roll, Together
from gattai.kernel.text.words import UnknownWord
from tests.games.robot_empire.scenarios import play
from tests.games.robot_empire.table import RULES, SEATS, Game, deck_of, rules_of

CARDS = RULES.cards


def begun(**options: str) -> Game:
    rules = RULES.seated({"battery": "20", **options})
    return Game(begin(rules, {"battery": "20", **options}).state, rules)


@pytest.mark.rule("ROBOT-EMPIRE.COMP.CARDS", "ROBOT-EMPIRE.SETUP.SEPARATE")
def test_the_box_holds_126_cards_in_their_categories() -> None:
    cards = boxed(CARDS)
    assert len(cards) == 126 and len(CARDS) == 76
    counted = {kind: sum(c.category == kind for c in cards) for kind in {c.category for c in cards}}
    assert counted == {
        "robot": 26,
        "setup": 9,
        "mega-top": 4,
        "mega-bottom": 4,
        "monster": 24,
        "agent": 20,
        "component": 12,
        "super-weapon": 6,
        "equipment": 12,
        "moon": 9,
    }
    assert not [card for card in game_cards(CARDS) if card.category in ("setup", "moon")]
    assert [card.number for card in CARDS.values() if not card.house] == ["#003", "#009", "#035"]


@pytest.mark.rule("ROBOT-EMPIRE.CARD.COST-PLACE", "ROBOT-EMPIRE.CARD.PORTS-PLACE")
def test_prices_and_ports_stand_where_they_belong() -> None:
    for card in CARDS.values():
        if card.category in (*BROUGHT_OUT, "component", "agent", "super-weapon"):
            assert card.cost != 0
        if card.ports:
            assert card.category in ("robot", "mega-top", "mega-bottom")
            assert {*card.ports} <= {*PORTS}


@pytest.mark.rule("ROBOT-EMPIRE.COMP.COINS", "ROBOT-EMPIRE.AMB.PLAYER-COUNT")
@pytest.mark.parametrize(
    ("seats", "supply"), [("2", 80), ("3", 120), ("4", 160), ("5", 200), ("6", 240)]
)
def test_coins_for_two_to_six(seats: str, supply: int) -> None:
    game = begun(seats=seats)
    assert game.state.box.supply == supply
    assert game.rules.seats == SEATS[: int(seats)]
    assert game.state.chest == supply - 26 * int(seats)


@pytest.mark.rule("ROBOT-EMPIRE.AMB.PLAYER-COUNT")
@pytest.mark.parametrize("seats", ["1", "7", "two", "-2"])
def test_one_or_seven_cannot_play(seats: str) -> None:
    with pytest.raises(ValueError, match="seats cannot be"):
        RULES.seated({"seats": seats})


@pytest.mark.rule(
    "ROBOT-EMPIRE.SETUP.BATTERY",
    "ROBOT-EMPIRE.SETUP.VAULT",
    "ROBOT-EMPIRE.SETUP.WAR-CHEST",
    "ROBOT-EMPIRE.GOAL.ENERGY",
)
def test_batteries_vaults_and_the_war_chest() -> None:
    game = begun()
    assert [(p.battery, p.vault) for p in game.state.players] == [(20, 6), (20, 6)]
    assert game.state.chest == 28
    assert CARDS["battery"].start_coins == 20 and CARDS["vault"].start_coins == 6


@pytest.mark.rule("ROBOT-EMPIRE.SETUP.VAULT-BACK")
def test_nothing_is_added_to_the_vault_by_steps_nobody_knows() -> None:
    assert RULES.rulebook.find("SETUP.VAULT-BACK").why
    assert begun().state.players[0].vault == 6


@pytest.mark.rule("ROBOT-EMPIRE.ADV.BATTERY-CHOICE", "ROBOT-EMPIRE.AMB.BATTERY-CHOICE-TIMING")
def test_batteries_are_chosen_together_and_in_secret() -> None:
    game = Game(begin(RULES.seated({}), {}).state)
    assert isinstance(game.question, Together)
    game.do("crimson: charge 17")
    assert game.state.players[1].battery == 0  # nothing is known before all have chosen
    game.do("cobalt: charge 20")
    assert [(p.battery, p.vault) for p in game.state.players] == [(20, 6), (17, 9)]


@pytest.mark.rule("ROBOT-EMPIRE.SETUP.FIRST-MOON", "ROBOT-EMPIRE.SETUP.DEPOT")
def test_one_moon_lies_out_and_the_others_join_the_deck() -> None:
    game = begun()
    play(game, "moon crystal-moon")
    assert [(game.state.name(m.card), m.coins) for m in game.state.moons] == [("crystal-moon", 8)]
    assert len(game.state.decks[0]) == 116 and game.state.bag == ()
    question = game.question
    assert isinstance(question, Roll) and question.known_to == ()


@pytest.mark.rule("ROBOT-EMPIRE.SETUP.HAND", "ROBOT-EMPIRE.SETUP.DISCARD")
def test_everybody_draws_seven_and_the_pile_is_empty() -> None:
    game = begun(seats="6")
    play(game, "moon dust-moon")
    play(game, "shuffle")
    assert [len(player.hand) for player in game.state.players] == [7] * 6
    assert game.state.piles == ((),) and len(game.state.decks[0]) == 116 - 42


@pytest.mark.rule("ROBOT-EMPIRE.SETUP.FIRST-PLAYER", "ROBOT-EMPIRE.AMB.FIRST-ROLL-TIE")
def test_ties_are_thrown_again_until_one_is_highest() -> None:
    game = begun(seats="3")
    play(game, "moon dust-moon")
    play(game, "shuffle")
    game.do("dice 6 2 6", "dice 3 3", "dice 1 5")
    assert game.state.active == 2 and game.state.phase == "play"


@pytest.mark.rule("ROBOT-EMPIRE.VAR.NO-MOONS")
def test_without_moons_there_is_no_first_moon() -> None:
    game = begun(moons="no")
    assert game.state.phase == "depot"
    assert not [card for card in game.state.box.cards if card.category == "moon"]
    own = begun(moons="no", decks="own", cobalt="moon-riders")
    assert not [card for card in own.state.box.cards if card.category == "moon"]


@pytest.mark.rule("ROBOT-EMPIRE.DECK.SIZE", "ROBOT-EMPIRE.AMB.DECK-MOONS")
def test_decks_of_ones_own() -> None:
    game = begun(decks="own", cobalt="moon-riders", crimson="wild-hunt")
    play(game, "moon rusty-moon")
    assert [len(deck) for deck in game.state.decks] == [53, 50]
    assert len(game.state.bag) == 8  # the other Moons of the box are put away
    game.give(tuple(range(53)))
    game.give(tuple(range(50)))
    assert [len(player.hand) for player in game.state.players] == [7, 7]
    for seat, player in enumerate(game.state.players):
        assert {game.state.box.pile_of[card] for card in player.hand.open()} == {seat}


@pytest.mark.rule("ROBOT-EMPIRE.DECK.SIZE", "ROBOT-EMPIRE.DECK.COPIES")
def test_every_ready_deck_keeps_the_rules() -> None:
    assert len(RULES.decks) == 4
    for name in RULES.decks:
        assert not [*deck_refusals(read_deck(name, CARDS, RULES.decks))]


@pytest.mark.rule(
    "ROBOT-EMPIRE.DECK.SIZE", "ROBOT-EMPIRE.DECK.COPIES", "ROBOT-EMPIRE.AMB.DECK-ABOUT"
)
def test_every_broken_rule_of_a_deck_is_named() -> None:
    bad = [*deck_of(80, brax_the_strong=6, bastion=5), CARDS["vault"]]
    refusals = [*deck_refusals(bad)]
    assert rules_of(refusals) == [
        "ROBOT-EMPIRE.DECK.SIZE",
        "ROBOT-EMPIRE.DECK.COPIES",
        "ROBOT-EMPIRE.DECK.COPIES",
        "ROBOT-EMPIRE.AMB.DECK-ABOUT",
    ]
    assert "Brax the Strong" in str(refusals[1]) and "copies 6" in str(refusals[1])
    with pytest.raises(ValueError, match=r"cobalt's deck: .*DECK.SIZE"):
        begun(decks="own", cobalt="4 bastion, 4 jammer")


def test_a_deck_can_be_written_by_id_name_and_number() -> None:
    deck = read_deck("2 brax-the-strong, 1 Stone Ogre, 3 #004", CARDS, RULES.decks)
    assert [card.id for card in deck] == ["brax-the-strong"] * 2 + ["stone-ogre"] + [
        "volt-runner"
    ] * 3
    with pytest.raises(UnknownWord, match="did you mean 'stone-ogre'"):
        read_deck("2 stone-oger", CARDS, RULES.decks)
    with pytest.raises(UnknownWord, match="did you mean 'wild-hunt'"):
        read_deck("wild-hund", CARDS, RULES.decks)
    with pytest.raises(ValueError, match="is no line of a deck"):
        read_deck("brax-the-strong x", CARDS, RULES.decks)
    with pytest.raises(ValueError, match="number of copies"):
        read_deck("900 jammer", CARDS, RULES.decks)


def test_a_deck_for_nobody_is_an_error() -> None:
    with pytest.raises(ValueError, match="jade brings a deck"):
        begun(decks="own", jade="wild-hunt")
    with pytest.raises(ValueError, match="cobalt brings a deck"):
        begun(cobalt="wild-hunt")


@pytest.mark.rule("ROBOT-EMPIRE.SETUP.ROWS")
def test_fighters_stand_in_front_and_equipment_in_the_base() -> None:
    game = Game.laid(
        cobalt={"units": ["brax-the-strong", "stone-ogre", "coin-mint", "titan-torso"]}
    )
    rows = [unit.row for unit in game.state.units]
    assert rows == ["front", "front", "base", "base"]
