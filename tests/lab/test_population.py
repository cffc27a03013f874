"""A study states what its games are drawn from, and its verdict covers just that."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from gattai.lab import report
from gattai.lab.batch import Span
from gattai.lab.folder import Folder
from gattai.lab.plan import BatchPlan, PairDraw, PlannedGame, made
from gattai.lab.running import run
from gattai.lab.sitting import Sitting
from gattai.lab.statistics.population import looks
from gattai.lab.study import BadStudy, Study, StudyPopulation, StudyStop, read
from gattai.lab.warnings import before
from gattai.lab.watching import MetricWatch
from tests.lab.asking import SHORT, study, under, versus
from tests.lab.simulated import Odds, simulated

PANEL = {"random": 2.0, "greedy": 1.0, "greedy:ways=2": 1.0}


def drawn(asked: Study, **population: object) -> Study:
    return msgspec.structs.replace(
        asked,
        population=msgspec.convert(population, StudyPopulation),
        play=msgspec.structs.replace(asked.play, bot="greedy", openings=None),
    )


def test_all_games_of_a_pair_share_what_it_draws() -> None:
    asked = drawn(
        under(40, options={"rounds": "1"}),
        players=PANEL,
        forces=("gunners", "swarm"),
        options={"method": ("formula", "chart")},
    )
    plan = made(asked)
    for pair in range(40):
        games = [*plan.seatings(pair)]
        assert len(games) == 4, "both seatings under A and under B"
        assert len({each.players for each in games}) == len({*games[0].players}) == 1
        assert len({each.options["method"] for each in games}) == 1
        forces = [sorted((each.options["blue"], each.options["red"])) for each in games]
        assert all(each == forces[0] for each in forces)
    draws = [plan.draw(pair) for pair in range(400)]
    assert {each.options["method"] for each in draws} == {"formula", "chart"}
    often = sum(each.player == 0 for each in draws) / len(draws)
    assert 0.4 < often < 0.6, "random has half of the weight"


def test_a_study_without_a_population_draws_nothing() -> None:
    plan = made(under())
    assert (plan.sizes, plan.draw(3)) == ([], PairDraw())
    assert plan.seating(0, 0, 0).opening == ""


def test_pairs_with_the_same_opening_choose_it_in_the_same_way() -> None:
    plan = made(drawn(study(30), openings=2))
    assert (plan.openings, plan.opening > 0) == (2, True)
    seeds = {pair: plan.seating(pair, 0, 0).opening for pair in range(30)}
    assert {*seeds.values()} == {"7-opening-0", "7-opening-1"}
    assert all(seed.endswith(str(plan.draw(pair).opening)) for pair, seed in seeds.items())


def test_the_opening_of_a_pair_decides_its_first_answers() -> None:
    plan = made(drawn(study(2), openings=2))
    short = msgspec.structs.replace(plan, longest=plan.opening)

    def first(opening: str) -> tuple[str, ...]:
        seating = msgspec.structs.replace(short.seating(0, 0, 0), opening=opening)
        sitting = Sitting(short, seating)
        sitting.play()
        return tuple(entry.text for entry in sitting.record.entries)

    assert len({first(f"opening {number}") for number in range(6)}) > 1, "by the same dice"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[population]\nplayers = { greedie = 1 }", "did you mean 'greedy'?"),
        ("[population]\nplayers = { greedy = 0 }", "weight of greedy is more than 0"),
        ("[play]\nwith = 'random'\n[population]\nplayers = { greedy = 1 }", "who plays already"),
        ("[a]\nwith = 'random'\n[b]\n[population]\nplayers = { greedy = 1 }", "who plays already"),
        ("[a]\narmy = 'swarm'\n[population]\nforces = ['gunners']", "armies are stated already"),
        ("[play.options]\nfield = 'x'\n[population.options]\nfield = ['x']", "field is stated"),
        ("[population.options]\nfield = []", "name the values"),
        ("[population]\nopenings = 1", "a number from 2 to 1000, not 1"),
        ("[play]\nopenings = 'none'\n[population]\nopenings = 'none'", "same as play.openings"),
    ],
)
def test_a_population_that_cannot_be_drawn_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadStudy) as problem:
        read(f'game = "attack-chart"\n{text}\n')
    assert said in str(problem.value)


def test_what_is_drawn_has_to_exist() -> None:
    with pytest.raises(BadStudy, match="thickets"):
        made(drawn(study(options={"rounds": "1"}), options={"field": ("thickets", "thicket")}))
    with pytest.raises(BadStudy, match="swarms"):
        made(drawn(study(options={"rounds": "1"}), forces=("swarm", "swarms")))


def test_openings_are_random_unless_none_is_stated_in_either_place() -> None:
    assert made(drawn(study())).opening > 0
    assert made(drawn(study(), openings="random")).opening > 0
    assert made(drawn(study(), openings="none")).opening == 0


def by_player(effects: dict[str, float], kind: str = "versus") -> Odds:
    def odds(seating: PlannedGame) -> float:
        effect = effects[seating.players[0]]
        own = effect if seating.own == 0 else -effect
        return own * (seating.arm if kind == "under" else 1)

    return odds


def found(path: Path, asked: Study, odds: Odds) -> report.Findings:
    folder = Folder.create(path, asked, made(asked))
    run(folder, simulated(odds))
    return report.found(folder)


STOP = StudyStop("difference of 5 % in 'won' decided either way, error 5 %")


def test_what_only_one_player_thinks_is_not_claimed_and_shown(tmp_path: Path) -> None:
    asked = drawn(under(600), players=PANEL)
    asked = msgspec.structs.replace(asked, stop=STOP)
    effects = dict.fromkeys(PANEL, 0.0) | {"greedy": 3.0}
    told = found(tmp_path / "a", asked, by_player(effects, "under"))
    assert told.verdict.answer == "open" and told.verdict.effective is not None
    assert told.verdict.effective < told.verdict.pairs / 5
    seen = dict(told.by_player)
    assert [*seen] == [*PANEL]
    assert [name for name, figure in seen.items() if figure.surely] == ["greedy"]
    assert sum(figure.pairs for figure in seen.values()) == told.verdict.pairs == 600
    assert "3 players (random, greedy, greedy:ways=2)" in told.verdict.population


def test_what_all_players_think_is_claimed_at_a_look(tmp_path: Path) -> None:
    asked = msgspec.structs.replace(drawn(under(600), players=PANEL), stop=STOP)
    told = found(tmp_path / "a", asked, by_player(dict.fromkeys(PANEL, 2.0), "under"))
    assert told.verdict.answer == "more"
    assert told.verdict.pairs in [pairs for pairs, _ in looks(600)]
    assert told.status.ended.startswith("decided")


def test_one_player_alone_would_have_been_claimed(tmp_path: Path) -> None:
    """The same effect, asked of greedy only: the study says whom it covers."""
    asked = msgspec.structs.replace(drawn(under(600), players={"greedy": 1.0}), stop=STOP)
    told = found(tmp_path / "a", asked, by_player({"greedy": 3.0}, "under"))
    assert told.verdict.answer == "more" and told.verdict.effective is None


def test_the_effect_after_each_opening_is_shown_if_openings_are_used_again(tmp_path: Path) -> None:
    def odds(seating: PlannedGame) -> float:
        return 0.0

    told = found(tmp_path / "a", drawn(under(200), openings=4), odds)
    assert [name for name, _ in told.by_opening] == [f"opening {n}" for n in range(1, 5)]
    assert "4 random openings" in told.verdict.population
    own = found(tmp_path / "b", drawn(under(40)), odds)
    assert own.by_opening == () and "pairs, below in" in own.openings


def test_forces_that_are_drawn_are_named_as_drawn_and_not_as_brought(tmp_path: Path) -> None:
    asked = drawn(under(8, options={"rounds": "1"}), forces=("swarm", "gunners"))
    told = found(tmp_path / "a", asked, lambda seating: 0.0)
    assert told.forces == () and "red from swarm, gunners" in told.verdict.population


def test_between_looks_a_verdict_stays_as_it_is(tmp_path: Path) -> None:
    asked = drawn(under(160), players=PANEL)
    plan = made(asked)
    folder = Folder.create(tmp_path / "a", asked, plan)
    runner = simulated(by_player(dict.fromkeys(PANEL, 0.5), "under"))(plan)

    def play(start: int, stop: int) -> None:
        runner.submit(Span(start, stop))
        folder.add(plan, runner.finished()[0])

    play(0, 5)
    first = folder.verdict()
    assert first is not None and first.low is None, "no look yet"
    play(5, 45)
    at_40 = folder.verdict()
    assert at_40 is not None and at_40.pairs == 40
    play(45, 120)
    assert folder.verdict() == at_40
    play(120, 160)
    last = folder.verdict()
    assert last is not None and last.pairs == 160


def test_a_length_in_percent_cannot_stop_a_population() -> None:
    asked = drawn(under(20), players=PANEL)
    for sentence, refused in (("5 % in 'length'", True), ("2 in 'length'", False)):
        stop = StudyStop(f"difference of {sentence} decided either way, error 5 %")
        stated = msgspec.structs.replace(asked, stop=stop)
        if refused:
            with pytest.raises(BadStudy, match="without %"):
                MetricWatch(stated, made(stated))
        else:
            assert MetricWatch(stated, made(stated)).metric == "length"


def test_two_players_are_warned_about_and_three_are_not() -> None:
    for count, warned in ((2, True), (3, False)):
        asked = drawn(study(), players=dict.fromkeys([*PANEL][:count], 1.0))
        assert any("two players" in each for each in before(asked, made(asked))) == warned


def test_a_plan_of_an_older_version_is_read_and_draws_nothing() -> None:
    content = msgspec.to_builtins(made(versus()))
    for name in ("panel", "openings", "drawn"):
        del content[name]
    assert msgspec.convert(content, BatchPlan) == made(versus())
    assert SHORT.items() <= made(versus()).seating(0, 0, 0).options.items()
