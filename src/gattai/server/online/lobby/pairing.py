"""Begins matches for players who have found each other. It does not matter which node does, or whether two do it at once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from gattai.kernel.running.committed import Committed
from gattai.server.messages import NewMatch
from gattai.server.online.lobby.messages import A_DAY, Begun, Changed, NotBegun, Notice, Paired
from gattai.server.online.lobby.notices import EVERYBODY, to_person
from gattai.server.online.lobby.seeks import Seeks, Sought
from gattai.server.online.play.telling import link_to
from gattai.server.table.opening import GUEST


class Beginner(Protocol):
    """Begins matches for paired players."""

    async def begin(
        self,
        wanted: NewMatch,
        maker: str,
        *,
        sits: dict[int, str] | None = None,
        name: str = "",
        rated: bool = False,
        days: int = 0,
        dice: Committed | None = None,
    ) -> str:
        """Create a match of this name; a second call changes nothing."""
        ...


class Teller(Protocol):
    """Publishes notices to listening pages."""

    async def put(self, *notices: tuple[str, Notice]) -> None:
        """Publish notices to listening pages."""
        ...


class Pairer:
    """Pairs waiting players and begins their matches."""

    def __init__(
        self,
        seeks: Seeks,
        play: Beginner,
        teller: Teller,
        broke_off: Callable[[str], Awaitable[None]],
    ) -> None:
        """`broke_off` is called with a person whose seed was not revealed, so that a match did not begin."""
        self._broke_off = broke_off
        self._seeks = seeks
        self._play = play
        self._teller = teller

    async def look(self) -> None:
        """Pair everyone possible, and begin or give up matches whose seeds are overdue or whose node has died."""
        for late in await self._seeks.unbegun():
            sought = await self._seeks.settle(late)
            if sought is not None and not await self._give_up(sought):
                await self.begin(sought)
        for id, game in (await self._seeks.matched()).items():
            await self.pair(id, game)

    async def pair(self, id: str, game: str) -> Sought | None:
        """Find an opponent for a seek and begin the match unless a seed is awaited; None if there is nobody now."""
        sought = await self._seeks.pair(id, game)
        if sought is not None:
            await self.begin(sought)
        return sought

    async def _give_up(self, sought: Sought) -> bool:
        """Give up a match whose seeds were not all revealed in time: otherwise who comes last could choose whether theirs counts."""
        gone = await self._seeks.give_up(sought.id) if sought.unrevealed else None
        if gone is None:
            return False
        late = gone.unrevealed
        notices = [(to_person(who), NotBegun(gone.id, who in late)) for who in gone.persons]
        await self._teller.put(*notices, (EVERYBODY, Changed()))
        for person in late:
            await self._broke_off(person)
        return True

    async def begin(self, sought: Sought) -> bool:
        """Begin the match of players who have found each other, and notify them.

        Returns False while seeds are awaited: their players are sent the commitment, and then what all have committed to.
        """
        assert sought.match is not None
        if sought.awaited:
            asked = Paired(
                sought.id, sought.commitment, sought.game, sought.digests, sought.is_slow
            )
            await self._teller.put(
                *((to_person(who), asked) for who in sought.awaited), (EVERYBODY, Changed())
            )
            return False
        persons = sought.persons
        wanted = NewMatch(
            sought.game,
            tuple(GUEST for _ in persons),
            sought.options,
            reaction_seconds=sought.reaction,
            turn_seconds=sought.turn,
            bank_seconds=sought.bank,
            increment_seconds=sought.increment,
        )
        await self._play.begin(
            wanted,
            sought.person,
            sits=dict(enumerate(persons)),
            name=sought.match,
            rated=sought.rated,
            days=sought.turn // A_DAY,
            dice=sought.dice,
        )
        await self._seeks.begun(sought)
        messages = [
            (
                to_person(who),
                Begun(sought.match, link_to(sought.match, seat), sought.game, sought.id),
            )
            for seat, who in enumerate(persons)
        ]
        await self._teller.put(*messages, (EVERYBODY, Changed()))
        return True
