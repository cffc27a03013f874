"""The overview by example. Only the descriptions of games are imported, so that it prints at once."""

from __future__ import annotations

from gattai import games

COMMANDS = {
    "games": "list the games",
    "rules": "the rules of a game: all, one by its id, or a search",
    "odds": "exact odds of the actions at a table",
    "play": "play in the browser, in the terminal, or let bots play",
    "replay": "show a saved game, and check it",
    "verify": "check a saved game: answers, result, and every die where possible",
    "review": "review a game: what decided it, which choices cost most",
    "analyse": "show a game with its variations and the chances after each step",
    "show": "draw a position, as text or as a picture",
    "packs": "check packs of your own units",
    "list": "check a squad, an army, a team or a deck",
    "puzzles": "play positions with one clearly best action, look for more",
    "page": "build a table that runs in the browser, as static files",
    "host": "run a public site",
    "lab": "measure what a change of rules does over thousands of games",
    "new": "start a game, a bot or a pack of your own",
    "completion": "shell completion",
    "bots": "list bots, and play matches between them",
}

EXAMPLES = (
    ("gattai games", "list the games"),
    ("gattai rules attack-chart SEQ.4-AP", "one rule, its page, and how certain its text is"),
    ("gattai rules aegis line of sight", "all rules containing these words"),
    ('gattai odds aegis "red ark-150 at 0,1; blue gel-100 at 1,1"', "exact odds of all actions"),
    ("gattai attack-chart chart", "the whole chart of numbers to roll"),
    ("gattai play aegis", "play against a bot in the browser, or here with --terminal"),
    ("gattai play aegis --seats random,random --seed 7 --save t.txt", "watch two bots"),
    ("gattai verify t.txt", "check every answer and every die"),
)


def commands() -> dict[str, str]:
    """Return all commands; at the end, those of single games, `gattai aegis ...`."""
    own = {name: games.get(name).commands for name in games.names()}
    return {**COMMANDS, **{name: text for name, text in own.items() if text}}


def text() -> str:
    """Return the text of the overview."""
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
        "gattai COMMAND --help explains a command; most commands take --json. gattai --version",
        "shows the version. Exit codes: 0 yes, 1 no, 2 invalid arguments or unreadable input.",
        "",
    ]
    return "\n".join(lines)


def own_version() -> str:
    """Return the version of gattai."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"gattai {version('gattai')}"
    except PackageNotFoundError:
        return "gattai, not installed"
