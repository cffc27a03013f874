"""Two worlds that somebody cannot tell apart, lived in side by side through the server's own path.

The same is said in both worlds for a while, and everything that reaches the viewer is compared to the
byte: scenes with questions, options, logs, luck and clocks; odds, previews, why not, the coach; refusals; what
taking back costs and who is asked to agree; the list of matches; what a bot's worker is handed;
the events as the viewer may see them. In secret the others may say different things.

No event is excused. The worlds may part at one place only: where the table itself, by the fields that
its rules declare, shows the viewer something else. There the walk ends; and taking back must not be
free there.
"""

import asyncio
import random
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from gattai.kernel.position import GamePosition
from gattai.kernel.question import Choose, Seat, Together
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.undo import last_answer
from gattai.testing.walk import moments
from tests.laws.traffic import QUICK, SLOW, World, prepared, settle
from tests.laws.worlds import Viewer, learnt_by, other_world

FORKS = 6
"""In so many moments of a game another world begins; in a short game in fewer."""
ANSWERS = 8
"""So many answers the worlds are played on."""
ASKS = 0.5
"""How often somebody asks something before the next answer."""


def a_seat_lives_the_same_in_both_worlds(
    rules: AnyRuleset, seed: str, count: Counter[str] | None = None
) -> None:
    """Changing only what somebody may not know changes nothing that ever reaches them."""
    rng = random.Random(seed)
    counted = Counter[str]() if count is None else count
    game = list(moments(rules, rng))
    with prepared(game[0].rules) as folder:
        for moment in rng.sample(game, min(FORKS, 1 + len(game) // 12)):
            rules, position = moment.rules, moment.step.position
            viewer = _somebody(rules, rng)
            other = other_world(rules, position, viewer, rng)
            if other is None:
                continue
            number = counted["pairs"] = counted["pairs"] + 1
            counted["pairs for watchers"] += viewer is None
            walk = Walk(rules, viewer, rng, counted)
            asyncio.run(walk.both(folder / str(number), position, other))


def _somebody(rules: AnyRuleset, rng: random.Random) -> Viewer:
    number = rng.randrange(-1, len(rules.seats))
    return None if number < 0 else Seat(number)


class Walk:
    """One pair of worlds, as far as it goes."""

    def __init__(
        self, rules: AnyRuleset, viewer: Viewer, rng: random.Random, count: Counter[str]
    ) -> None:
        self.rules = rules
        self.viewer = viewer
        self.rng = rng
        self.count = count
        self.worlds: tuple[World, World]

    async def both(self, folder: Path, one: GamePosition[Any], other: GamePosition[Any]) -> None:
        """Open a match in each world, play them on, and close them."""
        self.worlds = (World(folder / "one"), World(folder / "other"))
        bot = self.viewer if self.viewer is not None and self.rng.random() < 0.3 else None
        name = self.rng.choice((SLOW, SLOW, QUICK))
        self.count["pairs for bots"] += bot is not None
        try:
            for world, position in zip(self.worlds, (one, other), strict=True):
                await world.opens(self.rules, position, bot, name)
            await settle(*self.worlds)
            if not self._have_parted(0):
                for _ in range(ANSWERS):
                    if not await self._goes_on():
                        break
        finally:
            for world in self.worlds:
                await world.leaves()

    async def _goes_on(self) -> bool:
        """One thing more is said in both worlds; whether there is more to say."""
        self._compare()
        if self.worlds[0].match.is_over:
            return False
        if self.rng.random() < ASKS:
            await self._asks()
            self._compare()
        before = len(self.worlds[0].match.record.past)
        chance = self.rng.random()
        if chance < 0.15 and before:
            await self._takes_back()
        elif chance < 0.2:
            seconds = self.rng.choice((31.0, 301.0))
            for world in self.worlds:
                world.clock.moves(seconds)
        elif not self._answer():
            return False
        await settle(*self.worlds)
        self.count["answers"] += 1
        if not await self._stand_in():
            return False
        return not self._have_parted(before)

    # What is said

    def _answer(self) -> bool:
        """Somebody who is asked answers; the same in both worlds unless it is a secret."""
        waiting = self.worlds[0].match.waiting
        assert waiting == self.worlds[1].match.waiting or not waiting
        if not waiting:
            return False
        seat = self.rng.choice(waiting)
        offers = [world.options_of(seat) for world in self.worlds]
        texts = [self.rng.choice(offer) for offer in offers]
        if seat == self.viewer or not self._is_secret():
            in_both = [text for text in offers[0] if text in offers[1]]
            if not in_both:
                return False
            texts = [self.rng.choice(in_both)] * 2
        for world, text in zip(self.worlds, texts, strict=True):
            world.answers(seat, text)
        return True

    async def _stand_in(self) -> bool:
        """The table's own bots answer for who is silent, the same in both worlds; whether they can."""
        while (seat := self.worlds[0].stood_in_for) is not None:
            assert seat == self.worlds[1].stood_in_for, (
                "in one world alone somebody is answered for"
            )
            offers = [world.options_of(seat) for world in self.worlds]
            in_both = [text for text in offers[0] if text in offers[1]]
            if not in_both:
                return False
            text = self.rng.choice(in_both)
            for world in self.worlds:
                world.stands_in(seat, text)
            await settle(*self.worlds)
            self.count["answers of a stand-in"] += 1
        return True

    def _is_secret(self) -> bool:
        question = self.worlds[0].match.record.question
        return isinstance(question, Together) or (isinstance(question, Choose) and question.secret)

    async def _asks(self) -> None:
        """The viewer asks for odds, a preview, what a piece could do, the coach; and answers what it may not."""
        rng, viewer = self.rng, self.viewer
        one = self.worlds[0]
        if viewer not in one.wires:
            return
        scenes = [one.match.history.scene(Seat(n)) for n in range(len(self.rules.seats))]
        scene = rng.choice(scenes)  # somebody may guess at what another sees, and ask for that
        texts = [option.text for option in scene.ask.options] if scene.ask else []
        pieces = [piece.id for piece in scene.pieces] + [
            held.id for zone in scene.zones for held in zone.cards
        ]
        piece = rng.choice(pieces or ["nobody"])
        target = rng.choice([*pieces, None])
        text = rng.choice(texts or ["end"])
        kinds: list[tuple[str, dict[str, Any]]] = [
            ("odds", {"text": text}),
            ("reaction", {}),
            ("preview", {"text": text}),
            ("about", {"actor": piece, "target": target}),
            ("coach", {}),
        ]
        if viewer not in one.match.waiting or text not in one.options_of(Seat(viewer or 0)):
            kinds.append(("answer", {"text": text}))
        kind, what = rng.choice(kinds)
        for world in self.worlds:
            world.says(viewer, kind, number=world.number, **what)
        await settle(*self.worlds)
        self.count[f"asked for {kind}"] += 1

    async def _takes_back(self) -> None:
        """Somebody wants to take back; the others are asked where it is not free."""
        seats = [seat for seat in self.worlds[0].wires if seat is not None]
        seat = self.rng.choice(seats)
        others = [other for other in seats if other != seat]
        yes = self.rng.random() < 0.6
        # A seat knows its own hand, and so which of its answers had an alternative. Where the same wish means
        # another answer in each world, it is another decision, as another option would be.
        if seat != self.viewer and not self._would_take_back_the_same(seat):
            self.count["other wishes to take back"] += 1
            return
        for world in self.worlds:
            world.says(seat, "undo", number=world.number)
        await settle(*self.worlds)
        self._compare()
        for other in others:
            for world in self.worlds:
                world.says(other, "consent", yes=yes)
            await settle(*self.worlds)
        self.count["wishes to take back"] += 1

    def _would_take_back_the_same(self, seat: Seat) -> bool:
        one, other = (world.match.requests.undo._last_decision((seat,)) for world in self.worlds)
        return one == other

    # What is compared

    def _have_parted(self, before: int) -> bool:
        """Whether the table has shown the viewer which world it is in; then nothing is free."""
        pasts = [world.match.record.past[before:] for world in self.worlds]
        learnt = learnt_by(self.rules, self.viewer, pasts[0], pasts[1])
        if learnt is None:
            return False
        number, by = learnt
        self.count[f"parted by {by}"] += 1
        for world in self.worlds:
            last = None if self.viewer is None else last_answer(world.match.record, self.viewer)
            if self.viewer is None or last is None or last > before + number:
                continue  # nothing that it could take back has shown it anything
            price = world.match.requests.undo.price((self.viewer,))
            assert price != "free", f"{by} can be looked at and taken back for nothing"
        return True

    def _compare(self) -> None:
        watched: list[Viewer] = [self.viewer]
        if self.viewer is not None:
            watched.append(None)  # who only watches knows no more than anybody who plays
        for viewer in watched:
            for get in (World.reached, World.read_by, World.shown_by_events):
                mine, theirs = (get(world, viewer) for world in self.worlds)
                if mine != theirs:
                    raise AssertionError(self._difference(viewer, [*mine], [*theirs]))

    def _difference(self, viewer: Viewer, *told: list[str | bytes]) -> str:
        """Where two lives part, short enough to be read."""
        who = "a watcher" if viewer is None else self.rules.seats[viewer]
        answers = len(self.worlds[0].match.record.past)
        for number, (one, other) in enumerate(zip(*told, strict=False)):
            if one != other:
                near = _near(one, other)
                return (
                    f"after {answers} answers {who} can tell the worlds apart, by {number}: {near}"
                )
        rest = [*told[0][len(told[1]) :], *told[1][len(told[0]) :]]
        return f"after {answers} answers {who} can tell the worlds apart: only one hears {rest[:1]}"


def _near(one: str | bytes, other: str | bytes) -> tuple[str, str]:
    texts = [
        text if isinstance(text, str) else text.decode(errors="replace") for text in (one, other)
    ]
    at = next(
        (n for n, (a, b) in enumerate(zip(*texts, strict=False)) if a != b), min(map(len, texts))
    )
    return texts[0][max(0, at - 120) : at + 120], texts[1][max(0, at - 120) : at + 120]


def shown(count: Counter[str]) -> str:
    """The figures, for whoever runs many."""
    return msgspec.json.encode(dict(sorted(count.items()))).decode()
