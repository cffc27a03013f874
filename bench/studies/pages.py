"""The pages of `docs/lab`, made only from the stored summaries."""

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
from gattai.lab.statistics.figures import Figure, figure_text

MAX_DEAD = 60
INDEX = "index"

NO_OPENINGS = (
    "⚠ *Played without random openings: almost all games begin in the same two or three ways, so the intervals are far"
    " too narrow for the game as a whole.*"
)
"""The warning under every table with games without random openings."""
MADE = "*Made by `python -m bench.studies pages` from [`data/{game}.json`](data/{game}.json).*"


def pages(summaries: Sequence[Summary]) -> dict[str, str]:
    """Return the text of every page by its name."""
    return {INDEX: _index(summaries), **{each.game: _page(each) for each in summaries}}


def charts(result: Summary) -> dict[str, tuple[Sequence[Drawn], str, float]]:
    """Return the charts of a game by name: lines, title, reference value."""
    found: dict[str, tuple[Sequence[Drawn], str, float]] = {}
    if result.squads:
        lines = [
            (_short(result.squads.titles, name), each.mean, each.low, each.high, each.surely)
            for name, each in _ranked(result.squads.matrix.overall)
        ]
        found["squads"] = (lines, "share of points against all others", 0.5)
    if result.pieces:
        priced = any(each.price for each in result.pieces.balance.pieces)
        lines = []
        unknown = priced and _is_unknown(result.pieces)
        for each in result.pieces.balance.pieces:
            name = result.pieces.names[each.name]
            if unknown:
                by = each.stands_out
                lines.append((name, by, by - IN_95, by + IN_95, each.surely))
            elif priced:
                mean, low, high = each.excess
                # Clip the bars: a chart says no more beyond twice the price or below zero.
                low, high, mean = max(low, -2.0), min(high, 2.0), min(max(mean, -2.0), 2.0)
                lines.append((name, mean, low, high, each.surely))
            else:
                lines.append((name, each.score, each.low, each.high, each.surely))
        title = "value above (or below) its price" if priced else "share of points with it"
        title += IN_ERRORS if unknown else ""
        found["pieces"] = (lines, title, 0.0 if priced else 0.5)
    return found


def _index(summaries: Sequence[Summary]) -> str:
    head = (
        "game",
        "games played",
        "first mover's share",
        "strongest against all others",
        "rules that no event cites",
    )
    rows = []
    for each in summaries:
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
                    "How balanced are the games that come with gattai? Does it help to move first? Is any squad, army, team"
                    " or deck too strong? Are units worth their price? Which rules does no game cite? Bots played mirrored"
                    " pairs to find out; [what you can conclude from that](../explanation/lab.md)."
                ),
                _table(head, rows),
                *_unopened(
                    part.played
                    for each in summaries
                    for part in (each.first, each.squads)
                    if part is not None
                ),
                *_unplayed(summaries),
                (
                    "Brackets hold 95 % intervals; those of one chart, one matrix or one list of pieces hold together. **Bold**"
                    " is significantly uneven. The rest is not shown to be even: see how wide its interval is."
                ),
                (
                    "`make studies` plays the missing games. The study files are in `studies/`. You can replay any game of a"
                    " study: `gattai lab game FOLDER 12 | gattai replay -`. The same seeds give the same rows on any machine."
                ),
            )
        )
        + "\n"
    )


def _unopened(played: Iterable[Played]) -> Iterator[str]:
    """Yield the warning if some games of a table had no random opening."""
    if any(not each.opening for each in played):
        yield NO_OPENINGS


def _unplayed(summaries: Sequence[Summary]) -> Iterator[str]:
    left = [game for game in GAMES if game not in {each.game for each in summaries}]
    if left:
        yield f"Not played yet: {', '.join(left)}. Their files are in `studies/` too."


def _page(result: Summary) -> str:
    parts = [f"# {result.title} in the lab"]
    if result.rules:
        parts.append(
            f"Bots played {result.rules.games:,} games, in mirrored pairs."
            " [What you can conclude from that](../explanation/lab.md)."
        )
    if result.first:
        parts += _first(result.first)
    if result.squads:
        parts += _squads(result.game, result.squads)
    if result.pieces:
        parts += _pieces(result.game, result.pieces)
    if result.rulesets:
        parts += _rulesets(result.rulesets)
    if result.compared:
        parts += _compared(result.compared)
    if result.rules:
        parts += _rules(result.rules)
    parts.append(MADE.format(game=result.game))
    return "\n\n".join(parts) + "\n"


