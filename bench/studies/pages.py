"""The pages of `docs/lab`, from the summaries and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isfinite

from bench.studies.drawing import IN_ERRORS, Drawn
from bench.studies.found import (
    GAMES,
    Compared,
    First,
    Pieces,
    Played,
    Rule,
    Rules,
    Rulesets,
    Squads,
    Summary,
)
from gattai.lab.match import IN_95
from gattai.lab.statistics.figures import Figure, told_of

MOST_DEAD = 60
INDEX = "index"

NO_OPENINGS = (
    "⚠ *Played without random openings: bots begin almost all these games in the same two or three ways. The intervals are"
    " those of these openings, and far too narrow for the game as a whole.*"
)
"""Stands under every table whose games were opened by the bots alone."""
MADE = "*Made by `python -m bench.studies pages` from [`data/{game}.json`](data/{game}.json).*"


def pages(told: Sequence[Summary]) -> dict[str, str]:
    """Every page by its name."""
    return {INDEX: _index(told), **{each.game: _page(each) for each in told}}


def charts(told: Summary) -> dict[str, tuple[Sequence[Drawn], str, float]]:
    """The charts of a game by their names: lines, title, what they are held against."""
    found: dict[str, tuple[Sequence[Drawn], str, float]] = {}
    if told.squads:
        lines = [
            (_short(told.squads.titles, name), each.mean, each.low, each.high, each.surely)
            for name, each in _ranked(told.squads.matrix.overall)
        ]
        found["squads"] = (lines, "share of points against all others", 0.5)
    if told.pieces:
        priced = any(each.price for each in told.pieces.balance.pieces)
        lines = []
        unknown = priced and _is_unknown(told.pieces)
        for each in told.pieces.balance.pieces:
            name = told.pieces.names[each.name]
            if unknown:
                by = each.stands_out
                lines.append((name, by, by - IN_95, by + IN_95, each.surely))
            elif priced:
                mean, low, high = each.excess
                # Beyond twice its price and below nothing a picture says no more than its end.
                low, high, mean = max(low, -2.0), min(high, 2.0), min(max(mean, -2.0), 2.0)
                lines.append((name, mean, low, high, each.surely))
            else:
                lines.append((name, each.worth, each.low, each.high, each.surely))
        title = "worth more (or less) than its price" if priced else "share of points with it"
        title += IN_ERRORS if unknown else ""
        found["pieces"] = (lines, title, 0.0 if priced else 0.5)
    return found


def _index(told: Sequence[Summary]) -> str:
    head = (
        "game",
        "games played",
        "who moves first wins",
        "strongest, against all others",
        "rules that no event cites",
    )
    rows = []
    for each in told:
        best = ""
        if each.squads:
            name, figure = _ranked(each.squads.matrix.overall)[0]
            best = f"{_short(each.squads.titles, name)}: {_share(figure)}"
        first = _share(each.first.figure) if each.first else ""
        dead = f"{len(each.rules.dead)} of {each.rules.counted}" if each.rules else ""
        count = f"{each.rules.games:,}" if each.rules else ""
        rows.append((f"[{each.title}]({each.game}.md)", count, first, best, dead))
    return (
        "\n\n".join(
            (
                "# Our own games in the lab",
                (
                    "What we ask of a change of rules we ask of the games that come with gattai: does it help to move first, is"
                    " any squad, army, team or deck too strong, are units worth their price, which rules does no game cite?"
                    " Bots have played, in mirrored pairs; [what may be concluded from that, and what not]"
                    "(../explanation/lab.md)."
                ),
                _table(head, rows),
                *_unopened(
                    part.played
                    for each in told
                    for part in (each.first, each.squads)
                    if part is not None
                ),
                *_unplayed(told),
                (
                    "In brackets the interval that holds in 95 of 100 such studies; the squads of a chart, the cells of a matrix"
                    " and the pieces of a game are counted together, so that all of them hold. **Bold** is what is surely uneven. What is not bold is not"
                    " shown to be even: look at how wide its interval is."
                ),
                (
                    "`make studies` plays what is not played yet; the files that ask are in `studies/`, and any game of a study can be"
                    " looked at: `gattai lab game FOLDER 12 | gattai replay -`. The same seeds give the same rows on any"
                    " machine."
                ),
            )
        )
        + "\n"
    )


def _unopened(played: Iterable[Played]) -> Iterator[str]:
    """The mark of a table some of whose games were opened by the bots alone."""
    if any(not each.opening for each in played):
        yield NO_OPENINGS


def _unplayed(told: Sequence[Summary]) -> Iterator[str]:
    left = [game for game in GAMES if game not in {each.game for each in told}]
    if left:
        yield f"Asked, but not played yet: {', '.join(left)}. Their files are in `studies/` too."


def _page(told: Summary) -> str:
    parts = [f"# {told.title} in the lab"]
    if told.rules:
        parts.append(
            f"{told.rules.games:,} games of bots, in mirrored pairs."
            " [What may be concluded from that](../explanation/lab.md)."
        )
    if told.first:
        parts += _first(told.first)
    if told.squads:
        parts += _squads(told.game, told.squads)
    if told.pieces:
        parts += _pieces(told.game, told.pieces)
    if told.rulesets:
        parts += _rulesets(told.rulesets)
    if told.compared:
        parts += _compared(told.compared)
    if told.rules:
        parts += _rules(told.rules)
    parts.append(MADE.format(game=told.game))
    return "\n\n".join(parts) + "\n"


def _first(told: First) -> Iterator[str]:
    yield "## Is it better to move first?"
    yield f"Who moves first wins {_verdict(told.figure)}."
    usual = told.is_own
    at = "the usual table" if usual else "all that met below"
    rows = [(at, f"{told.figure.pairs:,}", _share(told.figure))]
    if told.everywhere:
        rows.append(("all that met below", f"{told.everywhere.pairs:,}", _share(told.everywhere)))
    yield _table(("at", "pairs", "share of who moves first"), rows)
    yield from _unopened([told.played])
    if usual:
        ended = f" It ended: {told.ended}." if told.ended else " It was stopped before its end."
        yield _command(f"gattai lab run studies/{told.played.file}", told.played) + ended


def _squads(game: str, told: Squads) -> Iterator[str]:
    found = told.matrix
    yield f"## {told.played.question}"
    sure = [name for name, each in found.overall.items() if each.surely]
    best, figure = _ranked(found.overall)[0]
    worst, least = _ranked(found.overall)[-1]
    yield (
        f"{_short(told.titles, best)} has the most, {_share(figure)} of the points against all others;"
        f" {_short(told.titles, worst)} the least, {_share(least)}."
        + (" None is surely uneven." if not sure else "")
    )
    yield f"![Each against all others](data/{game}-squads.svg)"
    names = [*found.squads]
    if len(names) > 2:
        head = ("share of → against", *(_short(told.titles, name) for name in names))
        rows = []
        for one in names:
            cells = [_cell(found.met, one, other) for other in names]
            rows.append((_short(told.titles, one), *cells))
        yield _table(head, rows)
    yield from _unopened([told.played])
    least_met = min(each.pairs for each in found.met.values())
    widest = max(found.met.values(), key=lambda figure: figure.high - figure.low)
    yield (
        f"Each two met in at least {least_met} mirrored pairs; the widest interval of a cell goes from"
        f" {widest.low:.0%} to {widest.high:.0%}."
    )
    yield _command(f"gattai lab balance studies/{told.played.file} --squads", told.played)
    if told.before:
        yield (
            f"What met here is our own, and it was corrected after this study: {told.before.reason} Beside what it is now stands"
            f" what it was with {told.before.version}, in {told.before.games:,} games."
        )
        rows = [
            (_short(told.titles, name), _share(was), _share(found.overall[name]))
            for name, was in _ranked(told.before.overall)
            if name in found.overall
        ]
        yield _table(("against all others", f"with {told.before.version}", "now"), rows)
        yield from _unopened([told.played])


def _cell(met: Mapping[str, Figure], one: str, other: str) -> str:
    if one == other:
        return "·"
    if found := met.get(f"{one} against {other}"):
        return _bold(f"{found.mean:.0%}", found.surely)
    back = met.get(f"{other} against {one}")
    if back is None:
        return ""
    return _bold(f"{1 - back.mean:.0%}", back.surely)


def _is_unknown(told: Pieces) -> bool:
    """Whether games do not tell what a point of price adds, and so not how many a piece is worth."""
    return not all(isfinite(each.high - each.low) for each in told.balance.pieces)


def _pieces(game: str, told: Pieces) -> Iterator[str]:
    pieces = told.balance.pieces
    priced = any(each.price for each in pieces)
    unknown = _is_unknown(told)
    yield f"## {told.played.question}"
    sure = [each for each in pieces if each.surely]
    if priced:
        yield (
            "From mixed forces of about the same price, by regression: what a piece should cost if all prices together"
            " are right. "
            + (
                f"{len(sure)} of {len(pieces)} are surely not worth their price."
                if sure
                else "None is surely worth another price."
            )
        )
        if unknown:
            yield (
                "Forces of about one price do not tell what a point of price adds, so how many a piece is worth is a guess without an interval."
                " How far it stands out, what it adds beyond what its price pays for, is told in standard errors."
            )
    else:
        yield (
            "There are no prices: what is told is the share of points of who has it in place of the average piece. "
            + (
                f"{len(sure)} of {len(pieces)} are surely other than the average."
                if sure
                else "None is surely other than the average."
            )
        )
    yield f"![Each piece with its interval](data/{game}-pieces.svg)"
    rows = []
    for each in pieces:
        if priced:
            by, low, high = each.excess
            worth = f"{each.worth:.0f} ({each.low:.0f} to {each.high:.0f})"
            told_as = f"{by:+.0%} ({low:+.0%} to {high:+.0%})"
            if unknown:
                worth, told_as = f"{each.worth:.0f}", f"{each.stands_out:+.1f}"
            cells: tuple[str, ...] = (f"{each.price:g}", _bold(worth, each.surely), told_as)
        else:
            worth = f"{each.worth:.1%} ({each.low:.1%} to {each.high:.1%})"
            cells = (_bold(worth, each.surely),)
        rows.append((told.names[each.name], *cells, f"{each.played:,}"))
    head = (
        (
            "piece",
            "price",
            "worth",
            "stands out" if unknown else "more than its price",
            "pairs",
        )
        if priced
        else ("piece", "share of points", "pairs")
    )
    yield _table(head, rows)
    yield from _unopened([told.played])
    yield _command(f"gattai lab balance studies/{told.played.file}", told.played)


def _rulesets(told: Rulesets) -> Iterator[str]:
    yield f"## {told.played.question}"
    yield (
        f"The same {told.pairs} seeds under each of them, so that any two can be compared pair by pair."
    )
    rows = [
        (
            each.title,
            _share(each.first_mover),
            f"{each.means['won']:.1%}",
            f"{each.means['length']:.0f}",
            f"{each.means['turns']:.1f}",
            f"{each.means['damage']:.0f}",
            f"{each.means['finishing_blows']:.2f}",
        )
        for each in told.versions
    ]
    head = ("ruleset", "first mover", "the south", "answers", "rounds", "damage", "finishing blows")
    yield _table(head, rows)
    yield from _unopened([told.played])
    names = [each.name for each in told.versions]
    for metric, title in (
        ("won", "The south's share: the row less the column, in points of a hundred"),
        ("first_mover", "The first mover's share: the row less the column"),
        ("length", "Answers in a game: the row less the column"),
    ):
        found = told.differences[metric]
        if not any(isfinite(each.low) for each in found.values()):
            yield f"*{title}*: too few pairs to say."
            continue
        yield f"*{title}:*"
        yield _table(
            ("", *names),
            [
                (one, *(_against(found, one, other, share=metric != "length") for other in names))
                for one in names
            ],
        )
        yield from _unopened([told.played])
        sure = sum(each.surely for each in found.values())
        wide = max(found.values(), key=lambda figure: figure.high - figure.low)
        half = (wide.high - wide.low) / 2
        yield (
            f"{sure} of {len(found)} surely differ; the widest interval is ±"
            + (f"{half:.0%}." if metric != "length" else f"{half:.0f}.")
        )
    yield _command("python -m bench.studies play mechastellar --only rulesets", told.played)


def _against(found: Mapping[str, Figure], one: str, other: str, *, share: bool) -> str:
    if one == other:
        return "·"
    figure = found.get(f"{one} less {other}")
    sign = 1
    if figure is None:
        figure, sign = found[f"{other} less {one}"], -1
    mean = sign * figure.mean
    by = round(100 * mean if share else mean)
    return _bold(f"{by:+}" if by else "0", figure.surely)


def _compared(told: Compared) -> Iterator[str]:
    yield f"## {told.played.question}"
    yield f"A is {told.sides[0]}, B is {told.sides[1]}. {told.answer}"
    rows = []
    for name, (one, other, less) in told.figures.items():
        share = name in ("won", "first_mover")
        claim = told_of(less, share=share, interval=True)
        rows.append(
            (
                name,
                told_of(one, share=share),
                told_of(other, share=share),
                _bold(claim, less.surely),
            )
        )
    yield _table(("", "under A", "under B", "B less A"), rows)
    yield from _unopened([told.played])
    pairs = next(iter(told.figures.values()))[2].pairs
    ended = f" It ended: {told.ended}." if told.ended else " It was stopped before its end."
    yield (
        _command(f"gattai lab run studies/{told.played.file}", told.played)
        + f" {pairs} pairs.{ended}"
    )


def _rules(told: Rules) -> Iterator[str]:
    yield "## Which rules did nothing cite?"
    yield (
        f"No event of {told.games:,} games cites {len(told.dead)} of {told.counted} rules. That does not make them"
        " dead: rules that are reckoned with and leave no mark on an event are among them, such as the lines of a"
        " formula; so are those that only forbid, and those that need an option or a piece that these tables have"
        " not. Only what is left after that is what these bots never did."
    )
    if told.dead:
        rows = [(f"`{rule.id}`", rule.title) for rule in told.dead[:MOST_DEAD]]
        yield _table(("in no game", "rule"), rows)
        if len(told.dead) > MOST_DEAD:
            yield f"And {len(told.dead) - MOST_DEAD} more, all in the data of this page."
    rare: list[Rule] = [rule for rule in told.seldom if rule.games]
    if rare:
        counted = [(f"`{rule.id}`", rule.title, f"{rule.games}") for rule in rare]
        yield _table(("in less than one of a hundred", "rule", "games"), counted)


def _ranked(figures: Mapping[str, Figure]) -> list[tuple[str, Figure]]:
    return sorted(figures.items(), key=lambda item: -item[1].mean)


def _verdict(figure: Figure) -> str:
    if not figure.surely:
        return f"{_share(figure)} of the points: not surely other than half"
    return f"{_share(figure)} of the points: {'more' if figure.mean > 0.5 else 'less'} than half"


def _share(figure: Figure) -> str:
    return _bold(told_of(figure, share=True, interval=True), figure.surely)


def _bold(text: str, surely: bool) -> str:
    return f"**{text}**" if surely else text


def _short(titles: Mapping[str, str], name: str) -> str:
    """What stands before the colon of a title, where that is no other's.

    >>> [_short({"a": "Reds: fast", "b": "Blues: slow", "c": "Blues: sly"}, name) for name in "abc"]
    ['Reds', 'Blues: slow', 'Blues: sly']
    """
    begins = [title.partition(":")[0] for title in titles.values()]
    title = titles[name]
    short = title.partition(":")[0]
    return short if begins.count(short) == 1 else title


def _command(command: str, played: Played) -> str:
    each = played.cpu_seconds / played.games if played.games else 0.0
    return f"`{command}`: {played.games:,} games of `{played.bot}`, {each:.2g} CPU-seconds each."


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)
