"""A pack of twenty mistakes: `gattai packs check` explains every one, with its line and the nearest right thing."""

from __future__ import annotations

from pathlib import Path

import pytest

from gattai.games.robot_empire import checks
from gattai.games.robot_empire.effects import EFFECTS
from gattai.games.robot_empire.ruleset import RobotEmpire
from gattai.tabletop.content import PackError
from tests.games.robot_empire.table import RULES
from tests.terminal.conftest import run_here

HEAD = """\
[pack]
id = "broken"
version = "1"
title = "Broken"
licence = "free"
source = "a test"
"""
ROBOT = 'id = "{id}"\nnumber = "#9{n:02}"\nname = "N{n}"\ncategory = "robot"\ncopies = 1\nhouse = true\n'
POINTS = "cost = 2\nattack = 1\ndefense = 1\n"
AGENT = ROBOT.replace('"robot"', '"agent"') + "cost = 1\n"

MISTAKES: list[tuple[str, str]] = [
    ("[[cards]]\nid = 'x'\n", "no such kind of card; did you mean 'card'?"),
    (ROBOT.replace('"robot"', '"robto"') + POINTS, "did you mean 'robot'?"),
    (
        ROBOT + 'cost = "cheap"\nattack = 1\ndefense = 1\n',
        "expected a whole number or '1d6', found text 'cheap'",
    ),
    (ROBOT + POINTS + "atack = 2\n", "did you mean 'attack'?"),
    (ROBOT.replace('number = "#9{n:02}"\n', "") + POINTS, "number"),
    (ROBOT.replace("#9", "9") + POINTS, "is '#' and digits"),
    (ROBOT + "cost = 2\nattack = 1\n", "a robot needs defense, such as defense = 2"),
    (AGENT + "attack = 3\neffect = { op = 'draw', amount = 1 }\n", "an agent has no attack"),
    (ROBOT + POINTS + 'keywords = ["flyign"]\n', "did you mean 'flying'?"),
    (ROBOT + POINTS + 'keywords = ["long range"]\n', "such as 'long range 1'"),
    (ROBOT + POINTS + 'keywords = ["flying 2"]\n', "flying takes no number: write 'flying'"),
    (ROBOT + POINTS + 'keywords = ["chaining"]\n', "it is for a monster"),
    (AGENT + "effect = { op = 'damge', amount = 1 }\n", "did you mean 'damage'?"),
    (AGENT + "effect = { op = 'mend', target = 'own figter' }\n", "did you mean 'own fighter'?"),
    (
        AGENT + "effect = { op = 'steal', target = 'own fighter', amount = 1 }\n",
        "is aimed at 'opponent'",
    ),
    (AGENT + "effect = { op = 'gain' }\n", "gain needs amount, such as amount = 1"),
    (ROBOT + POINTS + "permanent = [{ cost = 2 }]\n", "gives nothing"),
    (
        ROBOT.replace('"robot"', '"component"') + "cost = 1\ngives = { defense = 1 }\n",
        'needs port, such as port = "JJ"',
    ),
    (ROBOT.replace('"robot"', '"moon"') + "value = 2\nlanding_cost = 3\n", "more than the value 2"),
    (ROBOT.replace("copies = 1", "copies = 0") + POINTS, "is from 1 to 40, not 0"),
]


def broken_pack() -> str:
    tables = []
    for number, (text, _) in enumerate(MISTAKES):
        head = "" if text.startswith("[[") else "[[card]]\n"
        filled = text.replace("{id}", f"n{number}").replace("{n:02}", f"{number:02}")
        tables.append(head + filled.replace("{n}", str(number)))
    return HEAD + "\n" + "\n".join(tables)


def test_there_are_twenty_mistakes() -> None:
    assert len(MISTAKES) == 20


def test_every_mistake_of_the_pack_is_explained(tmp_path: Path) -> None:
    file = tmp_path / "broken.toml"
    file.write_text(broken_pack(), "utf-8")
    ran = run_here("packs", "check", str(file), "--game", "robot-empire", columns=400)
    assert ran.code == 1
    lines = ran.out.splitlines()
    assert lines[-1].startswith("20 problems"), ran.out
    for number, (_, told) in enumerate(MISTAKES):
        assert any(told in line for line in lines), f"mistake {number}: {told!r} is not told"
    text = file.read_text("utf-8").splitlines()
    for line in lines[:-1]:
        place = int(line.split("broken.toml:")[1].split(":")[0])
        assert 1 <= place <= len(text)


@pytest.mark.parametrize("number", range(len(MISTAKES)))
def test_each_mistake_alone_keeps_the_pack_out(number: int, tmp_path: Path) -> None:
    text, told = MISTAKES[number]
    head = "" if text.startswith("[[") else "[[card]]\n"
    filled = text.replace("{id}", "one").replace("{n:02}", "01").replace("{n}", "1")
    (tmp_path / "one.toml").write_text(HEAD + head + filled, "utf-8")
    with pytest.raises(PackError) as caught:
        RobotEmpire([tmp_path])
    assert len(caught.value.problems) == 1 and told in str(caught.value.problems[0])


DECK = """
[[deck]]
id = "heap"
title = "Heap"
cards = ["5 bastion", "many jammers", "4 rivet-pup"]
"""


def test_a_deck_is_checked_as_far_as_can_be_seen(tmp_path: Path) -> None:
    (tmp_path / "heap.toml").write_text(HEAD + DECK, "utf-8")
    with pytest.raises(PackError) as caught:
        RobotEmpire([tmp_path])
    told = "\n".join(map(str, caught.value.problems))
    assert "1 to 4 of a card" in told and "no line of a deck" in told and "50 to 70 cards" in told


def test_the_packs_of_the_game_are_sound_and_marked() -> None:
    assert all(
        card.house for card in RULES.cards.values() if card.number not in ("#003", "#009", "#035")
    )
    assert all(deck.house for deck in RULES.decks.values())
    numbers = [card.number for card in RULES.cards.values()]
    assert len({*numbers}) == len(numbers) == 76


def test_whatever_a_card_can_lack_has_an_example() -> None:
    needed = {field for fields in checks.NEEDED.values() for field in fields}
    needed |= {effect.needs[0] for effect in EFFECTS.values() if effect.needs}
    assert needed <= {*checks.EXAMPLES}
