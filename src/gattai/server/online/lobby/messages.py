"""What pages and the lobby say to each other."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from gattai.server.messages import MatchCard

A_DAY = 86_400
MOST_SAID = 300
"""Letters that one may say at once."""


class Player(msgspec.Struct, frozen=True):
    """Somebody as others see them."""

    id: str
    name: str
    is_bot: bool = False
    is_guest: bool = True
    rating: int | None = None
    """In the game that is spoken of; None where there is none yet."""


class SeekWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game that somebody wants to play, with whoever comes."""

    game: str
    options: dict[str, str] = {}
    reaction_seconds: int = 30
    """How long is waited for a silent person who may react; 0 is for ever."""
    turn_seconds: int = 300
    """The same for everything else; a day or more makes it a match by correspondence."""
    rated: bool = False
    least: int = 0
    """The lowest rating that one wants to meet."""
    most: int = 9_999
    quick: bool = False
    """Take whoever is nearest by rating, as soon as there is somebody."""
    seats: int = 2
    """How many play; with more than two they come one by one, and it begins with the last of them."""
    bank_seconds: int = 0
    """How long each has for all answers together, instead of so much a turn; 0 is for no such limit."""
    increment_seconds: int = 0
    """What is added to that after each answer."""
    with_seed: bool = False
    """I am going to add a seed to the dice, once I am told what they are committed to: wait some seconds for it."""


class Seek(msgspec.Struct, frozen=True):
    """A game that is offered."""

    id: str
    by: Player
    game: str
    options: dict[str, str]
    reaction_seconds: int
    turn_seconds: int
    rated: bool
    least: int
    most: int
    ago: int
    is_mine: bool = False
    quick: bool = False
    commitment: str = ""
    """SHA-256 of the secret of its dice: who takes it up adds a seed, knowing this."""
    seats: int = 2
    joined: tuple[Player, ...] = ()
    """Who has come besides whoever offers it, where more than two play."""
    is_joined: bool = False
    """Whether I am among them."""
    bank_seconds: int = 0
    increment_seconds: int = 0


class Found(msgspec.Struct, frozen=True):
    """What became of a wish: a match to go to, or a seek that waits."""

    seek: str = ""
    match: str = ""
    link: str = ""
    commitment: str = ""
    """Of a seek that waits: to what its dice are committed."""
    seed: str = ""
    """What stands for me in its dice: the seed that I have added, if it counts."""


class LiveMatch(msgspec.Struct, frozen=True):
    """A match that is played now."""

    card: MatchCard
    watchers: int
    players: tuple[Player | None, ...]
    rated: bool = False


class Seated(msgspec.Struct, frozen=True):
    """Who sits at a match: for its table."""

    players: tuple[Player | None, ...]
    """A bot of the table, or nobody yet, where there is none."""
    rated: bool = False
    away: tuple[int, ...] = ()
    """The seats from which nobody looks, at whatever node."""
    dice: str = ""
    """To what they are committed, and the seeds of the seats, as the head of the transcript tells it."""


class Said(msgspec.Struct, frozen=True):
    """Something that somebody said."""

    number: int
    room: str
    by: Player
    text: str
    ago: int = 0


class Say(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say something."""

    text: str


class Turn(msgspec.Struct, frozen=True):
    """A match of mine, and whether it waits for me."""

    card: MatchCard
    is_mine: bool
    left: int | None = None
    """Seconds that I have."""
    days: int = 0


class Present(msgspec.Struct, frozen=True):
    """How much is going on."""

    people: int
    matches: int


class Hall(msgspec.Struct, frozen=True, tag="lobby"):
    """The lobby as it is now."""

    seeks: tuple[Seek, ...]
    live: tuple[LiveMatch, ...]
    here: Present


class Turns(msgspec.Struct, frozen=True, tag="turns"):
    """My matches that are not over; those that wait for me first."""

    turns: tuple[Turn, ...]


class Talk(msgspec.Struct, frozen=True, tag="talk"):
    """What was said last, the oldest first."""

    room: str
    said: tuple[Said, ...]


class Begun(msgspec.Struct, frozen=True, tag="begun"):
    """A match of mine has begun: somebody was found, or wants a rematch."""

    match: str
    link: str
    game: str = ""
    seek: str = ""
    """The seek that it comes of: a page knows by it what it was told of the dice before."""


class Paired(msgspec.Struct, frozen=True, tag="paired"):
    """Everybody is found for a match of mine: it waits a little for my seed."""

    seek: str
    commitment: str
    game: str = ""


class YourTurn(msgspec.Struct, frozen=True, tag="turn"):
    """A match waits for me."""

    match: str
    link: str
    game: str = ""


class Heard(msgspec.Struct, frozen=True, tag="said"):
    """Somebody said something where I listen."""

    said: Said


class Hidden(msgspec.Struct, frozen=True, tag="hidden"):
    """A moderator has taken something away."""

    room: str
    number: int


class Changed(msgspec.Struct, frozen=True, tag="changed"):
    """Who looks for an opponent has changed."""


Notice: TypeAlias = Begun | Paired | YourTurn | Heard | Hidden | Changed
ToLobby: TypeAlias = Hall | Turns | Talk | Begun | Paired | YourTurn | Heard | Hidden
"""What a page in the lobby is told."""


class Game(msgspec.Struct, frozen=True):
    """A match that is over, in the archive."""

    card: MatchCard
    players: tuple[Player | None, ...]
    winners: tuple[int, ...]
    ended: float
    """Seconds since 1970."""
    rated: bool = False


class Archive(msgspec.Struct, frozen=True):
    """A page of the archive."""

    games: tuple[Game, ...]
    next: str = ""
    """Ask with this for what comes after; empty at the end."""


class Rating(msgspec.Struct, frozen=True):
    """How somebody plays a game."""

    game: str
    rating: int
    deviation: int
    games: int
    is_provisional: bool
    history: tuple[tuple[float, int], ...] = ()
    """When, and the rating from then on."""


class Profile(msgspec.Struct, frozen=True):
    """Somebody, for everybody to see."""

    player: Player
    since: float
    ratings: tuple[Rating, ...]
    games: Archive
    is_me: bool = False
    is_blocked: bool = False
