"""The text of the panels: header, sides, selection, log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.table import Table
from rich.text import Text

from gattai.odds.reckoning import LuckLine
from gattai.scene.advice import percent
from gattai.scene.parts import (
    Bar,
    Card,
    Citation,
    Held,
    ListedOption,
    LogLine,
    OptionOdds,
    Piece,
    Reason,
    Scene,
    Thrown,
    Track,
    WhyNot,
    Zone,
)
from gattai.terminal.client import words
from gattai.terminal.client.luck import in_words
from gattai.terminal.client.paint import Palette, bracketed, sign_of

MAX_PIPS = 20
BLOCKS = " ▁▂▃▄▅▆▇█"


def styled(text: str, style: str = "") -> Text:
    """Return a text in this style; appended parts have their own."""
    return Text().append(text, style)


class Panels:
    """Writes panels in one palette."""

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        self.prefix = ""
        """The common prefix of the game's rule ids, omitted where room is short."""
        self.names = 11
        """The width of a column of names."""
        self.names_bars = False
        """Whether bars show their unit."""

    # Header

    def header(self, scene: Scene | None, state: str, *, lines: int, spends: str = "") -> Text:
        """Return title, progress and turn, then what each side has."""
        palette = self.palette
        head = Text(no_wrap=True, overflow="ellipsis").append("GATTAI ", f"bold {palette.mark}")
        if scene is None:
            return head
        tracks = [self.track(scene, track, lines > 1, spends) for track in scene.tracks]
        had = Text("   ").join(tracks)
        head.append(f" {state}  ", f"bold {palette.ink}")
        if lines == 1:
            return head.append_text(had).append(f"   {scene.headline}", palette.quiet)
        head.append(f"{scene.headline}  ", palette.ink).append(scene.title, palette.quiet)
        return head.append("\n").append_text(had)

    def track(self, scene: Scene, track: Track, pips: bool, spends: str = "") -> Text:
        """Return a track; what a plan would spend is hatched."""
        hue, sign = self.palette.ink, ""
        if track.owner is not None:
            hue, sign = self.palette.side(scene.seats, track.owner), f"{sign_of(track.owner)} "
        text = styled(sign, hue)
        cost = _cost(spends, track.name) if track.owner in (None, scene.seat) else 0
        if track.between is not None:
            low, high = (scene.seats[seat] for seat in track.between)
            text.append(f"{low} {track.low} ", self.palette.quiet)
            text.append(f"{track.name} {track.now}", f"bold {self.palette.ink}")
            return text.append(f" {track.most} {high}", self.palette.quiet)
        most = max(track.most, track.now)
        if pips and 0 < most <= MAX_PIPS:
            left = max(0, track.now - cost)
            text.append("■" * left, hue)
            text.append("▨" * (track.now - left), self.palette.mark)
            text.append("□" * (most - track.now) + " ", self.palette.quiet)
        text.append(f"{track.now}", f"bold {self.palette.ink}")
        most_said = f"/{track.most}" if track.most else ""
        text.append(f"{most_said} {track.name}", self.palette.quiet)
        return text.append(f" -{cost}", f"bold {self.palette.mark}") if cost else text

    # Sides

    def sides(self, scene: Scene, width: int, *, full: bool = False) -> Table:
        """Return all pieces and cards side by side, the viewer's own first."""
        mine = scene.seat if scene.seat is not None else 0
        seats = sorted(range(len(scene.seats)), key=lambda seat: seat != mine)
        columns = max(1, min(len(seats), width // 38))
        table = Table.grid(expand=True, padding=(0, 2, 0, 0))
        for _ in range(columns):
            table.add_column(ratio=1, overflow="ellipsis", no_wrap=not full)
        blocks = [self.side(scene, seat, full=full) for seat in seats]
        common = self.common(scene, full=full)
        for at in range(0, len(blocks), columns):
            table.add_row(*(Text("\n").join(block) for block in blocks[at : at + columns]))
        if common:
            table.add_row(Text("\n").join(common))
        return table

    def common(self, scene: Scene, *, full: bool) -> list[Text]:
        """Return the cards that belong to nobody."""
        zones = [zone for zone in scene.zones if zone.owner is None]
        return [line for zone in zones for line in self._zone(scene, zone, full=full)]

    def side(self, scene: Scene, seat: int, *, full: bool) -> list[Text]:
        """Return one side: its tracks, pieces and cards."""
        hue = self.palette.side(scene.seats, seat)
        name = scene.seats[seat].upper() + (", YOU" if seat == scene.seat else "")
        head = styled(f"{sign_of(seat)} {name}", f"bold {hue}")
        for track in scene.tracks:
            if track.owner == seat:
                head.append(f"  {so_much(track)} {track.name}", self.palette.quiet)
        lines = [head]
        own = [piece for piece in scene.pieces if piece.owner == seat]
        for piece in sorted(own, key=lambda piece: piece.is_gone):
            lines += self.piece(scene, piece, full=full)
        for zone in scene.zones:
            if zone.owner == seat:
                lines += self._zone(scene, zone, full=full)
        return lines

    def piece(self, scene: Scene, piece: Piece, *, full: bool = False) -> list[Text]:
        """Return a unit in one line: token, name, remaining points, states; in full with its card."""
        palette = self.palette
        hue = palette.side(scene.seats, piece.owner)
        if piece.is_gone:
            fate = f"    {piece.name} {piece.fate or 'out of play'}"
            return [styled(fate, f"strike {palette.quiet}" if full else palette.quiet)]
        text = styled(f"{bracketed(piece.owner, piece.glyph):<4} ", f"bold {hue}")
        look = f"bold {palette.mark}" if piece.is_active else f"bold {palette.ink}"
        text.append(f"{piece.name}{'*' * piece.house} ".ljust(self.names), look)
        text.append_text(self.bar(piece.bar))
        for name, value in piece.figures:
            text.append(f" {name} {value}", palette.quiet)
        for badge in piece.badges:
            tone = {"good": palette.good, "bad": palette.warn}.get(badge.tone, palette.mark)
            text.append(f" {badge.text}", f"bold {tone}")
        text.append(*self._standing(piece))
        if not full:
            return [text]
        card = next((card for card in scene.cards if card.id == piece.card), None)
        about = [styled(f"  {badge.text}: {badge.about}", palette.ink) for badge in piece.badges]
        return [text, *about, *(self.card(card) if card else ())]

    def _standing(self, piece: Piece) -> tuple[str, str]:
        """Return whether a unit is acting, is done, or what became of it, and the style of this."""
        if piece.is_active:
            return " acting", f"bold {self.palette.mark}"
        if piece.is_done:
            return " done", self.palette.quiet
        return f" {piece.fate}" if piece.at is None and piece.fate else "", self.palette.quiet

    def token(self, scene: Scene, piece: Piece) -> Text:
        """Return a piece as on the board."""
        hue = self.palette.side(scene.seats, piece.owner)
        return styled(bracketed(piece.owner, piece.glyph), f"bold {hue}")

    def bar(self, bar: Bar) -> Text:
        """Return a bar with its numbers."""
        if bar.most <= 0:
            return styled(f"{bar.now}", self.palette.ink)
        share = max(0.0, min(1.0, bar.now / bar.most))
        full = max(round(share * 6), 1 if bar.now > 0 else 0)
        colour = self.palette.good if share >= 0.5 else self.palette.warn
        text = styled("━" * full, colour).append("─" * (6 - full), self.palette.edge)
        text.append(f" {bar.now}/{bar.most}", self.palette.ink)
        return text.append(f" {bar.name}" * self.names_bars, self.palette.quiet)

    def title(self, card: Card) -> Text:
        """Return a card's name, price and figures."""
        text = styled(card.title, f"bold {self.palette.ink}")
        text.append(f" {card.cost}" if card.cost else "", f"bold {self.palette.mark}")
        figures = "".join(f" {name} {value}" for name, value in card.figures)
        return text.append(figures, self.palette.quiet)

    def card(self, card: Card) -> Iterator[Text]:
        """Yield the text of a card."""
        house = " (designed for this project)" if card.house else ""
        yield styled(f"  {card.subtitle}{house}", self.palette.quiet)
        if card.text:
            yield styled(f"  {card.text}", self.palette.ink)
        for line in card.lines:
            text = styled(f"  {line.name}: ", f"bold {self.palette.ink}")
            yield text.append(line.text, self.palette.quiet)

    def _zone(self, scene: Scene, zone: Zone, *, full: bool) -> Iterator[Text]:
        """Yield a hand, a row or a pile: open cards by name, the others by number.

        Without a board each card has its own line; in full with its text.
        """
        faces = {card.id: card for card in scene.cards}
        shown = [held for held in zone.cards if held.card]
        hidden = max(zone.count, len(zone.cards)) - len(shown)
        is_long = (full or scene.board is None) and zone.kind != "pile"
        text = styled(f"{zone.name}: ", self.palette.quiet)
        if not is_long:
            text.append_text(Text(", ").join(self._held(held, faces) for held in shown))
        if hidden > 0:
            comma = ", " if shown and not is_long else ""
            text.append(f"{comma}{hidden} face down", self.palette.quiet)
        yield text if shown or hidden > 0 else text.append("empty", self.palette.quiet)
        if is_long:
            yield from self._one_by_one(shown, faces, full=full)

    def _one_by_one(
        self, shown: Iterable[Held], faces: dict[str, Card], *, full: bool
    ) -> Iterator[Text]:
        for held in shown:
            yield styled("  ").append_text(self._held(held, faces))
            if full and held.card in faces:
                yield from self.card(faces[held.card])

    def _held(self, held: Held, faces: dict[str, Card]) -> Text:
        face = faces.get(held.card)
        order = f"{held.order}. " if held.order is not None else ""
        text = styled(f"{order}{face.title if face else held.card}", self.palette.ink)
        if face is not None and face.cost:
            text.append(f" {face.cost}", self.palette.mark)
        figures = face.figures if face else ()
        for name, value in figures:
            text.append(f" {name} {value}", self.palette.quiet)
        for badge in held.badges:
            text.append(f" {badge.text}", self.palette.warn)
        if held.bar is not None and held.bar.now < held.bar.most:
            text.append(f" {held.bar.now}/{held.bar.most}", f"bold {self.palette.warn}")
        return text.append(" turned", self.palette.quiet) if held.is_done else text

    # Selection

    def place(self, scene: Scene, cell: str, piece: Piece | None) -> Iterator[Text]:
        """Yield the description of a place and the unit there."""
        about = [*_about_cell(scene, cell)]
        about += [
            over.about for over in scene.overlays if over.piece is None and cell in over.cells
        ]
        if piece is None:
            yield styled(", ".join(about), f"bold {self.palette.ink}")
            return
        yield from self.piece(scene, piece)
        yield Text(
            ", ".join([*about, *(badge.about for badge in piece.badges)]), self.palette.quiet
        )

    def option(self, option: ListedOption) -> Text:
        """Return the option that is about to be chosen."""
        text = styled(words.capital(option.label), f"bold {self.palette.ink}")
        return (
            text.append(f"  {option.price}", f"bold {self.palette.mark}") if option.price else text
        )

    def odds(self, odds: OptionOdds, width: int) -> Iterator[Text]:
        """Yield the odds card: figures, a bar for each outcome, the reasons."""
        figures = Text()
        for name, value in odds.headline:
            figures.append(value, f"bold {self.palette.mark}").append(
                f" {name}   ", self.palette.quiet
            )
        yield figures
        yield from self._histogram(odds, width)
        yield from self.reasons(odds.reasons)

    def _histogram(self, odds: OptionOdds, width: int) -> Iterator[Text]:
        likely = [bar for bar in odds.bars if bar[1] >= 0.0005]
        bars = likely[: max(1, width // 6)]
        if not bars:
            return
        top = max(share for _, share in bars)
        pillars, shares, names = Text(), Text(), Text()
        for place, (name, share) in enumerate(bars):
            level = max(1, round(share / top * 8))
            is_enough = odds.enough is not None and place >= odds.enough
            colour = self.palette.warn if is_enough else self.palette.hues["blue"]
            pillars.append(f"{BLOCKS[level] * 4}  ", colour)
            shares.append(f"{percent(share):<6}", self.palette.ink)
            names.append(f"{name:<6}", self.palette.quiet)
        yield pillars
        yield shares
        yield names

    def thrown(self, scene: Scene, thrown: Thrown) -> Iterator[Text]:
        """Yield the dice on the table, and what was done with them."""
        yield styled(thrown.title, f"bold {self.palette.ink}")
        for group in thrown.groups:
            hue = self.palette.ink
            if group.owner is not None:
                hue = self.palette.side(scene.seats, group.owner)
            text = styled(f"{group.name} ", hue)
            for die in group.dice:
                gone = die.mark in ("blocked", "ignored", "again")
                look = f"strike {self.palette.quiet}" if gone else f"bold {self.palette.ink}"
                text.append(f"[{die.face}]", look)
                text.append(f"{'=' + die.counted if die.counted else ''} ", self.palette.quiet)
            yield text.append(group.total, f"bold {self.palette.mark}")
        yield from self.reasons(thrown.steps[-4:])
        if thrown.result:
            yield styled(thrown.result, f"bold {self.palette.mark}")

    def why_not(self, explained: Sequence[WhyNot]) -> Iterator[Text]:
        """Yield what cannot be done there, grouped by reason."""
        together: dict[tuple[Reason, ...], list[str]] = {}
        for one in explained:
            together.setdefault(one.reasons, []).append(one.label)
        for reasons, labels in together.items():
            named = "; ".join(label for label in labels[:4] if label)
            named += f" and {len(labels) - 4} more" if len(labels) > 4 else ""
            if named:
                yield styled(words.capital(named), f"bold {self.palette.ink}")
            if not reasons:
                yield styled(f"  {words.POSSIBLE}", self.palette.good)
            yield from self.reasons(reasons, self.palette.warn)

    def reasons(self, reasons: Iterable[Reason], colour: str = "") -> Iterator[Text]:
        """Yield reasons with rule and page; terms of several totals each under theirs."""
        group = ""
        for reason in reasons:
            if reason.group != group:
                group = reason.group
                yield styled(f"  {words.capital(group)}", f"bold {self.palette.ink}")
            amount = "" if reason.amount is None else f"{reason.amount:+d} "
            text = styled(f"  {amount}{reason.text} ", colour or self.palette.ink)
            yield text.append_text(self.cited(reason.cites))

    def cited(self, cites: Citation) -> Text:
        """Return a rule with its page."""
        if not cites.rule:
            return Text()
        page = f", {cites.page.replace('. ', '.')}" if cites.page else ""
        return styled(f"[{cites.rule.removeprefix(self.prefix)}{page}]", self.palette.quiet)

    # Log

    def log_line(self, scene: Scene | None, line: LogLine, luck: Sequence[LuckLine] = ()) -> Text:
        """Return a log line: text with dice and their results, the rule, then luck."""
        text = Text()
        if line.seat is not None and scene is not None and line.seat < len(scene.seats):
            text.append(f"{sign_of(line.seat)} ", self.palette.side(scene.seats, line.seat))
        for face in line.faces:
            text.append(f"[{face}]", f"bold {self.palette.mark}")
        text.append(f" {line.text} " if line.faces else f"{line.text} ", self.palette.ink)
        text.append_text(self.cited(line.cites))
        for one in luck if line.faces else ():
            if one.number == line.number:
                whose = f"{scene.seats[one.seat]} " if scene and one.seat is not None else ""
                text.append(f" {whose}{in_words(one)}", self.palette.quiet)
        return text


def _about_cell(scene: Scene, id: str) -> Iterator[str]:
    """Yield the name of a place, its terrain, height and zone."""
    board = scene.board
    yield f"hex {id}" if board and board.shape == "hex" else id
    cell = next((cell for cell in board.cells if cell.id == id), None) if board else None
    if cell is None:
        return
    if cell.terrain:
        yield cell.terrain
    if cell.height:
        yield f"height {cell.height}"
    if cell.zone is not None:
        yield f"{scene.seats[cell.zone]}'s zone"


def so_much(track: Track) -> str:
    """Return how much there is, with the maximum if there is one."""
    return f"{track.now}/{track.most}" if track.most else f"{track.now}"


def _cost(price: str, track: str) -> int:
    """Return how much of a track a price takes: `3 energy` of `energy`.

    >>> _cost("3 energy", "energy"), _cost("3 energy", "points"), _cost("", "energy")
    (3, 0, 0)
    """
    number, _, name = price.partition(" ")
    return int(number) if name == track and number.isdigit() else 0
