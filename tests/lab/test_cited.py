"""What a game is said to have cited: events' own rules, those they followed, those of their terms."""

from gattai.games.attack_chart.events import NumbersRead, VolleyFired
from gattai.games.attack_chart.state import UnitId
from gattai.kernel.event import Event
from gattai.kernel.tally import Term
from gattai.lab.cited import cited_by
from gattai.lab.plan import made
from gattai.lab.sitting import Sitting
from tests.lab.asking import versus

EQUAL, AUTO = "ATTACK-CHART.FORMULA.EQUAL", "ATTACK-CHART.AUTO.NO-ROLL"


def cited(*events: Event) -> set[str]:
    found: set[str] = set()
    cited_by(events, found)
    return found


def fired(**told: object) -> VolleyFired:
    usual = {"code": "5+", "needed_by": EQUAL, "modifier": 0, "successes": 0, "hp_lost": 0}
    saved = {"saved_by_armour": 0, "saved_by_aegis": 0}
    named = {"rule": "ATTACK-CHART.SEQ.5-APPLY", "unit": 0, "weapon": "gun", "target": 1, "dice": 2}
    return VolleyFired(**{**named, **usual, **saved, **told})  # type: ignore[arg-type]


def test_the_line_of_the_formula_is_cited_by_the_volley_that_went_by_it() -> None:
    assert cited(fired()) == {"ATTACK-CHART.SEQ.5-APPLY", EQUAL}


def test_what_a_pool_met_on_its_way_is_cited_and_what_it_did_not_meet_is_not() -> None:
    met = cited(fired(code="Ax2", modifier=-1, saved_by_aegis=1, hp_lost=2))
    assert met >= {AUTO, *(f"ATTACK-CHART.{name}" for name in ("MOD.APPLY", "SEQ.4-PREVENT"))}
    assert "ATTACK-CHART.SEQ.4-ONE-HP" in met
    assert AUTO not in cited(fired(saved_by_armour=1))


def test_terms_that_an_event_carries_are_cited() -> None:
    term = Term(1, "cover", "ATTACK-CHART.HOUSE.COVER")
    rule = "ATTACK-CHART.SEQ.3-COMPARE"
    read = NumbersRead(
        rule=rule,
        unit=UnitId(0),
        dice=1,
        code="5+",
        power=3,
        defence=3,
        modifiers=(term,),
    )
    assert cited(read) == {rule, term.rule}


def test_a_game_that_was_played_cites_a_line_of_its_formula() -> None:
    plan = made(versus())
    for pair in range(4):
        row = Sitting(plan, next(plan.seatings(pair))).play()
        if any(rule.startswith("ATTACK-CHART.FORMULA.") for rule in row.fired):
            return
    raise AssertionError("nobody fired a shot")
