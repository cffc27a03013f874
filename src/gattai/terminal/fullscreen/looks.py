"""The style sheet for Textual, and its two themes."""

from __future__ import annotations

from textual.theme import Theme

from gattai.terminal.client.paint import DARK, Palette

CSS = """
Screen { background: $background; color: $foreground; }
.area { position: absolute; }
#header { padding: 0 1; background: $surface; }
#keys { padding: 0 1; background: $surface; }
#question { padding: 0 1; background: $surface; }
#menu { border: none; padding: 0; background: $surface; scrollbar-size-vertical: 1; }
#menu:focus { border: none; }
#menu > .option-list--option-highlighted { background: $edge; color: $foreground; text-style: bold; }
#menu:focus > .option-list--option-highlighted { background: $primary 35%; color: $foreground; text-style: bold; }
#look, #log, #sides { border-top: solid $edge; border-title-color: $quiet; padding: 0 1; }
#look, #log { background: $surface; }
#look { scrollbar-size-vertical: 1; }
PageScreen, YesNoScreen { align: center middle; background: $background 70%; }
#page { width: 90%; max-width: 104; height: 90%; border: round $accent; background: $surface; padding: 0 1; }
#ask { width: 64; max-width: 95%; height: auto; border: round $accent; background: $surface; padding: 1 2; }
CurtainScreen { align: center middle; background: $background; }
#curtain { width: 60; max-width: 95%; height: auto; border: round $accent; padding: 1 3; }
#curtain-title { text-style: bold; color: $accent; margin-bottom: 1; }
"""


def theme_of(palette: Palette) -> Theme:
    """Return a palette as a Textual theme."""
    return Theme(
        name=palette.name,
        primary=palette.hues["blue"],
        accent=palette.mark,
        foreground=palette.ink,
        background=palette.page,
        surface=palette.panel,
        panel=palette.panel,
        dark=palette is DARK,
        variables={"border": palette.edge, "edge": palette.edge, "quiet": palette.quiet},
    )
