"""Seeks and pairing. Whoever pairs, and however many do at once, nobody is paired twice."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable

import msgspec

from gattai.kernel.running.committed import (
    NO_SEED,
    SECRET_BYTES,
    Commitment,
    Committed,
    check_digest,
    check_seed,
    digest_of_seed,
)
from gattai.server.online.limits import TooOften
from gattai.server.online.lobby.messages import A_DAY, SeekWanted
from gattai.server.online.play.sitting import new_name
from gattai.server.online.store.pool import Database, SqlRow

ALIVE = 15
"""Seconds without a sign of life after which a seek is no longer offered."""
DAYS = 14
"""Days a seek for a correspondence match lasts."""
NEAR, WIDER = 150, 15
"""Quick pairing: the maximum difference in rating, and its growth per second of waiting."""
MAX_SLOW = 10
"""Maximum number of correspondence seeks per person."""
MAX_SLOW_GUEST = 3
"""The same for a guest; lower, because anyone can create many guests."""
SEEDING = 3
"""Seconds a match waits for its players to commit to their seeds."""
REVEALING = 7
"""Seconds it then waits for the seeds that were committed to; without them it does not begin."""
SEALED = "#"
"""Stands before the SHA-256 of a seed that was committed to and not revealed yet."""
SEED_FIRST = (
    "commit to the seed first: send its SHA-256 as `digest`, and the seed when all players have committed; "
    "a page of an earlier version has to be loaded again"
)
NO_DIGEST = (
    "by correspondence the seed is sent itself, because whoever offers is not there to reveal it"
)
NOBODY = (9_999, 0)
"""Ratings that nobody has. They hide an offer for more than two from nodes of a version that only knows two seats."""

STAYS = f"""
(seek.match IS NOT NULL OR seek.turn >= {A_DAY}
 OR gathered.seen > clock_timestamp() - interval '{ALIVE} seconds')
"""
FIELDS = f"""
seek.id, seek.person, seek.game, seek.options, seek.reaction, seek.turn, seek.rated, seek.quick,
seek.rating, seek.least, seek.most, extract(epoch FROM clock_timestamp() - seek.made)::float8,
seek.match, seek.seat, seek.other, seek.secret, seek.seed, seek.own, seek.seats, seek.bank, seek.increment,
ARRAY(SELECT person FROM gathered WHERE gathered.seek = seek.id AND {STAYS} ORDER BY came, person),
ARRAY(SELECT seed FROM gathered WHERE gathered.seek = seek.id AND {STAYS} ORDER BY came, person)
"""
THERE = f"""
seek.match IS NULL AND CASE WHEN seek.turn < {A_DAY}
     THEN seek.seen > clock_timestamp() - interval '{ALIVE} seconds'
     ELSE seek.made > clock_timestamp() - interval '{DAYS} days' END
"""
FITS = f"""
seek.game = me.game AND seek.person <> me.person
   AND seek.bank = me.bank AND seek.increment = me.increment
   AND seek.options = me.options AND seek.reaction = me.reaction AND seek.turn = me.turn
   AND seek.rated = me.rated AND (seek.quick OR me.quick)
   AND seek.rating BETWEEN me.least AND me.most AND me.rating BETWEEN seek.least AND seek.most
   AND abs(seek.rating - me.rating) <= {NEAR} + {WIDER} * extract(
               epoch FROM clock_timestamp() - least(seek.made, me.made))
   AND NOT EXISTS (SELECT 1 FROM block WHERE (block.person, block.other)
                       IN ((seek.person, me.person), (me.person, seek.person)))
"""
"""Whether `seek` is an opponent for `me`."""

PUT = f"""
INSERT INTO seek (id, person, game, options, reaction, turn, rated, quick, rating, least, most, secret,
                  own, seats, bank, increment, address)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
ON CONFLICT (person) WHERE turn < {A_DAY} AND match IS NULL DO UPDATE
   SET id = excluded.id, game = excluded.game, options = excluded.options, made = excluded.made,
       reaction = excluded.reaction, turn = excluded.turn, rated = excluded.rated, seen = excluded.seen,
       quick = excluded.quick, rating = excluded.rating, least = excluded.least, most = excluded.most,
       secret = excluded.secret, own = excluded.own, seats = excluded.seats, bank = excluded.bank,
       increment = excluded.increment, address = excluded.address
