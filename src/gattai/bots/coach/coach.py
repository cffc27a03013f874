"""The coach: threat, plan, the best three answers, and what makes the others worse.

Everything it says is a fact of the rules (exact odds), of a line that bots would play, or a chance
to win. The texts are made here, so they are the same wherever they are read. Only what the seat
sees is used, and random numbers follow from seat and number: equal questions get equal advice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

import msgspec

from gattai import games
from gattai.bots.bot import Ask
from gattai.bots.coach.answers import Weighed, best_answers
from gattai.bots.coach.threat import Threat, Threats, ticking
from gattai.bots.consider import Decision, Determinization, Weighing, determinization_of
from gattai.bots.evaluation import AnyEvaluation, rules_of
from gattai.bots.evaluations import of
from gattai.bots.lookahead.plans import LATER_OUTCOMES, PlanAnswer, Plans, plan_judge
from gattai.bots.simulation import Unimaginable
from gattai.kernel.dice import Randomness
from gattai.kernel.position import Seen
from gattai.kernel.question import Roll, Together
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import AnyRuleset, Outcome, Ruleset
from gattai.kernel.secrecy import NotYours, view
from gattai.kernel.text import notation
from gattai.scene.advice import NoAdvice, odds_card, percent, weigh
from gattai.scene.citing import cite
from gattai.scene.parts import Citation, Reason
from gattai.scene.stage import in_full

MAX_STEPS = 5
"""Maximum number of later answers in a plan."""
AS_GOOD = 0.005
"""Chances that differ by no more than this are called equal."""
CLEARLY = 0.05
"""Difference of chances from which a threat is called greater or smaller."""
ONE_WAY = "there is only one option"
WORLDS = 3
"""Number of determinizations if anything is hidden."""
NO_THREAT = "There is no attack on you among the next opponent's best ideas."
MIDWAY = "What the opponent can do depends on how this ends."

NO_RULE = Citation("", "", "")

Make = Callable[[str], Randomness]


class CoachThreat(msgspec.Struct, frozen=True):
    """What the next opponent can do if the seat does nothing, or that it can do nothing."""

    says: Reason
    """Without a rule if there is no threat."""
    actor: str | None = None
    target: str | None = None


class CoachAnswer(msgspec.Struct, frozen=True):
    """One of the best answers."""

    text: str
    """The text of the option."""
    label: str
    """The option in words, with who does it and to whom."""
    chance: float
    """The chance to win after it, as the bot judges it; only against one opponent."""
    odds: tuple[tuple[str, str], ...] = ()
    """The headline of its exact odds."""
    facts: tuple[str, ...] = ()
    """What it does to the threat; for all but the best also what makes it worse."""


class Coach(msgspec.Struct, frozen=True):
    """The advice on one question."""

    ideas: tuple[CoachAnswer, ...] = ()
    """The best answers, best first; empty in the first statement and if there is no choice."""
    threat: CoachThreat | None = None
    plan: tuple[Reason, ...] = ()
    """The best answer, and those with which a bot would go on; each with its rule."""
    against: str = ""
    """Whom the chances are about, if there are more than two seats."""
    none: str = ""
    """Why there is no advice."""

    def __str__(self) -> str:
        return "\n".join(lines(self))


def first_statement(
    seen: Seen[msgspec.Struct],
    ask: Ask,
    number: int,
    make: Make,
    *,
    rules: AnyRuleset | None = None,
) -> Coach:
    """Return the threat alone, which is found at once."""
    adviser = _Adviser(rules or rules_of(seen.state), seen, ask, number, make)
    return Coach(threat=adviser.threat())


def coach(
    seen: Seen[msgspec.Struct],
    ask: Ask,
    number: int,
    make: Make,
    *,
    rules: AnyRuleset | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Coach:
    """Return the advice on question `number`."""
    rules = rules or rules_of(seen.state)
    found = best_answers(seen, ask, number, make, rules=rules, stopped=stopped)
    if not found:
        return Coach(none=ONE_WAY)
    return _Adviser(rules, seen, ask, number, make, stopped).advice(found)


class _Counted(msgspec.Struct, frozen=True):
    """An idea with the figures that are compared."""

    idea: CoachAnswer
    unit: str = ""
    mean: float = 0.0
    enough_words: str = ""
    fatal: float | None = None
    threat: Threat | None = None


class _Adviser:
    """Finds the facts about one question."""

    def __init__(
        self,
        rules: AnyRuleset,
        seen: Seen[msgspec.Struct],
        ask: Ask,
        number: int,
        make: Make,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self.rules = rules
        self.evaluation: AnyEvaluation = of(rules.name)
        self.maker = games.scene_maker(rules.name)
        self.seen = seen
        self.seat = ask.seat
        self.rule = ask.rule
        self.make = make
        self.stopped = stopped
        self.text = f"coach/{ask.seat}/{number}"
        self.layout = self.maker.layout(seen.state, ask.seat)
        self.determinizations = tuple(self._determinizations(ask))

    def _determinizations(self, ask: Ask) -> Iterator[Determinization]:
        """Yield several determinizations if anything is hidden."""
        hides = type(self.rules).guess is not Ruleset.guess
        with suppress(Unimaginable):
            for world in range(WORLDS if hides else 1):
                source = self.make(f"{self.text}/world {world}")
                yield determinization_of(self.rules, self.seen, ask.seat, source)

    # The threat

    def threat(self) -> CoachThreat:
        """Return the threat if the seat does nothing."""
        if self._is_open():
            return CoachThreat(Reason(MIDWAY, NO_RULE))
        found, is_sure = self._worst([each.simulation.state for each in self.determinizations])
        if found is None:
            return CoachThreat(Reason(NO_THREAT, NO_RULE))
        first = f"{found.path[-1]}, then " if found.path else ""
        when = "If you do nothing" if is_sure else "If you do nothing, depending on what is hidden"
        says = f"{when}: {first}{threat_says(found)}"
        return CoachThreat(Reason(says, cite(self.rules, found.rule)), found.actor, found.target)

    def _is_open(self) -> bool:
        """Return whether the table that comes is unknown: in an action, or if several answer."""
        return any(each.simulation.values or each.others for each in self.determinizations)

    def _worst(self, states: Sequence[msgspec.Struct]) -> tuple[Threat | None, bool]:
        """Return the worst threat at these tables, and whether it is the same at all of them."""
        found: list[Threat | None] = []
        for state in states:
            source = self.make(f"{self.text}/threat")
            threats = Threats(self.rules, self.evaluation, self.maker, self.seat, source)
            with suppress(NotYours, Refused):
                found.append(threats.worst(state))
        worst = max((each for each in found if each), key=lambda each: each.rank, default=None)
        return worst, all(each == worst for each in found)

    # Answers

    def advice(self, found: Sequence[Weighed]) -> Coach:
        """Return the whole advice."""
        plans = self._plans(found)
        best, *others = (self._counted(each, plans) for each in found)
        now = self.threat()
        ideas = [
            msgspec.structs.replace(best.idea, facts=tuple(_about_threat(now, best.threat))),
            *(
                msgspec.structs.replace(each.idea, facts=tuple(_why_worse(best, each)))
                for each in others
            ),
        ]
        return Coach(
            tuple(ideas),
            now,
            self._plan(best.idea, found[0].answer, plans),
            "" if len(self.rules.seats) == 2 else "one other",
        )

    def _plans(self, found: Sequence[Weighed]) -> Plans | None:
        if self.evaluation.score is None or not self.determinizations:
            return None
        answers = [each.answer for each in found]
        problem = Decision(
            self.rules,
            self.evaluation,
            self.seat,
            self.determinizations,
            answers,
            most=LATER_OUTCOMES,
        )
        judge = plan_judge(self.evaluation, self.seat, len(self.rules.seats))
        weighing = Weighing(problem, judge, self.make(self.text), self.stopped)
        first = dict.fromkeys(answers, 0.0)
        return Plans(
            weighing, first, lambda rollout: self.make(f"{self.text}/{rollout}"), 1, len(answers)
        )

    def _counted(self, weighed: Weighed, plans: Plans | None) -> _Counted:
        """Return an answer with its odds, and the threat that it leaves."""
        answer = weighed.answer
        text = notation.write(answer, self.rules.words(self.seen.state))
        option = self.maker.option(self.seen.state, text, answer)
        idea = CoachAnswer(
            text, capital(in_full(option, self.layout.pieces)), round(weighed.chance, 3)
        )
        threat = None if plans is None else self._threat_after(answer, plans)
        if not option.has_odds:
            return _Counted(idea, threat=threat)
        try:
            odds = weigh(self.rules, self.maker, self.seen, answer, ticking())
            card = odds_card(self.rules, self.maker, self.seen, text, answer, odds)
        except (NoAdvice, Refused):
            return _Counted(idea, threat=threat)
        chances, enough = odds.chances, odds.forecast.enough
        target = next((each.name for each in self.layout.pieces if each.id == option.target), "")
        return _Counted(
            msgspec.structs.replace(idea, odds=card.headline),
            card.headline[0][0].replace(target, "").strip() if target else card.headline[0][0],
            float(chances.mean()),
            odds.forecast.enough_words,
            None if enough is None else float(chances.chance(lambda number: number >= enough)),
            threat,
        )

    def _threat_after(self, answer: object, plans: Plans) -> Threat | None:
        """Return the threat after an answer with median luck, if the seat does nothing more."""
        if any(each.others for each in self.determinizations):
            return None  # nobody knows what the others answer
        tables = [plans.after(each, answer) for each in self.determinizations]
        if any(isinstance(table.question, Outcome | Roll | Together) for table in tables):
            return None
        return self._worst([table.state for table in tables])[0]

    def _plan(self, best: CoachAnswer, answer: object, plans: Plans | None) -> tuple[Reason, ...]:
        """Return the best answer and its line, as far as it is the same in all determinizations."""
        steps = [Reason(best.label, cite(self.rules, self.rule))]
        if plans is None or any(each.others for each in self.determinizations):
            return tuple(steps)
        lines = [plans.line(each, answer, MAX_STEPS) for each in self.determinizations]
        for later in zip(*lines, strict=False):
            said = {self._step(each) for each in later}
            step = said.pop()
            if said or step is None:
                break
            steps.append(step)
        return tuple(steps)

    def _step(self, later: PlanAnswer) -> Reason | None:
        """Return an answer of a plan in words, as the seat would see it then."""
        own = view(later.state, self.seat)
        try:
            text = notation.write(later.answer, self.rules.words(own))
            option = self.maker.option(own, text, later.answer)
            label = in_full(option, self.maker.layout(own, self.seat).pieces)
        except (NotYours, ValueError):
            return None
        return Reason(capital(label), cite(self.rules, later.question.rule))


# Words


def capital(text: str) -> str:
    """Return a text that begins with a capital."""
    return text[:1].upper() + text[1:]


def threat_says(threat: Threat) -> str:
    """Return a threat with its odds in words: the worst first."""
    figures = f"{threat.what}: {threat.mean:.2f} expected"
    if threat.chance is not None:
        figures = f"{threat.enough_words}: {percent(threat.chance)}, {figures}"
    return f"{threat.label} ({figures})"


def points(less: float) -> str:
    """Return a difference in hundredths of the chance to win.

    >>> points(0.001), points(0.012), points(0.1)
    ('as good', '1 point lower', '10 points lower')
    """
    rounded = round(less * 100)
    if less <= AS_GOOD or not rounded:
        return "as good"
    return f"{rounded} point{'s' * (rounded != 1)} lower"


def _about_threat(before: CoachThreat, after: Threat | None) -> Iterator[str]:
    """Yield what the best answer leaves of the threat."""
    if after is None:
        if before.says.cites.rule:
            yield "No attack is left among the opponent's best ideas after it."
    elif threat_says(after) in before.says.text:
        yield "The threat stays."
    else:
        yield f"Worst threat after it: {threat_says(after)}."


def _why_worse(best: _Counted, other: _Counted) -> Iterator[str]:
    """Yield what makes an answer worse than the best, as differences of figures."""
    one, two = best.threat, other.threat
    if two is not None and (two.chance or 0.0) - (one.chance or 0.0 if one else 0.0) >= CLEARLY:
        instead = (
            "none after the best" if one is None else f"after the best {percent(one.chance or 0)}"
        )
        yield f"Leaves a worse threat: {threat_says(two)}, {instead}."
    if best.fatal is not None and other.fatal is not None:
        if best.enough_words == other.enough_words and best.fatal - other.fatal >= AS_GOOD:
            yield (
                f"{capital(other.enough_words)} less often: {percent(other.fatal)},"
                f" the best {percent(best.fatal)}."
            )
    if best.unit and best.unit == other.unit and best.mean - other.mean >= AS_GOOD:
        yield (
            f"{best.mean - other.mean:.2f} less expected of {best.unit.removesuffix(' to')}:"
            f" {other.mean:.2f}, the best {best.mean:.2f}."
        )


def lines(advice: Coach) -> Iterator[str]:
    """Yield the advice line by line, as the terminal and Python show it."""
    if advice.none:
        yield capital(advice.none)
        return
    if advice.threat is not None:
        yield f"Threat: {_cited(advice.threat.says)}"
    for number, step in enumerate(advice.plan, 1):
        yield f"{'Plan: ' if number == 1 else '      '}{number}. {_cited(step)}"
    best = advice.ideas[0].chance if advice.ideas else 0.0
    against = f" against {advice.against}" if advice.against else ""
    for place, idea in enumerate(advice.ideas, 1):
        how = "best" if place == 1 else points(best - idea.chance)
        yield f"{place}. {idea.label}: {percent(idea.chance)} to win{against}, {how}"
        if idea.odds:
            yield "   " + ", ".join(f"{what}: {figure}" for what, figure in idea.odds)
        yield from (f"   {fact}" for fact in idea.facts)


def _cited(reason: Reason) -> str:
    rule = reason.cites.rule
    return f"{reason.text} [{rule}]" if rule else reason.text
