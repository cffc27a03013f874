"""The text of panels and pages: the question, the selection, the log, rules, help."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from gattai.kernel.rulebook import UnknownRule
from gattai.scene.citing import readings_of
from gattai.scene.parts import ListedOption, OptionOdds, Reason, Scene, WhyNot
from gattai.terminal.client import words
from gattai.terminal.client.luck import sums
from gattai.terminal.client.match import Client
from gattai.terminal.client.paint import Palette
from gattai.terminal.client.panels import Panels, styled
from gattai.terminal.client.plan import ChoicePlan, MenuEntry

DIGITS = "1234567890"
_WRAPPING = Console(width=400)


def lines_of(text: Text, width: int) -> int:
    """Return the number of rows of a text at this width."""
    return len(text.wrap(_WRAPPING, max(8, width)))


class Pages:
    """Texts about one client's state and one plan."""

    def __init__(self, client: Client, panels: Panels, plan: ChoicePlan) -> None:
        self.client = client
        self.panels = panels
        self.plan = plan

    @property
    def _palette(self) -> Palette:
        return self.panels.palette

    # Question

    def state(self) -> str:
        """Return whose turn it is, in a few words."""
        scene = self.client.scene
        if scene is None:
            return ""
        if scene.ending is not None:
            return words.won([scene.seats[seat] for seat in scene.ending.winners])
        asked = [scene.seats[seat] for seat in scene.ask.seats] if scene.ask else []
        if scene.ask is not None and scene.ask.is_mine and scene.seat is not None:
            shared = len(self.client.page.hands) > 1
            return words.turn_of(scene.seats[scene.seat]) if shared else words.YOUR_TURN
        if self.client.thinking:
            return words.thinking(asked)
        return words.waiting_for(asked) if asked else ""

    def question(self, *, found_none: bool) -> Text:
        """Return the question in plain words with its rule, or the result."""
        palette, scene, plan = self._palette, self.client.scene, self.plan
        if scene is None:
            return styled("")
        if scene.ending is not None:
            return self._ending(scene)
        ask = scene.ask
        if ask is None or not ask.is_mine:
            text = styled(self.state() or words.WATCHING, f"bold {palette.ink}")
            given = f"\nYou answered: {ask.given}" if ask and ask.given else ""
            return text.append(given, palette.quiet)
        text = Text()
        actor = plan.piece(plan.actor)
        if actor is not None:
            text.append_text(self.panels.token(scene, actor))
            text.append(f" {actor.name}  ", f"bold {palette.ink}")
        text.append(f"{ask.what} ", f"bold {palette.ink}").append_text(self.panels.cited(ask.cites))
        return text.append_text(self._next_choice(found_none=found_none))

    def _next_choice(self, *, found_none: bool) -> Text:
        """Return what was typed or chosen so far, else what to choose next."""
        palette, plan = self._palette, self.plan
        text = Text()
        if plan.sought is not None:
            text.append(f"\n/{plan.sought}", f"bold {palette.mark}").append("▏", palette.mark)
            text.append(f" {words.NO_OPTION}" if found_none else "", palette.quiet)
        elif plan.here:
            text.append(f"\n{words.WHICH}", palette.quiet)
        elif plan.kind is not None or plan.picked:
            text.append(f"\n{words.capital(plan.kind or '')}", palette.mark)
            text.append(f" {', '.join(map(plan.name, plan.picked))}", palette.ink)
        elif plan.actor is None and len(plan.actors) > 1:
            text.append(f"\n{words.WHO_ACTS}", palette.quiet)
        return text

    def _ending(self, scene: Scene) -> Text:
        assert scene.ending is not None
        names = [scene.seats[seat] for seat in scene.ending.winners]
        text = styled(f"{words.won(names)}: ", f"bold {self._palette.mark}")
        text.append(f"{scene.ending.reason} ", self._palette.ink)
        text.append_text(self.panels.cited(scene.ending.cites))
        return text.append(f"\n{words.OVER_KEYS}", self._palette.quiet)

    def menu_line(self, number: int | None, entry: MenuEntry, width: int) -> Text:
        """Return one line of the menu: key, unit, text, price."""
        palette = self._palette
        if entry.is_head:
            wide = max(4, width - len(entry.note) - 3)
            head = styled(f"  {entry.label:<{wide}} ", f"bold {palette.ink}")
            return head.append(entry.note, f"bold {palette.mark}")
        key = DIGITS[number] if number is not None and number < len(DIGITS) else " "
        line = styled(f" {key} ", f"bold {palette.mark}")
        piece = self.plan.piece(entry.actor or (entry.option.target if entry.option else None))
        if piece is not None and self.client.scene is not None:
            line.append_text(self.panels.token(self.client.scene, piece)).append(" ")
        room = max(4, width - line.cell_len)
        note = entry.note
        if entry.option is None and len(entry.label) + 1 + len(note) > room:
            note = note[: max(0, room - len(entry.label) - 2)]
            note += "…" if note else ""
        wide = max(4, room - len(note) - 1)
        label = entry.label if len(entry.label) <= wide else f"{entry.label[: wide - 1]}…"
        line.append(f"{label:<{wide}} ", palette.ink)
        return line.append(note, palette.mark if entry.option else palette.quiet)

    def keys(self, *, on_board: bool) -> Text:
        """Return the keys that work now."""
        keys = words.KEYS_BOARD if on_board else words.KEYS_MENU
        if self.plan.sought is not None:
            keys = words.KEYS_FIND
        text = Text(no_wrap=True, overflow="ellipsis")
        for key, does in keys:
            text.append(key, f"bold {self._palette.mark}").append(f" {does}  ", self._palette.quiet)
        return text

    # Selection

    def looked(self, current: ListedOption | None, width: int, *, on_board: bool) -> list[Text]:
        """Return dice, a refusal, the selected option with its odds, or reasons why not."""
        scene, plan = self.client.scene, self.plan
        if scene is None:
            return []
        lines: list[Text] = []
        if self.client.refused:
            lines.append(styled(words.REFUSED, f"bold {self._palette.warn}"))
            lines += self.panels.reasons(self.client.refused, self._palette.warn)
        if scene.throw is not None:
            lines += self.panels.thrown(scene, scene.throw)
        if on_board and plan.cursor is not None:
            lines += self.panels.place(scene, plan.cursor, plan.piece_at(plan.cursor))
        if current is not None:
            lines += self._option(current, width)
        elif on_board:
            lines += self._why_not()
        elif (actor := plan.piece(plan.actor)) is not None:
            card = next((card for card in scene.cards if card.id == actor.card), None)
            lines += [*self.panels.piece(scene, actor), *(self.panels.card(card) if card else ())]
        return lines

    def _option(self, option: ListedOption, width: int) -> list[Text]:
        lines = [self.panels.option(option)]
        for id in dict.fromkeys((option.card, *option.picks)):
            face = self.plan.face(id)
            if face is not None:
                lines += [self.panels.title(face), *self.panels.card(face)]
        if option.has_odds:
            found = self.client.odds.get(option.text)
            if isinstance(found, OptionOdds):
                lines += self.panels.odds(found, width)
            elif found is None:
                lines.append(styled(words.RECKONING, self._palette.quiet))
            else:
                lines += self.panels.reasons(found)
        return lines

    def _key(self) -> tuple[str, str | None, str | None] | None:
        """Return the question about the place under the cursor; None if there is none."""
        plan = self.plan
        piece = plan.piece_at(plan.cursor)
        actor = plan.actor
        if actor is None or plan.cursor is None or plan.selects(plan.cursor):
            return None
        if piece is not None and piece.id == actor:
            return None
        return (actor, None, piece.id) if piece else (actor, plan.cursor, None)

    def _why_not(self) -> list[Text]:
        key = self._key()
        if key is None:
            return []
        self.client.wonder_why_not(*key)
        reasons = self.client.about.get(key)
        if reasons is None:
            return [styled(words.RECKONING, self._palette.quiet)]
        if not reasons:
            return [styled(words.NOTHING_THERE, self._palette.quiet)]
        lines = self.panels.why_not(self._likely_first(reasons))
        return [styled(words.WHY_NOT, f"bold {self._palette.warn}"), *lines]

    def _likely_first(self, reasons: Iterable[WhyNot]) -> list[WhyNot]:
        """Put actions that the piece can do elsewhere first, as the player probably meant them."""
        usual = {option.text.partition(" ")[0] for option in self.plan.allowed}
        return sorted(
            reasons, key=lambda why: (why.text.partition(" ")[0] not in usual, len(why.reasons))
        )

    def wondered(self, current: ListedOption | None, *, on_board: bool) -> list[Reason]:
        """Return the reasons behind the selection, with full text."""
        found: list[Reason] = [*self.client.refused]
        if current is not None:
            odds = self.client.odds.get(current.text)
            found += odds.reasons if isinstance(odds, OptionOdds) else (odds or ())
        elif on_board and (key := self._key()) is not None:
            for one in self._likely_first(self.client.about.get(key, ())):
                found += one.reasons
        scene = self.client.scene
        if not found and scene is not None and scene.ask is not None:
            found.append(Reason(scene.ask.what, scene.ask.cites))
        elif not found and scene is not None and scene.ending is not None:
            found.append(Reason(scene.ending.reason, scene.ending.cites))
        return list(dict.fromkeys(found))

    # Pages

    def rules(self, reasons: Iterable[Reason]) -> Text:
        """Return reasons with the full text of the rules they cite."""
        rules, palette = self.client.record.rules, self._palette
        text = Text()
        for reason in reasons:
            text.append(
                f"{words.capital(reason.text)}\n" if reason.text else "", f"bold {palette.ink}"
            )
            ruled = "".join(f"{line}\n" for line in readings_of(rules, reason.cites.rule))
            try:
                rule = rules.rulebook.find(reason.cites.rule)
            except UnknownRule:
                text.append(f"{ruled}\n", palette.ink)
                continue
            text.append(f"{rule.title}  ", f"bold {palette.mark}")
            text.append(f"[{rule.id}, {rule.page}]\n", palette.quiet)
            text.append(f"{rule.text}\n{ruled}\n", palette.ink)
        return text

    def log(self) -> Text:
        """Return the whole log with luck."""
        scene, luck = self.client.scene, self.client.luck
        lines = [self.panels.log_line(scene, line, luck) for line in self.client.log]
        if scene is not None:
            lines += [styled(total, self._palette.quiet) for total in sums(luck, scene.seats)]
        return Text("\n").join(lines or [styled(words.LOG_EMPTY, self._palette.quiet)])

    def recent(self, width: int, height: int) -> Text:
        """Return the end of the log as far as it fits, latest last."""
        lines: list[Text] = []
        used = 0
        for line in reversed(self.client.log):
            text = self.panels.log_line(self.client.scene, line, self.client.luck)
            used += lines_of(text, width)
            if used > height and lines:
                break
            lines.append(text)
        if not lines:
            return styled(words.LOG_EMPTY, self._palette.quiet)
        return Text("\n").join(reversed(lines))

    def help(self) -> Text:
        """Return the help page with all keys."""
        palette = self._palette
        text = styled(f"{words.HELP_PLAY}\n\n{words.HELP_SIGNS}\n\n", palette.ink)
        for key, does in words.HELP:
            text.append(f"{key:>11}  ", f"bold {palette.mark}").append(f"{does}\n", palette.ink)
        return text