RETURNING {FIELDS}
"""
COUNT = f"SELECT count(*) FROM seek WHERE person = $1 AND turn >= {A_DAY} AND match IS NULL"

# A player adds a seed after seeing the commitment, and the secret belongs to one of the
# two: the other's seed, if announced, is waited for.
# One statement. A row that another node is pairing is locked and skipped; if that pairing fails,
# the next look finds it. Once both rows are locked here, nobody else can have either.
PAIR = f"""
WITH me AS MATERIALIZED (
    SELECT * FROM seek WHERE id = $1 AND {THERE} FOR UPDATE SKIP LOCKED
), other AS MATERIALIZED (
    SELECT seek.id, seek.person, seek.own FROM seek, me
     WHERE {FITS} AND {THERE} AND seek.seats = 2 AND me.seats = 2
     ORDER BY abs(seek.rating - me.rating), seek.made LIMIT 1
       FOR UPDATE OF seek SKIP LOCKED
), gone AS (
    DELETE FROM seek USING other WHERE seek.id = other.id
)
UPDATE seek SET match = $2, seat = $3, other = other.person, paired = clock_timestamp(),
       seed = CASE other.own WHEN '-' THEN '-' ELSE '' END
  FROM other
 WHERE seek.id = (SELECT id FROM me)
RETURNING {FIELDS}
"""

# Accepting cancels the person's own seek. If that is being paired at this moment, nothing is done: they
# get that match and not two.
ACCEPT = f"""
WITH own AS MATERIALIZED (
    SELECT id FROM seek WHERE person = $2 AND turn < {A_DAY} AND match IS NULL FOR UPDATE SKIP LOCKED
), wanted AS MATERIALIZED (
    SELECT seek.id, seek.turn FROM seek
     WHERE seek.id = $1 AND seek.person <> $2 AND seek.seats = 2 AND {THERE} AND $5 BETWEEN seek.least AND seek.most
       AND (SELECT count(*) FROM own) = (
               SELECT count(*) FROM seek WHERE person = $2 AND turn < {A_DAY} AND match IS NULL)
       AND NOT EXISTS (SELECT 1 FROM seek AS paired WHERE paired.match IS NOT NULL
                          AND paired.turn < {A_DAY} AND $2 IN (paired.person, paired.other))
       AND NOT EXISTS (SELECT 1 FROM block WHERE (block.person, block.other)
                       IN ((seek.person, $2), ($2, seek.person)))
       FOR UPDATE SKIP LOCKED
), gone AS (
    DELETE FROM seek USING own, wanted WHERE seek.id = own.id AND wanted.turn < {A_DAY}
)
UPDATE seek SET match = $3, seat = $4, other = $2, seed = $6, paired = clock_timestamp()
  FROM wanted WHERE seek.id = wanted.id
RETURNING {FIELDS}
"""

# First the newest offer of each address, or of each person where it is unknown, then their second: nobody crowds out others,
# not even with many guests.
ALL = f"""
SELECT {FIELDS} FROM (
    SELECT *, row_number() OVER (PARTITION BY source ORDER BY nth, made DESC) AS place FROM (
        SELECT *, coalesce(nullif(address, ''), person) AS source,
               row_number() OVER (PARTITION BY person ORDER BY made DESC) AS nth
          FROM seek WHERE {THERE}
    ) AS seek ORDER BY place, made DESC LIMIT $1
) AS seek ORDER BY made DESC
"""
OF = f"SELECT {FIELDS} FROM seek WHERE person = ANY ($1) AND {THERE} ORDER BY made DESC"
# One statement for all: only offers that have a partner now are then paired one by one.
MATCHED = f"""
WITH seek AS MATERIALIZED (SELECT * FROM seek WHERE seats = 2 AND {THERE})
SELECT me.id, me.game FROM seek AS me
 WHERE me.quick AND EXISTS (SELECT 1 FROM seek WHERE {FITS})
 ORDER BY me.made LIMIT $1
"""
UNBEGUN = f"""
SELECT seek.id FROM seek WHERE match IS NOT NULL
   AND ($1 OR coalesce(paired, made) < clock_timestamp() - interval '{SEEDING} seconds') LIMIT $2
