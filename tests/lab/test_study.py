"""A study is a file: what it asks, what follows from it, and what is wrong with it."""

from pathlib import Path

import pytest

from gattai import games
from gattai.kernel.position import begin
from gattai.lab.plan import BatchPlan, made
from gattai.lab.study import BadStudy, Study, StudyPlay, StudySide, read
from tests.lab.asking import study, under, versus

WHOLE = """
game = "mechastellar"
question = "Does soft armour help the smaller army?"
[a]
rules = "ver10-final"
[b]
rules = "rev116"
[play]
with = "greedy"
pairs = 20000
seed = 7
options = { deployment = "zones" }
[measure]
metrics = ["won", "length", "lost.*"]
[stop]
at = "difference of 1 % in 'won' decided either way, error 5 %"
"""


def test_a_study_is_read_as_it_is_written() -> None:
    found = read(WHOLE)
    assert found.b is not None
    assert (found.game, found.a.rules, found.b.rules) == ("mechastellar", "ver10-final", "rev116")
    assert (found.play.bot, found.play.pairs, found.play.seed) == ("greedy", 20000, "7")
    assert found.measure.metrics == ("won", "length", "lost.*")
    assert found.stop.at.startswith("difference of 1 %")


def test_a_study_says_itself_as_a_file() -> None:
    found = read(WHOLE)
    assert read(found.text()) == found


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ('game = "mechastelar"', "did you mean 'mechastellar'?"),
        (
            'game = "aegis"\nquestoin = "?"',
            "study:2: questoin: no such field; did you mean 'questi",
        ),
        ('game = "aegis"\n[play]\nwith = "greedie"', "did you mean 'greedy'?"),
        ('game = "aegis"\n[play]\npairs = "many"', "study:3: play.pairs: expected a whole number"),
        ('game = "aegis"\n[play]\npairs = 0', "play.pairs: is a number from 1"),
        ('game = "aegis"\n[play]\nwith = "person"', "bots only"),
        ('game = "aegis"\n[a]\nsquad = "x"\narmy = "y"\n[b]', "is the same as army"),
        ('game = "aegis"\n[a]\nwith = "greedy"\nrules = "x"\n[b]', "ask one at a time"),
        ('game = "aegis"\nkind = "under"\n[a]\nwith = "random"\n[b]', "makes this 'versus'"),
        ('game = "aegis"\nkind = "versus"', "needs a [b]"),
        ("game = ", "not TOML"),
    ],
)
def test_what_is_wrong_is_said_with_its_place_and_the_nearest_word(wrong: str, said: str) -> None:
    with pytest.raises(BadStudy) as problem:
        read(wrong)
    assert said in str(problem.value)


def test_what_is_missing_of_the_whole_is_said_of_the_file() -> None:
    with pytest.raises(BadStudy) as problem:
        read("", "mine.toml")
    assert problem.value.problems[0] == "mine.toml: field 'game' is missing"


def test_all_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(BadStudy) as problem:
        read('game = "aegis"\n[play]\npears = 5\nlongest = "x"\n')
    assert len(problem.value.problems) == 2


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        (StudySide(bot="greedy"), StudySide(bot="random"), "versus"),
        (StudySide(army="blue"), StudySide(army="gunners"), "versus"),
        (StudySide(rules="x"), StudySide(rules="y"), "under"),
        (StudySide(options={"field": "x"}), StudySide(), "under"),
        (StudySide(change={"unit": {"swarm": {"hp": 3}}}), StudySide(), "under"),
        (StudySide(), StudySide(), "under"),
        (StudySide(bot="greedy"), StudySide(bot="greedy"), "versus"),
        (StudySide(), None, "alone"),
    ],
)
def test_what_a_and_b_differ_in_says_what_is_played(
    a: StudySide, b: StudySide | None, kind: str
) -> None:
    assert Study(game="attack-chart", a=a, b=b).kind == kind


def seats(plan: BatchPlan) -> list[tuple[str, str, tuple[str, ...]]]:
    return [
        (plan.arms[each.arm].name, ",".join(each.seats), each.players) for each in plan.seatings(0)
    ]


def test_in_versus_both_sit_on_every_seat_with_the_same_seed() -> None:
    plan = made(versus())
    assert seats(plan) == [
        ("versus", "a,b", ("greedy", "random")),
        ("versus", "b,a", ("random", "greedy")),
    ]
    assert {each.seed for each in plan.seatings(3)} == {"7-3"}


def test_an_army_goes_where_its_side_sits() -> None:
    plan = made(
        study(a=StudySide(army="gunners"), b=StudySide(army="swarm"), options={"rounds": "1"})
    )
    first, second = plan.seatings(0)
    assert (first.options["blue"], first.options["red"]) == ("gunners", "swarm")
    assert (second.options["blue"], second.options["red"]) == ("swarm", "gunners")


@pytest.mark.parametrize("game", games.names())
def test_what_is_offered_to_a_seat_means_the_same_to_every_other(game: str) -> None:
    """Else who changes seats with what was brought would bring something else."""
    rules = games.load(game)
    seats = rules.seated({}).seats
    ready = [
        {*games.get(game).offered(rules, option)}
        for option in rules.options
        if option.name in seats
    ]
    assert all(each == ready[0] for each in ready)


def test_armies_that_nobody_named_change_seats_too() -> None:
    plan = made(study(options={"rounds": "1"}))
    tables = [begin(games.load("attack-chart"), each.options).state for each in plan.seatings(0)]
    first, second = [[(unit.card.id, unit.seat) for unit in table.units] for table in tables]
    assert first != second
    assert {(card, 1 - seat) for card, seat in first} == {*second}


