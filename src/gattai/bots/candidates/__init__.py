"""The candidate answers of each game with the features from which a policy is learned.

There is one module per game. Features say what an answer lets units do (reach, take, risk), never
which unit it is, so that weights learned with the cards of one pack are valid for those of another.
"""

from __future__ import annotations

from gattai.bots.candidates.candidate import CandidateMaker


def of(game: str) -> CandidateMaker | None:
    """Return the candidates of a game; None if no policy can be learned for it.

    >>> of("solitaire") is None
    True
    """
    match game:
        case "aegis":
            from gattai.bots.candidates.aegis import CANDIDATES as AEGIS

            return AEGIS
        case "aristeia":
            from gattai.bots.candidates.aristeia import CANDIDATES as ARISTEIA

            return ARISTEIA
        case "attack-chart":
            from gattai.bots.candidates.attack_chart import CANDIDATES as ATTACK_CHART

            return ATTACK_CHART
        case "mechastellar":
            from gattai.bots.candidates.mechastellar import CANDIDATES as MECHASTELLAR

            return MECHASTELLAR
        case "robot-empire":
            from gattai.bots.candidates.robot_empire import CANDIDATES as ROBOT_EMPIRE

            return ROBOT_EMPIRE
        case _:
            return None