"""
# A seed that arrives after the dice are settled is refused, so an acknowledged seed is always in the dice.
SETTLE = f"""
UPDATE seek SET own = CASE own WHEN '' THEN '-' ELSE own END, seed = CASE seed WHEN '' THEN '-' ELSE seed END
 WHERE id = $1 AND match IS NOT NULL RETURNING {FIELDS}
"""
SEED = f"""
UPDATE seek SET own = CASE WHEN person = $2 THEN $3 ELSE own END,
                seed = CASE WHEN person = $2 THEN seed ELSE $3 END
 WHERE id = $1 AND (person = $2 AND own = '' OR other = $2 AND match IS NOT NULL AND seed = '')
RETURNING {FIELDS}
"""
# Only when nobody can commit any more.
REVEAL = f"""
UPDATE seek SET own = CASE WHEN person = $2 THEN $3 ELSE own END,
                seed = CASE WHEN person = $2 THEN seed ELSE $3 END
 WHERE id = $1 AND match IS NOT NULL AND own <> '' AND seed <> ''
   AND (person = $2 AND own = $4 OR other = $2 AND seed = $4)
RETURNING {FIELDS}
"""
LATE = f"""
SELECT id FROM seek WHERE id = $1 AND match IS NOT NULL
   AND coalesce(paired, made) < clock_timestamp() - interval '{SEEDING + REVEALING} seconds' FOR UPDATE
"""
DROP = "WITH gone AS (DELETE FROM gathered WHERE seek = $1) DELETE FROM seek WHERE id = $1"
CANCEL = "DELETE FROM seek WHERE id = $1 AND person = $2 AND match IS NULL RETURNING id"
# Locked rows are skipped and updated next time, so that nobody waits for a second row while holding one.
SEEN = """
WITH own AS MATERIALIZED (
    SELECT id FROM seek WHERE person = ANY ($1) AND match IS NULL FOR UPDATE SKIP LOCKED
), others AS MATERIALIZED (
    SELECT seek, person FROM gathered WHERE person = ANY ($1) FOR UPDATE SKIP LOCKED
), guests AS (
    UPDATE gathered SET seen = clock_timestamp() FROM others
     WHERE (gathered.seek, gathered.person) = (others.seek, others.person)
)
UPDATE seek SET seen = clock_timestamp() FROM own WHERE seek.id = own.id
"""
# The match counts for the address from which it was offered.
BEGUN = f"""
WITH left_ AS (DELETE FROM gathered WHERE seek = $1), gone AS (
    DELETE FROM seek WHERE id = $1 RETURNING match, person, address, turn
)
INSERT INTO open_match (match, person, address, slow)
SELECT match, person, address, turn >= {A_DAY} FROM gone WHERE match IS NOT NULL ON CONFLICT DO NOTHING
"""
SWEEP = f"""
DELETE FROM seek WHERE match IS NULL AND CASE WHEN turn < {A_DAY}
  THEN seen < clock_timestamp() - interval '5 minutes'
  ELSE made < clock_timestamp() - interval '{DAYS} days' END
