"""What can be done, by example. Of games only their faces are imported, so that it is there at once."""

from __future__ import annotations

from gattai import games

COMMANDS = {
    "games": "the games there are",
    "rules": "the rules of a game: all, one by its id, or those with certain words",
    "odds": "exact odds of an attack, or a table of them",
    "play": "play in the browser, in the terminal, or let bots play",
    "replay": "read a saved game again, and check it",
    "verify": "check a saved game: answers, end, and every die where that can be",
    "review": "look back on a game: what decided it, which choices cost most",
    "show": "draw a position, as text or as a picture",
    "packs": "check packs of your own units",
    "host": "run a site on which strangers play",
    "lab": "ask what a change of rules does: thousands of games, with stated certainty",
    "new": "begin a game, a bot or a pack of your own",
    "completion": "let your shell complete what you type",
    "bots": "the bots there are, and matches between them",
}

EXAMPLES = (
    ("gattai games", "which games there are"),
    ("gattai rules attack-chart SEQ.4-AP", "one rule, its page, how certain its text is"),
    ("gattai rules aegis line of sight", "all rules with these words"),
    ('gattai odds aegis "ARK-150: Breaker Sword -> GEL-100"', "one Action, exactly, and why"),
    ("gattai odds attack-chart --chart", "the whole chart of needed numbers"),
    ("gattai play aegis", "fight against a bot in the browser; --terminal here"),
    ("gattai play aegis --seats random,random --seed 7 --save t.txt", "watch two bots"),
    ("gattai verify t.txt", "check that every answer keeps the rules, and every die"),
)


def commands() -> dict[str, str]:
    """All commands; last those of games that have some of their own, `gattai aegis ...`."""
    own = {name: games.get(name).commands for name in games.names()}
    return {**COMMANDS, **{name: told for name, told in own.items() if told}}


def text() -> str:
    """The whole page."""
    listed = commands()
    width = max(len(name) for name in listed)
    lines = [
        "gattai: tabletop robot battles, with the rules enforced and explained. Unofficial.",
        "",
        "For example:",
        "",
    ]
    for example, what in EXAMPLES:
        lines += [f"  {example}", f"      {what}"]
    lines += ["", "Commands:", ""]
    lines += [f"  {name:{width}}  {what}" for name, what in listed.items()]
    lines += [
        "",
        "gattai COMMAND --help tells what a command takes; most take --json. gattai --version",
        "tells which gattai this is. Exit codes: 0 yes, 1 no, 2 not understood or not readable.",
        "",
    ]
    return "\n".join(lines)


def own_version() -> str:
    """Which gattai this is."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"gattai {version('gattai')}"
    except PackageNotFoundError:
        return "gattai, not installed"
