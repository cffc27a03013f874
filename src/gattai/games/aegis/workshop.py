"""Where squads are put together before a game: the cards there are, and what is wrong with a squad."""

from __future__ import annotations

from msgspec.structs import replace

from gattai.games.aegis.ruleset import Aegis
from gattai.games.aegis.scene import MAKER
from gattai.games.aegis.state import SIDES
from gattai.kernel.ruleset import AnyRuleset
from gattai.scene.parts import Builder, Starter


class SquadWorkshop:
    """Squads of five with their Combine Pools."""

    def options(self, rules: AnyRuleset) -> tuple[str, ...]:
        """Either side takes a squad."""
        return SIDES

    def builder(self, rules: AnyRuleset) -> Builder:
        """Every card as the table shows it, and the squads that are ready to be taken."""
        assert isinstance(rules, Aegis)
        first = rules.setup({option.name: option.default for option in rules.options})
        everything = tuple(rules.units.values())
        # A table whose pools hold every unit there is shows the card of every unit there is.
        shown = {
            card.id: card
            for card in MAKER.setting(replace(first, pools=(everything, ())), None).cards
        }
        return Builder(
            units=tuple(shown[card.id] for card in everything if card.level == 1),
            pool=tuple(shown[card.id] for card in everything if card.level > 1),
            starters=tuple(
                Starter(squad.id, squad.title, f"{','.join(squad.units)}+{','.join(squad.pool)}")
                for squad in rules.squads.values()
            ),
        )

    def try_out(self, rules: AnyRuleset, squad: str) -> None:
        """Set a table with this squad."""
        assert isinstance(rules, Aegis)
        if "," not in squad and "+" not in squad and squad not in rules.squads:
            squad = f"{squad}+"  # a squad of one is a list, though no comma stands in it
        usual = {option.name: option.default for option in rules.options}
        rules.setup({**usual, SIDES[0]: squad})


WORKSHOP = SquadWorkshop()