"""
SWEEP_GATHERED = (
    "DELETE FROM gathered WHERE NOT EXISTS (SELECT 1 FROM seek WHERE seek.id = gathered.seek)"
)


class Sought(msgspec.Struct, frozen=True):
    """A stored seek with its players and dice."""

    id: str
    person: str
    game: str
    options: dict[str, str]
    reaction: int
    turn: int
    rated: bool
    quick: bool
    rating: int
    least: int
    most: int
    ago: float
    match: str | None = None
    seat: int | None = None
    other: str | None = None
    secret: str = ""
    """The secret of its dice; secret until the match is over."""
    seed: str = NO_SEED
    """The seed of the player who accepted; empty while it is awaited, `#` and its SHA-256 until it is revealed."""
    own: str = NO_SEED
    """The seed of the owner, likewise."""
    seats: int = 2
    bank: int = 0
    increment: int = 0
    joined: tuple[str, ...] = ()
    """The other players who have joined, in a game for more than two."""
    added: tuple[str, ...] = ()
    """The seeds they have added."""

    @property
    def commitment(self) -> str:
        """The public commitment of the dice."""
        return Committed(self.secret, ()).commitment.digest if self.secret else ""

    @property
    def is_slow(self) -> bool:
        """Whether it is for correspondence."""
        return self.turn >= A_DAY

    @property
    def dice(self) -> Committed | None:
        """The dice of its match, once all players are found and all seeds revealed."""
        if not self.secret:
            return None
        seeds = [seed or NO_SEED for _, seed in self._seated]
        are_committed = not self.is_slow and {*seeds} != {NO_SEED}
        return Committed(self.secret, seeds, are_committed=are_committed)

    @property
    def digests(self) -> tuple[str, ...]:
        """The SHA-256 of each seat's seed, once all players are found and nobody can commit any more."""
        seeds = [seed for _, seed in self._seated]
        if self.match is None or self.is_slow or "" in seeds or {*seeds} == {NO_SEED}:
            return ()
        return tuple(
            seed.removeprefix(SEALED) if seed[0] == SEALED else Commitment("", (seed,)).digests[0]
            for seed in seeds
        )

    @property
    def persons(self) -> tuple[str, ...]:
        """The players, by seat once everyone is found."""
        return tuple(person for person, _ in self._seated)

    @property
    def awaited(self) -> tuple[str, ...]:
        """The players who are to commit to a seed; when nobody is, those who are to reveal theirs."""
        return tuple(person for person, seed in self._seated if not seed) or self.unrevealed

    @property
    def unrevealed(self) -> tuple[str, ...]:
        """The players who have committed to a seed and not revealed it."""
        return tuple(person for person, seed in self._seated if seed.startswith(SEALED))

    def seed_of(self, person: str) -> str:
        """Return the seed that a player has revealed, or an empty text."""
        found = (seed for who, seed in self._seated if who == person and seed != NO_SEED)
        return next((seed for seed in found if not seed.startswith(SEALED)), "")

    @property
    def _seated(self) -> tuple[tuple[str, str], ...]:
        """Return persons and seeds by seat."""
        first = (self.person, self.own)
        if self.seats == 2:
            if self.other is None:
                return (first,)
            pair = (first, (self.other, self.seed))
            return pair if self.seat == 0 else pair[::-1]
        every = [first, *zip(self.joined, self.added, strict=True)]
        if self.match is not None:  # drawn by lot, the same on every node
            random.Random(self.match).shuffle(every)
        return tuple(every)


