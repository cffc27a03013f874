"""A menu that says beside each option what it does and what is to be paid for it now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gattai.games.mechastellar.scene import MAKER
from gattai.kernel.position import happened, table_now
from gattai.scene.parts import Option
from gattai.terminal.menu import Menu


class WordedMenu(Menu):
    """By number, in a few words, or in notation."""

    def lines(self) -> Iterator[str]:
        """The few with their words and prices, the many as everywhere."""
        plain = [*super().lines()]
        texts, count = self.texts[: len(self.few)], len(self.few)
        width = min(32, max(map(len, texts), default=0))
        for line, text, option in zip(plain, texts, self._worded(self.few), strict=False):
            price = f" [{option.price}]" if option.price else ""
            says = option.label if option.label.casefold() != text else ""
            gap = " " * max(0, width - len(text))
            yield f"{line}{gap}  {says}{price}".rstrip()
        yield from plain[count:]

    def _worded(self, options: Sequence[Any]) -> tuple[Option, ...]:
        state = table_now(self.rules, self.position)
        found = tuple(MAKER.option(state, self.write(option), option) for option in options)
        if self.position.is_settled:
            return found
        answers = [answer.value for answer in self.position.answers]
        return MAKER.in_context(state, happened(self.rules, self.position), answers, found)
