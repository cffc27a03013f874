"""The answers of an analysis, replayed: each in words, and the chances after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from gattai import games
from gattai.bots import evaluations, review
from gattai.bots.registry import PERSON
from gattai.kernel.position import Diverged
from gattai.kernel.question import Roll, Seat
from gattai.kernel.record import Record, replay_entry
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.text.transcript import other_versions
from gattai.kernel.text.variations import START, Place, Variations, written
from gattai.scene.maker import SceneMaker
from gattai.scene.story import throw_of
from gattai.server.table.history import in_words, lines_of
from gattai.server.variations import VariationRow

BY_HAND = "by hand"


class AnalysedStep(Struct, frozen=True):
    """One answer of an analysis, or its start."""

    text: str
    """What happened, in words; empty if the log does not mention the answer."""
    seat: Seat | None = None
    """The seat that acted; for dice, the one whose action threw them."""
    shares: tuple[float, ...] | None = None
    """Each seat's chance to win after it; None in the middle of an action."""
    is_dice: bool = False
    rolls: bool = False
    """Whether dice are thrown next."""

    @property
    def chance(self) -> float | None:
        """Return the chance to win of the seat that acted."""
        return None if self.shares is None or self.seat is None else self.shares[self.seat]


class OpenedVariations(Struct):
    """An analysis that was replayed: the record stands where its reader was."""

    tree: Variations
    record: Record[Struct]
    steps: dict[Place, AnalysedStep]


def open_variations(tree: Variations, packs: Sequence[Path] = ()) -> OpenedVariations:
    """Replay an analysis, or make one of a transcript: all seats become those of one person, and dice are new.

    `Diverged` names the first answer that the rules do not allow, or whose line was changed.
    """
    rules = games.load_fitting(tree.header.game, packs)
    others = other_versions(rules, tree.header)
    try:
        return _opened(rules, tree)
    except Diverged as problem:
        if not others:
            raise
        reason = f"{problem.reason} ({others})"
        raise Diverged(reason, rule=problem.rule, place=problem.place) from problem


def _opened(rules: AnyRuleset, tree: Variations) -> OpenedVariations:
    header = tree.header
    former = rules.rulebook.former_readings(header.version)
    try:
        record: Record[Struct] = Record(
            rules,
            options={**former, **dict(header.options)},
            players=(PERSON,) * len(header.players),
            dice=BY_HAND,
            start=header.start,
        )
    except ValueError as problem:
        raise Diverged(str(problem), place="head") from problem
    maker = games.scene_maker(record.rules.name)
    is_same = record.header == header
    replayed = Variations(record.header, record.rules.seats, note=tree.note)
    places, steps = {START: START}, {START: step_of(record, maker, 0)}
    for place in tree.depth_first():
        node = tree.nodes[place]
        record.back_to(place[0] - 1)
        replay_entry(record, node.entry, place[0], verify=is_same)
        parent, entry = places[node.parent], record.entries[-1]
        places[place] = here = (place[0], entry.check)
        replayed.nodes[here] = replace(node, entry=entry, parent=parent)
        steps[here] = step_of(record, maker, place[0], steps[parent])
    opened = OpenedVariations(_in_order(replayed, tree, places), record, steps)
    go_to(record, opened.tree, opened.tree.here)
    return opened


def _in_order(replayed: Variations, tree: Variations, places: dict[Place, Place]) -> Variations:
    """Return the replayed tree with its answers in the order of the other one."""
    nodes = {places[place]: replayed.nodes[places[place]] for place in tree.nodes}
    return replace(replayed, nodes=nodes, here=places[tree.here])


def shared(record: Record[Struct], way: Sequence[Place]) -> int:
    """Return the number of answers that a record and the way to a place have in common."""
    pairs = zip(record.entries, way, strict=False)
    return next(
        (at for at, (entry, place) in enumerate(pairs) if entry.check != place[1]),
        min(record.count, len(way)),
    )


def go_to(record: Record[Struct], tree: Variations, place: Place) -> None:
    """Bring a record to a place of its tree."""
    way = tree.way(place)
    record.back_to(shared(record, way))
    for each in way[record.count :]:
        replay_entry(record, tree.nodes[each].entry, each[0], verify=True)


def step_of(
    record: Record[Struct], maker: SceneMaker, number: int, before: AnalysedStep | None = None
) -> AnalysedStep:
    """Return the step that ended with this answer; 0 is the start. `before` is the one before it."""
    rules = record.rules
    after = record.past[number].at if number < record.count else record.step
    shares = review.chances(rules, evaluations.of(rules.name), after)
    rolls = isinstance(after.question, Roll)
    if not number:
        return AnalysedStep("", None, shares, rolls=rolls)
    past = record.past[number - 1]
    is_dice = isinstance(past.question, Roll)
    seat = before.seat if is_dice and before is not None else past.seat
    text = in_words(rules, maker, past, number)
    if is_dice and not text:
        text = _thrown(record, maker, number)
    if isinstance(after.question, Outcome):
        text = f"{text or 'the end'}. {after.question.reason}"
    return AnalysedStep(text, seat, shares, is_dice, rolls)


def _thrown(record: Record[Struct], maker: SceneMaker, number: int) -> str:
    """Return the text of dice that changed nothing; empty if they were hidden."""
    lines = lines_of(record.rules, maker, record.past[number - 1], None, number)
    return next((line.text for line in lines), "") if throw_of(lines) else ""


def rows(opened: OpenedVariations) -> Iterator[VariationRow]:
    """Return the list of an analysis. Steps that say nothing are left out, unless something hangs on them."""
    tree, steps = opened.tree, opened.steps
    for place, depth in tree.walk():
        node, step = tree.nodes[place], steps[place]
        beside, next_ones = tree.after(node.parent), tree.after(place)
        is_told = step.text and not (step.is_dice and step.shares is None)
        if is_told or len(beside) > 1 or not next_ones or node.note or place == tree.here:
            yield VariationRow(
                id=written(place),
                number=place[0],
                depth=depth,
                text=step.text or node.entry.text,
                seat=step.seat,
                chance=None if step.chance is None else round(step.chance, 3),
                note=node.note,
                is_dice=step.is_dice,
                rolls=step.rolls and bool(next_ones),
                is_here=place == tree.here,
            )


def settled(opened: OpenedVariations, place: Place, *, without: Place | None = None) -> Place:
    """Return the place after the dice that are thrown there, if they were: going there throws none.

    `without` is a place that is about to be deleted.
    """
    while opened.steps[place].rolls:
        thrown = [each for each in opened.tree.after(place) if each != without]
        if not thrown:
            break
        place = thrown[0]
    return place


def learn_steps(opened: OpenedVariations, maker: SceneMaker) -> None:
    """Compute the steps on the way to the reader that are not known yet."""
    before = opened.steps[START]
    for place in opened.tree.way(opened.tree.here):
        if place not in opened.steps:
            opened.steps[place] = step_of(opened.record, maker, place[0], before)
        before = opened.steps[place]