class Seeks:
    """All players who look for opponents."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(
        self,
        person: str,
        wanted: SeekWanted,
        rating: int,
        most_slow: int = MAX_SLOW,
        address: str = "",
    ) -> Sought:
        """Create a seek; a live one replaces the previous one. Raises `TooOften` above the limit.

        `address` is a hash of where it comes from: the lobby shows offers of as many addresses as possible.
        """
        if wanted.turn_seconds >= A_DAY:
            line = await self._database.row(COUNT, person)
            if line is not None and line[0] >= most_slow:
                raise TooOften(
                    A_DAY,
                    f"you already offer {most_slow} correspondence games, which is the maximum: "
                    "withdraw one, or wait until one is accepted",
                )
        options = msgspec.json.encode(dict(sorted(wanted.options.items()))).decode()
        least, most = (wanted.least, wanted.most) if wanted.seats == 2 else NOBODY
        line = await self._database.once(
            PUT, secrets.token_urlsafe(9), person, wanted.game, options, wanted.reaction_seconds,
            wanted.turn_seconds, wanted.rated, wanted.quick, rating, least, most,
            secrets.token_hex(SECRET_BYTES), "" if wanted.with_seed else NO_SEED, wanted.seats,
            wanted.bank_seconds, wanted.increment_seconds, address,
        )  # fmt: skip
        assert line is not None
        return sought_of(line)

    async def pair(self, id: str, game: str) -> Sought | None:
        """Find an opponent for a seek; None if there is nobody, or it is being paired already."""
        line = await self._database.once(PAIR, id, new_name(game), random.getrandbits(1))
        return None if line is None else sought_of(line)

    async def accept(self, id: str, person: str, rating: int, seed: str = NO_SEED) -> Sought | None:
        """Accept an offer; None if it is gone, or not for this person. `seed` is as `Sought.seed`."""
        found = await self.find(id)
        if found is None:
            return None
        seat = random.getrandbits(1)
        line = await self._database.once(
            ACCEPT, id, person, new_name(found.game), seat, rating, seed
        )
        return None if line is None else sought_of(line)

    async def find(self, id: str) -> Sought | None:
        """Return a seek that is still open."""
        line = await self._database.row(f"SELECT {FIELDS} FROM seek WHERE id = $1", id)
        return None if line is None else sought_of(line)

    async def seed(self, id: str, person: str, seed: str) -> Sought | None:
        """Add a seed to the dice, once, or commit to it; None if nobody waits for it. `seed` is as `Sought.seed`."""
        line = await self._database.once(SEED, id, person, seed)
        return None if line is None else sought_of(line)

    async def reveal(self, id: str, person: str, seed: str) -> Sought | None:
        """Reveal the seed that was committed to, when all have committed; None if it is another, or too late."""
        line = await self._database.once(REVEAL, id, person, check_seed(seed), sealed(seed))
        return None if line is None else sought_of(line)

    async def give_up(self, id: str) -> Sought | None:
        """Delete a match that has not begun because a seed was not revealed in time; None if there is no such match."""
        async with self._database.connection() as one, one.transaction():
            if await one.fetchval(LATE, id) is None:
                return None
            line = await one.fetchrow(f"SELECT {FIELDS} FROM seek WHERE id = $1", id)
            found = None if line is None else sought_of(line)
            if found is None or not found.unrevealed:
                return None
            await one.execute(DROP, id)
        return found

    async def settle(self, id: str) -> Sought | None:
        """Stop waiting for seeds; None if the match has begun meanwhile."""
        line = await self._database.once(SETTLE, id)
        return None if line is None else sought_of(line)

    async def cancel(self, id: str, person: str) -> bool:
        """Cancel a seek; False if an opponent was found already."""
        return await self._database.once(CANCEL, id, person) is not None

    async def all(self, most: int = 200) -> list[Sought]:
        """Return open seeks, newest first. If there are too many, return first one per address, then one per person."""
        return [sought_of(line) for line in await self._database.rows(ALL, most)]

    async def of(self, persons: Iterable[str]) -> list[Sought]:
        """Return the open seeks of these persons, newest first."""
        return [sought_of(line) for line in await self._database.rows(OF, [*persons])]

    async def matched(self, most: int = 200) -> dict[str, str]:
        """Return the seeks for quick pairing that have a partner now, each with its game."""
        return {line[0]: line[1] for line in await self._database.rows(MATCHED, most)}

    async def unbegun(self, *, at_once: bool = False, most: int = 50) -> list[str]:
        """Return seeks whose players are found but whose match has not begun: a seed is missing, or a node died."""
        return [line[0] for line in await self._database.rows(UNBEGUN, at_once, most)]

    async def begun(self, sought: Sought) -> None:
        """Delete a seek because its match has begun."""
        await self._database.row(BEGUN, sought.id)

    async def seen(self, persons: Iterable[str]) -> None:
        """Record that these persons are still there."""
        await self._database.row(SEEN, list(persons))

    async def sweep(self) -> None:
        """Delete seeks of people who have gone."""
        await self._database.row(SWEEP)
        await self._database.row(SWEEP_GATHERED)


def sealed(seed: str) -> str:
    """Return what is stored while a seed is committed to and not revealed."""
    return SEALED + digest_of_seed(seed)


def seed_in(sought: Sought, seed: str, digest: str) -> str:
    """Return what is stored of what an accepting player sends. Raises ValueError if it is the wrong one of the two."""
    if digest and sought.is_slow:
        raise ValueError(NO_DIGEST)
    if seed != NO_SEED and not sought.is_slow:
        check_seed(seed)
        raise ValueError(SEED_FIRST)
    return SEALED + check_digest(digest) if digest else check_seed(seed)


def sought_of(line: SqlRow) -> Sought:
    """Return the seek in a row with the columns of `FIELDS`."""
    values = list(line)
    values[3] = msgspec.json.decode(values[3], type=dict[str, str])
    values[-2:] = (tuple(names) for names in values[-2:])
    return Sought(*values)
