"""The cards: what the booklet prints is printed so, what it does not says so, mistakes are explained."""

from __future__ import annotations

from pathlib import Path

import pytest

from gattai.games.aristeia.cards import CharacterCard
from gattai.games.aristeia.content import FOLDER, Content, load_content
from gattai.games.aristeia.effects.dealing import Gain
from gattai.games.aristeia.effects.moving import Displace
from gattai.tabletop.content import PackError
from gattai.tabletop.hexes import distance, hex_at

CONTENT: Content = load_content()
HEAD = '[pack]\nid = "mine"\nversion = "1"\ntitle = "Mine"\nlicence = "mine"\nsource = "mine"\n'


def character(name: str) -> CharacterCard:
    return CONTENT.characters[name]


def complaint(folder: Path, text: str) -> str:
    """What is said about a user's pack."""
    (folder / "mine.toml").write_text(HEAD + text, "utf-8")
    with pytest.raises(PackError) as error:
        load_content([folder])
    return str(error.value)


@pytest.mark.rule("ARISTEIA.ROLL.SUCCESS")
def test_a_die_has_six_faces_of_symbols() -> None:
    assert [*CONTENT.dice] == ["red", "green", "orange", "blue", "yellow", "black"]
    assert all(len(card.die.faces) == 6 for card in CONTENT.dice.values())
    assert CONTENT.dice["red"].symbols["SSX"] == ("S", "S", "X")
    assert CONTENT.dice["green"].die.faces.count("-") == 2


@pytest.mark.rule("ARISTEIA.GAME.TEAM-SIZE", "ARISTEIA.SETUP.FIRST-GAME-TEAMS")
def test_the_teams_of_the_first_game_are_those_of_the_booklet() -> None:
    green, orange = CONTENT.teams["green"], CONTENT.teams["orange"]
    assert green.characters == ("maximus", "hexx3r", "parvati", "lunah")
    assert orange.characters == ("8-ball", "mushashi", "wild-bill", "gata")
    numbers = [CONTENT.tactics[name].number for name in green.tactics]
    assert numbers == ["047", "048", "028", "030", "045", "046", "036", "038"]
    numbers = [CONTENT.tactics[name].number for name in orange.tactics]
    assert numbers == ["019", "020", "023", "024", "031", "032", "042", "040"]


@pytest.mark.rule("ARISTEIA.SETUP.DECK-SIZE", "ARISTEIA.TEAM.DECK")
def test_there_are_ten_standard_tactics_and_four_for_each_character() -> None:
    assert [card.number for card in CONTENT.standard] == [f"{n:03}" for n in range(9, 19)]
    assert all(len(CONTENT.tactics_of(name)) == 4 for name in CONTENT.characters)
    assert len(CONTENT.tactics) == 10 + 8 * 4


def test_what_the_booklet_tells_of_the_characters_is_on_their_cards() -> None:
    assert all(card.energy == 5 for card in CONTENT.characters.values())
    assert (character("maximus").speed, character("gata").speed) == (3, 5)
    assert character("hexx3r").hit_points == 3
    prices = {a.id: a.ap for card in CONTENT.characters.values() for a in card.actions}
    told = {
        "vade-retro": 1,
        "ken-no-sen": 3,
        "twin-pistols": 3,
        "eat-my-fa-jing": 2,
        "called-shot": 3,
        "medikit": 1,
        "misdirection": 1,
        "freerun": 0,
    }
    assert {name: prices[name] for name in told} == told
    ranges = {a.id: a.range for card in CONTENT.characters.values() for a in card.actions}
    assert (ranges["vade-retro"], ranges["ken-no-sen"]) == ((1, 4), (1, 1))
    assert (ranges["twin-pistols"][1], ranges["called-shot"][1]) == (6, 8)


@pytest.mark.rule("ARISTEIA.MOVE.ALL", "ARISTEIA.MOVE.POINTS")
def test_move_is_nobodys_card_and_everybodys_action() -> None:
    move = CONTENT.actions["move"]
    assert (move.ap, move.always) == (2, (Gain(speed=True),))
    assert all("move" not in [a.id for a in c.actions] for c in CONTENT.characters.values())


@pytest.mark.rule("ARISTEIA.AMB.MAXIMUS-SWITCH-COST")
def test_maximus_pays_one_block_for_his_general_switch() -> None:
    assert [switch.cost for switch in character("maximus").switches] == [("B",)]


@pytest.mark.rule("ARISTEIA.CHAR.HEXXER-SWITCH", "ARISTEIA.CHAR.GATA-SWITCH")
def test_two_general_switches_get_away() -> None:
    assert character("hexx3r").switches[0].cost == ("B", "X")
    assert character("gata").switches[0].cost == ("X", "X")
    assert all(character(n).switches[0].effects == (Displace("self"),) for n in ("hexx3r", "gata"))


def test_what_is_not_printed_is_marked() -> None:
    assert all(card.house for card in CONTENT.tactics.values())
    invented = [card for card in CONTENT.tactics.values() if not card.name_printed]
    assert len(invented) == 16 and all(int(card.number) >= 19 for card in invented)
    assert [name for name, card in CONTENT.states.items() if not card.house] == ["taunted"]
    assert all(card.source for card in CONTENT.characters.values())
    assert all("deployment" in CONTENT.teams[name].house_fields for name in ("green", "orange"))
    headers = {header.id: header.house for header in CONTENT.catalogue.packs}
    assert headers["tactics"] and headers["states"] and not headers["characters"]