def test_under_both_the_players_change_seats_with_what_they_bring() -> None:
    plan = made(under())
    told = [(plan.arms[s.arm].name, s.seats, s.options["blue"]) for s in plan.seatings(0)]
    assert told == [
        ("a", ("1", "2"), "gunners"),
        ("a", ("2", "1"), "swarm"),
        ("b", ("1", "2"), "gunners"),
        ("b", ("2", "1"), "swarm"),
    ]


def test_nobody_plays_the_very_same_game_twice() -> None:
    plan = made(study(options={"rounds": "1", "red": "blue"}))
    assert plan.games_a_pair == 1
    assert made(study(options={"rounds": "1"})).games_a_pair == 2, "each army from either side"
    assert made(study(options={"rounds": "1"}, bot="greedy,random")).games_a_pair == 2


def test_at_a_table_of_three_a_takes_every_seat() -> None:
    asked = Study(
        game="robot-empire",
        a=StudySide(bot="greedy"),
        b=StudySide(bot="random"),
        play=StudyPlay(options={"seats": "3"}),
    )
    assert [told[1] for told in seats(made(asked))] == ["a,b,b", "b,a,b", "b,b,a"]


def test_tables_are_taken_in_turn() -> None:
    tables = ({"rounds": "1"}, {"rounds": "2"})
    plan = made(study(tables=tables))
    rounds = [next(iter(plan.seatings(pair))).options["rounds"] for pair in range(4)]
    assert rounds == ["1", "2", "1", "2"]


def test_a_changed_number_of_a_card_is_played() -> None:
    plan = made(under())
    tables = [plan.rules_of(arm, {}).setup for arm in (0, 1)]
    options = {"method": "formula", "field": "thickets", "blue": "swarm", "red": "swarm"}
    hit_points = [table({**options, "rounds": "1"}).units[0].card.hp for table in tables]
    assert hit_points[1] == 9 != hit_points[0]


def test_a_changed_number_of_the_rules_is_played() -> None:
    asked = Study(
        game="mechastellar",
        b=StudySide(change={"armor_save": {"cap": 3}}, rules="rev116"),
        a=StudySide(rules="rev116"),
    )
    plan = made(asked)
    state = plan.rules_of(1, {}).setup(
        {
            **{option.name: option.default for option in plan.rules_of(1, {}).options},
            **plan.arms[1].options,
        }
    )
    assert (state.rules.armor_save.cap, state.rules.id) == (3, "rev116-changed")


RULESETS = ("ver10-final", "ver10-final-rev124", "ver10-whats-new", "rev116")


@pytest.mark.parametrize("rules", RULESETS)
def test_every_ruleset_is_handed_on_to_the_table(rules: str) -> None:
    plan = made(Study(game="mechastellar", play=StudyPlay(bot="random", pairs=1, rules=rules)))
    seating = plan.seating(0, 0, 0)
    state = begin(plan.rules_of(0, seating.options), seating.options).state
    assert state.rules.id == rules
    assert state.rules.elite_bonus.enabled == (rules != "ver10-final-rev124")


def test_a_ruleset_of_ones_own_lies_beside_the_study(tmp_path: Path) -> None:
    header = 'id = "mine"\nversion = "1.0.0"\ntitle = "Mine"\nlicence = "any"\nsource = "me"\n'
    card = '[[ruleset]]\nid = "soft"\ntitle = "Soft"\n[ruleset.changes.armor_save]\ncap = 2\n'
    (tmp_path / "soft.toml").write_text(f"[pack]\n{header}{card}")
    file = tmp_path / "study.toml"
    file.write_text('game = "mechastellar"\n[a]\n[b]\nrules = "soft.toml"\n')
    plan = made(Study.load(file))
    assert plan.arms[1].options["rules"] == "soft"
    assert plan.rules[0] != plan.rules[1]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"unit.swarn.hp": 3}, "no unit 'swarn'; did you mean 'swarm'?"),
        ({"unti.swarm.hp": 3}, "did you mean 'unit'?"),
        ({"unit.swarm": 3}, "which number"),
        ({"unit.swarm.hpp": 3}, "did you mean 'hp'?"),
        ({"unit.swarm.weapon.claw.power": 3}, "there is no 'claw'"),
    ],
)
def test_a_change_that_means_nothing_is_reported(change: dict[str, int], said: str) -> None:
    with pytest.raises(ValueError) as problem:
        made(study(b=StudySide(change=change)))
    assert said in str(problem.value)


@pytest.mark.parametrize(
    ("options", "said"),
    [({"field": "thicket"}, "thickets"), ({"feild": "x"}, "did you mean 'field'?")],
)
def test_options_that_cannot_be_are_reported_before_anything_is_played(
    options: dict[str, str], said: str
) -> None:
    with pytest.raises(BadStudy) as problem:
        made(study(options=options))
    assert said in str(problem.value)


def test_a_metric_that_nobody_counts_is_reported() -> None:
    from gattai.lab.study import StudyMeasures

    asked = Study(game="attack-chart", measure=StudyMeasures(("damge",)))
    with pytest.raises(BadStudy) as problem:
        made(asked)
    assert "did you mean 'damage'?" in str(problem.value)


def test_a_bot_that_looks_at_the_clock_plays_no_study() -> None:
    with pytest.raises(BadStudy) as problem:
        made(study(bot="ace"))
    assert "rollouts=80" in str(problem.value)
    assert made(study(bot="ace"), clocked=True).bots == ("ace",)
