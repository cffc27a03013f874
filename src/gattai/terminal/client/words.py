"""Every word that the full-screen client says by itself. What scenes say comes from the rules."""

from __future__ import annotations

from collections.abc import Sequence


def counted(count: int, one: str, more: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "place"), counted(3, "reply", "replies")
    ('1 place', '3 replies')
    """
    return f"{count} {one if count == 1 else more or one + 's'}"


def capital(text: str) -> str:
    """With a capital, the rest as it is."""
    return text[:1].upper() + text[1:]


def listed(names: Sequence[str]) -> str:
    """Names in a row.

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
NOTHING_THERE = "Nothing could be done there."
RECKONING = "reckoning ..."
WHY_NOT = "Why not"
REFUSED = "That is not possible"
POSSIBLE = "possible"
DRAWN = "A draw"
LOG_EMPTY = "Nothing has happened yet."
NO_OPTION = "No option has these words."
NOTHING_BACK = "There is nothing to take back."
TOO_SMALL = "This terminal is too small: 40 by 12 letters are the least."
LEAVE = "The game is saved at every answer. Leave it? y leaves, any other key stays."
OVER_KEYS = "q leaves, l reads the log, z takes back"

Keys = tuple[tuple[str, str], ...]
KEYS_MENU: Keys = (
    ("1-9", "choose"), ("Tab", "board"), ("/", "find"), ("Esc", "back"), ("z", "undo"),
    ("w", "why"), ("?", "help"), ("q", "leave"), ("h", "hint"), ("u", "units"), ("l", "log"),
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
    ("arrows", "on the board: from hex to hex; what stands there is told below"),
    ("Enter", "on the board: select your unit, go there, or shoot at it"),
    ("n", "on the board: the next place or target that is open to you"),
    ("Esc", "back: the target, the action, the unit"),
    ("/", "find among all options by typing a few words"),
    ("w", "why: the rules behind what is pointed at, word for word"),
    ("r", "the rule of the question"),
    ("h", "hint: what a bot would do, and what it expects; not against other people"),
    ("u", "units, cards and hands, all of them"),
    ("l", "the whole log with its rules"),
    ("z", "undo: free until a die was thrown or somebody learnt something; then by consent"),
    ("t", "light or dark"),
    ("q", "leave; every answer is saved"),
)
HELP_TITLE = "How to play here"
HELP_PLAY = (
    "Choose who acts, then what it does, then on whom. Before an attack you see what it will "
    "probably do, with the reasons for every number. Point at anything that is not lit, and the "
    "rule that forbids it is named with its page."
)
HELP_SIGNS = (
    "Brackets tell the sides apart, not colour alone: (A) and [A]. A filled token can still act, a "
    "hollow one is done. A dot is a place you can go to, a star marks whom you can aim at, strokes "
    "are terrain."
)


def turn_of(seat: str) -> str:
    """Whose turn it is."""
    return f"{capital(seat)}'s turn"


def waiting_for(seats: Sequence[str]) -> str:
    """Who is asked."""
    return f"Waiting for {listed(seats)}."


def thinking(seats: Sequence[str]) -> str:
    """A bot is at work."""
    verb = "is" if len(seats) == 1 else "are"
    return f"{capital(listed(seats))} {verb} thinking ..." if seats else "Thinking ..."


def lit(count: int) -> str:
    """Places that are marked on the board."""
    return f"{counted(count, 'place')} on the board"


def ways(count: int) -> str:
    """Options that are one menu further on."""
    return counted(count, "way")


def can_do(places: int, actions: int) -> str:
    """What a unit has to choose from."""
    said = [counted(places, "place")] if places else []
    return ", ".join([*said, *([counted(actions, "action")] if actions else [])])


def won(names: Sequence[str]) -> str:
    """How it ended: several winners, or nobody, is a draw.

    >>> won(["ann"]), won(["ann", "bob"]), won([])
    ('Ann wins', 'A draw', 'A draw')
    """
    return f"{capital(names[0])} wins" if len(names) == 1 else DRAWN


def curtain(seat: str) -> str:
    """The other player is called."""
    return f"{capital(seat)}, it is your turn"


def curtain_about(seat: str) -> str:
    """What the curtain is for."""
    return (
        "Whoever else sits here looks away now. Nothing is shown until you say so.\n\n"
        f"Enter: I am {seat}, show the table."
    )


def undo_wanted(seat: str, text: str, others: Sequence[str]) -> str:
    """Consent is wanted."""
    return (
        f"{capital(seat)} would like to take back:\n\n  {text}\n\n"
        f"{capital(listed(others))}, do you agree? y agrees, n does not."
    )
