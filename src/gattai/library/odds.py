"""The exact chances of an option."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeVar
from xml.sax.saxutils import escape

import msgspec

from gattai.kernel.position import Seen
from gattai.kernel.ruleset import AnyRuleset
from gattai.scene.advice import odds_card, percent, weigh
from gattai.scene.maker import SceneMaker

S = TypeVar("S", bound=msgspec.Struct)

Chance = float | Fraction
_WIDE, _BAR, _LINE = 420, 240, 20
_STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#1a1a1a}rect{fill:#0067A5}.page{fill:#fff}"
    "@media(prefers-color-scheme:dark){text{fill:#f2f2f2}rect{fill:#5CBCF2}.page{fill:#15171a}}"
)


class Odds:
    """The exact odds of an option if nobody spends anything to change them.

    >>> import gattai
    >>> match = gattai.game("attack-chart").begin(seed=7, rounds=2)
    >>> def can_attack(match):
    ...     return any(option.startswith("attack") for option in match.options())
    >>> match = match.play_out("random", until=can_attack)
    >>> odds = match.odds("attack storm-rifle [(reaver-pack 3)]")
    >>> odds
    <Odds attack storm-rifle [(reaver-pack 3)]: 5.40 HP lost by Reaver Pack expected>
    >>> f"{odds.at_least(6):.2f}", sum(odds.chances.values())
    ('0.53', Fraction(1, 1))
    """

    def __init__(
        self, rules: AnyRuleset, maker: SceneMaker, seen: Seen[S], text: str, action: object
    ) -> None:
        weighed = weigh(rules, maker, seen, action, floats=False)
        card = odds_card(rules, maker, seen, text, action, weighed)
        self.text: str = text
        """The option, in notation."""
        self.what: str = weighed.forecast.what
        """The quantity counted, such as damage."""
        self.chances: Mapping[int, Chance] = dict(weighed.chances.items())
        """The chance of each number; they add up to 1."""
        self.headline: Mapping[str, str] = dict(card.headline)
        """The main figures, in words."""
        self.reasons: tuple[str, ...] = tuple(
            f"{one.text} [{one.cites.rule}]" for one in card.reasons
        )
        """The reasons for the odds, each with its rule."""

    @property
    def mean(self) -> float:
        """The expected value of the number."""
        return float(sum(number * chance for number, chance in self.chances.items()))

    def at_least(self, number: int) -> float:
        """Return the chance of this number or more."""
        return float(sum(chance for one, chance in self.chances.items() if one >= number))

    def __repr__(self) -> str:
        return f"<Odds {self.text}: {self.mean:.2f} {self.what} expected>"

    def __str__(self) -> str:
        lines = [f"{name}: {figure}" for name, figure in self.headline.items()]
        lines += [f"{number:>4}  {percent(chance)}" for number, chance in self.chances.items()]
        return "\n".join(lines)

    def _repr_svg_(self) -> str:
        most = float(max(self.chances.values(), default=1))
        rows = [f'<text x="8" y="18">{escape(f"{self.what}: {self.mean:.2f} expected")}</text>']
        for place, (number, chance) in enumerate(self.chances.items(), 1):
            top = 8 + place * _LINE
            width = max(1.0, _BAR * float(chance) / most)
            rows.append(
                f'<text x="40" y="{top + 12}" text-anchor="end">{number}</text>'
                f'<rect x="50" y="{top}" width="{width:.1f}" height="15"/>'
                f'<text x="{56 + width:.1f}" y="{top + 12}">{escape(percent(chance))}</text>'
            )
        height = 16 + (len(self.chances) + 1) * _LINE
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDE}" height="{height}" role="img">'
            f"<title>{escape(repr(self)[1:-1])}</title><style>{_STYLE}</style>"
            f'<rect class="page" width="100%" height="100%"/>{"".join(rows)}</svg>'
        )
