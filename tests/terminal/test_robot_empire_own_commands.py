"""`gattai robot-empire`: decks checked with every broken rule, cards printed; and the plain table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gattai.kernel.question import Seat
from gattai.terminal.pages.table import headline, panels_for, sides
from tests.games.robot_empire.table import Game
from tests.terminal.conftest import run_here
from tests.terminal.prompting import menu_at, printed, scene_at


@pytest.mark.rule("ROBOT-EMPIRE.DECK.SIZE", "ROBOT-EMPIRE.DECK.COPIES")
def test_every_broken_rule_of_a_deck_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_text("// mine\n5 bastion\n2 stone oger\nbad\n1 vault\n", "utf-8")
    ran = run_here("robot-empire", "deck", "check", str(file), columns=200)
    assert ran.code == 1
    for told in (
        "line 3: no card 'stone oger'; did you mean 'stone-ogre'?",
        "line 4: 'bad' is no line of a deck",
        "[ROBOT-EMPIRE.DECK.SIZE]",
        "too many of Bastion (copies 5, most 4) [ROBOT-EMPIRE.DECK.COPIES]",
        "Vault is a Setup card",
        "not legal, for 5 reasons",
    ):
        assert told in ran.out
    plain = json.loads(run_here("robot-empire", "deck", "check", str(file), "--json").out)
    assert plain["legal"] is False and len(plain["refusals"]) == 3 and len(plain["unread"]) == 2


def test_a_ready_deck_is_legal_and_an_unknown_one_is_not_there() -> None:
    ran = run_here("robot-empire", "deck", "check", "wild-hunt")
    assert ran.code == 0 and "wild-hunt: legal" in ran.out
    gone = run_here("robot-empire", "deck", "check", "no-such-deck")
    assert gone.code != 0 and "moon-riders" in gone.out + gone.err


def test_decks_and_cards_are_printed() -> None:
    assert "iron-line: Iron Line" in run_here("robot-empire", "decks", columns=200).out
    ran = run_here("robot-empire", "card", "Brax the Strong", "saboteur")
    assert "#001 Brax the Strong*" in ran.out and "2 damage to an enemy" in ran.out


def test_the_plain_table_shows_the_own_hand_only() -> None:
    game = Game.laid(
        moons=["rusty-moon"],
        cobalt={"hand": ["saboteur"], "units": ["bastion +jump-jets damage=2"]},
        crimson={"hand": ["double-agent"], "units": ["sky-talon moon=rusty-moon"]},
    )
    scene = scene_at(game.rules, game.position, Seat(0))
    text = printed(*sides(scene, panels_for("ROBOT-EMPIRE"), full=True))
    assert "Saboteur" in text and "Double Agent" not in text and "hand: 1 face down" in text
    assert "Bastion" in text and "5/7" in text and "Rusty Moon" in text
    assert "Play Cards" in headline(scene) and "20 War Chest" in headline(scene)


def test_options_at_the_prompt_have_their_prices_and_figures() -> None:
    game = Game.laid(
        cobalt={"hand": ["volt-runner", "rail-cannon", "combat-coach"], "vault": 9,
                "units": ["chaos-imp"]},
    )  # fmt: skip
    menu = menu_at(game.rules, game.position)
    lines = "\n".join(menu.lines())
    for told in ("[3 coins]  (attack 3, defense 1: Instant 1: +1 Attack", "[6 coins]  (defense",
                 "On to Moon Mining", "[1 coin]  (+2 Attack this turn for a fighter of yours"):  # fmt: skip
        assert told in lines
    assert [line.split()[0] for line in lines.splitlines()] == [
        str(number) for number in range(1, len(menu.options) + 1)
    ]
