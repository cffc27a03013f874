"""Attack chart: the one-sheet attack sequence, Power against Defence, as a firefight on hexes."""

from gattai.games.game import Game

GAME = Game(
    "attack-chart",
    __name__,
    rules=".ruleset:AttackChart",
    scene=".scene:MAKER",
    measures=".measures.action:measures",
    gauge=".measures.game:GAUGE",
    eye="gattai.bots.eyes.attack_chart:EYE",
    kinds=".ruleset:KINDS",
    words=".checks:words",
    check_card=".checks:check_card",
    choices=".ruleset:AttackChart.choices",
    armies=".ruleset:AttackChart.armies",
    roster=".ruleset:AttackChart.roster",
    odds="gattai.terminal.attack_chart.odds_command:app",
)