@pytest.mark.rule("ARISTEIA.SPACE.BLOCKED")
def test_the_hexadome_has_271_spaces_and_seven_zones_of_seven() -> None:
    board = CONTENT.boards["hexadome"]
    assert (len(board.hexes.cells), len(board.walls)) == (271, 28)
    assert [len(zone) for zone in board.hexes.zones.values()] == [7] * 7
    assert not {*board.zone_of} & {*board.walls}
    for zone, across in board.opposites.items():
        middle, far = board.hexes.zones[zone][0], board.hexes.zones[across][0]
        assert distance(middle, far) == 14 and board.opposites[across] == zone
    assert "central" not in board.opposites
    assert len(CONTENT.scenarios["assault"].obstacles) == 5


def test_the_places_of_the_first_game_are_free_and_near_home() -> None:
    board, assault = CONTENT.boards["hexadome"], CONTENT.scenarios["assault"]
    for team, zone in (("green", "zone3"), ("orange", "zone6")):
        for q, r in CONTENT.teams[team].deployment:
            at = hex_at(q, r)
            assert at not in board.walls and at not in assault.obstacles
            assert min(distance(at, near) for near in board.hexes.zones[zone]) <= 1


def test_a_misspelt_word_is_reported_with_line_and_the_nearest_right_one(tmp_path: Path) -> None:
    text = (
        '[[tactic]]\nid = "x-1"\nnumber = "1"\nname = "X"\nowner = "gata"\nwhen = "own-activatoin"\n'
        'effects = [{ do = "displaec", who = "self" }]\ntext = "x"\n'
    )
    said = complaint(tmp_path, text)
    assert "mine.toml:12: tactic 'x-1', field 'when'" in said
    assert "did you mean 'own-activation'?" in said
    assert "did you mean 'displace'?" in said


@pytest.mark.rule("ARISTEIA.GAME.TEAM-SIZE")
def test_a_name_that_no_card_bears_is_reported(tmp_path: Path) -> None:
    text = (
        '[[tactic]]\nid = "x-1"\nnumber = "1"\nname = "X"\nowner = "gatta"\nwhen = "recovery"\n'
        'effects = [{ do = "impose", state = "dazled", who = "self" }]\ntext = "x"\n'
    )
    said = complaint(tmp_path, text)
    assert "no Character 'gatta'; did you mean 'gata'?" in said
    assert "no State 'dazled'; did you mean 'dazzled'?" in said


@pytest.mark.rule("ARISTEIA.TEAM.NO-DOUBLES", "ARISTEIA.TEAM.DECK")
def test_a_team_with_doubles_or_a_wrong_deck_is_reported(tmp_path: Path) -> None:
    said = complaint(
        tmp_path,
        '[[team]]\nid = "t"\ntitle = "T"\ncharacters = ["gata", "gata", "maximus", "lunah"]\n'
        'tactics = ["swerve-031", "block-047"]\n',
    )
    assert "a team has each Character once" in said
    said = complaint(
        tmp_path,
        '[[team]]\nid = "t"\ntitle = "T"\ncharacters = ["gata", "parvati", "maximus", "lunah"]\n'
        'tactics = ["swerve-031", "block-047", "ace-of-spades-039"]\n',
    )
    assert "a deck has 2 Tactics of parvati, not 0" in said
    assert "wild-bill is not on this team" in said


@pytest.mark.rule("ARISTEIA.TEAM.DECK")
def test_a_team_of_unknown_names_or_with_a_hand_of_anothers_cards_is_reported(
    tmp_path: Path,
) -> None:
    said = complaint(
        tmp_path,
        '[[team]]\nid = "t"\ntitle = "T"\ncharacters = ["gatta", "parvati", "maximus", "lunah"]\n'
        'tactics = ["swerve-31"]\nhand = ["dodge-009", "block-047", "dodge-9", "dodge-010"]\n',
    )
    assert "field 'characters': no Character 'gatta'; did you mean 'gata'?" in said
    assert "field 'tactics': no Tactic 'swerve-31'; did you mean 'swerve-031'?" in said
    assert "field 'hand': no Tactic 'dodge-9'" in said
    assert "field 'hand': block-047 is not in this deck" in said
    assert said.count("is not in this deck") == 1, "Standard Tactics are in every deck"


def test_an_attack_without_dice_is_reported(tmp_path: Path) -> None:
    pool = "{ dice = [] }"
    said = complaint(
        tmp_path,
        '[[character]]\nid = "x"\nname = "X"\ninitiative = 1\nspeed = 1\nenergy = 1\nhit_points = 1\n'
        f"defense = {pool}\nbrawn = {pool}\nagility = {pool}\n"
        'actions = [{ id = "a", name = "A", kind = "attack", ap = 1, target = "enemy" }]\n',
    )
    assert "field 'actions.0.pool': an Attack has dice" in said


@pytest.mark.rule("ARISTEIA.TEAM.DECK")
def test_the_cards_of_the_how_to_page_load(tmp_path: Path) -> None:
    page = Path(__file__).parents[3] / "docs/how-to/add-a-tactic.md"
    blocks = page.read_text("utf-8").split("```toml\n")[1:]
    text = "\n".join(block.partition("```")[0] for block in blocks)
    (tmp_path / "kitchen.toml").write_text(text, "utf-8")
    content = load_content([tmp_path])
    assert content.tactics["slippery-floor-101"].effects[0] == Displace("target", 2)
    assert content.characters["cook"].actions[0].id == "ladle"


def test_every_pack_of_the_game_loads() -> None:
    names = {path.stem for path in (FOLDER / "packs").glob("*.toml")}
    assert names == {"characters", "dice", "hexadome", "states", "tactics", "teams"}