def _first(result: First) -> Iterator[str]:
    yield "## Is it better to move first?"
    yield f"The first mover wins {_verdict(result.figure)}."
    usual = result.is_own
    at = "the usual table" if usual else "all games below"
    rows = [(at, f"{result.figure.pairs:,}", _share(result.figure))]
    if result.everywhere:
        rows.append(("all games below", f"{result.everywhere.pairs:,}", _share(result.everywhere)))
    yield _table(("at", "pairs", "first mover's share"), rows)
    yield from _unopened([result.played])
    if usual:
        ended = f" Status: {result.ended}." if result.ended else " It was stopped early."
        yield _command(f"gattai lab run studies/{result.played.file}", result.played) + ended


def _squads(game: str, result: Squads) -> Iterator[str]:
    found = result.matrix
    yield _heading(result.played)
    sure = [name for name, each in found.overall.items() if each.surely]
    best, figure = _ranked(found.overall)[0]
    worst, least = _ranked(found.overall)[-1]
    yield (
        f"{_short(result.titles, best)} is the strongest: {_share(figure)} of the points against all others."
        f" {_short(result.titles, worst)} is the weakest: {_share(least)}."
        + (" No share differs significantly from half." if not sure else "")
    )
    yield f"![Each against all others](data/{game}-squads.svg)"
    names = [*found.squads]
    if len(names) > 2:
        head = ("share of ↓ against →", *(_short(result.titles, name) for name in names))
        rows = []
        for one in names:
            cells = [_cell(found.met, one, other) for other in names]
            rows.append((_short(result.titles, one), *cells))
        yield _table(head, rows)
    yield from _unopened([result.played])
    least_met = min(each.pairs for each in found.met.values())
    widest = max(found.met.values(), key=lambda figure: figure.high - figure.low)
    yield (
        f"Any two played at least {least_met} mirrored pairs. The widest interval of a cell is"
        f" {widest.low:.0%} to {widest.high:.0%}."
    )
    yield _command(f"gattai lab balance studies/{result.played.file} --squads", result.played)
    if result.before:
        yield (
            f"We corrected these squads of our own after a first study: {result.before.reason} The table compares the shares now with"
            f" those with {result.before.version}, in {result.before.games:,} games."
        )
        rows = [
            (_short(result.titles, name), _share(was), _share(found.overall[name]))
            for name, was in _ranked(result.before.overall)
            if name in found.overall
        ]
        yield _table(("against all others", f"with {result.before.version}", "now"), rows)
        yield from _unopened([result.played])


def _cell(met: Mapping[str, Figure], one: str, other: str) -> str:
    if one == other:
        return "·"
    if found := met.get(f"{one} against {other}"):
        return _bold(f"{found.mean:.0%}", found.surely)
    back = met.get(f"{other} against {one}")
    if back is None:
        return ""
    return _bold(f"{1 - back.mean:.0%}", back.surely)


def _is_unknown(result: Pieces) -> bool:
    """Return whether the games leave open what a point of price adds, and so the value of a piece."""
    return not all(isfinite(each.high - each.low) for each in result.balance.pieces)


def _pieces(game: str, result: Pieces) -> Iterator[str]:
    pieces = result.balance.pieces
    priced = any(each.price for each in pieces)
    unknown = _is_unknown(result)
    yield _heading(result.played)
    sure = [each for each in pieces if each.surely]
    if priced:
        yield (
            "The value is what a piece should cost if all prices together are right, by regression from mixed forces of"
            " about the same price. "
            + (
                f"{len(sure)} of {len(pieces)} differ significantly from their price."
                if sure
                else "None differs significantly from its price."
            )
        )
        if unknown:
            yield (
                "Forces of about one price do not show what a point of price adds, so the value is a guess without an interval."
                " *Difference* is what a piece adds beyond what its price pays for, in standard errors."
            )
    else:
        yield (
            "There are no prices. The table shows the share of points of a side that has the piece instead of an average one. "
            + (
                f"{len(sure)} of {len(pieces)} differ significantly from the average."
                if sure
                else "None differs significantly from the average."
            )
        )
    yield f"![Each piece with its interval](data/{game}-pieces.svg)"
    rows = []
    for each in pieces:
        if priced:
            by, low, high = each.excess
            score = f"{each.score:.0f} ({each.low:.0f} to {each.high:.0f})"
            excess = f"{by:+.0%} ({low:+.0%} to {high:+.0%})"
            if unknown:
                score, excess = f"{each.score:.0f}", f"{each.stands_out:+.1f}"
            cells: tuple[str, ...] = (f"{each.price:g}", _bold(score, each.surely), excess)
        else:
            score = f"{each.score:.1%} ({each.low:.1%} to {each.high:.1%})"
            cells = (_bold(score, each.surely),)
        rows.append((result.names[each.name], *cells, f"{each.played:,}"))
    head = (
        (
            "piece",
            "price",
            "value",
            "difference" if unknown else "above its price",
            "pairs",
        )
        if priced
        else ("piece", "share of points", "pairs")
    )
    yield _table(head, rows)
    yield from _unopened([result.played])
    yield _command(f"gattai lab balance studies/{result.played.file}", result.played)


