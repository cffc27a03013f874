"""Setting up: teams, decks, hands, the Underdog, deployment."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.aristeia.actions import KEEP_HAND, REDRAW, ChooseZone, Deploy, PickCharacter
from gattai.games.aristeia.events.setup import TacticsDrawn, UnderdogNamed
from gattai.games.aristeia.phases.next_question import next_question
from gattai.games.aristeia.setup import set_table
from gattai.games.aristeia.state import ZoneId
from gattai.kernel.position import begin, observe
from gattai.kernel.question import Choose, Roll, Together
from gattai.kernel.secrecy import Hidden, Secret
from gattai.tabletop.hexes import hex_at
from tests.games.aristeia.driver import Driver
from tests.games.aristeia.scenario_setup import shuffle
from tests.games.aristeia.table import CONTENT, GREEN, ORANGE, RULES, SEATS, laid


def game_of(**options: str) -> Driver:
    return Driver(begin(RULES, {name.replace("_", "-"): value for name, value in options.items()}))


@pytest.mark.rule(
    "ARISTEIA.SETUP.SCENARIO",
    "ARISTEIA.SETUP.FIRST-GAME-TEAMS",
    "ARISTEIA.SETUP.FIRST-GAME-HAND",
    "ARISTEIA.SETUP.UNDERDOG-FIRST-GAME",
    "ARISTEIA.AMB.REDRAW-FIRST-GAME",
    "ARISTEIA.SETUP.DEPLOY",
)
def test_the_first_game_leaves_nothing_to_decide_before_planning() -> None:
    game = game_of(first_game="yes")
    shuffle(game)
    assert isinstance(game.question, Together)
    assert game.question.rule == "ARISTEIA.PLANNING.ORDER"
    assert (game.state.underdog, game.state.zone, game.state.round) == (GREEN, "central", 1)
    assert [len(deck) for deck in game.state.decks] == [14, 14]
    assert game.at("maximus") == (-6, 0) and game.at("gata") == (6, 1)
    named = [event.rule for event in game.told if isinstance(event, UnderdogNamed)]
    assert named == ["ARISTEIA.SETUP.UNDERDOG-FIRST-GAME"]


@pytest.mark.rule("ARISTEIA.SETUP.DECK-SIZE", "ARISTEIA.SETUP.HAND")
def test_nobody_sees_the_order_of_a_deck_nor_the_others_hand() -> None:
    game = game_of(green="quick-feet", orange="firing-line")
    shuffle(game)
    for seat in SEATS:
        seen = observe(RULES, game.position, seat).state
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


@pytest.mark.rule("ARISTEIA.SETUP.UNDERDOG", "ARISTEIA.SETUP.REDRAW")
def test_the_slower_team_is_underdog() -> None:
    game = game_of(green="quick-feet", orange="firing-line")
    shuffle(game)
    for seat in SEATS:
        game.answer(KEEP_HAND, seat)
    assert game.state.underdog == ORANGE, "22 against 19"
    assert game.state.redrawn and game.state.phase == "zones"


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
            assert not observe(RULES, game.position, GREEN).state.picks[ORANGE].is_open
    seen = observe(RULES, game.position, None).state
    assert [c.card.id for c in seen.characters] == [*names, *names]
    assert len({c.name for c in seen.characters}) == 8, "doubles across teams have own names"


@pytest.mark.rule("ARISTEIA.TEAM.NO-DOUBLES", "ARISTEIA.TEAM.SECRET")
def test_the_picks_do_not_reveal_a_hidden_team() -> None:
    game = game_of(teams="custom")
    for seat in SEATS:
        game.answer(PickCharacter(CONTENT.characters["gata"]), seat)
    asked = next_question(observe(RULES, game.position, ORANGE).state)
    assert isinstance(asked, Together)
    assert [len([*ask.options]) for ask in asked.asks] == [8, 7]


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
        ({"green": "gata,lunah,maximus"}, "4 different Characters"),
        ({"green": "gata,lunah,maximus,gata"}, "4 different Characters"),
        ({"green": "gata,lunah,maximus,parvatti"}, "parvati"),
    ],
)
def test_wrong_options_are_explained(options: dict[str, str], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        begin(RULES, options)


@pytest.mark.rule("ARISTEIA.GAME.TEAM-SIZE", "ARISTEIA.SETUP.DECK-SIZE")
def test_a_team_may_be_written_as_four_characters_with_two_tactics_each() -> None:
    game = game_of(green="gata,lunah,maximus,8-ball", orange="gata, parvati, hexx3r, mushashi")
    teams = [[c.card.id for c in game.state.characters if c.seat == seat] for seat in SEATS]
    assert teams == [
        ["gata", "lunah", "maximus", "8-ball"],
        ["gata", "parvati", "hexx3r", "mushashi"],
    ]
    for seat in SEATS:
        deck = game.state.lists[seat].open()
        owners = [card.owner for card in deck if card.owner != "standard"]
        assert len(deck) == 18 and all(owners.count(name) == 2 for name in teams[seat])


@pytest.mark.rule("ARISTEIA.TEAM.SECRET", "ARISTEIA.GAME.TEAM-SIZE")
def test_the_fourth_secret_pick_completes_a_team_and_the_third_does_not() -> None:
    game = game_of(teams="custom")
    for number, name in enumerate(("gata", "lunah", "maximus", "8-ball"), 1):
        assert (game.state.phase, game.state.characters) == ("teams", ())
        for seat in SEATS:
            game.answer(PickCharacter(CONTENT.characters[name]), seat)
        assert [len(pick) for pick in game.state.picks] == [number, number]
    assert game.state.phase == "decks" and len(game.state.characters) == 8
    assert [c.seat for c in game.state.characters] == [GREEN] * 4 + [ORANGE] * 4


@pytest.mark.rule("ARISTEIA.TEAM.DRAFT")
def test_a_draft_goes_on_by_turns_until_both_have_four() -> None:
    game = game_of(teams="draft")
    assert isinstance(game.question, Roll) and len([*game.question.dice.outcomes()]) == 2
    game.answer((0,))
    names = [*CONTENT.characters]
    for number, name in enumerate(names):
        assert isinstance(game.question, Choose) and game.question.seat == SEATS[number % 2]
        game.answer(PickCharacter(CONTENT.characters[name]))
    assert game.state.phase == "decks"
    teams = [[c.card.id for c in game.state.characters if c.seat == seat] for seat in SEATS]
    assert teams == [names[::2], names[1::2]]


@pytest.mark.rule("ARISTEIA.TEAM.DECK", "ARISTEIA.SETUP.DECK-SIZE", "ARISTEIA.SETUP.HAND")
def test_a_deck_is_whole_with_two_tactics_of_each_of_four_characters() -> None:
    game = game_of(teams="custom")
    names = ("gata", "lunah", "maximus", "8-ball")
    for name in names:
        for seat in SEATS:
            game.answer(PickCharacter(CONTENT.characters[name]), seat)
    for number, name in enumerate(names):
        assert [len(cards) for cards in game.state.lists] == [10 + 2 * number] * 2
        assert game.state.phase == "decks" and isinstance(game.question, Together)
        for ask in game.question.asks:
            assert {option.one.owner for option in ask.options} == {name}
            game.answer(ask.options[-1], ask.seat)
    assert game.state.phase == "shuffle"
    for seat in SEATS:
        deck, built = game.state.decks[seat].open(), game.state.lists[seat].open()
        assert deck == built and len({*deck}) == 18
    shuffle(game)
    assert [len(hand) for hand in game.state.hands] == [4, 4]


@pytest.mark.rule("ARISTEIA.SETUP.HAND", "ARISTEIA.SETUP.REDRAW")
def test_a_shuffled_deck_lies_as_the_shuffle_says_and_four_come_from_its_top() -> None:
    game = game_of(green="quick-feet", orange="firing-line")
    before = [deck.open() for deck in game.state.decks]
    for seat in SEATS:
        assert isinstance(game.question, Roll) and game.question.rule == "ARISTEIA.SETUP.HAND"
        game.answer(tuple(range(17, -1, -1)))
        turned = before[seat][::-1]
        assert game.state.hands[seat].open() == turned[:4]
        assert game.state.decks[seat].open() == turned[4:]
    game.answer(KEEP_HAND, GREEN)
    game.answer(REDRAW, ORANGE)
    assert game.state.unshuffled == (ORANGE,)
    assert isinstance(game.question, Roll) and game.question.rule == "ARISTEIA.SETUP.REDRAW"
    assert len(game.state.decks[ORANGE]) == 18 and len(game.state.hands[ORANGE]) == 0
    game.answer(tuple(range(18)))
    assert [len(hand) for hand in game.state.hands] == [4, 4]
    assert game.state.hands[GREEN].open() == before[GREEN][::-1][:4], "green has kept"
    assert game.state.phase == "zones"


@pytest.mark.rule("ARISTEIA.SETUP.UNDERDOG", "ARISTEIA.ASSAULT.DEPLOY")
@pytest.mark.parametrize(
    ("green", "orange", "homes"),
    [
        ("quick-feet", "firing-line", ("zone6", "zone3")),
        ("firing-line", "quick-feet", ("zone3", "zone6")),
    ],
)
def test_the_underdog_takes_a_zone_and_begins_to_deploy(
    green: str, orange: str, homes: tuple[str, str]
) -> None:
    game = game_of(green=green, orange=orange)
    shuffle(game)
    for seat in SEATS:
        game.answer(KEEP_HAND, seat)
    underdog = ORANGE if green == "quick-feet" else GREEN
    assert isinstance(game.question, Choose) and game.question.seat == underdog
    game.answer(ChooseZone(ZoneId("zone3")))
    assert game.state.homes == homes
    assert isinstance(game.question, Choose) and game.question.seat == underdog


@pytest.mark.rule("ARISTEIA.SETUP.FIRST-GAME-TEAMS")
def test_a_first_game_needs_one_underdog_hands_and_places_of_their_own() -> None:
    for teams, said in (
        (("green", "green"), "exactly one"),
        (("orange", "orange"), "exactly one"),
        (("quick-feet", "orange"), "option green: the team 'quick-feet' has no first game"),
        (("green", "firing-line"), "option orange: the team 'firing-line' has no first game"),
    ):
        with pytest.raises(ValueError, match=said):
            game_of(green=teams[0], orange=teams[1], first_game="yes")
    content = RULES.content
    away = replace(content.teams["orange"], deployment=content.teams["green"].deployment)
    shut = replace(content.teams["orange"], deployment=((-2, 0), (6, 1), (6, 0), (7, 0)))
    homeless = replace(content.teams["orange"], deployment=())
    empty = replace(content.teams["orange"], hand=())
    own, none = "spaces of their own", "no first game"
    for team, said in ((away, own), (shut, own), (homeless, none), (empty, none)):
        changed = replace(content, teams={**content.teams, "orange": team})
        options = {each.name: each.default for each in RULES.options} | {"first-game": "yes"}
        with pytest.raises(ValueError, match=said):
            set_table(options, changed, RULES.boxes)


@pytest.mark.rule(
    "ARISTEIA.GAME.TEAM-SIZE", "ARISTEIA.SETUP.DECK-SIZE", "ARISTEIA.SETUP.FIRST-GAME-HAND"
)
def test_preset_teams_have_four_characters_and_eighteen_tactics_also_where_four_are_set_aside() -> (
    None
):
    for first in ("yes", "no"):
        state = game_of(first_game=first).state
        assert [len(state.team(seat)) for seat in SEATS] == [4, 4]
        for seat, team in zip(SEATS, ("green", "orange"), strict=True):
            whole = [card.id for card in state.lists[seat].open()]
            assert len(whole) == len({*whole}) == 18
            assert {*whole} >= {*CONTENT.teams[team].tactics}
            aside = [card.id for card in state.set_aside[seat]]
            assert aside == ([*CONTENT.teams[team].hand] if first == "yes" else [])
            assert [card.id for card in state.decks[seat].open()] == [
                name for name in whole if name not in aside
            ]
        assert len(state.places) == (8 if first == "yes" else 0)
        assert state.first_game == (first == "yes")
        turned = game_of(green="orange", orange="green", first_game=first).state
        assert turned.underdog == (ORANGE if first == "yes" else GREEN), "it goes with the team"


@pytest.mark.rule("ARISTEIA.AMB.TEAM-DUPLICATES", "ARISTEIA.GAME.TEAM-SIZE")
def test_who_plays_for_both_sides_has_two_names() -> None:
    state = game_of(orange="green").state
    names = [each.name for each in state.characters]
    assert names == [*CONTENT.teams["green"].characters] + [
        f"{name}-2" for name in CONTENT.teams["green"].characters
    ]


@pytest.mark.rule("ARISTEIA.SETUP.REDRAW")
def test_a_redraw_is_offered_once_also_where_both_want_it() -> None:
    game = game_of(green="quick-feet", orange="firing-line")
    shuffle(game)
    for seat in SEATS:
        game.answer(REDRAW, seat)
    assert game.state.redrawn and game.state.unshuffled == SEATS
    shuffle(game)
    assert game.state.phase == "zones" and [len(hand) for hand in game.state.hands] == [4, 4]


@pytest.mark.rule("ARISTEIA.TACTIC.DRAW", "ARISTEIA.TACTIC.NO-LIMIT")
def test_a_draw_is_followed_by_who_sees_the_cards_and_by_who_sees_only_their_number() -> None:
    one, two, three = [*CONTENT.tactics.values()][:3]

    def drawn(deck: Any, hand: Any, cards: Any) -> tuple[Any, Any]:
        decks = (Secret(deck, ()), Secret.of((), ()))
        hands = (Secret(hand, (GREEN,)), Secret.of((), (ORANGE,)))
        event = TacticsDrawn(rule="ARISTEIA.TACTIC.DRAW", seat=GREEN, cards=Secret(cards, (GREEN,)))
        after = event.after(laid(decks=decks, hands=hands))
        return after.decks[GREEN], after.hands[GREEN]

    deck, hand = drawn((one, two, three), (), (one, two))
    assert (deck.open(), hand.open()) == ((three,), (one, two))
    deck, hand = drawn(Hidden(5), (three,), (one, two))
    assert (deck.is_open, len(deck), hand.open()) == (False, 3, (three, one, two))
    deck, hand = drawn(Hidden(5), Hidden(1), Hidden(2))
    assert (len(deck), hand.is_open, len(hand)) == (3, False, 3)
    deck, hand = drawn(Hidden(5), (three,), Hidden(2))
    assert (len(deck), hand.open()) == (3, (three,))
