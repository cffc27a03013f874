"""The sample Round of the booklet, played from its script, ends as the booklet says."""

from __future__ import annotations

import json

import pytest

from tests.games.aristeia.table import RULES
from tests.playthroughs.scripted import SCRIPTS, OutOfScript, read_script, scripted

SCRIPT = (SCRIPTS / "aristeia-tutorial.txt").read_text("utf-8")


def played(script: str) -> list[str]:
    return [*scripted(RULES, {"first-game": "yes"}, script)]


@pytest.mark.rule("ARISTEIA.EX.GOLDEN-ROUND")
def test_the_sample_round_ends_as_printed() -> None:
    text = "\n".join(played(SCRIPT))
    state = json.loads(text[text.index("\n{\n") :])["state"]
    everybody = {each["name"]: each for each in state["characters"]}
    places = {name: each["at"] for name, each in everybody.items() if each["at"]}
    assert places == {
        "maximus": "1,0",
        "parvati": "-1,-1",
        "lunah": "-8,2",
        "8-ball": "2,1",
        "wild-bill": "2,0",
        "gata": "1,-1",
    }
    damage = {name: each["damage"] for name, each in everybody.items() if each["damage"]}
    assert damage == {"maximus": 3, "8-ball": 1, "lunah": 1}
    tokens = {n: [t["state"] for t in c["tokens"]] for n, c in everybody.items() if c["tokens"]}
    assert tokens == {"hexx3r": ["weary"], "mushashi": ["weary"], "parvati": ["dazzled"]}
    assert [n for n, c in everybody.items() if c["off"] == "bench"] == ["hexx3r", "mushashi"]
    assert (state["points"], state["frags"]) == ([1, 1], [1, 1])
    assert (state["underdog"], state["round"]) == ("orange", 2)
    assert [len(hand["content"]) for hand in state["hands"]] == [7, 4]
    assert [len(deck["content"]) for deck in state["decks"]] == [11, 11]
    assert [len(pile) for pile in state["discards"]] == [0, 3]


def test_every_activation_of_the_booklet_has_its_remark() -> None:
    remarks = " ".join(text for _, who, text in read_script(SCRIPT) if not who)
    for name in ("MAXIMUS", "8-BALL", "HEXX3R", "MIYAMOTO MUSHASHI", "WILD BILL", "PARVATI"):
        assert f"{name}'" in remarks
    for part in ("MAJOR LUNAH'S", "GATA'S", "PHASE 1", "PHASE 3", "PHASE 4", "TURN 4"):
        assert part in remarks
    assert remarks.count("Taken") + remarks.count("(taken)") >= 12


def test_a_script_that_does_not_fit_says_where() -> None:
    with pytest.raises(OutOfScript, match="does not fit"):
        played(SCRIPT.replace("green: first maximus", "green: perform move"))
