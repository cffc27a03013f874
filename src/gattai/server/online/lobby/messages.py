"""Messages between pages and the lobby."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from gattai.server.messages import MatchCard

A_DAY = 86_400
MAX_SAID = 300
"""Maximum number of characters in one chat message."""


class ListedPlayer(msgspec.Struct, frozen=True):
    """A player as others see them."""

    id: str
    name: str
    is_bot: bool = False
    is_guest: bool = True
    rating: int | None = None
    """The rating in the game concerned; None without one."""


class SeekWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game that the player wants to play with anyone."""

    game: str
    options: dict[str, str] = {}
    reaction_seconds: int = 30
    """Seconds a person has to react; 0 is unlimited."""
    turn_seconds: int = 300
    """Seconds for every other answer; a day or more makes it a correspondence match."""
    rated: bool = False
    least: int = 0
    """The lowest rating of an opponent."""
    most: int = 9_999
    quick: bool = False
    """Pair me with the player nearest in rating as soon as there is one."""
    seats: int = 2
    """The number of players; with more than two, the match begins when the last one joins."""
    bank_seconds: int = 0
    """Seconds each player has for the whole match instead of per turn; 0 is unlimited."""
    increment_seconds: int = 0
    """Seconds added after each answer."""
    with_seed: bool = False
    """I will commit to a seed for the dice once I know their commitment: wait some seconds for it."""


class Seek(msgspec.Struct, frozen=True):
    """An offered game in the lobby."""

    id: str
    by: ListedPlayer
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
    """SHA-256 of the secret of its dice: the player who accepts knows it before adding a seed."""
    seats: int = 2
    joined: tuple[ListedPlayer, ...] = ()
    """Who has joined besides the owner, in a game for more than two."""
    is_joined: bool = False
    """Whether I have joined."""
    bank_seconds: int = 0
    increment_seconds: int = 0


class SeekResult(msgspec.Struct, frozen=True):
    """The result of a request: a match to open, or a seek that is waiting."""

    seek: str = ""
    match: str = ""
    link: str = ""
    commitment: str = ""
    """For a waiting seek: the commitment of its dice."""
    seed: str = ""
    """The seed that I have added to its dice, if it counts."""
    digests: tuple[str, ...] = ()
    """The SHA-256 of each seat's seed, `-` for none, once nobody can commit any more: reveal your seed now."""


class LiveMatch(msgspec.Struct, frozen=True):
    """A match that is being played."""

    card: MatchCard
    watchers: int
    players: tuple[ListedPlayer | None, ...]
    rated: bool = False


class Seated(msgspec.Struct, frozen=True):
    """The players of a match, for its page."""

    players: tuple[ListedPlayer | None, ...]
    """The players; None for a bot of the server or an empty seat."""
    rated: bool = False
    away: tuple[int, ...] = ()
    """The seats without an open page on any node."""
    dice: str = ""
    """The commitment and the seeds of the seats, as in the head of the transcript."""


class ChatMessage(msgspec.Struct, frozen=True):
    """A chat message in a room."""

    number: int
    room: str
    by: ListedPlayer
    text: str
    ago: int = 0


class Say(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chat message to post."""

    text: str


class MyMatch(msgspec.Struct, frozen=True):
    """One of my matches, and whether it waits for me."""

    card: MatchCard
    is_mine: bool
    left: int | None = None
    """Seconds that I have left."""
    days: int = 0


class Present(msgspec.Struct, frozen=True):
    """How much is going on."""

    people: int
    matches: int


class Hall(msgspec.Struct, frozen=True, tag="lobby"):
    """The current state of the lobby."""

    seeks: tuple[Seek, ...]
    live: tuple[LiveMatch, ...]
    here: Present


class Turns(msgspec.Struct, frozen=True, tag="turns"):
    """My matches in progress; those that wait for me first."""

    turns: tuple[MyMatch, ...]


class Talk(msgspec.Struct, frozen=True, tag="talk"):
    """Recent chat messages, oldest first."""

    room: str
    messages: tuple[ChatMessage, ...]


class Begun(msgspec.Struct, frozen=True, tag="begun"):
    """A match of mine has begun: an opponent was found, or a rematch was created."""

    match: str
    link: str
    game: str = ""
    seek: str = ""
    """The seek it came from: the page compares its dice with the commitment it received before."""


class Paired(msgspec.Struct, frozen=True, tag="paired"):
    """All players of a match of mine are found: it waits a short time for me to commit to a seed, or to reveal it."""

    seek: str
    commitment: str
    game: str = ""
    digests: tuple[str, ...] = ()
    """As in the result of a request: if there are any, my seed is to be revealed."""
    is_slow: bool = False
    """Whether it is for correspondence: then the seed itself is sent at once."""


class NotBegun(msgspec.Struct, frozen=True, tag="not-begun"):
    """A match of mine does not begin, because a player did not reveal the seed that they had committed to."""

    seek: str
    mine: bool = False
    """Whether it was my seed."""


class YourTurn(msgspec.Struct, frozen=True, tag="turn"):
    """A match waits for me."""

    match: str
    link: str
    game: str = ""


class Heard(msgspec.Struct, frozen=True, tag="chat"):
    """A new chat message in a room that I listen to."""

    message: ChatMessage


class HiddenByModerator(msgspec.Struct, frozen=True, tag="hidden"):
    """A moderator has removed a message."""

    room: str
    number: int


class Changed(msgspec.Struct, frozen=True, tag="changed"):
    """The list of seeks has changed."""


Notice: TypeAlias = Begun | Paired | NotBegun | YourTurn | Heard | HiddenByModerator | Changed
ToLobby: TypeAlias = (
    Hall | Turns | Talk | Begun | Paired | NotBegun | YourTurn | Heard | HiddenByModerator
)
"""Messages from the lobby to a page."""


class ArchivedGame(msgspec.Struct, frozen=True):
    """A completed match in the archive."""

    card: MatchCard
    players: tuple[ListedPlayer | None, ...]
    winners: tuple[int, ...]
    ended: float
    """When it ended, in seconds since 1970."""
    rated: bool = False


class Archive(msgspec.Struct, frozen=True):
    """A page of the archive."""

    games: tuple[ArchivedGame, ...]
    next: str = ""
    """Pass this to get the next page; empty at the end."""


class GameRating(msgspec.Struct, frozen=True):
    """A player's rating in a game."""

    game: str
    rating: int
    deviation: int
    games: int
    is_provisional: bool
    history: tuple[tuple[float, int], ...] = ()
    """Pairs of time and the rating from then on."""


class Profile(msgspec.Struct, frozen=True):
    """A player's public profile."""

    player: ListedPlayer
    since: float
    ratings: tuple[GameRating, ...]
    games: Archive
    is_me: bool = False
    is_blocked: bool = False
