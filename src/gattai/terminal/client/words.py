"""The full-screen client's own texts. All other texts come from the scenes."""

from __future__ import annotations

from collections.abc import Sequence


def counted(count: int, one: str, more: str = "") -> str:
    """Return a number with its noun.

    >>> counted(1, "place"), counted(3, "reply", "replies")
    ('1 place', '3 replies')
    """
    return f"{count} {one if count == 1 else more or one + 's'}"


def capital(text: str) -> str:
    """Return the text with a capital letter."""
    return text[:1].upper() + text[1:]


def listed(names: Sequence[str]) -> str:
    """Return names as a list.

    >>> listed(["ann"]), listed(["ann", "bob", "cat"])
    ('ann', 'ann, bob and cat')
    """
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


YOUR_TURN = "Your turn"
WATCHING = "You are watching."
WHO_ACTS = "Choose who acts."
WHICH = "Which of these?"
PICK = "Pick one after the other."
NOTHING_POINTED = "Point at something: Tab goes to the board, arrows move."
NOTHING_THERE = "Nothing can be done there."
RECKONING = "computing ..."
WHY_NOT = "Why not"
REFUSED = "That is not possible"
POSSIBLE = "possible"
DRAWN = "A draw"
LOG_EMPTY = "Nothing has happened yet."
NO_OPTION = "No option contains these words."
NOTHING_BACK = "There is nothing to take back."
TOO_SMALL = "This terminal is too small: at least 40 by 12 characters are needed."
LEAVE = "Leave the game? It is saved after every answer. y leaves, any other key stays."
OVER_KEYS = "q leaves, l reads the log, z takes back"

Keys = tuple[tuple[str, str], ...]
KEYS_MENU: Keys = (
    ("1-9", "choose"), ("Tab", "board"), ("/", "find"), ("Esc", "back"), ("z", "undo"),
    ("w", "why"), ("?", "help"), ("q", "leave"), ("h", "coach"), ("u", "units"), ("l", "log"),
    ("t", "light"),
)  # fmt: skip
KEYS_BOARD: Keys = (
    ("arrows", "move"), ("Enter", "choose"), ("n", "next"), ("Tab", "list"), ("Esc", "back"),
    ("w", "why"), ("?", "help"), ("z", "undo"), ("q", "leave"), ("u", "units"), ("l", "log"),
)  # fmt: skip
KEYS_FIND: Keys = (("type", "words to find"), ("Enter", "choose"), ("Esc", "all again"))

HELP: tuple[tuple[str, str], ...] = (
    ("1 ... 9, 0", "choose from the list; so do up, down and Enter"),
    ("Tab", "to the board and back to the list"),
    ("arrows", "on the board: move from hex to hex; the description is below"),
    ("Enter", "on the board: select your unit, move there, or attack it"),
    ("n", "on the board: jump to the next possible place or target"),
    ("Esc", "go back: from target to action to unit"),
    ("/", "find among all options by typing a few words"),
    ("w", "why: the full text of the rules behind the selection"),
    ("r", "the rule of the question"),
    ("h", "coach: threat, plan and the best three answers; not against other people"),
    ("u", "units, cards and hands, all of them"),
    ("l", "the whole log with its rules"),
    ("z", "undo: free until a die was rolled or someone learned something, then by consent"),
    ("t", "light or dark"),
    ("q", "leave; every answer is saved"),
)
HELP_TITLE = "How to play here"
HELP_PLAY = (
    "Choose who acts, then what it does, then on whom. Before an attack you see what it will "
    "probably do, with the reasons for every number. Point at anything that is not lit to see the "
    "rule that forbids it, with its page."
)
HELP_SIGNS = (
    "Brackets tell the sides apart, not colour alone: (A) and [A]. A filled token can still act, a "
    "hollow one is done. A dot is a place you can go to, a star marks a possible target, strokes "
    "are terrain."
)


def turn_of(seat: str) -> str:
    """Return whose turn it is."""
    return f"{capital(seat)}'s turn"


def waiting_for(seats: Sequence[str]) -> str:
    """Return which players are asked."""
    return f"Waiting for {listed(seats)}."


def thinking(seats: Sequence[str]) -> str:
    """Return that a bot is thinking."""
    verb = "is" if len(seats) == 1 else "are"
    return f"{capital(listed(seats))} {verb} thinking ..." if seats else "Thinking ..."


def lit(count: int) -> str:
    """Return the number of marked places on the board."""
    return f"{counted(count, 'place')} on the board"


def ways(count: int) -> str:
    """Return the number of options in the next menu."""
    return counted(count, "way")


def can_do(places: int, actions: int) -> str:
    """Return how many choices a unit has."""
    parts = [counted(places, "place")] if places else []
    return ", ".join([*parts, *([counted(actions, "action")] if actions else [])])


def won(names: Sequence[str]) -> str:
    """Return the result: several winners, or none, is a draw.

    >>> won(["ann"]), won(["ann", "bob"]), won([])
    ('Ann wins', 'A draw', 'A draw')
    """
    return f"{capital(names[0])} wins" if len(names) == 1 else DRAWN


def curtain(seat: str) -> str:
    """Return the title of the curtain."""
    return f"{capital(seat)}, it is your turn"


def curtain_about(seat: str) -> str:
    """Return the text of the curtain."""
    return (
        "Other players, please look away. Nothing is shown until you confirm.\n\n"
        f"Enter: I am {seat}, show the game."
    )


def undo_wanted(seat: str, text: str, others: Sequence[str]) -> str:
    """Return the question to those who must agree to an undo."""
    return (
        f"{capital(seat)} would like to take back:\n\n  {text}\n\n"
        f"{capital(listed(others))}, do you agree? y agrees, n does not."
    )
