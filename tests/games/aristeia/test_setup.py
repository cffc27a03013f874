"""Setting up: teams, decks, hands, the Underdog, deployment."""

from __future__ import annotations

import pytest

from gattai.games.aristeia.actions import ChooseZone, Deploy, PickCharacter
from gattai.games.aristeia.prepare import KEEP_HAND, REDRAW
from gattai.games.aristeia.state import ZoneId
from gattai.kernel.position import begin, look
from gattai.kernel.question import Choose, Together
from gattai.tabletop.hexes import hex_at
from tests.games.aristeia.driver import Driver
from tests.games.aristeia.scenario_setup import shuffle
from tests.games.aristeia.table import CONTENT, GREEN, ORANGE, RULES, SEATS


def game_of(**options: str) -> Driver:
    return Driver(begin(RULES, {name.replace("_", "-"): value for name, value in options.items()}))


@pytest.mark.rule(
    "ARISTEIA.SETUP.SCENARIO",
    "ARISTEIA.SETUP.FIRST-GAME-TEAMS",
    "ARISTEIA.SETUP.FIRST-GAME-HAND",
    "ARISTEIA.SETUP.UNDERDOG-FIRST-GAME",
    "ARISTEIA.AMB.REDRAW-FIRST-GAME",
)
def test_the_first_game_leaves_nothing_to_decide_before_planning() -> None:
    game = game_of(first_game="yes")
    shuffle(game)
    assert isinstance(game.question, Together)
    assert game.question.rule == "ARISTEIA.PLANNING.ORDER"
    assert (game.state.underdog, game.state.zone, game.state.round) == (GREEN, "central", 1)
    assert [len(deck) for deck in game.state.decks] == [14, 14]
    assert game.at("maximus") == (-6, 0) and game.at("gata") == (6, 1)


@pytest.mark.rule("ARISTEIA.SETUP.DECK-SIZE", "ARISTEIA.SETUP.HAND")
def test_nobody_sees_the_order_of_a_deck_nor_the_others_hand() -> None:
    game = game_of(green="quick-feet", orange="firing-line")
    shuffle(game)
    for seat in SEATS:
        seen = look(RULES, game.position, seat).state
        assert not any(deck.is_open for deck in seen.decks)
        assert [hand.is_open for hand in seen.hands] == [s == seat for s in SEATS]
        assert [len(hand) for hand in seen.hands] == [4, 4]


@pytest.mark.rule("ARISTEIA.SETUP.REDRAW")
def test_a_redraw_gives_four_others_to_who_wants_them() -> None:
    game = game_of(green="quick-feet", orange="firing-line")
    shuffle(game)
    before = [hand.open() for hand in game.state.hands]
    game.answer(REDRAW, GREEN)
    game.answer(KEEP_HAND, ORANGE)
    shuffle(game)
    after = [hand.open() for hand in game.state.hands]
    assert after[GREEN] != before[GREEN] and after[ORANGE] == before[ORANGE]
    assert [len(deck) for deck in game.state.decks] == [14, 14]
    assert isinstance(game.question, Choose), "and no second redraw is asked for"


@pytest.mark.rule("ARISTEIA.SETUP.UNDERDOG")
def test_the_slower_team_is_underdog() -> None:
    game = game_of(green="quick-feet", orange="firing-line")
    shuffle(game)
    for seat in SEATS:
        game.answer(KEEP_HAND, seat)
    assert game.state.underdog == ORANGE, "22 against 19"


@pytest.mark.rule("ARISTEIA.SETUP.UNDERDOG-TIE")
@pytest.mark.parametrize("face", [0, 1])
def test_level_teams_draw_lots(face: int) -> None:
    game = game_of(orange="green")
    shuffle(game)
    for seat in SEATS:
        game.answer(KEEP_HAND, seat)
    game.answer((face,))
    assert game.state.underdog == face


@pytest.mark.rule("ARISTEIA.ASSAULT.DEPLOY", "ARISTEIA.SETUP.DEPLOY", "ARISTEIA.ASSAULT.ZONE")
def test_players_deploy_by_turns_in_or_beside_their_zones() -> None:
    game = game_of()
    shuffle(game)
    for seat in SEATS:
        game.answer(KEEP_HAND, seat)
    game.refuses(ChooseZone(ZoneId("central")), "ARISTEIA.ASSAULT.DEPLOY")
    game.answer(ChooseZone(ZoneId("zone1")))
    assert game.state.homes == ("zone1", "zone4")
    game.refuses(Deploy(game.id("gata"), hex_at(0, -7)), "ARISTEIA.ASSAULT.DEPLOY")
    seats = []
    while isinstance(game.question, Choose):
        seats.append(game.question.seat)
        game.answer(game.options[-1])
    assert seats == [GREEN, ORANGE] * 4
    assert (game.state.round, game.state.zone) == (1, "central")


@pytest.mark.rule("ARISTEIA.TEAM.SECRET", "ARISTEIA.TEAM.UNVEIL", "ARISTEIA.TEAM.NO-DOUBLES")
def test_teams_are_picked_in_secret_and_then_shown() -> None:
    game = game_of(teams="custom")
    names = ("gata", "lunah", "maximus", "8-ball")
    for name in names:
        for seat in SEATS:
            game.answer(PickCharacter(CONTENT.characters[name]), seat)
        if name != names[-1]:
            assert not look(RULES, game.position, GREEN).state.picks[ORANGE].is_open
    seen = look(RULES, game.position, None).state
    assert [c.card.id for c in seen.characters] == [*names, *names]
    assert len({c.name for c in seen.characters}) == 8, "doubles across teams have own names"


@pytest.mark.rule("ARISTEIA.TEAM.DRAFT")
def test_a_draft_takes_characters_out_of_the_pool() -> None:
    game = game_of(teams="draft")
    game.answer((1,))
    assert isinstance(game.question, Choose) and game.question.seat == ORANGE
    gata = PickCharacter(CONTENT.characters["gata"])
    game.answer(gata)
    assert isinstance(game.question, Choose) and game.question.seat == GREEN
    game.refuses(gata, "ARISTEIA.TEAM.DRAFT")


@pytest.mark.rule("ARISTEIA.TEAM.DECK", "ARISTEIA.AMB.TEAM-DUPLICATES")
def test_both_players_of_a_character_use_their_own_tactics() -> None:
    game = game_of(teams="custom")
    for name in ("gata", "lunah", "maximus", "8-ball"):
        for seat in SEATS:
            game.answer(PickCharacter(CONTENT.characters[name]), seat)
    while isinstance(game.question, Together) and game.question.rule == "ARISTEIA.TEAM.DECK":
        for ask in game.question.asks:
            assert len(ask.options) == 6
            game.answer(ask.options[0], ask.seat)
    green, orange = (cards.open() for cards in game.state.lists)
    assert green == orange and len(green) == 18


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"green": "gren"}, "green"),
        ({"scenario": "asault"}, "assault"),
        ({"teams": "custom", "first-game": "yes"}, "preset"),
        ({"green": "quick-feet", "first-game": "yes"}, "first game"),
    ],
)
def test_wrong_options_are_explained(options: dict[str, str], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        begin(RULES, options)