def _rulesets(result: Rulesets) -> Iterator[str]:
    yield _heading(result.played)
    yield (
        f"Each ruleset played the same {result.pairs} seeds, so any two can be compared pair by pair."
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
        for each in result.versions
    ]
    head = ("ruleset", "first mover", "south", "answers", "rounds", "damage", "finishing blows")
    yield _table(head, rows)
    yield from _unopened([result.played])
    names = [each.name for each in result.versions]
    for metric, title in (
        ("won", "South's share, row less column, in percentage points"),
        ("first_mover", "First mover's share, row less column, in percentage points"),
        ("length", "Answers per game, row less column"),
    ):
        found = result.differences[metric]
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
        yield from _unopened([result.played])
        sure = sum(each.surely for each in found.values())
        wide = max(found.values(), key=lambda figure: figure.high - figure.low)
        half = (wide.high - wide.low) / 2
        yield (
            f"{sure} of {len(found)} differ significantly; the widest interval is ±"
            + (f"{half:.0%}." if metric != "length" else f"{half:.0f}.")
        )
    yield _command("python -m bench.studies play mechastellar --only rulesets", result.played)


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


def _compared(result: Compared) -> Iterator[str]:
    yield _heading(result.played)
    yield f"A is {result.sides[0]}, B is {result.sides[1]}. {result.answer}"
    rows = []
    for name, (one, other, less) in result.figures.items():
        share = name in ("won", "first_mover")
        claim = figure_text(less, share=share, interval=True)
        rows.append(
            (
                name,
                figure_text(one, share=share),
                figure_text(other, share=share),
                _bold(claim, less.surely),
            )
        )
    yield _table(("", "under A", "under B", "B minus A"), rows)
    yield from _unopened([result.played])
    pairs = next(iter(result.figures.values()))[2].pairs
    ended = f" Status: {result.ended}." if result.ended else " It was stopped early."
    yield (
        _command(f"gattai lab run studies/{result.played.file}", result.played)
        + f" {pairs} pairs.{ended}"
    )


def _rules(result: Rules) -> Iterator[str]:
    yield "## Which rules are never cited?"
    yield (
        f"No event of {result.games:,} games cites {len(result.dead)} of {result.counted} rules. Such a rule need not be"
        " dead. It may only be used in a calculation (a line of a formula), only forbid something, or need a setting or a"
        " piece that these tables do not have. The remaining ones describe what these bots never did."
    )
    if result.dead:
        rows = [(f"`{rule.id}`", rule.title) for rule in result.dead[:MAX_DEAD]]
        yield _table(("never cited", "rule"), rows)
        if len(result.dead) > MAX_DEAD:
            yield f"And {len(result.dead) - MAX_DEAD} more, in the data of this page."
    rare: list[Rule] = [rule for rule in result.seldom if rule.games]
    if rare:
        counted = [(f"`{rule.id}`", rule.title, f"{rule.games}") for rule in rare]
        yield _table(("cited in under 1 % of games", "rule", "games"), counted)


def _ranked(figures: Mapping[str, Figure]) -> list[tuple[str, Figure]]:
    return sorted(figures.items(), key=lambda item: -item[1].mean)


def _verdict(figure: Figure) -> str:
    if not figure.surely:
        return f"{_share(figure)} of the points: not significantly different from half"
    return f"{_share(figure)} of the points: significantly {'more' if figure.mean > 0.5 else 'less'} than half"


def _share(figure: Figure) -> str:
    return _bold(figure_text(figure, share=True, interval=True), figure.surely)


def _bold(text: str, surely: bool) -> str:
    return f"**{text}**" if surely else text


def _short(titles: Mapping[str, str], name: str) -> str:
    """Return the part of a title before its colon, if it is unique.

    >>> [_short({"a": "Reds: fast", "b": "Blues: slow", "c": "Blues: sly"}, name) for name in "abc"]
    ['Reds', 'Blues: slow', 'Blues: sly']
    """
    begins = [title.partition(":")[0] for title in titles.values()]
    title = titles[name]
    short = title.partition(":")[0]
    return short if begins.count(short) == 1 else title


def _heading(played: Played) -> str:
    """Return the question of a study as a heading; stored questions say "beside" for "compared with"."""
    return "## " + played.question.replace(" beside ", " compared with ")


def _command(command: str, played: Played) -> str:
    each = played.cpu_seconds / played.games if played.games else 0.0
    return f"`{command}`: {played.games:,} games of `{played.bot}`, {each:.2g} CPU-seconds each."


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)
