"""The evaluation of each game: scores of its tables, and candidate answers.

There is one module per game, with its `EVALUATION`. Evaluations may use odds; games and rules do
not depend on evaluations.
"""

from __future__ import annotations

from gattai import games
from gattai.bots.evaluation import PLAIN, AnyEvaluation, Evaluation


def of(game: str) -> AnyEvaluation:
    """Return the evaluation of a game; `PLAIN` if it has none.

    >>> of("solitaire") is PLAIN
    True
    """
    found = games.find(game)
    if found is None or found.evaluation is None:
        return _own(game)
    evaluation = found.evaluation()
    if not isinstance(evaluation, Evaluation):
        raise TypeError(f"the evaluation of {game} is no Evaluation: {evaluation!r}")
    return evaluation


def _own(game: str) -> AnyEvaluation:
    match game:
        case "aegis":
            from gattai.bots.evaluations.aegis import EVALUATION as AEGIS

            return AEGIS
        case "aristeia":
            from gattai.bots.evaluations.aristeia import EVALUATION as ARISTEIA

            return ARISTEIA
        case "attack-chart":
            from gattai.bots.evaluations.attack_chart import EVALUATION as ATTACK_CHART

            return ATTACK_CHART
        case "mechastellar":
            from gattai.bots.evaluations.mechastellar import EVALUATION as MECHASTELLAR

            return MECHASTELLAR
        case "robot-empire":
            from gattai.bots.evaluations.robot_empire import EVALUATION as ROBOT_EMPIRE

            return ROBOT_EMPIRE
        case _:
            return PLAIN
